"""What is loaded when: measured in a fresh interpreter."""

import json
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import memtui
from tests.cli.samples import STORE
from tests.conftest import MakeStore

DRAWING = {"textual", "rich"}
HEAVY = {"ruamel", "markdown_it", "watchfiles", "rapidfuzz", "asyncio", *DRAWING}

RUN = """
import json, sys
from memtui.cli import main
try:
    code = main(sys.argv[1:])
except SystemExit as end:
    code = end.code
print(json.dumps([code, sorted(sys.modules)]), file=sys.stderr)
"""


def loaded_by(code: str, *arguments: str) -> set[str]:
    """Return the top modules that a fresh interpreter has loaded after some code."""
    program = f"{code}\nimport sys, json\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True
    )
    modules: list[str] = json.loads(done.stdout)
    return {name.partition(".")[0] for name in modules}


def modules_of(*packages: str) -> list[str]:
    """Return the names of all modules below some packages of memtui."""
    names = []
    for package in packages:
        folder = Path(memtui.__file__).parent / package
        names.append(f"memtui.{package}")
        names += [
            module.name for module in pkgutil.walk_packages([str(folder)], f"memtui.{package}.")
        ]
    return names


def test_importing_memtui_loads_nothing_but_the_standard_library() -> None:
    assert not loaded_by("import memtui") & {*HEAVY, "filelock", "platformdirs", "dataclasses"}


def test_core_store_commands_and_functions_draw_nothing() -> None:
    names = [*modules_of("core", "store", "cli", "demo"), "memtui.api", "memtui.__main__"]
    assert {"memtui.core.plain", "memtui.store.journal", "memtui.cli.preview"} <= set(names)
    loaded = loaded_by("\n".join(f"import {name}" for name in names))
    assert not loaded & DRAWING


def test_no_core_module_loads_a_heavy_one_by_itself() -> None:
    loaded = loaded_by("\n".join(f"import {name}" for name in modules_of("core")))
    assert not loaded & {*HEAVY, "filelock", "platformdirs"}


@pytest.mark.parametrize(
    ("arguments", "without"),
    [
        (("preview", "--title", "login", "--json"), {*HEAVY, "filelock", "platformdirs"}),
        (("preview", "--title", "login"), {*HEAVY, "filelock", "platformdirs"}),
        (("entries", "auth"), {*HEAVY, "filelock", "platformdirs"} - {"markdown_it"}),
        (("set", "auth", "tags", "login", "token"), HEAVY),
        (("count", "auth", "loaded"), HEAVY),
        (("learn", "auth", "x", "--type", "gotcha"), HEAVY),
        (("learn", "new", "x", "--type", "gotcha"), HEAVY),
        (("init",), HEAVY),
        (("split", "auth", "--to", "new=1"), HEAVY - {"markdown_it"}),
        (("merge", "auth", "--into", "ui"), HEAVY - {"markdown_it", "rapidfuzz"}),
        (("rename", "auth", "login"), HEAVY - {"markdown_it"}),
        (("retag", "bug", "defect"), HEAVY - {"markdown_it"}),
        (("--version",), {*HEAVY, "filelock", "platformdirs"}),
    ],
)
def test_a_command_on_a_plain_store_loads_only_what_it_needs(
    store: MakeStore, arguments: tuple[str, ...], without: set[str]
) -> None:
    project = store(STORE)
    done = subprocess.run(
        [sys.executable, "-c", RUN, *arguments],
        cwd=project.root,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(Path(memtui.__file__).parents[1])},
    )
    code, modules = json.loads(done.stderr)
    assert code == 0
    assert not {name.partition(".")[0] for name in modules} & without

"""`memtui route`, and `memtui.route`."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import memtui
from memtui.core.routing import RouteMatch
from memtui.store.project import Project
from tests.cli.conftest import Run
from tests.cli.samples import ROUTES, STORE
from tests.cli.test_hostile import assert_harmless
from tests.conftest import MakeStore
from tests.core.test_layers import HEAVY, RUN

RELEASE = '[auto-memory] Looks like a "Release" task → Read first: docs/release.md, docs/ops/'
SIGN_IN = '[auto-memory] Looks like a "Sign-in" task → Read first: [the guide](docs/auth.md#tokens)'


@pytest.fixture
def project(store: MakeStore) -> Project:
    project = store(STORE)
    project.table.parent.mkdir()
    project.table.write_text(ROUTES)
    (project.root / "docs" / "ops").mkdir(parents=True)
    (project.root / "docs" / "auth.md").write_text("x")
    return project


def test_the_json_document_of_a_match(memtui: Run, project: Project) -> None:
    result = memtui("route", "Deploy 로그인을", "--json", "--project", project.root)
    assert (result.code, result.err) == (0, "")
    assert result.json == {
        "matches": [
            {
                "row": 1,
                "task_type": "Release",
                "keyword": "deploy",
                "files": ["docs/release.md", "docs/ops/"],
                "files_cell": "docs/release.md, docs/ops/",
                "missing": ["docs/release.md"],
            },
            {
                "row": 2,
                "task_type": "Sign-in",
                "keyword": "로그인",
                "files": ["docs/auth.md#tokens"],
                "files_cell": "[the guide](docs/auth.md#tokens)",
                "missing": [],
            },
        ],
        "hint": f"{RELEASE}\n{SIGN_IN}",
        "nearest": [],
    }


def test_the_text_of_a_match(memtui: Run, project: Project) -> None:
    palette = "../design/palette.md"
    result = memtui("route", "the", "theme", "and", "the", "session", "--project", project.root)
    assert (result.code, result.err) == (0, "")
    assert result.out.splitlines() == [
        "row  task type  keyword  files",
        "  2  Sign-in    session  [the guide](docs/auth.md#tokens)",
        f"  3  Colours    theme    {palette}  (outside the project: {palette})",
        "",
        SIGN_IN,
        f'[auto-memory] Looks like a "Colours" task → Read first: {palette}',
    ]
    missing = memtui("route", "deploy", "--project", project.root).out
    assert "docs/release.md, docs/ops/  (missing: docs/release.md)\n" in missing


def test_without_a_match_the_nearest_rows_are_told(memtui: Run, project: Project) -> None:
    result = memtui("route", "deploi it", "--json", "--project", project.root)
    assert result.code == 1
    assert (result.json["matches"], result.json["hint"]) == ([], "")
    assert result.json["nearest"][0]["row"] == 1
    assert set(result.json["nearest"][0]) == {"row", "task_type", "why"}
    assert len(result.json["nearest"]) == 3
    text = memtui("route", "deploi it", "--project", project.root)
    assert (text.code, text.err) == (1, "")
    lines = text.out.splitlines()
    assert lines[0] == "no row matches, so the agent gets no hint"
    assert lines[2].split() == ["row", "nearest", "because"]
    assert lines[3] == '  1  Release  "deploi" is close to the keyword "deploy"'
    assert memtui("route", "", "--project", project.root).out == f"{lines[0]}\n"


def test_a_page_without_a_routing_table_is_told(memtui: Run, project: Project) -> None:
    project.table.write_text("# Notes\n\n| Day | What |\n|---|---|\n| 1 | deploy |\n")
    result = memtui("route", "deploy", "--project", project.root)
    assert (result.code, result.out) == (1, "")
    assert result.err == (
        "memtui: memory/INDEX.md: no routing table in it; `memtui survey --write` adds one\n"
    )
    document = memtui("route", "deploy", "--json", "--project", project.root).json
    assert document == {"matches": [], "hint": "", "nearest": []}


def test_a_page_that_cannot_be_read(memtui: Run, project: Project, tmp_path: Path) -> None:
    project.table.unlink()
    result = memtui("route", "deploy", "--project", project.root)
    assert (result.code, result.out) == (2, "")
    assert "memory/INDEX.md: no such file" in result.err
    os.mkfifo(project.table)
    result = memtui("route", "deploy", "--project", project.root)
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert "a pipe or a device" in result.err
    project.table.unlink()
    (tmp_path / "elsewhere.md").write_text(ROUTES)
    project.table.symlink_to(tmp_path / "elsewhere.md")
    result = memtui("route", "deploy", "--project", project.root)
    assert result.code == 0
    assert "leads out of the project" in result.err


def test_bytes_that_are_no_utf_8_are_told_and_the_rest_is_read(
    memtui: Run, project: Project
) -> None:
    project.table.write_bytes(ROUTES.encode().replace(b"Colours", b"Colo\xffrs"))
    result = memtui("route", "theme", "--project", project.root)
    assert result.code == 0
    assert "not UTF-8" in result.err
    assert "Colo\ufffdrs" in result.out


def test_a_prompt_is_needed(memtui: Run, project: Project) -> None:
    result = memtui("route", "--project", project.root)
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert "PROMPT" in result.err


def test_hostile_cells_are_printed_harmless(memtui: Run, project: Project) -> None:
    order = "\x1b]0;x\x07\x9b31m\u202e\u2028"
    project.table.write_text(
        f"| Task {order} | Keywords | Files |\n|---|---|---|\n"
        f"| t{order} | k{order}, x | f{order} |\n"
    )
    for prompt in ("x", "y", f"K{order}", "\udcff"):
        for shape in ((), ("--json",)):
            result = memtui("route", prompt, *shape, "--project", project.root)
            assert result.code in (0, 1)
            assert_harmless(result.out + result.err)
            assert result.out.encode()


def test_a_prompt_that_matches_needs_no_search_for_near_words(project: Project) -> None:
    done = subprocess.run(
        [sys.executable, "-c", RUN, "route", "theme"],
        cwd=project.root,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(Path(memtui.__file__).parents[1])},
    )
    code, modules = json.loads(done.stderr)
    assert code == 0
    assert not {name.partition(".")[0] for name in modules} & {*HEAVY, "filelock"}


def test_the_function_needs_the_text_alone() -> None:
    assert memtui.route(ROUTES, "the release notes") == [
        RouteMatch(
            1,
            "Release",
            "release notes",
            ("docs/release.md", "docs/ops/"),
            "docs/release.md, docs/ops/",
        )
    ]
    assert memtui.route("", "x") == []


def test_the_function_loads_nothing_else() -> None:
    program = (
        "import sys, memtui; before = set(sys.modules); memtui.route('', '');"
        "new = [name for name in sys.modules if name not in before and 'collections' not in name];"
        "print(sorted(name for name in new if name.startswith('memtui')))"
        "; assert not {'typing', 're', 'dataclasses', 'pathlib'} & set(new), new"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    rooms = ("", ".routing", ".routing.cell", ".routing.page", ".routing.roles")
    assert done.stdout.strip() == str([f"memtui.core{room}" for room in rooms])

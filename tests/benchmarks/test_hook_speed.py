"""How quick the hook is: it runs before every prompt, and the agent waits for it.

Run with ``pytest -s tests/benchmarks``; each figure is a median, and the sides alternate.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

import pytest

import memtui

RUNS = 15
BARE = "import json,re,os,sys"
HEAD = "# Memory Index\n\n| Task type | Keywords | Files to load |\n|------|------|------|\n"

# The design of a hook in shell: the table row by row, and two processes for each keyword, one that
# cleans it and one that looks for it.
SHELL = r"""
prompt=$(sed -n 's/.*"prompt": *"\([^"]*\)".*/\1/p')
grep '^|' "$CLAUDE_PROJECT_DIR/memory/INDEX.md" | tail -n +3 |
while IFS='|' read -r _ type keywords files _; do
    IFS=','
    for keyword in $keywords; do
        keyword=$(printf '%s' "$keyword" | tr -d ' ')
        if printf '%s' "$prompt" | grep -qiwF -e "$keyword"; then
            echo "[auto-memory] Looks like a \"$type\" task → Read first: $files"
            break
        fi
    done
done
"""

Commands = Mapping[str, Sequence[str]]


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command, as an installation makes it."""
    program = tmp_path_factory.mktemp("bin") / "memtui"
    program.write_text(
        f"#!{sys.executable}\nimport sys\nfrom memtui.__main__ import main\nsys.exit(main())\n"
    )
    program.chmod(0o755)
    return [str(program), "hook", "prompt"]


def _project(root: Path, rows: int) -> Path:
    (root / "memory").mkdir(parents=True)
    lines = (
        f"| Task {n} | topic{n}, deploy{n}, ci{n} | docs/topic{n}.md, docs/{n}/ |\n"
        for n in range(rows)
    )
    (root / "memory" / "INDEX.md").write_text(HEAD + "".join(lines))
    return root


def _times(root: Path, commands: Commands, runs: int = RUNS) -> dict[str, float]:
    """Return the median time of each command in milliseconds, and print it."""
    said = {"prompt": "please look into topic1 before topic0 goes out", "cwd": str(root)}
    env = {**os.environ, "CLAUDE_PROJECT_DIR": str(root)}
    env["PYTHONPATH"] = str(Path(memtui.__file__).parents[1])
    # Modules are compiled once, as by an installation.
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    times: dict[str, list[float]] = {name: [] for name in commands}
    for run in range(runs + 1):
        for name, command in commands.items():
            began = time.perf_counter()
            done = subprocess.run(
                command,
                input=json.dumps(said).encode(),
                capture_output=True,
                env=env,
                check=True,
            )
            if run:  # the first one warms up
                times[name].append((time.perf_counter() - began) * 1000)
            assert (b"Task 1" in done.stdout) == (name in ("hook", "shell"))
    found = {name: median(each) for name, each in times.items()}
    print(f"\n{root.name}: " + ", ".join(f"{name} {ms:.1f} ms" for name, ms in found.items()))
    return found


def test_twenty_rows_take_at_most_1_3_of_a_bare_interpreter(
    tmp_path: Path, command: list[str]
) -> None:
    bare = [sys.executable, "-c", BARE]
    found = _times(_project(tmp_path / "20 rows", 20), {"bare": bare, "hook": command})
    assert found["hook"] <= 1.3 * found["bare"]


def test_ten_thousand_rows_take_less_than_100_ms_more_than_the_interpreters_start(
    tmp_path: Path, command: list[str]
) -> None:
    start = [sys.executable, "-c", "pass"]
    found = _times(_project(tmp_path / "10000 rows", 10_000), {"start": start, "hook": command})
    assert found["hook"] - found["start"] < 100


@pytest.mark.parametrize(("rows", "runs"), [(5, 15), (20, 9), (200, 3)])
def test_it_is_quicker_than_a_shell_of_two_processes_for_each_keyword(
    tmp_path: Path, command: list[str], rows: int, runs: int
) -> None:
    root = _project(tmp_path / f"{rows} rows", rows)
    found = _times(root, {"shell": ["bash", "-c", SHELL], "hook": command}, runs)
    assert found["hook"] < found["shell"]

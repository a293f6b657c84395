"""How quick the editor feels, as ratios to a bare Textual application in the same run.

Run with ``pytest -s tests/benchmarks``; each figure is a median, and both sides alternate.
"""

from collections.abc import Callable
from pathlib import Path
from statistics import median

import pytest

from memtui.store.sample import copy
from tests.benchmarks.terminal import Terminal, bare, memtui

WORDS = [
    "login",
    "session",
    "token",
    "cache",
    "deploy",
    "router",
    "schema",
    "invoice",
    "webhook",
    "editor",
]


def _store(root: Path, count: int) -> Path:
    memory = root / ".automaker" / "memory"
    memory.mkdir(parents=True)
    for number in range(count):
        tag, topic = WORDS[number % 10], WORDS[number // 10 % 10]
        (memory / f"file-{number:05}.md").write_text(
            f"---\ntags: [{tag}]\nsummary: Notes about {topic}\nrelevantTo: [{topic}]\n"
            f"importance: 0.{number % 8 + 1}\nrelatedFiles: []\nusageStats:\n  loaded: {number % 7}"
            f"\n  referenced: {number % 5}\n  successfulFeatures: {number % 3}\n---\n# {tag}\n\n"
            f"### {topic.title()} {number}\n- **Why:** Because.\n",
            encoding="utf-8",
        )
    return root


def _key_times(start: Callable[[], Terminal], ready: str, text: str) -> list[float]:
    with start() as terminal:
        terminal.wait_for(ready)
        terminal.settle()
        return [terminal.press(letter.encode()) for letter in text]


def _report(what: str, ours: list[float], floor: list[float], limit: float) -> None:
    ratio = median(ours) / median(floor)
    print(
        f"\n{what}: {median(ours) * 1000:.0f} ms, bare {median(floor) * 1000:.0f} ms, "
        f"ratio {ratio:.2f} (at most {limit})"
    )
    assert ratio <= limit


def test_the_first_ranking_is_painted_within_twice_a_bare_application(tmp_path: Path) -> None:
    project = copy(tmp_path / "demo")
    ours, floor = [], []
    for _ in range(7):
        with bare() as terminal:
            floor.append(terminal.wait_for("ready to type"))
        with memtui(str(project), str(tmp_path)) as terminal:
            ours.append(terminal.wait_for("always"))
    _report("first ranking of the demo", ours, floor, 2)


@pytest.mark.parametrize("count", [1_000])
def test_a_key_in_the_feature_bar_reaches_the_list_within_one_and_a_half(
    tmp_path: Path, count: int
) -> None:
    project = str(_store(tmp_path / "store", count))
    text = "refresh login session token"
    floor = _key_times(bare, "ready to type", text)
    ours = _key_times(lambda: memtui(project, str(tmp_path)), "loaded above", text)
    _report(f"a key at {count} files", ours, floor, 1.5)


def test_a_key_in_a_body_of_700_kb_within_one_and_a_half(tmp_path: Path) -> None:
    memory = tmp_path / "store" / ".automaker" / "memory"
    memory.mkdir(parents=True)
    entries = "".join(
        f"#### [Gotcha] Number {n} went wrong (2026-01-{n % 28 + 1:02})\n"
        f"- **Situation:** {'The queue was read before it was filled. ' * 8}\n"
        f"- **Root cause:** {'Two workers shared one lock file. ' * 9}\n"
        f"- **How to avoid:** Use one lock for each queue.\n\n"
        for n in range(900)
    )
    (memory / "gotchas.md").write_text(f"---\nimportance: 0.9\n---\n# Gotchas\n\n{entries}")
    text = "typing in a large body"
    floor = _key_times(bare, "ready to type", text)
    with memtui(str(tmp_path / "store"), str(tmp_path)) as terminal:
        terminal.wait_for("gotchas")
        terminal.settle()
        terminal.press(b"\x1bOR")  # f3: the body
        terminal.settle()
        ours = [terminal.press(letter.encode()) for letter in text]
    _report("a key in a body of 700 KB", ours, floor, 1.5)

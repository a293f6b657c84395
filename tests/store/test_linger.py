"""What another program writes to a file while memtui replaces it."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memtui.core.automaker import forecast
from memtui.core.plan import Plan, deleting, writing
from memtui.errors import StoreError
from memtui.store import journal, records
from memtui.store.journal import Merged, Writer
from memtui.store.linger import Lingering
from memtui.store.project import Project
from tests.conftest import MakeStore
from tests.store.faults import Faults

AUTH = ".automaker/memory/auth.md"


class Intruder:
    """Opens a file between memtui's comparison and its move, and writes to it later."""

    def __init__(self, patch: pytest.MonkeyPatch, path: Path, name: str = "replace") -> None:
        self.handle = -1
        real: Callable[..., None] = getattr(os, name)

        def call(*args: object, **named: object) -> None:
            if self.handle < 0 and str(args[-1]) == str(path):
                self.handle = os.open(path, os.O_RDWR | os.O_APPEND)
            real(*args, **named)

        patch.setattr(os, name, call)

    def append(self, text: str) -> None:
        os.write(self.handle, text.encode())

    def rewrite(self, text: str) -> None:
        os.ftruncate(self.handle, 0)
        os.write(self.handle, text.encode())


def _pause(*actions: Callable[[], None]) -> Callable[[float], None]:
    rest = list(actions)

    def pause(seconds: float) -> None:
        if rest:
            rest.pop(0)()

    return pause


def test_text_that_is_appended_to_the_old_file_is_merged(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store({"auth.md": "old\n"})
    path = project.memory / "auth.md"
    intruder = Intruder(monkeypatch, path)
    writer = Writer(pause=_pause(lambda: intruder.append("### late\n")))
    applied = journal.apply(project, writing("save", AUTH, "old\n", "new\n"), writer)
    assert path.read_text() == "new\n### late\n"
    assert applied.late == Merged((AUTH,))
    assert applied.paths == (AUTH,)
    assert [record.by for record in records.read(project)] == ["memtui", "outside"]


def test_text_that_arrives_at_the_merge_is_merged_too(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store({"auth.md": "old\n"})
    path = project.memory / "auth.md"
    first = Intruder(monkeypatch, path)
    second: list[Intruder] = []

    def arrive() -> None:
        first.append("one\n")
        second.append(Intruder(monkeypatch, path))

    writer = Writer(pause=_pause(arrive, lambda: second[0].append("two\n")))
    journal.apply(project, writing("save", AUTH, "old\n", "new\n"), writer)
    assert path.read_text() == "new\none\ntwo\n"


def test_merged_text_begins_on_a_line_of_its_own(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store({"auth.md": "old\n"})
    path = project.memory / "auth.md"
    intruder = Intruder(monkeypatch, path)
    writer = Writer(pause=_pause(lambda: intruder.append("late\n")))
    journal.apply(project, writing("save", AUTH, "old\n", "new"), writer)
    assert path.read_text() == "new\nlate\n"


def test_counting_merges_too_and_stays_out_of_the_history(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store({"auth.md": "old\n"})
    path = project.memory / "auth.md"
    intruder = Intruder(monkeypatch, path)
    writer = Writer(pause=_pause(lambda: intruder.append("late\n")))
    plan = writing("count", AUTH, "old\n", "new\n", counting=True)
    journal.apply(project, plan, writer)
    assert path.read_text() == "new\nlate\n"
    assert [record.by for record in records.read(project)] == ["outside"]


def test_text_for_a_deleted_file_makes_it_anew_with_that_text(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store({"auth.md": "old\n"})
    path = project.memory / "auth.md"
    intruder = Intruder(monkeypatch, path, "unlink")
    writer = Writer(pause=_pause(lambda: intruder.append("late\n")))
    journal.apply(project, deleting("delete", ((AUTH, b"old\n"),)), writer)
    assert path.read_text() == "late\n"


def test_a_rewrite_of_the_old_file_is_kept_and_said(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store({"auth.md": "old\n"})
    path = project.memory / "auth.md"
    intruder = Intruder(monkeypatch, path)
    writer = Writer(pause=_pause(lambda: intruder.rewrite("theirs\n")))
    applied = journal.apply(project, writing("save", AUTH, "old\n", "new\n"), writer)
    assert path.read_text() == "new\n"
    assert applied.late == Merged((), (AUTH,))
    (record,) = records.read(project, "unmerged")
    change = record.changes[0]
    assert (record.by, change.path) == ("outside", AUTH)
    assert records.blob(project, change.before or "") == b"old\n"
    assert records.blob(project, change.after or "") == b"theirs\n"


BLOCK = """---
tags: [oauth]
importance: 0.8
usageStats:
  loaded: 12
  referenced: 4
  successfulFeatures: 3
---
# Auth

### One
- **Pattern:** Once.
"""
LEARNED = "\n### Two\n- **Pattern:** Twice.\n"


@pytest.mark.parametrize("learned", ["", LEARNED])
def test_what_automaker_writes_to_the_old_file_is_merged(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch, learned: str
) -> None:
    project = store({"auth.md": BLOCK})
    path = project.memory / "auth.md"
    intruder = Intruder(monkeypatch, path)
    counted = forecast(BLOCK) + learned
    writer = Writer(pause=_pause(lambda: intruder.rewrite(counted)))
    mine = BLOCK.replace("[oauth]", "[login]")
    applied = journal.apply(project, writing("save", AUTH, BLOCK, mine), writer)
    assert applied.late == Merged((AUTH,))
    assert path.read_text() == mine.replace("loaded: 12", "loaded: 13") + learned
    # Counting alone is no step of the history.
    assert [r.by for r in records.read(project)] == ["memtui", "outside"][: 1 + bool(learned)]


def test_a_rewrite_meets_a_file_that_somebody_is_filling_and_is_kept(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store({"auth.md": BLOCK})
    path = project.memory / "auth.md"
    intruder = Intruder(monkeypatch, path)

    def rewrite() -> None:
        intruder.rewrite(forecast(BLOCK))
        path.write_text("")

    mine = BLOCK.replace("[oauth]", "[login]")
    writer = Writer(pause=_pause(rewrite))
    applied = journal.apply(project, writing("save", AUTH, BLOCK, mine), writer)
    assert applied.late == Merged((), (AUTH,))
    assert path.read_text() == ""


def test_a_rewrite_of_a_deleted_file_is_kept(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store({"auth.md": BLOCK})
    path = project.memory / "auth.md"
    intruder = Intruder(monkeypatch, path, "unlink")
    rewritten = forecast(BLOCK).replace("Once", "Never")
    writer = Writer(pause=_pause(lambda: intruder.rewrite(rewritten)))
    applied = journal.apply(project, deleting("delete", ((AUTH, BLOCK.encode()),)), writer)
    assert applied.late == Merged((), (AUTH,))
    assert not path.exists()


def test_nothing_is_waited_for_when_nothing_was_replaced(store: MakeStore) -> None:
    project = store({"auth.md": "old\n"})

    def fail(seconds: float) -> None:
        raise AssertionError(seconds)

    plan = writing("save", AUTH, "old\n", "old\n")
    assert journal.apply(project, plan, Writer(pause=fail)).paths == ()


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_the_editor_collects_for_a_second_and_then_lets_go(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store({"auth.md": "old\n"})
    path = project.memory / "auth.md"
    intruder = Intruder(monkeypatch, path)
    clock = Clock()
    lingering = Lingering(1.0, clock)
    writer = Writer(lingering=lingering)
    journal.apply(project, writing("save", AUTH, "old\n", "new\n"), writer)
    assert journal.merge_late(project, lingering, writer) == Merged()
    clock.now = 0.4
    intruder.append("one\n")
    assert journal.merge_late(project, lingering, writer) == Merged((AUTH,))
    clock.now = 0.9
    intruder.append("two\n")
    assert journal.merge_late(project, lingering, writer) == Merged((AUTH,))
    assert path.read_text() == "new\none\ntwo\n"
    clock.now = 3.0
    assert journal.merge_late(project, lingering, writer) == Merged()
    assert not lingering.waiting


def test_a_rewrite_is_taken_when_it_is_complete(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store({"auth.md": "old\n"})
    intruder = Intruder(monkeypatch, project.memory / "auth.md")
    clock = Clock()
    lingering = Lingering(0.1, clock)
    writer = Writer(lingering=lingering)
    journal.apply(project, writing("save", AUTH, "old\n", "new\n"), writer)
    intruder.rewrite("")
    clock.now = 0.1
    assert journal.merge_late(project, lingering, writer) == Merged()
    intruder.rewrite("theirs\n")
    clock.now = 0.25
    assert journal.merge_late(project, lingering, writer) == Merged()
    clock.now = 0.5
    assert journal.merge_late(project, lingering, writer) == Merged((), (AUTH,))
    assert not lingering.waiting
    (record,) = records.read(project, "unmerged")
    assert records.blob(project, record.changes[0].after or "") == b"theirs\n"


def test_text_for_another_name_of_the_old_file_stays_there(store: MakeStore) -> None:
    project = store({"auth.md": "old\n"})
    other = project.root / "docs.md"
    other.hardlink_to(project.memory / "auth.md")

    lingering = Lingering(60.0)
    plan = writing("save", AUTH, "old\n", "new\n")
    journal.apply(project, plan, Writer(lingering=lingering))
    with other.open("a") as file:
        file.write("late\n")
    assert journal.merge_late(project, lingering, close=True) == Merged()
    assert (project.memory / "auth.md").read_text() == "new\n"
    assert other.read_text() == "old\nlate\n"


def test_leaving_reads_every_old_file_once_more(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store({"auth.md": "old\n"})
    intruder = Intruder(monkeypatch, project.memory / "auth.md")
    lingering = Lingering(60.0)
    journal.apply(project, writing("save", AUTH, "old\n", "new\n"), Writer(lingering=lingering))
    intruder.append("late\n")
    merged = journal.merge_late(project, lingering, close=True)
    assert merged == Merged((AUTH,))
    assert not lingering.waiting
    assert (project.memory / "auth.md").read_text() == "new\nlate\n"


def test_text_that_cannot_be_merged_is_tried_again(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store({"auth.md": "old\n"})
    lingering = Lingering(60.0)
    with monkeypatch.context() as patch:
        intruder = Intruder(patch, project.memory / "auth.md")
        writer = Writer(lingering=lingering)
        journal.apply(project, writing("save", AUTH, "old\n", "new\n"), writer)
    intruder.append("late\n")
    with monkeypatch.context() as patch:
        Faults(patch, project.root, 1, forever=True, only=("write",))
        with pytest.raises(StoreError, match="disk is full"):
            journal.merge_late(project, lingering)
    assert journal.merge_late(project, lingering) == Merged((AUTH,))
    assert (project.memory / "auth.md").read_text() == "new\nlate\n"
    journal.merge_late(project, lingering, close=True)


def test_many_replaced_files_do_not_use_up_the_handles(store: MakeStore) -> None:
    project = store({f"{number}.md": "1" for number in range(600)})
    changes = tuple(
        change
        for number in range(600)
        for change in writing("w", project.memory_path(f"{number}.md"), "1", "2").changes
    )
    before = len(list(Path("/proc/self/fd").iterdir())) if Path("/proc").exists() else 0
    lingering = Lingering(60.0)
    journal.apply(project, Plan("all", changes, counting=True), Writer(lingering=lingering))
    if before:
        assert len(list(Path("/proc/self/fd").iterdir())) - before <= 260
    lingering.collect(close=True)
    assert not lingering.waiting


APPENDS = int(os.environ.get("MEMTUI_APPENDS", "400"))
"""How often the other program appends; the long run takes 5,000."""

APPENDER = """
import random, sys, time
path, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
rest = random.Random(seed)
for number in range(count):
    with open(path, "a") as file:
        time.sleep(rest.random() / 2000)
        file.write(f"entry {number}\\n")
    time.sleep(rest.random() / 100)
"""


@pytest.mark.timeout(120 + APPENDS // 20)
def test_no_text_is_lost_to_a_program_that_opens_waits_and_appends(
    store: MakeStore, capsys: pytest.CaptureFixture[str]
) -> None:
    project = store({"auth.md": "head 0\n"})
    path = project.memory / "auth.md"
    appender = subprocess.Popen([sys.executable, "-c", APPENDER, str(path), str(APPENDS), "7"])
    number = late = 0
    try:
        while appender.poll() is None:
            number += 1
            late += _save_head(project, number)
    finally:
        appender.wait()
    _save_head(project, number + 1)
    lines = path.read_text().splitlines()
    lost = {f"entry {n}" for n in range(APPENDS)} - set(lines)
    with capsys.disabled():
        print(
            f"\n  {len(lost)} of {APPENDS} appends lost; {number} saves meanwhile, {late} of them "
            "replaced a file to which something was still being appended (seed 7)"
        )
    assert not lost
    assert lines[0] == f"head {number + 1}"
    assert len(lines) == APPENDS + 1


def _save_head(project: Project, number: int) -> bool:
    """Replace the first line, and return whether something arrived at the same moment."""
    path = project.memory / "auth.md"

    def plan() -> Plan:
        text = path.read_text()
        after = f"head {number}\n" + text.split("\n", 1)[1]
        return writing("save", AUTH, text, after, counting=True)

    applied = journal.update(project, plan)
    return bool(applied and applied.late.paths)

"""`memtui history` and `memtui undo`."""

import os
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from memtui.core.plan import Change, creating, writing
from memtui.errors import StoreError
from memtui.store import journal, outside, records
from memtui.store.journal import Writer
from memtui.store.processes import Process
from memtui.store.project import Project
from tests.cli.conftest import Run
from tests.cli.samples import AUTH, GOTCHAS, STORE
from tests.conftest import MakeStore
from tests.store.trees import tree

PATH = ".automaker/memory/auth.md"
NOON = Writer(clock=lambda: datetime(2026, 3, 1, 12, 0, 30, tzinfo=UTC), pause=lambda _: None)
GONE = Process(999999999)


@pytest.fixture
def project(store: MakeStore, monkeypatch: pytest.MonkeyPatch) -> Project:
    made = store(STORE)
    monkeypatch.chdir(made.root)
    return made


@pytest.fixture
def _in_kathmandu(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Asia/Kathmandu")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def _text(project: Project, name: str = "auth.md") -> str:
    return (project.memory / name).read_text()


def _interrupt(project: Project, process: Process = GONE) -> None:
    """Leave a change of two files as a killed process leaves it after the first."""
    changes = (Change("x.md", None, b"1"), Change("y.md", None, b"2"))
    journal.apply(project, replace(creating("w", "x.md", "1"), what="both", changes=changes), NOON)
    (record,) = records.read(project)
    records.file(project, record).unlink()
    records.write(project, replace(record, process=process, state="begun"), ())
    (project.root / "y.md").unlink()


# -- history


def test_a_project_without_changes_says_so(memtui: Run, project: Project) -> None:
    assert memtui("history").out == "no changes yet\n"
    assert memtui("history", "--json").json == {"changes": []}


@pytest.mark.usefixtures("_in_kathmandu")
def test_the_history_is_a_table_newest_first_in_local_time(memtui: Run, project: Project) -> None:
    journal.apply(project, writing("set tags of auth.md", PATH, AUTH, AUTH + "x"), NOON)
    many = tuple(Change(f"{number}.md", None, b"x") for number in range(5))
    journal.apply(project, replace(creating("retag", "x.md", "x"), changes=many), NOON)
    (project.memory / "auth.md").write_text("y")
    outside.note_since(project, NOON.clock())
    memtui("undo")
    assert memtui("history").out.splitlines() == [
        "2026-03-01 17:45  outside  auth.md changed",
        "2026-03-01 17:45  memtui   retag: 0.md, 1.md, 2.md and 2 more (taken back)",
        "2026-03-01 17:45  memtui   set tags of auth.md",
    ]


def test_the_history_as_json(memtui: Run, project: Project) -> None:
    journal.apply(project, writing("set tags of auth.md", PATH, AUTH, AUTH + "x"), NOON)
    (project.memory / "auth.md").write_text("y")
    theirs, mine = memtui("history", "--json").json["changes"]
    assert mine == {
        "id": "000001",
        "when": "2026-03-01T12:00:30+00:00",
        "what": "set tags of auth.md",
        "paths": [PATH],
        "by": "memtui",
        "undone": False,
    }
    assert (theirs["by"], theirs["paths"], theirs["undone"]) == ("outside", [PATH], False)
    (project.memory / "auth.md").write_text(AUTH + "x")
    assert memtui("undo").code == 0
    steps = memtui("history", "--json").json["changes"]
    assert [(step["by"], step["undone"]) for step in steps] == [
        ("outside", False),
        ("outside", False),
        ("memtui", True),
    ]


def test_the_history_tells_what_was_interrupted_and_how_it_ended(
    memtui: Run, project: Project
) -> None:
    _interrupt(project)
    (project.memory / ".memtui-999999999-ab.tmp").write_text("half")
    result = memtui("history", "--json")
    assert result.err == "memtui: “both” was interrupted; finished: y.md\n"
    (step,) = result.json["changes"]
    assert (step["what"], step["undone"]) == ("both (interrupted, finished later)", False)
    assert "both: x.md, y.md (interrupted, finished later)" in memtui("history").out
    assert (project.root / "y.md").read_text() == "2"
    assert not list(project.memory.glob(".*"))


def test_a_plan_that_another_process_is_carrying_out_is_not_complete_yet(
    memtui: Run, project: Project
) -> None:
    _interrupt(project, Process(os.getppid()))
    before = tree(project.root)
    result = memtui("history")
    assert "both: x.md, y.md (not complete yet)" in result.out
    assert (result.err, tree(project.root)) == ("", before)


def test_what_others_wrote_between_two_commands_stands_between_them(
    memtui: Run, project: Project
) -> None:
    assert memtui("set", "auth", "importance", "0.7").code == 0
    with (project.memory / "auth.md").open("a") as file:
        file.write("\n### Learned by an agent\n")
    assert memtui("count", "auth", "loaded").code == 0
    assert memtui("set", "auth", "importance", "0.6").code == 0
    assert memtui("count", "auth", "loaded").code == 0
    (project.memory / "auth.md").write_text(_text(project).replace("loaded: 1", "loaded: 2", 1))
    (project.memory / "gotchas.md").write_text("of a file that no step names, nothing is known")
    steps = memtui("history", "--json").json["changes"]
    assert [(step["by"], step["what"], step["paths"]) for step in steps] == [
        ("memtui", "set importance of auth.md", [PATH]),
        ("outside", "auth.md changed", [PATH]),
        ("memtui", "set importance of auth.md", [PATH]),
    ]
    before, theirs, after = records.read(project)
    assert before.changes[0].after == theirs.changes[0].before
    assert theirs.changes[0].after == after.changes[0].before


def test_a_state_folder_that_takes_no_note_still_tells_the_history(
    memtui: Run, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert memtui("set", "auth", "importance", "0.7").code == 0
    (project.memory / "auth.md").write_text("theirs")

    def refuse(*_: object) -> None:
        raise StoreError("no room")

    monkeypatch.setattr(records, "write", refuse)
    result = memtui("history")
    assert (result.code, result.err) == (0, "memtui: no room\n")
    assert "set importance of auth.md" in result.out


def test_counting_is_not_in_the_history(memtui: Run, project: Project) -> None:
    memtui("count", "auth", "loaded")
    assert memtui("history", "--json").json == {"changes": []}


@pytest.mark.parametrize("command", ["history", "undo"])
def test_outside_of_a_project_the_command_cannot_run(
    memtui: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: object, command: str
) -> None:
    monkeypatch.chdir(str(tmp_path))
    result = memtui(command)
    assert (result.code, result.out) == (2, "")


# -- undo


def test_undo_takes_back_the_last_change_and_says_which(memtui: Run, project: Project) -> None:
    before = tree(project.root)
    memtui("set", "auth", "importance", "0.7")
    memtui("learn", "gotchas", "Read it first", "--type", "gotcha")
    result = memtui("undo")
    assert result.code == 0
    assert result.out.splitlines()[:2] == [
        "taken back: add a learning to gotchas.md",
        "  .automaker/memory/gotchas.md",
    ]
    assert _text(project, "gotchas.md") == GOTCHAS
    assert memtui("undo", "--project", project.root).code == 0
    assert tree(project.root) == before
    result = memtui("undo")
    assert (result.code, result.out, result.err) == (1, "", "memtui: nothing to take back\n")


def test_undo_takes_back_a_whole_store(
    memtui: Run, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(str(tmp_path))
    assert memtui("init").code == 0
    assert memtui("undo").code == 0
    assert memtui("history").code == 2
    shown = memtui("history", "--project", tmp_path).out
    assert shown.rstrip().endswith("(taken back)")


def test_undo_keeps_what_was_counted_since(memtui: Run, project: Project) -> None:
    memtui("set", "auth", "importance", "0.7")
    memtui("count", "auth", "loaded")
    assert memtui("undo").code == 0
    assert _text(project) == AUTH.replace("loaded: 12", "loaded: 13")


def test_undo_that_would_need_a_merge_changes_nothing(memtui: Run, project: Project) -> None:
    memtui("set", "auth", "importance", "0.7")
    (project.memory / "auth.md").write_text(_text(project) + "\nmore\n")
    before, history = tree(project.root), memtui("history", "--json").json
    result = memtui("undo")
    assert (result.code, result.out) == (1, "")
    assert result.err.count("\n") == 1
    assert "auth.md: changed since “set importance of auth.md”" in result.err
    assert "nothing was written" in result.err
    assert tree(project.root) == before
    assert memtui("history", "--json").json == history


def test_undo_that_the_disk_refuses_could_not_run(memtui: Run, project: Project) -> None:
    memtui("set", "auth", "importance", "0.7")
    (project.memory / "auth.md").chmod(0o444)
    result = memtui("undo")
    assert (result.code, result.out) == (2, "")
    assert "auth.md: read-only" in result.err


# -- interrupted changes


@pytest.mark.parametrize(
    "words",
    [
        ("set", "auth", "importance", "0.7"),
        ("learn", "gotchas", "Read it first", "--type", "gotcha"),
        ("count", "auth", "loaded"),
        ("init", "--type", "web"),
        ("undo",),
    ],
)
def test_a_command_that_writes_puts_right_what_was_interrupted_and_says_so(
    memtui: Run, project: Project, words: tuple[str, ...]
) -> None:
    _interrupt(project)
    result = memtui(*words)
    assert result.code == 0
    assert "memtui: “both” was interrupted; finished: y.md\n" in result.err
    assert (project.root / "y.md").exists() == (words != ("undo",))


@pytest.mark.parametrize(
    "words", [("preview", "--title", "x"), ("init", "--dry-run"), ("entries", "auth")]
)
def test_a_command_that_only_reads_puts_nothing_right(
    memtui: Run, project: Project, words: tuple[str, ...]
) -> None:
    _interrupt(project)
    before = tree(project.root)
    assert memtui(*words).code == 0
    assert tree(project.root) == before

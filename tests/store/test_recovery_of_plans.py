"""What the next start makes of a plan that was interrupted."""

import os
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memtui.core.automaker import forecast
from memtui.core.plan import Change, Plan
from memtui.errors import StoreError
from memtui.store import history, journal, records, recovering, undo
from memtui.store.disk import Rights
from memtui.store.files import clean
from memtui.store.journal import Writer
from memtui.store.own import digest
from memtui.store.processes import Process, this
from memtui.store.project import Project
from memtui.store.records import Record, RecordedChange
from memtui.store.recovering import finish
from memtui.store.session import Session
from memtui.store.trimming import trim
from memtui.store.versions import Versions
from tests.conftest import MakeStore
from tests.store.trees import tree

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
QUICK = Writer(clock=lambda: NOON, pause=lambda _: None)
GONE = Process(999999999)
FILES = ("a.md", "b.md", "c.md", "d.md")


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (journal, recovering):
        monkeypatch.setattr(module, "COMMAND_SECONDS", 0.0)


@pytest.fixture
def project(store: MakeStore) -> Project:
    return store({name: f"{name}\nold\n" for name in FILES})


def _plan(project: Project, names: Sequence[str] = FILES) -> Plan:
    changes = [
        Change(project.memory_path(name), f"{name}\nold\n".encode(), f"{name}\nnew\n".encode())
        for name in names
    ]
    return Plan("four files", tuple(changes))


def _interrupt(
    project: Project, plan: Plan, done: int, process: Process = GONE, folders: tuple[str, ...] = ()
) -> Record:
    """Leave a plan as a process that was killed after some files leaves it."""

    def name(data: bytes | None) -> str | None:
        return None if data is None else digest(data)

    changes = tuple(RecordedChange(c.path, name(c.before), name(c.after)) for c in plan.changes)
    root = str(project.root)
    record = Record("", NOON, plan.what, "memtui", process, root, changes, folders)
    both = (data for c in plan.changes for data in (c.before, c.after) if data is not None)
    record = records.write(project, record, both)
    for change in plan.changes[:done]:
        path = project.root / change.path
        if change.after is None:
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(change.after)
    return record


def _texts(project: Project) -> dict[str, str]:
    return {path.name: path.read_text().split("\n")[1] for path in project.memory.iterdir()}


def _states(project: Project) -> list[str]:
    return [record.state for record in records.read(project)]


def _lose(project: Project, data: bytes) -> None:
    (records.folders(project)[1] / digest(data)).unlink()


# -- nobody has changed the files


def test_nothing_interrupted_is_nothing_to_tell(project: Project) -> None:
    assert finish(project, QUICK) == ()
    journal.apply(project, _plan(project), QUICK)
    assert finish(project, QUICK) == ()


@pytest.mark.parametrize("done", [1, 2, 3])
def test_a_plan_that_was_begun_is_finished(project: Project, done: int) -> None:
    record = _interrupt(project, _plan(project), done)
    (found,) = finish(project, QUICK)
    assert set(_texts(project).values()) == {"new"}
    assert (found.id, found.outcome, found.changed) == (record.id, "finished", ())
    assert len(found.paths) == 4 - done
    assert found.line.startswith("“four files” was interrupted; finished: ")
    (step,) = history.read(project)
    assert (step.undone, step.note) == (False, "interrupted, finished later")
    assert finish(project, QUICK) == ()


def test_a_plan_of_which_nothing_was_written_is_dropped(project: Project) -> None:
    _interrupt(project, _plan(project), 0)
    (found,) = finish(project, QUICK)
    assert set(_texts(project).values()) == {"old"}
    assert (found.outcome, found.paths) == ("taken back", ())
    assert found.line == "“four files” was interrupted; nothing of it was written"
    assert [step.undone for step in history.read(project)] == [True]


def test_a_plan_that_was_complete_is_marked_so(project: Project) -> None:
    _interrupt(project, _plan(project), 4)
    (found,) = finish(project, QUICK)
    assert (found.outcome, found.paths) == ("finished", ())
    assert _states(project) == ["done"]
    assert isinstance(undo.last(project, QUICK), undo.TakenBack)
    assert set(_texts(project).values()) == {"old"}


def test_a_plan_whose_new_bytes_are_lost_is_taken_back(project: Project) -> None:
    _interrupt(project, _plan(project), 2)
    _lose(project, b"c.md\nnew\n")
    (found,) = finish(project, QUICK)
    assert set(_texts(project).values()) == {"old"}
    assert found.outcome == "taken back"
    assert found.line == "“four files” was interrupted; taken back: every file is as before"
    assert _states(project) == ["rolled-back"]


def test_a_plan_whose_bytes_are_lost_on_both_sides_is_left_and_told(project: Project) -> None:
    _interrupt(project, _plan(project), 2)
    _lose(project, b"c.md\nnew\n")
    _lose(project, b"b.md\nold\n")
    before = tree(project.root)
    (found,) = finish(project, QUICK)
    assert found.outcome == "unreconciled"
    assert "its journal is damaged" in found.line
    assert tree(project.root) == before
    (step,) = history.read(project)
    assert "left half done" in step.note


def test_a_plan_that_cannot_be_finished_is_taken_back(project: Project) -> None:
    _interrupt(project, _plan(project), 2)
    (project.memory / "d.md").chmod(0o444)
    (found,) = finish(project, QUICK)
    assert found.outcome == "taken back"
    assert set(_texts(project).values()) == {"old"}


def test_while_the_disk_refuses_everything_the_plan_waits_for_the_next_start(
    project: Project,
) -> None:
    _interrupt(project, _plan(project), 2)
    project.memory.chmod(0o555)
    try:
        (found,) = finish(project, QUICK)
        assert found.outcome == "waiting"
        assert "cannot be put right yet" in found.line
        assert "read-only" in found.line
        assert _states(project) == ["begun"]
    finally:
        project.memory.chmod(0o755)
    assert finish(project, QUICK)[0].outcome == "finished"


def test_folders_that_a_taken_back_plan_made_go(project: Project) -> None:
    plan = Plan("new", (Change("x/y/n.md", None, b"1"), Change("z/n.md", None, b"2")))
    _interrupt(project, plan, 1, folders=("x", "x/y", "z"))
    (project.root / "z").mkdir()
    _lose(project, b"2")
    assert finish(project, QUICK)[0].outcome == "taken back"
    assert not (project.root / "x").exists()
    assert not (project.root / "z").exists()


def test_what_the_interrupted_process_left_in_its_folders_goes(project: Project) -> None:
    plan = Plan("new", (Change("x/n.md", None, b"1"), Change("x/m.md", None, b"2")))
    (project.root / "x").mkdir()
    # The number may be another process's by then.
    process = Process(os.getppid(), "long ago")
    _interrupt(project, plan, 1, process)
    (project.root / "x" / f".memtui-{process.number}-ab.tmp").write_text("half")
    assert finish(project, QUICK)[0].outcome == "finished"
    assert {path.name for path in (project.root / "x").iterdir()} == {"m.md", "n.md"}


def test_taking_back_a_deletion_that_was_interrupted_gives_mode_and_link(
    project: Project,
) -> None:
    plan = _plan(project, ["a.md", "b.md"])
    (project.memory / "link.md").symlink_to("c.md")
    (project.memory / "d.md").chmod(0o604)
    link = Change(project.memory_path("link.md"), b"c.md\nold\n", None)
    gone = Change(project.memory_path("d.md"), b"d.md\nold\n", None)
    before = tree(project.root)
    record = _interrupt(project, Plan("w", (link, gone, *plan.changes)), 2)
    # As the journal records them.
    path = records.file(project, record)
    user, group = os.getuid(), os.getgid()
    link_record, gone_record, *others = record.changes
    changes = (
        replace(link_record, link="c.md"),
        replace(gone_record, mode=0o604, user=user, group=group),
        *others,
    )
    path.unlink()
    records.write(project, replace(record, changes=changes), ())
    _lose(project, b"b.md\nnew\n")
    assert finish(project, QUICK)[0].outcome == "taken back"
    assert tree(project.root) == before


def test_finishing_an_interrupted_undo_gives_the_modes_back(project: Project) -> None:
    (project.memory / "a.md").chmod(0o604)
    (project.memory / "b.md").chmod(0o640)
    before = tree(project.root)
    names = ("a.md", "b.md")
    gone = [Change(project.memory_path(n), f"{n}\nold\n".encode(), None) for n in names]
    journal.apply(project, Plan("delete", tuple(gone)), QUICK)
    assert isinstance(undo.last(project, QUICK), undo.TakenBack)
    (record,) = [record for record in records.read(project) if record.undoes]
    records.file(project, record).unlink()
    records.write(project, replace(record, process=GONE, state="begun"), ())
    (project.memory / "a.md").unlink()
    assert finish(project, QUICK)[0].outcome == "finished"
    assert tree(project.root) == before
    assert record.changes[0].kept.rights == Rights(0o640, os.getuid(), os.getgid())


# -- whose plan it is


def test_the_plan_of_a_living_process_is_left_alone(project: Project) -> None:
    parent = Process(os.getppid())
    assert parent.lives
    _interrupt(project, _plan(project), 2, parent)
    before = tree(project.root)
    assert finish(project, QUICK) == ()
    assert tree(project.root) == before
    assert _states(project) == ["begun"]


def test_another_process_with_the_same_number_is_not_taken_for_the_owner(
    project: Project,
) -> None:
    _interrupt(project, _plan(project), 2, Process(os.getppid(), "another time"))
    assert finish(project, QUICK)[0].outcome == "finished"


def test_what_this_process_could_not_put_back_is_put_right(project: Project) -> None:
    _interrupt(project, _plan(project), 2, this())
    assert finish(project, QUICK)[0].outcome == "finished"


def test_several_interrupted_plans_are_put_right_the_newest_first(project: Project) -> None:
    _interrupt(project, _plan(project, FILES[:2]), 1)
    _interrupt(project, _plan(project, FILES[2:]), 1)
    found = finish(project, QUICK)
    assert [one.id for one in found] == ["000002", "000001"]
    assert set(_texts(project).values()) == {"new"}


# -- somebody has changed the files since


def _foreign(project: Project, name: str, text: str = "theirs\n") -> Path:
    path = project.memory / name
    path.write_text(text)
    return path


def test_a_file_that_changed_after_the_plan_wrote_it_stays_and_the_others_are_finished(
    project: Project,
) -> None:
    _interrupt(project, _plan(project), 3)
    path = _foreign(project, "b.md")
    (found,) = finish(project, QUICK)
    assert found.outcome == "finished"
    assert path.read_text() == "theirs\n"
    assert (project.memory / "d.md").read_text() == "d.md\nnew\n"
    assert found.changed == (
        Versions(project.memory_path("b.md"), b"b.md\nold\n", b"b.md\nnew\n", b"theirs\n"),
    )
    assert "b.md changed since and stays" in found.line


def test_a_file_that_changed_before_the_plan_came_to_it_stays_and_the_others_are_taken_back(
    project: Project,
) -> None:
    _interrupt(project, _plan(project), 1)
    path = _foreign(project, "c.md")
    (found,) = finish(project, QUICK)
    assert found.outcome == "taken back"
    assert path.read_text() == "theirs\n"
    assert (project.memory / "a.md").read_text() == "a.md\nold\n"
    assert [file.path for file in found.changed] == [project.memory_path("c.md")]


@pytest.mark.parametrize(
    ("theirs", "outcome"),
    [
        ("b.md\nnew\nappended\n", "finished"),
        ("b.md\nold\nappended\n", "taken back"),
        ("b.md\nold\nnew\n", "unreconciled"),
        ("something else\n", "unreconciled"),
        ("", "unreconciled"),
    ],
)
def test_the_lines_of_a_changed_file_tell_whether_the_plan_had_written_it(
    project: Project, theirs: str, outcome: str
) -> None:
    # The plan wrote a.md and was about to write b.md, or had just done so.
    _interrupt(project, _plan(project), 1)
    path = _foreign(project, "b.md", theirs)
    (found,) = finish(project, QUICK)
    assert found.outcome == outcome
    assert path.read_text() == theirs
    rest = {"finished": "new", "taken back": "old"}.get(outcome)
    others = [(project.memory / name).read_text() for name in ("a.md", "c.md", "d.md")]
    if rest:
        assert all(rest in text for text in others)
    else:
        assert ["new" in text for text in others] == [True, False, False]


@pytest.mark.parametrize(
    ("base", "mine", "theirs", "side"),
    [
        (b"a\n", b"a\nb\n", b"a\nc\n", "old"),
        (b"a\n", b"a\nb\n", b"a\nb\nc\n", "new"),
        (b"a\nb\n", b"a\n", b"a\nc\n", "new"),
        (b"a\nb\n", b"a\n", b"a\nb\nc\n", "old"),
        (None, b"a\n", b"a\nb\n", "new"),
        (None, b"a\n", b"b\n", None),
        (b"a\n", None, b"a\nb\n", "old"),
        (b"a\n", None, b"b\n", None),
        (b"a\nb\n", b"a\nc\n", b"a\n", None),
    ],
)
def test_the_side_of_a_file_shows_in_the_lines_that_make_the_difference(
    base: bytes | None, mine: bytes | None, theirs: bytes, side: str | None
) -> None:
    assert recovering._side_by_lines(Versions("x", base, mine, theirs)) == side


def _block(tags: str, loaded: int) -> str:
    return (
        f"---\ntags: [{tags}]\nsummary: S\nrelevantTo: []\nimportance: 0.5\nrelatedFiles: []\n"
        f"usageStats:\n  loaded: {loaded}\n  referenced: 0\n  successfulFeatures: 0\n---\n# T\n"
    )


@pytest.mark.parametrize("lost", [False, True])
def test_counting_meanwhile_hinders_nothing_and_stays(project: Project, *, lost: bool) -> None:
    for name in FILES:
        (project.memory / name).write_text(_block("old", 0))
    before, after = _block("old", 0).encode(), _block("new", 0).encode()
    plan = [Change(project.memory_path(name), before, after) for name in FILES]
    extra = Change("z.md", None, b"z")
    _interrupt(project, Plan("retag", (*plan, extra)), 2)
    # An agent loads a file that was written and one that was not.
    (project.memory / "b.md").write_text(forecast(_block("new", 0)))
    (project.memory / "c.md").write_text(forecast(_block("old", 0), 2))
    if lost:
        _lose(project, b"z")
    (found,) = finish(project, QUICK)
    assert (found.outcome, found.changed) == ("taken back" if lost else "finished", ())
    tag = "old" if lost else "new"
    counts = [(name, int(name == "b.md") + 2 * (name == "c.md")) for name in FILES]
    texts = {name: (project.memory / name).read_text() for name in FILES}
    assert texts == {name: _block(tag, count) for name, count in counts}


def test_what_cannot_be_reconciled_is_told_and_every_version_is_kept(project: Project) -> None:
    _interrupt(project, _plan(project), 1)
    _foreign(project, "b.md")
    (found,) = finish(project, QUICK)
    assert "b.md changed since, so it was left as it is" in found.line
    outside, step = history.read(project)
    assert "left half done" in step.note
    assert (outside.by, outside.paths) == ("outside", (project.memory_path("b.md"),))
    names = [n for r in records.read(project) for c in r.changes for n in (c.before, c.after) if n]
    kept = {records.blob(project, name) for name in names}
    assert {b"b.md\nold\n", b"b.md\nnew\n", b"theirs\n"} <= kept
    # It is told once; the history goes on telling it.
    assert finish(project, QUICK) == ()


def test_what_was_left_half_done_can_be_taken_back_once_the_file_is_decided(
    project: Project,
) -> None:
    _interrupt(project, _plan(project), 1)
    _foreign(project, "b.md")
    finish(project, QUICK)
    result = undo.last(project, QUICK)
    assert isinstance(result, undo.ChangedSince)
    assert [file.path for file in result.files] == [project.memory_path("b.md")]
    decided = Change(project.memory_path("b.md"), b"theirs\n", b"b.md\nold\n")
    assert isinstance(undo.last(project, QUICK, undo.Merging([decided])), undo.TakenBack)
    assert set(_texts(project).values()) == {"old"}


def test_files_that_contradict_each_other_are_left(project: Project) -> None:
    _interrupt(project, _plan(project), 2)
    _foreign(project, "a.md", "a.md\nold\nappended\n")
    _foreign(project, "d.md", "d.md\nnew\nappended\n")
    (project.memory / "b.md").write_text("b.md\nold\n")
    (project.memory / "c.md").write_text("c.md\nnew\n")
    before = tree(project.root)
    assert finish(project, QUICK)[0].outcome == "unreconciled"
    assert tree(project.root) == before


def test_a_link_that_leads_out_of_the_project_since_is_left(
    project: Project, tmp_path: Path
) -> None:
    _interrupt(project, _plan(project), 2)
    (tmp_path / "outside.md").write_text("b.md\nnew\n")
    (project.memory / "a.md").unlink()
    (project.memory / "a.md").symlink_to(tmp_path / "outside.md")
    (found,) = finish(project, QUICK)
    assert (found.outcome, found.changed) == ("finished", ())
    assert (tmp_path / "outside.md").read_text() == "b.md\nnew\n"


def test_a_folder_in_place_of_a_file_is_left(project: Project) -> None:
    _interrupt(project, _plan(project), 2)
    (project.memory / "a.md").unlink()
    (project.memory / "a.md").mkdir()
    (found,) = finish(project, QUICK)
    assert found.outcome == "finished"
    assert (found.changed, "a.md changed since" in found.line) == ((), True)
    assert (project.memory / "a.md").is_dir()
    assert (project.memory / "d.md").read_text() == "d.md\nnew\n"


def test_a_file_that_memtui_changed_later_is_no_matter_of_the_plan(project: Project) -> None:
    _interrupt(project, _plan(project), 2)
    later = Change(project.memory_path("a.md"), b"a.md\nnew\n", b"a.md\nlater\n")
    journal.apply(project, Plan("later", (later,)), QUICK)
    (found,) = finish(project, QUICK)
    assert (found.outcome, found.changed) == ("finished", ())
    assert _texts(project) == {"a.md": "later", "b.md": "new", "c.md": "new", "d.md": "new"}


@pytest.mark.parametrize("content", ["half a rec", '{"version": 99}', "[]"])
def test_a_record_that_cannot_be_read_is_told_and_keeps_nobody_from_working(
    project: Project, content: str
) -> None:
    record = _interrupt(project, _plan(project), 2)
    records.file(project, record).write_text(content)
    before = tree(project.root)
    (found,) = finish(project, QUICK)
    assert found.outcome == "waiting"
    assert str(records.file(project, record)) in found.line
    assert tree(project.root) == before
    (project.memory / f".memtui-{GONE.number}-ab.tmp").write_text("half")
    clean(project)
    assert set(_texts(project)) == set(FILES)
    change = Change(project.memory_path("d.md"), b"d.md\nold\n", b"d.md\nmine\n")
    assert journal.apply(project, Plan("w", (change,)), QUICK).id == "000002"
    # What needs the record says so; its bytes are not thrown away.
    for read in (history.read, lambda where: trim(where, NOON)):
        with pytest.raises(StoreError, match="000001"):
            read(project)


# -- who asks for it


def test_the_editor_puts_right_cleans_and_trims_at_its_start(project: Project) -> None:
    _interrupt(project, _plan(project), 2)
    (project.memory / f".memtui-{GONE.number}-ab.tmp").write_text("half")
    (records.folders(project)[1] / digest(b"nobody's")).write_bytes(b"nobody's")
    (found,) = Session(project).tidy()
    assert found.outcome == "finished"
    assert set(_texts(project)) == set(FILES)
    assert not (records.folders(project)[1] / digest(b"nobody's")).exists()


def test_taking_back_puts_right_first(project: Project) -> None:
    _interrupt(project, _plan(project), 2)
    result = undo.last(project, QUICK)
    assert isinstance(result, undo.TakenBack)
    assert [found.outcome for found in result.recovered] == ["finished"]
    assert set(_texts(project).values()) == {"old"}

"""What the next start makes of a plan that was interrupted."""

import os
from dataclasses import replace

import pytest

from memtui.core.plan import Change, Plan
from memtui.errors import StoreError
from memtui.store import history, journal, records, undo
from memtui.store.disk import Rights
from memtui.store.files import clean
from memtui.store.own import digest
from memtui.store.processes import Process, this
from memtui.store.project import Project
from memtui.store.recovering import finish
from memtui.store.session import Session
from memtui.store.trimming import trim
from tests.store.interrupting import (
    FILES,
    GONE,
    four_files,
    interrupt,
    lose,
    project,
    states_of,
    texts_of,
)
from tests.store.quick import NOON, QUICK, no_waiting
from tests.store.trees import tree

__all__ = ["no_waiting", "project"]


# -- nobody has changed the files


def test_nothing_interrupted_is_nothing_to_tell(project: Project) -> None:
    assert finish(project, QUICK) == ()
    journal.apply(project, four_files(project), QUICK)
    assert finish(project, QUICK) == ()


@pytest.mark.parametrize("done", [1, 2, 3])
def test_a_plan_that_was_begun_is_finished(project: Project, done: int) -> None:
    record = interrupt(project, four_files(project), done)
    (found,) = finish(project, QUICK)
    assert set(texts_of(project).values()) == {"new"}
    assert (found.id, found.outcome, found.changed) == (record.id, "finished", ())
    assert len(found.paths) == 4 - done
    assert found.line.startswith("“four files” was interrupted; finished: ")
    (step,) = history.read(project)
    assert (step.undone, step.note) == (False, "interrupted, finished later")
    assert finish(project, QUICK) == ()


def test_a_plan_of_which_nothing_was_written_is_dropped(project: Project) -> None:
    interrupt(project, four_files(project), 0)
    (found,) = finish(project, QUICK)
    assert set(texts_of(project).values()) == {"old"}
    assert (found.outcome, found.paths) == ("taken back", ())
    assert found.line == "“four files” was interrupted; nothing of it was written"
    assert [step.undone for step in history.read(project)] == [True]


def test_a_plan_that_was_complete_is_marked_so(project: Project) -> None:
    interrupt(project, four_files(project), 4)
    (found,) = finish(project, QUICK)
    assert (found.outcome, found.paths) == ("finished", ())
    assert states_of(project) == ["done"]
    assert isinstance(undo.last(project, QUICK), undo.TakenBack)
    assert set(texts_of(project).values()) == {"old"}


def test_a_plan_whose_new_bytes_are_lost_is_taken_back(project: Project) -> None:
    interrupt(project, four_files(project), 2)
    lose(project, b"c.md\nnew\n")
    (found,) = finish(project, QUICK)
    assert set(texts_of(project).values()) == {"old"}
    assert found.outcome == "taken back"
    assert found.line == "“four files” was interrupted; taken back: every file is as before"
    assert states_of(project) == ["rolled-back"]


def test_a_plan_whose_bytes_are_lost_on_both_sides_is_left_and_told(project: Project) -> None:
    interrupt(project, four_files(project), 2)
    lose(project, b"c.md\nnew\n")
    lose(project, b"b.md\nold\n")
    before = tree(project.root)
    (found,) = finish(project, QUICK)
    assert found.outcome == "unreconciled"
    assert "its journal is damaged" in found.line
    assert tree(project.root) == before
    (step,) = history.read(project)
    assert "left half done" in step.note


def test_a_plan_that_cannot_be_finished_is_taken_back(project: Project) -> None:
    interrupt(project, four_files(project), 2)
    (project.memory / "d.md").chmod(0o444)
    (found,) = finish(project, QUICK)
    assert found.outcome == "taken back"
    assert set(texts_of(project).values()) == {"old"}


def test_while_the_disk_refuses_everything_the_plan_waits_for_the_next_start(
    project: Project,
) -> None:
    interrupt(project, four_files(project), 2)
    project.memory.chmod(0o555)
    try:
        (found,) = finish(project, QUICK)
        assert found.outcome == "waiting"
        assert "cannot be put right yet" in found.line
        assert "read-only" in found.line
        assert states_of(project) == ["begun"]
    finally:
        project.memory.chmod(0o755)
    assert finish(project, QUICK)[0].outcome == "finished"


def test_folders_that_a_taken_back_plan_made_go(project: Project) -> None:
    plan = Plan("new", (Change("x/y/n.md", None, b"1"), Change("z/n.md", None, b"2")))
    interrupt(project, plan, 1, folders=("x", "x/y", "z"))
    (project.root / "z").mkdir()
    lose(project, b"2")
    assert finish(project, QUICK)[0].outcome == "taken back"
    assert not (project.root / "x").exists()
    assert not (project.root / "z").exists()


def test_what_the_interrupted_process_left_in_its_folders_goes(project: Project) -> None:
    plan = Plan("new", (Change("x/n.md", None, b"1"), Change("x/m.md", None, b"2")))
    (project.root / "x").mkdir()
    # The number may be another process's by then.
    process = Process(os.getppid(), "long ago")
    interrupt(project, plan, 1, process)
    (project.root / "x" / f".memtui-{process.number}-ab.tmp").write_text("half")
    assert finish(project, QUICK)[0].outcome == "finished"
    assert {path.name for path in (project.root / "x").iterdir()} == {"m.md", "n.md"}


def test_taking_back_a_deletion_that_was_interrupted_gives_mode_and_link(
    project: Project,
) -> None:
    plan = four_files(project, ["a.md", "b.md"])
    (project.memory / "link.md").symlink_to("c.md")
    (project.memory / "d.md").chmod(0o604)
    link = Change(project.memory_path("link.md"), b"c.md\nold\n", None)
    gone = Change(project.memory_path("d.md"), b"d.md\nold\n", None)
    before = tree(project.root)
    record = interrupt(project, Plan("w", (link, gone, *plan.changes)), 2)
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
    lose(project, b"b.md\nnew\n")
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


@pytest.mark.parametrize("content", ["half a rec", '{"version": 99}', "[]"])
def test_a_record_that_cannot_be_read_is_told_and_keeps_nobody_from_working(
    project: Project, content: str
) -> None:
    record = interrupt(project, four_files(project), 2)
    records.file(project, record).write_text(content)
    before = tree(project.root)
    (found,) = finish(project, QUICK)
    assert found.outcome == "waiting"
    assert str(records.file(project, record)) in found.line
    assert tree(project.root) == before
    (project.memory / f".memtui-{GONE.number}-ab.tmp").write_text("half")
    clean(project)
    assert set(texts_of(project)) == set(FILES)
    change = Change(project.memory_path("d.md"), b"d.md\nold\n", b"d.md\nmine\n")
    assert journal.apply(project, Plan("w", (change,)), QUICK).id == "000002"
    # What needs the record says so; its bytes are not thrown away.
    for read in (history.read, lambda where: trim(where, NOON)):
        with pytest.raises(StoreError, match="000001"):
            read(project)


# -- whose plan it is


def test_the_plan_of_a_living_process_is_left_alone(project: Project) -> None:
    parent = Process(os.getppid())
    assert parent.lives
    interrupt(project, four_files(project), 2, parent)
    before = tree(project.root)
    assert finish(project, QUICK) == ()
    assert tree(project.root) == before
    assert states_of(project) == ["begun"]


def test_another_process_with_the_same_number_is_not_taken_for_the_owner(
    project: Project,
) -> None:
    interrupt(project, four_files(project), 2, Process(os.getppid(), "another time"))
    assert finish(project, QUICK)[0].outcome == "finished"


def test_what_this_process_could_not_put_back_is_put_right(project: Project) -> None:
    interrupt(project, four_files(project), 2, this())
    assert finish(project, QUICK)[0].outcome == "finished"


def test_several_interrupted_plans_are_put_right_the_newest_first(project: Project) -> None:
    interrupt(project, four_files(project, FILES[:2]), 1)
    interrupt(project, four_files(project, FILES[2:]), 1)
    found = finish(project, QUICK)
    assert [one.id for one in found] == ["000002", "000001"]
    assert set(texts_of(project).values()) == {"new"}


# -- who asks for it


def test_the_editor_puts_right_cleans_and_trims_at_its_start(project: Project) -> None:
    interrupt(project, four_files(project), 2)
    (project.memory / f".memtui-{GONE.number}-ab.tmp").write_text("half")
    (records.folders(project)[1] / digest(b"nobody's")).write_bytes(b"nobody's")
    (found,) = Session(project).tidy()
    assert found.outcome == "finished"
    assert set(texts_of(project)) == set(FILES)
    assert not (records.folders(project)[1] / digest(b"nobody's")).exists()


def test_taking_back_puts_right_first(project: Project) -> None:
    interrupt(project, four_files(project), 2)
    result = undo.last(project, QUICK)
    assert isinstance(result, undo.TakenBack)
    assert [found.outcome for found in result.recovered] == ["finished"]
    assert set(texts_of(project).values()) == {"old"}

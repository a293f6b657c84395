"""What the next start makes of an interrupted plan whose files somebody has changed since."""

from pathlib import Path

import pytest

from memtui.core.automaker import forecast
from memtui.core.plan import Change, Plan
from memtui.store import history, journal, records, recovering, undo
from memtui.store.project import Project
from memtui.store.recovering import finish
from memtui.store.versions import Versions
from tests.store.interrupting import FILES, four_files, interrupt, lose, project, texts_of
from tests.store.quick import QUICK, no_waiting
from tests.store.trees import tree

__all__ = ["no_waiting", "project"]


def _foreign(project: Project, name: str, text: str = "theirs\n") -> Path:
    path = project.memory / name
    path.write_text(text)
    return path


def test_a_file_that_changed_after_the_plan_wrote_it_stays_and_the_others_are_finished(
    project: Project,
) -> None:
    interrupt(project, four_files(project), 3)
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
    interrupt(project, four_files(project), 1)
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
    interrupt(project, four_files(project), 1)
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
    interrupt(project, Plan("retag", (*plan, extra)), 2)
    # An agent loads a file that was written and one that was not.
    (project.memory / "b.md").write_text(forecast(_block("new", 0)))
    (project.memory / "c.md").write_text(forecast(_block("old", 0), 2))
    if lost:
        lose(project, b"z")
    (found,) = finish(project, QUICK)
    assert (found.outcome, found.changed) == ("taken back" if lost else "finished", ())
    tag = "old" if lost else "new"
    counts = [(name, int(name == "b.md") + 2 * (name == "c.md")) for name in FILES]
    texts = {name: (project.memory / name).read_text() for name in FILES}
    assert texts == {name: _block(tag, count) for name, count in counts}


def test_what_cannot_be_reconciled_is_told_and_every_version_is_kept(project: Project) -> None:
    interrupt(project, four_files(project), 1)
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
    interrupt(project, four_files(project), 1)
    _foreign(project, "b.md")
    finish(project, QUICK)
    result = undo.last(project, QUICK)
    assert isinstance(result, undo.ChangedSince)
    assert [file.path for file in result.files] == [project.memory_path("b.md")]
    decided = Change(project.memory_path("b.md"), b"theirs\n", b"b.md\nold\n")
    assert isinstance(undo.last(project, QUICK, undo.Merging([decided])), undo.TakenBack)
    assert set(texts_of(project).values()) == {"old"}


def test_files_that_contradict_each_other_are_left(project: Project) -> None:
    interrupt(project, four_files(project), 2)
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
    interrupt(project, four_files(project), 2)
    (tmp_path / "outside.md").write_text("b.md\nnew\n")
    (project.memory / "a.md").unlink()
    (project.memory / "a.md").symlink_to(tmp_path / "outside.md")
    (found,) = finish(project, QUICK)
    assert (found.outcome, found.changed) == ("finished", ())
    assert (tmp_path / "outside.md").read_text() == "b.md\nnew\n"


def test_a_folder_in_place_of_a_file_is_left(project: Project) -> None:
    interrupt(project, four_files(project), 2)
    (project.memory / "a.md").unlink()
    (project.memory / "a.md").mkdir()
    (found,) = finish(project, QUICK)
    assert found.outcome == "finished"
    assert (found.changed, "a.md changed since" in found.line) == ((), True)
    assert (project.memory / "a.md").is_dir()
    assert (project.memory / "d.md").read_text() == "d.md\nnew\n"


def test_a_file_that_memtui_changed_later_is_no_matter_of_the_plan(project: Project) -> None:
    interrupt(project, four_files(project), 2)
    later = Change(project.memory_path("a.md"), b"a.md\nnew\n", b"a.md\nlater\n")
    journal.apply(project, Plan("later", (later,)), QUICK)
    (found,) = finish(project, QUICK)
    assert (found.outcome, found.changed) == ("finished", ())
    assert texts_of(project) == {"a.md": "later", "b.md": "new", "c.md": "new", "d.md": "new"}

"""Taking back and doing again."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memtui.core.plan import Change, Plan, creating, deleting, writing
from memtui.errors import BadValue, StoreError
from memtui.store import history, journal, outside, records, recovering, undo
from memtui.store.journal import Writer
from memtui.store.project import Project
from memtui.store.steps import current
from memtui.store.undo import ChangedSince, Merging, TakenBack
from tests.conftest import MakeStore
from tests.store.trees import Tree, tree

AUTH = ".automaker/memory/auth.md"
LOGIN = ".automaker/memory/login.md"
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
QUICK = Writer(clock=lambda: NOON, pause=lambda _: None, patience=0)

HEAD = """---
tags: [{tags}]
summary: Auth
relevantTo: []
importance: 0.5
relatedFiles: []
usageStats:
  loaded: {loaded}
  referenced: 0
  successfulFeatures: 0
---
"""


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (journal, recovering):
        monkeypatch.setattr(module, "COMMAND_SECONDS", 0.0)


def _text(body: str = "# Auth\n", tags: str = "login", loaded: int = 0) -> str:
    return HEAD.format(tags=tags, loaded=loaded) + body


def _write(project: Project, path: str, before: str, after: str) -> None:
    journal.apply(project, writing(f"write {after}", path, before, after), QUICK)


def _undo(project: Project, merging: Merging = undo.NONE) -> TakenBack:
    result = undo.last(project, QUICK, merging)
    assert isinstance(result, TakenBack)
    return result


def _redo(project: Project) -> TakenBack:
    result = undo.redo(project, QUICK)
    assert isinstance(result, TakenBack)
    return result


def _undone(project: Project) -> list[tuple[str, bool]]:
    return [(step.what, step.undone) for step in history.read(project)]


# -- bytes and modes


def _many(project: Project) -> Plan:
    (project.memory / "old.md").write_bytes(b"old\r\nno end")
    (project.memory / "old.md").chmod(0o604)
    (project.memory / "auth.md").write_bytes(b"\xef\xbb\xbf1")
    (project.memory / "auth.md").chmod(0o640)
    (project.memory / "link.md").symlink_to("auth.md")
    memory = project.memory_path
    return Plan(
        "everything",
        (
            Change("memory/topics/new.md", None, b"new"),
            Change(memory("auth.md"), b"\xef\xbb\xbf1", b"2"),
            Change(memory("old.md"), b"old\r\nno end", None),
        ),
    )


def _deleted_link(project: Project) -> Plan:
    (project.memory / "auth.md").write_bytes(b"1")
    (project.memory / "link.md").symlink_to("auth.md")
    return deleting("a link", ((project.memory_path("link.md"), b"1"),))


def _written_link(project: Project) -> Plan:
    (project.root / "docs.md").write_text("1")
    (project.memory / "auth.md").symlink_to("../../docs.md")
    return writing("through a link", AUTH, "1", "2")


def _renamed_in_case(project: Project) -> Plan:
    (project.memory / "auth.md").write_bytes(b"1")
    changes = (Change(project.memory_path("Auth.md"), None, b"1"), Change(AUTH, b"1", None))
    return Plan("rename", changes)


@pytest.mark.parametrize("make", [_many, _deleted_link, _written_link, _renamed_in_case])
def test_taking_back_and_doing_again_give_identical_bytes_modes_and_links(
    store: MakeStore, make: Callable[[Project], Plan]
) -> None:
    project = store()
    plan = make(project)
    before = tree(project.root)
    journal.apply(project, plan, QUICK)
    after = tree(project.root)
    assert before != after
    for _ in range(2):
        taken = _undo(project)
        assert (taken.what, taken.again) == (plan.what, False)
        assert tree(project.root) == before
        again = _redo(project)
        assert (again.id, again.what, again.again) == (taken.id, plan.what, True)
        assert tree(project.root) == after


def test_a_new_file_that_comes_again_has_the_mode_it_had(store: MakeStore) -> None:
    project = store()
    journal.apply(project, creating("new", AUTH, "x"), QUICK)
    (project.memory / "auth.md").chmod(0o666)
    after = tree(project.root)
    _undo(project)
    _redo(project)
    assert tree(project.root) == after


def test_the_owner_of_a_file_that_comes_back_is_the_same(store: MakeStore) -> None:
    project = store({"auth.md": "x"})
    path = project.memory / "auth.md"
    try:
        os.chown(path, 1234, 2345)
    except PermissionError:
        pytest.skip("only a superuser can give files away")
    journal.apply(project, deleting("delete", ((AUTH, b"x"),)), QUICK)
    _undo(project)
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 2345)


def test_folders_that_a_change_made_go_with_it_unless_something_else_lies_there(
    tmp_path: Path,
) -> None:
    project = Project(tmp_path.resolve())
    journal.apply(project, creating("new", AUTH, "x"), QUICK)
    journal.apply(project, creating("table", "memory/INDEX.md", "x"), QUICK)
    (project.root / "memory" / "mine.txt").write_text("mine")
    _undo(project)
    _undo(project)
    assert tree(project.root).keys() == {"memory", "memory/mine.txt"}


def test_a_deleted_file_comes_back_although_its_folder_is_gone(store: MakeStore) -> None:
    project = store({"auth.md": "x"})
    before = tree(project.root)
    journal.apply(project, deleting("delete", ((AUTH, b"x"),)), QUICK)
    project.memory.rmdir()
    _undo(project)
    assert tree(project.root) == before


# -- which change comes next


def test_the_last_changes_are_taken_back_one_by_one_and_done_again(store: MakeStore) -> None:
    project = store({"auth.md": "1", "login.md": "x"})
    _write(project, AUTH, "1", "2")
    _write(project, LOGIN, "x", "y")
    _write(project, AUTH, "2", "3")
    path = project.memory / "auth.md"
    assert _undo(project).what == "write 3"
    assert _undo(project).what == "write y"
    assert path.read_text() == "2"
    assert _redo(project).what == "write y"
    assert _undone(project) == [("write 3", True), ("write y", False), ("write 2", False)]
    assert _undo(project).what == "write y"
    assert _undo(project).what == "write 2"
    assert undo.last(project, QUICK) is None
    assert [_redo(project).what for _ in range(3)] == ["write 2", "write y", "write 3"]
    assert undo.redo(project, QUICK) is None
    assert path.read_text() == "3"
    assert [undone for _, undone in _undone(project)] == [False] * 3


def test_what_comes_next_is_known_before(store: MakeStore) -> None:
    project = store({"auth.md": "1"})
    assert undo.standing(project) == undo.Standing()
    _write(project, AUTH, "1", "2")
    _write(project, AUTH, "2", "3")
    standing = undo.standing(project)
    assert (standing.depth, standing.again) == (2, None)
    assert standing.back == undo.Next("000002", NOON, "write 3", (AUTH,))
    _undo(project)
    _undo(project)
    _redo(project)
    standing = undo.standing(project)
    assert standing.depth == 1
    assert standing.back == undo.Next("000001", NOON, "write 2", (AUTH,))
    assert standing.again == undo.Next("000002", NOON, "write 3", (AUTH,))


def test_so_many_changes_are_counted_and_no_more(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(undo, "MOST_COUNTED", 2)
    project = store({"auth.md": "1"})
    for number in range(1, 5):
        _write(project, AUTH, str(number), str(number + 1))
    assert undo.standing(project).depth == 2


def test_after_a_new_change_nothing_is_done_again(store: MakeStore) -> None:
    project = store({"auth.md": "1", "login.md": "x"})
    _write(project, AUTH, "1", "2")
    _undo(project)
    _write(project, LOGIN, "x", "y")
    assert undo.redo(project, QUICK) is None
    assert _undo(project).what == "write y"
    assert _redo(project).what == "write y"
    assert undo.redo(project, QUICK) is None


def test_a_certain_change_is_taken_back_and_done_again(store: MakeStore) -> None:
    project = store({"auth.md": "1", "login.md": "x"})
    _write(project, AUTH, "1", "2")
    _write(project, LOGIN, "x", "y")
    first = history.read(project)[1]
    assert isinstance(undo.take_back(project, first.id, QUICK), TakenBack)
    assert _undone(project) == [("write y", False), ("write 2", True)]
    with pytest.raises(BadValue, match="taken back already"):
        undo.take_back(project, first.id, QUICK)
    with pytest.raises(BadValue, match="not in the history"):
        undo.take_back(project, "000099", QUICK)
    assert _redo(project).what == "write 2"
    # What was done last is taken back first.
    assert [_undo(project).what, _undo(project).what] == ["write 2", "write y"]


def test_counting_is_not_taken_back_and_stays(store: MakeStore) -> None:
    project = store({"auth.md": _text()})
    _write(project, AUTH, _text(), _text(tags="oauth"))
    counted = writing("c", AUTH, _text(tags="oauth"), _text(tags="oauth", loaded=1), counting=True)
    journal.apply(project, counted, QUICK)
    taken = _undo(project)
    assert taken.merged == ()
    assert (project.memory / "auth.md").read_text() == _text(loaded=1)
    _redo(project)
    assert (project.memory / "auth.md").read_text() == _text(tags="oauth", loaded=1)


def test_a_new_file_that_only_counted_goes_and_comes_again_with_its_counts(
    store: MakeStore,
) -> None:
    project = store()
    journal.apply(project, creating("new", AUTH, _text()), QUICK)
    (project.memory / "auth.md").write_text(_text(loaded=3))
    _undo(project)
    assert not (project.memory / "auth.md").exists()
    _redo(project)
    assert (project.memory / "auth.md").read_text() == _text(loaded=3)


def test_what_others_changed_and_what_failed_is_not_taken_back(store: MakeStore) -> None:
    project = store({"auth.md": "1", "login.md": "x"})
    _write(project, AUTH, "1", "2")
    (project.memory / "login.md").write_text("y")
    outside.note(project, [Change(LOGIN, b"x", b"y")], NOON)
    failed = records.write(project, records.read(project)[0], ())
    records.mark(project, failed, "rolled-back")
    assert _undo(project).what == "write 2"
    assert undo.last(project, QUICK) is None
    assert (project.memory / "login.md").read_text() == "y"


# -- files that have changed since


def test_a_file_that_changed_since_is_left_and_all_its_versions_are_handed_out(
    store: MakeStore,
) -> None:
    project = store({"auth.md": "1", "login.md": "x"})
    changes = (Change(LOGIN, b"x", b"y"), Change(AUTH, b"1", b"2"))
    journal.apply(project, Plan("both", changes), QUICK)
    (project.memory / "auth.md").write_text("outside")
    before, steps = tree(project.root), history.read(project)
    result = undo.last(project, QUICK)
    assert isinstance(result, ChangedSince)
    assert [(f.path, f.base, f.mine, f.disk) for f in result.files] == [
        (AUTH, b"2", b"1", b"outside")
    ]
    assert (
        result.line == "auth.md: changed since “both”, which cannot be taken back without a merge"
    )
    assert tree(project.root) == before
    assert history.read(project) == steps


def test_a_merged_file_is_written_and_doing_it_again_starts_from_there(store: MakeStore) -> None:
    project = store({"auth.md": "1", "login.md": "x"})
    changes = (Change(LOGIN, b"x", b"y"), Change(AUTH, b"1", b"2"))
    journal.apply(project, Plan("both", changes), QUICK)
    (project.memory / "auth.md").write_text("outside")
    _undo(project, Merging([Change(AUTH, b"outside", b"outside, 1")]))
    assert (project.memory / "auth.md").read_text() == "outside, 1"
    assert (project.memory / "login.md").read_text() == "x"
    _redo(project)
    assert (project.memory / "auth.md").read_text() == "outside"
    assert (project.memory / "login.md").read_text() == "y"


def test_a_merged_file_that_changed_once_more_is_not_written(store: MakeStore) -> None:
    project = store({"auth.md": "1"})
    _write(project, AUTH, "1", "2")
    (project.memory / "auth.md").write_text("outside")
    (project.memory / "auth.md").write_text("outside again")
    result = undo.last(project, QUICK, Merging([Change(AUTH, b"outside", b"merged")]))
    assert isinstance(result, ChangedSince)
    assert (project.memory / "auth.md").read_text() == "outside again"


def test_texts_are_merged_when_asked_for_and_no_question_is_open(store: MakeStore) -> None:
    project = store({"auth.md": _text()})
    _write(project, AUTH, _text(), _text(tags="oauth"))
    (project.memory / "auth.md").write_text(_text("# Auth\n\n- a line\n", tags="oauth"))
    assert isinstance(undo.last(project, QUICK), ChangedSince)
    assert _undo(project, Merging(texts=True)).merged == (AUTH,)
    assert (project.memory / "auth.md").read_text() == _text("# Auth\n\n- a line\n")


def test_texts_that_overlap_are_not_merged(store: MakeStore) -> None:
    project = store({"auth.md": _text("# Auth\n\none\n")})
    _write(project, AUTH, _text("# Auth\n\none\n"), _text("# Auth\n\ntwo\n"))
    (project.memory / "auth.md").write_text(_text("# Auth\n\nthree\n"))
    assert isinstance(undo.last(project, QUICK, Merging(texts=True)), ChangedSince)
    assert (project.memory / "auth.md").read_text() == _text("# Auth\n\nthree\n")


@pytest.mark.parametrize("texts", [False, True])
def test_a_deleted_file_that_somebody_made_anew_is_not_overwritten(
    store: MakeStore, *, texts: bool
) -> None:
    project = store({"auth.md": "1"})
    journal.apply(project, deleting("delete", ((AUTH, b"1"),)), QUICK)
    (project.memory / "auth.md").write_text("another")
    result = undo.last(project, QUICK, Merging(texts=texts))
    assert isinstance(result, ChangedSince)
    assert [(f.base, f.mine, f.disk) for f in result.files] == [(None, b"1", b"another")]


@pytest.mark.parametrize("texts", [False, True])
def test_a_new_file_that_somebody_wrote_to_is_not_deleted(store: MakeStore, *, texts: bool) -> None:
    project = store()
    journal.apply(project, creating("new", AUTH, _text()), QUICK)
    (project.memory / "auth.md").write_text(_text("# Auth\n\nmore\n"))
    assert isinstance(undo.last(project, QUICK, Merging(texts=texts)), ChangedSince)
    assert (project.memory / "auth.md").exists()


def test_what_somebody_took_back_already_counts_as_taken_back(store: MakeStore) -> None:
    project = store({"auth.md": "1"})
    _write(project, AUTH, "1", "2")
    (project.memory / "auth.md").write_text("1")
    assert _undo(project).paths == ()
    assert _undone(project) == [("write 2", True)]
    assert _redo(project).paths == (AUTH,)
    assert (project.memory / "auth.md").read_text() == "2"


def test_a_file_that_is_deleted_since_is_not_made_again_unasked(store: MakeStore) -> None:
    project = store({"auth.md": "1"})
    _write(project, AUTH, "1", "2")
    (project.memory / "auth.md").unlink()
    result = undo.last(project, QUICK, Merging(texts=True))
    assert isinstance(result, ChangedSince)
    assert [f.disk for f in result.files] == [None]


def test_a_file_that_is_no_text_any_more_is_not_merged(store: MakeStore) -> None:
    project = store({"auth.md": "1"})
    _write(project, AUTH, "1", "2")
    (project.memory / "auth.md").write_bytes(b"caf\xe9")
    assert isinstance(undo.last(project, QUICK, Merging(texts=True)), ChangedSince)


def test_bytes_that_the_journal_lost_are_named_and_nothing_is_written(store: MakeStore) -> None:
    project = store({"auth.md": "1"})
    _write(project, AUTH, "1", "2")
    (change,) = records.read(project)[0].changes
    (records.folders(project)[1] / str(change.before)).unlink()
    with pytest.raises(StoreError, match="are lost"):
        undo.last(project, QUICK)
    assert (project.memory / "auth.md").read_text() == "2"


# -- laws

CONTENT = st.text("ab\n\r\ufeffä—", max_size=12).map(str.encode)
MODE = st.sampled_from([0o644, 0o600, 0o640, 0o755, 0o4711])


LAW = settings(
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@st.composite
def _unrelated(draw: st.DrawFn) -> tuple[dict[str, tuple[bytes, int]], list[Plan]]:
    """Return files with their modes, and plans of which no two touch the same file."""
    files, plans, number = {}, [], 0
    for plan in range(draw(st.integers(1, 4))):
        changes = []
        for _ in range(draw(st.integers(1, 3))):
            number += 1
            path = draw(st.sampled_from(["memory", ".automaker/memory", "made"])) + f"/{number}.md"
            before, after = draw(st.one_of(st.none(), CONTENT)), draw(st.one_of(st.none(), CONTENT))
            if before is not None:
                files[path] = (before, draw(MODE))
            if before != after:
                changes.append(Change(path, before, after))
        plans.append(Plan(f"plan {plan}", tuple(changes)))
    return files, plans


@pytest.fixture
def quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """No power is cut in these tests: nothing needs flushing."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


def _files(project: Project) -> Tree:
    return {name: what for name, what in tree(project.root).items() if what[0] != "folder"}


@contextmanager
def _some_project() -> Iterator[Project]:
    with TemporaryDirectory() as folder:
        yield Project(Path(folder).resolve())


@pytest.mark.usefixtures("quick_disk")
@settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(_unrelated(), st.data())
def test_unrelated_changes_taken_back_in_any_order_leave_bytes_and_modes_as_they_were(
    case: tuple[dict[str, tuple[bytes, int]], list[Plan]], data: st.DataObject
) -> None:
    files, plans = case
    with _some_project() as project:
        for path, (content, mode) in files.items():
            (project.root / path).parent.mkdir(parents=True, exist_ok=True)
            (project.root / path).write_bytes(content)
            (project.root / path).chmod(mode)
        before = _files(project)
        ids = [journal.apply(project, plan, QUICK).id for plan in plans]
        after = tree(project.root)
        steps = [step for step in ids if step]
        for step in data.draw(st.permutations(steps)):
            assert isinstance(undo.take_back(project, step, QUICK), TakenBack)
        # A folder that one change made stays while another one's file lies in it.
        assert _files(project) == before
        for _ in steps:
            _redo(project)
        assert tree(project.root) == after


@pytest.mark.usefixtures("quick_disk")
@settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(
        st.one_of(
            st.tuples(
                st.sampled_from(["a.md", "b.md", "memory/c.md"]), st.one_of(st.none(), CONTENT)
            ),
            st.sampled_from(["undo", "redo"]),
        ),
        max_size=14,
    )
)
def test_changes_taken_back_and_done_again_are_as_pages_turned(
    turns: list[tuple[str, bytes | None] | str],
) -> None:
    with _some_project() as project:
        pages, page = [tree(project.root)], 0
        for turn in turns:
            if isinstance(turn, str):
                go = undo.last if turn == "undo" else undo.redo
                moved = page + (-1 if turn == "undo" else 1)
                result = go(project, QUICK)
                assert isinstance(result, TakenBack) == (0 <= moved < len(pages))
                page = moved if result else page
            else:
                path, after = turn
                before = current(project, path)
                if before == after:
                    continue
                journal.apply(project, Plan("turn", (Change(path, before, after),)), QUICK)
                page += 1
                pages[page:] = [tree(project.root)]
            assert tree(project.root) == pages[page]

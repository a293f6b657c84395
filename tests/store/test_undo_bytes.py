"""Taking back and doing again give the same bytes, modes and links: by example and by law."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memtui.core.plan import Change, Plan, creating, deleting, writing
from memtui.store import journal, undo
from memtui.store.project import Project
from memtui.store.steps import current
from memtui.store.undo import TakenBack
from tests.conftest import MakeStore
from tests.store.quick import AUTH, no_waiting
from tests.store.trees import Tree, tree
from tests.store.undoing import QUICK, do_again, take_back

__all__ = ["no_waiting"]


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
        taken = take_back(project)
        assert (taken.what, taken.again) == (plan.what, False)
        assert tree(project.root) == before
        again = do_again(project)
        assert (again.id, again.what, again.again) == (taken.id, plan.what, True)
        assert tree(project.root) == after


def test_a_new_file_that_comes_again_has_the_mode_it_had(store: MakeStore) -> None:
    project = store()
    journal.apply(project, creating("new", AUTH, "x"), QUICK)
    (project.memory / "auth.md").chmod(0o666)
    after = tree(project.root)
    take_back(project)
    do_again(project)
    assert tree(project.root) == after


def test_the_owner_of_a_file_that_comes_back_is_the_same(store: MakeStore) -> None:
    project = store({"auth.md": "x"})
    path = project.memory / "auth.md"
    try:
        os.chown(path, 1234, 2345)
    except PermissionError:
        pytest.skip("only a superuser can give files away")
    journal.apply(project, deleting("delete", ((AUTH, b"x"),)), QUICK)
    take_back(project)
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 2345)


def test_folders_that_a_change_made_go_with_it_unless_something_else_lies_there(
    tmp_path: Path,
) -> None:
    project = Project(tmp_path.resolve())
    journal.apply(project, creating("new", AUTH, "x"), QUICK)
    journal.apply(project, creating("table", "memory/INDEX.md", "x"), QUICK)
    (project.root / "memory" / "mine.txt").write_text("mine")
    take_back(project)
    take_back(project)
    assert tree(project.root).keys() == {"memory", "memory/mine.txt"}


def test_a_deleted_file_comes_back_although_its_folder_is_gone(store: MakeStore) -> None:
    project = store({"auth.md": "x"})
    before = tree(project.root)
    journal.apply(project, deleting("delete", ((AUTH, b"x"),)), QUICK)
    project.memory.rmdir()
    take_back(project)
    assert tree(project.root) == before


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
@LAW
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
            do_again(project)
        assert tree(project.root) == after


@pytest.mark.usefixtures("quick_disk")
@LAW
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

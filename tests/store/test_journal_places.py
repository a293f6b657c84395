"""Where a plan writes and where it never does: links, names, what is read-only or no text."""

import os
from pathlib import Path

import pytest

from memtui.core.plan import Change, Plan, creating, deleting, writing
from memtui.errors import BadValue, NotWritable, StoreError
from memtui.store import journal, records
from tests.conftest import MakeStore
from tests.store.quick import AUTH, QUICK
from tests.store.trees import contents

# -- links


def test_the_target_of_a_link_is_written_and_the_link_stays(store: MakeStore) -> None:
    project = store()
    target = project.root / "docs.md"
    target.write_text("old")
    link = project.memory / "auth.md"
    link.symlink_to("../../docs.md")
    journal.apply(project, writing("w", AUTH, "old", "new"), QUICK)
    assert target.read_text() == "new"
    assert link.readlink() == Path("../../docs.md")
    assert records.read(project)[0].changes[0].link == "../../docs.md"


def test_deleting_a_link_leaves_its_target(store: MakeStore) -> None:
    project = store()
    target = project.root / "docs.md"
    target.write_text("text")
    (project.memory / "auth.md").symlink_to(target)
    journal.apply(project, deleting("d", ((AUTH, b"text"),)), QUICK)
    assert target.read_text() == "text"
    assert not os.path.lexists(project.memory / "auth.md")


def test_one_file_under_two_names_is_written_once(store: MakeStore) -> None:
    project = store({"auth.md": "old"})
    (project.memory / "login.md").symlink_to("auth.md")
    names = ("auth.md", "login.md")
    same = tuple(Change(project.memory_path(name), b"old", b"new") for name in names)
    journal.apply(project, Plan("w", same), QUICK)
    assert (project.memory / "login.md").read_text() == "new"
    assert (project.memory / "login.md").is_symlink()


def test_two_changes_of_one_file_under_two_names_are_refused(store: MakeStore) -> None:
    project = store({"auth.md": "old"})
    (project.memory / "login.md").symlink_to("auth.md")
    changes = (
        Change(AUTH, b"old", b"new"),
        Change(project.memory_path("login.md"), b"old", b"newer"),
    )
    with pytest.raises(NotWritable, match="the same file"):
        journal.apply(project, Plan("w", changes), QUICK)
    assert (project.memory / "auth.md").read_text() == "old"


@pytest.mark.parametrize("after", [b"new", None])
def test_a_link_out_of_the_project_is_never_written(
    store: MakeStore, tmp_path: Path, after: bytes | None
) -> None:
    project = store()
    (tmp_path / "outside.md").write_text("old")
    (project.memory / "auth.md").symlink_to(tmp_path / "outside.md")
    with pytest.raises(NotWritable, match="leads out of the project"):
        journal.apply(project, Plan("w", (Change(AUTH, b"old", after),)), QUICK)
    assert (tmp_path / "outside.md").read_text() == "old"
    assert (project.memory / "auth.md").is_symlink()


def test_nothing_is_made_in_a_folder_outside(store: MakeStore, tmp_path: Path) -> None:
    project = store()
    (tmp_path / "elsewhere").mkdir()
    project.memory.rmdir()
    project.memory.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(NotWritable, match="leads out of the project"):
        journal.apply(project, creating("w", AUTH, "x"), QUICK)
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.parametrize(
    "path", ["../x.md", "/etc/x.md", "a/../../x.md", "", ".", "a//b.md", "./a.md", "a\0.md", "a/"]
)
def test_a_path_that_is_none_of_the_project_is_refused(store: MakeStore, path: str) -> None:
    project = store()
    with pytest.raises(NotWritable):
        journal.apply(project, creating("w", path, "x"), QUICK)


# -- what is never written


def test_bytes_that_are_no_utf8_are_never_written(store: MakeStore) -> None:
    project = store({"auth.md": b"caf\xe9"})
    plan = Plan("w", (Change(AUTH, b"caf\xe9", b"cafe"),))
    with pytest.raises(NotWritable, match="byte 3 is not UTF-8"):
        journal.apply(project, plan, QUICK)
    assert (project.memory / "auth.md").read_bytes() == b"caf\xe9"


def test_a_folder_in_place_of_a_file_is_an_error(store: MakeStore) -> None:
    project = store()
    (project.memory / "auth.md").mkdir()
    with pytest.raises(StoreError, match=r"auth\.md: .*move that away"):
        journal.apply(project, writing("w", AUTH, "old", "new"), QUICK)


@pytest.mark.parametrize("what", ["file", "folder"])
def test_what_is_read_only_is_respected(store: MakeStore, what: str) -> None:
    project = store({"auth.md": "old"})
    path = project.memory / "auth.md" if what == "file" else project.memory
    mode = path.stat().st_mode
    path.chmod(0o444 if what == "file" else 0o555)
    try:
        with pytest.raises(StoreError, match=r"auth\.md: .*read-only.*chmod"):
            journal.apply(project, writing("w", AUTH, "old", "new"), QUICK)
        if what == "folder":
            with pytest.raises(StoreError, match=r"b\.md: .*read-only"):
                journal.apply(project, creating("w", project.memory_path("b.md"), "x"), QUICK)
    finally:
        path.chmod(mode)
    assert contents(project.memory) == {"auth.md": b"old"}
    assert records.read(project) == ()


def test_a_name_that_is_too_long_is_an_error_before_anything_is_written(store: MakeStore) -> None:
    project = store({"auth.md": "old"})
    changes = (Change(AUTH, b"old", b"new"), Change("n" * 300 + ".md", None, b"x"))
    with pytest.raises(StoreError, match="too long"):
        journal.apply(project, Plan("w", changes), QUICK)
    assert (project.memory / "auth.md").read_text() == "old"


def test_the_longest_possible_name_can_be_written(store: MakeStore) -> None:
    project = store()
    path = project.memory_path("n" * 252 + ".md")
    journal.apply(project, creating("new", path, "1"), QUICK)
    journal.apply(project, writing("w", path, "1", "2"), QUICK)
    assert (project.root / path).read_text() == "2"


def test_a_new_name_that_differs_only_in_case_is_refused(store: MakeStore) -> None:
    project = store({"auth.md": "x"})
    with pytest.raises(BadValue, match=r"auth\.md exists"):
        journal.apply(project, creating("w", project.memory_path("Auth.md"), "y"), QUICK)
    twice = tuple(Change(project.memory_path(name), None, b"x") for name in ("N.md", "n.md"))
    with pytest.raises(BadValue):
        journal.apply(project, Plan("w", twice), QUICK)
    assert contents(project.memory) == {"auth.md": b"x"}


def test_a_file_can_be_renamed_in_case_only(store: MakeStore) -> None:
    project = store({"auth.md": "x"})
    changes = (Change(project.memory_path("Auth.md"), None, b"x"), Change(AUTH, b"x", None))
    journal.apply(project, Plan("rename", changes), QUICK)
    assert contents(project.memory) == {"Auth.md": b"x"}

"""The disk refuses, at every single step."""

import errno
import os
from pathlib import Path

import pytest

from memtui.core.plan import Change, Plan, creating, writing
from memtui.errors import Changed, StoreError
from memtui.store import journal, records, state
from memtui.store.journal import Writer
from memtui.store.linger import Lingering
from memtui.store.project import Project
from tests.conftest import MakeStore
from tests.store.faults import Faults

AUTH = ".automaker/memory/auth.md"
BEFORE = {"auth.md": "1", "login.md": "2", "old.md": "3"}


def _plan(project: Project) -> Plan:
    memory = project.memory_path
    return Plan(
        "four files",
        (
            Change(memory("auth.md"), b"1", b"one"),
            Change(memory("new.md"), None, b"new"),
            Change(memory("login.md"), b"2", b"two"),
            Change(memory("old.md"), b"3", None),
            Change("memory/topic.md", None, b"topic"),
        ),
    )


def _texts(project: Project) -> dict[str, str]:
    files = (path for path in project.root.rglob("*") if path.is_file())
    return {path.name: path.read_text() for path in files}


AFTER = {"auth.md": "one", "new.md": "new", "login.md": "two", "topic.md": "topic"}


def _attempt(
    project: Project,
    patch: pytest.MonkeyPatch,
    folder: Path,
    fail_at: int,
    *,
    forever: bool = False,
) -> tuple[Faults, Exception | None]:
    lingering = Lingering(0)
    with patch.context() as inner:
        faults = Faults(inner, folder, fail_at, forever=forever)
        try:
            journal.apply(project, _plan(project), Writer(lingering=lingering))
        except (StoreError, Changed) as error:
            return faults, error
        finally:
            lingering.collect(close=True)
    return faults, None


@pytest.mark.parametrize("where", ["project", "state"])
def test_one_refused_call_at_any_step_leaves_every_file_as_it_was(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    tried = set()
    for number in range(1, 200):
        project = store(BEFORE, name=f"project{number}")
        folder = project.root if where == "project" else state.home()
        faults, error = _attempt(project, monkeypatch, folder, number)
        if not faults.failed:
            assert error is None
            assert _texts(project) == AFTER
            break
        tried.add(faults.failed)
        if error is None:
            # A folder that exists needs no making, and the last call of the journal only notes
            # that everything is done.
            assert faults.failed in ("mkdir", "rename" if where == "state" else "")
            assert _texts(project) == AFTER
            continue
        assert _texts(project) == BEFORE, faults.failed
        assert not (project.root / "memory").exists()
        assert "disk is full" in str(error)
        assert records.read(project, "begun") == ()
    else:
        pytest.fail("the faults never ended")
    expected = {"open", "write", "fsync", "utime"}
    assert tried >= expected | (
        {"link", "replace", "unlink", "mkdir"} if where == "project" else set()
    )


def test_a_disk_that_refuses_from_then_on_leaves_whole_files_and_a_record(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    stuck = 0
    for number in range(1, 200):
        project = store(BEFORE, name=f"project{number}")
        faults, error = _attempt(project, monkeypatch, project.root, number, forever=True)
        if not faults.failed:
            break
        assert isinstance(error, StoreError)
        for name, text in _texts(project).items():
            assert text in (BEFORE.get(name), AFTER.get(name))
        if "could not be put back" in str(error):
            stuck += 1
            (record,) = records.read(project, "begun")
            changes = [change for change in record.changes if change.before]
            assert [records.blob(project, c.before or "") for c in changes] == [b"1", b"2", b"3"]
        else:
            assert _texts(project) == BEFORE
    assert stuck


def test_a_file_that_changes_in_the_middle_of_a_plan_takes_back_the_others(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store(BEFORE)
    real = os.replace

    def replace(source: object, target: object) -> None:
        real(source, target)  # type: ignore[arg-type]
        (project.memory / "login.md").write_text("outside")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", replace)
        with pytest.raises(Changed, match=r"login\.md"):
            journal.apply(project, _plan(project), Writer(pause=lambda _: None))
    assert _texts(project) == {**BEFORE, "login.md": "outside"}
    assert [record.state for record in records.read(project)] == ["rolled-back"]


def test_what_another_program_wrote_meanwhile_is_not_taken_back(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store(BEFORE)
    real = os.replace

    def replace(source: object, target: object) -> None:
        if str(target).endswith("login.md"):
            (project.memory / "auth.md").write_text("outside")
            raise OSError(errno.EDQUOT, os.strerror(errno.EDQUOT))
        real(source, target)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", replace)
        with pytest.raises(StoreError, match=r"quota.*auth\.md could not be put back"):
            journal.apply(project, _plan(project), Writer(pause=lambda _: None))
    assert _texts(project) == {**BEFORE, "auth.md": "outside"}
    assert [record.state for record in records.read(project)] == ["begun"]


def test_an_interruption_by_the_person_takes_everything_back(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store(BEFORE)
    real = os.replace

    def replace(source: object, target: object) -> None:
        if str(target).endswith("login.md"):
            raise KeyboardInterrupt
        real(source, target)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", replace)
        with pytest.raises(KeyboardInterrupt):
            journal.apply(project, _plan(project), Writer(pause=lambda _: None))
    assert _texts(project) == BEFORE


def test_a_deleted_link_comes_back_as_a_link(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store({"auth.md": "1"})
    (project.memory / "link.md").symlink_to("auth.md")
    changes = (Change(project.memory_path("link.md"), b"1", None), Change("x/n.md", None, b"2"))
    with monkeypatch.context() as patch:
        Faults(patch, project.root, 1, only=("link",))
        with pytest.raises(StoreError, match=r"x/n\.md: the disk is full"):
            journal.apply(project, Plan("w", changes))
    assert (project.memory / "link.md").readlink() == Path("auth.md")
    assert not (project.root / "x").exists()


def test_a_taken_back_deletion_keeps_the_mode(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store({"auth.md": "1"})
    (project.memory / "auth.md").chmod(0o604)
    changes = (Change(AUTH, b"1", None), Change(project.memory_path("n.md"), None, b"2"))
    with monkeypatch.context() as patch:
        Faults(patch, project.root, 1, only=("link",))
        with pytest.raises(StoreError):
            journal.apply(project, Plan("w", changes))
    assert (project.memory / "auth.md").stat().st_mode & 0o777 == 0o604


def test_a_folder_that_vanishes_before_the_move_is_named(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store({"auth.md": "1"})
    real = os.replace

    def replace(source: object, target: object) -> None:
        if str(target).endswith("auth.md"):
            project.memory.rename(project.root / "gone")
        real(source, target)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", replace)
        with pytest.raises(StoreError, match=r"auth\.md: its folder is gone"):
            journal.apply(project, writing("w", AUTH, "1", "2"))
    assert (project.root / "gone" / "auth.md").read_text() == "1"


def test_a_file_system_without_hard_links_still_creates_files(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store({"auth.md": "1"})
    new = project.memory_path("n.md")
    with monkeypatch.context() as patch:
        Faults(patch, project.root, 1, forever=True, only=("link",), number=errno.EPERM)
        journal.apply(project, creating("new", new, "2"))
        with pytest.raises(Changed):
            journal.apply(project, creating("new", new, "3"))
    assert _texts(project) == {"auth.md": "1", "n.md": "2"}


def test_a_full_disk_leaves_the_old_file_whole_and_says_what_to_do(small_disk: Path) -> None:
    project = Project(small_disk.resolve())
    project.memory.mkdir(parents=True)
    old = "x" * 150_000
    (project.memory / "auth.md").write_text(old)
    with pytest.raises(StoreError, match=r"auth\.md: the disk is full; free some space"):
        journal.apply(project, writing("w", AUTH, old, old + "y"))
    with pytest.raises(StoreError, match=r"new\.md: the disk is full"):
        journal.apply(project, creating("n", project.memory_path("new.md"), old))
    assert _texts(project) == {"auth.md": old}
    assert records.read(project) == ()

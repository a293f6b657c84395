"""A plan is carried out whole, under the lock, and the journal keeps what was and what is."""

import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from memtui.core.plan import Change, Plan, creating, writing
from memtui.errors import Changed, StoreError
from memtui.store import disk, journal, records, state
from memtui.store.journal import Writer
from memtui.store.own import OwnWrites
from memtui.store.project import Project
from tests.conftest import MakeStore
from tests.store import quick
from tests.store.quick import AUTH, NOON, no_pause
from tests.store.trees import contents

QUICK = replace(quick.QUICK, patience=60)


def test_a_plan_creates_writes_and_deletes(store: MakeStore) -> None:
    project = store({"a.md": "1", "b.md": "2"})
    memory = project.memory_path
    plan = Plan(
        "all three",
        (
            Change(memory("c.md"), None, b"3"),
            Change(memory("a.md"), b"1", b"11"),
            Change(memory("b.md"), b"2", None),
        ),
    )
    applied = journal.apply(project, plan, QUICK)
    assert contents(project.memory) == {"a.md": b"11", "c.md": b"3"}
    assert applied.paths == (memory("c.md"), memory("a.md"), memory("b.md"))
    assert applied.when == NOON


def test_the_journal_keeps_what_was_and_what_is(store: MakeStore) -> None:
    project = store({"auth.md": "old"})
    (project.memory / "auth.md").chmod(0o640)
    applied = journal.apply(project, writing("set tags", AUTH, "old", "new"), QUICK)
    (record,) = records.read(project)
    assert (record.id, record.what, record.by) == (applied.id, "set tags", "memtui")
    assert (record.when, record.state, record.root) == (NOON, "done", str(project.root))
    (change,) = record.changes
    assert (change.path, change.action, change.mode) == (AUTH, "write", 0o640)
    assert change.before is not None
    assert change.after is not None
    assert records.blob(project, change.before) == b"old"
    assert records.blob(project, change.after) == b"new"


def test_records_are_numbered_in_order(store: MakeStore) -> None:
    project = store()
    for number in range(12):
        journal.apply(project, creating(f"make {number}", f"{number}.md", "x"), QUICK)
    found = records.read(project)
    assert [record.what for record in found] == [f"make {number}" for number in range(12)]
    assert [record.id for record in found] == sorted(record.id for record in found)


def test_nothing_of_memtui_lies_in_the_project(store: MakeStore) -> None:
    project = store({"auth.md": "old"})
    journal.apply(project, writing("w", AUTH, "old", "new"), QUICK)
    assert contents(project.root) == {AUTH: b"new"}


def test_only_the_person_can_enter_the_state_folder(store: MakeStore) -> None:
    project = store({"auth.md": "old"})
    state.home().mkdir(parents=True, mode=0o755)
    journal.apply(project, writing("w", AUTH, "old", "new"), QUICK)
    folders = [state.home(), *(path for path in state.home().rglob("*") if path.is_dir())]
    assert {stat.S_IMODE(path.stat().st_mode) for path in folders} == {0o700}


def test_counting_is_no_step_of_the_history(store: MakeStore) -> None:
    project = store({"auth.md": "old"})
    plan = writing("count", AUTH, "old", "new", counting=True)
    assert journal.apply(project, plan, QUICK).id == ""
    assert contents(project.memory) == {"auth.md": b"new"}
    assert records.read(project) == ()


def test_a_change_to_the_same_bytes_is_compared_and_not_written(store: MakeStore) -> None:
    project = store({"auth.md": "same"})
    before = (project.memory / "auth.md").stat()
    applied = journal.apply(project, writing("w", AUTH, "same", "same"), QUICK)
    assert (applied.id, applied.paths) == ("", ())
    assert (project.memory / "auth.md").stat().st_ino == before.st_ino
    with pytest.raises(Changed):
        journal.apply(project, writing("w", AUTH, "other", "other"), QUICK)


def test_every_changed_file_is_named_and_none_is_written(store: MakeStore) -> None:
    project = store({"a.md": "1", "b.md": "outside", "d.md": "there"})
    memory = project.memory_path
    before = contents(project.root)
    plan = Plan(
        "w",
        (
            Change(memory("a.md"), b"1", b"11"),
            Change(memory("b.md"), b"2", b"22"),
            Change(memory("c.md"), b"3", None),
            Change(memory("d.md"), None, b"4"),
        ),
    )
    with pytest.raises(Changed) as caught:
        journal.apply(project, plan, QUICK)
    assert caught.value.paths == (memory("b.md"), memory("c.md"), memory("d.md"))
    assert contents(project.root) == before
    assert records.read(project) == ()


def test_the_mode_of_a_file_stays(store: MakeStore) -> None:
    project = store({"auth.md": "old"})
    path = project.memory / "auth.md"
    path.chmod(0o604)
    journal.apply(project, writing("w", AUTH, "old", "new"), QUICK)
    assert stat.S_IMODE(path.stat().st_mode) == 0o604


def test_the_owner_of_a_file_stays(store: MakeStore) -> None:
    project = store({"auth.md": "old"})
    path = project.memory / "auth.md"
    try:
        os.chown(path, 1234, 2345)
    except PermissionError:
        pytest.skip("only a superuser can give files away")
    path.chmod(0o4755)
    journal.apply(project, writing("w", AUTH, "old", "new"), QUICK)
    info = path.stat()
    assert (info.st_uid, info.st_gid, stat.S_IMODE(info.st_mode)) == (1234, 2345, 0o4755)


def test_a_new_file_takes_the_mode_of_the_mask(store: MakeStore) -> None:
    project = store()
    mask = os.umask(0o027)
    try:
        journal.apply(project, creating("new", AUTH, "x"), QUICK)
    finally:
        os.umask(mask)
    assert stat.S_IMODE((project.memory / "auth.md").stat().st_mode) == 0o640


def test_missing_folders_are_made_and_recorded(tmp_path: Path) -> None:
    project = Project(tmp_path.resolve())
    journal.apply(project, creating("new", AUTH, "x"), QUICK)
    assert contents(project.root) == {AUTH: b"x"}
    assert records.read(project)[0].folders == (".automaker", ".automaker/memory")


# -- the lock, and plans made under it


def test_a_held_lock_is_waited_for_and_then_said(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store()
    with (
        state.locked(project),
        pytest.raises(StoreError, match="another memtui"),
        state.locked(project, timeout=0.02),
    ):
        pass
    with state.locked(project, timeout=0):
        pass


def test_the_lock_is_free_after_a_failure(store: MakeStore) -> None:
    project = store({"auth.md": "1"})
    with pytest.raises(Changed):
        journal.apply(project, writing("w", AUTH, "2", "3"), QUICK)
    with state.locked(project, timeout=0):
        pass


def test_a_plan_is_made_anew_when_its_file_changed_in_between(store: MakeStore) -> None:
    project = store({"auth.md": "0"})
    path = project.memory / "auth.md"
    outside = iter("12")

    def make() -> Plan:
        seen = path.read_text()
        if text := next(outside, ""):
            path.write_text(text)
        return writing("w", AUTH, seen, seen + "!")

    assert journal.update(project, make, QUICK) is not None
    assert path.read_text() == "2!"


def test_a_file_that_is_replaced_after_it_was_compared_is_not_overwritten(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store({"auth.md": "old"})
    path = project.memory / "auth.md"
    real, calls = disk.open_found, []

    def open_found(target: Path) -> disk.Found:
        found = real(target)
        calls.append(target)
        if len(calls) == 2:
            (project.root / "new").write_text("outside")
            (project.root / "new").replace(path)
        return found

    monkeypatch.setattr(disk, "open_found", open_found)
    with pytest.raises(Changed):
        journal.apply(project, writing("w", AUTH, "old", "mine"), QUICK)
    assert path.read_text() == "outside"


def test_a_file_that_changes_all_the_time_is_given_up(store: MakeStore) -> None:
    project = store({"auth.md": "0"})
    path = project.memory / "auth.md"

    def make() -> Plan:
        seen = path.read_text()
        path.write_text(seen + "x")
        return writing("w", AUTH, seen, "mine")

    with pytest.raises(Changed):
        journal.update(project, make, replace(QUICK, patience=0.1))
    assert "mine" not in path.read_text()


def test_no_plan_changes_nothing(store: MakeStore) -> None:
    project = store({"auth.md": "0"})
    assert journal.update(project, lambda: None, QUICK) is None
    assert records.read(project) == ()


def test_own_writes_are_known_by_their_bytes(store: MakeStore) -> None:
    project = store({"auth.md": "old"})
    own = OwnWrites()
    writer = Writer(own=own, pause=no_pause)
    journal.apply(project, writing("w", AUTH, "old", "new"), writer)
    assert own.foreign(project.root, [AUTH]) == frozenset()
    (project.memory / "auth.md").write_text("outside")
    assert own.foreign(project.root, [AUTH]) == {AUTH}
    (project.memory / "auth.md").write_text("new")
    assert own.foreign(project.root, [AUTH]) == {AUTH}


def test_a_state_folder_that_cannot_be_made_is_said_and_nothing_is_written(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    project = store({"auth.md": "old"})
    (tmp_path / "file").write_text("x")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    with pytest.raises(StoreError, match="journal"):
        journal.apply(project, writing("w", AUTH, "old", "new"), QUICK)
    assert (project.memory / "auth.md").read_text() == "old"


def test_a_damaged_blob_is_never_handed_out(store: MakeStore) -> None:
    project = store({"auth.md": "old"})
    journal.apply(project, writing("w", AUTH, "old", "new"), QUICK)
    name = records.read(project)[0].changes[0].before
    assert name is not None
    (state.project_folder(project) / "blobs" / name).write_text("broken")
    with pytest.raises(StoreError, match="damaged"):
        records.blob(project, name)


def test_a_damaged_record_is_named(store: MakeStore) -> None:
    project = store()
    folder = state.private_folder(state.project_folder(project) / "journal")
    (folder / "000001.done.json").write_text("{")
    with pytest.raises(StoreError, match=r"000001\.done\.json: a damaged record"):
        records.read(project)
    assert records.read(project, "begun") == ()

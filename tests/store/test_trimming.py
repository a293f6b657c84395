"""What goes from the journal, and what stays."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from memtui.core.plan import Change, Plan, creating, deleting, writing
from memtui.errors import StoreError
from memtui.store import history, journal, records, state, undo
from memtui.store.journal import Writer
from memtui.store.own import digest
from memtui.store.processes import Process
from memtui.store.project import Project
from memtui.store.trimming import DEFAULT, Limits, trim
from tests.conftest import MakeStore

AUTH = ".automaker/memory/auth.md"
START = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
SMALL = Limits(size=1)


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "COMMAND_SECONDS", 0.0)


def _on(day: float) -> Writer:
    return Writer(clock=lambda: START + day * DAY, pause=lambda _: None)


def _whats(project: Project) -> list[str]:
    return [step.what for step in history.read(project)]


def _blobs(project: Project) -> set[bytes]:
    _, folder = records.folders(project)
    return {path.read_bytes() for path in folder.iterdir()}


def _versions(project: Project, days: Iterator[int] | range) -> None:
    """Write one version of a file each day."""
    text = (project.root / AUTH).read_text()
    for day in days:
        after = f"{day}".ljust(1000, "x")
        journal.apply(project, writing(f"day {day}", AUTH, text, after), _on(day))
        text = after


def test_a_project_without_a_journal_has_nothing_to_trim(store: MakeStore) -> None:
    project = store()
    assert trim(project, START) == 0
    assert not state.home().exists()


def test_what_is_too_old_goes_with_its_bytes(store: MakeStore) -> None:
    project = store({"auth.md": "first"})
    _versions(project, range(3))
    assert trim(project, START + 90 * DAY) == 0
    assert trim(project, START + 91 * DAY) == 1
    assert _whats(project) == ["day 2", "day 1"]
    # What day 1 found is still wanted, what day 0 found is not.
    assert _blobs(project) == {f"{day}".ljust(1000, "x").encode() for day in range(3)}
    assert trim(project, START + 1000 * DAY) == 2
    assert (_whats(project), _blobs(project)) == ([], set())


def test_the_oldest_go_while_all_take_too_much(store: MakeStore) -> None:
    project = store({"auth.md": ""})
    _versions(project, range(8))
    sizes = [records.file(project, r).stat().st_size for r in records.read(project)]
    # Four records need the bytes of five versions.
    limits = Limits(size=sum(sizes[-4:]) + 5 * 1000)
    assert trim(project, START + 8 * DAY, limits) == 4
    assert _whats(project) == ["day 7", "day 6", "day 5", "day 4"]
    assert trim(project, START + 8 * DAY, limits) == 0
    assert trim(project, START + 8 * DAY, Limits(size=limits.size - 1)) == 1


def test_two_hundred_megabytes_stay() -> None:
    assert DEFAULT.size == 200 * 1024 * 1024


def test_a_deletion_stays_a_week_whatever_the_size(store: MakeStore) -> None:
    project = store({"auth.md": "precious", "b.md": "b"})
    journal.apply(project, deleting("delete", ((AUTH, b"precious"),)), _on(0))
    b = project.memory_path("b.md")
    journal.apply(project, writing("write", b, "b", "bb"), _on(1))
    assert trim(project, START + 7 * DAY, SMALL) == 1
    assert _whats(project) == ["delete"]
    assert _blobs(project) == {b"precious"}
    assert trim(project, START + 7.01 * DAY, SMALL) == 1
    assert _blobs(project) == set()


@pytest.mark.parametrize("process", [Process(999999999), Process(1)])
def test_a_plan_that_was_begun_stays(store: MakeStore, process: Process) -> None:
    project = store({"auth.md": "1"})
    change = records.RecordedChange(AUTH, digest(b"1"), digest(b"2"))
    root = str(project.root)
    record = records.Record("", START, "begun", "memtui", process, root, (change,))
    records.write(project, record, (b"1", b"2"))
    assert trim(project, START + 1000 * DAY, SMALL) == 0
    assert _blobs(project) == {b"1", b"2"}


def test_a_change_goes_together_with_what_took_it_back(store: MakeStore) -> None:
    project = store({"auth.md": "1", "b.md": "b"})
    journal.apply(project, writing("old", AUTH, "1", "2"), _on(0))
    b = project.memory_path("b.md")
    journal.apply(project, writing("newer", b, "b", "bb"), _on(10))
    assert isinstance(undo.take_back(project, "000001", _on(20)), undo.TakenBack)
    # It was touched last on day 20, so it is not the oldest.
    two = sum(records.file(project, r).stat().st_size for r in records.read(project)) - 1
    assert trim(project, START + 30 * DAY, Limits(size=two)) == 1
    assert [(s.what, s.undone) for s in history.read(project)] == [("old", True)]
    assert isinstance(undo.redo(project, _on(31)), undo.TakenBack)
    assert trim(project, START + 200 * DAY) == 3
    assert (_whats(project), _blobs(project)) == ([], set())


def test_bytes_that_no_record_names_go(store: MakeStore) -> None:
    project = store({"auth.md": "1"})
    journal.apply(project, writing("w", AUTH, "1", "2"), _on(0))
    _, blobs = records.folders(project)
    (blobs / digest(b"nobody's")).write_bytes(b"nobody's")
    (blobs / ".memtui-1-ab.tmp").write_bytes(b"being written")
    assert trim(project, START) == 0
    assert _blobs(project) == {b"1", b"2", b"being written"}


def test_after_trimming_numbers_go_on_and_the_rest_can_be_taken_back(store: MakeStore) -> None:
    project = store({"auth.md": ""})
    _versions(project, range(4))
    trim(project, START + 92.5 * DAY)
    assert _whats(project) == ["day 3"]
    applied = journal.apply(project, creating("new", "n.md", "x"), _on(5))
    assert applied.id == "000005"
    for _ in range(2):
        assert isinstance(undo.last(project, _on(6)), undo.TakenBack)
    assert undo.last(project, _on(6)) is None
    assert (project.root / AUTH).read_text() == "2".ljust(1000, "x")


def test_nobody_waits_for_the_lock_when_nothing_is_to_go(store: MakeStore) -> None:
    project = store({"auth.md": "1"})
    journal.apply(project, writing("w", AUTH, "1", "2"), _on(0))
    with state.locked(project):
        assert trim(project, START) == 0


def test_while_a_plan_is_carried_out_nothing_of_its_bytes_goes(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store({"auth.md": "1"})
    _, blobs = records.folders(project)
    state.private_folder(blobs)
    # Another process has written the bytes and is about to write its record.
    (blobs / digest(b"1")).write_bytes(b"1")
    real = state.locked

    def locked(where: Project) -> object:
        change = records.RecordedChange(AUTH, digest(b"1"), None)
        root = str(project.root)
        record = records.Record("", START, "w", "memtui", Process(1), root, (change,))
        records.write(project, record, ())
        return real(where)

    monkeypatch.setattr(state, "locked", locked)
    assert trim(project, START) == 0
    assert _blobs(project) == {b"1"}


def test_a_record_that_cannot_be_removed_is_told(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store({"auth.md": "1"})
    changes = (Change(AUTH, b"1", b"2"),)
    journal.apply(project, Plan("w", changes), _on(0))
    folder, _ = records.folders(project)
    target = next(folder.iterdir())
    monkeypatch.setattr(records, "file", lambda *_: folder)
    with pytest.raises(StoreError, match="state"):
        trim(project, START + 100 * DAY)
    assert target.exists()


def test_a_project_that_no_editor_opens_is_trimmed_by_its_changes(store: MakeStore) -> None:
    project = store({"auth.md": "0"})
    for number in range(1, 65):
        plan = writing(f"write {number}", AUTH, str(number - 1), str(number))
        journal.apply(project, plan, _on(number))
    # The 64th, on day 64, is followed by the first look, which finds nothing too old.
    assert len(_whats(project)) == 64
    for number in range(65, 129):
        plan = writing(f"write {number}", AUTH, str(number - 1), str(number))
        journal.apply(project, plan, _on(number))
    assert _whats(project)[-1] == "write 38"
    assert b"36" not in _blobs(project)

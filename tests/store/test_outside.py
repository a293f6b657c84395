"""What others changed comes into the history: as it is noticed, at the next write, at the start."""

from contextlib import AbstractContextManager
from itertools import pairwise
from pathlib import Path

import pytest

from memtui.core.plan import Change, Plan, creating, deleting, writing
from memtui.errors import Changed, StoreError
from memtui.store import history, journal, outside, reading, records, state, steps, undo
from memtui.store.project import Project
from tests.conftest import MakeStore
from tests.store.quick import AUTH, NOON, QUICK

UI = ".automaker/memory/ui.md"
COUNTED = "---\nusageStats:\n  loaded: 0\n  referenced: 0\n  successfulFeatures: 0\n---\n# A\n"


def _write(project: Project, *texts: str, path: str = AUTH) -> None:
    """Write a file with memtui, text after text."""
    for before, after in pairwise(texts):
        journal.apply(project, writing(f"write {after}", path, before, after), QUICK)


def _told(project: Project) -> list[tuple[str, str]]:
    """Return who made each step, and what, oldest first."""
    return [(step.by, step.what) for step in reversed(history.read(project))]


def _versions(project: Project, number: int = -1) -> list[tuple[bytes | None, bytes | None]]:
    """Return the bytes before and after of each file of a step."""
    changes = records.read(project)[number].changes
    names = [(change.before, change.after) for change in changes]
    return [(_blob(project, before), _blob(project, after)) for before, after in names]


def _blob(project: Project, name: str | None) -> bytes | None:
    return None if name is None else records.blob(project, name)


def _note(project: Project, before: bytes | None, after: bytes | None) -> str:
    return outside.note(project, [Change(AUTH, before, after)], NOON)


# -- as it is noticed


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (None, b"1", "auth.md made"),
        (b"1", b"2", "auth.md changed"),
        (b"1", None, "auth.md deleted"),
    ],
)
def test_one_file_is_named_with_what_happened_to_it(
    store: MakeStore, before: bytes | None, after: bytes | None, said: str
) -> None:
    project = store()
    assert _note(project, before, after) == "000001"
    assert _told(project) == [("outside", said)]
    assert _versions(project) == [(before, after)]


@pytest.mark.parametrize(("seen", "found"), [("1", "2"), ("1", "3"), ("2", "3"), ("2", "4")])
def test_what_a_memtui_wrote_step_by_step_is_not_told_again_whatever_was_seen_of_it(
    store: MakeStore, seen: str, found: str
) -> None:
    project = store({"auth.md": "1"})
    _write(project, "1", "2", "3", "4")
    assert _note(project, seen.encode(), found.encode()) == ""


def test_an_earlier_text_that_comes_back_is_a_change_of_others(store: MakeStore) -> None:
    project = store({"auth.md": "1"})
    _write(project, "1", "2", "3")
    assert _note(project, b"3", b"2") != ""
    assert _versions(project) == [(b"3", b"2")]


def test_a_change_right_after_memtui_wrote_starts_from_what_memtui_wrote(
    store: MakeStore,
) -> None:
    project = store({"auth.md": "1"})
    _write(project, "1", "2")
    assert _note(project, b"1", b"theirs") != ""
    assert _versions(project) == [(b"2", b"theirs")]


def test_an_earlier_text_that_comes_back_after_counting_is_a_change_too(store: MakeStore) -> None:
    project = store({"auth.md": COUNTED})
    _write(project, COUNTED, COUNTED + "mine\n")
    loaded = (COUNTED + "mine\n").replace("loaded: 0", "loaded: 1")
    assert _note(project, loaded.encode(), COUNTED.encode()) != ""
    assert _versions(project) == [(loaded.encode(), COUNTED.encode())]


def test_what_memtui_went_on_from_is_not_told_after_it(store: MakeStore) -> None:
    project = store({"auth.md": "theirs"})
    _write(project, "theirs", "mine")
    # It was read before memtui wrote, and is told only now.
    assert _note(project, b"1", b"theirs") == ""


def test_of_very_many_files_the_names_are_kept(store: MakeStore) -> None:
    project = store()
    changes = [Change(f"{number}.md", b"1", b"2") for number in range(201)]
    outside.note(project, changes[:200], NOON)
    assert _versions(project) == [(b"1", b"2")] * 200
    changes = [Change(f"{number}.md", b"2", b"3") for number in range(201)]
    outside.note(project, changes, NOON)
    assert len(records.read(project)[-1].changes) == 201
    with pytest.raises(StoreError):
        _versions(project)
    # What they became cannot be compared with bytes that are not kept.
    (project.root / "0.md").write_text("4")
    assert outside.note_since(project, NOON) == ""


def test_a_memtui_that_writes_for_long_keeps_nobody_from_reading(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store()
    waited: list[float] = []
    locked = state.locked

    def never(where: Project, *, timeout: float) -> AbstractContextManager[None]:
        waited.append(timeout)
        return locked(where, timeout=0.01)

    monkeypatch.setattr(state, "locked", never)
    with locked(project), pytest.raises(StoreError, match="another memtui"):
        _note(project, b"1", b"2")
    assert waited
    assert waited[0] < 5


# -- at the next write


def test_what_others_changed_stands_before_the_step_that_writes_over_it(store: MakeStore) -> None:
    project = store({"auth.md": "1", "ui.md": "u"})
    _write(project, "1", "2")
    (project.memory / "auth.md").write_text("theirs")
    changes = (Change(AUTH, b"theirs", b"mine"), Change(UI, b"u", b"v"))
    journal.apply(project, Plan("both", changes), QUICK)
    assert _told(project) == [
        ("memtui", "write 2"),
        ("outside", "auth.md changed"),
        ("memtui", "both"),
    ]
    assert _versions(project, 1) == [(b"2", b"theirs")]
    result = undo.last(project, QUICK)
    assert isinstance(result, undo.TakenBack)
    assert (project.memory / "auth.md").read_text() == "theirs"


def test_a_change_that_is_refused_tells_nothing(store: MakeStore) -> None:
    project = store({"auth.md": "1"})
    _write(project, "1", "2")
    (project.memory / "auth.md").write_text("theirs")
    with pytest.raises(Changed):
        journal.apply(project, writing("w", AUTH, "2", "3"), QUICK)
    assert _told(project) == [("memtui", "write 2")]


def test_a_change_that_fails_and_is_made_anew_tells_what_others_did_once(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store({"auth.md": "1"})
    path = project.memory / "auth.md"
    _write(project, "1", "2")
    path.write_text("theirs 0")
    stage, tries = steps.Step.stage, []

    def late(step: steps.Step) -> None:
        tries.append(step)
        if len(tries) < 4:
            path.write_text(f"theirs {len(tries)}")
        stage(step)

    monkeypatch.setattr(steps.Step, "stage", late)
    journal.update(project, lambda: writing("mine", AUTH, path.read_text(), "mine"))
    assert len(tries) == 4
    assert _told(project) == [
        ("memtui", "write 2"),
        ("outside", "auth.md changed"),
        ("memtui", "mine"),
    ]
    assert _versions(project, 1) == [(b"2", b"theirs 3")]


# -- at the start


def test_what_changed_while_no_memtui_looked_is_told_once(store: MakeStore) -> None:
    project = store({"auth.md": "1", "ui.md": "1", "never.md": "1"})
    _write(project, "1", "2")
    _write(project, "1", "2", path=UI)
    journal.apply(project, creating("new", "new.md", "x"), QUICK)
    journal.apply(project, deleting("gone", (("new.md", b"x"),)), QUICK)
    assert outside.note_since(project, NOON) == ""
    (project.memory / "auth.md").write_text("theirs")
    (project.memory / "ui.md").unlink()
    (project.memory / "never.md").write_text("nobody knows what it was")
    (project.root / "new.md").write_text("again")
    assert outside.note_since(project, NOON) != ""
    assert outside.note_since(project, NOON) == ""
    assert _told(project)[-1] == ("outside", "3 files changed")
    paths = [change.path for change in records.read(project)[-1].changes]
    assert dict(zip(paths, _versions(project), strict=True)) == {
        AUTH: (b"2", b"theirs"),
        UI: (b"2", None),
        "new.md": (None, b"again"),
    }


def test_what_cannot_be_read_or_lies_elsewhere_tells_nothing(
    store: MakeStore, tmp_path: Path
) -> None:
    project = store({"auth.md": "1", "ui.md": "1"})
    _write(project, "1", "2")
    _write(project, "1", "2", path=UI)
    (project.memory / "auth.md").unlink()
    (project.memory / "auth.md").mkdir()
    (project.memory / "ui.md").unlink()
    (tmp_path / "elsewhere.md").write_text("secret")
    (project.memory / "ui.md").symlink_to(tmp_path / "elsewhere.md")
    assert outside.note_since(project, NOON) == ""


def test_a_file_that_is_being_written_is_waited_for(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store({"auth.md": "1"})
    path = project.memory / "auth.md"
    _write(project, "1", "2")
    path.write_text("")
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 5:
            path.write_text("theirs")

    shelf = reading.Shelf
    monkeypatch.setattr(reading, "Shelf", lambda make: shelf(make, sleep=sleep))
    assert outside.note_since(project, NOON) != ""
    assert _versions(project) == [(b"2", b"theirs")]
    assert len(slept) > 5


def test_what_a_memtui_writes_while_the_files_are_read_is_no_change_of_others(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store({"auth.md": "1"})
    _write(project, "1", "2")
    (project.memory / "auth.md").write_text("theirs")
    real = outside._standing

    def read(*args: object) -> object:
        found = real(*args)  # type: ignore[arg-type]
        _write(project, "theirs", "mine")
        return found

    monkeypatch.setattr(outside, "_standing", read)
    assert outside.note_since(project, NOON) == ""
    assert _told(project) == [
        ("memtui", "write 2"),
        ("outside", "auth.md changed"),
        ("memtui", "write mine"),
    ]


def test_a_damaged_record_and_one_that_was_left_half_done_are_no_ground_to_compare(
    store: MakeStore,
) -> None:
    project = store({"auth.md": "1"})
    _write(project, "1", "2")
    records.mark(project, records.read(project)[0], "unreconciled")
    (project.memory / "auth.md").write_text("theirs")
    assert outside.note_since(project, NOON) == ""
    _write(project, "theirs", "mine")
    (project.memory / "auth.md").write_text("theirs again")
    records.file(project, records.read(project)[0]).write_text("{")
    assert outside.note_since(project, NOON) != ""
    newest = next(records.newest(project)).changes
    assert [_blob(project, name) for name in (newest[0].before, newest[0].after)] == [
        b"mine",
        b"theirs again",
    ]

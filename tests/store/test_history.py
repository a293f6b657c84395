"""The history, and what others changed in it."""

from datetime import timedelta

import pytest

from memtui.core.automaker import forecast
from memtui.core.counting import only_counted
from memtui.core.plan import Change, creating, writing
from memtui.store import history, journal, outside, records, state
from memtui.store.journal import Writer
from memtui.store.own import digest
from memtui.store.project import Project
from tests.conftest import MakeStore
from tests.store.quick import AUTH, NOON, QUICK

TEXT = """---
tags: [login]   # why
summary: Auth
relevantTo: []
importance: 0.5
relatedFiles: []
usageStats:
  loaded: 0
  referenced: 0
  successfulFeatures: 0
---
# Auth
"""


def _note(project: Project, before: bytes | None, after: bytes | None, path: str = AUTH) -> str:
    return outside.note(project, [Change(path, before, after)], NOON)


def _loaded(times: int) -> str:
    return TEXT.replace("loaded: 0", f"loaded: {times}")


def test_a_step_says_what_when_which_files_and_who(store: MakeStore) -> None:
    project = store({"auth.md": "1"})
    journal.apply(project, writing("set tags", AUTH, "1", "2"), QUICK)
    later = Writer(clock=lambda: NOON + timedelta(hours=1), pause=lambda _: None)
    journal.apply(project, creating("make n.md", "n.md", "x"), later)
    assert history.read(project) == (
        history.Step(
            "000002", NOON + timedelta(hours=1), "make n.md", ("n.md",), "memtui", undone=False
        ),
        history.Step("000001", NOON, "set tags", (AUTH,), "memtui", undone=False),
    )


def test_a_record_that_gets_another_state_while_it_is_read_is_not_missed(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store({"auth.md": "1"})
    journal.apply(project, writing("w", AUTH, "1", "2"), QUICK)
    (record,) = records.read(project)
    real = records._parsed

    def parsed(path: object, name: str) -> records.Record:
        if records.file(project, record).exists():
            records.mark(project, record, "rolled-back")
        return real(path, name)  # type: ignore[arg-type]

    monkeypatch.setattr(records, "_parsed", parsed)
    assert [step.undone for step in history.read(project)] == [True]


# -- what others changed


def test_what_others_changed_is_a_step_with_both_versions(store: MakeStore) -> None:
    project = store({"auth.md": "2"})
    changes = [Change(AUTH, b"1", b"2"), Change("new.md", None, b"n"), Change("old.md", b"o", None)]
    assert outside.note(project, changes, NOON) == "000001"
    (step,) = history.read(project)
    assert (step.by, step.what, step.undone) == ("outside", "3 files changed", False)
    (record,) = records.read(project)
    assert [change.action for change in record.changes] == ["write", "create", "delete"]
    names = [n for c in record.changes for n in (c.before, c.after) if n]
    assert [records.blob(project, name) for name in names] == [b"1", b"2", b"n", b"o"]


def test_what_memtui_wrote_in_another_process_is_not_told_twice(store: MakeStore) -> None:
    project = store({"auth.md": "1"})
    journal.apply(project, writing("w", AUTH, "1", "2"), QUICK)
    assert _note(project, b"1", b"2") == ""
    journal.apply(project, creating("new", "n.md", "x"), QUICK)
    assert _note(project, None, b"x", "n.md") == ""
    assert _note(project, b"2", b"3") != ""
    assert _note(project, b"2", b"3") == ""


def test_nothing_changed_is_no_step(store: MakeStore) -> None:
    project = store()
    assert _note(project, b"1", b"1") == ""
    assert outside.note(project, [], NOON) == ""
    assert history.read(project) == ()


def test_counting_by_others_is_no_step(store: MakeStore) -> None:
    project = store()
    before = TEXT.encode()
    assert _note(project, before, _loaded(1).encode()) == ""
    assert _note(project, before, forecast(TEXT, 3).encode()) == ""
    assert not state.project_folder(project).exists()


def test_counting_after_memtui_wrote_is_no_step_either(store: MakeStore) -> None:
    project = store({"auth.md": TEXT})
    saved = TEXT.replace("[login]", "[oauth]")
    journal.apply(project, writing("w", AUTH, TEXT, saved), QUICK)
    counted = saved.replace("loaded: 0", "loaded: 1").encode()
    assert _note(project, TEXT.encode(), counted) == ""


def test_bytes_that_are_no_text_are_a_step(store: MakeStore) -> None:
    project = store()
    assert _note(project, b"caf\xe9", b"cafe") != ""
    assert [c.before for c in records.read(project)[0].changes] == [digest(b"caf\xe9")]


@pytest.mark.parametrize(
    ("before", "after", "counted"),
    [
        (TEXT, _loaded(1), True),
        (TEXT, _loaded(0).replace("referenced: 0", "referenced: 2"), True),
        (_loaded(9), _loaded(3), True),
        (TEXT, forecast(TEXT), True),
        (TEXT, forecast(TEXT, 20), True),
        (TEXT.replace("\n", "\r\n"), _loaded(1).replace("\n", "\r\n"), True),
        (TEXT, TEXT, False),
        (TEXT, _loaded(1) + "more\n", False),
        (TEXT, forecast(TEXT) + "more\n", False),
        (TEXT, _loaded(1).replace("[login]", "[oauth]"), False),
        (TEXT.replace("summary", "owner: me\nsummary"), _loaded(1), False),
        (TEXT, TEXT.replace("   # why", ""), False),
        ("# no block\n", "# no block\nmore\n", False),
        ("---\ntags: [\n---\n", "---\ntags: [\nusageStats:\n  loaded: 1\n---\n", False),
    ],
)
def test_counting_alone_is_told_from_other_changes(
    before: str, after: str, *, counted: bool
) -> None:
    assert only_counted(before, after) is counted

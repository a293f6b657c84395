"""Entries of one file, moved: the file's bytes, and what undo makes of them."""

from pathlib import Path

import pytest

from memtui.ui.widgets import entry_rows
from tests.ui.both_sides import memory
from tests.ui.conftest import MakeApp
from tests.ui.editing import editing, heard, open_file, said, screen, typed, until, written
from tests.ui.entry_listing import (
    ENTRIES,
    HEAD,
    TEXT,
    TITLE,
    body,
    entry_order,
    listing,
    question,
    rows,
    soon,
)
from tests.ui.holding import shown
from tests.ui.previews import taken_back

__all__ = ["soon"]


async def test_keys_move_an_entry_and_one_undo_takes_all_steps_back(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entry_rows, "MOVE_SECONDS", 0.4)
    async with editing(make_app({"auth.md": TEXT})) as pilot:
        listed = await listing(pilot)
        await pilot.press("J", "ctrl+down")
        assert entry_order(pilot) == [2, 3, 1, 4, 5]
        assert "↕ 1 decision" in shown(pilot.app)
        assert memory(tmp_path) == TEXT
        await heard(pilot, "done: move entry 1 within auth.md")
        assert memory(tmp_path) == body(2, 3, 1, 4, 5)
        await until(pilot, lambda: entry_order(pilot) == [1, 2, 3, 4, 5])
        assert listed.cursor == 2
        entry = listed.entry_at(2)
        assert entry
        assert entry.heading.startswith("First")
        await taken_back(pilot, "")
        assert memory(tmp_path) == TEXT
        await until(pilot, lambda: listed.cursor == 0)


async def test_marked_entries_move_together_and_stay_marked(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app({"auth.md": TEXT})) as pilot:
        listed = await listing(pilot)
        await pilot.press("down", "space", "down", "space", "K")
        await heard(pilot, "done: move entries 2, 4 within auth.md")
        await until(pilot, lambda: listed.marked == {1, 2})
        assert memory(tmp_path) == HEAD + TITLE + (
            ENTRIES[1] + ENTRIES[3] + "\n" + ENTRIES[0] + ENTRIES[2] + ENTRIES[4]
        )


async def test_the_last_place_and_the_first_are_reached_and_not_left(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app({"auth.md": TEXT})) as pilot:
        await listing(pilot)
        await pilot.press("K")
        await pilot.press("end", "J")
        assert entry_order(pilot) == [1, 2, 3, 4, 5]
        await pilot.press("up", "J")
        await heard(pilot, "done: move entry 4 within auth.md")
        assert memory(tmp_path) == body(1, 2, 3) + ENTRIES[4] + "\n\n" + ENTRIES[3]


async def test_there_and_back_again_writes_nothing_and_u_puts_back_what_is_not_written(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entry_rows, "MOVE_SECONDS", 60)
    async with editing(make_app({"auth.md": TEXT})) as pilot:
        await listing(pilot)
        await pilot.press("J", "K", "f3", "f4")
        await pilot.press("J", "u")
        assert entry_order(pilot) == [1, 2, 3, 4, 5]
        await pilot.press("escape")
        await written(pilot)
        assert memory(tmp_path) == TEXT
        assert screen(pilot).depth == 0


async def test_another_key_writes_what_was_moved_first(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entry_rows, "MOVE_SECONDS", 60)
    async with editing(make_app({"auth.md": TEXT})) as pilot:
        await listing(pilot)
        await pilot.press("J", "d")
        await question(pilot)
        assert memory(tmp_path) == body(2, 1, 3, 4, 5)
        assert "First of all" in shown(pilot.app)
        await pilot.press("left", "enter")
        await heard(pilot, "done: delete")
        assert memory(tmp_path) == body(2, 3, 4, 5)


async def test_below_a_filter_entries_pass_those_that_are_seen(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app({"auth.md": TEXT})) as pilot:
        await listing(pilot)
        await pilot.press("slash")
        await typed(pilot, "f")
        await until(pilot, lambda: entry_order(pilot) == [1, 4, 5])
        await pilot.press("enter", "down", "K")
        await heard(pilot, "done: move entry 4")
        assert memory(tmp_path) == HEAD + TITLE + (
            ENTRIES[3] + "\n" + ENTRIES[0] + ENTRIES[1] + ENTRIES[2] + ENTRIES[4]
        )


async def test_a_move_that_is_refused_is_put_back(make_app: MakeApp, tmp_path: Path) -> None:
    bad = TEXT + "\n\n### Closed\n\n### Open\n```\nnever closed\n"
    async with editing(make_app({"auth.md": bad})) as pilot:
        await open_file(pilot, "auth.md")
        await pilot.press("f4")
        await until(pilot, lambda: rows(pilot).has_focus and rows(pilot).count == 7)
        before = memory(tmp_path)
        await pilot.press("end", "K")
        await until(pilot, lambda: said(pilot) != "")
        await written(pilot)
        assert memory(tmp_path) == before
        assert entry_order(pilot) == [1, 2, 3, 4, 5, 6, 7]

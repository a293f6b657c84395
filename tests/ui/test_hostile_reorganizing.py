"""The hostile store in the dialogs that reorganise: everything is shown as text."""

from pathlib import Path

import pytest
from textual.widgets import Input

from memtui.core.plain import harmless
from memtui.ui.widgets.entry_rows import EntryRows
from tests.ui.editing import editing, screen
from tests.ui.hostile_store import MARKUP, NAMES
from tests.ui.test_hostile import SIZES, WORDS, Walk, hostile_app, late

__all__ = ["late"]
"""A fixture of the other module."""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.usefixtures("quick")
async def test_entries_are_marked_and_deleted_as_text(
    size: tuple[int, int], tmp_path: Path, late: list[str]
) -> None:
    app = hostile_app(tmp_path)
    async with editing(app, size) as pilot:
        walk = Walk(pilot, late)
        screen(pilot).chosen = "gotchas.md"
        await walk.go("f4", wait=True)
        assert screen(pilot).query_one(EntryRows).count > len(MARKUP)
        asked = await walk.go("a", "d", wait=True)
        for _ in range(4):
            asked += await walk.go("pagedown")
        for text in MARKUP if size[1] == 40 else MARKUP[:3]:
            assert text in asked
        await walk.go("escape")
        await walk.go("J", wait=True)
        await walk.go("u", wait=True)
        await walk.go("escape")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.usefixtures("quick")
async def test_merges_twins_renames_and_tags_show_it_as_text(
    size: tuple[int, int], tmp_path: Path, late: list[str]
) -> None:
    app = hostile_app(tmp_path)
    async with editing(app, size) as pilot:
        walk = Walk(pilot, late)
        app.screen.query_one("#title", Input).value = WORDS
        await walk.go("escape", wait=True)
        twins = await walk.go("w", wait=True)
        for _ in range(6):
            twins += await walk.go("1")
        assert "[" in twins
        await walk.go("p", wait=True)
        await walk.go("escape")
        await walk.go("escape")
        screen(pilot).chosen = "gotchas.md"
        assert "[bold" in await walk.go("escape", "m", wait=True)
        merged = await walk.go(*"[bold", "enter", wait=True)
        assert "Merge gotchas, [bold" in merged
        merged += await walk.go("f3", "1", wait=True)
        await walk.go("p", wait=True)
        await walk.go("escape", "escape")
        app.clear_notifications()
        await walk.go("escape", "T", wait=True)
        tags = await walk.go(*"[/]", wait=True)
        assert "files" in tags
        await walk.go("enter", *"[[", "enter", wait=True)
        await walk.go("escape", "escape")
        screen(pilot).chosen = NAMES[0]
        assert harmless(NAMES[0]) in await walk.go("escape", "r", wait=True)
        renamed = await walk.go(*"[$x]y[", "enter", wait=True)
        assert "[$x]y[" in renamed
        await walk.go("escape", "escape")

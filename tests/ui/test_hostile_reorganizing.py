"""The hostile store in the dialogs that reorganise: everything is shown as text."""

from pathlib import Path

from memtui.core.plain import harmless
from memtui.ui.widgets.entry_rows import EntryRows
from tests.ui.hostile_store import MARKUP, NAMES
from tests.ui.hostile_walk import Size, at_each_size, hostile_app, walking


@at_each_size
async def test_entries_are_marked_and_deleted_as_text(size: Size, tmp_path: Path) -> None:
    app = hostile_app(tmp_path)
    async with walking(app, size) as walk:
        app.main.chosen = "gotchas.md"
        await walk.go("f4", wait=True)
        assert app.main.query_one(EntryRows).count > len(MARKUP)
        asked = await walk.go("a", "d", wait=True)
        for _ in range(4):
            asked += await walk.go("pagedown")
        for text in MARKUP if size[1] == 40 else MARKUP[:3]:
            assert text in asked
        await walk.go("escape")
        await walk.go("J", wait=True)
        await walk.go("u", wait=True)
        await walk.go("escape")


@at_each_size
async def test_merges_twins_renames_and_tags_show_it_as_text(size: Size, tmp_path: Path) -> None:
    app = hostile_app(tmp_path)
    async with walking(app, size) as walk:
        await walk.ask()
        await walk.go("escape", wait=True)
        twins = await walk.go("w", wait=True)
        for _ in range(6):
            twins += await walk.go("1")
        assert "[" in twins
        await walk.go("p", wait=True)
        await walk.go("escape")
        assert "not written" in await walk.go("escape", wait=True)
        await walk.go("l", "enter", wait=True)
        app.main.chosen = "gotchas.md"
        assert "[bold" in await walk.go("escape", "m", wait=True)
        merged = await walk.go(*"[bold", "enter", wait=True)
        assert "Merge gotchas, [bold" in merged
        merged += await walk.go("f3", "1", wait=True)
        await walk.go("p", wait=True)
        if "not written" in await walk.go("escape", "escape", wait=True):
            await walk.go("l", "enter", wait=True)
        app.clear_notifications()
        await walk.go("escape", "T", wait=True)
        tags = await walk.go(*"[/]", wait=True)
        assert "files" in tags
        await walk.go("enter", *"[[", "enter", wait=True)
        await walk.go("escape", "escape")
        app.main.chosen = NAMES[0]
        assert harmless(NAMES[0]) in await walk.go("escape", "r", wait=True)
        renamed = await walk.go(*"[$x]y[", "enter", wait=True)
        assert "[$x]y[" in renamed
        await walk.go("escape", "escape")

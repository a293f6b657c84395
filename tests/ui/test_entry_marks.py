"""Entries of one file, marked by keys and by the mouse."""

from memtui.ui.widgets.entries import EntriesView
from tests.ui.conftest import MakeApp
from tests.ui.editing import editing, open_file, screen, seen, typed, until
from tests.ui.entry_listing import TEXT, listing, soon

__all__ = ["soon"]


async def test_marks_by_key_by_range_and_all(make_app: MakeApp) -> None:
    async with editing(make_app({"auth.md": TEXT})) as pilot:
        listed = await listing(pilot)
        assert listed.taken == (1,)
        await pilot.press("space")
        assert listed.marked == {1}
        assert listed.cursor == 1
        await pilot.press("down", "down", "v")
        assert listed.marked == {1, 2, 3, 4}
        await pilot.press("up", "space")
        assert listed.marked == {1, 2, 4}
        await seen(pilot, "Entries 5 ■ 3")
        await pilot.press("a")
        assert listed.marked == {1, 2, 3, 4, 5}
        await pilot.press("a")
        assert not listed.marked
        await pilot.press("home", "shift+down", "shift+down")
        assert listed.marked == {1, 2, 3}
        await pilot.press("end", "shift+up")
        assert len(listed.taken) == 5


async def test_marks_by_the_mouse(make_app: MakeApp) -> None:
    async with editing(make_app({"auth.md": TEXT})) as pilot:
        listed = await listing(pilot)
        await pilot.click(listed, offset=(0, 2))
        assert listed.marked == {3}
        await pilot.click(listed, offset=(20, 4), shift=True)
        assert listed.marked == {3, 4, 5}
        await pilot.click(listed, offset=(20, 3), control=True)
        assert listed.marked == {3, 5}
        await pilot.click(listed, offset=(20, 0))
        assert listed.marked == {3, 5}
        assert listed.cursor == 0
        await pilot.click(listed, offset=(0, 15))
        assert listed.marked == {3, 5}


async def test_a_filter_keeps_marks_and_a_takes_only_what_is_seen(make_app: MakeApp) -> None:
    async with editing(make_app({"auth.md": TEXT})) as pilot:
        listed = await listing(pilot)
        await pilot.press("space", "slash")
        await typed(pilot, "세")
        await pilot.press("enter", "a", "escape")
        assert listed.marked == {1, 3}


async def test_marks_follow_their_entries_and_end_with_another_file(make_app: MakeApp) -> None:
    async with editing(make_app({"auth.md": TEXT, "ui.md": TEXT})) as pilot:
        listed = await listing(pilot)
        await pilot.press("down", "space", "down", "space", "f3")
        await typed(pilot, "### Before all\n\n")
        await until(pilot, lambda: screen(pilot).query_one(EntriesView).count == 6)
        assert listed.marked == {3, 5}
        await open_file(pilot, "ui.md")
        await until(pilot, lambda: screen(pilot).query_one(EntriesView).count == 5)
        assert not listed.marked

"""The raw text is edited without loss, and the next load is foretold."""

import pytest

from memtui.core.memory import Memory
from memtui.ui.messages import RawEdited
from memtui.ui.widgets import text_view
from memtui.ui.widgets.disk import DiffRows, DiskView
from memtui.ui.widgets.find_bar import FindBar
from tests.ui.text_apps import BLOCK, HOSTILE, Holder, running, seen, settle

ODD = """---
tags:
  - oauth
summary: Token [/] handling
owner: me
usageStats:
  loaded: 3
---
# Auth
"""


@pytest.fixture(autouse=True)
def short_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_view, "PAUSE_SECONDS", 0.01)


def holder(text: str, name: str = "auth.md") -> Holder:
    return Holder(DiskView(), Memory(name, text))


def view_of(app: Holder) -> DiskView:
    assert isinstance(app.view, DiskView)
    return app.view


async def test_an_edit_is_told_with_the_whole_text_and_other_bytes_stay() -> None:
    text = "\ufeff" + BLOCK.replace("\n", "\r\n") + "# One\ntwo\u2028three"
    app = holder(text)
    async with running(app) as pilot:
        await pilot.press("down", "end", "left", *", x")
        await settle(pilot)
        assert app.texts[-1] == text.replace("[oauth]", "[oauth, x]")
        flushed = view_of(app).flush()
        assert flushed is None
        await pilot.press("y")
        flushed = view_of(app).flush()
        assert flushed is None or isinstance(flushed, RawEdited)
        await settle(pilot)
        assert app.texts[-1] == text.replace("[oauth]", "[oauth, xy]")


async def test_a_plain_file_is_only_counted_and_that_is_one_line() -> None:
    app = holder(BLOCK + "# One\n")
    async with running(app):
        assert "Next load only counts: 12 → 13" in seen(app)
        assert not app.query_one(DiffRows).display


async def test_what_the_next_load_erases_is_shown_and_follows_the_edits() -> None:
    app = holder(ODD)
    async with running(app, (70, 40)) as pilot:
        drawn = seen(app)
        assert "Next load: −5 +8 lines" in drawn
        assert "3 -   - oauth" in drawn
        assert "+ tags: []" in drawn
        assert '+ summary: "Token [/] handling"' in drawn
        rows = app.query_one(DiffRows)
        assert rows.size.height <= 40 * 0.45
        app.give(Memory("auth.md", BLOCK))
        await settle(pilot)
        assert "only counts" in seen(app)
        assert not rows.display


async def test_enter_on_a_line_of_the_difference_goes_there() -> None:
    app = holder(ODD)
    async with running(app, (70, 40)) as pilot:
        rows = app.query_one(DiffRows)
        rows.focus()
        await pilot.press("down", "down", "enter")
        await settle(pilot)
        assert app.focused is view_of(app).editor
        assert view_of(app).editor.cursor_location == (2, 0)


async def test_a_line_is_shown_with_its_reason_until_another_file_comes() -> None:
    app = holder(ODD + "line\n" * 80)
    async with running(app, (60, 30)) as pilot:
        view_of(app).goto(60, "it [/] \x1bcannot be patched")
        await settle(pilot)
        assert view_of(app).editor.cursor_location == (59, 0)
        assert "line 60: it [/] ␛cannot be patched" in seen(app)
        assert "60  line" in seen(app)
        await pilot.press("x")
        await settle(pilot)
        assert "line 60" in seen(app)
        app.give(Memory("ui.md", BLOCK))
        await settle(pilot)
        assert "line 60" not in seen(app)


async def test_the_index_file_and_no_file_have_no_forecast() -> None:
    app = holder("# Index\n", "_index.md")
    async with running(app) as pilot:
        assert "Automaker never loads this file" in seen(app)
        app.view.memory = None
        await settle(pilot)
        assert "Automaker" not in seen(app)


async def test_hostile_text_and_long_lines_stay_harmless_in_both_parts() -> None:
    text = "---\n" + "\n".join(HOSTILE) + "\n" + "word " * 2000 + "\n---\n# One\n"
    for width in (30, 90):
        app = holder(text)
        async with running(app, (width, 60)) as pilot:
            drawn = seen(app)
            assert "\x1b" not in drawn
            assert "- [@click=app.quit]x[/]" in drawn
            await pilot.click(DiffRows, offset=(8, 2))
            await settle(pilot)
            assert app.is_running


async def test_other_line_ends_are_a_visible_difference() -> None:
    app = holder(BLOCK.replace("\n", "\r\n"))
    async with running(app, (70, 60)):
        assert "- importance: 0.8␍" in seen(app)
        assert "+ importance: 0.8" in seen(app)


async def test_a_locked_file_is_read_and_searched_and_its_forecast_shown() -> None:
    app = holder(ODD)
    async with running(app, (70, 40)) as pilot:
        app.view.locked = "it lies outside the project"
        await pilot.press("x", "ctrl+f", "w", "n")
        await settle(pilot)
        assert app.texts == []
        assert "read-only: it lies outside the project" in seen(app)
        assert view_of(app).editor.selected_text == "wn"
        assert view_of(app).query(FindBar)

"""Find and replace: fast, forgiving about case and form, one undo step, never stuck."""

import re
import time

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Label
from textual.widgets.text_area import Selection

from memtui.core.find import Query
from memtui.core.memory import Memory
from memtui.errors import BadValue
from memtui.ui.widgets import regex_search, text_view
from memtui.ui.widgets.body import BodyView
from memtui.ui.widgets.find_bar import FindBar
from memtui.ui.widgets.line_input import LineInput
from memtui.ui.widgets.notes import Notes
from memtui.ui.widgets.regex_search import find_regex
from memtui.ui.widgets.text_editor import TextEditor
from tests.ui.text_apps import BLOCK, Holder, running, seen, settle

BODY = "Token one\ntoken two\n[Gotcha] token\nend\n"


@pytest.fixture(autouse=True)
def short_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_view, "PAUSE_SECONDS", 0.01)


def holder(body: str) -> Holder:
    return Holder(BodyView(), Memory("auth.md", BLOCK + body))


def editor_of(app: Holder) -> TextEditor:
    return app.view.query_one(TextEditor)


async def ask(pilot: Pilot[None], words: str, new: str = "", *, regex: bool = False) -> None:
    """Open the bar and fill it in."""
    await pilot.press("ctrl+f", *(["ctrl+r"] if regex else []))
    pilot.app.query_one("#words", LineInput).value = words
    pilot.app.query_one("#new", LineInput).value = new
    await settle(pilot)


def state(app: Holder) -> str:
    return str(app.query_one("#state", Label).content)


async def test_typing_finds_at_once_and_keys_go_round() -> None:
    app = holder(BODY)
    async with running(app) as pilot:
        editor = editor_of(app)
        await pilot.press("ctrl+f", *"token")
        await settle(pilot)
        assert state(app) == "1 of 3"
        assert editor.selection == Selection((0, 0), (0, 5))
        assert [len(editor.get_line(row).spans) for row in (0, 1)] == [1, 1]
        await pilot.press("enter", "down")
        assert (state(app), editor.selection) == ("3 of 3", Selection((2, 9), (2, 14)))
        await pilot.press("enter", "up", "up")
        assert state(app) == "2 of 3"
        await pilot.click("#next")
        await settle(pilot)
        assert state(app) == "3 of 3"
        await pilot.press("escape")
        await settle(pilot)
        assert not app.query(FindBar)
        assert app.focused is editor
        assert editor.get_line(0).spans == []
        assert editor.selected_text == "token"
        assert app.bodies == []


async def test_a_capital_asks_for_the_case_and_brackets_are_letters() -> None:
    app = holder(BODY)
    async with running(app) as pilot:
        await ask(pilot, "Token")
        assert state(app) == "1 of 1"
        app.query_one("#words", LineInput).value = "[Gotcha]"
        await settle(pilot)
        assert state(app) == "1 of 1"
        app.query_one("#words", LineInput).value = "nothing"
        await settle(pilot)
        assert state(app) == "no match"


async def test_selected_words_are_asked_for_and_come_back_with_the_bar() -> None:
    app = holder(BODY)
    async with running(app) as pilot:
        editor_of(app).selection = Selection((1, 0), (1, 5))
        await pilot.press("ctrl+f")
        await settle(pilot)
        assert state(app) == "2 of 3"
        await pilot.press("escape", "home", "f7", "ctrl+f")
        await settle(pilot)
        assert app.query_one("#words", LineInput).value == "token"
        await pilot.press("x")
        assert app.query_one("#words", LineInput).value == "x"


async def test_one_match_is_replaced_and_the_next_one_picked() -> None:
    app = holder(BODY)
    async with running(app) as pilot:
        await ask(pilot, "token", "key")
        await pilot.press("tab")
        assert app.focused is app.query_one("#new")
        await pilot.press("enter")
        await settle(pilot)
        assert state(app) == "1 of 2"
        assert editor_of(app).selection == Selection((1, 0), (1, 5))
        await pilot.click("#one")
        await settle(pilot)
        assert app.bodies[-1] == "key one\nkey two\n[Gotcha] token\nend\n"


async def test_all_matches_are_replaced_as_one_step_and_other_bytes_stay() -> None:
    body = "Token one\ntoken two\nrest\u2028same\r\nend\x0c\ntoken"
    app = holder(body)
    async with running(app) as pilot:
        await pilot.press("x", "backspace")
        await ask(pilot, "token", "key")
        await pilot.press("ctrl+l")
        await settle(pilot)
        assert app.bodies[-1] == re.sub("[Tt]oken", "key", body)
        assert "3 replaced" in seen(app)
        await pilot.press("escape")
        await settle(pilot)
        await pilot.press("ctrl+z")
        await settle(pilot)
        assert app.bodies[-1] == body


async def test_a_regular_expression_finds_and_replaces_with_its_groups() -> None:
    app = holder("a1 b2\nc3\n")
    async with running(app) as pilot:
        await ask(pilot, r"(\w)(\d)", r"\2\1", regex=True)
        assert app.query_one("#regex", Button).has_class("-on")
        assert state(app) == "1 of 3"
        await pilot.press("ctrl+l")
        await settle(pilot)
        assert app.bodies[-1] == "1a 2b\n3c\n"


async def test_an_expression_that_is_none_is_said_and_can_be_mended() -> None:
    app = holder("a(b\n")
    async with running(app) as pilot:
        await ask(pilot, "(b", regex=True)
        assert "unterminated" in seen(app)
        await pilot.press("ctrl+l", "enter", "down")
        assert app.bodies == []
        await pilot.press("ctrl+r")
        await settle(pilot)
        assert state(app) == "1 of 1"
        assert app.query_one(FindBar).query_one(Notes).notes == ()


async def test_an_expression_that_takes_for_ever_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(regex_search, "LIMIT_SECONDS", 0.3)
    app = holder("x" * 60)
    async with running(app) as pilot:
        await ask(pilot, "(x+x+)+y", regex=True)
        assert "takes more than" in seen(app)
        await pilot.press("escape")
        await settle(pilot)
        assert app.focused is editor_of(app)


async def test_bad_references_and_counts_are_refused_with_a_reason() -> None:
    for query in (Query("x", r"\9", regex=True), Query("a{99999999999}", regex=True)):
        with pytest.raises(BadValue):
            await find_regex(["x"], query)


async def test_edits_below_the_bar_are_counted_without_moving_the_cursor() -> None:
    app = holder(BODY)
    async with running(app) as pilot:
        await ask(pilot, "token")
        editor = editor_of(app)
        editor.focus()
        editor.move_cursor((3, 3))
        await pilot.press(*" token")
        await settle(pilot)
        assert state(app) == "1 of 4"
        assert editor.cursor_location == (3, 9)
        assert len(editor.get_line(3).spans) == 1


async def test_a_locked_text_is_searched_and_not_replaced() -> None:
    app = holder(BODY)
    async with running(app) as pilot:
        app.view.locked = "outside"
        await ask(pilot, "token")
        assert state(app) == "1 of 3"
        assert not app.query_one("#replacing").display
        await pilot.press("ctrl+l")
        await settle(pilot)
        assert app.bodies == []


async def test_a_large_body_is_searched_and_replaced_quickly() -> None:
    app = holder("- **Why:** a token and some more words on each line of it\n" * 12_000)
    async with running(app) as pilot:
        begun = time.process_time()
        await ask(pilot, "token")
        await pilot.press("ctrl+l")
        await settle(pilot)
        assert "12,000 replaced" in seen(app)
        assert time.process_time() - begun < 5
        assert "token" not in app.bodies[-1]

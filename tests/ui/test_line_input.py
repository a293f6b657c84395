"""A one-line field: undo, hostile text, long text."""

import itertools
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual.app import App, ComposeResult
from textual.widgets import Input

from memtui.ui.widgets.line_input import LineHistory, LineInput, cut


class Holder(App[None]):
    """An app with two lines."""

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.text = text
        self.heard: list[str] = []

    def compose(self) -> ComposeResult:
        yield LineInput(self.text, id="first")
        yield LineInput(id="second")

    def on_input_changed(self, event: Input.Changed) -> None:
        self.heard.append(event.value)

    @property
    def line(self) -> LineInput:
        return self.query_one("#first", LineInput)

    def shown(self, line: LineInput) -> str:
        return line.render_line(0).text


async def test_undo_takes_back_a_word_at_a_time_and_redo_brings_it_back() -> None:
    app = Holder()
    async with app.run_test(size=(40, 4)) as pilot:
        await pilot.press(*"two", "space", *"words", "backspace", "backspace")
        assert app.line.value == "two wor"
        seen = [app.line.value]
        for _ in range(3):
            await pilot.press("ctrl+z")
            seen.append(app.line.value)
        assert seen == ["two wor", "two words", "two ", ""]
        await pilot.press("ctrl+z")
        assert app.line.value == ""
        await pilot.press("ctrl+y", "ctrl+y", "ctrl+y", "ctrl+y")
        assert app.line.value == "two wor"
        assert app.line.cursor_position == len("two wor")


async def test_the_cursor_returns_to_the_place_of_the_change() -> None:
    app = Holder("alpha omega")
    async with app.run_test(size=(40, 4)) as pilot:
        await pilot.press("home", "ctrl+k", "ctrl+z")
        assert (app.line.value, app.line.cursor_position) == ("alpha omega", 11)
        await pilot.press("home", "delete", "ctrl+z", "X")
        assert app.line.value == "aXlpha omega"


async def test_a_loaded_text_is_told_to_nobody_and_cannot_be_undone() -> None:
    app = Holder("first")
    async with app.run_test(size=(40, 4)) as pilot:
        await pilot.press("x")
        app.line.cursor_position = 2
        app.heard.clear()
        app.line.load("another")
        await pilot.pause()
        assert app.heard == []
        assert app.line.cursor_position == 2
        await pilot.press("ctrl+z")
        assert app.line.value == "another"
        await pilot.press("y")
        assert app.heard == ["anyother"]


async def test_without_the_focus_a_loaded_text_has_the_cursor_at_its_end() -> None:
    app = Holder("short")
    async with app.run_test(size=(40, 4)) as pilot:
        await pilot.press("home", "tab")
        for text in ("another text", "less"):
            app.line.load(text)
            await pilot.pause()
            assert app.cursor_position == app.query_one("#second", LineInput).cursor_screen_offset
        await pilot.press("shift+tab", "y")
        assert app.line.value == "lessy"


async def test_several_pasted_lines_become_one() -> None:
    app = Holder("[]")
    async with app.run_test(size=(40, 4)) as pilot:
        app.line.cursor_position = 1
        app.line.post_message(events.Paste("one\r\ntwo\nthree\n"))
        await pilot.pause()
        assert app.line.value == "[one two three]"
        await pilot.press("ctrl+z")
        assert app.line.value == "[]"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("[/] [bold]x [@click=app.quit]y[/]", "[/] [bold]x [@click=app.quit]y[/]"),
        ("a\x1b]0;title\x07b\u202ec\x85d", "a␛]0;title␇b\ufffdc␤d"),
        ("tab\there", "tab␉here"),
    ],
)
async def test_text_from_files_is_shown_literally(text: str, shown: str) -> None:
    app = Holder(text)
    async with app.run_test(size=(60, 4)) as pilot:
        assert app.shown(app.line).rstrip() == shown
        await pilot.press("tab")
        assert app.shown(app.line).rstrip() == shown
        await pilot.press("shift+tab", "end", "!")
        assert app.line.value == text + "!"


async def test_a_click_behind_a_control_character_puts_the_cursor_there() -> None:
    app = Holder("\x1b\x1b한x")
    async with app.run_test(size=(60, 4)) as pilot:
        for cell, position in ((1, 1), (2, 2), (3, 2), (4, 3), (9, 4)):
            await pilot.click("#first", offset=(cell, 0))
            assert app.line.cursor_position == position


async def test_a_long_line_is_cut_without_focus_and_follows_the_cursor_with_it() -> None:
    app = Holder("start " + "x" * 10_000 + " end")
    async with app.run_test(size=(40, 4)) as pilot:
        await pilot.pause()
        assert app.shown(app.line).rstrip().endswith("end")
        await pilot.press("tab")
        assert app.shown(app.line) == "start " + "x" * 33 + "…"
        await pilot.click("#first", offset=(2, 0))
        assert app.line.cursor_position == 2
        await pilot.press("home")
        assert app.shown(app.line).startswith("start xxx")


async def test_tab_and_unused_keys_leave_the_line_alone() -> None:
    app = Holder("kept")
    async with app.run_test(size=(40, 4)) as pilot:
        await pilot.press("tab")
        assert app.focused is app.query_one("#second")
        await pilot.press("shift+tab", "x")
        assert app.line.value == "keptx"


texts = st.lists(st.text(st.sampled_from("ab "), max_size=6), min_size=1, max_size=12)


def _pairs(steps: list[str]) -> Iterator[tuple[str, str]]:
    yield from itertools.pairwise(steps)


@given(texts)
def test_undo_to_the_first_text_and_redo_to_the_last_lose_nothing(steps: list[str]) -> None:
    history = LineHistory()
    for old, new in _pairs(steps):
        if old != new:
            history.record(old, new)
    current = steps[-1]
    while (earlier := history.undo(current)) is not None:
        current = earlier
    assert current == steps[0]
    while (later := history.redo(current)) is not None:
        current = later
    assert current == steps[-1]


@given(st.text(), st.integers(0, 12))
def test_a_cut_text_fits_and_a_fitting_text_is_whole(text: str, width: int) -> None:
    from rich.cells import cell_len

    shown = cut(text, width)
    assert cell_len(shown) <= width
    assert shown == text or shown.endswith("…") or width == 0
    if cell_len(text) <= width and len(text) <= width:
        assert shown == text

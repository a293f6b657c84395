"""The editor shows nothing raw, keeps Textual's keys, and costs the same in a large text."""

import time

import pytest
from rich.console import RenderableType
from textual._compositor import ChopsUpdate
from textual.app import App, ComposeResult
from textual.events import Paste
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import Input
from textual.widgets.text_area import Selection

from memtui.core.find import Query, find
from memtui.ui.widgets.text_editor import WRAP_LIMIT, TextEditor
from tests.ui.text_apps import HOSTILE

MARKDOWN = """# Title
## Part
### Use tokens (2024-05-01)
- **Why:** `code` and **bold** and <!-- note --> rest
```py
# no heading
```
#### [Gotcha] careful
"""


class Desk(App[None]):
    """An editor between two fields."""

    def __init__(self, text: str, *, block: bool = False) -> None:
        super().__init__()
        self.text = text
        self.editor = TextEditor(block=block)

    def compose(self) -> ComposeResult:
        yield Input(id="before")
        yield self.editor
        yield Input(id="after")

    def on_mount(self) -> None:
        self.editor.load_text(self.text)
        self.editor.focus()


def lines_of(editor: TextEditor) -> list[str]:
    return [editor.render_line(y).text.rstrip() for y in range(editor.size.height)]


def wraps(app: Desk) -> bool:
    return app.editor.soft_wrap


def look_of(editor: TextEditor) -> list[object]:
    return [list(editor.render_line(y)) for y in range(editor.size.height)]


async def test_hostile_text_is_shown_as_signs_and_stays_what_it_is() -> None:
    app = Desk("\n".join(HOSTILE))
    async with app.run_test(size=(60, 30)) as pilot:
        shown = lines_of(app.editor)
        assert shown[0] == "[/]"
        assert shown[1] == "[@click=app.quit]x[/]"
        assert shown[4] == "␛[31mred␛]0;title␇"
        assert shown[5] == "abc\ufffdgnp.exe\ufffd"
        assert shown[6] == "\ufffd31m"
        assert list(app.editor.raw_lines) == list(HOSTILE)
        app.editor.move_cursor((4, 1))
        await pilot.press("x", "shift+home")
        assert app.editor.raw_lines[4] == "\x1bx[31mred\x1b]0;title\x07"
        assert app.editor.selected_text == "\x1bx"


async def test_the_cursor_stands_on_its_character_behind_control_characters() -> None:
    app = Desk("\x1b\x1bab\n\tcd")
    async with app.run_test() as pilot:
        app.editor.move_cursor((0, 3))
        origin = app.editor.content_region.offset
        assert app.editor.cursor_screen_offset - origin == (3, 0)
        await pilot.click(app.editor, offset=(2, 0))
        assert app.editor.cursor_location == (0, 2)
        app.editor.move_cursor((1, 1))
        assert app.editor.cursor_screen_offset - origin == (4, 1)


async def test_markdown_has_light_colours_and_code_has_none_of_them() -> None:
    app = Desk(MARKDOWN)
    async with app.run_test():

        def bold(row: int) -> str:
            text = app.editor.get_line(row)
            found = ""
            for span in text.spans:
                if getattr(span.style, "bold", False):
                    found += text.plain[span.start : span.end]
            return found

        assert bold(0) == " Title"
        assert bold(2) == " Use tokens (2024-05-01)"
        assert bold(3) == "**Why:****bold**"
        assert bold(5) == ""
        assert bold(7) == " [Gotcha] careful[Gotcha]"
        inks = {app.editor.get_line(row).spans[0].style for row in (4, 5, 6)}
        assert len(inks) == 1
        assert str(app.editor.get_line(3).spans[1].style) != str(inks)


async def test_a_frontmatter_block_is_coloured_only_where_it_is_asked_for() -> None:
    text = "---\ntags: [a]\n---\n# tags: [a]\n"
    for block in (True, False):
        app = Desk(text, block=block)
        async with app.run_test():
            assert bool(app.editor.get_line(1).spans) is block


async def test_keys_of_a_text_area_keep_their_meaning() -> None:
    app = Desk("one two\nthree\n")
    async with app.run_test() as pilot:
        editor = app.editor
        await pilot.press("f6")
        assert editor.selected_text == "one two"
        await pilot.press("f7")
        assert editor.selected_text == "one two\nthree\n"
        await pilot.press("up", "up", "home", "ctrl+k")
        assert list(editor.raw_lines) == ["", "three", ""]
        await pilot.press("ctrl+z")
        assert editor.raw_lines[0] == "one two"
        await pilot.press("tab")
        assert app.focused is app.query_one("#after")
        await pilot.press("shift+tab", "shift+tab")
        assert app.focused is app.query_one("#before")


async def test_very_long_lines_are_not_wrapped_whether_loaded_or_pasted() -> None:
    app = Desk("word " * (WRAP_LIMIT // 5 + 1))
    async with app.run_test() as pilot:
        assert wraps(app) is False
        app.editor.load_text("word " * 100)
        assert wraps(app) is True
        app.editor.post_message(Paste("word " * (WRAP_LIMIT // 5 + 1)))
        await pilot.pause()
        assert wraps(app) is False
        assert "word word" in lines_of(app.editor)[0]


async def test_a_bracket_without_a_partner_is_not_searched_through_the_whole_text() -> None:
    app = Desk("(\n" + "word\n" * 5000 + ")")
    async with app.run_test():
        assert len(list(app.editor._yield_character_locations((0, 0)))) < 5000
        last = app.editor.document.line_count - 1
        assert len(list(app.editor._yield_character_locations_reverse((last, 0)))) < 5000
        app.editor.load_text("[a](b)")
        app.editor.move_cursor((0, 0))
        assert app.editor.matching_bracket_location == (0, 2)


class Terminal(Desk):
    """Holds what a terminal would show after the updates that were sent to it."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.lines: list[Strip] = []
        self.sent: list[int] = []

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        super()._display(screen, renderable)
        fresh = screen._compositor.render_strips()
        if isinstance(renderable, ChopsUpdate):
            self.sent += [y for y, _, _ in renderable.spans]
            for y, x1, x2 in renderable.spans:
                width = fresh[y].cell_length
                parts = [self.lines[y].crop(0, x1), fresh[y].crop(x1, x2)]
                self.lines[y] = Strip.join([*parts, self.lines[y].crop(x2, width)])
        elif renderable is not None:
            self.lines = fresh

    def shows_what_is_there(self) -> bool:
        fresh = self.screen._compositor.render_strips()
        return [strip.simplify() for strip in self.lines] == [strip.simplify() for strip in fresh]


async def test_a_key_sends_only_lines_that_changed_and_every_one_that_did() -> None:
    app = Terminal(MARKDOWN * 4)
    async with app.run_test(size=(50, 20)) as pilot:
        await pilot.press("x")
        app.sent.clear()
        await pilot.press("x")
        assert 1 <= len(app.sent) <= 3
        for step in (
            *"y(`", "enter", "down", "shift+down", "delete", "ctrl+z", "pagedown", "end", "tab",
            "shift+tab", "theme", "found", "read-only", "width", "up", "drawn", "f7",
        ):  # fmt: skip
            if step == "theme":
                app.theme = "textual-light"
            elif step == "found":
                app.editor.show_found(find(app.editor.raw_lines, Query("o")))
            elif step == "read-only":
                app.editor.read_only = True
            elif step == "width":
                await pilot.resize_terminal(34, 16)
            elif step == "drawn":
                app.editor.show_found(None)
                # Another widget's turn may draw the lines without sending them.
                lines_of(app.editor)
            else:
                await pilot.press(step)
            await pilot.pause(0.03)
            assert app.shows_what_is_there(), step


@pytest.mark.parametrize("wrap", [True, False])
async def test_what_is_kept_of_the_drawing_is_what_would_be_drawn_anew(wrap: bool) -> None:
    app = Desk(MARKDOWN + "a [long](line) that wraps around\t" * 4 + "\n\x1b\n한국어\n")
    keys = [
        "x", "enter", "down", "shift+down", "shift+end", "delete", "ctrl+z", "ctrl+y", "pagedown",
        "end", "left", "(", "a", ")", "up", "f6", "f7", "right", "`", "`", "`", "enter", "home",
        "shift+tab", "tab",
    ]  # fmt: skip
    async with app.run_test(size=(30, 12)) as pilot:
        editor = app.editor
        editor.cursor_blink = False
        editor.soft_wrap = wrap
        for index, key in enumerate(keys):
            await pilot.press(key)
            if index == 8:
                editor.show_line_numbers = True
            if index == 12:
                editor.show_found(find(editor.raw_lines, Query("a")))
            if index in (14, 15):
                editor.selection = Selection((index - 9, 1), (2, 4))
            if index == 20:
                app.theme = "textual-light"
                await pilot.pause()
            kept = look_of(editor)
            editor._line_cache.clear()
            assert kept == look_of(editor), key


async def test_matches_are_marked_until_the_text_changes() -> None:
    app = Desk("one two\none\n")
    async with app.run_test() as pilot:
        editor = app.editor
        editor.show_found(find(editor.raw_lines, Query("one")))
        assert [(s.start, s.end) for s in editor.get_line(1).spans] == [(0, 3)]
        await pilot.press("x")
        assert editor.get_line(1).spans == []


async def test_replaced_lines_leave_cursor_selection_and_view_on_their_lines() -> None:
    lines = [f"line {i}" for i in range(60)]
    app = Desk("\n".join(lines))
    async with app.run_test(size=(40, 14)) as pilot:
        editor = app.editor
        await pilot.press("x")
        editor.selection = Selection((40, 2), (41, 3))
        editor.scroll_to(y=38, animate=False)
        await pilot.pause()
        top = lines_of(editor)[0]
        editor.replace_lines(3, 5, ["new"] * 10, lambda row: row if row < 3 else row + 8)
        await pilot.pause()
        assert editor.selection == Selection((48, 2), (49, 3))
        assert lines_of(editor)[0] == top == "line 38"
        await pilot.press("ctrl+z", "ctrl+z")
        assert list(editor.raw_lines) == lines


@pytest.mark.parametrize(
    ("start", "end", "new", "result"),
    [
        (0, 3, ["x", "y"], ["x", "y"]),
        (1, 3, ["x"], ["a", "x"]),
        (2, 3, [], ["a", "b"]),
        (0, 1, [], ["b", ""]),
        (3, 3, ["x", ""], ["a", "b", "", "x", ""]),
        (1, 1, ["", ""], ["a", "", "", "b", ""]),
    ],
)
async def test_lines_are_replaced_at_start_middle_and_end(
    start: int, end: int, new: list[str], result: list[str]
) -> None:
    app = Desk("a\nb\n")
    async with app.run_test():
        app.editor.replace_lines(start, end, new, lambda row: row)
        assert list(app.editor.raw_lines) == result


async def test_a_key_in_a_large_text_costs_about_what_it_costs_in_a_small_one() -> None:
    page = "#### [Gotcha] heading of an entry\n- **Why:** some words that wrap, and more\n\n"
    costs = []
    for copies in (20, 9000):
        app = Desk(page * copies)
        async with app.run_test(size=(60, 40)):
            editor = app.editor
            editor.move_cursor((30, 0))
            best = float("inf")
            for _ in range(8):
                begun = time.process_time()
                editor.insert("x")
                look_of(editor)
                best = min(best, time.process_time() - begun)
            costs.append(best)
    # Textual's own text area takes more than ten times as long in the large one.
    assert costs[1] < 3 * costs[0]

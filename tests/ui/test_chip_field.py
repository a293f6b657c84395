"""A list as chips: typing, the chip in hand, the mouse, what never matches, what is cut."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual.app import App, ComposeResult

from memtui.ui.messages import ValueEdited
from memtui.ui.widgets.chip_field import ChipField, Completion, split
from memtui.ui.widgets.chip_layout import FOLDED_ROWS, lay_out
from memtui.ui.widgets.chips import ChipEntry, Chips
from memtui.ui.widgets.line_input import LineInput
from tests.ui.holding import CONTROL, CONTROL_SHOWN, HOSTILE, lines, shown

WORDS = ("middleware", "session", "cookie")


class Holder(App[None]):
    """An app with one list, and a line to go to."""

    def __init__(
        self, *items: str, key: str = "tags", one: str = "tag", focus: str = "ChipEntry"
    ) -> None:
        super().__init__()
        self.first = focus
        self.items = items
        self.key = key
        self.one = one
        self.edits: list[object] = []

    def compose(self) -> ComposeResult:
        yield ChipField(self.key, "Tags", one=self.one)
        yield LineInput(id="next")

    def on_mount(self) -> None:
        self.field.show("auth.md", self.items)
        self.query_one(self.first).focus()

    def on_value_edited(self, event: ValueEdited) -> None:
        assert (event.file, event.key) == ("auth.md", self.key)
        self.edits.append(event.value)
        assert isinstance(event.value, tuple)
        self.field.show(event.file, event.value)

    @property
    def field(self) -> ChipField:
        return self.query_one(ChipField)

    @property
    def typed(self) -> str:
        return self.query_one(ChipEntry).value


async def test_enter_adds_what_is_typed_and_commas_separate_items() -> None:
    app = Holder("oauth")
    async with app.run_test(size=(60, 8)) as pilot:
        await pilot.press(*"jwt", "enter")
        assert app.edits == [("oauth", "jwt")]
        assert app.typed == ""
        app.query_one(ChipEntry).post_message(events.Paste("api, OAuth,,token\nlogin, api"))
        await pilot.press("enter")
        assert app.edits[1:] == [("oauth", "jwt", "api", "token", "login")]
        await pilot.press(*"jwt", "enter", "enter")
        assert app.edits[2:] == []
        assert app.typed == ""
        assert " oauth   jwt   api   token   login" in shown(app)


async def test_what_cannot_be_written_is_said_at_once_and_not_added() -> None:
    app = Holder("oauth")
    async with app.run_test(size=(60, 8)) as pilot:
        await pilot.press(*"it", "'")
        assert "✗ “it'” holds a quote mark" in shown(app)
        await pilot.press("enter")
        assert app.edits == []
        assert app.typed == "it'"
        await pilot.press("backspace")
        assert "quote mark" not in shown(app)
        await pilot.press("[")
        assert "square bracket" in shown(app)
        await pilot.press("tab")
        assert "▲ not added: it[" in shown(app)
        assert app.edits == []
        app.field.show("other.md", ("oauth",))
        await pilot.pause()
        assert app.typed == ""
        assert "not added" not in shown(app)


async def test_leaving_the_field_adds_what_is_typed() -> None:
    app = Holder("oauth")
    async with app.run_test(size=(60, 8)) as pilot:
        await pilot.press(*"jwt", "tab")
        assert app.edits == [("oauth", "jwt")]
        assert app.typed == ""


async def test_a_save_takes_what_is_typed_without_telling_it_twice() -> None:
    app = Holder("oauth")
    async with app.run_test(size=(60, 8)) as pilot:
        await pilot.press(*"jwt")
        change = app.field.commit()
        assert change is not None
        assert change.value == ("oauth", "jwt")
        assert app.field.commit() is None
        await pilot.press("tab")
        assert app.edits == []


async def test_completion_offers_words_that_are_no_chips_yet() -> None:
    app = Holder("session")
    async with app.run_test(size=(60, 8)) as pilot:
        app.field.words = WORDS
        await pilot.press(*"jwt, Mid")
        await pilot.app.workers.wait_for_complete()
        await pilot.press("right", "enter")
        assert app.edits == [("session", "jwt", "Middleware")]
        await pilot.press(*"ses")
        await pilot.app.workers.wait_for_complete()
        await pilot.press("right", "enter")
        assert app.edits[1:] == [("session", "jwt", "Middleware", "ses")]
    completion = Completion()
    completion.words = ("mid\x1b]0;t\x07", *WORDS)
    assert await completion.get_suggestion("mid") == "middleware"
    assert await completion.get_suggestion("") is None
    assert await completion.get_suggestion("cookie") is None


async def test_keys_take_a_chip_in_hand_and_remove_it() -> None:
    app = Holder("one1", "two2", "three", "four", "five")
    async with app.run_test(size=(60, 8)) as pilot:
        field = app.field
        await pilot.press("left", "left", "backspace")
        assert app.edits == [("one1", "two2", "three", "five")]
        assert field.hand == 2
        await pilot.press("delete")
        assert app.edits[1:] == [("one1", "two2", "five")]
        assert field.hand == 2
        await pilot.press("delete")
        assert field.hand == -1
        await pilot.press("delete", "left", "left", "left")
        assert field.hand == 0
        await pilot.press("right", "right", "right")
        assert field.hand == -1
        await pilot.press("home", "backspace", "backspace")
        assert app.edits[-1:] == [()]
        assert field.hand == -1
        await pilot.press("left", "backspace", "home")
        assert field.hand == -1
        await pilot.press(*["ctrl+z"] * 6)
        assert app.edits[-1] == app.items
        await pilot.press("ctrl+y")
        assert app.edits[-1] == ("one1", "two2", "three", "five")


async def test_backspace_behind_the_chips_takes_the_last_one_first() -> None:
    app = Holder("one1", "two2")
    async with app.run_test(size=(60, 8)) as pilot:
        await pilot.press("x", "backspace", "backspace")
        assert (app.field.hand, app.edits) == (1, [])
        await pilot.press("x")
        assert (app.field.hand, app.typed) == (-1, "x")
        await pilot.press("left", "left", "delete")
        assert (app.field.hand, app.typed, app.edits) == (-1, "", [])
        await pilot.press("tab")
        assert app.focused is app.query_one("#next")


async def test_the_mouse_takes_a_chip_in_hand_and_its_cross_removes_it() -> None:
    app = Holder("one1", "two2", "edge-case", focus="#next")
    async with app.run_test(size=(60, 8)) as pilot:
        await pilot.click(Chips, offset=(9, 0))
        assert app.field.hand == 1
        assert app.focused is app.query_one(ChipEntry)
        assert " two2×" in shown(app)
        await pilot.hover(Chips, offset=(2, 0))
        assert " one1×" in shown(app)
        await pilot.click(Chips, offset=(5, 0))
        assert app.edits == [("two2", "edge-case")]
        await pilot.hover(Chips, offset=(10, 0))
        await pilot.click(Chips, offset=(18, 0))
        assert app.edits[1:] == [("two2",)]
        await pilot.click(Chips, offset=(30, 0))
        assert app.field.hand == -1


async def test_a_chip_that_never_matches_says_why_and_enter_mends_it() -> None:
    app = Holder("oauth", "edge-case", "ui", "case")
    async with app.run_test(size=(60, 8)) as pilot:
        app.field.terms = frozenset({"oauth", "edge"})
        await pilot.pause()
        text = shown(app)
        assert "✓oauth   edge-case ✗  ui ✗  case" in text
        assert "edge-case never matches: hyphen  and 1 more" in text
        assert "⏎ two tags: edge, case" in text
        await pilot.press("left", "left")
        assert "ui never matches: too short" in shown(app)
        assert "⏎" not in shown(app)
        await pilot.press("enter")
        assert app.edits == []
        await pilot.press("left", "enter")
        assert app.edits == [("oauth", "edge", "ui", "case")]
        assert app.field.hand == 1
        assert "✓edge" in shown(app)
        await pilot.press("ctrl+z")
        assert app.edits[-1] == app.items
        row = next(y for y, line in enumerate(lines(app)) if "⏎" in line)
        await pilot.click(offset=(20, row))
        assert app.edits[-1] == ("oauth", "edge", "ui", "case")


async def test_an_item_that_stands_there_already_can_be_taken_out_but_is_not_judged() -> None:
    app = Holder("a, b", "it's", "oauth")
    async with app.run_test(size=(60, 8)) as pilot:
        await pilot.press("left", "backspace")
        assert app.edits == [("a, b", "it's")]
        await pilot.press(*"jwt", "enter", "home", "delete")
        assert app.edits[-1] == ("it's", "jwt")


async def test_paths_stand_one_a_line_and_missing_ones_are_said() -> None:
    app = Holder("src/a.ts", "src/Fix it.ts", key="relatedFiles", one="path", focus="#next")
    async with app.run_test(size=(60, 8)) as pilot:
        app.field.missing = frozenset({"src/a.ts"})
        await pilot.pause()
        assert lines(app)[0] == "Tags        src/a.ts   ✗ missing"
        assert lines(app)[1] == "            src/Fix it.ts   +"
        assert "never" not in shown(app)
        await pilot.press("shift+tab", "up", "up")
        assert app.field.hand == 0
        assert lines(app)[0] == "Tags        src/a.ts × ✗ missing"
        await pilot.press("down", "down")
        assert app.field.hand == -1
        await pilot.press(*"SRC/a.ts", "enter")
        assert app.edits == [("src/a.ts", "src/Fix it.ts", "SRC/a.ts")]
        await pilot.hover(Chips, offset=(1, 0))
        await pilot.click(Chips, offset=(9, 0))
        assert app.edits[1:] == [("src/Fix it.ts", "SRC/a.ts")]


async def test_a_long_list_is_folded_without_focus_and_a_long_item_is_cut() -> None:
    app = Holder("x" * 80, *(f"word{n}" for n in range(200)), focus="#next")
    async with app.run_test(size=(40, 12)) as pilot:
        await pilot.pause()
        assert app.query_one(Chips).size.height == FOLDED_ROWS
        assert "xxx…" in lines(app)[0]
        assert "more +" in lines(app)[FOLDED_ROWS - 1]
        await pilot.press("shift+tab", "home")
        assert app.query_one(Chips).size.height > 60
        await pilot.pause()
        assert "xxx…×" in lines(app)[0]
        await pilot.press("end", *"more", "enter", "tab")
        assert app.edits == [(*app.items, "more")]


async def test_items_from_files_are_shown_literally() -> None:
    app = Holder()
    async with app.run_test(size=(60, 8)) as pilot:
        for item in (*HOSTILE, CONTROL, "한국어"):
            app.field.show(item, (item,))
            await pilot.pause()
            expected = CONTROL_SHOWN if item == CONTROL else item
            assert f"{expected} ✗" in shown(app)
            assert f"{expected} never matches" in shown(app)


async def test_an_answer_from_above_leaves_what_is_typed_alone() -> None:
    app = Holder("oauth", "jwt")
    async with app.run_test(size=(60, 8)) as pilot:
        await pilot.press(*"ap")
        app.field.show("auth.md", ("oauth", "jwt"))
        await pilot.press("i")
        assert app.typed == "api"
        app.field.show("auth.md", ("login",))
        await pilot.press("enter")
        assert app.edits == [("login", "api")]


async def test_a_locked_list_shows_everything_and_changes_nothing() -> None:
    app = Holder("oauth", "jwt")
    async with app.run_test(size=(60, 8)) as pilot:
        app.field.set_locked(locked=True)
        await pilot.pause()
        assert lines(app)[0] == "Tags         oauth   jwt"
        await pilot.hover(Chips, offset=(2, 0))
        await pilot.click(Chips, offset=(6, 0))
        await pilot.press("backspace", "backspace")
        assert app.edits == []
        app.field.set_locked(locked=False)
        await pilot.click(Chips, offset=(2, 0))
        assert app.field.hand == 0


def test_a_typed_text_is_split_at_commas_into_distinct_items() -> None:
    assert split(" a b, c,,a b ,") == ("a b", "c")
    assert split(" , ") == ()


widths = st.lists(st.integers(1, 30), max_size=60).map(tuple)


@given(widths, st.integers(16, 60), st.booleans(), st.booleans())
def test_chips_never_overlap_or_leave_the_row(
    cells: tuple[int, ...], width: int, lines_: bool, unfolded: bool
) -> None:
    layout = lay_out(cells, width, lines=lines_, unfolded=unfolded, entry=(14 if unfolded else 1))
    order = [(spot.y, spot.x) for spot in layout.spots]
    assert order == sorted(order)
    for spot in layout.spots:
        assert spot.x >= 0
        assert spot.x + spot.width <= width
        assert spot.y < layout.rows
    for left, right in pairwise(layout.spots):
        assert right.y > left.y or right.x > left.x + left.width
    x, y, room = layout.entry
    assert y == layout.rows - 1
    assert room >= (14 if unfolded else 1)
    assert all(spot.y < y or spot.x + spot.width < x for spot in layout.spots)
    assert len([spot for spot in layout.spots if spot.index >= 0]) + layout.hidden == len(cells)
    if not unfolded:
        assert layout.rows <= FOLDED_ROWS + 1
    else:
        assert layout.hidden == 0

"""A line that unfolds over several rows, and where it is broken."""

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.app import App, ComposeResult

from memtui.ui.widgets.line_input import LineInput
from memtui.ui.widgets.wrap_input import WrapInput
from memtui.ui.widgets.wrapping import wrap
from tests.ui.holding import lines

TEXT = "Token handling in the API: 한국어 refresh, rotation of sessions and revocation"


class Holder(App[None]):
    """An app with such a line between two others."""

    def compose(self) -> ComposeResult:
        yield LineInput(id="before")
        yield WrapInput(TEXT, id="line")
        yield LineInput("behind", id="behind")

    @property
    def line(self) -> WrapInput:
        return self.query_one(WrapInput)


async def test_the_focus_unfolds_the_line_and_its_end_folds_it() -> None:
    app = Holder()
    async with app.run_test(size=(30, 8)) as pilot:
        await pilot.pause()
        assert lines(app)[1:3] == ["Token handling in the API: 한…", "behind"]
        await pilot.press("tab")
        await pilot.pause()
        assert lines(app)[1:5] == [
            "Token handling in the API:",
            "한국어 refresh, rotation of",
            "sessions and revocation",
            "behind",
        ]
        await pilot.press("tab")
        await pilot.pause()
        assert lines(app)[2] == "behind"
        app.line.disabled = True
        await pilot.pause()
        assert lines(app)[4] == "behind"


async def test_up_and_down_and_the_mouse_go_from_row_to_row() -> None:
    app = Holder()
    async with app.run_test(size=(30, 8)) as pilot:
        await pilot.press("tab", "home", "right", "right", "down")
        assert TEXT[app.line.cursor_position :].startswith("국어")
        await pilot.press("down", "X", "up", "up", "up", "Y")
        assert app.line.value.startswith("ToYken")
        assert "seXssions" in app.line.value
        await pilot.press("end", "down", "Z")
        assert app.line.value.endswith("revocationZ")
        await pilot.click("#line", offset=(9, 2))
        assert app.line.value[app.line.cursor_position :].startswith(" and")
        await pilot.click("#line", offset=(29, 0))
        assert app.line.value[app.line.cursor_position :].startswith(" 한국어")
        await pilot.mouse_down("#line", offset=(0, 1))
        await pilot.hover("#line", offset=(4, 2))
        await pilot.mouse_up("#line", offset=(4, 2))
        assert app.line.selected_text == "한국어 refresh, rotation of seXs"


async def test_the_line_grows_and_scrolls_with_what_is_typed() -> None:
    app = Holder()
    async with app.run_test(size=(30, 16)) as pilot:
        app.line.load("")
        await pilot.press("tab", *"word ")
        assert app.line.size.height == 1
        app.line.insert_text_at_cursor("word " * 80)
        await pilot.press("!")
        await pilot.pause()
        assert app.line.size.height == 10
        assert lines(app)[10].endswith("!")
        await pilot.press("home")
        await pilot.pause()
        assert lines(app)[1] == "word word word word word word"


@given(st.text(st.sampled_from("ab 한\u0301é")), st.integers(2, 12))
def test_rows_lie_end_to_end_and_fit(text: str, width: int) -> None:
    rows = wrap(text, width)
    assert "".join(text[start:end] for start, end in rows) == text
    assert rows[0][0] == 0
    for start, end in rows:
        assert end > start or end == len(text)
        row = text[start:end]
        assert cell_len(row.removesuffix(" ")) <= width


@given(st.lists(st.text("ab", min_size=1, max_size=8), min_size=1), st.integers(8, 20))
def test_a_word_that_fits_is_not_broken(words: list[str], width: int) -> None:
    text = " ".join(words)
    rows = [text[start:end].split() for start, end in wrap(text, width)]
    assert [word for row in rows for word in row] == words

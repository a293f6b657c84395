"""The whole prompt, to read, search and copy."""

import time

import pytest

from memtui.ui.screens.prompt_view import PromptView
from memtui.ui.widgets.text_editor import TextEditor
from tests.ui.holding import CONTROL, CONTROL_SHOWN, HOSTILE, Holder, lines, shown

TEXT = "# Project Memory\n\n" + "".join(f"- line {i}\n" for i in range(200))
PARTS = (("gotchas.md", 32_100), ("auth.md", 3_200))


async def test_a_prompt_is_shown_with_its_size_and_its_parts() -> None:
    app = Holder(PromptView(TEXT, 35_300, "Prompt of “Add login”", PARTS))
    async with app.run_test(size=(80, 24)) as pilot:
        text = shown(app)
        assert "Prompt of “Add login”" in text
        assert f"≈ 35.3k tokens · {len(TEXT) / 1000:.1f}k bytes" in text
        assert "1 gotchas.md 32.1k   2 auth.md 3.2k" in text
        await pilot.press("pagedown")
        assert "# Project Memory" not in shown(app)
        await pilot.press("escape")
        assert app.answers == [None]


async def test_nothing_can_be_typed_into_a_prompt() -> None:
    app = Holder(PromptView(TEXT, 1, "Prompt"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("x", "backspace", "delete", "ctrl+k", "ctrl+v")
        assert app.screen.query_one(TextEditor).text == TEXT


@pytest.mark.parametrize("size", [(40, 15), (80, 24)])
async def test_parts_that_do_not_fit_are_counted(size: tuple[int, int]) -> None:
    parts = [(f"file-{i}.md", 1000 * i) for i in range(40)]
    app = Holder(PromptView(TEXT, 1, "Prompt", parts))
    async with app.run_test(size=size):
        text = shown(app)
        shown_parts = text.count("file-")
        assert 0 < shown_parts < 40
        assert f"and {40 - shown_parts} more" in text
        assert "esc Leave" in text
        assert "# Project Memory" in text


async def test_words_are_found_and_the_selection_is_copied() -> None:
    app = Holder(PromptView(TEXT, 1, "Prompt"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("slash", *"line 15")
        assert "- line 15" in shown(app)
        await pilot.press("enter")
        assert "- line 150" in shown(app)
        await pilot.press("escape")
        assert app.answers == []
        await pilot.press("ctrl+c")
        assert app.clipboard == "line 15"
        await pilot.press("c")
        assert app.clipboard == TEXT


async def test_hostile_text_is_drawn_harmless_and_copied_as_it_is() -> None:
    text = "\n".join([*HOSTILE, CONTROL, "\ttab"])
    app = Holder(PromptView(text, 1, CONTROL, ((CONTROL, 5), ("[/b]", 6))))
    async with app.run_test(size=(80, 24)) as pilot:
        seen = shown(app)
        for line in [
            *HOSTILE,
            f"─ {CONTROL_SHOWN} ─",
            f"1 {CONTROL_SHOWN} 5",
            "2 [/b] 6",
            "    tab",
        ]:
            assert line in seen
        assert "\x1b" not in seen
        await pilot.press("ctrl+home", *["down"] * len(HOSTILE), "home", "shift+end", "ctrl+c")
        assert app.clipboard == CONTROL


@pytest.mark.parametrize("text", ["word " * 18 + "\n", "y"], ids=["lines", "one line"])
async def test_a_megabyte_opens_and_turns_pages_at_once(text: str) -> None:
    large = text * (1_000_000 // len(text))
    app = Holder(PromptView("small", 1, "Prompt"))
    async with app.run_test(size=(100, 30)) as pilot:
        start = time.perf_counter()
        await app.push_screen(PromptView(large, 250_000, "Prompt"))
        await pilot.pause()
        await pilot.press("pagedown")
        assert time.perf_counter() - start < 2
        assert "250k tokens" in shown(app)
        assert all(len(line) <= 100 for line in lines(app))

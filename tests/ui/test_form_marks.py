"""What the form says about Automaker, about a broken block and about a locked file."""

from collections.abc import Callable

import pytest
from textual.pilot import Pilot

from memtui.core.marks import Mark
from memtui.core.memory import Memory
from memtui.ui.messages import (
    LineRequested,
    RewriteRequested,
)
from memtui.ui.widgets import form
from memtui.ui.widgets.form_fields import Counters
from memtui.ui.widgets.slider import Slider
from tests.ui.form_holding import AUTH, Holder
from tests.ui.holding import click_text, lines, shown

MARKED = """---
# mine
tags:
  - oauth
summary: Rotation of keys
importance: 0.8
owner: me
---
# Keys
"""

BROKEN = "---\ntags: [a]\nsummary: Use X: then Y\n---\n# Body\n"


async def _until(pilot: Pilot[None], happened: Callable[[], bool]) -> None:
    """Wait for what a timer does."""
    for _ in range(200):
        if happened():
            return
        await pilot.pause(0.01)
    raise AssertionError(shown(pilot.app))


async def test_marks_stand_below_their_field_and_one_key_mends_it() -> None:
    app = Holder(MARKED)
    async with app.run_test(size=(70, 24)) as pilot:
        text = shown(app)
        assert text.index("▲ Automaker reads no items for tags") < text.index("Relevant to")
        assert text.index("Related ") < text.index("▲ the comment goes")
        assert "the key “owner” goes at Automaker's next load  f5 shows how" in text
        assert "as you see it" not in text
        await pilot.press("tab", "ctrl+g", "f7")
        place, rewrite = app.heard.other
        assert isinstance(place, LineRequested)
        assert (place.file, place.line) == ("auth.md", 3)
        assert isinstance(rewrite, RewriteRequested)
        assert (rewrite.file, rewrite.key) == ("auth.md", "tags")
        await _until(pilot, lambda: "reads no items" not in shown(app))
        await pilot.press("f7", "ctrl+g")
        assert len(app.heard.other) == 2


async def test_a_click_or_enter_on_a_mark_asks_for_its_line() -> None:
    app = Holder(MARKED)
    async with app.run_test(size=(70, 24)) as pilot:
        await click_text(pilot, "reads no items")
        await click_text(pilot, "owner")
        app.query_one("#foot").focus()
        await pilot.press("up", "enter", "down", "down", "enter")
        requests = [event for event in app.heard.other if isinstance(event, LineRequested)]
        assert [event.line for event in requests] == [3, 7, 2, 7]
        assert "owner" in requests[1].reason


async def test_marks_follow_after_a_pause_and_not_at_each_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def marks(text: str, *, name: str) -> tuple[Mark, ...]:
        asked.append(name)
        return ()

    monkeypatch.setattr(form, "marks", marks)
    app = Holder()
    async with app.run_test(size=(60, 16)) as pilot:
        assert asked == ["auth"]
        monkeypatch.setattr(form, "PAUSE", 60)
        app.summary.focus()
        await pilot.press("a", "b", "c")
        assert asked == ["auth"]
        monkeypatch.setattr(form, "PAUSE", 0.01)
        await pilot.press("d")
        await _until(pilot, lambda: len(asked) == 2)
        app.form.memory = Memory("auth.md", app.form.memory.text if app.form.memory else "")
        await pilot.press("e")
        await _until(pilot, lambda: len(asked) == 3)


async def test_a_block_that_cannot_be_read_is_shown_with_the_way_to_its_line() -> None:
    app = Holder(BROKEN)
    async with app.run_test(size=(60, 16)) as pilot:
        assert lines(app)[0].startswith("✗ line 3: ")
        await pilot.press("tab", "enter", "x", "backspace")
        await pilot.click(Slider, offset=(3, 0))
        await pilot.click(Counters, offset=(3, 0))
        (event,) = app.heard.other
        assert isinstance(event, LineRequested)
        assert event.line == 3
        assert app.heard.edits == []
        app.form.memory = Memory("auth.md", AUTH)
        await pilot.pause()
        assert lines(app)[0].startswith("Tags")
        await pilot.press("tab", *"jwt", "enter")
        assert app.values("tags") == [("oauth", "session", "jwt")]


async def test_a_locked_file_is_shown_whole_and_cannot_be_edited() -> None:
    long = "word " * 30
    app = Holder(AUTH.replace("Token handling in the API", long.strip()))
    async with app.run_test(size=(60, 16)) as pilot:
        app.form.locked = "it lies outside the project"
        await pilot.pause()
        assert lines(app)[0] == "▲ read-only: it lies outside the project"
        assert shown(app).count("word") == 30
        app.form.focus()
        await pilot.press("tab", "x", "backspace", "enter")
        await pilot.click(Slider, offset=(3, 0))
        assert (app.heard.edits, app.heard.other) == ([], [])
        app.form.locked = ""
        await pilot.pause()
        assert shown(app).count("word") == 9
        assert not app.form.can_focus

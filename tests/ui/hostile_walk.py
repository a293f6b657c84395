"""A walk through the editor on the hostile store, with a look at each screen."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, TypeVar
from unittest.mock import patch

import pytest
from rich.segment import Segment
from textual.color import Color
from textual.widgets import Input

from memtui.core.plain import harmless
from memtui.store.session import Session
from memtui.store.settings import Choices, Settings
from memtui.ui.app import ControlFilter, MemtuiApp
from tests.ui.conftest import idle
from tests.ui.editing import Editor, editing
from tests.ui.hostile_store import build

Size = tuple[int, int]
Test = TypeVar("Test", bound=Callable[..., object])

SIZES: Final = ((120, 40), (80, 24), (50, 20))
WORDS: Final = "quit the [bold] app exe txt link"
"""A task whose words stand in the store."""

_OWN_ACTIONS: Final = ("profile_clicked", "page_clicked(", "screen.press_key(")
"""The actions that memtui itself puts on the screen."""


def at_each_size(test: Test) -> Test:
    """Walk in a wide, a medium and a narrow terminal."""
    quick: Test = pytest.mark.usefixtures("quick")(test)
    each: Test = pytest.mark.parametrize("size", SIZES)(quick)
    return each


def hostile_app(tmp_path: Path) -> MemtuiApp:
    """Make the editor on the hostile store."""
    return MemtuiApp(Session(build(tmp_path)), Settings(), Choices(), watched=False)


class Walk:
    """Presses keys and checks each screen that they lead to.

    Attributes:
        app: The editor.
        pilot: Presses the keys.
        late: The texts that only the last gate made harmless; no widget should need it.
    """

    def __init__(self, app: MemtuiApp, pilot: Editor, late: list[str]) -> None:
        self.app = app
        self.pilot = pilot
        self.late = late

    async def go(self, *keys: str, wait: bool = False) -> str:
        """Press keys, check the screen, and return what it shows.

        Args:
            keys: What to press.
            wait: Whether something is computed first that is to be seen.
        """
        await self.pilot.press(*keys)
        if wait:
            await idle(self.pilot)
        return self.check()

    def check(self) -> str:
        """Check what is painted, and return it."""
        app = self.app
        assert app.is_running
        assert app._exception is None
        strips = app.screen._compositor.render_strips()
        for style in {segment.style for strip in strips for segment in strip if segment.style}:
            assert style.link is None
            action = style.meta.get("@click", "")
            assert not action or action.startswith(_OWN_ACTIONS), action
        text = "\n".join(strip.text for strip in strips)
        assert not any(segment.control for strip in strips for segment in strip)
        assert harmless(text.replace("\n", "")) == text.replace("\n", "")
        assert self.late == []
        return text

    def shows_twice(self, text: str) -> bool:
        """Whether a text is painted at least twice."""
        return self.check().count(text) >= 2

    async def ask(self, words: str = WORDS) -> None:
        """Write a task as the title."""
        self.app.screen.query_one("#title", Input).value = words
        await self.pilot.pause()


@asynccontextmanager
async def walking(app: MemtuiApp, size: Size = SIZES[0]) -> AsyncIterator[Walk]:
    """Run the editor, and note what only the last gate before the terminal makes harmless."""
    gate = ControlFilter.apply
    late: list[str] = []

    def apply(self: ControlFilter, segments: list[Segment], background: Color) -> list[Segment]:
        late.extend(s.text for s in segments if not s.control and harmless(s.text) != s.text)
        return gate(self, segments, background)

    with patch.object(ControlFilter, "apply", apply):
        async with editing(app, size) as pilot:
            yield Walk(app, pilot, late)

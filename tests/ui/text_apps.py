"""A screen around one view of a file, which does with edits what the main screen does."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from textual.app import App, ComposeResult
from textual.pilot import Pilot

from memtui.core.memory import Memory
from memtui.ui.messages import BodyEdited, EntryRequested, RawEdited
from memtui.ui.widgets.entries import EntriesView
from memtui.ui.widgets.text_view import TextView

if TYPE_CHECKING:
    from textual.message import Message

HOSTILE = (
    "[/]",
    "[@click=app.quit]x[/]",
    "#### [Gotcha] x",
    "[bold",
    "\x1b[31mred\x1b]0;title\x07",
    "abc\u202egnp.exe\u200f",
    "\x9b31m",
    "[link](javascript:alert)",
    "<!-- -->",
    "**",
    "`",
    "\t| a | b",
)

BLOCK = "---\ntags: [oauth]\nsummary: Tokens\nrelevantTo: [login]\nimportance: 0.8\nrelatedFiles: []\nusageStats:\n  loaded: 12\n  referenced: 4\n  successfulFeatures: 4\n---\n"  # noqa: E501


class Holder(App[None]):
    """Holds one view; edits become the file that the view is given."""

    def __init__(self, view: TextView | EntriesView, memory: Memory, *, echo: bool = True) -> None:
        super().__init__()
        self.view = view
        self.memory = memory
        self.echo = echo
        self.posted: list[Message] = []

    def compose(self) -> ComposeResult:
        yield self.view

    def on_mount(self) -> None:
        self.view.memory = self.memory

    def give(self, memory: Memory) -> None:
        """Hand a file to the view."""
        self.memory = memory
        self.view.memory = memory

    def give_body(self, body: str) -> None:
        """Hand the same file with another body to the view."""
        text = self.memory.text
        head = text[: len(text) - len(self.memory.reading.body)]
        self.give(Memory(self.memory.name, head + body))

    def on_body_edited(self, message: BodyEdited) -> None:
        self.posted.append(message)
        if self.echo:
            self.give_body(message.body)

    def on_raw_edited(self, message: RawEdited) -> None:
        self.posted.append(message)
        if self.echo:
            self.give(Memory(message.file, message.text))

    def on_entry_requested(self, message: EntryRequested) -> None:
        self.posted.append(message)

    @property
    def bodies(self) -> list[str]:
        """The bodies that were posted."""
        return [message.body for message in self.posted if isinstance(message, BodyEdited)]

    @property
    def texts(self) -> list[str]:
        """The raw texts that were posted."""
        return [message.text for message in self.posted if isinstance(message, RawEdited)]


@asynccontextmanager
async def running(app: Holder, size: tuple[int, int] = (60, 20)) -> AsyncIterator[Pilot[None]]:
    """Run an app whose view has its file, with the focus in it."""
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.view.query("TextEditor, EntryRows").first().focus()
        await settle(pilot)
        yield pilot


async def settle(pilot: Pilot[None]) -> None:
    """Wait until what follows an edit has happened; with a short pause, see `short_pause`."""
    await pilot.pause(0.03)
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


def seen(app: App[None]) -> str:
    """Return what stands on the screen."""
    strips = app.screen._compositor.render_strips()
    return "\n".join(strip.text.rstrip() for strip in strips)

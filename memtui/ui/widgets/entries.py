"""The entries of a body, as a list."""

import re
import unicodedata
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Input

from memtui.core.entries import Entry, entries
from memtui.core.memory import Memory
from memtui.core.plain import harmless
from memtui.core.tokens import tokens
from memtui.ui.messages import EntryRequested
from memtui.ui.widgets.figures import short
from memtui.ui.widgets.line_input import LineInput
from memtui.ui.widgets.notes import Note, Notes
from memtui.ui.widgets.rows import RowList
from memtui.ui.widgets.text_view import PAUSE_SECONDS

if TYPE_CHECKING:
    from textual.timer import Timer

COLOURS: Final = {
    "gotcha": "$text-warning",
    "pattern": "$text-primary",
    "learned": "$text-secondary",
    "principle": "$text-accent",
    "decision": "",
    "resolved": "$foreground-muted",
}
"""Colour of the word that names a kind."""

_MARK: Final = re.compile(r"\[\w+\]\s*")
_DATE: Final = re.compile(r"\s*\([0-9-]{10}\)$")

DATED: Final = 64
"""Cells from which a row has a date."""

Sized = tuple[Entry, int]
"""An entry and its size in tokens, an estimate."""


class EntryRows(RowList):
    """One entry a row: number, kind, heading, date, size."""

    sized: reactive[tuple[Sized, ...]] = reactive((), repaint=False)
    asked: reactive[str] = reactive("", repaint=False)
    """What is searched for in headings, kinds and dates."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._seen: list[Sized] = []

    def watch_sized(self) -> None:
        """Follow the body; the cursor stays on its entry, or where it was."""
        self._arrange()

    def watch_asked(self) -> None:
        """Show fewer, or all again."""
        self._arrange()
        self.keep_in_sight()

    def _arrange(self) -> None:
        at = self.entry_at(self.cursor)
        asked = _plain(self.asked)
        self._seen = [
            (entry, size)
            for entry, size in self.sized
            if asked in _plain(f"{entry.heading} {entry.kind}")
        ]
        places = (i for i, (entry, _) in enumerate(self._seen) if at and entry.start == at.start)
        self.show_rows(len(self._seen), next(places, self.cursor))

    def entry_at(self, index: int) -> Entry | None:
        """Return the entry of a row."""
        return self._seen[index][0] if 0 <= index < len(self._seen) else None

    @property
    def cut_heading(self) -> str:
        """The heading in hand, if its row is too short for it."""
        entry = self.entry_at(self.cursor)
        heading = harmless(_bare(entry)) if entry else ""
        room = self._room(self.scrollable_content_region.width)
        return heading if Content(heading).cell_length > room else ""

    def _room(self, width: int) -> int:
        """Return the cells of a heading."""
        dated = width >= DATED
        return width - len(str(len(self.sized))) - 1 - 10 - 6 - (11 if dated else 0)

    def row(self, index: int, width: int) -> Content:
        """Return one entry; narrow lists leave out the date."""
        entry, size = self._seen[index]
        digits = len(str(len(self.sized)))
        dated = width >= DATED
        room = self._room(width)
        heading = Content(harmless(_bare(entry))).truncate(max(1, room), ellipsis=True)
        return Content.assemble(
            (f"{entry.number:>{digits}} ", "$foreground-muted"),
            (f"{entry.kind:<10}", COLOURS.get(entry.kind, "")),
            heading,
            " " * (room - heading.cell_length),
            (f" {entry.date:<10}" if dated else "", "$foreground-muted"),
            f"{short(size):>6}",
        )


def _bare(entry: Entry) -> str:
    """Return a heading without what has a column of its own."""
    heading = entry.heading
    if entry.kind:
        heading = _MARK.sub("", heading, count=1) if heading.startswith("[") else heading
    return _DATE.sub("", heading) if entry.date else heading


def _plain(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()


class EntriesView(Vertical):
    """The entries of the file in hand; enter opens one in the body."""

    HELP = "The entries of the body. / searches, enter opens one in the body."

    DEFAULT_CSS = """
    EntriesView {
        & > #filter { display: none; }
        &.-filtering > #filter { display: block; }
        & > EntryRows { height: 1fr; }
        &.-empty > EntryRows { display: none; }
        & > #whole { margin-top: 1; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "filter", "Filter", id="entries.filter", tooltip="Show only some entries"),
        Binding(
            "escape",
            "unfilter",
            "All entries",
            id="entries.unfilter",
            tooltip="Show all entries again",
        ),
    ]

    memory: reactive[Memory | None] = reactive(None, repaint=False)
    """The file as the person sees it."""
    locked: reactive[str] = reactive("", repaint=False)
    """Why the file must not be edited; entries can be looked at all the same."""
    count: reactive[int] = reactive(-1, repaint=False, init=False)
    """Number of entries; -1 while it is not known."""

    class Counted(Message):
        """The number of entries is known."""

        def __init__(self, file: str, count: int) -> None:
            super().__init__()
            self.file = file
            self.count = count

    class _Read(Message):
        """The entries of a body."""

        def __init__(self, memory: Memory, sized: tuple[Sized, ...]) -> None:
            super().__init__()
            self.memory = memory
            self.sized = sized

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._pause: Timer | None = None
        self._body: tuple[str, str] | None = None

    def compose(self) -> ComposeResult:
        """Lay out filter and list."""
        yield Notes()
        yield LineInput(placeholder="filter", id="filter")
        yield EntryRows()
        yield Notes(id="whole")

    def on_resize(self) -> None:
        """Cut the rows to the width, and show whole what that cuts off."""
        self.call_after_refresh(self._say_whole)

    @property
    def rows(self) -> EntryRows:
        """The list itself."""
        return self.query_one(EntryRows)

    def watch_memory(self, old: Memory | None, new: Memory | None) -> None:
        """Read another file at once, and one that is being edited after a pause."""
        if self._pause:
            self._pause.stop()
        same = bool(old and new and old.name == new.name)
        if not same:
            self.count = -1
            self.rows.sized = ()
            self._say()
        if new is None:
            self.workers.cancel_node(self)
        elif same:
            self._pause = self.set_timer(PAUSE_SECONDS, self._start)
        else:
            self._start()

    def watch_locked(self) -> None:
        """Say why nothing can be edited."""
        self._say()

    def _start(self) -> None:
        if self.memory:
            self._read(self.memory)

    @work(thread=True, exclusive=True)
    def _read(self, memory: Memory) -> None:
        body = memory.reading.body
        sized = tuple((entry, tokens(body[entry.start : entry.end])) for entry in entries(body))
        self.post_message(self._Read(memory, sized))

    @on(_Read)
    def _show(self, event: _Read) -> None:
        event.stop()
        if event.memory is self.memory:
            self.rows.sized = event.sized
            self.count = len(event.sized)
            self._say()
            self._say_whole()
            self.post_message(self.Counted(event.memory.name, self.count))

    def _say(self) -> None:
        notes = []
        if self.locked:
            notes.append(Note(self.locked, "warning", "▲", label="read-only: "))
        if self.count == 0:
            notes.append(
                Note("", label="No entries yet: a heading such as ### or #### begins one.")
            )
        self.query(Notes).first().notes = tuple(notes)
        self.set_class(self.count == 0, "-empty")

    def _say_whole(self) -> None:
        """Show the heading in hand below the list, if its row cuts it."""
        heading = self.rows.cut_heading
        self.query_one("#whole", Notes).notes = (Note(heading),) if heading else ()

    def action_filter(self) -> None:
        """Ask for a part of the heading, a kind or a date."""
        self.add_class("-filtering")
        self.screen.set_focus(self.query_one("#filter", LineInput))

    def action_unfilter(self) -> None:
        """Show all entries and return to the list."""
        self.query_one("#filter", LineInput).load("")
        self.rows.asked = ""
        self._say_whole()
        self.remove_class("-filtering")
        self.rows.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Say that the filter is left only where there is one."""
        return action != "unfilter" or self.has_class("-filtering")

    @on(Input.Changed, "#filter")
    def _filter(self, event: Input.Changed) -> None:
        event.stop()
        self.rows.asked = event.value
        self._say_whole()

    @on(Input.Submitted, "#filter")
    def _return(self, event: Input.Submitted) -> None:
        event.stop()
        self.rows.focus()

    @on(RowList.Moved)
    def _stay(self, event: RowList.Moved) -> None:
        event.stop()
        self._say_whole()

    @on(RowList.Chosen)
    def _open(self, event: RowList.Chosen) -> None:
        event.stop()
        if self.memory and (entry := self.rows.entry_at(event.index)):
            self.post_message(EntryRequested(self.memory.name, entry.line))

"""Entries, one a row, some of them marked for what is done next."""

import re
import unicodedata
from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive

from memtui.core.entries import Entry
from memtui.core.plain import harmless
from memtui.ui.widgets.figures import short
from memtui.ui.widgets.rows import RowList

COLOURS: Final = {
    "gotcha": "$text-warning",
    "pattern": "$text-primary",
    "learned": "$text-secondary",
    "principle": "$text-accent",
    "decision": "",
    "resolved": "$foreground-muted",
}
"""Colour of the word that names a kind."""

DATED: Final = 64
"""Cells from which a row has a date."""
KINDS: Final = 36
"""Cells from which it has a kind."""
SIGN: Final = 2
"""Cells of the mark."""

_MARK: Final = re.compile(r"\[\w+\]\s*")
_DATE: Final = re.compile(r"\s*\([0-9-]{10}\)$")


class MarkedRows(RowList):
    """Rows of entries: mark, number, kind, heading, date, size.

    A subclass says which entries are seen (`numbers`, `entry_at`).
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "mark", "Mark", id="entries.mark", tooltip="Mark the entry, or unmark it"),
        Binding(
            "v", "range", "Range", id="entries.range", tooltip="Mark from the last mark to here"
        ),
        Binding("a", "mark_all", "All", id="entries.all", tooltip="Mark all that are seen"),
        Binding(
            "shift+up",
            "extend(-1)",
            "Mark up",
            show=False,
            id="entries.extend-up",
            tooltip="Mark the entry and the one above",
        ),
        Binding(
            "shift+down",
            "extend(1)",
            "Mark down",
            show=False,
            id="entries.extend-down",
            tooltip="Mark the entry and the one below",
        ),
    ]

    marked: reactive[frozenset[int]] = reactive(frozenset, repaint=False, init=False)
    """Numbers of the entries that take part in the next action."""

    digits = 0
    """Cells of the column of numbers; 0 leaves it out."""

    class Marked(Message):
        """Other entries are marked."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._last = 0
        """Number of the entry that was marked last, 0 for none."""

    # -- what is seen

    @property
    def aside(self) -> int:
        """Cells that a subclass needs behind the size."""
        return 0

    @property
    @abstractmethod
    def numbers(self) -> Sequence[int]:
        """Numbers of the entries that are seen, in the order in which they are."""

    @abstractmethod
    def entry_at(self, index: int) -> Entry | None:
        """Return the entry of a row."""

    @property
    def cut_heading(self) -> str:
        """The heading in hand, if its row is too short for it."""
        entry = self.entry_at(self.cursor)
        heading = harmless(_bare(entry)) if entry else ""
        cells = self._heading_cells(self.scrollable_content_region.width)
        return heading if Content(heading).cell_length > cells else ""

    def _heading_cells(self, width: int) -> int:
        width -= self.aside
        columns = SIGN + (self.digits + 1 if self.digits else 0) + 6
        columns += (10 if width >= KINDS else 0) + (11 if width >= DATED else 0)
        return max(1, width - columns)

    def line(self, entry: Entry, size: int, sign: tuple[str, str], width: int) -> Content:
        """Return an entry in columns; narrow rows leave out the date, then the kind.

        Args:
            entry: The entry.
            size: Its tokens.
            sign: What stands before it, one cell wide, and its style.
            width: Cells of the row; `aside` of them stay free.
        """
        cells = self._heading_cells(width)
        width -= self.aside
        heading = Content(harmless(_bare(entry)))
        return Content.assemble(
            (f"{sign[0]} ", sign[1]),
            (f"{entry.number:>{self.digits}} " if self.digits else "", "$foreground-muted"),
            (f"{entry.kind:<10}" if width >= KINDS else "", COLOURS.get(entry.kind, "")),
            heading.truncate(cells, ellipsis=True, pad=True),
            (f" {entry.date:<10}" if width >= DATED else "", "$foreground-muted"),
            f"{short(size):>6}",
        )

    # -- marks

    @property
    def taken(self) -> tuple[int, ...]:
        """Numbers of the marked entries, or of the one in hand, in the order of the file."""
        entry = self.entry_at(self.cursor)
        return tuple(sorted(self.marked)) or ((entry.number,) if entry else ())

    def watch_marked(self) -> None:
        """Show the marks."""
        self.refresh()
        self.post_message(self.Marked())

    def action_mark(self) -> None:
        """Mark the entry in hand, or unmark it, and go on."""
        if entry := self.entry_at(self.cursor):
            self.marked ^= {entry.number}
            self._last = entry.number
            self.action_move(1)

    def action_range(self) -> None:
        """Mark all from the last one that was marked to the one in hand."""
        numbers = self.numbers
        self._mark_from(numbers.index(self._last) if self._last in numbers else self.cursor)

    def action_extend(self, step: int) -> None:
        """Mark the entry in hand and the next one."""
        before = self.cursor
        self.action_move(step)
        self._mark_from(before)

    def _mark_from(self, start: int) -> None:
        """Mark all from a row to the one in hand."""
        if entry := self.entry_at(self.cursor):
            self._last = entry.number
            low, high = sorted((start, self.cursor))
            self.marked |= set(self.numbers[low : high + 1])

    def action_mark_all(self) -> None:
        """Mark all entries that are seen, or none of them."""
        seen = frozenset(self.numbers)
        self.marked = self.marked - seen if seen <= self.marked else self.marked | seen

    def on_click(self, event: events.Click) -> None:
        """Mark at a click on the mark's column or with ctrl; with shift a range."""
        index = self._index_at(event)
        if not (0 <= index < self.count) or not (event.shift or event.ctrl or event.x < SIGN):
            return
        event.prevent_default()
        before = self.cursor
        self._stand_on(index, 1)
        if event.shift:
            self._mark_from(before)
        else:
            self._last = self.numbers[index]
            self.marked ^= {self._last}


def holds(entry: Entry, asked: str) -> bool:
    """Whether every word that was typed stands in an entry's heading, kind or date."""
    text = _plain(f"{entry.heading} {entry.kind}")
    return all(word in text for word in _plain(asked).split())


def _plain(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()


def _bare(entry: Entry) -> str:
    """Return a heading without what has a column of its own."""
    heading = entry.heading
    if entry.kind:
        heading = _MARK.sub("", heading, count=1) if heading.startswith("[") else heading
    return (_DATE.sub("", heading) if entry.date else heading) or "(no heading)"

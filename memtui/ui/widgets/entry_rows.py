"""The rows of the entries of a file: marked, and moved, before anything is written."""

import re
import unicodedata
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive

from memtui.core.entries import Entry
from memtui.core.memory import Memory
from memtui.core.plain import harmless
from memtui.core.reorganize.same_entries import Known, same_entries
from memtui.ui.messages import EntriesMoved, EntriesRequested, Wanted
from memtui.ui.widgets.figures import short
from memtui.ui.widgets.rows import REDO, UNDO, RowList

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
KINDS: Final = 36
"""Cells from which it has a kind."""
SIGN: Final = 2
"""Cells of the mark."""
MOVE_SECONDS: Final = 0.6
"""Entries that were moved are written so long after the last key that moved them."""

Sized = tuple[Entry, int, str]
"""An entry, its size in tokens (an estimate), and its text without blank lines at the end."""


class EntryRows(RowList):
    """One entry a row: mark, number, kind, heading, date, size."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "mark", "Mark", id="entries.mark", tooltip="Mark the entry, or unmark it"),
        Binding(
            "v", "range", "Range", id="entries.range", tooltip="Mark from the last mark to here"
        ),
        Binding("d", "ask('delete')", "Delete", id="entries.delete", tooltip="The marked, or this"),
        Binding("s", "ask('split')", "Split", id="entries.split", tooltip="Send them elsewhere"),
        Binding("e", "ask('edit')", "Edit", id="entries.edit", tooltip="Edit only this entry"),
        Binding("K,ctrl+up", "shift(-1)", "Up", id="entries.up", tooltip="Move it before"),
        Binding("J,ctrl+down", "shift(1)", "Down", id="entries.down", tooltip="Move it behind"),
        Binding("a", "mark_all", "All", id="entries.all", tooltip="Mark all that are seen"),
        Binding("enter", "choose", "Body", id="entries.open", tooltip="Show it in the body"),
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
        # The same keys as in the list of files, whose identifiers they have.
        Binding("u", "undo", "Undo", id=UNDO.id, tooltip=UNDO.tooltip),
        REDO,
    ]

    sized: reactive[tuple[Sized, ...]] = reactive((), repaint=False)
    asked: reactive[str] = reactive("", repaint=False)
    """What is searched for in headings, kinds and dates."""
    marked: reactive[frozenset[int]] = reactive(frozenset, repaint=False, init=False)
    """Numbers of the entries that take part in the next action."""

    class Marked(Message):
        """Other entries are marked."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.memory: Memory | None = None
        """The file that the entries are of, as it was read."""
        self.locked = False
        """Whether the file is never written."""
        self._seen: list[Sized] = []
        self._last = -1
        # Numbers of those that were moved and are not written yet, and the order before that.
        self._moved: tuple[int, ...] = ()
        self._told: list[int] = []
        self._pause: Timer | None = None

    # -- what is seen

    def watch_sized(self, old: tuple[Sized, ...], new: tuple[Sized, ...]) -> None:
        """Follow the body; the cursor and the marks stay on their entries."""
        there = same_entries(*(tuple(map(_known, each)) for each in (old, new)))
        numbers = {old[place][0].number: new[at][0].number for place, at in there.items()}
        self._moved = ()
        self._last = -1
        at = self.entry_at(self.cursor)
        self.marked = frozenset(numbers[n] for n in self.marked if n in numbers)
        self._arrange(numbers.get(at.number) if at else None)

    def watch_asked(self) -> None:
        """Show fewer, or all again."""
        at = self.entry_at(self.cursor)
        self.flush()
        self._arrange(at.number if at else None)
        self.keep_in_sight()

    def watch_marked(self) -> None:
        """Show the marks."""
        self.refresh()
        self.post_message(self.Marked())

    def _arrange(self, stood: int | None) -> None:
        """Show the entries that are asked for; the cursor goes to the one of a number."""
        asked = _plain(self.asked)
        self._seen = [
            sized for sized in self.sized if asked in _plain(f"{sized[0].heading} {sized[0].kind}")
        ]
        order = self._told = self._order
        self.show_rows(len(order), order.index(stood) if stood in order else self.cursor)

    @property
    def _order(self) -> list[int]:
        """Numbers of the entries that are seen, in the order in which they are."""
        return [sized[0].number for sized in self._seen]

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
        columns = 6 + (10 if width >= KINDS else 0) + (11 if width >= DATED else 0)
        return width - SIGN - len(str(len(self.sized))) - 1 - columns

    def row(self, index: int, width: int) -> Content:
        """Return one entry; narrow lists leave out the date, then the kind."""
        entry, size, _ = self._seen[index]
        digits = len(str(len(self.sized)))
        room = self._room(width)
        heading = Content(harmless(_bare(entry))).truncate(max(1, room), ellipsis=True)
        moved = entry.number in self._moved
        sign = "↕" if moved else "■" if entry.number in self.marked else " "
        return Content.assemble(
            (f"{sign} ", "$text-warning" if moved else "$text-accent"),
            (f"{entry.number:>{digits}} ", "$foreground-muted"),
            (f"{entry.kind:<10}" if width >= KINDS else "", COLOURS.get(entry.kind, "")),
            heading,
            " " * (room - heading.cell_length),
            (f" {entry.date:<10}" if width >= DATED else "", "$foreground-muted"),
            f"{short(size):>6}",
        )

    # -- marks

    @property
    def taken(self) -> tuple[int, ...]:
        """Numbers of the marked entries, or of the one in hand, in the order of the file."""
        entry = self.entry_at(self.cursor)
        return tuple(sorted(self.marked)) or ((entry.number,) if entry else ())

    def action_mark(self) -> None:
        """Mark the entry in hand, or unmark it, and go on."""
        if entry := self.entry_at(self.cursor):
            self.marked ^= {entry.number}
            self._last = self.cursor
            self.action_move(1)

    def action_range(self) -> None:
        """Mark all from the last one that was marked to the one in hand."""
        start = self._last if 0 <= self._last < self.count else self.cursor
        low, high = sorted((start, self.cursor))
        self._last = self.cursor
        self.marked |= set(self._order[low : high + 1])

    def action_extend(self, step: int) -> None:
        """Mark the entry in hand and the next one."""
        before = self.cursor
        self.action_move(step)
        self._last = self.cursor
        low, high = sorted((before, self.cursor))
        self.marked |= set(self._order[low : high + 1])

    def action_mark_all(self) -> None:
        """Mark all entries that are seen, or none of them."""
        seen = frozenset(self._order)
        self.marked = self.marked - seen if seen <= self.marked else self.marked | seen

    def on_click(self, event: events.Click) -> None:
        """Mark at a click on the mark's column or with ctrl; with shift a range."""
        index = self._index_at(event)
        if not (0 <= index < self.count) or not (event.shift or event.ctrl or event.x < SIGN):
            return
        event.prevent_default()
        if event.shift:
            self._last = self.cursor
        self._stand_on(index, 1)
        if event.shift:
            self.action_range()
        else:
            self.marked ^= {self._order[index]}
            self._last = index

    # -- what is wanted

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what can be done with a file that may be written and has entries."""
        if action in ("ask", "shift"):
            return not self.locked and bool(self.sized)
        return True

    def action_ask(self, what: Wanted) -> None:
        """Ask for what is to be done with the marked entries, or the one in hand."""
        self.flush()
        entry = self.entry_at(self.cursor)
        if self.memory and entry:
            numbers = (entry.number,) if what == "edit" else self.taken
            self.post_message(EntriesRequested(self.memory, numbers, what))

    def action_choose(self) -> None:
        """Open the entry in hand, unless entries have just been moved."""
        if not self.flush():
            super().action_choose()

    async def action_undo(self) -> None:
        """Put entries back that were moved and not written yet, else take back a change on disk."""
        if self._moved:
            self.put_back()
        else:
            await self.run_action("screen.take_back")

    # -- moving

    def action_shift(self, step: int) -> None:
        """Move the marked entries, or the one in hand, together by one place."""
        order, taken = self._order, set(self.taken)
        block = [number for number in order if number in taken]
        rest = [number for number in order if number not in taken]
        at = order.index(block[0]) if block else 0
        at = max(0, min(at + step, len(rest)))
        new = [*rest[:at], *block, *rest[at:]]
        stood = self.entry_at(self.cursor)
        if new == order or stood is None:
            return
        by_number = {sized[0].number: sized for sized in self._seen}
        self._seen = [by_number[number] for number in new]
        self._moved = tuple(block)
        self.show_rows(len(new), new.index(stood.number))
        self.refresh()
        self.keep_in_sight()
        if self._pause:
            self._pause.stop()
        self._pause = self.set_timer(MOVE_SECONDS, self.flush)

    def put_back(self) -> None:
        """Show the order of the file again."""
        at = self.entry_at(self.cursor)
        self._moved = ()
        self._arrange(at.number if at else None)
        self.refresh()

    def on_blur(self) -> None:
        """Ask for what was moved before anything else is done."""
        self.flush()

    def flush(self) -> bool:
        """Ask for the order that is seen, if it is another than that of the file.

        Returns:
            Whether that was so.
        """
        order, block = self._order, self._moved
        self._moved = ()
        if not block or order == self._told or self.memory is None:
            self.refresh()
            return False
        self._told = order
        self.post_message(EntriesMoved(self.memory, block, self._behind(order, block)))
        return True

    def _behind(self, order: Sequence[int], block: Collection[int]) -> int | None:
        """Return the entry that comes behind those that were moved; None for the file's end."""
        at = order.index(max(block, key=order.index)) + 1
        if at < len(order):
            return order[at]
        # Of those that the filter hides, the next in the file.
        last = max(order.index(number) for number in order if number not in block)
        hidden = (sized[0].number for sized in self.sized if sized[0].number not in block)
        return next((number for number in hidden if number > order[last]), None)


def _known(sized: Sized) -> Known:
    return sized[0].heading, sized[2]


def _bare(entry: Entry) -> str:
    """Return a heading without what has a column of its own."""
    heading = entry.heading
    if entry.kind:
        heading = _MARK.sub("", heading, count=1) if heading.startswith("[") else heading
    return _DATE.sub("", heading) if entry.date else heading


def _plain(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()

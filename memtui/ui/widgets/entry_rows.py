"""The rows of the entries of a file: marked, and moved, before anything is written."""

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.reactive import reactive

from memtui.core.entries import Entry
from memtui.core.memory import Memory
from memtui.core.reorganize.same_entries import Known, same_entries
from memtui.ui.messages import EntriesMoved, EntriesRequested, Wanted
from memtui.ui.widgets.marked_rows import MarkedRows, holds
from memtui.ui.widgets.rows import REDO, UNDO

if TYPE_CHECKING:
    from textual.timer import Timer

MOVE_SECONDS: Final = 0.6
"""Entries that were moved are written so long after the last key that moved them."""

Sized = tuple[Entry, int, str]
"""An entry, its size in tokens (an estimate), and its text without blank lines at the end."""


class EntryRows(MarkedRows):
    """The entries of a file: marked, and moved within it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "ask('delete')", "Delete", id="entries.delete", tooltip="The marked, or this"),
        Binding("s", "ask('split')", "Split", id="entries.split", tooltip="Send them elsewhere"),
        Binding("e", "ask('edit')", "Edit", id="entries.edit", tooltip="Edit only this entry"),
        Binding("K,ctrl+up", "shift(-1)", "Up", id="entries.up", tooltip="Move it before"),
        Binding("J,ctrl+down", "shift(1)", "Down", id="entries.down", tooltip="Move it behind"),
        Binding("enter", "choose", "Body", id="entries.open", tooltip="Show it in the body"),
        # The same keys as in the list of files, whose identifiers they have.
        Binding("u", "undo", "Undo", id=UNDO.id, tooltip=UNDO.tooltip),
        REDO,
    ]

    sized: reactive[tuple[Sized, ...]] = reactive((), repaint=False)
    asked: reactive[str] = reactive("", repaint=False)
    """What is searched for in headings, kinds and dates."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.memory: Memory | None = None
        """The file that the entries are of, as it was read."""
        self.locked = False
        """Whether the file is never written."""
        self._seen: list[Sized] = []
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
        self._last = 0
        at = self.entry_at(self.cursor)
        self.marked = frozenset(numbers[n] for n in self.marked if n in numbers)
        self._arrange(numbers.get(at.number) if at else None)

    def watch_asked(self) -> None:
        """Show fewer, or all again."""
        at = self.entry_at(self.cursor)
        self.flush()
        self._arrange(at.number if at else None)
        self.keep_in_sight()

    def _arrange(self, stood: int | None) -> None:
        """Show the entries that are asked for; the cursor goes to the one of a number."""
        self._seen = [sized for sized in self.sized if holds(sized[0], self.asked)]
        self.digits = len(str(len(self.sized)))
        order = self._told = self.numbers
        self.show_rows(len(order), order.index(stood) if stood in order else self.cursor)

    @property
    def numbers(self) -> list[int]:
        """Numbers of the entries that are seen, in the order in which they are."""
        return [sized[0].number for sized in self._seen]

    def entry_at(self, index: int) -> Entry | None:
        """Return the entry of a row."""
        return self._seen[index][0] if 0 <= index < len(self._seen) else None

    def row(self, index: int, width: int) -> Content:
        """Return one entry."""
        entry, size, _ = self._seen[index]
        if entry.number in self._moved:
            sign = ("↕", "$text-warning")
        else:
            sign = ("■" if entry.number in self.marked else " ", "$text-accent")
        return self.line(entry, size, sign, width)

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
        order, taken = self.numbers, set(self.taken)
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
        order, block = self.numbers, self._moved
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

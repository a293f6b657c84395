"""The list of proposed rows, with ticks, signs and a filter."""

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message

from memtui.core.routing import Page
from memtui.core.routing.new_rows import NewRow, Overlap, overlaps
from memtui.ui.screens.dialog import literal
from memtui.ui.widgets.rows import RowList

MARK: Final = 4
"""Cells of the tick and of the sign behind it."""
GAP: Final = 2
NARROW: Final = 66
"""Cells of a row below which its files stand only below the list."""


def fault(row: NewRow) -> str:
    """Return why a row cannot be added, or ``""``."""
    if not row.task_type.strip():
        return "a task type is missing: the hint to the agent names it"
    if not row.keywords:
        return "keywords are missing: nothing would ever fire the row"
    return "" if row.files else "files are missing: the agent would be told to read nothing"


class SurveyRows(RowList):
    """The proposals, one a row; below a line the documents that none of them leads to."""

    DEFAULT_CSS = "SurveyRows { height: 1fr; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "tick", "Tick", id="survey.tick", tooltip="Take the row, or leave it"),
        Binding("a", "tick_all", "All", id="survey.all", tooltip="Tick all rows that are seen"),
        Binding("e", "edit", "Edit", id="survey.edit", tooltip="Edit the row in hand"),
        Binding("slash", "screen.filter", "Filter", id="survey.filter", tooltip="Show some rows"),
        Binding("enter", "choose", "Add ticked", id="survey.accept", tooltip="Add the ticked rows"),
    ]

    class Ticked(Message):
        """Other rows are ticked."""

    class Edited(Message):
        """The person wants to edit the row in hand."""

    def __init__(self, proposed: Sequence[NewRow], lone: Sequence[NewRow], page: Page) -> None:
        super().__init__(id="rows")
        self.rows = [*proposed, *lone]
        self.ticked: set[int] = set()
        self._proposed = len(proposed)
        self._page = page
        self._overlaps: dict[NewRow, tuple[Overlap, ...]] = {}
        self._places: list[int] = []

    @property
    def in_hand(self) -> int:
        """Place of the row in hand among all rows, or -1."""
        return self._places[self.cursor] if 0 <= self.cursor < len(self._places) else -1

    @property
    def taken(self) -> tuple[NewRow, ...]:
        """The ticked rows, in their order."""
        return tuple(self.rows[place] for place in sorted(self.ticked))

    def on_mount(self) -> None:
        """Show all."""
        self.find("")

    def find(self, asked: str) -> None:
        """Show the rows that hold what was typed; the cursor stays on its row if it is shown."""
        stood = self.in_hand
        places = [at for at, row in enumerate(self.rows) if _holds(row, asked.casefold())]
        lone = next((i for i, at in enumerate(places) if at >= self._proposed), len(places))
        if lone < len(places):
            places.insert(lone, -1)
        self._places = places
        first = next((i for i, at in enumerate(places) if at >= 0), 0)
        cursor = places.index(stood) if stood >= 0 and stood in places else first
        self.show_rows(len(places), cursor)
        self.keep_in_sight()
        self.moved(self.cursor)

    def overlaps(self, place: int) -> tuple[Overlap, ...]:
        """Return the rows of the table that a row has something in common with."""
        row = self.rows[place]
        if row not in self._overlaps:
            self._overlaps[row] = overlaps(self._page, row)
        return self._overlaps[row]

    def change(self, row: NewRow) -> None:
        """Put another row in place of the one in hand."""
        self.rows[self.in_hand] = row
        self.refresh_line(self.cursor)

    def go_to(self, place: int) -> None:
        """Stand on a row, which is shown if need be."""
        if place not in self._places:
            self.find("")
        self.cursor = self._places.index(place)
        self.moved(self.cursor)

    def selectable(self, index: int) -> bool:
        """Whether a row is one, not the line above the lone documents."""
        return self._places[index] >= 0

    def row(self, index: int, width: int) -> Content:
        """Return tick, sign, task type, keywords and files."""
        width -= 1
        place = self._places[index]
        if place < 0:
            count = sum(at >= self._proposed for at in self._places)
            return Content.styled(f"── documents without a row · {count} ".ljust(width, "─"), "dim")
        row, ticked = self.rows[place], place in self.ticked
        tick = ("■ ", "$text-success") if ticked else ("□ ", "$text-muted")
        if fault(row):
            sign = ("✗ ", "$text-error") if ticked else ("  ", "")
        else:
            sign = ("▲ ", "$text-warning") if self.overlaps(place) else ("  ", "")
        cells = [
            literal(row.task_type),
            literal(", ".join(row.keywords), "$foreground-muted"),
            literal(", ".join(row.files)),
        ]
        return Content.assemble(tick, sign, self.columns(cells, width))

    @staticmethod
    def columns(cells: Sequence[Content], width: int) -> Content:
        """Return task type, keywords and files side by side; without files where it is narrow.

        Args:
            cells: What stands in the three.
            width: Cells of a row.
        """
        count = 3 if width >= NARROW else 2
        room = width - MARK - GAP * (count - 1)
        first = min(26, room * 3 // 10)
        second = (room - first) // (count - 1)
        widths = (first, second, room - first - second)
        shown = zip(cells[:count], widths, strict=False)
        fitted = [cell.truncate(cells_, ellipsis=True, pad=True) for cell, cells_ in shown]
        return Content(" " * GAP).join(fitted)

    def action_tick(self) -> None:
        """Tick the row in hand, or take the tick away, and go to the next."""
        if self.in_hand >= 0:
            self.ticked ^= {self.in_hand}
            self.refresh_line(self.cursor)
            self.post_message(self.Ticked())
            self.action_move(1)

    def action_tick_all(self) -> None:
        """Tick all proposals that are seen, or take their ticks away when all have one."""
        seen = {at for at in self._places if 0 <= at < self._proposed}
        self.ticked = self.ticked - seen if seen <= self.ticked else self.ticked | seen
        self.refresh()
        self.post_message(self.Ticked())

    def action_edit(self) -> None:
        """Ask for the fields of the row in hand."""
        if self.in_hand >= 0:
            self.post_message(self.Edited())

    def on_click(self, event: events.Click) -> None:
        """Take the row below the mouse; a click on its tick, or a second one, ticks it."""
        event.prevent_default()
        index = event.y + self.scroll_offset.y
        if not (0 <= index < self.count and self.selectable(index)):
            return
        again = index == self.cursor and event.chain > 1
        self._stand_on(index, 1)
        if again or event.x < 2:
            self.ticked ^= {self.in_hand}
            self.refresh_line(index)
            self.post_message(self.Ticked())


def _holds(row: NewRow, asked: str) -> bool:
    texts = (row.task_type, *row.keywords, *row.files)
    return any(asked in text.casefold() for text in texts)

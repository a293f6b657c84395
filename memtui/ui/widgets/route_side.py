"""Beside the routing table: the hint, the row in hand, what has no route, the documents."""

from collections.abc import Iterator
from typing import Final

from textual.content import Content
from textual.message import Message
from textual.reactive import reactive

from memtui.core.routing.look import NOWHERE, UNLOOKED, Leads, RouteLook
from memtui.core.routing.near import Nearest
from memtui.core.routing.original import RouteWarning
from memtui.core.workspace import Workspace
from memtui.ui.messages import DocumentChosen
from memtui.ui.widgets.drawn import Look, RemadeLines
from memtui.ui.widgets.route_told import (
    Line,
    document_lines,
    hint_lines,
    row_lines,
    unrouted_lines,
    warning_lines,
)
from memtui.ui.widgets.rows import RowList

_ENTER: Final = {
    "": "",
    "row": "enter go there",
    "document": "enter open",
    "unrouted": "enter add a row",
}
"""What enter does on a line."""


class RouteSide(RowList, RemadeLines):
    """The hint as the hook prints it, then lists to walk: enter opens, or adds a row."""

    HELP = "What the agent is told; documents. Enter opens one, or adds a row for it."

    BINDING_GROUP_TITLE = "Hint"

    DEFAULT_CSS = """
    RouteSide {
        border: round $foreground 25%;
        border-title-color: $foreground;
        border-subtitle-color: $text-muted;
        padding: 0 0 0 1;
        &:focus { border: round $text-accent; border-title-color: $text-accent; }
        &:blur > .rows--cursor { background: transparent; }
    }
    """

    FOLLOWED = ("workspace", "nearest", "looked", "warnings", "leads", "in_hand")

    workspace: reactive[Workspace] = reactive(Workspace, repaint=False)
    nearest: reactive[tuple[Nearest, ...]] = reactive((), repaint=False)
    looked: reactive[RouteLook | None] = reactive(None, repaint=False)
    warnings: reactive[tuple[RouteWarning, ...]] = reactive((), repaint=False)
    """Where the original shell hook reads the table otherwise, and other advice."""
    leads: reactive[Leads] = reactive(NOWHERE, repaint=False)
    """Which rows lead to which documents."""
    in_hand: reactive[int] = reactive(0, repaint=False)
    """Number of the row in hand."""

    class RowWanted(Message):
        """The person wants to go to a row."""

        def __init__(self, row: int) -> None:
            super().__init__()
            self.row = row

    class RouteWanted(Message):
        """The person wants a row that leads to a document."""

        def __init__(self, path: str) -> None:
            super().__init__()
            self.path = path

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._lines: list[Line] = []
        self._walked = False

    def on_mount(self) -> None:
        """Name the frame."""
        self.border_title = "Hint"

    def remake(self, width: int) -> None:
        """Show all that stands beside the table; the cursor stays on its line."""
        walked = self._walked and self.cursor < len(self._lines)
        at = self._lines[self.cursor][1:] if walked else ("", "")
        self._lines = list(self._all(width))
        places = [index for index, line in enumerate(self._lines) if line.kind]
        same = (index for index in places if self._lines[index][1:] == at)
        self.show_rows(len(self._lines), next(same, places[0] if places else 0))
        self._name_enter()

    def _all(self, width: int) -> Iterator[Line]:
        yield from hint_lines(self.workspace, self.nearest, width)
        yield Line(Content(""))
        look = self.looked or UNLOOKED
        rows = self.workspace.routes.rows
        if 0 < self.in_hand <= len(rows):
            yield from row_lines(rows[self.in_hand - 1], look, width)
        yield from unrouted_lines(look.unrouted, width)
        yield from document_lines(self.workspace, self.leads, width)
        yield from warning_lines(self.warnings, width)

    def selectable(self, index: int) -> bool:
        """Whether enter does something on a line."""
        return index < len(self._lines) and bool(self._lines[index].kind)

    def look(self, index: int, width: int) -> Look:
        """Return one line, made for the room that there is."""
        return RemadeLines.look(self, index, width)

    def made(self, index: int, width: int) -> Look:
        """Return one line, with the cursor or the mouse on it."""
        return RowList.look(self, index, width)

    def row(self, index: int, width: int) -> Content:
        """Return one line."""
        return self._lines[index].content if index < len(self._lines) else Content("")

    @property
    def name_in_hand(self) -> str:
        """Path of the document, or number of the row, on whose line the cursor stands."""
        return self._lines[self.cursor].name if self.cursor < len(self._lines) else ""

    def watch_cursor(self, old: int, new: int) -> None:
        """Say what enter does there."""
        super().watch_cursor(old, new)
        self._name_enter()

    def _name_enter(self) -> None:
        kind = self._lines[self.cursor].kind if self.cursor < len(self._lines) else ""
        # A frame that is named anew is painted anew, with all that it holds.
        if self.border_subtitle != _ENTER[kind]:
            self.border_subtitle = _ENTER[kind]

    def keep_in_sight(self) -> None:
        """Show what stands above the first line that enter acts on along with it."""
        if not any(line.kind for line in self._lines[: self.cursor]):
            self.scroll_to(y=0, animate=False, immediate=True)
        super().keep_in_sight()

    def action_move(self, step: int) -> None:
        """Go to the next line that enter acts on; where there is none, scroll."""
        before = self.cursor
        super().action_move(step)
        if self.cursor == before:
            self.scroll_relative(y=step, animate=False, immediate=True)

    def moved(self, index: int) -> None:
        """Stay with this line from now on, wherever it goes; only enter tells of it."""
        self._walked = True

    def action_choose(self) -> None:
        """Open a document, add a row for one, or go to a row."""
        if not self.selectable(self.cursor):
            return
        _, kind, name = self._lines[self.cursor]
        if kind == "document":
            self.post_message(DocumentChosen(name))
        elif kind == "unrouted":
            self.post_message(self.RouteWanted(name))
        else:
            self.post_message(self.RowWanted(int(name)))

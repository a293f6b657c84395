"""The rows of the routing table with a field over the cell that is edited."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive

from memtui.core.documents import TABLE
from memtui.core.plain import harmless
from memtui.core.routing import Page, edit
from memtui.core.workspace import Workspace
from memtui.errors import BadValue
from memtui.ui.messages import CellTyped, RawEdited
from memtui.ui.widgets.cell_input import CellInput
from memtui.ui.widgets.route_draft import RouteDraft, Step
from memtui.ui.widgets.route_grid import RouteGrid


def acts(
    key: str, action: str, description: str, name: str, tooltip: str, *, show: bool = True
) -> Binding:
    """Return a key of the grid, with priority: what is typed right behind it finds it done."""
    return Binding(
        key, action, description, show=show, id=f"routing.{name}", priority=True, tooltip=tooltip
    )


UNDO = acts("ctrl+z,super+z", "undo", "Undo", "undo", "Take back the last edit", show=False)


class Editing(NamedTuple):
    """The cell that is edited.

    Attributes:
        row: Number of its row.
        column: Its column.
        before: What stood in it.
        fresh: The cells of a row that was just added, which goes again when nothing is typed;
            empty for any other row.
    """

    row: int
    column: int
    before: str
    fresh: tuple[str, ...] = ()


class RouteField(Vertical):
    """Rows, field, and the draft that both change; each edit is told at once."""

    BINDINGS: ClassVar[list[BindingType]] = [
        acts("enter", "edit", "Edit", "edit", "Edit the cell in hand"),
        UNDO,
        acts("ctrl+y,super+y", "redo", "Redo", "redo", "Bring back what undo took", show=False),
    ]

    ON_GRID: ClassVar[frozenset[str]] = frozenset({"undo", "redo"})
    """Actions for which the rows must have the focus."""
    ON_ROW: ClassVar[frozenset[str]] = frozenset({"edit"})
    """Actions for which there must be a row as well."""
    workspace: reactive[Workspace] = reactive(Workspace, repaint=False)

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.draft = RouteDraft()
        self._editing: Editing | None = None

    def compose(self) -> ComposeResult:
        """Lay out the rows and the field."""
        yield RouteGrid(id="rows")
        yield CellInput(id="cell")

    @property
    def grid(self) -> RouteGrid:
        """The rows."""
        return self.query_one(RouteGrid)

    @property
    def cell(self) -> CellInput:
        """The field over the cell that is edited."""
        return self.query_one(CellInput)

    @property
    def page(self) -> Page:
        """The tables as the person sees them."""
        return self.draft.page

    @property
    def locked(self) -> str:
        """Why the table must not be edited; empty when it may."""
        memory = self.workspace.memory(TABLE)
        return memory.fault.reason if memory and memory.fault else ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether the rows have the focus, where keys act on them."""
        if action in self.ON_ROW and not self.page.rows:
            return False
        if action in self.ON_GRID | self.ON_ROW:
            return self.is_mounted and self.grid.has_focus
        return super().check_action(action, parameters)

    def say(self, text: str, *, warn: bool = False) -> None:
        """Say something in a corner; its text is never markup."""
        self.notify(harmless(text), severity="warning" if warn else "information", markup=False)

    def tell(self, message: Message) -> None:
        """Post a message that goes all the way up.

        One that is made while the page or the grid is served would end where that began.
        """
        self.post_message(message.set_sender(self))

    # -- from the workspace

    def follow(self, workspace: Workspace) -> None:
        """Take the table of a workspace; a cell that is being edited stays with its row."""
        editing = self._editing
        cells = self.page.rows[editing.row - 1].cells if editing else ()
        if not self.draft.follow(workspace.memory(TABLE)):
            return
        if not self.is_mounted:
            return
        self.grid.page = self.page
        row = self.grid.row_in_hand
        if editing is None:
            return
        if row is None or not _is_same(cells, row.cells, editing.column):
            # Another row may stand in its place, and must not get what was meant for this one.
            self.say(f"the row is gone; what you typed: {self.cell.value}", warn=True)
            self._end()
            return
        there = row.cells[editing.column]
        self._editing = editing._replace(row=row.number, before=there)
        self.call_after_refresh(self.put_cell)
        if there not in (cells[editing.column], self.cell.value):
            self.say(
                f"another program wrote “{there}” into this cell: enter puts what you typed in its "
                "place, escape keeps it",
                warn=True,
            )

    # -- the field over a cell

    def action_edit(self) -> None:
        """Open the field over the cell in hand."""
        self.open_cell()

    def open_cell(self, fresh: tuple[str, ...] = ()) -> None:
        """Open the field over the cell in hand.

        Args:
            fresh: The cells of a row that was just added.
        """
        row = self.grid.row_in_hand
        if self.refused() or row is None:
            return
        column = self.grid.column
        self._editing = Editing(row.number, column, row.cells[column], fresh)
        self.cell.open(row.cells[column])
        self.put_cell()
        # A row that was just added, or a table that just came into sight, has no place yet.
        self.call_after_refresh(self.put_cell)
        self.refresh_bindings()

    def put_cell(self) -> None:
        """Lay the field over its cell, wherever that is now, and make room for all of it."""
        if self._editing and self.grid.region:
            origin = self.grid.region.offset - self.content_region.offset
            within = Region.from_offset(origin, self.grid.room)
            # The width of the cell says how many lines the text needs; they say where the cell is.
            for _ in range(2):
                self.grid.field_lines = self.cell.lines
                if place := self.grid.place:
                    self.cell.put(place.translate(origin), within)

    def _typed(self, editing: Editing) -> str:
        """Return the page with what stands in the field.

        Raises:
            BadValue: When the cell cannot hold it.
        """
        return edit.set_cell(self.draft.text, editing.row, editing.column, self.cell.value)

    @on(CellInput.Closed)
    def _close(self, event: CellInput.Closed) -> None:
        event.stop()
        self._accept(event.step)

    def _accept(self, step: int) -> None:
        """Take the text into the table and go to another cell, or back to the rows."""
        editing = self._editing
        if editing is None or not self.edit(lambda _: self._typed(editing), editing.row):
            return
        row = self.grid.row_in_hand
        column = editing.column + step
        if step and row and 0 <= column < len(row.table.header):
            self.grid.column = column
            self.open_cell(editing.fresh)
            return
        self._end(to_grid=True)
        if row and row.cells == editing.fresh:
            self.action_undo()

    @on(CellInput.GivenUp)
    def _give_up(self, event: CellInput.GivenUp) -> None:
        event.stop()
        if self._editing:
            self.cell.load(self._editing.before)
            self._accept(0)

    @on(CellInput.Left)
    def _left(self, event: CellInput.Left) -> None:
        event.stop()
        editing = self._editing
        # When the terminal itself lost the focus, the field has it again with the terminal.
        if (
            editing
            and not self.cell.has_focus
            and self.app.app_focus
            and self.edit(lambda _: self._typed(editing))
        ):
            self._end()

    def _end(self, *, to_grid: bool = False) -> None:
        self._editing = None
        self.grid.field_lines = 0
        if to_grid:
            self.screen.set_focus(self.grid)
        self.cell.close()
        self.refresh_bindings()
        # What was kept of it against a crash is kept no more.
        self.tell(CellTyped())

    # -- edits

    def edit(self, edit: Callable[[str], str], row: int = 0, column: int = -1) -> bool:
        """Make the result of an edit the draft, and stand on a cell of it.

        Args:
            edit: Takes the page's text and returns another.
            row: The row to stand on; 0 for the one in hand.
            column: The column to stand on; -1 for the one in hand.

        Returns:
            Whether it could be done; why not is said.
        """
        grid = self.grid
        try:
            text = edit(self.draft.text)
        except BadValue as error:
            self.say(str(error), warn=True)
            return False
        if message := self.draft.edit(text, grid.row, grid.column):
            self.tell(message)
        at = row or grid.row, grid.column if column < 0 else column
        grid.page = self.page
        grid.stand_on(*at)
        self.edited()
        return True

    def edited(self) -> None:
        """Show what else depends on the rows; called after each edit."""

    def refused(self) -> bool:
        """Say that the table is read-only, if it is."""
        if self.locked:
            self.say(f"{TABLE} is read-only: {self.locked}", warn=True)
        return bool(self.locked)

    def action_undo(self) -> None:
        """Take back the last edit of the table."""
        self._travel(self.draft.undo(self.grid.row, self.grid.column), "undo")

    def action_redo(self) -> None:
        """Bring back what undo took."""
        self._travel(self.draft.redo(self.grid.row, self.grid.column), "redo")

    def _travel(self, found: tuple[RawEdited, Step] | None, what: str) -> None:
        if found is None:
            self.say(f"nothing to {what} in the table")
            return
        message, step = found
        self.tell(message)
        self.grid.page = self.page
        self.grid.stand_on(step.row, step.column)
        self.edited()

    # -- what was typed

    def commit(self) -> tuple[RawEdited, ...]:
        """Return the table with what stands in the field over a cell, entered or not."""
        if editing := self._editing:
            try:
                text = self._typed(editing)
            except BadValue as error:
                self.say(str(error), warn=True)
            else:
                message = self.draft.edit(text, editing.row, editing.column)
                # From here on, giving up returns to what is taken now.
                self._editing = editing._replace(before=self.cell.value, fresh=())
                if message:
                    self.grid.page = self.page
                    return (message,)
        pending = self.draft.pending()
        return (pending,) if pending else ()

    def flush(self) -> RawEdited | None:
        """Return what was done to the table and is not told yet."""
        return self.draft.pending()

    @property
    def half_typed(self) -> str | None:
        """The page with what stands in the field, to be kept against a crash; None without one."""
        with suppress(BadValue):
            return self._typed(self._editing) if self._editing else None
        return None


def _is_same(old: Sequence[str], new: Sequence[str], column: int) -> bool:
    """Whether a row is still the one whose cell is edited, by its other cells or by that cell."""
    if len(old) != len(new):
        return False
    others = [(a, b) for place, (a, b) in enumerate(zip(old, new, strict=True)) if place != column]
    if all(a == b for a, b in others) and any(a for a, _ in others):
        return True
    return old[column] == new[column] and any(a and a == b for a, b in others)

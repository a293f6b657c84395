"""What a person does to the rows of the routing table; each edit is a draft at once."""

from collections.abc import Callable
from typing import ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.geometry import Size
from textual.reactive import reactive

from memtui.core import routing_edit
from memtui.core.documents import TABLE
from memtui.core.plain import harmless
from memtui.core.route_look import Place, RouteLook
from memtui.core.route_mend import mended
from memtui.core.routing import Page
from memtui.core.workspace import Workspace
from memtui.errors import BadValue
from memtui.ui.messages import RawEdited, TableWanted
from memtui.ui.widgets.cell_input import CellInput
from memtui.ui.widgets.key_line import key_name
from memtui.ui.widgets.route_draft import RouteDraft, Step
from memtui.ui.widgets.route_grid import RouteGrid


def acts(
    key: str, action: str, description: str, name: str, tooltip: str, *, show: bool = True
) -> Binding:
    """Return a key of the grid, with priority: what is typed right behind it finds it done."""
    return Binding(
        key, action, description, show=show, id=f"routing.{name}", priority=True, tooltip=tooltip
    )


ADD = acts("n", "add", "Add", "add", "Add a row below, or begin a table")
MEND = acts("f", "mend", "Mend", "mend", "Take the place offered for a missing file; then the next")
UNDO = acts("ctrl+z,super+z", "undo", "Undo", "undo", "Take back the last edit", show=False)

ON_GRID = frozenset({"edit", "add", "delete", "mend", "shift", "undo", "redo"})
ON_CELL = frozenset({"accept", "give_up"})


class Editing(NamedTuple):
    """The cell that is edited.

    Attributes:
        row: Number of its row.
        column: Its column.
        before: What stood in it.
        is_new: Whether the row was just added, and goes again when nothing is typed.
    """

    row: int
    column: int
    before: str
    is_new: bool


class Mending(NamedTuple):
    """A missing file for which an offered place was taken.

    Attributes:
        row: Number of its row.
        before: The files of the row as they were written.
        after: The files of the row with that place.
        file: The missing file.
        rest: The places that were not taken yet.
    """

    row: int
    before: str
    after: str
    file: str
    rest: tuple[Place, ...]


class RouteEditing(Vertical):
    """The grid, the field over the cell that is edited, and the draft that both change."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ADD,
        acts("enter", "edit", "Edit", "edit", "Edit the cell in hand"),
        acts("d", "delete", "Delete", "delete", "Delete the row in hand"),
        MEND,
        acts("K,ctrl+up", "shift(-1)", "Row up", "row-up", "Move the row up", show=False),
        acts("J,ctrl+down", "shift(1)", "Row down", "row-down", "Move the row down", show=False),
        UNDO,
        acts("ctrl+y,super+y", "redo", "Redo", "redo", "Bring back what undo took", show=False),
        acts("enter", "accept(0)", "Accept", "accept", "Take the text into the table"),
        acts("tab", "accept(1)", "Next cell", "next-cell", "Take the text, edit the next cell"),
        acts("shift+tab", "accept(-1)", "Cell before", "cell-before", "The same, back", show=False),
        acts("escape", "give_up", "Leave", "give-up", "Leave the cell as it was"),
    ]

    workspace: reactive[Workspace] = reactive(Workspace, repaint=False)
    looked: reactive[RouteLook | None] = reactive(None, repaint=False)

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._draft = RouteDraft()
        self._editing: Editing | None = None
        self._mending: Mending | None = None

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
        return self._draft.page

    @property
    def locked(self) -> str:
        """Why the table must not be edited; empty when it may."""
        memory = self.workspace.memory(TABLE)
        return memory.fault.reason if memory and memory.fault else ""

    def show_all(self) -> None:
        """Show rows that a filter hides."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether the rows have the focus, or the field over a cell."""
        if action in ON_GRID:
            return self.is_mounted and self.grid.has_focus
        if action in ON_CELL:
            return self._editing is not None and self.cell.has_focus
        return super().check_action(action, parameters)

    def say(self, text: str, *, warn: bool = False) -> None:
        """Say something in a corner; its text is never markup."""
        self.notify(harmless(text), severity="warning" if warn else "information", markup=False)

    # -- from the workspace

    def follow(self, workspace: Workspace) -> None:
        """Take the table of a workspace; a cell that is being edited stays with its row."""
        editing = self._editing
        cells = self.page.rows[editing.row - 1].cells if editing else ()
        if not self._draft.follow(workspace.memory(TABLE)):
            return
        self._mending = None
        if not self.is_mounted:
            return
        self.grid.page = self.page
        row = self.grid.row_in_hand
        if editing is None:
            return
        if row and editing.column < len(row.cells):
            self._editing = editing._replace(row=row.number, before=row.cells[editing.column])
            self.call_after_refresh(self.put_cell)
            if row.cells != cells:
                self.say(f"{TABLE} has changed, and the row that you edit with it", warn=True)
        else:
            self.say(f"the row is gone; what you typed: {self.cell.value}", warn=True)
            self._end()

    # -- the field over a cell

    def action_edit(self) -> None:
        """Open the field over the cell in hand."""
        self._open(is_new=False)

    def _open(self, *, is_new: bool) -> None:
        row = self.grid.row_in_hand
        if self._refused() or row is None:
            return
        column = self.grid.column
        self._editing = Editing(row.number, column, row.cells[column], is_new)
        self.cell.open(row.cells[column])
        self.grid.is_edited = True
        self.put_cell()
        # A row that was just added, or a table that just came into sight, has no place yet.
        self.call_after_refresh(self.put_cell)
        self.refresh_bindings()

    def put_cell(self) -> None:
        """Lay the field over its cell, wherever that is now."""
        place = self.grid.place
        if self._editing and place and self.grid.region:
            origin = self.grid.region.offset - self.content_region.offset
            room = Size(self.content_region.width - 1, self.content_region.height)
            self.cell.put(place.translate(origin), room)

    def _typed(self, editing: Editing) -> str:
        """Return the page with what stands in the field.

        Raises:
            BadValue: When the cell cannot hold it.
        """
        return routing_edit.set_cell(self._draft.text, editing.row, editing.column, self.cell.value)

    def action_accept(self, step: int) -> None:
        """Take the text into the table and go to another cell, or back to the rows."""
        editing = self._editing
        if editing is None or not self._edit(lambda _: self._typed(editing), editing.row):
            return
        row = self.grid.row_in_hand
        column = editing.column + step
        if step and row and 0 <= column < len(row.table.header):
            self.grid.column = column
            self._open(is_new=editing.is_new)
            return
        self._end(to_grid=True)
        if editing.is_new and row and not any(row.cells):
            self.action_undo()

    def action_give_up(self) -> None:
        """Leave the cell as it was."""
        if self._editing:
            self.cell.load(self._editing.before)
            self.action_accept(0)

    @on(CellInput.Left)
    def _left(self, event: CellInput.Left) -> None:
        event.stop()
        editing = self._editing
        # When the terminal itself lost the focus, the field has it again with the terminal.
        if (
            editing
            and not self.cell.has_focus
            and self.app.app_focus
            and self._edit(lambda _: self._typed(editing))
        ):
            self._end()

    def _end(self, *, to_grid: bool = False) -> None:
        self._editing = None
        self.grid.is_edited = False
        if to_grid:
            self.screen.set_focus(self.grid)
        self.cell.close()
        self.refresh_bindings()

    # -- edits

    def _edit(self, edit: Callable[[str], str], row: int = 0, column: int = -1) -> bool:
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
            text = edit(self._draft.text)
        except BadValue as error:
            self.say(str(error), warn=True)
            return False
        if message := self._draft.edit(text, grid.row, grid.column):
            self.post_message(message)
        at = row or grid.row, grid.column if column < 0 else column
        grid.page = self.page
        grid.stand_on(*at)
        self.edited()
        return True

    def edited(self) -> None:
        """Show what else depends on the rows; called after each edit."""

    def _refused(self) -> bool:
        """Say that the table is read-only, if it is."""
        if self.locked:
            self.say(f"{TABLE} is read-only: {self.locked}", warn=True)
        return bool(self.locked)

    def action_add(self) -> None:
        """Add a row below the one in hand, or begin a table; its first cell is edited."""
        self.add_row("")

    def add_row(self, file: str) -> None:
        """Add a row below the one in hand and edit it.

        Args:
            file: The file that it leads to, or ``""``.
        """
        if self._refused():
            return
        if self.workspace.memory(TABLE) is None:
            rows = [("", "", file)] if file else []
            self.post_message(TableWanted(routing_edit.new_page(rows)))
            return
        self.show_all()
        above = self.grid.row_in_hand
        tables = self.page.tables
        table = above.table if above else tables[0] if tables else None
        values = ["", "", file]
        column = 0
        if table:
            values = [file if place == table.files else "" for place in range(len(table.header))]
            first = table.task_type if table.task_type >= 0 else table.keywords
            column = table.keywords if file else first

        def added(text: str) -> str:
            text = text if tables else routing_edit.new_table(text)
            return routing_edit.add_row(text, above.number if above else 0, values)

        if self._edit(added, (above.number if above else 0) + 1, column):
            self._open(is_new=True)

    def action_delete(self) -> None:
        """Delete the row in hand."""
        row = self.grid.row_in_hand
        if row is None or self._refused():
            return
        if self._edit(lambda text: routing_edit.delete_row(text, row.number), row.number):
            self.say(f"row {row.number} deleted; {key_name(self.app, UNDO)} brings it back")

    def action_shift(self, step: int) -> None:
        """Move the row in hand up or down in its table."""
        row = self.grid.row_in_hand
        if row is None or self._refused():
            return
        to = row.number + step
        if 0 < to <= len(self.page.rows):
            self._edit(lambda text: routing_edit.move_row(text, row.number, to), to)

    def action_mend(self) -> None:
        """Take the first place offered for a missing file of the row in hand, then the next."""
        row = self.grid.row_in_hand
        if row is None or self._refused():
            return
        last = self._mending
        if last and (last.row, last.after) == (row.number, row.files_cell):
            before, file, places = last.before, last.file, last.rest
        else:
            missing = self.looked.missing if self.looked else {}
            lost = [each for each in row.files if each in missing]
            file = next((each for each in lost if missing[each]), "")
            if not file:
                why = f"nothing in the project is like {lost[0]}" if lost else "no file is missing"
                self.say(why)
                return
            before, places = row.files_cell, missing[file]
        after = mended(before, file, places[0].path) if places else before
        column = row.table.files
        if self._edit(lambda text: routing_edit.set_cell(text, row.number, column, after)):
            self._mending = Mending(row.number, before, after, file, places[1:]) if places else None
            self._say_mended(file, places)

    def _say_mended(self, file: str, places: tuple[Place, ...]) -> None:
        if not places:
            self.say(f"{file} again: that were all places")
            return
        again = f"; {key_name(self.app, MEND)} takes the next" if places[1:] else ""
        self.say(f"{places[0].path} in place of {file}: {places[0].reason}{again}")

    def action_undo(self) -> None:
        """Take back the last edit of the table."""
        self._travel(self._draft.undo(self.grid.row, self.grid.column), "undo")

    def action_redo(self) -> None:
        """Bring back what undo took."""
        self._travel(self._draft.redo(self.grid.row, self.grid.column), "redo")

    def _travel(self, found: tuple[RawEdited, Step] | None, what: str) -> None:
        if found is None:
            self.say(f"nothing to {what} in the table")
            return
        message, step = found
        self.post_message(message)
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
                if message := self._draft.edit(text, editing.row, editing.column):
                    self.grid.page = self.page
                    return (message,)
        pending = self._draft.pending()
        return (pending,) if pending else ()

    def flush(self) -> RawEdited | None:
        """Return what was done to the table and is not told yet."""
        return self._draft.pending()

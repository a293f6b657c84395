"""What a person does to the rows of the routing table, besides editing their cells."""

from typing import ClassVar, NamedTuple

from textual import on
from textual.binding import BindingType
from textual.reactive import reactive

from memtui.core.routing import edit
from memtui.core.routing.look import Place, RouteLook
from memtui.core.routing.mend import mended
from memtui.ui.widgets.key_line import key_name
from memtui.ui.widgets.route_field import UNDO, RouteField, acts
from memtui.ui.widgets.route_grid import RouteGrid

ADD = acts("n", "add", "Add", "add", "Add a row below, or begin a table")
MEND = acts("f", "mend", "Mend", "mend", "Take the places offered for missing files; then others")


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


class RouteEditing(RouteField):
    """Rows are added, deleted, moved and mended."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ADD,
        acts("d", "delete", "Delete", "delete", "Delete the row in hand"),
        MEND,
        acts("K,ctrl+up", "shift(-1)", "Row up", "row-up", "Move the row up", show=False),
        acts("J,ctrl+down", "shift(1)", "Row down", "row-down", "Move the row down", show=False),
    ]

    ON_GRID = RouteField.ON_GRID | {"add"}
    ON_ROW = RouteField.ON_ROW | {"delete", "mend", "shift"}

    looked: reactive[RouteLook | None] = reactive(None, repaint=False)

    _mending: Mending | None = None

    def show_all(self) -> None:
        """Show rows that a filter hides."""

    def action_add(self) -> None:
        """Add a row below the one in hand, or begin a table; its first cell is edited."""
        self.add_row()

    def add_row(self, file: str = "") -> None:
        """Add a row below the one in hand and edit it; without a table it begins one.

        Args:
            file: The file that it leads to, or ``""``.
        """
        if self.refused():
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
            if not tables:
                text = edit.new_table(text) if text else edit.new_page()
            return edit.add_row(text, above.number if above else 0, values)

        if self.edit(added, (above.number if above else 0) + 1, column):
            self.open_cell(tuple(values))

    @on(RouteGrid.Moved)
    def _mend_another(self, event: RouteGrid.Moved) -> None:
        if self._mending and event.row != self._mending.row:
            self._mending = None

    def action_delete(self) -> None:
        """Delete the row in hand."""
        row = self.grid.row_in_hand
        if row is None or self.refused():
            return
        if self.edit(lambda text: edit.delete_row(text, row.number), row.number):
            self.say(f"row {row.number} deleted; {key_name(self.app, UNDO)} brings it back")

    def action_shift(self, step: int) -> None:
        """Move the row in hand up or down in its table."""
        row = self.grid.row_in_hand
        if row is None or self.refused():
            return
        to = row.number + step
        if 0 < to <= len(self.page.rows):
            self.edit(lambda text: edit.move_row(text, row.number, to), to)

    def action_mend(self) -> None:
        """Take the first place offered for each missing file of the row in hand.

        When no other file of it can be mended, take the next place for the last one.
        """
        row = self.grid.row_in_hand
        if row is None or self.refused():
            return
        missing = self.looked.missing if self.looked else {}
        lost = [each for each in row.files if each in missing]
        file = next((each for each in lost if missing[each]), "")
        last = self._mending
        if file:
            before, places = row.files_cell, missing[file]
        elif last and (last.row, last.after) == (row.number, row.files_cell):
            before, file, places = last.before, last.file, last.rest
        else:
            none = "no file of this row is missing"
            self.say(f"nothing in the project is like {lost[0]}" if lost else none)
            return
        after = mended(before, file, places[0].path) if places else before
        column = row.table.files
        if self.edit(lambda text: edit.set_cell(text, row.number, column, after)):
            self._mending = Mending(row.number, before, after, file, places[1:]) if places else None
            self._say_mended(
                file, places, more=any(missing.get(each) for each in lost if each != file)
            )

    def _say_mended(self, file: str, places: tuple[Place, ...], *, more: bool) -> None:
        if not places:
            self.say(f"{file} again: that was the last place")
            return
        key = key_name(self.app, MEND)
        again = f"; {key} mends the next file" if more else f"; {key} takes the next place"
        again = again if more or places[1:] else ""
        self.say(f"{places[0].path} in place of {file}: {places[0].reason}{again}")

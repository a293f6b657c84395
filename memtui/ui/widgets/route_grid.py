"""The rows of the routing tables as a grid with a cell in hand; only what is seen is drawn."""

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Offset, Region, clamp
from textual.message import Message
from textual.reactive import reactive

from memtui.core.routing import Page, Row, Table
from memtui.ui.widgets.drawn import DrawnLines, Look
from memtui.ui.widgets.route_blocks import Blocks
from memtui.ui.widgets.route_cells import Drawn, Hand, draw, height_at_rest
from memtui.ui.widgets.route_shape import (
    Findings,
    Shape,
    head_lines,
    longest_offer,
    shared,
    wanted,
)

EMPTY = Page((), ())
HEAD_LINES = 3
"""Lines of the header of a second table: a free one, the titles, a rule."""


def _moves(key: str, action: str, description: str, name: str, tooltip: str) -> Binding:
    """Return a key for the cursor; with priority, as what acts on rows has it: none overtakes."""
    return Binding(
        key, action, description, show=False, id=f"routing.{name}", priority=True, tooltip=tooltip
    )


class RouteGrid(DrawnLines, can_focus=True):
    """Rows of one or several tables, a cell in hand, and the mouse.

    Ten thousand rows cost as little as ten: heights are counted, and what stands in a row is
    drawn when it comes into sight.
    """

    DEFAULT_CSS = """
    RouteGrid {
        & > .grid--even { background: $foreground 4%; }
        & > .grid--row { background: $foreground 10%; }
        &:focus > .grid--row { background: $accent 15%; }
        & > .grid--hover { background: $foreground 8%; }
    }
    """

    COMPONENT_CLASSES = {"grid--even", "grid--row", "grid--hover"}

    BINDINGS: ClassVar[list[BindingType]] = [
        _moves("up,k", "move(-1)", "Up", "up", "One row up"),
        _moves("down,j", "move(1)", "Down", "down", "One row down"),
        _moves("left", "cell(-1)", "Left", "left", "One cell to the left"),
        _moves("right", "cell(1)", "Right", "right", "One cell to the right"),
        _moves("pageup", "page(-1)", "Page up", "page-up", "Page up"),
        _moves("pagedown", "page(1)", "Page down", "page-down", "Page down"),
        _moves("home,g", "edge(0)", "First", "first", "First row"),
        _moves("end,G", "edge(1)", "Last", "last", "Last row"),
    ]

    page: reactive[Page] = reactive(EMPTY, repaint=False)
    findings: reactive[Findings] = reactive(Findings, repaint=False)
    asked: reactive[str] = reactive("", repaint=False)
    """What a row must hold to be shown."""
    row: reactive[int] = reactive(0, repaint=False)
    """Number of the row in hand; 0 when there is none."""
    column: reactive[int] = reactive(0, repaint=False)
    """Column of the cell in hand."""
    field_lines: reactive[int] = reactive(0, repaint=False)
    """Lines of the field that lies over the cell in hand; 0 without one."""
    hovered: reactive[int] = reactive(0, repaint=False)
    """Number of the row below the mouse, or 0."""

    class Moved(Message):
        """Another row is in hand."""

        def __init__(self, row: int) -> None:
            super().__init__()
            self.row = row

    class Chosen(Message):
        """The person clicked the cell in hand twice."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._items: list[Row | Table] = []
        self._places: dict[int, int] = {}
        self._wanted: dict[int, list[int]] = {}
        self._shapes: dict[int, Shape] = {}
        self._blocks = Blocks()
        self._made: dict[int, Drawn] = {}
        self._width = 0

    # -- what is shown

    def watch_page(self, old: Page, new: Page) -> None:
        """Show another page; the cursor stays on its row wherever that is now."""
        self._wanted = wanted(new)
        row = _found_again(old, new, self.row)
        moved = row != self.row
        self.set_reactive(RouteGrid.row, row)
        self._arrange()
        if moved:
            self.post_message(self.Moved(self.row))

    def watch_asked(self) -> None:
        """Show the rows that hold what was typed; the cursor stands on one of them."""
        self._arrange()
        asked = self.asked.casefold()
        if self.row_in_hand and not _holds(self.row_in_hand, asked):
            first = next((i for i in self._items if isinstance(i, Row) and _holds(i, asked)), None)
            if first:
                self.row = first.number
                self._arrange()
        self.keep_in_sight()

    def watch_findings(self, old: Findings, new: Findings) -> None:
        """Show what fires, what is missing and what needs care."""
        if old.look is not new.look:
            self._measure()
        self._show()

    def watch_row(self) -> None:
        """Unfold another row, which is drawn whole."""
        width = self._columns
        self.set_reactive(RouteGrid.column, clamp(self.column, 0, max(0, width - 1)))
        self._show()
        self.keep_in_sight()
        self.post_message(self.Moved(self.row))

    def watch_column(self) -> None:
        """Light up another cell."""
        self._show()

    def watch_field_lines(self) -> None:
        """Make room for the field."""
        self._show()
        self.keep_in_sight()

    def watch_hovered(self, old: int, new: int) -> None:
        """Light up another row."""
        for number in (old, new):
            self._refresh_row(number)

    def watch_has_focus(self, has_focus: bool) -> None:
        """Light up the cell in hand while keys act on it."""
        super().watch_has_focus(has_focus)
        self._show()

    def on_resize(self) -> None:
        """Share out the columns anew."""
        super().on_resize()
        if self.room.width != self._width:
            self._measure()
        self._show()
        self.keep_in_sight()

    def _arrange(self) -> None:
        """Choose the rows, with a header above those of each further table."""
        asked = self.asked.casefold()
        self._items = []
        last: Table | None = None
        for row in self.page.rows:
            if asked and row.number != self.row and not _holds(row, asked):
                continue
            if last is not None and row.table is not last:
                self._items.append(row.table)
            last = row.table
            self._items.append(row)
        self._places = {
            item.number: place for place, item in enumerate(self._items) if isinstance(item, Row)
        }
        self._measure()
        self._show()

    def _measure(self) -> None:
        """Share out the columns, and count the lines that each row takes at rest."""
        self._width = self.room.width
        # One column stays free before the scrollbar.
        room = self._width - 1
        if room < 1:
            return
        self._shapes = {}
        for table in self.page.tables:
            wanted = list(self._wanted[table.first_line])
            wanted[table.files] = max(wanted[table.files], longest_offer(self.findings))
            self._shapes[table.first_line] = Shape(table, shared(wanted, room), room)
        self._blocks = Blocks(
            height_at_rest(item, self._shapes[item.table.first_line], self.findings.look)
            if isinstance(item, Row)
            else HEAD_LINES
            for item in self._items
        )

    def _show(self) -> None:
        """Draw what has changed."""
        self._made.clear()
        place = self._places.get(self.row, -1)
        if self._shapes and 0 <= place < len(self._blocks):
            self._blocks.grow(place, len(self._drawn_row(place).lines))
        self.show_lines(self._blocks.lines)

    def _drawn_row(self, place: int) -> Drawn:
        if place not in self._made:
            row = self._items[place]
            assert isinstance(row, Row)
            shape = self._shapes[row.table.first_line]
            hand = None
            if row.number == self.row:
                lit = self.has_focus or self.field_lines
                hand = Hand(self.column if lit else -1, self.field_lines)
            self._made[place] = draw(row, shape, self.findings, hand)
        return self._made[place]

    def look(self, index: int, width: int) -> Look:
        """Return one line of a row, or of a further table's header."""
        if width != self._width:
            # A pane that has just come into sight is painted before it hears of its size.
            self._measure()
            self._show()
        if index >= self._blocks.lines:
            return Content(""), ()
        place, y = self._blocks.at(index)
        item = self._items[place]
        if isinstance(item, Table):
            lines = [Content(""), *head_lines(self._shapes[item.first_line])]
            return lines[y], ()
        lines = self._drawn_row(place).lines
        name = "grid--even" if item.number % 2 == 0 else ""
        if item.number == self.row:
            name = "grid--row"
        elif item.number == self.hovered:
            name = "grid--hover"
        return lines[y] if y < len(lines) else Content(""), (name,) if name else ()

    @property
    def head(self) -> list[Content]:
        """The header of the table whose rows are seen first."""
        at = self.scroll_offset.y
        table = self.page.tables[0] if self.page.tables else None
        if 0 <= at < self._blocks.lines:
            item = self._items[self._blocks.at(at)[0]]
            table = item.table if isinstance(item, Row) else item
        shape = self._shapes.get(table.first_line) if table else None
        return head_lines(shape) if shape else []

    def _refresh_row(self, number: int) -> None:
        if (place := self._places.get(number, -1)) >= 0 and place < len(self._blocks):
            top = self._blocks.top(place)
            for line in range(top, top + self._blocks.height(place)):
                self.refresh_line(line)

    # -- the cursor

    @property
    def is_anything_found(self) -> bool:
        """Whether any row holds what is asked for."""
        asked = self.asked.casefold()
        return any(isinstance(item, Row) and _holds(item, asked) for item in self._items)

    @property
    def row_in_hand(self) -> Row | None:
        """The row in hand."""
        rows = self.page.rows
        return rows[self.row - 1] if 0 < self.row <= len(rows) else None

    @property
    def _columns(self) -> int:
        row = self.row_in_hand
        return len(row.table.header) if row else 0

    @property
    def place(self) -> Region | None:
        """Where the cell in hand stands, in cells of this widget."""
        place = self._places.get(self.row, -1)
        if not (self._shapes and 0 <= place < len(self._blocks)):
            return None
        region = self._drawn_row(place).places[self.column]
        return region.translate(Offset(0, self._blocks.top(place) - self.scroll_offset.y))

    def stand_on(self, row: int, column: int) -> None:
        """Take a cell in hand."""
        self.row = clamp(row, 1, len(self.page.rows)) if self.page.rows else 0
        self.column = clamp(column, 0, max(0, self._columns - 1))
        self.keep_in_sight()

    def keep_in_sight(self) -> None:
        """Scroll as little as needed to show the row in hand, its beginning at least."""
        place, height = self._places.get(self.row, -1), self.room.height
        if height < 1 or not 0 <= place < len(self._blocks):
            return
        top = self._blocks.top(place)
        end = top + self._blocks.height(place)
        # The header of a table comes with its first row.
        if place and isinstance(self._items[place - 1], Table):
            top = self._blocks.top(place - 1)
        at = min(max(self.scroll_offset.y, end - height), top)
        if self.field_lines:
            # A row can be taller than the room: then it is the field that is seen.
            above = self._drawn_row(place).places[self.column].y
            at = max(at, self._blocks.top(place) + above + self.field_lines - height)
        if at != self.scroll_offset.y:
            self.scroll_to(y=at, animate=False, immediate=True)

    def _go(self, place: int, step: int) -> None:
        """Take the first row from a place on, in steps, in hand."""
        while 0 <= place < len(self._items):
            item = self._items[place]
            if isinstance(item, Row):
                self.row = item.number
                return
            place += step

    def action_move(self, step: int) -> None:
        """Take the next row in hand."""
        self._go(self._places.get(self.row, -1) + step, step)

    def action_cell(self, step: int) -> None:
        """Take the next cell of the row in hand."""
        self.column = clamp(self.column + step, 0, max(0, self._columns - 1))

    def action_page(self, step: int) -> None:
        """Go as many lines as are seen."""
        place = self._places.get(self.row, -1)
        if place < 0:
            return
        line = self._blocks.top(place) + step * max(1, self.room.height - 1)
        aim = self._blocks.at(clamp(line, 0, self._blocks.lines - 1))[0]
        self._go(aim if aim != place else clamp(place + step, 0, len(self._items) - 1), step)

    def action_edge(self, end: int) -> None:
        """Take the first or the last row in hand."""
        self._go(len(self._items) - 1 if end else 0, -1 if end else 1)

    # -- the mouse

    def _row_at(self, y: int) -> tuple[Row, int] | None:
        line = y + self.scroll_offset.y
        if not 0 <= line < self._blocks.lines:
            return None
        place, inside = self._blocks.at(line)
        item = self._items[place]
        return (item, inside) if isinstance(item, Row) else None

    def on_click(self, event: events.Click) -> None:
        """Take the cell below the mouse; twice opens it."""
        if event.chain > 1:
            # The first click may have moved the rows: the cell it took is meant.
            self.post_message(self.Chosen())
            return
        if found := self._row_at(event.y):
            row, inside = found
            places = self._drawn_row(self._places[row.number]).places
            column = _column_at(places, Offset(event.x, inside), beside=self._beside(row))
            self.row = row.number
            self.column = column

    def _beside(self, row: Row) -> bool:
        return bool(self._shapes[row.table.first_line].widths)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Light up the row below the mouse."""
        found = self._row_at(event.y)
        self.hovered = found[0].number if found else 0

    def on_leave(self) -> None:
        """Forget the row below the mouse."""
        self.hovered = 0


def _column_at(places: tuple[Region, ...], at: Offset, *, beside: bool) -> int:
    """Return the column of a cell of the screen."""
    found = 0
    for column, place in enumerate(places):
        if (place.x <= at.x) if beside else (place.height and place.y <= at.y):
            found = column
    return found


def _holds(row: Row, asked: str) -> bool:
    return any(asked in cell.casefold() for cell in row.cells)


def _found_again(old: Page, new: Page, row: int) -> int:
    """Return the number of a row on a page that has changed; the same where it is gone."""
    rows = new.rows
    if not 0 < row <= len(old.rows):
        return min(1, len(rows))
    cells = old.rows[row - 1].cells
    if row <= len(rows) and rows[row - 1].cells == cells:
        return row
    same = [each.number for each in rows if each.cells == cells]
    nearest = min(same, key=lambda number: abs(number - row), default=row)
    return clamp(nearest, min(1, len(rows)), len(rows))

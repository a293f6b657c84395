"""A list that draws only the rows that are seen, so that ten thousand cost as little as ten."""

from abc import abstractmethod
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive

from memtui.ui.widgets.drawn import DrawnLines, Look

UNDO: Final = Binding(
    "u",
    "screen.take_back",
    "Undo",
    id="files.undo",
    tooltip="Take back the last change on disk, after showing it",
)
REDO: Final = Binding(
    "U",
    "screen.do_again",
    "Redo",
    show=False,
    id="files.redo",
    tooltip="Do again what was taken back on disk, after showing it",
)
CHOOSE: Final = Binding(
    "enter", "choose", "Open", show=False, id="list.choose", tooltip="Open the row in hand"
)


class RowList(DrawnLines, can_focus=True):
    """A virtual list: one line a row, a cursor, and the mouse.

    A subclass says what a row looks like (`row`) and which rows the cursor skips
    (`selectable`), and calls `show_rows` when the rows have changed.
    """

    DEFAULT_CSS = """
    RowList {
        & > .rows--cursor { background: $foreground 12%; }
        &:focus > .rows--cursor { background: $accent 30%; text-style: bold; }
        & > .rows--hover { background: $foreground 6%; }
    }
    """

    COMPONENT_CLASSES = {"rows--cursor", "rows--hover"}

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "Up", show=False, id="list.up", tooltip="One row up"),
        Binding("down,j", "move(1)", "Down", show=False, id="list.down", tooltip="One row down"),
        Binding("pageup", "page(-1)", "Page up", show=False, id="list.page-up", tooltip="Page up"),
        Binding(
            "pagedown", "page(1)", "Page down", show=False, id="list.page-down", tooltip="Page down"
        ),
        Binding("home,g", "edge(0)", "First", show=False, id="list.first", tooltip="First row"),
        Binding("end,G", "edge(1)", "Last", show=False, id="list.last", tooltip="Last row"),
        CHOOSE,
    ]

    cursor: reactive[int] = reactive(0, repaint=False)
    """Index of the row in hand."""
    hovered: reactive[int] = reactive(-1, repaint=False)
    """Index of the row below the mouse, or -1."""

    class Moved(Message):
        """The person moved the cursor."""

        def __init__(self, rows: "RowList", index: int) -> None:
            super().__init__()
            self.rows = rows
            self.index = index

        @property
        def control(self) -> "RowList":
            """The list."""
            return self.rows

    class Chosen(Moved):
        """The person pressed enter on a row, or clicked it twice."""

    @abstractmethod
    def row(self, index: int, width: int) -> Content:
        """Return what stands in a row, at most `width` cells wide."""

    def selectable(self, index: int) -> bool:
        """Whether the cursor may stand on a row; separators say no."""
        return True

    def show_rows(self, count: int, cursor: int) -> None:
        """Draw anew after the rows have changed; the scroll position stays.

        Args:
            count: Number of rows.
            cursor: The row in hand.
        """
        self.set_reactive(RowList.cursor, max(0, min(cursor, count - 1)))
        self.show_lines(count)

    def look(self, index: int, width: int) -> Look:
        """Return a row, with the cursor or the mouse on it."""
        names = []
        if index == self.hovered:
            names.append("rows--hover")
        if index == self.cursor and self.selectable(index):
            names.append("rows--cursor")
        return self.row(index, width), tuple(names)

    def watch_cursor(self, old: int, new: int) -> None:
        """Redraw two lines and keep the row in hand in sight."""
        self.refresh_line(old)
        self.refresh_line(new)
        self.keep_in_sight()

    def watch_hovered(self, old: int, new: int) -> None:
        """Redraw two lines."""
        self.refresh_line(old)
        self.refresh_line(new)

    def keep_in_sight(self) -> None:
        """Scroll as little as needed to show the row in hand."""
        top, height = self.scroll_offset.y, self.room.height
        if height < 1:
            return
        if self.cursor < top:
            self.scroll_to(y=self.cursor, animate=False, immediate=True)
        elif self.cursor >= top + height:
            self.scroll_to(y=self.cursor - height + 1, animate=False, immediate=True)

    def _stand_on(self, index: int, step: int) -> None:
        """Move the cursor to the first row from `index` on, in steps, that it may stand on."""
        while 0 <= index < self._count and not self.selectable(index):
            index += step
        if 0 <= index < self._count and index != self.cursor:
            self.cursor = index
            self.moved(index)

    def moved(self, index: int) -> None:
        """Tell that the person moved the cursor to a row."""
        self.post_message(self.Moved(self, index))

    def action_move(self, step: int) -> None:
        """Move the cursor by one row."""
        self._stand_on(self.cursor + step, step)

    def action_page(self, step: int) -> None:
        """Move the cursor by the height of the list."""
        target = self.cursor + step * max(1, self.room.height - 1)
        self._stand_on(max(0, min(target, self._count - 1)), -step)

    def action_edge(self, end: int) -> None:
        """Move the cursor to the first or the last row."""
        self._stand_on(self._count - 1 if end else 0, -1 if end else 1)

    def action_choose(self) -> None:
        """Open the row in hand."""
        if 0 <= self.cursor < self._count and self.selectable(self.cursor):
            self.post_message(self.Chosen(self, self.cursor))

    def _index_at(self, event: events.MouseEvent) -> int:
        """Return the row below the mouse; a frame of the list's own is none."""
        return event.y - self.gutter.top + self.scroll_offset.y

    def on_click(self, event: events.Click) -> None:
        """Take the row below the mouse; once more opens it."""
        index = self._index_at(event)
        if not (0 <= index < self._count and self.selectable(index)):
            return
        if index == self.cursor and event.chain > 1:
            self.action_choose()
        else:
            self._stand_on(index, 1)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Light up the row below the mouse."""
        index = self._index_at(event)
        lit = 0 <= index < self._count and self.selectable(index)
        self.hovered = index if lit else -1

    def on_leave(self) -> None:
        """Forget the row below the mouse."""
        self.hovered = -1

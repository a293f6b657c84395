"""A line of text that unfolds over several rows while it has the focus."""

from functools import lru_cache
from typing import ClassVar, Final

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region, Size, clamp
from textual.strip import Strip
from textual.widgets.input import Selection

from memtui.core.plain import harmless
from memtui.ui.widgets.line_input import LineInput, index_at
from memtui.ui.widgets.wrapping import wrap

_MOST_ROWS: Final = 10

# The same text is asked for at each row that is drawn.
_wrapped = lru_cache(maxsize=8)(wrap)


class WrapInput(LineInput):
    """One line, cut with ``…`` without focus, whole on as many rows as it needs with it.

    Longer than ten rows it scrolls. Disabled it is whole, for there is no other way to read it.
    """

    DEFAULT_CSS = """
    WrapInput {
        scrollbar-size: 1 0;
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "row(-1)", "Row up", show=False, tooltip="One row up", id="wrap.up"),
        Binding("down", "row(1)", "Row down", show=False, tooltip="One row down", id="wrap.down"),
    ]

    _mouse_row = 0

    @property
    def _whole(self) -> bool:
        return self.has_focus or self.disabled

    @property
    def _rows(self) -> tuple[tuple[int, int], ...]:
        # The last cell is for the cursor, or the space at which a row breaks.
        return _wrapped(harmless(self.value), self.row_width - 1)

    @property
    def row_width(self) -> int:
        """Cells of a row."""
        return self.scrollable_content_region.width

    def watch_value(self, old: str, new: str) -> None:
        """Remember the change and grow or shrink with the text."""
        super().watch_value(old, new)
        self._fit()

    def watch_has_focus(self, has_focus: bool) -> None:
        """Unfold or fold."""
        super().watch_has_focus(has_focus)
        self._fit()
        if has_focus:
            self.call_after_refresh(self.scroll_visible, animate=False)

    def watch_disabled(self, disabled: bool) -> None:
        """Unfold what cannot be focused."""
        super().watch_disabled(disabled)
        self._fit()

    def on_resize(self) -> None:
        """Break the rows anew."""
        self._fit()

    @property
    def lines(self) -> int:
        """Rows that are seen at once."""
        return len(self._rows) if self.disabled else min(self._count, _MOST_ROWS)

    @property
    def _count(self) -> int:
        return len(self._rows) if self._whole else 1

    def _fit(self) -> None:
        if not self.is_attached:
            return
        self.styles.height = self.lines
        self.virtual_size = Size(self.scrollable_content_region.width, self._count)

    def _place(self, position: int) -> Offset:
        """Return the cell of a position in the text."""
        rows = self._rows
        row = next((y for y, (_, end) in enumerate(rows) if position < end), len(rows) - 1)
        start = rows[row][0]
        return Offset(cell_len(harmless(self.value[start:position])), row)

    def _position(self, cell: Offset) -> int:
        """Return the position in the text that a cell stands for."""
        rows = self._rows
        row = clamp(cell.y, 0, len(rows) - 1)
        start, end = rows[row]
        position = start + index_at(harmless(self.value[start:end]), cell.x)
        # Behind the end of a row is already the next one.
        return position if row == len(rows) - 1 else min(position, end - 1)

    def action_row(self, step: int) -> None:
        """Move the cursor to the row above or below."""
        cell = self._place(self.cursor_position)
        if not 0 <= cell.y + step < len(self._rows):
            raise SkipAction
        self.cursor_position = self._position(Offset(cell.x, cell.y + step))

    def _watch_selection(self, selection: Selection) -> None:
        if not self._whole:
            return
        self.app.clear_selection()
        self.app.cursor_position = self.cursor_screen_offset
        self.scroll_to_region(Region(0, self._place(selection.end).y, 1, 1), animate=False)

    @property
    def cursor_screen_offset(self) -> Offset:
        """Cell of the cursor on the screen."""
        return self.content_region.offset + self._place(self.cursor_position) - self.scroll_offset

    async def _on_mouse_down(self, event: events.MouseDown) -> None:
        self._mouse_row = event.get_content_offset_capture(self).y

    async def _on_mouse_move(self, event: events.MouseMove) -> None:
        self._mouse_row = event.get_content_offset_capture(self).y

    def _cell_offset_to_index(self, offset: int) -> int:
        # Input's mouse handlers, which run after those above, know columns only.
        return self._position(Offset(offset, self._mouse_row + self.scroll_offset.y))

    def render_line(self, y: int) -> Strip:
        """Return one row."""
        if not (self._whole and self.value):
            return super().render_line(y)
        width = self.scrollable_content_region.width
        row = y + self.scroll_offset.y
        rows = self._rows
        if row >= len(rows):
            return Strip.blank(width, self.rich_style)
        start, end = rows[row]
        text = Text(harmless(self.value[start:end]), end="")
        if self.has_focus:
            self._mark_cursor(text, start, end if row < len(rows) - 1 else end + 1)
        strip = Strip(text.render(self.app.console)).adjust_cell_length(width)
        return strip.apply_style(self.rich_style)

    def _mark_cursor(self, text: Text, start: int, end: int) -> None:
        """Draw selection and cursor in a row that holds the positions from start to end."""
        low, high = (max(0, position - start) for position in sorted(self.selection))
        text.stylize_before(self.get_component_rich_style("input--selection"), low, high)
        if self._cursor_visible and start <= self.cursor_position < end:
            at = self.cursor_position - start
            if at == len(text):
                text.pad_right(1)
            text.stylize(self.get_component_rich_style("input--cursor"), at, at + 1)

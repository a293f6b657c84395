"""The field that lies over a cell of the grid while it is edited."""

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, clamp
from textual.message import Message

from memtui.ui.widgets.wrap_input import WrapInput


class CellInput(WrapInput):
    """The text of one cell, as it stands between the bars; hidden while none is edited."""

    DEFAULT_CSS = """
    CellInput {
        layer: above;
        display: none;
        &:focus { background: $surface; background-tint: $accent 25%; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "close(0)", "Accept", id="cell.accept", tooltip="Take the text"),
        Binding(
            "tab",
            "close(1)",
            "Next cell",
            id="cell.next",
            tooltip="Take the text and edit the next cell",
        ),
        Binding(
            "shift+tab",
            "close(-1)",
            "Cell before",
            show=False,
            id="cell.before",
            tooltip="Take the text and edit the cell before",
        ),
        Binding("escape", "give_up", "Leave", id="cell.leave", tooltip="Leave the cell as it was"),
    ]

    _over = Region()
    _within = Region()

    class Left(Message):
        """The person went elsewhere without the keyboard; what stands in the field counts."""

    class Closed(Message):
        """What stands in the field counts.

        Attributes:
            step: How many cells to go from here, to edit that one; 0 to return to the rows.
        """

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    class GivenUp(Message):
        """What stands in the field does not count."""

    def open(self, text: str) -> None:
        """Show what stands in a cell, with the cursor behind it."""
        self.load(text)
        self.display = True
        # At once: keys that follow quickly belong to the cell.
        self.screen.set_focus(self, scroll_visible=False)
        self.cursor_position = len(text)

    @property
    def row_width(self) -> int:
        """Cells of a row, as soon as the cell is known; the layout follows later."""
        return self._over.width or super().row_width

    def put(self, place: Region, within: Region) -> None:
        """Lie over a cell, and always within the rows.

        Args:
            place: Where the cell stands in the container.
            within: Where the rows stand in it.
        """
        self._over, self._within = place, within
        self.styles.width = place.width
        self._fit()

    @property
    def _whole(self) -> bool:
        return self.display

    @property
    def lines(self) -> int:
        """Rows that are seen at once."""
        return max(1, min(super().lines, self._within.height))

    def _fit(self) -> None:
        """Unfold, upwards where there is no room below."""
        super()._fit()
        lowest = max(self._within.y, self._within.bottom - self.lines)
        self.styles.offset = (self._over.x, clamp(self._over.y, self._within.y, lowest))

    def close(self) -> None:
        """Hide the field."""
        self.display = False

    def action_close(self, step: int) -> None:
        """Take what stands in the field."""
        self.post_message(self.Closed(step))

    def action_give_up(self) -> None:
        """Leave the cell as it was."""
        self.post_message(self.GivenUp())

    def _on_blur(self, event: events.Blur) -> None:
        super()._on_blur(event)
        if self.display:
            self.post_message(self.Left())

"""The field that lies over a cell of the grid while it is edited."""

from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message

from memtui.ui.widgets.wrap_input import WrapInput

_LEAST: Final = 24
"""Cells that the field has, however narrow its column."""


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
    _room = Size()

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

    def put(self, place: Region, room: Size) -> None:
        """Lie over a cell; wider than a narrow one, and always within the container.

        Args:
            place: Where the cell stands in the container.
            room: Cells of the container.
        """
        self._over, self._room = place, room
        self.styles.width = min(room.width, max(place.width, _LEAST))
        self._fit()

    def _fit(self) -> None:
        """Unfold, upwards where there is no room below."""
        super()._fit()
        width, height = self.styles.width, self.styles.height
        if width and height:
            x = min(self._over.x, self._room.width - int(width.value))
            y = min(self._over.y, self._room.height - int(height.value))
            self.styles.offset = (max(0, x), max(0, y))

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

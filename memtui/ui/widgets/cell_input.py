"""The field that lies over a cell of the grid while it is edited."""

from typing import Final

from textual import events
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
        &:focus { background: $boost; background-tint: $foreground 12%; }
    }
    """

    _over = Region()
    _room = Size()

    class Left(Message):
        """The person went elsewhere without the keyboard; what stands in the field counts."""

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

    def _on_blur(self, event: events.Blur) -> None:
        super()._on_blur(event)
        if self.display:
            self.post_message(self.Left())

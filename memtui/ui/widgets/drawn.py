"""A scrolling area that draws its lines itself, and draws only those that have changed."""

from abc import abstractmethod
from typing import ClassVar

from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

Look = tuple[Content, tuple[str, ...]]
"""What stands in a line, and the component classes that style it."""


class DrawnLines(ScrollView):
    """Lines of content, one a row of the screen.

    A key press changes a few of them; drawing only those is what keeps typing quick, since the
    terminal's share of a frame grows with the number of painted cells.
    """

    DEFAULT_CSS = """
    DrawnLines {
        background: transparent;
        overflow-x: hidden;
        scrollbar-size-vertical: 1;
        scrollbar-gutter: stable;
    }
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self._count = 0
        self._drawn: dict[int, Look] = {}
        self._scrolled: tuple[Size, ...] = ()

    @abstractmethod
    def look(self, index: int, width: int) -> Look:
        """Return what stands in a line, at most `width` cells wide."""

    @property
    def count(self) -> int:
        """Number of lines."""
        return self._count

    @property
    def room(self) -> Size:
        """The cells for lines, without frame and scrollbar, as of the last layout.

        `size` asks the compositor, which then counts a pending layout as done: the event that
        would tell of it never comes.
        """
        outer, gutter = self.outer_size, self.gutter
        return Size(max(0, outer.width - gutter.width), max(0, outer.height - gutter.height))

    def show_lines(self, count: int) -> None:
        """Draw what has changed; the scroll position stays.

        Args:
            count: Number of lines.
        """
        self._count = count
        self._fit()
        top, room = self.scroll_offset.y, self.room
        for index in range(top, top + room.height):
            new = self.look(index, room.width) if index < count else None
            old = self._drawn.get(index)
            if (new is None) is not (old is None) or (new and old and not _same(new, old)):
                self.refresh_line(index)

    def _fit(self) -> None:
        # Lines that fit need no room to scroll in: their number may change without a new layout.
        room = self.room
        size = Size(room.width, self._count if self._count > room.height else 0)
        if size != self.virtual_size:
            self.virtual_size = size

    def _scroll_update(self, virtual_size: Size) -> None:
        # Textual paints the scrollbar at each layout, and a field makes one at each key.
        place = (virtual_size, self.container_size, self.outer_size)
        if place != self._scrolled:
            self._scrolled = place
            super()._scroll_update(virtual_size)

    def on_resize(self) -> None:
        """Cut the lines to the width."""
        self._fit()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw one line of the screen."""
        index, width = y + self.scroll_offset.y, self.room.width
        if index >= self._count:
            self._drawn.pop(index, None)
            return Strip.blank(width, self.visual_style.rich_style)
        content, names = self._drawn[index] = self.look(index, width)
        style = self.get_visual_style(*names)
        fitted = content.truncate(width, ellipsis=True, pad=True)
        strips = Visual.to_strips(self, fitted, width, 1, style, apply_selection=False)
        return strips[0].crop_extend(0, width, style.rich_style)


class RemadeLines(DrawnLines):
    """Lines that are all made anew, for the room that there is, when what they tell of changes."""

    FOLLOWED: ClassVar[tuple[str, ...]] = ()
    """Names of the reactive attributes that they tell of."""

    _made_for = 0

    @abstractmethod
    def remake(self, width: int) -> None:
        """Make the lines, each at most `width` cells wide, and show them."""

    def on_mount(self) -> None:
        """Follow what the lines tell of."""
        for name in self.FOLLOWED:
            self.watch(self, name, self.remade, init=False)

    def on_show(self) -> None:
        """Catch up with what happened while this was not seen."""
        self.remade()

    def on_resize(self) -> None:
        """Cut the lines to the pane."""
        super().on_resize()
        self.remade()

    def remade(self) -> None:
        """Make the lines anew, if they are seen."""
        # One column stays free before the scrollbar.
        width = self.room.width - 1
        if width > 0 and self.display:
            self._made_for = width
            self.remake(width)

    def look(self, index: int, width: int) -> Look:
        """Return a line, made for the room that there is."""
        if width - 1 != self._made_for:
            # A pane that has just come into sight is painted before it hears of its size.
            self.remade()
        return self.made(index, width)

    @abstractmethod
    def made(self, index: int, width: int) -> Look:
        """Return what stands in a line."""


def _same(a: Look, b: Look) -> bool:
    return a[1] == b[1] and a[0].is_same(b[0])

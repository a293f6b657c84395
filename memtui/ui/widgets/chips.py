"""Items side by side, wrapped to the width, and a field for one more behind them."""

from dataclasses import dataclass
from typing import Final, Literal

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.containers import ScrollableContainer
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from memtui.core.plain import harmless
from memtui.ui.widgets.chip_layout import Layout, Spot, lay_out, more
from memtui.ui.widgets.line_input import LineInput, cut

State = Literal["plain", "match", "never", "missing"]

_ENTRY: Final = 14
"""Fewest cells in which a word can be typed."""

_MISSING: Final = " ✗ missing"
_STRIKE: Final = Style(strike=True)


@dataclass(frozen=True, slots=True)
class Chip:
    """One item.

    Attributes:
        text: The item as it stands in the file.
        state: Whether it matches now, or can never, or names a missing file.
    """

    text: str
    state: State = "plain"


class ChipEntry(LineInput):
    """Where a new item is typed; while it is empty, the keys that edit act on the chips."""

    DEFAULT_CSS = """
    ChipEntry {
        position: absolute;
        width: 1;

        &.-chip-in-hand > .input--cursor {
            background: transparent;
            color: $text-disabled;
            text-style: none;
        }
    }
    """

    def flat(self, text: str) -> str:
        """Return pasted lines as items."""
        return ", ".join(text.splitlines())

    def _leave_to_chips(self) -> None:
        if not self.value:
            raise SkipAction

    def action_cursor_left(self, select: bool = False) -> None:
        """Move the cursor, or leave the key to the chips."""
        self._leave_to_chips()
        super().action_cursor_left(select)

    def action_cursor_right(self, select: bool = False) -> None:
        """Move the cursor, or leave the key to the chips."""
        self._leave_to_chips()
        super().action_cursor_right(select)

    def action_home(self, select: bool = False) -> None:
        """Move the cursor, or leave the key to the chips."""
        self._leave_to_chips()
        super().action_home(select)

    def action_end(self, select: bool = False) -> None:
        """Move the cursor, or leave the key to the chips."""
        self._leave_to_chips()
        super().action_end(select)

    def action_delete_left(self) -> None:
        """Delete a character, or leave the key to the chips."""
        self._leave_to_chips()
        super().action_delete_left()

    def action_delete_right(self) -> None:
        """Delete a character, or leave the key to the chips."""
        self._leave_to_chips()
        super().action_delete_right()


class Chips(Widget):
    """Draws the chips and tells what the mouse does to them; the field around it does the rest."""

    ALLOW_SELECT = False

    DEFAULT_CSS = """
    Chips {
        height: auto;
        pointer: pointer;

        & > .chips--plain { background: $primary 25%; color: $text-primary; }
        & > .chips--match { background: $success 25%; color: $text-success; }
        & > .chips--never { background: $error 25%; color: $text-error; }
        & > .chips--path { color: $foreground; }
        & > .chips--sign { color: $text-error; }
        & > .chips--dim { color: $text-muted; }
        & > .chips--hand { background: $accent; color: auto 95%; text-style: bold; }
    }
    """

    COMPONENT_CLASSES = {
        "chips--plain",
        "chips--match",
        "chips--never",
        "chips--path",
        "chips--sign",
        "chips--dim",
        "chips--hand",
    }

    chips: reactive[tuple[Chip, ...]] = reactive(())
    hand: reactive[int] = reactive(-1)
    """Index of the chip in hand, or -1."""
    hovered: reactive[int] = reactive(-1)
    unfolded: reactive[bool] = reactive(default=False)
    """Whether every chip is shown, and room to type another."""

    class Pressed(Message):
        """The person pressed the mouse on a chip, or on its ×.

        Attributes:
            index: Which; -1 beside all chips.
            remove: Whether it was the ×.
            chips: What was shown at that moment.
        """

        def __init__(self, chips: tuple[Chip, ...], index: int, *, remove: bool) -> None:
            super().__init__()
            self.chips = chips
            self.index = index
            self.remove = remove

    def __init__(self, entry: ChipEntry, *, lines: bool) -> None:
        super().__init__()
        self._entry = entry
        self._lines = lines
        self._widths: tuple[int, ...] = ()

    def compose(self) -> ComposeResult:
        """Lay out the field for a new item."""
        yield self._entry

    @property
    def layout_now(self) -> Layout:
        """Where everything stands."""
        return self._layout_at(self.size.width)

    def _layout_at(self, width: int) -> Layout:
        entry = width if self._lines else _ENTRY
        if not (self.unfolded and self._entry.display):
            entry = int(self._entry.display)
        return lay_out(
            self._widths, max(1, width), lines=self._lines, unfolded=self.unfolded, entry=entry
        )

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows at a width."""
        return self._layout_at(width).rows

    def watch_chips(self, old: tuple[Chip, ...], new: tuple[Chip, ...]) -> None:
        """Take as much room as the chips need; a match takes no more than none."""
        if len(old) != len(new):
            self.hovered = -1
        widths = tuple(_width(chip, lines=self._lines) for chip in new)
        if widths != self._widths:
            self._widths = widths
            self._rearrange()

    def watch_unfolded(self) -> None:
        """Take more or less room."""
        self._rearrange()

    def watch_hand(self, hand: int) -> None:
        """Show one cursor only."""
        self._entry.set_class(hand >= 0, "-chip-in-hand")

    def on_resize(self) -> None:
        """Wrap anew."""
        self._rearrange()

    def _rearrange(self) -> None:
        x, y, width = self.layout_now.entry
        self._entry.styles.offset = (x, y)
        self._entry.styles.width = width if self.unfolded else 1
        self.refresh(layout=True)

    def _spot_at(self, x: int, y: int) -> Spot | None:
        for spot in self.layout_now.spots:
            if spot.y == y and spot.x <= x < spot.x + spot.width:
                return spot
        return None

    def reveal(self) -> None:
        """Scroll what is around to the chip in hand, or to the text that is typed."""
        layout = self.layout_now
        here = next((spot.y for spot in layout.spots if spot.index == self.hand), layout.entry[1])
        region = Region(0, here, 1, 1)
        for node in self.ancestors_with_self:
            if isinstance(node, ScrollableContainer):
                node.scroll_to_region(region, animate=False)
            if isinstance(node, ScrollableContainer) or not isinstance(node, Widget):
                return
            region = region.translate(node.virtual_region.offset)

    def is_cut(self, index: int) -> bool:
        """Return whether a chip is too long for a row."""
        spot = next((s for s in self.layout_now.spots if s.index == index), None)
        return spot is not None and spot.width < self._widths[index]

    def beside(self, step: int) -> int | None:
        """Return the chip in the row below the one in hand (1) or above it (-1).

        Returns:
            Its index, -1 for the text that is typed, None when there is no such row.
        """
        layout = self.layout_now
        text_x, text_y, _ = layout.entry
        here = next((s for s in layout.spots if s.index == self.hand), None)
        x, y = (here.x, here.y + step) if here else (text_x, text_y + step)
        row = [spot for spot in layout.spots if spot.y == y]
        if row:
            return min(row, key=lambda spot: abs(spot.x - x)).index
        return -1 if here and y == text_y else None

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Show the × of the chip below the mouse."""
        spot = self._spot_at(event.x, event.y)
        self.hovered = spot.index if spot else -1

    def on_leave(self) -> None:
        """Hide it again."""
        self.hovered = -1

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Tell which chip is meant; its × counts only where it is seen."""
        spot = self._spot_at(event.x, event.y)
        remove = (
            spot is not None
            and spot.index in (self.hand, self.hovered)
            and event.x == self._cross(spot)
        )
        self.post_message(self.Pressed(self.chips, spot.index if spot else -1, remove=remove))

    def _cross(self, spot: Spot) -> int:
        """Return the column of the × of a chip."""
        missing = self.chips[spot.index].state == "missing"
        return spot.x + spot.width - 1 - (len(_MISSING) if missing else 0)

    def render_line(self, y: int) -> Strip:
        """Draw one row of chips."""
        width = self.size.width
        segments: list[Segment] = []
        at = 0
        layout = self.layout_now
        for spot in layout.spots:
            if spot.y == y:
                segments.append(Segment(" " * (spot.x - at), self.rich_style))
                segments += self._drawn(spot, layout.hidden)
                at = spot.x + spot.width
        return Strip(segments).adjust_cell_length(width, self.rich_style)

    def _drawn(self, spot: Spot, hidden: int) -> list[Segment]:
        style = self.get_component_rich_style
        if spot.index < 0:
            return [Segment(cut(more(hidden), spot.width), style("chips--dim"))]
        chip = self.chips[spot.index]
        in_hand = spot.index == self.hand
        hot = in_hand or spot.index == self.hovered
        name = "hand" if in_hand else "path" if self._lines else chip.state
        look = style(f"chips--{name}")
        if self._lines:
            tail = _MISSING if chip.state == "missing" else ""
            text = _padded(chip.text, spot.width - 2 - len(tail))
            cross = " ×" if hot else "  "
            return [Segment(text + cross, look), Segment(tail, style("chips--sign"))]
        if chip.state == "never":
            struck = Segment(_padded(chip.text, spot.width - 3), look + _STRIKE)
            return [Segment(" ", look), struck, Segment(" ×" if hot else " ✗", look)]
        sign = "✓" if chip.state == "match" else " "
        cross = "×" if hot else " "
        return [Segment(sign + _padded(chip.text, spot.width - 2) + cross, look)]


def _width(chip: Chip, *, lines: bool) -> int:
    """Return the cells of a chip with its signs."""
    signs = 2 + len(_MISSING) * (chip.state == "missing") if lines else 2 + (chip.state == "never")
    return cell_len(harmless(chip.text)) + signs


def _padded(text: str, cells: int) -> str:
    shown = cut(harmless(text), cells)
    return shown + " " * (cells - cell_len(shown))

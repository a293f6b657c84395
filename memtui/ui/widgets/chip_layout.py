"""Where chips stand: side by side, or one a row, within a width."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

FOLDED_ROWS: Final = 4
"""Rows of a field without focus."""


@dataclass(frozen=True, slots=True)
class Spot:
    """The cells of one chip, or of the word that tells how many are hidden (index -1)."""

    index: int
    x: int
    y: int
    width: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything stands.

    Attributes:
        spots: The visible chips in order.
        rows: Height.
        entry: Column, row and width of the field for a new item.
        hidden: Chips that are not shown.
    """

    spots: tuple[Spot, ...]
    rows: int
    entry: tuple[int, int, int]
    hidden: int = 0


@lru_cache(maxsize=32)
def lay_out(
    widths: tuple[int, ...], width: int, *, lines: bool, unfolded: bool, entry: int
) -> Layout:
    """Return where chips stand.

    Args:
        widths: Cells of each chip.
        width: Cells of a row.
        lines: One chip a row.
        unfolded: Whether every chip is shown; else all beyond `FOLDED_ROWS` rows are hidden.
        entry: Fewest cells for a new item; 0 when there can be none.
    """
    spots: list[Spot] = []
    x = y = 0
    for index, wanted in enumerate(widths):
        cells = min(wanted, width)
        if spots and (lines or x + cells > width):
            x, y = 0, y + 1
        spots.append(Spot(index, x, y, cells))
        x += cells + 1
    if not unfolded and y >= FOLDED_ROWS:
        return _fold(spots, width)
    if entry and spots and x + entry > width:
        x, y = 0, y + 1
    return Layout(tuple(spots), y + 1, (x, y, width - x))


def _fold(spots: list[Spot], width: int) -> Layout:
    shown = [spot for spot in spots if spot.y < FOLDED_ROWS]
    while True:
        hidden = len(spots) - len(shown)
        word = len(more(hidden))
        last = shown[-1] if shown else Spot(-1, -1, FOLDED_ROWS - 1, 0)
        x = last.x + last.width + 1 if last.y == FOLDED_ROWS - 1 else 0
        if x + word + 2 <= width or not x:
            shown.append(Spot(-1, x, FOLDED_ROWS - 1, word))
            entry = (x + word + 1, FOLDED_ROWS - 1, 1)
            return Layout(tuple(shown), FOLDED_ROWS, entry, hidden)
        shown.pop()


def more(hidden: int) -> str:
    """Return the words for chips that are not shown."""
    return f"… {hidden} more"

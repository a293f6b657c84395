"""How a routing table is set: its bars, the blanks around its cells, the width of its columns."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeVar

from memtui.core.plain import width
from memtui.core.routing.cell import bars

T = TypeVar("T")

_MEASURES: Final[tuple[Callable[[str], int], ...]] = (width, len)


@dataclass(frozen=True)
class Pieces:
    """A line of a table, taken apart.

    Attributes:
        before: What stands before the first cell: blanks, and the outer bar if there is one.
        cells: What stands between the bars, with its blanks.
        after: What stands behind the last cell: the outer bar if there is one, and blanks.
    """

    before: str
    cells: tuple[str, ...]
    after: str

    @property
    def text(self) -> str:
        """The line."""
        return self.before + "|".join(self.cells) + self.after


def pieces(line: str) -> Pieces:
    """Take a line of a table apart, without its line end."""
    places = bars(line)
    start, end = len(line) - len(line.lstrip()), len(line.rstrip())
    if places and places[0] == start:
        start = places.pop(0) + 1
    if places and places[-1] == end - 1:
        end = places.pop()
    cuts = [start - 1, *places, max(start, end)]
    cells = tuple(line[a + 1 : b] for a, b in pairwise(cuts))
    return Pieces(line[:start], cells, line[cuts[-1] :])


@dataclass(frozen=True)
class Column:
    """How the cells of a column are set.

    Attributes:
        lead: Blanks before what stands in a cell.
        trail: Blanks behind it.
        room: Width of a cell with its blanks, where the column is aligned; else 0.
        measure: How that width is measured: in columns of a terminal, or in characters.
        side: Where a value stands in its room: ``<``, ``>`` or ``^``.
    """

    lead: str = " "
    trail: str = " "
    room: int = 0
    measure: Callable[[str], int] = len
    side: str = "<"

    def set(self, value: str) -> str:
        """Return a value with the blanks that it gets between the bars."""
        trail = self.trail
        if value.endswith("\\") and not trail:
            # Without a blank the bar would belong to the value.
            trail = " "
        free = self.room - self.measure(f"{self.lead}{value}{trail}")
        free = max(0, free)
        left = {"<": 0, ">": free, "^": free // 2}[self.side]
        return f"{' ' * left}{self.lead}{value}{trail}{' ' * (free - left)}"


def columns(lines: Sequence[str], separator: str, count: int) -> list[Column]:
    """Return how the columns of a table are set, by the most of its lines.

    Args:
        lines: The header and the rows, without line ends.
        separator: The row of dashes, or ``""``.
        count: How many columns.
    """
    taken = [pieces(line).cells for line in lines]
    dashes = pieces(separator).cells if separator else ()
    padded = any(_has_spare(cells) for cells in taken)
    found: list[Column] = []
    for at in range(count):
        cells = [row[at] for row in taken if at < len(row)]
        dash = dashes[at] if at < len(dashes) else ""
        lead, trail = _blanks(cells)
        column = Column(lead, trail)
        if padded and cells:
            column = _aligned(column, [*cells, dash] if dash else cells, dash)
        found.append(column)
    return found


def _aligned(column: Column, cells: Sequence[str], dash: str) -> Column:
    """Return the column with its room, if most of its cells are equally wide."""
    found = [(*_most(map(measure, cells)), measure) for measure in _MEASURES]
    room, count, measure = max(found, key=lambda each: each[1])
    if not 2 * count > len(cells) > 1:
        return column
    colons = dash.strip()
    side = "<"
    if len(colons) > 1 and colons[-1] == ":":
        side = "^" if colons[0] == ":" else ">"
    return Column(column.lead, column.trail, room, measure, side)


def _has_spare(cells: Iterable[str]) -> bool:
    """Return whether some cell has more blanks than any that is not aligned needs."""
    return any(
        cell.strip() and (cell.endswith(("  ", "\t")) or cell.startswith("  ")) for cell in cells
    )


def _blanks(cells: Iterable[str]) -> tuple[str, str]:
    """Return the blanks around what most cells of a column hold: at most one on each side."""
    held = [cell for cell in cells if cell.strip()]
    lead, trail = _most((cell[:1].isspace(), cell[-1:].isspace()) for cell in held or [" x "])[0]
    return " " * lead, " " * trail


def _most(values: Iterable[T]) -> tuple[T, int]:
    """Return the value that occurs most, and how often; there is at least one."""
    return Counter(values).most_common(1)[0]

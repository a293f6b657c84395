"""The columns of a routing table, and what is known of its rows besides what stands in them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Final, Literal

from rich.cells import cell_len
from textual.content import Content
from textual.geometry import clamp

from memtui.core.plain import harmless
from memtui.core.routing import Page, Table
from memtui.core.routing.look import UNLOOKED, Place, RouteLook

MISSING: Final = "$text-error"
CARE: Final = "$text-warning"
QUIET: Final = "$foreground-muted"

MARK: Final = 2
"""Cells before the first column, for the sign of a row that fires."""
GAP: Final = 2
"""Cells between two columns."""
LEAST: Final = 18
"""Cells that each column has, or they stand below each other."""
FIELD: Final = 24
"""Cells of the field over a cell, where the others can make room for it."""
BESIDE_FIELD: Final = 12
"""Cells that they keep."""
_SPREAD: Final = 8
"""Most cells that a column gets beyond what it needs."""
_WIDEST: Final = 200
"""Cells of the longest cell that counts for the width of its column."""

Role = Literal["task", "keywords", "files", ""]


@dataclass(frozen=True)
class Shape:
    """What the rows of one table have in common.

    Attributes:
        table: Its header says what the columns are.
        widths: Cells of each column; empty where they stand below each other.
        room: Cells of a line.
    """

    table: Table
    widths: tuple[int, ...]
    room: int

    @property
    def roles(self) -> tuple[Role, ...]:
        """What each column means to an agent; ``""`` for what only people read."""
        table = self.table
        named: dict[int, Role] = {table.task_type: "task", table.keywords: "keywords"}
        named[table.files] = "files"
        return tuple(named.get(column, "") for column in range(len(table.header)))

    def with_field(self, column: int) -> "Shape":
        """Return the columns of a row with a field over one cell, that others make room for."""
        widths = list(self.widths)
        others = (index for index in range(len(widths)) if index != column)
        for index in sorted(others, key=widths.__getitem__, reverse=True):
            given = clamp(FIELD - widths[column], 0, max(0, widths[index] - BESIDE_FIELD))
            widths[index] -= given
            widths[column] += given
        return replace(self, widths=tuple(widths))

    def left(self, column: int) -> int:
        """Return the cell at which a column begins."""
        return MARK + sum(self.widths[:column]) + GAP * column if self.widths else MARK

    def width(self, column: int) -> int:
        """Return the cells of a column."""
        return self.widths[column] if self.widths else self.room - MARK


@dataclass(frozen=True)
class Findings:
    """What is known of the rows besides what stands in them.

    Attributes:
        fired: The keyword that fires, by number of the row.
        warned: What the original shell hook would do otherwise, by number of the row.
        care: The keywords that this is about, by number of the row.
        look: What the disk says about the files.
        mend: Name of the key that takes the first place offered for a missing file.
    """

    fired: Mapping[int, str] = field(default_factory=dict)
    warned: Mapping[int, Sequence[str]] = field(default_factory=dict)
    care: Mapping[int, Collection[str]] = field(default_factory=dict)
    look: RouteLook = UNLOOKED
    mend: str = "f"


def shared(wanted: Sequence[int], room: int) -> tuple[int, ...]:
    """Return a width for each column, or nothing where they must stand below each other.

    A narrow column has what it wants; the wide ones share the rest alike. Room that nobody needs
    goes between the columns.

    Args:
        wanted: Cells of the longest line of each column.
        room: Cells of a line.
    """
    count = len(wanted)
    left = room - MARK - GAP * (count - 1)
    if count and sum(min(each, LEAST) for each in wanted) > left:
        return ()
    widths = list(wanted)
    for place, index in enumerate(sorted(range(count), key=wanted.__getitem__)):
        widths[index] = min(wanted[index], left // (count - place))
        left -= widths[index]
    if count > 1:
        spread = min(_SPREAD, left // (count - 1))
        widths[:-1] = [width + spread for width in widths[:-1]]
        left -= spread * (count - 1)
    if count:
        widths[-1] += left
    return tuple(widths)


def wanted(page: Page) -> dict[int, list[int]]:
    """Return the cells of the longest line of each column, by first line of the table."""
    found = {}
    rows = {line: list(rows) for line, rows in groupby(page.rows, lambda row: row.table.first_line)}
    for table in page.tables:
        cells = (row.cells for row in rows.get(table.first_line, ()))
        # A row has as many cells as the header, or more.
        columns = list(zip(table.header, *cells, strict=False))
        columns[table.files] = tuple(",".join(columns[table.files]).split(","))
        # They are drawn with a blank behind each comma, however they are written.
        keywords = (cell.replace(", ", ",").replace(",", ", ") for cell in columns[table.keywords])
        columns[table.keywords] = tuple(keywords)
        found[table.first_line] = [_longest(column) for column in columns]
        # A sign stands behind a file that is missing, and behind keywords that need care.
        for column in (table.keywords, table.files):
            found[table.first_line][column] += 2
    return found


def _longest(texts: Sequence[str]) -> int:
    """Return the cells of the longest text that counts for a column's width."""
    if "".join(texts).isascii():
        return min(_WIDEST, max(map(len, texts)))
    return max(cell_len(text[:_WIDEST]) for text in texts)


def longest_offer(findings: Findings) -> int:
    """Return the cells of the longest line that offers a place for a missing file."""
    firsts = (offer_text(places[0]) for places in findings.look.missing.values() if places)
    return max((cell_len(findings.mend) + 1 + cell_len(text) for text in firsts), default=0)


def offer_text(place: Place) -> str:
    """Return a place where a missing file may be, as it is offered."""
    return harmless(f"{place.path} ({place.reason})")


def head_lines(shape: Shape) -> list[Content]:
    """Return the titles of a table's columns, and the rule below them."""
    rule = Content.styled("─" * shape.room, "$foreground 25%")
    titles = [harmless(title) for title in shape.table.header]
    if not shape.widths:
        line = Content(" " * MARK + " · ".join(titles)).truncate(shape.room, ellipsis=True)
        return [line.stylize(QUIET), rule]
    parts = [Content(" " * MARK)]
    for title, width in zip(titles, shape.widths, strict=True):
        parts += [Content(title).truncate(width, ellipsis=True, pad=True), Content("  ")]
    return [Content.assemble(*parts[:-1]).stylize(QUIET), rule]

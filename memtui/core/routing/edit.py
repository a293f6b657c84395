"""Edits of a routing table: each returns the page's text, and touches one row's bytes only."""

import io
from collections.abc import Iterable, Sequence
from typing import Final

from memtui.core.newlines import dominant
from memtui.core.routing import Page, Row, Table
from memtui.core.routing.kept import read
from memtui.core.routing.layout import Column, Pieces, columns, pieces
from memtui.core.routing.page import is_row
from memtui.errors import BadValue

HEADER: Final = ("Task type", "Keywords", "Files to load")
"""The columns of a new table."""

_TITLE: Final = "# Memory Index (routing table)"


def set_cell(text: str, row: int, column: int, value: str) -> str:
    r"""Return the page with another value in one cell.

    Args:
        text: The page.
        row: The row's number, from 1.
        column: The cell's column, from 0; also that of a cell which the row lacks.
        value: One line; a bar in it is written ``\|``.

    Raises:
        BadValue: When there is no such cell, or it cannot hold the value.
    """
    page, value = read(text), checked(value)
    found = _row(page, row)
    if not 0 <= column < len(found.cells):
        raise BadValue(f"row {row} has no column {column + 1}; it has {len(found.cells)}")
    if found.cells[column] == value:
        return text
    lines = _lines(text)
    line, end = _parted(lines[found.line - 1])
    layout = _layout(page, lines, found.table, len(found.cells))
    # Of a bar alone one cannot say which end it is.
    taken = pieces("||" if line.strip() == "|" else line)
    cells = list(taken.cells)
    if len(cells) <= column and not taken.after.strip() and not cells[-1][-1:].isspace():
        cells[-1] += layout[len(cells) - 1].trail
    cells += [empty.set("") for empty in layout[len(cells) : column + 1]]
    cells[column] = layout[column].set(_escaped(value))
    lines[found.line - 1] = _whole(taken.before, cells, taken.after) + end
    expected = [other.cells for other in page.rows]
    expected[row - 1] = (*found.cells[:column], value, *found.cells[column + 1 :])
    return _verified("".join(lines), expected)


def add_row(text: str, after_row: int, values: Sequence[str], table: int = 0) -> str:
    """Return the page with one more row, set as the rows around it are.

    Args:
        text: The page.
        after_row: Number of the row that it follows; 0 for the first row of `table`.
        values: Its cells, in the order of the header; what is missing stays empty.
        table: Place of the table in `Page.tables`, where `after_row` is 0.

    Raises:
        BadValue: When there is no such row or table, or a cell cannot hold its value.
    """
    page = read(text)
    if after_row:
        above = _row(page, after_row)
        head, line_above, before = above.table, above.line, after_row
    else:
        if not 0 <= table < len(page.tables):
            raise BadValue("the page has no such routing table; make one first")
        head = page.tables[table]
        line_above = head.first_line + head.has_separator
        before = sum(row.line < head.first_line for row in page.rows)
    if len(values) > len(head.header):
        raise BadValue(f"{len(values)} cells for the {len(head.header)} columns of the table")
    cells = tuple(map(checked, values)) + ("",) * (len(head.header) - len(values))
    lines = _lines(text)
    layout = _layout(page, lines, head, len(cells))
    model = pieces(_line(lines, above.line if after_row else head.first_line))
    line = _whole(
        model.before,
        [column.set(_escaped(cell)) for column, cell in zip(layout, cells, strict=True)],
        model.after.rstrip(),
    )
    lines.insert(line_above, line)
    expected = [row.cells for row in page.rows]
    expected.insert(before, cells)
    return _verified(_ended(lines, text), expected)


def delete_row(text: str, row: int) -> str:
    """Return the page without a row.

    Args:
        text: The page.
        row: The row's number, from 1.

    Raises:
        BadValue: When there is no such row, or the rest would no longer be the same table.
    """
    page = read(text)
    found = _row(page, row)
    lines = _lines(text)
    del lines[found.line - 1]
    expected = [other.cells for other in page.rows]
    del expected[row - 1]
    return _verified("".join(lines), expected)


def move_row(text: str, row: int, to: int) -> str:
    """Return the page with a row in another place of its table.

    Args:
        text: The page.
        row: The row's number, from 1.
        to: The number that it gets.

    Raises:
        BadValue: When there is no such row, or it cannot stand in that place.
    """
    page = read(text)
    found, there = _row(page, row), _row(page, to)
    if found.table != there.table:
        raise BadValue(f"row {to} is in another table; a row moves within its own")
    # The rows take each other's places, so that lines between them stay where they are.
    first, last = sorted((row, to))
    places = [other.line - 1 for other in page.rows[first - 1 : last]]
    lines = _lines(text)
    parted = [_parted(lines[place]) for place in places]
    order = list(range(len(places)))
    order.insert(to - first, order.pop(row - first))
    for place, origin, (_, end) in zip(places, order, parted, strict=True):
        lines[place] = parted[origin][0] + end
    expected = [other.cells for other in page.rows]
    expected.insert(to - 1, expected.pop(row - 1))
    return _verified("".join(lines), expected)


def new_page(rows: Iterable[Sequence[str]] = ()) -> str:
    """Return a page that holds a routing table.

    Args:
        rows: Task type, keywords and files of each row, as cells.

    Raises:
        BadValue: When a cell cannot hold its value.
    """
    return new_table(f"{_TITLE}\n", rows)


def new_table(text: str, rows: Iterable[Sequence[str]] = ()) -> str:
    """Return a page without a routing table with one at its end.

    Args:
        text: The page.
        rows: Task type, keywords and files of each row, as cells.

    Raises:
        BadValue: When a cell cannot hold its value, or a table cannot stand at the end.
    """
    added = [tuple(map(checked, row)) for row in rows]
    plain = Column()
    made = [_whole("|", map(plain.set, HEADER), "|"), "|------" * len(HEADER) + "|"]
    made += [_whole("|", (plain.set(_escaped(cell)) for cell in row), "|") for row in added]
    end = dominant(text)
    lines = _lines(text)
    if lines and _parted(lines[-1])[0].strip():
        lines[-1] = _parted(lines[-1])[0] + end
        lines.append(end)
    lines += [line + end for line in made]
    return _verified("".join(lines), [*(row.cells for row in read(text).rows), *added])


def checked(value: str) -> str:
    """Return a value as a cell holds it, without blanks around it.

    Raises:
        BadValue: When it is more than one line.
    """
    if len(value.strip().splitlines()) > 1:
        raise BadValue("a cell of a table is one line; part files by commas")
    return value.strip()


def _row(page: Page, number: int) -> Row:
    if not 0 < number <= len(page.rows):
        raise BadValue(f"no row {number}; the page has {len(page.rows)}")
    return page.rows[number - 1]


def _escaped(value: str) -> str:
    return value.replace("|", "\\|")


def _whole(before: str, cells: Iterable[str], after: str) -> str:
    """Return a line; one that would be no row without an outer bar gets one."""
    held = tuple(cells)
    line = Pieces(before, held, after).text
    if "|" in before or (held[0].strip() and is_row(line)):
        return line
    blank = " " if held[0].strip() and not held[0][0].isspace() else ""
    return Pieces(f"{before}|{blank}", held, after).text


def _layout(page: Page, lines: Sequence[str], table: Table, count: int) -> list[Column]:
    """Return how the columns of a table are set."""
    places = [table.first_line, *(row.line for row in page.rows if row.table == table)]
    separator = _line(lines, table.first_line + 1) if table.has_separator else ""
    return columns([_line(lines, place) for place in places], separator, count)


def _line(lines: Sequence[str], number: int) -> str:
    """Return a line without its end, and without the mark at the beginning of a file."""
    return _parted(lines[number - 1])[0].removeprefix("\ufeff")


def _lines(text: str) -> list[str]:
    """Return the lines with their ends, parted where `read` parts them."""
    return list(io.StringIO(text, newline=""))


def _parted(line: str) -> tuple[str, str]:
    """Return a line and its end."""
    content = line.rstrip("\r\n")
    return content, line[len(content) :]


def _ended(lines: list[str], text: str) -> str:
    """Return the lines joined; one that has no end and is not the last gets one."""
    end = dominant(text)
    for place, line in enumerate(lines[:-1]):
        if not _parted(line)[1]:
            lines[place] = line + end
    if text.endswith(("\n", "\r")) and not _parted(lines[-1])[1]:
        lines[-1] += end
    return "".join(lines)


def _verified(text: str, expected: Sequence[Sequence[str]]) -> str:
    """Return the text, if its rows are the expected ones.

    Raises:
        BadValue: When a value changes what the page is: the cells next to it, or the table.
    """
    page = read(text)
    if len(page.rows) != len(expected):
        raise BadValue("that would end the routing table here; name its columns in the header")
    for row, cells in zip(page.rows, expected, strict=True):
        if _held(row.cells) != _held(cells):
            raise BadValue(f"row {row.number}: a single backtick takes in the next cell; close it")
    return text


def _held(cells: Sequence[str]) -> tuple[str, ...]:
    """Return the cells up to the last one that holds something."""
    held = list(cells)
    while held and not held[-1]:
        held.pop()
    return tuple(held)

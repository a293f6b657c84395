"""Rows that are added to a routing table, whatever the order of its columns."""

from collections.abc import Iterable
from typing import NamedTuple

from memtui.core import routing
from memtui.core.routing import Page, Row, Table, cell, edit, targets
from memtui.core.routing.look import Leads


class NewRow(NamedTuple):
    """A row that is not in the table yet.

    Attributes:
        task_type: What the task is called.
        keywords: What fires the row.
        files: What an agent reads then, as a cell names it.
    """

    task_type: str
    keywords: tuple[str, ...]
    files: tuple[str, ...]


class Overlap(NamedTuple):
    """A row of the table that has something in common with a new one.

    Attributes:
        row: The row of the table.
        keyword: The first of its keywords that a keyword of the new row fires, too; or ``""``.
        files: Those of the new row's files that it leads to.
    """

    row: Row
    keyword: str
    files: tuple[str, ...]


def with_rows(text: str | None, rows: Iterable[NewRow]) -> str:
    """Return a page with more rows behind the last one of its first routing table.

    Args:
        text: The page; None makes one. A page without a routing table gets one at its end.
        rows: What is added, in order.

    Raises:
        BadValue: When a cell cannot hold its value.
    """
    page = routing.read(text or "")
    if not page.tables:
        made = [(row.task_type, ",".join(row.keywords), ", ".join(row.files)) for row in rows]
        return edit.new_page(made) if text is None else edit.new_table(text, made)
    table = page.tables[0]
    there = [row for row in page.rows if row.table == table]
    spaced = any(", " in row.keywords_cell for row in there)
    text = text or ""
    for last, row in enumerate(rows, len(there)):
        text = edit.add_row(text, last, _cells(row, table, ", " if spaced else ","))
    return text


def overlaps(page: Page, new: NewRow) -> tuple[Overlap, ...]:
    """Return the rows of a table that fire on a keyword of a new row, or lead to its files."""
    # On lines of their own, so that no keyword is found across two others.
    fired = {found.row: found.keyword for found in routing.match(page, "\n".join(new.keywords))}
    leads = Leads(page)
    led = {
        file: {row.number for row in leads.to(path)}
        for file in new.files
        for path in targets.target(file).paths[:1]
    }
    found = []
    for row in page.rows:
        files = tuple(file for file in new.files if row.number in led.get(file, ()))
        if files or row.number in fired:
            found.append(Overlap(row, fired.get(row.number, ""), files))
    return tuple(found)


def has_a_cell(path: str) -> bool:
    """Whether a table's cell can name a path: what is written there leads to it."""
    files = cell.files(path)
    is_read_back = len(files) == 1 and targets.target(files[0]).paths[:1] == (path,)
    # A single backtick would take in the next cell.
    return is_read_back and "`" not in path


def _cells(row: NewRow, table: Table, separator: str) -> list[str]:
    cells = [""] * len(table.header)
    if table.task_type >= 0:
        cells[table.task_type] = row.task_type
    cells[table.keywords] = separator.join(row.keywords)
    cells[table.files] = ", ".join(row.files)
    return cells

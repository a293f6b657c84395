"""Rows that are added to a routing table, whatever the order of its columns."""

from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import NamedTuple

from memtui.core import routing, routing_edit, routing_files
from memtui.core.documents import TABLE
from memtui.core.routing import Page, Row, Table


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
        return routing_edit.new_page(made) if text is None else routing_edit.new_table(text, made)
    table = page.tables[0]
    there = [row for row in page.rows if row.table == table]
    spaced = any(", " in row.keywords_cell for row in there)
    text = text or ""
    for last, row in enumerate(rows, len(there)):
        text = routing_edit.add_row(text, last, _cells(row, table, ", " if spaced else ","))
    return text


def overlaps(page: Page, new: NewRow) -> tuple[Overlap, ...]:
    """Return the rows of a table that fire on a keyword of a new row, or lead to its files."""
    # On lines of their own, so that no keyword is found across two others.
    fired = {found.row: found.keyword for found in routing.match(page, "\n".join(new.keywords))}
    found = []
    for row in page.rows:
        files = tuple(file for file in new.files if leads_to(row, file))
        if files or row.number in fired:
            found.append(Overlap(row, fired.get(row.number, ""), files))
    return tuple(found)


def leads_to(row: Row, path: str) -> bool:
    """Whether a row names a file, a folder that it lies in, or a glob that fits it.

    Args:
        row: A row of the routing table.
        path: A path in the project; a folder's may end in ``/``.
    """
    wanted = routing_files.target(path).paths[:1]
    return any(_fits(file, path) for file in row.files for path in wanted)


def _fits(file: str, path: str) -> bool:
    target = routing_files.target(file, TABLE)
    for named in target.paths:
        if named == path or (target.is_folder and f"{path}/".startswith(f"{named}/")):
            return True
        if target.is_glob and fnmatchcase(path, named):
            return True
    return False


def _cells(row: NewRow, table: Table, separator: str) -> list[str]:
    cells = [""] * len(table.header)
    if table.task_type >= 0:
        cells[table.task_type] = row.task_type
    cells[table.keywords] = separator.join(row.keywords)
    cells[table.files] = ", ".join(row.files)
    return cells

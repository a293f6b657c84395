"""The tables of a page in markdown, by GFM's rules and a person's eye.

A page is read as its source is read: rows that stand apart from their table, behind an empty
line, are rows; a table without a separator is one when its header says what its columns are.
Tables in fenced or indented code and in comments are none.
"""

from memtui.core.routing.cell import cells
from memtui.core.routing.roles import roles

_RULE = "|:- \t"
_DEEPEST = 8
"""List items that may begin on one line, each within the one before."""


class FoundTable:
    """A table as it was found; its columns are -1 where no header cell has the role.

    Attributes:
        first: The header's line, from 0.
        header: The header's cells.
        has_separator: Whether a row of dashes follows the header.
        rows: Line from 0 and cells of each row.
    """

    __slots__ = ("files", "first", "has_separator", "header", "keywords", "rows", "task_type")

    def __init__(self, first: int, header: "list[str]", has_separator: bool) -> None:
        self.first = first
        self.header = header
        self.has_separator = has_separator
        self.rows: list[tuple[int, list[str]]] = []
        self.task_type, self.keywords, self.files = roles(tuple(header))


def tables(text: str) -> "list[FoundTable]":
    """Return the tables of a page, in order."""
    lines = split_lines(text)
    found: list[FoundTable] = []
    item = 0
    at, end = 0, len(lines)
    while at < end:
        line = lines[at]
        if "|" not in line:
            item = _item(line, item)
            at += 1
            continue
        table = _starts(lines, at, item)
        if table:
            found.append(table)
            at += 1 + table.has_separator
        elif not (found and line[0] == "|" and line.rstrip()[-1] == "|"):
            item = _item(line, item)
            at += 1
            continue
        at = _rows(lines, at, found)
    return found


def split_lines(text: str) -> "list[str]":
    """Return the lines of a page; those in a code fence or a comment are empty."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if "```" in text or "~~~" in text or "<!--" in text:
        return _shown(lines)
    return lines


def is_row(line: str) -> bool:
    """Return whether a line below a table is a row of it, with or without an outer bar."""
    if "|" not in line:
        return False
    start = line.lstrip()
    if start[0] == "|":
        return True
    if start[0] == ">" or _is_heading(start) or _marker(start):
        return False
    return len(cells(line)) > 1


def _starts(lines: "list[str]", at: int, item: int) -> "FoundTable | None":
    """Return the table whose header a line is, or None."""
    line = lines[at]
    below = lines[at + 1] if at + 1 < len(lines) else ""
    if _is_separator(below):
        if line[:1] in " \t" and _indent(line) - item >= 4:
            return None
        return FoundTable(at, cells(line), has_separator=True) if cells(line) else None
    if line[0] == "|" and below[:1] == "|" and not (at and lines[at - 1][:1] == "|"):
        table = FoundTable(at, cells(line), has_separator=False)
        if table.keywords >= 0 and table.files >= 0:
            return table
    return None


def _rows(lines: "list[str]", at: int, found: "list[FoundTable]") -> int:
    """Add the rows from a line on to the last table; return the line where they end."""
    rows = found[-1].rows
    for index in range(at, len(lines)):
        line = lines[index]
        if line[:1] != "|" and not is_row(line):
            return index
        if "---" in line and _is_separator(line):
            table = _header_among(rows)
            if table:
                found.append(table)
                rows = table.rows
            continue
        rows.append((index, cells(line)))
    return len(lines)


def _header_among(rows: "list[tuple[int, list[str]]]") -> "FoundTable | None":
    """Return the table that the last of some rows is the header of, and take it from them."""
    if not rows:
        return None
    table = FoundTable(rows[-1][0], rows[-1][1], has_separator=True)
    if table.keywords < 0 or table.files < 0:
        return None
    rows.pop()
    return table


def _is_separator(line: str) -> bool:
    """Return whether a line is a row of dashes, with colons for the alignment."""
    if "-" not in line or "|" not in line or line.strip(_RULE):
        return False
    parts = (cell.removeprefix(":").removesuffix(":") for cell in cells(line) if cell)
    return all(part and not part.strip("-") for part in parts)


def _is_heading(start: str) -> bool:
    level = len(start) - len(start.lstrip("#"))
    return 0 < level <= 6 and start[level : level + 1] in ("", " ", "\t")


def _item(line: str, item: int) -> int:
    """Return where the text of the list item begins that the next lines may belong to.

    Args:
        line: A line outside tables.
        item: That place before the line; 0 outside lists.
    """
    start = line.lstrip()
    if not start:
        return item
    indent = _indent(line)
    marker = _marker(start)
    if marker and indent < item + 4:
        return indent + marker
    return min(item, indent)


def _marker(start: str) -> int:
    """Return the width of the list marker that a line begins with, and its blank; 0 for none."""
    if start[0] in "-*+":
        width = 1
    else:
        digits = len(start) - len(start.lstrip("0123456789"))
        if not 0 < digits < 10 or start[digits : digits + 1] not in (".", ")"):
            return 0
        width = digits + 1
    rest = start[width:]
    blanks = len(rest) - len(rest.lstrip(" \t"))
    if rest and not blanks:
        return 0
    return width + (blanks if 0 < blanks < 5 else 1)


def _indent(line: str) -> int:
    """Return the columns that a line is indented by; a tab goes to the next fourth."""
    blanks = line[: len(line) - len(line.lstrip(" \t"))]
    return len(blanks.expandtabs(4))


def _shown(lines: "list[str]") -> "list[str]":
    """Return the lines with those in code fences and comments emptied."""
    shown: list[str] = []
    fence = ""
    indent = 0
    comment = False
    for line in lines:
        hidden = True
        if comment:
            comment = "-->" not in line
        elif fence:
            if _closes(line, fence, indent):
                fence = ""
        else:
            fence = _fence(line)
            indent = _indent(line)
            start = line.lstrip()
            if start.startswith("<!--"):
                comment = "-->" not in start[4:]
            else:
                hidden = bool(fence)
        shown.append("" if hidden else line)
    return shown


def _fence(line: str) -> str:
    """Return the signs of the code fence that a line opens, ``""`` for none."""
    if "```" not in line and "~~~" not in line:
        return ""
    start = line.lstrip()
    for _ in range(_DEEPEST):
        marker = _marker(start) if start[:1] not in ("`", "~", "") else 0
        start = start[marker:].lstrip()
    if start[:1] not in ("`", "~"):
        return ""
    rest = start.lstrip(start[0])
    signs = start[: len(start) - len(rest)]
    return signs if len(signs) >= 3 and not ("`" in rest and signs[0] == "`") else ""


def _closes(line: str, fence: str, indent: int) -> bool:
    """Return whether a line ends a code fence that was opened at an indent."""
    signs = line.strip()
    return (
        len(signs) >= len(fence)
        and not signs.strip(fence[0])
        and (line[:1] not in " \t" or _indent(line) < indent + 4)
    )

"""The routing table: which documents an agent reads first for a kind of task.

A page in markdown holds tables; those with a column of keywords and a column of files are routing
tables. A prompt that holds a keyword of a row gets a hint that names the row's files.

Standard library only, and sparingly, for the hook runs before each prompt: `typing`,
`dataclasses` and compiled regular expressions take longer to load than a table takes to read.
"""

from collections import namedtuple

from memtui.core.routing import cell
from memtui.core.routing.page import FoundTable, tables

# Ranges of letters and digits of scripts that put no blanks between words: Han, Hiragana,
# Katakana, Hangul and Thai (Unicode's Scripts and ScriptExtensions, which add the sign that
# makes a kana long).
_UNSPACED = (
    *((0x0E01, 0x0E3A), (0x0E40, 0x0E5B), (0x1100, 0x11FF), (0x2E80, 0x2FDF), (0x3005, 0x3007)),
    *((0x3021, 0x3029), (0x3031, 0x3035), (0x3038, 0x303C), (0x3041, 0x30FF), (0x3131, 0x318E)),
    *((0x3192, 0x3195), (0x31F0, 0x3247), (0x3260, 0x32B0), (0x32D0, 0x3357), (0x3400, 0x4DBF)),
    *((0x4E00, 0x9FFF), (0xA960, 0xA97C), (0xAC00, 0xD7FB), (0xF900, 0xFAD9), (0xFF66, 0xFFDC)),
    *((0x16FE2, 0x16FF6), (0x1AFF0, 0x1B167), (0x20000, 0x3FFFD)),
)


class Table(
    namedtuple(
        "Table",
        ("header", "task_type", "keywords", "files", "first_line", "has_separator"),
    )
):
    """A routing table.

    Attributes:
        header: The cells of the header row.
        task_type: The column of the task type, from 0; -1 where the keywords stand for it.
        keywords: The column of the keywords.
        files: The column of the files.
        first_line: The line of the header in the page, from 1.
        has_separator: Whether a row of dashes follows the header.
    """

    __slots__ = ()
    header: "tuple[str, ...]"
    task_type: int
    keywords: int
    files: int
    first_line: int
    has_separator: bool


class Row(namedtuple("Row", ("number", "line", "cells", "table"))):
    """A row of a routing table.

    Attributes:
        number: Its number over all routing tables of the page, in order, from 1.
        line: Its line in the page, from 1.
        cells: Its cells, trimmed, as many as the header has or more.
        table: The table it stands in.
    """

    __slots__ = ()
    number: int
    line: int
    cells: "tuple[str, ...]"
    table: Table

    @property
    def task_type(self) -> str:
        """The task type as written; the keywords, where the table has no such column."""
        column = self.table.task_type
        return self.keywords_cell if column < 0 else self.cells[column]

    @property
    def keywords_cell(self) -> str:
        """The keywords as written."""
        return self.cells[self.table.keywords]

    @property
    def keywords(self) -> "tuple[str, ...]":
        """The keywords, without backticks and quotes around them."""
        return tuple(word for word in cell.keywords(self.keywords_cell) if word)

    @property
    def files_cell(self) -> str:
        """The files as written."""
        return self.cells[self.table.files]

    @property
    def files(self) -> "tuple[str, ...]":
        """The files, without backticks, quotes and links; a ``#section`` stays."""
        return cell.files(self.files_cell)


class Page(namedtuple("Page", ("tables", "rows"))):
    """What a page in markdown routes.

    Attributes:
        tables: Its routing tables, in order; none, where the page has no routing table.
        rows: Their rows, in order.
    """

    __slots__ = ()
    tables: "tuple[Table, ...]"
    rows: "tuple[Row, ...]"


class RouteMatch(namedtuple("RouteMatch", ("row", "task_type", "keyword", "files", "files_cell"))):
    """A row that a prompt matches.

    Attributes:
        row: The row's number in the page, from 1.
        task_type: Its task type as written.
        keyword: The first of its keywords that matches.
        files: Its files, without backticks, quotes and links.
        files_cell: Its files as written.
    """

    __slots__ = ()
    row: int
    task_type: str
    keyword: str
    files: "tuple[str, ...]"
    files_cell: str


def read(text: str) -> Page:
    """Return the routing tables of a page.

    Args:
        text: Any text; one without a routing table gives a page without rows.
    """
    found = tables(text)
    routing = [table for table in found if table.keywords >= 0 and table.files >= 0]
    heads: list[Table] = []
    rows: list[Row] = []
    for source in routing or _by_position(found):
        table = _head(source)
        heads.append(table)
        number = len(rows) + 1
        width = len(table.header)
        for index, cells in source.rows:
            if len(cells) < width:
                cells += [""] * (width - len(cells))
            rows.append(Row(number, index + 1, tuple(cells), table))
            number += 1
    return Page(tuple(heads), tuple(rows))


def match(page: Page, prompt: str) -> list[RouteMatch]:
    """Return the rows that a prompt matches, in order.

    A keyword of ASCII letters and digits matches as a whole word, any other one anywhere; upper
    and lower case are one. A letter or digit beside a word makes it another word, unless its
    script puts no blanks between words: ``api`` matches ``api를`` and ``api_key``, not ``apis``.

    Args:
        page: The page.
        prompt: What the person asks the agent.
    """
    prompt = _composed(prompt)
    words, folded = _words(prompt), _folded(prompt)
    # All cells in one go: a table of many rows is read before each prompt. No cell has a line end.
    cells = [row.keywords_cell for row in page.rows]
    lines = _folded(_composed("\n".join(cells))).split("\n")
    found: list[RouteMatch] = []
    for row, written, line in zip(page.rows, cells, lines, strict=False):
        # Some other letters, as ß, are ASCII ones when folded.
        same = written.isascii()
        for place, keyword in enumerate(cell.keywords(line)):
            if keyword in words:
                found.append(_matched(row, place))
                break
            if same and keyword.isascii() and keyword.isalnum():
                continue
            if keyword and keyword in folded and not _is_word(row, place):
                found.append(_matched(row, place))
                break
    return found


def route(table_text: str, prompt: str) -> list[RouteMatch]:
    """Return the rows of a page that a prompt matches, in order.

    Args:
        table_text: The text of the page.
        prompt: What the person asks the agent.
    """
    return match(read(table_text), prompt)


def hint(found: RouteMatch) -> str:
    """Return the line that an agent gets for a row that matches."""
    files = f" → Read first: {found.files_cell}" if found.files_cell else ""
    line = f'[auto-memory] Looks like a "{found.task_type}" task{files}'
    # It stays one line, whatever stands in the cells.
    return line if line.isprintable() else " ".join(line.splitlines())


def hints(matches: "list[RouteMatch]") -> str:
    """Return the lines that an agent gets, ``""`` where nothing matches."""
    return "\n".join(map(hint, matches))


def _matched(row: Row, place: int) -> RouteMatch:
    keyword = cell.keywords(row.keywords_cell)[place]
    return RouteMatch(row.number, row.task_type, keyword, row.files, row.files_cell)


def _is_word(row: Row, place: int) -> bool:
    """Return whether a keyword matches as a whole word only."""
    keyword = cell.keywords(row.keywords_cell)[place]
    return keyword.isascii() and keyword.isalnum()


def _head(source: FoundTable) -> Table:
    return Table(
        tuple(source.header),
        source.task_type,
        source.keywords,
        source.files,
        source.first + 1,
        source.has_separator,
    )


def _by_position(found: "list[FoundTable]") -> "list[FoundTable]":
    """Return the first table of three columns, when its third column names files."""
    for table in found:
        if len(table.header) >= 3:
            third = [cells[2] if len(cells) > 2 else "" for _, cells in table.rows]
            if 2 * sum(map(_names_path, third)) > len(third):
                table.task_type, table.keywords, table.files = 0, 1, 2
                return [table]
            break
    return []


def _names_path(cell: str) -> bool:
    """Return whether a cell holds a ``/`` or a name with an extension."""
    if "/" in cell:
        return True
    for before, after in zip(cell.split("."), cell.split(".")[1:], strict=False):
        if before and before[-1:].isalnum() and after[:1].isalpha():
            return True
    return False


def _words(prompt: str) -> "set[str]":
    """Return the words of a prompt that a keyword may be, in lower case.

    A word that holds any letter or digit besides ASCII ones is none that a keyword can be, so it
    may stay as it is.
    """
    signs: dict[int, str] = {}
    for sign in set(prompt):
        if not sign.isalnum() or is_unspaced(sign):
            signs[ord(sign)] = " "
        elif sign.isascii():
            signs[ord(sign)] = sign.lower()
    return set(prompt.translate(signs).split())


def _folded(text: str) -> str:
    return text.lower() if text.isascii() else text.casefold()


def is_unspaced(sign: str) -> bool:
    """Return whether a letter or digit is of a script that puts no blanks between words."""
    code = ord(sign)
    return code >= 0x0E01 and any(first <= code <= last for first, last in _UNSPACED)


def _composed(text: str) -> str:
    """Return a text with each letter composed, so that ``é`` is one letter whoever wrote it."""
    if text.isascii():
        return text
    # Imported here, as it is loaded from a file of its own.
    from unicodedata import normalize

    return normalize("NFC", text)

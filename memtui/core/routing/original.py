"""Where the shell hook that many people run reads a routing table otherwise, and other advice.

The original hook takes each line that begins with a bar for a rule, but the first two of the
page; its second, third and fourth bar-parted fields are task type, keywords and files.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final, NamedTuple

from memtui.core.routing import Page, Row, cell, is_unspaced
from memtui.core.routing.kept import read
from memtui.core.routing.page import split_lines
from memtui.core.tokens import tokens

LEAN: Final = 2_000
"""Tokens from which on a page is too large to be shown at the start of each session."""

_BACKTICK: Final = "`"


class RouteWarning(NamedTuple):
    """Something in a page that works otherwise than it looks, in memtui or in the original hook.

    Attributes:
        row: Number of the row, from 1; 0 where it is about a table or the page.
        line: Line of the page, from 1; 0 where it is about the page as a whole.
        keyword: The keyword that it is about, or ``""``.
        text: What it is, for a person.
    """

    row: int
    line: int
    keyword: str
    text: str


def warnings(text: str) -> tuple[RouteWarning, ...]:
    """Return what there is to say about a page with a routing table, in the order of its lines.

    Args:
        text: The page; one without a routing table gives nothing.
    """
    page = read(text)
    if not page.tables:
        return ()
    found = [*_of_page(text, page), *_of_lines(text, page)]
    for row in page.rows:
        found += _of_keywords(row)
    return tuple(sorted(found, key=lambda warning: warning.line))


def _of_page(text: str, page: Page) -> Iterator[RouteWarning]:
    size = tokens(text)
    if size > LEAN:
        yield RouteWarning(
            0,
            0,
            "",
            f"about {size:,} tokens at the start of each session; up to {LEAN:,} are lean: move "
            "what is no row into a document",
        )
    for table in page.tables:
        if (table.keywords, table.files) != (1, 2) or table.task_type > 0:
            yield RouteWarning(
                0,
                table.first_line,
                "",
                "the original hook takes the first three columns for task type, keywords and "
                "files, whatever the header says",
            )
    words = (word for row in page.rows for word in row.keywords)
    word = next((word for word in words if word.isascii() and word.isalnum()), "")
    if word and any(sign.isalnum() and is_unspaced(sign) for sign in set(text)):
        letter = next(sign for sign in text if sign.isalnum() and is_unspaced(sign))
        yield RouteWarning(
            0,
            0,
            "",
            f'in a UTF-8 locale the original hook does not find "{word}" in "{word}{letter}"',
        )


def _of_lines(text: str, page: Page) -> Iterator[RouteWarning]:
    """Yield what the original hook reads that is no row, and the rows that it does not read."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    rules = [number for number, line in enumerate(lines, 1) if line[:1] == "|"]
    dropped = frozenset(rules[:2])
    rows = {row.line: row for row in page.rows}
    for row in page.rows:
        if row.line in dropped:
            why = "it is one of the first two lines with a bar; a row of dashes belongs there"
            yield RouteWarning(row.number, row.line, "", f"the original hook drops this row: {why}")
        elif lines[row.line - 1][:1] != "|":
            why = "it does not begin with a bar in the first column"
            yield RouteWarning(row.number, row.line, "", f"the original hook skips this row: {why}")
        if any("|" in cell for cell in row.cells[:3]):
            yield RouteWarning(
                row.number, row.line, "", "the original hook ends the cell at the bar within it"
            )
    others = [number for number in rules[2:] if number not in rows]
    yield from _of_others(others, text, _headers(page))


def _headers(page: Page) -> dict[int, bool]:
    """Return the lines of headers and of the dashes below them; True for a header."""
    found: dict[int, bool] = {}
    for table in page.tables:
        found[table.first_line] = True
        if table.has_separator:
            found[table.first_line + 1] = False
    return found


def _of_others(others: list[int], text: str, headers: Mapping[int, bool]) -> Iterator[RouteWarning]:
    """Yield a warning for each run of lines that only the original hook reads as rules."""
    shown = split_lines(text)
    starts = [number for before, number in pairwise([-1, *others]) if number != before + 1]
    for start in starts:
        if headers.get(start):
            what = "the header of a further table"
        elif start in headers:
            what = "the row of dashes"
        elif shown[start - 1]:
            what = "a line that is no row of a routing table"
        else:
            what = "a line in a code fence or a comment"
        yield RouteWarning(0, start, "", f"the original hook reads {what} as a rule")


def _of_keywords(row: Row) -> Iterator[RouteWarning]:
    words = cell.keywords(row.keywords_cell)
    if len(words) == 1 and len(words[0].split()) > 1:
        yield RouteWarning(
            row.number,
            row.line,
            words[0],
            f'"{words[0]}" is one phrase; commas make keywords of its words',
        )
    for word in row.keywords:
        if " " in word:
            joined = word.replace(" ", "")
            yield RouteWarning(
                row.number,
                row.line,
                word,
                f'the original hook finds "{joined}", not "{word}": it deletes the blanks',
            )
    written = row.keywords_cell.replace("，", ",").replace("、", ",").split(",")
    for word, dressed in zip(words, written, strict=True):
        if _BACKTICK in dressed and word:
            yield RouteWarning(
                row.number,
                row.line,
                word,
                f'the original hook never finds "{word}": it stands in backticks',
            )

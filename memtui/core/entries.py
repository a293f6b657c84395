"""A body as a sequence of entries, found by the line maps of a markdown parser."""

import re
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

MARKS: Final = ("gotcha", "pattern", "learned", "principle", "resolved")
"""Kinds that a heading names in square brackets at its start (``[Gotcha] …``), in any case."""

_LINE_END = re.compile(r"\r\n?|\n")
_MARK = re.compile(rf"\[({'|'.join(MARKS)})\]", re.IGNORECASE)
_DATE = re.compile(r"\(([0-9]{4}-[0-9]{2}-[0-9]{2})\)$")
_DECISION_BULLET = re.compile(r"^[-*+] +\*\*(?:Context|Why):\*\*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Entry:
    """One learning of a body.

    Attributes:
        number: From 1, in the order of the body.
        heading: The heading's text as it is written, on one line: with ``[Gotcha]`` and the
            date, without the heading's own signs (``###`` before and after it, a line below).
        kind: One of `MARKS`; ``decision`` for a level-3 heading without such a mark that has a
            date or a bullet ``**Context:**`` or ``**Why:**``; else ``""``.
        level: Level of the heading: 2, 3 or 4.
        date: ``YYYY-MM-DD`` as it stands in parentheses at the heading's end, not checked
            against the calendar; ``""`` without one.
        line: Line of the heading in the body, from 0. As in markdown, lines end with LF, CR or
            CRLF; U+2028, NEL and form feeds end none.
        start: Offset of the heading's line in the body, in characters.
        end: Offset behind the entry: the next entry, section line, or the body's end.
    """

    number: int
    heading: str
    kind: str
    level: int
    date: str
    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Heading:
    level: int
    line: int
    text: str
    start: int
    content: int
    end: int


def entries(body: str) -> tuple[Entry, ...]:
    """Return the entries of a body.

    If the body has a heading of level 3 or 4, each heading of level 2, 3 or 4 starts an entry,
    and a level-2 heading with nothing of its own is a section line, which belongs to the file
    and to no entry. Else each level-2 heading starts an entry. Headings in code fences, HTML
    comments, lists and block quotes are none; setext headings count like ``#`` and ``##``.

    Args:
        body: A memory file's text without its frontmatter.
    """
    headings = _headings(body)
    if any(heading.level > 2 for heading in headings):
        headings = [
            heading
            for heading in headings
            if heading.level > 2 or body[heading.content : heading.end].strip()
        ]
    return tuple(_entry(number, heading, body) for number, heading in enumerate(headings, 1))


def line_number(text: str, offset: int) -> int:
    """Return the line, from 1, of an offset in a text, by markdown's line ends."""
    return 1 + sum(1 for _ in _LINE_END.finditer(text, 0, offset))


def _entry(number: int, heading: _Heading, body: str) -> Entry:
    mark = _MARK.match(heading.text)
    date = _DATE.search(heading.text)
    kind = mark[1].lower() if mark else ""
    decided = date or _DECISION_BULLET.search(body, heading.content, heading.end)
    if not kind and heading.level == 3 and decided:
        kind = "decision"
    return Entry(
        number=number,
        heading=heading.text,
        kind=kind,
        level=heading.level,
        date=date[1] if date else "",
        line=heading.line,
        start=heading.start,
        end=heading.end,
    )


def _headings(body: str) -> list[_Heading]:
    """Return the headings of level 2 to 4 outside lists and block quotes."""
    # The parser turns every line end into LF before it counts, so its lines are mapped to
    # offsets in the body as it stands.
    starts = [0, *(match.end() for match in _LINE_END.finditer(body))]

    def offset(line: int) -> int:
        return starts[line] if line < len(starts) else len(body)

    found: list[tuple[int, int, int, str]] = []
    for token, inline in pairwise(_parser().parse(body)):
        if token.type == "heading_open" and token.level == 0 and token.map:
            level = int(token.tag[1])
            line, below = token.map
            if 2 <= level <= 4:
                found.append((level, line, below, inline.content.replace("\n", " ")))
    nexts = [line for _, line, _, _ in found[1:]] + [len(starts)]
    return [
        _Heading(level, line, text, offset(line), offset(below), offset(following))
        for (level, line, below, text), following in zip(found, nexts, strict=False)
    ]


@cache
def _parser() -> "MarkdownIt":
    """Return a parser that finds blocks and leaves the text within them alone."""
    # Imported here for start-up: most commands look at no entries.
    from markdown_it import MarkdownIt

    # Tables are no part of CommonMark, which takes a table with a rule right below for a
    # setext heading.
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser

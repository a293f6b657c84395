"""A body as a sequence of entries, found by the line maps of a markdown parser."""

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from memtui.core import markdown

MARKS: Final = ("gotcha", "pattern", "learned", "principle", "resolved")
"""Kinds that a heading names in square brackets at its start (``[Gotcha] …``), in any case."""

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
    return outline(body)[0]


def outline(body: str) -> tuple[tuple[Entry, ...], tuple[int, ...]]:
    """Return the entries of a body (see `entries`) and the offsets of its section lines."""
    headings = _headings(body)
    sections: set[int] = set()
    if any(heading.level > 2 for heading in headings):
        empty = (h for h in headings if h.level == 2 and not body[h.content : h.end].strip())
        sections.update(heading.start for heading in empty)
    starting = (heading for heading in headings if heading.start not in sections)
    found = tuple(_entry(number, heading, body) for number, heading in enumerate(starting, 1))
    return found, tuple(sorted(sections))


def line_number(text: str, offset: int) -> int:
    """Return the line, from 1, of an offset in a text, by markdown's line ends."""
    return 1 + sum(1 for _ in markdown.LINE_END.finditer(text, 0, offset))


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
    offset = markdown.offsets(body)
    found: list[tuple[int, int, int, str]] = []
    for token, inline in pairwise(markdown.blocks().parse(body)):
        if token.type == "heading_open" and token.level == 0 and token.map:
            level = int(token.tag[1])
            line, below = token.map
            if 2 <= level <= 4:
                found.append((level, line, below, inline.content.replace("\n", " ")))
    ends = [offset(line) for _, line, _, _ in found[1:]] + [len(body)]
    return [
        _Heading(level, line, text, offset(line), offset(below), end)
        for (level, line, below, text), end in zip(found, ends, strict=False)
    ]

"""What can be carried from a body: its entries, or where it has none its paragraphs and bullets."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final, Literal

from memtui.core import markdown
from memtui.core.entries import Entry, outline

if TYPE_CHECKING:
    from markdown_it.token import Token

BULLET: Final = "bullet"
PARAGRAPH: Final = "paragraph"

_FOOTNOTE: Final = re.compile(r"\[\^[^\]\s]+\]:")
_Kind = Literal["bullet", "paragraph", "own", "small heading"]


def units(body: str) -> tuple[Entry, ...]:
    """Return the entries of a body, or what takes their place where it has none.

    That is each item of a list and each other block. A title, a rule, a comment and definitions
    of links and footnotes belong to the file; a heading of level 5 or 6 belongs to what follows.

    Returns:
        Entries; those that are none have level 0, the kind `BULLET` or `PARAGRAPH`, no date, and
        their first line as heading.
    """
    return unit_outline(body)[0]


def unit_outline(body: str) -> tuple[tuple[Entry, ...], tuple[int, ...]]:
    """Return the units of a body and the offsets of its section lines."""
    found, sections = outline(body)
    return (found, sections) if found else (tuple(_blocks(body)), ())


def _blocks(body: str) -> Iterator[Entry]:
    offset = markdown.offsets(body)
    env: dict[str, dict[str, dict[str, list[int]]]] = {}
    tokens = markdown.blocks().parse(body, env)
    starts = list(_starts(tokens))
    covered = {line for token in tokens if token.map and not token.level for line in _lines(token)}
    defined = (reference["map"][0] for reference in env.get("references", {}).values())
    starts += [(line, "own", "") for line in defined if line not in covered]
    starts.sort()
    number = 0
    begin: int | None = None
    for place, (line, kind, heading) in enumerate(starts):
        if kind == "small heading":
            begin = line if begin is None else begin
            continue
        if kind != "own":
            end = offset(starts[place + 1][0]) if place + 1 < len(starts) else len(body)
            first = line if begin is None else begin
            number += 1
            yield Entry(number, heading, kind, 0, "", first, offset(first), end)
        begin = None


def _lines(token: "Token") -> range:
    assert token.map
    return range(*token.map)


def _starts(tokens: "list[Token]") -> Iterator[tuple[int, _Kind, str]]:
    """Yield where a block or an item begins, by line: the line, what it is, its first line."""
    for place, token in enumerate(tokens):
        if token.map is None:
            continue
        if token.type == "list_item_open" and token.level == 1:
            yield token.map[0], BULLET, _first_line(tokens, place)
        elif token.level == 0 and token.nesting >= 0 and not token.type.endswith("list_open"):
            yield token.map[0], _kind(token, _first_line(tokens, place)), _first_line(tokens, place)


def _kind(token: "Token", line: str) -> _Kind:
    if token.type == "heading_open":
        return "own" if token.tag == "h1" else "small heading"
    comment = token.type == "html_block" and line.startswith("<!--")
    footnote = token.type == "paragraph_open" and _FOOTNOTE.match(line)
    return "own" if comment or footnote or token.type == "hr" else PARAGRAPH


def _first_line(tokens: "list[Token]", place: int) -> str:
    """Return the first line of what begins at a token, without the signs of its block."""
    for token in islice(tokens, place, None):
        if text := token.content.strip():
            return text.partition("\n")[0]
    return ""

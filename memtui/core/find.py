"""Matches of a search, in a text that an editor holds as lines."""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final

Place = tuple[int, int]
"""Row and column, both from 0."""

_ESCAPED: Final = re.compile(r"\\.", re.DOTALL)
# Marks and final consonants that would make another letter of a decomposed one.
_NO_MARK: Final = "(?![\u0300-\u036f\u1160-\u11ff])"


@dataclass(frozen=True, slots=True)
class Query:
    r"""What is searched for, and what is put in its place.

    Attributes:
        text: Letters to find as they stand, or a regular expression of Python.
        replacement: What a match is replaced by; with `regex` it may hold ``\1`` and the like.
        regex: Whether `text` is a regular expression.
    """

    text: str
    replacement: str = ""
    regex: bool = False

    @property
    def flags(self) -> re.RegexFlag:
        """Upper and lower case are one, unless `text` has a capital; ``^`` begins each line."""
        letters = _ESCAPED.sub("", self.text) if self.regex else self.text
        same = re.NOFLAG if any(letter.isupper() for letter in letters) else re.IGNORECASE
        return same | re.MULTILINE

    @property
    def source(self) -> str:
        """The regular expression.

        For letters, one that takes each composed or decomposed: ``한`` is one character or
        three, depending on the program that wrote it.
        """
        if self.regex:
            return self.text
        return "".join(map(_letter, unicodedata.normalize("NFC", self.text)))


def _letter(letter: str) -> str:
    parts = unicodedata.normalize("NFD", letter)
    if parts == letter:
        return re.escape(letter)
    return f"(?:{re.escape(letter)}|{re.escape(parts)}{_NO_MARK})"


@dataclass(frozen=True)
class Found:
    """The matches of a query, in order.

    Attributes:
        lines: The lines that were searched.
        spans: Start and end of each match, as offsets in the lines joined by LF.
        replacements: What each match is replaced by; one text where it is the same for all.
    """

    lines: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    replacements: tuple[str, ...] | str = ""
    _starts: list[int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        starts = accumulate((len(line) + 1 for line in self.lines), initial=0)
        object.__setattr__(self, "_starts", list(starts))

    def place(self, offset: int) -> Place:
        """Return where an offset stands."""
        row = bisect_right(self._starts, offset, hi=len(self.lines)) - 1
        return row, offset - self._starts[row]

    def bounds(self, index: int) -> tuple[Place, Place]:
        """Return start and end of a match."""
        start, end = self.spans[index]
        return self.place(start), self.place(end)

    def at_or_after(self, place: Place) -> int:
        """Return the first match that starts at a place or later, else the first; -1 if none."""
        if not self.spans:
            return -1
        row = min(place[0], len(self.lines) - 1)
        index = bisect_left(self.spans, (self._starts[row] + place[1], 0))
        return index % len(self.spans)

    def in_row(self, row: int) -> Iterator[Place]:
        """Yield start and end column of each match, or part of one, in a row."""
        if row >= len(self.lines):
            return
        first, last = self._starts[row], self._starts[row] + len(self.lines[row])
        index = bisect_right(self.spans, first, key=lambda span: span[1])
        while index < len(self.spans) and self.spans[index][0] < last:
            start, end = self.spans[index]
            yield max(0, start - first), min(end, last) - first
            index += 1

    def replacement(self, index: int) -> str:
        """Return what a match is replaced by."""
        new = self.replacements
        return new if isinstance(new, str) else new[index]

    def replaced(self) -> tuple[Place, Place, str]:
        """Return the stretch from the first match to the last, and its text with all replaced."""
        text = "\n".join(self.lines)
        begin, end = self.spans[0][0], self.spans[-1][1]
        parts: list[str] = []
        at = begin
        for index, span in enumerate(self.spans):
            parts += [text[at : span[0]], self.replacement(index)]
            at = span[1]
        return self.place(begin), self.place(end), "".join(parts)


def find(lines: Sequence[str], query: Query) -> Found:
    """Return where letters stand in a text.

    Args:
        lines: The text, as an editor holds it.
        query: What to find; letters, no regular expression, for that may take for ever.
    """
    held = tuple(lines)
    if not query.text:
        return Found(held, ())
    pattern = re.compile(query.source, query.flags)
    spans = tuple(match.span() for match in pattern.finditer("\n".join(held)))
    return Found(held, spans, query.replacement)

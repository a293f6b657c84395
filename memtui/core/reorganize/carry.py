"""A body as parts that can be carried from file to file: entries, and the text of the file itself.

A part is carried with its exact bytes, its blank lines included. Only where parts become
neighbours that were none before, blank lines are added, so that no part changes another one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from memtui.core.entries import entries
from memtui.core.frontmatter import BOM
from memtui.core.markdown import LINE_END
from memtui.core.merging.pieces import BLANK
from memtui.core.newlines import dominant
from memtui.core.reorganize.units import BULLET, unit_outline
from memtui.errors import BadValue

_NEW: Final = -2
"""The place of a part that has no neighbours."""
_PROBE: Final = "\n\n### .\n"


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a body.

    Attributes:
        file: Name of the file it comes from.
        place: Its index among the parts of that body.
        number: The entry's number, from 1; 0 for text that belongs to the file.
        heading: The entry's heading, or ``""``.
        text: All of it, up to the next part.
        bullet: Whether it is a bullet, which needs no blank line before the next one.
        loose: Whether it is no entry but a paragraph or bullet of a body without entries.
        last: Whether it is the last of its body.
    """

    file: str
    place: int
    number: int
    heading: str
    text: str
    bullet: bool = False
    loose: bool = False
    last: bool = False

    @property
    def content(self) -> str:
        """The text as `content` returns it."""
        return content(self.text)

    @property
    def is_open(self) -> bool:
        """Whether a code block or comment in it is not closed and takes in whatever follows."""
        # That an entry follows shows that what stands before it is closed.
        return self.last and all(e.start < len(self.text) for e in entries(self.text + _PROBE))

    def with_more(self, text: str, newline: str) -> "Part":
        """Return the part with another text at its end, a blank line apart."""
        start = apart(self.text, newline) if self.content else self.text
        return replace(self, text=start + text).alone()

    def alone(self) -> "Part":
        """Return the part without its neighbours: a blank line will stand behind it."""
        return replace(self, place=_NEW)


def content(text: str) -> str:
    """Return a text without the blank lines at its end and without its last line end.

    White space at the end of its last line stays.
    """
    bare = text.rstrip(BLANK)
    if bare == BOM:
        return ""
    end = LINE_END.search(text, len(bare))
    return text[: end.start()] if bare and end else text if bare else ""


def parts(file: str, body: str) -> tuple[Part, ...]:
    """Return the parts of a body, which concatenate to it.

    The first is what stands before any entry or section line, and may be empty; each section
    line is a part of its own. In a body without entries the paragraphs and bullets take their
    place (`units`).

    Args:
        file: The file's name.
        body: Its text without the frontmatter.
    """
    found, sections = unit_outline(body)
    starts = {entry.start: entry for entry in found}
    # What follows an entry and is none belongs to the file.
    bounds = {0, len(body), *starts, *sections, *(entry.end for entry in found)}
    stretches = [(body[a:b], starts.get(a)) for a, b in pairwise(sorted(bounds))]
    if not stretches or stretches[0][1] or 0 in sections:
        stretches.insert(0, ("", None))
    return tuple(
        Part(
            file,
            place,
            entry.number if entry else 0,
            entry.heading if entry else "",
            text,
            bullet=entry is not None and entry.kind == BULLET,
            loose=entry is not None and not entry.level,
            last=place == len(stretches) - 1,
        )
        for place, (text, entry) in enumerate(stretches)
    )


def numbered(body: Sequence[Part], numbers: Sequence[int]) -> tuple[Part, ...]:
    """Return the entries of these numbers, each once, in this order.

    Raises:
        BadValue: When there are none, or one is not there.
    """
    file = body[0].file
    if not numbers:
        raise BadValue(f"{file}: no entry was chosen")
    by_number = {part.number: part for part in body if part.number}
    for number in numbers:
        if number not in by_number:
            have = f"it has {len(by_number)}, numbered from 1" if by_number else "it has none"
            raise BadValue(f"{file}: there is no entry {number}; {have}")
    return tuple(by_number[number] for number in dict.fromkeys(numbers))


def apart(text: str, newline: str, lines: int = 2) -> str:
    """Return a text that ends with a blank line.

    Args:
        text: What stands before it.
        newline: The line end to add where the text has none at its end.
        lines: How many line ends are due: 1 for the end of the line alone.
    """
    bare = len(text.rstrip(BLANK))
    newline = _own_end(text, newline)
    ended = text if text.endswith(("\n", "\r")) else text + newline
    return ended + newline * (lines - len(LINE_END.findall(ended, bare)))


def _own_end(text: str, newline: str) -> str:
    """Return the last line end of a text, or another one where it has none."""
    ends = LINE_END.findall(text)
    return ends[-1] if ends else newline


def joined(file: str, body: Sequence[Part], newline: str) -> str:
    """Return the body that parts make.

    Parts that were neighbours before stay as they are; others stand a blank line apart, bullets
    on the next line. What is not the end of the file's own body ends with one line end.

    Args:
        file: Name of the file that the body is for.
        body: Its parts, in order.
        newline: The line end to add where a part has none.
    """
    texts: list[str] = []
    for part, following in pairwise(body):
        neighbours = part.file == following.file and part.place + 1 == following.place
        if neighbours or part.text in ("", BOM):
            texts.append(part.text)
        else:
            close = part.bullet and following.bullet
            texts.append(apart(part.text, newline, 1 if close or not part.content else 2))
    for part in body[-1:]:
        keeps_its_end = (part.last and part.file == file) or not part.content
        end = _own_end(part.text, newline)
        texts.append(part.text if keeps_its_end else apart(part.content, end, 1))
    return "".join(texts)


def with_carried(own: Sequence[Part], carried: Sequence[Part]) -> tuple[Part, ...]:
    """Return the parts of a body with others at its end.

    Paragraphs and bullets stand before the first entry, so that none takes them in. A part whose
    code block or comment is never closed stays, or becomes, the last.
    """
    if any(part.loose for part in carried) and any(p.number and not p.loose for p in own):
        return (*own[:1], *carried, *own[1:])
    ordered = sorted(carried, key=lambda part: part.is_open)
    if own[-1].number and own[-1].is_open:
        return (*own[:-1], *ordered, own[-1])
    return (*own, *ordered)


def mixed_ends(carried: Sequence[Part], newline: str) -> tuple[int, ...]:
    """Return the numbers of those parts whose lines mostly end otherwise."""
    return tuple(
        part.number
        for part in carried
        if LINE_END.search(part.text) and dominant(part.text) != newline
    )

"""A body as a sequence of pieces, its entries and the text around them, and which are the same."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Final, Literal

from memtui.core.diff import changes
from memtui.core.entries import entries
from memtui.core.merging.lines import split_lines

BLANK: Final = " \t\r\n"
"""The white space that no line needs at its end."""
_END: Final = re.compile(r"\r\n?|\n")
_SECTION: Final = re.compile(r"(?:\A|(?<=[\r\n])) {0,3}##(?!#)")
_MOST_PAIRS: Final = 10_000
"""Pairs of pieces of the same heading above which they are paired in their order."""


@dataclass(frozen=True, slots=True)
class Piece:
    """An entry, a section line with its text, or what stands before the first of them.

    Attributes:
        kind: What it is; a section line is text.
        heading: The heading as it is written; None for the first piece of a body.
        core: Its text without the white space at the end.
        tail: That white space.
    """

    kind: Literal["entry", "text"]
    heading: str | None
    core: str
    tail: str

    def lines(self, newline: str) -> list[str]:
        """Return the lines of the core, all of them with a line end.

        Args:
            newline: What ends the last line where the text itself has no line end there.
        """
        end = _END.search(self.tail)
        return split_lines(f"{self.core}{end.group() if end else newline}") if self.core else []

    def apart(self, newline: str) -> "Piece":
        """Return the piece with a blank line at its end."""
        ends = _END.findall(self.tail)
        missing = (ends[-1] if ends else newline) * (2 - len(ends))
        return replace(self, tail=self.tail + missing) if missing else self


@lru_cache(maxsize=8)
def pieces(body: str) -> tuple[Piece, ...]:
    """Return the pieces of a body, which concatenate to it.

    The first is what stands before any entry or section line, and may be empty. The last bodies
    are remembered: a merge that is tried again begins with the same one.
    """
    found: list[Piece] = []
    at = 0
    for entry in entries(body):
        found += _texts(body[at : entry.start], first=not found)
        found.append(_piece("entry", entry.heading, body[entry.start : entry.end]))
        at = entry.end
    found += _texts(body[at:], first=not found)
    return tuple(found)


def pieces_of(text: str, earlier: Sequence[Piece]) -> tuple[Piece, ...]:
    """Return the pieces of a body of which most is known: parsing is nearly all the work.

    An entry's heading ends whatever stands before it. So what is equal up to an entry is parsed
    alike, and so is what is equal from an entry on, if that is found to be one.

    Args:
        text: The body.
        earlier: The pieces of another version of it.
    """
    old = joined(earlier)
    starts = [0, *accumulate(len(piece.core) + len(piece.tail) for piece in earlier)]
    entry = [i for i, piece in enumerate(earlier) if piece.kind == "entry"]
    same = _shared(old, text)
    # Only with all of its text is a heading known to be one.
    first = max((i for i in entry if starts[i + 1] <= same), default=0)
    at = starts[first]
    same = _shared(old[:at:-1], text[:at:-1])
    last = min((i for i in entry if i > first and starts[i] >= len(old) - same), default=None)
    if last is not None:
        middle = _from_entry(text[at : starts[last + 1] + len(text) - len(old)], first)
        if middle and middle[-1] == earlier[last]:
            return (*earlier[:first], *middle, *earlier[last + 1 :])
    rest = _from_entry(text[at:], first)
    return pieces(text) if rest is None else (*earlier[:first], *rest)


def _from_entry(text: str, first: int) -> tuple[Piece, ...] | None:
    """Return the pieces of a text that follows so many others and begins with an entry.

    None when it begins with none after all: what stands below a line may make it another thing.
    """
    found = pieces(text)
    if first and found[0].core:
        return None
    return found[1:] if first else found


def _shared(one: str, other: str) -> int:
    """Return how many characters two texts share at their start."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def joined(parts: Iterable[Piece]) -> str:
    """Return the text of pieces."""
    return "".join(piece.core + piece.tail for piece in parts)


def match(old: Sequence[Piece], new: Sequence[Piece]) -> dict[int, int]:
    """Return which piece of a body is which of an earlier one.

    The same text is the same piece, also where it was moved; else the same heading is, first
    between the same neighbours. An entry with another heading is another entry; a section line
    between the same neighbours is the same with another name.

    Returns:
        Index of the old piece by index of the new one; the first pieces belong together.
    """
    old_cores, new_cores = [p.core for p in old[1:]], [p.core for p in new[1:]]
    anchors = _equal_runs(old_cores, new_cores)
    found = {0: 0} | {j + 1: i + 1 for i, j in anchors}
    free: dict[str, list[int]] = defaultdict(list)
    taken = set(found.values())
    for i, piece in enumerate(old):
        if i not in taken:
            free[piece.core].append(i)
    for j, piece in enumerate(new):
        if j not in found and free.get(piece.core):
            found[j] = free[piece.core].pop(0)
    old_at, new_at = [i + 1 for i, _ in anchors], [j + 1 for _, j in anchors]

    def beside(piece: Piece, gap: int) -> _Key:
        return piece.heading, gap

    def anywhere(piece: Piece, gap: int) -> _Key:
        del gap
        return (piece.heading,)

    def section(piece: Piece, gap: int) -> _Key:
        return ("text", gap) if piece.kind == "text" else None

    for key_of in (beside, anywhere, section):
        taken = set(found.values())
        olds = _by_key(old, taken, old_at, key_of)
        for key, news in _by_key(new, set(found), new_at, key_of).items():
            found.update(_likely(old, new, olds.get(key, []), news))
    return found


_Key = tuple[str | int | None, ...] | None


def _by_key(
    parts: Sequence[Piece],
    taken: set[int],
    anchors: Sequence[int],
    key_of: Callable[[Piece, int], _Key],
) -> dict[_Key, list[int]]:
    """Return the indexes of pieces that are not taken, by key; a gap is between two anchors."""
    found: dict[_Key, list[int]] = defaultdict(list)
    for i, piece in enumerate(parts):
        if i not in taken and (key := key_of(piece, bisect_left(anchors, i))):
            found[key].append(i)
    return found


def _equal_runs(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Return pairs of indexes of equal texts that kept their order."""
    pairs: list[tuple[int, int]] = []
    i = j = 0
    for change in changes(old, new):
        pairs += zip(range(i, change.before[0]), range(j, change.after[0]), strict=True)
        i, j = change.before[1], change.after[1]
    return pairs + list(zip(range(i, len(old)), range(j, len(new)), strict=True))


def _likely(
    old: Sequence[Piece], new: Sequence[Piece], olds: list[int], news: list[int]
) -> Iterator[tuple[int, int]]:
    """Pair pieces of one heading by how many lines they share."""
    if len(olds) == len(news) or len(olds) * len(news) > _MOST_PAIRS:
        yield from zip(news, olds, strict=False)
        return
    lines = {i: set(old[i].lines("\n")) for i in olds}
    pairs = [(-len(lines[i].intersection(new[j].lines("\n"))), j, i) for j in news for i in olds]
    paired: set[int] = set()
    left = set(olds)
    for _, j, i in sorted(pairs):
        if j not in paired and i in left:
            paired.add(j)
            left.discard(i)
            yield j, i


def _piece(kind: Literal["entry", "text"], heading: str | None, text: str) -> Piece:
    core = text.rstrip(BLANK)
    return Piece(kind, heading, core, text[len(core) :])


def _texts(text: str, *, first: bool) -> Iterator[Piece]:
    """Yield the pieces of what stands outside entries: each section line begins one."""
    starts = [match.start() for match in _SECTION.finditer(text)]
    if first:
        before = text[: starts[0]] if starts else text
        yield _piece("text", None, before)
    elif text and (not starts or starts[0]):
        # An underlined section line.
        starts.insert(0, 0)
    for start, end in pairwise([*starts, len(text)]):
        line = split_lines(text[start:end])[0]
        yield _piece("text", line.strip(f"#{BLANK}"), text[start:end])

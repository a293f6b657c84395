"""Lines changed on two sides, put together where they do not overlap.

The rules are those of diff3, as merge3 has them, with one difference: changes of neighbouring
lines do not overlap. The comparison is `diff.changes`, which stays quick where lines repeat.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from memtui.core.diff import Change, changes
from memtui.core.merging.conflicts import Choice
from memtui.core.newlines import dominant

_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")
_END: Final = re.compile(r"\r\n?|\n")

Value = TypeVar("Value")
_Lines = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of lines.

    Attributes:
        base: What both sides began with; left out where nothing is to be decided.
        mine: The draft's lines.
        theirs: The disk's lines, the same where nothing is to be decided.
    """

    base: _Lines
    mine: _Lines
    theirs: _Lines

    @property
    def settled(self) -> bool:
        """Whether there is nothing to decide."""
        return self.mine == self.theirs

    def lines(self, choice: Choice) -> _Lines:
        """Return the lines of a decision."""
        if self.settled or choice == "mine":
            return self.mine
        return self.theirs + self.mine if choice == "both" else self.theirs


def pick(base: Value, mine: Value, theirs: Value) -> Value:
    """Return the version of the side that changed something; the disk's when both did."""
    return mine if theirs == base else theirs


def split_lines(text: str) -> list[str]:
    """Return the lines of a text with their ends (LF, CR and CRLF)."""
    return _LINE.findall(text)


def text_of(regions: Iterable[Region], choice: Choice) -> str:
    """Return the text of regions, all of them decided the same way."""
    return "".join(line for region in regions for line in region.lines(choice))


def lines3(
    base: Sequence[str], mine: Sequence[str], theirs: Sequence[str], *, strict: bool = False
) -> list[Region]:
    """Return the lines of both sides put together, in order.

    Lines overlap that both sides replaced or removed, insertions at the same place, and an
    insertion between lines that the other side replaced. The same change on both sides is one,
    also where one side changed more beside it.

    Args:
        base: The lines that both sides began with.
        mine: The draft's.
        theirs: The disk's.
        strict: Whether changes that only touch overlap too.
    """
    regions: list[Region] = []
    at = mine_shift = theirs_shift = 0
    for (start, end), sides in _groups(changes(base, mine), changes(base, theirs), strict=strict):
        if start > at:
            regions.append(_settled(base[at:start]))
        mine_end, theirs_end = (
            shift + sum(_growth(change) for change in side)
            for shift, side in zip((mine_shift, theirs_shift), sides, strict=True)
        )
        ours = tuple(mine[start + mine_shift : end + mine_end])
        others = tuple(theirs[start + theirs_shift : end + theirs_end])
        if not sides[1] or ours == others:
            regions.append(_settled(ours))
        elif not sides[0]:
            regions.append(_settled(others))
        elif strict:
            regions.append(Region(tuple(base[start:end]), ours, others))
        else:
            regions += _overlap(tuple(base[start:end]), ours, others)
        at, mine_shift, theirs_shift = end, mine_end, theirs_end
    if at < len(base):
        regions.append(_settled(base[at:]))
    return regions


def alike(base: str, mine: str, theirs: str) -> tuple[str, str, str]:
    """Return the texts with the same line ends when one side turned all of them into others.

    Otherwise every line would count as changed on that side.
    """
    old, mine_end, theirs_end = _only_end(base), _only_end(mine), _only_end(theirs)
    if old and theirs_end not in ("", old) and _shares_lines(base, theirs):
        return _with_end(base, old, theirs_end), _with_end(mine, old, theirs_end), theirs
    if old and mine_end not in ("", old) and _shares_lines(base, mine):
        return _with_end(base, old, mine_end), mine, _with_end(theirs, old, mine_end)
    return base, mine, theirs


def _with_end(text: str, old: str, new: str) -> str:
    """Return a text in which lines end in another way that end in the old one."""
    return _END.sub(lambda end: new if end.group() == old else end.group(), text)


def _only_end(text: str) -> str:
    """Return the line end that all lines have, ``""`` when there are several or none."""
    end = dominant(text)
    lines = text.count("\n") + text.count("\r") - text.count("\r\n")
    here = text.count(end) if end == "\r\n" else text.count(end) - text.count("\r\n")
    return end if lines and here == lines else ""


def _shares_lines(one: str, other: str) -> bool:
    lines = {line for line in _END.split(one) if line.strip()}
    return not lines.isdisjoint(_END.split(other))


def _settled(lines: Sequence[str]) -> Region:
    return Region((), tuple(lines), tuple(lines))


def _growth(change: Change) -> int:
    return (change.after[1] - change.after[0]) - (change.before[1] - change.before[0])


_Range = tuple[int, int]
_Sides = tuple[list[Change], list[Change]]


def _groups(
    mine: Iterable[Change], theirs: Iterable[Change], *, strict: bool
) -> Iterator[tuple[_Range, _Sides]]:
    """Yield ranges of the base with the changes that overlap there, in order."""
    # At the same place an insertion comes before what is replaced.
    ordered = sorted(
        [(change.before, 0, change) for change in mine]
        + [(change.before, 1, change) for change in theirs],
        key=lambda item: item[:2],
    )
    group: tuple[_Range, _Sides] | None = None
    for before, side, change in ordered:
        if group and _overlaps(group[0], before, strict=strict):
            span, sides = group
            sides[side].append(change)
            group = (span[0], max(span[1], before[1])), sides
            continue
        if group:
            yield group
        group = before, ([], [])
        group[1][side].append(change)
    if group:
        yield group


def _overlaps(group: _Range, later: _Range, *, strict: bool) -> bool:
    """Return whether a change overlaps those before it, none of which begins later.

    An insertion beside what the other side replaced is looked at together with that: both may
    have inserted the same.
    """
    insertion = group[0] == group[1] or later[0] == later[1]
    return later[0] < group[1] or (later[0] == group[1] and (strict or insertion))


def _overlap(base: _Lines, mine: _Lines, theirs: _Lines) -> list[Region]:
    """Return what is to be decided, and what is not."""
    if not base:
        return _inserted(mine, theirs)
    if len(base) == len(mine) == len(theirs):
        each = [_one_line(*line) for line in zip(base, mine, theirs, strict=True)]
        if all(region.settled for region in each) or _similar_lines(base, mine, theirs):
            return each
    for one, other in ((mine, theirs), (theirs, mine)):
        both = _beside(base, one, other)
        if both is None and _holds(one, other, base):
            both = one
        if both is not None:
            return [_settled(both)]
    return [Region(base, mine, theirs)]


def _inserted(mine: _Lines, theirs: _Lines) -> list[Region]:
    """Return two insertions at the same place, without what both inserted."""
    shorter = min(len(mine), len(theirs))
    head = next((i for i in range(shorter) if mine[i] != theirs[i]), shorter)
    tail = next(
        (i for i in range(shorter - head) if mine[-1 - i] != theirs[-1 - i]), shorter - head
    )
    ours, others = mine[head : len(mine) - tail], theirs[head : len(theirs) - tail]
    # What is longer on one side only is an insertion of that side.
    middle = Region((), ours, others) if ours and others else _settled(ours or others)
    regions = [_settled(mine[:head]), middle, _settled(mine[len(mine) - tail :])]
    return [region for region in regions if region.mine or region.theirs]


def _beside(base: _Lines, one: _Lines, other: _Lines) -> _Lines | None:
    """Return both changes where one side only inserted before and behind, None where it did not."""
    for at in range(len(one) - len(base) + 1):
        if one[at : at + len(base)] == base:
            before, behind = one[:at], one[at + len(base) :]
            before = () if other[: len(before)] == before else before
            behind = () if other[len(other) - len(behind) :] == behind else behind
            return before + other + behind
    return None


def _holds(one: _Lines, other: _Lines, base: _Lines) -> bool:
    """Return whether one side did what the other did, and inserted more beside it."""
    for kept, more in (
        (one[: len(other)], one[len(other) :]),
        (one[len(one) - len(other) :], one[: len(one) - len(other)]),
    ):
        if other and kept == other and set(base).isdisjoint(more):
            return True
    return False


def _one_line(base: str, mine: str, theirs: str) -> Region:
    if base in (mine, theirs):
        return _settled((pick(base, mine, theirs),))
    return Region((base,), (mine,), (theirs,))


def _similar_lines(base: _Lines, mine: _Lines, theirs: _Lines) -> bool:
    lines = zip(base, mine, theirs, strict=True)
    return all(similar(old, one) and similar(old, other) for old, one, other in lines)


def similar(old: str, new: str) -> bool:
    """Return whether a line is another version of one: half of it stands at its start and end."""
    shorter = min(len(old), len(new))
    head = next((i for i in range(shorter) if old[i] != new[i]), shorter)
    tail = next((i for i in range(shorter - head) if old[-1 - i] != new[-1 - i]), shorter - head)
    return (head + tail) * 2 >= max(len(old), len(new))

"""What changed between two texts, by lines, as values."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final, Literal

Sign = Literal[" ", "-", "+"]
"""What became of a line: it stayed, it went, or it came."""

_LARGEST_GAP: Final = 1_000_000
"""Lines before times lines after between two anchors, above which no search pairs them."""


@dataclass(frozen=True, slots=True)
class Change:
    """Lines that were replaced by others.

    Attributes:
        before: Start and end of what went, as line indexes from 0, the end excluded.
        after: Start and end of what came in its place.
    """

    before: tuple[int, int]
    after: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a shown difference.

    Attributes:
        sign: What became of it.
        text: Its text without the final LF; a CR before that stays, so that a change of line
            ends can be seen.
        before: Line number in the old text, from 1; None for a line that came.
        after: Line number in the new text, from 1; None for a line that went.
    """

    sign: Sign
    text: str
    before: int | None
    after: int | None


def changes(before: Sequence[str], after: Sequence[str]) -> tuple[Change, ...]:
    """Return the places where two sequences of lines differ, in order.

    What both share at the start and at the end is skipped first. The rest is cut at lines that
    stand once in each of the two (as in a patience diff); only the gaps between those are
    compared line against line. So a change of one line costs no more than reading the texts.

    Args:
        before: The old lines.
        after: The new lines.
    """
    head = _shared(before, after)
    rest_before, rest_after = before[head:], after[head:]
    tail = _shared(rest_before[::-1], rest_after[::-1])
    end_before, end_after = len(before) - tail, len(after) - tail
    found: list[Change] = []
    at_before, at_after = head, head
    for i, j in _anchors(before, after, (head, end_before), (head, end_after)):
        found += _gap(before, after, (at_before, i), (at_after, j))
        at_before, at_after = i + 1, j + 1
    found += _gap(before, after, (at_before, end_before), (at_after, end_after))
    return tuple(_joined(found))


def diff(before: str, after: str, context: int = 2) -> tuple[tuple[Line, ...], ...]:
    """Return the hunks of a difference, each with unchanged lines around it; () when equal.

    Args:
        before: The old text.
        after: The new text.
        context: How many unchanged lines to show before and after each change.
    """
    if before == after:
        return ()
    old, new = before.split("\n"), after.split("\n")
    hunks: list[tuple[Line, ...]] = []
    group: list[Change] = []
    for change in changes(old, new):
        if group and change.before[0] - group[-1].before[1] > 2 * context:
            hunks.append(_hunk(old, new, group, context))
            group = []
        group.append(change)
    hunks.append(_hunk(old, new, group, context))
    return tuple(hunks)


def moved(line: int, changed: Iterable[Change]) -> int:
    """Return where a line of the old text stands in the new one.

    A line that went is taken to where its replacement stands.

    Args:
        line: Index from 0 in the old text.
        changed: What `changes` returned.
    """
    shift = 0
    for change in changed:
        start, end = change.before
        if line < start:
            break
        first, last = change.after
        if line < end:
            return min(first + line - start, max(first, last - 1))
        shift = last - end
    return line + shift


def _shared(before: Sequence[str], after: Sequence[str]) -> int:
    """Return how many lines are equal from the start."""
    shorter = min(len(before), len(after))
    if before[:shorter] == after[:shorter]:
        return shorter
    return next(i for i in range(shorter) if before[i] != after[i])


def _anchors(
    before: Sequence[str], after: Sequence[str], old: tuple[int, int], new: tuple[int, int]
) -> list[tuple[int, int]]:
    """Return pairs of lines that stand once in each range and keep their order."""
    old_counts = Counter(before[slice(*old)])
    new_counts = Counter(after[slice(*new)])
    place = {after[j]: j for j in range(*new) if new_counts[after[j]] == 1}
    pairs = [
        (i, place[before[i]])
        for i in range(*old)
        if before[i] in place and old_counts[before[i]] == 1
    ]
    return _rising(pairs)


def _rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest run of pairs, ordered by their first, whose second rises too."""
    tops: list[int] = []
    top_index: list[int] = []
    previous: list[int] = []
    for index, (_, j) in enumerate(pairs):
        length = bisect_left(tops, j)
        previous.append(top_index[length - 1] if length else -1)
        tops[length : length + 1] = [j]
        top_index[length : length + 1] = [index]
    run: list[tuple[int, int]] = []
    index = top_index[-1] if top_index else -1
    while index >= 0:
        run.append(pairs[index])
        index = previous[index]
    return run[::-1]


def _gap(
    before: Sequence[str], after: Sequence[str], old: tuple[int, int], new: tuple[int, int]
) -> Iterator[Change]:
    """Compare what stands between two anchors."""
    old_count, new_count = old[1] - old[0], new[1] - new[0]
    if not old_count and not new_count:
        return
    if not old_count or not new_count:
        yield Change(old, new)
        return
    if old_count * new_count > _LARGEST_GAP:
        yield from _side_by_side(before, after, old, new)
        return
    matcher = SequenceMatcher(None, before[slice(*old)], after[slice(*new)], autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag != "equal":
            yield Change((old[0] + i1, old[0] + i2), (new[0] + j1, new[0] + j2))


def _side_by_side(
    before: Sequence[str], after: Sequence[str], old: tuple[int, int], new: tuple[int, int]
) -> Iterator[Change]:
    """Compare a gap that is too large for a search: line by line, else it is all replaced."""
    if old[1] - old[0] != new[1] - new[0]:
        yield Change(old, new)
        return
    for i, j in zip(range(*old), range(*new), strict=True):
        if before[i] != after[j]:
            yield Change((i, i + 1), (j, j + 1))


def _joined(found: Iterable[Change]) -> Iterator[Change]:
    """Make one change of those that touch."""
    last: Change | None = None
    for change in found:
        if last and last.before[1] == change.before[0] and last.after[1] == change.after[0]:
            last = Change((last.before[0], change.before[1]), (last.after[0], change.after[1]))
            continue
        if last:
            yield last
        last = change
    if last:
        yield last


def _hunk(
    old: Sequence[str], new: Sequence[str], group: Sequence[Change], context: int
) -> tuple[Line, ...]:
    """Return the lines of neighbouring changes, with what stands around and between them."""
    lines: list[Line] = []
    at = max(0, group[0].before[0] - context)
    shift = group[0].after[0] - group[0].before[0]
    for change in group:
        lines += _same(old, range(at, change.before[0]), shift)
        lines += [Line("-", old[i], i + 1, None) for i in range(*change.before)]
        lines += [Line("+", new[j], None, j + 1) for j in range(*change.after)]
        at, shift = change.before[1], change.after[1] - change.before[1]
    lines += _same(old, range(at, min(len(old), at + context)), shift)
    return tuple(lines)


def _same(old: Sequence[str], rows: Iterable[int], shift: int) -> list[Line]:
    return [Line(" ", old[i], i + 1, i + shift + 1) for i in rows]

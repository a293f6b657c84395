"""Bodies changed on two sides, put together by entries, and within entries by lines."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from memtui.core.merging.conflicts import Choice, Choose, Conflict
from memtui.core.merging.lines import Region, alike, lines3, pick, split_lines, text_of
from memtui.core.merging.pieces import BLANK, Piece, joined, match, pieces, pieces_of
from memtui.core.newlines import dominant

_MOVED: Final = "both sides moved entries: they stand in the order of the disk"
_HIDDEN: Final = "a code block or comment that is not closed hides the entries below it"


@dataclass(frozen=True, slots=True)
class _Slot:
    """A piece of the merged body: its index in each of the three, None where it is missing."""

    base: int | None = None
    mine: int | None = None
    theirs: int | None = None


@dataclass(frozen=True, slots=True)
class _Trio:
    """One piece in the three bodies, None where it is missing."""

    base: Piece | None
    mine: Piece | None
    theirs: Piece | None


@dataclass(frozen=True, slots=True)
class _Bodies:
    """The pieces of the three bodies, and what ends a line that has no line end of its own."""

    base: tuple[Piece, ...]
    mine: tuple[Piece, ...]
    theirs: tuple[Piece, ...]
    newline: str

    def trio(self, slot: _Slot) -> _Trio:
        """Return the piece of a slot in each body."""
        return _Trio(
            None if slot.base is None else self.base[slot.base],
            None if slot.mine is None else self.mine[slot.mine],
            None if slot.theirs is None else self.theirs[slot.theirs],
        )


def merge_body(base: str, mine: str, theirs: str, choose: Choose) -> tuple[str, tuple[str, ...]]:
    """Return the body that holds what both sides changed.

    Entries that one side added stay (the same one on both sides once); what one side edited or
    deleted and the other left alone is as that side left it. An entry that both edited is merged
    by lines. New entries follow the piece that they followed; at the same place the disk's come
    first. What one side moved stands where that side put it.

    Args:
        base: What both sides began with.
        mine: The draft's.
        theirs: The disk's.
        choose: Decides where both changed the same lines, or one deleted what the other edited.

    Returns:
        The body, and one line for each thing that a person should know.
    """
    if mine in (base, theirs):
        return theirs, ()
    if theirs == base:
        return mine, ()
    base, mine, theirs = alike(base, mine, theirs)
    old, newline = pieces(base), dominant(theirs or mine)
    bodies = _Bodies(old, pieces_of(mine, old), pieces_of(theirs, old), newline)
    slots = _slots(bodies)
    order, notes = _order(bodies, slots)
    if not notes and (text := _by_lines(bodies, slots, (base, mine, theirs))):
        return text, ()
    merged = [
        (slots[place], piece)
        for place in order
        for piece in _settled(bodies.trio(slots[place]), newline, choose)
    ]
    text = joined(_spaced(bodies, merged))
    shown = Counter(piece.heading for piece in pieces_of(text, bodies.theirs))
    if Counter(piece.heading for _, piece in merged if piece.kind == "entry") - shown:
        notes = (*notes, _HIDDEN)
    return text, notes


def edit3(base: Piece, mine: Piece, theirs: Piece, newline: str) -> list[Region]:
    """Return the lines of a piece that both sides may have edited, its tail left out."""
    return lines3(base.lines(newline), mine.lines(newline), theirs.lines(newline))


def _slots(bodies: _Bodies) -> list[_Slot]:
    """Return the slots of all pieces, those of the base first and in its order."""
    of_mine, of_theirs = match(bodies.base, bodies.mine), match(bodies.base, bodies.theirs)
    in_mine = {i: j for j, i in of_mine.items()}
    in_theirs = {i: k for k, i in of_theirs.items()}
    slots = [_Slot(i, in_mine.get(i), in_theirs.get(i)) for i in range(len(bodies.base))]
    added: dict[str, list[int]] = defaultdict(list)
    for k, piece in enumerate(bodies.theirs):
        if k not in of_theirs:
            added[piece.core].append(len(slots))
            slots.append(_Slot(theirs=k))
    for j, piece in enumerate(bodies.mine):
        if j in of_mine:
            continue
        if added.get(piece.core):
            place = added[piece.core].pop(0)
            slots[place] = replace(slots[place], mine=j)
        else:
            slots.append(_Slot(mine=j))
    return slots


def _order(bodies: _Bodies, slots: Sequence[_Slot]) -> tuple[list[int], tuple[str, ...]]:
    """Return all slots in the order of the merged body, as indexes, and what to say about it."""
    known = len(bodies.base)
    mine = sorted(
        (i for i, slot in enumerate(slots) if slot.mine is not None),
        key=lambda i: slots[i].mine or 0,
    )
    theirs = sorted(
        (i for i, slot in enumerate(slots) if slot.theirs is not None),
        key=lambda i: slots[i].theirs or 0,
    )
    mine_moved, theirs_moved = _moved(mine, known), _moved(theirs, known)
    if mine_moved and not theirs_moved:
        return woven(mine, theirs), ()
    both = mine_moved and _kept(mine, set(theirs)) != _kept(theirs, set(mine))
    return woven(theirs, mine, frozenset(theirs).difference(mine)), (_MOVED,) if both else ()


def _moved(places: Sequence[int], known: int) -> bool:
    old = [place for place in places if place < known]
    return old != sorted(old)


def _kept(places: Sequence[int], others: set[int]) -> list[int]:
    return [place for place in places if place in others]


def woven(
    first: Sequence[int], second: Sequence[int], before: frozenset[int] = frozenset()
) -> list[int]:
    """Return one sequence with what only another has put behind what precedes it there.

    Args:
        first: Keeps its order; begins with what the other begins with.
        second: What only it has is put in.
        before: Those of the first that stand before what is put in at the same place.
    """
    known = set(first)
    runs: dict[int, list[int]] = defaultdict(list)
    anchor = second[0]
    for place in second:
        if place in known:
            anchor = place
        else:
            runs[anchor].append(place)
    result: list[int] = []
    waiting: list[int] = []
    for place in first:
        if place not in before:
            result += waiting
            waiting = []
        result.append(place)
        waiting = waiting + runs[place]
    return result + waiting


def _by_lines(bodies: _Bodies, slots: Sequence[_Slot], texts: tuple[str, str, str]) -> str:
    """Return the merge by lines alone, where pieces overlap that lines do not; else nothing.

    That is so where one side put a heading into an entry, or took one away, and the other side
    edited the entry.
    """
    trios = [bodies.trio(slot) for slot in slots]
    if any(map(_torn, trios)):
        return ""
    if not any(_overlaps(trio, bodies.newline) for trio in trios):
        return ""
    regions = lines3(*map(split_lines, texts), strict=True)
    return text_of(regions, "mine") if all(region.settled for region in regions) else ""


def _overlaps(trio: _Trio, newline: str) -> bool:
    """Return whether both sides edited the same lines of a piece."""
    base, mine, theirs = trio.base, trio.mine, trio.theirs
    if not base or not mine or not theirs or base.core in (mine.core, theirs.core):
        return False
    return not all(region.settled for region in edit3(base, mine, theirs, newline))


def _torn(trio: _Trio) -> bool:
    """Return whether one side deleted what the other edited."""
    left = trio.mine or trio.theirs
    if trio.base is None or left is None or (trio.mine and trio.theirs):
        return False
    return left.core != trio.base.core


def _settled(trio: _Trio, newline: str, choose: Choose) -> Iterator[Piece]:
    """Yield what becomes of a piece: nothing, one piece, or both versions of it."""
    base, mine, theirs = trio.base, trio.mine, trio.theirs
    if base is None:
        yield from (piece for piece in (theirs or mine,) if piece)
    elif _torn(trio):
        versions = {"mine": mine, "theirs": theirs, "both": mine or theirs}
        cores = (piece.core if piece else "" for piece in (mine, theirs))
        piece = versions[choose(_conflict(base, *cores))]
        if piece:
            yield piece
    elif mine and theirs:
        tail = pick(base.tail, mine.tail, theirs.tail)
        if base.core in (mine.core, theirs.core):
            yield replace(mine if base.core == theirs.core else theirs, tail=tail)
            return
        regions = edit3(base, mine, theirs, newline)
        one, other = (text_of(regions, side).rstrip(BLANK) for side in ("mine", "theirs"))
        if one == other:
            yield replace(theirs, core=one, tail=tail)
            return
        choice = choose(_conflict(base, one, other))
        if choice != "both":
            yield replace(mine, core=one if choice == "mine" else other, tail=tail)
        elif regions[0].settled or base.kind == "text":
            yield replace(theirs, core=text_of(regions, "both").rstrip(BLANK), tail=tail)
        else:
            yield replace(theirs, core=other, tail=tail)
            yield replace(mine, core=one, tail=tail)


def _conflict(base: Piece, mine: str, theirs: str) -> Conflict:
    choices: tuple[Choice, ...] = ("mine", "theirs", "both")
    return Conflict(base.kind, base.heading or "", base.core, mine, theirs, choices)


def _spaced(bodies: _Bodies, merged: Sequence[tuple[_Slot, Piece]]) -> Iterator[Piece]:
    """Yield the pieces, those that became neighbours a blank line apart."""
    for (slot, piece), (following, _) in pairwise(merged):
        # One side may have emptied the piece, and with it taken the line end that it now needs.
        neighbours = piece.tail and any(
            here is not None and there == here + 1 and parts[here].tail == piece.tail
            for here, there, parts in (
                (slot.mine, following.mine, bodies.mine),
                (slot.theirs, following.theirs, bodies.theirs),
            )
        )
        yield piece if neighbours or not piece.core else piece.apart(bodies.newline)
    for slot, piece in merged[-1:]:
        yield replace(piece, tail=_end(bodies, slot, piece))


def _end(bodies: _Bodies, slot: _Slot, piece: Piece) -> str:
    """Return the white space at the end of the merged body."""
    ends_mine = slot.mine == len(bodies.mine) - 1
    ends_theirs = slot.theirs == len(bodies.theirs) - 1
    if ends_mine and ends_theirs:
        return piece.tail
    if ends_mine or ends_theirs:
        return (bodies.mine if ends_mine else bodies.theirs)[-1].tail
    base, mine, theirs = (parts[-1] for parts in (bodies.base, bodies.mine, bodies.theirs))
    ends = [last.tail for last in (mine, theirs) if last.core] or [piece.tail]
    return pick(base.tail, ends[0], ends[-1])

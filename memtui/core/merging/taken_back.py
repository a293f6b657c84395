"""What another program's stale write took back of a save.

An agent that read a file before memtui saved it, and writes it afterwards, puts the old text back
without knowing.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from memtui.core import automaker, frontmatter
from memtui.core.merging.body import edit3
from memtui.core.merging.conflicts import Choice, Conflict
from memtui.core.merging.head import merge_layout, split_head, with_values
from memtui.core.merging.lines import Region, similar
from memtui.core.merging.offers import TakenBack
from memtui.core.merging.pieces import BLANK, Piece, match, pieces, pieces_of
from memtui.core.merging.rewritten import gone, named, undo_rewrite
from memtui.core.metadata import COUNTERS, KEYS, Value
from memtui.core.newlines import dominant
from memtui.core.patch.values import spell_number

_COUNTS: Final = frozenset(f"usageStats.{name}" for name in COUNTERS)
_MARKUP: Final = f"{BLANK}#*->"
"""What many lines begin with that are no versions of each other."""
_FIRST: Final = ("",)
"""Where a text belongs that nothing precedes: behind the empty piece at a body's start."""


def taken_back(saved_before: str, saved: str, disk: str) -> tuple[TakenBack, ...]:
    """Return what a save changed and another program's write set back.

    Counts that the write lost cannot be told from loads that never were, except where a counter
    is below what was saved. What Automaker's rewrite of the older text erased is among the
    things that are gone.

    Args:
        saved_before: The file as it was before the save.
        saved: The file as memtui saved it.
        disk: The file as it stands.
    """
    if saved in (saved_before, disk):
        return ()
    before, after = split_head(saved_before), split_head(saved)
    if undo_rewrite(saved, disk) is not None:
        # The block comes from the saved one; `erased` says what a rewrite of it lost.
        heads = _Heads(before[0], after[0], split_head(disk)[0], split_head(disk)[0])
        found = [item for item in _fields(heads) if item.what in _COUNTS]
        return (*found, *_pieces(before[1], after[1], split_head(disk)[1]))
    undone = undo_rewrite(saved_before, disk)
    now = disk if undone is None else undone
    head, body = split_head(now)
    old_head, old_body = split_head(disk)
    found = []
    bad = any(frontmatter.read(version).bad for version in (before[0], after[0], head))
    if before[0] != after[0] and (bad or not after[0] or not head):
        # There is no saying what the two have in common: all of it or nothing.
        if _only_counted(before[0], head):
            found.append(TakenBack("frontmatter", "", old_head, after[0]))
    elif not bad:
        heads = _Heads(before[0], after[0], head, old_head)
        found += _layout(heads)
        found += _fields(heads)
    if body != old_body:
        found += _swallowed(old_body, body)
    return (*found, *_pieces(before[1], after[1], body))


def _only_counted(before: str, head: str) -> bool:
    """Return whether two blocks are the same but for the counters."""
    stats = frontmatter.read(head).metadata.usage_stats
    held = frontmatter.read(before).metadata
    return with_values(before, replace(held, usage_stats=stats)) == head


@dataclass(frozen=True, slots=True)
class _Heads:
    """A block before the save, as saved, on the disk with a rewrite undone, and on the disk."""

    before: str
    saved: str
    now: str
    disk: str

    @property
    def layouts(self) -> tuple[str, ...]:
        """What `offer` makes a block of."""
        return self.before, self.saved, self.now


def _layout(heads: _Heads) -> Iterator[TakenBack]:
    """Yield what the block lost besides the values that the save changed."""
    asked: list[Conflict] = []

    def noted(conflict: Conflict) -> Choice:
        asked.append(conflict)
        return "theirs"

    held = frontmatter.read(heads.now).metadata
    head = merge_layout(heads.before, heads.saved, heads.now, held, noted)
    what = named(gone(head, heads.disk))
    if what and not asked:
        yield TakenBack("frontmatter", ", ".join(what), heads.disk, head, layouts=heads.layouts)


def _fields(heads: _Heads) -> Iterator[TakenBack]:
    before, after, there, real = (
        frontmatter.read(head).metadata
        for head in (heads.before, heads.saved, heads.now, heads.disk)
    )
    misread = automaker.read(heads.before)[0]
    for key in KEYS:
        old, new, here, shown = (m.value(key) for m in (before, after, there, real))
        value: Value | None = None
        if old == new or here == new:
            continue
        if isinstance(old, tuple) and isinstance(new, tuple) and isinstance(here, tuple):
            value = _list_again(old, new, here)
        elif key in _COUNTS and isinstance(old, int) and isinstance(new, int):
            value = _count_again(old, new, shown)
        elif here in (old, misread.value(key)):
            value = new
        if value is not None:
            yield TakenBack(
                "field", key, _shown(shown), _shown(value), value, layouts=heads.layouts
            )


def _list_again(
    old: tuple[str, ...], new: tuple[str, ...], here: tuple[str, ...]
) -> tuple[str, ...] | None:
    """Return a list with what was added and without what was removed, if all that is undone."""
    added = [item for item in new if item not in old]
    removed = [item for item in old if item not in new]
    if not added and not removed:
        return new if here == old else None
    if any(item in here for item in added) or any(item not in here for item in removed):
        return None
    return (*(item for item in here if item not in removed), *added)


def _count_again(old: int, new: int, here: Value) -> int | None:
    """Return what a counter that was set would be; by itself a counter only grows."""
    if not isinstance(here, int):
        return None
    undone = old <= here < new or new < old <= here
    return max(0, here + new - old) if undone else None


def _shown(value: Value) -> str:
    if isinstance(value, tuple):
        return ", ".join(value)
    return value if isinstance(value, str) else spell_number(value)


def _swallowed(disk: str, undone: str) -> Iterator[TakenBack]:
    """Yield what a rewrite made of the body: text taken for a block, or a block for text."""
    here, whole = pieces(disk), pieces(undone)
    known = match(here, whole)
    for j, piece in enumerate(whole):
        old = here[known[j]].core if j in known else ""
        if piece.core != old:
            near = (*(other.core for other in whole[:j][::-1]), *_FIRST)
            yield TakenBack(piece.kind, piece.heading or "", old, piece.core, near=near)
    for k in set(range(len(here))) - set(known.values()):
        yield TakenBack(here[k].kind, here[k].heading or "", here[k].core, "")


def _pieces(before: str, saved: str, now: str) -> Iterator[TakenBack]:
    """Yield what of a body was taken back: order, additions, edits, deletions."""
    old = pieces(before)
    new, here = pieces_of(saved, old), pieces_of(now, old)
    new_of, here_of = _inverse(match(old, new)), _inverse(match(old, here))
    yield from _order(old, here, new_of, here_of)
    yield from _additions(new, here, new_of, here_of)
    left = Counter(piece.core for piece in here)
    for i, piece in enumerate(old):
        k = here_of.get(i)
        if k is None:
            continue
        if i not in new_of:
            if here[k].core == piece.core:
                yield TakenBack(piece.kind, piece.heading or "", piece.core, "")
            continue
        wanted = new[new_of[i]]
        if wanted.core == piece.core or left[wanted.core]:
            continue
        regions = edit3(piece, wanted, here[k], dominant(now))
        core = "".join(line for region in regions for line in _again(region)).rstrip(BLANK)
        if core != here[k].core:
            near = () if here[k].core else _FIRST
            yield TakenBack(piece.kind, piece.heading or "", here[k].core, core, near=near)


def _again(region: Region) -> Iterator[str]:
    """Yield the lines of the disk with what was inserted there and is gone."""
    yield from region.theirs
    # Lines that the other side changed too do not stand as they did.
    if not region.settled and not region.base:
        others = [line.strip(_MARKUP) for line in region.theirs]
        for line in region.mine:
            words = line.strip(_MARKUP)
            # What the other side edited or went on with is not gone.
            if not any(words in other or similar(words, other) for other in others):
                yield line


def _order(
    old: Sequence[Piece], here: Sequence[Piece], new_of: dict[int, int], here_of: dict[int, int]
) -> Iterator[TakenBack]:
    common = [i for i in range(len(old)) if i in new_of and i in here_of]
    wanted = sorted(common, key=lambda i: new_of[i])
    if wanted != common == sorted(common, key=lambda i: here_of[i]):
        now, saved = (
            "\n".join(old[i].heading or "" for i in order[1:]) for order in (common, wanted)
        )
        near = tuple(here[here_of[i]].core for i in wanted)
        yield TakenBack("order", "", now, saved, near=near)


def _additions(
    new: Sequence[Piece], here: Sequence[Piece], new_of: dict[int, int], here_of: dict[int, int]
) -> Iterator[TakenBack]:
    old_of, known = _inverse(new_of), set(here_of.values())
    later = [piece for k, piece in enumerate(here) if k not in known]
    cores = Counter(piece.core for piece in later)
    headings = {piece.heading for piece in later}
    near: tuple[str, ...] = ()
    for j, piece in enumerate(new):
        if j in old_of:
            k = here_of.get(old_of[j])
            if k is None:
                continue
            # What the other side added at the same place comes first.
            while k + 1 < len(here) and k + 1 not in known:
                k += 1
            near = (here[k].core,)
        elif cores[piece.core]:
            cores[piece.core] -= 1
        elif piece.heading not in headings:
            yield TakenBack(piece.kind, piece.heading or "", "", piece.core, near=near)
            near = (piece.core, *near)


def _inverse(places: dict[int, int]) -> dict[int, int]:
    return {value: key for key, value in places.items()}

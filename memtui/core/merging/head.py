"""Frontmatter changed on two sides: values by field, everything around them by lines."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import product
from typing import Final, TypeVar

from memtui.core import frontmatter, patch
from memtui.core.merging.conflicts import Choice, Choose, Conflict
from memtui.core.merging.extras import extras
from memtui.core.merging.lines import Region, alike, lines3, pick, split_lines
from memtui.core.metadata import KEYS, Metadata, UsageStats
from memtui.core.newlines import dominant
from memtui.core.patch.values import spell_number
from memtui.errors import BadValue, CannotPatch

_MOST: Final = 5
"""Stretches to be decided, above which not every combination is tried."""

One = TypeVar("One", str, float)


def split_head(text: str) -> tuple[str, str]:
    """Return a text's block with its two ``---`` lines (``""`` without one) and its body."""
    body = frontmatter.split(text).body
    return text[: len(text) - len(body)], body


def glued(head: str, body: str) -> str:
    """Return a text of a block and a body; the block's last line may be without a line end."""
    if head and body and not head.endswith(("\r", "\n")):
        return f"{head}{dominant(head)}{body}"
    return head + body


def merge_head(base: str, mine: str, theirs: str, choose: Choose) -> str:
    """Return the block that holds what both sides changed, its two ``---`` lines included.

    Each value is merged by itself (`merge_values`). All three blocks get these values, each in
    its own layout, so that they differ in comments, unknown keys and layout only; these are
    merged by lines. What comes out is read again before it is accepted.

    Args:
        base: What both sides began with; ``""`` where there was no block.
        mine: The draft's.
        theirs: The disk's.
        choose: Decides what both changed.
    """
    if mine in (base, theirs):
        return theirs
    if theirs == base:
        return mine
    base, mine, theirs = alike(base, mine, theirs)
    readings = [frontmatter.read(head) for head in (base, mine, theirs)]
    if base and not (mine and theirs):
        return _without(base, mine, theirs, choose)
    if any(reading.bad for reading in readings):
        return _by_lines(base, mine, theirs, choose)
    old, here, there = (reading.metadata for reading in readings)
    wanted = merge_values(old, here, there, choose)
    return merge_layout(base, mine, theirs, wanted, choose)


def merge_layout(base: str, mine: str, theirs: str, wanted: Metadata, choose: Choose) -> str:
    """Return the block whose comments, unknown keys and layout are those that a side changed.

    Args:
        base: What both sides began with; ``""`` where there was no block.
        mine: The draft's, which YAML can read.
        theirs: The disk's, which YAML can read.
        wanted: The values that the block is to have.
        choose: Decides what both changed.
    """
    old = with_values(base, wanted) if base else patch.plain_block(wanted, dominant(theirs))
    mine, theirs = with_values(mine, wanted), with_values(theirs, wanted)
    regions = lines3(*map(split_lines, (old, mine, theirs)))
    sound = {
        picks: extras(text)
        for picks in _combinations([region for region in regions if not region.settled])
        if _reads(text := _text(regions, picks), wanted)
    }
    expected = _extras3(old, mine, theirs)
    for picks, held in sound.items():
        if held == expected:
            return _text(regions, picks)
    if len(sound) > 1:
        return _text(regions, _decided(regions, list(sound), choose))
    for picks, held in sound.items():
        # Nobody is asked, so nothing goes that a side put in; a reordered block may miss it.
        head = _with_lines(_text(regions, picks), expected - held)
        if _reads(head, wanted):
            return head
    # No mixture of lines says what is wanted: one layout must do.
    for head in (mine, theirs):
        if _reads(head, wanted) and extras(head) == expected:
            return head
    choice = choose(Conflict("frontmatter", "", base, mine, theirs))
    return theirs if choice == "theirs" else mine


def merge_values(base: Metadata, mine: Metadata, theirs: Metadata, choose: Choose) -> Metadata:
    """Return the values that both sides changed, field by field.

    Lists are merged by items, in the order of the disk, then of the draft; what either side
    removed is gone. Counters are `counted`.
    """
    return Metadata(
        tags=_items(base.tags, mine.tags, theirs.tags),
        relevant_to=_items(base.relevant_to, mine.relevant_to, theirs.relevant_to),
        summary=_one("summary", (base.summary, mine.summary, theirs.summary), choose),
        importance=_one(
            "importance", (base.importance, mine.importance, theirs.importance), choose
        ),
        related_files=_items(base.related_files, mine.related_files, theirs.related_files),
        usage_stats=counted(base, mine, theirs),
    )


def counted(base: Metadata, mine: Metadata, theirs: Metadata) -> UsageStats:
    """Return the counters: the disk's and what the draft added to the base's, never below 0."""
    before, here, there = base.usage_stats, mine.usage_stats, theirs.usage_stats
    return UsageStats(
        max(0, there.loaded + here.loaded - before.loaded),
        max(0, there.referenced + here.referenced - before.referenced),
        max(0, there.successful_features + here.successful_features - before.successful_features),
    )


def with_values(head: str, wanted: Metadata) -> str:
    """Return a block with other values; a value that its shape cannot take stays as it is."""
    held = frontmatter.read(head).metadata
    for key in KEYS:
        if held.value(key) != wanted.value(key):
            # What could not be written is seen when the result is read again.
            with suppress(CannotPatch, BadValue):
                head = patch.replace(head, key, wanted.value(key))
    return head


def _items(
    base: tuple[str, ...], mine: tuple[str, ...], theirs: tuple[str, ...]
) -> tuple[str, ...]:
    if mine in (base, theirs):
        return theirs
    if theirs == base:
        return mine
    kept = [item for item in theirs if item in mine or item not in base]
    added = [item for item in mine if item not in base and item not in theirs]
    return (*kept, *dict.fromkeys(added))


def _one(key: str, versions: tuple[One, One, One], choose: Choose) -> One:
    base, mine, theirs = versions
    if mine in (base, theirs):
        return theirs
    if theirs == base:
        return mine
    old, here, there = (v if isinstance(v, str) else spell_number(v) for v in versions)
    return theirs if choose(Conflict("field", key, old, here, there)) == "theirs" else mine


def _reads(head: str, wanted: Metadata) -> bool:
    reading = frontmatter.read(head)
    return reading.bad is None and reading.metadata == wanted and not reading.body


def _without(base: str, mine: str, theirs: str, choose: Choose) -> str:
    """Return what becomes of a block that one side removed and the other changed."""
    old, left = frontmatter.read(base).metadata, mine or theirs
    counting = replace(old, usage_stats=frontmatter.read(left).metadata.usage_stats)
    if with_values(base, counting) == left:
        return ""
    choice = choose(Conflict("frontmatter", "", base, mine, theirs))
    return theirs if choice == "theirs" else mine


def _by_lines(base: str, mine: str, theirs: str, choose: Choose) -> str:
    """Return blocks merged as mere text, as YAML cannot read all of them."""
    regions = lines3(*map(split_lines, (base, mine, theirs)))
    picks = [choose(_conflict(region)) for region in regions if not region.settled]
    return _text(regions, picks)


def _extras3(base: str, mine: str, theirs: str) -> Counter[str]:
    """Return the comments and unknown keys that neither side removed, and what each added."""
    old, here, there = extras(base), extras(mine), extras(theirs)
    return +Counter(
        {extra: pick(old[extra], here[extra], there[extra]) for extra in old | here | there}
    )


def _with_lines(head: str, missing: Counter[str]) -> str:
    """Return a block with comments and unknown keys at its end."""
    parts, newline = frontmatter.split(head), dominant(head)
    lines = "".join(f"{extra}{newline}" for extra in missing.elements())
    return f"{parts.opening}{parts.block}{lines}{parts.closing}{parts.body}"


_Picks = tuple[Choice, ...]


def _combinations(regions: Sequence[Region]) -> Iterator[_Picks]:
    """Yield the ways to decide stretches, the preferred ones first.

    What both sides inserted at the same place can stay side by side.
    """
    either: _Picks = ("mine", "theirs")
    if len(regions) <= _MOST:
        yield from product(*(either if region.base else ("both", *either) for region in regions))
    else:
        yield from (len(regions) * (choice,) for choice in either)


def _decided(regions: Sequence[Region], sound: list[_Picks], choose: Choose) -> _Picks:
    """Ask for each stretch where more than one decision gives a sound block."""
    for place, region in enumerate(region for region in regions if not region.settled):
        possible = {picks[place] for picks in sound}
        if possible >= {"mine", "theirs"}:
            both: tuple[Choice, ...] = ("both",) if "both" in possible else ()
            conflict = _conflict(region)
            choice = choose(replace(conflict, choices=conflict.choices + both))
            sound = [picks for picks in sound if picks[place] == choice] or sound
    return sound[0]


def _conflict(region: Region) -> Conflict:
    base, mine, theirs = ("".join(lines) for lines in (region.base, region.mine, region.theirs))
    return Conflict("frontmatter", "", base, mine, theirs)


def _text(regions: Sequence[Region], picks: Sequence[Choice]) -> str:
    """Return the text of regions, those to be decided taken as they were picked."""
    left = iter(picks)
    return "".join(
        line
        for region in regions
        for line in (region.mine if region.settled else region.lines(next(left)))
    )

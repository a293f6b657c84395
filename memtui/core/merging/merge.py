"""A file changed on two sides, put together: counters, fields, entries, lines."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from memtui.core import frontmatter, patch
from memtui.core.frontmatter import BOM
from memtui.core.merging.body import merge_body
from memtui.core.merging.conflicts import Choice, Choose, Conflict, keep_mine
from memtui.core.merging.head import counted, glued, merge_head, split_head
from memtui.core.merging.lines import pick
from memtui.core.merging.rewritten import Item, gone, named, undo_rewrite
from memtui.core.metadata import COUNTERS
from memtui.errors import CannotPatch

_NOTHING = f"{BOM} \t\r\n"


@dataclass(frozen=True, slots=True)
class Merge:
    """What became of a draft whose file was changed by somebody else.

    Attributes:
        text: The merged text; where there are conflicts it has the draft's version.
        conflicts: What both sides changed, each in its own way.
        notes: One line each for a person: what happened that the text does not show.
        base: The text that both sides began with.
        draft: The unsaved text.
        disk: The file as the other side left it.
    """

    text: str
    conflicts: tuple[Conflict, ...] = ()
    notes: tuple[str, ...] = ()
    base: str = field(default="", repr=False)
    draft: str = field(default="", repr=False)
    disk: str = field(default="", repr=False)


def merge(base: str, draft: str, disk: str) -> Merge:
    """Return a draft with what was changed on the disk since it was begun.

    Counters add up. Fields are merged one by one, lists by items, comments, unknown keys and
    layout by lines; the body by entries and within them by lines. Where the other side did no
    more to the block than Automaker's rewrite does, the draft keeps what that erased.

    Args:
        base: The text from which the draft was made.
        draft: The unsaved text.
        disk: The file as it stands. One that was emptied is a conflict as a whole.
    """
    conflicts: list[Conflict] = []

    def noted(conflict: Conflict) -> Choice:
        conflicts.append(conflict)
        return keep_mine(conflict)

    text, notes = _merged(base, draft, disk, noted)
    return Merge(text, tuple(conflicts), notes, base, draft, disk)


def resolve(merge: Merge, choices: Sequence[Choice]) -> str:
    """Return the merged text with its conflicts decided.

    Args:
        merge: What `merge` returned.
        choices: One for each of its conflicts, in their order.

    Raises:
        ValueError: There are not as many choices as conflicts, or one is none of the conflict's.
    """
    decided: dict[Conflict, list[Choice]] = {}
    for conflict, choice in zip(merge.conflicts, choices, strict=True):
        if choice not in conflict.choices:
            raise ValueError(f"{conflict.what}: “{choice}” is none of {conflict.choices}")
        decided.setdefault(conflict, []).append(choice)

    def chosen(conflict: Conflict) -> Choice:
        # A decision about a field may raise a question about its layout: the draft's will do.
        left = decided.get(conflict)
        return left.pop(0) if left else keep_mine(conflict)

    return _merged(merge.base, merge.draft, merge.disk, chosen)[0]


def _merged(base: str, draft: str, disk: str, choose: Choose) -> tuple[str, tuple[str, ...]]:
    if disk == base:
        return draft, ()
    if draft == base:
        return disk, ()
    if draft.strip(_NOTHING) and not disk.strip(_NOTHING):
        emptied = Conflict("file", "", base, draft, disk)
        return (disk if choose(emptied) == "theirs" else draft), ()
    undone = None if draft == disk else undo_rewrite(base, disk)
    theirs = disk if undone is None else undone
    mark = pick(*(BOM * text.startswith(BOM) for text in (base, draft, theirs)))
    old, mine, other = (split_head(text.removeprefix(BOM)) for text in (base, draft, theirs))
    head = merge_head(old[0], mine[0], other[0], choose)
    body, notes = merge_body(old[1], mine[1], other[1], choose)
    text, uncounted = _counted(mark + glued(head, body), base, draft, disk)
    if undone is not None:
        before, after = (frontmatter.read(v).metadata.usage_stats for v in (base, disk))
        kept = gone(undone, disk) & gone(text, disk)
        notes = (*_kept(kept, after.loaded - before.loaded), *notes)
    return text, (*notes, *uncounted)


def _counted(text: str, base: str, draft: str, disk: str) -> tuple[str, tuple[str, ...]]:
    """Return a merged text with the counters of both sides, and what to say if it takes none."""
    stats = counted(*(frontmatter.read(version).metadata for version in (base, draft, disk)))
    if frontmatter.read(text).metadata.usage_stats == stats:
        return text, ()
    wanted = replace(frontmatter.read(text).metadata, usage_stats=stats)
    try:
        for name in COUNTERS:
            key = f"usageStats.{name}"
            text = patch.replace(text, key, wanted.value(key))
    except CannotPatch as error:
        counts = f"loaded {stats.loaded}, referenced {stats.referenced}"
        counts += f", successfulFeatures {stats.successful_features}"
        return text, (f"the counters cannot be written ({counts}): {error}",)
    return text, ()


def _kept(items: Counter[Item], loads: int) -> tuple[str, ...]:
    """Return the note on what Automaker erased and the draft still has."""
    what = named(items)
    if not what:
        return ()
    count = f" {loads} load{'s' * (loads > 1)}" if loads > 0 else ""
    *others, last = what
    listed = f"{', '.join(others)} and {last}" if others else last
    return (f"Automaker counted{count} and erased {listed}: the draft keeps that",)

"""What becomes of entries that say nearly the same: both stay, or one of the two goes."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Literal

from memtui.core.plan import Plan, files_named
from memtui.core.reorganize.change import Files, PathOf, Reorganized, counted
from memtui.core.reorganize.rearrange import Drop, drop
from memtui.core.reorganize.twins import EntryRef, Twins

Keep = Literal["both", "one", "other"]
"""Which of two near-equal entries stays, named as in `Twins`."""


def going(pairs: Iterable[Twins], keeps: Mapping[Twins, Keep]) -> dict[EntryRef, Twins]:
    """Return the entries that go, each with the pair of which it does.

    A pair of which one goes already takes nothing away: what the other one resembles is gone.

    Args:
        pairs: In the order in which they count.
        keeps: What was decided; of a pair that is not among them both stay.
    """
    gone: dict[EntryRef, Twins] = {}
    for pair in pairs:
        keep = keeps.get(pair, "both")
        if keep != "both" and pair.one not in gone and pair.other not in gone:
            gone[pair.other if keep == "one" else pair.one] = pair
    return gone


def newer(pair: Twins) -> Keep:
    """Return what keeps the newer one of a pair; both where that is not known."""
    if pair.newer is None:
        return "both"
    return "one" if pair.newer == pair.one else "other"


def drop_all(files: Files, refs: Collection[EntryRef], path_of: PathOf) -> Reorganized:
    """Return the one change that leaves entries of several files out.

    Raises:
        MemtuiError: As `rearrange.drop`.
    """
    numbers: dict[str, list[int]] = defaultdict(list)
    for ref in sorted(refs):
        numbers[ref.file].append(ref.number)
    changes = [drop(files, Drop(file, tuple(each)), path_of) for file, each in numbers.items()]
    what = f"delete {counted(len(refs))} of {files_named(numbers)}"
    return Reorganized(
        plan=Plan(what, tuple(change for each in changes for change in each.plan.changes)),
        effects=tuple(effect for each in changes for effect in each.effects),
        texts={name: text for each in changes for name, text in each.texts.items()},
        deleted=(),
        entries_before=sum(each.entries_before for each in changes),
        entries_after=sum(each.entries_after for each in changes),
        dropped=tuple(dropped for each in changes for dropped in each.dropped),
        notes=tuple(note for each in changes for note in each.notes),
    )

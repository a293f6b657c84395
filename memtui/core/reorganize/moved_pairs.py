"""Near-equal pairs after a change of the files, without comparing all entries anew."""

from collections.abc import Iterable, Iterator

from memtui.core.entries import Entry, entries
from memtui.core.reorganize.change import Files
from memtui.core.reorganize.same_entries import same_entries
from memtui.core.reorganize.twins import EntryRef, Twins


def moved_pairs(
    pairs: Iterable[Twins], before: Files, after: Files
) -> Iterator[tuple[Twins, Twins]]:
    """Yield the pairs whose entries are still there, as they were and as they are called now.

    Entries are followed within their file, by their text, then by their heading.

    Args:
        pairs: As `twins.near_equal` returns them.
        before: The files of which they were found.
        after: The same files now.
    """
    known: dict[str, dict[int, EntryRef] | None] = {}

    def now(ref: EntryRef) -> EntryRef | None:
        if ref.file not in known:
            known[ref.file] = _numbers(ref.file, before, after)
        there = known[ref.file]
        return ref if there is None else there.get(ref.number)

    for pair in pairs:
        one, other = now(pair.one), now(pair.other)
        if one and other:
            first, second = sorted((one, other))
            yield pair, Twins(first, second, pair.similarity)


def _numbers(file: str, before: Files, after: Files) -> dict[int, EntryRef] | None:
    """Return what the entries of a file are now, by their number; None where nothing changed."""
    if file not in after:
        return {}
    if before[file].text == after[file].text:
        return None
    (old, old_texts), (new, new_texts) = (
        _read(files[file].reading.body) for files in (before, after)
    )
    there = same_entries(old_texts, new_texts)
    return {
        old[place].number: EntryRef(file, new[at].number, new[at].heading, new[at].date)
        for place, at in there.items()
    }


def _read(body: str) -> tuple[tuple[Entry, ...], list[tuple[str, str]]]:
    found = entries(body)
    return found, [(entry.heading, body[entry.start : entry.end].rstrip()) for entry in found]

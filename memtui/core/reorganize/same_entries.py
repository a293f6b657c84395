"""Which entries of a body are which of another body."""

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence

Known = tuple[str, str]
"""What an entry is known by: its heading, and its text without the blank lines at its end."""


def same_entries(before: Sequence[Known], after: Sequence[Known]) -> dict[int, int]:
    """Return where entries stand after a change, as places from 0.

    Those with the same text are the same, then those with the same heading; of several that are
    equal the first is the first.

    Args:
        before: The entries of a body, in order.
        after: Those of the same body after a change.

    Returns:
        For each entry that is still there its place before and after.
    """
    found: dict[int, int] = {}
    for part in (lambda known: known, lambda known: known[:1]):
        _pair(before, after, part, found)
    return found


def _pair(
    before: Sequence[Known],
    after: Sequence[Known],
    part: Callable[[Known], tuple[str, ...]],
    found: dict[int, int],
) -> None:
    """Add those that are equal in a part of what they are known by."""
    places = defaultdict(list)
    for place, known in _others(after, found.values()):
        places[part(known)].append(place)
    for place, known in _others(before, tuple(found)):
        if there := places[part(known)]:
            found[place] = there.pop(0)


def _others(entries: Sequence[Known], known: Collection[int]) -> list[tuple[int, Known]]:
    taken = set(known)
    return [(place, entry) for place, entry in enumerate(entries) if place not in taken]

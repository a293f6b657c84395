"""Categories that mean the same: by their names, or by the entries that they share."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal

from memtui.core.entries import entries
from memtui.core.language.words import singular
from memtui.core.memory import Memory
from memtui.core.names import INDEX
from memtui.core.reorganize.twins import SURE, Twins

Kind = Literal["spelling", "plural", "prefix", "entries"]
"""How two categories are alike: by the letters of their names, by singular and plural, by one
name being the beginning of the other, or by the entries that stand in both."""

_SHORTEST_PREFIX: Final = 4
_LONG: Final = 6
"""Letters from which a name may differ in one and still be meant to be the same."""
_SHARED: Final = 2
_PART: Final = 0.5
"""Part of the smaller file's entries that must have a twin in the other one."""


@dataclass(frozen=True, slots=True)
class TwinCategories:
    """Two categories that mean the same.

    Attributes:
        one: File name of the one that comes first in byte order.
        other: File name of the other one.
        kind: The first way in which they are alike, in the order of `Kind`.
        why: Every way in which they are, for a person.
    """

    one: str
    other: str
    kind: Kind
    why: str


def twin_categories(
    memories: Iterable[Memory], twins: Iterable[Twins] = ()
) -> tuple[TwinCategories, ...]:
    """Return the pairs of categories that mean the same, in byte order of their names.

    Args:
        memories: The files of the memory folder, in any order.
        twins: Near-equal entries, as `twins.near_equal` returns them for these files.
    """
    files = sorted((m for m in memories if m.stem.casefold() != INDEX), key=lambda m: m.name)
    found: dict[tuple[str, str], list[tuple[Kind, str]]] = defaultdict(list)
    for one, other, kind, why in (*_by_name(files), *_by_entries(files, twins)):
        found[one, other].append((kind, why))
    return tuple(
        TwinCategories(one, other, ways[0][0], "; ".join(why for _, why in ways))
        for (one, other), ways in sorted(found.items())
    )


def _by_name(memories: Sequence[Memory]) -> Iterator[tuple[str, str, Kind, str]]:
    buckets: dict[tuple[str, ...], list[tuple[str, list[str]]]] = defaultdict(list)
    for memory in memories:
        words = sorted(re.findall(r"[^\W_]+", memory.stem.casefold()))
        letters = "".join(words)
        # A number tells categories apart, and nobody mistypes the beginning of a name.
        buckets[letters[:2], *re.findall(r"[0-9]+", letters)].append((memory.name, words))
    for bucket in buckets.values():
        for (one, first), (other, second) in combinations(bucket, 2):
            kind = _likeness(first, second)
            if kind:
                yield one, other, kind, _why(kind, one, other)


def _likeness(one: Sequence[str], other: Sequence[str]) -> Kind | None:
    """Return how two names are alike, given their words in alphabetical order."""
    if "".join(one) == "".join(other):
        return "spelling"
    if list(map(singular, one)) == list(map(singular, other)):
        return "plural"
    if len(one) == len(other) and all(map(_begins, one, other)):
        return "prefix"
    return "spelling" if _mistyped("".join(one), "".join(other)) else None


def _begins(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return singular(one) == singular(other) or (
        len(singular(short)) >= _SHORTEST_PREFIX and long.startswith(singular(short))
    )


def _mistyped(one: str, other: str) -> bool:
    # Imported here for start-up: it is needed only where names are compared.
    from rapidfuzz.distance import OSA

    return min(len(one), len(other)) >= _LONG and OSA.distance(one, other) == 1


def _why(kind: Kind, one: str, other: str) -> str:
    first, second = (file.rpartition(".")[0] for file in (one, other))
    if kind == "plural":
        return f"“{first}” and “{second}” are the same name, singular and plural"
    if kind == "prefix":
        short, long = sorted((first, second), key=lambda name: (len(name), name))
        return f"“{long}” begins with “{short}”, which may be short for it"
    return f"“{first}” and “{second}” are the same name in two spellings"


def _by_entries(
    memories: Sequence[Memory], twins: Iterable[Twins]
) -> Iterator[tuple[str, str, Kind, str]]:
    """Yield the pairs of files of which one has much of its entries in the other too."""
    bodies = {memory.name: memory.reading.body for memory in memories}
    shared: dict[tuple[str, str], list[Twins]] = defaultdict(list)
    for pair in twins:
        if pair.similarity >= SURE and pair.one.file != pair.other.file:
            shared[pair.one.file, pair.other.file].append(pair)
    sizes = {name: len(entries(bodies[name])) for name in {n for names in shared for n in names}}
    for (one, other), pairs in shared.items():
        small, large = sorted((one, other), key=lambda name: (sizes[name], name))
        both = {ref for pair in pairs for ref in (pair.one, pair.other) if ref.file == small}
        if len(both) >= max(_SHARED, _PART * sizes[small]):
            why = f"{len(both)} of the {sizes[small]} entries of {small} stand in {large} too"
            yield one, other, "entries", why

"""The files of a store by the words that features can match: what makes live scoring cheap.

An index is built once for each snapshot and profile; a key press then only visits the files
that hold a word of the feature.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from memtui.core.scoring import GOTCHAS, Document, Profile, document_of, listed

if TYPE_CHECKING:
    from memtui.core.memory import Memory

Place = float
"""A file's place in byte order of the names: whole in a built index, in between when added."""

NONE: Final[Mapping[int, list[Place]]] = {}


class Postings:
    """Which files hold a word, and what it adds to their sum of matching words."""

    def __init__(self) -> None:
        # word -> weight -> places: a group is added up without looking at its weight each time.
        self._groups: dict[str, dict[int, list[Place]]] = {}
        self._factors: dict[Place, tuple[float, float]] = {}

    def add(
        self, place: Place, weights: Mapping[str, int], importance: float, usage: float
    ) -> None:
        """Take in a file: its words with their weights, and its two multipliers."""
        self._factors[place] = (importance, usage)
        for word, weight in weights.items():
            self._groups.setdefault(word, {}).setdefault(weight, []).append(place)

    def holders(self, word: str) -> Iterable[Place]:
        """Yield the places of the files that hold the word."""
        for places in self._groups.get(word, NONE).values():
            yield from places

    def scores(self, words: frozenset[str]) -> dict[Place, float]:
        """Return the scores above 0, in no order."""
        groups = [
            (places, weight)
            for word in words
            for weight, places in self._groups.get(word, NONE).items()
        ]
        groups.sort(key=lambda group: len(group[0]), reverse=True)
        totals: dict[Place, int] = {}
        for places, weight in groups:
            if not totals:
                totals = dict.fromkeys(places, weight)
                continue
            for place in places:
                totals[place] = totals.get(place, 0) + weight
        scores = {}
        for place, total in totals.items():
            importance, usage = self._factors[place]
            # In this order of factors, so that scores that are equal in Automaker are equal here.
            score = total * importance * usage
            if score > 0:
                scores[place] = score
        return scores


class Index:
    """The files of a store by the words that features can match, for one profile.

    An index never changes; `with_memory` and `without` return one that shares the words of
    every other file.

    Attributes:
        profile: The rules by which it was built.
    """

    def __init__(self, base: "_Base", changed: Mapping[Place, Document | None]) -> None:
        self.profile = base.profile
        self._base = base
        self._changed = changed

    @classmethod
    def build(cls, memories: Iterable["Memory"], profile: Profile) -> "Index":
        """Return the index of a store.

        Args:
            memories: The files of the memory folder, in any order; what the profile does not
                even list (another ending) is passed over.
            profile: Whose reader and rules apply.
        """
        # Strings compare by code point, which is the byte order of their UTF-8.
        ordered = sorted(memories, key=lambda memory: memory.name)
        documents = (document_of(m, profile) for m in ordered if listed(m.name, profile))
        return cls(_Base(profile, tuple(documents)), {})

    def with_memory(self, memory: "Memory") -> "Index":
        """Return the index with this file added, or put in the place of the one of its name."""
        if not listed(memory.name, self.profile):
            return self
        place = self._place_for(memory.name)
        return Index(self._base, {**self._changed, place: document_of(memory, self.profile)})

    def without(self, name: str) -> "Index":
        """Return the index without this file."""
        place = self.find(name)
        return self if place is None else Index(self._base, {**self._changed, place: None})

    def knows(self, term: str) -> bool:
        """Return whether any candidate holds the term where it would count."""
        holders = self._base.postings.holders(term)
        return any(place not in self._changed for place in holders) or any(
            document and term in document.weights() for document in self._changed.values()
        )

    def find(self, name: str) -> Place | None:
        """Return the place of a listed file, or None."""
        for place, document in self._changed.items():
            if document and document.name == name:
                return place
        unchanged = self._base.find(name)
        return None if unchanged in self._changed else unchanged

    def document(self, place: Place) -> Document:
        """Return the file at a place."""
        return self._changed.get(place) or self._base.documents[int(place)]

    @cached_property
    def places(self) -> Sequence[Place]:
        """The places of every listed file, in order of the names."""
        base = range(len(self._base.documents))
        # A whole place is one of the built index; a float in between was added.
        if all(d and isinstance(place, int) for place, d in self._changed.items()):
            return base
        places: list[Place] = list(base)
        for place, document in self._changed.items():
            row = bisect_left(places, place)
            found = row < len(places) and places[row] == place
            places[row : row + found] = [place] if document else []
        return places

    @cached_property
    def gotchas(self) -> Place | None:
        """The place of ``gotchas.md``, or None when it is no candidate."""
        place = self.find(GOTCHAS)
        return None if place is None or self.document(place).barred else place

    @cached_property
    def important(self) -> Sequence[Place]:
        """The candidates that their importance keeps, in order of the names."""
        return self._merged(self._base.important, lambda d: d.important)

    @cached_property
    def unordered(self) -> frozenset[Place]:
        """The candidates that stand last: their score is no number while nothing matches."""
        return frozenset(self._merged(self._base.unordered, lambda d: d.unordered))

    @cached_property
    def by_importance(self) -> Mapping[Place, float]:
        """The candidates with an importance above 0, highest first, ties by name."""
        return self._ranked(dict(self._base.by_importance), lambda d: d.importance)

    def scores(self, words: frozenset[str]) -> Mapping[Place, float]:
        """Return the candidates with a score above 0, highest first, ties by name."""
        scores = self._base.postings.scores(words)
        return self._ranked(scores, lambda d: d.parts(d.matched(words)).score)

    def _ranked(
        self, scores: dict[Place, float], score_of: Callable[[Document], float]
    ) -> Mapping[Place, float]:
        for place, document in self._changed.items():
            scores.pop(place, None)
            score = score_of(document) if document and not document.barred else 0
            if score > 0:
                scores[place] = score
        # Sorting keeps the order of equal scores, also in reverse.
        ranked = sorted(sorted(scores), key=scores.__getitem__, reverse=True)
        return {place: scores[place] for place in ranked}

    def _merged(self, base: Sequence[Place], test: Callable[[Document], bool]) -> Sequence[Place]:
        if not self._changed:
            return base
        places = {place for place in base if place not in self._changed}
        places.update(p for p, d in self._changed.items() if d and not d.barred and test(d))
        return sorted(places)

    def _place_for(self, name: str) -> Place:
        for place in (self.find(name), self._base.find(name)):
            if place is not None:
                return place
        above: Place = bisect_left(self._base.names, name)
        below = above - 1
        for other, document in self._changed.items():
            if document and below < other < above:
                below, above = (other, above) if document.name < name else (below, other)
        return (below + above) / 2


class _Base:
    """The part of an index that overlays share."""

    def __init__(self, profile: Profile, documents: tuple[Document, ...]) -> None:
        self.profile = profile
        self.documents = documents
        self.names = tuple(document.name for document in documents)
        candidates = [(place, d) for place, d in enumerate(documents) if not d.barred]
        self.postings = Postings()
        for place, document in candidates:
            self.postings.add(place, document.weights(), document.importance, document.usage)
        self.important = tuple(place for place, d in candidates if d.important)
        self.unordered = tuple(place for place, d in candidates if d.unordered)
        self.by_importance: dict[Place, float] = {
            place: d.importance for place, d in candidates if d.importance > 0
        }

    def find(self, name: str) -> int | None:
        """Return the place of a file, or None."""
        place = bisect_left(self.names, name)
        return place if place < len(self.names) and self.names[place] == name else None

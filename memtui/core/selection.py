"""Which files an agent loads for a feature, and the one reason for each file."""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Final, overload

from memtui.core.postings import Place
from memtui.core.scoring import FileScore, Index, Parts, Profile, Reason
from memtui.core.terms import never, terms

if TYPE_CHECKING:
    from memtui.core.memory import Feature

PLACES: Final = 5
"""How many files are loaded; in the profiles of the library ``gotchas.md`` may be a sixth."""


class Selection:
    """Which files a feature loads, in one profile; scores of single files are made on demand.

    Attributes:
        profile: The rules by which the files were chosen.
        terms: The feature's words that count, in order, with their duplicates.
    """

    def __init__(self, index: Index, words: tuple[str, ...]) -> None:
        self.profile: Profile = index.profile
        self.terms = words
        self._index = index
        self._words = frozenset(words)
        self._by_importance = index.profile == "automaker-app" and not words
        scores = index.by_importance if self._by_importance else index.scores(self._words)
        self._choice = _Choice(index, scores, () if self._by_importance else tuple(scores))
        self._made: dict[str, FileScore] = {}

    @cached_property
    def selected(self) -> tuple[str, ...]:
        """The loaded files, in prompt order."""
        return self._named(self._choice.loaded)

    @cached_property
    def order(self) -> Sequence[str]:
        """Every listed file: the loaded ones in prompt order, the others by score, then name."""
        choice, index = self._choice, self._index
        head = dict.fromkeys(choice.loaded)
        head.update(dict.fromkeys(choice.scores))
        last = [place for place in index.unordered if place not in head]
        return _Order(index, tuple(head), tuple(last))

    @property
    def kept(self) -> int:
        """How many files may take a place."""
        return len(self._choice.kept)

    @cached_property
    def floor(self) -> tuple[str, ...]:
        """The files that a feature loads none of whose words is in any file, in prompt order."""
        return self._named(_Choice(self._index, {}, ()).loaded)

    @property
    def scores(self) -> Mapping[str, FileScore]:
        """What the profile makes of every listed file, in the order of `order`."""
        return {name: self.score_of(name) for name in self.order}

    def score_of(self, name: str) -> FileScore:
        """Return what the profile makes of one file.

        Raises:
            KeyError: When the profile does not list a file of this name.
        """
        if name not in self._made:
            place = self._index.find(name)
            if place is None:
                raise KeyError(name)
            self._made[name] = self._score(place)
        return self._made[name]

    def _named(self, places: Sequence[Place]) -> tuple[str, ...]:
        return tuple(self._index.document(place).name for place in places)

    def _score(self, place: Place) -> FileScore:
        document, choice = self._index.document(place), self._choice
        matched = document.matched(self._words)
        parts = document.parts(matched)
        loaded = place in choice.loaded
        score = parts.score
        if self._by_importance and not document.barred:
            score = parts.importance
        return FileScore(
            name=document.name,
            loaded=loaded,
            reason=self._reason_loaded(place) if loaded else self._reason_left(place, parts),
            rank=choice.rank(place),
            gap=None if loaded or document.barred else choice.gap(place, score),
            score=score,
            parts=parts,
            matched=matched,
            never=() if document.barred else tuple(filter(never, document.items)),
        )

    def _reason_loaded(self, place: Place) -> Reason:
        if place == self._index.gotchas:
            return "always"
        return "score" if place in self._choice.without_importance else "importance"

    def _reason_left(self, place: Place, parts: Parts) -> Reason:
        document = self._index.document(place)
        if document.barred:
            return document.barred
        if not self.terms:
            return "no-terms"
        if not parts.matched:
            return "no-match"
        if not (parts.score > 0 or document.important):
            return "zero-importance"
        if self.profile == "automaker-app" and (
            document.important or place in self._choice.without_importance
        ):
            return "crowded-out"
        return "rank"


def select(index: Index, feature: "Feature") -> Selection:
    """Return what an agent loads for a feature."""
    return Selection(index, terms(f"{feature.title} {feature.description}"))


@dataclass(frozen=True)
class _Choice:
    """The places taken.

    Attributes:
        index: The store.
        scores: The candidates with a score above 0, highest first, ties by name.
        matching: Those of them that their score gives a right to a place.
    """

    index: Index
    scores: Mapping[Place, float]
    matching: tuple[Place, ...]

    @property
    def _app(self) -> bool:
        return self.index.profile == "automaker-app"

    @cached_property
    def loaded(self) -> tuple[Place, ...]:
        """The files that are loaded, in prompt order."""
        gotchas = self.index.gotchas
        first = () if gotchas is None else (gotchas,)
        if self._app:
            return tuple(sorted((*first, *self._important, *self._by_score), key=self._key))
        return first + tuple(place for place in self.kept[:PLACES] if place != gotchas)

    @cached_property
    def kept(self) -> Sequence[Place]:
        """The files that may take a place, by score."""
        entitled = {*self.index.important, *self._kept_gotchas}
        matching = set(self.matching)
        others = [place for place in entitled if place not in matching]
        return (*self.matching, *sorted(others, key=self._key))

    @property
    def _kept_gotchas(self) -> Collection[Place]:
        """In ``automaker-app`` a place is kept for ``gotchas.md``.

        Without a number for its importance it is loaded and yet never among the kept.
        """
        gotchas = self.index.gotchas
        if not self._app or gotchas is None:
            return ()
        return () if math.isnan(self.index.document(gotchas).importance) else (gotchas,)

    @cached_property
    def without_importance(self) -> Collection[Place]:
        """The files that would load by their score if no importance gave a place."""
        if self._app:
            return frozenset(self._others(self.matching)[: self._free])
        return frozenset(self.matching[:PLACES])

    def rank(self, place: Place) -> int | None:
        """Return the place by score among the kept files, from 1, or None."""
        found = bisect_left(self.kept, self._key(place), key=self._key)
        return found + 1 if found < len(self.kept) and self.kept[found] == place else None

    def gap(self, place: Place, score: float) -> float | None:
        """Return what the score of a candidate lacks to take the last place that a score wins."""
        if self._app:
            if len(self.loaded) < PLACES:
                return 0.0
            by_right = self.index.document(place).important
            winners = self._important if by_right else self._by_score
        else:
            if len(self.kept) < PLACES:
                return 0.0
            winners = self.kept[:PLACES]
        if not winners or math.isnan(score):
            return None
        return self.scores.get(winners[-1], 0.0) - score

    @cached_property
    def _important(self) -> Sequence[Place]:
        """In ``automaker-app``, the files that their importance loads, by score."""
        return sorted(self._others(self.index.important), key=self._key)[: self._free]

    @cached_property
    def _by_score(self) -> Sequence[Place]:
        """In ``automaker-app``, the files that fill what the important ones left, by score."""
        important = set(self.index.important)
        rest = (place for place in self._others(self.matching) if place not in important)
        return list(islice(rest, self._free - len(self._important)))

    @property
    def _free(self) -> int:
        return PLACES - (self.index.gotchas is not None)

    def _others(self, places: Sequence[Place]) -> Sequence[Place]:
        return [place for place in places if place != self.index.gotchas]

    def _key(self, place: Place) -> tuple[bool, float, Place]:
        score = self.scores.get(place, 0.0)
        return place not in self.scores and place in self.index.unordered, -score, place


class _Order(Sequence[str]):
    """The names of a store with some of them first and some last, without listing the others."""

    def __init__(self, index: Index, first: tuple[Place, ...], last: tuple[Place, ...]) -> None:
        self._index = index
        self._first = first
        self._last = last
        taken = sorted(bisect_left(index.places, place) for place in (*first, *last))
        # How many of the names that stay where they are come before each taken one.
        self._before = [position - count for count, position in enumerate(taken)]

    def __len__(self) -> int:
        return len(self._index.names)

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...

    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        if isinstance(index, slice):
            return tuple(self._name(row) for row in range(len(self))[index])
        return self._name(range(len(self))[index])

    def _name(self, row: int) -> str:
        if row < len(self._first):
            return self._index.document(self._first[row]).name
        from_end = len(self) - row
        if from_end <= len(self._last):
            return self._index.document(self._last[-from_end]).name
        rest = row - len(self._first)
        return self._index.names[rest + bisect_right(self._before, rest)]

"""Which files an agent loads for a feature, and the one reason for each file."""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Final, overload

from memtui.core.index import Index, Place
from memtui.core.scoring import FileScore, Parts, Profile, Reason
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
        return _Order(index, tuple(head), tuple(sorted(index.unordered.difference(head))))

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
        score = parts.importance if self._by_importance else parts.score
        return FileScore(
            name=document.name,
            loaded=loaded,
            reason=self._reason_loaded(place) if loaded else self._reason_left(place, parts),
            rank=choice.ranks.get(place),
            gap=None if loaded or document.barred else choice.gap(place, score),
            score=0.0 if document.barred else score,
            parts=parts,
            matched=matched,
            never=() if document.barred else tuple(filter(never, document.items)),
            unreachable=place != self._index.gotchas and not document.reachable,
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
            return tuple(self._ordered({*first, *self._important, *self._by_score}))
        return first + tuple(place for place in self.kept[:PLACES] if place != gotchas)

    @cached_property
    def kept(self) -> Sequence[Place]:
        """The files that may take a place, by score."""
        entitled = {*self.index.important, *self._kept_gotchas}
        return (*self.matching, *self._ordered(entitled.difference(self.matching)))

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

    @cached_property
    def ranks(self) -> Mapping[Place, int]:
        """The place by score of each kept file, from 1."""
        return {place: rank for rank, place in enumerate(self.kept, 1)}

    def gap(self, place: Place, score: float) -> float | None:
        """Return what the score of a candidate lacks to take the last place that a score wins."""
        winners = self.kept[:PLACES]
        places = len(winners)
        if self._app:
            places = len(self.loaded)
            important = self.index.document(place).important
            winners = self._important if important else self._by_score
        if places < PLACES:
            return 0.0
        if not winners:
            return None
        gap = self.scores.get(winners[-1], 0.0) - score
        return gap if math.isfinite(gap) else None

    @cached_property
    def _important(self) -> Sequence[Place]:
        """In ``automaker-app``, the files that their importance loads, by score."""
        return self._ordered(set(self._others(self.index.important)))[: self._free]

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

    def _ordered(self, places: set[Place]) -> list[Place]:
        """Return candidates by score, ties by name, those without a number last."""
        scored = [place for place in self.scores if place in places]
        rest = sorted(places.difference(scored))
        unordered = self.index.unordered
        scored += [place for place in rest if place not in unordered]
        return scored + [place for place in rest if place in unordered]


class _Order(Sequence[str]):
    """The names of a store with some of them first and some last, without listing the others."""

    def __init__(self, index: Index, first: tuple[Place, ...], last: tuple[Place, ...]) -> None:
        self._index = index
        self._first = first
        self._last = last

    @cached_property
    def _before(self) -> Sequence[int]:
        """How many of the names that stay where they are come before each taken one."""
        places = self._index.places
        taken: Iterable[Place] = (*self._first, *self._last)
        if not isinstance(places, range):
            taken = (bisect_left(places, place) for place in taken)
        return [int(position) - count for count, position in enumerate(sorted(taken))]

    def __len__(self) -> int:
        return len(self._index.places)

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...

    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        if isinstance(index, slice):
            return tuple(self._name(row) for row in range(len(self))[index])
        return self._name(range(len(self))[index])

    def _name(self, row: int) -> str:
        from_end = len(self) - row
        rest = row - len(self._first)
        if rest < 0:
            place = self._first[row]
        elif from_end <= len(self._last):
            place = self._last[-from_end]
        else:
            place = self._index.places[rest + bisect_right(self._before, rest)]
        return self._index.document(place).name

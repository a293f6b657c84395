"""The words of many files, turned round: for each word the files that hold it."""

from collections.abc import Iterable, Mapping
from typing import Final

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

"""Entries that say nearly the same, within a file and across files."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log, sqrt
from typing import Final

from memtui.core.entries import MARKS, Entry, entries
from memtui.core.language.subject_words import subject_words
from memtui.core.memory import Memory

LEAST: Final = 0.38
"""Similarity from which two entries are worth a look."""

SURE: Final = 0.44
"""Similarity from which two entries nearly always say the same."""

_LOOSE: Final = 0.3
"""Similarity that is enough between two entries of which both resemble the same others."""
_PARTNERS: Final = 2
_COMMONEST: Final = 100
"""Entries that may hold a word that counts as rare; also an eighth of all entries at most."""
_SHARED: Final = 4
"""Rare words that two entries need in common to be compared."""
_LEAST_OVERLAP: Final = 0.12
_LEAST_RARE: Final = 0.07
_NEIGHBOURS: Final = 2
_TELLING: Final = 3
"""Words from which a heading says something: many entries are called “Summary”."""
_LONGEST: Final = 4_000
"""Characters of an entry that are compared one by one."""
_STEM: Final = 7
"""Letters of a word that count: truncated and truncation are one word."""
_SMOOTHING: Final = 20
_READING: Final = 0.7
"""Share of the time that reading the entries takes; the rest is comparing them."""
_STEP: Final = 500
"""Pairs between two reports of how much is done."""

_NOISE: Final = re.compile(
    rf"\*\*[^*\n]{{1,40}}:\*\*|\([0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}\)|\[(?:{'|'.join(MARKS)})\]",
    re.IGNORECASE,
)
"""What agents write in every entry: labels of bullets, dates, kinds."""


@dataclass(frozen=True, slots=True, order=True)
class EntryRef:
    """An entry and the file in which it stands.

    Attributes:
        file: File name with its ending.
        number: From 1, in the order of the body.
        heading: As it is written, on one line.
        date: ``YYYY-MM-DD``, or ``""`` when the heading has none.
    """

    file: str
    number: int
    heading: str
    date: str


@dataclass(frozen=True, slots=True)
class Twins:
    """Two entries that say nearly the same.

    Attributes:
        one: The one whose file comes first in byte order of the names, then by number.
        other: The other one.
        similarity: 0 to 1; 1 when they differ in nothing but dates, kinds and punctuation.
    """

    one: EntryRef
    other: EntryRef
    similarity: float

    @property
    def newer(self) -> EntryRef | None:
        """The entry with the later date; None when one has no date or both have the same."""
        if not (self.one.date and self.other.date) or self.one.date == self.other.date:
            return None
        return max(self.one, self.other, key=lambda ref: ref.date)


@dataclass(frozen=True, slots=True)
class _Text:
    """An entry, ready to be compared."""

    ref: EntryRef
    heading: str
    text: str
    head: frozenset[str]
    words: frozenset[str]


def near_equal(
    memories: Iterable[Memory],
    among: Collection[str] | None = None,
    least: float = LEAST,
    told: Callable[[float], None] | None = None,
) -> tuple[Twins, ...]:
    """Return pairs of entries that say nearly the same, the most similar first.

    Only entries that share rare words, or that stand next to each other in alphabetical order,
    are compared. Their similarity is the mean of four figures: how much of their words they
    share, rare ones counting more (cosine of inverse document frequencies), and the normalised
    edit similarity of rapidfuzz, each for the headings and for the whole entries. Headings of one
    or two words do not count; entries alike under other headings are as similar as `LEAST`. A
    pair that is less similar is returned too when there are others that both of them resemble.

    Args:
        memories: The files of the memory folder, in any order.
        among: Names of the files whose entries are compared; None for all. How rare a word is
            always depends on all of the files.
        least: Similarity from which a pair is returned.
        told: Called now and then with how much is done, 0 to 1; what it raises ends the search.
    """
    told = told or (lambda share: None)
    every = _texts(memories, told)
    weights = _Weights(every)
    texts = [text for text in every if among is None or text.ref.file in among]
    found = list(_compared(texts, weights, told))
    partners: dict[EntryRef, set[EntryRef]] = defaultdict(set)
    for twins in found:
        if twins.similarity >= least:
            partners[twins.one].add(twins.other)
            partners[twins.other].add(twins.one)
    kept = [
        twins
        for twins in found
        if twins.similarity >= least
        or len(partners[twins.one] & partners[twins.other]) >= _PARTNERS
    ]
    return tuple(sorted(kept, key=lambda twins: (-twins.similarity, twins.one, twins.other)))


def _texts(memories: Iterable[Memory], told: Callable[[float], None]) -> list[_Text]:
    """Return every entry, in byte order of the files' names; the index page has none."""
    ordered = sorted(memories, key=lambda memory: memory.name)
    size = sum(len(memory.text) for memory in ordered) or 1
    texts: list[_Text] = []
    done = 0
    for memory in ordered:
        told(_READING * done / size)
        done += len(memory.text)
        if memory.name.lower() != "_index.md":
            body = memory.reading.body
            texts += (_text(memory.name, entry, body) for entry in entries(body))
    return texts


def _text(file: str, entry: Entry, body: str) -> _Text:
    ref = EntryRef(file, entry.number, entry.heading, entry.date)
    head = subject_words(_NOISE.sub(" ", entry.heading))
    words = subject_words(_NOISE.sub(" ", body[entry.start : entry.end]))
    return _Text(
        ref,
        " ".join(head)[:_LONGEST],
        " ".join(words)[:_LONGEST],
        frozenset(word[:_STEM] for word in head),
        frozenset(word[:_STEM] for word in words),
    )


class _Weights:
    """How much each word says about an entry that holds it, in whole numbers.

    The sum of floats depends on their order, and sets of words have none.
    """

    def __init__(self, texts: Sequence[_Text]) -> None:
        holders = Counter(word for text in texts for word in text.words)
        commonest = min(_COMMONEST, max(len(texts) // 8, 3))
        self.rare = frozenset(word for word, count in holders.items() if count <= commonest)
        every = len(texts) + _SMOOTHING
        self._squares = {
            word: round(1000 * log(1 + every / (count + _SMOOTHING)) ** 2)
            for word, count in holders.items()
        }
        self._lengths: dict[frozenset[str], float] = {}

    def square(self, words: Iterable[str]) -> int:
        """Return the square of the length of the vector that these words make."""
        return sum(map(self._squares.__getitem__, words))

    def length(self, words: frozenset[str]) -> float:
        """Return the length of the vector that these words make."""
        if words not in self._lengths:
            self._lengths[words] = sqrt(self.square(words))
        return self._lengths[words]

    def overlap(self, one: frozenset[str], other: frozenset[str]) -> float:
        """Return the cosine of the vectors of two sets of words, 0 to 1."""
        shared = self.square(one & other)
        return shared / (self.length(one) * self.length(other)) if shared else 0.0


def _compared(
    texts: Sequence[_Text], weights: _Weights, told: Callable[[float], None]
) -> Iterator[Twins]:
    """Yield the pairs that are alike enough for any use, in no order."""
    # Imported here for start-up: it is needed only where entries are compared.
    from rapidfuzz.fuzz import ratio

    beside = _beside(texts)
    pairs = {*beside, *_candidates(texts, weights)}
    for place, (one, other) in enumerate(pairs):
        if place % _STEP == 0:
            told(_READING + (1 - _READING) * place / len(pairs))
        first, second = texts[one], texts[other]
        heads = weights.overlap(first.head, second.head)
        overlap = weights.overlap(first.words, second.words)
        if overlap < _LEAST_OVERLAP or overlap + heads < 2 * _LEAST_OVERLAP:
            continue
        shared = first.words & second.words & weights.rare
        if len(shared) < _SHARED and (one, other) not in beside:
            continue
        similarity = (overlap + ratio(first.text, second.text) / 100) / 2
        if min(len(first.head), len(second.head)) >= _TELLING:
            heading = (heads + ratio(first.heading, second.heading) / 100) / 2
            # The same under another heading is worth a look, but it is not sure.
            similarity = max((similarity + heading) / 2, min(similarity, LEAST))
        if similarity >= _LOOSE:
            yield Twins(first.ref, second.ref, round(similarity, 4))


def _candidates(texts: Sequence[_Text], weights: _Weights) -> Iterator[tuple[int, int]]:
    """Yield the pairs that share much of what is rare in them, as places in the texts."""
    holders: dict[str, list[int]] = defaultdict(list)
    lengths = [weights.length(text.words) for text in texts]
    for place, text in enumerate(texts):
        shared: dict[int, int] = defaultdict(int)
        for word in text.words & weights.rare:
            square = weights.square((word,))
            for earlier in holders[word]:
                shared[earlier] += square
            holders[word].append(place)
        least = _LEAST_RARE * lengths[place]
        for earlier, square in shared.items():
            if square >= least * lengths[earlier]:
                yield earlier, place


def _beside(texts: Sequence[_Text]) -> frozenset[tuple[int, int]]:
    """Return the pairs that stand next to each other in alphabetical order.

    So entries of which there are many copies are found, whose words are not rare any more
    (the sorted neighbourhood method of Hernández and Stolfo, 1995).
    """
    order = sorted(range(len(texts)), key=lambda place: (texts[place].text, place))
    return frozenset(
        (min(pair), max(pair))
        for start in range(len(order))
        for pair in combinations(order[start : start + _NEIGHBOURS + 1], 2)
    )

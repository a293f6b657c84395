"""The topics of a file's entries: words that several of them share and the others lack."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from memtui.core.entries import MARKS
from memtui.core.language.subject_words import subject_words
from memtui.core.language.topics import GENERIC
from memtui.core.language.words import says_something
from memtui.core.terms import state_of

SMALLEST: Final = 3
"""Entries that make a topic of a new category."""

_BURST: Final = 4 / 3
"""How much more often than other words a subject is said again in an entry that holds it.

Words about a subject come in bursts, words of the language do not (Church and Gale, Poisson
mixtures, 1995)."""
_SHORT: Final = 1.2
"""How often a word stands in an entry on average, where entries are too short for bursts."""
_MOST_BURST: Final = 3.0
_HEADING: Final = 2.0
"""What a heading says of its entry's topic; the text says half for each time, at most as much."""
_MOST_TIMES: Final = 4
_OFTEN: Final = 3
"""Times that a text names its topic when the heading does not."""
_LEFT: Final = 0.07
"""Part of the entries that may be left without a topic before smaller ones are looked for."""

_LABEL: Final = re.compile(r"\*\*[^*\n]{1,40}:\*\*")
_LETTERS: Final = re.compile("[a-z]+")


@dataclass(frozen=True, slots=True)
class Bag:
    """The words of an entry that a feature could say.

    Attributes:
        heading: Those of its heading.
        text: How often each stands in the whole entry, and each word of other letters.
    """

    heading: frozenset[str]
    text: Counter[str]


def bag(heading: str, text: str) -> Bag:
    """Return the words of an entry, in the singular; kinds and labels of bullets are none.

    Words of other letters than a-z can be no topic, but they show how often any word is said.

    Args:
        heading: Its heading.
        text: All of it, the heading too.
    """
    words = subject_words(_LABEL.sub(" ", text))
    said = Counter(word for word in words if not word.isascii() or _can_be_topic(word))
    return Bag(frozenset(topic_words(heading)), said)


def topic_words(text: str) -> list[str]:
    """Return the words of a text that can be a topic: they count in a feature, and are letters."""
    return [word for word in subject_words(text) if _can_be_topic(word)]


def _can_be_topic(word: str) -> bool:
    return bool(_LETTERS.fullmatch(word)) and word not in MARKS and state_of(word) == "counts"


@dataclass(frozen=True)
class Topic:
    """What entries can be about.

    Attributes:
        name: The word, or the name of the category that exists.
        words: The words that tell it.
        room: How many entries it takes.
        exists: Whether it is a category that exists.
    """

    name: str
    words: tuple[str, ...]
    room: int
    exists: bool = False


class Bags:
    """The entries of a file and how telling each of their words is."""

    def __init__(self, bags: Sequence[Bag]) -> None:
        self.bags = bags
        self.headings = Counter(word for each in bags for word in each.heading)
        self._holders: dict[str, list[int]] = defaultdict(list)
        self._times = Counter[str]()
        for place, each in enumerate(bags):
            self._times.update(each.text)
            for word in each.text:
                self._holders[word].append(place)

    def count(self, word: str) -> int:
        """Return how many entries hold a word."""
        return len(self._holders.get(word, ()))

    def burst(self, word: str) -> float:
        """Return how often a word stands in the entries that hold it, on average."""
        return self._times[word] / self.count(word)

    def least_burst(self) -> float:
        """Return how often a word must stand in the entries that hold it to be a subject."""
        average = sum(self._times.values()) / (sum(map(len, self._holders.values())) or 1)
        return 1 + _BURST * (average - 1) if average >= _SHORT else 1.0

    def about(self, topic: Topic) -> dict[int, int]:
        """Return the entries that are about a topic, each with how much it is.

        An entry is when it holds a word of the topic; with a category that exists, only when it
        is named by it. The figures are whole: sums of floats depend on their order.
        """
        found: dict[int, int] = {}
        for word in topic.words:
            for place in self._holders.get(word, ()):
                if not topic.exists or self._is_named(place, word):
                    found[place] = max(found.get(place, 0), self._affinity(place, word))
        return {place: affinity for place, affinity in found.items() if affinity}

    def named(self, topic: Topic) -> set[int]:
        """Return the entries that a topic names: in the heading, or often in the text."""
        return {
            place
            for word in topic.words
            for place in self._holders.get(word, ())
            if self._is_named(place, word)
        }

    def _is_named(self, place: int, word: str) -> bool:
        each = self.bags[place]
        return word in each.heading or each.text[word] >= _OFTEN

    def _affinity(self, place: int, word: str) -> int:
        each = self.bags[place]
        said = _HEADING * (word in each.heading) + min(each.text[word], _MOST_TIMES) / 2
        rarity = log(len(self.bags) / self.count(word))
        return round(1000 * said * rarity * min(self.burst(word), _MOST_BURST))


def topics(
    bags: Bags, existing: Iterable[Topic], common: Collection[str], most: int
) -> tuple[Topic, ...]:
    """Return the topics of the entries, the ones that say most about them first.

    A topic is taken when it adds enough entries to those of the topics before it: the cube root
    of their number. While more of the entries than `_LEFT` hold none, fewer are enough. The
    order depends on nothing but the words themselves, so that a new entry moves few others.

    Args:
        bags: The entries.
        existing: Categories that exist, which come first.
        common: Words that say nothing, because most tasks say them.
        most: The most entries that a topic may hold.
    """
    count = len(bags.bags)
    candidates = [*existing, *_candidates(bags, common, most)]
    named = {topic: bags.named(topic) for topic in candidates}
    about = {topic: bags.about(topic) for topic in candidates}
    weight = {topic: sum(about[topic].get(place, 0) for place in named[topic]) for topic in about}
    candidates.sort(key=lambda topic: (not topic.exists, -weight[topic], topic.name))
    chosen: list[Topic] = []
    covered: set[int] = set()
    left = set(range(count))
    for least in range(max(SMALLEST, int(count ** (1 / 3))), SMALLEST - 1, -1):
        for topic in candidates:
            enough = SMALLEST if topic.exists else least
            if topic not in chosen and len(named[topic] - covered) >= enough:
                chosen.append(topic)
                covered |= named[topic]
                left.difference_update(about[topic])
        if len(left) <= _LEFT * count:
            break
    return tuple(chosen)


def _candidates(bags: Bags, common: Collection[str], most: int) -> list[Topic]:
    """Return every word that could be a topic of new categories."""
    burst = bags.least_burst()
    return [
        Topic(word, (word,), most)
        for word, count in bags.headings.items()
        if SMALLEST <= count <= most
        and word not in common
        and says_subject(word)
        and bags.burst(word) >= burst
    ]


def says_subject(word: str) -> bool:
    """Return whether a word can say what an entry is about: no everyday word, no kind, no label."""
    return says_something(word) and word not in GENERIC


def assigned(bags: Bags, chosen: Sequence[Topic]) -> Mapping[Topic, tuple[int, ...]]:
    """Return the entries of each topic, in their order; each entry has one topic at most.

    An entry goes to the topic that it is most about and that has room; a topic of which too few
    are left gives them up.
    """
    left = list(chosen)
    while True:
        wishes = [
            (-affinity, place, rank)
            for rank, topic in enumerate(left)
            for place, affinity in bags.about(topic).items()
        ]
        found: dict[Topic, list[int]] = defaultdict(list)
        taken: set[int] = set()
        for _, place, rank in sorted(wishes):
            topic = left[rank]
            if place not in taken and len(found[topic]) < topic.room:
                found[topic].append(place)
                taken.add(place)
        small = [topic for topic in left if len(found[topic]) < SMALLEST]
        if not small:
            return {topic: tuple(sorted(found[topic])) for topic in left}
        left.remove(min(small, key=lambda topic: (len(found[topic]), topic.name)))

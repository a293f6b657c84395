"""Groups that the entries of a large file are proposed to go to."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import Final, Literal

from memtui.core import names
from memtui.core.entries import Entry, entries
from memtui.core.language.subject_words import subject_words
from memtui.core.language.topics import topical
from memtui.core.memory import Feature, Memory
from memtui.core.metadata import Metadata
from memtui.core.reorganize.critical import critical
from memtui.core.reorganize.entry_topics import (
    SMALLEST,
    Bags,
    Topic,
    assigned,
    bag,
    says_subject,
    topic_words,
    topics,
)
from memtui.core.reorganize.units import units
from memtui.core.scoring import GOTCHAS, IMPORTANT, document_of
from memtui.core.terms import never, terms

MOST: Final = 60
"""The most entries of a proposed group."""

Origin = Literal["stays", "category", "topic", "kind", "rest"]
"""Where a group comes from: entries that every task should read and that stay for it; those that
fit a category that exists; those that share a word; those of one kind; those that nothing joins,
which stay."""

_COMMON: Final = 0.1
"""Part of the features that may say a word before it tells no task from another."""
_ENOUGH_FEATURES: Final = 20
_FORMS: Final = 3
_TELLING: Final = 3
_OWN: Final = 0.5
"""Part of the entries with a word that must be in the group, for it to be a word of the group."""
_SHARE: Final = 0.15
_IN_HEADINGS: Final = 2
_SHOWN: Final = 6
_KINDS: Final = {
    "gotcha": "gotchas",
    "pattern": "patterns",
    "learned": "learnings",
    "principle": "principles",
    "resolved": "resolved",
    "decision": "decisions",
}
"""The name of a category for each kind of entry."""


@dataclass(frozen=True, slots=True)
class Group:
    """Entries that are proposed to go together.

    Attributes:
        name: A category's name without its ending; the file's own for what stays.
        exists: Whether that category exists.
        numbers: The entries, in their order.
        origin: Where the group comes from.
        why: One sentence with the words behind it.
        words: What features would say that need it, the most telling first: tags of a new file.
    """

    name: str
    exists: bool
    numbers: tuple[int, ...]
    origin: Origin
    why: str
    words: tuple[str, ...] = ()


def proposed_groups(
    memory: Memory,
    others: Iterable[Memory] = (),
    features: Sequence[Feature] = (),
    most: int = MOST,
) -> tuple[Group, ...]:
    """Return groups for the entries of a file; every entry is in exactly one.

    Of a body without headings these are paragraphs and bullets (`units`). Where the file is
    loaded for every task, what all of them should read stays. Of the others,
    each goes to the topic that it is most about: a category that exists and has room, or a word
    that several entries share and the others lack. The same file always gives the same groups,
    and a further entry moves few others.

    Args:
        memory: The file.
        others: The other files of the store, in any order.
        features: What agents have been asked to do: a word that many of them say tells no tasks
            apart.
        most: The most entries of a group; those of the rest can be more.

    Returns:
        What stays for every task, then the largest groups first, then the rest.
    """
    return _Grouping(memory, others, features, most).groups()


def proposed_metadata(group: Group, proposed: Metadata) -> Metadata:
    """Return a proposed frontmatter with nothing but the words of the group to match.

    The fewer and the more telling its words, the fewer tasks load a file that they do not need.

    Args:
        group: The group, for a new category.
        proposed: What is proposed for the new file otherwise (`derived.metadata`).
    """
    if not group.words:
        return proposed
    return replace(proposed, tags=group.words, relevant_to=(), summary=" ".join(group.words))


class _Grouping:
    """The entries of one file on their way into groups."""

    def __init__(
        self, memory: Memory, others: Iterable[Memory], features: Sequence[Feature], most: int
    ) -> None:
        self._memory, self._most = memory, most
        self._body = memory.reading.body
        self._entries = units(self._body)
        listed = sorted((m for m in others if m.name != memory.name), key=lambda m: m.name)
        self._taken = [memory.stem, *(other.stem for other in listed)]
        self._others = [other for other in listed if not other.fault]
        self._common = _common(features)
        self._said = Counter(word for f in features for word in _feature_terms(f))
        self._few = _COMMON * max(len(features), _ENOUGH_FEATURES)

    def groups(self) -> tuple[Group, ...]:
        """Return every entry in one group."""
        stays = self._stays()
        left = [entry for entry in self._entries if not stays or entry.number not in stays.numbers]
        found = self._by_topic(left)
        grouped = {number for group in found for number in group.numbers}
        left = [entry for entry in left if entry.number not in grouped]
        found += self._by_kind(left, topics=bool(found))
        grouped = {number for group in found for number in group.numbers}
        rest = tuple(entry.number for entry in left if entry.number not in grouped)
        found.sort(key=lambda group: (-len(group.numbers), group.name))
        why = f"no word that a feature can say joins {SMALLEST} of them alone, so they stay"
        last = [self._staying("rest", rest, why)] if rest else []
        return (*([stays] if stays else []), *found, *last)

    def _stays(self) -> Group | None:
        """Return what every task should read, where the file is loaded for every task."""
        important = self._memory.reading.metadata.importance >= IMPORTANT
        if not important and self._memory.name != GOTCHAS:
            return None
        found = critical(self._entries, self._body)
        if not found.numbers:
            return None
        shown = ", ".join(found.words[:_SHOWN])
        why = f"they warn of harm that is hard to undo or to see ({shown}), for every task to read"
        return self._staying("stays", found.numbers, why)

    def _staying(self, origin: Origin, numbers: tuple[int, ...], why: str) -> Group:
        return Group(self._memory.stem, exists=True, numbers=numbers, origin=origin, why=why)

    def _by_topic(self, left: Sequence[Entry]) -> list[Group]:
        texts = [self._body[entry.start : entry.end] for entry in left]
        bags = Bags([bag(entry.heading, text) for entry, text in zip(left, texts, strict=True)])
        own = topic_words(self._memory.stem)
        common = self._common.union(own)
        existing = [self._existing(other, bags) for other in self._others]
        chosen = topics(bags, filter(None, existing), common, self._most)
        telling = _Telling([e.heading for e in left], texts, self._said, self._few)
        found: list[Group] = []
        for topic, places in assigned(bags, chosen).items():
            numbers = tuple(left[place].number for place in places)
            heads = sum(1 for p in places if bags.bags[p].heading.intersection(topic.words))
            name, words = topic.name, topic.words
            if not topic.exists:
                words = telling.words(topic.name, places)
                name = self._free_name(words[0], found)
            origin: Origin = "category" if topic.exists else "topic"
            why = _why(topic, heads, len(places))
            found.append(Group(name, topic.exists, numbers, origin, why, words))
        return found

    def _existing(self, other: Memory, bags: Bags) -> Topic | None:
        """Return a category that exists as a topic, None when nothing can be said to fit it."""
        inside = entries(other.reading.body)
        room = self._most - len(inside)
        if room < SMALLEST or other.stem.casefold() == names.INDEX or _kind_of(other.stem):
            return None
        if not _can_load(other):
            return None
        metadata = other.reading.metadata
        # What nothing can match would never load the entries that go there.
        items = (item for item in (*metadata.tags, *metadata.relevant_to) if never(item) is None)
        named = [word for word in topic_words(" ".join(items)) if word not in self._common]
        heads = Counter(word for entry in inside for word in set(topic_words(entry.heading)))
        due, rare = max(SMALLEST, len(inside) / 3), len(bags.bags) / 20
        more = sorted(w for w, n in heads.items() if n >= due and bags.count(w) <= rare)
        words = tuple(dict.fromkeys((*named, *(w for w in more if w not in self._common))))
        return Topic(other.stem, words, room, exists=True) if named else None

    def _by_kind(self, left: Sequence[Entry], *, topics: bool) -> list[Group]:
        """Return groups of one kind, where the file is for another kind or has no topics."""
        own = _kind_of(self._memory.stem)
        if topics and not own:
            return []
        found: list[Group] = []
        kinds = (entry.kind for entry in left if entry.kind in _KINDS and entry.kind != own)
        by_kind = Counter(kinds)
        for kind, count in sorted(by_kind.items()):
            if not SMALLEST <= count <= self._most or count == len(self._entries):
                continue
            there = [other for other in self._others if _kind_of(other.stem) == kind]
            if there and not self._has_room(there[0], count):
                continue
            name = there[0].stem if there else self._free_name(_KINDS[kind], found)
            numbers = tuple(entry.number for entry in left if entry.kind == kind)
            why = f"no topic joins them, and all {count} are of the kind “{kind}”"
            found.append(Group(name, bool(there), numbers, "kind", why))
        return found

    def _has_room(self, other: Memory, count: int) -> bool:
        """Return whether a category can take so many entries, and some tasks pay, but not all."""
        inside = len(entries(other.reading.body))
        return other.name != GOTCHAS and inside + count <= self._most and _can_load(other)

    def _free_name(self, name: str, found: Sequence[Group]) -> str:
        """Return a name that a new category can have, as near to a word as possible."""
        taken = [*self._taken, *(group.name for group in found)]
        tries = [name, f"{name}-{self._memory.stem}"]
        tries += [f"{name}-{number}" for number in range(2, len(taken) + 3)]
        return next(each for each in tries if not names.refusal(each, taken))


class _Telling:
    """What features would say that need the entries of a group."""

    def __init__(
        self, headings: Sequence[str], texts: Sequence[str], said: Mapping[str, int], few: float
    ) -> None:
        self._heads = [topical(heading) for heading in headings]
        self._terms = [frozenset(filter(str.isalpha, topical(text))) for text in texts]
        self._holders = Counter(word for each in self._terms for word in each)
        self._said, self._few = said, few

    def words(self, topic: str, places: Sequence[int]) -> tuple[str, ...]:
        """Return the forms of a topic's word, then words that mostly its entries hold.

        Args:
            topic: The word, in the singular.
            places: The entries of the group.
        """
        inside = Counter(word for place in places for word in self._terms[place])
        forms = sorted(
            (word for word in inside if subject_words(word) == [topic]),
            key=lambda word: (-inside[word], word),
        )
        weights = {
            word: count / len(places) * log(len(self._terms) / self._holders[word])
            for word, count in inside.items()
            if word not in forms and self._is_own(word, count, places)
        }
        more = sorted(weights, key=lambda word: (-weights[word], word))[:_TELLING]
        return (*(forms[:_FORMS] or [topic]), *more)

    def _is_own(self, word: str, count: int, places: Sequence[int]) -> bool:
        """Return whether a word tells the entries of a group, of which some hold it."""
        return (
            count >= max(SMALLEST, _SHARE * len(places))
            and count >= _OWN * self._holders[word]
            and self._said.get(word, 0) <= self._few
            and sum(word in self._heads[place] for place in places) >= _IN_HEADINGS
            and says_subject(word)
        )


def _common(features: Sequence[Feature]) -> frozenset[str]:
    """Return the words that so many features say that they tell no tasks apart."""
    if len(features) < _ENOUGH_FEATURES:
        return frozenset()
    said = Counter(
        word for f in features for word in set(topic_words(f"{f.title} {f.description}"))
    )
    return frozenset(word for word, count in said.items() if count > _COMMON * len(features))


def _feature_terms(feature: Feature) -> frozenset[str]:
    return frozenset(terms(f"{feature.title} {feature.description}"))


def _can_load(memory: Memory) -> bool:
    """Return whether some feature loads a file, so that entries there are not lost to all."""
    return document_of(memory, "documented").reachable


def _kind_of(stem: str) -> str:
    """Return the kind that a category is for by its name (``gotchas``: gotcha), or ``""``."""
    words = subject_words(stem)
    for kind, name in _KINDS.items():
        if words in ([kind], subject_words(name)):
            return kind
    return ""


def _why(topic: Topic, heads: int, count: int) -> str:
    said = ", ".join(f"“{word}”" for word in topic.words[:_SHOWN])
    if (more := len(topic.words) - _SHOWN) > 0:
        said += f" and {more} more"
    if len(topic.words) > 1:
        have = f"each of {count} headings has one"
        if heads < count:
            have = f"{heads} of {count} headings {'has' if heads == 1 else 'have'} one"
            have += ", the text of the others too"
        return f"{topic.name} is about {said}; {have}"
    stands = f"stands in all {count} headings"
    if heads < count:
        stands = f"stands in {heads} of {count} headings, and in the text of the others"
    return f"{topic.name} is about {said}, which {stands}" if topic.exists else f"{said} {stands}"

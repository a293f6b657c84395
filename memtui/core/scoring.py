"""The score of a memory for a feature.

A score is (tags + relevantTo + summary [+ category]) × importance × usage, where each part is
the number of matching words times its weight.
"""

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from memtui.core.automaker import WS, double
from memtui.core.metadata import Metadata, UsageStats
from memtui.core.terms import never, terms

if TYPE_CHECKING:
    from memtui.core.memory import Memory

Profile = Literal["documented", "automaker-utils", "automaker-app"]

PROFILES: Final[tuple[Profile, ...]] = ("documented", "automaker-utils", "automaker-app")
"""Automaker's algorithm as documented over YAML, as its library runs it, as its app runs it."""

TAG: Final = 3
RELEVANT_TO: Final = 2
SUMMARY: Final = 1
CATEGORY: Final = 4
"""Weight of a word of the file's name; only ``automaker-app`` has this part."""

IMPORTANT: Final = 0.9
"""From this importance on a file is kept without a match."""

GOTCHAS: Final = "gotchas.md"
"""The file that is always loaded."""

Barred = Literal["index-file", "unreadable", "empty-body"]
Reason = Literal[
    "always",
    "score",
    "importance",
    Barred,
    "no-terms",
    "no-match",
    "zero-importance",
    "crowded-out",
    "rank",
]


@dataclass(frozen=True, slots=True)
class Parts:
    """What a score is made of, the weights applied.

    Attributes:
        tags: 3 for each item of ``tags`` that is among the feature's terms.
        relevant_to: 2 for each item of ``relevantTo``.
        summary: 1 for each term of the summary.
        category: 4 for each word of the file's name; 0 outside ``automaker-app``.
        importance: Multiplier, 0 to 1, or NaN.
        usage: Multiplier from the counters, see `usage`.
    """

    tags: float = 0
    relevant_to: float = 0
    summary: float = 0
    category: float = 0
    importance: float = 0.5
    usage: float = 1.0

    @property
    def matched(self) -> float:
        """The sum of the parts that count words."""
        return self.tags + self.relevant_to + self.summary + self.category

    @property
    def score(self) -> float:
        """The product; NaN where a multiplier is."""
        # One NaN object, so that values that hold it are equal to themselves and to each other.
        score = self.matched * self.importance * self.usage
        return math.nan if math.isnan(score) else score


@dataclass(frozen=True, slots=True)
class Matched:
    """The words behind the parts: lower case, in the file's order, with their duplicates."""

    tags: tuple[str, ...] = ()
    relevant_to: tuple[str, ...] = ()
    summary: tuple[str, ...] = ()
    category: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FileScore:
    """What a profile makes of one file.

    Attributes:
        name: File name with its ending.
        loaded: Whether it is put in the prompt.
        reason: The one reason for that.
        rank: Place by score among the kept files, from 1; None when it is not kept.
        gap: How much its score is below the last place that a score can win; 0 while a place is
            free. None for a loaded file, for no candidate, and when no score would load it.
        score: The product of the parts; in ``automaker-app`` the importance when the feature
            has no terms. NaN where the importance is.
        parts: What the score is made of.
        matched: The words behind the parts.
        never: Items of ``tags`` and ``relevantTo`` that no feature can match, each once.
        unreachable: Whether no feature at all, whatever its words, gives the file a place.
    """

    name: str
    loaded: bool
    reason: Reason
    rank: int | None = None
    gap: float | None = None
    score: float = 0.0
    parts: Parts = field(default_factory=Parts)
    matched: Matched = field(default_factory=Matched)
    never: tuple[str, ...] = ()
    unreachable: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """One file as a profile takes it.

    Attributes:
        name: File name with its ending.
        barred: Why it is no candidate, or None.
        importance: Multiplier, 0 to 1, or NaN.
        usage: Multiplier from the counters.
        words: What a feature can match, part by part; nothing when it is no candidate.
        items: The items of ``tags`` and ``relevantTo`` as they stand, each once.
    """

    name: str
    barred: Barred | None
    importance: float
    usage: float
    words: Matched
    items: tuple[str, ...]

    @property
    def important(self) -> bool:
        """Whether the importance alone keeps the file."""
        return self.importance >= IMPORTANT

    @property
    def unordered(self) -> bool:
        """Whether its score is no number while nothing matches, so that it stands last."""
        return math.isnan(0 * self.importance * self.usage)

    @property
    def reachable(self) -> bool:
        """Whether some feature gives the file a place: by its importance, or by a word."""
        if self.barred or self.important:
            return not self.barred
        words = self.words
        single = (*words.tags, *words.relevant_to, *words.category)
        matchable = bool(words.summary) or any(never(word) is None for word in single)
        return matchable and self.importance * self.usage > 0

    def weights(self) -> dict[str, int]:
        """Return what each word adds to the sum of the parts when a feature has it."""
        words, weights = self.words, dict[str, int]()
        for part, weight in (
            (words.tags, TAG),
            (words.relevant_to, RELEVANT_TO),
            (words.summary, SUMMARY),
            (words.category, CATEGORY),
        ):
            for word in part:
                weights[word] = weights.get(word, 0) + weight
        return weights

    def matched(self, among: frozenset[str]) -> Matched:
        """Return the words that are among the terms of a feature."""
        words = self.words
        return Matched(
            tuple(word for word in words.tags if word in among),
            tuple(word for word in words.relevant_to if word in among),
            tuple(word for word in words.summary if word in among),
            tuple(word for word in words.category if word in among),
        )

    def parts(self, matched: Matched) -> Parts:
        """Return what the score is made of when these words match."""
        return Parts(
            TAG * len(matched.tags),
            RELEVANT_TO * len(matched.relevant_to),
            SUMMARY * len(matched.summary),
            CATEGORY * len(matched.category),
            self.importance,
            self.usage,
        )


def usage(stats: UsageStats) -> float:
    """Return the multiplier that the counters make: 1 for a file that was never loaded.

    Otherwise 0.5 + 0.3 × referenced/loaded + 0.2 × successfulFeatures/referenced, the last part
    0 without references. It is not capped at 1.
    """
    if stats.loaded == 0:
        return 1.0
    # Doubles, as JavaScript divides them: endless counters give NaN or infinity, no error.
    referenced = double(stats.referenced)
    success = double(stats.successful_features) / referenced if referenced else 0.0
    return 0.5 + referenced / double(stats.loaded) * 0.3 + success * 0.2


def reading_of(memory: "Memory", profile: Profile) -> tuple[Metadata, str]:
    """Return metadata and body of a file as the profile's reader takes them."""
    if profile == "documented":
        return memory.reading.metadata, memory.reading.body
    return memory.automaker


def tokens_of(memory: "Memory", profile: Profile) -> int:
    """Return the estimated tokens of a file's body as the profile's reader takes it."""
    return memory.tokens if profile == "documented" else memory.automaker_tokens


def listed(name: str, profile: Profile) -> bool:
    """Return whether the profile looks at a file of this name at all."""
    return (name.lower() if profile == "automaker-app" else name).endswith(".md")


def document_of(memory: "Memory", profile: Profile) -> Document:
    """Return a file as the profile takes it."""
    metadata, body = reading_of(memory, profile)
    barred = _barred(memory, body, profile)
    words = Matched()
    if not barred:
        words = Matched(
            tuple(map(str.lower, metadata.tags)),
            tuple(map(str.lower, metadata.relevant_to)),
            terms(metadata.summary),
            _category(memory.name) if profile == "automaker-app" else (),
        )
    items = tuple(dict.fromkeys(metadata.tags + metadata.relevant_to))
    factor = usage(metadata.usage_stats)
    return Document(memory.name, barred, metadata.importance, factor, words, items)


def _barred(memory: "Memory", body: str, profile: Profile) -> Barred | None:
    name = memory.name.lower() if profile == "automaker-app" else memory.name
    if name == "_index.md":
        return "index-file"
    if memory.fault and (memory.fault.hides or profile == "documented"):
        return "unreadable"
    return "empty-body" if profile == "automaker-app" and not body.strip(WS) else None


def _category(name: str) -> tuple[str, ...]:
    # The first ".md" is cut out as it stands: anywhere, and only in lower case.
    pieces = name.replace(".md", "", 1).lower().replace("_", "-").split("-")
    return tuple(piece for piece in pieces if len(piece) > 2)

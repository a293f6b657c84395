"""The three profiles, written down as naively as the description of the selection reads.

It works on values that were read already, scans every file for every feature and sorts
everything; it shares no code with the scoring and the selection that it is compared to.
"""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass

from memtui.core.metadata import Metadata

STOP_WORDS = (
    "a an the and or but in on at to for of with by is it this that be as are was were been being "
    "have has had do does did will would could should may might must shall can need dare ought "
    "used add create implement build make update fix change modify"
)


@dataclass(frozen=True)
class File:
    name: str
    metadata: Metadata
    body: str
    readable: bool = True


@dataclass(frozen=True)
class Score:
    tags: int
    relevant_to: int
    summary: int
    category: int
    importance: float
    usage: float
    score: float

    @property
    def matched(self) -> int:
        return self.tags + self.relevant_to + self.summary + self.category


Rule = Callable[[str], bool]
"""Whether the rule of importance 0.9 holds for a file of this name."""


def everywhere(name: str) -> bool:
    return True


def nowhere(name: str) -> bool:
    return False


def terms(text: str) -> list[str]:
    text = re.sub(r"[^a-z0-9\s]", " ", text.lower())
    stop_words = STOP_WORDS.split()
    return [word for word in text.split() if len(word) > 2 and word not in stop_words]


def listed(file: File, profile: str) -> bool:
    if profile == "automaker-app":
        return file.name.lower().endswith(".md")
    return file.name.endswith(".md")


def no_candidate(file: File, profile: str) -> str | None:
    app = profile == "automaker-app"
    if (file.name.lower() if app else file.name) == "_index.md":
        return "index-file"
    if not file.readable:
        return "unreadable"
    if app and file.body.strip() == "":
        return "empty-body"
    return None


def usage(file: File) -> float:
    stats = file.metadata.usage_stats
    if stats.loaded == 0:
        return 1.0
    success = stats.successful_features / stats.referenced if stats.referenced > 0 else 0
    return 0.5 + 0.3 * (stats.referenced / stats.loaded) + 0.2 * success


def matches(items: list[str] | tuple[str, ...], words: list[str]) -> int:
    return len([item for item in items if item.lower() in words])


def score(file: File, words: list[str], profile: str) -> Score:
    metadata = file.metadata
    importance = metadata.importance
    if no_candidate(file, profile):
        return Score(0, 0, 0, 0, importance, usage(file), 0)
    tags = 3 * matches(metadata.tags, words)
    relevant_to = 2 * matches(metadata.relevant_to, words)
    summary = matches(terms(metadata.summary), words)
    category = 0
    if profile == "automaker-app":
        pieces = re.split("[-_]", file.name.replace(".md", "", 1))
        category = 4 * matches([piece for piece in pieces if len(piece) > 2], words)
    total = (tags + relevant_to + summary + category) * importance * usage(file)
    if profile == "automaker-app" and not words:
        total = importance
    return Score(tags, relevant_to, summary, category, importance, usage(file), total)


class Store:
    """One store, one feature, one profile."""

    def __init__(
        self, files: list[File], text: str, profile: str, scores: dict[str, float] | None = None
    ) -> None:
        self.profile = profile
        self.words = terms(text)
        self.files = {file.name: file for file in files if listed(file, profile)}
        self.parts = {name: score(file, self.words, profile) for name, file in self.files.items()}
        self.scores = {name: parts.score for name, parts in self.parts.items()} | (scores or {})
        self.candidates = [
            name for name, file in self.files.items() if not no_candidate(file, profile)
        ]

    def by_score(self, names: list[str]) -> list[str]:
        numbers = [name for name in names if not math.isnan(self.scores[name])]
        others = [name for name in names if math.isnan(self.scores[name])]
        numbers.sort(key=lambda name: (-self.scores[name], name.encode()))
        return numbers + sorted(others, key=str.encode)

    def important(self, name: str, rule: Rule) -> bool:
        return self.files[name].metadata.importance >= 0.9 and rule(name)

    def kept(self, rule: Rule = everywhere) -> list[str]:
        kept = []
        for name in self.candidates:
            by_score = self.scores[name] > 0
            if self.profile == "automaker-app":
                by_score = by_score and bool(self.words)
                numbered = not math.isnan(self.files[name].metadata.importance)
                by_score = by_score or (name == "gotchas.md" and numbered)
            if by_score or self.important(name, rule):
                kept.append(name)
        return self.by_score(kept)

    def loaded(self, rule: Rule = everywhere) -> list[str]:
        if self.profile == "automaker-app":
            return self.by_score([name for step in self.places(rule) for name in step])
        first = [name for name in self.candidates if name == "gotchas.md"]
        return first + [name for name in self.kept(rule)[:5] if name != "gotchas.md"]

    def places(self, rule: Rule = everywhere) -> tuple[list[str], list[str], list[str]]:
        """Return how the application fills its five places, step by step."""
        first = [name for name in self.candidates if name == "gotchas.md"]
        rest = [name for name in self.by_score(self.candidates) if name != "gotchas.md"]
        important = [name for name in rest if self.important(name, rule)][: 5 - len(first)]
        matching = [
            name
            for name in rest
            if self.words and self.scores[name] > 0 and not self.important(name, rule)
        ]
        return first, important, matching[: 5 - len(first) - len(important)]

    def reason(self, name: str) -> str:
        parts = self.parts[name]
        if name in self.loaded():
            if name == "gotchas.md":
                return "always"
            return "score" if name in self.loaded(nowhere) else "importance"
        barred = no_candidate(self.files[name], self.profile)
        if barred:
            return barred
        if not self.words:
            return "no-terms"
        if parts.matched == 0:
            return "no-match"
        if parts.importance == 0 or math.isnan(parts.importance):
            return "zero-importance"
        alone = self.loaded(lambda other: other == name)
        if self.profile == "automaker-app" and name in alone:
            return "crowded-out"
        assert name in self.kept()
        return "rank"

    def rank(self, name: str) -> int | None:
        kept = self.kept()
        return kept.index(name) + 1 if name in kept else None

    def order(self) -> list[str]:
        loaded = self.loaded()
        return loaded + self.by_score([name for name in self.files if name not in loaded])

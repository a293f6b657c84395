"""The keywords of each group of documents, and where each of them comes from."""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from memtui.core.language import words
from memtui.core.language.stop_words import NAMED
from memtui.core.language.words import Word
from memtui.core.surveying.grouping import Group
from memtui.core.surveying.keywords import WEIGHTS, Corpus, Evidence, rarity
from memtui.core.surveying.task_types import by_id, names

_LARGEST: Final = 8_000
"""Characters of all rows: an agent reads the table at each start."""
_SHARES: Final = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2)
"""Of the words that rows might have, the first share with which the table is small enough."""
_FEWEST: Final = 8
"""So many words a row may have in any case, and one more for each heading of its documents."""
_MOST_BY_HEADINGS: Final = 16
_MOST_OF_FOLDER: Final = 40
_MOST_USUAL: Final = 4
_MOST_ROWS: Final = 2
"""A word leads to the rows that are about it most."""
_MOST_SHARED: Final = 3
"""A word of more groups is only common to those that are about it nearly as much."""
_PLURAL_IN_S: Final = frozenset(("en", "es", "fr", "pt", ""))
_SHORT: Final = 4
_MOST_OTHERS: Final = 2
"""Forms of a word beside the most common one and its singular."""
_LEAST_RARITY: Final = 0.2
_LEAST_SHARE: Final = 0.5
_LEAST_OF_SHARED: Final = 0.7
_USUAL: Final = "usual for it"


@dataclass(frozen=True, slots=True)
class Chosen:
    """The keywords of a row.

    Attributes:
        keywords: The most telling first.
        why: Where they come from, on one line for a person.
    """

    keywords: tuple[str, ...]
    why: str


def choose(corpus: Corpus, groups: Sequence[Group], language: str) -> list[Chosen]:
    """Return the keywords of each group.

    Args:
        corpus: The documents of all groups.
        groups: The groups.
        language: The language of the project, for groups that have none.
    """
    choice = _Choice(corpus, groups, language)
    cells = ((group.label(language), ", ".join(group.files)) for group in groups)
    beside = sum(len(f"| {task} |  | {files} |\n") for task, files in cells)
    found: list[Chosen] = []
    for share in _SHARES:
        found = choice.all(share)
        if beside + sum(len(",".join(each.keywords)) for each in found) <= _LARGEST:
            break
    return found


class _Choice:
    def __init__(self, corpus: Corpus, groups: Sequence[Group], language: str) -> None:
        self._corpus, self._groups, self._language = corpus, groups, language
        self._evidence = [corpus.merged(group.documents) for group in groups]
        self._subjects: Counter[str] = Counter()
        self._named: Counter[str] = Counter()
        self._weights: defaultdict[str, list[float]] = defaultdict(list)
        for found in self._evidence:
            for key, each in found.items():
                self._weights[key].append(each.weight)
                self._named[key] += not each.is_only_text
                self._subjects[key] += each.is_subject
        for weights in self._weights.values():
            weights.sort()
        self._best = {key: weights[-1] for key, weights in self._weights.items()}
        self._usual = [self._usual_words(group) for group in groups]
        for usual in self._usual:
            for key, _ in usual:
                self._best[key] = max(self._best.get(key, 0.0), WEIGHTS["title"])
        self._ranked = [self._rank(found) for found in self._evidence]

    def all(self, share: float) -> list[Chosen]:
        """Return the keywords of each group.

        Args:
            share: How many of the words that a row might have are taken, from 0 to 1.
        """
        found = []
        for at, group in enumerate(self._groups):
            keywords = self._of_folder(at, share) if group.folder else self._of(at, share)
            found.append(Chosen(tuple(keywords), _explained(keywords)))
        return found

    def _of(self, at: int, share: float) -> dict[str, str]:
        """Return the keywords of a group, each with its place: all forms of some words."""
        group, found = self._groups[at], self._evidence[at]
        keywords = self._usual_of(at)
        headings = sum(len(each.headings) for each in group.documents)
        if group.documents[0].kind in ("section", "overview"):
            headings = _MOST_BY_HEADINGS
        has_s = any(each.language in _PLURAL_IN_S for each in group.documents)
        most = round(share * (_FEWEST + min(headings, _MOST_BY_HEADINGS))) - len(keywords)
        for key in self._ranked[at][: max(0, most)]:
            for form in self._forms(key, found[key], has_s=has_s):
                keywords.setdefault(form, found[key].where)
        return keywords

    def _usual_of(self, at: int) -> dict[str, str]:
        """Return the usual words that are not the subject of other documents, with their place."""
        found = self._evidence[at]
        keywords: dict[str, str] = {}
        for key, form in self._usual[at]:
            if key in found and found[key].is_subject:
                if self._is_own(key, found[key]):
                    keywords[form] = found[key].where
            elif not self._subjects[key]:
                keywords |= dict.fromkeys((form, *words.bases(form)), _USUAL)
        return keywords

    def _of_folder(self, at: int, share: float) -> dict[str, str]:
        """Return one keyword for each document, with its place: the agent chooses in the folder."""
        keywords = {form: _USUAL for _, form in self._usual[at]}
        for document in self._groups[at].documents:
            inside = self._corpus.evidence[document.path]
            own = (key for key in self._ranked[at] if key in inside and inside[key].is_subject)
            best = next(own, None)
            if best is not None and len(keywords) < share * _MOST_OF_FOLDER:
                form = inside[best].common[0]
                keywords.setdefault(next(iter(words.bases(form)), form), "titles")
        return keywords

    def _usual_words(self, group: Group) -> list[Word]:
        """Return words that people ask with for such a task."""
        task = by_id().get(group.task)
        if task is None:
            return []
        languages = dict.fromkeys(each.language or self._language for each in group.documents)
        usual = " ".join(task.usual.get(each, "") for each in languages)
        found = words.words(usual if usual.strip() else task.usual["en"])
        # A document about backups is one for operations, but not about all of them.
        read = [each for each in group.documents if each.kind in ("document", "section")]
        subjects = (word for each in read for word in words.words(f"{each.title} {each.subject}"))
        is_named = len(read) < len(group.documents) or names(task, (w.form for w in subjects))
        if not is_named:
            return found[:1]
        return [*found[:_MOST_USUAL], *(Word(phrase, phrase) for phrase in task.phrases)]

    def _rank(self, found: Mapping[str, Evidence]) -> list[str]:
        """Return the words that tell a group apart from the others, the most telling first."""
        scores = {
            key: each.weight * max(self._rarity(key, each), _LEAST_RARITY)
            for key, each in found.items()
            if self._is_own(key, each)
        }
        return sorted(scores, key=lambda key: -scores[key])

    def _rarity(self, key: str, each: Evidence) -> float:
        held = len(self._weights[key]) if each.is_only_text else self._named[key]
        return rarity(len(self._groups), held)

    def _is_own(self, key: str, each: Evidence) -> bool:
        """Whether a group is about a word more than the others."""
        if self._rarity(key, each) < _LEAST_RARITY and self._subjects[key] != 1:
            return False
        weights = self._weights[key]
        heavier = len(weights) - bisect_right(weights, each.weight)
        as_heavy = len(weights) - bisect_left(weights, each.weight)
        if heavier >= _MOST_ROWS or as_heavy > _MOST_SHARED:
            return False
        if each.is_subject:
            return True
        is_shared = len(weights) > _MOST_SHARED
        least = _LEAST_OF_SHARED if is_shared else _LEAST_SHARE
        return self._subjects[key] <= _MOST_SHARED and each.weight >= least * self._best[key]

    def _forms(self, key: str, each: Evidence, *, has_s: bool) -> list[str]:
        """Return the forms of a word as keywords: as written, its singular, and others in use."""
        first, *_ = often = each.common
        if not first.isascii() or "_" in first:
            return [first]
        single = words.singular(first) if has_s else first
        if not each.is_subject and len(first) <= _SHORT and single not in self._corpus.forms[key]:
            # An acronym may end in an s.
            single = first
        if each.is_only_text:
            # A verb within the text says less than a noun.
            forms = [form for form in (*often[:2], single) if not _is_verb(form)][:2]
            return [form for form in dict.fromkeys(forms) if words.says_something(form)]
        known = dict.fromkeys((first, single))
        others = dict.fromkeys((*known, *often, *sorted(self._corpus.forms[key])))
        bases = words.bases(first) if each.is_subject else ()
        found = dict.fromkeys((*list(others)[: len(known) + _MOST_OTHERS], *bases))
        return [form for form in found if words.says_something(form) or form in NAMED]


def _is_verb(word: str) -> bool:
    return word.endswith(("ed", "ing"))


def _explained(keywords: Mapping[str, str]) -> str:
    by_place: dict[str, list[str]] = {}
    for keyword, place in keywords.items():
        by_place.setdefault(place, []).append(keyword)
    return "; ".join(f"{place}: {', '.join(found)}" for place, found in by_place.items())

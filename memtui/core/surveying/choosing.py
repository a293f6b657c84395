"""The keywords of each group of documents, and where each of them comes from."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from memtui.core.language import words
from memtui.core.language.stop_words import NAMED
from memtui.core.language.words import Word
from memtui.core.surveying.grouping import OVERVIEW, Group
from memtui.core.surveying.keywords import WEIGHTS, Corpus, Evidence
from memtui.core.surveying.task_types import by_id, names

_MOST: Final = 10
"""Keywords of a row for one document."""
_MOST_OF_SEVERAL: Final = 12
"""Keywords of a row for several documents, or for what is about the whole project."""
_MOST_OF_FOLDER: Final = 40
_THIN: Final = 5
"""With fewer keywords than this, words of the text are taken as well."""
_MOST_USUAL: Final = 4
_MOST_SHARED: Final = 3
"""A word that is the subject of more groups tells none of them apart."""
_LEAST_RARITY: Final = 0.2
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
    return _Choice(corpus, groups, language).all()


class _Choice:
    def __init__(self, corpus: Corpus, groups: Sequence[Group], language: str) -> None:
        self._corpus, self._groups, self._language = corpus, groups, language
        self._evidence = [corpus.merged(group.documents) for group in groups]
        self._best: dict[str, float] = {}
        self._subjects: Counter[str] = Counter()
        self._holding: Counter[str] = Counter()
        for found in self._evidence:
            for key, each in found.items():
                self._holding[key] += 1
                self._best[key] = max(self._best.get(key, 0.0), each.weight)
                self._subjects[key] += each.is_subject
        for group in groups:
            for key, _ in self._usual(group):
                self._best[key] = max(self._best.get(key, 0.0), WEIGHTS["title"])

    def all(self) -> list[Chosen]:
        """Return the keywords of each group."""
        return [
            self._of(group, found)
            for group, found in zip(self._groups, self._evidence, strict=True)
        ]

    def _of(self, group: Group, found: Mapping[str, Evidence]) -> Chosen:
        if group.folder:
            return self._of_folder(group, found)
        keywords = self._usual_of(group, found)
        most, thin = self._bounds(group)
        for key in self._ranked(found):
            each = found[key]
            if len(keywords) >= (thin if each.is_only_text else most):
                continue
            for form in self._forms(key, each)[: most - len(keywords)]:
                keywords.setdefault(form, each.where)
        return Chosen(tuple(keywords), _explained(keywords))

    def _usual_of(self, group: Group, found: Mapping[str, Evidence]) -> dict[str, str]:
        """Return the usual words that are not the subject of other documents, with their place."""
        keywords: dict[str, str] = {}
        for key, form in self._usual(group):
            if key in found and found[key].is_subject:
                keywords[form] = found[key].where
            elif not self._subjects[key]:
                keywords[form] = _USUAL
        return keywords

    def _of_folder(self, group: Group, found: Mapping[str, Evidence]) -> Chosen:
        """Return one keyword for each document: the agent chooses in the folder."""
        keywords = {form: _USUAL for _, form in self._usual(group)}
        ranked = self._ranked(found)
        for document in group.documents:
            inside = self._corpus.evidence[document.path]
            best = next((key for key in ranked if key in inside and inside[key].is_subject), None)
            if best is not None and len(keywords) < _MOST_OF_FOLDER:
                form = inside[best].common[0]
                keywords.setdefault(next(iter(words.bases(form)), form), "titles")
        return Chosen(tuple(keywords), _explained(keywords))

    def _bounds(self, group: Group) -> tuple[int, int]:
        if group.documents[0].kind == "section":
            return _MOST_OF_SEVERAL, _MOST_OF_SEVERAL
        if group.task == OVERVIEW:
            return _MOST_OF_SEVERAL, _MOST_OF_SEVERAL
        return (_MOST_OF_SEVERAL if len(group.documents) > 1 else _MOST), _THIN

    def _usual(self, group: Group) -> list[Word]:
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
        return found[: _MOST_USUAL if is_named else 1]

    def _ranked(self, found: Mapping[str, Evidence]) -> list[str]:
        scores = {
            key: each.weight * max(self._corpus.rarity(key, each), _LEAST_RARITY)
            for key, each in found.items()
            if self._is_own(key, each)
        }
        return sorted(scores, key=lambda key: -scores[key])

    def _is_own(self, key: str, each: Evidence) -> bool:
        """Whether a word tells the group apart from the others."""
        rare = self._corpus.rarity(key, each) >= _LEAST_RARITY
        if each.is_subject:
            return self._subjects[key] == 1 or (rare and self._subjects[key] <= _MOST_SHARED)
        is_shared = max(self._subjects[key], self._holding[key]) > _MOST_SHARED
        return rare and not is_shared and 2 * each.weight >= self._best[key]

    def _forms(self, key: str, each: Evidence) -> list[str]:
        """Return the forms of a word as keywords: as written, its singular, and others in use."""
        first, *_ = often = each.common
        if not first.isascii():
            return [first]
        single = words.singular(first)
        if each.is_only_text:
            # A verb within the text says less than a noun.
            forms = [form for form in (*often[:2], single) if not _is_verb(form)][:2]
            return [form for form in dict.fromkeys(forms) if words.says_something(form)]
        if not each.is_subject:
            return [form for form in dict.fromkeys((first, single)) if words.says_something(form)]
        others = sorted(self._corpus.forms[key] - {first, single})[:1]
        found = dict.fromkeys((first, single, *others, *words.bases(first)))
        return [form for form in found if words.says_something(form) or form in NAMED]


def _is_verb(word: str) -> bool:
    return word.endswith(("ed", "ing"))


def _explained(keywords: Mapping[str, str]) -> str:
    by_place: dict[str, list[str]] = {}
    for keyword, place in keywords.items():
        by_place.setdefault(place, []).append(keyword)
    return "; ".join(f"{place}: {', '.join(found)}" for place, found in by_place.items())

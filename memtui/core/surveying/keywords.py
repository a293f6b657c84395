"""What the words of the project's documents say about each of them."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePosixPath
from typing import Final, Literal

from memtui.core.language import words
from memtui.core.language.stop_words import ANY_TASK, NAMED, SUBJECT_ONLY
from memtui.core.language.subject_words import parted
from memtui.core.surveying.task_types import asks_for_a_task

Kind = Literal[
    "overview", "document", "section", "changelog", "ci", "deployment", "manifest", "sample"
]
"""What a file of the project is to a person who looks for knowledge.

``overview`` is a README or the first page of the documents, ``section`` a part of one of these,
``sample`` a document of a sample project, which is not about this one.
"""

Place = Literal["title", "path", "heading", "folder", "text"]

WEIGHTS: Final[dict[Place, float]] = {
    "title": 4.0,
    "path": 3.0,
    "heading": 1.0,
    "folder": 1.0,
    "text": 0.3,
}
"""How much a word counts for a document, by where it stands."""

_NAMES: Final[dict[Place, str]] = {
    "title": "title",
    "path": "path",
    "folder": "path",
    "heading": "headings",
    "text": "text",
}

_MOST_HEADINGS: Final = 2
"""A word of many headings counts as that many."""
_FEW_HEADINGS: Final = 10
"""Of more headings, each says less."""

_NO_SUBJECT: Final = frozenset(
    ("doc", "docs", "documentation", "src", "content", "wiki", "guides", "pages", "source", "en")
)
"""Folders that every document lies in."""

_NAMED: Final = frozenset(("document", "section", "changelog"))
"""Kinds whose title says what they are about; that of an overview is the project's name."""

INDEX_STEMS: Final = frozenset(("readme", "index", "home", "_index", "overview"))
"""Names of files that stand for their folder."""


@dataclass(frozen=True, slots=True)
class ProjectDocument:
    """A document of the project, as far as the survey looks at it.

    Attributes:
        path: Relative to the project, with ``/``; a section's ends in ``#`` and its anchor.
        kind: What it is.
        title: Its title, or ``""``.
        headings: The headings below the title.
        frequent: Words that its text uses often, most often first, with their number.
        language: The language it is written in, as `words.language` names it.
        sections: Its parts, when it is long enough to be read in parts.
    """

    path: str
    kind: Kind = "document"
    title: str = ""
    headings: tuple[str, ...] = ()
    frequent: tuple[tuple[str, int], ...] = ()
    language: str = "en"
    sections: tuple["ProjectDocument", ...] = ()

    @property
    def folder(self) -> str:
        """Its folder with a ``/`` at the end, or ``""`` for the project's root."""
        return self.path[: self.path.rfind("/") + 1]

    @property
    def subject(self) -> str:
        """Its name without the ending as words; its folder's, when it stands for its folder."""
        path = PurePosixPath(self.path)
        stem = path.name.strip(".").split(".")[0]
        if stem.lower() in INDEX_STEMS:
            stem = path.parent.name
        return words.of_path(stem)


# Each takes a time that grows with the text alone.
# Comments and tags, addresses and roles; then fences, indented code and directives, a block on top.
_NO_WORDS: Final = re.compile(
    r"<!--(?:(?!<!--).)*?-->|<[^<>]+>|https?://\S+|\]\([^()\s]*\)|:[a-z]{1,12}(?::[a-z]{1,12})?:(?=`)",
    re.DOTALL,
)
_NOT_PROSE: Final = re.compile(
    rf"^(```|~~~).*?^\1|^(?:   |\t|\.\.[ ])[^\n]*$|\A---\n.*?^---$|{_NO_WORDS.pattern}",
    re.DOTALL | re.MULTILINE,
)
_STRESSED: Final = re.compile(r"\*\*([^*\n]+)\*\*|`([^`\n]+)`")
# In the middle of a sentence: an acronym, a product; in German any noun.
_NAME: Final = re.compile(r"(?<=[\w,;)] )[^\W\d_a-zà-öø-ÿ][\w+#.-]*\w")
_MOST_FREQUENT: Final = 100
_FEWEST: Final = 2


def frequent(
    text: str, *, code: bool = False, fewest: int = _FEWEST
) -> tuple[tuple[str, int], ...]:
    """Return the words that a document uses often, most often first.

    What stands in bold or as code within a line counts twice, and so does a name.

    Args:
        text: A document's text, its line ends LF.
        code: Whether its blocks of code count as well.
        fewest: So often a word has to stand in it.
    """
    prose = (_NO_WORDS if code else _NOT_PROSE).sub(" ", text)
    stressed = " ".join(bold or inline for bold, inline in _STRESSED.findall(prose))
    names = " ".join(_NAME.findall(prose))
    counts = Counter(words.words("\n".join((prose, stressed, _parts(stressed), names))))
    of_key: Counter[str] = Counter()
    for word, number in counts.items():
        if words.says_something(word.form):
            of_key[word.key] += number
    often = [
        word for word in counts if of_key[word.key] >= fewest and words.says_something(word.form)
    ]
    often.sort(key=lambda word: (-of_key[word.key], -counts[word], word.form))
    return tuple((word.form, counts[word]) for word in often[:_MOST_FREQUENT])


def _parts(text: str) -> str:
    """Return the parts of the names in a program that stand in a text."""
    return " ".join(parts for name in text.split() if " " in (parts := parted(name)))


@dataclass(slots=True)
class Evidence:
    """What speaks for a word as keyword of a document or of a group of them.

    Attributes:
        weight: By `WEIGHTS`, summed up.
        forms: The forms of the word with the weight of each.
        places: Where it stands.
    """

    weight: float = 0.0
    forms: dict[str, float] = field(default_factory=dict)
    places: dict[Place, None] = field(default_factory=dict)

    def add(self, form: str, place: Place, weight: float) -> None:
        """Count a form of the word."""
        self.weight += weight
        self.forms[form] = self.forms.get(form, 0.0) + weight
        self.places[place] = None

    @property
    def common(self) -> list[str]:
        """The forms, the one that counts most first."""
        return sorted(self.forms, key=lambda form: -self.forms[form])

    @property
    def where(self) -> str:
        """The most telling of its places, for a person."""
        return next(name for place, name in _NAMES.items() if place in self.places)

    @property
    def is_only_text(self) -> bool:
        """Whether it stands in no title, heading or path."""
        return set(self.places) == {"text"}

    @property
    def is_subject(self) -> bool:
        """Whether it stands in a title or a file's name."""
        return "title" in self.places or "path" in self.places


def evidence(document: ProjectDocument) -> dict[str, Evidence]:
    """Return the words that say something about a document, by their key, in order."""
    found: defaultdict[str, Evidence] = defaultdict(Evidence)

    def take(text: str, place: Place, weight: float) -> None:
        for word in dict.fromkeys(words.telling(f"{text} {_parts(text)}")):
            found[word.key].add(word.form, place, weight)

    if document.kind in _NAMED:
        take(document.title, "title", WEIGHTS["title"])
    elif document.kind != "overview":
        take(document.title, "heading", WEIGHTS["heading"])
    take(document.subject, "path", WEIGHTS["path"])
    _take_name(document, found)
    for folder in document.folder.split("/")[:-1]:
        if folder.lower() not in _NO_SUBJECT and folder[0] != ".":
            take(words.of_path(folder), "folder", WEIGHTS["folder"])
    in_headings: Counter[str] = Counter()
    each_heading = min(1.0, math.sqrt(_FEW_HEADINGS / max(1, len(document.headings))))
    for heading in document.headings:
        for word in dict.fromkeys(words.telling(f"{heading} {_parts(heading)}")):
            in_headings[word.key] += 1
            if in_headings[word.key] <= _MOST_HEADINGS:
                found[word.key].add(word.form, "heading", WEIGHTS["heading"] * each_heading)
    for form, number in document.frequent:
        for word in words.telling(form):
            weight = WEIGHTS["text"] * math.log2(1 + number)
            found[word.key].add(word.form, "text", weight)
    # A section of a long text is short enough for its words to be about it.
    needs_title = ANY_TASK if document.kind == "section" else SUBJECT_ONLY
    return {
        key: each
        for key, each in found.items()
        if each.is_subject
        or needs_title.isdisjoint(each.forms)
        or ("heading" in each.places and any(map(asks_for_a_task, each.forms)))
    }


def _take_name(document: ProjectDocument, found: dict[str, Evidence]) -> None:
    """Count everyday words that are both in the name of a document and in its title."""
    titled = {word.key: word.form for word in words.words(document.title)}
    for key, form in words.words(document.subject):
        if form in NAMED and key in titled:
            found[key].add(titled[key], "title", WEIGHTS["title"])
            found[key].add(form, "path", WEIGHTS["path"])


def rarity(number: int, held: int) -> float:
    """Return how well a word tells things apart: 1 when one of them holds it, 0 when all do.

    The inverse document frequency of Spärck Jones (1972), scaled by its largest value.

    Args:
        number: How many things there are.
        held: How many of them hold the word.
    """
    return math.log(number / max(1, held)) / math.log(number) if number > 1 else 1.0


class Corpus:
    """The documents of a project with the words that tell them apart.

    Args:
        documents: The documents, or parts of them.
        project: The project's name: whoever asks for anything may name it.
    """

    def __init__(self, documents: Sequence[ProjectDocument], project: str = "") -> None:
        self.documents = tuple(documents)
        self._names = {word.key for word in words.words(project)}

    @cached_property
    def evidence(self) -> Mapping[str, Mapping[str, Evidence]]:
        """By path, what speaks for which word."""
        return {document.path: self._of(document) for document in self.documents}

    def _of(self, document: ProjectDocument) -> dict[str, Evidence]:
        found = evidence(document)
        return {
            key: each for key, each in found.items() if each.is_subject or key not in self._names
        }

    @cached_property
    def _holders(self) -> Counter[str]:
        """Of how many documents a word is said by title, heading or path."""
        return Counter(
            key
            for found in self.evidence.values()
            for key, each in found.items()
            if not each.is_only_text
        )

    @cached_property
    def _users(self) -> Counter[str]:
        """How many documents say a word often, wherever."""
        return Counter(key for found in self.evidence.values() for key in found)

    @cached_property
    def forms(self) -> Mapping[str, frozenset[str]]:
        """By key, every form of a word that stands anywhere in the documents."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for each in self.evidence.values():
            for key, evidence in each.items():
                found[key].update(evidence.forms)
        return {key: frozenset(forms) for key, forms in found.items()}

    def rarity(self, key: str, each: Evidence) -> float:
        """Return how well a word tells documents apart, as `rarity` does.

        Args:
            key: The word.
            each: What speaks for it; a word of the text alone is compared with all texts.
        """
        held = (self._users if each.is_only_text else self._holders)[key]
        return rarity(len(self.documents), held)

    def merged(self, documents: Iterable[ProjectDocument]) -> dict[str, Evidence]:
        """Return what speaks for each word as a keyword of several documents.

        A word weighs as much as in the document that is about it most: many are about no more.
        """
        found: dict[str, Evidence] = {}
        for document in documents:
            for key, each in self.evidence[document.path].items():
                one = found.setdefault(key, Evidence())
                one.weight = max(one.weight, each.weight)
                for form, weight in each.forms.items():
                    one.forms[form] = one.forms.get(form, 0.0) + weight
                one.places.update(each.places)
        return found

"""The rows that come nearest to a prompt which no row matches, and why."""

import posixpath
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from memtui.core.routing import Page, Row
from memtui.core.routing.targets import target
from memtui.core.terms import STOP_WORDS

_WORD: Final = re.compile(r"[^\W_]+")
_MOST_WORDS: Final = 100
# From here on two words look like one with a slip or an ending (Jaro-Winkler, 0 to 1).
_CLOSE: Final = 0.8


class Nearest(NamedTuple):
    """A row that comes near to a prompt.

    Attributes:
        row: The row's number in the page, from 1.
        task_type: Its task type as written.
        why: Which word is close to what, for a person.
    """

    row: int
    task_type: str
    why: str


class _Near(NamedTuple):
    likeness: float
    word: str
    part: str
    text: str

    @property
    def why(self) -> str:
        near = "is close to" if self.likeness >= _CLOSE else "is a little like"
        return f'"{self.word}" {near} the {self.part} "{self.text}"'


def nearest(page: Page, prompt: str, limit: int = 3) -> tuple[Nearest, ...]:
    """Return the rows whose keyword, task type or file name is most like a word of a prompt.

    Args:
        page: The page.
        prompt: What the person asks the agent.
        limit: How many rows at most.
    """
    # Imported here for start-up: only a prompt without a match needs it.
    from rapidfuzz import process
    from rapidfuzz.distance import JaroWinkler

    places: dict[str, list[tuple[int, str, str]]] = {}
    for index, row in enumerate(page.rows):
        for word, part, text in _named(row):
            places.setdefault(word, []).append((index, part, text))
    choices = list(places)
    best: dict[int, _Near] = {}
    for word in _words(prompt):
        likely = process.extract(
            word, choices, scorer=JaroWinkler.normalized_similarity, limit=8 * limit
        )
        for choice, likeness, _ in likely:
            for index, part, text in places[choice][:limit]:
                if likeness > (best[index].likeness if index in best else 0):
                    best[index] = _Near(likeness, word, part, text)
    order = sorted(best, key=lambda index: (-best[index].likeness, index))[:limit]
    rows = ((page.rows[index], best[index].why) for index in order)
    return tuple(Nearest(row.number, row.task_type, why) for row, why in rows)


def _words(prompt: str) -> list[str]:
    """Return the words of a prompt that say something, each once, in lower case."""
    words = list(dict.fromkeys(_WORD.findall(prompt.casefold())))
    telling = [word for word in words if word not in STOP_WORDS]
    return (telling or words)[:_MOST_WORDS]


def _named(row: Row) -> Iterator[tuple[str, str, str]]:
    """Yield each word of a row in lower case, with what it is part of and how that is written."""
    for keyword in row.keywords:
        folded = keyword.casefold()
        for word in dict.fromkeys((folded, *_WORD.findall(folded))):
            yield word, "keyword", keyword
    if row.table.task_type >= 0:
        for word in _WORD.findall(row.task_type.casefold()):
            yield word, "task type", row.task_type
    for file in row.files:
        for path in target(file).paths[:1]:
            name = posixpath.basename(path)
            for word in _WORD.findall(posixpath.splitext(name)[0].casefold()):
                yield word, "file", name

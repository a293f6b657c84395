"""Which documents own the topic of a learning, with their texts as they stand on disk."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from threading import Lock
from typing import Final

from memtui.core.destinations import Document, Owned
from memtui.core.passages import section_of
from memtui.core.routing import Page
from memtui.core.surveying import keywords, owners
from memtui.core.surveying.keywords import Corpus, ProjectDocument
from memtui.errors import MemtuiError
from memtui.store import steps, survey
from memtui.store.project import Project

_PROSE: Final = ("overview", "document")
_MOST: Final = 5
_LARGEST: Final = 1 << 18
"""Characters of a document that are looked at."""


def ranking(project: Project, page: Page) -> Callable[[str], Sequence[Owned]]:
    """Return what ranks the project's documents for a text; they are read at its first use.

    Args:
        project: The project.
        page: The routing table: a row that the text fires speaks for its documents.

    Returns:
        A function that returns at most five documents, best first. Those that cannot be read or
        written are left out.
    """
    lock = Lock()
    known: list[Corpus] = []

    def corpus() -> Corpus:
        # Whoever types on while the documents are read asks again.
        with lock:
            if not known:
                known.append(owners.possible(_documents(project)))
                # Made here, where others wait for it.
                _ = known[0].evidence
            return known[0]

    def rank(said: str) -> list[Owned]:
        found = []
        for owner in owners.owners(said, corpus(), page, _MOST):
            text = text_of(project, owner.path)
            if text is not None:
                is_markdown = owner.path.lower().endswith(".md")
                place = section_of(text, said) if is_markdown else (0, "")
                found.append(Owned(Document(owner.path, *place), owner.why, text))
        return found

    return rank


def _documents(project: Project) -> Iterator[ProjectDocument]:
    for each in survey.read(project).documents:
        if each.kind in _PROSE and (text := text_of(project, each.path)) is not None:
            # A word that a short document uses once can still be what it is about.
            yield replace(each, frequent=keywords.frequent(text[:_LARGEST], fewest=1))


def text_of(project: Project, path: str) -> str | None:
    """Return the text of a document; None when it cannot be read as one, or leads outside."""
    try:
        data = steps.current(project, path)
        return None if data is None else data.decode()
    except (MemtuiError, UnicodeDecodeError):
        return None

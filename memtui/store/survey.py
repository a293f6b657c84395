"""The documents of a project, as the survey looks at them."""

from dataclasses import dataclass
from typing import Final

from memtui.core import surveying
from memtui.core.keywords import ProjectDocument
from memtui.core.project_files import kind_of, without_memories
from memtui.store.project import Project
from memtui.store.walk import walk

_LARGEST: Final = 1 << 18
"""Bytes of a document that are looked at."""
_MOST: Final = 2_000
"""So many documents are read."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What a survey found.

    Attributes:
        documents: The project's documents, in order of their paths.
        troubles: What was left out though it might be one, with the reason, a line each.
    """

    documents: tuple[ProjectDocument, ...] = ()
    troubles: tuple[str, ...] = ()


def read(project: Project) -> Survey:
    """Return the documents of a project; what cannot be read is told and left out.

    Left out as well are what git ignores, vendored and generated files (`walk`), binary files,
    and the memories of agents.
    """
    found = walk(project.root, lambda path: kind_of(path) is not None)
    troubles = list(found.troubles)
    paths = without_memories(found.files)
    if len(paths) > _MOST:
        troubles.append(
            f"more than {_MOST} documents: {paths[_MOST]} and what follows was not read"
        )
    documents = []
    for path in paths[:_MOST]:
        try:
            with (project.root / path).open("rb") as file:
                data = file.read(_LARGEST)
        except OSError as error:
            troubles.append(f"{path}: cannot be read: {error.strerror}; it was left out")
            continue
        if b"\0" in data:
            troubles.append(f"{path}: no text (a zero byte); it was left out")
            continue
        document = surveying.document(path, data.decode("utf-8-sig", errors="replace"))
        if document is not None:
            documents.append(document)
    return Survey(tuple(documents), tuple(troubles))

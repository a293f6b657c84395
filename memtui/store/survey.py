"""The documents of a project, as the survey looks at them."""

from dataclasses import dataclass
from typing import Final

from memtui.core.surveying import proposing
from memtui.core.surveying.keywords import ProjectDocument
from memtui.core.surveying.project_files import kind_of, without_memories
from memtui.store.project import Project
from memtui.store.walk import walk

_MOST: Final = 2_000
"""So many documents are read."""
_LARGEST: Final = 1 << 15
"""Bytes of a document that are looked at where there are several."""
_LARGEST_IN_PARTS: Final = 1 << 17
_LARGEST_OF_ALL: Final = 1 << 22
"""Bytes that are looked at of all documents; a million takes about two seconds."""


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
    # Of a sample only the place is of interest.
    documents = [ProjectDocument(path, "sample") for path in paths if kind_of(path) == "sample"]
    read = [path for path in paths if kind_of(path) != "sample"][:_MOST]
    if len(paths) - len(documents) > _MOST:
        troubles.append(f"more than {_MOST} documents: what follows {read[-1]} was not read")
    in_parts = proposing.in_parts(read)
    largest = _LARGEST_IN_PARTS if in_parts else min(_LARGEST, _LARGEST_OF_ALL // len(read))
    for path in read:
        try:
            with (project.root / path).open("rb") as file:
                data = file.read(largest)
        except OSError as error:
            troubles.append(f"{path}: cannot be read: {error.strerror}; it was left out")
            continue
        text = data.decode("utf-8-sig", errors="replace")
        document = proposing.document(path, text, in_parts=in_parts)
        if document is not None and "\0" not in text:
            documents.append(document)
    return Survey(tuple(documents), tuple(troubles))

"""The files of the routing table's system, which are named by their path in the project."""

from typing import Final

TABLE: Final = "memory/INDEX.md"
"""The page that holds the routing table."""
CONTEXT: Final = "tasks/context.md"
"""The state of a long piece of work."""
LESSONS: Final = "tasks/lessons.md"
"""The journal, newest last."""
FOLDERS: Final = ("memory", "tasks")
"""The folders whose markdown files are documents."""


def is_document(name: str) -> bool:
    """Whether the name of a file in the workspace is the path of a document, not a memory's."""
    return "/" in name


def is_topic(name: str) -> bool:
    """Whether a document holds knowledge about a topic."""
    return name.startswith(f"{FOLDERS[0]}/") and name != TABLE

"""What is usual for a category: its importance by its name, and how its file begins."""

from typing import Final

from memtui.core.metadata import Metadata
from memtui.core.terms import terms

USUAL: Final = {
    "gotchas": (0.9, 1.0),
    "patterns": (0.7, 0.8),
    "api-conventions": (0.6, 0.8),
    "testing": (0.6, 0.7),
    "deployment": (0.5, 0.7),
    "dependencies": (0.5, 0.7),
    "debugging": (0.6, 0.8),
}
"""Lowest and highest usual importance of the categories that most projects have."""


def importance(category: str) -> float:
    """Return the importance of a new file: 0.7, which is usual everywhere, and 0.9 for gotchas.

    Args:
        category: The file's name without its ending.
    """
    lowest, _ = USUAL.get(category, (0.0, 1.0))
    return max(lowest, 0.7)


def new_file(category: str, summary: str = "") -> str:
    """Return the text of a new file, in the plain shape, up to its title.

    Tags and topics are the words of the category that count.

    Args:
        category: The file's name without its ending.
        summary: One line; the title when it is empty, since Automaker would take the next line
            of the frontmatter for an empty summary.
    """
    # Imported here for start-up: a learning that is appended needs no frontmatter.
    from memtui.core.patch import plain_block

    words = tuple(dict.fromkeys(terms(category)))
    heading = title(category)
    metadata = Metadata(
        tags=words,
        relevant_to=words,
        summary=summary or heading,
        importance=importance(category),
    )
    return f"{plain_block(metadata)}# {heading}\n"


def title(category: str) -> str:
    """Return the title of a new file.

    Args:
        category: The file's name without its ending.
    """
    return category.replace("-", " ").strip().capitalize()

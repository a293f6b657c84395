"""What is usual for a category: its importance by its name."""

from typing import Final

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

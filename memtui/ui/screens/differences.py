"""A difference between two texts, as dialogs show it."""

from collections.abc import Iterator
from typing import Final

from textual.content import Content

from memtui.core.diff import diff
from memtui.ui.screens.dialog import literal

LARGEST: Final = 400
"""Lines of one difference that are shown; the rest is counted."""

_STYLES: Final = {" ": "dim", "-": "$text-error", "+": "$text-success"}


def differing(before: str, after: str) -> Iterator[Content]:
    """Yield the lines that went and came, hunks set apart; thousands of lines are cut."""
    shown = 0
    hunks = diff(before, after, context=1)
    for hunk in hunks:
        if shown:
            yield literal("  ⋮", "dim")
        for line in hunk[: LARGEST - shown]:
            yield literal(f"{line.sign} {line.text}", _STYLES[line.sign])
        shown += len(hunk[: LARGEST - shown])
    hidden = sum(map(len, hunks)) - shown
    if hidden:
        yield literal(f"… {hidden:,} more lines; decide later to see all", "$text-warning")


def size(before: str, after: str) -> str:
    """Return how many lines came and went."""
    signs = [line.sign for hunk in diff(before, after, context=0) for line in hunk]
    return f"+{signs.count('+')} −{signs.count('-')}"

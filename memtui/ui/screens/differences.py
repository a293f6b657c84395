"""A difference between two texts, as dialogs show it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from textual.content import Content

from memtui.core.diff import diff
from memtui.ui.screens.dialog import literal

LARGEST: Final = 400
"""Lines of one difference that are shown; the rest is counted."""

_STYLES: Final = {" ": "dim", "-": "$text-error", "+": "$text-success"}

_NOTHING: Final = Content()


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


@dataclass(frozen=True, slots=True)
class Difference:
    """What becomes of one file.

    Attributes:
        name: The file.
        before: Its text as it is, or ``""``.
        after: Its text as it would be, or ``""``.
        note: What else is to be said of it, or nothing.
    """

    name: str
    before: str
    after: str
    note: Content = _NOTHING


def listed(files: Iterable[Difference]) -> Iterator[Content]:
    """Yield each file with what it would get and lose; beyond a length only how much."""
    shown = 0
    for place, file in enumerate(files):
        if place:
            yield Content()
        amount = f"  {size(file.before, file.after)}"
        yield Content.assemble(literal(file.name, "bold"), amount, file.note)
        if shown < LARGEST:
            lines = list(differing(file.before, file.after))
            shown += len(lines)
            yield from lines


def size(before: str, after: str) -> str:
    """Return how many lines came and went."""
    signs = [line.sign for hunk in diff(before, after, context=0) for line in hunk]
    return f"+{signs.count('+')} −{signs.count('-')}"

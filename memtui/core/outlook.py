"""What Automaker's next load makes of a file, beyond counting it."""

import re
from dataclasses import dataclass
from typing import Final

from memtui.core.automaker import forecast
from memtui.core.diff import Line, diff

_COUNTER: Final = re.compile(r"(\s*loaded:\s*)(\d+)")


@dataclass(frozen=True, slots=True)
class Outlook:
    """A file's next load.

    Attributes:
        counts: The counter ``loaded`` before and after, when nothing else changes; else None.
        hunks: What changes, with lines around it; empty when only the counter does.
    """

    counts: tuple[int, int] | None
    hunks: tuple[tuple[Line, ...], ...]


def outlook(text: str) -> Outlook:
    """Return what the next load changes.

    Args:
        text: The whole file.
    """
    hunks = diff(text, forecast(text))
    if counts := _only_counted(hunks):
        return Outlook(counts, ())
    return Outlook(None, hunks)


def _only_counted(hunks: tuple[tuple[Line, ...], ...]) -> tuple[int, int] | None:
    """Return the counter before and after, when its line is the only one that differs."""
    changed = [line for hunk in hunks for line in hunk if line.sign != " "]
    if len(changed) != 2:
        return None
    old, new = (_COUNTER.fullmatch(line.text) for line in changed)
    if old and new and old[1] == new[1] and int(new[2]) == int(old[2]) + 1:
        return int(old[2]), int(new[2])
    return None

"""Why a file loads or does not, in words."""

from collections.abc import Sequence
from math import ceil, isfinite, isnan
from typing import Final

from memtui.core.scoring import FileScore

REASONS: Final[dict[str, str]] = {
    "always": "gotchas.md is always loaded",
    "score": "its words match",
    "importance": "importance is 0.9 or more",
    "index-file": "_index.md is for people and never loaded",
    "unreadable": "it cannot be read as text of this project",
    "empty-body": "its body is empty",
    "no-terms": "the feature has no words that count",
    "no-match": "none of its words are in the feature",
    "zero-importance": "words match, but importance is 0",
    "crowded-out": "files of importance 0.9 or more take the places",
    "rank": "five others score higher",
}
"""What each reason of a selection means."""

ROUNDING: Final = 1e-9
"""Scores that differ by less are taken as equal."""


def headline(score: FileScore) -> str:
    """Return the reason of a file in a few words."""
    if score.reason == "zero-importance" and isnan(score.parts.importance):
        return "Automaker finds no number in importance"
    return REASONS[score.reason]


def remedies(score: FileScore) -> Sequence[str]:
    """Return what would make a file load that does not, shortest way first.

    A further matching tag adds 3 × importance × usage to the score, a word of `relevantTo` 2,
    a word of the summary 1 (selection.md, Scores).
    """
    if score.loaded or score.reason not in ("no-match", "rank", "crowded-out", "zero-importance"):
        return ()
    weight = score.parts.importance * score.parts.usage
    if isnan(weight) or weight <= 0:
        words = "" if score.parts.matched else " and a matching word"
        return (f"an importance above 0{words}",)
    if score.gap is None or not isfinite(score.gap / weight):
        return ("an importance of 0.9 or more: no score wins a place",)
    # A tie may be lost by the name, and rounding may hide one.
    gap = max(0.0, score.gap) + ROUNDING
    ways = []
    for label, points in (("tag", 3), ("relevantTo word", 2)):
        needed = max(1, ceil(gap / (points * weight)))
        many = "" if needed == 1 else "s"
        ways.append(f"{needed} more matching {label}{many}")
    return ways

"""Why a file loads or does not, in words."""

from collections.abc import Sequence
from math import ceil, isfinite, isnan
from typing import Final

from memtui.core.scoring import FileScore
from memtui.core.terms import SHORTEST, warning

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

NEVER: Final = "no task can ever match it"
"""What `headline` says of a file without a word that any feature can match."""

LISTED: Final = 5
"""Items that `obstacles` names one by one."""

ROUNDING: Final = 1e-9
"""Scores that differ by less are taken as equal."""


def headline(score: FileScore) -> str:
    """Return the reason of a file in a few words."""
    if score.reason == "zero-importance" and isnan(score.parts.importance):
        return "Automaker finds no number in importance"
    return NEVER if _wordless(score) else REASONS[score.reason]


def obstacles(score: FileScore) -> Sequence[str]:
    """Return why no feature can match any word of a file, and what one could; else nothing.

    Items stand there as they are in the file.
    """
    if not _wordless(score):
        return ()
    lines = [warning(item) for item in score.never[:LISTED]]
    if len(score.never) > LISTED:
        lines.append(f"and {len(score.never) - LISTED} more")
    having = "no tag and no relevantTo, and " if not score.never else ""
    lines.append(f"it has {having}no word in the summary that counts")
    rule = f"{SHORTEST} or more letters a-z or digits, no stop word such as “add”"
    return (*lines, f"what can match is one word of {rule}")


def _wordless(score: FileScore) -> bool:
    """Whether a file is out of reach for its words, and not for its importance or counters."""
    counts = score.parts.importance * score.parts.usage > 0
    return score.unreachable and counts and score.reason in ("no-match", "no-terms")


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

"""What previews say of a rename and of a change of tags, besides what every preview says."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from textual.content import Content

from memtui.core.reorganize.change import Files, Reorganized
from memtui.core.reorganize.followers import KINDS, followers
from memtui.core.reorganize.rescoring import Rescored, rescored
from memtui.core.replay import Effect
from memtui.ui.screens.dialog import literal

MOST_LINES: Final = 40
"""Lines that follow a rename that are shown; of more, the number is said."""
MOST_FILES: Final = 20
"""Files whose scores are shown."""
LONGEST: Final = 240
"""Cells of a line that is shown."""
_NAME_CELLS: Final = 24


def follow_lines(files: Files, change: Reorganized) -> Iterator[str | Content]:
    """Yield the rows, related files and mentions that follow a rename."""
    found = followers(files, change)
    if not found:
        yield literal("No row, related file or mention names it by its path.", "dim")
        return
    counts = Counter(each.kind for each in found)
    parts = [
        f"{count} {KINDS[kind]}" if count == 1 else f"{count} × {KINDS[kind]}"
        for kind, count in counts.items()
    ]
    yield Content.assemble(("Follows  ", "bold"), ", ".join(parts))
    for each in found[:MOST_LINES]:
        yield literal(f"  {each.file} line {each.line} · {KINDS[each.kind]}", "dim")
        for sign, text, colour in (
            ("-", each.before, "$text-error"),
            ("+", each.after, "$text-success"),
        ):
            if text:
                yield literal(f"  {sign} {text}", colour).truncate(LONGEST, ellipsis=True)
    if (more := len(found) - MOST_LINES) > 0:
        yield literal(f"  and {more} more lines", "dim")


def score_lines(change: Reorganized, effect: Effect) -> Iterator[str | Content]:
    """Yield how the scores of the changed files change, over the features at hand."""
    if not effect.shifts:
        yield literal("No feature to compare scores with.", "dim")
        return
    found = rescored(effect, [each.name for each in change.effects])
    if not any(each.widest for each in found):
        yield literal("No score changes for the features at hand.", "dim")
        return
    yield Content.styled("Scores of the files that change", "bold")
    for each in found[:MOST_FILES]:
        yield _score_line(each)
    if (more := len(found) - MOST_FILES) > 0:
        yield literal(f"  and {more} more files", "dim")


def _score_line(each: Rescored) -> Content:
    name = literal(each.name).truncate(_NAME_CELLS, ellipsis=True, pad=True)
    if each.widest is None:
        return Content.assemble("  ", name, ("  the same for every feature", "dim"))
    before, after = each.scores
    colour = "$text-success" if after > before else "$text-error"
    title = literal(each.widest.feature.title or "(no title)", "dim")
    return Content.assemble(
        "  ",
        name,
        f"  ↑ {each.higher:>3}  ↓ {each.lower:>3} features  ",
        f"{before:.2f} → ",
        (f"{after:.2f}", colour),
        ("  for ", "dim"),
        title.truncate(40, ellipsis=True),
    )

"""What is said below the lists of the split dialog."""

from typing import Any, Final

from textual.app import App
from textual.binding import Binding
from textual.content import Content
from textual.message import Message

from memtui.core.metadata import Metadata
from memtui.core.names import ENDING
from memtui.core.reorganize.change import Reorganized
from memtui.core.reorganize.derived import COUNTERS, LOWERED
from memtui.core.reorganize.split import ORIGINAL, Split
from memtui.core.reorganize.split_draft import Goal, SplitDraft
from memtui.core.replay import Effect
from memtui.core.scoring import IMPORTANT
from memtui.ui.screens.dialog import acting, literal
from memtui.ui.screens.plan_preview import effect_summary, unused_line
from memtui.ui.widgets.key_line import key_name

CHOOSING: Final = {
    action: Binding(key, action, said, show=False, id=f"split.{action}", tooltip=tooltip)
    for key, action, said, tooltip in (
        ("c", "counters", "Counters", "Start new, or copy"),
        ("o", "original", "Original", "What becomes of the file"),
        ("i", "importance", "Importance", "Keep one that loads new files for every task"),
    )
}
"""Keys that choose the next of a few, by action."""


class Foreseen(Message):
    """It is known what a draft would do, or why it cannot be, or that it is still to be found out.

    Attributes:
        draft: What was chosen.
        choice: The same with the frontmatter of each new file, None when that cannot be.
        known: The change, and what it does to the features at hand.
        fault: Why it cannot be, or ``""``.
    """

    def __init__(
        self,
        draft: SplitDraft,
        choice: Split | None = None,
        known: tuple[Reorganized, Effect] | None = None,
        fault: str = "",
    ) -> None:
        super().__init__()
        self.draft = draft
        self.choice = choice
        self.known = known
        self.fault = fault


def about(
    draft: SplitDraft, found: Foreseen | None, importance: float, app: App[Any]
) -> list[str | Content]:
    """Return what becomes of counters and file, and what the whole does, one line each.

    Args:
        draft: What goes where.
        found: What was found out last.
        importance: That of the file.
        app: Knows the keys as they are mapped.
    """
    lines: list[str | Content] = [
        _choice(app, "counters", "Counters", draft.counters, COUNTERS[draft.counters]),
        _choice(app, "original", draft.file, draft.original, ORIGINAL[draft.original]),
    ]
    if importance >= IMPORTANT:
        kept = draft.keeps_importance
        would = "new files load" if kept else f"with {importance:g} new files would load"
        value = f"{importance if kept else LOWERED:g}"
        lines.append(_choice(app, "importance", "Importance", value, f"{would} for every task"))
    if not draft.goals:
        lines.append(literal("Nothing goes anywhere yet: enter sends entries, g proposes.", "dim"))
    elif found is None or found.draft is not draft:
        lines.append(literal("…", "dim"))
    elif found.fault:
        lines.append(literal(f"✗ {found.fault}", "$text-error"))
    elif found.known:
        _, effect = found.known
        lines += effect_summary(effect, (draft.file,))
        lines += [unused_line(effect.unused)] if effect.unused else []
    return lines


def _choice(app: App[Any], action: str, name: str, chosen: str, said: str) -> Content:
    """Return what was chosen, behind the key that chooses the next; a click on it does, too."""
    key = Content.styled(key_name(app, CHOOSING[action]), "bold $text-accent")
    value = Content.assemble(key, literal(f" {name}  ", "bold"), f"{chosen}:")
    return Content.assemble(acting(value, action), (f" {said}", "dim"))


def about_goal(goal: Goal, metadata: Metadata | None, *, exists: bool) -> list[str | Content]:
    """Return the frontmatter that a category gets, and why it is proposed.

    Args:
        goal: The category.
        metadata: The frontmatter of a new file, None while it is not known.
        exists: Whether there is such a file.
    """
    name = literal(f"{goal.name}{ENDING}", "bold")
    if exists:
        line = Content.assemble(name, ("  exists, and keeps its frontmatter", "dim"))
    elif metadata:
        line = Content.assemble(
            name,
            ("  tags ", "dim"),
            literal(" ".join(metadata.tags) or "–", "$text-primary"),
            ("  importance ", "dim"),
            f"{metadata.importance:g}",
        )
    else:
        line = name
    why: list[str | Content] = [literal(goal.group.why, "dim")] if goal.group else []
    return [line, *why]

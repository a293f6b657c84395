"""What a change of several files does, shown before anything is written."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from memtui.core.documents import is_document
from memtui.core.reorganize.change import Effect as FileEffect
from memtui.core.reorganize.change import Reorganized
from memtui.core.replay import Effect, Shift, median_tokens
from memtui.ui.screens.dialog import Choice, Choices, Dialog, Passage, literal, paragraphs
from memtui.ui.widgets.figures import short

_SIGNS: Final = {
    "create": ("+", "$text-success"),
    "write": ("●", "$text-warning"),
    "delete": ("✗", "$text-error"),
}
_SAID: Final = {"create": "new", "write": "changed", "delete": "goes"}
_MOST_FILES: Final = 40
_MOST_TASKS: Final = 6
_NAME_CELLS: Final = 30
_NAMED: Final = 3
"""So many files are named; of more, the number is said."""


class PlanPreview(Dialog[bool]):
    """Shows what becomes of each file and of the features at hand; returns whether to go on.

    Args:
        change: What would be done.
        effect: What it does to the features at hand.
        further: What else is to be said of it.
    """

    HELP = """
    Nothing is written yet. Accepting writes all files or none; u in the list takes the whole
    change back, also after a restart.
    """

    WIDE = True
    AUTO_FOCUS = "Answer.-first"

    DEFAULT_CSS = """
    PlanPreview {
        & > #dialog { height: auto; }
        & Passage { max-height: 80vh; }
    }
    """

    def __init__(
        self, change: Reorganized, effect: Effect, further: Sequence[str | Content] = ()
    ) -> None:
        super().__init__(f"{change.plan.what[:1].upper()}{change.plan.what[1:]}?")
        self._change = change
        self._effect = effect
        self._further = further

    def body(self) -> ComposeResult:
        """Yield what happens, and the answers."""
        with Passage():
            lines = preview_lines(self._change, self._effect, self._further)
            yield Static(paragraphs(lines))
        yield Choices((Choice("Accept", value=True, kind="primary"), Choice("Back", None)))

    def on_choices_made(self, event: Choices.Made) -> None:
        """Return what was chosen."""
        self.dismiss(True if event.index == 0 else None)


def preview_lines(
    change: Reorganized, effect: Effect, further: Sequence[str | Content] = ()
) -> Iterator[str | Content]:
    """Yield what a change does: to entries, to the features at hand, to files.

    Args:
        change: What would be done.
        effect: What it does to the features at hand.
        further: What else is to be said, which stands before the features.
    """
    yield _conservation(change)
    for dropped in change.dropped:
        yield literal(f"  goes: {dropped.file} {dropped.number} {dropped.heading}", "$text-warning")
    for note in change.notes:
        yield literal(f"▲ {note}", "$text-warning")
    if further:
        yield ""
        yield from further
    yield ""
    yield from effect_lines(effect, moved_from(change))
    yield ""
    for each in change.effects[:_MOST_FILES]:
        yield _file_line(each)
    if (more := len(change.effects) - _MOST_FILES) > 0:
        yield literal(f"  and {more} more", "dim")
    yield ""
    yield literal("Nothing is written before you accept. u takes it all back.", "dim")


def moved_from(change: Reorganized) -> tuple[str, ...]:
    """Return the names of the memories that there are before a change, and that it touches."""
    return tuple(
        each.name
        for each in change.effects
        if each.action != "create" and not is_document(each.name)
    )


def _file_line(each: FileEffect) -> Content:
    sign, colour = _SIGNS[each.action]
    name = literal(each.name).truncate(_NAME_CELLS, ellipsis=True, pad=True)
    if each.entries_before or each.entries_after:
        entries = f"{each.entries_before} → {each.entries_after} entries"
    else:
        entries = ""
    return Content.assemble(
        (f"{sign} ", colour),
        name,
        (f"  {_SAID[each.action]:<8}", "dim"),
        f"{entries:<24}",
        (f"{short(each.tokens_before):>6} → {short(each.tokens_after):>6} tokens", "dim"),
    )


def _conservation(change: Reorganized) -> Content:
    before, after = change.entries_before, change.entries_after
    if not before and not after:
        return literal("No entry moves.", "dim")
    if change.dropped:
        count = len(change.dropped)
        goes = "1 goes" if count == 1 else f"{count} go"
        return Content(f"Of {before} entries {goes}; each other one is in exactly one file.")
    every = "The entry is" if before == 1 else f"Each of the {before} entries is"
    return Content(f"{every} in exactly one file afterwards, byte for byte.")


def effect_lines(effect: Effect, touched: Collection[str]) -> Iterator[str | Content]:
    """Yield what a change does to the features at hand.

    Args:
        effect: What it does.
        touched: Names of the files that it changes.
    """
    floor = _tokens(effect.before.floor_tokens, effect.after.floor_tokens)
    yield Content.assemble(("Every task pays  ", "bold"), floor, " tokens")
    yield from effect_summary(effect, touched)
    yield from _tasks("Load more than before", effect.heavier)
    lighter = sorted((s for s in effect.changed if s.growth <= 0), key=lambda s: s.growth)
    yield from _tasks("Load other files", lighter)
    if effect.unused:
        names = ", ".join(effect.unused)
        yield literal(f"▲ no feature will load {names}", "$text-warning")


def effect_summary(effect: Effect, touched: Collection[str]) -> Iterator[Content]:
    """Yield what a change does to all features, and to those that load a touched file now."""
    medians = median_tokens(effect.shifts)
    if medians is None:
        yield literal("No features in .automaker/features and none typed.", "dim")
        return
    count = len(effect.shifts)
    yield Content.assemble(
        ("Effect on 1 feature  " if count == 1 else f"Effect on {count} features  ", "bold"),
        "median prompt ",
        _tokens(*medians),
        f" tokens · {len(effect.changed)} load other files · {len(effect.heavier)} load more",
    )
    loading = effect.loading(touched)
    some = median_tokens(loading)
    if some and len(loading) < count:
        names = ", ".join(sorted(touched)) if len(touched) <= _NAMED else f"{len(touched)} files"
        yield Content.assemble(
            literal(f"{len(loading)} of them load {names} now  ", "bold"),
            "median prompt ",
            _tokens(*some),
            " tokens",
        )


def _tokens(before: float, after: float) -> Content:
    colour = "" if before == after else "$text-success" if after < before else "$text-error"
    return Content.assemble(short(round(before)), " → ", (short(round(after)), colour))


def _tasks(title: str, shifts: Sequence[Shift]) -> Iterator[Content]:
    if not shifts:
        return
    yield Content.assemble((title, "bold"), (f"  {len(shifts)}", "dim"))
    for shift in shifts[:_MOST_TASKS]:
        parts = [f"+ {', '.join(shift.gained)}"] if shift.gained else []
        parts += [f"− {', '.join(shift.lost)}"] if shift.lost else []
        named = literal(shift.feature.title or "(no title)")
        yield Content.assemble(
            "  ",
            named.truncate(44, ellipsis=True, pad=True),
            "  ",
            _tokens(shift.before.tokens, shift.after.tokens),
            ("  " + "  ".join(parts) if parts else "", "dim"),
        )
    if (more := len(shifts) - _MOST_TASKS) > 0:
        yield literal(f"  and {more} more", "dim")

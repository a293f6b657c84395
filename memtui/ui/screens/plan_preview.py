"""What a change of several files does, shown before anything is written."""

from collections.abc import Collection, Iterator, Sequence
from typing import ClassVar, Final, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from memtui.core.documents import is_document
from memtui.core.plan import files_named
from memtui.core.reorganize.change import Effect as FileEffect
from memtui.core.reorganize.change import Reorganized
from memtui.core.replay import Effect, Shift, median_tokens
from memtui.ui.screens.dialog import Choice, Choices, Dialog, Kind, Passage, literal, paragraphs
from memtui.ui.widgets.figures import short
from memtui.ui.widgets.key_line import key_name
from memtui.ui.widgets.rows import UNDO

_SIGNS: Final = {
    "create": ("+", "$text-success"),
    "write": ("●", "$text-warning"),
    "delete": ("✗", "$text-error"),
}
_SAID: Final = {"create": "new", "write": "changed", "delete": "goes"}
MOST: Final = {"dropped": 6, "files": 40, "tasks": 6}
"""So many of each are seen at first."""
_NAME_CELLS: Final = 30
_TITLE_CELLS: Final = (20, 44)
"""Fewest and most cells of a feature's title."""
_AROUND: Final = 5
"""Cells of a line that the dialog's frame and the bar for scrolling take."""
_BELOW: Final = 6
"""Rows of frame, way back and answers."""

T = TypeVar("T")


class PlanPreview(Dialog[bool]):
    """Shows what becomes of each file and of the features at hand; returns whether to go on.

    Args:
        change: What would be done.
        effect: What it does to the features at hand.
        further: What else is to be said of it.
    """

    HELP = """
    Nothing is written yet. Accepting writes all files or none; undo in the list takes the whole
    change back, also after a restart. What is longer than the screen scrolls, and every line can
    be shown, each of them whole.
    """

    WIDE = True
    AUTO_FOCUS = "Answer.-first"
    leave_word = "Back"

    DEFAULT_CSS = """
    PlanPreview {
        & > #dialog.-wide { height: auto; }
        & #back { height: auto; color: $text-muted; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "whole", "Whole", id="plan.whole", tooltip="Show all lines, and each whole"),
    ]

    def __init__(
        self, change: Reorganized, effect: Effect, further: Sequence[str | Content] = ()
    ) -> None:
        super().__init__(f"{change.plan.what[:1].upper()}{change.plan.what[1:]}?")
        self._change = change
        self._effect = effect
        self._further = further
        self._whole = False
        self._cuts = False

    def body(self) -> ComposeResult:
        """Yield what happens, how it comes back, and the answers."""
        with Passage():
            yield Static(self._said(self.app.size.width), id="said")
        undo = key_name(self.app, UNDO)
        yield Static(f"Nothing is written yet; {undo} takes all of it back.", id="back")
        kind: Kind = "error" if self._change.dropped else "primary"
        yield Choices((Choice("Accept", value=True, kind=kind), Choice("Back", None)))

    def on_resize(self, event: events.Resize) -> None:
        """Cut the lines to the width."""
        self.query_one(Passage).styles.max_height = max(1, event.size.height - _BELOW)
        self._draw()

    def _draw(self) -> None:
        box = self.query_one("#dialog").styles.max_width
        width = self.size.width
        said = self._said(min(width, int(box.value) if box and self.WIDE else width))
        self.query_one("#said", Static).update(said)
        self.refresh_bindings()

    def _said(self, width: int) -> Content:
        """Return the text for a box of this width, and find out whether it cuts any line."""
        whole, cut = (
            paragraphs(preview_lines(self._change, self._effect, self._further, cells))
            for cells in (None, width - _AROUND)
        )
        self._cuts = not whole.is_same(cut)
        return whole if self._whole else cut

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to show all only where something is cut."""
        return self._cuts if action == "whole" else super().check_action(action, parameters)

    def action_whole(self) -> None:
        """Show every line, and each line whole; or only what fits."""
        self._whole = not self._whole
        self._draw()

    def on_choices_made(self, event: Choices.Made) -> None:
        """Return what was chosen."""
        self.dismiss(True if event.index == 0 else None)


def preview_lines(
    change: Reorganized,
    effect: Effect,
    further: Sequence[str | Content] = (),
    width: int | None = None,
) -> Iterator[str | Content]:
    """Yield what a change does: to entries, to the features at hand, to files.

    Args:
        change: What would be done.
        effect: What it does to the features at hand.
        further: What else is to be said, which stands before the features.
        width: Cells of a row that lists something; None for all rows, and each whole.
    """
    yield _conservation(change)
    for dropped in _first(change.dropped, MOST["dropped"], width):
        said = f"  goes: {dropped.file} {dropped.number} {dropped.heading}"
        yield _cut(literal(said, "$text-warning"), width)
    yield from _more(change.dropped, MOST["dropped"], width)
    for note in change.notes:
        yield literal(f"▲ {note}", "$text-warning")
    if further:
        yield ""
        yield from (_cut(literal(x) if isinstance(x, str) else x, width) for x in further)
    yield ""
    yield from effect_lines(effect, moved_from(change), width)
    yield ""
    for line in _file_lines(_first(change.effects, MOST["files"], width), width):
        yield _cut(line, width)
    yield from _more(change.effects, MOST["files"], width)
    yield ""


def moved_from(change: Reorganized) -> tuple[str, ...]:
    """Return the names of the memories that there are before a change, and that it touches."""
    return tuple(
        each.name
        for each in change.effects
        if each.action != "create" and not is_document(each.name)
    )


def _first(rows: Sequence[T], most: int, width: int | None) -> Sequence[T]:
    return rows if width is None else rows[:most]


def _more(rows: Sequence[object], most: int, width: int | None) -> Iterator[Content]:
    if (more := len(rows) - most) > 0 and width is not None:
        yield literal(f"  and {more} more", "dim")


def _cut(row: Content, width: int | None) -> Content:
    return row if width is None else row.truncate(width, ellipsis=True)


def _file_lines(files: Sequence[FileEffect], width: int | None) -> Iterator[Content]:
    """Yield what becomes of each file, its entries and its tokens, in columns."""
    names = [literal(each.name) for each in files]
    cells = max((name.cell_length for name in names), default=0)
    cells = cells if width is None else min(cells, _NAME_CELLS)
    counts = [(each.entries_before, each.entries_after) for each in files]
    digits = max((len(str(count)) for pair in counts for count in pair), default=0)
    for each, name, (before, after) in zip(files, names, counts, strict=True):
        sign, colour = _SIGNS[each.action]
        word = "entry" if after == 1 else "entries"
        entries = f"{before:>{digits}} → {after:>{digits}} {word}" if before or after else ""
        yield Content.assemble(
            (f"{sign} ", colour),
            name.truncate(cells, ellipsis=True, pad=True),
            (f"  {_SAID[each.action]:<7}  ", "dim"),
            f"{entries:<{2 * digits + 11}}  ",
            (f"{short(each.tokens_before):>5} → {short(each.tokens_after):>5} tokens", "dim"),
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


def effect_lines(
    effect: Effect, touched: Collection[str], width: int | None = None
) -> Iterator[str | Content]:
    """Yield what a change does to the features at hand.

    Args:
        effect: What it does.
        touched: Names of the files that it changes.
        width: As `preview_lines`.
    """
    floor = _tokens(effect.before.floor_tokens, effect.after.floor_tokens)
    yield Content.assemble(("Every task pays  ", "bold"), floor, " tokens")
    yield from effect_summary(effect, touched)
    yield from _tasks("Load more than before", effect.heavier, width)
    yield from _tasks("Load less than before", effect.lighter, width)
    as_many = [shift for shift in effect.changed if not shift.growth]
    yield from _tasks("Load other files", as_many, width)
    if effect.unused:
        yield _cut(unused_line(effect.unused), width)


def effect_summary(effect: Effect, touched: Collection[str]) -> Iterator[Content]:
    """Yield what a change does to all features, and to those that load a touched file now."""
    medians = median_tokens(effect.shifts)
    if medians is None:
        yield literal("No features in .automaker/features and none typed.", "dim")
        return
    count = len(effect.shifts)
    yield Content.assemble(
        ("1 feature" if count == 1 else f"{count} features", "bold"),
        "  median ",
        _tokens(*medians),
        f" tokens · {len(effect.changed)} load others · {len(effect.heavier)} load more",
    )
    loading = effect.loading(touched)
    some = median_tokens(loading)
    if some and len(loading) < count:
        names = files_named(sorted(touched))
        yield Content.assemble(
            literal(f"{len(loading)} of them load {names} now  ", "bold"),
            "median ",
            _tokens(*some),
            " tokens",
        )


def unused_line(names: Sequence[str]) -> Content:
    """Return the files that would never load."""
    count = f"{len(names)} files: " if len(names) > 1 else ""
    return literal(f"▲ no feature will load {count}{', '.join(names)}", "$text-warning")


def _tokens(before: float, after: float, cells: int = 0) -> Content:
    colour = "" if before == after else "$text-success" if after < before else "$text-error"
    old, new = short(round(before)), short(round(after))
    return Content.assemble(f"{old:>{cells}} → ", (f"{new:>{cells}}", colour))


def _tasks(title: str, shifts: Sequence[Shift], width: int | None) -> Iterator[Content]:
    """Yield the features whose prompt changes: tokens, title, and what comes and goes."""
    if not shifts:
        return
    yield Content.assemble((title, "bold"), (f"  {len(shifts)}", "dim"))
    shown = _first(shifts, MOST["tasks"], width)
    titles = [literal(shift.feature.title or "(no title)") for shift in shown]
    changes = [_moves(shift) for shift in shown]
    cells = max(each.cell_length for each in titles)
    if width is not None:
        left = width - 19 - max(each.cell_length for each in changes)
        cells = min(cells, max(_TITLE_CELLS[0], min(left, _TITLE_CELLS[1])))
    for shift, name, moves in zip(shown, titles, changes, strict=True):
        tokens = _tokens(shift.before.tokens, shift.after.tokens, 5)
        named = name.truncate(cells, ellipsis=True, pad=True)
        yield _cut(Content.assemble("  ", tokens, "  ", named, "  ", moves), width)
    yield from _more(shifts, MOST["tasks"], width)


def _moves(shift: Shift) -> Content:
    """Return the files that a feature loads only after a change, and those only before it."""
    parts = [f"+ {', '.join(shift.gained)}"] if shift.gained else []
    parts += [f"− {', '.join(shift.lost)}"] if shift.lost else []
    return literal("  ".join(parts), "dim")

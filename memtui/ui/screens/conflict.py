"""What a draft and the disk disagree about, place by place, and whose version stays."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalGroup, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from memtui.core.merging.conflicts import Choice, Conflict
from memtui.ui.screens.dialog import Dialog, literal, paragraphs
from memtui.ui.screens.differences import LARGEST, differing, size
from memtui.ui.widgets.rows import RowList

SIDE_BY_SIDE: Final = 100
"""Columns of the screen from which the three versions stand beside each other."""

MOST_ROWS: Final = 6
"""Conflicts that are seen at once."""

_FEWEST_ROWS: Final = 3
"""Rows of the versions that are seen on the smallest screen."""

_SAID: Final[Mapping[Choice | None, tuple[str, str]]] = {
    None: ("○ undecided ", "$text-warning"),
    "mine": ("● keep mine ", "$text-success"),
    "theirs": ("● take disk's", "$text-success"),
    "both": ("● both", "$text-success"),
}
_CELLS: Final = 15


class ConflictRows(RowList):
    """The places, one a row, each with what was decided."""

    DEFAULT_CSS = "ConflictRows { height: auto; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "decide('mine')", "Keep mine", id="conflict.mine", tooltip="Keep the draft's"),
        Binding(
            "t", "decide('theirs')", "Take disk's", id="conflict.theirs", tooltip="Take the disk's"
        ),
        Binding(
            "b",
            "decide('both')",
            "Both",
            id="conflict.both",
            tooltip="Keep both, the disk's version first",
        ),
        Binding(
            "enter", "choose", "Save", id="conflict.accept", tooltip="Save what was decided so"
        ),
        Binding("pageup", "screen.page(-1)", "Up", show=False, id="dialog.page-up"),
        Binding("pagedown", "screen.page(1)", "Down", show=False, id="dialog.page-down"),
    ]

    def __init__(self, conflicts: Sequence[Conflict], decided: Mapping[Conflict, Choice]) -> None:
        super().__init__(id="conflicts")
        self.conflicts = conflicts
        self.choices: list[Choice | None] = [decided.get(each) for each in conflicts]
        self.styles.height = min(len(conflicts), MOST_ROWS)

    @property
    def undecided(self) -> int:
        """The next place that is not decided, or -1."""
        places = [at for at, choice in enumerate(self.choices) if choice is None]
        return next((at for at in places if at >= self.cursor), places[0] if places else -1)

    def on_mount(self) -> None:
        """Stand on the first place that is not decided."""
        self.show_rows(len(self.conflicts), max(0, self.undecided))

    def row(self, index: int, width: int) -> Content:
        """Return what was decided, and the place."""
        words, colour = _SAID[self.choices[index]]
        place = _place(self.conflicts[index])
        row = Content.assemble((words.ljust(_CELLS), colour), place)
        return row.truncate(width - 1, ellipsis=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer both only where that can be."""
        if action != "decide" or not self.conflicts:
            return True
        return parameters[0] in self.conflicts[self.cursor].choices

    def action_decide(self, choice: Choice) -> None:
        """Decide the place in hand, and go to the next that is not decided."""
        self.choices[self.cursor] = choice
        self.refresh_line(self.cursor)
        if self.undecided >= 0:
            self.stand_on(self.undecided)

    def stand_on(self, index: int) -> None:
        """Go to a place."""
        self.cursor = index
        self.moved(index)


class ConflictScreen(Dialog[tuple[Choice, ...]]):
    """Shows each place that both sides changed in its own way; nothing is overwritten unseen.

    Returns a choice for each conflict, or None when it was left: then all stays as it is.

    Args:
        name: The file.
        conflicts: The places.
        decided: What was decided before about the same places.
        notes: What else is to be said, one line each.
    """

    DEFAULT_CSS = """
    ConflictScreen {
        & #dialog { width: 100%; max-width: 140; }
        & #intro { height: auto; margin-bottom: 1; }
        & #passage { height: auto; margin-top: 1; scrollbar-size-vertical: 1; }
        & #sides { layout: vertical; height: auto; }
        & #sides > Static { width: 1fr; height: auto; margin-bottom: 1; }
        & #sides.-beside { layout: horizontal; }
        & #sides.-beside > Static { margin: 0 2 0 0; }
    }
    """

    AUTO_FOCUS = "ConflictRows"

    def __init__(
        self,
        name: str,
        conflicts: Sequence[Conflict],
        decided: Mapping[Conflict, Choice] | None = None,
        notes: Sequence[str] = (),
    ) -> None:
        super().__init__(f"{name} was changed on both sides")
        self._conflicts = conflicts
        self._decided = decided or {}
        self._notes = notes

    def body(self) -> ComposeResult:
        """Yield the places and the versions of the one in hand."""
        yield Static(self._intro(), id="intro")
        yield ConflictRows(self._conflicts, self._decided)
        with VerticalScroll(id="passage", can_focus=False), VerticalGroup(id="sides"):
            yield Static(id="base")
            yield Static(id="mine")
            yield Static(id="theirs")

    def _intro(self) -> Content:
        count = len(self._conflicts)
        places = "1 place" if count == 1 else f"{count} places"
        lines: list[str | Content] = [
            f"You and another program changed {places} differently; all else is merged.",
            *(literal(note, "$text-warning") for note in self._notes),
        ]
        return paragraphs(lines)

    @property
    def rows(self) -> ConflictRows:
        """The places."""
        return self.query_one(ConflictRows)

    def on_mount(self) -> None:
        """Show the first place."""
        self._show()

    def on_resize(self, event: events.Resize) -> None:
        """Stand side by side where there is room."""
        self.query_one("#sides").set_class(event.size.width >= SIDE_BY_SIDE, "-beside")
        self.call_after_refresh(self._leave_room, event.size.height)

    def _leave_room(self, rows: int) -> None:
        """Let the versions scroll in what the places above leave of the screen's rows."""
        above = (self.query_one("#intro"), self.rows)
        used = sum(part.outer_size.height + part.styles.margin.height for part in above)
        passage = self.query_one("#passage")
        frame = 2 + passage.styles.margin.height
        passage.styles.max_height = max(_FEWEST_ROWS, rows - used - frame)
        passage.styles.min_height = None

    def on_row_list_moved(self) -> None:
        """Show the place in hand."""
        self._show()

    def on_row_list_chosen(self) -> None:
        """Take the decisions when none is missing, else go to what is missing."""
        rows = self.rows
        choices = [choice for choice in rows.choices if choice]
        if len(choices) == len(self._conflicts):
            self.dismiss(tuple(choices))
            return
        left = len(self._conflicts) - len(choices)
        self.notify(f"{left} still to decide", severity="warning")
        rows.stand_on(rows.undecided)

    def action_page(self, step: int) -> None:
        """Scroll the versions."""
        passage = self.query_one("#passage", VerticalScroll)
        passage.scroll_relative(y=step * max(1, passage.size.height - 1), animate=False)

    def _show(self) -> None:
        conflict = self._conflicts[self.rows.cursor]
        before = [literal(line) for line in conflict.base.splitlines()[:LARGEST]]
        head = literal("Before", "bold")
        self.query_one("#base", Static).update(paragraphs([head, *(before or [_NOTHING])]))
        self.query_one("#mine", Static).update(_side("Mine", conflict, conflict.mine))
        self.query_one("#theirs", Static).update(_side("On disk", conflict, conflict.theirs))
        self.query_one("#passage").scroll_home(animate=False)
        self.refresh_bindings()
        self.call_after_refresh(self._stay)

    def _stay(self) -> None:
        """Keep the height: the box is not to move from place to place."""
        passage = self.query_one("#passage")
        passage.styles.min_height = passage.outer_size.height


_NOTHING: Final = literal("nothing", "dim")


def _side(title: str, conflict: Conflict, text: str) -> Content:
    """Return a version: a value as it is, a text as its difference to what was before."""
    head = literal(title, "bold")
    if not text:
        return paragraphs([head, literal("deleted" if conflict.base else "nothing", "$text-error")])
    if conflict.kind == "field":
        return paragraphs([head, literal(text)])
    amount = literal(f"  {size(conflict.base, text)}", "dim")
    return paragraphs([Content.assemble(head, amount), *differing(conflict.base, text)])


def _place(conflict: Conflict) -> Content:
    """Return where a conflict is, in a few words."""
    what = literal(conflict.what)
    if conflict.kind == "field":
        return what
    if conflict.kind == "entry":
        return Content.assemble("entry ", what)
    if conflict.kind == "text":
        return Content.assemble("text below ", what) if conflict.what else Content("text on top")
    return Content("the frontmatter's lines" if conflict.kind == "frontmatter" else "whole file")

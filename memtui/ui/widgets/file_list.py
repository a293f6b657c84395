"""The files of the store, in the order in which an agent would load them."""

from collections.abc import Callable
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Input, Static

from memtui.core.memory import Memory
from memtui.core.plain import harmless
from memtui.core.scoring import FileScore
from memtui.core.workspace import UNREAD, Workspace
from memtui.ui.messages import FileChosen
from memtui.ui.widgets.figures import bar, short
from memtui.ui.widgets.key_line import key_name
from memtui.ui.widgets.line_input import LineInput
from memtui.ui.widgets.rows import REDO, UNDO, RowList

SORTS: Final[dict[str, Callable[[Memory], tuple[float, bytes]]]] = {
    "name": lambda memory: (0, memory.name.encode(errors="replace")),
    "size": lambda memory: (-len(memory.text), memory.name.encode(errors="replace")),
    "use": lambda memory: (
        -memory.reading.metadata.usage_stats.loaded,
        memory.name.encode(errors="replace"),
    ),
}
"""Orders besides the agent's own, by label."""

ORDERS: Final = ("rank", *SORTS)


NEW: Final = Binding("n", "screen.new", "New", id="files.new", tooltip="Make a category")


class FileRows(RowList):
    """The rows of the file list; the cursor stays on its file when the order changes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "space", "mark", "Mark", id="files.mark", tooltip="Mark the file for the next action"
        ),
        NEW,
        Binding("r", "screen.rename", "Rename", id="files.rename", tooltip="Rename the category"),
        Binding(
            "T",
            "screen.retag",
            "Change a tag",
            show=False,
            id="files.retag",
            tooltip="Rename, merge or remove a tag in all files that have it",
        ),
        Binding(
            "d", "screen.delete", "Delete", id="files.delete", tooltip="The marked files, or this"
        ),
        Binding("l", "screen.learn", "Learn", id="files.learn", tooltip="Note what was learned"),
        Binding("s", "screen.split", "Split", id="files.split", tooltip="Send entries elsewhere"),
        Binding("m", "screen.merge", "Merge", id="files.merge", tooltip="Put files together"),
        Binding("w", "screen.twins", "Twins", id="files.twins", tooltip="What stands twice"),
        Binding("o", "order", "Order", id="files.order", tooltip="By rank, name, size or use"),
        UNDO,
        REDO,
    ]

    workspace: reactive[Workspace] = reactive(Workspace, repaint=False)
    chosen: reactive[str] = reactive("", repaint=False)
    query_text: reactive[str] = reactive("", repaint=False)
    ordering: reactive[str] = reactive("rank", repaint=False)
    marked: reactive[frozenset[str]] = reactive(frozenset, repaint=False)
    empty: reactive[str] = reactive("", repaint=False)
    """Why there is no row, and what can be done about it; empty when there are rows."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._names: list[str] = []
        # Names that were told and are not in hand yet: the keys are ahead of the screen.
        self._told: list[str] = []
        self._line = -1
        self._top_score = 0.0

    def watch_workspace(self, new: Workspace) -> None:
        """Follow each key press, each unsaved change, and the disk."""
        if self.marked:
            self.marked &= new.snapshot.by_name.keys()
        self._arrange()

    def watch_chosen(self, name: str) -> None:
        """Stand on the file that the screen shows, or stay where the keys went meanwhile."""
        del self._told[: self._told.index(name) + 1 if name in self._told else None]
        self.show_rows(len(self._names), self._place())
        self.keep_in_sight()

    def watch_query_text(self) -> None:
        """Show the files whose name holds what was typed; the cursor stands on one of them."""
        self._arrange()
        first = next(filter(None, self._names), "")
        if first and self.chosen not in self._names:
            self.moved(self._names.index(first))

    def watch_ordering(self) -> None:
        """Show another order."""
        self._arrange()
        self.keep_in_sight()

    def watch_marked(self) -> None:
        """Show the marks."""
        self.refresh()

    def _arrange(self) -> None:
        """Compute the rows: names, with the line between loaded and not loaded as ``""``."""
        selection = self.workspace.selection
        names = list(selection.order)
        loaded = len(selection.selected)
        if self.ordering in SORTS:
            key = SORTS[self.ordering]
            found = [memory for name in names if (memory := self.workspace.memory(name))]
            names = [memory.name for memory in sorted(found, key=key)]
            loaded = -1
        if self.query_text:
            asked = self.query_text.casefold()
            chosen = set(selection.selected)
            names = [name for name in names if asked in name.casefold()]
            loaded = sum(name in chosen for name in names) if loaded >= 0 else -1
        self._line = loaded if 0 <= loaded < len(names) else -1
        if self._line >= 0:
            names.insert(self._line, "")
        self._names = names
        self._top_score = max((selection.score_of(n).score for n in selection.selected), default=0)
        self.show_rows(len(names), self._place())
        self.empty = "" if names else self._why_empty()

    def _why_empty(self) -> str:
        if self.query_text:
            return f"no file has “{harmless(self.query_text)}” in its name"
        snapshot = self.workspace.snapshot
        if snapshot is UNREAD:
            return ""
        makes = f"{key_name(self.app, NEW)} makes a file."
        if snapshot.exists:
            return f"No memory files yet.\n{makes}"
        return f"No memory store yet.\n{makes}\nThe palette has “Make a store”."

    def _place(self) -> int:
        name = self._told[-1] if self._told else self.chosen
        # The line has no name, and neither has the file in hand before there is one.
        if name and name in self._names:
            return self._names.index(name)
        return min(self.cursor, len(self._names) - 1)

    def name_at(self, index: int) -> str:
        """Return the file name of a row; empty for the line, or when there is no such row."""
        return self._names[index] if 0 <= index < len(self._names) else ""

    @property
    def nearest(self) -> str:
        """Name of the file on which the cursor stands, or of one beside it; empty without any."""
        beside = (self.name_at(self.cursor + step) for step in (0, 1, -1))
        return next(filter(None, beside), "")

    def selectable(self, index: int) -> bool:
        """Whether a row is a file, not the line between loaded and not loaded."""
        return index != self._line

    def row(self, index: int, width: int) -> Content:
        """Return mark, sign, name, state, score bar and tokens of a file."""
        # The first column is the mark's; one stays free before the scrollbar.
        width -= 2
        if index == self._line:
            return self._line_row(width)
        name = self._names[index]
        score = self.workspace.selection.score_of(name)
        memory = self.workspace.memory(name)
        sign, colour, state = look_of(score, memory)
        with_bar = width >= 30
        room = width - 2 - 7 - (5 if with_bar else 0) - 6
        unsaved = "*" if name in self.workspace.drafts else ""
        stem = harmless(memory.stem if memory else name)
        label = Content(stem).truncate(room - len(unsaved), ellipsis=True)
        loud = "" if score.loaded else "dim"
        parts: list[Content | str | tuple[str, str]] = [
            ("■", "$text-accent") if name in self.marked else " ",
            (f"{sign} ", colour),
            label,
            (unsaved, "$text-warning"),
            " " * (room - label.cell_length - len(unsaved)),
            (f"{state:>7}", colour),
        ]
        if with_bar:
            share = score.score / self._top_score if score.loaded and self._top_score else 0
            parts.append((f" {bar(share, 3)} ", "$text-success" if colour else colour))
        parts.append((f"{short(memory.tokens if memory else 0):>6}", loud))
        return Content.assemble(*parts)

    def _line_row(self, width: int) -> Content:
        total = len(self._names) - 1
        text = f" loaded above · {self._line} of {total} "
        return Content.styled(f" ──{text}".ljust(width + 1, "─"), "dim")

    def moved(self, index: int) -> None:
        """Tell the screen which file is in hand."""
        self._told.append(self.name_at(index))
        self.post_message(FileChosen(self._told[-1]))

    def action_mark(self) -> None:
        """Mark or unmark the file in hand and go to the next."""
        if name := self.name_at(self.cursor):
            self.marked = self.marked ^ {name}
            self.action_move(1)

    def action_order(self) -> None:
        """Take the next order."""
        self.ordering = ORDERS[(ORDERS.index(self.ordering) + 1) % len(ORDERS)]


def look_of(score: FileScore, memory: Memory | None) -> tuple[str, str, str]:
    """Return sign, colour and state word of a file, at most 7 cells wide."""
    if score.loaded:
        if score.reason == "always":
            return "●", "$text-warning", "always"
        if score.reason == "importance":
            return "●", "$text-warning", "≥0.9"
        return "●", "$text-success", f"{score.score:.2f}"
    if memory and memory.fault:
        return "✗", "$text-error", "locked"
    if memory and memory.reading.bad:
        return "✗", "$text-error", "broken"
    if score.reason in ("index-file", "empty-body"):
        return "·", "dim", score.reason.partition("-")[0]
    if score.unreachable:
        return "○", "$text-error", "never"
    if score.score > 0:
        return "○", "dim", f"{score.score:.2f}"
    return "○", "dim", "–"


class FilesPane(Vertical):
    """The list with its frame and filter."""

    HELP = (
        "The files of the store in the order in which an agent would load them, and below the line"
        " those that stay out. ● loads, ○ does not, ✗ cannot be read; * has unsaved changes, ■ is"
        " marked. The tokens of each stand on the right."
    )

    BINDING_GROUP_TITLE = "Files"

    DEFAULT_CSS = """
    FilesPane {
        border: round $foreground 25%;
        border-title-color: $foreground;
        border-subtitle-color: $text-muted;
        &:focus-within {
            border: round $text-accent;
            border-title-color: $text-accent;
        }
        & > #filter, & > #empty { display: none; padding: 0 0 0 1; }
        & > #empty { color: $text-muted; }
        & > #empty.-said { display: block; }
        &.-filtering > #filter { display: block; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "filter", "Filter", id="files.filter", tooltip="Show only some files"),
        Binding(
            "escape",
            "unfilter",
            "All files",
            show=False,
            id="files.unfilter",
            tooltip="Show all files again",
        ),
    ]

    workspace: reactive[Workspace] = reactive(Workspace, repaint=False)
    chosen: reactive[str] = reactive("", repaint=False)

    def compose(self) -> ComposeResult:
        """Lay out the filter and the list."""
        yield LineInput(placeholder="filter", id="filter")
        yield Static(id="empty", markup=False)
        yield FileRows(id="rows").data_bind(FilesPane.workspace, FilesPane.chosen)

    def on_mount(self) -> None:
        """Name the order at the foot of the frame."""
        self.watch(self.rows, "ordering", self._say_order)
        self.watch(self.rows, "empty", self._say_empty)

    @property
    def rows(self) -> FileRows:
        """The list itself."""
        return self.query_one(FileRows)

    def watch_workspace(self, old: Workspace, new: Workspace) -> None:
        """Count the files in the frame."""
        if new.snapshot is not old.snapshot:
            self.border_title = Content(f"Files · {len(new.snapshot.memories)}")

    def _say_empty(self, why: str) -> None:
        hint = self.query_one("#empty", Static)
        hint.update(why)
        hint.set_class(bool(why), "-said")

    def _say_order(self, ordering: str) -> None:
        self.border_subtitle = Content(f"by {ordering}")

    def action_filter(self) -> None:
        """Ask for a part of the name."""
        self.add_class("-filtering")
        self.screen.set_focus(self.query_one(LineInput))

    def show_all(self) -> None:
        """Leave the filter."""
        self.query_one(LineInput).load("")
        self.rows.query_text = ""
        self.remove_class("-filtering")

    def action_unfilter(self) -> None:
        """Show all files and return to the list."""
        self.show_all()
        self.screen.set_focus(self.rows)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether there is a filter to be left."""
        return action != "unfilter" or self.has_class("-filtering")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Filter at each key."""
        event.stop()
        self.rows.query_text = event.value

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return to the list; the filter stays."""
        event.stop()
        self.rows.focus()

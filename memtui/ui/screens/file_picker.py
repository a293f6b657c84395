"""Picks one of the categories."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input

from memtui.core.memory import Feature, Memory
from memtui.ui.screens.dialog import Dialog, Field, literal
from memtui.ui.screens.feature_picker import search, searchable
from memtui.ui.widgets.figures import short
from memtui.ui.widgets.rows import RowList


class PickedRows(RowList, can_focus=False):
    """The categories that were found, one a row; the field keeps the focus."""

    DEFAULT_CSS = """
    PickedRows { height: auto; max-height: 60vh; }
    PickedRows > .rows--cursor { background: $accent 30%; text-style: bold; }
    """

    def __init__(self, files: Sequence[Memory]) -> None:
        super().__init__(id="files")
        self._files = files
        self._places: Sequence[int] = ()

    def show(self, places: Sequence[int]) -> None:
        """Show the files at these places; the first is in hand."""
        self._places = places
        self.styles.height = max(1, len(places))
        self.scroll_to(y=0, animate=False, immediate=True)
        self.show_rows(len(places), 0)

    @property
    def in_hand(self) -> Memory | None:
        """The file below the cursor."""
        return self._files[self._places[self.cursor]] if self._places else None

    def row(self, index: int, width: int) -> Content:
        """Return name, tokens and summary."""
        memory = self._files[self._places[index]]
        room = min(24, width // 2)
        return Content.assemble(
            literal(memory.stem).truncate(room, ellipsis=True, pad=True),
            (f"{short(memory.tokens):>6}  ", "dim"),
            literal(memory.reading.metadata.summary, "$foreground-muted"),
        ).truncate(width - 1, ellipsis=True)


class FilePicker(Dialog[str]):
    """Finds a category by a few letters of its name, and returns the name of its file.

    Args:
        title: What it is picked for.
        files: In the order in which they are listed while nothing is typed.
    """

    AUTO_FOCUS = "Field"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", "Up", show=False, id="pick.up", tooltip="One row up"),
        Binding("down", "step(1)", "Down", show=False, id="pick.down", tooltip="One row down"),
    ]

    def __init__(self, title: str, files: Sequence[Memory]) -> None:
        super().__init__(title)
        self._texts = searchable([Feature(title=memory.stem) for memory in files])
        self._rows = PickedRows(files)

    def body(self) -> ComposeResult:
        """Yield the field and the list."""
        yield Field(placeholder="letters of the name")
        yield self._rows

    def on_mount(self) -> None:
        """Show all."""
        self._find("")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search at each key."""
        event.stop()
        self._find(event.value)

    def _find(self, query: str) -> None:
        self._rows.show(search(query, self._texts))

    def on_row_list_chosen(self) -> None:
        """Return the file in hand."""
        self._take()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the file in hand."""
        event.stop()
        self._take()

    def _take(self) -> None:
        if memory := self._rows.in_hand:
            self.dismiss(memory.name)

    def action_step(self, step: int) -> None:
        """Move the cursor while the field keeps the focus."""
        self._rows.action_move(step)

    def action_page(self, step: int) -> None:
        """Move the cursor by a page."""
        self._rows.action_page(step)

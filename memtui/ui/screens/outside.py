"""A file that changed on disk while it has unsaved changes: what becomes of both."""

from typing import ClassVar, Literal

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalGroup
from textual.content import Content
from textual.widgets import Static

from memtui.ui.screens.dialog import Choice, Choices, Dialog, Passage, literal, paragraphs
from memtui.ui.screens.differences import differing, size

Answer = Literal["mine", "theirs", "later"]

SIDE_BY_SIDE = 100
"""Columns of the screen from which the two differences stand beside each other."""


class Outside(Dialog[Answer]):
    """Shows both changes and asks which one stays; nothing is overwritten unseen.

    Returns ``mine`` (the draft stays and its next save replaces what is on disk), ``theirs`` (the
    draft is dropped), ``later`` or None (both stay as they are).

    Args:
        name: The file.
        base: The text that the draft was made from.
        mine: The draft.
        theirs: What is on disk, or None when the file is gone.
    """

    DEFAULT_CSS = """
    Outside {
        & #sides { layout: vertical; height: auto; }
        & #sides > Static { width: 1fr; height: auto; }
        & #sides > #theirs { margin-top: 1; }
        & #sides.-beside { layout: horizontal; }
        & #sides.-beside > #theirs { margin: 0 0 0 2; }
        & #consequences { margin-bottom: 1; }
        &.-tall Passage { max-height: 78vh; }
        & #dialog { width: 100%; max-width: 132; }
    }
    """

    AUTO_FOCUS = "Answer.-first"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "c",
            "copy",
            "Copy mine",
            id="outside.copy",
            tooltip="Put the whole text with your changes on the clipboard",
        ),
    ]

    def __init__(self, name: str, base: str, mine: str, theirs: str | None) -> None:
        super().__init__(f"{name} changed on disk" if theirs is not None else f"{name} is gone")
        self._base = base
        self._mine = mine
        self._theirs = theirs

    def body(self) -> ComposeResult:
        """Yield both changes and the choices."""
        with Passage():
            yield Static(self._consequences(), id="consequences")
            with VerticalGroup(id="sides"):
                yield Static(self._side("Yours, unsaved", self._mine), id="mine")
                yield Static(self._disk(), id="theirs")
        yield Choices(self._choices())

    def _side(self, title: str, text: str) -> Content:
        head = Content.assemble((title, "bold"), f"  {size(self._base, text)}")
        return paragraphs([head, *differing(self._base, text)])

    def _disk(self) -> Content:
        if self._theirs is None:
            return paragraphs([literal("On disk", "bold"), "The file is no longer there."])
        return self._side("On disk, from outside", self._theirs)

    def _consequences(self) -> Content:
        if self._theirs is None:
            mine, theirs = "saving makes the file anew", "the unsaved text is lost for good"
        else:
            mine = "saving replaces what is on disk; memtui keeps a copy of it"
            theirs = "your unsaved changes are lost for good"
        keep, drop = self._choices()[:2]
        return Content.assemble(
            (keep.label, "bold"),
            f": {mine}.\n",
            (drop.label, "bold"),
            f": {theirs}; copy your text first if in doubt.",
        )

    def _choices(self) -> tuple[Choice[Answer], ...]:
        keep: Choice[Answer] = Choice("Keep mine", "mine")
        drop: Choice[Answer] = Choice("Take disk's", "theirs", "error")
        if self._theirs is None:
            drop = Choice("Drop mine", "theirs", "error")
        return (keep, drop, Choice("Later", "later", "primary"))

    def on_resize(self, event: events.Resize) -> None:
        """Stand side by side where there is room."""
        self.query_one("#sides").set_class(event.size.width >= SIDE_BY_SIDE, "-beside")

    def on_choices_made(self, event: Choices.Made) -> None:
        """Return what was chosen."""
        self.dismiss(self._choices()[event.index].value)

    def action_copy(self) -> None:
        """Put the draft on the clipboard."""
        self.app.copy_to_clipboard(self._mine)
        self.notify("your text is on the clipboard")

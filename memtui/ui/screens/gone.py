"""A file that is gone from the disk while it has unsaved changes: what becomes of them."""

from typing import ClassVar, Final, Literal

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from memtui.ui.screens.dialog import Choice, Choices, Dialog, Passage, literal, paragraphs
from memtui.ui.screens.differences import differing, size

Answer = Literal["keep", "drop", "later"]

_CHOICES: Final[tuple[Choice[Answer], ...]] = (
    Choice("Keep mine", "keep"),
    Choice("Drop mine", "drop", "error"),
    Choice("Later", "later", "primary"),
)


class Gone(Dialog[Answer]):
    """Shows the unsaved changes and asks what becomes of them.

    Returns ``keep`` (its next save makes the file anew), ``drop``, ``later`` or None (the draft
    stays as it is).

    Args:
        name: The file.
        base: The text that the draft was made from.
        draft: The draft.
    """

    DEFAULT_CSS = """
    Gone {
        & #consequences { margin-bottom: 1; }
        &.-tall Passage { max-height: 78vh; }
        & #dialog { width: 100%; max-width: 104; }
    }
    """

    AUTO_FOCUS = "Answer.-first"
    leave_word = "Later"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "c",
            "copy",
            "Copy mine",
            id="gone.copy",
            tooltip="Put the whole text with your changes on the clipboard",
        ),
    ]

    def __init__(self, name: str, base: str, draft: str) -> None:
        super().__init__(f"{name} is gone")
        self._base = base
        self._draft = draft

    def body(self) -> ComposeResult:
        """Yield the changes and the choices."""
        keep, drop, _ = _CHOICES
        consequences = Content.assemble(
            "The file is no longer on the disk.\n",
            (keep.label, "bold"),
            ": saving makes the file anew.\n",
            (drop.label, "bold"),
            ": the unsaved text is lost for good; copy it first if in doubt.",
        )
        head = Content.assemble(
            literal("Yours, unsaved", "bold"), f"  {size(self._base, self._draft)}"
        )
        with Passage():
            yield Static(consequences, id="consequences")
            yield Static(paragraphs([head, *differing(self._base, self._draft)]))
        yield Choices(_CHOICES)

    def on_choices_made(self, event: Choices.Made) -> None:
        """Return what was chosen."""
        self.dismiss(_CHOICES[event.index].value)

    def action_copy(self) -> None:
        """Put the draft on the clipboard."""
        self.app.copy_to_clipboard(self._draft)
        self.notify("your text is on the clipboard")

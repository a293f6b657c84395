"""What the dialogs share that ask for something: enter takes it, and so does the first answer."""

from typing import Final

from textual.binding import Binding
from textual.widgets import Input

from memtui.ui.screens.dialog import Choice, Choices, Dialog, T

STEPS: Final = (
    Binding(
        "up", "app.focus_previous", "Up", show=False, id="field.up", tooltip="To the field above"
    ),
    Binding(
        "down", "app.focus_next", "Down", show=False, id="field.down", tooltip="To the field below"
    ),
)
"""Keys that go from field to field where several stand below each other."""


class Asking(Dialog[T]):
    """A dialog with fields, of which any takes all at enter."""

    AUTO_FOCUS = "Field"

    def take(self) -> None:
        """Return what was typed, or say why not."""
        raise NotImplementedError

    def answers(self, verb: str) -> Choices:
        """Return the answers that stand below the fields.

        Args:
            verb: What the first one says (``Create``, ``Rename``).
        """
        return Choices((Choice(verb, "take", "primary"), Choice("Leave", None)))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take it at enter."""
        event.stop()
        self.take()

    def on_choices_made(self, event: Choices.Made) -> None:
        """Take it, or leave."""
        if event.index:
            self.action_leave()
        else:
            self.take()

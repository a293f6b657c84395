"""A choice of one among a few words in a row."""

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

GAP = "  "
"""What stands between two options."""


class OneOf(Widget, can_focus=True):
    """A few words of which one is chosen, by the arrow keys or the mouse.

    Args:
        options: The words, written by memtui.
        value: The one that is chosen at first.
    """

    ALLOW_SELECT = False

    DEFAULT_CSS = """
    OneOf {
        width: 1fr;
        height: 1;
        padding: 0 1;
        pointer: pointer;
        text-wrap: nowrap;
        text-overflow: ellipsis;

        &:focus { background: $foreground 16%; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Previous", show=False, id="one.previous", tooltip="Previous"),
        Binding(
            "right,space", "step(1)", "Other", id="one.next", tooltip="Choose the next of the row"
        ),
    ]

    value: reactive[str] = reactive("")
    """The chosen word."""

    class Changed(Message):
        """The person chose another."""

    def __init__(
        self,
        options: Sequence[str],
        value: str,
        *,
        id: str | None = None,  # noqa: A002
    ) -> None:
        super().__init__(id=id)
        self._options = options
        self.set_reactive(OneOf.value, value)

    def render(self) -> Content:
        """Return all options; the chosen one is told by its sign, too."""
        parts = []
        for option in self._options:
            chosen = option == self.value
            style = "bold $text-accent" if chosen else "$foreground-muted"
            parts.append(Content.styled(f"{'●' if chosen else '○'} {option}", style))
        return Content(GAP).join(parts)

    def action_step(self, step: int) -> None:
        """Choose the next or the previous one, round and round."""
        at = self._options.index(self.value)
        self._choose(self._options[(at + step) % len(self._options)])

    def on_click(self, event: events.Click) -> None:
        """Choose the one below the mouse."""
        left = self.gutter.left
        for option in self._options:
            width = len(option) + 2
            if left <= event.x < left + width:
                self._choose(option)
            left += width + len(GAP)

    def _choose(self, option: str) -> None:
        if option != self.value:
            self.value = option
            self.post_message(self.Changed())

"""The state of a long piece of work: what its page begins with."""

import re
from collections.abc import Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input, Static

from memtui.core.work_context import SECTIONS, new_page
from memtui.errors import BadValue
from memtui.ui.screens.asking import STEPS, Asking
from memtui.ui.screens.dialog import LongField, Passage, literal, paragraphs

_PARTED = re.compile(r"\s*;\s*")


class ContextDialog(Asking[str]):
    """Asks for goal, decisions, what is done and next, and files; returns the page's text.

    Args:
        path: The page's path, for the title.
        known: What stands in the fields at first, by key.
    """

    HELP = """
    Each session of the agent begins with this page, and so does the rest of a session that was
    compacted. It is for work that outlives a session; delete it when the work is done.
    """

    DEFAULT_CSS = """
    ContextDialog {
        & Horizontal { height: auto; }
        & .label { width: 15; color: $text-muted; }
        & LongField { width: 1fr; }
        & #verdict { color: $text-muted; }
        & Passage { margin-top: 1; max-height: 40vh; color: $text-muted; }
        &.-short Passage { max-height: 15vh; margin-top: 0; }
    }
    """

    AUTO_FOCUS = "LongField"

    BINDINGS: ClassVar[list[BindingType]] = [*STEPS]

    def __init__(self, path: str, known: Mapping[str, str]) -> None:
        super().__init__(f"New {path}")
        self._known = known

    def body(self) -> ComposeResult:
        """Yield the fields and the page that comes of them."""
        for key, label in SECTIONS:
            with Horizontal():
                yield Static(label, classes="label")
                yield LongField(self._known.get(key, ""), id=key)
        yield Static(id="verdict")
        with Passage():
            yield Static(id="preview")
        yield self.answers("Make")

    def on_mount(self) -> None:
        """Show the page."""
        self._show()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Follow each key."""
        event.stop()
        self._show()

    def _page(self) -> str:
        values = {key: self.query_one(f"#{key}", LongField).value for key, _ in SECTIONS}
        parted = {key: tuple(_PARTED.split(value)) for key, value in values.items()}
        return new_page(parted | {"goal": (values["goal"],)})

    def _show(self) -> None:
        said: Content = literal("several are parted by ; and can be edited afterwards", "dim")
        text = ""
        try:
            text = self._page()
        except BadValue as error:
            said = Content.assemble(("✗ ", "$text-error"), literal(str(error), "$text-error"))
        self.query_one("#verdict", Static).update(said)
        self.query_one("#preview", Static).update(paragraphs(text.splitlines()))

    def take(self) -> None:
        """Return the page, unless it cannot be made."""
        try:
            self.dismiss(self._page())
        except BadValue as error:
            self.app.bell()
            self.query_one(f"#{error.key}", LongField).focus()

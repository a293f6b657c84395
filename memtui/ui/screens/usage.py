"""A dialog that sets the counters of a file."""

from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input, Static

from memtui.core import patch
from memtui.core.metadata import COUNTERS, UsageStats
from memtui.errors import BadValue
from memtui.ui.screens.asking import Asking
from memtui.ui.screens.dialog import Field, literal

_MEANINGS: Final = (
    ("Loaded", "times it was put in a prompt"),
    ("Used", "times the agent's output used it"),
    ("OK", "times that feature then succeeded"),
)
"""Label and meaning of each counter, in the order of `COUNTERS`."""


class UsageScreen(Asking[dict[str, int]]):
    """Asks for three numbers; returns the changed counters by their dotted key.

    Args:
        file: Name of the file.
        stats: What it holds.
    """

    HELP = "Automaker counts how a file is used, and the score depends on it."

    DEFAULT_CSS = """
    UsageScreen {
        & Horizontal { height: auto; }
        & .label { width: 8; color: $text-muted; }
        & Field { width: 14; margin-right: 2; }
        & .meaning { width: 1fr; color: $text-muted; text-wrap: nowrap; text-overflow: ellipsis; }
        & #verdict { margin-top: 1; }
    }
    """

    def __init__(self, file: str, stats: UsageStats) -> None:
        super().__init__(f"Counters of {file}")
        self._before = (stats.loaded, stats.referenced, stats.successful_features)

    def body(self) -> ComposeResult:
        """Yield the three numbers."""
        for name, (label, meaning), value in zip(COUNTERS, _MEANINGS, self._before, strict=True):
            with Horizontal():
                yield Static(label, classes="label")
                yield Field(str(value), id=name)
                yield Static(meaning, classes="meaning")
        yield Static(id="verdict")
        yield self.answers("Set")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say at once what is wrong."""
        event.stop()
        self._changes()

    def take(self) -> None:
        """Return the counters that changed, unless a number is wrong."""
        changes = self._changes()
        if changes is None:
            self.app.bell()
        else:
            self.dismiss(changes)

    def _changes(self) -> dict[str, int] | None:
        """Return what changed, or None when a number is wrong, which is then said."""
        changes: dict[str, int] = {}
        why = ""
        for name, (label, _), before in zip(COUNTERS, _MEANINGS, self._before, strict=True):
            key = f"usageStats.{name}"
            try:
                value = patch.parse(key, [self.query_one(f"#{name}", Field).value.strip()])
            except BadValue as error:
                why = why or f"{label}: {str(error).removeprefix(f'{key}: ')}"
                continue
            if isinstance(value, int) and value != before:
                changes[key] = value
        self.query_one("#verdict", Static).update(self._verdict(len(changes), why))
        return None if why else changes

    def _verdict(self, changed: int, why: str) -> Content:
        if why:
            return Content.assemble(("✗ ", "$text-error"), literal(why, "$text-error"))
        said = {0: "nothing changed yet", 1: "one counter changes"}
        return literal(said.get(changed, f"{changed} counters change"), "dim")

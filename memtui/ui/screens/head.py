"""The frontmatter of a file that is not there yet, as a small form."""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import HorizontalGroup
from textual.widgets import Input, Static

from memtui.core.metadata import Metadata, Value
from memtui.core.patch import check
from memtui.errors import BadValue
from memtui.ui.screens.dialog import Dialog, Field, literal

FIELDS: Final = (
    ("tags", "Tags"),
    ("relevantTo", "Relevant to"),
    ("relatedFiles", "Related"),
    ("summary", "Summary"),
    ("importance", "Importance"),
)
"""What can be edited, with its label; lists are separated by commas."""


class HeadDialog(Dialog[Metadata]):
    """Edits the frontmatter that a new file is to get.

    Args:
        name: The file's name.
        metadata: What is proposed.
    """

    AUTO_FOCUS = "#tags"

    DEFAULT_CSS = """
    HeadDialog {
        & HorizontalGroup { height: auto; }
        & .label { width: 13; color: $text-muted; }
        & Field { width: 1fr; }
        & #fault { height: auto; color: $text-error; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "take", "Take", id="head.take", tooltip="Take the frontmatter as it is"),
    ]

    def __init__(self, name: str, metadata: Metadata) -> None:
        super().__init__(f"Frontmatter of {name}")
        self._metadata = metadata

    def body(self) -> ComposeResult:
        """Yield a field for each value."""
        for key, label in FIELDS:
            with HorizontalGroup():
                yield Static(label, classes="label")
                yield Field(_shown(self._metadata.value(key)), id=key)
        yield Static("Items are separated by commas. enter takes all of it.", classes="label-long")
        yield Static(id="fault")

    @on(Input.Submitted)
    def _submit(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_take()

    def action_take(self) -> None:
        """Return the frontmatter, unless a value cannot be."""
        try:
            values = {key: self._value(key) for key, _ in FIELDS}
            for key, value in values.items():
                check(key, value)
        except BadValue as error:
            self.query_one("#fault", Static).update(literal(str(error)))
            return
        self.dismiss(with_values(self._metadata, values))

    def _value(self, key: str) -> Value:
        typed = self.query_one(f"#{key}", Field).value
        if key == "importance":
            try:
                return float(typed)
            except ValueError:
                raise BadValue(f"importance: “{typed}” is no number", key) from None
        if key == "summary":
            return typed.strip()
        return tuple(item.strip() for item in typed.split(",") if item.strip())


def _shown(value: Value) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def with_values(metadata: Metadata, values: Mapping[str, Value]) -> Metadata:
    """Return metadata with other values, by key of the frontmatter."""
    names = {"relevantTo": "relevant_to", "relatedFiles": "related_files"}
    return replace(metadata, **{names.get(key, key): value for key, value in values.items()})  # type: ignore[arg-type]

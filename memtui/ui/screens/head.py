"""The frontmatter of a file that is not there yet, as a small form."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll

from memtui.core.metadata import Metadata, Value
from memtui.ui.messages import ValueEdited
from memtui.ui.screens.dialog import Dialog
from memtui.ui.widgets.chip_field import ChipField
from memtui.ui.widgets.fields import FormField
from memtui.ui.widgets.form_fields import ImportanceField, SummaryField


def head_fields() -> Iterator[FormField[Any]]:
    """Yield a field for each value of a frontmatter but its counters."""
    yield ChipField("tags", "Tags", one="tag", id="tags")
    yield ChipField("relevantTo", "Relevant to", one="topic", id="relevant-to")
    yield SummaryField("summary", "Summary", id="summary")
    yield ImportanceField("importance", "Importance", id="importance")
    yield ChipField("relatedFiles", "Related", one="path", id="related")


def committed(fields: Iterable[ChipField]) -> dict[str, Value]:
    """Return the lists to which something was typed that is no chip yet, by key."""
    changes = [field.commit() for field in fields]
    return {change.key: change.value for change in changes if change}


class HeadDialog(Dialog[Metadata]):
    """Edits the frontmatter that a new file is to get.

    Args:
        name: The file's name.
        metadata: What is proposed.
        words: What completes a tag or a topic.
    """

    HELP = """
    The frontmatter of a file that is not there yet. Tags and topics that no feature can ever match
    are crossed out; enter takes what is typed as one more.
    """

    AUTO_FOCUS = "#tags ChipEntry"

    DEFAULT_CSS = """
    HeadDialog {
        & > #dialog { width: 100; }
        & VerticalScroll { height: auto; max-height: 80vh; scrollbar-size-vertical: 1; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "take", "Take", id="head.take", tooltip="Take the frontmatter as it is"),
    ]

    def __init__(self, name: str, metadata: Metadata, words: Sequence[str] = ()) -> None:
        super().__init__(f"Frontmatter of {name}")
        self._file = name
        self._metadata = metadata
        self._words = tuple(words)
        self._values: dict[str, Value] = {}

    def body(self) -> ComposeResult:
        """Yield a field for each value."""
        with VerticalScroll(can_focus=False):
            yield from head_fields()

    def on_mount(self) -> None:
        """Show what is proposed."""
        for chips in self.query(ChipField):
            chips.words = self._words
        fields: list[FormField[Any]] = list(self.query(FormField))
        for field in fields:
            field.show(self._file, self._metadata.value(field.key))

    def on_value_edited(self, event: ValueEdited) -> None:
        """Keep what the person put into a field."""
        event.stop()
        self._values[event.key] = event.value

    def action_take(self) -> None:
        """Return the frontmatter."""
        values = self._values | committed(self.query(ChipField))
        self.dismiss(with_values(self._metadata, values))


def with_values(metadata: Metadata, values: Mapping[str, Value]) -> Metadata:
    """Return metadata with other values, by key of the frontmatter."""
    names = {"relevantTo": "relevant_to", "relatedFiles": "related_files"}
    return replace(metadata, **{names.get(key, key): value for key, value in values.items()})  # type: ignore[arg-type]

"""The fields of a learning, and of the place where it goes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalGroup
from textual.message import Message
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from memtui.core.learning import KINDS, Kind, Learning
from memtui.core.plain import harmless
from memtui.ui.screens.asking import STEPS
from memtui.ui.widgets.line_input import LineInput
from memtui.ui.widgets.one_of import OneOf
from memtui.ui.widgets.wrap_input import WrapInput

TEXTS: Final = ("content", "context", "why", "rejected", "tradeoffs", "breaking")
"""The fields of a learning, in the order of the form."""
OF_PLACES: Final = ("task", "category", "topic", "task_type", "keywords")
"""The fields of the places, in the order of the form."""

_NEXT: Final = Binding(
    "enter", "app.focus_next", "Next", id="learn.next", tooltip="To the next field"
)


class Text(WrapInput):
    """A sentence or more; it unfolds while it has the focus."""

    BINDINGS: ClassVar[list[BindingType]] = [_NEXT]


class Name(LineInput):
    """A name or a few words; what exists is suggested."""

    BINDINGS: ClassVar[list[BindingType]] = [_NEXT]


class LearnForm(VerticalGroup):
    """One field a row, under labels that follow the kind and the place."""

    DEFAULT_CSS = """
    LearnForm {
        & > Horizontal { height: auto; }
        & > .-gone { display: none; }
        & > OneOf { padding: 0; }
        & .label { color: $text-muted; }
        & LineInput, & LineInput.-textual-compact {
            width: 1fr;
            height: auto;
            padding: 0 1;
            background: $foreground 8%;
        }
        & LineInput:focus { background: $foreground 16%; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [*STEPS]

    class Changed(Message):
        """The person typed, or chose another kind.

        Attributes:
            key: The field; ``kind`` for the kind.
        """

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self, suggested: Mapping[str, Sequence[str]]) -> None:
        """Make the fields.

        Args:
            suggested: What is completed in a field, by its key.
        """
        super().__init__()
        self._suggested = suggested
        self._touched: set[str] = set()

    def compose(self) -> ComposeResult:
        """Lay out all fields; `show` says which are seen."""
        yield OneOf(KINDS, "learning", id="kind")
        yield from self._rows(TEXTS, Text)
        yield from self._rows(OF_PLACES, Name)

    def _rows(self, keys: Sequence[str], kind: type[LineInput]) -> Iterator[Horizontal]:
        for key in keys:
            # What is suggested is drawn as it stands.
            words = [word for word in self._suggested.get(key, ()) if harmless(word) == word]
            suggester = SuggestFromList(words, case_sensitive=False) if words else None
            field = kind(id=key, suggester=suggester)
            yield Horizontal(Static(classes="label", markup=False), field, id=f"row-{key}")

    @property
    def kind(self) -> Kind:
        """The chosen kind."""
        value = self.query_one(OneOf).value
        return next(kind for kind in KINDS if kind == value)

    @property
    def learning(self) -> Learning:
        """What was typed, as a learning."""
        return Learning(self.kind, **{key: self.value(key) for key in TEXTS})

    @property
    def values(self) -> dict[str, str]:
        """What stands in the fields in which the person typed, by key; and the kind."""
        return {"kind": self.kind, **{key: self.value(key) for key in sorted(self._touched)}}

    def fill(self, values: Mapping[str, str]) -> None:
        """Put values into the fields, as if the person had typed them."""
        for key, value in values.items():
            if key == "kind":
                self.query_one(OneOf).value = value
            else:
                self._touched.add(key)
                self._load(key, value)

    def value(self, key: str) -> str:
        """Return what stands in a field."""
        return self._field(key).value

    def _field(self, key: str) -> LineInput:
        return self.query_one(f"#{key}", LineInput)

    def show(self, labels: Mapping[str, str], *, kinds: bool) -> None:
        """Show some fields.

        Args:
            labels: Their labels, by key.
            kinds: Whether the kind can be chosen.
        """
        self.query_one(OneOf).set_class(not kinds, "-gone")
        width = max(map(len, labels.values())) + 1
        for key in (*TEXTS, *OF_PLACES):
            row = self.query_one(f"#row-{key}")
            row.set_class(key not in labels, "-gone")
            label = row.query_one(".label", Static)
            label.update(labels.get(key, ""))
            label.styles.width = width

    def propose(self, key: str, value: str) -> None:
        """Put a value into a field in which the person did not type."""
        if key not in self._touched:
            self._load(key, value)

    def _load(self, key: str, value: str) -> None:
        field = self._field(key)
        field.load(value)
        field.cursor_position = len(value)

    def go_to(self, key: str) -> None:
        """Give a field the focus."""
        self._field(key).focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Tell it."""
        event.stop()
        key = event.input.id or ""
        # What was cleared is filled again by the next proposal.
        (self._touched.add if event.value else self._touched.discard)(key)
        self.post_message(self.Changed(key))

    def on_one_of_changed(self, event: OneOf.Changed) -> None:
        """Tell it."""
        event.stop()
        self.post_message(self.Changed("kind"))

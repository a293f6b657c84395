"""The fields of the form that hold one text, one number or the counters."""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from memtui.core.categories import USUAL
from memtui.core.metadata import UsageStats
from memtui.ui.messages import UsageRequested
from memtui.ui.widgets.fields import FormField, FormRow
from memtui.ui.widgets.line_input import LineInput
from memtui.ui.widgets.notes import Note
from memtui.ui.widgets.slider import Slider
from memtui.ui.widgets.wrap_input import WrapInput

_NUMBER: Final = re.compile(r"[+-]?(?:\d+(?:\.\d+)?|\.\d+)")
_BEGUN: Final = re.compile(r"[+-]?\d*\.?")
_FAR: Final = 0.1
ABOUT: Final = "what the file is about"
ALWAYS: Final = 0.9
"""Importance from which a file is loaded even when nothing in it matches."""


class SummaryField(FormField[str]):
    """One line of text, told upwards at each key."""

    def editor(self) -> Iterable[Widget]:
        """Return the line."""
        yield WrapInput(placeholder=ABOUT)

    def set_locked(self, *, locked: bool) -> None:
        """Ask for nothing where nothing can be typed."""
        super().set_locked(locked=locked)
        self.query_one(WrapInput).placeholder = "" if locked else ABOUT

    def on_mount(self) -> None:
        """Follow the line at the very key press."""
        self.watch(self.query_one(WrapInput), "value", self._typed, init=False)

    def _typed(self, text: str) -> None:
        # A space at an end would need quotes, which would then stay around the whole summary.
        self.edit(text.strip())

    def load(self, value: str) -> None:
        """Show another summary."""
        self.query_one(WrapInput).load(value)


def written(importance: float) -> str:
    """Return an importance with two decimals, or with all it has when two are not enough."""
    short = f"{importance:.2f}"
    return short if float(short) == importance else f"{Decimal(str(importance)):f}"


class ImportanceField(FormField[float]):
    """A number to type, and a slider for the same."""

    DEFAULT_CSS = """
    ImportanceField {
        & Horizontal { height: 1; }
        & LineInput { width: 6; margin-right: 1; }
        & .always { width: auto; margin-left: 2; color: $text-warning; }
    }
    """

    def editor(self) -> Iterable[Widget]:
        """Return number and slider."""
        with Horizontal():
            yield LineInput()
            yield Slider()
            yield Static("always", classes="always", markup=False)

    def on_mount(self) -> None:
        """Follow both at the very key press."""
        self.watch(self.query_one(LineInput), "value", self._typed, init=False)
        self.watch(self.query_one(Slider), "value", self._slid, init=False)

    def _typed(self, text: str) -> None:
        if _NUMBER.fullmatch(text):
            if self.edit(float(text)):
                self._draw(float(text))
        else:
            self.error = "" if _BEGUN.fullmatch(text) else "not a number such as 0.8"
            self.say()

    def _slid(self, value: float) -> None:
        self._draw(value)
        self.query_one(LineInput).load(written(value))
        self.edit(value)

    def load(self, value: float) -> None:
        """Show another importance."""
        self._draw(value)
        self.query_one(LineInput).load(written(value))

    def _draw(self, value: float) -> None:
        self.query_one(Slider).show(value)
        self.query_one(".always").display = value >= ALWAYS

    def on_descendant_blur(self) -> None:
        """Write a number that counts with two decimals, and say what counts when one does not."""
        line = self.query_one(LineInput)
        if self._shown is not None and not self.error and _NUMBER.fullmatch(line.value):
            line.load(written(self._shown))
        self.say()

    def own_notes(self) -> Iterator[Note]:
        """Say what is wrong with the number, or unusual for the category."""
        yield from super().own_notes()
        line = self.query_one(LineInput)
        value = self._shown if self._shown is not None else 0.5
        half_typed = not (line.has_focus or _NUMBER.fullmatch(line.value))
        if self.error or half_typed:
            yield Note(written(value), label="the file keeps ")
        usual = USUAL.get(self.file.removesuffix(".md"))
        if usual and not usual[0] - _FAR <= round(value, 9) <= usual[1] + _FAR:
            low, high = usual
            scale = f"{low} and more" if high == 1 else f"{low} to {high}"
            yield Note(f"{self.file.removesuffix('.md')} usually has {scale}", sign="·")


class Counters(Widget, can_focus=True):
    """The counters in a line; they are changed only in a dialog."""

    ALLOW_SELECT = False

    DEFAULT_CSS = """
    Counters {
        height: auto;
        pointer: pointer;

        &:focus { background: $surface; background-tint: $foreground 8%; }
        &:disabled { color: $text-muted; }
    }
    """

    stats: reactive[UsageStats] = reactive(UsageStats)

    class Pressed(Message):
        """The mouse was pressed on the counters."""

    def on_mouse_down(self) -> None:
        """Tell it at once; a click would come after a field above has folded."""
        self.post_message(self.Pressed())

    def render(self) -> str:
        """Return the line."""
        stats = self.stats
        return f"loaded {stats.loaded} · used {stats.referenced} · ok {stats.successful_features}"


class UsageField(FormRow):
    """What Automaker counts, and the way to the dialog that sets it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "set", "Set counters", id="usage.set", tooltip="Set the three counters"),
    ]

    def editor(self) -> Iterable[Widget]:
        """Return the counters."""
        yield Counters()

    def show(self, file: str, stats: UsageStats) -> None:
        """Show what a file holds."""
        self.file = file
        self.query_one(Counters).stats = stats

    def action_set(self) -> None:
        """Ask for the dialog."""
        self.post_message(UsageRequested(self.file, self.query_one(Counters).stats))

    def on_counters_pressed(self, event: Counters.Pressed) -> None:
        """Ask for the dialog."""
        event.stop()
        self.action_set()

"""A number between 0 and 1, set by keys or by the mouse."""

import math
from typing import ClassVar, Final

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

STEP: Final = 0.05
_STEPS: Final = 20


def stepped(value: float, steps: int) -> float:
    """Return the next step of the scale from a value, which may lie between two.

    Args:
        value: 0 to 1.
        steps: How many steps up, or down when negative.
    """
    # A value that was read from a decimal fraction is a step even where 0.15 / 0.05 is not 3.
    place = round(value * _STEPS, 9)
    start = math.floor(place) if steps > 0 else math.ceil(place)
    return max(0, min(start + steps, _STEPS)) / _STEPS


class Slider(Widget, can_focus=True):
    """A bar with a handle; `value` changes when the person moves it."""

    ALLOW_SELECT = False

    DEFAULT_CSS = """
    Slider {
        width: 1fr;
        min-width: 11;
        max-width: 21;
        height: 1;
        pointer: pointer;

        & > .slider--filled { color: $text-success; }
        & > .slider--always { color: $text-warning; }
        & > .slider--rest { color: $foreground 30%; }
        & > .slider--handle { color: $foreground; }
        &:focus > .slider--handle { color: $accent; text-style: bold; }
        &:focus { background: $surface; background-tint: $foreground 8%; }
    }
    """

    COMPONENT_CLASSES = {"slider--filled", "slider--always", "slider--rest", "slider--handle"}

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Less", show=False, id="slider.less", tooltip=f"{STEP} less"),
        Binding("right", "step(1)", "More", show=False, id="slider.more", tooltip=f"{STEP} more"),
        Binding("home", "step(-20)", "0", show=False, id="slider.lowest", tooltip="Down to 0"),
        Binding("end", "step(20)", "1", show=False, id="slider.highest", tooltip="Up to 1"),
    ]

    value: reactive[float] = reactive(0.5)
    """0 to 1; the person moves it in steps of 0.05."""

    def show(self, value: float) -> None:
        """Draw another value, telling nobody."""
        self.set_reactive(Slider.value, value)
        self.refresh()

    def action_step(self, steps: int) -> None:
        """Move the handle."""
        self.value = stepped(self.value, steps)

    def _handle(self) -> int:
        return round(max(0.0, min(self.value, 1.0)) * (self.size.width - 1))

    def render_line(self, y: int) -> Strip:
        """Draw the bar."""
        at = self._handle()
        style = self.get_component_rich_style
        filled = "slider--always" if self.value >= 0.9 else "slider--filled"
        return Strip(
            [
                Segment("━" * at, style(filled)),
                Segment("●", style("slider--handle")),
                Segment("─" * (self.size.width - at - 1), style("slider--rest")),
            ]
        )

    def _follow(self, x: int) -> None:
        share = max(0.0, min(x / max(1, self.size.width - 1), 1.0))
        self.value = round(share * _STEPS) / _STEPS

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Take the handle to the mouse."""
        self.capture_mouse()
        self._follow(event.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag the handle."""
        if self.app.mouse_captured is self:
            self._follow(event.x)

    def on_mouse_up(self) -> None:
        """Let the handle go."""
        self.release_mouse()

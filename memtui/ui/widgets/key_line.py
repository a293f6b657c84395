"""The line at the foot: the keys of the focused pane, as many as fit."""

from typing import Any

from textual import events
from textual.app import App
from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget


class KeyLine(Widget):
    """Keys and what they do, from the active bindings; a click presses the key.

    Bindings stand in the order in which they are declared, the focused widget's first. What does
    not fit is left out from the end, but the help key always stays.
    """

    ALLOW_SELECT = False

    DEFAULT_CSS = """
    KeyLine {
        text-wrap: nowrap;
        height: 1;
        dock: bottom;
        background: $panel;
        padding: 0 1;
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._spots: list[tuple[int, int, str]] = []
        self._begun = False

    def on_mount(self) -> None:
        """Follow the focus; the first frame is left to the ranking."""
        self.screen.bindings_updated_signal.subscribe(self, self._follow)
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self._begun = True
        self.refresh()

    def _follow(self, _screen: Screen[object]) -> None:
        self.refresh()

    def render(self) -> Content:
        """Return the line, and remember where each key stands."""
        if not self._begun:
            return Content("")
        shown: list[tuple[str, str, str]] = []
        last: tuple[str, str, str] | None = None
        seen: set[str] = set()
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if not (binding.show and active.enabled) or binding.action in seen:
                continue
            seen.add(binding.action)
            key = (self.app.get_key_display(binding), binding.description, binding.key)
            if binding.action == "help":
                last = key
            else:
                shown.append(key)
        return self._fit(shown, last)

    def _fit(self, shown: list[tuple[str, str, str]], last: tuple[str, str, str] | None) -> Content:
        # Nothing need stand behind the last key.
        room = self.size.width + 2 - (_width(last) if last else 0)
        parts: list[tuple[str, str]] = []
        self._spots = []
        at = 0
        for key in [*shown, last]:
            if key is None or (key is not last and at + _width(key) > room):
                continue
            parts += [(key[0], "bold $text-accent"), (f" {key[1]}  ", "")]
            self._spots.append((at, at + _width(key) - 2, key[2]))
            at += _width(key)
        return Content.assemble(*parts)

    def on_click(self, event: events.Click) -> None:
        """Press the key below the mouse."""
        x = event.x - self.styles.padding.left
        for start, end, key in self._spots:
            if start <= x < end:
                self.app.simulate_key(key)


def key_name(app: App[Any], binding: Binding) -> str:
    """Return the key of a binding, as a person calls it, wherever it was mapped to."""
    # Textual has no public way to ask for the key that a binding was mapped to.
    keys = app._keymap.get(binding.id or "", binding.key)
    return app.get_key_display(binding.with_key(keys.split(",")[0]))


def _width(key: tuple[str, str, str]) -> int:
    return len(key[0]) + len(key[1]) + 3

"""A field of one line: compact, with an undo of its own, safe for any text."""

from collections import deque
from typing import ClassVar, Final

from rich.cells import cell_len, get_character_cell_size
from rich.segment import Segment
from rich.text import Text
from textual import events
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.strip import Strip
from textual.suggester import Suggester
from textual.widgets import Input
from textual.widgets.input import Selection

from memtui.core.plain import harmless

_STEPS: Final = 200


def _common(a: str, b: str) -> int:
    """Return how many characters two texts share at their start."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _difference(old: str, new: str) -> tuple[int, str, str]:
    """Return where two texts begin to differ, what left the first and what came instead."""
    start = _common(old, new)
    rest = _common(old[start:][::-1], new[start:][::-1])
    return start, old[start : len(old) - rest], new[start : len(new) - rest]


class LineHistory:
    """The earlier texts of one line, a word or a run of deletions a step."""

    def __init__(self) -> None:
        self._done: deque[str] = deque(maxlen=_STEPS)
        self._undone: list[str] = []
        self._typing_at = self._erasing_at = -1

    def clear(self) -> None:
        """Forget everything: the line holds another text."""
        self._done.clear()
        self._undone.clear()
        self.pause()

    def pause(self) -> None:
        """Let the next change begin a step of its own."""
        self._typing_at = self._erasing_at = -1

    def record(self, old: str, new: str) -> None:
        """Remember a change that the person made."""
        start, removed, added = _difference(old, new)
        typed = len(added) == 1 and not removed
        erased = len(removed) == 1 and not added
        new_word = not added.isspace() and old[start - 1 : start].isspace()
        joins = (typed and start == self._typing_at and not new_word) or (
            erased and self._erasing_at in (start, start + 1)
        )
        if not (joins and self._done):
            self._done.append(old)
        self._undone.clear()
        self._typing_at = start + 1 if typed else -1
        self._erasing_at = start if erased else -1

    def undo(self, current: str) -> str | None:
        """Return the text one step back, or None when there is none."""
        if not self._done:
            return None
        self._undone.append(current)
        self.pause()
        return self._done.pop()

    def redo(self, current: str) -> str | None:
        """Return the text that the last undo took away, or None."""
        if not self._undone:
            return None
        self._done.append(current)
        self.pause()
        return self._undone.pop()


class LineInput(Input):
    """A field of one line without a frame.

    It has its own undo, shows control characters as signs, and cuts a long text with ``…``
    while it has no focus. `Input.Changed` tells what the person typed; `load` tells nobody.
    """

    DEFAULT_CSS = """
    LineInput {
        background: transparent;

        &:focus {
            background: $surface;
            background-tint: $foreground 8%;
        }
        &:disabled {
            color: $text-muted;
        }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "ctrl+z,super+z",
            "undo",
            "Undo",
            show=False,
            tooltip="Take back the last change of this line",
            id="line.undo",
        ),
        Binding(
            "ctrl+y,super+y",
            "redo",
            "Redo",
            show=False,
            tooltip="Bring back what undo took from this line",
            id="line.redo",
        ),
    ]

    def __init__(
        self,
        value: str = "",
        *,
        placeholder: str = "",
        suggester: Suggester | None = None,
        id: str | None = None,  # noqa: A002 (Textual's name)
        classes: str | None = None,
    ) -> None:
        self._history = LineHistory()
        self._recording = False
        super().__init__(
            value,
            placeholder=placeholder,
            suggester=suggester,
            # A key pressed on arrival would replace a whole selected text.
            select_on_focus=False,
            id=id,
            classes=classes,
            compact=True,
        )
        self._recording = True

    def load(self, text: str) -> None:
        """Show another text: no message, nothing to undo.

        With the focus the cursor stays where it can; without it goes to the end, where a person
        who comes here goes on.
        """
        self._history.clear()
        if not self.has_focus:
            # Not by the watcher, nor cut to the new length: that takes the terminal's cursor here.
            self.set_reactive(Input.selection, Selection.cursor(0))
        with self.prevent(Input.Changed):
            self._replace_all(text)
        if not self.has_focus:
            self.set_reactive(Input.selection, Selection.cursor(len(text)))

    def flat(self, text: str) -> str:
        """Return pasted text as one line."""
        return " ".join(text.splitlines())

    def replace(self, text: str, start: int, end: int) -> None:
        """Replace a part of the line; line ends in the new text become spaces."""
        super().replace(self.flat(text), start, end)

    def watch_value(self, old: str, new: str) -> None:
        """Remember a change for undo."""
        if self._recording and old != new:
            self._history.record(old, new)

    def action_undo(self) -> None:
        """Take back the last change."""
        self._travel(self._history.undo(self.value))

    def action_redo(self) -> None:
        """Bring back what undo took."""
        self._travel(self._history.redo(self.value))

    def _travel(self, text: str | None) -> None:
        if text is None:
            raise SkipAction
        start, _, added = _difference(self.value, text)
        self._replace_all(text)
        self.selection = Selection.cursor(start + len(added))

    def _replace_all(self, text: str) -> None:
        self._recording = False
        try:
            self.value = text
        finally:
            self._recording = True

    def _on_paste(self, event: events.Paste) -> None:
        self.replace(event.text, *self.selection)
        event.stop()
        # Input's own handler would paste the first line a second time.
        event.prevent_default()

    def _on_focus(self, event: events.Focus) -> None:
        # A click puts the cursor first, and only then the line may scroll to it.
        self.call_after_refresh(self._follow)

    def _on_blur(self, event: events.Blur) -> None:
        self._history.pause()
        # Without focus the start is shown, and a click must hit what is shown.
        self.scroll_to(0, 0, animate=False, force=True, immediate=True)

    def _follow(self) -> None:
        self._watch_selection(self.selection)

    @property
    def _value(self) -> Text:
        return Text(harmless(self.value), no_wrap=True, overflow="ignore", end="")

    def _position_to_cell(self, position: int) -> int:
        return cell_len(harmless(self.value[:position]))

    def _cell_offset_to_index(self, offset: int) -> int:
        return index_at(harmless(self.value), offset + self.scroll_offset.x)

    def render_line(self, y: int) -> Strip:
        """Return the line, cut with ``…`` when it is too long and has no focus."""
        width = self.scrollable_content_region.width
        if y or self.has_focus or not self.value or self.content_width <= width + 1:
            return super().render_line(y)
        return Strip(
            [Segment(cut(harmless(self.value), width), self.rich_style)]
        ).adjust_cell_length(width, self.rich_style)


def index_at(text: str, cell: int) -> int:
    """Return the index of the character that covers a cell, or the length behind the end."""
    at = 0
    for index, character in enumerate(text):
        at += get_character_cell_size(character)
        if cell < at:
            return index
    return len(text)


def cut(text: str, width: int) -> str:
    """Return a text that fits into a number of cells, its rest replaced by ``…``."""
    if len(text) <= width and cell_len(text) <= width:
        return text
    return text[: index_at(text, width - 1)] + "…" if width > 0 else ""

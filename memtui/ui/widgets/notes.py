"""Short lines that say something about what stands above them."""

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from memtui.core.plain import harmless
from memtui.ui.widgets.wrapping import wrap

Tone = Literal["error", "warning", "good", "plain"]

_STYLES: Final[dict[Tone, tuple[str, str]]] = {
    "error": ("$text-error", "$text-error"),
    "warning": ("$text-warning", ""),
    "good": ("$text-success", "$foreground-muted"),
    "plain": ("$foreground-muted", ""),
}
"""Colour of the sign and of the text; the sign tells the tone without colour."""

PICK: Final = Binding(
    "enter", "pick", "Show", id="notes.pick", tooltip="Show the place in the raw text"
)

_TOGETHER: Final = 24
"""Longest hint that stays on one row."""


@dataclass(frozen=True, slots=True)
class Note:
    """One thing to say, on as many rows as it needs.

    Attributes:
        text: What is said; may come from a file.
        tone: Its colour.
        sign: One cell before the first row, or ``""`` to begin at the edge.
        label: Dim words before the text.
        hint: Dim words behind it, such as the key that helps.
        line: Line of the raw text that a click shows, from 1; 0 for none.
        apply: Whether a click does what the note offers.
    """

    text: str
    tone: Tone = "plain"
    sign: str = ""
    label: str = ""
    hint: str = ""
    line: int = 0
    apply: bool = False

    @property
    def _said(self) -> str:
        return harmless(self.label + self.text + self.hint)

    def rows(self, width: int) -> tuple[tuple[int, int], ...]:
        """Return the rows of the note as offsets in its words."""
        said = self._said
        if len(self.hint) <= _TOGETHER:
            behind = len(said) - len(self.hint.lstrip())
            said = said[:behind] + said[behind:].replace(" ", "\u00a0")
        return wrap(said, width - len(self._margin))

    @property
    def _margin(self) -> str:
        return "  " if self.sign else ""

    def drawn(self, width: int) -> list[Content]:
        """Return the rows as they are shown."""
        sign_style, text_style = _STYLES[self.tone]
        words = Content(self._said)
        text_end = len(self.label) + len(self.text)
        words = words.stylize("$foreground-muted", 0, len(self.label))
        words = words.stylize(text_style, len(self.label), text_end)
        words = words.stylize("$foreground-muted", text_end)
        margin = Content(self._margin)
        rows = self.rows(width)
        lines = [margin + words[start:end].rstrip() for start, end in rows[:1]]
        lines += [margin + _stripped(words[start:end]) for start, end in rows[1:]]
        if self.sign:
            lines[0] = Content.styled(f"{self.sign} ", sign_style) + lines[0][2:]
        return lines


class Notes(Widget):
    """The notes of one field, or of the whole file; empty, it takes no room.

    With `focusable` it is one stop of the tab key, with a cursor when there are several.
    """

    ALLOW_SELECT = False

    DEFAULT_CSS = """
    Notes {
        height: auto;
        text-wrap: nowrap;
        display: none;

        &.-said { display: block; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Up", show=False, id="notes.up", tooltip="The note above"),
        Binding("down", "move(1)", "Down", show=False, id="notes.down", tooltip="The note below"),
        PICK,
    ]

    notes: reactive[tuple[Note, ...]] = reactive((), layout=True)
    cursor: reactive[int] = reactive(0)

    class Picked(Message):
        """The person clicked a note, or pressed enter on it."""

        def __init__(self, note: Note) -> None:
            super().__init__()
            self.note = note

    def __init__(self, *, focusable: bool = False, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._focusable = focusable

    def watch_notes(self, notes: tuple[Note, ...]) -> None:
        """Take room only for what there is to say."""
        self.cursor = 0
        self.set_class(bool(notes), "-said")
        self.can_focus = self._focusable and any(map(_actionable, notes))
        self.styles.pointer = "pointer" if any(map(_actionable, notes)) else "default"

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows that all notes need."""
        return sum(len(note.rows(width)) for note in self.notes)

    def render(self) -> Content:
        """Return the notes, the one in hand marked."""
        lines: list[Content] = []
        for index, note in enumerate(self.notes):
            in_hand = self.has_focus and index == self.cursor
            drawn = note.drawn(self.size.width)
            lines += [line.stylize("on $accent 30%") for line in drawn] if in_hand else drawn
        return Content("\n").join(lines)

    def action_move(self, step: int) -> None:
        """Take the next note in hand."""
        self.cursor = max(0, min(self.cursor + step, len(self.notes) - 1))

    def action_pick(self) -> None:
        """Ask for what the note in hand offers."""
        self._pick(self.cursor)

    def _pick(self, index: int) -> None:
        if index < len(self.notes) and _actionable(self.notes[index]):
            self.post_message(self.Picked(self.notes[index]))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Pick the note below the mouse.

        Not at the click: a field that loses the focus can fold and move this away meanwhile.
        """
        end = 0
        for index, note in enumerate(self.notes):
            end += len(note.rows(self.size.width))
            if event.y < end:
                self.cursor = index
                self._pick(index)
                return


def _stripped(row: Content) -> Content:
    plain = row.plain
    return row[len(plain) - len(plain.lstrip()) :].rstrip()


def _actionable(note: Note) -> bool:
    return note.line > 0 or note.apply

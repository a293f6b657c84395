"""A row of the form: a label, an editor, and below it what there is to say."""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import ClassVar, Final, Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from memtui.core import patch
from memtui.core.marks import Mark
from memtui.core.metadata import Value
from memtui.errors import BadValue
from memtui.ui.messages import LineRequested, RewriteRequested, ValueEdited
from memtui.ui.widgets.key_line import key_name
from memtui.ui.widgets.notes import Note, Notes

_UNANSWERED: Final = 100

V = TypeVar("V", bound=Value)

MEND: Final = Binding(
    "f7",
    "mend",
    "One line",
    id="form.mend",
    tooltip="Rewrite this field as one line that Automaker reads; no other byte changes",
)
PLACE: Final = Binding(
    "ctrl+g",
    "place",
    "Raw line",
    id="form.place",
    tooltip="Show the line of this field's mark in the raw text",
)


class FormRow(Widget):
    """A label, an editor and notes, of which the marks of this field are the last."""

    DEFAULT_CSS = """
    FormRow {
        layout: horizontal;
        height: auto;

        & > .label { width: 12; color: $text-muted; }
        & > Vertical { width: 1fr; height: auto; }
        & > .label.-in-hand { color: $text-accent; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [MEND, PLACE]

    marks: reactive[tuple[Mark, ...]] = reactive((), repaint=False, bindings=True)
    """What Automaker makes of this field."""

    def __init__(self, label: str, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.file = ""
        self._label = label
        self._locked = False

    def compose(self) -> ComposeResult:
        """Lay out label, editor and notes."""
        yield Static(self._label, classes="label", markup=False)
        with Vertical():
            yield from self.editor()
            yield Notes()

    def editor(self) -> Iterable[Widget]:
        """Return the widgets that edit the value."""
        raise NotImplementedError

    def set_locked(self, *, locked: bool) -> None:
        """Let the value be edited or not."""
        self._locked = locked
        self.refresh_bindings()
        for widget in self.query("*"):
            if widget.can_focus and not isinstance(widget, Notes):
                widget.disabled = locked

    def own_notes(self) -> Iterator[Note]:
        """Return what the editor has to say."""
        yield from ()

    def on_descendant_focus(self) -> None:
        """Show which row has the focus; `:focus-within` does not reach a child again."""
        self.query_one(".label").add_class("-in-hand")

    def on_descendant_blur(self) -> None:
        """Show that it has gone."""
        self.query_one(".label").remove_class("-in-hand")

    def watch_marks(self) -> None:
        """Show the marks."""
        self.say()

    def say(self) -> None:
        """Show everything there is to say."""
        if self.is_mounted:
            self.query_one(Notes).notes = (*self.own_notes(), *map(self._note, self.marks))

    def _note(self, mark: Mark) -> Note:
        mends = mark.fixable and not self._locked
        binding, does = (MEND, "mends") if mends else (PLACE, "shows")
        hint = f"  {key_name(self.app, binding)} {does} it"
        return Note(mark.message, "warning", "▲", hint=hint, line=mark.line)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to mend only what can be mended, and a place only where there is one."""
        if action == "mend":
            return not self._locked and any(mark.fixable for mark in self.marks)
        return action != "place" or bool(self.marks)

    def action_mend(self) -> None:
        """Ask for this field as one line."""
        mark = next(mark for mark in self.marks if mark.fixable)
        self.post_message(RewriteRequested(self.file, mark.key))

    def action_place(self) -> None:
        """Ask for the raw text at the first mark."""
        mark = self.marks[0]
        self.post_message(LineRequested(self.file, mark.line, mark.message))

    def on_notes_picked(self, event: Notes.Picked) -> None:
        """Show the place of a mark, or do what a note offers."""
        event.stop()
        if event.note.apply:
            self.apply()
        else:
            self.post_message(LineRequested(self.file, event.note.line, event.note.text))

    def apply(self) -> None:
        """Do what a note offers."""
        raise NotImplementedError


class FormField(FormRow, Generic[V]):
    """A row for one value of a file.

    The form calls `show` with what the file holds. The person's changes go up as `ValueEdited`
    at once, so that the file named in them is the one that was shown when the key was pressed.
    """

    def __init__(self, key: str, label: str, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(label, id=id)
        self.key = key
        self.error = ""
        self._shown: V | None = None
        self._unanswered: deque[V] = deque(maxlen=_UNANSWERED)

    def load(self, value: V) -> None:
        """Show a value in the editor, telling nobody."""
        raise NotImplementedError

    def reset(self) -> None:
        """Forget what belongs to the last file and was not carried out."""

    def own_notes(self) -> Iterator[Note]:
        """Say why a value is not taken."""
        if self.error:
            yield Note(self.error, "error", "✗")

    def show(self, file: str, value: V) -> None:
        """Show what a file holds.

        A value that the person typed here comes back from above; by then the next key may have
        been pressed, so neither it nor an earlier one of this field touches the editor.
        """
        if file != self.file:
            self.file = file
            self.reset()
        elif value in self._unanswered:
            while self._unanswered.popleft() != value:
                pass
            return
        elif value == self._shown:
            return
        self._put(value)

    def restore(self, value: V) -> None:
        """Show what the file holds in place of what was typed and not carried out."""
        if self._unanswered or self.error:
            self._put(value)

    def _put(self, value: V) -> None:
        self._unanswered.clear()
        self._shown = value
        self.error = ""
        self.load(value)
        self.say()

    def reason(self, error: BadValue) -> str:
        """Return why a value is refused; the label names the field already."""
        return str(error).removeprefix(f"{self.key}: ")

    def edit(self, value: V) -> bool:
        """Tell a changed value upwards; return whether the field can take it."""
        self.error = ""
        if value != self._shown:
            try:
                # What a list holds already is not judged again, or nothing could be taken out.
                known = self._shown if isinstance(self._shown, tuple) else ()
                patch.check(self.key, value, known=known)
            except BadValue as error:
                self.error = self.reason(error)
            else:
                self._shown = value
                self._unanswered.append(value)
                self.post_message(ValueEdited(self.file, self.key, value))
        self.say()
        return not self.error

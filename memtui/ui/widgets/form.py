"""The frontmatter of a file as a form."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.reactive import reactive

from memtui.core.marks import Mark, marks
from memtui.core.memory import Memory
from memtui.core.metadata import COUNTERS
from memtui.ui.messages import LineRequested
from memtui.ui.widgets.chip_field import ChipField
from memtui.ui.widgets.fields import FormField, FormRow
from memtui.ui.widgets.form_fields import ImportanceField, SummaryField, UsageField
from memtui.ui.widgets.key_line import key_name
from memtui.ui.widgets.notes import PICK, Note, Notes
from memtui.ui.widgets.page_keys import DISK

if TYPE_CHECKING:
    from textual.timer import Timer

PAUSE: Final = 0.15
"""Seconds without a change after which the marks are looked for."""


class FormView(VerticalScroll, can_focus=False):
    """One field a row; what Automaker makes of a field stands below it, the rest at the foot.

    Attributes:
        memory: The file with its unsaved values.
        locked: Why it must not be edited, or ``""``.
        terms: Words of the feature that count.
        words: Words for completion.
        missing: Related paths that do not exist.
    """

    HELP = (
        "What the file says about itself. While nothing is typed in a list, the arrows take one of"
        " its chips in hand. A crossed-out chip can never match; choosing it puts in its place"
        " what would."
    )

    DEFAULT_CSS = """
    FormView {
        scrollbar-size-vertical: 1;
        & > #state { margin-bottom: 1; }
        & > #foot { margin-top: 1; }
        &.-no-file > FormRow { display: none; }
    }
    """

    memory: reactive[Memory | None] = reactive(None, repaint=False)
    locked: reactive[str] = reactive("", repaint=False)
    terms: reactive[frozenset[str]] = reactive(frozenset, repaint=False)
    words: reactive[tuple[str, ...]] = reactive((), repaint=False)
    missing: reactive[frozenset[str]] = reactive(frozenset, repaint=False)

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._file = ""
        self._editable = True
        self._pause: Timer | None = None

    def compose(self) -> ComposeResult:
        """Lay out the fields."""
        yield Notes(focusable=True, id="state")
        yield ChipField("tags", "Tags", one="tag", id="tags").data_bind(
            FormView.terms, FormView.words
        )
        yield ChipField("relevantTo", "Relevant to", one="topic", id="relevant-to").data_bind(
            FormView.terms, FormView.words
        )
        yield SummaryField("summary", "Summary", id="summary")
        yield ImportanceField("importance", "Importance", id="importance")
        yield UsageField("Usage", id="usage")
        yield ChipField("relatedFiles", "Related", one="path", id="related").data_bind(
            FormView.missing
        )
        yield Notes(focusable=True, id="foot")

    def on_mount(self) -> None:
        """Show the first file."""
        self._show()

    def watch_memory(self) -> None:
        """Show what the file holds."""
        self._show()

    def watch_locked(self) -> None:
        """Let the file be edited or not."""
        self._show()

    def on_hide(self) -> None:
        """Forget what could not be carried out."""
        self.restore()

    def restore(self) -> None:
        """Show what the file holds in place of a change that was refused."""
        if self.memory:
            for field in self._fields():
                field.restore(self.memory.reading.metadata.value(field.key))

    def _fields(self) -> Iterable[FormField[Any]]:
        return self.query(FormField)

    def _show(self) -> None:
        if not self.is_mounted:
            return
        memory = self.memory
        self.set_class(memory is None, "-no-file")
        if memory is None:
            self._file = ""
            self.query_one("#state", Notes).notes = ()
            self.query_one("#foot", Notes).notes = ()
            return
        self._say_state(memory)
        metadata = memory.reading.metadata
        for field in self._fields():
            field.show(memory.name, metadata.value(field.key))
        self.query_one(UsageField).show(memory.name, metadata.usage_stats)
        if memory.name != self._file:
            self._file = memory.name
            self.scroll_home(animate=False)
            self._say_marks()
        else:
            self._say_marks_soon()

    def _say_state(self, memory: Memory) -> None:
        """Say why nothing can be edited, and then let nothing be edited."""
        bad = memory.reading.bad
        notes = [Note(self.locked, "warning", "▲", label="read-only: ")] if self.locked else []
        if bad:
            where = f"line {bad.line}: "
            shows = f"  {key_name(self.app, PICK)} shows the line"
            hint = f"{shows}; until it is mended, all values are the defaults"
            notes.append(Note(f"{where}{bad.reason}", "error", "✗", hint=hint, line=bad.line))
        self.query_one("#state", Notes).notes = tuple(notes)
        # Without a field to stand on, the keys scroll.
        self.can_focus = bool(self.locked) and not bad
        if self._editable == bool(notes):
            self._editable = not notes
            for row in self.query(FormRow):
                row.set_locked(locked=bool(notes))

    def _say_marks_soon(self) -> None:
        if self._pause:
            self._pause.stop()
        self._pause = self.set_timer(PAUSE, self._say_marks)

    def _say_marks(self) -> None:
        """Show each mark below its field, and at the foot those of no field."""
        memory = self.memory
        if memory is None:
            return
        found = marks(memory.text, name=memory.stem)
        rows: dict[str, FormRow] = {field.key: field for field in self._fields()}
        rows |= dict.fromkeys(
            (f"usageStats.{name}" for name in COUNTERS), self.query_one(UsageField)
        )
        for row in set(rows.values()):
            row.marks = tuple(mark for mark in found if rows.get(mark.key) is row)
        # What YAML cannot read is said above the fields.
        rest = [mark for mark in found if mark.key not in rows and mark.kind != "bad"]
        self.query_one("#foot", Notes).notes = self._foot(found, rest)

    def _foot(self, found: tuple[Mark, ...], rest: list[Mark]) -> tuple[Note, ...]:
        """Return what is to be said about the whole file."""
        if not found:
            return (Note("Automaker reads this file as you see it.", "good", "✓"),)
        notes = [Note(mark.message, "warning", "▲", line=mark.line) for mark in rest]
        if any(mark.kind == "erased" for mark in rest):
            hint = f"  {key_name(self.app, DISK)} shows how"
            notes[-1] = replace(notes[-1], hint=hint)
        return tuple(notes)

    def on_notes_picked(self, event: Notes.Picked) -> None:
        """Ask for the raw text at the line of a note."""
        event.stop()
        self.post_message(LineRequested(self._file, event.note.line, event.note.text))

"""The entries of a body, as a list."""

from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Input

from memtui.core.entries import entries
from memtui.core.memory import Memory
from memtui.core.reorganize.carry import content
from memtui.core.tokens import tokens
from memtui.ui.messages import EntryRequested
from memtui.ui.widgets.entry_rows import EntryRows, Sized
from memtui.ui.widgets.line_input import LineInput
from memtui.ui.widgets.notes import Note, Notes
from memtui.ui.widgets.rows import RowList
from memtui.ui.widgets.text_view import PAUSE_SECONDS

if TYPE_CHECKING:
    from textual.timer import Timer


class EntriesView(Vertical):
    """The entries of the file in hand; enter opens one in the body."""

    HELP = (
        "The entries of the body. What is done here acts on the marked entries, or on the one in"
        " hand, and is on the disk at once, with every byte of the entries; undo takes it back,"
        " after showing it."
    )

    DEFAULT_CSS = """
    EntriesView {
        & > #filter { display: none; }
        &.-filtering > #filter { display: block; }
        & > EntryRows { height: 1fr; }
        &.-empty > EntryRows { display: none; }
        & > #whole { margin-top: 1; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "filter", "Filter", id="entries.filter", tooltip="Show only some entries"),
        Binding(
            "escape",
            "unfilter",
            "All entries",
            id="entries.unfilter",
            tooltip="Show all entries again",
        ),
    ]

    memory: reactive[Memory | None] = reactive(None, repaint=False)
    """The file as the person sees it."""
    locked: reactive[str] = reactive("", repaint=False)
    """Why the file must not be edited; entries can be looked at all the same."""
    count: reactive[int] = reactive(-1, repaint=False, init=False)
    """Number of entries; -1 while it is not known."""

    class Counted(Message):
        """The number of entries is known, and how many are marked."""

        def __init__(self, file: str, count: int, marked: int) -> None:
            super().__init__()
            self.file = file
            self.count = count
            self.marked = marked

    class _Read(Message):
        """The entries of a body."""

        def __init__(self, memory: Memory, sized: tuple[Sized, ...]) -> None:
            super().__init__()
            self.memory = memory
            self.sized = sized

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._pause: Timer | None = None
        self._body: tuple[str, str] | None = None

    def compose(self) -> ComposeResult:
        """Lay out filter and list."""
        yield Notes()
        yield LineInput(placeholder="filter", id="filter")
        yield EntryRows()
        yield Notes(id="whole")

    def on_resize(self) -> None:
        """Cut the rows to the width, and show whole what that cuts off."""
        self.call_after_refresh(self._say_whole)

    @property
    def rows(self) -> EntryRows:
        """The list itself."""
        return self.query_one(EntryRows)

    def watch_memory(self, old: Memory | None, new: Memory | None) -> None:
        """Read another file at once, and one that is being edited after a pause."""
        if self._pause:
            self._pause.stop()
        same = bool(old and new and old.name == new.name)
        if not same:
            self.count = -1
            self.rows.sized = ()
            self._say()
        if new is None:
            self.workers.cancel_node(self)
        elif same:
            self._pause = self.set_timer(PAUSE_SECONDS, self._start)
        else:
            self._start()

    def watch_locked(self) -> None:
        """Say why nothing can be edited."""
        self.rows.locked = bool(self.locked)
        self.refresh_bindings()
        self._say()

    def _start(self) -> None:
        if self.memory:
            self._read(self.memory)

    @work(thread=True, exclusive=True)
    def _read(self, memory: Memory) -> None:
        body = memory.reading.body
        texts = ((entry, body[entry.start : entry.end]) for entry in entries(body))
        sized = tuple((entry, tokens(text), content(text)) for entry, text in texts)
        self.post_message(self._Read(memory, sized))

    @on(_Read)
    def _show(self, event: _Read) -> None:
        event.stop()
        if event.memory is self.memory:
            self.rows.flush()
            self.rows.memory = event.memory
            self.rows.sized = event.sized
            self.count = len(event.sized)
            self.refresh_bindings()
            self._say()
            self._say_whole()
            self._tell()

    @on(EntryRows.Marked)
    def _tell(self) -> None:
        if self.memory and self.count >= 0:
            marked = len(self.rows.marked)
            self.post_message(self.Counted(self.memory.name, self.count, marked))

    def _say(self) -> None:
        notes = []
        if self.locked:
            notes.append(Note(self.locked, "warning", "▲", label="read-only: "))
        if self.count == 0:
            notes.append(
                Note("", label="No entries yet: a heading such as ### or #### begins one.")
            )
        self.query(Notes).first().notes = tuple(notes)
        self.set_class(self.count == 0, "-empty")

    def _say_whole(self) -> None:
        """Show the heading in hand below the list, if its row cuts it."""
        heading = self.rows.cut_heading
        self.query_one("#whole", Notes).notes = (Note(heading),) if heading else ()

    def action_filter(self) -> None:
        """Ask for a part of the heading, a kind or a date."""
        self.add_class("-filtering")
        self.screen.set_focus(self.query_one("#filter", LineInput))

    def action_unfilter(self) -> None:
        """Show all entries and return to the list."""
        self.query_one("#filter", LineInput).load("")
        self.rows.asked = ""
        self._say_whole()
        self.remove_class("-filtering")
        self.rows.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Say that the filter is left only where there is one."""
        return action != "unfilter" or self.has_class("-filtering")

    @on(Input.Changed, "#filter")
    def _filter(self, event: Input.Changed) -> None:
        event.stop()
        self.rows.asked = event.value
        self._say_whole()

    @on(Input.Submitted, "#filter")
    def _return(self, event: Input.Submitted) -> None:
        event.stop()
        self.rows.focus()

    @on(RowList.Moved)
    def _stay(self, event: RowList.Moved) -> None:
        event.stop()
        self._say_whole()

    @on(RowList.Chosen)
    def _open(self, event: RowList.Chosen) -> None:
        event.stop()
        if self.memory and (entry := self.rows.entry_at(event.index)):
            self.post_message(EntryRequested(self.memory.name, entry.line))

"""The raw text of a file, and what Automaker's next load makes of it."""

from typing import ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive

from memtui.core.diff import Line
from memtui.core.memory import Memory
from memtui.core.outlook import Outlook, outlook
from memtui.core.plain import harmless
from memtui.ui.messages import RawEdited
from memtui.ui.widgets.key_line import key_name
from memtui.ui.widgets.notes import Note, Notes
from memtui.ui.widgets.rows import CHOOSE, RowList
from memtui.ui.widgets.text_view import TextView
from memtui.ui.widgets.wrapping import wrap

_MOST_LINES: Final = 2_000
"""Lines of a difference that are shown."""

_LONGEST: Final = 2_000
"""Characters of a line that are shown."""

_INDEX_FILE: Final = "_index.md"

_STYLES: Final = {" ": "$foreground-muted", "-": "$text-error", "+": "$text-success"}


def _text(line: Line) -> str:
    """Return what is shown of a line."""
    rest = "…" if len(line.text) > _LONGEST else ""
    return harmless(line.text[:_LONGEST]) + rest


class DiffRows(RowList):
    """The lines of a difference, wrapped; enter goes to the line."""

    DEFAULT_CSS = """
    DiffRows:blur > .rows--cursor { background: transparent; }
    """

    hunks: reactive[tuple[tuple[Line, ...], ...]] = reactive((), repaint=False)

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        # Each row: a line (None between hunks), and the stretch of its text that is shown.
        self._rows: list[tuple[Line | None, int, int]] = []

    def watch_hunks(self) -> None:
        """Show another difference from its start."""
        self._fold()
        self.show_rows(len(self._rows), 0)
        self.scroll_home(animate=False)

    def on_resize(self) -> None:
        """Wrap anew."""
        self._fold()
        self.show_rows(len(self._rows), self.cursor)
        super().on_resize()

    def _fold(self) -> None:
        before = len(self._rows)
        lines: list[Line | None] = []
        for hunk in self.hunks:
            lines += [None, *hunk] if lines else hunk
        width = max(8, self.room.width - self._margin)
        self._rows = []
        for line in lines[:_MOST_LINES]:
            stretches = wrap(_text(line), width) if line else ((0, 0),)
            self._rows += [(line, start, end) for start, end in stretches]
        if len(self._rows) != before:
            # The area is as high as its rows.
            self.refresh(layout=True)

    @property
    def _margin(self) -> int:
        return self._digits + 3

    @property
    def _digits(self) -> int:
        numbers = [line.before or line.after or 0 for hunk in self.hunks for line in hunk[-1:]]
        return len(str(max(numbers, default=0)))

    def row(self, index: int, width: int) -> Content:
        """Return number, sign and text of a line."""
        line, start, end = self._rows[index]
        if line is None:
            return Content.styled(" " * self._digits + " ⋯", "$foreground-muted")
        first = start == 0
        number = str(line.before or line.after) if first else ""
        return Content.assemble(
            (f"{number:>{self._digits}} ", "$foreground-muted"),
            (f"{line.sign if first else ' '} ", _STYLES[line.sign]),
            (_text(line)[start:end], _STYLES[line.sign]),
        )

    def line_at(self, index: int) -> int:
        """Return the line of the file, from 1, that a row is about; 0 for none."""
        for line, _, _ in self._rows[index::-1]:
            if line and line.before:
                return line.before
        return 0

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return how many rows there are."""
        return len(self._rows)


class Forecast(Vertical):
    """What the next load does, in a line and, when it does more than count, line by line."""

    DEFAULT_CSS = """
    Forecast {
        height: auto;
        max-height: 45%;
        &.-changes { border-top: solid $border-blurred; }
        & > DiffRows { height: auto; max-height: 100%; }
        &.-changes:focus-within { border-top: solid $text-accent; }
    }
    """

    outlook: reactive[Outlook | None] = reactive(None, repaint=False, init=False)
    file: reactive[str] = reactive("", repaint=False, init=False)

    def compose(self) -> ComposeResult:
        """Lay out the line and the difference."""
        yield Notes()
        yield DiffRows()

    def watch_file(self) -> None:
        """Say of which file; what is known of another says nothing about it."""
        self.display = bool(self.file)
        self.outlook = None
        self.watch_outlook()

    def watch_outlook(self) -> None:
        """Show what is known."""
        seen = self.outlook
        self.query_one(Notes).notes = (self._note(),)
        rows = self.query_one(DiffRows)
        rows.display = bool(seen and seen.hunks)
        rows.hunks = seen.hunks if seen else ()
        self.set_class(rows.display, "-changes")

    def _note(self) -> Note:
        if self.file == _INDEX_FILE:
            return Note("", label="Automaker never loads this file.")
        if self.outlook is None:
            return Note("", label="Next load: …")
        if self.outlook.counts:
            before, after = self.outlook.counts
            said = f"Next load only counts: {before} → {after}"
            return Note("", label=said)
        lines = [line.sign for hunk in self.outlook.hunks for line in hunk]
        gone, came = lines.count("-"), lines.count("+")
        to_line = f"  {key_name(self.app, CHOOSE)}: to line"
        note = f"Next load: −{gone} +{came} lines"
        return Note(note, "warning", "▲", hint=to_line if gone else "")


class DiskView(TextView):
    """The whole text of a file; posts `RawEdited`."""

    HELP = "The file as it lies on disk, and what Automaker's next load makes of it."

    PART: ClassVar[str] = "text"
    FRONTMATTER = True
    NUMBERS_FROM = 40

    class _Seen(Message):
        """The forecast was computed."""

        def __init__(self, file: str, text: str, seen: Outlook) -> None:
            super().__init__()
            self.file = file
            self.text = text
            self.seen = seen

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._reason = ""

    def compose(self) -> ComposeResult:
        """Lay out the editor and the forecast."""
        yield from super().compose()
        yield Forecast()

    def text_of(self, memory: Memory) -> str:
        """Return the whole text."""
        return memory.text

    def edited(self, file: str, text: str) -> RawEdited:
        """Return the message that tells an edit."""
        return RawEdited(file, text)

    def notices(self) -> tuple[Note, ...]:
        """Say also why this line is shown."""
        reason = (Note(self._reason, "warning", "▲"),) if self._reason else ()
        return (*super().notices(), *reason)

    def watch_memory(self, memory: Memory | None) -> None:
        """Follow the file; the reason for a line holds for one file only."""
        if not memory or memory.name != self._file:
            self._reason = ""
        super().watch_memory(memory)

    def goto(self, line: int, reason: str = "") -> None:
        """Put the cursor on a line and say why.

        Args:
            line: From 1, in the whole text.
            reason: Shown above the text until another file is shown; may come from a file.
        """
        self._reason = f"line {line}: {reason}" if reason else ""
        self._guard()
        super().goto(line - 1)

    def settled(self, text: str) -> None:
        """Compute what the next load makes of the text."""
        forecast = self.query_one(Forecast)
        forecast.file = self._file
        if self._file and self._file != _INDEX_FILE:
            self._look_ahead(self._file, text)

    @work(thread=True, exclusive=True, group="forecast")
    def _look_ahead(self, file: str, text: str) -> None:
        self.post_message(self._Seen(file, text, outlook(text)))

    @on(_Seen)
    def _show_outlook(self, event: _Seen) -> None:
        event.stop()
        if event.file == self._file:
            self.query_one(Forecast).outlook = event.seen

    @on(RowList.Moved)
    def _stay(self, event: RowList.Moved) -> None:
        event.stop()

    @on(RowList.Chosen)
    def _go_to_line(self, event: RowList.Chosen) -> None:
        event.stop()
        if isinstance(event.rows, DiffRows) and (line := event.rows.line_at(event.index)):
            self.goto(line)
            self.editor.focus(scroll_visible=False)

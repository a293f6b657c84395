"""What the body and the raw text have in common: an editor that follows a file and tells edits."""

from abc import abstractmethod
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.document._document import Selection
from textual.reactive import reactive
from textual.widgets import TextArea

from memtui.core.diff import changes, moved
from memtui.core.find import Query
from memtui.core.memory import Memory
from memtui.core.newlines import restore
from memtui.ui.messages import BodyEdited, RawEdited
from memtui.ui.widgets.find_bar import FindBar
from memtui.ui.widgets.key_line import key_name
from memtui.ui.widgets.line_input import LineInput
from memtui.ui.widgets.notes import Note, Notes
from memtui.ui.widgets.page_keys import EXTERNAL
from memtui.ui.widgets.text_document import TextDocument, row_of_line
from memtui.ui.widgets.text_editor import EDIT_LIMIT, TextEditor

if TYPE_CHECKING:
    from textual.timer import Timer

PAUSE_SECONDS: Final = 0.15
"""How long after the last key an edit is told, and what depends on it is computed."""
LONGEST_SECONDS: Final = 0.3
"""How long a person may type without a pause until it is told all the same."""

Edited = BodyEdited | RawEdited


class _Place(NamedTuple):
    """Where the person was in a file."""

    selection: Selection
    top: int


class TextView(Vertical):
    """An editor on a part of a file's text.

    A subclass says which part (`text_of`) and how an edit is told (`edited`). Edits are told
    `PAUSE_SECONDS` after the last key, and every `LONGEST_SECONDS` while keys keep coming; who
    needs them at once calls `flush`.
    """

    DEFAULT_CSS = """
    TextView {
        & > #notice { margin-bottom: 1; }
        & > TextEditor { height: 1fr; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        # With priority: keys that follow quickly belong to the search, not to the text.
        Binding(
            "ctrl+f",
            "find",
            "Find",
            id="text.find",
            priority=True,
            tooltip="Find and replace in the text",
        ),
    ]

    memory: reactive[Memory | None] = reactive(None, repaint=False)
    """The file as the person sees it."""
    locked: reactive[str] = reactive("", repaint=False)
    """Why the text must not be edited; empty when it may."""

    PART: ClassVar[str]
    """Attribute of the message that `edited` returns, which holds the text."""
    FRONTMATTER = False
    """Whether the text begins with the frontmatter, to colour it as such."""
    NUMBERS_FROM = 90
    """Cells of width from which lines are numbered."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._file = ""
        # The text by which untouched lines keep their bytes, and the text as the screen has it.
        self._base = self._known = ""
        # Texts that were told and did not come back yet, and the messages that carry them.
        self._told: list[str] = []
        self._under_way: list[Edited] = []
        self._pause: Timer | None = None
        self._typing_since = 0.0
        self._places: dict[str, _Place] = {}
        self._query = Query("")

    @abstractmethod
    def text_of(self, memory: Memory) -> str:
        """Return the part of a file that is edited."""

    @abstractmethod
    def edited(self, file: str, text: str) -> Edited:
        """Return the message that tells an edit."""

    def settled(self, text: str) -> None:
        """Compute what depends on the text; called when no key came for a while."""

    def notices(self) -> tuple[Note, ...]:
        """Return what is said above the text."""
        if self.locked:
            return (Note(self.locked, "warning", "▲", label="read-only: "),)
        if self._too_large:
            size = len(self._base.encode(errors="surrogatepass")) / 1_000_000
            text = f"{size:.1f} MB is too large to edit here."
            return (
                Note(text, "warning", "▲", hint=f"  {key_name(self.app, EXTERNAL)} opens $EDITOR"),
            )
        return ()

    def compose(self) -> ComposeResult:
        """Lay out notice, editor and search."""
        yield Notes(id="notice")
        yield TextEditor(block=self.FRONTMATTER)

    @property
    def editor(self) -> TextEditor:
        """The editor itself."""
        return self.query_one(TextEditor)

    @property
    def bar(self) -> FindBar | None:
        """The search, while it is open."""
        return next(iter(self.query(FindBar)), None)

    @property
    def text(self) -> str:
        """The text with the person's edits; every line nobody touched has its own bytes."""
        return restore(self._base, self.editor.raw_lines)

    @property
    def _too_large(self) -> bool:
        limit = EDIT_LIMIT
        # A character has at most four bytes: nearly every text is small enough at a glance.
        return len(self._base) * 4 > limit < len(self._base.encode(errors="surrogatepass"))

    def flush(self) -> Edited | None:
        """Return the edit that the screen may not have yet; the caller applies or posts it.

        Messages with an older text that are still under way carry this one from here on, so that
        the order in which they arrive does no harm.
        """
        return self._message(self.text)

    def _message(self, text: str) -> Edited | None:
        if not self._file or (text == self._known and not self._told):
            return None
        for message in self._under_way:
            setattr(message, self.PART, text)
        if text not in self._told[-1:]:
            self._told.append(text)
        self._under_way.append(self.edited(self._file, text))
        return self._under_way[-1]

    def goto(self, line: int) -> None:
        """Put the cursor on a line.

        Args:
            line: From 0, as markdown counts lines: they end with LF, CR or CRLF.
        """
        row = row_of_line(self.text, line)
        self.editor.move_cursor((row, 0))
        top = self.editor.wrapped_document.location_to_offset((row, 0)).y
        self.editor.scroll_to(
            y=top - self.editor.size.height // 4, animate=False, force=True, immediate=True
        )

    def on_resize(self) -> None:
        """Show line numbers where there is room."""
        self.editor.show_line_numbers = self.size.width >= self.NUMBERS_FROM

    def watch_locked(self) -> None:
        """Follow whether the file may be edited."""
        self._guard()

    def watch_memory(self, memory: Memory | None) -> None:
        """Show another file, or follow what others did to this one."""
        name = memory.name if memory else ""
        text = self.text_of(memory) if memory else ""
        if name != self._file:
            self._leave()
            self._enter(name, text)
        elif text in self._told:
            # What was typed here comes back.
            del self._told[: self._told.index(text) + 1]
            self._known = text
            if not self._told:
                self._under_way.clear()
        elif text != self._known:
            self._known = text
            if text != self.text:
                self._replace(text)
            self._told.clear()
            self._under_way.clear()
        self._guard()

    def _guard(self) -> None:
        """Let the person edit, or say why not."""
        self.editor.read_only = bool(self.locked) or self._too_large or not self._file
        if bar := self.bar:
            bar.locked = self.editor.read_only
        self.query_one("#notice", Notes).notes = self.notices()

    def _leave(self) -> None:
        """Tell what was typed last, and remember where the person was."""
        if self._file:
            self._tell()
            self._places[self._file] = _Place(self.editor.selection, self.editor.scroll_offset.y)

    def _enter(self, name: str, text: str) -> None:
        self._file = name
        self._base = self._known = text
        self._told.clear()
        self._under_way = []
        self.editor.load_text(text)
        if place := self._places.get(name):
            self.editor.selection = place.selection
            self.call_after_refresh(self.editor.scroll_to, y=place.top, animate=False, force=True)
        self._settle()

    def _replace(self, text: str) -> None:
        """Take a text from outside; what the person sees stays where it is."""
        old, new = self.editor.raw_lines, TextDocument(text).raw_lines
        found = changes(old, new)
        self._base = text
        if found:
            start, end = found[0].before[0], found[-1].before[1]
            lines = new[found[0].after[0] : found[-1].after[1]]
            self.editor.replace_lines(start, end, lines, lambda row: moved(row, found))

    def _tell(self) -> str:
        """Post the edit, if there is one that was not told; return the text."""
        text = self.text
        last = self._told[-1] if self._told else self._known
        if text != last and (message := self._message(text)):
            self.post_message(message)
        return text

    def _settle(self) -> None:
        if self._pause:
            self._pause.stop()
            self._pause = None
        text = self._tell()
        if bar := self.bar:
            bar.look_in(self.editor.raw_lines, min(self.editor.selection), pick=False)
        self.settled(text)

    @on(TextArea.Changed)
    def _restart_pause(self, event: TextArea.Changed) -> None:
        event.stop()
        if self._pause:
            self._pause.stop()
        else:
            self._typing_since = monotonic()
        if monotonic() - self._typing_since < LONGEST_SECONDS:
            self._pause = self.set_timer(PAUSE_SECONDS, self._settle)
        else:
            self._settle()

    @on(TextArea.SelectionChanged)
    def _keep_selection(self, event: TextArea.SelectionChanged) -> None:
        # Nobody above needs to know.
        event.stop()

    async def action_find(self) -> None:
        """Open the search, with what is selected on one line as the words."""
        words = self.editor.selected_text
        if len(words.splitlines()) != 1:
            words = ""
        if bar := self.bar:
            bar.take(words)
        else:
            query = replace(self._query, text=words or self._query.text)
            bar = FindBar(query, locked=self.editor.read_only)
            await self.mount(bar)
            # At once: keys that follow quickly belong to the search.
            self.screen.set_focus(bar.query_one(LineInput))

    def end_search(self) -> None:
        """Close the search; its words come back with it."""
        if bar := self.bar:
            self._query = bar.query_now
            bar.remove()
            self.editor.show_found(None)

    @on(FindBar.Asked)
    def _search(self, event: FindBar.Asked) -> None:
        event.stop()
        if bar := self.bar:
            bar.look_in(self.editor.raw_lines, min(self.editor.selection))

    @on(FindBar.Picked)
    def _show_found(self, event: FindBar.Picked) -> None:
        event.stop()
        self.editor.show_found(event.found)
        if event.bounds:
            self.editor.select_range(*event.bounds)

    @on(FindBar.Replacing)
    def _replace_found(self, event: FindBar.Replacing) -> None:
        event.stop()
        if self.editor.read_only:
            return
        end = self.editor.replace_stretch(event.start, event.end, event.text)
        if bar := self.bar:
            bar.look_in(self.editor.raw_lines, end)

    @on(FindBar.Closed)
    def _end_search(self, event: FindBar.Closed) -> None:
        event.stop()
        self.end_search()
        self.editor.focus(scroll_visible=False)

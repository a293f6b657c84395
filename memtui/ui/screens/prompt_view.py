"""The whole prompt that an agent gets, to read, search and copy."""

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from memtui.core.find import Query
from memtui.ui.screens.dialog import Dialog, literal
from memtui.ui.widgets.figures import short
from memtui.ui.widgets.find_bar import FindBar
from memtui.ui.widgets.text_editor import TextEditor

PART_LINES: Final = 3
"""Lines at the foot in which the parts are listed."""


class PromptView(Dialog[None]):
    """Shows a prompt, its size and its parts.

    Args:
        prompt_text: The prompt.
        tokens: Estimate for the whole.
        title: What it is the prompt of.
        parts: Name and tokens of each part, in order.
    """

    DEFAULT_CSS = """
    PromptView {
        & TextEditor { height: 1fr; }
        & #parts { height: auto; border-top: solid $foreground 30%; }
    }
    """

    WIDE = True
    AUTO_FOCUS = "TextEditor"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash,ctrl+f", "find", "Find", id="text.find", tooltip="Find words in the prompt"),
        Binding("c", "copy_all", "Copy all", id="prompt.copy", tooltip="Copy the whole prompt"),
    ]

    def __init__(
        self, prompt_text: str, tokens: int, title: str, parts: Sequence[tuple[str, int]] = ()
    ) -> None:
        super().__init__(title)
        self._text = prompt_text
        self._tokens = tokens
        self._parts = parts
        self._query = Query("")

    def body(self) -> ComposeResult:
        """Yield the text and the list of parts."""
        yield TextEditor()
        yield Static(id="parts")

    def on_mount(self) -> None:
        """Load the text; it is drawn harmless and copied as it is."""
        self._editor.load_text(self._text)
        self._editor.read_only = True

    @property
    def _editor(self) -> TextEditor:
        return self.query_one(TextEditor)

    def on_resize(self, event: events.Resize) -> None:
        """List as many parts as fit."""
        self.query_one("#parts", Static).update(self._summary(event.size.width - 4))

    def _summary(self, width: int) -> Content:
        size = len(self._text.encode(errors="replace"))
        lines = [literal(f"≈ {short(self._tokens)} tokens · {short(size)} bytes", "bold")]
        for index, (name, tokens) in enumerate(self._parts):
            part = Content.assemble(
                literal(f"{index + 1} {name}").truncate(width - 8, ellipsis=True),
                literal(f" {short(tokens)}", "dim"),
            )
            # Where no further line may begin, what is left out is counted instead.
            room = width - lines[-1].cell_length - 3
            last = len(lines) == PART_LINES and index < len(self._parts) - 1
            if part.cell_length + (len("   and 999 more") if last else 0) <= room:
                lines[-1] = Content.assemble(lines[-1], "   ", part)
            elif len(lines) < PART_LINES:
                lines.append(part)
            else:
                more = literal(f"   and {len(self._parts) - index} more", "dim")
                lines[-1] = Content.assemble(lines[-1], more)
                break
        return Content("\n").join(lines)

    @property
    def _bar(self) -> FindBar | None:
        """The search, while it is open."""
        return next(iter(self.query(FindBar)), None)

    async def action_find(self) -> None:
        """Open the search."""
        if self._bar is None:
            await self.query_one("#dialog").mount(FindBar(self._query, locked=True))

    def on_find_bar_asked(self) -> None:
        """Search the text."""
        if bar := self._bar:
            bar.look_in(self._editor.raw_lines, min(self._editor.selection))

    def on_find_bar_picked(self, event: FindBar.Picked) -> None:
        """Show the matches."""
        self._editor.show_found(event.found)
        if event.bounds:
            self._editor.select_range(*event.bounds)

    def on_find_bar_closed(self) -> None:
        """Return to the text; the words come back with the search."""
        if bar := self._bar:
            self._query = bar.query_now
            bar.remove()
        self._editor.show_found(None)
        self._editor.focus()

    def action_copy_all(self) -> None:
        """Put the whole prompt on the clipboard."""
        self.app.copy_to_clipboard(self._text)
        self.notify("the whole prompt is on the clipboard")

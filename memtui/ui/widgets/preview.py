"""A body as it reads: markdown, drawn."""

from collections.abc import Sequence
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Markdown

from memtui.ui.widgets.notes import Note, Notes
from memtui.ui.widgets.text_document import shown

LIMIT: Final = 20_000
"""Characters that are drawn at once; Textual needs half a second for so many."""


class Preview(Vertical):
    """Markdown that cannot be edited and whose links lead nowhere."""

    DEFAULT_CSS = """
    Preview {
        & > Notes { margin-bottom: 1; }
        & VerticalScroll { scrollbar-size-vertical: 1; }
        & Markdown { padding: 0 1; background: transparent; }
        & MarkdownHeader { width: 1fr; content-align: left middle; margin: 1 0 1 0; }
    }
    """

    def __init__(self, lines: Sequence[str], start: int, *, id: str | None = None) -> None:  # noqa: A002
        """Make a preview.

        Args:
            lines: The body, as an editor holds it.
            start: Row of the entry that is to be seen.
            id: Of the widget.
        """
        super().__init__(id=id)
        self._lines = lines
        self._start = start

    def compose(self) -> ComposeResult:
        """Lay out what is said about the part, and the part."""
        yield Notes()
        with VerticalScroll():
            yield Markdown(open_links=False)

    async def on_mount(self) -> None:
        """Draw the whole body, or as much of it as takes no time from the entry on."""
        self.query_one(VerticalScroll).focus(scroll_visible=False)
        first = 0
        rows = len(self._lines)
        if sum(map(len, self._lines)) + rows > LIMIT:
            first = self._start
            rows = _rows_within(self._lines[first:], LIMIT)
            note = f"Lines {first + 1:,} to {first + rows:,} of {len(self._lines):,}."
            self.query_one(Notes).notes = (Note(note, hint="  The rest: move the cursor, f3"),)
        text = "\n".join(map(shown, self._lines[first : first + rows]))
        await self.query_one(Markdown).update(text)
        self.call_after_refresh(self._show, self._start - first)

    def _show(self, row: int) -> None:
        """Bring the entry to the top."""
        for block in self.query_one(Markdown).children:
            if getattr(block, "source_range", (0, 0))[1] > row:
                block.scroll_visible(animate=False, top=True)
                break

    @on(Markdown.LinkClicked)
    def _ignore_link(self, event: Markdown.LinkClicked) -> None:
        event.stop()


def _rows_within(lines: Sequence[str], limit: int) -> int:
    """Return how many lines, at least one, hold no more characters than the limit."""
    size = 0
    for row, line in enumerate(lines):
        size += len(line) + 1
        if size > limit:
            return max(1, row)
    return len(lines)

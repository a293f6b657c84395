"""A body as it reads: markdown, drawn."""

from collections.abc import Iterator, Sequence
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Markdown

from memtui.ui.widgets.key_line import key_name
from memtui.ui.widgets.notes import Note, Notes
from memtui.ui.widgets.page_keys import BODY
from memtui.ui.widgets.text_document import shown

LIMIT: Final = 20_000
"""Characters that are drawn at once; Textual needs half a second for so many."""


def _parser() -> MarkdownIt:
    """Return a parser for which a link is a text and what it leads to, so that none is clicked."""
    parser = MarkdownIt("gfm-like")
    parser.core.ruler.push("no_links", _without_links)
    return parser


def _without_links(state: StateCore) -> None:
    for token in state.tokens:
        if token.children:
            token.children = list(_literal(token.children))


def _literal(children: Sequence[Token]) -> Iterator[Token]:
    """Yield the parts of a paragraph, links and images as text."""
    target = text = ""
    for child in children:
        # A character that was written as an entity comes to light only here.
        child.content = shown(child.content)
        if child.type == "link_open":
            target, text = shown(str(child.attrs.get("href", ""))), ""
            yield Token("em_open", "em", 1)
        elif child.type == "link_close":
            yield Token("em_close", "em", -1)
            if not text or not target.endswith(text):
                yield Token("text", "", 0, content=f" ({target})")
        elif child.type == "image":
            source = shown(str(child.attrs.get("src", "")))
            yield Token("text", "", 0, content=f"{child.content} ({source})".lstrip())
        else:
            text += child.content
            yield child


class Preview(Vertical):
    """Markdown that cannot be edited and in which nothing can be clicked."""

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
            yield Markdown(parser_factory=_parser, open_links=False)

    async def on_mount(self) -> None:
        """Draw the whole body, or as much of it as takes no time from the entry on."""
        self.query_one(VerticalScroll).focus(scroll_visible=False)
        first = 0
        rows = len(self._lines)
        if sum(map(len, self._lines)) + rows > LIMIT:
            first = self._start
            rows = _rows_within(self._lines[first:], LIMIT)
            drawn = f"Drawn: lines {first + 1:,} to {first + rows:,} of {len(self._lines):,}."
            key = key_name(self.app, BODY)
            elsewhere = f"  For others: {key}, move the cursor, {key}."
            self.query_one(Notes).notes = (Note(drawn, hint=elsewhere),)
        text = "\n".join(map(shown, self._lines[first : first + rows]))
        await self.query_one(Markdown).update(text)
        self.call_after_refresh(self._show, self._start - first)

    def _show(self, row: int) -> None:
        """Bring the entry to the top."""
        for block in self.query_one(Markdown).children:
            if getattr(block, "source_range", (0, 0))[1] > row:
                block.scroll_visible(animate=False, top=True)
                break


def _rows_within(lines: Sequence[str], limit: int) -> int:
    """Return how many lines, at least one, hold no more characters than the limit."""
    size = 0
    for row, line in enumerate(lines):
        size += len(line) + 1
        if size > limit:
            return max(1, row)
    return len(lines)

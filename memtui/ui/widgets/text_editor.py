"""A text area for memory files: markdown in light colours, nothing raw, quick on large files."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import ClassVar, Final

from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.document._document import EditResult, Location, Selection
from textual.document._document_navigator import DocumentNavigator
from textual.document._edit import Edit
from textual.geometry import Region
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import TextArea

from memtui.core.find import Found
from memtui.ui.widgets.text_document import TextDocument, WrappedText

WRAP_LIMIT: Final = 20_000
"""Characters in the longest line up to which lines are wrapped."""

EDIT_LIMIT: Final = 2_000_000
"""Bytes of the largest text that is edited here."""

_COLOUR_LIMIT: Final = 4_000
"""Characters in a line up to which its markdown is coloured."""

_BRACKET_LIMIT: Final = 4_000
"""Characters that are searched for the other bracket of a pair."""

_HEADING: Final = re.compile(r" {0,3}(#{1,6})(?:[ \t]+|$)(\[\w+\])?")
_BULLET: Final = re.compile(r"\s*([-*+]|\d{1,9}[.)])\s+")
_KEY: Final = re.compile(r"\s*[\w.-]+:")
_SPANS: Final = re.compile(
    r"(?P<code>(`+)(?!`).+?(?<!`)\2(?!`))|(?P<label>\*\*(?=\S).+?(?<=\S)\*\*)"
)
_COMMENT: Final = re.compile(r"<!--.*?(?:-->|$)")
_SIGN: Final = re.compile("[\u2400-\u2424\ufffd]+")

Look = tuple[object, ...]
"""All that the look of a line depends on."""

Stretch = tuple[int, int, str]
"""Start, end, and the component class of a stretch of a line."""


def markdown_stretches(line: str) -> Iterator[Stretch]:
    """Yield what to colour in a line of markdown that is not in a code block."""
    if heading := _HEADING.match(line):
        yield heading.start(1), heading.end(1), "dim"
        yield heading.end(1), len(line), "heading"
        if heading[2]:
            yield heading.start(2), heading.end(2), "label"
        return
    if bullet := _BULLET.match(line):
        yield bullet.start(1), bullet.end(1), "dim"
    for span in _SPANS.finditer(line):
        yield span.start(), span.end(), span.lastgroup or ""
    for comment in _COMMENT.finditer(line):
        yield comment.start(), comment.end(), "dim"


def block_stretches(line: str) -> Iterator[Stretch]:
    """Yield what to colour in a line of a frontmatter block."""
    if line.rstrip() == "---" or line.lstrip().startswith("#"):
        yield 0, len(line), "dim"
    elif key := _KEY.match(line):
        yield key.start(), key.end(), "code"


@lru_cache(maxsize=64)
def _ink(style: Style) -> Style:
    """Return a style without its background, which is the line's own affair."""
    return Style(color=style.color, bold=style.bold, reverse=style.reverse)


class TextEditor(TextArea):
    """A text area whose cost per key does not grow with the text.

    Control characters and marks that turn the direction of writing are shown as signs of one
    cell and stay what they are in the text. Lines wrap, unless one is longer than `WRAP_LIMIT`.
    Matches of a search are marked by `show_found`.
    """

    DEFAULT_CSS = """
    TextEditor {
        border: none;
        padding: 0;
        background: transparent;
        scrollbar-size-vertical: 1;
        &:focus { border: none; }
        & .text-area--gutter { color: $foreground 60%; }
        & .text-editor--heading { color: $text-primary; text-style: bold; }
        & .text-editor--label { text-style: bold; }
        & .text-editor--code { color: $text-secondary; }
        & .text-editor--dim { color: $text-muted; }
        & .text-editor--sign { color: $text-warning; text-style: reverse; }
        & .text-editor--found { background: $warning 40%; }
    }
    """

    COMPONENT_CLASSES = {
        "text-editor--heading",
        "text-editor--label",
        "text-editor--code",
        "text-editor--dim",
        "text-editor--sign",
        "text-editor--found",
    }

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+home", "edge(0)", "Start", show=False, id="text.start", tooltip="First line"),
        Binding("ctrl+end", "edge(1)", "End", show=False, id="text.end", tooltip="Last line"),
    ]

    document: TextDocument
    wrapped_document: WrappedText

    def __init__(self, *, block: bool = False, id: str | None = None) -> None:  # noqa: A002
        """Make an empty editor.

        Args:
            block: Whether a text may begin with a frontmatter block, to colour it as such.
            id: Of the widget.
        """
        self._block = block
        self._found: Found | None = None
        # What the lines of the screen were drawn and painted from, and in what style.
        self._drawn: dict[int, Look | None] = {}
        self._painted: dict[int, Look | None] = {}
        self._drawn_style: Style | None = None
        super().__init__(tab_behavior="focus", id=id)

    def action_edge(self, end: int) -> None:
        """Go to the start or the end of the text."""
        self.move_cursor(self.document.end if end else self.document.start)

    @property
    def raw_lines(self) -> Sequence[str]:
        """The lines of the text, with the control characters that they hold."""
        return self.document.raw_lines

    def _set_document(self, text: str, language: str | None) -> None:
        # Textual's own would build a document and a wrapping that cost time in proportion to the
        # text at each key.
        self._found = None
        self.document = TextDocument(text)
        self.wrapped_document = WrappedText(self.document, tab_width=self.indent_width)
        self.navigator = DocumentNavigator(self.wrapped_document)
        longest = max(map(len, self.document.raw_lines))
        self.set_reactive(TextArea.soft_wrap, longest <= WRAP_LIMIT)
        self._build_highlight_map()
        self.move_cursor((0, 0))
        self._rewrap_and_refresh_virtual_size()

    def edit(self, edit: Edit) -> EditResult:
        """Change the text; what was found in it may stand elsewhere afterwards."""
        self._found = None
        room = WRAP_LIMIT - len(self.document.raw_lines[min(edit.top[0], self.document.end[0])])
        if self.soft_wrap and any(len(line) > room for line in edit.text.splitlines()):
            self.soft_wrap = False
        return super().edit(edit)

    def show_found(self, found: Found | None) -> None:
        """Mark the matches of a search, or none."""
        self._found = found
        self._line_cache.clear()
        self.refresh()

    def get_line(self, line_index: int) -> Text:
        """Return a line with its colours."""
        line = self.document.get_line(line_index)
        text = Text(line, end="", no_wrap=True)
        for start, end, name in self._stretches(line_index, line):
            style = self.get_component_rich_style(f"text-editor--{name}")
            text.stylize(style if name == "found" else _ink(style), start, end)
        return text

    def _stretches(self, row: int, line: str) -> Iterator[Stretch]:
        if len(line) <= _COLOUR_LIMIT:
            if self._block and self.document.in_block(row):
                yield from block_stretches(line)
            elif self.document.in_code(row):
                yield 0, len(line), "code"
            else:
                yield from markdown_stretches(line)
            if not line.isascii() and line != self.raw_lines[row]:
                yield from ((m.start(), m.end(), "sign") for m in _SIGN.finditer(line))
        if self._found:
            yield from ((start, end, "found") for start, end in self._found.in_row(row))

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw a part of the screen."""
        self._theme.apply_css(self)
        # The line of the cursor keeps the colours of its markdown.
        line_style = self._theme.cursor_line_style
        self._theme.cursor_line_style = Style(bgcolor=line_style.bgcolor) if line_style else None
        return ScrollView.render_lines(self, crop)

    def render_line(self, y: int) -> Strip:
        """Draw one line of the screen; what did not change since is not drawn anew."""
        look = self._drawn[y] = self._look(y + self.scroll_offset.y)
        if look is None:
            return self._render_line(y)
        strip = self._line_cache.get(look)
        if strip is None:
            strip = self._line_cache[look] = self._render_line(y)
        return strip

    def _look(self, y: int) -> Look | None:
        """Return all that the look of a line of the wrapped text depends on."""
        if y >= self.wrapped_document.height:
            return None
        row, section = self.wrapped_document._offset_to_line_info[y]
        top, bottom = sorted(self.selection)
        bracket = self._matching_bracket_location
        return (
            self.document.get_line(row),
            section,
            (self.outer_size, self.gutter),
            self.scroll_offset.x,
            self.virtual_size.width,
            self.soft_wrap,
            (self._block and self.document.in_block(row), self.document.in_code(row)),
            tuple(self._found.in_row(row)) if self._found else (),
            (self.selection, self._draw_cursor, self.read_only, bracket)
            if top[0] <= row <= bottom[0]
            else None,
            bracket if bracket and bracket[0] == row else None,
            (row, self.gutter_width) if self.show_line_numbers else None,
        )

    def notify_style_update(self) -> None:
        """Draw all lines anew in another style."""
        self._painted.clear()
        super().notify_style_update()

    def _exchange_repaint_regions(self) -> Collection[Region]:
        # Textual paints the whole area at each key; painting is most of what a key costs.
        regions = super()._exchange_repaint_regions()
        if self.outer_size.region not in regions:
            return regions
        style = self.rich_style
        if style != self._drawn_style:
            self._drawn_style = style
            self._painted.clear()
        left, top = self.content_offset
        changed: list[Region] = []
        # Not from `size`: it asks the compositor, which then counts the pending layout as done,
        # and no widget hears of its new size.
        for y in range(self.outer_size.height - self.gutter.height):
            look = self._look(y + self.scroll_offset.y)
            # What was drawn last may not have been painted, and what was painted last may have
            # been painted over; a line stays only when both are as it looks.
            if (look, look) != (self._drawn.get(y, ()), self._painted.get(y, ())):
                self._painted[y] = look
                changed.append(Region(left, top + y, self.outer_size.width, 1))
        return changed

    def _build_highlight_map(self) -> None:
        # There is no syntax tree, and what was drawn stays right: see `_look`.
        return

    def _yield_character_locations(self, start: Location) -> Iterator[tuple[str, Location]]:
        # A bracket without a partner would have the whole text searched at each move.
        return islice(super()._yield_character_locations(start), _BRACKET_LIMIT)

    def _yield_character_locations_reverse(self, start: Location) -> Iterator[tuple[str, Location]]:
        return islice(super()._yield_character_locations_reverse(start), _BRACKET_LIMIT)

    def select_range(self, start: Location, end: Location) -> None:
        """Select a stretch and bring it into sight."""
        y = self.wrapped_document.location_to_offset(end).y
        seen = self.scroll_offset.y <= y < self.scroll_offset.y + self.size.height
        self.selection = Selection(start, end)
        self.record_cursor_width()
        if not seen:
            self.scroll_cursor_visible(center=True)

    def replace_stretch(self, start: Location, end: Location, text: str) -> Location:
        """Replace a stretch, as one step of the history; return where the new text ends."""
        self.history.checkpoint()
        result = self.replace(text, start, end)
        self.history.checkpoint()
        return result.end_location

    def replace_lines(
        self, start: int, end: int, lines: Sequence[str], moved: Callable[[int], int]
    ) -> None:
        """Replace whole lines, as one step; cursor, selection and what is seen stay.

        Args:
            start: First row that goes.
            end: Behind the last row that goes.
            lines: What comes.
            moved: Where a row of the old text stands in the new one.
        """
        selection = Selection(*((moved(row), column) for row, column in self.selection))
        top, section = self._top_row()
        if end < self.document.line_count:
            places = (start, 0), (end, 0)
            text = "".join(f"{line}\n" for line in lines)
        elif start > 0:
            places = (start - 1, len(self.raw_lines[start - 1])), self.document.end
            text = "".join(f"\n{line}" for line in lines)
        else:
            places = (0, 0), self.document.end
            text = "\n".join(lines)
        self.replace_stretch(*places, text)
        self.selection = selection
        offsets = self.wrapped_document._line_index_to_offsets
        below = offsets[min(moved(top), len(offsets) - 1)]
        y = below[min(section, len(below) - 1)]
        self.scroll_to(y=y, animate=False, force=True, immediate=True)

    def _top_row(self) -> tuple[int, int]:
        """Return the row at the top of what is seen, and which of its wrapped parts."""
        info = self.wrapped_document._offset_to_line_info
        return info[min(self.scroll_offset.y, len(info) - 1)]

"""What a text editor edits: lines that are safe to show, and where they wrap, cheap per key.

Textual's own classes go over the whole document several times for each key and each drawn
line, and measure control characters as if they were not drawn. These keep what depends on the
whole document up to date with each edit, and measure what is shown. They build on the inside of
Textual's document classes, which is one reason why the version of Textual is pinned.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Final, overload

from rich.cells import get_character_cell_size
from textual._cells import cell_len
from textual._wrap import compute_wrap_offsets
from textual.document._document import Document, EditResult, Location
from textual.document._wrapped_document import WrappedDocument
from textual.expand_tabs import get_tab_widths
from textual.geometry import Size

from memtui.core.plain import harmless

_FENCE: Final = re.compile(r"\s*(?:>\s*)*(`{3,}|~{3,})(.*)", re.DOTALL)
_BLOCK_LIMIT: Final = 400
"""Lines in which the end of a frontmatter block is looked for, to colour it."""


def shown(line: str) -> str:
    """Return a line as it is drawn: as long as it was, control characters as signs, tabs kept."""
    if line.isprintable():
        return line
    return "\t".join(harmless(part) for part in line.split("\t"))


class TextDocument(Document):
    """Lines as they are, and as they are drawn.

    Everything that Textual reads through `lines` or an index is the drawn form, in which a
    control character is a sign of one cell; its length is the same, so every location holds for
    both. Edits, copies and `raw_lines` have the text itself.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._shown = [shown(line) for line in self._lines]
        self._widths: list[int] | None = None
        self._fences = [row for row, line in enumerate(self._lines) if _FENCE.match(line)]
        self._code: list[range] | None = None
        self._block: int | None = None

    @property
    def raw_lines(self) -> Sequence[str]:
        """The lines themselves, with the control characters that they hold."""
        return self._lines

    @property
    def lines(self) -> list[str]:
        """The lines as they are drawn."""
        return self._shown

    def get_line(self, index: int) -> str:
        """Return a line as it is drawn."""
        return self._shown[index]

    @overload
    def __getitem__(self, line_index: int) -> str: ...
    @overload
    def __getitem__(self, line_index: slice) -> list[str]: ...
    def __getitem__(self, line_index: int | slice) -> str | list[str]:
        return self._shown[line_index]

    def get_size(self, tab_width: int) -> Size:
        """Return the width of the longest line and the number of lines."""
        if self._widths is None:
            self._widths = [_width(line, tab_width) for line in self._shown]
        return Size(max(self._widths, default=0), len(self._shown))

    def replace_range(self, start: Location, end: Location, text: str) -> EditResult:
        """Replace a stretch of the text; what is known about the other lines stays."""
        (top, _), (bottom, _) = sorted((start, end))
        result = super().replace_range(start, end, text)
        last = result.end_location[0]
        fresh = [shown(line) for line in self._lines[top : last + 1]]
        self._shown[top : bottom + 1] = fresh
        if self._widths is not None:
            self._widths[top : bottom + 1] = [_width(line, 4) for line in fresh]
        self._move_fences(top, bottom, last)
        if top < _BLOCK_LIMIT:
            self._block = None
        return result

    def _move_fences(self, top: int, bottom: int, last: int) -> None:
        """Keep the rows of fences right after rows `top` to `bottom` became `top` to `last`."""
        low, high = bisect_left(self._fences, top), bisect_right(self._fences, bottom)
        found = [row for row in range(top, last + 1) if _FENCE.match(self._lines[row])]
        shift = last - bottom
        if found == self._fences[low:high] and not shift:
            # The text of a fence may have changed, and with it what it closes.
            self._code = None if found else self._code
            return
        later = self._fences[high:]
        self._fences[low:] = found + [row + shift for row in later]
        self._code = None

    def in_code(self, row: int) -> bool:
        """Whether a line belongs to a fenced block of code, its fences included."""
        if self._code is None:
            self._code = list(_code_blocks((row, self._lines[row]) for row in self._fences))
        index = bisect_right(self._code, row, key=lambda block: block.start) - 1
        return index >= 0 and row in self._code[index]

    def in_block(self, row: int) -> bool:
        """Whether a line belongs to the frontmatter block at the start, its rules included."""
        if row >= _BLOCK_LIMIT:
            return False
        if self._block is None:
            self._block = _block_end(self._lines)
        return row <= self._block


def row_of_line(text: str, line: int) -> int:
    """Return the row of an editor for a line as markdown counts them.

    An editor also starts a new row at form feeds, U+2028 and the like, which end no line.

    Args:
        text: What the editor holds.
        line: From 0.
    """
    rows = text.splitlines(keepends=True)
    ends = 0
    for row, piece in enumerate(rows):
        if ends == line:
            return row
        ends += piece.endswith(("\n", "\r"))
    return len(rows)


def _width(line: str, tab_width: int) -> int:
    return (
        len(line) if line.isascii() and "\t" not in line else cell_len(line.expandtabs(tab_width))
    )


def _code_blocks(fences: Iterable[tuple[int, str]]) -> Iterable[range]:
    """Pair the fences of a text; a fence that nothing closes reaches to the end."""
    opened: tuple[int, str] | None = None
    for row, line in fences:
        match = _FENCE.match(line)
        signs, rest = (match[1], match[2]) if match else ("", "")
        if opened is None:
            # A line such as ```one``` is code within a line and opens nothing.
            if not (signs[0] == "`" and "`" in rest):
                opened = row, signs
        elif signs.startswith(opened[1]) and not rest.strip():
            yield range(opened[0], row + 1)
            opened = None
    if opened:
        yield range(opened[0], 2**62)


def _block_end(lines: Sequence[str]) -> int:
    """Return the row of the rule that closes a frontmatter block, or -1 without a block."""
    if lines[0].lstrip("\ufeff").rstrip() != "---":
        return -1
    ends = (row for row, line in enumerate(lines[1:_BLOCK_LIMIT], 1) if line.rstrip() == "---")
    return next(ends, -1)


class WrappedText(WrappedDocument):
    """Where the lines of a document wrap: the same places as in Textual, found faster."""

    @property
    def height(self) -> int:
        """Number of lines on the screen."""
        return len(self._offset_to_line_info)

    def wrap(self, width: int, tab_width: int | None = None) -> None:
        """Wrap the whole document anew.

        Args:
            width: Cells in a line of the screen; 0 for no wrapping.
            tab_width: Cells of a tab; as before when None.
        """
        self._width = width
        self._tab_width = tab_width or self._tab_width
        tab = self._tab_width
        lines = self.document.lines
        self._wrap_offsets = [wrap_offsets(line, width, tab) if width else [] for line in lines]
        self._tab_width_cache = [_tab_widths(line, tab) for line in lines]
        places: list[list[int]] = []
        info: list[tuple[int, int]] = []
        at = 0
        for row, offsets in enumerate(self._wrap_offsets):
            if not offsets:
                places.append([at])
                info.append((row, 0))
                at += 1
                continue
            sections = len(offsets) + 1
            places.append(list(range(at, at + sections)))
            info.extend((row, section) for section in range(sections))
            at += sections
        self._line_index_to_offsets = places
        self._offset_to_line_info = info

    def wrap_range(self, start: Location, old_end: Location, new_end: Location) -> None:
        """Wrap anew what an edit changed; from a hundred lines on, the whole is quicker."""
        if abs(new_end[0] - start[0]) > 100:
            self.wrap(self._width)
        else:
            super().wrap_range(start, old_end, new_end)


def _tab_widths(line: str, tab_width: int) -> list[int]:
    if "\t" not in line:
        return [0] if line else []
    return [width for _, width in get_tab_widths(line, tab_width)]


def wrap_offsets(line: str, width: int, tab_width: int) -> list[int]:
    """Return where a line is broken to fit a width, as Textual's `compute_wrap_offsets` does.

    Nearly every line has only characters one cell wide; for those the place is found from the
    last space that fits, without a look at each word.

    Args:
        line: A line as it is drawn.
        width: Cells in a line of the screen, 1 or more.
        tab_width: Cells of a tab.
    """
    if not _one_cell_each(line):
        return _slow_wrap_offsets(line, width, tab_width)
    offsets: list[int] = []
    at = 0
    while len(line) - at > width:
        at_next = line.rfind(" ", at, at + width) + 1
        if at_next <= at or line[at_next].isspace():
            # A word longer than the width, or spaces across its end.
            return _slow_wrap_offsets(line, width, tab_width)
        offsets.append(at_next)
        at = at_next
    return offsets


def _slow_wrap_offsets(line: str, width: int, tab_width: int) -> list[int]:
    sections = get_tab_widths(line, tab_width)
    return compute_wrap_offsets(line, width, tab_width, precomputed_tab_sections=sections)


def _one_cell_each(line: str) -> bool:
    if line.isascii():
        return "\t" not in line
    others = {character for character in line if character > "~"}
    return "\t" not in line and all(
        get_character_cell_size(character) == 1 and not character.isspace() for character in others
    )

"""A screenshot in which wide characters stand in their cells."""

import re
from collections.abc import Iterator
from html import escape, unescape
from itertools import groupby
from typing import Final

from rich.cells import cell_len, get_character_cell_size

_TEXT: Final = re.compile(
    r'<text class="(?P<look>[^"]*)" x="(?P<x>[\d.]+)" y="(?P<y>[\d.]+)"'
    r' textLength="(?P<length>[\d.]+)" clip-path="(?P<clip>[^"]*)">(?P<text>[^<]*)</text>'
)


def spaced(svg: str) -> str:
    """Return a screenshot as SVG with each run of wide characters as wide as its cells.

    Rich takes every character for one cell, so that, say, Korean is squeezed into half its room.

    Args:
        svg: What Rich's `Console.export_svg` returns.
    """
    return _TEXT.sub(lambda match: "".join(_runs(match)), svg)


def _runs(match: re.Match[str]) -> Iterator[str]:
    """Yield a text anew, in runs of characters that are equally wide."""
    text = unescape(match["text"])
    if cell_len(text) == len(text):
        yield match[0]
        return
    x, cell = float(match["x"]), float(match["length"]) / len(text)
    for run in _equally_wide(text):
        length = cell_len(run) * cell
        shown = escape(run, quote=False).replace("\xa0", "&#160;")
        # Spaces between the letters alone would hide where a word ends.
        adjust = ' lengthAdjust="spacingAndGlyphs"' if cell_len(run) > len(run) else ""
        yield (
            f'<text class="{match["look"]}" x="{x:g}" y="{match["y"]}" textLength="{length:g}"'
            f'{adjust} clip-path="{match["clip"]}">{shown}</text>'
        )
        x += length


def _equally_wide(text: str) -> Iterator[str]:
    """Yield runs of characters of the same width; a mark stays with what it stands on."""
    width = 1

    def wide(character: str) -> int:
        nonlocal width
        width = get_character_cell_size(character) or width
        return width

    for _, characters in groupby(text, wide):
        yield "".join(characters)

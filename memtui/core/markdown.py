"""Markdown as this program reads it: CommonMark with tables.

Tables are no part of CommonMark, which takes a table with a rule right below for a setext
heading.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final

from memtui.core.frontmatter import BOM

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore

LINE_END: Final = re.compile(r"\r\n?|\n")
"""What ends a line; U+2028, NEL and form feeds end none."""


@cache
def blocks() -> "MarkdownIt":
    """Return a parser that finds blocks and leaves the text within them alone."""
    return _parser("normalize", "block")


@cache
def inlines() -> "MarkdownIt":
    """Return a parser that finds the links within blocks too; each has its label in `meta`."""
    return _parser("normalize", "block", "inline")


def offsets(text: str) -> Callable[[int], int]:
    """Return what gives the offset of a line, from 0, as the parsers count them.

    They turn every line end into LF before they count; a line behind the last one begins at the
    text's end. A byte-order mark stands before the first line.
    """
    first = 1 if text.startswith(BOM) else 0
    starts = [first, *(match.end() for match in LINE_END.finditer(text))]
    return lambda line: starts[line] if line < len(starts) else len(text)


def _parser(*rules: str) -> "MarkdownIt":
    # Function-local for start-up: most commands look at no entries.
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"store_labels": True}).enable("table")
    parser.core.ruler.after("normalize", "mark", _without_mark)
    parser.core.ruler.enableOnly(["mark", *rules])
    return parser


def _without_mark(state: "StateCore") -> None:
    state.src = state.src.removeprefix(BOM)

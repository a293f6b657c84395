"""Lines and offsets of a block that is being patched."""

import re
from typing import Final

TIED: Final = {
    "anchor": "an anchor, which other places may repeat",
    "alias": "an alias in its place",
    "tag": "a tag of YAML",
}
"""What a `yaml_nodes.Tie` is for a person."""

_LINE_END: Final = re.compile(r"\r\n?|\n|\Z")


class UnpatchableError(Exception):
    """A shape whose bytes cannot be replaced safely.

    Attributes:
        reason: Why, for a person.
        at: Offset in the block.
    """

    def __init__(self, reason: str, at: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.at = at


def splice(block: str, *edits: tuple[int, int, str]) -> str:
    """Return a block with pieces replaced, each given as start, end and new text."""
    for start, end, new in sorted(edits, reverse=True):
        block = block[:start] + new + block[end:]
    return block


def line_start(block: str, offset: int) -> int:
    """Return where the line begins that an offset lies in."""
    return max(block.rfind("\n", 0, offset), block.rfind("\r", 0, offset)) + 1


def line_end(block: str, offset: int) -> int:
    """Return where the line's own characters end, its line end not included."""
    match = _LINE_END.search(block, offset)
    return match.start() if match else len(block)


def next_line(block: str, offset: int) -> int:
    """Return where the line begins that follows the one an offset lies in."""
    match = _LINE_END.search(block, offset)
    return match.end() if match else len(block)


def newline_at(block: str, offset: int) -> str:
    """Return the line end of the line that an offset lies in."""
    match = _LINE_END.search(block, offset)
    return match.group() if match else ""


def newline_before(block: str, offset: int, default: str) -> str:
    """Return the line end in front of a line's beginning, the default at the block's beginning."""
    for newline in ("\r\n", "\n", "\r"):
        if block.endswith(newline, 0, offset):
            return newline
    return default

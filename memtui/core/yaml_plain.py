"""A quick parser for the shapes that nearly every frontmatter block has.

It knows keys at the margin with a plain or simply quoted scalar, a list in brackets on one line,
a list of scalars with dashes, or one level of keys below; comments and blank lines between; LF
and CRLF. It also knows the commonest fault, a second colon in a plain value. Whatever else it
meets it gives back, and the complete parser is asked. Where it answers, both give the same tree
or the same fault, which a property test checks.
"""

import re
from typing import Final

from memtui.core.yaml_nodes import (
    Mapping,
    Node,
    Pair,
    Scalar,
    Sequence,
    UnreadableError,
    resolve,
)

# Line separators of other systems, tabs, control characters and surrogates: YAML has rules of
# its own for each.
_EXOTIC: Final = re.compile(
    r"[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]|\r(?!\n)"
)
_KEY: Final = r"([A-Za-z_][A-Za-z0-9_-]{0,99}):"
_FLOW: Final = r"""\[((?:[^\[\]{}\r\n"'\#:&*!|>%@`?\\]++|"[^"\\\r\n]*+"|'[^'\r\n]*+')*+)\]"""
_QUOTED: Final = r"""("[^"\\\r\n]*+"|'[^'\r\n]*+')"""
_PLAIN: Final = r"""([^\s\-?:,\[\]{}\#&*!|>'"%@`](?:[^\r\n:\#]++|:(?![ \r\n])|(?<! )\#)*+)"""
_LINE: Final = re.compile(
    rf"( *)(?:(?:{_KEY}|(-)(?= +[^ \#\r\n]))(?: +(?:{_FLOW}|{_QUOTED}|{_PLAIN}))? *)?"
    r"(?:(?<![^ \n])\#[^\r\n]*+)?\r?\n"
)
_SECOND_COLON: Final = re.compile(rf"{_KEY} +{_PLAIN}:(?=[ \r\n])")
SECOND_COLON: Final = "a value with “: ” in it must stand in quotes"
"""What is said of a second colon, by the complete parser too."""
# With these the complete parser may find another fault first.
_GRAVER: Final = re.compile(r"<{7}|={7}|>{7}|\|{7}")
_FEW_BRACKETS: Final = 100
_ITEM: Final = re.compile(r""" *+(?:([^ "',\-][^,]*+)|("[^"]*"|'[^']*') *+)?(?:,|\Z)""")


def parse(block: str) -> Mapping | None:
    """Return the tree of a block in a plain shape, or None where the complete parser must look.

    Args:
        block: What stands between the two ``---`` lines, its last line end included.

    Raises:
        UnreadableError: A plain value holds a second colon.
    """
    # isprintable() is quicker than the expression, and true for nearly every block.
    if not block.replace("\n", "").isprintable() and _EXOTIC.search(block):
        return None
    lines = _Lines()
    position, end = 0, len(block)
    match_line, take = _LINE.match, lines.take
    while position < end:
        match = match_line(block, position)
        if match is None:
            _refuse(block, position)
            return None
        if not take(match):
            return None
        position = match.end()
    return lines.mapping()


def _refuse(block: str, position: int) -> None:
    """Raise the fault of a line that has a second colon, if that is what is wrong with it."""
    found = _SECOND_COLON.match(block, position)
    if found is None or resolve(found[1]) != "str" or _GRAVER.search(block):
        return
    if block.count("[") + block.count("{") < _FEW_BRACKETS:
        raise UnreadableError(SECOND_COLON, found.end() - 1)


class _Lines:
    """What the lines so far amount to."""

    __slots__ = ("below", "column", "dash", "items", "names", "open", "pairs")

    def __init__(self) -> None:
        self.pairs: list[Pair] = []
        self.names: set[str] = set()
        # The last key, as long as its value can stand on the lines below it.
        self.open: tuple[str, int, int] | None = None
        # What stands below the open key: a list or keys, all at one column.
        self.items: list[Scalar] = []
        self.below: list[Pair] = []
        self.column = 0
        self.dash = 0

    def take(self, match: re.Match[str]) -> bool:
        """Add one line; return whether its shape is known."""
        indent, key, dash, flow, quoted, plain = match.groups()
        if key is None:
            return dash is None or self._item(match, len(indent))
        if resolve(key) != "str":
            return False
        start, end = match.span(2)
        value: Node | None = None
        if plain is not None:
            value = _plain(match.start(6), plain)
        elif flow is not None:
            value = _flow(match.start(4), flow)
            if value is None:
                return False
        elif quoted is not None:
            value = _quoted(match.start(5), quoted)
        if indent:
            return self._child(Pair(key, start, end, value or _nothing(end), end), indent)
        if self.open:
            self._close()
        if key in self.names:
            return False
        self.names.add(key)
        if value is None:
            self.open = (key, start, end)
        else:
            self.pairs.append(Pair(key, start, end, value, end))
        return True

    def mapping(self) -> Mapping | None:
        """Return the tree, or None when the block holds no key."""
        if self.open:
            self._close()
        return _mapping(self.pairs) if self.pairs else None

    def _item(self, match: re.Match[str], column: int) -> bool:
        """Add an item of a block list."""
        quoted, plain = match.group(5, 6)
        if self.open is None or self.below or (self.items and column != self.column):
            return False
        self.column = column
        if plain is not None:
            self.items.append(_plain(match.start(6), plain))
        elif quoted is not None:
            self.items.append(_quoted(match.start(5), quoted))
        else:
            return False
        if len(self.items) == 1:
            self.dash = match.start(3)
        return True

    def _child(self, pair: Pair, indent: str) -> bool:
        """Add a key below the open one."""
        if self.open is None or self.items or (self.below and len(indent) != self.column):
            return False
        if any(pair.name == other.name for other in self.below):
            return False
        self.column = len(indent)
        self.below.append(pair)
        return True

    def _close(self) -> None:
        """Add the open key with what stands below it."""
        assert self.open is not None
        name, start, end = self.open
        value: Node
        if self.items:
            value = Sequence(self.dash, self.items[-1].end, tuple(self.items), flow=False)
            self.items = []
        elif self.below:
            value = _mapping(self.below)
            self.below = []
        else:
            value = _nothing(end)
        self.pairs.append(Pair(name, start, end, value, end))
        self.open = None


def _mapping(pairs: list[Pair]) -> Mapping:
    return Mapping(pairs[0].start, pairs[-1].value.end, tuple(pairs), flow=False)


def _nothing(colon: int) -> Scalar:
    return Scalar(colon + 1, colon + 1, "", "null")


def _plain(start: int, text: str) -> Scalar:
    text = text.rstrip(" ")
    return Scalar(start, start + len(text), text, resolve(text))


def _quoted(start: int, text: str) -> Scalar:
    return Scalar(start, start + len(text), text[1:-1], "str", text[0])


def _flow(start: int, inner: str) -> Sequence | None:
    """Return the list whose content begins at an offset, or None for an unknown shape."""
    items: list[Scalar] = []
    position, end = 0, len(inner)
    for match in _ITEM.finditer(inner):
        if match.start() != position:
            return None
        position = match.end()
        plain, quoted = match.groups()
        if plain:
            items.append(_plain(start + match.start(1), plain))
        elif quoted:
            items.append(_quoted(start + match.start(2), quoted))
        elif match.group().endswith(","):
            return None
    return (
        Sequence(start - 1, start + end + 1, tuple(items), flow=True) if position == end else None
    )

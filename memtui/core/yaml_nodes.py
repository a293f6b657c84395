"""The nodes of a frontmatter block: what each value says and where its characters stand.

Both parsers build them, the quick one for plain shapes (`yaml_plain`) and the complete one
(`yaml_block`), so what reads or changes a block has one tree to look at. Positions are
character offsets in the block. Nodes are named tuples, not dataclasses: some 200,000 of them are
made when a store of 10,000 files is opened.
"""

import re
from typing import Final, Literal, NamedTuple

Kind = Literal["str", "int", "float", "bool", "null"]
"""What the core schema of YAML 1.2 takes a scalar for."""

Tie = Literal["", "anchor", "alias", "tag"]
"""What binds a value to other places of the block, so that its bytes are not its own."""


class Scalar(NamedTuple):
    """A single value.

    Attributes:
        start: Offset of its first character, quote mark included.
        end: Offset behind its last character; equal to `start` when nothing stands there, which
            is then right behind the colon or the dash.
        text: Its content without quotes and with line folding done.
        kind: What a plain scalar is taken for; ``str`` for one in quotes.
        style: ``""`` for plain, or the character that opens it: one of ``'`` ``"`` ``|`` ``>``.
        tie: What binds it to other places.
    """

    start: int
    end: int
    text: str
    kind: Kind
    style: str = ""
    tie: Tie = ""


class Sequence(NamedTuple):
    """A list.

    Attributes:
        start: Offset of its bracket or of its first dash.
        end: Offset behind its bracket, or behind the last item of a block list.
        items: What it holds.
        flow: Whether it is written in brackets.
        tie: What binds it to other places.
    """

    start: int
    end: int
    items: tuple["Node", ...]
    flow: bool
    tie: Tie = ""


class Pair(NamedTuple):
    """A key and its value.

    Attributes:
        name: The key's text; a key that is no scalar has none.
        start: Offset of the key.
        end: Offset behind the key.
        value: What it holds.
        colon: Offset of the colon; -1 unless it stands right behind the key, which has no
            ``?``, anchor or tag.
        kind: What the key itself is taken for.
    """

    name: str
    start: int
    end: int
    value: "Node"
    colon: int
    kind: Kind = "str"


class Mapping(NamedTuple):
    """Keys with values.

    Attributes:
        start: Offset of its brace or of its first key.
        end: Offset behind its brace, or behind the last value of a block mapping.
        pairs: In the order of the block.
        flow: Whether it is written in braces (or stands as one pair within brackets).
        tie: What binds it to other places.
    """

    start: int
    end: int
    pairs: tuple[Pair, ...]
    flow: bool
    tie: Tie = ""

    def find(self, name: str) -> Pair | None:
        """Return the pair of a key that stands in this mapping itself."""
        for pair in self.pairs:
            if pair.name == name and pair.kind == "str":
                return pair
        return None


Node = Scalar | Sequence | Mapping


class UnreadableError(Exception):
    """A block that YAML cannot read.

    Attributes:
        at: Offset in the block of the place to mend.
        reason: Why, for a person.
    """

    def __init__(self, reason: str, at: int) -> None:
        super().__init__(reason)
        self.at = at
        self.reason = reason


# The core schema of YAML 1.2 (https://yaml.org/spec/1.2.2/#1032-tag-resolution).
_CORE: Final = re.compile(
    r"(?P<null>null|Null|NULL|~)|(?P<bool>true|True|TRUE|false|False|FALSE)"
    r"|(?P<int>[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)"
    r"|(?P<float>[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))"
)
_CORE_FIRST: Final = frozenset("-+.0123456789nNtTfF~")
_KINDS: Final[dict[str | None, Kind]] = {
    None: "str",
    "null": "null",
    "bool": "bool",
    "int": "int",
    "float": "float",
}
_LONGEST: Final = 60
# Python refuses to turn thousands of digits into a number; nobody counts that far.
_LONGEST_NUMBER: Final = 400


def resolve(text: str) -> Kind:
    """Return what a plain scalar is taken for."""
    if not text:
        return "null"
    if text[0] not in _CORE_FIRST:
        return "str"
    match = _CORE.fullmatch(text)
    return _KINDS[match.lastgroup] if match else "str"


def number(text: str) -> int | float | None:
    """Return the number that a scalar's text stands for, or None for any other text."""
    match = _CORE.fullmatch(text) if len(text) <= _LONGEST_NUMBER else None
    kind = match.lastgroup if match else None
    if kind == "int":
        base = {"0o": 8, "0x": 16}.get(text[:2], 10)
        return int(text, base)
    if kind == "float":
        return float(text.lower().replace(".inf", "inf").replace(".nan", "nan"))
    return None


def brief(text: str) -> str:
    """Return a text of the file as a message names it: in quotes, on one line, cut if long."""
    line = " ".join(text.splitlines())
    return f"“{line}”" if len(line) <= _LONGEST else f"“{line[: _LONGEST - 1]}…”"

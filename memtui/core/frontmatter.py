"""A memory's text as frontmatter block and body, and the block as a YAML parser takes it."""

import math
import re
from dataclasses import dataclass
from typing import Final

from memtui.core import yaml_plain
from memtui.core.metadata import COUNTERS, Metadata, UsageStats
from memtui.core.yaml_nodes import Mapping, Node, Scalar, Sequence, UnreadableError, brief, number

BOM: Final = "\ufeff"
"""A byte-order mark, which may stand at the start of a text and is no part of it."""

_OPENING: Final = re.compile(r"\ufeff?---[ \t]*(?:\r\n?|\n)")
_CLOSING: Final = re.compile(r"---(?<=[\r\n]---)[ \t]*(?:\r\n?|\n|\Z)")
_LINE_END: Final = re.compile(r"\r\n?|\n")


@dataclass(frozen=True, slots=True)
class Parts:
    """A text in four pieces, which concatenate to it.

    Attributes:
        opening: A byte-order mark, if there is one, and the first ``---`` line.
        block: What stands between the two ``---`` lines, its last line end included.
        closing: The second ``---`` line, its line end (if it has one) included.
        body: The rest; the whole text when there is no block, the other pieces being empty.
    """

    opening: str
    block: str
    closing: str
    body: str

    @property
    def has_block(self) -> bool:
        """Whether the text begins with a block that is closed."""
        return bool(self.closing)

    def line(self, offset: int) -> int:
        """Return the line in the text, from 1, of an offset in the block."""
        # The opening is one line.
        return 2 + len(_LINE_END.findall(self.block, 0, offset))


@dataclass(frozen=True, slots=True)
class BadBlock:
    """Why a block gives no values.

    Attributes:
        line: Line of the text where it is mended by hand, from 1.
        reason: For a person, without the line.
    """

    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class Oddity:
    """A value that was converted, or for which a default stands.

    Attributes:
        key: One of `metadata.KEYS`, or ``usageStats`` where that is no map.
        line: Line of the text, from 1.
        message: What it is and what it was taken for, without the key.
    """

    key: str
    line: int
    message: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text says.

    Attributes:
        metadata: The values, with defaults where the block has none.
        body: What stands behind the block, unaltered.
        bad: Why the block gives no values, or None for a sound block (or none at all).
        oddities: Values that were converted or could not be taken, in the order of the block.
    """

    metadata: Metadata
    body: str
    bad: BadBlock | None = None
    oddities: tuple[Oddity, ...] = ()


def split(text: str) -> Parts:
    """Return a text's frontmatter block and body.

    The block begins at the first character (a byte-order mark may stand before it) and ends at
    the first ``---`` line behind it; ``...`` does not close it. One that is never closed is none.
    """
    opening = _OPENING.match(text)
    closing = _CLOSING.search(text, opening.end()) if opening else None
    if opening is None or closing is None:
        return Parts("", "", "", text)
    start, end = opening.end(), closing.start()
    return Parts(text[:start], text[start:end], closing.group(), text[closing.end() :])


def read(text: str) -> Reading:
    """Return what a text says, as a parser of YAML 1.2 takes it.

    Nothing raises: what cannot be taken is a default, and the reading says so.
    """
    parts = split(text)
    metadata = _at_once(parts.block)
    return Reading(metadata, parts.body) if metadata else read_parts(parts)[0]


def read_parts(parts: Parts) -> tuple[Reading, Mapping | None]:
    """Return what a text says together with the tree of its block.

    Returns:
        The reading, and the tree of a sound block that is not empty.
    """
    if not parts.block:
        return Reading(Metadata(), parts.body), None
    try:
        root = tree(parts.block)
    except UnreadableError as error:
        bad = BadBlock(parts.line(error.at), error.reason)
        return Reading(Metadata(), parts.body, bad), None
    if root is None:
        return Reading(Metadata(), parts.body), None
    reader = _Reader(parts)
    metadata = reader.metadata(root)
    return Reading(metadata, parts.body, None, tuple(reader.oddities)), root


def tree(block: str) -> Mapping | None:
    """Return the tree of a block, None for one that holds no key.

    Raises:
        UnreadableError: YAML cannot read it, or it is no map.
    """
    root: Node | None = yaml_plain.parse(block)
    if root is None:
        # The complete parser is not needed for most stores, and slow to import.
        from memtui.core import yaml_block

        root = yaml_block.parse(block)
    if root is None or isinstance(root, Mapping):
        return root
    raise UnreadableError("text between two “---” lines that is no list of keys", root.start)


# The plain shape as memtui and Automaker write it, with nothing in it that YAML could take for
# something else than text: a tenth of the time that the tree takes, for nearly every file.
_WORD: Final = r"[A-Za-z][A-Za-z0-9_./]*(?:[ -]+[A-Za-z0-9_./]+)*"
_WORDS: Final = rf"\[((?:{_WORD}(?:, {_WORD})*)?)\]\r?\n"
_AT_ONCE: Final = re.compile(
    rf"tags: {_WORDS}"
    r"summary: ([A-Za-z](?:[\w()+/.,;]++|[ '’–-](?=[\w(]))*+)\r?\n"
    rf"relevantTo: {_WORDS}importance: (0(?:\.[0-9]+)?|1)\r?\nrelatedFiles: {_WORDS}"
    r"usageStats:\r?\n"
    r"  loaded: ([0-9]{1,15})\r?\n  referenced: ([0-9]{1,15})\r?\n"
    r"  successfulFeatures: ([0-9]{1,15})\r?\n"
)
_NOT_TEXT: Final = frozenset(
    ("null", "Null", "NULL", "true", "True", "TRUE", "false", "False", "FALSE")
)


def _at_once(block: str) -> Metadata | None:
    """Return the values of a block in the plain shape, None where a parser must look."""
    match = _AT_ONCE.fullmatch(block)
    if match is None:
        return None
    tags, summary, relevant_to, importance, related_files, *counters = match.groups()
    lists = [
        tuple(words.split(", ")) if words else () for words in (tags, relevant_to, related_files)
    ]
    if summary in _NOT_TEXT or not all(map(_NOT_TEXT.isdisjoint, lists)):
        return None
    stats = UsageStats(*map(int, counters))
    return Metadata(lists[0], lists[1], summary, float(importance), lists[2], stats)


class _Reader:
    """Takes the values out of a tree, and notes what is odd about them."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.oddities: list[Oddity] = []

    def metadata(self, root: Mapping) -> Metadata:
        """Return the values of a block."""
        values = _values(root)
        return Metadata(
            tags=self._list("tags", values),
            relevant_to=self._list("relevantTo", values),
            summary=self._summary(values.get("summary")),
            importance=self._importance(values.get("importance")),
            related_files=self._list("relatedFiles", values),
            usage_stats=self._usage_stats(values.get("usageStats")),
        )

    def _note(self, key: str, node: Node, message: str) -> None:
        self.oddities.append(Oddity(key, self.parts.line(node.start), message))

    def _list(self, key: str, values: dict[str, Node]) -> tuple[str, ...]:
        node = values.get(key)
        if node is None:
            return ()
        if isinstance(node, Sequence):
            return tuple(text for item in node.items if (text := self._item(key, item)) is not None)
        if isinstance(node, Scalar) and node.kind == "str":
            self._note(key, node, "a text where a list is due: taken as its one item")
            return (node.text,)
        self._note(key, node, f"{_what(node)} where a list is due: taken as an empty list")
        return ()

    def _item(self, key: str, node: Node) -> str | None:
        """Return an item's text, or None for one that is dropped."""
        if not isinstance(node, Scalar):
            self._note(key, node, f"{_what(node)} as an item: left out")
            return None
        return self._text(key, node, "an item")

    def _text(self, key: str, node: Scalar, place: str) -> str:
        if node.kind == "str":
            return node.text
        if node.kind == "null":
            self._note(key, node, f"nothing as {place}: taken as empty")
            return ""
        self._note(key, node, f"{_what(node)} as {place}: taken as the text {brief(node.text)}")
        return node.text

    def _summary(self, node: Node | None) -> str:
        if node is None:
            return ""
        if isinstance(node, Scalar):
            return self._text("summary", node, "the summary")
        self._note("summary", node, f"{_what(node)} as the summary: taken as empty")
        return ""

    def _importance(self, node: Node | None) -> float:
        if node is None:
            return 0.5
        value = self._number("importance", node)
        if value is None or math.isnan(value):
            self._note("importance", node, f"{_what(node)} is no number: taken as 0.5")
            return 0.5
        if not 0 <= value <= 1:
            self._note("importance", node, f"{_what(node)} is not within 0 to 1: cut to that")
        return float(min(max(value, 0), 1))

    def _usage_stats(self, node: Node | None) -> UsageStats:
        if node is None:
            return UsageStats()
        if not isinstance(node, Mapping):
            self._note("usageStats", node, f"{_what(node)} where counters are due: taken as 0")
            return UsageStats()
        values = _values(node)
        return UsageStats(*(self._counter(f"usageStats.{n}", values.get(n)) for n in COUNTERS))

    def _counter(self, key: str, node: Node | None) -> int:
        if node is None:
            return 0
        value = self._number(key, node)
        if isinstance(value, float) and value.is_integer():
            self._note(key, node, f"{_what(node)} is no plain counter: taken as {value:.0f}")
            value = int(value)
        if not isinstance(value, int) or value < 0:
            self._note(key, node, f"{_what(node)} is no whole number of 0 or more: taken as 0")
            return 0
        return value

    def _number(self, key: str, node: Node) -> int | float | None:
        """Return the number that a value stands for, whether in quotes or not."""
        if not isinstance(node, Scalar) or node.kind in ("null", "bool"):
            return None
        value = number(node.text if node.kind != "str" else node.text.strip())
        if value is not None and node.kind == "str":
            self._note(key, node, "a number in quotes: taken as the number")
        return value


def _values(mapping: Mapping) -> dict[str, Node]:
    """Return the values by key, those that merge keys (``<<``) bring in included."""
    values: dict[str, Node] = {}
    for pair in mapping.pairs:
        if pair.kind == "str":
            values[pair.name] = pair.value
    merged = values.get("<<")
    if merged is not None:
        for source in merged.items if isinstance(merged, Sequence) else (merged,):
            if isinstance(source, Mapping):
                values = _values(source) | values
    return values


def _what(node: Node) -> str:
    """Return a node's kind for a person."""
    if isinstance(node, Sequence):
        return "a list"
    if isinstance(node, Mapping):
        return "a map"
    names = {"int": "the number", "float": "the number", "bool": "the truth value"}
    if node.kind == "null":
        return "nothing"
    return f"{names.get(node.kind, 'the text')} {brief(node.text)}"

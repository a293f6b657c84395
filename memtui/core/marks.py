"""What Automaker does not read as YAML says it, and what its next loads erase or damage.

Nothing here guesses: both readers read the text, Automaker's rewrite is computed twice, and what
differs is said. The shape of the block only helps to say why.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from memtui.core import automaker, frontmatter, patch
from memtui.core.frontmatter import Parts, Reading
from memtui.core.metadata import COUNTERS, KEYS, LISTS, Metadata, Value
from memtui.core.patch.values import spell_number
from memtui.core.yaml_nodes import Mapping, Node, Pair, Scalar, Sequence, brief
from memtui.errors import CannotPatch

Kind = Literal["unread", "erased", "odd", "bad"]

_KNOWN: Final = frozenset(key.partition(".")[0] for key in KEYS)
_COMMENT: Final = re.compile(r"\#[^\r\n]*")
_UNCLOSED: Final = re.compile(
    r"\ufeff?---[ \t]*(?:\r\n?|\n)(?:[^\r\n]*(?:\r\n?|\n))*?"
    r"(?:tags|summary|relevantTo|importance|relatedFiles|usageStats):"
)
_LINE_END: Final = re.compile(r"\r\n?|\n")
_BREAK: Final = re.compile("[\r\n\u2028\u2029]")
_MOST: Final = 5
_LOADED: Final = "usageStats.loaded"
# The lines on which Automaker writes values.
_WRITTEN: Final = dict(zip((2, 3, 4, 5, 6, 8, 9, 10), KEYS, strict=True))
_SECOND: Final = "it reads the defaults and puts a second block on top at its next load"
_TAKEN: Final = (
    "Automaker takes everything up to line {} for its block and keeps only what it reads there"
)


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing that a person should know about a file's frontmatter.

    Attributes:
        key: The field, one of `metadata.KEYS`; ``""`` for comments, unknown keys and the block.
        line: Line of the text, from 1.
        kind: ``unread``: Automaker reads something else than YAML says. ``erased``: its next
            loads erase or change it. ``odd``: a value was converted or taken as a default.
            ``bad``: YAML cannot read the block.
        message: One line, which holds text of the file as it is.
        fixable: Whether `patch.one_line` mends it.
    """

    key: str
    line: int
    kind: Kind
    message: str
    fixable: bool


@dataclass(frozen=True, slots=True)
class _File:
    """A text as both readers take it."""

    text: str
    parts: Parts
    reading: Reading
    root: Mapping | None
    seen: Metadata
    """What Automaker reads."""
    body: str
    """What Automaker takes for the body."""

    @property
    def blind(self) -> bool:
        """Whether Automaker sees no block at all."""
        return self.body == self.text

    @property
    def unclosed(self) -> bool:
        """Whether the text begins like a block that no line closes."""
        return not self.parts.has_block and bool(_UNCLOSED.match(self.text))

    @property
    def head(self) -> str:
        """The block with its two ``---`` lines."""
        return f"{self.parts.opening}{self.parts.block}{self.parts.closing}"

    def pair(self, key: str) -> Pair | None:
        """Return where a field stands."""
        top, _, counter = key.partition(".")
        pair = self.root.find(top) if self.root else None
        if counter and pair:
            return pair.value.find(counter) if isinstance(pair.value, Mapping) else None
        return pair

    def line(self, key: str) -> int:
        """Return the line of a field, 1 where it is missing."""
        pair = self.pair(key)
        return self.parts.line(pair.start) if pair else 1


def marks(text: str, *, name: str = "") -> tuple[Mark, ...]:
    """Return what Automaker would not read, or would erase or damage at its next loads.

    Args:
        text: The whole text of a memory file.
        name: The file's name without its ending, which a fix may take for an empty summary.

    Returns:
        In the order: the block as a whole, fields, oddities, comments and unknown keys.
    """
    if _is_as_automaker_writes(text):
        return ()
    return tuple(
        Mark(key, line, kind, message, bool(key) and _mends(text, key, kind, name))
        for key, line, kind, message in _found(text)
    )


def _is_as_automaker_writes(text: str) -> bool:
    """Return whether a rewrite gives the same text and both readers read the same in it.

    That is so for nearly every file of a store, and takes a sixth of the time of a closer look:
    a load then changes no more than the digits of one counter.
    """
    seen, body = automaker.read(text)
    reading = frontmatter.read(text)
    same = reading.metadata == seen and not reading.bad and not reading.oddities
    return same and automaker.write(seen, body) == text


_Finding = tuple[str, int, Kind, str]


def _found(text: str) -> Iterator[_Finding]:
    parts = frontmatter.split(text)
    reading, root = frontmatter.read_parts(parts)
    file = _File(text, parts, reading, root, *automaker.read(text))
    yield from _block(file)
    told: set[str] = set()
    if not (reading.bad or file.unclosed or (file.blind and parts.has_block)):
        for finding in _fields(file):
            told.add(finding[0])
            yield finding
    for oddity in reading.oddities:
        if oddity.key in KEYS and oddity.key not in told:
            yield oddity.key, oddity.line, "odd", f"{oddity.key}: {oddity.message}"
        elif oddity.key not in KEYS:
            yield "", oddity.line, "odd", f"{oddity.key}: {oddity.message}"
    if not file.blind and not reading.bad:
        yield from _leftovers(file)


def _mends(text: str, key: str, kind: Kind, name: str) -> bool:
    """Return whether writing a field on one line takes a mark away."""
    try:
        mended = patch.one_line(text, key, name=name)
    except CannotPatch:
        return False
    return not any(mark[0] == key and mark[2] == kind for mark in _found(mended))


def _block(file: _File) -> Iterator[_Finding]:
    """Return what is to be said about the block as a whole."""
    parts, text = file.parts, file.text
    bad = file.reading.bad
    if bad:
        yield "", bad.line, "bad", f"YAML cannot read the block: {bad.reason}"
    if file.blind:
        if parts.has_block:
            yield "", 1, "unread", f"Automaker sees no block here ({_why_blind(file)}): {_SECOND}"
        elif file.unclosed:
            yield "", 1, "unread", f"no “---” line closes the block, so it is body: {_SECOND}"
        elif automaker.read(automaker.forecast(text))[1] != text:
            yield "", 1, "erased", "the blank lines at the top go at Automaker's second load"
        return
    head = text[: len(text) - len(file.body)]
    last = len(_LINE_END.findall(head))
    swallowed = head[len(file.head) :]
    if len(head) < len(file.head):
        yield "", last, "unread", f"Automaker takes line {last} for the end of the block"
    elif bad or swallowed.strip():
        yield "", 1, "erased", _TAKEN.format(last)
    elif swallowed:
        yield "", last, "erased", "the blank lines behind the block go at Automaker's next load"
    if "\r" in file.head:
        mixed = ", above a body with CRLF" if "\r\n" in parts.body else ""
        yield "", 1, "erased", f"Automaker's next load writes the block with LF{mixed}"


def _why_blind(file: _File) -> str:
    if file.text.startswith("\ufeff"):
        return "a byte-order mark stands before it"
    if file.parts.closing.rstrip(" \t") == "---":
        return "its last “---” has no line feed behind it"
    return "its “---” lines do not end in line feeds"


def _fields(file: _File) -> Iterator[_Finding]:
    """Return what is to be said about each field."""
    told = set()
    for key in KEYS:
        said, seen = file.reading.metadata.value(key), file.seen.value(key)
        if said != seen:
            told.add(key)
            yield key, file.line(key), "unread", _unread(file, key, said, seen)
    text = file.text
    for loads, when in ((1, "its next load"), (2, "two more loads")):
        text = automaker.forecast(text)
        later = automaker.read(text)[0]
        reading = frontmatter.read(text)
        for key in KEYS:
            if key in told:
                continue
            value = _expected(file, key, loads)
            message = ""
            if later.value(key) != value:
                message = _changed(key, value, later.value(key), when)
            elif reading.bad and key == _WRITTEN.get(reading.bad.line):
                name = key.rpartition(".")[2]
                message = f"{name}: after {when} of Automaker YAML cannot read the block"
            elif not reading.bad and reading.metadata.value(key) != value:
                taken = _shown(reading.metadata.value(key))
                message = f"after {when} of Automaker YAML reads {taken}, not {_shown(value)}"
            if message:
                told.add(key)
                yield key, file.line(key), "erased", message


def _expected(file: _File, key: str, loads: int) -> Value:
    """Return what a field should say after a number of loads."""
    value = file.seen.value(key)
    return value + loads if key == _LOADED and isinstance(value, int) else value


def _unread(file: _File, key: str, said: Value, seen: Value) -> str:
    """Return what Automaker reads instead of a value, and why."""
    name = key.rpartition(".")[2]
    why = _why_unread(file, key, said)
    return (
        f"Automaker reads {_shown(seen)} for {name}, not {_shown(said)}, and writes that at its"
        f" next load{why and ': '}{why}"
    )


def _why_unread(file: _File, key: str, said: Value) -> str:
    pair, block = file.pair(key), file.parts.block
    word = f"{key.rpartition('.')[2]}:"
    hit = _hit(file, key, word)
    if hit >= 0 and not (pair and pair.start <= hit < pair.value.end):
        return f"it takes line {file.parts.line(hit)}, where “{word}” stands first"
    if pair is None:
        return ""
    node = pair.value
    if said == "":
        return "an empty summary takes the next line's text"
    if key in LISTS and (not _is_flow(node) or _LINE_END.search(block, node.start, node.end)):
        return "it knows a list only in brackets on one line"
    if hit < 0:
        return f"it looks for “{word}” and digits" if key not in LISTS else f"it looks for “{word}”"
    return _why_scalar(block, node) if isinstance(node, Scalar) else _TEARS


_TEARS: Final = "it splits at every comma, ends at the first “]” and drops quote marks"


def _is_flow(node: Node) -> bool:
    return isinstance(node, Sequence) and node.flow


def _why_scalar(block: str, node: Scalar) -> str:
    """Return what about a scalar Automaker does not know."""
    if node.tie:
        return "it knows no anchors, aliases and tags"
    if node.style in ("|", ">"):
        return "it knows no folded or literal text"
    if _BREAK.search(block, node.start, node.end):
        return "it reads one line only"
    if node.kind in ("int", "float"):
        return "it reads digits and a dot, no sign and no exponent"
    if _COMMENT.match(block[node.end :].lstrip(" \t")):
        return "it knows no comments"
    return "it knows no escapes, and drops a quote mark at each end"


def _hit(file: _File, key: str, word: str) -> int:
    """Return where in the block Automaker's value of a key comes from, -1 for nowhere."""
    block = file.parts.block
    seen = file.seen.value(key)
    at = block.find(word)
    while at >= 0:
        behind = at + len(word)
        if _read_from(block, at, key) == seen != _read_from(block, behind, key):
            return at
        at = block.find(word, behind)
    return -1


def _read_from(block: str, at: int, key: str) -> Value:
    return automaker.read(f"---\n{block[at:]}\n---\n")[0].value(key)


def _changed(key: str, value: Value, later: Value, when: str) -> str:
    """Return how a value that Automaker reads well is damaged by its rewrites."""
    name = key.rpartition(".")[2]
    if value == "":
        return f"the summary is empty: after {when} Automaker takes the next line's text for it"
    if '"' in str(value) and "\\" in str(later):
        return f"{name}: each load of Automaker puts one more backslash before a double quote"
    return f"after {when} Automaker reads {_shown(later)} for {name}, not {_shown(value)}"


def _leftovers(file: _File) -> Iterator[_Finding]:
    """Return what of the block Automaker does not write again."""
    block, root = file.parts.block, file.root
    # A comment behind the summary becomes part of it.
    lost = [at for at, comment in comments(block, root) if comment not in file.seen.summary]
    if lost:
        many = f"{len(lost)} comments go" if len(lost) > 1 else "the comment goes"
        yield "", file.parts.line(lost[0]), "erased", f"{many} at Automaker's next load"
    stats = root.find("usageStats") if root else None
    inner = stats.value.pairs if stats and isinstance(stats.value, Mapping) else ()
    unknown = [pair for pair in (root.pairs if root else ()) if pair.name not in _KNOWN]
    unknown += [pair for pair in inner if pair.name not in COUNTERS]
    for pair in unknown:
        message = f"the key {brief(pair.name)} goes at Automaker's next load"
        yield "", file.parts.line(pair.start), "erased", message


def comments(block: str, root: Mapping | None) -> Iterator[tuple[int, str]]:
    """Yield the comments of a block with their offsets: a ``#`` outside of every key and value.

    Args:
        block: What stands between the ``---`` lines.
        root: Its tree, None when it holds no key.
    """
    at = 0
    for start, end in (*sorted(_spans(root) if root else ()), (len(block), len(block))):
        for match in _COMMENT.finditer(block, at, max(at, start)):
            yield match.start(), match.group()
        at = max(at, end)


def _spans(node: Node) -> Iterator[tuple[int, int]]:
    """Return where keys and values stand."""
    if isinstance(node, Scalar) or node.tie == "alias":
        yield node.start, node.end
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _spans(item)
    else:
        for pair in node.pairs:
            yield pair.start, pair.end
            yield from _spans(pair.value)


def _shown(value: Value) -> str:
    """Return a value as a message names it."""
    if isinstance(value, tuple):
        items = [brief(item) for item in value[:_MOST]]
        return ", ".join(items + ["…"] * (len(value) > _MOST)) or "no items"
    if isinstance(value, str):
        return brief(value) if value else "nothing"
    return "no number" if value != value else spell_number(value)

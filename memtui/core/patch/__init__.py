"""Replacing one frontmatter value, and no other byte.

A value is replaced at the place the parser gives; nothing is ever dumped. Whatever comes out is
read again before it is accepted: the key has exactly the value that was asked for, every other
key, known or not, has the value it had, and the body is the same.
"""

import re
from typing import Final

from memtui.core import automaker, frontmatter
from memtui.core.frontmatter import BOM, Parts, Reading
from memtui.core.metadata import COUNTERS, KEYS, Metadata, Value
from memtui.core.newlines import dominant
from memtui.core.patch import blocks
from memtui.core.patch.text import UnpatchableError
from memtui.core.patch.values import CONTROL, TORN, check, parse, plain_lines
from memtui.core.yaml_nodes import Mapping, Node, Scalar, Sequence, brief
from memtui.errors import CannotPatch

__all__ = ["check", "one_line", "parse", "plain_block", "replace", "without_added"]

_TITLE: Final = re.compile(r" {0,3}#[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*")
_FENCE: Final = re.compile(r" {0,3}(?:```|~~~)")
_LINE_ENDS: Final = re.compile(r"\s*[\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]\s*")


def replace(text: str, key: str, value: Value, *, name: str = "") -> str:
    """Return a text in which one frontmatter key has another value and every other byte stays.

    Where the key, the counters or the whole block are missing they are added in the plain shape,
    in the block's own line ending and indentation. A text that says the value already comes back
    as it is.

    Args:
        text: The whole text of a memory file.
        key: One of `metadata.KEYS`.
        value: A tuple of texts for a list, else a text or number.
        name: The file's name without its ending: the summary of a block that is added, when the
            body has no title.

    Raises:
        BadValue: The key cannot take that value.
        CannotPatch: The block is one that only a person can mend.
    """
    parts = frontmatter.split(text)
    reading, root = frontmatter.read_parts(parts)
    held = reading.metadata.value(key) if key in KEYS else None
    check(key, value, known=held if isinstance(held, tuple) else ())
    if reading.bad:
        raise CannotPatch(reading.bad.reason, reading.bad.line)
    if held == value and not _odd(reading, key):
        return text
    if root is None:
        return _with_first_block(parts, key, value, name)
    try:
        for block in blocks.with_value(parts.block, root, key, value, _newline(parts)):
            new = f"{parts.opening}{block}{parts.closing}{parts.body}"
            if _verified(new, key, value, (parts, reading, root)):
                return new
    except UnpatchableError as error:
        raise CannotPatch(error.reason, parts.line(error.at)) from error
    raise CannotPatch(f"no change of “{key}” reads back as it should", _line(parts, root, key))


def without_added(text: str, base: str, *, name: str = "") -> str:
    """Return a text without the block that was added to it, once that says nothing of its own.

    Args:
        text: The edited text.
        base: What it was made from; only where this has no block one can have been added.
        name: The file's name without its ending, as for `replace`.

    Returns:
        The text's body where the block is to the byte what `replace` adds around a value, and
        holds the defaults and a summary that nobody typed; else the text as it is.
    """
    parts = frontmatter.split(text)
    if not parts.has_block or frontmatter.split(base).has_block:
        return text
    summary = frontmatter.read_parts(parts)[0].metadata.summary
    mark = BOM if parts.opening.startswith(BOM) else ""
    added = mark + plain_block(Metadata(summary=summary), _newline(parts))
    bare = mark + parts.body
    if added + parts.body != text or frontmatter.split(bare).has_block:
        return text
    return bare if summary in (_title(base) or name, _title(parts.body) or name) else text


def plain_block(metadata: Metadata, newline: str = "\n") -> str:
    """Return a whole block in the plain shape, both ``---`` lines included.

    Args:
        metadata: Its values. The caller gives a summary: Automaker takes the next line's text
            for an empty one. NaN as importance is written as 0.5.
        newline: The line end of every line.
    """
    values = {key: metadata.value(key) for key in KEYS}
    if metadata.importance != metadata.importance:
        values["importance"] = 0.5
    return "".join(f"{line}{newline}" for line in ("---", *plain_lines(values), "---"))


def one_line(text: str, key: str, *, name: str = "") -> str:
    """Return a text in which one field stands on one line, as Automaker reads it.

    Only the field's bytes change, from its key to the end of its value; a comment behind it
    stays unless Automaker would read it too. A missing field is added; an empty summary becomes
    the body's title.

    Args:
        text: The whole text of a memory file.
        key: One of `metadata.KEYS`.
        name: The file's name without its ending: the summary when the body has no title.

    Raises:
        CannotPatch: Nothing that can be written there would make Automaker read what YAML reads;
            the reason says why.
    """
    parts = frontmatter.split(text)
    reading, root = frontmatter.read_parts(parts)
    if reading.bad:
        raise CannotPatch(reading.bad.reason, reading.bad.line)
    value = reading.metadata.value(key)
    if isinstance(value, str):
        value = _LINE_ENDS.sub(" ", value).strip() or _title(parts.body) or name
        if not value:
            raise CannotPatch(
                "the summary is empty and there is no title to take", _line(parts, root, key)
            )
    if root is None:
        new = _with_first_block(parts, key, value, name)
        if automaker.read(new)[0].value(key) == value:
            return new
        raise _unreadable(frontmatter.split(new), None, key, value)
    try:
        for block in blocks.in_one_line(parts.block, root, key, value, _newline(parts)):
            new = f"{parts.opening}{block}{parts.closing}{parts.body}"
            sound = _verified(new, key, value, (parts, reading, root))
            if sound and automaker.read(new)[0].value(key) == value:
                return new
    except UnpatchableError as error:
        raise CannotPatch(error.reason, parts.line(error.at)) from error
    raise _unreadable(parts, root, key, value)


def _newline(parts: Parts) -> str:
    """Return the line end of the opening ``---`` line."""
    return parts.opening.lstrip(f"{BOM}- \t")


def _line(parts: Parts, root: Mapping | None, key: str) -> int:
    """Return the line of a key in the text; the first where it is missing."""
    pair = root.find(key.partition(".")[0]) if root else None
    if pair and "." in key and isinstance(pair.value, Mapping):
        pair = pair.value.find(key.partition(".")[2]) or pair
    return parts.line(pair.start) if pair else 1


def _odd(reading: Reading, key: str) -> int:
    """Return how many oddities a reading notes about a key."""
    names = (key, key.partition(".")[0])
    return sum(oddity.key in names for oddity in reading.oddities)


def _verified(
    text: str, key: str, value: Value, old: tuple[Parts, Reading, Mapping | None]
) -> bool:
    """Return whether a new text differs from the old one in the value of one key only."""
    old_parts, old_reading, old_root = old
    parts = frontmatter.split(text)
    reading, root = frontmatter.read_parts(parts)
    if reading.bad or root is None or parts.body != old_parts.body:
        return False
    if reading.metadata.value(key) != value or _odd(reading, key) > _odd(old_reading, key):
        return False
    for other in KEYS:
        if other != key and reading.metadata.value(other) != old_reading.metadata.value(other):
            return False
    return old_root is None or _others(root, parts.block, key) == _others(
        old_root, old_parts.block, key
    )


def _others(root: Mapping, block: str, key: str) -> list[object]:
    """Return what a block says apart from one key, for comparison."""
    top, _, counter = key.partition(".")
    said = [(pair.name, pair.kind, _said(pair.value, block)) for pair in root.pairs]
    others: list[object] = [pair for pair in said if pair[0] != top]
    stats = root.find(top)
    if counter and stats and isinstance(stats.value, Mapping):
        # The known counters are compared as values: a missing one is added with the others.
        inner = (pair for pair in stats.value.pairs if pair.name not in COUNTERS)
        others.extend((pair.name, pair.kind, _said(pair.value, block)) for pair in inner)
    return others


def _said(node: Node, block: str) -> object:
    """Return what a node says, apart from where it stands."""
    if node.tie == "alias":
        return ("alias", block[node.start : node.end])
    if isinstance(node, Scalar):
        return (node.tie, node.kind, node.text)
    if isinstance(node, Sequence):
        return (node.tie, [_said(item, block) for item in node.items])
    return (node.tie, [(pair.name, pair.kind, _said(pair.value, block)) for pair in node.pairs])


def _with_first_block(parts: Parts, key: str, value: Value, name: str) -> str:
    """Return a text that gets its first block; one that has an empty block gets it filled."""
    defaults = Metadata()
    values = {other: defaults.value(other) for other in KEYS}
    values["summary"] = _title(parts.body) or name
    values[key] = value
    body = parts.body
    if parts.has_block:
        newline = _newline(parts)
        lines = "".join(f"{line}{newline}" for line in plain_lines(values))
        new = f"{parts.opening}{lines}{parts.block}{parts.closing}{body}"
    else:
        newline = dominant(body)
        mark = BOM if body.startswith(BOM) else ""
        body = body.removeprefix(BOM)
        lines = "".join(f"{line}{newline}" for line in ("---", *plain_lines(values), "---"))
        new = f"{mark}{lines}{body}"
    reading = frontmatter.read(new)
    said = {other: reading.metadata.value(other) for other in KEYS}
    if said != values or reading.body != body:
        raise CannotPatch("a block put here does not read back as it should", 1)
    return new


def _title(body: str) -> str:
    """Return the text of the first level-1 heading outside code fences, or nothing."""
    fenced = False
    for line in body.removeprefix(BOM).splitlines():
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced and (match := _TITLE.fullmatch(line)) and match[1]:
            return CONTROL.sub(" ", match[1]).strip()
    return ""


def _unreadable(parts: Parts, root: Mapping | None, key: str, value: Value) -> CannotPatch:
    """Return why Automaker does not read a field whatever is written there."""
    line = _line(parts, root, key)
    text = f"{parts.opening}{parts.block}{parts.closing}"
    if automaker.read(text)[1] == text:
        return CannotPatch(
            "Automaker sees no block here: a byte-order mark, or a last line without an end",
            line,
        )
    for item in value if isinstance(value, tuple) else ():
        if not item:
            return CannotPatch("an empty item, which Automaker drops", line)
        mark = next((mark for mark in TORN if mark in item), "")
        if mark:
            return CannotPatch(
                f"{brief(item)} holds {TORN[mark]}, which Automaker would tear apart or drop", line
            )
    word = f"{key.rpartition('.')[2]}:"
    first = parts.block.find(word)
    first_line = parts.line(first)
    if first >= 0 and first_line < line:
        return CannotPatch(
            f"“{word}” stands earlier too, and Automaker takes the first it finds", first_line
        )
    return CannotPatch("there is no way to write it on one line that Automaker reads back", line)

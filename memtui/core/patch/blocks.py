"""The blocks that come out when a value is put in its place."""

import re
from collections.abc import Iterator
from typing import Final

from memtui.core.metadata import COUNTERS, Value
from memtui.core.patch import lists
from memtui.core.patch.text import (
    TIED,
    UnpatchableError,
    line_end,
    line_start,
    newline_before,
    next_line,
    splice,
)
from memtui.core.patch.values import Place, counter_lines, spell_list, spell_value
from memtui.core.yaml_nodes import Mapping, Pair, Scalar, Sequence, brief

_COMMENT: Final = re.compile(r"[ \t]+\#[^\r\n]*")
_ODD_KEY: Final = "the key {} is written with “?”, an anchor or a tag"
_ORDER: Final = ("tags", "summary", "relevantTo", "importance", "relatedFiles", "usageStats")


def with_value(block: str, root: Mapping, key: str, value: Value, newline: str) -> Iterator[str]:
    """Return the blocks in which a key has a value, the most natural one first.

    They differ in where a line is added; whether one reads as it should is for the caller to see.

    Args:
        block: What stands between the ``---`` lines.
        root: Its tree.
        key: A frontmatter key, dotted for the counters.
        value: What it is to hold.
        newline: The line end of the opening ``---`` line.

    Raises:
        UnpatchableError: The shape is none whose bytes can be replaced safely.
    """
    top, _, counter = key.partition(".")
    pair = root.find(top)
    if counter:
        yield from _with_counter(block, root, counter, value, newline)
    elif pair is None:
        place: Place = "flow" if root.flow else "value"
        line = f"{key}: {spell_value(value, place)}"
        yield from _added(block, root, _ORDER, key, [line], newline)
    elif isinstance(value, tuple):
        yield _with_list(block, pair, value)
    else:
        yield _with_scalar(block, pair, value, flow=root.flow)


def in_one_line(block: str, root: Mapping, key: str, value: Value, newline: str) -> Iterator[str]:
    """Return the blocks in which a field is one line in the plain shape; as `with_value`.

    The first keeps a comment behind the field, the second does not.
    """
    top, _, counter = key.partition(".")
    pair, flow = root.find(top), root.flow
    if counter and pair:
        inside = pair.value
        pair, flow = None, False
        if isinstance(inside, Mapping):
            pair, flow = inside.find(counter), inside.flow
    if pair is None:
        yield from with_value(block, root, key, value, newline)
        return
    if pair.colon < 0:
        raise UnpatchableError(_ODD_KEY.format(brief(pair.name)), pair.start)
    field = f"{pair.name}: {spell_value(value, 'flow' if flow else 'value')}"
    start, end = pair.start, pair.value.end
    full = line_end(block, end)
    comment = _COMMENT.match(block, pair.colon + 1)
    if comment and comment.end() < end:
        # The value stands below the key, whose comment says something about all of it.
        yield splice(block, (start, full, field + comment.group()))
    elif not isinstance(pair.value, Sequence) or pair.value.flow:
        # Behind a block list stands the comment of its last item.
        yield splice(block, (start, end, field))
    if not flow:
        yield splice(block, (start, full, field))


def own(pair: Pair) -> Pair:
    """Return a pair whose bytes belong to it alone.

    Raises:
        UnpatchableError: Key or value are tied to other places, or written in a shape of their own.
    """
    value = pair.value
    if pair.colon < 0:
        raise UnpatchableError(_ODD_KEY.format(brief(pair.name)), pair.start)
    if value.tie:
        raise UnpatchableError(f"the value of {brief(pair.name)} has {TIED[value.tie]}", pair.start)
    if isinstance(value, Scalar) and value.style in ("|", ">"):
        raise UnpatchableError(
            f"the value of {brief(pair.name)} is a folded or literal block", pair.start
        )
    return pair


def _with_list(block: str, pair: Pair, items: tuple[str, ...]) -> str:
    value = own(pair).value
    if isinstance(value, Mapping):
        raise UnpatchableError(f"{brief(pair.name)} is a map where a list is due", pair.start)
    if isinstance(value, Sequence):
        return lists.edit(block, pair.name, items)
    return _put(block, value, spell_list(items))


def _with_scalar(block: str, pair: Pair, value: Value, *, flow: bool) -> str:
    old = own(pair).value
    if not isinstance(old, Scalar):
        raise UnpatchableError(
            f"{brief(pair.name)} is a list or a map where one value is due", pair.start
        )
    return _put(block, old, spell_value(value, "flow" if flow else "value", old.style))


def _put(block: str, old: Scalar, new: str) -> str:
    gap = " " if old.start == old.end else ""
    return splice(block, (old.start, old.end, gap + new))


def _with_counter(
    block: str, root: Mapping, counter: str, value: Value, newline: str
) -> Iterator[str]:
    """Return the blocks in which one of the counters has a value."""
    pair = root.find("usageStats")
    line = f"{counter}: {spell_value(value, 'flow')}"
    if pair is None:
        values: dict[str, Value] = {f"usageStats.{name}": 0 for name in COUNTERS} | {
            f"usageStats.{counter}": value
        }
        lines = counter_lines(values, " " * _step(block, root))
        yield from _added(block, root, _ORDER, "usageStats", lines, newline)
        return
    stats_node = own(pair).value
    if isinstance(stats_node, Mapping):
        inner = stats_node.find(counter)
        if inner is None:
            yield from _added(block, stats_node, COUNTERS, counter, [line], newline)
        else:
            yield _with_scalar(block, inner, value, flow=stats_node.flow)
    elif isinstance(stats_node, Sequence) or stats_node.kind != "null":
        raise UnpatchableError("“usageStats” is no map of counters", pair.start)
    elif stats_node.end > stats_node.start or root.flow:
        yield _put(block, stats_node, f"{{{line}}}")
    else:
        at = next_line(block, pair.end)
        indent = " " * (_column(block, pair.start) + _step(block, root))
        yield splice(block, (at, at, indent + line + newline_before(block, at, newline)))


def _column(block: str, offset: int) -> int:
    return offset - line_start(block, offset)


def _step(block: str, root: Mapping) -> int:
    """Return by how many columns the block indents what belongs to a key; 2 where it does not."""
    for pair in root.pairs:
        if not isinstance(pair.value, Scalar) and not pair.value.flow:
            step = _column(block, pair.value.start) - _column(block, pair.start)
            if step > 0:
                return step
    return 2


def _added(
    block: str, mapping: Mapping, order: tuple[str, ...], key: str, lines: list[str], newline: str
) -> Iterator[str]:
    """Return the blocks in which a mapping has one key more, by the place of its lines.

    Args:
        block: The block.
        mapping: Which of its mappings.
        order: The keys in the order in which they are written.
        key: The key that is not there.
        lines: The key with its value, as at the margin.
        newline: The line end of the opening ``---`` line.
    """
    if mapping.flow:
        if len(lines) > 1:
            raise UnpatchableError(
                f"the block is written in braces and has no “{key}”", mapping.start
            )
        last = mapping.pairs[-1] if mapping.pairs else None
        at = last.value.end if last else mapping.start + 1
        yield splice(block, (at, at, f", {lines[0]}" if last else lines[0]))
        return
    indent = block[line_start(block, mapping.start) : mapping.start]
    if indent.strip(" "):
        raise UnpatchableError(
            f"no place to add “{key}”: its neighbours do not begin a line", mapping.start
        )
    for at in _places(block, mapping, order, key):
        end = newline_before(block, at, newline)
        yield splice(block, (at, at, "".join(f"{indent}{line}{end}" for line in lines)))


def _places(block: str, mapping: Mapping, order: tuple[str, ...], key: str) -> Iterator[int]:
    """Return where lines of a key can be added, the place that keeps the order first."""
    rank = order.index(key)
    neighbours = {pair.name: pair for pair in mapping.pairs}
    for name in reversed(order[:rank]):
        if name in neighbours:
            yield next_line(block, neighbours[name].value.end)
    for name in order[rank + 1 :]:
        if name in neighbours:
            yield line_start(block, neighbours[name].start)
    yield next_line(block, mapping.pairs[-1].value.end)
    yield line_start(block, mapping.start)

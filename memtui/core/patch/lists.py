"""Adding, removing and changing the items of a list, each where it stands."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from memtui.core import frontmatter
from memtui.core.patch.text import (
    TIED,
    UnpatchableError,
    line_end,
    line_start,
    newline_at,
    next_line,
    splice,
)
from memtui.core.patch.values import spell
from memtui.core.yaml_nodes import Node, Pair, Scalar, Sequence, UnreadableError, brief


class _Step(NamedTuple):
    """One change of one item; `at` counts the items that are scalars."""

    action: Literal["insert", "remove", "change"]
    at: int
    text: str


class _Place(NamedTuple):
    """A list in a block.

    Attributes:
        block: The whole block.
        pair: The key with the list.
        node: The list.
        scalars: Its items that are scalars: the others are no items of the value.
    """

    block: str
    pair: Pair
    node: Sequence
    scalars: list[Scalar]


def edit(block: str, key: str, items: tuple[str, ...]) -> str:
    """Return a block whose list holds other items; what stays is not rewritten.

    Args:
        block: What stands between the ``---`` lines; the key holds a list.
        key: A key at the margin.
        items: What the list is to hold.

    Raises:
        UnpatchableError: The list is laid out in a way in which an item cannot be replaced safely.
    """
    held = tuple(scalar.text for scalar in _place(block, key).scalars)
    for step in _steps(held, items):
        place = _place(block, key)
        if step.action == "change":
            block = _change(place, step.at, step.text)
        elif place.node.flow:
            insert = step.action == "insert"
            block = (
                _insert_flow(place, step.at, step.text) if insert else _remove_flow(place, step.at)
            )
        elif step.action == "insert":
            block = _insert_line(place, step.at, step.text)
        else:
            block = _remove_line(place, step.at)
    return block


def _steps(held: tuple[str, ...], items: tuple[str, ...]) -> Iterator[_Step]:
    """Return what turns one list into the other, from the last item to the first.

    In this order an index stays valid after every step that came before.
    """
    # Imported here for start-up: counting a load changes no list.
    import difflib

    matcher = difflib.SequenceMatcher(None, held, items, autojunk=False)
    for tag, i1, i2, j1, j2 in reversed(matcher.get_opcodes()):
        if tag == "equal":
            continue
        common = min(i2 - i1, j2 - j1)
        for j in reversed(range(j1 + common, j2)):
            yield _Step("insert", i2, items[j])
        for i in reversed(range(i1 + common, i2)):
            yield _Step("remove", i, "")
        for i in reversed(range(common)):
            yield _Step("change", i1 + i, items[j1 + i])


def _place(block: str, key: str) -> _Place:
    try:
        root = frontmatter.tree(block)
    except UnreadableError as error:
        raise UnpatchableError(f"the list cannot be changed: {error.reason}", error.at) from error
    pair = root.find(key) if root else None
    if pair is None or not isinstance(pair.value, Sequence):
        raise UnpatchableError("the list cannot be changed item by item", 0)
    scalars = [item for item in pair.value.items if isinstance(item, Scalar)]
    return _Place(block, pair, pair.value, scalars)


def _own(item: Scalar) -> Scalar:
    """Return an item whose bytes belong to it alone.

    Raises:
        UnpatchableError: It has an anchor or a tag, is an alias, or spans lines with an indicator.
    """
    if item.tie:
        raise UnpatchableError(f"the item {brief(item.text)} has {TIED[item.tie]}", item.start)
    if item.style in ("|", ">"):
        raise UnpatchableError("an item is a folded or literal block", item.start)
    return item


def _change(place: _Place, index: int, text: str) -> str:
    item = _own(place.scalars[index])
    new = spell(text, "flow" if place.node.flow else "item", item.style)
    gap = " " if item.start == item.end else ""
    return splice(place.block, (item.start, item.end, gap + new))


def _dash(block: str, item: Node) -> int:
    """Return where an item's dash stands, which is the first thing on its line."""
    dash = block.rfind("-", 0, item.start)
    if dash < 0 or block[dash + 1 : item.start].strip() or _before(block, dash).strip():
        raise UnpatchableError("an item does not stand on a line of its own", item.start)
    return dash


def _before(block: str, offset: int) -> str:
    """Return what stands on the line before an offset."""
    return block[line_start(block, offset) : offset]


def _insert_line(place: _Place, index: int, text: str) -> str:
    """Add a line to a block list, laid out like its neighbour."""
    block, scalars = place.block, place.scalars
    neighbour: Node = place.node.items[-1]
    if scalars:
        neighbour = scalars[max(index - 1, 0)]
    dash = _dash(block, neighbour)
    gap = block[dash + 1 : neighbour.start]
    gap = gap if gap and not gap.strip(" ") else " "
    style = neighbour.style if isinstance(neighbour, Scalar) else ""
    line = f"{_before(block, dash)}-{gap}{spell(text, 'item', style)}{newline_at(block, dash)}"
    front = index == 0 and scalars
    at = line_start(block, dash) if front else next_line(block, neighbour.end)
    return splice(block, (at, at, line))


def _remove_line(place: _Place, index: int) -> str:
    """Take an item's line out of a block list; brackets stand in for the last one."""
    block = place.block
    item = _own(place.scalars[index])
    cut = (line_start(block, _dash(block, item)), next_line(block, item.end), "")
    if len(place.node.items) > 1:
        return splice(block, cut)
    colon = place.pair.colon + 1
    return splice(block, (colon, colon, " []"), cut)


def _alone(block: str, item: Node, comma: int) -> bool:
    """Return whether only its comma and a comment share an item's line."""
    end = line_end(block, item.end)
    if comma > end or _before(block, item.start).strip():
        return False
    rest = block[max(item.end, comma + 1) : end].strip()
    return not rest or rest.startswith("#")


def _comma(place: _Place, item: Node) -> int:
    """Return where the comma behind an item of a flow list stands, -1 when there is none."""
    block, at = place.block, item.end
    while at < place.node.end:
        if block[at] == ",":
            return at
        if block[at] == "#":
            at = line_end(block, at)
        elif not block[at].isspace():
            return -1
        else:
            at += 1
    return -1


def _insert_flow(place: _Place, index: int, text: str) -> str:
    """Add an item to a list in brackets, on a line of its own if its neighbour has one."""
    block, items = place.block, place.node.items
    if not items:
        at = place.node.start + 1
        return splice(block, (at, at, spell(text, "flow")))
    first = not index and place.scalars
    neighbour: Node = items[-1]
    if place.scalars:
        neighbour = place.scalars[max(index - 1, 0)]
    style = neighbour.style if isinstance(neighbour, Scalar) else ""
    new = spell(text, "flow", style)
    comma = _comma(place, neighbour)
    alone = _alone(block, neighbour, comma)
    indent = newline_at(block, neighbour.end) + _before(block, neighbour.start)
    if first:
        gap = indent if alone else " "
        return splice(block, (neighbour.start, neighbour.start, f"{new},{gap}"))
    if not alone:
        gap = _gap(place)
        return splice(block, (neighbour.end, neighbour.end, gap + new))
    if comma < 0:
        at = line_end(block, neighbour.end)
        if at == neighbour.end:
            return splice(block, (at, at, f",{indent}{new}"))
        return splice(block, (neighbour.end, neighbour.end, ","), (at, at, indent + new))
    at = line_end(block, comma)
    return splice(block, (at, at, f"{indent}{new},"))


def _gap(place: _Place) -> str:
    """Return what the items of a flow list have between them."""
    items = place.node.items
    gap = place.block[items[-2].end : items[-1].start] if len(items) > 1 else ""
    return gap if gap.startswith(",") and not gap[1:].strip(" ") else ", "


def _remove_flow(place: _Place, index: int) -> str:
    """Take an item out of a list in brackets, with its line if it has one."""
    block, node = place.block, place.node
    item = _own(place.scalars[index])
    position = node.items.index(item)
    comma = _comma(place, item)
    last = position == len(node.items) - 1
    before = node.items[position - 1] if position else None
    if before is None and last and "#" not in block[node.start : node.end]:
        return splice(block, (node.start, node.end, "[]"))
    if _alone(block, item, comma):
        cut = (line_start(block, item.start), next_line(block, item.end), "")
        if last and comma < 0 and before:
            earlier = _comma(place, before)
            return splice(block, cut, (earlier, earlier + 1, ""))
        return splice(block, cut)
    follower = None if last else node.items[position + 1]
    if follower and not block[comma + 1 : follower.start].strip(" "):
        return splice(block, (item.start, follower.start, ""))
    if last and before and "#" not in block[before.end : item.start]:
        return splice(block, (before.end, item.end, ""))
    return splice(block, (item.start, max(item.end, comma + 1), ""))

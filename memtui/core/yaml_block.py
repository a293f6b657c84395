"""The complete parser of a frontmatter block: ruamel.yaml, whose nodes become ours.

Only its `compose` is used, which gives each scalar's text and position. A scalar's meaning is
decided by `yaml_nodes.resolve`, the core schema of YAML 1.2.
"""

import re
from typing import TYPE_CHECKING, Any, Final

from memtui.core.yaml_nodes import (
    Kind,
    Mapping,
    Node,
    Pair,
    Scalar,
    Sequence,
    Tie,
    UnreadableError,
    brief,
    resolve,
)
from memtui.core.yaml_plain import SECOND_COLON

if TYPE_CHECKING:
    from ruamel.yaml.error import YAMLError

_BRACKET: Final = re.compile(r"[\[\]{}]")
_COLON: Final = re.compile(r"[ \t]*:")
_CONFLICT: Final = re.compile(r"^(?:<{7}|={7}|>{7}|\|{7})(?=[ \r\n]|\Z)", re.MULTILINE)
_PROPERTIES: Final = re.compile(r"(?:[&!]\S*\s*)+")
_TAGGED: Final = re.compile(r"(?:&\S+\s+)?!")
# What can stand between a node and the alias that follows it.
_TO_ALIAS: Final = re.compile(r"(?:[\s:,?\-\[\]{}]|\#[^\r\n]*)*(\*[^\s,\[\]{}]+)")
# Nobody nests a memory's frontmatter; a tree that deep would only exhaust the stack.
_DEEPEST: Final = 40
# With thousands of open brackets the parser takes seconds before it fails.
_MOST_BRACKETS: Final = 200
_TAG: Final = "tag:yaml.org,2002:"
_TAG_KINDS: Final[dict[str, Kind]] = {
    f"{_TAG}null": "null",
    f"{_TAG}bool": "bool",
    f"{_TAG}int": "int",
    f"{_TAG}float": "float",
}
# Line ends of YAML 1.1, which the parser still knows: in YAML 1.2 they are characters like others.
_OLD_ENDS: Final = str.maketrans("\x85\u2028\u2029", "\U000f0085\U000f2028\U000f2029")
_RESTORED: Final = {stand_in: old for old, stand_in in _OLD_ENDS.items()}
_STAND_IN: Final = re.compile("[\U000f0085\U000f2028\U000f2029]")
# Spaces, tabs and a comment up to the end of the line.
_REST: Final = re.compile(r"[ \t]+(?:\#[^\r\n]*)?(?=[\r\n]|\Z)")
_GAP: Final = re.compile(r"[ \t]+")
# Each tab costs another parse of the block; characters that are parsed again at most.
_MOST_AGAIN: Final = 200_000
_TAB: Final = "found character '\\t' that cannot start any token"
_NO_START: Final = re.compile(r"found character '(.)' that cannot start any token")
# By how the parser's own words begin.
_REASONS: Final = {
    "could not find expected ':'": "a line that is no “key: value”",
    "mapping values are not allowed here": SECOND_COLON,
    "sequence entries are not allowed here": "a list item on the line of its key",
    "found unexpected end of stream": "quotes that are not closed",
    "but found another document": "text behind the line “...” that ends it",
    "expected ',' or ']'": "a bracket or brace that is not closed",
    "expected ',' or '}'": "a bracket or brace that is not closed",
    "expected <block end>": "text that does not belong to the value before it",
    "expected '<document start>'": "a line that is indented less than the keys above it",
    "expected the node content": "a comma or bracket where a value is due",
    _TAB: "a tab where YAML wants spaces",
}


def parse(block: str) -> Node | None:
    """Return the tree of any block; None when it holds nothing but comments.

    Raises:
        UnreadableError: YAML cannot read the block, or a key stands twice.
    """
    # ruamel.yaml costs a third of the start-up time and most blocks never need it.
    from ruamel.yaml.error import YAMLError

    if _brackets(block) > _MOST_BRACKETS:
        raise UnreadableError("nested too deeply", 0)
    try:
        root = _composed(block)
    except YAMLError as error:
        reason, at = _failure(error, block)
    except RecursionError:
        reason, at = "nested too deeply", 0
    except (ValueError, OverflowError):
        reason, at = "an escape that stands for no character", max(block.find("\\"), 0)
    else:
        return None if root is None else _Converter(block).node(root)
    conflict = _CONFLICT.search(block)
    if conflict:
        reason, at = "conflict markers of a merge", conflict.start()
    raise UnreadableError(reason, at)


def _composed(block: str) -> Any:
    """Return ruamel's node of a block, None when it holds nothing.

    ruamel.yaml refuses tabs between the parts of a line, which YAML 1.2 allows, and ends a line
    where only YAML 1.1 does. So it reads a text of the same length without either.
    """
    from ruamel.yaml import YAML
    from ruamel.yaml.scanner import ScannerError

    text = block if _STAND_IN.search(block) else block.translate(_OLD_ENDS)
    tries = 1 + _MOST_AGAIN // (len(block) + 1)
    while True:
        yaml = YAML(typ="safe", pure=True)
        # An anchor may be given twice; ruamel.yaml would say so on standard error.
        yaml.composer.warn_double_anchors = False
        try:
            return yaml.compose(text)
        except ScannerError as error:
            gap = _gap(text, error.problem_mark.index) if error.problem == _TAB else None
            tries -= 1
            if not gap or not tries:
                raise
            text = text[: gap.start()] + " " * len(gap.group()) + text[gap.end() :]


def _gap(text: str, at: int) -> re.Match[str] | None:
    """Return the spaces and tabs that begin with a tab, None where they indent what follows."""
    begin = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    return _GAP.match(text, at) if text[begin:at].strip(" ") else _REST.match(text, at)


def _brackets(block: str) -> int:
    """Return how many brackets are open at once at most, those in quotes counted too."""
    depth = deepest = 0
    if block.count("[") + block.count("{") > _MOST_BRACKETS:
        for bracket in _BRACKET.findall(block):
            depth += 1 if bracket in "[{" else -1
            deepest = max(deepest, depth)
    return deepest


def _failure(error: "YAMLError", block: str) -> tuple[str, int]:
    """Return why and where the parser stopped."""
    # The marks and problems are attributes of two unrelated subclasses.
    detail: Any = error
    mark = getattr(detail, "problem_mark", None) or getattr(detail, "context_mark", None)
    if mark is not None:
        problem = detail.problem or detail.context or "not understood"
        wrong = _NO_START.fullmatch(problem)
        if wrong:
            return f"a value that begins with “{wrong[1]}” must stand in quotes", mark.index
        known = (reason for start, reason in _REASONS.items() if problem.startswith(start))
        return next(known, f"YAML cannot read it: {problem}"), mark.index
    code = getattr(detail, "character", None)
    if isinstance(code, int):
        return f"the control character U+{code:04X}", detail.position
    return "YAML cannot read it", 0


class _Converter:
    """Makes our nodes out of ruamel's, in the order of the block."""

    def __init__(self, block: str) -> None:
        self.block = block
        self.restored = {} if _STAND_IN.search(block) else _RESTORED
        # Nodes by identity: one that comes a second time is an alias.
        self.done: dict[int, Node] = {}
        # Where the last scalar or bracket ended: an alias has no position of its own.
        self.cursor = 0

    def node(self, node: Any, depth: int = 0) -> Node:
        """Return one node with all that it holds."""
        if depth > _DEEPEST:
            raise UnreadableError("nested too deeply", node.start_mark.index)
        if id(node) in self.done:
            return self._alias(node)
        # An alias inside its own anchor is nothing that a memory could mean.
        self.done[id(node)] = Scalar(-1, -1, "", "null", "", "alias")
        start, end = node.start_mark.index, node.end_mark.index
        properties = _PROPERTIES.match(self.block, start)
        tie: Tie = ""
        if properties:
            self.cursor = properties.end()
            tie = "anchor" if node.anchor else "tag"
        made: Node
        if node.id == "scalar":
            made = self._scalar(node, start, end, tie)
        elif node.id == "sequence":
            items = tuple(self.node(item, depth + 1) for item in node.value)
            flow = bool(node.flow_style)
            made = Sequence(start, end if flow else items[-1].end, items, flow, tie)
        else:
            made = self._mapping(node, start, end, tie, depth)
        self.done[id(node)] = made
        self.cursor = made.end
        return made

    def _alias(self, node: Any) -> Node:
        """Return the anchored node at the place of its alias."""
        match = _TO_ALIAS.match(self.block, self.cursor)
        end = match.end() if match else self.cursor
        start = match.start(1) if match else end
        self.cursor = end
        return self.done[id(node)]._replace(start=start, end=end, tie="alias")

    def _scalar(self, node: Any, start: int, end: int, tie: Tie) -> Scalar:
        style = node.style or ""
        text = _sound(node.value).translate(self.restored)
        if not style and end - start == len(text):
            # On one line a plain text is what stands there, with the tabs it was read without.
            text = self.block[start:end]
        kind: Kind = "str"
        if tie and _TAGGED.match(self.block, start):
            kind = _TAG_KINDS.get(str(node.tag), "str")
        elif not style:
            kind = resolve(text)
        elif style in "|>":
            end = start + len(self.block[start:end].rstrip())
        return Scalar(start, end, text, kind, style, tie)

    def _mapping(self, node: Any, start: int, end: int, tie: Tie, depth: int) -> Mapping:
        pairs: list[Pair] = []
        seen = set()
        for key_node, value_node in node.value:
            pair = self._pair(self.node(key_node, depth + 1), value_node, depth)
            if (pair.kind, pair.name) in seen and pair.name:
                raise UnreadableError(f"the key {brief(pair.name)} stands twice", pair.start)
            seen.add((pair.kind, pair.name))
            pairs.append(pair)
        flow = bool(node.flow_style)
        last = end if flow or not pairs else pairs[-1].value.end
        return Mapping(start, last, tuple(pairs), flow, tie)

    def _pair(self, key: Node, value_node: Any, depth: int) -> Pair:
        match = _COLON.match(self.block, key.end) if not key.tie else None
        colon = match.end() - 1 if match else -1
        if match:
            self.cursor = match.end()
        value = self.node(value_node, depth + 1)
        if value.start == value.end:
            # ruamel puts a value that is not there in front of the next key.
            place = max(colon + 1, key.end)
            value = value._replace(start=place, end=place)
            self.cursor = place
        if isinstance(key, Scalar):
            return Pair(key.text, key.start, key.end, value, colon, key.kind)
        return Pair("", key.start, key.end, value, -1)


def _sound(text: str) -> str:
    """Return a text whose escaped surrogates are joined, or U+FFFD where one stands alone."""
    if text.isprintable():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")

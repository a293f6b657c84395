"""Definitions of links and footnotes: which a body holds, and which a text uses."""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from memtui.core import markdown

if TYPE_CHECKING:
    from markdown_it.token import Token

_FOOTNOTE: Final = re.compile(r" {0,3}\[(\^[^\]\s]+)\]:")
_FOOTNOTE_USE: Final = re.compile(r"\[(\^[^\]\s]+)\]")
_CONTINUED: Final = re.compile(r"(?:(?: {4}|\t)[^\r\n]*|[ \t]*)(?:\r\n?|\n|\Z)")
_CONTAINER: Final = re.compile(r"^[ \t>]*")


@dataclass(frozen=True, slots=True)
class Definition:
    """What a label stands for.

    Attributes:
        label: The label in the form in which labels are compared; that of a footnote begins
            with ``^``.
        shown: The label as it is written, in its brackets.
        start: Offset of its first line in the body.
        text: Its lines, without the signs of a list or block quote that they stand in.
        says: Where the link leads or what the footnote says, for comparison.
    """

    label: str
    shown: str
    start: int
    text: str
    says: tuple[str, ...]


def definitions(body: str) -> tuple[Definition, ...]:
    """Return the definitions of a body in their order; of several for one label, the first."""
    if "]:" not in body:
        return ()
    env: dict[str, Any] = {}
    tokens = markdown.blocks().parse(body, env)
    found: dict[str, Definition] = {}
    for definition in sorted(_all(body, tokens, env), key=lambda each: each.start):
        found.setdefault(definition.label, definition)
    return tuple(found.values())


def used(text: str, among: Collection[Definition]) -> frozenset[str]:
    """Return the labels that a text uses.

    Args:
        text: One or more entries.
        among: The definitions that it may use.
    """
    labels = {definition.label for definition in among}
    if not labels or "[" not in text:
        return frozenset()
    references = {label: {"href": "x", "title": "", "map": [0, 0]} for label in labels}
    found: set[str] = set()
    for token in markdown.inlines().parse(text, {"references": references}):
        for child in token.children or ():
            if label := child.meta.get("label"):
                found.add(label)
            elif child.type == "text":
                found.update(_label(use[1]) for use in _FOOTNOTE_USE.finditer(child.content))
    return frozenset(labels & found)


def _label(text: str) -> str:
    # Function-local for start-up: hardly any body has definitions.
    from markdown_it.common.utils import normalizeReference

    return normalizeReference(text)


def _all(body: str, tokens: "list[Token]", env: dict[str, Any]) -> Iterator[Definition]:
    offset = markdown.offsets(body)
    for label, reference in env.get("references", {}).items():
        first, behind = reference["map"]
        lines = (body[offset(line) : offset(line + 1)] for line in range(first, behind))
        text = "".join(_CONTAINER.sub("", line) for line in lines)
        text = text[max(text.find("["), 0) :].rstrip("\r\n")
        says = (reference["href"], reference["title"])
        yield Definition(label, text[: text.find("]:") + 1], offset(first), text, says)
    for token in tokens:
        if token.type == "paragraph_open" and token.level == 0 and token.map:
            yield from _footnotes(body, token.map, offset)


def _footnotes(body: str, lines: list[int], offset: Callable[[int], int]) -> Iterator[Definition]:
    """Yield the footnotes of a paragraph: each goes on to the next one, the last below it too."""
    first, behind = lines
    starts = [
        (offset(line), match[1])
        for line in range(first, behind)
        if (match := _FOOTNOTE.match(body, offset(line), offset(line + 1)))
    ]
    if not starts:
        return
    last = offset(behind)
    while (line := _CONTINUED.match(body, last)) and line.end() > last:
        # CommonMark takes what is indented below for code.
        last = line.end()
    ends = [start for start, _ in starts[1:]] + [last]
    for (start, label), end in zip(starts, ends, strict=True):
        text = body[start:end].strip()
        said = text.partition("]:")[2].split()
        yield Definition(_label(label), f"[{label}]", start, text, tuple(said))

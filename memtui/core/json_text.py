"""Changes a JSON text where it is to change, and leaves every other byte.

Nothing is parsed into values and dumped again: containers are found in the text, and what is put
in takes over the indentation, the line ends and the spacing of what stands there.
"""

import json
import re
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from memtui.errors import CannotPatch

_BLANKS: Final = re.compile(r"[ \t\r\n]*")
_CONSTANT: Final = re.compile(r'"(?:[^"\\]|\\.)*"|(NaN|-?Infinity)')
_INDENT: Final = "  "
"""What the agent itself indents by, for a text that has no habit."""


@dataclass(frozen=True, slots=True)
class Child:
    """A member of an object, or an item of an array.

    Attributes:
        key: The member's key; ``""`` for an item.
        start: Offset of the key, or of the item.
        value: Offset of the value.
        end: Offset behind the value.
    """

    key: str
    start: int
    value: int
    end: int


@dataclass(frozen=True, slots=True)
class Container:
    """An object or an array in a text.

    Attributes:
        start: Offset of its opening bracket.
        end: Offset behind its closing one.
        children: What it holds, in order.
    """

    start: int
    end: int
    children: tuple[Child, ...]

    def member(self, key: str) -> Child | None:
        """Return the member of that key; of several the last, which is the one that counts."""
        return next((child for child in reversed(self.children) if child.key == key), None)


class _NoConstantError(Exception):
    """``NaN`` or ``Infinity``, which Python's reader takes and the agent's does not."""


def _refuse(constant: str) -> NoReturn:
    raise _NoConstantError(constant)


_DECODER: Final = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=_refuse)


def check(text: str) -> Any:
    """Return the value of a JSON text, with numbers as they are written.

    Args:
        text: The text, which may begin with a byte-order mark.

    Raises:
        CannotPatch: When it is no JSON, with the line and what to mend.
    """
    try:
        return _DECODER.decode(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        reason, place = _trouble(text, error.pos + len(text) - len(error.doc), error.msg)
        raise CannotPatch(reason, line(text, place)) from error
    except RecursionError as error:
        raise CannotPatch("too many brackets within each other", 1) from error
    except _NoConstantError as error:
        place = next(found.start() for found in _CONSTANT.finditer(text) if found[1])
        raise CannotPatch(
            f"{error} is no number in JSON; mend it first", line(text, place)
        ) from error


def root(text: str) -> int:
    """Return the offset of the value of a text that `check` has passed."""
    return _skip(text, 1 if text.startswith("\ufeff") else 0)


def container(text: str, at: int) -> Container:
    """Return the object or array that begins at an offset of a text that `check` has passed."""
    children: list[Child] = []
    is_object = text[at] == "{"
    place = _skip(text, at + 1)
    while text[place] not in "}]":
        key, start = "", place
        if is_object:
            key, place = _DECODER.raw_decode(text, place)
            place = _skip(text, _skip(text, place) + 1)
        _, end = _DECODER.raw_decode(text, place)
        children.append(Child(key, start, place, end))
        place = _skip(text, end)
        if text[place] == ",":
            place = _skip(text, place + 1)
    return Container(at, place + 1, tuple(children))


def value(text: str, child: Child) -> Any:
    """Return the value of a child."""
    return _DECODER.raw_decode(text, child.value)[0]


def line(text: str, at: int) -> int:
    """Return the line, from 1, in which an offset lies."""
    return text.count("\n", 0, at) + 1


def dumped(text: str, item: Any) -> str:
    """Return a value as JSON on one line, spaced as the text is."""
    separators = (",", ":") if _is_dense(text) else (", ", ": ")
    return json.dumps(item, ensure_ascii=False, separators=separators)


def added(text: str, into: Container, item: Any, key: str = "") -> str:
    """Return the text with one more child at the end of a container.

    Args:
        text: The text.
        into: One of its objects or arrays.
        item: The child's value, of JSON's kinds.
        key: The child's key, when the container is an object.
    """
    if into.children:
        first, last = into.children[0], into.children[-1]
        lead = text[into.start + 1 : first.start]
        if "\n" in lead:
            gap = lead[lead.rindex("\n") + 1 :]
            gap = ("\r\n" if "\r\n" in lead else "\n") + gap
        elif len(into.children) > 1:
            gap = text[last.start - _blanks_before(text, last.start) : last.start]
        else:
            gap = "" if _is_dense(text) else " "
        return text[: last.end] + "," + gap + _child(text, item, key, gap) + text[last.end :]
    if "\n" not in text[root(text) :].strip() and into.start != root(text):
        inner = _child(text, item, key, "")
    else:
        newline = "\r\n" if "\r\n" in text else "\n"
        outer = newline + _indent_of_line(text, into.start)
        gap = outer + _unit(text)
        inner = gap + _child(text, item, key, gap) + outer
    return text[: into.start + 1] + inner + text[into.end - 1 :]


def without(text: str, parent: Container, child: Child) -> str:
    """Return the text without a child and the comma that set it apart."""
    children = parent.children
    place = children.index(child)
    if len(children) == 1:
        start, end = parent.start + 1, parent.end - 1
    elif place:
        start, end = children[place - 1].end, child.end
    else:
        start, end = child.start, children[1].start
    return text[:start] + text[end:]


def _trouble(text: str, at: int, message: str) -> tuple[str, int]:
    """Return why a text is no JSON, what to do, and where.

    Args:
        text: The text.
        at: Where reading it ended.
        message: What the reader said.
    """
    if text[at : at + 2] in ("//", "/*") or text[at : at + 1] == "#":
        return "a comment, which the agent refuses as well; take it out", at
    # Readers differ in whether they stop at the comma or behind it.
    comma = at if text[at : at + 1] == "," else len(text[:at].rstrip()) - 1
    if comma >= 0 and text[comma] == "," and text[comma + 1 :].lstrip()[:1] in ("}", "]"):
        return (
            "a comma before a closing bracket, which the agent refuses as well; take it out",
            comma,
        )
    return f"no JSON ({message[0].lower()}{message[1:]}); mend it first", at


def _skip(text: str, at: int) -> int:
    blanks = _BLANKS.match(text, at)
    assert blanks is not None
    return blanks.end()


def _blanks_before(text: str, at: int) -> int:
    return at - len(text[:at].rstrip(" \t\r\n"))


def _is_dense(text: str) -> bool:
    """Whether a text is on one line without blanks, as programs write it."""
    return not any(blank in text.strip() for blank in (": ", ", ", "\n"))


def _unit(text: str) -> str:
    """Return what a text indents by."""
    children = container(text, root(text)).children
    if not children:
        return _INDENT
    lead = text[root(text) + 1 : children[0].start]
    return lead[lead.rindex("\n") + 1 :] if "\n" in lead else _INDENT


def _indent_of_line(text: str, at: int) -> str:
    start = text.rfind("\n", 0, at) + 1
    return text[start : _skip(text, start)] if start else ""


def _child(text: str, item: Any, key: str, gap: str) -> str:
    """Return a child as it stands behind a gap: on several lines when that has a line end."""
    if "\n" in gap:
        shown = json.dumps(item, ensure_ascii=False, indent=_unit(text)).replace("\n", gap)
    else:
        shown = dumped(text, item)
    colon = ":" if _is_dense(text) and "\n" not in gap else ": "
    return f"{json.dumps(key)}{colon}{shown}" if key else shown

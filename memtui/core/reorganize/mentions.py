"""Where files mention a memory by its path, and the same texts with another name there."""

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from memtui.core import patch, routing
from memtui.core.documents import TABLE, is_document
from memtui.core.entries import line_number
from memtui.core.markdown import LINE_END
from memtui.core.memory import Memory
from memtui.core.names import INDEX
from memtui.core.routing import edit
from memtui.core.routing.targets import split
from memtui.errors import BadValue, CannotPatch

_BEFORE: Final = r"(?<![\w./~-])"
_BEHIND: Final = r"(?![\w-]|\.\w)"
_UPWARDS: Final = r"(?:\.{1,2}/)*"
_NO_LINK: Final = re.compile(r"[\s()<>]")
"""What cannot stand in a link's destination without brackets around it."""
_LINK: Final = r"(?:(?<=\]\()|(?<=\]\(<)|(?<=\]: )|(?<=\]: <))"


@dataclass(frozen=True, slots=True)
class Named:
    """A memory under one name.

    Attributes:
        name: File name with its ending.
        path: Its path from the project's root.
    """

    name: str
    path: str


def renamed(memory: Memory, old: Named, new: Named) -> str:
    """Return the text of a memory or document in which mentions of a file have its new name.

    A mention is the path from the project's root; among memories also a link's destination, and
    in the page for people the file's name. The value of ``relatedFiles`` is replaced as one.

    Args:
        memory: The file that may hold mentions.
        old: What it mentions.
        new: What it is to mention.

    Raises:
        BadValue: When a list or the routing table cannot hold the new path; names the file.
        CannotPatch: When the frontmatter cannot be changed; names file and line.
    """
    if memory.name == TABLE:
        return _renamed_in_table(memory, old, new)
    body = memory.reading.body
    changed = _put(body, memory, old, new)
    head = _with_related(memory, old, new)
    return head + changed


def left(memory: Memory, old: Named) -> tuple[int, ...]:
    """Return the lines, from 1, in which a memory names a file as `renamed` does not follow it.

    Documents have files of their own by such names.
    """
    if is_document(memory.name):
        return lines(memory, old)
    bare = re.compile(_BEFORE + re.escape(old.name) + _BEHIND)
    return tuple(sorted({*lines(memory, old), *_lines(memory.text, bare, old)}))


def lines(memory: Memory, old: Named) -> tuple[int, ...]:
    """Return the lines, from 1, in which a file mentions a memory as `renamed` follows it."""
    return _lines(memory.text, _pattern(memory, old), old)


def _lines(text: str, pattern: re.Pattern[str], old: Named) -> tuple[int, ...]:
    if not _may_hold(text, old):
        return ()
    found = (line_number(text, match.start()) for match in pattern.finditer(text))
    return tuple(dict.fromkeys(found))


def _may_hold(text: str, old: Named) -> bool:
    """Whether the name stands in a text at all, which is quickly seen."""
    return old.name in text or quote(old.name) in text


def _put(text: str, memory: Memory, old: Named, new: Named) -> str:
    if not _may_hold(text, old):
        return text

    def other(match: re.Match[str]) -> str:
        found = match.group()
        encoded = not found.endswith(old.name)
        start = found.removesuffix(quote(old.name) if encoded else old.name)
        at = match.start()
        in_link = text.startswith("](", at - 2) or text.startswith("]: ", at - 3)
        if encoded or (in_link and _NO_LINK.search(new.name)):
            return start + quote(new.name)
        return start + new.name

    return _pattern(memory, old).sub(other, text)


def _pattern(memory: Memory, old: Named) -> re.Pattern[str]:
    def either(path: str) -> str:
        return "|".join(map(re.escape, dict.fromkeys((path, quote(path)))))

    ways = [f"{_BEFORE}{_UPWARDS}(?:{either(old.path)}){_BEHIND}"]
    if not is_document(memory.name):
        ways.append(rf"{_LINK}(?:\./)?(?:{either(old.name)}){_BEHIND}")
        if memory.stem.casefold() == INDEX:
            ways.append(f"{_BEFORE}(?:{either(old.name)}){_BEHIND}")
    return re.compile("|".join(ways))


def _with_related(memory: Memory, old: Named, new: Named) -> str:
    """Return the frontmatter's text with the new path among the related files."""
    head = memory.text[: len(memory.text) - len(memory.reading.body)]
    held = memory.reading.metadata.related_files
    items = tuple(dict.fromkeys(_put(item, memory, old, new) for item in held))
    if items == held:
        return head
    try:
        text = patch.replace(memory.text, "relatedFiles", items)
    except BadValue as error:
        raise BadValue(f"{memory.name}: {error}", error.key) from error
    except CannotPatch as error:
        raise CannotPatch(error.reason, error.line, memory.name) from error
    return text[: len(text) - len(memory.reading.body)]


def _renamed_in_table(memory: Memory, old: Named, new: Named) -> str:
    """Return the page of the routing table with the new path, in cells as cells are written."""
    text = memory.text
    page = routing.read(text)
    for row in page.rows:
        for column, cell in enumerate(row.cells):
            changed = _put(cell, memory, old, new)
            if changed == cell:
                continue
            if len(split(changed)) != len(split(cell)):
                raise BadValue(
                    f"{memory.name}: row {row.number}: a cell of the table would take {new.name} "
                    "for several files; choose another name"
                )
            try:
                text = edit.set_cell(text, row.number, column, changed)
            except BadValue as error:
                raise BadValue(f"{memory.name}: {error}", error.key) from error
    rows = {row.line for row in page.rows}
    pieces, at = [], 0
    for number, end in enumerate([*(m.end() for m in LINE_END.finditer(text)), len(text)], 1):
        line = text[at:end]
        pieces.append(line if number in rows else _put(line, memory, old, new))
        at = end
    return "".join(pieces)

"""The lines that follow when a category gets another name, for a preview."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from memtui.core.diff import changes
from memtui.core.documents import TABLE
from memtui.core.markdown import LINE_END
from memtui.core.memory import Memory
from memtui.core.reorganize.change import Files, Reorganized

Kind = Literal["row", "related", "mention"]
KINDS: Final[dict[Kind, str]] = {
    "row": "row of the routing table",
    "related": "relatedFiles",
    "mention": "mention",
}
"""What a line is that names a category by its path."""


@dataclass(frozen=True, slots=True)
class Follower:
    """A line that names a category by its path, and the new name afterwards.

    Attributes:
        file: The file in which it stands, by the name that it has afterwards.
        line: Which, from 1, in the whole text.
        kind: What it is.
        before: The line as it is, without its end.
        after: What it becomes; ``""`` when it goes.
    """

    file: str
    line: int
    kind: Kind
    before: str
    after: str


def followers(files: Files, change: Reorganized) -> tuple[Follower, ...]:
    """Return the lines that a rename changes, by file and line.

    Args:
        files: The files as they are.
        change: As `renaming.rename` returns it.
    """
    (old,) = change.deleted
    found: list[Follower] = []
    for name, text in sorted(change.texts.items()):
        found += _in_file(files[name if name in files else old], name, text)
    return tuple(found)


def _in_file(memory: Memory, name: str, text: str) -> Iterator[Follower]:
    before, after = LINE_END.split(memory.text), LINE_END.split(text)
    head = memory.text[: len(memory.text) - len(memory.reading.body)]
    head_lines = len(LINE_END.findall(head))
    for each in changes(before, after):
        (start, end), (there, there_end) = each.before, each.after
        for place in range(start, end):
            at = there + place - start
            new = after[at] if at < there_end else ""
            yield Follower(
                name, place + 1, _kind(name, before[place], place < head_lines), before[place], new
            )


def _kind(name: str, line: str, in_head: bool) -> Kind:
    if name == TABLE and line.lstrip().startswith("|"):
        return "row"
    return "related" if in_head else "mention"

"""What two writers disagree about, and how it is decided."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Choice = Literal["mine", "theirs", "both"]
"""Keep the draft's version, take the disk's, or have the disk's followed by the draft's."""

Kind = Literal["field", "frontmatter", "entry", "text", "file"]


@dataclass(frozen=True, slots=True)
class Conflict:
    """A place that both sides changed, each in its own way.

    Attributes:
        kind: ``field``: a value of the frontmatter. ``frontmatter``: its lines, or all of it.
            ``entry``: an entry of the body. ``text``: what stands outside entries. ``file``: the
            whole file, which the other side emptied.
        what: The field's key, the entry's heading, the section's heading for ``text`` (``""``
            before the first one), else ``""``.
        base: What both sides began with; ``""`` for nothing.
        mine: The draft's version, with those changes of the disk that it does not overlap.
        theirs: The disk's version, with those changes of the draft that it does not overlap.
        choices: What can be chosen.
    """

    kind: Kind
    what: str
    base: str
    mine: str
    theirs: str
    choices: tuple[Choice, ...] = ("mine", "theirs")


Choose = Callable[[Conflict], Choice]
"""Decides a conflict, one of its `choices`."""


def keep_mine(conflict: Conflict) -> Choice:
    """Decide for the draft, whatever it is."""
    del conflict
    return "mine"

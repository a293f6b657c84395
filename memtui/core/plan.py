"""A change to the disk as a value: what is created, written and deleted, and what is expected.

A plan changes nothing. The journal of the store compares every file with what the plan
expects, keeps the old bytes and then writes.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal

Action = Literal["create", "write", "delete"]


_NAMED: Final = 3


@dataclass(frozen=True, slots=True)
class Change:
    """One file of a plan.

    Attributes:
        path: Relative to the project's root, with ``/`` as separator.
        before: The bytes that the file is expected to hold; None when it must not exist.
        after: The bytes it holds afterwards; None when it is deleted.
    """

    path: str
    before: bytes | None
    after: bytes | None

    @property
    def action(self) -> Action:
        """What happens to the file."""
        if self.before is None:
            return "create"
        return "delete" if self.after is None else "write"


@dataclass(frozen=True, slots=True)
class Plan:
    """Changes that belong together, in the order in which they are carried out.

    Attributes:
        what: The change in a few words, for the history (``set tags of auth.md``).
        changes: One for each file; no path stands twice.
        counting: Only a counter grows: locked and atomic, but no step of the history.
    """

    what: str
    changes: tuple[Change, ...]
    counting: bool = False


def files_named(names: Collection[str]) -> str:
    """Return the names of files for a person, in their order; of more than three the number."""
    return ", ".join(names) if len(names) <= _NAMED else f"{len(names)} files"


def creating(what: str, path: str, text: str) -> Plan:
    """Return the plan that makes one new file."""
    return Plan(what, (Change(path, None, text.encode()),))


def writing(what: str, path: str, before: str, after: str, *, counting: bool = False) -> Plan:
    """Return the plan that replaces one file's text."""
    return Plan(what, (Change(path, before.encode(), after.encode()),), counting)


def deleting(what: str, files: tuple[tuple[str, bytes], ...]) -> Plan:
    """Return the plan that deletes files, each given as path and expected bytes."""
    return Plan(what, tuple(Change(path, before, None) for path, before in files))

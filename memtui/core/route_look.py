"""What the disk says about the files that a routing table names."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple


class Place(NamedTuple):
    """Where a missing file may have gone.

    Attributes:
        path: Path in the project; a folder ends in ``/``.
        reason: Why it is likely, in a word or two (``renamed``, ``same name``).
    """

    path: str
    reason: str


@dataclass(frozen=True)
class RouteLook:
    """What was found when the disk was looked at for one text of the table.

    Attributes:
        missing: Each file that does not exist, as it stands in its cell, with the places where it
            may be now, best first.
        outside: Files, as they stand in their cells, that lie outside the project.
        unrouted: Paths of the project's documents that no row leads to.
    """

    missing: Mapping[str, tuple[Place, ...]] = field(default_factory=lambda: MappingProxyType({}))
    outside: frozenset[str] = frozenset()
    unrouted: tuple[str, ...] = ()

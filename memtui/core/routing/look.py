"""What the disk says about the files that a routing table names."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from memtui.core.routing import Page, Row, cell
from memtui.core.routing.targets import alternatives, target


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


UNLOOKED: Final = RouteLook()
"""What is known before the disk was looked at."""

# A table is read anew at each edit, and nearly all of its files are the same.
files_of = lru_cache(maxsize=50_000)(cell.files)
"""Return the files of a cell, as `routing.Row.files` does."""
_target = lru_cache(maxsize=50_000)(target)


class Leads:
    """Which rows lead to which documents, by what stands in their cells.

    Args:
        page: The routing tables.
    """

    def __init__(self, page: Page) -> None:
        self._exact: dict[str, list[Row]] = {}
        self._wide: list[tuple[str, bool, Row]] = []
        for row in page.rows:
            for file in files_of(row.files_cell):
                leads = _target(file)
                for path in leads.paths:
                    if leads.is_glob:
                        self._wide += [(one, True, row) for one in alternatives(path)]
                    elif leads.is_folder:
                        self._wide.append((path, False, row))
                    rows = self._exact.setdefault(path, [])
                    if not rows or rows[-1] is not row:
                        rows.append(row)

    def to(self, path: str) -> tuple[Row, ...]:
        """Return the rows that lead to a document, in order.

        Args:
            path: Its path in the project.
        """
        rows = {row.number: row for row in self._exact.get(path, ())}
        for start, is_glob, row in self._wide:
            if fnmatchcase(path, start) if is_glob else f"{path}/".startswith(f"{start}/"):
                rows[row.number] = row
        return tuple(rows[number] for number in sorted(rows))


NOWHERE: Final = Leads(Page((), ()))
"""What an empty page leads to."""

"""Looks at the watched folders of a project: what notification does not tell, and polling."""

import os
from collections.abc import Iterable
from pathlib import Path

from memtui.core import documents
from memtui.store.project import HIDDEN, Project, is_memory_name

MEMORY, FEATURES, CONTEXT = (f"{HIDDEN}/{name}" for name in ("memory", "features", "context"))
FOLDERS = (MEMORY, FEATURES, CONTEXT, *documents.FOLDERS)
"""What is watched, relative to the project's root."""

Signature = tuple[int, int, int, int]
"""Time of the last change in nanoseconds, size, number, and when any of these changed.

The last shows a change that keeps the time, as of a copy with its old time.
"""


def is_of_interest(path: str) -> bool:
    """Whether a change of this path, relative to the root, can change what memtui shows."""
    folder = next((name for name in FOLDERS if path.startswith(f"{name}/")), None)
    if folder is None:
        return False
    rest = path[len(folder) + 1 :]
    if folder == FEATURES:
        # A whole folder that is moved in is named, and nothing in it.
        return "/" not in rest or (rest.count("/") == 1 and rest.endswith("/feature.json"))
    if "/" in rest:
        return False
    return is_memory_name(rest) or (folder == CONTEXT and rest.lower().endswith(".txt"))


def listing(project: Project) -> dict[str, Signature]:
    """Return every file of interest with its signature; what goes meanwhile is left out.

    Raises:
        OSError: When a folder that exists cannot be listed.
    """
    found: dict[str, Signature] = {}
    for folder in FOLDERS:
        for name, _ in _entries(project.root / folder):
            path = f"{folder}/{name}" + ("/feature.json" if folder == FEATURES else "")
            if is_of_interest(path) and (signature := _signature(project.root / path)):
                found[path] = signature
    return found


class Surroundings:
    """The watched folders at one moment, and the links in them.

    A folder that is removed and made again is silent for ever, and so is the target of a link.

    Attributes:
        folders: The folders that exist, by their name in `FOLDERS`.
    """

    def __init__(self, project: Project) -> None:
        self._project = project
        self._identities = self._identify()
        self.folders = {
            name: project.root / name for name, identity in self._identities.items() if identity
        }
        self._spellings = [
            (name, spelling)
            for name, folder in self.folders.items()
            for spelling in dict.fromkeys((str(folder), os.path.realpath(folder)))
        ]
        self._listed: dict[str, int] = {}
        self._links: dict[str, list[str]] = {}
        self._targets: dict[str, Signature | None] = {}
        self.changed_links()

    def are_others(self) -> bool:
        """Whether a folder has come, gone, or been replaced by another."""
        return self._identify() != self._identities

    def _identify(self) -> dict[str, tuple[int, int] | None]:
        found: dict[str, tuple[int, int] | None] = dict.fromkeys(FOLDERS)
        for name in FOLDERS:
            path = self._project.root / name
            if path.is_dir() and (signature := _signature(path)):
                found[name] = (signature[2], path.stat().st_dev)
        return found

    def inside(self, path: str) -> str:
        """Return a notified path as the project spells it (the system may tell the real one)."""
        for name, spelling in self._spellings:
            if path == spelling:
                return name
            if path.startswith(spelling + os.sep):
                return f"{name}/{path[len(spelling) + 1 :]}"
        return path

    def changed_links(self) -> frozenset[str]:
        """Return the links whose target has changed since the last call."""
        for folder in (MEMORY, CONTEXT, *documents.FOLDERS):
            path = self._project.root / folder
            changed = _signature(path)
            # A folder's time changes with its entries; only then are the links looked up again.
            if changed is None or self._listed.get(folder) == changed[0]:
                continue
            self._listed[folder] = changed[0]
            names = (f"{folder}/{name}" for name, link in _entries(path) if link)
            self._links[folder] = [name for name in names if is_of_interest(name)]
        links = (link for links in self._links.values() for link in links)
        before = self._targets
        self._targets = {link: _signature(self._project.root / link) for link in links}
        return frozenset(
            link for link, target in self._targets.items() if before.get(link, target) != target
        )


def _entries(folder: Path) -> Iterable[tuple[str, bool]]:
    """Return the names in a folder and whether each is a link; none when there is no folder."""
    try:
        with os.scandir(folder) as entries:
            return [(entry.name, entry.is_symlink()) for entry in entries]
    except (FileNotFoundError, NotADirectoryError):
        return []


def _signature(path: Path) -> Signature | None:
    try:
        info = path.stat()
    except OSError:
        return None
    return (info.st_mtime_ns, info.st_size, info.st_ino, info.st_ctime_ns)

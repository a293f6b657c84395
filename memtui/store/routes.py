"""Which of the files that a routing table names exist."""

from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final, Literal

from memtui.core.documents import TABLE
from memtui.core.routing.targets import alternatives, target
from memtui.store.project import Project

FileState = Literal["there", "missing", "outside"]
"""What the disk says about a file: ``outside`` leads out of the project, there or not."""

_BUDGET: Final = 50_000
"""Entries of folders that are looked at for one glob; beyond them it counts as matched."""


def state_of(project: Project, file: str, page: str = TABLE) -> FileState:
    """Return whether a file of the table is there, missing, or outside the project.

    Args:
        project: The project.
        file: As `memtui.core.routing.Row.files` has it: a file, a folder, a glob.
        page: The page's path in the project.
    """
    found = target(file.removeprefix(f"{project.root}/"), page)
    state: FileState = "outside" if found.leads_out else "missing"
    for path in found.paths:
        place = project.root / path
        try:
            is_there = place.is_dir() if found.is_folder else place.exists()
            if is_there and not place.resolve().is_relative_to(project.root):
                state = "outside"
            elif is_there or (found.is_glob and _has_match(project.root, path)):
                return "there"
        except (OSError, ValueError, RuntimeError):
            # A name that no file system takes: too long, with a NUL, a link to itself.
            continue
    return state


def _has_match(root: Path, pattern: str) -> bool:
    return any(_Search().finds(root, tuple(one.split("/"))) for one in alternatives(pattern))


class _Search:
    """A look for one path that a glob matches; links are not followed, so it ends."""

    def __init__(self) -> None:
        self._left = _BUDGET

    def finds(self, folder: Path, parts: tuple[str, ...]) -> bool:
        """Whether something below a folder is named by the parts of a pattern."""
        if not parts or self._left <= 0:
            return True
        first, rest = parts[0], parts[1:]
        if not any(sign in first for sign in "*?["):
            return self._goes_on(folder / first, rest)
        try:
            listed = sorted(folder.iterdir())
        except OSError:
            return False
        self._left -= 1 + len(listed)
        if first == "**":
            if self.finds(folder, rest or ("*",)):
                return True
            return any(self._is_folder(path) and self.finds(path, parts) for path in listed)
        return any(fnmatchcase(path.name, first) and self._goes_on(path, rest) for path in listed)

    def _goes_on(self, place: Path, rest: tuple[str, ...]) -> bool:
        if rest:
            return self._is_folder(place) and self.finds(place, rest)
        return place.exists()

    def _is_folder(self, place: Path) -> bool:
        return place.is_dir() and not place.is_symlink()

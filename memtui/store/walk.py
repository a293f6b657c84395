"""The files of a project that people write: what git ignores, links and vendored code left out."""

import os
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from memtui.store import known

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

VENDORED: Final = frozenset(
    {
        "Pods",
        "_vendor",
        "_vendored",
        "bower_components",
        "site-packages",
        "third-party",
        "third_party",
        "thirdparty",
        "vendored",
    }
)
"""Folders that hold the work of others; beside `known.GENERATED`."""

BUILT: Final = frozenset({"CMakeFiles", "_build", "_site"})
"""Folders that tools write; beside `known.GENERATED`."""

SHOWN: Final = frozenset(
    {".buildkite", ".ci", ".circleci", ".devcontainer", ".forgejo", ".gitea", ".github", ".gitlab"}
)
"""The hidden folders that are looked into: those of continuous integration and of the forge."""

_FOREIGN: Final = frozenset({".git", "pyvenv.cfg", "CACHEDIR.TAG"})
"""What a folder holds that is another repository, a virtual environment or a cache."""

_UNWRITABLE: Final = re.compile("[\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ud800-\\udfff]")
"""What no cell of a table can hold: more than a line, or bytes that are no UTF-8."""

_LARGEST_IGNORE_FILE: Final = 1 << 18


@dataclass(frozen=True, slots=True)
class Bounds:
    """Where a walk ends.

    Attributes:
        entries: So many files and folders are looked at.
        depth: So many folders deep.
    """

    entries: int = 50_000
    depth: int = 16


@dataclass(frozen=True, slots=True)
class Walk:
    """What a walk found.

    Attributes:
        files: The files' paths, relative to the project with ``/``, in order.
        troubles: What could not be looked at and why, one line each.
    """

    files: tuple[str, ...]
    troubles: tuple[str, ...] = ()


BOUNDS: Final = Bounds()


def walk(root: Path, wanted: Callable[[str], bool], bounds: Bounds = BOUNDS) -> Walk:
    """Return the files below a folder.

    Left out are: what git ignores (``.gitignore`` of every folder, also of those around the
    project within its repository, and ``.git/info/exclude``), links, hidden folders but those of
    `SHOWN`, generated and vendored folders, other repositories, and names that are no UTF-8 or
    more than a line.

    Args:
        root: The project's folder.
        wanted: Whether a file counts, by its path; asked before git's patterns are.
        bounds: Where the walk ends.
    """
    walker = _Walker(root, wanted, bounds)
    files = sorted(walker.files())
    return Walk(tuple(files), tuple(walker.troubles))


@dataclass(frozen=True, slots=True)
class _Patterns:
    """An ignore file: its folder below the repository's top (``""`` or ``a/b/``) and patterns."""

    folder: str
    spec: "GitIgnoreSpec"


@dataclass(frozen=True, slots=True)
class _Folder:
    path: str
    rules: tuple[_Patterns, ...]
    depth: int


class _Walker:
    def __init__(self, root: Path, wanted: Callable[[str], bool], bounds: Bounds) -> None:
        self._root, self._wanted, self._bounds = root, wanted, bounds
        self._prefix, self._outer = _surrounding(root)
        self._left = bounds.entries
        self.troubles: list[str] = []

    def files(self) -> Iterator[str]:
        """Yield the files, those near the root first, so that a bound leaves out the deepest."""
        waiting = deque([_Folder("", self._outer, 0)])
        while waiting:
            folder = waiting.popleft()
            try:
                with os.scandir(self._root / folder.path) as found:
                    entries = sorted(found, key=lambda entry: entry.name)
            except OSError as error:
                name = folder.path or str(self._root)
                self.troubles.append(f"{name}: cannot be listed: {error.strerror}")
                continue
            if folder.path and not _FOREIGN.isdisjoint(entry.name for entry in entries):
                continue
            self._left -= len(entries)
            if self._left < 0:
                self.troubles.append(
                    f"{folder.path}: more than {self._bounds.entries} files; "
                    "this folder and the deeper ones were left out"
                )
                return
            yield from self._of_folder(folder, entries, waiting)

    def _of_folder(
        self, folder: _Folder, entries: list["os.DirEntry[str]"], waiting: deque[_Folder]
    ) -> Iterator[str]:
        rules = folder.rules
        if any(entry.name == ".gitignore" for entry in entries):
            rules = (*rules, *_patterns(self._root / folder.path, self._prefix + folder.path))
        for entry in entries:
            path = folder.path + entry.name
            if _UNWRITABLE.search(entry.name) or entry.is_symlink():
                continue
            if entry.is_dir(follow_symlinks=False):
                inner = f"{path}/"
                if _is_entered(entry.name) and not _is_ignored(self._prefix + inner, rules):
                    if folder.depth == self._bounds.depth:
                        self.troubles.append(f"{inner}: too deep; it was left out")
                    else:
                        waiting.append(_Folder(inner, rules, folder.depth + 1))
            elif (
                entry.is_file(follow_symlinks=False)
                and self._wanted(path)
                and not _is_ignored(self._prefix + path, rules)
            ):
                yield path


def _is_entered(name: str) -> bool:
    if name.startswith("."):
        return name in SHOWN
    return not (
        name in known.GENERATED
        or name in VENDORED
        or name in BUILT
        or name.endswith((".egg-info", ".dist-info"))
    )


def _is_ignored(path: str, rules: tuple[_Patterns, ...]) -> bool:
    """Whether git ignores a path below the repository's top: the innermost verdict counts."""
    for patterns in reversed(rules):
        verdict = patterns.spec.check_file(path.removeprefix(patterns.folder)).include
        if verdict is not None:
            return verdict
    return False


def _surrounding(root: Path) -> tuple[str, tuple[_Patterns, ...]]:
    """Return where the project lies in its repository, and the ignore files around it."""
    top = next((folder for folder in (root, *root.parents) if _exists(folder / ".git")), root)
    prefix = "" if top == root else f"{root.relative_to(top).as_posix()}/"
    rules = [*_compiled(_exclude_file(top), "")]
    folder = ""
    for part in prefix.removesuffix("/").split("/") if prefix else ():
        rules += _patterns(top / folder, folder)
        folder += f"{part}/"
    # A project that its surroundings ignore is meant all the same when a person names it.
    if prefix and _is_ignored(prefix, tuple(rules)):
        return "", ()
    return prefix, tuple(rules)


def _exclude_file(top: Path) -> Path:
    """Return ``info/exclude`` of a repository; a worktree shares that of the first one."""
    folder = top / ".git"
    with suppress(OSError):
        if folder.is_file():
            folder = top / _start(folder).partition("gitdir:")[2].strip()
            folder = folder / _start(folder / "commondir").strip()
    return folder / "info" / "exclude"


def _patterns(folder: Path, inside: str) -> Iterable[_Patterns]:
    file = folder / ".gitignore"
    # Git follows no link here either.
    return () if file.is_symlink() else _compiled(file, inside)


def _compiled(file: Path, inside: str) -> Iterable[_Patterns]:
    """Return the patterns of an ignore file; none when there is no such file."""
    # Imported here for start-up: only a walk needs it.
    from pathspec import GitIgnoreSpec

    try:
        lines = _start(file).replace("\r\n", "\n").split("\n")
    except OSError:
        return ()
    sound = []
    for line in lines:
        with suppress(ValueError, re.error):
            # Git passes over a pattern that is none.
            GitIgnoreSpec.from_lines([line])
            sound.append(line)
    return (_Patterns(inside, GitIgnoreSpec.from_lines(sound)),)


def _start(file: Path) -> str:
    """Return the beginning of a small text file."""
    with file.open("rb") as opened:
        return opened.read(_LARGEST_IGNORE_FILE).decode("utf-8-sig", errors="replace")


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False

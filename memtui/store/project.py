"""Where the stores of a project are, and which file a name or a path means."""

import os
import unicodedata
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path

from memtui.core.documents import FOLDERS, TABLE, is_document
from memtui.errors import NoProject, NoSuchFile

HIDDEN = ".automaker"
"""The folder in a project's root that holds Automaker's own folders."""


@dataclass(frozen=True)
class Project:
    """A project, with or without a store yet.

    Attributes:
        root: The project's folder, absolute and free of links.
    """

    root: Path

    @property
    def memory(self) -> Path:
        """The folder of the memory files."""
        return self.root / HIDDEN / "memory"

    @property
    def table(self) -> Path:
        """The routing table."""
        return self.root / TABLE

    @property
    def features(self) -> Path:
        """The folder that holds one folder for each feature."""
        return self.root / HIDDEN / "features"

    @property
    def context(self) -> Path:
        """The folder of the files that Automaker puts before the memory."""
        return self.root / HIDDEN / "context"

    @cached_property
    def key(self) -> str:
        """The name of the project's folder in the user's state folder: a digest of its path."""
        return blake2b(os.fsencode(self.root), digest_size=16).hexdigest()

    @property
    def has_store(self) -> bool:
        """Whether there is a memory folder or a routing table."""
        return self.memory.is_dir() or self.table.is_file()

    def relative(self, path: Path) -> str:
        """Return a path inside the project as plans spell it: from the root, with ``/``."""
        return path.relative_to(self.root).as_posix()

    def memory_path(self, name: str) -> str:
        """Return the path of a memory file as plans spell it."""
        return f"{HIDDEN}/memory/{name}"

    def path_of(self, name: str) -> str:
        """Return the path of a file of the workspace: a memory, or a document, named by its path.

        Args:
            name: As in `memtui.core.workspace.Snapshot.by_name`.
        """
        return name if is_document(name) else self.memory_path(name)

    def name_of(self, path: str) -> str | None:
        """Return the name in the workspace of a path as plans spell it; None when it has none."""
        folder, _, name = path.rpartition("/")
        if folder == f"{HIDDEN}/memory":
            return name
        return path if folder in FOLDERS and is_memory_name(name) else None


def at(directory: Path) -> Project:
    """Return the project of exactly this folder, with or without a store yet.

    Args:
        directory: The project's root, or its memory folder.

    Raises:
        NoProject: When there is no such folder.
    """
    try:
        root = _root_of_memory(_absolute(directory)) or directory.resolve()
        if not root.is_dir():
            raise NoProject(f"{directory}: no such folder")
    except (OSError, ValueError, RuntimeError) as error:
        raise NoProject(f"{directory}: cannot be read as a folder: {error}") from error
    return Project(root)


def find(start: Path) -> Project:
    """Return the project of the nearest folder upwards that holds a store.

    Args:
        start: Where to begin, usually the working directory.

    Raises:
        NoProject: When no folder from `start` upwards holds one.
    """
    here = at(start)
    for folder in (here.root, *here.root.parents):
        project = Project(folder)
        if not _is_part_of_store(folder) and project.has_store:
            return project
    raise NoProject(
        f"{start}: no {HIDDEN}/memory and no memory/INDEX.md from here upwards; "
        "`memtui init` makes one"
    )


def resolve_file(file: str, project_dir: Path | None = None) -> tuple[Project, str]:
    """Find the memory file that a command's FILE means.

    Args:
        file: A category (``auth``), a file name (``auth.md``) or a path; a path decides the
            project, whatever the other argument says.
        project_dir: The project for a name; None for the nearest from the working directory.

    Returns:
        The project, and the file's name as it is spelled on disk.

    Raises:
        NoProject: When there is no project, or the path lies in no store.
        NoSuchFile: When the store has no such file.
    """
    if not file or "\0" in file:
        raise NoSuchFile(f"{file!r}: no name of a memory file")
    if "/" in file or os.sep in file or file in (".", ".."):
        project, name = _of_path(Path(file))
    else:
        project = find(Path.cwd()) if project_dir is None else at(project_dir)
        name = file
    if not project.memory.is_dir():
        raise NoProject(f"{project.root}: no {HIDDEN}/memory there; `memtui init` makes one")
    return project, _spelled(project, name)


def _absolute(path: Path) -> Path:
    """Return the path from the root of the file system, its links and dots as they are."""
    return Path.cwd() / path


def _root_of_memory(folder: Path) -> Path | None:
    """Return the project whose memory folder this is, or None."""
    for spelling in (folder, folder.resolve()):
        if ".." not in spelling.parts and spelling.parts[-2:] == (HIDDEN, "memory"):
            return spelling.parent.parent.resolve()
    return None


def _is_part_of_store(folder: Path) -> bool:
    """Whether a folder is no root: a category `INDEX` makes `.automaker` look like a project."""
    parts = folder.parts
    return parts[-1:] == (HIDDEN,) or (HIDDEN, "memory") in pairwise(parts)


def _of_path(path: Path) -> tuple[Project, str]:
    """Return the project in whose memory folder a path lies, and its last part."""
    whole = _absolute(path)
    try:
        root = None if whole.name in ("", "..") else _root_of_memory(whole.parent)
    except (OSError, RuntimeError) as error:
        raise NoProject(f"{path}: cannot be looked up: {error}") from error
    if root is None:
        raise NoProject(f"{path}: lies in no store (a memory file is {HIDDEN}/memory/NAME.md)")
    return Project(root), whole.name


def _spelled(project: Project, name: str) -> str:
    """Return the listed file that a name means: as it is, with ``.md``, then whatever its case.

    Reading the folder, not asking for the name, gives the spelling on disk where the file system
    takes several for one (case on macOS and Windows, composed and decomposed letters).
    """
    try:
        listed = [path.name for path in project.memory.iterdir() if is_memory_name(path.name)]
    except OSError as error:
        raise NoSuchFile(f"{project.memory}: cannot be listed: {error.strerror}") from error
    for wanted in (name, f"{name}.md"):
        if wanted in listed:
            return wanted
    folded = {_fold(name), _fold(f"{name}.md")}
    close = [entry for entry in listed if _fold(entry) in folded]
    if len(close) == 1:
        return close[0]
    if close:
        raise NoSuchFile(f"{name}: could be {', '.join(sorted(close))}; spell it as on disk")
    raise NoSuchFile(f"{name}: no such memory file in {project.memory}")


def is_memory_name(name: str) -> bool:
    """Whether Automaker takes a file of this name for a memory: ``.md`` in any case."""
    return name[-3:].lower() == ".md"


def _fold(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()

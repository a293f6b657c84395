"""Reads the memory files of a project, one by one or all as a snapshot; tidies up at the start."""

import os
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from memtui.core.documents import FOLDERS
from memtui.core.memory import Fault, FaultKind, Feature, Memory, SkippedFeature
from memtui.core.workspace import Snapshot
from memtui.errors import NoSuchFile, StoreError
from memtui.store import disk, features, records, state
from memtui.store.project import Project, is_memory_name
from memtui.store.reading import Clock, Look, Place, Shelf, Sleep

NOTHING = Snapshot(exists=False)
"""The snapshot before the first reading."""


def read_memory(
    project: Project, name: str, *, clock: Clock = time.time, sleep: Sleep = time.sleep
) -> Memory:
    """Read one memory file as it stands on disk.

    Args:
        project: Its project.
        name: File name in the memory folder (``auth.md``).
        clock: Seconds since 1970.
        sleep: Waits that many seconds, when the file may be half-written.

    Raises:
        NoSuchFile: When there is none, or the name is none.
    """
    if "/" in name or "\0" in name or not is_memory_name(name):
        raise NoSuchFile(f"{name!r}: no name of a memory file")
    path = project.memory / name
    note = _outside_note(project, path, link=path.is_symlink())
    read = Shelf(_memory, clock, sleep).read({name: Place(os.fspath(path), note)})
    if name not in read:
        raise NoSuchFile(f"{name}: no such memory file in {project.memory}")
    return read[name]


def read_document(
    project: Project, name: str, *, clock: Clock = time.time, sleep: Sleep = time.sleep
) -> Memory:
    """Read one document as it stands on disk.

    Args:
        project: Its project.
        name: Its path in the project (``memory/INDEX.md``).
        clock: Seconds since 1970.
        sleep: Waits that many seconds, when the file may be half-written.

    Raises:
        NoSuchFile: When there is none.
    """
    path = project.root / name
    note = _outside_note(project, path, link=True)
    read = Shelf(_memory, clock, sleep).read({name: Place(os.fspath(path), note)})
    if name not in read:
        raise NoSuchFile(f"{name}: no such file in {project.root}")
    return read[name]


class SnapshotReader:
    """Reads the store again and again, and each time only what has changed.

    What stays the same is the same object, with all that was computed from it; when nothing has
    changed, the whole snapshot is. To be used by one thread at a time.

    Args:
        project: Whose store.
        previous: An earlier snapshot, whose memories are used again where the text is the same.
        clock: Seconds since 1970.
        sleep: Waits that many seconds, when files may be half-written (at most a second).
    """

    def __init__(
        self,
        project: Project,
        previous: Snapshot = NOTHING,
        *,
        clock: Clock = time.time,
        sleep: Sleep = time.sleep,
    ) -> None:
        self._project = project
        self._memories = Shelf(_memory, clock, sleep)
        self._documents = Shelf(_memory, clock, sleep)
        self._context = Shelf(features.context_file, clock, sleep)
        self._features = Shelf(features.feature, clock, sleep)
        self._last = previous
        for shelf, files in (
            (self._memories, previous.memories),
            (self._documents, previous.documents),
        ):
            for file in files:
                if file.fault is None:
                    shelf.remember(file.name, file.text.encode(), file)

    @property
    def unsettled(self) -> frozenset[str]:
        """Files that were being written all the time, shown with their earlier text.

        While there are any, the store is to be read again soon.
        """
        return self._memories.unsettled | self._documents.unsettled

    def read(self) -> Snapshot:
        """Return the store as it stands on disk.

        Raises:
            StoreError: When the memory folder cannot be listed.
        """
        found = _listed(self._project, self._project.memory)
        listed = found or _Listed({}, {})
        memories = {**self._memories.read(listed.places), **listed.hidden}
        documents = self._read_documents()
        context = self._context.read(features.context_places(self._project)).values()
        tasks = self._features.read(features.feature_places(self._project)).values()
        snapshot = Snapshot(
            tuple(memories[name] for name in sorted(memories)),
            tuple(file for file in context if file is not None),
            tuple(task for task in tasks if isinstance(task, Feature)),
            tuple(task for task in tasks if isinstance(task, SkippedFeature)),
            tuple(documents[name] for name in sorted(documents)),
            exists=found is not None,
        )
        if snapshot != self._last:
            self._last = snapshot
        return self._last

    def _read_documents(self) -> dict[str, Memory]:
        places: dict[str, Place] = {}
        hidden: dict[str, Memory] = {}
        for folder in FOLDERS:
            if found := _listed(self._project, self._project.root / folder, f"{folder}/"):
                places.update(found.places)
                hidden.update(found.hidden)
        return {**self._documents.read(places), **hidden}


@dataclass(frozen=True, slots=True)
class _Listed:
    """The markdown files of a folder.

    Attributes:
        places: Where each is, by name.
        hidden: Those without a usable name.
    """

    places: dict[str, Place]
    hidden: dict[str, Memory]


def _listed(project: Project, folder: Path, prefix: str = "") -> _Listed | None:
    """Return the markdown files of a folder; None when there is no such folder.

    Args:
        project: Whose folder.
        folder: Where.
        prefix: Stands before each name.

    Raises:
        StoreError: When it cannot be listed.
    """
    listed = _Listed({}, {})
    try:
        with os.scandir(folder) as entries:
            found = [(e.name, e.path, e.is_symlink()) for e in entries]
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        reason = error.strerror or error
        raise StoreError(f"{folder}: cannot be listed: {reason}; allow reading it") from error
    outside = _outside_note(project, folder, link=True)
    for name, path, link in found:
        if not is_memory_name(name):
            continue
        if not _is_utf8(name):
            shown = prefix + os.fsencode(name).decode(errors="backslashreplace")
            fault = Fault("unreadable", "its name is not UTF-8; rename it")
            listed.hidden[shown] = Memory(shown, "", fault)
            continue
        note = outside or (_outside_note(project, Path(path), link=True) if link else "")
        listed.places[prefix + name] = Place(path, note)
    return listed


def read_snapshot(project: Project, previous: Snapshot = NOTHING) -> Snapshot:
    """Return the store of a project as it stands on disk; see `SnapshotReader`.

    Raises:
        StoreError: When the memory folder cannot be listed.
    """
    return SnapshotReader(project, previous).read()


def clean_store(project: Project) -> None:
    """Remove temporary files whose process is gone, from the folders in which memtui mostly writes.

    That is quick enough for every command; `clean` looks everywhere.
    """
    usual = (project.root, project.memory, project.table.parent, project.root / ".claude")
    _clean(project, usual)


def clean(project: Project) -> None:
    """Remove all temporary files whose process is gone; to be called when the editor starts."""
    folders: set[Path] = set()
    # A file that could not be removed then lies where any of them wrote. A record that cannot be
    # read is told by those who need it.
    with suppress(StoreError):
        paths = {change.path for record in records.newest(project) for change in record.changes}
        folders.update((project.root / path).resolve().parent for path in paths)
    with suppress(OSError):
        # A link is written where it leads, and so is the temporary file.
        links = (path for path in project.memory.iterdir() if path.is_symlink())
        folders.update(path.resolve().parent for path in links)
    clean_store(project)
    _clean(project, folders)
    for folder in (state.home(), state.project_folder(project), *records.folders(project)):
        disk.clean(folder)


def _clean(project: Project, folders: Iterable[Path]) -> None:
    for folder in folders:
        if folder.resolve().is_relative_to(project.root):
            disk.clean(folder)


def _memory(name: str, look: Look) -> Memory:
    if look.trouble:
        kind: FaultKind = "unreadable" if look.regular else "not-a-file"
        return Memory(name, "", Fault(kind, look.trouble))
    if look.note:
        return Memory(name, look.data.decode(errors="replace"), Fault("outside", look.note))
    try:
        return Memory(name, look.data.decode())
    except UnicodeDecodeError as error:
        fault = Fault("not-utf8", f"byte {error.start} is not UTF-8; convert the file")
        return Memory(name, look.data.decode(errors="replace"), fault)


def _outside_note(project: Project, path: Path, *, link: bool) -> str:
    """Return why a path is outside the project, or ``""``; only a link can be."""
    real = Path(os.path.realpath(path if link else path.parent))
    if real.is_relative_to(project.root):
        return ""
    return f"a link that leads out of the project ({real})"


def _is_utf8(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True

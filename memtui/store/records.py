"""The journal's format on disk: one JSON file for each plan, and the bytes beside it.

::

    journal/000042.begun.json          a plan that is being carried out, or was interrupted
    journal/000042.done.json           one that is on the disk
    journal/000042.finished.json       one that was interrupted and is on the disk all the same
    journal/000042.rolled-back.json    one that failed or was interrupted; files are as before
    journal/000042.unreconciled.json   one that was interrupted, with files that changed since
    journal/000042.unmerged.json       bytes of another process that nobody has merged yet
    blobs/<digest>                     the bytes of a file, before or after a change

A record and its blobs are flushed before the first file of the project changes; its state is
the middle of its name, so that it changes by one rename and never by a second writing. Whoever
writes here holds the project's lock: a plan that is found begun was interrupted.
"""

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Literal, cast, get_args

from memtui.core.plan import Action
from memtui.errors import StoreError
from memtui.store import disk, state
from memtui.store.disk import Kept
from memtui.store.own import digest
from memtui.store.processes import Process, this
from memtui.store.project import Project

State = Literal["begun", "done", "finished", "rolled-back", "unreconciled", "unmerged"]
By = Literal["memtui", "outside"]

ON_DISK: Final[tuple[State, ...]] = ("done", "finished", "unreconciled")
"""States of a record whose changes, or some of them, came to the disk and stayed."""

VERSION: Final = 1


class DamagedError(StoreError):
    """Bytes that a record names are not in the journal any more."""


@dataclass(frozen=True, slots=True)
class RecordedChange:
    """One file of a recorded plan.

    Attributes:
        path: Relative to the project's root.
        before: Digest of its bytes before, or None when it did not exist.
        after: Digest of its bytes afterwards, or None when it was deleted.
        mode: Its permission bits before, or those with which it came back; None when it is new.
        user: Number of its owner, likewise.
        group: Number of its group, likewise.
        link: What the path pointed to when it was a link, as the link spells it; else None.
    """

    path: str
    before: str | None
    after: str | None
    mode: int | None = None
    user: int | None = None
    group: int | None = None
    link: str | None = None

    @property
    def action(self) -> Action:
        """What happened to the file."""
        if self.before is None:
            return "create"
        return "delete" if self.after is None else "write"

    @property
    def kept(self) -> Kept:
        """What the file has besides its bytes."""
        if self.mode is None or self.user is None or self.group is None:
            return Kept(None, self.link)
        return Kept(disk.Rights(self.mode, self.user, self.group), self.link)


@dataclass(frozen=True, slots=True)
class Record:
    """A plan as the journal keeps it.

    Attributes:
        id: Its number, which grows, with leading zeros; ``""`` before it is written.
        when: When it was begun, in UTC.
        what: The change in a few words.
        by: Who changed the files: memtui, or another process whose bytes memtui found.
        process: The process that wrote it.
        root: The project's folder.
        changes: Its files, in the order in which they are carried out.
        folders: Folders that did not exist before, relative to the root, outermost first.
        leaves: Folders that go with it when nothing is left in them, in the same spelling.
        undoes: Number of the record that it takes back, or ``""``.
        redoes: Number of the record that it does again after it was taken back, or ``""``.
        state: How far it came.
    """

    id: str
    when: datetime
    what: str
    by: By
    process: Process
    root: str
    changes: tuple[RecordedChange, ...]
    folders: tuple[str, ...] = ()
    leaves: tuple[str, ...] = ()
    undoes: str = ""
    redoes: str = ""
    state: State = "begun"

    @property
    def step(self) -> str:
        """The number of the change that it does, takes back or does again."""
        return self.undoes or self.redoes or self.id

    @property
    def is_abandoned(self) -> bool:
        """Whether it was begun by a process that is gone, or by this one.

        To be asked under the project's lock, so that this process is not in the middle of it.
        """
        return self.state == "begun" and (self.process == this() or not self.process.lives)


def write(project: Project, record: Record, blobs: Iterable[bytes]) -> Record:
    """Flush a new record and the bytes that it names; return it with its number.

    Raises:
        StoreError: When the state folder refuses; then nothing of the project has changed.
    """
    journal = state.private_folder(_journal(project))
    store = state.private_folder(_blobs(project))
    numbered = replace(record, id=f"{_last_number(journal) + 1:06}")
    content = {"version": VERSION, **asdict(numbered), "when": numbered.when.isoformat()}
    del content["state"]
    path = file(project, numbered)
    try:
        for data in blobs:
            blob = store / digest(data)
            if not blob.exists():
                disk.write_whole(blob, data)
        disk.flush_folder(store)
        disk.write_whole(path, json.dumps(content, indent=1).encode())
        disk.flush_folder(journal)
    except OSError as error:
        disk.discard(path)
        raise disk.state_error(path, error) from error
    return numbered


def mark(project: Project, record: Record, new: State) -> Record:
    """Note how far a record came, and return it so."""
    marked = replace(record, state=new)
    path = file(project, record)
    try:
        path.rename(file(project, marked))
    except OSError as error:
        raise disk.state_error(path, error) from error
    return marked


def drop(project: Project, record: Record) -> None:
    """Remove the record of a plan that failed before anything of it was on the disk.

    The bytes that it named stay until the journal is trimmed.
    """
    disk.discard(file(project, record))


def newest(project: Project, only: State | None = None) -> Iterator[Record]:
    """Yield the records, newest first, each read when it is wanted; a file that is none is skipped.

    Args:
        project: Whose.
        only: The state of those that are wanted; None for all.

    Raises:
        StoreError: When the journal cannot be read, or was written by a newer memtui.
    """
    journal = _journal(project)
    try:
        names = [path.name for path in journal.iterdir() if _is_record(path.name)]
        for name in sorted(names, key=_number_in, reverse=True):
            if only in (None, _state_in(name)) and (record := _read(journal, name)):
                yield record
    except FileNotFoundError:
        return
    except OSError as error:
        raise disk.state_error(journal, error) from error


def read(project: Project, only: State | None = None) -> tuple[Record, ...]:
    """Return the records, oldest first; see `newest`.

    Raises:
        StoreError: When the journal cannot be read, or was written by a newer memtui.
    """
    return tuple(newest(project, only))[::-1]


def blob(project: Project, name: str) -> bytes:
    """Return the bytes that a record names by their digest.

    Raises:
        DamagedError: When they are gone, or are others.
        StoreError: When they cannot be read.
    """
    path = _blobs(project) / name
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise DamagedError(f"{path}: gone; these bytes of the journal are lost") from error
    except OSError as error:
        raise disk.state_error(path, error) from error
    if digest(data) != name:
        raise DamagedError(f"{path}: damaged; these bytes of the journal cannot be restored")
    return data


def folders(project: Project) -> tuple[Path, ...]:
    """Return the folders in which records and blobs lie; they need not exist."""
    return (_journal(project), _blobs(project))


def file(project: Project, record: Record) -> Path:
    """Return the file of a record in its state."""
    return _journal(project) / f"{record.id}.{record.state}.json"


def blob_sizes(project: Project) -> dict[str, int]:
    """Return the blobs by name, each with its size in bytes.

    Raises:
        OSError: When their folder cannot be read.
    """
    try:
        with os.scandir(_blobs(project)) as entries:
            # Temporary files begin with a dot.
            return {e.name: e.stat().st_size for e in entries if not e.name.startswith(".")}
    except FileNotFoundError:
        return {}


def _journal(project: Project) -> Path:
    return state.project_folder(project) / "journal"


def _blobs(project: Project) -> Path:
    return state.project_folder(project) / "blobs"


def _is_record(name: str) -> bool:
    return (
        name.partition(".")[0].isdecimal()
        and name.endswith(".json")
        and _state_in(name) in get_args(State)
    )


def _state_in(name: str) -> str:
    """Return the middle of a record's file name."""
    return name.partition(".")[2].removesuffix(".json")


def _number_in(name: str) -> int:
    """Return the number at the start of a record's file name."""
    return int(name.partition(".")[0])


def _last_number(journal: Path) -> int:
    names = (path.name for path in journal.iterdir())
    return max((_number_in(name) for name in names if _is_record(name)), default=0)


def _read(journal: Path, name: str) -> Record | None:
    """Read a record, which may get another state meanwhile; None when it is gone."""
    number = name.partition(".")[0]
    for spelling in (name, *(f"{number}.{other}.json" for other in get_args(State))):
        with suppress(FileNotFoundError):
            return _parsed(journal / spelling, spelling)
    return None


def _process(said: Any) -> Process:
    # The first records had only the number.
    return Process(said) if isinstance(said, int) else Process(**said)


def _parsed(path: Path, name: str) -> Record:
    try:
        content: dict[str, Any] = json.loads(path.read_bytes())
        version = content.pop("version")
        if version != VERSION:
            raise StoreError(f"{path}: written by another version of memtui ({version})")
        changes = tuple(RecordedChange(**change) for change in content.pop("changes"))
        return Record(
            when=datetime.fromisoformat(content.pop("when")),
            changes=changes,
            process=_process(content.pop("process")),
            folders=tuple(content.pop("folders")),
            leaves=tuple(content.pop("leaves", ())),
            state=cast("State", _state_in(name)),
            **content,
        )
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError(
            f"{path}: a damaged record of the journal ({error}); move it away"
        ) from error

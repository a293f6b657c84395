"""The journal's format on disk: one JSON file for each plan, and the bytes beside it.

::

    journal/000042.begun.json          a plan that is being carried out, or was interrupted
    journal/000042.done.json           one that is on the disk
    journal/000042.rolled-back.json    one that failed; every file is as it was before
    journal/000042.unmerged.json       bytes of another process that nobody has merged yet
    blobs/<digest>                     the bytes of a file, before or after a change

A record and its blobs are flushed before the first file of the project changes; its state is
the middle of its name, so that it changes by one rename and never by a second writing. Whoever
writes here holds the project's lock: a plan that is found begun was interrupted.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Literal, cast, get_args

from memtui.core.plan import Action
from memtui.errors import StoreError
from memtui.store import disk, state
from memtui.store.own import digest
from memtui.store.project import Project

State = Literal["begun", "done", "rolled-back", "unmerged"]
By = Literal["memtui", "outside"]

VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class RecordedChange:
    """One file of a recorded plan.

    Attributes:
        path: Relative to the project's root.
        before: Digest of its bytes before, or None when it did not exist.
        after: Digest of its bytes afterwards, or None when it was deleted.
        mode: Its permission bits before, or None when it did not exist.
        link: What the path pointed to when it was a link, as the link spells it; else None.
    """

    path: str
    before: str | None
    after: str | None
    mode: int | None = None
    link: str | None = None

    @property
    def action(self) -> Action:
        """What happened to the file."""
        if self.before is None:
            return "create"
        return "delete" if self.after is None else "write"


@dataclass(frozen=True, slots=True)
class Record:
    """A plan as the journal keeps it.

    Attributes:
        id: Its number, which grows, with leading zeros; ``""`` before it is written.
        when: When it was begun, in UTC.
        what: The change in a few words.
        by: Who changed the files: memtui, or another process whose bytes memtui found.
        process: The number of the process that wrote it.
        root: The project's folder.
        changes: Its files, in the order in which they are carried out.
        folders: Folders that did not exist before, relative to the root, outermost first.
        state: How far it came.
    """

    id: str
    when: datetime
    what: str
    by: By
    process: int
    root: str
    changes: tuple[RecordedChange, ...]
    folders: tuple[str, ...] = ()
    state: State = "begun"


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
    path = _file(project, numbered)
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
    path = _file(project, record)
    try:
        path.rename(_file(project, marked))
    except OSError as error:
        raise disk.state_error(path, error) from error
    return marked


def drop(project: Project, record: Record) -> None:
    """Remove the record of a plan that failed before anything of it was on the disk.

    The bytes that it named stay until the journal is trimmed.
    """
    disk.discard(_file(project, record))


def read(project: Project, only: State | None = None) -> tuple[Record, ...]:
    """Return the records, oldest first; a file that is none is skipped.

    Args:
        project: Whose.
        only: The state of those that are wanted; None for all.

    Raises:
        StoreError: When the journal cannot be read, or was written by a newer memtui.
    """
    journal = _journal(project)
    try:
        names = sorted(path.name for path in journal.iterdir() if _is_record(path.name))
        wanted = [name for name in names if only in (None, _state_in(name))]
        found = [_parsed(journal / name, name) for name in wanted]
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise disk.state_error(journal, error) from error
    return tuple(found)


def blob(project: Project, name: str) -> bytes:
    """Return the bytes that a record names by their digest.

    Raises:
        StoreError: When they are gone or damaged.
    """
    path = _blobs(project) / name
    try:
        data = path.read_bytes()
    except OSError as error:
        raise disk.state_error(path, error) from error
    if digest(data) != name:
        raise StoreError(f"{path}: damaged; these bytes of the journal cannot be restored")
    return data


def folders(project: Project) -> tuple[Path, ...]:
    """Return the folders in which records and blobs lie; they need not exist."""
    return (_journal(project), _blobs(project))


def _journal(project: Project) -> Path:
    return state.project_folder(project) / "journal"


def _blobs(project: Project) -> Path:
    return state.project_folder(project) / "blobs"


def _file(project: Project, record: Record) -> Path:
    return _journal(project) / f"{record.id}.{record.state}.json"


def _is_record(name: str) -> bool:
    return name[:1].isdigit() and name.endswith(".json") and _state_in(name) in get_args(State)


def _state_in(name: str) -> str:
    """Return the middle of a record's file name."""
    return name.partition(".")[2].removesuffix(".json")


def _last_number(journal: Path) -> int:
    names = (path.name for path in journal.iterdir())
    numbers = (int(name.partition(".")[0]) for name in names if _is_record(name))
    return max(numbers, default=0)


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
            folders=tuple(content.pop("folders")),
            state=cast("State", _state_in(name)),
            **content,
        )
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError(
            f"{path}: a damaged record of the journal ({error}); move it away"
        ) from error

"""Keeps the journal small: old changes go, and the bytes that no record names."""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from memtui.store import disk, records, state
from memtui.store.project import Project


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of the journal stays.

    Attributes:
        size: Bytes that records and blobs may take together.
        age: Age up to which a change stays.
        deletions: Age up to which one that deletes a file stays, whatever the size.
    """

    size: int = 200 * 1024 * 1024
    age: timedelta = timedelta(days=90)
    deletions: timedelta = timedelta(days=7)


DEFAULT: Final = Limits()


def trim(project: Project, now: datetime, limits: Limits = DEFAULT) -> int:
    """Remove the changes that are too old, and the oldest ones while all take too much.

    A change goes with everything that took it back or did it again, and its age is that of the
    last of these. One that is being carried out, or was interrupted, stays.

    Args:
        project: Whose journal.
        now: The time.
        limits: What stays.

    Returns:
        How many records went.

    Raises:
        StoreError: When the journal cannot be read or changed, or the lock not be had.
    """
    try:
        # Looked up without the lock, so that nobody waits when nothing is to go.
        if not any(_superfluous(project, now, limits)):
            return 0
        with state.locked(project):
            gone, blobs = _superfluous(project, now, limits)
            # A record goes before its bytes: whatever stays can be read.
            for path in (*gone, *blobs):
                path.unlink(missing_ok=True)
    except OSError as error:
        raise disk.state_error(state.project_folder(project), error) from error
    return len(gone)


def _superfluous(project: Project, now: datetime, limits: Limits) -> tuple[list[Path], list[Path]]:
    """Return the files of the records and of the blobs that are to go."""
    weights = records.blob_sizes(project)
    groups = [_Group(project, group) for group in _grouped(project)]
    uses = Counter(name for group in groups for name in group.blobs)
    total = sum(group.size for group in groups) + sum(weights.get(name, 0) for name in uses)
    gone: list[Path] = []
    for group in sorted(groups, key=lambda group: group.when):
        age = now - group.when
        if group.is_begun or (group.deletes and age <= limits.deletions):
            continue
        if age > limits.age or total > limits.size:
            gone.extend(group.files)
            total -= group.size
            uses.subtract(group.blobs)
            total -= sum(weights.get(name, 0) for name in set(group.blobs) if not uses[name])
    _, blobs = records.folders(project)
    return gone, [blobs / name for name in weights if not uses[name]]


def _grouped(project: Project) -> Iterable[list[records.Record]]:
    """Return the records by the change that they are about."""
    groups: dict[str, list[records.Record]] = {}
    for record in records.read(project):
        groups.setdefault(record.step, []).append(record)
    return groups.values()


class _Group:
    """The records of one change: what did it, took it back, did it again."""

    def __init__(self, project: Project, group: Sequence[records.Record]) -> None:
        changes = [change for record in group for change in record.changes]
        self.when = max(record.when for record in group)
        self.is_begun = any(record.state == "begun" for record in group)
        self.deletes = any(change.action == "delete" for change in changes)
        self.files = [records.file(project, record) for record in group]
        self.size = sum(map(_size, self.files))
        both = (name for change in changes for name in (change.before, change.after))
        self.blobs = [name for name in both if name]


def _size(file: Path) -> int:
    # Without the lock, a record may get another name at any moment.
    with suppress(FileNotFoundError):
        return file.stat().st_size
    return 0

"""Keeps in the history what other programs changed, as far as memtui notices it.

Two know what a file was: whoever has read it before, and the history, which names the bytes that
memtui left in each file it wrote. Counting is no step of the history.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING, Final

from memtui.core.plan import Change
from memtui.errors import StoreError
from memtui.store import reading, records, state
from memtui.store.own import digest
from memtui.store.processes import this
from memtui.store.project import Project

if TYPE_CHECKING:
    from memtui.core.workspace import Snapshot

_RECENT: Final = 100
"""So many records are looked through for what stands in a file."""
_MOST_KEPT: Final = 200
"""Files of one step whose bytes are kept; of more, as after a change of branch, the names are."""
_PATIENCE: Final = 2.0
"""Seconds to wait for another memtui that writes: a note holds up nobody who reads for long."""
_VERBS: Final = {"create": "made", "write": "changed", "delete": "deleted"}


def note(project: Project, changes: Iterable[Change], when: datetime) -> str:
    """Keep in the history what other programs changed; nothing of the project is written.

    What the history has already, because a memtui of another process wrote it, is left out.

    Args:
        project: Where.
        changes: The files as they were known and as they stand. What was noticed at once, as
            after a change of branch, becomes one step.
        when: When that was noticed.

    Returns:
        The number of the step, or ``""`` when there was nothing to keep.

    Raises:
        StoreError: When the state folder refuses.
    """
    # Before the lock: most of what agents write is counting.
    changes = _more_than_counted(changes)
    if not changes:
        return ""
    with state.locked(project, timeout=_PATIENCE):
        said = _said(project, {change.path for change in changes})
        news = [new for c in changes if (new := _news(project, c, said.get(c.path, ())))]
        return _number(_keep(project, news, when))


def between(project: Project, old: "Snapshot", new: "Snapshot") -> Iterator[Change]:
    """Yield the files whose text differs between two readings; of a faulty one it is not known."""
    for name in {**old.by_name, **new.by_name}:
        sides = (old.by_name.get(name), new.by_name.get(name))
        if sides[0] is sides[1] or any(side and side.fault for side in sides):
            continue
        before, after = (side.text if side else None for side in sides)
        if before != after:
            data = (None if text is None else text.encode() for text in (before, after))
            yield Change(project.path_of(name), *data)


def note_since(project: Project, when: datetime) -> str:
    """Keep in the history what others changed in its files while no memtui looked; see `note`."""
    before = _said(project)
    found = _standing(project, {path: states[-1] for path, states in before.items()})
    if not found:
        return ""
    with state.locked(project, timeout=_PATIENCE):
        now = _said(project)
        same = {p: data for p, data in found.items() if now.get(p, ())[-1:] == before[p][-1:]}
        return _number(keep_differing(project, same, when))


def keep_differing(
    project: Project, standing: Mapping[str, bytes | None], when: datetime
) -> records.Record | None:
    """Keep in the history what it has not told of files; the project's lock is held.

    Args:
        project: Where.
        standing: What stands in some files, by path; None for nothing.
        when: When that was noticed.

    Returns:
        The step, or None when there was nothing to keep.

    Raises:
        StoreError: When the state folder refuses.
    """
    said = _said(project, standing, newest=True)
    changes = []
    for path, (*_, last) in said.items():
        # Bytes that are not kept cannot be compared with.
        with suppress(StoreError):
            if last != _name(standing[path]):
                changes.append(Change(path, _blob(project, last), standing[path]))
    return _keep(project, changes, when)


def _said(
    project: Project, paths: Collection[str] | None = None, *, newest: bool = False
) -> dict[str, list[str | None]]:
    """Return what the newest records say stood in files, one after the other, as digests.

    Args:
        project: Whose.
        paths: Which files; None for all that are named. Those that no record names are left out.
        newest: Whether the newest record that names a file is enough.
    """
    said: dict[str, list[str | None]] = {}
    ended: set[str] = set()
    # The history itself tells of a damaged record; here it ends the look back.
    with suppress(StoreError):
        for record in islice(records.newest(project), _RECENT):
            if record.state not in records.ON_DISK:
                continue
            for change in record.changes:
                path = change.path
                if path in ended or not (paths is None or path in paths):
                    continue
                if record.state == "unreconciled":
                    # Some of its files are as it says, some are not.
                    ended.add(path)
                    continue
                said[path] = [change.before, change.after, *said.get(path, ())]
                if newest:
                    ended.add(path)
            if newest and paths is not None and ended.issuperset(paths):
                break
    return said


def _news(project: Project, change: Change, said: Sequence[str | None]) -> Change | None:
    """Return what of a change the history does not tell, or None.

    Args:
        project: Where.
        change: The file as it was known and as it stands.
        said: What the history says stood in it, one after the other.
    """
    before, after = _names(change)
    if not said or after == said[-1]:
        return None if said else change
    newest = change
    # Bytes that are not kept cannot be compared with.
    with suppress(StoreError):
        newest = Change(change.path, _blob(project, said[-1]), change.after)
    if before == said[-1] or _only_counted(Change(change.path, newest.before, change.before)):
        return change
    if before not in said:
        return None if after in said else change
    # A memtui, this one or another, has written since it was read.
    return None if after in said[said.index(before) :] else newest


def _keep(project: Project, changes: Iterable[Change], when: datetime) -> records.Record | None:
    """Write a step of the history; the lock is held."""
    news = _more_than_counted(changes)
    if not news:
        return None
    first = records.RecordedChange(news[0].path, *_names(news[0]))
    name = first.path.rpartition("/")[2]
    what = f"{name} {_VERBS[first.action]}" if len(news) == 1 else f"{len(news)} files changed"
    recorded = tuple(records.RecordedChange(each.path, *_names(each)) for each in news)
    root = str(project.root)
    record = records.Record("", when, what, "outside", this(), root, recorded, state="done")
    blobs = [data for each in news for data in (each.before, each.after) if data is not None]
    return records.write(project, record, blobs if len(news) <= _MOST_KEPT else ())


def _number(record: records.Record | None) -> str:
    return record.id if record else ""


def _more_than_counted(changes: Iterable[Change]) -> list[Change]:
    return [each for each in changes if each.before != each.after and not _only_counted(each)]


def _only_counted(change: Change) -> bool:
    # Imported here for start-up: commands that write mostly do not need it.
    from memtui.core.counting import only_counted

    if change.before is None or change.after is None:
        return False
    try:
        return only_counted(change.before.decode(), change.after.decode())
    except UnicodeDecodeError:
        return False


def _standing(project: Project, last: Mapping[str, str | None]) -> dict[str, bytes | None]:
    """Return what stands in those files that are not as the history last said."""
    known = {}
    for path, name in last.items():
        # Bytes that are not kept cannot be compared with.
        with suppress(StoreError):
            known[path] = _blob(project, name)
    found = reading.standing(project.root, known)
    return {path: data for path, data in found.items() if data != known[path]}


def _blob(project: Project, name: str | None) -> bytes | None:
    return None if name is None else records.blob(project, name)


def _name(data: bytes | None) -> str | None:
    return None if data is None else digest(data)


def _names(change: Change) -> tuple[str | None, str | None]:
    return _name(change.before), _name(change.after)

"""What was changed, when, and by whom, as the journal tells it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from memtui.store import records
from memtui.store.project import Project

_NOTES: Final[dict[records.State, str]] = {
    "begun": "not complete yet",
    "done": "",
    "finished": "interrupted, finished later",
    "rolled-back": "failed or interrupted, nothing changed",
    "unreconciled": "interrupted, files changed since, left half done",
    "unmerged": "kept in the journal, not merged",
}


@dataclass(frozen=True, slots=True)
class Step:
    """A change of the history.

    Attributes:
        id: Its number in the journal, which grows, with leading zeros.
        when: When it was begun, in UTC.
        what: The change in a few words.
        paths: Its files, relative to the project's root.
        by: Who made it: memtui, or another program whose change memtui noticed.
        undone: Whether it is not in the files: taken back by the person, or never completed.
        note: What else became of it, or ``""``.
    """

    id: str
    when: datetime
    what: str
    paths: tuple[str, ...]
    by: records.By
    undone: bool
    note: str = ""


def read(project: Project) -> tuple[Step, ...]:
    """Return the changes of a project that the journal still has, newest first.

    Taking back and doing again are no steps of their own: a step says whether it is undone.

    Raises:
        StoreError: When the journal cannot be read.
    """
    found = []
    undone: dict[str, bool] = {}
    for record in records.newest(project):
        if record.step != record.id and record.state in records.ON_DISK:
            undone.setdefault(record.step, bool(record.undoes))
        if record.step == record.id:
            found.append(_step(record, undone=undone.get(record.id, False)))
    return tuple(found)


def _step(record: records.Record, *, undone: bool) -> Step:
    paths = tuple(change.path for change in record.changes)
    note = _NOTES[record.state]
    gone = undone or record.state == "rolled-back"
    return Step(record.id, record.when, record.what, paths, record.by, gone, note)

"""A plan over four files that a process left half done."""

from collections.abc import Sequence

import pytest

from memtui.core.plan import Change, Plan
from memtui.store import records
from memtui.store.own import digest
from memtui.store.processes import Process
from memtui.store.project import Project
from memtui.store.records import Record, RecordedChange
from tests.conftest import MakeStore
from tests.store.quick import NOON

GONE = Process(999999999)
"""No system gives a process this number."""
FILES = ("a.md", "b.md", "c.md", "d.md")


@pytest.fixture
def project(store: MakeStore) -> Project:
    """Return a project whose four files hold their name and `old`."""
    return store({name: f"{name}\nold\n" for name in FILES})


def four_files(project: Project, names: Sequence[str] = FILES) -> Plan:
    """Return a plan that writes `new` to files."""
    changes = [
        Change(project.memory_path(name), f"{name}\nold\n".encode(), f"{name}\nnew\n".encode())
        for name in names
    ]
    return Plan("four files", tuple(changes))


def interrupt(
    project: Project, plan: Plan, done: int, process: Process = GONE, folders: tuple[str, ...] = ()
) -> Record:
    """Leave a plan as a process that was killed after some files leaves it."""

    def name(data: bytes | None) -> str | None:
        return None if data is None else digest(data)

    changes = tuple(RecordedChange(c.path, name(c.before), name(c.after)) for c in plan.changes)
    root = str(project.root)
    record = Record("", NOON, plan.what, "memtui", process, root, changes, folders)
    both = (data for c in plan.changes for data in (c.before, c.after) if data is not None)
    record = records.write(project, record, both)
    for change in plan.changes[:done]:
        path = project.root / change.path
        if change.after is None:
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(change.after)
    return record


def texts_of(project: Project) -> dict[str, str]:
    """Return the second line of each file, which a plan writes."""
    return {path.name: path.read_text().split("\n")[1] for path in project.memory.iterdir()}


def states_of(project: Project) -> list[str]:
    """Return the states of the records, oldest first."""
    return [record.state for record in records.read(project)]


def lose(project: Project, data: bytes) -> None:
    """Let some bytes be lost from the journal."""
    (records.folders(project)[1] / digest(data)).unlink()

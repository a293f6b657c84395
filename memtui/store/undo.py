"""Takes back what a person changed last, also in an earlier run, and does it again.

Taking back is a plan like any other: the journal carries it out and records it, with the number of
the change that it is about. Which change comes next follows from the records alone.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from memtui.core.plan import Change, Plan
from memtui.errors import BadValue
from memtui.store import journal, records, recovering, steps
from memtui.store.journal import COMMAND, Reversal, Writer
from memtui.store.project import Project
from memtui.store.recovering import Recovered, names
from memtui.store.versions import Versions, combine

MOST_COUNTED: Final = 100
"""Where the counting of what can be taken back ends."""


@dataclass(frozen=True, slots=True)
class Next:
    """A change that is the next to be taken back, or done again.

    Attributes:
        id: Its number in the journal.
        when: When it was brought to the disk, or taken from there, in UTC.
        what: The change in a few words.
        paths: Its files, relative to the project's root.
    """

    id: str
    when: datetime
    what: str
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """What there is to take back and to do again.

    Attributes:
        depth: How many changes can be taken back, `MOST_COUNTED` at most.
        back: The next to be taken back.
        again: The next to be done again.
    """

    depth: int = 0
    back: Next | None = None
    again: Next | None = None


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A change that is taken back, or done again.

    Attributes:
        id: Its number in the journal.
        what: The change in a few words.
        paths: Files that were written, made or deleted for that.
        again: Whether it is done again.
        merged: Those of the files that had changed since; what was changed stays.
        notes: What else is to be said of merging them, one line each.
        recovered: Interrupted plans that were put right before.
    """

    id: str
    what: str
    paths: tuple[str, ...]
    again: bool = False
    merged: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    recovered: tuple[Recovered, ...] = ()


@dataclass(frozen=True, slots=True)
class ChangedSince:
    """A change that was not taken back, because its files have changed since; nothing was written.

    Attributes:
        id: Its number in the journal.
        what: The change in a few words.
        files: The files in question: `base` as the change left them, `mine` as they would be,
            `disk` as they stand. Merged ones are handed in as `Merging.files`.
        again: Whether it was to be done again.
        recovered: Interrupted plans that were put right before.
    """

    id: str
    what: str
    files: tuple[Versions, ...]
    again: bool = False
    recovered: tuple[Recovered, ...] = ()

    @property
    def line(self) -> str:
        """Say so in one line, for a person."""
        paths = names([file.path for file in self.files])
        done = "done again" if self.again else "taken back"
        return f"{paths}: changed since “{self.what}”, which cannot be {done} without a merge"


Result = TakenBack | ChangedSince | None


@dataclass(frozen=True, slots=True)
class Merging:
    """What becomes of files that have changed since.

    Where they only counted, the counts stay and nobody is asked.

    Attributes:
        files: For files that somebody has merged: what stands there, and what is to.
        texts: Whether others are merged when that leaves no question open.
    """

    files: Sequence[Change] = ()
    texts: bool = False


NONE = Merging()


@dataclass(slots=True)
class _Making:
    """How a change is reversed, file by file."""

    changes: list[Change] = field(default_factory=list)
    settled: list[records.RecordedChange] = field(default_factory=list)
    differing: list[Versions] = field(default_factory=list)
    merged: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def standing(project: Project) -> Standing:
    """Return what there is to take back and to do again.

    Raises:
        StoreError: When the journal cannot be read.
    """
    done: dict[str, bool] = {}
    depth = 0
    for record in _events(project):
        if record.step not in done:
            done[record.step] = not record.undoes
            depth += not record.undoes
        if depth == MOST_COUNTED:
            break
    back, again = _last_done(project), _last_undone(project)
    return Standing(depth, _next(project, back), _next(project, again))


def _next(project: Project, record: records.Record | None) -> Next | None:
    if record is None:
        return None
    paths = tuple(change.path for change in record.changes)
    return Next(record.step, record.when, _what(project, record), paths)


def versions(project: Project, step: str) -> tuple[Versions, ...]:
    """Return the files of a change: as it left them, as they would be without it, as they stand.

    Of one that is taken back, the same the other way round.

    Args:
        project: Where.
        step: Its number in the journal.

    Raises:
        BadValue: When there is no such change.
        MemtuiError: When the journal, or a file, cannot be read.
    """
    record = _newest(project, step)
    return tuple(_versions(project, change) for change in reversed(record.changes))


def last(project: Project, writer: Writer = COMMAND, merging: Merging = NONE) -> Result:
    """Take back what was changed last and is not taken back yet.

    Args:
        project: Where.
        writer: How.
        merging: What becomes of files that have changed since.

    Returns:
        What was taken back, what stands in the way, or None when there is nothing to take back.

    Raises:
        MemtuiError: As `journal.apply`.
    """
    return _reverse(project, lambda: _last_done(project), writer, merging)


def take_back(
    project: Project, step: str, writer: Writer = COMMAND, merging: Merging = NONE
) -> Result:
    """Take back the change of a certain number; see `last`.

    Raises:
        BadValue: When there is no such change, or it is taken back already.
        MemtuiError: As `journal.apply`.
    """
    return _reverse(project, lambda: _done(project, step), writer, merging)


def redo(project: Project, writer: Writer = COMMAND, merging: Merging = NONE) -> Result:
    """Do again what was taken back last, unless something was changed after that; see `last`.

    Raises:
        MemtuiError: As `journal.apply`.
    """
    return _reverse(project, lambda: _last_undone(project), writer, merging)


class _DifferingError(Exception):
    """Ends the making of a plan: its files have changed since."""


def _reverse(
    project: Project,
    choose: Callable[[], records.Record | None],
    writer: Writer,
    merging: Merging,
) -> Result:
    recovered = recovering.finish(project, writer)
    chosen: records.Record | None = None
    made = _Making()

    def make() -> Reversal | None:
        nonlocal chosen, made
        chosen = choose()
        if chosen is None:
            return None
        made = _reversed(project, chosen, merging)
        if made.differing:
            raise _DifferingError
        return _reversal(project, chosen, made)

    try:
        applied = journal.update(project, make, writer)
    except _DifferingError:
        applied = None
    if chosen is None:
        return None
    step, what, again = chosen.step, _what(project, chosen), bool(chosen.undoes)
    if applied is None:
        return ChangedSince(step, what, tuple(made.differing), again, recovered)
    merged, notes = tuple(made.merged), tuple(made.notes)
    return TakenBack(step, what, applied.paths, again, merged, notes, recovered)


def _events(project: Project) -> Iterator[records.Record]:
    """Yield what memtui did, took back and did again, newest first."""
    for record in records.newest(project):
        if record.by == "memtui" and record.state in records.ON_DISK:
            yield record


def _last_done(project: Project) -> records.Record | None:
    """Return the record that brought to the disk what is to be taken back next."""
    undone = set()
    for record in _events(project):
        if record.undoes:
            undone.add(record.undoes)
        elif record.step not in undone:
            return record
    return None


def _done(project: Project, step: str) -> records.Record:
    """Return the record that last brought a certain change to the disk."""
    record = _newest(project, step)
    if record.undoes:
        raise BadValue(f"change {step} ({_what(project, record)}): is taken back already")
    return record


def _newest(project: Project, step: str) -> records.Record:
    """Return the record that last did a certain change, or took it back."""
    for record in _events(project):
        if record.step == step:
            return record
    raise BadValue(f"change {step}: not in the history")


def _last_undone(project: Project) -> records.Record | None:
    """Return the record that took back what is to be done again next."""
    again = set()
    for record in _events(project):
        if record.redoes:
            again.add(record.redoes)
        elif not record.undoes:
            return None
        elif record.undoes not in again:
            return record
        else:
            again.remove(record.undoes)
    return None


def _what(project: Project, record: records.Record) -> str:
    """Return what the change was called that a record is about."""
    if record.step == record.id:
        return record.what
    found = (other.what for other in records.newest(project) if other.id == record.step)
    return next(found, record.what)


def _reversal(project: Project, record: records.Record, made: _Making) -> Reversal:
    done = "do again" if record.undoes else "take back"
    return Reversal(
        Plan(f"{done}: {_what(project, record)}", tuple(made.changes)),
        undoes="" if record.undoes else record.step,
        redoes=record.step if record.undoes else "",
        kept={change.path: change.kept for change in record.changes},
        leaves=record.folders,
        settled=tuple(made.settled),
    )


def _reversed(project: Project, record: records.Record, merging: Merging) -> _Making:
    made = _Making()
    given = {change.path: change for change in merging.files}
    for old in reversed(record.changes):
        file = _versions(project, old)
        before, after = file.mine, file.base
        if file.path in given and given[file.path].before == file.disk:
            made.changes.append(given[file.path])
        elif file.disk == after:
            made.changes.append(Change(file.path, after, before))
        elif file.disk == before:
            # Somebody took it back already; doing it again starts from there.
            made.settled.append(replace(old, before=old.after, after=old.before))
        elif combined := combine(file, texts=merging.texts):
            made.changes.append(Change(file.path, file.disk, combined.data))
            made.merged.extend(() if combined.counted else (file.path,))
            made.notes.extend(f"{names([file.path])}: {note}" for note in combined.notes)
        else:
            made.differing.append(file)
    return made


def _versions(project: Project, change: records.RecordedChange) -> Versions:
    """Return a file as a change left it, as it would be without the change, and as it stands."""
    after, before = (
        None if name is None else records.blob(project, name)
        for name in (change.after, change.before)
    )
    return Versions(change.path, after, before, steps.current(project, change.path))

"""Carries out plans: compare, keep the old bytes, write, or leave everything as it was.

Every change to the disk passes here, under the project's lock.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import islice
from typing import Final

from memtui.core.plan import Change, Plan
from memtui.errors import Changed, MemtuiError, StoreError
from memtui.store import disk, records, state, steps
from memtui.store.carrying import Carrying
from memtui.store.linger import COMMAND_SECONDS, Late, Lingering
from memtui.store.own import OwnWrites, digest
from memtui.store.processes import this
from memtui.store.project import Project

_RECENT: Final = 100
"""So many records are looked through for what memtui itself wrote."""


def utc_now() -> datetime:
    """Return the time, for the history."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Merged:
    """What another process had written to files that memtui was replacing.

    Attributes:
        paths: Files to which its text was appended.
        kept: Files that it had rewritten: its version lies in the journal, unmerged.
    """

    paths: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()

    def with_more(self, more: "Merged") -> "Merged":
        """Return this and what was merged after it."""
        return Merged(self.paths + more.paths, self.kept + more.kept)


@dataclass(frozen=True, slots=True)
class Applied:
    """A plan that is on the disk.

    Attributes:
        id: Its number in the journal; ``""`` when it is no step of the history.
        when: When it was carried out, in UTC.
        paths: Files that were created, written or deleted, relative to the project.
        late: What another process wrote to them at the same moment; left to `merge_late` when
            the writer has a `Lingering`.
    """

    id: str
    when: datetime
    paths: tuple[str, ...]
    late: Merged = Merged()


@dataclass(frozen=True, slots=True)
class Reversal:
    """A plan that takes back an earlier change, or does it again.

    Attributes:
        plan: What is to be done.
        undoes: Number of the change that it takes back, or ``""``.
        redoes: Number of the change that it does again, or ``""``.
        kept: What files that come back had besides their bytes, by path.
        leaves: Folders that go when nothing is left in them, relative to the root.
        settled: Changes of its files that somebody has made already; recorded with it.
    """

    plan: Plan
    undoes: str = ""
    redoes: str = ""
    kept: Mapping[str, disk.Kept] = field(default_factory=dict)
    leaves: tuple[str, ...] = ()
    settled: tuple[records.RecordedChange, ...] = ()

    @property
    def step(self) -> str:
        """Number of the change it is about, or ``""`` when the plan is a change of its own."""
        return self.undoes or self.redoes


@dataclass(frozen=True, slots=True)
class Writer:
    """How plans are carried out; the defaults are those of a command.

    Attributes:
        by: Whose change it is, for the history.
        clock: The time, for the history.
        own: Learns of each write before it happens, for the watcher.
        lingering: Gets the replaced files, to be collected by `merge_late`; without one, each
            plan waits 20 ms for bytes that still arrive in them.
        pause: Waits that many seconds.
        patience: Seconds for which `update` makes a plan anew when other programs keep changing
            its files.
    """

    by: records.By = "memtui"
    clock: Callable[[], datetime] = utc_now
    own: OwnWrites | None = None
    lingering: Lingering | None = None
    pause: Callable[[float], None] = time.sleep
    patience: float = 5.0


COMMAND = Writer()


def apply(project: Project, plan: Plan, writer: Writer = COMMAND) -> Applied:
    """Carry out a plan, whole or not at all.

    Args:
        project: Where.
        plan: What; a change whose bytes stay the same is only compared.
        writer: How.

    Raises:
        Changed: When files are not what the plan expects; nothing was written.
        NotWritable: When a path leads out of the project or its file is never written.
        BadValue: When a new name differs from another one only in case.
        StoreError: When the disk refuses; what was written before is taken back.
    """
    applied = update(project, lambda: plan, replace(writer, patience=0))
    assert applied is not None
    return applied


def update(
    project: Project, make: Callable[[], Plan | Reversal | None], writer: Writer = COMMAND
) -> Applied | None:
    """Make a plan from what is on the disk and carry it out, with no other memtui in between.

    Args:
        project: Where.
        make: Reads the disk and returns the plan, or None when nothing is to be done; called
            anew when another program changed a file after it was read.
        writer: How.

    Raises:
        MemtuiError: As `apply`, and whatever `make` raises.
    """
    lingering = writer.lingering or Lingering(COMMAND_SECONDS)
    until = time.monotonic() + writer.patience
    while True:
        try:
            with state.locked(project):
                made = make()
                if made is None:
                    return None
                job = Reversal(made) if isinstance(made, Plan) else made
                applied = _carry_out(project, job, writer, lingering)
            break
        except Changed:
            if time.monotonic() >= until:
                raise
    if writer.lingering is not None:
        return applied
    return replace(applied, late=settle(project, lingering, writer))


def merge_late(
    project: Project, lingering: Lingering, writer: Writer = COMMAND, *, close: bool = False
) -> Merged:
    """Merge what other processes wrote to replaced files since the last call.

    What was appended is appended to the new file, as another program's change. What was rewritten
    is kept in the journal as ``unmerged``.

    Args:
        project: Where.
        lingering: The replaced files.
        writer: How; its `lingering` is replaced by the argument.
        close: Read all of them once more and close them, as at the end of the program.

    Raises:
        MemtuiError: When the disk refuses; what arrived is collected again by the next call.
    """
    outside = replace(writer, by="outside", own=None, lingering=lingering)
    merged = _merge(project, lingering.collect(close=close), outside)
    # A merge replaces the file once more; what arrives in that moment counts as well.
    while close and lingering.waiting:
        merged = merged.with_more(_merge(project, lingering.collect(close=True), outside))
    return merged


def note_outside(
    project: Project,
    changes: Iterable[Change],
    writer: Writer = COMMAND,
    *,
    counting: bool = False,
) -> str:
    """Keep in the history what another program changed; nothing of the project is written.

    What the history has already, because a memtui of another process wrote it, is left out.

    Args:
        project: Where.
        changes: The files as they were known and as they stand. What was noticed at once, as
            after a change of branch, becomes one step.
        writer: Whose clock is used.
        counting: Whether files that only counted are kept too.

    Returns:
        The number of the step, or ``""`` when there was nothing to keep.

    Raises:
        StoreError: When the state folder refuses.
    """
    with state.locked(project):
        told = _last_told(project)
        news = [
            c for c in changes if c.before != c.after and told.get(c.path, "") != _name(c.after)
        ]
        if not counting:
            news = [c for c in news if not _only_counted(project, c, told.get(c.path))]
        if not news:
            return ""
        recorded = tuple(
            records.RecordedChange(c.path, _name(c.before), _name(c.after)) for c in news
        )
        what = f"{news[0].path} changed" if len(news) == 1 else f"{len(news)} files changed"
        outside = replace(writer, by="outside")
        record = _record(project, what, outside, recorded, state="done")
        blobs = (data for c in news for data in (c.before, c.after) if data is not None)
        return records.write(project, record, blobs).id


def _last_told(project: Project) -> dict[str, str | None]:
    """Return what the newest records say stands in the files they name."""
    told: dict[str, str | None] = {}
    for record in islice(records.newest(project), _RECENT):
        if record.state in records.ON_DISK:
            for change in record.changes:
                told.setdefault(change.path, change.after)
    return told


def _only_counted(project: Project, change: Change, told: str | None) -> bool:
    # Imported here for start-up: commands that write never need it.
    from memtui.core.counting import only_counted

    if change.after is None:
        return False
    starts = [change.before] if change.before is not None else []
    if told is not None:
        with suppress(StoreError):
            starts.append(records.blob(project, told))
    try:
        after = change.after.decode()
        return any(only_counted(start.decode(), after) for start in starts)
    except UnicodeDecodeError:
        return False


def _name(data: bytes | None) -> str | None:
    return None if data is None else digest(data)


def _merge(project: Project, arrived: Sequence[Late], writer: Writer) -> Merged:
    assert writer.lingering is not None
    rest = list(arrived)
    paths, kept = [], []
    try:
        while rest:
            late = rest[0]
            if late.appended is None:
                _keep(project, late, writer)
                kept.append(late.path)
            else:
                _append(project, late.path, late.appended, writer)
                paths.append(late.path)
            del rest[0]
    finally:
        writer.lingering.give_back(rest)
    return Merged(tuple(paths), tuple(kept))


def settle(project: Project, lingering: Lingering, writer: Writer) -> Merged:
    """Wait for bytes that still arrive in replaced files, without the lock, and merge them."""
    merged = Merged()
    while lingering.waiting:
        writer.pause(lingering.seconds)
        merged = merged.with_more(merge_late(project, lingering, writer))
    return merged


def _append(project: Project, path: str, tail: bytes, writer: Writer) -> None:
    def appended() -> Plan:
        try:
            now: bytes | None = disk.read_bytes(project.root / path)
        except FileNotFoundError:
            now = None
        glue = b"\n" if now and not now.endswith(b"\n") and not tail.startswith(b"\n") else b""
        change = Change(path, now, (now or b"") + glue + tail)
        return Plan(f"text that another program added to {path} meanwhile", (change,))

    try:
        update(project, appended, writer)
    except OSError as error:
        raise disk.failed(path, error) from error


def _keep(project: Project, late: Late, writer: Writer) -> None:
    change = records.RecordedChange(late.path, digest(late.base), digest(late.data))
    what = f"another program's version of {late.path}, written while memtui saved it"
    record = _record(project, what, writer, (change,), state="unmerged")
    with state.locked(project):
        records.write(project, record, (late.base, late.data))


def _carry_out(project: Project, job: Reversal, writer: Writer, lingering: Lingering) -> Applied:
    """Check, record, stage and commit a plan; the lock is held."""
    prepared = steps.prepare(project, job.plan.changes, job.kept)
    moving = tuple(step for step in prepared if step.change.before != step.change.after)
    record = None
    if (moving or job.step) and not job.plan.counting:
        record = _begin(project, job, writer, moving)
    leaves = [project.root / folder for folder in job.leaves]
    carrying = Carrying(moving, lingering, writer.own, leaves)
    try:
        carrying.carry_out()
    except MemtuiError:
        # After an interruption (ctrl+c) the record stays begun: the next start looks for leftovers.
        if record and not carrying.touched:
            records.drop(project, record)
        elif record and not carrying.torn:
            _mark(project, record, "rolled-back")
        raise
    if record:
        _mark(project, record, "done")
    paths = tuple(step.change.path for step in moving)
    return Applied(record.id if record else "", record.when if record else writer.clock(), paths)


def _begin(
    project: Project, job: Reversal, writer: Writer, moving: Sequence[steps.Step]
) -> records.Record:
    changes = (*map(_recorded, moving), *job.settled)
    folders = dict.fromkeys(project.relative(f) for step in moving for f in step.folders)
    record = replace(
        _record(project, job.plan.what, writer, changes),
        folders=tuple(folders),
        leaves=job.leaves,
        undoes=job.undoes,
        redoes=job.redoes,
    )
    both = (data for step in moving for data in (step.change.before, step.change.after))
    return records.write(project, record, (data for data in both if data is not None))


def _recorded(step: steps.Step) -> records.RecordedChange:
    before, after, like = step.change.before, step.change.after, step.like
    change = records.RecordedChange(step.change.path, _name(before), _name(after), link=step.link)
    return replace(change, mode=like.mode, user=like.user, group=like.group) if like else change


def _record(
    project: Project,
    what: str,
    writer: Writer,
    changes: tuple[records.RecordedChange, ...],
    state: records.State = "begun",
) -> records.Record:
    process, root = this(), str(project.root)
    return records.Record("", writer.clock(), what, writer.by, process, root, changes, state=state)


def _mark(project: Project, record: records.Record, new: records.State) -> None:
    # The files are what counts: a record that stays begun is compared with them at the next start.
    with suppress(StoreError):
        records.mark(project, record, new)

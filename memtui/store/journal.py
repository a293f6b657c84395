"""Carries out plans: compare, keep the old bytes, write, or leave everything as it was.

Every change to the disk passes here, under the project's lock.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Final

from memtui.core.plan import Change, Plan
from memtui.errors import Changed, MemtuiError, StoreError
from memtui.store import disk, outside, records, state, steps
from memtui.store.carrying import Carrying
from memtui.store.linger import COMMAND_SECONDS, Late, Lingering
from memtui.store.own import OwnWrites, digest
from memtui.store.processes import this
from memtui.store.project import Project
from memtui.store.versions import Combined, Versions, combine

_TRIM_EVERY: Final = 64
"""So many steps of the history come between two trimmings, beside those at an editor's start."""


def utc_now() -> datetime:
    """Return the time, for the history."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Merged:
    """What another process had written to files that memtui was replacing.

    Attributes:
        paths: Files that hold its text as well.
        kept: Files that it had rewritten in another way: its version lies in the journal, unmerged.
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
    if applied.id and int(applied.id) % _TRIM_EVERY == 0:
        _trim(project, applied.when)
    if writer.lingering is not None:
        return applied
    return replace(applied, late=settle(project, lingering, writer))


def _trim(project: Project, now: datetime) -> None:
    # Function-local for start-up: one change in many needs it.
    from memtui.store import trimming

    # The change itself is done.
    with suppress(StoreError):
        trimming.trim(project, now)


def merge_late(
    project: Project, lingering: Lingering, writer: Writer = COMMAND, *, close: bool = False
) -> Merged:
    """Merge what other processes wrote to replaced files since the last call.

    What was appended is appended to the new file, as another program's change. What was rewritten
    is merged with it; where that needs a decision, it is kept in the journal as ``unmerged``.

    Args:
        project: Where.
        lingering: The replaced files.
        writer: How; its `lingering` is replaced by the argument.
        close: Read all of them once more and close them, as at the end of the program.

    Raises:
        MemtuiError: When the disk refuses; what arrived is collected again by the next call.
    """
    theirs = replace(writer, by="outside", own=None, lingering=lingering)
    merged = _merge(project, lingering.collect(close=close), theirs)
    # A merge replaces the file once more; what arrives in that moment counts as well.
    while close and lingering.waiting:
        merged = merged.with_more(_merge(project, lingering.collect(close=True), theirs))
    return merged


def _name(data: bytes | None) -> str | None:
    return None if data is None else digest(data)


def _merge(project: Project, arrived: Sequence[Late], writer: Writer) -> Merged:
    assert writer.lingering is not None
    rest = list(arrived)
    paths: list[str] = []
    kept: list[str] = []
    try:
        while rest:
            late = rest[0]
            try:
                merged = _put_together(project, late, writer)
            except Changed:
                # Written by others all the time.
                merged = False
            if not merged:
                _keep(project, late, writer)
            (paths if merged else kept).append(late.path)
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


def _put_together(project: Project, late: Late, writer: Writer) -> bool:
    """Merge what another program wrote; False where a person has to decide."""
    undecided = False

    def merged() -> Plan | None:
        nonlocal undecided
        now = steps.current(project, late.path)
        combined = _combined(late, now)
        undecided = combined is None
        if combined is None:
            return None
        what = f"what another program wrote to {late.path} meanwhile"
        change = Change(late.path, now, combined.data)
        return Plan(what, (change,), counting=combined.counted)

    update(project, merged, writer)
    return not undecided


def _combined(late: Late, now: bytes | None) -> Combined | None:
    if (tail := late.appended) is not None:
        glue = b"\n" if now and not now.endswith(b"\n") and not tail.startswith(b"\n") else b""
        return Combined((now or b"") + glue + tail, counted=False)
    # Whoever has emptied the new file may be about to fill it.
    found = Versions(late.path, late.base, now, late.data)
    return None if now == b"" else combine(found, texts=True)


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
    told = (moving or job.step) and not job.plan.counting
    record = noted = None
    if told and writer.by == "memtui":
        found = {step.change.path: step.change.before for step in moving}
        noted = outside.keep_differing(project, found, writer.clock())
        record = _begin(project, job, writer, moving)
    leaves = [project.root / folder for folder in job.leaves]
    carrying = Carrying(moving, lingering, writer.own, leaves)
    try:
        carrying.carry_out()
    except MemtuiError:
        # After an interruption (ctrl+c) the record stays begun: the next start looks for leftovers.
        if record and not carrying.touched:
            # It is made anew, perhaps, and then what others did is told with the rest of it.
            for vain in filter(None, (record, noted)):
                records.drop(project, vain)
        elif record and not carrying.torn:
            _mark(project, record, "rolled-back")
        raise
    if record:
        _mark(project, record, "done")
    elif told:
        # What another program wrote is no plan to be finished or taken back, and hurries. Without
        # a place in the history it stands all the same.
        with suppress(StoreError):
            record = _begin(project, job, writer, moving, state="done")
    paths = tuple(step.change.path for step in moving)
    return Applied(record.id if record else "", record.when if record else writer.clock(), paths)


def _begin(
    project: Project,
    job: Reversal,
    writer: Writer,
    moving: Sequence[steps.Step],
    state: records.State = "begun",
) -> records.Record:
    changes = (*map(_recorded, moving), *job.settled)
    folders = dict.fromkeys(project.relative(f) for step in moving for f in step.folders)
    record = replace(
        _record(project, job.plan.what, writer, changes, state),
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

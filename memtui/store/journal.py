"""Carries out plans: compare, keep the old bytes, write, and take back what was half done.

Every change to the disk passes here, under the project's lock.
"""

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from memtui.core.plan import Change, Plan
from memtui.errors import Changed, MemtuiError, StoreError
from memtui.store import disk, records, state, steps
from memtui.store.linger import COMMAND_SECONDS, Late, Lingering
from memtui.store.own import OwnWrites, digest
from memtui.store.project import Project


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
    project: Project, make: Callable[[], Plan | None], writer: Writer = COMMAND
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
                plan = make()
                if plan is None:
                    return None
                applied = _carry_out(project, plan, writer, lingering)
            break
        except Changed:
            if time.monotonic() >= until:
                raise
    if writer.lingering is not None:
        return applied
    return replace(applied, late=_settle(project, lingering, writer))


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


def _settle(project: Project, lingering: Lingering, writer: Writer) -> Merged:
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


def _record(
    project: Project,
    what: str,
    writer: Writer,
    changes: tuple[records.RecordedChange, ...],
    folders: tuple[str, ...] = (),
    state: records.State = "begun",
) -> records.Record:
    root = str(project.root)
    return records.Record(
        "", writer.clock(), what, writer.by, os.getpid(), root, changes, folders, state
    )


def _carry_out(project: Project, plan: Plan, writer: Writer, lingering: Lingering) -> Applied:
    """Check, record, stage and commit a plan; the lock is held."""
    prepared = steps.prepare(project, plan.changes)
    moving = tuple(step for step in prepared if step.change.before != step.change.after)
    record = None
    if moving and not plan.counting:
        record = _begin(project, plan, writer, moving)
    committed: list[steps.Step] = []
    try:
        for step in moving:
            step.stage()
        for step in moving:
            if writer.own:
                writer.own.note(step.change.path, step.change.after)
            step.commit(lingering)
            committed.append(step)
        _flush(moving)
    except BaseException as error:
        _take_back(project, record, moving, committed, error, writer, lingering)
        raise
    if record:
        _mark(project, record, "done")
    paths = tuple(step.change.path for step in moving)
    return Applied(record.id if record else "", record.when if record else writer.clock(), paths)


def _begin(
    project: Project, plan: Plan, writer: Writer, moving: Sequence[steps.Step]
) -> records.Record:
    changes = tuple(
        records.RecordedChange(
            step.change.path,
            None if step.change.before is None else digest(step.change.before),
            None if step.change.after is None else digest(step.change.after),
            step.like.st_mode & 0o7777 if step.like else None,
            step.link,
        )
        for step in moving
    )
    folders = dict.fromkeys(project.relative(f) for step in moving for f in step.folders)
    record = _record(project, plan.what, writer, changes, tuple(folders))
    both = (data for step in moving for data in (step.change.before, step.change.after))
    return records.write(project, record, (data for data in both if data is not None))


def _flush(moving: Sequence[steps.Step]) -> None:
    made = (folder.parent for step in moving for folder in step.folders)
    for folder in dict.fromkeys((*made, *(step.place.parent for step in moving))):
        try:
            disk.flush_folder(folder)
        except OSError as error:
            raise disk.failed(str(folder), error) from error


def _take_back(
    project: Project,
    record: records.Record | None,
    moving: Sequence[steps.Step],
    committed: Sequence[steps.Step],
    error: BaseException,
    writer: Writer,
    lingering: Lingering,
) -> None:
    """Undo what was committed, as far as it is still ours; what was not is in the journal."""
    stuck = []
    for step in reversed(committed):
        inverse = step.inverse()
        try:
            inverse.stage()
            inverse.commit(lingering)
        except MemtuiError:
            inverse.abandon()
            stuck.append(step.change.path)
    for step in reversed(moving):
        step.abandon()
        if writer.own:
            writer.own.forget(step.change.path)
    if record and not committed:
        records.drop(project, record)
    elif record and not stuck:
        _mark(project, record, "rolled-back")
    if stuck:
        raise StoreError(
            f"{error}; {', '.join(stuck)} could not be put back as before, "
            "both versions are in memtui's journal"
        ) from error


def _mark(project: Project, record: records.Record, new: records.State) -> None:
    # The files are what counts: a record that stays begun is compared with them at the next start.
    with suppress(StoreError):
        records.mark(project, record, new)

"""Saves texts over files that others may have changed since: both are put together."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from memtui.core.plan import Change, Plan
from memtui.errors import Undecided
from memtui.store import journal, steps
from memtui.store.journal import COMMAND, Writer
from memtui.store.project import Project
from memtui.store.reading import standing
from memtui.store.versions import Combined, Versions, combine


@dataclass(frozen=True, slots=True)
class Saved:
    """Texts that are on the disk.

    Attributes:
        plan: What was carried out: each file as it stood, and with both changes.
        merged: Paths of the files in which others had done more than count.
        notes: What else is to be said of merging them: path and one line.
    """

    plan: Plan
    merged: tuple[str, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()


def save(project: Project, plan: Plan, writer: Writer = COMMAND) -> Saved:
    """Carry out a plan of texts; files that are not what it expects are merged three ways.

    What is merged is on the disk a moment later, with no way over the screen in between: only so
    is there an end where others write all the time.

    Args:
        project: Where.
        plan: The texts, each with the text that it was made from.
        writer: How; `Writer.patience` says how long it is tried while others write.

    Raises:
        Undecided: When a person has to decide about a file, or to know that it is gone; nothing
            was written.
        MemtuiError: As `journal.apply`.
    """
    saved = Saved(plan)

    def made() -> Plan:
        nonlocal saved
        found = there(project, {change.path: change.before for change in plan.changes})
        changes: list[Change] = []
        merged: list[str] = []
        notes: list[tuple[str, str]] = []
        undecided: list[str] = []
        for change in plan.changes:
            path, now = change.path, found[change.path]
            combined = _combined(change, now)
            if combined is None:
                undecided.append(path)
                continue
            changes.append(Change(path, now, combined.data))
            merged.extend(() if combined.counted else (path,))
            notes.extend((path, note) for note in combined.notes)
        if undecided:
            raise Undecided(tuple(undecided))
        saved = Saved(replace(plan, changes=tuple(changes)), tuple(merged), tuple(notes))
        return saved.plan

    journal.update(project, made, writer)
    return saved


def there(project: Project, known: Mapping[str, bytes | None]) -> dict[str, bytes | None]:
    """Return what stands in some files, none of them half-written; None for nothing.

    Args:
        project: Where.
        known: What they held when somebody last looked, by path relative to the project.

    Raises:
        MemtuiError: When one cannot be read, or leads outside.
    """
    found = standing(project.root, known)
    return {path: found[path] if path in found else steps.current(project, path) for path in known}


def _combined(change: Change, now: bytes | None) -> Combined | None:
    """Return what becomes of a file, or None when a person has to decide."""
    if now == change.before:
        return Combined(change.after, counted=True)
    return combine(Versions(change.path, change.before, change.after, now), texts=True)

"""The coding agent's settings files, and the plans that change memtui's own entries in them."""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from memtui.core import agent_hooks
from memtui.core.agent_hooks import Handler
from memtui.core.plan import Change, Plan
from memtui.errors import CannotPatch, NotWritable, StoreError
from memtui.store import disk, journal, records
from memtui.store.journal import Applied, Reversal
from memtui.store.own import digest
from memtui.store.project import Project

LOCAL: Final = ".claude/settings.local.json"
"""This person's settings for a project, which are not committed."""
SHARED: Final = ".claude/settings.json"
"""Everyone's settings for a project."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a settings file says of hooks.

    Attributes:
        name: The file, as a person is told of it.
        exists: Whether there is one.
        handlers: The hooks that it registers.
        disabled: Whether it turns all hooks off.
    """

    name: str
    exists: bool = False
    handlers: tuple[Handler, ...] = ()
    disabled: bool = False


def user_path() -> Path:
    """Return the person's settings for all projects, which memtui never writes."""
    folder = os.environ.get("CLAUDE_CONFIG_DIR")
    return (Path(folder) if folder else Path.home() / ".claude") / "settings.json"


def read(project: Project, name: str) -> Settings:
    """Return what a settings file says of hooks.

    Args:
        project: Whose.
        name: `LOCAL`, `SHARED`, or any other path, absolute or from the project's root.

    Raises:
        CannotPatch: When it is no JSON of the agent's, with the line.
        NotWritable: When it is not UTF-8.
        StoreError: When it cannot be read.
    """
    data = _data(project, name)
    if data is None:
        return Settings(name)
    text = _text(name, data)
    with _named(name):
        found, disabled = agent_hooks.handlers(text), agent_hooks.disabled(text)
    return Settings(name, exists=True, handlers=found, disabled=disabled)


def installing(project: Project, name: str, commands: Mapping[str, str]) -> Reversal | None:
    """Return what registers events of memtui in a settings file, or None when they all are.

    Args:
        project: Whose.
        name: `LOCAL` or `SHARED`.
        commands: The command of each event.

    Raises:
        MemtuiError: As `read`; also when the text has a shape that cannot be changed.
    """
    data = _data(project, name)
    text = _text(name, data or b"")
    with _named(name):
        after = agent_hooks.installed(text, commands)
    if after == text:
        return None
    change = Change(name, data, after.encode())
    return Reversal(Plan(f"register hooks in {name}", (change,)))


def removing(project: Project, name: str, events: Iterable[str]) -> Reversal | None:
    """Return what takes memtui's own entries out of a settings file, or None when it has none.

    Where nothing else has changed since they came in, the file gets the very bytes that it had
    before, or goes if there was none.

    Args:
        project: Whose.
        name: `LOCAL` or `SHARED`.
        events: Which events.

    Raises:
        MemtuiError: As `read`.
    """
    data = _data(project, name)
    if data is None:
        return None
    text = _text(name, data)
    with _named(name):
        after = agent_hooks.removed(text, events)
    if after == text:
        return None
    what, left = f"take hooks out of {name}", _own(after)
    for before, folders in _earlier(project, name, data):
        if _is_same_without_hooks(before or b"", text) and _own((before or b"").decode()) == left:
            return Reversal(Plan(what, (Change(name, data, before),)), leaves=folders)
    return Reversal(Plan(what, (Change(name, data, after.encode()),)))


def carry_out(project: Project, change: Reversal) -> Applied:
    """Carry out what `installing` or `removing` returned, and nothing else.

    Raises:
        Changed: When the file has changed meanwhile; nothing was written.
        MemtuiError: As `journal.apply`.
    """
    applied = journal.update(project, lambda: change, replace(journal.COMMAND, patience=0))
    assert applied is not None
    return applied


@contextmanager
def _named(name: str) -> Iterator[None]:
    """Add the file's name to what is wrong with its text."""
    try:
        yield
    except CannotPatch as error:
        raise CannotPatch(error.reason, error.line, name) from error


def _data(project: Project, name: str) -> bytes | None:
    try:
        return disk.read_bytes(project.root / name)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StoreError(f"{name}: {disk.advice(error)}") from error


def _text(name: str, data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise NotWritable(f"{name}: byte {error.start} is not UTF-8; convert the file") from error


def _earlier(
    project: Project, name: str, data: bytes
) -> Iterator[tuple[bytes | None, tuple[str, ...]]]:
    """Yield what a file held before its present bytes, by the journal, and the folders it made.

    A folder that was made for another file, and stayed for this one alone, counts as well.
    """
    wanted = digest(data)
    stayed: set[str] = set()
    # Without the journal the entries are taken out one by one.
    with suppress(StoreError):
        for record in records.newest(project):
            changes = record.changes if record.state in records.ON_DISK else ()
            for change in changes:
                if (change.path, change.after) == (name, wanted):
                    before = records.blob(project, change.before) if change.before else None
                    folders = {*record.folders, *stayed}
                    yield before, tuple(sorted(folders, key=len))
                    if change.before is None:
                        return
                    wanted = change.before
            stayed |= {folder for folder in record.leaves if name.startswith(f"{folder}/")}


def _is_same_without_hooks(before: bytes, text: str) -> bool:
    try:
        return agent_hooks.same_without_own(before.decode(), text)
    except (CannotPatch, UnicodeDecodeError):
        return False


def _own(text: str) -> tuple[Handler, ...]:
    return tuple(each for each in agent_hooks.handlers(text) if each.own)

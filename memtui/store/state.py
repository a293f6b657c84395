"""The user's state folder: where locks, the journal and small choices lie, never the project.

::

    $XDG_STATE_HOME/memtui/            0700
        choices.json                   what holds for all projects
        notes/                         what the coding agent's sessions changed (hook.py)
        projects/<key>/                one for each project, by a digest of its real path
            lock                       held while a memtui process writes to the project
            choices.json
            journal/  blobs/           see records.py
"""

import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from memtui.errors import StoreError
from memtui.store import disk, place
from memtui.store.project import Project

PRIVATE = 0o700
LOCK_TIMEOUT = 20.0
"""Seconds that a process waits for another one to finish writing."""
LOCK_POLL = 0.005
"""Seconds between two attempts to get the lock; a change holds it for a few milliseconds."""


def home() -> Path:
    """Return memtui's folder in the user's state folder; it need not exist."""
    return Path(place.home())


def project_folder(project: Project) -> Path:
    """Return the project's folder in the state folder; it need not exist."""
    return home() / "projects" / project.key


def private_folder(folder: Path) -> Path:
    """Make a folder of the state folder that only its owner can enter, and return it.

    Raises:
        StoreError: When it cannot be made.
    """
    try:
        top = home()
        top.parent.mkdir(parents=True, exist_ok=True)
        # Each level by itself: `parents=True` gives the levels above the usual mode.
        for level in (*reversed(folder.relative_to(top).parents), folder.relative_to(top)):
            if not (top / level).is_dir():
                (top / level).mkdir(mode=PRIVATE, exist_ok=True)
                # What is flushed below must not lose its folder in a power cut.
                disk.flush_folder((top / level).parent)
        if stat.S_IMODE(top.stat().st_mode) & 0o077:
            top.chmod(PRIVATE)
    except OSError as error:
        raise disk.state_error(folder, error) from error
    return folder


@contextmanager
def locked(project: Project, *, timeout: float = LOCK_TIMEOUT) -> Iterator[None]:
    """Keep every other memtui process and thread from writing to the project meanwhile.

    It cannot be taken twice: what runs inside must not call what takes it.

    Args:
        project: The project to write to.
        timeout: Seconds to wait for another process.

    Raises:
        StoreError: When the wait is over, or the lock file cannot be made.
    """
    # Function-local for start-up: it costs a command that only reads 50 ms.
    import filelock

    path = private_folder(project_folder(project)) / "lock"
    lock = filelock.FileLock(path, mode=0o600)
    try:
        lock.acquire(timeout=timeout, poll_interval=LOCK_POLL)
    except filelock.Timeout as error:
        raise StoreError(
            f"{project.root}: another memtui has been writing there for {timeout:g} s "
            f"(lock {path}); try again when it is done"
        ) from error
    except OSError as error:
        raise disk.state_error(path, error) from error
    try:
        yield
    finally:
        lock.release()

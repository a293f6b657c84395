"""What memtui itself wrote last, so that the watcher does not report it as a change."""

import threading
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path

from memtui.store import disk


def digest(data: bytes) -> str:
    """Return the name of these bytes: equal bytes have an equal one."""
    return blake2b(data, digest_size=20).hexdigest()


class OwnWrites:
    """The bytes that memtui put under each path; shared between the saving and the watching."""

    def __init__(self) -> None:
        self._notes: dict[str, str | None] = {}
        self._lock = threading.Lock()

    def note(self, path: str, data: bytes | None) -> None:
        """Remember a write before it happens, because its event may arrive at once.

        Args:
            path: Relative to the project's root.
            data: The bytes, or None for a deletion.
        """
        with self._lock:
            self._notes[path] = None if data is None else digest(data)

    def forget(self, path: str) -> None:
        """Drop what was remembered of a path, because the write failed."""
        with self._lock:
            self._notes.pop(path, None)

    def foreign(self, root: Path, paths: Iterable[str]) -> frozenset[str]:
        """Return those of some paths, relative to `root`, that are not what memtui wrote."""
        return frozenset(path for path in paths if not self._explains(path, root / path))

    def _explains(self, path: str, file: Path) -> bool:
        """Whether a file is still what memtui wrote; if not, each later state of it is news."""
        with self._lock:
            if path not in self._notes:
                return False
            expected = self._notes[path]
        try:
            found: str | None = digest(disk.read_bytes(file))
        except FileNotFoundError:
            found = None
        except OSError:
            found = ""
        if found == expected:
            return True
        self.forget(path)
        return False

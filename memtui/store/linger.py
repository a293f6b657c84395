"""Files that were replaced and are kept open a little longer, for what still arrives in them.

Between the comparison and the rename another process may have opened the old file; what it
then appends goes to a file without a name. It is found here, read from the old handle.
"""

import os
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from memtui.store import disk

COMMAND_SECONDS = 0.02
"""How long a command keeps a replaced file open."""
EDITOR_SECONDS = 1.0
"""How long the editor does."""
_LONGEST = 1.0
"""Seconds beyond that for a file that another program is rewriting in place."""
_MOST = 256
"""Handles kept at once; a process may have 1,024 by default."""


@dataclass(frozen=True, slots=True)
class Late:
    """Bytes that another process wrote to a file after memtui had replaced or deleted it.

    Attributes:
        path: Relative to the project's root.
        base: The old file as it was compared.
        data: The old file as it was found later.
    """

    path: str
    base: bytes
    data: bytes

    @property
    def appended(self) -> bytes | None:
        """What was added at the end, or None when the file was rewritten."""
        return self.data[len(self.base) :] if self.data.startswith(self.base) else None


@dataclass(slots=True)
class _Held:
    path: str
    handle: int
    base: bytes
    seen: bytes
    until: float
    longest: float


class Lingering:
    """The replaced files that are still open.

    Args:
        seconds: How long each stays open.
        clock: Seconds that only grow.
    """

    def __init__(
        self, seconds: float = EDITOR_SECONDS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.seconds = seconds
        self._clock = clock
        self._held: list[_Held] = []
        self._late: list[Late] = []
        self._lock = threading.Lock()

    @property
    def waiting(self) -> bool:
        """Whether anything is open, or found and not yet collected."""
        return bool(self._held or self._late)

    def keep(self, path: str, found: disk.Found) -> None:
        """Take over the handle of a file that is about to be replaced or deleted."""
        with self._lock:
            now = self._clock()
            until, longest = now + self.seconds, now + self.seconds + _LONGEST
            self._held.append(_Held(path, found.handle, found.data, found.data, until, longest))
            if len(self._held) > _MOST:
                self._look(self._held[0], last=True)

    def collect(self, *, close: bool = False) -> tuple[Late, ...]:
        """Return what arrived, each once, and close the files whose time is over.

        Args:
            close: Read all of them once more and close them, as at the end of the program.
        """
        with self._lock:
            now = self._clock()
            for held in tuple(self._held):
                if close:
                    held.longest = now
                self._look(held, last=close or now >= held.until)
            late, self._late = tuple(self._late), []
        return late

    def give_back(self, late: Iterable[Late]) -> None:
        """Return what was collected and could not be merged; the next `collect` has it again."""
        with self._lock:
            self._late.extend(late)

    def _look(self, held: _Held, *, last: bool) -> None:
        """Read a file again: an appended text counts at once, a rewrite when it is complete."""
        data = disk.read_handle(held.handle)
        rewritten = not data.startswith(held.base)
        if rewritten and last and data != held.seen and self._clock() < held.longest:
            # Another program writes in place: it has emptied the file and may be in the middle.
            held.seen = data
            held.until = self._clock() + self.seconds
            return
        if data != held.base and (last or not rewritten):
            self._late.append(Late(held.path, held.base, data))
            held.base = data
        if last:
            os.close(held.handle)
            self._held.remove(held)

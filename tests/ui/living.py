"""The editor in a terminal of its own, as a person has it: typed into, killed, hung up."""

import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tests.benchmarks.terminal import Terminal


class Living(Terminal):
    """The editor in a terminal of its own, which is killed or hung up."""

    def __init__(self, project: Path, program: str = "") -> None:
        argv = ["-c", program, str(project)] if program else ["-m", "memtui", str(project)]
        super().__init__([sys.executable, *argv], size=(120, 40), env={})
        self.code: int | None = None

    def __exit__(self, *_: object) -> None:
        if self.code is None:
            super().__exit__()

    def type(self, keys: bytes, marker: str) -> None:
        """Press keys and wait until their answer is painted."""
        self.seen = b""
        os.write(self.descriptor, keys)
        self.wait_for(marker)

    def end(self, how: Callable[[], object]) -> int:
        """Do what ends it, and return the exit code; a signal's number is negative."""
        how()
        self.seen = b""
        end = time.monotonic() + 10
        while self.code is None:
            assert time.monotonic() < end
            try:
                self.seen += self._read(0.02)
            except OSError:
                # Hung up, or the editor has closed its side.
                time.sleep(0.02)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.code = os.waitstatus_to_exitcode(status)
        with suppress(OSError):
            # What it printed last.
            while piece := self._read(0.1):
                self.seen += piece
        return self.code

    def send(self, number: int) -> Callable[[], None]:
        """Return what sends a signal."""
        return lambda: os.kill(self.pid, number)

    def hang_up(self) -> None:
        """Close the terminal."""
        nowhere, _ = os.pipe()
        os.dup2(nowhere, self.descriptor)

    def is_restored(self) -> bool:
        """Whether the terminal shows its own screen, cursor and mouse again."""
        return all(order in self.seen for order in (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1003l"))


def in_body(editor: Living, text: str) -> None:
    """Open the body and type at its start."""
    editor.wait_for("^s save")
    # The key line offers the search once the body has the focus.
    editor.type(b"\x1bOR", "Find")
    editor.type(text.encode(), text)

"""A program in a pseudo terminal, and how long it takes to answer."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Mapping
from typing import Self

FRAMES_PER_SECOND = "60"
QUIET_SECONDS = 0.12
"""The screen stands still when nothing came for so long; below memtui's own pause of 150 ms."""

BARE_APP = """
from textual.app import App
from textual.widgets import Input, Static

class Bare(App):
    AUTO_FOCUS = "Input"
    def compose(self):
        yield Input()
        yield Static("ready to type", id="text")
    def on_input_changed(self, event):
        self.query_one("#text", Static).update(f"typed {event.value} " * 3)

Bare().run()
"""
# The yardstick: a field, and one Static that follows each key typed in it.


class Terminal:
    """One program that runs in a terminal of its own."""

    def __init__(self, argv: list[str], *, size: tuple[int, int], env: Mapping[str, str]) -> None:
        self.seen = b""
        self.started = time.perf_counter()
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.environ.update({"TERM": "xterm-256color", "TEXTUAL_FPS": FRAMES_PER_SECOND, **env})
            os.environ["TEXTUAL_ANIMATIONS"] = "none"
            os.execv(argv[0], argv)
        columns, rows = size
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.descriptor)

    def _read(self, seconds: float) -> bytes:
        ready, _, _ = select.select([self.descriptor], [], [], seconds)
        return os.read(self.descriptor, 65536) if ready else b""

    def wait_for(self, marker: str, seconds: float = 20, *, since: int = 0) -> float:
        """Return the seconds from the start until the marker was painted.

        Args:
            marker: In one style and one line.
            seconds: How long to wait.
            since: Bytes of output in which it does not count.
        """
        end = time.perf_counter() + seconds
        while marker.encode() not in self.seen[since:]:
            if time.perf_counter() > end:
                raise TimeoutError(f"{marker!r} was not painted: {self.seen[-2000:]!r}")
            self.seen += self._read(0.05)
        return time.perf_counter() - self.started

    def settle(self, seconds: float = 2) -> None:
        """Let the program do what follows its first paint; a cursor may go on blinking."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            self._read(0.05)

    def press(self, keys: bytes) -> float:
        """Return the seconds from a key until the last byte of the frame that answers it."""
        began = last = time.perf_counter()
        os.write(self.descriptor, keys)
        while chunk := self._read(QUIET_SECONDS):
            last = time.perf_counter()
            self.seen += chunk
        return last - began


def bare(size: tuple[int, int] = (140, 45)) -> Terminal:
    """Start the yardstick."""
    return Terminal([sys.executable, "-c", BARE_APP], size=size, env={})


def memtui(
    project: str, state: str, *arguments: str, size: tuple[int, int] = (140, 45)
) -> Terminal:
    """Start the editor on a project."""
    env = {"XDG_STATE_HOME": state, "XDG_CONFIG_HOME": state}
    return Terminal([sys.executable, "-m", "memtui", project, *arguments], size=size, env=env)

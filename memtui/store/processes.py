"""Which processes are alive: their number, and when they started, since numbers are used again."""

import os
from dataclasses import dataclass
from pathlib import Path

_PROC = Path("/proc")
_STATE, _START = 0, 19
"""Places in /proc/<number>/stat, counted behind the name; see proc(5)."""


@dataclass(frozen=True, slots=True)
class Process:
    """A process of this machine.

    Attributes:
        number: Its number.
        started: When it started, as the system spells it; ``""`` when that is not known.
    """

    number: int
    started: str = ""

    @property
    def lives(self) -> bool:
        """Whether it is still there, and no other one that got its number."""
        if not is_alive(self.number):
            return False
        started = _started(self.number)
        return started is None or (started != "" and self.started in ("", started))


def this() -> Process:
    """Return the process that runs this."""
    return Process(os.getpid(), _started(os.getpid()) or "")


def is_alive(number: int) -> bool:
    """Whether a process of this number exists, whoever owns it."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


def _started(number: int) -> str | None:
    """Return when a process started, ``""`` when it is over, None when nobody can tell."""
    try:
        words = (_PROC / str(number) / "stat").read_text().rpartition(")")[2].split()
        boot = (_PROC / "sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return None if _PROC.joinpath("self").exists() else _told_by_ps(number)
    # A process that has ended stays in the table until its parent has asked how.
    return "" if words[_STATE] in "ZX" else f"{boot} {words[_START]}"


def _told_by_ps(number: int) -> str | None:
    """Return the same where there is no /proc."""
    # Function-local for start-up: only systems without /proc need it.
    import subprocess

    words = ["ps", "-o", "lstart=", "-p", str(number)]
    # The person's language and time zone would change how the time is spelled.
    env = {**os.environ, "LC_ALL": "C", "TZ": "UTC0"}
    try:
        done = subprocess.run(words, env=env, capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() or None

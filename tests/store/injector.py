"""Breaks a process at a call that changes a disk: the call fails, or the process ends there."""

import errno
import os
import signal
import sys
import traceback
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Literal, get_args

Mode = Literal["kill", "torn", "stop", "late", "ENOSPC", "EIO", "EACCES", "full"]
MODES: Final[tuple[Mode, ...]] = get_args(Mode)
"""Killed before the call or after it (a write: in its middle), stopped by ctrl+c before it or
after it, a call that fails once, and a disk that is full from then on."""

BY_PATH: Final = ("link", "mkdir", "open", "rename", "replace", "rmdir", "symlink", "unlink")
BY_HANDLE: Final = ("fchmod", "fchown", "fsync", "utime", "write")
GIVES_ROOM: Final = ("rmdir", "unlink")
"""What a full disk still does."""

KILLED: Final = -signal.SIGKILL
FINISHED, REFUSED, BROKEN = 0, 1, 99
"""How a child ends: done; with an error that it tells; with one that nobody expects."""


class Injector:
    """Counts the calls that change something below some folders, and breaks at one of them.

    Args:
        folders: Calls for other places are not counted.
        mode: What happens.
        number: At which call, from 1; 0 for none.
    """

    def __init__(self, folders: tuple[Path, ...], mode: Mode, number: int) -> None:
        self.calls: list[str] = []
        self._folders = tuple(map(str, folders))
        self._mode = mode
        self._number = number
        self._handles: set[int] = set()

    def install(self) -> None:
        """Take the place of the system's functions, until the process ends."""
        for name in BY_PATH + BY_HANDLE:
            setattr(os, name, self._wrapped(name, getattr(os, name)))

    def _wrapped(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **named: Any) -> Any:
            mine = self._is_mine(args)
            opens = name == "open" and mine
            if mine and not (opens and not args[1] & os.O_CREAT):
                self.calls.append(name)
                self._break(name, real, args, named)
            # Whoever reads the disk afterwards sees it flushed or not.
            if name == "fsync":
                return None
            result = real(*args, **named)
            if name == "open":
                (self._handles.add if opens else self._handles.discard)(result)
            return result

        return call

    def _break(
        self, name: str, real: Callable[..., Any], args: tuple[Any, ...], named: dict[str, Any]
    ) -> None:
        count = len(self.calls)
        if not self._number or count < self._number:
            return
        if count > self._number:
            if self._mode == "full" and name not in GIVES_ROOM:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(args[0]))
            return
        if self._mode in ("torn", "late"):
            half = (args[0], args[1][: len(args[1]) // 2]) if name == "write" else args
            with suppress(OSError):
                real(*half, **named)
        if self._mode in ("kill", "torn"):
            os.kill(os.getpid(), signal.SIGKILL)
        if self._mode in ("stop", "late"):
            raise KeyboardInterrupt
        number = errno.ENOSPC if self._mode == "full" else getattr(errno, self._mode)
        raise OSError(number, os.strerror(number), str(args[0]))

    def _is_mine(self, args: tuple[Any, ...]) -> bool:
        return any(
            arg in self._handles if isinstance(arg, int) else str(arg).startswith(self._folders)
            for arg in args[:2]
        )


def in_child(
    action: Callable[[], object], folders: tuple[Path, ...], mode: Mode = "kill", number: int = 0
) -> tuple[int, list[str]]:
    """Do something in a process of its own that breaks at a call.

    Returns:
        How the process ended (an exit code, or minus the signal), and the calls it made, when it
        lived to tell.
    """
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        # Other threads would not come along; there are none that matter here.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        _run(action, Injector(folders, mode, number), writing)
    os.close(writing)
    with os.fdopen(reading) as told:
        calls = told.read().split()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), calls


def _run(action: Callable[[], object], injector: Injector, tell: int) -> None:
    from memtui.errors import MemtuiError

    code = BROKEN
    write = os.write
    try:
        injector.install()
        try:
            action()
            code = FINISHED
        except (MemtuiError, KeyboardInterrupt):
            code = REFUSED
        write(tell, " ".join(injector.calls).encode())
    except BaseException:  # noqa: BLE001 (whatever it is, no test of the parent may run on here)
        traceback.print_exc(file=sys.__stderr__)
    finally:
        os._exit(code)

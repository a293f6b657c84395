"""Makes the operating system refuse: one call, or every call from one on."""

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

BY_PATH = ("open", "link", "replace", "rename", "unlink", "mkdir", "symlink")
BY_HANDLE = ("write", "fsync", "fchmod", "utime")


class Faults:
    """Counts the calls of the functions that change one folder, and fails at a chosen one.

    Args:
        patch: Puts the functions back.
        folder: Calls for other folders are neither counted nor failed.
        fail_at: Number of the call that fails, from 1; 0 for none.
        forever: Whether every later call fails too.
        only: Names of the functions that are counted.
    """

    def __init__(
        self,
        patch: pytest.MonkeyPatch,
        folder: Path,
        fail_at: int,
        *,
        forever: bool = False,
        only: tuple[str, ...] = BY_PATH + BY_HANDLE,
        number: int = errno.ENOSPC,
    ) -> None:
        self.calls = 0
        self.failed = ""
        self._folder = str(folder)
        self._fail_at = fail_at
        self._forever = forever
        self._only = only
        self._number = number
        self._handles: set[int] = set()
        for name in BY_PATH + BY_HANDLE:
            patch.setattr(os, name, self._wrapped(name, getattr(os, name)))

    def _wrapped(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **named: Any) -> Any:
            mine = self._is_mine(args)
            # Removing a temporary file is how a failure is cleaned up; nothing can be done
            # without it, so it always works.
            tidying = name == "unlink" and str(args[0]).endswith(".tmp")
            if mine and name in self._only and not tidying:
                self.calls += 1
                late = self.calls > self._fail_at and self._forever
                if self._fail_at and (self.calls == self._fail_at or late):
                    self.failed = name
                    raise OSError(self._number, os.strerror(self._number), str(args[0]))
            result = real(*args, **named)
            if name == "open":
                (self._handles.add if mine else self._handles.discard)(result)
            return result

        return call

    def _is_mine(self, args: tuple[Any, ...]) -> bool:
        return any(
            arg in self._handles if isinstance(arg, int) else self._folder in str(arg)
            for arg in args[:2]
        )

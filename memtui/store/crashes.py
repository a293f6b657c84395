"""The log of an internal error: where it happened, and nothing that a person wrote.

Local variables and the messages of exceptions may hold texts of files, so neither is written:
the log holds the kinds of the errors and the lines of code that led to them.
"""

import os
import platform
import traceback
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Final

from memtui.errors import StoreError
from memtui.store import disk, state

_MOST: Final = 20
"""Logs that are kept."""
_DEEPEST: Final = 8
"""Errors of one chain that are written."""
_PASSES_ON: Final = "in_turn.py"
"""Hands out every key, and so stands above whatever a key leads to."""


def report(error: BaseException) -> str:
    """Write the log of an internal error, and return the one line that says so."""
    said = f"internal error ({_kind(error)}{_place(error)})"
    try:
        path = _write(error)
    except StoreError as second:
        return f"{said}; no log could be written: {second}"
    return f"{said}; log, without any of your texts: {path}"


def _write(error: BaseException) -> Path:
    """Write a log and return where it is.

    Raises:
        StoreError: When the state folder refuses.
    """
    folder = state.private_folder(state.home() / "logs")
    now = datetime.now(UTC)
    path = folder / f"{now:%Y%m%d-%H%M%S}-{os.getpid()}.log"
    system = f"Python {platform.python_version()} on {platform.system()} {platform.release()}"
    head = (f"memtui {_version()}, {system}", f"{now:%Y-%m-%d %H:%M:%S} UTC", "")
    text = "\n".join((*head, *_told(error)))
    try:
        disk.write_whole(path, text.encode(errors="backslashreplace"))
    except OSError as second:
        raise disk.state_error(path, second) from second
    with suppress(OSError):
        for old in sorted(folder.glob("*.log"))[:-_MOST]:
            disk.discard(old)
    return path


def _version() -> str:
    try:
        return metadata.version("memtui")
    except metadata.PackageNotFoundError:
        return "(not installed)"


def _told(error: BaseException | None) -> Iterator[str]:
    """Yield a chain of errors, the first cause at the end."""
    for _ in range(_DEEPEST):
        if error is None:
            return
        yield f"{_kind(error)}, raised by:"
        yield "".join(traceback.format_list(traceback.extract_tb(error.__traceback__)))
        if isinstance(error, BaseExceptionGroup):
            for part in error.exceptions:
                yield from _told(part)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        if error:
            yield "It came from another error:"


def _kind(error: BaseException) -> str:
    """Return the kind of an error; the system's own words tell nothing of a text."""
    name = type(error).__name__
    if isinstance(error, OSError) and isinstance(error.errno, int):
        return f"{name}: {os.strerror(error.errno)}"
    return name


def _place(error: BaseException) -> str:
    """Return the line of memtui that led to an error, or of what it called."""
    frames = traceback.extract_tb(error.__traceback__)
    package = str(Path(__file__).parents[1])
    for frame in reversed(frames):
        if Path(frame.filename).name == _PASSES_ON:
            continue
        if frame.filename.startswith(package + os.sep):
            return f" in memtui{frame.filename.removeprefix(package)}:{frame.lineno}"
    return f" in {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""

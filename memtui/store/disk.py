"""The one place that writes: temporary files, replacing, placing, removing, and the wording.

Nothing here knows of plans or of the journal. A file is replaced by a whole one that was flushed
before, so a reader or a crash meets the old bytes or the new ones, never a part.
"""

import errno
import os
import secrets
import stat
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from memtui.errors import StoreError
from memtui.store.processes import Process

_PREFIX = ".memtui-"
_SUFFIX = ".tmp"

_ADVICE = {
    errno.ENOSPC: "the disk is full; free some space and try again",
    errno.EDQUOT: "the disk quota is used up; free some space and try again",
    errno.EROFS: "the file system is read-only; make it writable and try again",
    errno.EACCES: "permission denied; allow writing to the file and its folder and try again",
    errno.EPERM: "the system does not permit it; check the owner and the rights and try again",
    errno.ENAMETOOLONG: "the name is too long for this file system; choose a shorter one",
    errno.ENOENT: "its folder is gone; make it again or choose another place",
    errno.ENOTDIR: "a part of its path is no folder; move that file away and try again",
    errno.EISDIR: "a folder or something else stands in its place; move that away and try again",
    errno.EMFILE: "too many files are open; close some programs and try again",
    errno.ENFILE: "too many files are open; close some programs and try again",
    errno.ELOOP: "its links lead in a circle; mend the link and try again",
}

_NO_HARD_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK)


class NotRegularError(OSError):
    """What stands there is a folder, a pipe or a device, and was not opened."""


@dataclass(frozen=True, slots=True)
class Rights:
    """Who may do what with a file.

    Attributes:
        mode: Its permission bits.
        user: Number of its owner.
        group: Number of its group.
    """

    mode: int
    user: int
    group: int

    @classmethod
    def of(cls, info: os.stat_result) -> "Rights":
        """Return the rights of a file of which the system said this."""
        return cls(stat.S_IMODE(info.st_mode), info.st_uid, info.st_gid)


@dataclass(frozen=True, slots=True)
class Kept:
    """What a file has besides its bytes, for the case that it comes back.

    Attributes:
        rights: Its mode and owner, or None when they are not known.
        link: What the path points to when it is a link, as the link spells it; else None.
    """

    rights: Rights | None = None
    link: str | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A regular file that is open for reading.

    Attributes:
        handle: The descriptor, which the holder closes.
        data: Its bytes.
        info: What the system said of it before they were read.
    """

    handle: int
    data: bytes
    info: os.stat_result


def advice(error: OSError) -> str:
    """Return what went wrong and what to do, without the file's name."""
    known = _ADVICE.get(error.errno or 0)
    return known or f"{error.strerror or error}; nothing else is known of it"


def failed(name: str, error: OSError) -> StoreError:
    """Return the error that says which file of the project could not be written, and why."""
    return StoreError(f"{name}: {advice(error)} (nothing was lost: the old file is whole)")


def state_error(path: Path, error: OSError) -> StoreError:
    """Return the error for a file of the user's state folder."""
    return StoreError(f"{path}: {advice(error)} (memtui keeps its journal there; nothing changed)")


def open_regular(path: str | os.PathLike[str]) -> tuple[int, os.stat_result]:
    """Open a regular file for reading, following links; a pipe or a device never blocks.

    Raises:
        NotRegularError: When it is something else.
        OSError: When it cannot be opened.
    """
    _check_regular(os.stat(path))  # noqa: PTH116 (hot: one call for each file)
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    try:
        info = os.fstat(handle)
        _check_regular(info)
    except BaseException:
        os.close(handle)
        raise
    return handle, info


def _check_regular(info: os.stat_result) -> None:
    if not stat.S_ISREG(info.st_mode):
        raise NotRegularError(errno.EISDIR, "no regular file stands there")


def read_handle(handle: int) -> bytes:
    """Return all bytes of an open file, from its start."""
    os.lseek(handle, 0, os.SEEK_SET)
    pieces = []
    while piece := os.read(handle, 1 << 20):
        pieces.append(piece)
    return b"".join(pieces)


def open_found(path: Path) -> Found:
    """Open a regular file and read it; the handle stays open.

    Raises:
        OSError: When it cannot be opened or read.
    """
    handle, info = open_regular(path)
    try:
        return Found(handle, read_handle(handle), info)
    except BaseException:
        os.close(handle)
        raise


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a regular file.

    Raises:
        OSError: When it cannot be opened or read.
    """
    found = open_found(path)
    os.close(found.handle)
    return found.data


def temporary(folder: Path) -> Path:
    """Return an unused name in a folder; no agent loads it, and it tells whose it is."""
    return folder / f"{_PREFIX}{os.getpid()}-{secrets.token_hex(6)}{_SUFFIX}"


def clean(folder: Path, gone: int | None = None) -> None:
    """Remove the temporary files in a folder whose process is gone, as far as permitted.

    Args:
        folder: Where.
        gone: The number of a process that is certainly gone, though another one may have it.
    """
    with suppress(OSError):
        for path in folder.iterdir():
            owner = _owner(path.name)
            if owner is not None and (owner == gone or not Process(owner).lives):
                discard(path)


def _owner(name: str) -> int | None:
    """Return the number of the process whose temporary file has that name."""
    if not (name.startswith(_PREFIX) and name.endswith(_SUFFIX)):
        return None
    owner = name[len(_PREFIX) :].partition("-")[0]
    return int(owner) if owner.isascii() and owner.isdigit() else None


def write_temporary(folder: Path, data: bytes, like: Rights | None, *, mode: int = 0o666) -> Path:
    """Write a flushed temporary file into a folder; nothing is left behind when that fails.

    Args:
        folder: Where the file is to be moved into place afterwards.
        data: Its bytes.
        like: Mode and owner of the file it is to replace or to bring back; None for a new file.
        mode: The permission bits of a new file, from which the process's mask takes.

    Raises:
        OSError: When the disk refuses.
    """
    path = temporary(folder)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW
    handle = os.open(path, flags, mode if like is None else 0o600)
    try:
        try:
            _write_all(handle, data)
            if like is not None:
                _take_over(handle, like)
            # The exact time, where writing leaves the tick of the file system's clock: a reader
            # can tell that the file was moved into its place whole (see reading.py).
            os.utime(handle, ns=(time.time_ns(), time.time_ns()))
            os.fsync(handle)
        finally:
            os.close(handle)
    except BaseException:
        discard(path)
        raise
    return path


def _write_all(handle: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


def _take_over(handle: int, like: Rights) -> None:
    """Give an open file the mode of another one, and its owner where that is permitted."""
    here = Rights.of(os.fstat(handle))
    if (here.user, here.group) != (like.user, like.group):
        with suppress(PermissionError):
            os.fchown(handle, like.user, like.group)
    # After the owner: a change of owner clears the set-id bits.
    os.fchmod(handle, like.mode)


def discard(path: Path) -> None:
    """Remove a temporary file, if it is still there and the disk permits it."""
    with suppress(OSError):
        path.unlink()


def place(temporary_file: Path, path: Path) -> None:
    """Move a temporary file to a name that must not exist.

    Raises:
        FileExistsError: When it exists; the temporary file stays.
        OSError: When the disk refuses; the temporary file stays.
    """
    try:
        os.link(temporary_file, path)
    except OSError as error:
        if error.errno not in _NO_HARD_LINKS:
            raise
        # A file system without hard links.
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from error
        temporary_file.rename(path)
    else:
        # The file is in its place, whatever becomes of its other name.
        discard(temporary_file)


def flush_folder(folder: Path) -> None:
    """Make the names of a folder survive a power cut, where the file system can."""
    with suppress(FileNotFoundError):
        handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        except OSError as error:
            # Some file systems (network drives) cannot flush a folder.
            if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EBADF):
                raise
        finally:
            os.close(handle)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file of memtui's own (state, choices) so that it is old or new, never a part.

    Nobody but its owner can read it.

    That it is the new one after a power cut needs `flush_folder` too.

    Raises:
        OSError: When the disk refuses; an earlier file is whole.
    """
    made = write_temporary(path.parent, data, None, mode=0o600)
    try:
        made.replace(path)
    except BaseException:
        discard(made)
        raise

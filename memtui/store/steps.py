"""One file of a plan on its way to the disk: checked, staged beside its place, moved into it."""

import os
import stat
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from memtui.core.plan import Change
from memtui.errors import BadValue, Changed, NotWritable, StoreError
from memtui.store import disk
from memtui.store.disk import Kept
from memtui.store.linger import Lingering
from memtui.store.project import Project

_NONE: Final[Mapping[str, Kept]] = MappingProxyType({})


@dataclass(slots=True)
class Step:
    """A change and where it happens.

    Attributes:
        change: What is expected and what is written.
        entry: The path that the change names.
        target: The file that is written: where the entry leads when it is a link.
        link: What the entry points to, as it spells it, or None when it is no link.
        like: Mode and owner that the file had before the change and keeps, or that it comes back
            with; None when there was none.
        folders: Folders that the change has to make, outermost first.
        staged: The flushed temporary file that waits beside the target.
    """

    change: Change
    entry: Path
    target: Path
    link: str | None = None
    like: disk.Rights | None = None
    folders: tuple[Path, ...] = ()
    staged: Path | None = None

    @property
    def place(self) -> Path:
        """What the step changes: a deletion takes the entry, everything else the target."""
        return self.entry if self.change.after is None else self.target

    def stage(self) -> None:
        """Write the new bytes beside their place; nothing that exists changes.

        Raises:
            StoreError: When the disk refuses; nothing is left behind.
        """
        if self.change.after is None or (self.change.before is None and self.link is not None):
            return
        try:
            if self.change.before is None:
                self.target.parent.mkdir(parents=True, exist_ok=True)
            self.staged = disk.write_temporary(self.target.parent, self.change.after, self.like)
        except OSError as error:
            raise disk.failed(self.change.path, error) from error

    def commit(self, lingering: Lingering) -> None:
        """Compare once more and put the new bytes in their place, in one move.

        Args:
            lingering: Takes over the old file, which may still get bytes.

        Raises:
            Changed: When the file is not what the change expects; it is untouched.
            StoreError: When the disk refuses; the old file is whole.
        """
        try:
            if self.change.before is None:
                self._appear()
            else:
                self._replace_or_remove(self.change.before, lingering)
        except FileExistsError as error:
            raise Changed((self.change.path,)) from error
        except FileNotFoundError as error:
            if self.target.parent.is_dir() and self.change.before is not None:
                raise Changed((self.change.path,)) from error
            raise disk.failed(self.change.path, error) from error
        except OSError as error:
            raise disk.failed(self.change.path, error) from error

    def _appear(self) -> None:
        if self.link is not None:
            self.entry.symlink_to(self.link)
        else:
            assert self.staged is not None
            disk.place(self.staged, self.entry)
            self.staged = None

    def _replace_or_remove(self, before: bytes, lingering: Lingering) -> None:
        found = disk.open_found(self.target)
        try:
            here = self.target.stat()
            same = (here.st_dev, here.st_ino) == (found.info.st_dev, found.info.st_ino)
            if found.data != before or not same:
                raise Changed((self.change.path,))
            if self.staged is None:
                self.entry.unlink()
            else:
                self.staged.replace(self.target)
                self.staged = None
        except BaseException:
            os.close(found.handle)
            raise
        # Bytes that go to a file with another name are not lost, and are not ours to merge.
        named_elsewhere = found.info.st_nlink > 1 or (self.link and self.change.after is None)
        if named_elsewhere:
            os.close(found.handle)
        else:
            lingering.keep(self.change.path, found)

    @property
    def is_done(self) -> bool:
        """Whether the disk is as the step leaves it."""
        if self.change.after is None:
            return not os.path.lexists(self.entry)
        if self.change.before is None and self.link is not None:
            return self.entry.is_symlink()
        with suppress(OSError):
            return disk.read_bytes(self.target) == self.change.after
        return False

    def inverse(self) -> "Step":
        """Return the step that takes a carried out one back."""
        change = Change(self.change.path, self.change.after, self.change.before)
        return replace(self, change=change, folders=(), staged=None)

    def abandon(self) -> None:
        """Remove what was staged, and the folders that were made for it and are empty."""
        if self.staged is not None:
            disk.discard(self.staged)
            self.staged = None
        for folder in reversed(self.folders):
            with suppress(OSError):
                folder.rmdir()


def current(project: Project, path: str) -> bytes | None:
    """Return what stands under a path of the project now, links followed; None for nothing.

    Raises:
        NotWritable: When the path leads out of the project.
        StoreError: When it cannot be read, or is no file.
    """
    entry = _entry(project, path)
    try:
        if _information(entry) is None:
            return None
        return disk.read_bytes(_target(project, path, entry))
    except FileNotFoundError as error:
        if entry.is_symlink():
            raise _to_nothing(path, entry) from error
        return None
    except OSError as error:
        raise disk.failed(path, error) from error


def text(path: str, data: bytes) -> str:
    """Return what a file holds as text.

    Raises:
        NotWritable: When it is none: such a file is never written.
    """
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        why = f"byte {error.start} is not UTF-8; convert the file first"
        raise NotWritable(f"{path}: {why}") from error


def prepare(
    project: Project, changes: Sequence[Change], kept: Mapping[str, Kept] = _NONE
) -> tuple[Step, ...]:
    """Check every change against the disk, before anything is written.

    A file that stands in the plan under two names (a link and its target), with the same bytes,
    becomes one step.

    Args:
        project: Where.
        changes: What.
        kept: What files that come back had besides their bytes, by path.

    Raises:
        Changed: When files are not what the plan expects; it names them all.
        NotWritable: When a path leads out of the project, or its file is never written.
        BadValue: When a new name differs from another one only in case.
        StoreError: When a file cannot be read, or it or its folder is read-only.
    """
    steps: dict[Path, Step] = {}
    changed: list[str] = []
    for change in changes:
        try:
            step = _checked(project, change, kept.get(change.path, Kept()))
        except Changed as error:
            changed.extend(error.paths)
            continue
        twin = steps.setdefault(step.place, step)
        if twin.change.after != change.after or twin.change.before != change.before:
            raise NotWritable(
                f"{change.path}: the same file as {twin.change.path}, and both would change it"
            )
    if changed:
        raise Changed(tuple(changed))
    _check_names(steps.values())
    return tuple(steps.values())


def _checked(project: Project, change: Change, kept: Kept) -> Step:
    entry = _entry(project, change.path)
    try:
        info = _information(entry)
        if info is None:
            return _checked_absent(change, entry, kept)
        if change.before is None:
            raise Changed((change.path,))
        link = str(entry.readlink()) if stat.S_ISLNK(info.st_mode) else None
        target = _target(project, change.path, entry)
        like = _compared(change, target)
        _check_rights(change.path, target, like)
    except OSError as error:
        raise disk.failed(change.path, error) from error
    return Step(change, entry, target, link, disk.Rights.of(like))


def _entry(project: Project, path: str) -> Path:
    """Return the file of a path of the project, with the links of its folders followed."""
    parts = path.split("/")
    if not path or "\0" in path or {"", ".", ".."} & set(parts):
        raise NotWritable(f"{path!r}: no path inside the project")
    folder = Path(os.path.realpath(project.root.joinpath(*parts[:-1])))
    if not folder.is_relative_to(project.root):
        raise NotWritable(f"{path}: its folder leads out of the project ({folder})")
    return folder / parts[-1]


def _target(project: Project, path: str, entry: Path) -> Path:
    """Return the file that an entry is, or leads to when it is a link."""
    target = Path(os.path.realpath(entry)) if entry.is_symlink() else entry
    if not target.is_relative_to(project.root):
        raise NotWritable(f"{path}: a link that leads out of the project ({target})")
    return target


def _information(path: Path) -> os.stat_result | None:
    try:
        return path.lstat()
    except FileNotFoundError:
        return None


def _checked_absent(change: Change, entry: Path, kept: Kept) -> Step:
    if change.before is not None:
        raise Changed((change.path,))
    folders = []
    folder = entry.parent
    while not folder.exists():
        folders.append(folder)
        folder = folder.parent
    _check_folder(change.path, folder)
    return Step(change, entry, entry, kept.link, kept.rights, tuple(reversed(folders)))


def _compared(change: Change, target: Path) -> os.stat_result:
    """Return what the system says of a file that holds what the change expects."""
    try:
        found = disk.open_found(target)
    except FileNotFoundError as error:
        raise _to_nothing(change.path, target) from error
    os.close(found.handle)
    text(change.path, found.data)
    if found.data != change.before:
        raise Changed((change.path,))
    return found.info


def _to_nothing(path: str, target: Path) -> NotWritable:
    return NotWritable(f"{path}: a link to nothing ({target})")


def _check_rights(path: str, target: Path, info: os.stat_result) -> None:
    """Respect a read-only file: its folder would allow to replace it all the same."""
    # A superuser may write to everything; a file without any such bit is still meant to stay.
    if not info.st_mode & 0o222 or not os.access(target, os.W_OK):
        raise StoreError(f"{path}: read-only; allow writing (chmod u+w) and try again")
    _check_folder(path, target.parent)


def _check_folder(path: str, folder: Path) -> None:
    if not folder.stat().st_mode & 0o222 or not os.access(folder, os.W_OK | os.X_OK):
        raise StoreError(
            f"{path}: its folder {folder} is read-only; allow writing (chmod u+w) and try again"
        )


def _check_names(steps: Iterable[Step]) -> None:
    """Refuse new names that are another file's on systems that ignore case."""
    deleted = {step.entry for step in steps if step.change.after is None}
    taken: dict[Path, dict[str, str]] = {}
    for step in steps:
        if step.change.before is not None:
            continue
        folder = step.entry.parent
        if folder not in taken:
            there = folder.iterdir() if folder.is_dir() else ()
            taken[folder] = {_fold(path.name): path.name for path in there if path not in deleted}
        other = taken[folder].setdefault(_fold(step.entry.name), step.entry.name)
        if other != step.entry.name:
            raise BadValue(
                f"{step.change.path}: {other} exists, and names that differ only in case "
                "are one file on some systems; choose another name"
            )


def _fold(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()

"""Reads files so that no half-written one gets through, and each only when it has changed.

Agents write in place: they empty a file and fill it again, and a reader in between meets an
empty or a partial one. A file is taken when its last change is older than 100 ms, when two
readings 30 ms apart agree, or when it was moved into its place whole; one that became empty
has a second to fill.
"""

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from memtui.store import disk
from memtui.store.own import digest

YOUNG = 0.1
"""Age in seconds below which a file may be half-written."""
APART = 0.03
"""Seconds between two readings that must agree."""
PATIENCE = 1.0
"""Seconds that an emptied file has to fill, and that a file has to come to rest."""

Clock = Callable[[], float]
Sleep = Callable[[float], None]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a file is to be read.

    Attributes:
        path: The file; links are followed.
        note: What the value depends on besides the file: a change of it makes a new value.
    """

    path: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """A file at one moment.

    Attributes:
        data: Its bytes; empty when they could not be read.
        trouble: Why they could not be read, or ``""``.
        regular: Whether a regular file stands there, readable or not.
        info: What the system says of it, or None.
        note: What the place said.
    """

    data: bytes = b""
    trouble: str = ""
    regular: bool = True
    info: os.stat_result | None = None
    note: str = ""


Signature = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Known(Generic[T]):
    place: Place
    signature: Signature | None
    content: tuple[str, str, str]
    empty: bool
    value: T

    def is_current(self) -> bool:
        """Whether the file certainly has not changed since it was read."""
        try:
            info = os.stat(self.place.path)  # noqa: PTH116 (hot: once for each file of a store)
        except OSError:
            return False
        return self.signature == _signature_of(info)


class Shelf(Generic[T]):
    """The values of some files, kept from one reading to the next.

    Args:
        make: Makes the value of a file from its name and what was read; called only when
            the content or the note has changed.
        clock: Seconds since 1970, as files are stamped.
        sleep: Waits that many seconds.
    """

    def __init__(
        self,
        make: Callable[[str, Look], T],
        clock: Clock = time.time,
        sleep: Sleep = time.sleep,
    ) -> None:
        self._make = make
        self._clock = clock
        self._sleep = sleep
        self._known: dict[str, _Known[T]] = {}
        self.unsettled: frozenset[str] = frozenset()
        """Names that were being written all the time: their earlier value was kept."""

    def remember(self, name: str, data: bytes, value: T) -> None:
        """Take a sound file from an earlier reading: its value stays if the bytes are the same."""
        content = (digest(data), "", "")
        self._known[name] = _Known(Place(""), None, content, not data, value)

    def read(self, places: Mapping[str, Place]) -> dict[str, T]:
        """Return the value of each file that is there, reading what may have changed.

        Args:
            places: Every file by name. What is missing here is forgotten, once it is certain that
                it has not merely been away for the moment in which it is replaced.
        """
        wanted = {**self._returned(places), **places}
        kept: dict[str, _Known[T]] = {}
        looks: dict[str, Look | None] = {}
        for name, place in wanted.items():
            old = self._known.get(name)
            if old and old.place == place and old.is_current():
                kept[name] = old
            elif (look := look_at(place)) is not None:
                looks[name] = look
        restless = self._settle(wanted, looks)
        self.unsettled = frozenset(restless & self._known.keys())
        for name, look in looks.items():
            if name in self.unsettled:
                kept[name] = self._known[name]
            elif look is not None:
                kept[name] = self._taken(name, wanted[name], look)
        self._known = kept
        return {name: kept[name].value for name in wanted if name in kept}

    def _returned(self, places: Mapping[str, Place]) -> dict[str, Place]:
        """Return files that had gone and are there again a moment later."""
        gone = {name: old.place for name, old in self._known.items() if name not in places}
        if gone:
            self._sleep(APART)
        return {name: place for name, place in gone.items() if os.path.lexists(place.path)}

    def _settle(self, places: Mapping[str, Place], looks: dict[str, Look | None]) -> set[str]:
        """Read again, into `looks`, what may be half-written; return what never came to rest."""
        pending = {name for name, look in looks.items() if look and self._is_doubtful(name, look)}
        restless: set[str] = set()
        waited = 0.0
        while pending and waited < PATIENCE:
            self._sleep(APART)
            waited += APART
            restless.clear()
            for name in tuple(pending):
                earlier, look = looks[name], look_at(places[name])
                looks[name] = look
                if not _agree(earlier, look):
                    restless.add(name)
                elif look is None or not self._is_emptied(name, look):
                    pending.remove(name)
        return restless

    def _is_doubtful(self, name: str, look: Look) -> bool:
        """Whether a file may be half-written, from one look at it."""
        if look.info is None:
            return False
        age = self._age(look.info)
        # Writing in place stamps both times alike; a file that was moved into its place, or that
        # memtui wrote (see disk.write_temporary), is whole.
        in_place = look.info.st_mtime_ns == look.info.st_ctime_ns
        young = in_place and -PATIENCE < age < YOUNG
        return young or (name in self._known and self._is_emptied(name, look))

    def _is_emptied(self, name: str, look: Look) -> bool:
        old = self._known.get(name)
        if look.data or look.info is None or (old and old.empty):
            return False
        return -PATIENCE < self._age(look.info) < PATIENCE

    def _age(self, info: os.stat_result) -> float:
        return self._clock() - info.st_mtime_ns / 1e9

    def _taken(self, name: str, place: Place, look: Look) -> _Known[T]:
        content = (digest(look.data), look.trouble, look.note)
        old = self._known.get(name)
        value = old.value if old and old.content == content else self._make(name, look)
        info = look.info
        # A second writing within one tick of the file system's clock leaves the same stamps:
        # the signature of a file that has just been changed is not relied on.
        certain = info is not None and self._clock() - info.st_ctime_ns / 1e9 > YOUNG
        signature = _signature_of(info) if info and certain else None
        return _Known(place, signature, content, not look.data, value)


def standing(root: Path, known: Mapping[str, bytes | None]) -> dict[str, bytes | None]:
    """Return what stands in some files, none of them half-written; None for nothing.

    What cannot be read, or leads out of the folder, is left out.

    Args:
        root: The folder, as its real path.
        known: What the files held when somebody last looked, by path relative to the folder.
    """
    shelf: Shelf[Look] = Shelf(lambda _, look: look)
    places = {}
    for path, data in known.items():
        file = root / path
        if file.resolve().is_relative_to(root):
            places[path] = Place(str(file))
            if data is not None:
                shelf.remember(path, data, Look(data))
    found = shelf.read(places)
    result: dict[str, bytes | None] = {}
    for path, place in places.items():
        look = found.get(path)
        if look is not None and not look.trouble:
            result[path] = look.data
        elif look is None and not os.path.lexists(place.path):
            # Not merely away for the moment in which it is replaced: this is the second look.
            result[path] = None
    return result


def look_at(place: Place) -> Look | None:
    """Read a file once; None when nothing stands there. A pipe never blocks."""
    path, note = place.path, place.note
    try:
        handle, info = disk.open_regular(path)
        try:
            return Look(disk.read_handle(handle), info=info, note=note)
        finally:
            os.close(handle)
    except FileNotFoundError:
        if not os.path.islink(path):  # noqa: PTH114 (strings: one call for each file of a store)
            return None
        return Look(trouble=f"a link to nothing ({os.readlink(path)})", note=note)  # noqa: PTH115
    except disk.NotRegularError:
        what = "a folder" if os.path.isdir(path) else "a pipe or a device"  # noqa: PTH112
        return Look(trouble=f"{what}, no file", regular=False, note=note)
    except OSError as error:
        reason = f"cannot be read: {error.strerror or error}"
        return Look(trouble=reason, note=note)


def _agree(one: Look | None, other: Look | None) -> bool:
    if one is None or other is None:
        return one is other
    return one.data == other.data and one.trouble == other.trouble


def _signature_of(info: os.stat_result) -> Signature:
    return (info.st_mtime_ns, info.st_ctime_ns, info.st_size, info.st_ino, info.st_dev)

"""Unsaved drafts, kept in the user's state folder against crashes.

::

    recovery/<digest>.json             a draft of a file, one for each editor that has one
    recovery/dropped/<digest>.json     one that a person dropped after a crash; stays a week

A file is whole at any time: it is replaced by a flushed one. It goes when its draft is saved or
dropped. Whose it is says its content: the process's number, and when that process started.
What a living process keeps is its own business.
"""

import json
import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from memtui.core.workspace import Draft
from memtui.errors import StoreError
from memtui.store import disk, processes, state
from memtui.store.own import digest
from memtui.store.processes import Process
from memtui.store.project import Project

VERSION: Final = 1
DROPPED_SECONDS: Final = 7 * 24 * 3600.0
"""How long a dropped draft stays."""


@dataclass(frozen=True, slots=True)
class Left:
    """A draft of an editor that is gone.

    Attributes:
        path: The file that was edited, relative to the project's root.
        draft: The unsaved text and the text that it was made from.
        when: When it was kept, in UTC.
        owner: The process that kept it.
        file: Where it is kept.
    """

    path: str
    draft: Draft
    when: datetime
    owner: Process
    file: Path


@dataclass(frozen=True, slots=True)
class Found:
    """What earlier editors left.

    Attributes:
        drafts: Their drafts, the newest first.
        unreadable: Recovery files that are damaged or of another version; they stay.
    """

    drafts: tuple[Left, ...] = ()
    unreadable: tuple[Path, ...] = ()

    def sorted_by_use(self, texts: Mapping[str, str]) -> tuple[tuple[Left, ...], tuple[Left, ...]]:
        """Return the newest draft of each file, by path, and the drafts that nobody needs.

        Nobody needs what the disk, or a newer draft, holds as well. Another older draft is in
        neither: its turn comes when the newer one is decided.

        Args:
            texts: What the disk holds, by path.
        """
        newest: dict[str, Left] = {}
        superfluous: list[Left] = []
        for left in self.drafts:
            newer = newest.get(left.path)
            if left.draft.text in (texts.get(left.path), newer and newer.draft.text):
                superfluous.append(left)
            elif newer is None:
                newest[left.path] = left
        return tuple(newest[path] for path in sorted(newest)), tuple(superfluous)


class Recovery:
    """The recovery files of one editor, and what earlier ones left; for any thread.

    Args:
        project: Whose drafts.
        owner: The process that keeps them; this one by default.
        clock: The time, in UTC.
    """

    def __init__(
        self,
        project: Project,
        *,
        owner: Process | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._folder = state.project_folder(project) / "recovery"
        self._owner = owner or processes.this()
        self._clock = clock
        self._wanted: Mapping[str, Draft] = MappingProxyType({})
        self._kept: dict[str, Draft] = {}
        self._lock = threading.Lock()

    def want(self, drafts: Mapping[str, Draft]) -> None:
        """Say what is to be kept from now on; nothing is written before `keep` is called.

        Args:
            drafts: All unsaved drafts, by path relative to the project's root.
        """
        self._wanted = drafts

    def keep(self) -> None:
        """Write what was wanted last and is not kept yet, and remove what is wanted no more.

        Raises:
            StoreError: When the state folder refuses; what could be kept is kept.
        """
        troubles: list[StoreError] = []
        with self._lock:
            # Read under the lock: whoever comes last writes the newest.
            wanted = self._wanted
            changes = [path for path in self._kept if path not in wanted]
            changes += [path for path in wanted if self._kept.get(path) != wanted[path]]
            for path in changes:
                file = self._file(path)
                try:
                    self._change(file, path, wanted.get(path))
                except OSError as error:
                    troubles.append(disk.state_error(file, error))
                except StoreError as error:
                    troubles.append(error)
        if troubles:
            raise troubles[0]

    def _change(self, file: Path, path: str, draft: Draft | None) -> None:
        if draft is None:
            file.unlink(missing_ok=True)
            del self._kept[path]
            return
        state.private_folder(self._folder)
        content = {
            "version": VERSION,
            "path": path,
            "when": self._clock().isoformat(),
            "process": self._owner.number,
            "started": self._owner.started,
            "base": draft.base,
            "text": draft.text,
        }
        disk.write_whole(file, json.dumps(content).encode())
        disk.flush_folder(self._folder)
        self._kept[path] = draft

    def _file(self, path: str) -> Path:
        parts = (str(self._owner.number), self._owner.started, path)
        return self._folder / f"{digest(os.fsencode(chr(0).join(parts)))}.json"

    def left(self) -> Found:
        """Return the drafts of editors that are gone.

        Raises:
            StoreError: When the folder cannot be read.
        """
        drafts: list[Left] = []
        unreadable: list[Path] = []
        try:
            names = (path for path in self._folder.iterdir() if not path.name.startswith("."))
            files = sorted(path for path in names if path.suffix == ".json")
        except FileNotFoundError:
            return Found()
        except OSError as error:
            raise disk.state_error(self._folder, error) from error
        for file in files:
            try:
                drafts.append(_parsed(file))
            except FileNotFoundError:
                # Saved or decided by another editor meanwhile.
                continue
            except (OSError, ValueError, KeyError, TypeError):
                unreadable.append(file)
        gone = (left for left in drafts if left.owner != self._owner and not left.owner.lives)
        ordered = sorted(gone, key=lambda left: left.when, reverse=True)
        return Found(tuple(ordered), tuple(unreadable))

    def forget(self, lefts: Iterable[Left]) -> None:
        """Remove drafts of earlier editors for good, because this one or the disk has them.

        Raises:
            StoreError: When the state folder refuses.
        """
        for left in lefts:
            try:
                left.file.unlink(missing_ok=True)
            except OSError as error:
                raise disk.state_error(left.file, error) from error

    def take_over(self, lefts: Iterable[Left]) -> None:
        """Keep what is wanted, among it these drafts of earlier editors, and then forget theirs.

        Raises:
            StoreError: When the state folder refuses; theirs stay.
        """
        self.keep()
        self.forget(lefts)

    def drop(self, lefts: Iterable[Left]) -> Path:
        """Put drafts of earlier editors aside for a week; return the folder where they lie.

        Raises:
            StoreError: When the state folder refuses.
        """
        dropped = state.private_folder(self._folder / "dropped")
        for left in lefts:
            try:
                os.utime(left.file)
                left.file.rename(dropped / left.file.name)
            except FileNotFoundError:
                # Another editor has decided.
                continue
            except OSError as error:
                raise disk.state_error(left.file, error) from error
        return dropped

    def tidy(self, *, now: float | None = None) -> None:
        """Remove what was dropped more than a week ago, and what a killed process left half-made.

        Args:
            now: Seconds since 1970; the present by default.
        """
        disk.clean(self._folder)
        oldest = (time.time() if now is None else now) - DROPPED_SECONDS
        with suppress(OSError):
            for file in (self._folder / "dropped").iterdir():
                if file.stat().st_mtime < oldest:
                    disk.discard(file)


def _parsed(file: Path) -> Left:
    content: dict[str, Any] = json.loads(disk.read_bytes(file))
    if content["version"] != VERSION:
        raise ValueError("of another version")
    draft = Draft(_text(content["base"]), _text(content["text"]))
    owner = Process(int(content["process"]), _text(content["started"]))
    when = datetime.fromisoformat(content["when"]).astimezone(UTC)
    return Left(_text(content["path"]), draft, when, owner, file)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value

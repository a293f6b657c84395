"""Carries prepared steps to the disk, and takes back what was half done.

Nothing here knows of the journal; whoever calls it keeps the record and holds the lock.
"""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from memtui.errors import MemtuiError, StoreError
from memtui.store import disk
from memtui.store.linger import Lingering
from memtui.store.own import OwnWrites
from memtui.store.steps import Step


class Carrying:
    """Steps on their way to the disk.

    Args:
        steps: What is done, in this order.
        lingering: Gets the replaced files.
        own: Learns of each write before it happens.
        leaves: Folders that go afterwards when nothing is left in them, outermost first.

    Attributes:
        torn: Whether some files are changed and others are not.
    """

    def __init__(
        self,
        steps: Sequence[Step],
        lingering: Lingering,
        own: OwnWrites | None = None,
        leaves: Sequence[Path] = (),
    ) -> None:
        self.torn = False
        self._steps = steps
        self._committed: list[Step] = []
        self._lingering = lingering
        self._own = own
        self._leaves = leaves

    @property
    def touched(self) -> bool:
        """Whether any file of the project was changed, be it taken back or not."""
        return bool(self._committed)

    def carry_out(self) -> None:
        """Write every file beside its place, move them all into their places, flush the folders.

        Raises:
            Changed: When a file is not what its step expects; the others are taken back.
            StoreError: When the disk refuses; what was written before is taken back, as far as it
                is still what was written.
        """
        try:
            for step in self._steps:
                step.stage()
            self.torn = True
            for step in self._steps:
                self._commit(step)
            self._flush()
        except BaseException as error:
            self._take_back(error)
            raise
        self.torn = False
        remove_empty(self._leaves)

    def _commit(self, step: Step) -> None:
        if self._own:
            self._own.note(step.change.path, step.change.after)
        try:
            step.commit(self._lingering)
        except MemtuiError:
            raise
        except BaseException:
            # An interruption does not say how far it came.
            if step.is_done:
                self._committed.append(step)
            raise
        self._committed.append(step)

    def _flush(self) -> None:
        made = (folder.parent for step in self._steps for folder in step.folders)
        for folder in dict.fromkeys((*made, *(step.place.parent for step in self._steps))):
            try:
                disk.flush_folder(folder)
            except OSError as error:
                raise disk.failed(str(folder), error) from error

    def _take_back(self, error: BaseException) -> None:
        stuck = []
        for step in reversed(self._committed):
            inverse = step.inverse()
            try:
                inverse.stage()
                inverse.commit(self._lingering)
            except MemtuiError:
                inverse.abandon()
                stuck.append(step.change.path)
        for step in reversed(self._steps):
            step.abandon()
            if self._own:
                self._own.forget(step.change.path)
        self.torn = bool(stuck)
        if stuck:
            raise StoreError(
                f"{error}; {', '.join(stuck)} could not be put back as before, "
                "both versions are in memtui's journal"
            ) from error


def remove_empty(folders: Sequence[Path]) -> None:
    """Remove those folders, given outermost first, in which nothing is left."""
    for folder in reversed(folders):
        with suppress(OSError):
            folder.rmdir()

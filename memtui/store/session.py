"""One store, held open by the editor: read again and again, written to, followed.

What only a write or the watcher needs is imported there, after the first ranking.
"""

import threading
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from memtui.core.plan import Change, Plan
from memtui.core.workspace import Snapshot
from memtui.errors import StoreError
from memtui.store.files import SnapshotReader, clean
from memtui.store.linger import Lingering
from memtui.store.own import OwnWrites
from memtui.store.project import Project

if TYPE_CHECKING:
    from memtui.store.history import Step
    from memtui.store.journal import Merged, Writer
    from memtui.store.recovering import Recovered
    from memtui.store.recovery import Recovery
    from memtui.store.saving import Saved
    from memtui.store.undo import Result, Standing
    from memtui.store.versions import Versions
    from memtui.store.watch import Event

PATIENCE_SECONDS: Final = 5.0
"""How long a save is tried while others write the same files all the time."""


class Session:
    """What the editor needs of the store; its methods may be called in any thread.

    Args:
        project: Whose store.
        polling: Whether files are looked at instead of waiting for the system's notifications.

    Attributes:
        patience: Seconds for which a save is tried while others write.
        untold: Why what others changed did not come into the history lately, or ``""``.
    """

    def __init__(self, project: Project, *, polling: bool = False) -> None:
        self.project = project
        self._polling = polling
        self._own = OwnWrites()
        self._lingering = Lingering()
        self._reader = SnapshotReader(project)
        self._reading = threading.Lock()
        self._last: Snapshot | None = None
        self.untold = ""
        self.patience = PATIENCE_SECONDS

    @cached_property
    def recovery(self) -> "Recovery":
        """What is kept of unsaved drafts against a crash."""
        from memtui.store.recovery import Recovery

        return Recovery(self.project)

    def tidy(self) -> "tuple[Recovered, ...]":
        """Put right what a killed process left half done, remove what it left behind, trim.

        What others changed since the last run comes into the history.

        Returns:
            The interrupted plans that were found, for the person. What they changed comes to the
            screen as a change from outside.

        Raises:
            StoreError: When the journal cannot be read.
        """
        from memtui.store import journal, outside, recovering, trimming

        found = recovering.finish(self.project)
        clean(self.project)
        trimming.trim(self.project, journal.utc_now())
        self.recovery.tidy()
        outside.note_since(self.project, journal.utc_now())
        return found

    def read(self) -> Snapshot:
        """Return the store as it stands on disk; unchanged parts are the same objects.

        What others changed since the last reading comes into the history; see `untold`.

        Raises:
            StoreError: When the memory folder cannot be listed.
        """
        with self._reading:
            old, new = self._last, self._reader.read()
            self._last = new
            if old is not None and old is not new:
                self._note(old, new)
            return new

    def _note(self, old: Snapshot, new: Snapshot) -> None:
        from memtui.store import journal, outside

        try:
            outside.note(self.project, outside.between(self.project, old, new), journal.utc_now())
            self.untold = ""
        except StoreError as error:
            self.untold = str(error)

    @property
    def unsettled(self) -> bool:
        """Whether files were being written while they were read: read again soon."""
        return bool(self._reader.unsettled)

    def apply(self, plan: Plan) -> None:
        """Carry out a plan, whole or not at all; see `journal.apply`."""
        from memtui.store import journal

        journal.apply(self.project, plan, self._writer)

    def update(self, make: Callable[[], Plan]) -> Plan:
        """Carry out a plan that is made from what is on the disk, and return it.

        Args:
            make: Makes it; called anew when others wrote meanwhile. See `journal.update`.
        """
        from memtui.store import journal

        made: list[Plan] = []

        def kept() -> Plan:
            made[:] = [make()]
            return made[0]

        journal.update(self.project, kept, self._writer)
        return made[0]

    def there(self, known: Mapping[str, str | None]) -> dict[str, str | None]:
        """Return the texts that stand in some files; None for no file. See `saving.there`."""
        from memtui.store import saving, steps

        data = {path: None if text is None else text.encode() for path, text in known.items()}
        found = saving.there(self.project, data)
        return {
            path: None if each is None else steps.text(path, each) for path, each in found.items()
        }

    def save(self, plan: Plan) -> "Saved":
        """Carry out a plan of texts, merged with what others wrote; see `saving.save`."""
        from memtui.store import saving

        return saving.save(self.project, plan, self._writer)

    def undo(self, merged: Sequence[Change] = ()) -> "Result":
        """Take back what was changed last, merging what has changed since; see `undo.last`.

        Args:
            merged: The files on which the person has decided: what stands there, what is to.
        """
        from memtui.store import undo

        return undo.last(self.project, self._writer, undo.Merging(merged, texts=True))

    def redo(self, merged: Sequence[Change] = ()) -> "Result":
        """Do again what was taken back last; see `undo`."""
        from memtui.store import undo

        return undo.redo(self.project, self._writer, undo.Merging(merged, texts=True))

    def standing(self) -> "Standing":
        """Return what there is to take back and to do again; see `undo.standing`."""
        from memtui.store import undo

        return undo.standing(self.project)

    def versions(self, step: str) -> "tuple[Versions, ...]":
        """Return the files of a change, as they are and would be; see `undo.versions`."""
        from memtui.store import undo

        return undo.versions(self.project, step)

    def history(self) -> "tuple[Step, ...]":
        """Return what was changed, newest first; see `history.read`."""
        from memtui.store import history

        return history.read(self.project)

    @property
    def _writer(self) -> "Writer":
        from memtui.store.journal import Writer

        return Writer(own=self._own, lingering=self._lingering, patience=self.patience)

    @property
    def replaced(self) -> bool:
        """Whether files that were replaced are still open, for what others append to them."""
        return self._lingering.waiting

    def settle(self, *, close: bool = False) -> "Merged":
        """Merge what others wrote to files while memtui replaced them.

        Args:
            close: At the end: look once more and close them.

        Raises:
            MemtuiError: When the disk refuses.
        """
        from memtui.store import journal

        return journal.merge_late(self.project, self._lingering, self._writer, close=close)

    def events(self) -> "AsyncGenerator[Event, None]":
        """Yield what others change, until closed."""
        from memtui.store.watch import watch

        return watch(self.project, own=self._own, polling=self._polling)

"""The screen's dealings with the disk: reading, saving, following changes from outside.

Workers compute or touch the disk and hand the result back in a message; they change no widget.
Writes are serialised by one lock.
"""

import asyncio
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from contextlib import aclosing
from types import MappingProxyType
from typing import Final

from textual import work
from textual.message import Message
from textual.notifications import SeverityLevel
from textual.reactive import reactive
from textual.screen import Screen
from textual.timer import Timer
from textual.worker import Worker, WorkerState

from memtui.core.plain import harmless
from memtui.core.plan import Change, Plan, files_named
from memtui.core.scoring import Profile
from memtui.core.workspace import Snapshot, Workspace
from memtui.errors import Changed, MemtuiError, Undecided
from memtui.store.related import missing_files
from memtui.store.session import Session
from memtui.store.settings import Choices

IDLE_SECONDS = 0.15
"""What follows a key press beyond the ranking waits this long after the last key."""
FIRST_FRAME_SECONDS = 0.2
SETTLE_SECONDS = 0.25
HALF_WRITTEN_SECONDS = 0.1
NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


class SnapshotRead(Message):
    """The disk was read."""

    def __init__(self, snapshot: Snapshot) -> None:
        super().__init__()
        self.snapshot = snapshot


class Written(Message):
    """A plan was carried out.

    Attributes:
        plan: What was carried out.
        texts: The new text of each file of the workspace that was written, by name.
        deleted: Names of those that it deleted.
        drafts: The unsaved texts that went into those that others had changed as well, by name.
        snapshot: The disk afterwards, or None when it cannot be read.
        choose: The file to show next, or ``""``.
    """

    def __init__(
        self,
        plan: Plan,
        texts: Mapping[str, str],
        deleted: frozenset[str],
        drafts: Mapping[str, str],
        snapshot: Snapshot | None,
        choose: str,
    ) -> None:
        super().__init__()
        self.plan = plan
        self.texts = texts
        self.deleted = deleted
        self.drafts = drafts
        self.snapshot = snapshot
        self.choose = choose


class Refused(Message):
    """A plan was not carried out; the disk is as it was and drafts stay."""

    def __init__(self, error: MemtuiError) -> None:
        super().__init__()
        self.error = error


class Tidied(Message):
    """Behind a process that was killed everything is put right.

    Attributes:
        lines: What was found, for the person.
    """

    def __init__(self, lines: tuple[str, ...]) -> None:
        super().__init__()
        self.lines = lines


class WatcherState(Message):
    """The watcher began, fell back to polling, or stopped."""

    def __init__(self, state: str) -> None:
        super().__init__()
        self.state = state


class Agreed(Message):
    """The profiles were compared for the feature of a workspace."""

    def __init__(self, workspace: Workspace, names: tuple[str, ...]) -> None:
        super().__init__()
        self.workspace = workspace
        self.names = names


class Differing(Message):
    """The features of the project were counted for which the profiles load other files."""

    def __init__(self, differing: int, total: int) -> None:
        super().__init__()
        self.differing = differing
        self.total = total


class RelatedLooked(Message):
    """It is known which related files of a memory do not exist."""

    def __init__(self, file: str, missing: frozenset[str]) -> None:
        super().__init__()
        self.file = file
        self.missing = missing


class WorkScreen(Screen[None]):
    """Holds the one workspace, and the only way from it to the disk and back."""

    workspace: reactive[Workspace] = reactive(Workspace, repaint=False)
    watching: reactive[str] = reactive("")
    disagreeing: reactive[tuple[str, ...] | None] = reactive(None, repaint=False)

    def __init__(self, session: Session, choices: Choices, *, watched: bool = True) -> None:
        super().__init__()
        self.session = session
        self.project = session.project
        self.choices = choices
        self.watched = watched
        # One reading or writing at a time: what is read tells of all that was written before.
        self._disk = asyncio.Lock()
        self._waiting: Worker[Snapshot | None] | None = None
        self.settled_in = asyncio.Event()
        """Set once the first frame is painted and the tidying behind a killed process has begun."""
        self._idle: Timer | None = None
        self._untold = ""

    async def begin(self) -> None:
        """Read the store, follow it, and tidy up behind a process that was killed.

        A store that is read at once stands in the first frame; a large one comes after it.
        """
        worker: Worker[Snapshot | None] = self.read_disk()
        await asyncio.wait({asyncio.ensure_future(worker.wait())}, timeout=FIRST_FRAME_SECONDS)
        snapshot = worker.result
        if snapshot is not None:
            self.follow(snapshot)
        # In a thread, its imports would take their time from the first frame.
        self.call_after_refresh(self._settle_in)

    def _settle_in(self) -> None:
        """Do what the first frame need not wait for."""
        if self.watched:
            self.follow_disk()
        self.tidy()
        self.settled_in.set()

    @work(group="tidy", exit_on_error=False)
    async def tidy(self) -> None:
        """Put right what was interrupted, and remove leftovers."""
        async with self._disk:
            found = await asyncio.to_thread(self.session.tidy)
        self.post_message(Tidied(tuple(each.line for each in found)))

    def read_disk(self) -> Worker[Snapshot | None]:
        """Read what has changed since the last snapshot, and tell it.

        A reading that has not begun yet serves all who ask meanwhile; none is broken off, so
        that changes that never end are followed all the same.

        Returns:
            The reading; its result is the snapshot, or None when the store cannot be read.
        """
        if self._waiting is None:
            self._waiting = self._read_disk()
        return self._waiting

    @work(group="read", exit_on_error=False)
    async def _read_disk(self) -> Snapshot | None:
        async with self._disk:
            self._waiting = None
            try:
                snapshot = await asyncio.to_thread(self._read)
            except MemtuiError as error:
                self.tell(str(error), "error")
                return None
            self.post_message(SnapshotRead(snapshot))
        self._say_untold()
        if self.session.unsettled:
            # Somebody is in the middle of writing a file.
            self.set_timer(HALF_WRITTEN_SECONDS, self.read_disk)
        return snapshot

    def _say_untold(self) -> None:
        untold, self._untold = self._untold, self.session.untold
        if self._untold and self._untold != untold:
            self.tell(f"what others changed is not in the history: {self._untold}", "error")

    @abstractmethod
    def follow(self, snapshot: Snapshot) -> None:
        """Show the store as it is on disk now."""

    def _read(self) -> Snapshot:
        """Read the store and its words, so that the first key finds both ready."""
        snapshot = self.session.read()
        snapshot.index(self.workspace.profile)
        return snapshot

    @work(exclusive=True, group="watch", exit_on_error=False)
    async def follow_disk(self) -> None:
        """Read again whenever something changes outside."""
        async with aclosing(self.session.events()) as events:
            async for event in events:
                self.post_message(WatcherState(event.state))
                if event.paths:
                    self.read_disk()

    @work(group="write", exit_on_error=False)
    async def carry_out(
        self, plan: Plan | Callable[[], Plan], choose: str = "", *, tried: bool = False
    ) -> MemtuiError | None:
        """Hand a plan to the journal and say what became of it.

        Args:
            plan: What is to be done, or what makes it from what is on the disk, in a thread.
            choose: The file to show next, or ``""``.
            tried: Nothing is said when files have changed: it is tried again on what they are.

        Returns:
            Why nothing was written, or None.
        """
        async with self._disk:
            try:
                if isinstance(plan, Plan):
                    await asyncio.to_thread(self.session.apply, plan)
                else:
                    plan = await asyncio.to_thread(self.session.update, plan)
            except MemtuiError as error:
                if not (tried and isinstance(error, Changed)):
                    self.post_message(Refused(error))
                return error
            # What is typed in such a file at this moment was made from what stood there before.
            await self._tell_written(plan, choose, self._texts(plan, before=True))
        self.settle()
        return None

    @work(group="write", exit_on_error=False)
    async def write_drafts(self, plan: Plan) -> MemtuiError | None:
        """Save drafts, put together with what others wrote, and say what became of it.

        Args:
            plan: The drafts, each with the text that it was made from.

        Returns:
            Why nothing was written, or None; of what a person has to decide before nothing is said.
        """
        async with self._disk:
            try:
                saved = await asyncio.to_thread(self.session.save, plan)
            except Undecided as error:
                return error
            except MemtuiError as error:
                self.post_message(Refused(error))
                return error
            await self._tell_written(saved.plan, drafts=self._texts(plan))
        for path in saved.merged:
            self.tell_merged(self.project.name_of(path) or path)
        for path, note in saved.notes:
            self.tell(f"{self.project.name_of(path)}: {note}", "warning")
        self.settle()
        return None

    async def _tell_written(
        self, plan: Plan, choose: str = "", drafts: Mapping[str, str] = NOTHING
    ) -> None:
        snapshot = None
        try:
            snapshot = await asyncio.to_thread(self._read)
        except MemtuiError as error:
            self.tell(str(error), "error")
        deleted = self._names(change.path for change in plan.changes if change.after is None)
        self.post_message(Written(plan, self._texts(plan), deleted, drafts, snapshot, choose))

    def tell_merged(self, name: str) -> None:
        """Say that a draft has been put together with what others wrote."""
        self.tell(f"{name} changed on disk: that and your changes are put together")

    @work(exclusive=True, group="settle", exit_on_error=False)
    async def settle(self) -> None:
        """Merge what others append to a file while it is replaced."""
        while self.session.replaced:
            await asyncio.sleep(SETTLE_SECONDS)
            async with self._disk:
                merged = await asyncio.to_thread(self.session.settle)
            for path in merged.paths:
                self.tell(f"{path}: what another program wrote at the same moment was merged")
            for path in merged.kept:
                self.tell(f"{path}: rewritten at the same moment; that version is kept", "warning")
            if merged.paths:
                self.read_disk()

    def _texts(self, plan: Plan, *, before: bool = False) -> dict[str, str]:
        """Return the files of the workspace that a plan wrote, by name, or what stood there."""
        written = [change for change in plan.changes if change.after is not None]
        data = {c.path: c.before if before else c.after for c in written}
        texts = {path: each for path, each in data.items() if each is not None}
        return {name: texts[self.project.path_of(name)].decode() for name in self._names(texts)}

    def _names(self, paths: Iterable[str]) -> frozenset[str]:
        """Return the names in the workspace of those paths that have one."""
        return frozenset(name for path in paths if (name := self.project.name_of(path)))

    def saving(self, names: tuple[str, ...]) -> Plan:
        """Return the plan that saves the drafts of these files."""
        changes = []
        for name in names:
            draft = self.workspace.drafts[name]
            before = draft.base.encode() if name in self.workspace.snapshot.by_name else None
            changes.append(Change(self.project.path_of(name), before, draft.text.encode()))
        return Plan(f"save {files_named(names)}", tuple(changes))

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Say that a worker failed."""
        if event.state is WorkerState.ERROR:
            error = event.worker.error
            self.tell(f"{event.worker.name}: {error or 'failed'}", "error")

    def tell(self, message: str, severity: SeverityLevel = "information") -> None:
        """Say something in a corner; its text is never markup."""
        timeout = 12 if severity == "error" else 6
        self.notify(harmless(message), severity=severity, timeout=timeout, markup=False)

    @work(exclusive=True, group="related", exit_on_error=False)
    async def look_for_related(self, file: str, paths: tuple[str, ...]) -> None:
        """Find out which related files do not exist."""
        missing = await asyncio.to_thread(missing_files, self.project, paths)
        self.post_message(RelatedLooked(file, missing))

    @work(exclusive=True, group="differing", exit_on_error=False)
    async def count_differing(self) -> None:
        """Count the features for which the profiles load other files."""
        workspace = self.workspace
        features = workspace.snapshot.features
        # In steps, so that a key pressed meanwhile is answered at once.
        differing = 0
        for feature in features:
            differing += bool(workspace.with_feature(feature).disagreeing)
            await asyncio.sleep(0)
        self.post_message(Differing(differing, len(features)))

    @work(group="choices", exit_on_error=False)
    async def remember_profile(self, profile: Profile) -> None:
        """Keep the choice of a profile for this project."""
        self.choices = await asyncio.to_thread(self.choices.remember_profile, self.project, profile)

    async def written(self) -> None:
        """Wait until every plan that was handed over is carried out, or refused."""
        waiting = [worker for worker in self.workers if worker.group == "write"]
        if waiting:
            # Of none, all would be waited for, this very worker among them.
            await self.workers.wait_for_complete(waiting)

    def idle_soon(self) -> None:
        """Compute what is not needed at each key, once the person pauses."""
        if self._idle:
            self._idle.stop()
        self._idle = self.set_timer(IDLE_SECONDS, self.idle)

    def idle(self) -> None:
        """Compute it."""
        self.compare_profiles()

    @work(exclusive=True, group="idle", exit_on_error=False)
    async def compare_profiles(self) -> None:
        """Find the files on which the profiles differ."""
        workspace = self.workspace
        names = await asyncio.to_thread(lambda: workspace.disagreeing)
        self.post_message(Agreed(workspace, names))

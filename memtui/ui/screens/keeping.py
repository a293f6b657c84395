"""Drafts that survive: kept within a second of each edit, offered again at the next start.

What only an edit or a dialog needs is imported where it is used, after the first ranking.
"""

import asyncio
from abc import abstractmethod
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from time import monotonic
from typing import TYPE_CHECKING, Final

from textual import work
from textual.timer import Timer
from textual.worker import WorkerFailed

from memtui.core.workspace import NO_DRAFTS, Draft, Workspace
from memtui.errors import MemtuiError
from memtui.ui.screens.work import WorkScreen

if TYPE_CHECKING:
    from memtui.store.recovery import Left

KEEP_AFTER: Final = 0.2
"""Seconds from an edit to its keeping."""
KEEP_APART: Final = 0.6
"""Seconds between two keepings while a person types; with both, an edit is kept in a second."""


class KeepingScreen(WorkScreen):
    """Keeps what is unsaved in the state folder, and takes it from there after a crash."""

    _keep_timer: Timer | None = None
    _kept_at = -KEEP_APART
    _discarded = False
    _keep_trouble = ""

    @abstractmethod
    def take_pending(self) -> None:
        """Take in what was typed and is not in the workspace yet."""

    @abstractmethod
    def take_all(self) -> None:
        """Take in all that was typed, entered or not."""

    # -- keeping

    def keep_soon(self) -> None:
        """Bring what is kept in line with the drafts, within a second."""
        if self._keep_timer is None:
            wait = max(KEEP_AFTER, self._kept_at + KEEP_APART - monotonic())
            self._keep_timer = self.set_timer(wait, self._keep)

    def _keep(self) -> None:
        # While the timer stands, what is taken in here asks for no other one.
        self.take_pending()
        self._keep_timer = None
        self._kept_at = monotonic()
        self._want(self.workspace)
        self._write_drafts()

    async def kept(self) -> None:
        """Keep everything and wait for it, before this program stands still for a while."""
        self._want(self.workspace)
        await self._write_drafts().wait()

    def _want(self, workspace: Workspace) -> int:
        drafts = NO_DRAFTS if self._discarded else self.half_typed(workspace).drafts
        self.session.recovery.want({self.project.path_of(n): d for n, d in drafts.items()})
        return len(drafts)

    @work(group="keep", exit_on_error=False)
    async def _write_drafts(self) -> None:
        """Write what changed; why it cannot be written is said once."""
        trouble = ""
        try:
            await asyncio.to_thread(self.session.recovery.keep)
        except MemtuiError as error:
            trouble = f"unsaved work is not kept against a crash: {error}"
        if trouble and trouble != self._keep_trouble:
            self.tell(trouble, "error")
        self._keep_trouble = trouble

    def half_typed(self, workspace: Workspace) -> Workspace:
        """Return a workspace with what is typed and not taken in yet, to be kept with the rest."""
        return workspace

    def discard_drafts(self) -> None:
        """Keep nothing from now on: the person leaves without saving."""
        self._discarded = True

    def keep_now(self, *, pending: bool) -> int:
        """Keep everything at once, in this thread.

        Args:
            pending: Take in what was typed, too, entered or not; for that the widgets must still be
                there.

        Returns:
            How many files have unsaved work.

        Raises:
            StoreError: When the state folder refuses.
        """
        if pending:
            self.take_all()
        count = self._want(self.workspace)
        self.session.recovery.keep()
        return count

    # -- offering

    async def offer_left(self) -> None:
        """Offer what earlier runs left unsaved."""
        recovery = self.session.recovery
        try:
            found = await asyncio.to_thread(recovery.left)
            for file in found.unreadable:
                self.tell(f"{file}: kept unsaved work that cannot be read; it stays there", "error")
            if found.drafts:
                texts = await self._texts_on_disk()
                offered, superfluous = found.sorted_by_use(texts)
                await asyncio.to_thread(recovery.forget, superfluous)
                if offered:
                    await self._ask_about(offered, texts)
        except MemtuiError as error:
            self.tell(str(error), "error")

    async def _texts_on_disk(self) -> Mapping[str, str]:
        """Return the texts by path, once what a crash interrupted has been put right."""
        tidying = [worker for worker in self.workers if worker.group == "tidy"]
        for worker in tidying:
            # Why it failed is said by itself, and is no reason to hide what was left.
            with suppress(WorkerFailed):
                await worker.wait()
        snapshot = await self.read_disk().wait() or self.workspace.snapshot
        files = snapshot.by_name.values()
        return {self.project.path_of(file.name): file.text for file in files}

    async def _ask_about(self, lefts: "tuple[Left, ...]", texts: Mapping[str, str]) -> None:
        from memtui.ui.screens.recovered import Offered, Recovered

        names = [self.project.name_of(left.path) or left.path for left in lefts]
        offered = [
            Offered(name, left.draft, texts.get(left.path))
            for name, left in zip(names, lefts, strict=True)
        ]
        when = max(left.when for left in lefts)
        question = Recovered(offered, when, datetime.now(UTC).astimezone())
        answer = await self.app.push_screen_wait(question)
        if answer == "take":
            await self._take({each.name: each.draft for each in offered}, lefts)
        elif answer == "drop":
            place = await asyncio.to_thread(self.session.recovery.drop, lefts)
            self.tell(f"dropped; for a week a copy is in {place}")

    async def _take(self, drafts: Mapping[str, Draft], lefts: "tuple[Left, ...]") -> None:
        """Make drafts of what was left; it is forgotten once this editor keeps it."""
        self.take_pending()
        new = {name: d for name, d in drafts.items() if name not in self.workspace.drafts}
        for name in drafts.keys() - new.keys():
            self.tell(f"{name} has unsaved changes already; the earlier ones are offered later")
        self.workspace = self.workspace.with_drafts(new)
        self.taken_again(tuple(new))
        self._want(self.workspace)
        paths = {self.project.path_of(name) for name in new}
        taken = [left for left in lefts if left.path in paths]
        await asyncio.to_thread(self.session.recovery.take_over, taken)

    @abstractmethod
    def taken_again(self, names: tuple[str, ...]) -> None:
        """Show files whose unsaved work was taken from an earlier run, and merge what is old."""

"""Drafts whose files change on disk: both are put together, and only a true overlap asks.

What only a change from outside needs is imported where it is used, after the first ranking.
"""

import asyncio
from typing import TYPE_CHECKING, Final

from textual import work
from textual.worker import Worker

from memtui.core.memory import Memory
from memtui.core.workspace import Draft
from memtui.errors import Changed, MemtuiError
from memtui.store.session import Session
from memtui.store.settings import Choices
from memtui.ui.screens.keeping import KeepingScreen

if TYPE_CHECKING:
    from memtui.core.conflicts import Choice, Conflict
    from memtui.core.merging import Merge

TRIES: Final = 5
"""How often a save begins anew because somebody else has written meanwhile."""


class MergingScreen(KeepingScreen):
    """Puts unsaved work together with what others wrote meanwhile, and saves it."""

    _merging = False

    def __init__(self, session: Session, choices: Choices, *, watched: bool = True) -> None:
        super().__init__(session, choices, watched=watched)
        self._apart: dict[str, tuple[Draft, Memory | None]] = {}
        """Drafts and files that nothing but a decision can put together."""

    @work(group="merge", exit_on_error=False)
    async def merge_outdated(self) -> None:
        """Put drafts together with what their files became; overlaps are marked and told.

        One at a time: whoever is at it sees by itself what changes meanwhile.
        """
        if self._merging:
            return
        self._merging = True
        try:
            while name := next((n for n in self.workspace.outdated if not self._is_apart(n)), ""):
                await self._merge(name)
        finally:
            self._merging = False

    def _is_apart(self, name: str) -> bool:
        return self._apart.get(name) == self._sides_of(name)

    def _sides_of(self, name: str) -> tuple[Draft, Memory | None]:
        return self.workspace.drafts[name], self.workspace.snapshot.by_name.get(name)

    async def _merge(self, name: str) -> None:
        merge = await self._put_together(name)
        before = self._apart.pop(name, None)
        if self._outdated(name) is None:
            return
        self._apart[name] = self._sides_of(name)
        if before is None or before[1] != self._apart[name][1]:
            more = f" ({', '.join(merge.notes)})" if merge and merge.notes else ""
            line = f"{name} changed on disk while you edit it: ctrl+s compares both{more}"
            self.tell(line, "warning")

    def _outdated(self, name: str) -> Draft | None:
        return self.workspace.drafts[name] if name in self.workspace.outdated else None

    async def _put_together(self, name: str) -> "Merge | None":
        """Merge a draft with the disk until neither moves meanwhile.

        Returns:
            What is left undecided; None when nothing is, or the file cannot be merged.
        """
        from memtui.core.merging import merge

        while draft := self._outdated(name):
            disk = self.workspace.snapshot.by_name.get(name)
            if disk is None or disk.fault:
                return None
            merged = await asyncio.to_thread(merge, draft.base, draft.text, disk.text)
            self.take_pending()
            same = self.workspace.snapshot.by_name.get(name) == disk
            if not same or self.workspace.drafts.get(name) != draft:
                continue
            if merged.conflicts:
                return merged
            self.workspace = self.workspace.rebased_to(name, merged.text)
            await self._say_merged(name, draft, disk, merged.notes)
        return None

    async def _say_merged(
        self, name: str, draft: Draft, disk: Memory, notes: tuple[str, ...]
    ) -> None:
        from memtui.core.counting import only_counted

        if not await asyncio.to_thread(only_counted, draft.base, disk.text):
            self.tell(f"{name} changed on disk: that and your changes are put together")
        for note in notes:
            self.tell(f"{name}: {note}", "warning")

    # -- saving

    @work(exit_on_error=False)
    async def save(self, names: tuple[str, ...]) -> None:
        """Save drafts, put together with what others wrote; an overlap asks first."""
        for _ in range(TRIES):
            settled = [name for name in names if await self._settled(name)]
            ready = tuple(n for n in settled if n in self.workspace.drafts)
            if not ready:
                return
            worker: Worker[MemtuiError | None] = self.carry_out(self.saving(ready), tried=True)
            if not isinstance(await worker.wait(), Changed):
                return
            await self.read_disk().wait()
            await self.messages_handled()
        self.tell(f"{', '.join(names)}: written by others all the time; not saved", "error")

    async def messages_handled(self) -> None:
        """Wait until the screen has heard of what was read or written so far."""
        handled = asyncio.Event()
        self.call_later(handled.set)
        await handled.wait()

    async def _settled(self, name: str) -> bool:
        """Put a draft together with its file; False leaves both as they are."""
        decided: dict[Conflict, Choice] = {}
        while draft := self._outdated(name):
            disk = self.workspace.snapshot.by_name.get(name)
            if disk and disk.fault:
                self.tell(f"{name} stays unsaved: on disk it is {disk.fault.reason}", "error")
                return False
            if disk is None:
                return await self._settled_without_file(name, draft)
            merge = await self._put_together(name)
            if merge and not await self._decided(name, merge, decided):
                return False
        return True

    async def _settled_without_file(self, name: str, draft: Draft) -> bool:
        """Ask what becomes of a draft whose file is gone."""
        from memtui.ui.screens.outside import Outside

        answer = await self.app.push_screen_wait(Outside(name, draft.base, draft.text, None))
        if answer == "mine":
            self.workspace = self.workspace.rebased(name)
        elif answer == "theirs":
            self.workspace = self.workspace.without_draft(name)
        return answer in ("mine", "theirs")

    async def _decided(self, name: str, merge: "Merge", decided: "dict[Conflict, Choice]") -> bool:
        """Ask about overlaps; the draft becomes what was decided if nothing moved meanwhile.

        Args:
            name: The file.
            merge: What is undecided.
            decided: What was decided before; it grows.
        """
        from memtui.core.merging import resolve

        choices = await self.ask_conflicts(name, merge, decided)
        if choices is None:
            return False
        disk = self.workspace.snapshot.by_name.get(name)
        draft = self._outdated(name)
        if draft and disk and (draft.base, draft.text, disk.text) == _sides(merge):
            text = await asyncio.to_thread(resolve, merge, choices)
            self.workspace = self.workspace.rebased_to(name, text)
        return True

    async def ask_conflicts(
        self, name: str, merge: "Merge", decided: "dict[Conflict, Choice]"
    ) -> "tuple[Choice, ...] | None":
        """Ask about what is undecided; None when the person leaves that open."""
        from memtui.ui.screens.conflict import ConflictScreen

        if not all(conflict in decided for conflict in merge.conflicts):
            question = ConflictScreen(name, merge.conflicts, decided, merge.notes)
            choices = await self.app.push_screen_wait(question)
            if not choices:
                return None
            decided.update(zip(merge.conflicts, choices, strict=True))
        return tuple(decided[conflict] for conflict in merge.conflicts)


def _sides(merge: "Merge") -> tuple[str, str, str]:
    return merge.base, merge.draft, merge.disk

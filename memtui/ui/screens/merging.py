"""Drafts whose files change on disk: both are put together, and only a true overlap asks.

What only a change from outside needs is imported where it is used, after the first ranking.
"""

import asyncio
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Final, Literal

from textual import work
from textual.worker import Worker

from memtui.core.documents import is_topic
from memtui.core.memory import Memory
from memtui.core.plan import Plan
from memtui.core.workspace import Draft
from memtui.errors import MemtuiError, Undecided
from memtui.store.session import Session
from memtui.store.settings import Choices
from memtui.ui.screens.keeping import KeepingScreen
from memtui.ui.widgets.key_line import key_name
from memtui.ui.widgets.page_keys import SAVE

if TYPE_CHECKING:
    from memtui.core.merging.conflicts import Choice, Conflict
    from memtui.core.merging.merge import Merge

TRIES: Final = 5
"""How often a save begins anew because somebody else has written meanwhile."""


class MergingScreen(KeepingScreen):
    """Puts unsaved work together with what others wrote meanwhile, and saves it."""

    _merging = False

    def __init__(self, session: Session, choices: Choices, *, watched: bool = True) -> None:
        super().__init__(session, choices, watched=watched)
        self._apart: dict[str, tuple[Draft, Memory | None]] = {}
        """Drafts and files that nothing but a decision can put together."""
        self._moving = asyncio.Lock()
        """Held while a draft is merged, or is on its way to the disk."""
        self._told: set[str] = set()
        """Files of which it was said that their draft is merged."""

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
                merge = await self._merge(name)
                if self._outdated(name) is None:
                    self._apart.pop(name, None)
                elif merge or not self._can_merge(name):
                    self._set_apart(name, merge)
        finally:
            self._merging = False

    def _outdated(self, name: str) -> Draft | None:
        return self.workspace.drafts[name] if name in self.workspace.outdated else None

    def _can_merge(self, name: str) -> bool:
        disk = self.workspace.snapshot.by_name.get(name)
        return disk is not None and not disk.fault

    def _is_apart(self, name: str) -> bool:
        return self._apart.get(name) == self._sides_of(name)

    def _sides_of(self, name: str) -> tuple[Draft, Memory | None]:
        return self.workspace.drafts[name], self.workspace.snapshot.by_name.get(name)

    def _set_apart(self, name: str, merge: "Merge | None") -> None:
        """Mark what a person has to decide, and say so once for each state of the file."""
        before, self._apart[name] = self._apart.get(name), self._sides_of(name)
        if before is None or before[1] != self._apart[name][1]:
            more = f" ({', '.join(merge.notes)})" if merge and merge.notes else ""
            compares = f"{key_name(self.app, SAVE)} compares both{more}"
            line = f"{name} changed on disk while you edit it: {compares}"
            self.tell(line, "warning")

    async def _merge(self, name: str) -> "Merge | None":
        """Merge a draft with the disk once, unless the draft changes meanwhile.

        Returns:
            What a person has to decide about draft and disk as they are; None when that is nothing,
            is not known yet, or the file cannot be merged.
        """
        from memtui.core.merging.merge import merge

        async with self._moving:
            draft, disk = self._outdated(name), self.workspace.snapshot.by_name.get(name)
            if draft is None or disk is None or disk.fault:
                return None
            merged = await asyncio.to_thread(merge, draft.base, draft.text, disk.text)
            self.take_pending()
            if self.workspace.drafts.get(name) != draft:
                return None
            if merged.conflicts:
                return merged if self.workspace.snapshot.by_name.get(name) == disk else None
            # Also where the disk has moved on: the next merge is with what came since.
            self.workspace = self.workspace.rebased(name, disk.text, merged.text)
        await self._say_merged(name, draft, disk, merged.notes)
        return None

    async def _say_merged(
        self, name: str, draft: Draft, disk: Memory, notes: tuple[str, ...]
    ) -> None:
        from memtui.core.counting import only_counted

        if not await asyncio.to_thread(only_counted, draft.base, disk.text):
            self.tell_merged(name)
        for note in notes:
            self.tell(f"{name}: {note}", "warning")

    def tell_merged(self, name: str) -> None:
        """Say that a draft has been put together with what others wrote, once for each draft."""
        if name not in self._told:
            super().tell_merged(name)
        self._told.add(name)

    # -- saving

    @work(exit_on_error=False)
    async def save(self, names: tuple[str, ...]) -> None:
        """Save drafts, put together with what others wrote; an overlap asks first."""
        names = tuple(name for name in names if not self._is_hollow(name))
        apart = {name for name in names if name in self._apart}
        for _ in range(TRIES):
            settled = [name for name in names if await self._settled(name, ask=name in apart)]
            undecided = await self._save_now(settled)
            if undecided is None:
                return
            apart.update(n for path in undecided.paths if (n := self.project.name_of(path)))
            await self.read_disk().wait()
            await self.messages_handled()
        self.tell(f"{', '.join(names)}: written by others all the time; not saved", "error")

    def _is_hollow(self, name: str) -> bool:
        """Whether a topic file has lost all its text, which is said: nothing to be read."""
        draft = self.workspace.drafts.get(name)
        hollow = draft is not None and is_topic(name) and not draft.text.strip()
        if hollow:
            why = "without text it is not saved; write what it is to say, or delete the file"
            self.tell(f"{name}: {why}", "error")
        return hollow

    async def _save_now(self, names: Sequence[str]) -> Undecided | None:
        """Write drafts, and wait until the screen has heard of it; return what stands against it.

        Until then no draft is merged: what went to the disk would be merged with it twice.
        """
        async with self._moving:
            ready = tuple(name for name in names if name in self.workspace.drafts)
            if not ready:
                return None
            worker: Worker[MemtuiError | None] = self.write_drafts(self.saving(ready))
            error = await worker.wait()
            await self.messages_handled()
            if isinstance(error, Undecided):
                return error
            self._told.difference_update(ready)
            return None

    async def saved_first(self, names: Collection[str], why: str) -> bool:
        """Offer to save the unsaved work of files; return whether there is none any more.

        Args:
            names: The files.
            why: Why it must be saved.
        """
        from memtui.ui.screens.confirm import Choice, Confirm

        self.take_pending()
        held = tuple(name for name in names if name in self.workspace.drafts)
        if not held:
            return True
        lines = [f"{', '.join(held)} {'has' if len(held) == 1 else 'have'} unsaved changes.", why]
        save: Choice[Literal["save"]] = Choice("Save", "save", "primary")
        question: Confirm[Literal["save"]] = Confirm(
            "Save first?", lines, (save, Choice("Leave", None))
        )
        if await self.app.push_screen_wait(question) != "save":
            return False
        await self.save(held).wait()
        await self.messages_handled()
        return not any(name in self.workspace.drafts for name in held)

    async def carried(
        self, plan: Plan | Callable[[], Plan], choose: str = "", *, tried: bool = False
    ) -> MemtuiError | None:
        """Carry out a plan and return, once the screen knows of it, why it was not."""
        worker: Worker[MemtuiError | None] = self.carry_out(plan, choose, tried=tried)
        error = await worker.wait()
        await self.messages_handled()
        return error

    async def messages_handled(self) -> None:
        """Wait until the screen has heard of what was read or written so far."""
        handled = asyncio.Event()
        self.call_later(handled.set)
        await handled.wait()

    async def _settled(self, name: str, *, ask: bool) -> bool:
        """Ask about what a save of a draft needs to know; False leaves it unsaved.

        Args:
            name: The file.
            ask: Whether the two sides may overlap; else the writing puts them together.
        """
        decided: dict[Conflict, Choice] = {}
        while draft := self._outdated(name):
            disk = self.workspace.snapshot.by_name.get(name)
            if disk and disk.fault:
                self.tell(f"{name} stays unsaved: on disk it is {disk.fault.reason}", "error")
                return False
            if disk is None:
                return await self._settled_without_file(name, draft)
            if not ask:
                return True
            merge = await self._merge(name)
            if merge and not await self._decided(name, merge, decided):
                return False
        return True

    async def _settled_without_file(self, name: str, draft: Draft) -> bool:
        """Ask what becomes of a draft whose file is gone."""
        from memtui.ui.screens.gone import Gone

        answer = await self.app.push_screen_wait(Gone(name, draft.base, draft.text))
        if answer == "keep":
            self.workspace = self.workspace.rebased(name, "", draft.text)
        elif answer == "drop":
            self.workspace = self.workspace.without_draft(name)
        return answer in ("keep", "drop")

    async def _decided(self, name: str, merge: "Merge", decided: "dict[Conflict, Choice]") -> bool:
        """Ask about overlaps; the draft becomes what was decided if nothing moved meanwhile.

        Args:
            name: The file.
            merge: What is undecided.
            decided: What was decided before; it grows.
        """
        from memtui.core.merging.merge import resolve

        choices = await self.ask_conflicts(name, merge, decided)
        if choices is None:
            return False
        text = await asyncio.to_thread(resolve, merge, choices)
        disk, draft = self.workspace.snapshot.by_name.get(name), self._outdated(name)
        if draft and disk and (draft.base, draft.text, disk.text) == _sides(merge):
            self.workspace = self.workspace.rebased(name, disk.text, text)
        return True

    async def ask_conflicts(
        self, name: str, merge: "Merge", decided: "dict[Conflict, Choice]"
    ) -> "tuple[Choice, ...] | None":
        """Ask about what is undecided; None when the person leaves that open."""
        from memtui.ui.screens.conflict import ConflictScreen

        if not all(conflict in decided for conflict in merge.conflicts):
            question = ConflictScreen(name, merge.conflicts, decided, merge.notes)
            # What was said led here, and would hide a part of it.
            self.app.clear_notifications()
            choices = await self.app.push_screen_wait(question)
            if not choices:
                return None
            decided.update(zip(merge.conflicts, choices, strict=True))
        return tuple(decided[conflict] for conflict in merge.conflicts)


def _sides(merge: "Merge") -> tuple[str, str, str]:
    return merge.base, merge.draft, merge.disk

"""Changes of several memory files at once: shown with what they do, then carried out whole.

What only a dialog needs is imported where it is used, after the first ranking.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import TYPE_CHECKING

from textual import work
from textual.content import Content
from textual.worker import Worker

from memtui.core.workspace import Workspace
from memtui.errors import MemtuiError
from memtui.ui.screens.learning import LearnActions

if TYPE_CHECKING:
    from memtui.core.reorganize.change import Reorganized
    from memtui.core.reorganize.split_draft import SplitDraft
    from memtui.core.replay import Effect


class ReorganizeActions(LearnActions):
    """Splits files; previews and carries out what others of the screen reorganise."""

    def _unsaved(self, names: Collection[str]) -> bool:
        """Say which of some files have unsaved work: what is moved is what stands on disk."""
        self.take_pending()
        held = sorted(self.workspace.drafts.keys() & set(names))
        if held:
            has = "has" if len(held) == 1 else "have"
            self.tell(f"{', '.join(held)} {has} unsaved changes: save them first", "warning")
        return bool(held)

    async def accepted(
        self,
        make: "Callable[[], Reorganized]",
        choose: str = "",
        more: "Callable[[Reorganized, Effect], Iterable[str | Content]]" = lambda *_: (),
        known: "tuple[Reorganized, Effect] | None" = None,
    ) -> bool:
        """Show what a change does, and carry it out when the person accepts it.

        Args:
            make: Makes the change from the files as they are.
            choose: The file to show afterwards, or ``""``.
            more: Returns what else is to be said of the change; called in a thread.
            known: The change and its effect, where both were found out before.

        Returns:
            Whether it is done.
        """
        from memtui.core.reorganize.foresight import foreseen
        from memtui.ui.screens.plan_preview import PlanPreview

        try:
            change = known[0] if known else await asyncio.to_thread(make)
        except MemtuiError as error:
            self.tell(str(error), "error")
            return False
        if not change.plan.changes:
            self.tell("nothing would change")
            return False
        if self._unsaved([*change.texts, *change.deleted]):
            return False
        effect = known[1] if known else await asyncio.to_thread(foreseen, self.workspace, change)
        said = await asyncio.to_thread(lambda: tuple(more(change, effect)))
        if not await self.app.push_screen_wait(PlanPreview(change, effect, said)):
            return False
        # The plan expects what was shown: what others write meanwhile is refused, not overwritten.
        worker: Worker[MemtuiError | None] = self.carry_out(change.plan, choose)
        return await worker.wait() is None

    @work(exit_on_error=False)
    async def action_split(self, numbers: tuple[int, ...] = ()) -> None:
        """Send entries of the file in hand to other categories.

        Args:
            numbers: Entries that are marked at the start.
        """
        from memtui.ui.screens.split import SplitScreen

        memory = self._sound()
        if memory is None or self._unsaved((memory.name,)):
            return
        # Entries are named by their numbers in the files that were shown.
        shown = self.workspace
        dialog = SplitScreen(shown, memory, self.project.path_of, numbers)
        while (wanted := await self.app.push_screen_wait(dialog)) is not None:
            draft = wanted.draft
            make = partial(self._split, shown, draft)
            choose = memory.name if draft.original != "delete" else ""
            known = wanted.known if shown is self.workspace else None
            if await self.accepted(make, choose, known=known):
                return
            await self.read_disk().wait()
            await self.messages_handled()
            now = self.workspace.snapshot.by_name.get(memory.name)
            if now != memory:
                self.tell(f"{memory.name} has changed meanwhile: look again", "warning")
                if now is None or now.fault or not draft.still_means(memory, now):
                    return
                shown, memory = self.workspace, now
            # Back from the preview, or refused: what was chosen stands as it was.
            dialog = SplitScreen(shown, memory, self.project.path_of, draft=draft)

    def _split(self, shown: Workspace, draft: "SplitDraft") -> "Reorganized":
        from memtui.core.reorganize.split import split

        files = shown.snapshot.by_name
        return split(files, draft.choice(files), self.project.path_of)

"""What others took back of a save or erased: told, and offered again, never put back unasked.

What only a change from outside needs is imported where it is used, after the first ranking.
"""

import asyncio
from typing import TYPE_CHECKING, Final, Literal

from textual import work
from textual.content import Content
from textual.reactive import reactive

from memtui.core.workspace import UNREAD, Snapshot
from memtui.store.session import Session
from memtui.store.settings import Choices
from memtui.ui.screens.undoing import UndoActions

if TYPE_CHECKING:
    from memtui.core.losses import Lost

NAMED: Final = 3
"""Things that a message names; of more, the number is said."""


class NoticeActions(UndoActions):
    """Notices what a change from outside took away, and brings it back when asked to."""

    undone: reactive[int] = reactive(0)
    """How many files lost something that can be brought back."""

    def __init__(self, session: Session, choices: Choices, *, watched: bool = True) -> None:
        super().__init__(session, choices, watched=watched)
        self._saved: dict[str, tuple[str, str]] = {}
        self._lost: dict[str, Lost] = {}
        self._looked_at = UNREAD
        self._since: dict[str, str] = {}
        self._looking = False

    def note_saved(self, name: str, before: str, saved: str) -> None:
        """Remember the last save of a file, to notice when others take it back."""
        self._saved[name] = (before, saved)
        self._since[name] = saved

    @work(group="notice", exit_on_error=False)
    async def look_for_losses(self) -> None:
        """Look at the files that changed for what they lost.

        One at a time: whoever is at it goes on to what is read meanwhile.
        """
        if self._looking:
            return
        self._looking = True
        try:
            while (new := self.workspace.snapshot) is not (old := self._looked_at):
                self._looked_at = new
                await self._look(old, new)
        finally:
            self._looking = False

    async def _look(self, old: Snapshot, new: Snapshot) -> None:
        # As they are now: what is saved while this looks is no loss of the earlier text.
        saved, drafts = dict(self._saved), self.workspace.drafts
        since, self._since = self._since, {}
        changed = []
        for memory in new.memories:
            before = old.by_name.get(memory.name)
            known = before.text if before and not before.fault else None
            text = since.get(memory.name, known)
            if text is not None and text != memory.text and not memory.fault:
                changed.append((text, memory))
        if not changed:
            return
        from memtui.core.losses import look

        for text, memory in changed:
            lost = await asyncio.to_thread(
                look,
                self._lost.get(memory.name),
                text,
                memory.text,
                saved.get(memory.name),
                clean=memory.name not in drafts,
            )
            self._notice(memory.name, lost)

    def _notice(self, name: str, lost: "Lost | None") -> None:
        known = self._lost.pop(name, None)
        if lost:
            self._lost[name] = lost
            new = [what for what in lost.what if not (known and what in known.what)]
            if new:
                said = ", ".join(new[:NAMED])
                said += f" and {len(new) - NAMED} more" if len(new) > NAMED else ""
                line = f"{name}: another program undid {said}: f7 brings it back"
                self.tell(line, "warning")
        self.undone = len(self._lost)
        self.refresh_bindings()

    @work(exit_on_error=False)
    async def action_bring_back(self) -> None:
        """Show what a file lost, and make it unsaved work."""
        from memtui.core.losses import back_in
        from memtui.ui.screens.confirm import Choice, Confirm
        from memtui.ui.screens.differences import differing

        self.take_pending()
        name = self.chosen if self.chosen in self._lost else next(iter(self._lost))
        lost, memory = self._lost[name], self.workspace.memory(name)
        if memory is None:
            self._notice(name, None)
            return
        text = await asyncio.to_thread(back_in, lost, memory.text)
        lines: list[str | Content] = [
            f"Another program wrote {name} and undid this, probably without knowing:",
            *differing(memory.text, text),
            "",
            "Bring back makes it unsaved work; nothing is written before you save.",
        ]
        back: Choice[Literal["back", "leave"]] = Choice("Bring back", "back", "primary")
        leave: Choice[Literal["back", "leave"]] = Choice("Let it be", "leave")
        question: Confirm[Literal["back", "leave"]] = Confirm(
            f"Bring back in {name}?", lines, (back, leave)
        )
        answer = await self.app.push_screen_wait(question)
        if answer == "back":
            await self._bring_back(name, lost)
        if answer:
            self._notice(name, None)

    async def _bring_back(self, name: str, lost: "Lost") -> None:
        from memtui.core.losses import back_in

        self.take_pending()
        while memory := self.workspace.memory(name):
            text = await asyncio.to_thread(back_in, lost, memory.text)
            self.take_pending()
            if self.workspace.memory(name) == memory:
                self.workspace = self.workspace.with_draft(name, text)
                self.page.files.show_all()
                self.chosen = name
                return

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to bring back only where something was lost."""
        if action == "bring_back":
            return bool(self._lost)
        return super().check_action(action, parameters)

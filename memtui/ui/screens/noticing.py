"""What others took back of a save or erased: told, and offered again, never put back unasked.

What only a change from outside needs is imported where it is used, after the first ranking.
"""

import asyncio
from abc import abstractmethod
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from textual import work
from textual.content import Content
from textual.reactive import reactive

from memtui.core.workspace import Snapshot
from memtui.store.session import Session
from memtui.store.settings import Choices
from memtui.ui.screens.undoing import UndoActions
from memtui.ui.widgets.key_line import key_name
from memtui.ui.widgets.page_keys import BRING_BACK

if TYPE_CHECKING:
    from memtui.core.merging.losses import Lost, Saves

NAMED: Final = 3
"""Things that a message names; of more, the number is said."""


@dataclass(frozen=True, slots=True)
class _Event:
    """A file got another text.

    Attributes:
        name: The file.
        before: What stood in it.
        after: What stands in it.
        clean: Whether there was no draft of it, which would have kept what Automaker erased.
        by_memtui: Whether memtui saved it so.
    """

    name: str
    before: str
    after: str
    clean: bool = True
    by_memtui: bool = False


class NoticeActions(UndoActions):
    """Notices what a change from outside took away, and brings it back when asked to."""

    undone: reactive[int] = reactive(0)
    """How many files lost something that can be brought back."""

    def __init__(self, session: Session, choices: Choices, *, watched: bool = True) -> None:
        super().__init__(session, choices, watched=watched)
        self._own: dict[str, Saves] = {}
        """What was saved in files, save by save."""
        self._lost: dict[str, Lost] = {}
        self._known: dict[str, str] = {}
        """What stood in the files of which there are saves."""
        self._events: deque[_Event] = deque()
        self._looking = False

    @abstractmethod
    def choose(self, name: str) -> None:
        """Show a file, wherever it is shown."""

    def note_saved(self, name: str, before: str, saved: str) -> None:
        """Remember a save of a file, to notice when others take it back."""
        file = self.workspace.snapshot.by_name.get(name)
        known = self._known.get(name, before if file is None or file.fault else file.text)
        if known != before:
            self._add(name, known, before)
        self._events.append(_Event(name, before, saved, by_memtui=True))
        self._known[name] = saved
        self._look()

    def look_for_losses(self, old: Snapshot, new: Snapshot) -> None:
        """Look at the files that changed for what they lost."""
        for file in new.by_name.values():
            before = old.by_name.get(file.name)
            if before is file or file.fault:
                continue
            found = before.text if before and not before.fault else None
            known = self._known.get(file.name, found)
            if known is not None and known != file.text:
                self._add(file.name, known, file.text)
            if file.name in self._known:
                self._known[file.name] = file.text
        if self._events:
            self._look()

    def _add(self, name: str, before: str, after: str) -> None:
        """Add a change by others; one that nobody has looked at yet becomes one with it."""
        clean = name not in self.workspace.drafts
        last = next((event for event in reversed(self._events) if event.name == name), None)
        if last and (last.after, last.clean, last.by_memtui) == (before, clean, False):
            self._events.remove(last)
            before = last.before
        self._events.append(_Event(name, before, after, clean))

    @work(group="notice", exit_on_error=False)
    async def _look(self) -> None:
        """Go through what has happened, one after the other."""
        from memtui.core.merging.losses import look, with_save

        if self._looking:
            return
        self._looking = True
        try:
            while self._events:
                event = self._events.popleft()
                name, before, after = event.name, event.before, event.after
                own = self._own.get(name)
                if event.by_memtui:
                    self._own[name] = await asyncio.to_thread(with_save, own, before, after)
                    continue
                known = self._lost.get(name)
                lost = await asyncio.to_thread(look, known, before, after, own, clean=event.clean)
                self._notice(name, lost)
        finally:
            self._looking = False

    def _notice(self, name: str, lost: "Lost | None") -> None:
        known = self._lost.pop(name, None)
        if lost:
            self._lost[name] = lost
            new = [what for what in lost.what if not (known and what in known.what)]
            if new:
                said = ", ".join(new[:NAMED])
                said += f" and {len(new) - NAMED} more" if len(new) > NAMED else ""
                line = f"{name}: another program undid {said}"
                self.tell(f"{line}: {key_name(self.app, BRING_BACK)} brings it back", "warning")
        self.undone = len(self._lost)
        self.refresh_bindings()

    @work(exit_on_error=False)
    async def action_bring_back(self) -> None:
        """Show what a file lost, and make it unsaved work."""
        from memtui.core.merging.losses import back_in
        from memtui.ui.screens.confirm import Choice, Confirm
        from memtui.ui.screens.differences import differing

        self.take_pending()
        name = self.in_hand if self.in_hand in self._lost else next(iter(self._lost))
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
        elif answer == "leave":
            self._own.pop(name, None)
        if answer:
            self._notice(name, None)

    async def _bring_back(self, name: str, lost: "Lost") -> None:
        from memtui.core.merging.losses import back_in

        self.take_pending()
        while memory := self.workspace.memory(name):
            text = await asyncio.to_thread(back_in, lost, memory.text)
            self.take_pending()
            if self.workspace.memory(name) == memory:
                self.workspace = self.workspace.with_draft(name, text)
                self.choose(name)
                return

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to bring back only where something was lost."""
        if action == "bring_back":
            return bool(self._lost)
        return super().check_action(action, parameters)

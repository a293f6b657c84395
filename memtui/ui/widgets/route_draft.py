"""The routing table's text as the person edits it, ahead of what the screen has."""

from typing import NamedTuple

from memtui.core.documents import TABLE
from memtui.core.memory import Memory
from memtui.core.routing import Page
from memtui.ui.messages import RawEdited


class Step(NamedTuple):
    """A state of the table to which undo returns.

    Attributes:
        memory: The text.
        row: Number of the row that was in hand.
        column: Column of the cell that was in hand.
    """

    memory: Memory
    row: int
    column: int


class RouteDraft:
    """A text with its rows, with undo and redo.

    An edit is told by a message and comes back with the next workspace; until then this is ahead.
    A text that comes from elsewhere ends what can be undone, for it would be lost with that.
    """

    def __init__(self) -> None:
        self.memory = Memory(TABLE, "")
        self._known = ""
        self._told: list[str] = []
        self._under_way: list[RawEdited] = []
        self._done: list[Step] = []
        self._undone: list[Step] = []

    @property
    def text(self) -> str:
        """The whole page."""
        return self.memory.text

    @property
    def page(self) -> Page:
        """Its routing tables."""
        return self.memory.routes

    def follow(self, memory: Memory | None) -> bool:
        """Take what the screen has; return whether it is another text than this one.

        Args:
            memory: The table's file; None when there is none.
        """
        memory = memory or Memory(TABLE, "")
        if memory.text in self._told:
            del self._told[: self._told.index(memory.text) + 1]
            self._known = memory.text
            if not self._told:
                self._under_way.clear()
            return False
        if memory.text == self._known:
            return False
        self._known = memory.text
        self._told.clear()
        self._under_way.clear()
        if memory.text == self.text:
            return False
        self._done.clear()
        self._undone.clear()
        self.memory = memory
        return True

    def edit(self, text: str, row: int, column: int) -> RawEdited | None:
        """Take an edited text; return the message that tells it, or None when it is the same.

        Args:
            text: The whole page.
            row: Number of the row that was in hand before.
            column: Column of the cell that was in hand before.
        """
        if text == self.text:
            return None
        self._done.append(Step(self.memory, row, column))
        self._undone.clear()
        self.memory = Memory(TABLE, text)
        return self._tell()

    def undo(self, row: int, column: int) -> tuple[RawEdited, Step] | None:
        """Take back the last edit; return what tells it and where it was, or None."""
        return self._travel(self._done, self._undone, row, column)

    def redo(self, row: int, column: int) -> tuple[RawEdited, Step] | None:
        """Bring back what undo took; return what tells it and where it was, or None."""
        return self._travel(self._undone, self._done, row, column)

    def _travel(
        self, back: list[Step], forth: list[Step], row: int, column: int
    ) -> tuple[RawEdited, Step] | None:
        if not back:
            return None
        forth.append(Step(self.memory, row, column))
        step = back.pop()
        self.memory = step.memory
        return self._tell(), step

    def pending(self) -> RawEdited | None:
        """Return what was told and did not come back yet; the caller applies it."""
        return self._tell() if self._told else None

    def _tell(self) -> RawEdited:
        # Messages with an older text that are still under way carry this one from here on.
        for message in self._under_way:
            message.text = self.text
        if self.text not in self._told[-1:]:
            self._told.append(self.text)
        self._under_way.append(RawEdited(TABLE, self.text))
        return self._under_way[-1]

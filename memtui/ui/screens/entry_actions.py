"""What a person does with the entries of one file: delete, reorder, edit one, send them elsewhere.

What only an action needs is imported where it is used, after the first ranking.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, Literal

from textual import work
from textual.app import SuspendNotSupported
from textual.content import Content

from memtui.core.memory import Memory
from memtui.errors import Changed, MemtuiError
from memtui.store.session import Session
from memtui.store.settings import Choices
from memtui.ui.messages import EntriesMoved, EntriesRequested
from memtui.ui.screens.category_actions import CategoryActions
from memtui.ui.screens.merging import TRIES
from memtui.ui.widgets.key_line import key_name
from memtui.ui.widgets.rows import UNDO

if TYPE_CHECKING:
    from memtui.core.reorganize.carry import Part
    from memtui.core.reorganize.change import Reorganized

NAMED: Final = 12
"""Entries that a question names; of more, the number is said."""


class EntryActions(CategoryActions):
    """Changes the entries of one file on the disk, one plan at a time."""

    def __init__(self, session: Session, choices: Choices, *, watched: bool = True) -> None:
        super().__init__(session, choices, watched=watched)
        # One change of entries waits for the other: it means numbers of what stands then.
        self._rearranging = asyncio.Lock()

    def on_entries_requested(self, event: EntriesRequested) -> None:
        """Do what is wanted with entries."""
        acts = {
            "delete": self._delete_entries,
            "split": self._split_entries,
            "edit": self._edit_entry,
        }
        acts[event.wanted](event.memory, event.numbers)

    # -- the entries that are meant

    async def standing(
        self, seen: Memory, numbers: Sequence[int]
    ) -> tuple[Memory, tuple[int, ...]] | None:
        """Return a file as it is on disk, and the numbers that entries have there.

        Says why when there is no way to say: then nothing is done.

        Args:
            seen: The file as the person saw it.
            numbers: What the entries were called there.
        """
        await self.written()
        await self.messages_handled()
        why = "Entries are moved, edited and deleted in the file on the disk: save it first."
        if not await self.saved_first((seen.name,), why):
            return None
        memory = self.workspace.snapshot.by_name.get(seen.name)
        if memory is None or memory.fault:
            why = memory.fault.reason if memory and memory.fault else "is not there any more"
            self.tell(f"{seen.name}: {why}", "error")
            return None
        there = await asyncio.to_thread(_numbers, seen, memory)
        if not there.keys() >= set(numbers):
            self.tell(f"{seen.name} has changed: its entries are other ones now", "warning")
            return None
        return memory, tuple(there[number] for number in numbers)

    # -- deleting

    @work(exit_on_error=False)
    async def _delete_entries(self, seen: Memory, numbers: tuple[int, ...]) -> None:
        from memtui.core.reorganize.rearrange import Drop, drop
        from memtui.ui.screens.confirm import Choice, Confirm

        async with self._rearranging:
            standing = await self.standing(seen, numbers)
            if standing is None:
                return
            memory, there = standing
            change = await self._made(
                lambda: drop(self._files, Drop(memory.name, there), self.project.path_of)
            )
            if change is None:
                return
            count = f"{len(there)} entries" if len(there) > 1 else "1 entry"
            delete: Choice[Literal["delete"]] = Choice("Delete", "delete", "error")
            question: Confirm[Literal["delete"]] = Confirm(
                f"Delete {count} of {memory.name}?",
                tuple(_going(change, key_name(self.app, UNDO))),
                (delete, Choice("Keep", None, "primary")),
            )
            if await self.app.push_screen_wait(question) == "delete":
                self.carry_out(change.plan)

    @property
    def _files(self) -> "dict[str, Memory]":
        return dict(self.workspace.snapshot.by_name)

    async def _made(self, make: "Callable[[], Reorganized]") -> "Reorganized | None":
        """Return a change, or say why it cannot be."""
        try:
            return await asyncio.to_thread(make)
        except MemtuiError as error:
            self.tell(str(error), "error")
            return None

    # -- reordering

    @work(exit_on_error=False)
    async def on_entries_moved(self, event: EntriesMoved) -> None:
        """Put entries elsewhere in their file."""
        async with self._rearranging:
            if not await self._move(event):
                self.page.editor.put_entries_back()

    async def _move(self, event: EntriesMoved) -> bool:
        from memtui.core.reorganize.rearrange import Reorder, reorder

        before = () if event.before is None else (event.before,)
        standing = await self.standing(event.memory, (*event.numbers, *before))
        if standing is None:
            return False
        memory, there = standing
        count = len(event.numbers)
        choice = Reorder(memory.name, there[:count], next(iter(there[count:]), None))
        change = await self._made(lambda: reorder(self._files, choice, self.project.path_of))
        if change is None:
            return False
        if not change.plan.changes:
            return True
        return await self.carried(change.plan, tried=True) is None

    # -- sending elsewhere

    @work(exit_on_error=False)
    async def _split_entries(self, seen: Memory, numbers: tuple[int, ...]) -> None:
        async with self._rearranging:
            standing = await self.standing(seen, numbers)
        if standing and standing[0].name == self.chosen:
            self.action_split(standing[1])

    # -- twins

    @work(exit_on_error=False)
    async def action_twins(self) -> None:
        """Work through categories and entries that say the same."""
        from memtui.ui.screens.twins import TwinsScreen

        self.take_pending()
        screen = TwinsScreen(
            lambda: self.workspace,
            self.project.path_of,
            self.accepted,
            self.merge_files,
            self.edit_entry,
            self._reverse_followed,
        )
        await self.app.push_screen_wait(screen)

    async def _reverse_followed(self, again: bool) -> None:
        """Take back the last change on disk, or do it again, until the workspace has it."""
        await self.reverse(again=again)
        await self.messages_handled()

    # -- editing

    @work(exit_on_error=False)
    async def _edit_entry(self, seen: Memory, numbers: tuple[int, ...]) -> None:
        async with self._rearranging:
            await self.edit_entry(seen, numbers[0])

    async def edit_entry(self, seen: Memory, number: int) -> bool:
        """Edit one entry in $EDITOR; return whether the file is another one now.

        Args:
            seen: The file as the person saw it.
            number: What the entry was called there.
        """
        from memtui.store import external

        standing = await self.standing(seen, (number,))
        if standing is None:
            return False
        memory, (there,) = standing
        old = _part(memory, there)
        try:
            with self.app.suspend():
                text = external.edit(f"{memory.stem}-{there}.md", f"{old.content}\n")
        except SuspendNotSupported:
            self.tell("this terminal cannot be lent to another editor: enter opens the body")
            return False
        except MemtuiError as error:
            self.tell(str(error), "error")
            return False
        if text == f"{old.content}\n":
            self.tell(f"entry {there} of {memory.name}: left as it was")
            return False
        why = await self._put(memory, old, text)
        if why:
            copy = await asyncio.to_thread(external.keep, f"{memory.stem}-{there}.md", text)
            self.tell(f"{why}; what you left in the editor is kept: {copy}", "error")
        return not why

    async def _put(self, seen: Memory, old: "Part", text: str) -> str:
        """Write an edited entry, beside what others wrote meanwhile; return why not, or ``""``."""
        from memtui.core.reorganize.rearrange import Edit, edit

        for _ in range(TRIES):
            standing = await self.standing(seen, (old.number,))
            if standing is None:
                return f"{seen.name}: not written"
            memory, (number,) = standing
            if _part(memory, number).content != old.content:
                return f"{seen.name}: entry {number} was changed by others meanwhile"
            choice = Edit(memory.name, number, text)
            try:
                change = await asyncio.to_thread(edit, self._files, choice, self.project.path_of)
            except MemtuiError as error:
                return str(error)
            refused = await self.carried(change.plan, tried=True)
            if refused is None:
                return ""
            if not isinstance(refused, Changed):
                return str(refused)
            await self.read_disk().wait()
            await self.messages_handled()
        return f"{seen.name}: written by others all the time"


def _numbers(seen: Memory, memory: Memory) -> dict[int, int]:
    """Return the number that each entry has now, by its number in the file as it was seen."""
    from memtui.core.reorganize.same_entries import same_entries

    if seen.reading.body == memory.reading.body:
        return {part.number: part.number for part in _entries(memory)}
    before, after = _entries(seen), _entries(memory)
    there = same_entries(*([(p.heading, p.content) for p in each] for each in (before, after)))
    return {before[place].number: after[at].number for place, at in there.items()}


def _entries(memory: Memory) -> "list[Part]":
    from memtui.core.reorganize.carry import parts

    return [part for part in parts(memory.name, memory.reading.body) if part.number]


def _part(memory: Memory, number: int) -> "Part":
    return _entries(memory)[number - 1]


def _going(change: "Reorganized", undo: str) -> Iterator[str | Content]:
    """Yield what a deletion takes away, and how it comes back."""
    from memtui.core.reorganize.change import counted
    from memtui.ui.screens.dialog import literal
    from memtui.ui.widgets.figures import short

    shown = change.dropped[:NAMED]
    digits = max((len(str(dropped.number)) for dropped in shown), default=0)
    for dropped in shown:
        number = Content.styled(f"{dropped.number:>{digits}} ", "dim")
        yield Content.assemble(number, literal(dropped.heading or "(no heading)"))
    if (more := len(change.dropped) - NAMED) > 0:
        yield literal(f"and {more} more", "dim")
    for note in change.notes:
        yield literal(f"▲ {note}", "$text-warning")
    (effect,) = change.effects
    yield ""
    yield literal(
        f"{effect.name}: {effect.entries_before} → {counted(effect.entries_after)}, about "
        f"{short(effect.tokens_before)} → {short(effect.tokens_after)} tokens",
        "dim",
    )
    kept = "a copy stays in memtui's state folder"
    yield f"{undo} takes it back, also after a restart; {kept}."

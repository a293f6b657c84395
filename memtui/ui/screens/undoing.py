"""Taking back changes on disk, and doing them again, after showing them.

What only an undo needs is imported where it is used, after the first ranking.
"""

import asyncio
from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import work
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive

from memtui.core.plan import Change
from memtui.core.workspace import Snapshot
from memtui.errors import MemtuiError
from memtui.ui.screens.files import FileActions
from memtui.ui.widgets.key_line import key_name
from memtui.ui.widgets.rows import REDO, UNDO

if TYPE_CHECKING:
    from memtui.store.undo import ChangedSince, Next, TakenBack
    from memtui.store.versions import Versions
    from memtui.ui.screens.differences import Difference


class LookedBack(Message):
    """The history was read.

    Attributes:
        depth: How many changes can be taken back.
    """

    def __init__(self, depth: int) -> None:
        super().__init__()
        self.depth = depth


class Reversed(Message):
    """A change on disk was taken back or done again.

    Attributes:
        result: What was done.
        snapshot: The disk afterwards, or None when it cannot be read.
    """

    def __init__(self, result: "TakenBack", snapshot: Snapshot | None) -> None:
        super().__init__()
        self.result = result
        self.snapshot = snapshot


class UndoActions(FileActions):
    """What a person takes back on disk, and does again."""

    depth: reactive[int] = reactive(0)
    """How many changes on disk can be taken back."""
    _history_trouble = ""

    @work(exclusive=True, group="history", exit_on_error=False)
    async def look_back(self) -> None:
        """Count what can be taken back; why that is not known is said once."""
        trouble = ""
        try:
            async with self._disk:
                standing = await asyncio.to_thread(self.session.standing)
            self.post_message(LookedBack(standing.depth))
        except MemtuiError as error:
            trouble = str(error)
        if trouble and trouble != self._history_trouble:
            self.tell(trouble, "error")
        self._history_trouble = trouble

    def on_looked_back(self, event: LookedBack) -> None:
        """Show how much can be taken back."""
        self.depth = event.depth

    @abstractmethod
    def note_saved(self, name: str, before: str, saved: str) -> None:
        """Remember what a file was and what memtui made of it."""

    @work(exit_on_error=False)
    async def action_take_back(self) -> None:
        """Show the last change on disk, and take it back."""
        await self.reverse(again=False)

    @work(exit_on_error=False)
    async def action_do_again(self) -> None:
        """Show what was taken back last, and do it again."""
        await self.reverse(again=True)

    async def reverse(self, *, again: bool) -> None:
        """Show the last change on disk and take it back, or do again what was taken back."""
        try:
            shown = await self._next(again=again)
            if shown is None:
                self.tell("nothing to do again" if again else "nothing to take back")
                return
            if self._is_held(shown):
                return
            if await self._agreed(shown, again=again) and not self._is_held(shown):
                await self._carry_back(shown, again=again)
        except MemtuiError as error:
            self.tell(str(error), "error")
            self.read_disk()

    async def _next(self, *, again: bool) -> "Next | None":
        async with self._disk:
            standing = await asyncio.to_thread(self.session.standing)
        return standing.again if again else standing.back

    def _is_held(self, shown: "Next") -> bool:
        """Say which files of a change have unsaved work; it would not fit them afterwards."""
        self.take_pending()
        held = sorted(self._names(shown.paths) & self.workspace.drafts.keys())
        if held:
            has = "has" if len(held) == 1 else "have"
            self.tell(f"{', '.join(held)} {has} unsaved changes: save them first", "warning")
        return bool(held)

    async def _agreed(self, shown: "Next", *, again: bool) -> bool:
        from memtui.ui.screens.confirm import Choice, Confirm
        from memtui.ui.screens.dialog import literal
        from memtui.ui.screens.differences import listed

        files = await asyncio.to_thread(self.session.versions, shown.id)
        verb = "Do again" if again else "Take back"
        before = "Taken back" if again else "Changed"
        key = key_name(self.app, UNDO if again else REDO)
        back = f"{key} takes it back" if again else f"{key} does it again"
        lines: list[str | Content] = [
            literal(shown.what, "bold"),
            f"{before} on {shown.when.astimezone():%Y-%m-%d at %H:%M}. {back}.",
            "",
            *listed(map(_difference, files)),
        ]
        do: Choice[bool] = Choice(verb, value=True, kind="primary")
        question: Confirm[bool] = Confirm(f"{verb}?", lines, (do, Choice("Leave it", None)))
        answer = await self.app.push_screen_wait(question)
        return answer is True

    async def _carry_back(
        self, shown: "Next", merged: Sequence[Change] = (), *, again: bool
    ) -> None:
        """Take back, or do again, exactly what was shown."""
        from memtui.store.undo import ChangedSince

        async with self._disk:
            standing = await asyncio.to_thread(self.session.standing)
            if (standing.again if again else standing.back) != shown:
                self.tell("something else was changed meanwhile: look again", "warning")
                return
            session = self.session
            result = await asyncio.to_thread(session.redo if again else session.undo, merged)
            snapshot = None
            if result and not isinstance(result, ChangedSince):
                try:
                    snapshot = await asyncio.to_thread(self._read)
                finally:
                    self.post_message(Reversed(result, snapshot))
        if isinstance(result, ChangedSince):
            merged = [] if merged else await self._merge_since(result)
            if merged:
                await self._carry_back(shown, merged, again=again)
            else:
                self.tell(result.line, "warning")
        self.settle()

    async def _merge_since(self, result: "ChangedSince") -> list[Change]:
        """Ask what becomes of files that have changed since; nothing when that stays open."""
        from memtui.core.merging.merge import merge, resolve

        merged = []
        for file in result.files:
            try:
                base, mine, disk = (
                    None if data is None else data.decode()
                    for data in (file.base, file.mine, file.disk)
                )
            except UnicodeDecodeError:
                return []
            if base is None or mine is None or disk is None:
                return []
            found = await asyncio.to_thread(merge, base, mine, disk)
            choices = await self.ask_conflicts(file.path.rpartition("/")[2], found, {})
            if choices is None:
                return []
            text = await asyncio.to_thread(resolve, found, choices)
            merged.append(Change(file.path, file.disk, text.encode()))
        return merged

    def on_reversed(self, event: Reversed) -> None:
        """Show the disk, and say what was done to it."""
        result = event.result
        if event.snapshot:
            for name in self._names(result.paths) & event.snapshot.by_name.keys():
                before = self.workspace.snapshot.by_name.get(name)
                after = event.snapshot.by_name[name]
                if before and not (before.fault or after.fault):
                    self.note_saved(name, before.text, after.text)
            self.follow(event.snapshot)
        self.look_back()
        for each in result.recovered:
            self.tell(each.line, "warning")
        self.tell(f"{'done again' if result.again else 'taken back'}: {result.what}")
        for path in result.merged:
            self.tell(f"{path}: had changed since; that stays")
        for note in result.notes:
            self.tell(note, "warning")


def _difference(file: "Versions") -> "Difference":
    """Return what becomes of a file when its last change is taken back."""
    from memtui.ui.screens.dialog import literal
    from memtui.ui.screens.differences import Difference

    before, after = (
        "" if data is None else data.decode(errors="replace") for data in (file.base, file.mine)
    )
    notes = []
    if file.mine is None or file.base is None:
        notes.append(literal("  ✗ goes" if file.mine is None else "  + comes back"))
    if file.disk not in (file.base, file.mine):
        notes.append(literal("  ▲ changed since; that stays", "$text-warning"))
    return Difference(file.path, before, after, note=Content("").join(notes))

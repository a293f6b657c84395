"""What a person does with files: save, make, rename, delete, edit outside, leave.

What only an edit or a dialog needs is imported where it is used, after the first ranking.
"""

import asyncio
from abc import abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from textual import work
from textual.app import SuspendNotSupported
from textual.reactive import reactive
from textual.screen import Screen

from memtui.core import plan as plans
from memtui.core.documents import is_document
from memtui.core.memory import Memory
from memtui.core.metadata import Value
from memtui.core.workspace import Workspace
from memtui.errors import BadValue, CannotPatch, MemtuiError
from memtui.ui.messages import BodyEdited, RawEdited, UsageRequested, ValueEdited
from memtui.ui.pages.memory import MemoryPage
from memtui.ui.screens.merging import MergingScreen
from memtui.ui.widgets.key_line import key_name
from memtui.ui.widgets.page_keys import DISK
from memtui.ui.widgets.rows import UNDO


class FileActions(MergingScreen):
    """The dialogs around the files, and the plans that they lead to."""

    chosen: reactive[str] = reactive("", repaint=False)
    """Name of the file in hand, or ``""``."""
    leaving: Screen[Any] | None = None
    """The question whether to leave with unsaved work, while it is asked."""

    @property
    def page(self) -> MemoryPage:
        """The Memory page."""
        return self.query_one(MemoryPage)

    @property
    def in_hand(self) -> str:
        """Name of the file in hand on the page that is seen, or ``""``."""
        return self.chosen

    def typed(self) -> tuple[BodyEdited | RawEdited, ...]:
        """Return what was typed in texts and not told yet."""
        pending = self.page.flush()
        return (pending,) if pending else ()

    # -- drafts

    def take_pending(self) -> None:
        """Take in what was typed and is not in the workspace yet."""
        for pending in self.typed():
            if isinstance(pending, BodyEdited):
                self.workspace = self.with_body(pending.file, pending.body)
            else:
                self.workspace = self.workspace.with_draft(pending.file, pending.text)

    async def take_form(self) -> None:
        """Take in what was typed in the form and not entered, and everything else."""
        for change in self.page.commit():
            await self.on_value_edited(change)
        self.take_pending()

    @abstractmethod
    async def on_value_edited(self, event: ValueEdited) -> None:
        """Replace one value in the draft."""

    def take_all(self) -> None:
        """Take in all that was typed, entered or not, as far as it can be: this is the end."""
        self.take_pending()
        for change in self.page.commit():
            memory = self.workspace.memory(change.file)
            if memory and not memory.fault:
                with suppress(CannotPatch, BadValue):
                    text = self.with_value(memory.text, memory.name, change.key, change.value)
                    self.workspace = self.workspace.with_draft(memory.name, text)

    def with_value(self, text: str, name: str, key: str, value: Value) -> str:
        """Return the text of a file with another value; the last one that goes takes its block.

        Raises:
            BadValue: The key cannot take that value.
            CannotPatch: The block is one that only a person can mend.
        """
        from memtui.core import patch

        stem = name.removesuffix(".md")
        new = patch.replace(text, key, value, name=stem)
        draft = self.workspace.drafts.get(name)
        return patch.without_added(new, draft.base, name=stem) if draft else new

    def with_body(self, name: str, body: str) -> Workspace:
        """Return the workspace with an edited body as a draft; the frontmatter's bytes stay."""
        memory = self.workspace.memory(name)
        if memory is None:
            return self.workspace
        head = memory.text[: len(memory.text) - len(memory.reading.body)]
        return self.workspace.with_draft(name, head + body)

    async def patch_draft(self, name: str, change: Callable[[str], str]) -> None:
        """Change the frontmatter of a file; what cannot be changed safely opens at its line."""
        self.take_pending()
        memory = self.workspace.memory(name)
        if memory is None or memory.fault:
            return
        try:
            text = change(memory.text)
        except CannotPatch as error:
            await self.page.open_line(error.line, f"not changed: {error.reason}")
        except BadValue as error:
            self.tell(str(error), "error")
        else:
            self.workspace = self.workspace.with_draft(name, text)

    @work(exit_on_error=False)
    async def on_usage_requested(self, event: UsageRequested) -> None:
        """Ask for other counters."""
        from memtui.ui.screens.usage import UsageScreen

        counters = await self.app.push_screen_wait(UsageScreen(event.file, event.stats))

        def change(text: str) -> str:
            for key, value in (counters or {}).items():
                text = self.with_value(text, event.file, key, value)
            return text

        await self.patch_draft(event.file, change)

    # -- saving

    def warn_of_next_load(self, texts: Mapping[str, str]) -> None:
        """Say what Automaker's next load does to a file that was saved with marks."""
        from memtui.core.initial import INDEX_NAME
        from memtui.core.marks import marks

        for name, text in texts.items():
            if name.lower() == INDEX_NAME or is_document(name):
                # Never loaded, so never rewritten.
                continue
            seen = marks(text, name=name.removesuffix(".md"))
            shows = key_name(self.app, DISK)
            found = [mark.message for mark in seen if mark.kind in ("unread", "erased")]
            if found:
                more = f" (and {len(found) - 1} more: {shows} shows all)" if len(found) > 1 else ""
                self.tell(f"{name}: {found[0]}{more}", "warning")

    # -- files

    @work(exit_on_error=False)
    async def action_new(self) -> None:
        """Make a new category."""
        from memtui.core.categories import new_file
        from memtui.ui.screens.name import NameDialog

        taken = frozenset(self.workspace.snapshot.by_name)
        name = await self.app.push_screen_wait(
            NameDialog("New category", "", taken, preview=new_file)
        )
        if name:
            path = self.project.memory_path(f"{name}.md")
            self.carry_out(plans.creating(f"new {name}.md", path, new_file(name)), f"{name}.md")

    @work(exit_on_error=False)
    async def action_delete(self) -> None:
        """Delete the marked files, or the one in hand, after asking."""
        from memtui.ui.screens.confirm import deleting

        self.take_pending()
        rows = self.page.files.rows
        names = sorted(rows.marked & set(self.workspace.snapshot.by_name)) or [self.chosen]
        found = [m for name in names if (m := self.workspace.snapshot.by_name.get(name))]
        locked = [memory for memory in found if memory.fault]
        if not found or locked:
            for memory in locked:
                self.tell(f"{memory.name}: {memory.fault and memory.fault.reason}", "error")
            return
        undo = key_name(self.app, UNDO)
        copy = "a copy of each stays in memtui's state folder"
        answer = await self.app.push_screen_wait(
            deleting(
                {memory.name: len(memory.text.encode()) for memory in found},
                way_back=f"{undo} takes it back, also after a restart; {copy}.",
                marked=rows.marked,
                unsaved=tuple(self.workspace.drafts),
            )
        )
        if answer == "delete":
            files = tuple((self.project.memory_path(m.name), m.text.encode()) for m in found)
            self.carry_out(plans.deleting(f"delete {', '.join(m.name for m in found)}", files))

    @work(exit_on_error=False)
    async def action_discard(self) -> None:
        """Let go of the unsaved changes of the file in hand, after showing them."""
        from memtui.ui.screens.confirm import discarding

        await self.take_form()
        name = self.in_hand
        draft = self.workspace.drafts.get(name)
        if draft is None:
            self.tell(f"{name}: no unsaved changes")
            return
        saved = self.workspace.snapshot.by_name.get(name)
        if await self.app.push_screen_wait(
            discarding(name, draft.text, saved.text if saved else "")
        ):
            self.workspace = self.workspace.without_draft(name)
            self.tell(f"{name}: as it is on disk")

    @work(exit_on_error=False)
    async def action_offer_store(self) -> None:
        """Offer to make the store that a project lacks."""
        from memtui.core import initial
        from memtui.store.manifests import read_facts
        from memtui.ui.screens.confirm import Choice, Confirm

        facts = await asyncio.to_thread(read_facts, self.project.root)
        types = (facts.type, *(each for each in initial.TYPES if each != facts.type))
        lines = [
            f"{_from_home(self.project.root)} has no .automaker/memory.",
            "memtui can make one: _index.md, gotchas.md and the usual categories of its type.",
            f"{facts.guessed_from}; nothing that exists is touched.",
        ]
        first: Choice[initial.ProjectType] = Choice(f"Make it · {types[0]}", types[0], "primary")
        others: list[Choice[initial.ProjectType]] = [Choice(each, each) for each in types[1:]]
        question: Confirm[initial.ProjectType] = Confirm(
            "No memory store yet", lines, (first, *others, Choice("Not now", None))
        )
        answer = await self.app.push_screen_wait(question)
        if answer:
            folder = self.project.relative(self.project.memory)
            existing = tuple(self.workspace.snapshot.by_name)
            today = datetime.now(UTC).date()
            self.carry_out(initial.plan(facts, answer, folder, existing, today), "gotchas.md")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer a store only where there is none."""
        return action != "offer_store" or not self.workspace.snapshot.exists

    def _sound(self) -> Memory | None:
        """Return the file in hand as it is on disk, or say why it cannot be written."""
        memory = self.workspace.snapshot.by_name.get(self.chosen)
        if memory and memory.fault:
            self.tell(f"{memory.name}: {memory.fault.reason}", "error")
            return None
        return memory

    @work(exit_on_error=False)
    async def action_external(self) -> None:
        """Edit a private copy of the draft in $EDITOR; what comes back is the draft."""
        from memtui.store import external

        self.take_pending()
        memory = self.workspace.memory(self.in_hand)
        if memory is None or memory.fault:
            return
        await self.kept()
        try:
            with self.app.suspend():
                text = external.edit(memory.name, memory.text)
        except SuspendNotSupported:
            self.tell("this terminal cannot be lent to another editor; nothing was changed")
            return
        except MemtuiError as error:
            self.tell(str(error), "error")
            return
        self.workspace = self.workspace.with_draft(memory.name, text)

    @work(exit_on_error=False)
    async def action_leave_editor(self) -> None:
        """Leave memtui; unsaved work asks first."""
        from memtui.ui.screens.confirm import quitting

        await self.take_form()
        drafts = tuple(self.workspace.drafts)
        if not drafts:
            self.app.exit()
            return
        self.leaving = quitting(drafts)
        answer = await self.app.push_screen_wait(self.leaving)
        self.leaving = None
        if answer == "discard":
            self.discard_drafts()
            self.app.exit()
        elif answer == "save":
            await self.save(drafts).wait()
            await self.written()
            # After the message that tells what was written.
            self.call_later(self._exit_when_saved)

    def _exit_when_saved(self) -> None:
        if not self.workspace.drafts:
            self.app.exit()


def _from_home(path: Path) -> str:
    """Return a path as people write it: from their home folder on, if it lies in there."""
    home = Path.home().resolve()
    return (
        f"~/{path.relative_to(home)}" if path.is_relative_to(home) and path != home else str(path)
    )

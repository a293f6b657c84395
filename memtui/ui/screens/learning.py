"""Where knowledge goes: learnings, rows that a survey proposes, the state of the work.

What only a dialog needs is imported where it is used, after the first ranking.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from textual import work
from textual.app import SuspendNotSupported
from textual.content import Content
from textual.worker import Worker

from memtui.core import plan as plans
from memtui.core.documents import CONTEXT, TABLE, is_document
from memtui.core.plan import Change, Plan
from memtui.core.workspace import Draft
from memtui.errors import MemtuiError, Undecided
from memtui.ui.screens.merging import TRIES
from memtui.ui.screens.routing import MEMORY, ROUTING, RoutingActions
from memtui.ui.widgets.key_line import key_name
from memtui.ui.widgets.page_keys import SAVE

if TYPE_CHECKING:
    from memtui.core.destinations import Document, Edit, Filing, Ground
    from memtui.core.surveying.keywords import ProjectDocument
    from memtui.core.surveying.proposing import Proposal
    from memtui.ui.screens.learn_places import Setting

TROUBLES: Final = 3
"""So many documents that could not be read are named; of more, the number is said."""
PATIENCE_SECONDS: Final = 0.5
"""When reading the documents takes longer, that is said."""


def now() -> datetime:
    """Return the time, with the person's zone."""
    return datetime.now().astimezone()


class LearnActions(RoutingActions):
    """Takes in what was learned, and puts each piece where it belongs."""

    _unfinished: Mapping[str, str] | None = None
    """What was typed about a learning that is not written yet, by field."""
    _asking = False
    """Whether a dialog is made ready or open: a key that is held asks once."""

    # -- learnings

    @work(exit_on_error=False)
    async def action_learn(self) -> None:
        """Ask what was learned, and put it where it belongs."""
        from memtui.ui.screens.learn import Learn

        async with self._once() as first:
            if first:
                dialog = Learn(await self._setting(), self._unfinished)
                filing = await self.app.push_screen_wait(dialog)
                self._unfinished = dialog.typed
                if filing and await self._file(filing):
                    self._unfinished = None

    @asynccontextmanager
    async def _once(self) -> AsyncIterator[bool]:
        """Tell whether nothing else is being asked, and say what goes wrong meanwhile."""
        if self._asking:
            yield False
            return
        self.take_pending()
        self._asking = True
        try:
            yield True
        except MemtuiError as error:
            self.tell(str(error), "error")
        finally:
            self._asking = False

    async def _setting(self) -> "Setting":
        """Return what the dialog is to know of the project."""
        from memtui.store import agent_memory
        from memtui.store.owning import ranking
        from memtui.ui.screens.learn_places import Setting

        workspace, ground = self.workspace, self._ground()
        own, texts = "", {}
        # What is wrong there is said when it is to be written.
        with suppress(MemtuiError):
            if folder := await asyncio.to_thread(agent_memory.folder_of, self.project):
                own = str(folder / agent_memory.FILE)
                if (text := await asyncio.to_thread(agent_memory.read, folder)) is not None:
                    texts[own] = text
        return Setting(
            ground.with_texts(texts),
            now(),
            ranking(self.project, workspace.routes),
            task=" ".join(workspace.feature.title.split()),
            category=self.chosen.removesuffix(".md") if self.shown_page == MEMORY else "",
            store=workspace.snapshot.exists,
            own=own,
            unsaved=frozenset(map(self.project.path_of, workspace.drafts)),
        )

    def _ground(self) -> "Ground":
        """Return what stands where a learning can go, unsaved work counted."""
        from memtui.core.destinations import Ground

        workspace, path_of = self.workspace, self.project.path_of
        names = workspace.snapshot.by_name.keys() | workspace.drafts.keys()
        files = {path_of(name): file for name in names if (file := workspace.memory(name))}
        return Ground(
            {path: file.text for path, file in files.items() if not file.fault},
            {path: file.fault.reason for path, file in files.items() if file.fault},
            self.project.memory_path("").rstrip("/"),
        )

    async def _file(self, filing: "Filing") -> bool:
        """Write a learning; return whether it is written."""
        from memtui.core.destinations import Document, Own, edits

        place = filing.destination
        if isinstance(place, Own):
            return await self._file_outside(filing, Path(place.path))
        if isinstance(place, Document) and not self.project.name_of(place.path):
            return await self._file_in_editor(filing, place)
        return await self._write("add a learning", lambda ground: edits(filing, ground, now()))

    # -- writing

    async def _write(self, what: str, make: "Callable[[Ground], Sequence[Edit]]") -> bool:
        """Carry out edits as one step; when all are of files with unsaved work, they join that.

        Args:
            what: In a few words, for the history.
            make: Returns the edits for what stands there; any thread may ask.

        Returns:
            Whether all of it is done.
        """
        self.take_pending()
        edits = {self.project.name_of(each.path) or "": each for each in make(self._ground())}
        if edits.keys() <= self.workspace.drafts.keys():
            for name, edit in edits.items():
                self.workspace = self.workspace.with_draft(name, edit.after)
                saves = f"{key_name(self.app, SAVE)} there saves them"
                self.tell(f"{what}: it joined the unsaved changes of {name}; {saves}")
            return True
        why = f"{' and '.join(edits)} are written in one step: save it first."
        if not await self.saved_first(edits, why):
            return False
        paths, ground = [edit.path for edit in edits.values()], self._ground()
        error = await self.carried(
            lambda: self._plan(f"{what} to {', '.join(edits)}", make, ground, paths),
            self._to_show(paths[0]),
        )
        return error is None

    def _plan(
        self,
        what: str,
        make: "Callable[[Ground], Sequence[Edit]]",
        ground: "Ground",
        paths: Sequence[str],
    ) -> Plan:
        """Return the plan of edits for what stands on the disk at these paths."""
        there = self.session.there({path: ground.texts.get(path) for path in paths})
        texts = {path: text for path, text in {**ground.texts, **there}.items() if text is not None}
        edits = make(replace(ground, texts=texts))
        changes = (Change(e.path, _bytes(e.before), e.after.encode()) for e in edits)
        return Plan(what, tuple(changes))

    def _to_show(self, path: str) -> str:
        """Return the file to show after it was written, if the page that is seen shows such."""
        name = self.project.name_of(path) or ""
        return name if is_document(name) is (self.shown_page == ROUTING) else ""

    # -- documents

    async def _file_in_editor(self, filing: "Filing", place: "Document") -> bool:
        """Put a learning into a document of the project, and the person's editor at its place."""
        from memtui.core.destinations import Ground, edits
        from memtui.store.owning import text_of

        path = place.path
        before = await asyncio.to_thread(text_of, self.project, path)
        if before is None:
            self.tell(f"{path}: can no longer be read; nothing was written", "error")
            return False
        (edit,) = edits(filing, Ground({path: before}), now())
        text = await self._edited(edit)
        if text == before:
            self.tell(f"{path}: left as it was; l shows the learning again")
            return False
        return await self._write_document(path, before, text)

    async def _edited(self, edit: "Edit") -> str:
        """Return a document as the person left it in their editor."""
        from memtui.store import external

        await self.kept()
        try:
            with self.app.suspend():
                return external.edit(edit.path, edit.after, edit.line)
        except SuspendNotSupported:
            self.tell("this terminal cannot be lent to an editor; written as it was shown")
            return edit.after

    async def _write_document(self, path: str, before: str, text: str) -> bool:
        """Write an edited document, put together with what others wrote meanwhile."""
        from memtui.store import external

        what, kept = f"add a learning to {path}", text
        for _ in range(TRIES):
            plan = plans.writing(what, path, before, text)
            worker: Worker[MemtuiError | None] = self.write_drafts(plan)
            error = await worker.wait()
            if error is None:
                return True
            merged = None
            if isinstance(error, Undecided):
                merged = await self._merged(path, before, text)
            if merged is None:
                break
            before, text = merged
        copy = await asyncio.to_thread(external.keep, path, kept)
        self.tell(f"{path}: not written; what you left in the editor is kept: {copy}", "error")
        return False

    async def _merged(self, path: str, before: str, text: str) -> tuple[str, str] | None:
        """Return a document as it stands, and merged with an edit of it; None leaves both."""
        from memtui.core.merging.merge import merge, resolve
        from memtui.store.owning import text_of

        disk = await asyncio.to_thread(text_of, self.project, path)
        if disk is None:
            return None
        found = await asyncio.to_thread(merge, before, text, disk)
        choices = await self.ask_conflicts(path, found, {})
        if choices is None:
            return None
        return disk, await asyncio.to_thread(resolve, found, choices)

    # -- the agent's own memory

    async def _file_outside(self, filing: "Filing", path: Path) -> bool:
        """Ask before something outside the project is written."""
        from memtui.core.destinations import Ground, edits
        from memtui.store import agent_memory
        from memtui.ui.screens.confirm import Choice, Confirm
        from memtui.ui.screens.dialog import literal
        from memtui.ui.screens.differences import differing

        folder = path.parent.parent
        text = await asyncio.to_thread(agent_memory.read, folder)
        ground = Ground({} if text is None else {str(path): text})
        (edit,) = edits(filing, ground, now())
        added = edit.after.removeprefix(text or "").lstrip()
        lines: list[str | Content] = [
            literal(str(path), "bold"),
            *differing(text or "", edit.after),
            "",
            "That is the agent's own memory, outside of this project: u does not take it back,",
            f"memtui undo --project {folder} does.",
        ]
        copy: Choice[Literal["write", "copy"]] = Choice("Copy the text", "copy", "primary")
        write: Choice[Literal["write", "copy"]] = Choice("Write it", "write")
        question: Confirm[Literal["write", "copy"]] = Confirm(
            "Write outside the project?", lines, (copy, write, Choice("Leave", None))
        )
        answer = await self.app.push_screen_wait(question)
        if answer == "write":
            await asyncio.to_thread(agent_memory.write, folder, text, edit.after)
            self.tell(f"done: add a learning to {path}")
        elif answer == "copy":
            self.app.copy_to_clipboard(added)
            self.tell("the learning is on the clipboard; nothing was written")
        return answer is not None

    # -- the survey

    @work(exit_on_error=False)
    async def action_survey(self) -> None:
        """Survey the documents, and add the rows that the person wants."""
        from memtui.core.destinations import adding
        from memtui.ui.screens.survey import Survey

        async with self._once() as first:
            if not first:
                return
            self._ground().text(TABLE)
            documents = await self._read_for_survey()
            page = self.workspace.routes
            proposed, lone = await asyncio.to_thread(self._proposals, documents)
            rows = await self.app.push_screen_wait(Survey(proposed, lone, page))
            if rows:
                what = "add a row" if len(rows) == 1 else f"add {len(rows)} rows"
                await self._write(what, lambda ground: [adding(rows, ground)])

    async def _read_for_survey(self) -> "tuple[ProjectDocument, ...]":
        """Return the project's documents; what could not be read is said."""
        from memtui.store import survey

        reading = asyncio.ensure_future(asyncio.to_thread(survey.read, self.project))
        done, _ = await asyncio.wait({reading}, timeout=PATIENCE_SECONDS)
        if not done:
            self.tell("looking at the documents")
        found = await reading
        for trouble in found.troubles[:TROUBLES]:
            self.tell(trouble, "warning")
        if (more := len(found.troubles) - TROUBLES) > 0:
            self.tell(f"{more} more documents were left out: memtui survey names them", "warning")
        return found.documents

    def _proposals(
        self, documents: "Sequence[ProjectDocument]"
    ) -> "tuple[Sequence[Proposal], Sequence[Proposal]]":
        """Return the rows that the table lacks, and rows for documents that none leads to."""
        from memtui.core import routing
        from memtui.core.routing.new_rows import with_rows
        from memtui.core.surveying import proposing
        from memtui.core.surveying.lone import lone

        table = self._ground().texts.get(TABLE)
        page = routing.read(table or "")
        proposed = proposing.missing_from(page, proposing.propose(documents))
        then = routing.read(with_rows(table, [each.row for each in proposed]))
        return proposed, list(lone(documents, proposing.unrouted(documents, then)))

    # -- the state of the work

    @work(exit_on_error=False)
    async def action_context(self) -> None:
        """Open the page about the work, or make it."""
        from memtui.ui.screens.context import ContextDialog

        async with self._once() as first:
            if not first:
                return
            if self.workspace.memory(CONTEXT) is not None:
                self.choose(CONTEXT)
                return
            goal = " ".join(self.workspace.feature.title.split())
            files = [file for match in self.workspace.matches for file in match.files]
            known = {"goal": goal, "files": "; ".join(dict.fromkeys(files))}
            text = await self.app.push_screen_wait(ContextDialog(CONTEXT, known))
            if text and await self.carried(
                plans.creating(f"new {CONTEXT}", CONTEXT, text), CONTEXT
            ):
                # It is there by now, or the disk refuses: what was typed is not lost.
                self.workspace = self.workspace.with_drafts({CONTEXT: Draft("", text)})
                self.taken_again((CONTEXT,))


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else text.encode()

"""The Memory page: the files, the file in hand, what the agent loads."""

from collections.abc import Collection
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.reactive import reactive

from memtui.core.workspace import Workspace
from memtui.ui.messages import BodyEdited, EntryRequested, LineRequested, RawEdited, ValueEdited
from memtui.ui.pages.panes import MEDIUM, WIDE, pane_in_focus, show_panes
from memtui.ui.widgets.agent_pane import AgentPane
from memtui.ui.widgets.editor_pane import EditorPane
from memtui.ui.widgets.file_list import FilesPane
from memtui.ui.widgets.rows import RowList


class MemoryPage(Horizontal):
    """Three panes side by side, or as many of them as there is room for."""

    PANES: Final = ("files", "editor", "agent")

    workspace: reactive[Workspace] = reactive(Workspace, repaint=False)
    chosen: reactive[str] = reactive("", repaint=False)
    missing: reactive[frozenset[str]] = reactive(frozenset, repaint=False)
    words: reactive[tuple[str, ...]] = reactive((), repaint=False)
    disagreeing: reactive[tuple[str, ...] | None] = reactive(None, repaint=False)
    pane: reactive[str] = reactive("files", repaint=False, init=False)
    """The pane that has or had the focus; where there is room for one, it is seen."""
    side: reactive[str] = reactive("editor", repaint=False, init=False)
    """What stands beside the files where there is room for two: ``editor`` or ``agent``."""
    _before = "files"

    def compose(self) -> ComposeResult:
        """Lay out the panes."""
        yield FilesPane(id="files").data_bind(MemoryPage.workspace, MemoryPage.chosen)
        yield EditorPane(id="editor").data_bind(
            MemoryPage.workspace, MemoryPage.chosen, MemoryPage.missing, MemoryPage.words
        )
        yield AgentPane(id="agent").data_bind(
            MemoryPage.workspace, MemoryPage.chosen, MemoryPage.disagreeing
        )

    @property
    def files(self) -> FilesPane:
        """The leftmost pane."""
        return self.query_one(FilesPane)

    @property
    def editor(self) -> EditorPane:
        """The pane in the middle."""
        return self.query_one(EditorPane)

    def watch_pane(self, old: str, new: str) -> None:
        """Show the pane that has the focus."""
        if new == "agent":
            self._before = old
        if new != "files":
            self.side = new
        self._arrange()

    def watch_side(self) -> None:
        """Show the pane beside the files."""
        self._arrange()

    def on_mount(self) -> None:
        """Show as many panes as there is room for."""
        self._arrange()

    def on_resize(self) -> None:
        """Show more panes or fewer."""
        self._arrange()

    @property
    def _beside(self) -> bool:
        """Whether one pane stands beside the files."""
        return MEDIUM <= self.app.size.width < WIDE

    def _arrange(self) -> None:
        seen: Collection[str] = self.PANES
        if self.app.size.width < MEDIUM:
            seen = (self.pane,)
        elif self._beside:
            seen = ("files", self.side)
        show_panes(self, self.PANES, seen)

    def on_descendant_focus(self) -> None:
        """Show the pane that takes the focus."""
        if pane := pane_in_focus(self, self.PANES):
            self.pane = pane

    def open_pane(self, pane: str) -> None:
        """Show a pane and put the focus in it at once, so that the next key acts there."""
        self.pane = pane
        if pane == "files":
            self.screen.set_focus(self.files.rows)
        elif pane == "editor":
            self.editor.focus_view()
        else:
            self.screen.set_focus(self.query_one(AgentPane))

    async def open_view(self, view: str) -> None:
        """Show a view of the file in hand."""
        self.pane = "editor"
        await self.editor.open_view(view)

    def toggle_agent(self) -> None:
        """Show what the agent loads, or what was there before.

        Where it takes the editor's place, the list and the feature bar keep the focus.
        """
        on_the_right = self.has_focus_within and self.pane != "files"
        if self._beside and not on_the_right:
            self.side = "editor" if self.side == "agent" else "agent"
        elif self.screen.focused is self.query_one(AgentPane):
            self.open_pane("editor" if self._beside else self._before)
        else:
            self.open_pane("agent")

    def on_row_list_chosen(self, event: RowList.Chosen) -> None:
        """Enter on a file goes into it."""
        if event.rows is self.files.rows:
            event.stop()
            self.open_pane("editor")

    async def on_line_requested(self, event: LineRequested) -> None:
        """Show the raw text at a line."""
        event.stop()
        await self.open_line(event.line, event.reason)

    async def open_line(self, line: int, reason: str) -> None:
        """Show the raw text of the file in hand at a line, from 1."""
        self.pane = "editor"
        await self.editor.open_line(line, reason)

    async def on_entry_requested(self, event: EntryRequested) -> None:
        """Show the body at an entry."""
        event.stop()
        await self.editor.open_entry(event.line)

    def commit(self) -> tuple[ValueEdited, ...]:
        """Return the changes of the form that were typed and not entered yet."""
        return self.editor.commit()

    def flush(self) -> BodyEdited | RawEdited | None:
        """Return what was typed and not told yet."""
        return self.editor.flush()

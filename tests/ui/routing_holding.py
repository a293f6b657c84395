"""The Routing page in an application that does with its messages what the main screen does."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input

import memtui.ui
from memtui.core.documents import TABLE
from memtui.core.memory import Feature, Memory
from memtui.core.routing.look import Place, RouteLook
from memtui.core.routing.near import nearest
from memtui.core.workspace import Snapshot, Workspace
from memtui.ui.messages import DocumentChosen, RawEdited
from memtui.ui.pages.panes import MEDIUM, WIDE
from memtui.ui.pages.routing import RoutingPage
from memtui.ui.widgets.key_line import KeyLine
from memtui.ui.widgets.route_editing import RouteEditing
from memtui.ui.widgets.route_grid import RouteGrid

if TYPE_CHECKING:
    from textual.message import Message

PAGE = """# Memory Index (routing table)

What an agent reads first.

| Task type | Keywords | Files to load |
|------|------|------|
| Deploy/CI | deploy,docker,release,ci | docs/ops/cicd.md, DEPLOY.md |
| Architecture/design | design,structure,refactor | docs/ARCHITECTURE.md |
| API work | api,endpoint,router | docs/api/ |
| Testing | test,pytest | memory/testing.md |
| Reviews | pull request | docs/review.md |
"""
LOOK = RouteLook(
    {
        "docs/ARCHITECTURE.md": (
            Place("docs/design/", "renamed"),
            Place("docs/arch.md", "same name"),
        )
    }
)
"""Of its files one is missing, and stands at another place under one of two names."""


class Host(Screen[None]):
    """Holds the page and one workspace."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (MEDIUM, "-medium"), (WIDE, "-wide")]
    AUTO_FOCUS = ""

    def compose(self) -> ComposeResult:
        yield Input(id="title", compact=True)
        yield RoutingPage(id="routing")
        yield KeyLine()


class RoutingApp(App[None]):
    """Shows the page on some documents; edits become the drafts that the page is given."""

    CSS_PATH = str(Path(memtui.ui.__file__).parent / "memtui.tcss")
    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self,
        table: str | None = PAGE,
        documents: Mapping[str, str] | None = None,
        *,
        look: RouteLook | None = None,
        prompt: str = "",
        echo: bool = True,
    ) -> None:
        super().__init__()
        files = {name: Memory(name, text) for name, text in (documents or {}).items()}
        if table is not None:
            files[TABLE] = Memory(TABLE, table)
        self.workspace = Workspace(Snapshot(documents=tuple(files.values())))
        self.workspace = self.workspace.with_feature(Feature(prompt))
        self.first_look = look
        self.echo = echo
        self.posted: list[Message] = []

    def get_default_screen(self) -> Host:
        return Host()

    async def on_ready(self) -> None:
        self.give(self.workspace)
        self.routing.looked = self.first_look

    @property
    def routing(self) -> RoutingPage:
        """The page."""
        return self.screen.query_one(RoutingPage)

    @property
    def grid(self) -> RouteGrid:
        """Its rows."""
        return self.screen.query_one(RouteGrid)

    @property
    def pane(self) -> RouteEditing:
        """The pane around its rows."""
        return self.screen.query_one(RouteEditing)

    @property
    def table(self) -> str:
        """The table's text, unsaved edits counted."""
        memory = self.workspace.memory(TABLE)
        return memory.text if memory else ""

    def cells(self, row: int) -> tuple[str, ...]:
        """Return the cells of a row in the draft."""
        return self.workspace.routes.rows[row - 1].cells

    def give(self, workspace: Workspace) -> None:
        """Hand a workspace down."""
        self.workspace = workspace
        self.routing.workspace = workspace
        near = not workspace.matches and workspace.asked.strip()
        self.routing.nearest = nearest(workspace.routes, workspace.asked) if near else ()

    def give_table(self, text: str) -> None:
        """Let another program write the table."""
        others = [m for m in self.workspace.snapshot.documents if m.name != TABLE]
        self.give(self.workspace.with_snapshot(Snapshot(documents=(*others, Memory(TABLE, text)))))

    def on_input_changed(self, event: Input.Changed) -> None:
        if event.input.id == "title":
            self.give(self.workspace.with_feature(Feature(event.value)))

    def on_raw_edited(self, message: RawEdited) -> None:
        self.posted.append(message)
        if self.echo:
            self.give(self.workspace.with_draft(message.file, message.text))

    def on_document_chosen(self, message: DocumentChosen) -> None:
        self.posted.append(message)
        self.routing.document = message.path
        self.routing.open_pane("table")


@asynccontextmanager
async def routing(app: RoutingApp, size: tuple[int, int] = (120, 40)) -> AsyncIterator[Pilot[None]]:
    """Run the page with the focus in its rows."""
    with patch.multiple("textual._wait", SLEEP_GRANULARITY=0.004, SLEEP_IDLE=0.0005):
        async with app.run_test(size=size, notifications=True) as pilot:
            await pilot.pause()
            app.routing.take_focus()
            await pilot.pause()
            yield pilot


def said(app: App[None]) -> str:
    """Return what was said in the corner so far."""
    return "\n".join(note.message for note in app._notifications)

"""What a person does on the Routing page, and what is found out for it.

What only this page needs is imported where it is used, after the first ranking.
"""

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from textual import work
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import ContentSwitcher

from memtui.core.documents import TABLE, is_document
from memtui.core.workspace import Workspace
from memtui.ui.messages import BodyEdited, DocumentChosen, RawEdited
from memtui.ui.pages.memory import MemoryPage
from memtui.ui.screens.noticing import NoticeActions
from memtui.ui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from memtui.core.routing.look import RouteLook
    from memtui.core.routing.near import Nearest
    from memtui.core.surveying.keywords import ProjectDocument
    from memtui.ui.pages.routing import RoutingPage

MEMORY, ROUTING = "memory", "routing"


class RoutesLooked(Message):
    """It is known which files of the routing table are missing, and what it does not reach."""

    def __init__(self, look: "RouteLook") -> None:
        super().__init__()
        self.look = look


class NearestFound(Message):
    """The rows were found that are close to a feature which fires none."""

    def __init__(self, workspace: Workspace, nearest: "tuple[Nearest, ...]") -> None:
        super().__init__()
        self.workspace = workspace
        self.nearest = nearest


class RoutingActions(NoticeActions):
    """Switches pages; the Routing page is made when it is first shown."""

    nearest: "reactive[tuple[Nearest, ...]]" = reactive((), repaint=False)
    """Rows that are close to the feature when none fires."""
    looked: "reactive[RouteLook | None]" = reactive(None, repaint=False)
    """What the disk says about the files of the table; None until it was looked at."""

    _routing: "RoutingPage | None" = None
    _documents: "tuple[ProjectDocument, ...] | None" = None

    @property
    def shown_page(self) -> str:
        """Identifier of the page that is seen."""
        return self.query_one("#pages", ContentSwitcher).current or MEMORY

    @property
    def in_hand(self) -> str:
        """Name of the file in hand on the page that is seen, or ``""``."""
        page = self.current
        return self.chosen if isinstance(page, MemoryPage) else page.in_hand

    @property
    def current(self) -> "MemoryPage | RoutingPage":
        """The page that is seen."""
        return self._routing if self._routing and self.shown_page == ROUTING else self.page

    def typed(self) -> tuple[BodyEdited | RawEdited, ...]:
        """Return what was typed in texts and cells and not told yet."""
        pending = self._routing.flush() if self._routing else None
        return (*super().typed(), *((pending,) if pending else ()))

    async def take_form(self) -> None:
        """Take in what was typed in cells and fields and not entered, and everything else."""
        self._take_cells()
        await super().take_form()

    def take_all(self) -> None:
        """Take in all that was typed, entered or not."""
        self._take_cells()
        super().take_all()

    def _take_cells(self) -> None:
        for edit in self._routing.commit() if self._routing else ():
            self.workspace = self.workspace.with_draft(edit.file, edit.text)

    def half_typed(self, workspace: Workspace) -> Workspace:
        """Return a workspace with what stands in an open cell of the table."""
        text = self._routing.routes.half_typed if self._routing else None
        return workspace if text is None else workspace.with_draft(TABLE, text)

    def on_cell_typed(self) -> None:
        """Keep what is half typed against a crash."""
        self.keep_soon()

    # -- pages

    async def action_page(self, name: str) -> None:
        """Show a page and put the focus into it."""
        self.take_pending()
        await self.show_page(name)
        self.current.open_pane(self.current.pane)

    async def show_page(self, name: str) -> None:
        """Show a page."""
        switcher = self.query_one("#pages", ContentSwitcher)
        if name == ROUTING and self._routing is None:
            self._routing = await self._make_page(switcher)
        switcher.current = name
        self.query_one(StatusLine).page = name
        self.refresh_bindings()
        if name == ROUTING:
            self.look_at_routes(anew=True)

    async def _make_page(self, switcher: ContentSwitcher) -> "RoutingPage":
        from memtui.ui.pages.routing import RoutingPage

        page = RoutingPage(id=ROUTING)
        # Data are bound to whatever handles a message, and here that may be the application.
        with self._context():
            page.data_bind(RoutingActions.workspace, RoutingActions.nearest, RoutingActions.looked)
        await switcher.add_content(page)
        return page

    async def open_document(self, path: str) -> None:
        """Show a document on the Routing page; ``""`` shows the table in its grid."""
        await self.show_page(ROUTING)
        if self._routing:
            self._routing.document = path
            self._routing.open_pane(self._routing.PANES[0])

    def choose(self, name: str) -> None:
        """Show a file, wherever it is shown."""
        if is_document(name):
            self.call_later(self.open_document, "" if name == TABLE else name)
        else:
            self.page.files.show_all()
            self.chosen = name

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer what acts on the page that is seen."""
        if action in ("view", "new", "rename", "delete", "agent") and self.shown_page != MEMORY:
            return False
        if action == "hint":
            return self.shown_page == ROUTING
        return super().check_action(action, parameters)

    # -- from the page

    async def on_document_chosen(self, event: DocumentChosen) -> None:
        """Show another document; what was typed in the last one is kept first."""
        self.take_pending()
        await self.open_document(event.path)

    # -- finding out

    def routes_changed(self, old: Workspace, new: Workspace) -> None:
        """Look for the files of the table again if they, or the table, may be others now."""
        same = old.snapshot is new.snapshot and old.memory(TABLE) is new.memory(TABLE)
        if not same and self.shown_page == ROUTING:
            self.look_at_routes()

    @work(exclusive=True, group="routes", exit_on_error=False)
    async def look_at_routes(self, *, anew: bool = False) -> None:
        """Find out which files of the table are missing, where they went, what has no route.

        Args:
            anew: Read the documents again.
        """
        from memtui.core.routing.look import RouteLook
        from memtui.core.surveying.proposing import unrouted
        from memtui.store import looking, survey

        page = self.workspace.routes
        found = await asyncio.to_thread(
            looking.look, self.project, page, self.looked or RouteLook()
        )
        self.post_message(RoutesLooked(found))
        found = await asyncio.to_thread(looking.with_places, self.project, found)
        self.post_message(RoutesLooked(found))
        if anew or self._documents is None:
            self._documents = (await asyncio.to_thread(survey.read, self.project)).documents
        paths = await asyncio.to_thread(unrouted, self._documents, page)
        self.post_message(RoutesLooked(replace(found, unrouted=paths)))

    def on_routes_looked(self, event: RoutesLooked) -> None:
        """Show what the disk says about the files of the table."""
        self.looked = event.look

    def idle_soon(self) -> None:
        """Look for near rows, too, once the person pauses."""
        if self.nearest and self.workspace.matches:
            self.nearest = ()
        super().idle_soon()

    def idle(self) -> None:
        """Compute what is not needed at each key."""
        super().idle()
        self.find_nearest()

    @work(exclusive=True, group="nearest", exit_on_error=False)
    async def find_nearest(self) -> None:
        """Find the rows that are close to a feature which fires none."""
        workspace = self.workspace
        if workspace.memory(TABLE) is None:
            return
        from memtui.core.routing.near import nearest

        found: tuple[Nearest, ...] = ()
        if workspace.asked.strip() and not workspace.matches:
            found = await asyncio.to_thread(nearest, workspace.routes, workspace.asked)
        self.post_message(NearestFound(workspace, found))

    def on_nearest_found(self, event: NearestFound) -> None:
        """Show them, if that is still the question."""
        if event.workspace is self.workspace:
            self.nearest = event.nearest

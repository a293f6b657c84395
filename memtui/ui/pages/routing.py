"""The Routing page: the table, or a document in its place, and what goes with it."""

from typing import TYPE_CHECKING, Final

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from memtui.core.documents import TABLE
from memtui.core.memory import Memory
from memtui.core.routing.look import NOWHERE, Leads, RouteLook
from memtui.core.routing.near import Nearest
from memtui.core.routing.original import RouteWarning, warnings
from memtui.core.workspace import Workspace
from memtui.ui.messages import BodyEdited, DocumentChosen, RawEdited
from memtui.ui.pages.panes import WIDE, pane_in_focus, show_panes
from memtui.ui.widgets.figures import size
from memtui.ui.widgets.route_grid import RouteGrid
from memtui.ui.widgets.route_pane import RoutePane
from memtui.ui.widgets.route_side import RouteSide

if TYPE_CHECKING:
    from memtui.ui.widgets.document_pane import DocumentPane

FEW: Final = 500
"""Rows up to which a table is studied at once; for more, a thread does it."""


class RoutingPage(Vertical):
    """Two panes side by side, or the one that has the focus; a line below them."""

    DEFAULT_CSS = """
    RoutingPage {
        & > #panes { height: 1fr; }
        & #table { width: 1fr; }
        & > #foot { height: 1; padding: 0 1; color: $text-muted; text-wrap: nowrap; }
    }
    """

    PANES: Final = ("table", "side")

    workspace: reactive[Workspace] = reactive(Workspace, repaint=False)
    nearest: reactive[tuple[Nearest, ...]] = reactive((), repaint=False)
    """Rows that are close to the feature when none fires."""
    looked: reactive[RouteLook | None] = reactive(None, repaint=False)
    """What the disk says about the files of the table; None until it was looked at."""
    document: reactive[str] = reactive("", repaint=False, init=False)
    """Path of the document that is open in the table's place; empty for the table."""
    pane: reactive[str] = reactive("table", repaint=False, init=False)
    """The pane that has or had the focus; where there is room for one, it is seen."""

    warnings: reactive[tuple[RouteWarning, ...]] = reactive((), repaint=False)
    """Where the original shell hook reads the table otherwise, and other advice."""

    leads: reactive[Leads] = reactive(NOWHERE, repaint=False)
    """Which rows lead to which documents."""

    class _Studied(Message):
        """A large table was studied."""

        def __init__(self, table: Memory, warnings: tuple[RouteWarning, ...], leads: Leads) -> None:
            super().__init__()
            self.table = table
            self.warnings = warnings
            self.leads = leads

    _table: Memory | None = None
    _opened: "DocumentPane | None" = None
    _focus_due = False

    def compose(self) -> ComposeResult:
        """Lay out the panes."""
        with Horizontal(id="panes"):
            with Horizontal(id="table"):
                yield RoutePane(id="routes").data_bind(
                    RoutingPage.workspace, RoutingPage.looked, RoutingPage.warnings
                )
            yield RouteSide(id="side").data_bind(
                RoutingPage.workspace,
                RoutingPage.nearest,
                RoutingPage.looked,
                RoutingPage.warnings,
                RoutingPage.leads,
            )
        yield Static(id="foot", markup=False)

    @property
    def routes(self) -> RoutePane:
        """The table."""
        return self.query_one(RoutePane)

    @property
    def side(self) -> RouteSide:
        """What stands beside it."""
        return self.query_one(RouteSide)

    @property
    def in_hand(self) -> str:
        """Path of the file in hand: the open document, else the table."""
        return self.document or TABLE

    # -- panes

    def on_mount(self) -> None:
        """Show as many panes as there is room for."""
        self._arrange()
        self._say()

    def on_resize(self) -> None:
        """Show more panes or fewer."""
        self._arrange()

    def watch_pane(self) -> None:
        """Show the pane that has the focus."""
        self._arrange()

    def _arrange(self) -> None:
        wide = self.app.size.width >= WIDE
        show_panes(self, self.PANES, self.PANES if wide else (self.pane,))

    def on_descendant_focus(self) -> None:
        """Show the pane that takes the focus."""
        if pane := pane_in_focus(self, self.PANES):
            self.pane = pane

    def open_pane(self, pane: str) -> None:
        """Show a pane and put the focus in it at once, so that the next key acts there."""
        self.pane = pane
        self.take_focus()

    def take_focus(self) -> None:
        """Put the focus into the pane that is seen."""
        self._swap()
        # A document that is opened for the first time takes it once it is there.
        self._focus_due = bool(self.document and self._opened is None) and self.pane == "table"
        if self.pane == "side":
            self.screen.set_focus(self.side)
        elif not self.document:
            self.screen.set_focus(self.routes.grid)
        elif self._opened:
            self._opened.take_focus()

    def toggle_agent(self) -> None:
        """Show what the agent is told, or the table again.

        Where one takes the other's place, the feature bar keeps the focus.
        """
        other = "table" if self.pane == "side" else "side"
        if self.has_focus_within or self.app.size.width >= WIDE:
            self.open_pane(other)
        else:
            self.pane = other

    # -- documents

    async def watch_document(self, document: str) -> None:
        """Open a document in the table's place, or return to the table."""
        if document and self._opened is None:
            # Function-local for start-up: the table needs no text editor.
            from memtui.ui.widgets.document_pane import DocumentPane

            with self._context():
                pane = DocumentPane(id="document").data_bind(
                    RoutingPage.workspace, RoutingPage.document
                )
            await self.query_one("#table").mount(pane)
            self._opened = pane
        self._swap()
        if self._focus_due:
            self.take_focus()

    def _swap(self) -> None:
        """Show the table, or the document in its place."""
        for pane, shown in ((self.routes, not self.document), (self._opened, bool(self.document))):
            if pane and pane.display is not shown:
                pane.display = shown

    @on(RouteSide.RowWanted)
    def _go_to_row(self, event: RouteSide.RowWanted) -> None:
        event.stop()
        self._back_to_table()
        self.routes.grid.stand_on(event.row, self.routes.grid.column)

    @on(RouteSide.RouteWanted)
    def _add_route(self, event: RouteSide.RouteWanted) -> None:
        event.stop()
        self._back_to_table()
        self.routes.add_row(event.path)

    def _back_to_table(self) -> None:
        if self.document:
            self.document = ""
            self.post_message(DocumentChosen(""))
        self.open_pane("table")

    # -- what is shown

    def watch_workspace(self, new: Workspace) -> None:
        """Follow the table."""
        table = new.memory(TABLE)
        if table is self._table:
            return
        self._table = table
        if table is None:
            self.warnings, self.leads = (), NOWHERE
        elif len(table.routes.rows) <= FEW:
            self.warnings, self.leads = warnings(table.text), Leads(table.routes)
        else:
            self._study(table)
        if self.is_mounted:
            self._say()

    @work(thread=True, exclusive=True, group="study")
    def _study(self, table: Memory) -> None:
        """Study a large table, for whose warnings a key would have to wait."""
        found = warnings(table.text), Leads(table.routes)
        self.post_message(self._Studied(table, *found))

    @on(_Studied)
    def _take_study(self, event: _Studied) -> None:
        event.stop()
        if event.table is self._table:
            self.warnings, self.leads = event.warnings, event.leads

    def watch_warnings(self) -> None:
        """Count what they mark."""
        if self.is_mounted:
            self._say()

    @on(RouteGrid.Moved)
    def _row_moved(self, event: RouteGrid.Moved) -> None:
        event.stop()
        self.side.in_hand = event.row

    def _say(self) -> None:
        parts = [f"page {size(self._table.text)} in every session"] if self._table else []
        # A row has one mark, however much there is to say about it.
        marked = {warning.row or warning for warning in self.warnings}
        if count := len(marked):
            parts.append(f"{count} warning{'' if count == 1 else 's'}")
        self.query_one("#foot", Static).update(Content(" · ".join(parts)))

    # -- what was typed

    def commit(self) -> tuple[RawEdited, ...]:
        """Return the table with what stands in the field over a cell, entered or not."""
        return self.routes.commit()

    def flush(self) -> BodyEdited | RawEdited | None:
        """Return what was typed in a document, or done in the table, and is not told yet."""
        if self._opened and (pending := self._opened.flush()):
            return pending
        return self.routes.flush()

"""The routing table with its frame and its filter."""

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Input, Static

from memtui.core.documents import TABLE
from memtui.core.plain import harmless
from memtui.core.routing.look import UNLOOKED
from memtui.core.routing.original import RouteWarning
from memtui.core.workspace import UNREAD, Workspace
from memtui.ui.messages import CellTyped
from memtui.ui.widgets.key_line import key_name
from memtui.ui.widgets.line_input import LineInput
from memtui.ui.widgets.notes import Note, Notes
from memtui.ui.widgets.route_editing import ADD, MEND, RouteEditing
from memtui.ui.widgets.route_field import acts
from memtui.ui.widgets.route_grid import RouteGrid
from memtui.ui.widgets.route_shape import Findings

SURVEY = Binding(
    "i", "screen.survey", "Survey", id="routing.survey", tooltip="Find documents and propose rows"
)


class RoutePane(RouteEditing):
    """The rows below the header of their table."""

    HELP = "The routing table: which documents an agent is to read for which words of a task."

    BINDING_GROUP_TITLE = "Routing table"

    DEFAULT_CSS = """
    RoutePane {
        layers: default above;
        border: round $foreground 25%;
        border-title-color: $foreground;
        border-subtitle-color: $text-muted;
        padding: 0 0 0 1;
        &:focus-within { border: round $text-accent; border-title-color: $text-accent; }
        & > #filter, & > #empty { display: none; }
        & > #empty { color: $text-muted; margin-bottom: 1; }
        & > #empty.-said { display: block; }
        &.-filtering > #filter { display: block; }
        & > RouteGrid { height: 1fr; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        SURVEY,
        Binding("l", "screen.learn", "Learn", id="routing.learn", tooltip="Note what was learned"),
        Binding(
            "c", "screen.context", "Context", id="routing.context", tooltip="State of the work"
        ),
        acts("slash", "filter", "Filter", "filter", "Show only some rows"),
        Binding(
            "u",
            "screen.take_back",
            "Undo on disk",
            show=False,
            id="routing.take-back",
            tooltip="Take back the last change on disk, after showing it",
        ),
        Binding(
            "U",
            "screen.do_again",
            "Redo on disk",
            show=False,
            id="routing.do-again",
            tooltip="Do again what was taken back on disk, after showing it",
        ),
        Binding(
            "escape",
            "unfilter",
            "All rows",
            show=False,
            id="routing.unfilter",
            tooltip="Show all rows again",
        ),
    ]

    ON_ROW = RouteEditing.ON_ROW | {"filter"}

    warnings: reactive[tuple[RouteWarning, ...]] = reactive((), repaint=False)
    """Where the original shell hook reads the table otherwise, and other advice."""

    _title: Content | None = None
    _warned: Mapping[int, Sequence[str]] = {}
    _care: Mapping[int, Collection[str]] = {}

    def compose(self) -> ComposeResult:
        """Lay out filter, header and rows."""
        yield LineInput(placeholder="filter", id="filter")
        yield Notes(id="notice")
        yield Static(id="empty", markup=False)
        yield Static(id="head", markup=False)
        yield from super().compose()

    def on_mount(self) -> None:
        """Keep the header in line with what is seen."""
        self.watch(self.grid, "scroll_y", self._scrolled, init=False)
        self._show()

    def on_resize(self) -> None:
        """Lay header and field anew when the rows have their room."""
        self.call_after_refresh(self._scrolled)

    def watch_workspace(self, old: Workspace, new: Workspace) -> None:
        """Follow the table, and which rows fire."""
        self.follow(new)
        if self.is_mounted:
            self._show()

    def watch_looked(self) -> None:
        """Mark what is missing."""
        if self.is_mounted:
            self._show()

    def watch_warnings(self, warnings: tuple[RouteWarning, ...]) -> None:
        """Mark what needs care."""
        warned: dict[int, list[str]] = {}
        care: dict[int, set[str]] = {}
        for row, _, keyword, text in warnings:
            warned.setdefault(row, []).append(text)
            care.setdefault(row, set()).add(keyword)
        self._warned, self._care = warned, care
        if self.is_mounted:
            self._show()

    def edited(self) -> None:
        """Count the rows anew."""
        self._say()
        self._show_head()

    def _show(self) -> None:
        self.grid.page = self.page
        self.grid.findings = self._findings()
        self.edited()

    def _findings(self) -> Findings:
        fired = {match.row: match.keyword for match in self.workspace.matches}
        look = self.looked or UNLOOKED
        return Findings(fired, self._warned, self._care, look, key_name(self.app, MEND))

    def _say(self) -> None:
        """Name the frame, and say what is not as it should be."""
        rows = len(self.page.rows)
        title = Content.assemble(
            "Routing table",
            f" · {rows} row{'' if rows == 1 else 's'}" if self.page.tables else "",
            ("  ●", "$text-warning") if TABLE in self.workspace.drafts else "",
            ("  ▲ changed on disk", "$text-warning") if TABLE in self.workspace.outdated else "",
        )
        # A frame that is named anew is painted anew, with all that it holds.
        if not (self._title and self._title.is_same(title)):
            self._title = self.border_title = title
        foot = "enter edit" if rows else "n add"
        if self.border_subtitle != foot:
            self.border_subtitle = foot
            self.refresh_bindings()
        why = self._why_empty()
        empty = self.query_one("#empty", Static)
        empty.update(why)
        empty.set_class(bool(why), "-said")
        locked = (Note(self.locked, "warning", "▲", label="read-only: "),) if self.locked else ()
        self.query_one("#notice", Notes).notes = locked

    def _why_empty(self) -> str:
        if self.workspace.snapshot is UNREAD:
            return ""
        add, survey = key_name(self.app, ADD), key_name(self.app, SURVEY)
        if self.workspace.memory(TABLE) is None:
            return (
                f"No routing table yet: there is no {TABLE}.\n"
                f"{survey} surveys the documents and proposes rows.\n"
                f"{add} begins a table."
            )
        if not self.page.tables:
            return (
                f"No table in {TABLE} has a column of keywords and one of files.\n"
                f"{survey} surveys the documents and proposes rows.\n"
                f"{add} begins a table below the text."
            )
        if not self.page.rows:
            return (
                f"No rows yet.\n{survey} surveys the documents and proposes some.\n{add} adds one."
            )
        asked = self.query_one("#filter", LineInput).value
        if asked and not self.grid.is_anything_found:
            return f"no row holds “{harmless(asked)}”"
        return ""

    def _scrolled(self) -> None:
        self._show_head()
        self.put_cell()

    def _show_head(self) -> None:
        head = Content("\n").join(self.grid.head)
        static = self.query_one("#head", Static)
        if not (isinstance(static.content, Content) and static.content.is_same(head)):
            static.update(head)
        static.display = bool(head)

    # -- the filter

    def action_filter(self) -> None:
        """Ask for a part of a row."""
        self.add_class("-filtering")
        self.screen.set_focus(self.query_one("#filter", LineInput))

    def show_all(self) -> None:
        """Leave the filter."""
        self.query_one("#filter", LineInput).load("")
        self.grid.asked = ""
        self.remove_class("-filtering")
        self._say()

    def action_unfilter(self) -> None:
        """Show all rows and return to them."""
        self.show_all()
        self.screen.set_focus(self.grid)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether there is a filter to be left."""
        if action == "unfilter":
            return self.has_class("-filtering")
        return super().check_action(action, parameters)

    @on(Input.Changed, "#filter")
    def _filter(self, event: Input.Changed) -> None:
        event.stop()
        self.grid.asked = event.value
        self.edited()

    @on(Input.Submitted, "#filter")
    def _return(self, event: Input.Submitted) -> None:
        event.stop()
        self.screen.set_focus(self.grid)

    @on(Input.Changed, "#cell")
    def _keep(self, event: Input.Changed) -> None:
        # What is half typed is no draft yet, but is not to be lost in a crash.
        event.stop()
        self.put_cell()
        self.tell(CellTyped())

    @on(RouteGrid.Chosen)
    def _open_cell(self, event: RouteGrid.Chosen) -> None:
        event.stop()
        self.action_edit()

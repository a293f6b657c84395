"""The file in hand, in four views of which one is shown."""

from typing import TYPE_CHECKING, Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from memtui.core.plain import harmless
from memtui.core.workspace import Workspace
from memtui.ui.messages import BodyEdited, RawEdited, ValueEdited
from memtui.ui.widgets.key_line import key_name
from memtui.ui.widgets.page_keys import SAVE

if TYPE_CHECKING:
    from textual.widget import AwaitMount

    from memtui.ui.widgets.entries import EntriesView
    from memtui.ui.widgets.views import Views

VIEWS: Final = (("form", "Form"), ("body", "Body"), ("entries", "Entries"), ("disk", "On disk"))
"""Identifier and label of each view."""


class TabLine(Widget):
    """The names of the views; the one that is shown is bold."""

    ALLOW_SELECT = False

    DEFAULT_CSS = """
    TabLine { height: 1; margin-bottom: 1; }
    """

    view: reactive[str] = reactive("form")
    idle: reactive[bool] = reactive(default=False)
    """Whether there is no file to view."""
    entries: reactive[int] = reactive(-1)
    """Number of entries, or -1 while it is not known."""
    marked: reactive[int] = reactive(0)
    """How many of them are marked."""

    class Picked(Message):
        """The person clicked a view."""

        def __init__(self, view: str) -> None:
            super().__init__()
            self.view = view

    def _labels(self) -> list[tuple[str, str]]:
        count = f" {self.entries}" if self.entries >= 0 else ""
        count += f" ■ {self.marked}" if self.marked else ""
        return [(key, label + (count if key == "entries" else "")) for key, label in VIEWS]

    def render(self) -> Content:
        """Return the labels, two cells apart."""
        if self.idle:
            return Content.styled("nothing to edit yet", "dim")
        return Content("  ").join(
            Content.styled(label, "bold underline" if key == self.view else "dim")
            for key, label in self._labels()
        )

    def on_click(self, event: events.Click) -> None:
        """Show the view below the mouse."""
        at = 0
        for key, label in self._labels():
            if at <= event.x < at + len(label):
                self.post_message(self.Picked(key))
            at += len(label) + 2


class EditorPane(Vertical):
    """The frame around the four views; only the one that is shown gets the file."""

    HELP = "The file in hand: its frontmatter as a form, its body, its entries, its raw text."

    BINDING_GROUP_TITLE = "File in hand"

    DEFAULT_CSS = """
    EditorPane {
        border: round $foreground 25%;
        border-title-color: $foreground;
        border-subtitle-color: $text-muted;
        padding: 0 1;
        &:focus-within { border: round $text-accent; border-title-color: $text-accent; }
        &.-no-file > Views { display: none; }
    }
    """

    workspace: reactive[Workspace] = reactive(Workspace, repaint=False)
    chosen: reactive[str] = reactive("", repaint=False)
    missing: reactive[frozenset[str]] = reactive(frozenset, repaint=False)
    """Related files of the file in hand that do not exist."""
    words: reactive[tuple[str, ...]] = reactive((), repaint=False)
    """Words of the store and of the features, for completion."""

    _title: Content | None = None
    _views: "Views | None" = None
    _made: "AwaitMount | None" = None

    def compose(self) -> ComposeResult:
        """Lay out the tabs; the views come after the first frame."""
        yield TabLine()

    def on_mount(self) -> None:
        """Leave the first frame to the ranking."""
        self.border_subtitle = f"{key_name(self.app, SAVE)} save"
        self.call_after_refresh(self._ready)

    async def _ready(self) -> "Views":
        """Return the views, which are made after the first frame."""
        if self._views is None:
            # Function-local for start-up: the ranking is painted before any view is needed.
            from memtui.ui.widgets.views import Views

            # A key may ask for them first: data are bound to whatever is handling a message.
            with self._context():
                self._views = Views(id="views").data_bind(
                    EditorPane.workspace, EditorPane.chosen, EditorPane.missing, EditorPane.words
                )
            self._made = self.mount(self._views)
        if self._made:
            await self._made
        return self._views

    def watch_workspace(self, old: Workspace, new: Workspace) -> None:
        """Follow unsaved changes and the disk."""
        if old.drafts is not new.drafts or old.snapshot is not new.snapshot:
            self._say_title()

    def watch_chosen(self) -> None:
        """Show another file; the number of its entries is not known yet."""
        self._say_title()
        if self.is_mounted:
            self._count(-1, 0)

    def _say_title(self) -> None:
        memory = self.workspace.memory(self.chosen)
        unsaved = ("  ●", "$text-warning") if self.chosen in self.workspace.drafts else ""
        stale = (
            ("  ▲ changed on disk", "$text-warning")
            if self.chosen in self.workspace.outdated
            else ""
        )
        self.set_class(memory is None, "-no-file")
        if self.is_mounted:
            self.query_one(TabLine).idle = memory is None
        name = harmless(memory.name) if memory else "no file"
        title = Content.assemble(name, unsaved, stale)
        # A frame that is named anew is painted anew, with all that it holds.
        if not (self._title and self._title.is_same(title)):
            self._title = self.border_title = title

    def on_entries_view_counted(self, event: "EntriesView.Counted") -> None:
        """Show the number of entries in the tab."""
        event.stop()
        if event.file == self.chosen:
            self._count(event.count, event.marked)

    def _count(self, count: int, marked: int) -> None:
        tabs = self.query_one(TabLine)
        tabs.entries = count
        tabs.marked = marked

    async def on_tab_line_picked(self, event: TabLine.Picked) -> None:
        """Follow the mouse."""
        event.stop()
        await self.open_view(event.view)

    async def open_view(self, view: str) -> None:
        """Show a view and put the focus in it; the body in hand toggles its preview."""
        views = await self._ready()
        if pending := views.flush():
            self.post_message(pending)
        if view == views.current == "body" and views.has_focus_within:
            views.toggle_preview()
            return
        self.query_one(TabLine).view = view
        await views.bring(view)
        self.focus_view()

    def focus_view(self) -> None:
        """Put the focus into the view that is seen."""
        if self._views:
            self._views.take_focus()

    async def open_line(self, line: int, reason: str = "") -> None:
        """Show the raw text at a line, from 1."""
        await self._go_to("disk", line, reason)

    async def open_entry(self, line: int) -> None:
        """Show the body at a line, from 0."""
        await self._go_to("body", line)

    async def _go_to(self, view: str, line: int, reason: str = "") -> None:
        views = await self._ready()
        if views.current != view:
            await self.open_view(view)
        self.call_after_refresh(views.goto, line, reason)

    def put_entries_back(self) -> None:
        """Show the entries in the order of the file, after a change was not carried out."""
        if self._views:
            self._views.put_entries_back()

    def commit(self) -> tuple[ValueEdited, ...]:
        """Return the changes of the form that were typed and not entered yet."""
        return self._views.commit() if self._views else ()

    def flush(self) -> BodyEdited | RawEdited | None:
        """Return what was typed and not told yet, so that a save misses nothing."""
        return self._views.flush() if self._views else None

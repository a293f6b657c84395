"""The file in hand, in four views of which one is shown."""

from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import ContentSwitcher

from memtui.core.memory import Memory
from memtui.core.plain import harmless
from memtui.core.workspace import Workspace
from memtui.ui.messages import BodyEdited, RawEdited
from memtui.ui.widgets.body import BodyView
from memtui.ui.widgets.disk import DiskView
from memtui.ui.widgets.entries import EntriesView
from memtui.ui.widgets.form import FormView

VIEWS: Final = (("form", "Form"), ("body", "Body"), ("entries", "Entries"), ("disk", "On disk"))
"""Identifier and label of each view."""


class TabLine(Widget):
    """The names of the views; the one that is shown is bold."""

    ALLOW_SELECT = False

    DEFAULT_CSS = """
    TabLine { height: 1; margin-bottom: 1; }
    """

    view: reactive[str] = reactive("form")
    entries: reactive[int] = reactive(-1)
    """Number of entries, or -1 while it is not known."""

    class Picked(Message):
        """The person clicked a view."""

        def __init__(self, view: str) -> None:
            super().__init__()
            self.view = view

    def _labels(self) -> list[tuple[str, str]]:
        count = f" {self.entries}" if self.entries >= 0 else ""
        return [(key, label + (count if key == "entries" else "")) for key, label in VIEWS]

    def render(self) -> Content:
        """Return the labels, two cells apart."""
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
        &:focus-within { border: round $accent; border-title-color: $accent; }
        & > ContentSwitcher { height: 1fr; }
        & > ContentSwitcher > * { height: 1fr; }
    }
    """

    workspace: reactive[Workspace] = reactive(Workspace, repaint=False)
    chosen: reactive[str] = reactive("", repaint=False)
    view: reactive[str] = reactive("form", repaint=False)
    missing: reactive[frozenset[str]] = reactive(frozenset, repaint=False)
    """Related files of the file in hand that do not exist."""
    words: reactive[tuple[str, ...]] = reactive((), repaint=False)
    """Words of the store and of the features, for completion."""

    _title: Content | None = None

    def compose(self) -> ComposeResult:
        """Lay out the tabs and the views."""
        yield TabLine()
        with ContentSwitcher(initial="form"):
            yield FormView(id="form").data_bind(EditorPane.missing, EditorPane.words)
            yield BodyView(id="body")
            yield EntriesView(id="entries")
            yield DiskView(id="disk")

    def on_mount(self) -> None:
        """Show the first file."""
        self.border_subtitle = "ctrl+s save"
        self._show()

    @property
    def shown(self) -> "FormView | BodyView | EntriesView | DiskView":
        """The view that is seen."""
        view = self.query_one(f"#{self.view}")
        assert isinstance(view, FormView | BodyView | EntriesView | DiskView)
        return view

    def watch_workspace(self, old: Workspace, new: Workspace) -> None:
        """Follow unsaved changes and the disk."""
        if old.memory(self.chosen) is not new.memory(self.chosen):
            self._show()
        elif old.feature is not new.feature and self.is_mounted:
            self._show_terms()
        elif old.drafts is not new.drafts:
            self._say_title(new.memory(self.chosen))

    def watch_chosen(self) -> None:
        """Show another file; the number of its entries is not known yet."""
        if self.is_mounted:
            self.query_one(TabLine).entries = -1
            self._show()

    def watch_view(self, view: str) -> None:
        """Show another view of the file."""
        if self.is_mounted:
            self.query_one(TabLine).view = view
            self.query_one(ContentSwitcher).current = view
            self._show()

    def _show(self) -> None:
        """Hand the file to the view that is seen."""
        memory = self.workspace.memory(self.chosen)
        self._say_title(memory)
        if not self.is_mounted:
            return
        # The entries are counted for their tab even while another view is seen.
        self.query_one(EntriesView).memory = memory
        shown = self.shown
        self._show_terms()
        fault = memory.fault if memory else None
        shown.locked = fault.reason if fault else ""
        shown.memory = memory

    def _show_terms(self) -> None:
        """Tell the form which words match now."""
        shown = self.shown
        memory = self.workspace.memory(self.chosen)
        if isinstance(shown, FormView) and memory:
            metadata = memory.reading.metadata
            items = {item.lower() for item in (*metadata.tags, *metadata.relevant_to)}
            # Only what the form shows: other words would lay it out anew for nothing.
            shown.terms = frozenset(items.intersection(self.workspace.selection.terms))

    def _say_title(self, memory: Memory | None) -> None:
        unsaved = ("  ●", "$text-warning") if self.chosen in self.workspace.drafts else ""
        stale = (
            ("  ▲ changed on disk", "$text-warning")
            if self.chosen in self.workspace.outdated
            else ""
        )
        name = harmless(memory.name) if memory else "no file"
        title = Content.assemble(name, unsaved, stale)
        # A frame that is named anew is painted anew, with all that it holds.
        if not (self._title and self._title.is_same(title)):
            self._title = self.border_title = title

    def on_entries_view_counted(self, event: EntriesView.Counted) -> None:
        """Show the number of entries in the tab."""
        event.stop()
        if event.file == self.chosen:
            self.query_one(TabLine).entries = event.count

    def on_tab_line_picked(self, event: TabLine.Picked) -> None:
        """Follow the mouse."""
        event.stop()
        self.open_view(event.view)

    def open_view(self, view: str) -> None:
        """Show a view and put the focus in it; the body once more toggles its preview."""
        if view == self.view == "body":
            self.query_one(BodyView).toggle_preview()
        elif pending := self.flush():
            self.post_message(pending)
        self.view = view
        self.call_after_refresh(self.focus_view)

    def focus_view(self) -> None:
        """Put the focus into the view that is seen."""
        targets = [w for w in self.shown.query("*") if w.can_focus and w.display and not w.disabled]
        target = self.shown if self.shown.can_focus or not targets else targets[0]
        target.focus(scroll_visible=False)

    def open_line(self, line: int, reason: str = "") -> None:
        """Show the raw text at a line, from 1."""
        self.open_view("disk")
        self.call_after_refresh(self.query_one(DiskView).goto, line, reason)

    def open_entry(self, line: int) -> None:
        """Show the body at a line, from 0."""
        if self.view != "body":
            self.open_view("body")
        self.call_after_refresh(self.query_one(BodyView).goto, line)

    def flush(self) -> "BodyEdited | RawEdited | None":
        """Return what was typed and not told yet, so that a save misses nothing."""
        shown = self.shown
        return shown.flush() if isinstance(shown, BodyView | DiskView) else None

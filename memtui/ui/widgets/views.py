"""The four views of the file in hand, each made when it is first needed."""

from collections.abc import Callable
from typing import Final

from textual.app import ComposeResult
from textual.reactive import reactive
from textual.widgets import ContentSwitcher

from memtui.core.memory import Memory
from memtui.core.workspace import Workspace
from memtui.ui.messages import BodyEdited, RawEdited, ValueEdited
from memtui.ui.widgets.body import BodyView
from memtui.ui.widgets.chip_field import ChipField
from memtui.ui.widgets.disk import DiskView
from memtui.ui.widgets.entries import EntriesView
from memtui.ui.widgets.form import FormView

View = FormView | BodyView | EntriesView | DiskView

MAKERS: Final[dict[str, Callable[[], View]]] = {
    "body": lambda: BodyView(id="body"),
    "entries": lambda: EntriesView(id="entries"),
    "disk": lambda: DiskView(id="disk"),
}


class Views(ContentSwitcher):
    """Shows one view; only that one gets the file, and the one that counts the entries."""

    DEFAULT_CSS = """
    Views {
        height: 1fr;
        & > * { height: 1fr; }
    }
    """

    workspace: reactive[Workspace] = reactive(Workspace, repaint=False)
    chosen: reactive[str] = reactive("", repaint=False)
    missing: reactive[frozenset[str]] = reactive(frozenset, repaint=False)
    words: reactive[tuple[str, ...]] = reactive((), repaint=False)

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(initial="form", id=id)

    def compose(self) -> ComposeResult:
        """Make the form, which is seen first."""
        yield FormView(id="form").data_bind(Views.missing, Views.words)

    def on_mount(self) -> None:
        """Fill the form once the switcher itself knows that it shows it."""
        self.call_after_refresh(self._begin)

    async def _begin(self) -> None:
        """Show the file; the entries are counted for their tab while they are not seen."""
        await self._made("entries")
        self._show()

    async def _made(self, view: str) -> View:
        for found in self._views:
            if found.id == view:
                return found
        made = MAKERS[view]()
        await self.add_content(made)
        return made

    @property
    def _views(self) -> list[View]:
        return [view for view in self.children if isinstance(view, View)]

    @property
    def shown(self) -> View | None:
        """The view that is seen; None before the first one."""
        return next((view for view in self._views if view.id == self.current), None)

    async def bring(self, view: str) -> View:
        """Show a view, in which the file stands, and return it."""
        made = await self._made(view)
        self.current = view
        self._show()
        return made

    def watch_workspace(self, old: Workspace, new: Workspace) -> None:
        """Follow unsaved changes, the disk, and the words that match."""
        if old.memory(self.chosen) is not new.memory(self.chosen):
            self._show()
        elif old.feature is not new.feature:
            self._show_terms(new.memory(self.chosen))

    def watch_chosen(self) -> None:
        """Show another file."""
        self._show()

    def _show(self) -> None:
        memory = self.workspace.memory(self.chosen)
        self._show_terms(memory)
        fault = memory.fault if memory else None
        for view in self._views:
            # One that is being made is filled once it is mounted.
            if view.is_mounted and view.id in (self.current, "entries"):
                view.locked = fault.reason if fault else ""
                view.memory = memory

    def _show_terms(self, memory: Memory | None) -> None:
        shown = self.shown
        if isinstance(shown, FormView) and memory:
            metadata = memory.reading.metadata
            items = {item.lower() for item in (*metadata.tags, *metadata.relevant_to)}
            # Only what the form shows: other words would lay it out anew for nothing.
            shown.terms = frozenset(items.intersection(self.workspace.selection.terms))

    def take_focus(self) -> None:
        """Put the focus into the view that is seen."""
        if shown := self.shown:
            fields = [w for w in shown.query("*") if w.can_focus and w.display and not w.disabled]
            target = shown if shown.can_focus or not fields else fields[0]
            self.screen.set_focus(target, scroll_visible=False)

    def toggle_preview(self) -> None:
        """Draw the body, or show its text again."""
        if isinstance(self.shown, BodyView):
            self.shown.toggle_preview()

    def goto(self, line: int, reason: str = "") -> None:
        """Go to a line of the text that is seen: of the raw text from 1, of the body from 0."""
        if isinstance(self.shown, DiskView):
            self.shown.goto(line, reason)
        elif isinstance(self.shown, BodyView):
            self.shown.goto(line)

    def put_entries_back(self) -> None:
        """Show the entries in the order of the file, after a change was not carried out."""
        for view in self.query(EntriesView):
            view.rows.put_back()

    def commit(self) -> tuple[ValueEdited, ...]:
        """Return the changes of the form that were typed and not entered yet."""
        fields = self.shown.query(ChipField) if isinstance(self.shown, FormView) else ()
        return tuple(change for field in fields if (change := field.commit()))

    def flush(self) -> BodyEdited | RawEdited | None:
        """Return what was typed and not told yet, so that a save misses nothing."""
        return self.shown.flush() if isinstance(self.shown, BodyView | DiskView) else None

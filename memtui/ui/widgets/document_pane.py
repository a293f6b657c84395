"""A topic file or a file of the tasks, open in the place of the routing table."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.reactive import reactive

from memtui.core.memory import Memory
from memtui.core.plain import harmless
from memtui.core.workspace import Workspace
from memtui.ui.messages import DocumentChosen, RawEdited
from memtui.ui.widgets.body import BodyView
from memtui.ui.widgets.text_view import Edited


class DocumentView(BodyView):
    """The whole text of a document; posts `RawEdited`."""

    HELP = "The document in hand, to be edited, searched, or seen drawn."

    PART: ClassVar[str] = "text"
    FRONTMATTER = True

    def text_of(self, memory: Memory) -> str:
        """Return all of it: it has no form for its frontmatter."""
        return memory.text

    def edited(self, file: str, text: str) -> Edited:
        """Return the message that tells an edit."""
        return RawEdited(file, text)


class DocumentPane(Vertical):
    """The frame around the text; escape returns to the table."""

    BINDING_GROUP_TITLE = "Document"

    DEFAULT_CSS = """
    DocumentPane {
        border: round $foreground 25%;
        border-title-color: $foreground;
        border-subtitle-color: $text-muted;
        padding: 0 1;
        &:focus-within { border: round $text-accent; border-title-color: $text-accent; }
        & > DocumentView { height: 1fr; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "f3",
            "preview",
            "Preview",
            id="routing.preview",
            priority=True,
            tooltip="Show the text drawn, or as it is",
        ),
        Binding("escape", "back", "Table", id="routing.back", tooltip="Back to the routing table"),
    ]

    workspace: reactive[Workspace] = reactive(Workspace, repaint=False)
    document: reactive[str] = reactive("", repaint=False)

    _title: Content | None = None

    def compose(self) -> ComposeResult:
        """Lay out the text."""
        yield DocumentView()

    def on_mount(self) -> None:
        """Show the document that this was made for."""
        self.border_subtitle = "escape table"
        self._show()

    @property
    def view(self) -> DocumentView:
        """The text."""
        return self.query_one(DocumentView)

    def watch_workspace(self, old: Workspace, new: Workspace) -> None:
        """Follow unsaved changes and the disk."""
        if self.is_mounted and (old.drafts is not new.drafts or old.snapshot is not new.snapshot):
            self._show()

    def watch_document(self) -> None:
        """Show another document."""
        if self.is_mounted:
            self._show()

    def _show(self) -> None:
        name = self.document
        memory = self.workspace.memory(name) if name else None
        fault = memory.fault if memory else None
        self.view.locked = fault.reason if fault else ""
        self.view.memory = memory
        title = Content.assemble(
            harmless(name),
            ("  ●", "$text-warning") if name in self.workspace.drafts else "",
            ("  ▲ changed on disk", "$text-warning") if name in self.workspace.outdated else "",
            ("  ✗ gone", "$text-error") if name and memory is None else "",
        )
        # A frame that is named anew is painted anew, with all that it holds.
        if not (self._title and self._title.is_same(title)):
            self._title = self.border_title = title

    def take_focus(self) -> None:
        """Put the focus into the text."""
        self.screen.set_focus(self.view.editor, scroll_visible=False)

    def action_preview(self) -> None:
        """Show the text drawn, or as it is."""
        self.view.toggle_preview()

    def action_back(self) -> None:
        """Return to the routing table."""
        self.post_message(DocumentChosen(""))

    def flush(self) -> Edited | None:
        """Return what was typed and not told yet, so that a save misses nothing."""
        return self.view.flush()

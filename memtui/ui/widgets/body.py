"""The markdown of a file, edited or drawn."""

import re
from typing import ClassVar, Final

from memtui.core.memory import Memory
from memtui.ui.messages import BodyEdited
from memtui.ui.widgets.text_view import Edited, TextView

_ENTRY: Final = re.compile(r" {0,3}#{2,4}(?:[ \t]|$)")


class BodyView(TextView):
    """The body of a file; posts `BodyEdited`."""

    HELP = "The markdown below the frontmatter; its key once more shows it drawn."

    PART: ClassVar[str] = "body"

    DEFAULT_CSS = """
    BodyView {
        & > Preview { height: 1fr; }
        &.-preview > TextEditor { display: none; }
    }
    """

    def text_of(self, memory: Memory) -> str:
        """Return the body."""
        return memory.reading.body

    def edited(self, file: str, text: str) -> Edited:
        """Return the message that tells an edit."""
        return BodyEdited(file, text)

    def watch_memory(self, memory: Memory | None) -> None:
        """Follow the file; a preview shows what was, so it ends when that is no more."""
        before = self._file, self._known
        super().watch_memory(memory)
        if before != (self._file, self._known):
            self._close_preview()

    def toggle_preview(self) -> None:
        """Show the body drawn, or go back to the text."""
        if self._close_preview():
            self.editor.focus(scroll_visible=False)
            return
        # Function-local for start-up: a markdown renderer is much to load for an edit.
        from memtui.ui.widgets.preview import Preview

        self.end_search()
        self.mount(Preview(tuple(self.editor.raw_lines), self._entry_row()))
        self.add_class("-preview")

    def _close_preview(self) -> bool:
        """Take the preview away, if there is one."""
        self.remove_class("-preview")
        previews = list(self.query("Preview"))
        for preview in previews:
            preview.remove()
        return bool(previews)

    async def action_find(self) -> None:
        """Search in the text, not in the preview."""
        self._close_preview()
        await super().action_find()

    def _entry_row(self) -> int:
        """Return the row of the heading above the cursor that starts an entry, else 0."""
        lines = self.editor.raw_lines
        document = self.editor.document
        for row in range(self.editor.cursor_location[0], -1, -1):
            if _ENTRY.match(lines[row]) and not document.in_code(row):
                return row
        return 0

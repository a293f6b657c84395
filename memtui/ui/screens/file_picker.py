"""Picks one of the categories."""

from collections.abc import Sequence

from textual.content import Content

from memtui.core.memory import Memory
from memtui.ui.screens.dialog import literal
from memtui.ui.screens.picker import Picker, PickRows
from memtui.ui.widgets.figures import short

DESCRIBED = 400
"""Characters of a summary that are looked at; only a few lines of it are shown."""


class PickedFiles(PickRows[Memory]):
    """The categories that were found: name, tokens, summary."""

    DEFAULT_CSS = "PickedFiles { height: auto; max-height: 50vh; }"

    def show(self, places: Sequence[int], words: Sequence[str]) -> None:
        """Show the files at these places, in as many rows as they need."""
        self.styles.height = max(1, len(places))
        super().show(places, words)

    def row_of(self, item: Memory, width: int) -> Content:
        """Return name, tokens and summary."""
        room = min(24, width // 2)
        return Content.assemble(
            literal(item.stem).truncate(room, ellipsis=True, pad=True),
            (f"{short(item.tokens):>6}  ", "dim"),
            literal(item.reading.metadata.summary, "$foreground-muted"),
        ).truncate(width - 1, ellipsis=True)


class FilePicker(Picker[Memory]):
    """Finds a category by a few letters of its name, and returns its file.

    Args:
        title: What it is picked for.
        files: In the order in which they are listed while nothing is typed.
    """

    PROMPT = "letters of the name"

    def __init__(self, title: str, files: Sequence[Memory]) -> None:
        super().__init__(title, PickedFiles(files), (memory.stem for memory in files))

    def about(self, item: Memory | None) -> Content:
        """Return name and summary, whole."""
        if item is None:
            return literal("no other category has these letters in its name", "dim")
        summary = " ".join(item.reading.metadata.summary[:DESCRIBED].split())
        return Content("\n").join([literal(item.name, "bold"), literal(summary)])

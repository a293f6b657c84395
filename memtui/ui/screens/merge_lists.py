"""The files of a merge, in order, with the one that takes in the others."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message

from memtui.core.memory import Memory
from memtui.core.metadata import Value
from memtui.core.names import INDEX
from memtui.core.reorganize.change import Files, Reorganized, counted
from memtui.core.reorganize.merge_files import Merge, joint
from memtui.core.workspace import Workspace
from memtui.ui.screens.dialog import literal, paragraphs
from memtui.ui.screens.head import with_values
from memtui.ui.widgets.figures import short
from memtui.ui.widgets.rows import RowList

SIGN = 2
"""Cells of the arrow that points to the target."""


class Looked(Message):
    """It is known what a merge comes to.

    Attributes:
        files: The files that are merged, and all others.
        choice: The merge; with its frontmatter where that is known.
        change: What it comes to, None when it cannot be.
        why: Why it cannot be, or ``""``.
    """

    def __init__(
        self, files: Files, choice: Merge, change: Reorganized | None, why: str = ""
    ) -> None:
        super().__init__()
        self.files = files
        self.choice = choice
        self.change = change
        self.why = why


class MergeFiles(RowList):
    """One file a row; their entries follow each other in this order, the target's first.

    Attributes:
        names: The files.
        into: Name of the file that takes in the others; of none of them for a new one.
        counts: How many entries they have, as far as it is known.
    """

    DEFAULT_CSS = "MergeFiles { height: auto; max-height: 6; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,enter", "take", "Into this", id="merge.into", tooltip="It takes the others"),
        Binding("K,ctrl+up", "shift(-1)", "Up", id="merge.up", tooltip="Its entries come earlier"),
        Binding("J,ctrl+down", "shift(1)", "Down", id="merge.down", tooltip="They come later"),
        Binding("a", "screen.add", "Add", id="merge.add", tooltip="Merge one more file"),
        Binding("d", "leave_out", "Leave out", id="merge.leave-out", tooltip="Do not merge it"),
    ]

    class Changed(Message):
        """Other files are merged, or in another order."""

    class Into(Message):
        """Another file takes in the others."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self, names: list[str], files: Files) -> None:
        super().__init__(id="files")
        self.names = names
        self.into = ""
        self.counts: Mapping[str, int] = {}
        self._files = files

    def show(self, files: Files) -> None:
        """Show the files as they are now."""
        self._files = files
        self.styles.height = min(len(self.names), 6)
        self.show_rows(len(self.names), self.cursor)
        self.refresh()

    def row(self, index: int, width: int) -> Content:
        """Return arrow, name, entries, tokens and importance."""
        name = self.names[index]
        memory = self._files.get(name)
        count = counted(self.counts[name]) if name in self.counts else ""
        size = short(memory.tokens) if memory else ""
        figures = f"{count:>14}{size:>7} tokens"
        if memory and width >= 56:
            figures += f"{memory.reading.metadata.importance:>7.2f}"
        label = Content.assemble(
            literal(name), (" takes in the others" if name == self.into else "", "dim")
        )
        sign = ("→ ", "$text-success") if name == self.into else ("  ", "")
        room = max(1, width - SIGN - 1 - len(figures))
        return Content.assemble(
            sign, label.truncate(room, ellipsis=True, pad=True), (figures, "dim")
        )

    @property
    def _in_hand(self) -> str:
        return self.names[self.cursor] if 0 <= self.cursor < len(self.names) else ""

    def action_take(self) -> None:
        """Let the file in hand take in the others."""
        if self._in_hand:
            self.post_message(self.Into(self._in_hand))

    def action_shift(self, step: int) -> None:
        """Put the file in hand before or behind its neighbour."""
        at, to = self.cursor, self.cursor + step
        if self._in_hand and 0 <= to < len(self.names):
            self.names.insert(to, self.names.pop(at))
            self.cursor = to
            self.post_message(self.Changed())

    def action_leave_out(self) -> None:
        """Leave the file in hand as it is; two stay at least."""
        if len(self.names) > 2:
            self.names.pop(self.cursor)
            self.post_message(self.Changed())
        else:
            self.app.bell()

    def on_click(self, event: events.Click) -> None:
        """Take a file in hand; a click on the arrow's column lets it take in the others."""
        if event.x < SIGN and 0 <= self._index_at(event) < self.count:
            event.prevent_default()
            self._stand_on(self._index_at(event), 1)
            self.action_take()

    def action_choose(self) -> None:
        """Let the file in hand take in the others."""
        self.action_take()


def mergeable(workspace: Workspace, without: Sequence[str]) -> tuple[Memory, ...]:
    """Return the files that can be merged, but for some."""
    return tuple(
        memory
        for memory in workspace.snapshot.memories
        if memory.name not in without and not memory.fault and memory.stem.casefold() != INDEX
    )


def settled(files: Files, choice: Merge, values: Mapping[str, Value]) -> Merge:
    """Return a merge with its joint frontmatter, some values of which the person has chosen.

    Raises:
        MemtuiError: As `memtui.core.reorganize.merge_files.joint`.
    """
    return replace(choice, metadata=with_values(joint(files, choice), values))


def verdict(into: str, change: Reorganized) -> Content:
    """Return what a merge comes to, in a few lines."""
    effect = next((each for each in change.effects if each.name == into), None)
    lines: list[str | Content] = []
    if effect:
        goes = f"; {counted(len(change.dropped))} left out" if change.dropped else ""
        said = f"{into}: {counted(effect.entries_after)}, about {short(effect.tokens_after)} tokens"
        deleted = ", ".join(change.deleted)
        lines.append(
            Content.assemble(
                ("✓ ", "$text-success"), literal(f"{said}{goes}; {deleted} will be gone")
            )
        )
    lines += (literal(f"▲ {note}", "$text-warning") for note in change.notes)
    return paragraphs(lines)

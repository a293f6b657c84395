"""Questions before something is destroyed."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from memtui.ui.screens.dialog import (
    Choice,
    Choices,
    Dialog,
    Passage,
    T,
    literal,
    paragraphs,
)
from memtui.ui.screens.differences import Difference, listed

NAME_CELLS: Final = 36
"""Cells of the column of names; what is longer goes beyond it, never cut."""

__all__ = ["Choice", "Confirm", "deleting", "discarding", "quitting"]


class Confirm(Dialog[T]):
    """Asks one question; returns the value of the choice, or None when it was left.

    Args:
        title: What is asked, in a few words.
        lines: What will happen; strings may come from files.
        choices: The answers; see `Choice` for the one that enter takes.
    """

    AUTO_FOCUS = "Answer.-first"

    def __init__(
        self,
        title: str,
        lines: Sequence[str | Content],
        choices: Sequence[Choice[T] | Choice[None]],
    ) -> None:
        super().__init__(title)
        self._lines = lines
        self._choices = choices
        self.leave_word = next((choice.label for choice in choices if choice.value is None), "")

    def body(self) -> ComposeResult:
        """Yield the text and the answers."""
        with Passage():
            yield Static(paragraphs(self._lines))
        yield Choices(self._choices)

    def on_choices_made(self, event: Choices.Made) -> None:
        """Return what was chosen."""
        self.dismiss(self._choices[event.index].value)


def deleting(
    files: Mapping[str, int],
    *,
    way_back: str,
    marked: Collection[str] = (),
    unsaved: Collection[str] = (),
) -> Confirm[Literal["delete"]]:
    """Return the question before memories are deleted.

    Args:
        files: Size in bytes of each file that will be deleted, by name.
        way_back: How what is on disk can be got back, in one sentence.
        marked: Those of them that were marked in the list; they stand first.
        unsaved: Those of them whose unsaved changes go as well.
    """
    names = sorted(files, key=lambda name: name not in marked)
    lost = any(name in unsaved for name in names)
    lines: list[str | Content] = []
    sizes = {name: f"{files[name]:,}" for name in names}
    digits = max(map(len, sizes.values()))
    column = min(NAME_CELLS, max(literal(name).cell_length for name in names))
    for name in names:
        shown = literal(name, "bold")
        gap = " " * max(0, column - shown.cell_length)
        size = literal(f"  {sizes[name]:>{digits}} bytes", "dim")
        parts = [Content("  "), shown, Content(gap), size]
        if name in marked:
            parts.append(Content("  marked"))
        if name in unsaved:
            parts.append(literal("  unsaved changes", "$text-warning"))
        lines.append(Content.assemble(*parts))
    lines += ["", way_back]
    if lost:
        lines.append(literal("Unsaved changes are lost for good.", "$text-warning"))
    many = f"{len(names)} files" if len(names) > 1 else names[0]
    delete: Choice[Literal["delete"]] = Choice("Delete", "delete", "error")
    keep = Choice("Keep", None, "primary")
    return Confirm(f"Delete {many}?", ["Gone from the disk afterwards:", *lines], (delete, keep))


def discarding(name: str, text: str, saved: str) -> Confirm[bool]:
    """Return the question before the unsaved changes of a file are let go.

    Args:
        name: The file.
        text: Its text with the changes.
        saved: Its text on disk, or ``""``.
    """
    lines: list[str | Content] = [
        *listed([Difference(name, text, saved)]),
        "",
        "What goes is lost for good; the file on disk stays as it is.",
    ]
    choices = (Choice("Discard", value=True, kind="error"), Choice("Keep", None, "primary"))
    return Confirm(f"Discard the changes of {name}?", lines, choices)


def quitting(unsaved: Sequence[str]) -> Confirm[Literal["save", "discard"]]:
    """Return the question before the editor closes with unsaved work.

    Args:
        unsaved: Files with unsaved changes.
    """
    files = "1 file has" if len(unsaved) == 1 else f"{len(unsaved)} files have"
    lines: list[str | Content] = [
        f"{files} unsaved changes:",
        *(literal(f"  {name}", "bold") for name in unsaved),
        "",
        "Save all writes them; memtui keeps a copy of what stood there.",
        "Discard leaves the files as they are on disk; the changes are lost for good.",
    ]
    choices: tuple[Choice[Literal["save", "discard"]], ...] = (
        Choice("Save all", "save", "primary"),
        Choice("Discard", "discard", "error"),
    )
    return Confirm("Quit with unsaved work?", lines, (*choices, Choice("Stay", None)))

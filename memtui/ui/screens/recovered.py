"""Unsaved work that an earlier run left: what becomes of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from time import monotonic
from typing import Final, Literal

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from memtui.core.workspace import Draft
from memtui.ui.screens.dialog import Choice, Choices, Dialog, Passage, literal, paragraphs
from memtui.ui.screens.differences import Difference, listed

Answer = Literal["take", "drop", "later"]

UNASKED_SECONDS: Final = 1.0
"""How long nothing can be dropped: the dialog opens by itself, perhaps while somebody types."""


@dataclass(frozen=True, slots=True)
class Offered:
    """An unsaved text.

    Attributes:
        name: The file.
        draft: The text and what it was made from.
        disk: What is on disk now, or None when the file is gone.
    """

    name: str
    draft: Draft
    disk: str | None


_CHOICES: Final[tuple[Choice[Answer], ...]] = (
    Choice("Take as drafts", "take", "primary"),
    Choice("Drop", "drop", "error"),
    Choice("Later", "later"),
)


class Recovered(Dialog[Answer]):
    """Shows what each unsaved text would change on disk, and asks what becomes of all.

    Returns ``take`` (they are drafts again), ``drop``, ``later`` or None (they stay as they are).

    Args:
        offered: The unsaved texts.
        when: When the newest was kept.
        now: The present; both with their time zone.
    """

    DEFAULT_CSS = """
    Recovered {
        & #consequences { margin-bottom: 1; }
        &.-tall Passage { max-height: 78vh; }
        & #dialog { width: 100%; max-width: 104; }
    }
    """

    AUTO_FOCUS = "Answer.-first"

    def __init__(self, offered: Sequence[Offered], when: datetime, now: datetime) -> None:
        super().__init__("Unsaved work of an earlier run")
        self._offered = offered
        self._when = _said(when, now)
        self._opened = monotonic()

    def body(self) -> ComposeResult:
        """Yield the differences and the choices."""
        with Passage():
            yield Static(self._consequences(), id="consequences")
            yield Static(paragraphs(listed(map(_difference, self._offered))), id="differences")
        yield Choices(_CHOICES)

    def _consequences(self) -> Content:
        count = len(self._offered)
        files = "1 file has" if count == 1 else f"{count} files have"
        take, drop, later = _CHOICES
        return Content.assemble(
            f"{files} unsaved work of an earlier run, from {self._when}.\n",
            (take.label, "bold"),
            ": unsaved changes again; nothing is written before you save.\n",
            (drop.label, "bold"),
            ": not offered again; a copy stays in memtui's state folder for a week.\n",
            (later.label, "bold"),
            ": offered again at the next start.",
        )

    def on_choices_made(self, event: Choices.Made) -> None:
        """Return what was chosen."""
        answer = _CHOICES[event.index].value
        if answer != "drop" or monotonic() - self._opened >= UNASKED_SECONDS:
            self.dismiss(answer)


def _difference(offered: Offered) -> Difference:
    """Return what an unsaved text would change on disk."""
    return Difference(offered.name, offered.disk or "", offered.draft.text, note=_warning(offered))


def _warning(offered: Offered) -> Content:
    """Return what happened to the file meanwhile."""
    if offered.disk == offered.draft.base:
        return Content()
    if offered.disk is None:
        return literal("  ▲ no longer on disk", "$text-warning")
    return literal("  ▲ changed on disk meanwhile", "$text-warning")


def _said(when: datetime, now: datetime) -> str:
    """Return a time as a person says it: without the date when it is today's."""
    here, today = when.astimezone(now.tzinfo), now.date()
    return f"{here:%H:%M}" if here.date() == today else f"{here:%Y-%m-%d %H:%M}"

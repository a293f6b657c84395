"""What the pages share: from which width panes stand side by side, and which are seen."""

from collections.abc import Collection, Sequence
from typing import Final

from textual.widget import Widget

MEDIUM: Final = 60
"""Columns from which two panes stand side by side."""
WIDE: Final = 110
"""Columns from which all of them do."""


def show_panes(page: Widget, panes: Sequence[str], seen: Collection[str]) -> None:
    """Show some panes of a page and hide its others.

    Args:
        page: The page.
        panes: The identifiers of its panes.
        seen: Those that are to be seen.
    """
    # Not by a class: the style sheet would look at every widget of the page anew.
    for name in panes:
        pane = page.query_one(f"#{name}")
        if pane.display is not (name in seen):
            pane.display = name in seen


def pane_in_focus(page: Widget, panes: Sequence[str]) -> str | None:
    """Return the pane of a page that holds the focus, None when it is elsewhere."""
    return next((name for name in panes if page.query_one(f"#{name}").has_focus_within), None)

"""Five entries of one file, and the list of them in the editor."""

import pytest

from memtui.ui.screens.confirm import Confirm
from memtui.ui.widgets import entry_rows
from memtui.ui.widgets.entries import EntriesView
from memtui.ui.widgets.entry_rows import EntryRows
from tests.ui.editing import Editor, open_file, screen, until, viewing

HEAD = """---
tags: [oauth]
summary: Tokens
relevantTo: [login]
importance: 0.8
relatedFiles: []
usageStats:
  loaded: 12
  referenced: 4
  successfulFeatures: 4
---
"""
ENTRIES = (
    "### First of all (2024-05-01)\n- **Why:** so\n\n",
    "#### [Gotcha] Second thing\r\n- uses [the guide]\r\n\r\n\r\n",
    "### 세 번째 항목\n- **Why:** 한국어\n\n",
    "### Fourth\n```\n### no entry\n```\n",
    "### Fifth\n- last, without a line end",
)
TITLE = "# Auth\n\nWhat all of them share.\n\n"
TEXT = HEAD + TITLE + "".join(ENTRIES)


def body(*numbers: int) -> str:
    """Return the file with these entries in this order, as far as they are neighbours."""
    return HEAD + TITLE + "".join(ENTRIES[number - 1] for number in numbers)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch, quick: None) -> None:
    """Write what was moved nearly at once."""
    monkeypatch.setattr(entry_rows, "MOVE_SECONDS", 0.02)


def rows(pilot: Editor) -> EntryRows:
    """Return the list of entries."""
    return screen(pilot).query_one(EntryRows)


async def listing(pilot: Editor) -> EntryRows:
    """Open the entries of auth.md and wait for them."""
    await open_file(pilot, "auth.md")
    await pilot.press("f4")
    await viewing(pilot, "entries")
    await until(pilot, lambda: screen(pilot).query_one(EntriesView).count == 5)
    await until(pilot, lambda: rows(pilot).has_focus)
    return rows(pilot)


async def question(pilot: Editor) -> None:
    """Wait until something is asked."""
    await until(pilot, lambda: isinstance(pilot.app.screen, Confirm))
    await pilot.pause()


def entry_order(pilot: Editor) -> list[int]:
    """Return the numbers of the entries in the order in which they are seen."""
    listed = rows(pilot)
    return [each.number for i in range(listed.count) if (each := listed.entry_at(i))]

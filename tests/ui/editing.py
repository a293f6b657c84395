"""The whole editor under test: started, watched until something is so, and read."""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from unittest.mock import patch

from textual import events
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import ContentSwitcher

from memtui.core.workspace import UNREAD
from memtui.ui.app import MemtuiApp
from memtui.ui.in_turn import InTurnApp
from memtui.ui.screens.main import MainScreen
from memtui.ui.widgets.form import FormView
from tests.ui.holding import shown

Editor = Pilot[None]

AUTH = """---
tags: [oauth, session]
summary: Token handling in the API
relevantTo: [login]
importance: 0.8
relatedFiles: []
usageStats:
  loaded: 12
  referenced: 4
  successfulFeatures: 3
---
# Auth

### Renew the token (2026-02-03)
- **Why:** It expires.
"""

API = (
    AUTH.replace("oauth, session", "rest").replace("[login]", "[endpoint]").replace("Token", "URL")
)
UI = AUTH.replace("oauth, session", "edge-case").replace("[login]", "[]").replace("Token", "Form")
GOTCHAS = AUTH.replace("oauth, session", "trap").replace("[login]", "[bug]").replace("0.8", "0.95")

FILES = {"api.md": API, "auth.md": AUTH, "gotchas.md": GOTCHAS, "ui.md": UI}
"""A store: one file that always loads, one that matches `oauth`, and two that do not."""


@asynccontextmanager
async def editing(app: MemtuiApp, size: tuple[int, int] = (120, 40)) -> AsyncIterator[Editor]:
    """Run the editor; its store is read and its first file stands in the form."""
    with patch.multiple("textual._wait", SLEEP_GRANULARITY=0.004, SLEEP_IDLE=0.0005):
        # Textual waits at least twice 20 ms for each key; what comes later, `until` waits for.
        async with app.run_test(size=size, notifications=True) as pilot:
            await until(pilot, lambda: bool(screen(pilot).query(FormView)))
            await until(pilot, lambda: screen(pilot).workspace.snapshot is not UNREAD)
            await pilot.pause()
            yield pilot


async def until(pilot: Editor, condition: Callable[[], object], seconds: float = 10) -> None:
    """Wait for something to become so, and say what the screen shows when it does not."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"it did not come to be:\n{shown(pilot.app)}"
        await pilot.pause(0.01)


def screen(pilot: Editor) -> MainScreen:
    """Return the main screen."""
    assert isinstance(pilot.app, MemtuiApp)
    return pilot.app.main


def order(pilot: Editor) -> list[str]:
    """Return the rows of the list as names without ending; the line between them is `—`."""
    rows = screen(pilot).page.files.rows
    return [rows.name_at(index).removesuffix(".md") or "—" for index in range(rows.count)]


def in_hand(pilot: Editor) -> str:
    """Return the file on which the cursor of the list stands, which is the one in the editor."""
    rows = screen(pilot).page.files.rows
    name = rows.name_at(rows.cursor)
    assert name == screen(pilot).chosen
    return name


def draft(pilot: Editor, name: str) -> str | None:
    """Return the unsaved text of a file."""
    found = screen(pilot).workspace.drafts.get(name)
    return found.text if found else None


def said(pilot: Editor) -> str:
    """Return what was said in the corner so far."""
    return "\n".join(note.message for note in pilot.app._notifications)


def focus(pilot: Editor) -> Widget:
    """Return what has the focus."""
    assert pilot.app.focused is not None
    return pilot.app.focused


async def seen(pilot: Editor, text: str) -> None:
    """Wait until the screen shows a text."""
    await until(pilot, lambda: text in shown(pilot.app))


async def heard(pilot: Editor, text: str) -> None:
    """Wait until something was said in the corner."""
    await until(pilot, lambda: text in said(pilot))


async def closed(pilot: Editor) -> None:
    """Wait until no dialog is open."""
    await until(pilot, lambda: len(pilot.app.screen_stack) == 1)


async def viewing(pilot: Editor, name: str) -> None:
    """Wait until a view of the file in hand is seen."""
    views = screen(pilot).query_one("#views", ContentSwitcher)
    await until(pilot, lambda: views.current == name)


async def typed(pilot: Editor, text: str) -> None:
    """Type a text as fast as keys can come, and wait until they are taken in."""
    for character in text:
        pilot.app.post_message(events.Key(_character_to_key(character), character))
    app = pilot.app
    if isinstance(app, InTurnApp):
        await until(pilot, lambda: not (app._acting or app._waiting))
    await pilot.press()
    await pilot.pause()


async def open_file(pilot: Editor, name: str) -> None:
    """Go to a file in the list with the keys."""
    rows = screen(pilot).page.files.rows
    if not rows.has_focus:
        await pilot.press("escape")
        await until(pilot, lambda: rows.has_focus)
    names = order(pilot)
    steps = names.index(name.removesuffix(".md")) - rows.cursor
    over_line = "—" in names[min(rows.cursor, rows.cursor + steps) :][: abs(steps)]
    for _ in range(abs(steps) - over_line):
        pilot.app.post_message(events.Key("down" if steps > 0 else "up", None))
    await until(pilot, lambda: screen(pilot).chosen == name)
    await pilot.pause()
    assert in_hand(pilot) == name


async def saved(pilot: Editor) -> None:
    """Press the key that saves, and wait until the draft of this file is on the disk."""
    name = screen(pilot).chosen
    await pilot.press("ctrl+s")
    await written(pilot)
    assert draft(pilot, name) is None


async def saved_document(pilot: Editor, path: str) -> None:
    """Press the key that saves, and wait until the document's draft is on the disk."""
    await pilot.press("ctrl+s")
    await until(pilot, lambda: draft(pilot, path) is None)
    await written(pilot)


async def written(pilot: Editor) -> None:
    """Wait until every plan is carried out, or refused, and the screen has heard of it."""

    def busy() -> bool:
        unfinished = [worker for worker in pilot.app.workers if not worker.is_finished]
        return any(worker.name == "save" or worker.group == "write" for worker in unfinished)

    await until(pilot, lambda: not busy())
    await pilot.pause()

"""Plans are carried out at once: a writer that waits for nothing, and what it mostly writes."""

from datetime import UTC, datetime

import pytest

from memtui.store import journal, recovering
from memtui.store.journal import Writer

AUTH = ".automaker/memory/auth.md"
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def no_pause(seconds: float) -> None:
    """Other programs write nothing in these tests, so nothing is waited for."""


QUICK = Writer(clock=lambda: NOON, pause=no_pause)


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for no late writes either, in every module that imports this."""
    for module in (journal, recovering):
        monkeypatch.setattr(module, "COMMAND_SECONDS", 0.0)

"""The views of the file in hand, while one of them is being made."""

import pytest
from textual.app import App, ComposeResult

from memtui.core.memory import Memory
from memtui.core.workspace import Snapshot, Workspace
from memtui.ui.widgets import views
from memtui.ui.widgets.entries import EntriesView
from memtui.ui.widgets.views import Views
from tests.ui.editing import AUTH, until


class Interrupted(EntriesView):
    """The store is read while this view has nothing in it yet."""

    def compose(self) -> ComposeResult:
        assert isinstance(self.parent, Views)
        self.parent.chosen = "auth.md"
        self.parent.workspace = Workspace(Snapshot((Memory("auth.md", AUTH),)))
        yield from super().compose()


class Holding(App[None]):
    """Holds the views of one file."""

    def compose(self) -> ComposeResult:
        yield Views(id="views")


async def test_a_view_that_is_being_made_is_filled_once_it_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(views.MAKERS, "entries", lambda: Interrupted(id="entries"))
    app = Holding()
    async with app.run_test() as pilot:
        await until(pilot, lambda: any(made.is_mounted for made in app.query(Interrupted)))
        await until(pilot, lambda: app.query_one(Interrupted).memory)
        assert app.query_one(Interrupted).memory == Memory("auth.md", AUTH)

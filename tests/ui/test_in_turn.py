"""Keys that arrive at once: each acts where the one before it led."""

import asyncio

import pytest
from textual import events
from textual.app import ComposeResult
from textual.pilot import Pilot
from textual.widgets import Input

from memtui.store.settings import Settings
from memtui.ui import in_turn
from memtui.ui.app import MemtuiApp
from memtui.ui.screens.main import MainScreen
from memtui.ui.screens.name import NameDialog
from memtui.ui.widgets.file_list import FileRows
from tests.ui.conftest import MakeApp, idle
from tests.ui.editing import editing, until

FILES = {f"{name}.md": "---\ntags: [first]\n---\nbody\n" for name in ("api", "auth", "cart")}


async def burst(pilot: Pilot[None], *keys: str) -> None:
    """Press keys without giving any of them time to act."""
    app = pilot.app
    assert isinstance(app, MemtuiApp)
    for key in keys:
        app.post_message(events.Key(key, key if len(key) == 1 else None))
    await pilot.pause()
    await until(pilot, lambda: not (app._acting or app._waiting))
    await idle(pilot)


def title(app: MemtuiApp) -> str:
    return app.main.query_one("#title", Input).value


async def test_what_is_typed_behind_a_tab_stands_in_the_next_field(make_app: MakeApp) -> None:
    app = make_app(FILES)
    async with editing(app) as pilot:
        await burst(pilot, *"add", "tab", *"ref", "shift+tab", "end", *"x", "tab", *"y")
        assert title(app) == "addx"
        assert app.main.query_one("#description", Input).value == "refy"


async def test_what_is_typed_before_the_first_frame_stands_in_the_title(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(FILES)
    composed = MainScreen.compose

    def compose(main: MainScreen) -> ComposeResult:
        for key in ("a", "d", "d"):
            app.post_message(events.Key(key, key))
        yield from composed(main)

    monkeypatch.setattr(MainScreen, "compose", compose)
    async with app.run_test() as pilot:
        await idle(pilot)
        assert title(app) == "add"


async def test_what_is_typed_behind_escape_goes_to_the_list(make_app: MakeApp) -> None:
    app = make_app(FILES)
    async with editing(app) as pilot:
        await burst(pilot, *"api", "escape", *"oj")
        assert title(app) == "api"
        assert app.main.query_one(FileRows).ordering == "name"
        assert app.main.chosen == "auth.md"


async def test_a_letter_right_behind_escape_is_not_taken_for_one_with_alt(
    make_app: MakeApp,
) -> None:
    app = make_app(FILES)
    async with editing(app) as pilot:
        await burst(pilot, *"api")
        # As Textual reads the two from a terminal that sends the same for both.
        app.post_message(events.Key("alt+j", "j"))
        await idle(pilot)
        assert title(app) == "api"
        assert app.main.chosen == "auth.md"


async def test_a_letter_with_alt_can_be_mapped(make_app: MakeApp) -> None:
    app = make_app(FILES, settings=Settings(keys={"files.order": "alt+j"}))
    async with editing(app) as pilot:
        await burst(pilot, "escape")
        app.post_message(events.Key("alt+j", "j"))
        await idle(pilot)
        assert app.main.query_one(FileRows).ordering == "name"
        assert app.main.chosen == "api.md"


async def test_a_name_typed_behind_n_stands_in_its_dialog(make_app: MakeApp) -> None:
    app = make_app(FILES)
    async with editing(app) as pilot:
        await burst(pilot, "escape", *"nnew-name")
        assert isinstance(app.screen, NameDialog)
        assert app.screen.query_one(Input).value == "new-name"
        await burst(pilot, "escape", *"j")
        assert len(app.screen_stack) == 1
        assert app.main.chosen == "auth.md"


async def test_a_tag_typed_behind_enter_on_a_file_is_its_tag(make_app: MakeApp) -> None:
    app = make_app(FILES)
    async with editing(app) as pilot:
        await burst(pilot, "escape", "down", "enter", *"second", "enter")
        memory = app.main.workspace.memory("auth.md")
        assert memory
        assert memory.reading.metadata.tags == ("first", "second")


async def test_a_key_that_nothing_comes_back_from_holds_the_next_up_for_a_moment(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(FILES)
    monkeypatch.setattr(FileRows, "on_acted", lambda _, event: event.stop(), raising=False)
    monkeypatch.setattr(in_turn, "PATIENCE_SECONDS", 0.01)
    async with editing(app) as pilot:
        await burst(pilot, "escape", *"jj")
        assert app.main.chosen == "cart.md"


async def test_a_question_that_no_key_asked_for_waits_until_nobody_types(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(FILES)
    async with editing(app) as pilot:
        await asyncio.wait_for(app.typing_paused(), 1)
        monkeypatch.setattr(in_turn, "PAUSE_SECONDS", 3600)
        await burst(pilot, "a")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(app.typing_paused(), 0.01)


async def test_letters_do_not_answer_what_an_earlier_run_left(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(FILES)
    offered: list[str] = []

    async def offer(main: MainScreen) -> None:
        offered.append(title(app))

    monkeypatch.setattr(MainScreen, "offer_left", offer)
    monkeypatch.setattr(in_turn, "PAUSE_SECONDS", 0.2)
    monkeypatch.setattr(app, "_typed_at", asyncio.get_running_loop().time() + 0.5)
    async with editing(app) as pilot:
        await burst(pilot, *"add")
        await until(pilot, lambda: offered)
        assert offered == ["add"]

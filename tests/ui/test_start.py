"""What stands on the screen when the editor has just opened."""

import pytest

from memtui.store.settings import Settings, read_choices
from memtui.ui.widgets.editor_pane import EditorPane
from tests.ui.conftest import MakeApp, idle
from tests.ui.editing import editing, heard, said, seen, until, viewing

FILE = "---\ntags: [{0}]\nsummary: About {0}\nrelevantTo: [{0}]\nimportance: {1}\n---\n# {0}\n"


async def test_the_first_file_of_the_list_is_in_hand_at_the_start(make_app: MakeApp) -> None:
    app = make_app({"gotchas.md": FILE.format("trap", 0.95), "api.md": FILE.format("api", 0.5)})
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert app.main.chosen == "gotchas.md"
        assert app.main.page.files.rows.cursor == 0


async def test_a_key_may_ask_for_a_view_before_the_views_are_made(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What makes them after the first frame never comes.
    monkeypatch.setattr(EditorPane, "on_mount", lambda _: None)
    app = make_app({"api.md": FILE.format("api", 0.5)})
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("f3")
        await viewing(pilot, "body")
        await seen(pilot, "# api")


async def test_a_theme_of_the_settings_is_no_choice_and_one_of_the_palette_is(
    make_app: MakeApp,
) -> None:
    app = make_app({"api.md": FILE.format("api", 0.5)}, settings=Settings(theme="textual-light"))
    async with editing(app) as pilot:
        assert app.theme == "textual-light"
        await idle(pilot)
        assert read_choices(app.session.project).theme == ""
        app.theme = "nord"
        await until(pilot, lambda: read_choices(app.session.project).theme == "nord")


async def test_a_theme_that_does_not_exist_is_told(make_app: MakeApp) -> None:
    app = make_app({"api.md": FILE.format("api", 0.5)}, settings=Settings(theme="[/] light"))
    async with editing(app) as pilot:
        assert "settings: theme: no theme is called “[/] light”" in said(pilot)
        assert app.theme == "textual-dark"


async def test_keys_for_ids_that_do_not_exist_are_told(make_app: MakeApp) -> None:
    # One of a dialog, one of the application, and two that nothing has.
    keys = dict.fromkeys(("plan.whole", "quit", "file.sav", "[/]"), "f12")
    app = make_app({"api.md": FILE.format("api", 0.5)}, settings=Settings(keys=keys))
    async with editing(app) as pilot:
        await heard(pilot, "settings: keys: no key has the id “[/]”")
        told = [line for line in said(pilot).splitlines() if "no key has the id" in line]
        assert told == [
            f"settings: keys: no key has the id “{each}”; f1 shows the ids"
            for each in ("file.sav", "[/]")
        ]

"""The feature bar drives the list: order at each key, profile, picker, prompt."""

import asyncio
import json

from textual import events
from textual.widgets import Input

from tests.ui.conftest import MakeApp
from tests.ui.editing import (
    FILES,
    editing,
    focus,
    in_hand,
    open_file,
    order,
    said,
    screen,
    seen,
    typed,
    until,
)
from tests.ui.holding import click_text, shown

OAUTH = json.dumps({"title": "Renew an oauth token", "description": "in the session"})
PAGES = json.dumps({"title": "Pages of the endpoint", "description": "", "status": "done"})


async def test_the_order_changes_at_each_key_and_the_cursor_stays_on_its_file(
    make_app: MakeApp,
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await open_file(pilot, "ui.md")
        await pilot.press("shift+f6")
        assert focus(pilot).id == "title"
        assert order(pilot) == ["gotchas", "—", "api", "auth", "ui"]
        await typed(pilot, "rest")
        assert order(pilot) == ["gotchas", "api", "—", "auth", "ui"]
        await typed(pilot, " oauth session")
        assert order(pilot) == ["gotchas", "auth", "api", "—", "ui"]
        assert in_hand(pilot) == "ui.md"
        await pilot.press(*["backspace"] * len(" oauth session"))
        assert order(pilot) == ["gotchas", "api", "—", "auth", "ui"]
        await pilot.press("tab")
        await typed(pilot, "login")
        assert order(pilot) == ["gotchas", "api", "auth", "—", "ui"]
        assert screen(pilot).workspace.feature.description == "login"


async def test_no_key_is_lost_however_fast_they_come(make_app: MakeApp) -> None:
    async with editing(make_app(FILES)) as pilot:
        title = pilot.app.screen.query_one("#title", Input)
        for gap in range(6):
            pilot.app.screen.set_focus(title)
            title.value = ""
            await until(pilot, lambda: not screen(pilot).workspace.feature.title)
            for character in "abcdefghij":
                title.post_message(events.Key(character, character))
                for _ in range(gap):
                    await asyncio.sleep(0)
            await until(pilot, lambda: screen(pilot).workspace.feature.title)
            await pilot.pause()
            assert (screen(pilot).workspace.feature.title, title.value) == ("abcdefghij",) * 2
            await open_file(pilot, "gotchas.md")
            for _ in range(3):
                pilot.app.post_message(events.Key("down", None))
                for _ in range(gap):
                    await asyncio.sleep(0)
            await until(pilot, lambda: screen(pilot).chosen == "ui.md")
            assert in_hand(pilot) == "ui.md"


async def test_a_feature_of_the_project_is_picked_and_can_be_edited(make_app: MakeApp) -> None:
    app = make_app(FILES, features={"1": OAUTH, "2": PAGES})
    async with editing(app) as pilot:
        await pilot.press("ctrl+o")
        await typed(pilot, "renew")
        await seen(pilot, "1 of 2")
        await pilot.press("enter")
        await until(pilot, lambda: screen(pilot).workspace.feature.id == "1")
        await pilot.pause()
        assert pilot.app.screen.query_one("#description", Input).value == "in the session"
        assert order(pilot) == ["gotchas", "auth", "—", "api", "ui"]
        await pilot.press("x")
        feature = screen(pilot).workspace.feature
        assert (feature.title, feature.id) == ("Renew an oauth tokenx", "")
        await pilot.press("ctrl+o", "escape")
        await pilot.pause()
        assert screen(pilot).workspace.feature is feature


async def test_without_features_the_picker_says_so(make_app: MakeApp) -> None:
    async with editing(make_app(FILES)) as pilot:
        await pilot.press("ctrl+o")
        await pilot.pause()
        assert "no features in .automaker/features" in said(pilot)
        assert len(pilot.app.screen_stack) == 1


async def test_profiles_take_turns_and_what_differs_is_named(make_app: MakeApp) -> None:
    files = {**FILES, "rest.md": FILES["ui.md"]}
    rest = json.dumps({"title": "a rest handler", "description": ""})
    async with editing(make_app(files, features={"1": rest, "2": PAGES})) as pilot:
        await seen(pilot, "▲ the profiles differ on 1 of 2 features")
        await typed(pilot, "rest")
        await pilot.press("escape")
        await seen(pilot, "profiles differ on rest")
        await pilot.press("t", "t")
        assert screen(pilot).workspace.profile == "automaker-app"
        assert order(pilot)[:3] == ["rest", "api", "gotchas"]
        await until(pilot, lambda: "the profiles differ on 1" not in shown(pilot.app))
        await click_text(pilot, "automaker-app")
        assert screen(pilot).workspace.profile == "documented"
        await until(pilot, lambda: screen(pilot).choices.profile == "documented")
        await pilot.press("shift+f6", *["backspace"] * 4)
        await seen(pilot, "all three profiles agree")


async def test_the_prompt_is_shown_as_the_agent_gets_it_with_unsaved_text(
    make_app: MakeApp,
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await typed(pilot, "oauth")
        await open_file(pilot, "auth.md")
        await pilot.press("f3", "ctrl+end")
        await typed(pilot, "Unsaved")
        await pilot.press("escape", "p")
        await seen(pilot, "Prompt · documented")
        await seen(pilot, "Unsaved")
        assert "1 gotchas.md" in shown(pilot.app)
        await pilot.press("escape")
        assert focus(pilot) is screen(pilot).page.files.rows


async def test_help_and_palette_open_from_text_and_from_the_list(make_app: MakeApp) -> None:
    async with editing(make_app(FILES)) as pilot:
        await pilot.press("f1")
        await seen(pilot, "Choose by other rules")
        await pilot.press("escape", "question_mark")
        assert pilot.app.screen.query_one("#title", Input).value == "?"
        await pilot.press("backspace", "escape", "question_mark")
        await seen(pilot, "Choose by other rules")
        await pilot.press("escape", "ctrl+p")
        await typed(pilot, "automaker-utils")
        await seen(pilot, "Profile automaker-utils")
        await pilot.press("enter")
        await until(pilot, lambda: screen(pilot).workspace.profile == "automaker-utils")

"""Stores of every size, and none: the editor always says what to do next."""

import json
from pathlib import Path

from tests.ui.both_sides import file, reread
from tests.ui.conftest import MakeApp
from tests.ui.editing import (
    AUTH,
    FILES,
    closed,
    editing,
    heard,
    in_hand,
    order,
    said,
    screen,
    seen,
    typed,
    until,
    written,
)
from tests.ui.holding import shown


def names(tmp_path: Path) -> set[str]:
    folder = file(tmp_path).parent
    return {path.name for path in folder.iterdir()} if folder.exists() else set()


async def test_a_folder_without_a_store_is_offered_one_which_is_made_and_shown(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app()) as pilot:
        await seen(pilot, "No memory store yet")
        await seen(pilot, "has no .automaker/memory")
        assert names(tmp_path) == set()
        await pilot.press("enter")
        await until(pilot, lambda: screen(pilot).workspace.snapshot.exists)
        await pilot.pause()
        assert {"_index.md", "gotchas.md"} < names(tmp_path)
        assert set(order(pilot)) - {"—"} == {name.removesuffix(".md") for name in names(tmp_path)}
        assert in_hand(pilot) == "gotchas.md"
        await typed(pilot, "a")
        assert screen(pilot).workspace.feature.title == "a"


async def test_the_offer_can_be_declined_is_made_once_and_can_be_taken_up_later(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app()) as pilot:
        await seen(pilot, "No memory store yet")
        await pilot.press("escape")
        await closed(pilot)
        await reread(pilot)
        await reread(pilot)
        assert len(pilot.app.screen_stack) == 1
        assert "No memory store yet." in shown(pilot.app)
        assert "n makes a file." in shown(pilot.app)
        assert "nothing to edit" in shown(pilot.app)
        for key in ("f2", "f3", "f4", "f5", "f8", "f9", "ctrl+s", "escape", "r", "d", "space"):
            await pilot.press(key)
        await pilot.press("o", "enter", "down", "p")
        await pilot.press("escape", "escape")
        assert names(tmp_path) == set()
        await pilot.press("ctrl+p")
        await typed(pilot, "make a store")
        await seen(pilot, "Make the memory files that are usual for this project")
        await pilot.press("enter")
        await seen(pilot, "has no .automaker/memory")
        await pilot.press("enter")
        await until(pilot, lambda: screen(pilot).workspace.snapshot.exists)
        assert "gotchas.md" in names(tmp_path)


async def test_the_first_file_of_a_folder_without_a_store_is_made_by_its_key(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app()) as pilot:
        await seen(pilot, "No memory store yet")
        await pilot.press("escape", "escape", "n")
        await seen(pilot, "New category")
        await typed(pilot, "auth")
        await pilot.press("enter")
        await written(pilot)
        assert names(tmp_path) == {"auth.md"}
        assert in_hand(pilot) == "auth.md"
        assert "nothing to edit" not in shown(pilot.app)


async def test_a_store_without_files_says_what_to_do_and_offers_nothing(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app({})) as pilot:
        await seen(pilot, "No memory files yet.")
        assert len(pilot.app.screen_stack) == 1
        await typed(pilot, "oauth")
        assert "0 files" in shown(pilot.app)
        await pilot.press("ctrl+p")
        await typed(pilot, "make a store")
        await pilot.pause()
        assert "usual for this project" not in shown(pilot.app)
        await pilot.press("escape")
        file(tmp_path).write_text(AUTH)
        await reread(pilot)
        assert in_hand(pilot) == "auth.md"
        assert "1 file " in shown(pilot.app)


async def test_a_store_of_one_file(make_app: MakeApp) -> None:
    async with editing(make_app({"auth.md": AUTH})) as pilot:
        assert order(pilot) == ["—", "auth"]
        assert in_hand(pilot) == "auth.md"
        await typed(pilot, "oauth")
        assert order(pilot) == ["auth", "—"] or order(pilot) == ["auth"]
        await pilot.press("escape", "up", "down", "end", "home", "pagedown", "enter")
        assert in_hand(pilot) == "auth.md"


async def test_a_store_of_a_thousand_files_scrolls_and_keeps_its_file(make_app: MakeApp) -> None:
    files = {f"m{number:04}.md": AUTH.replace("oauth", f"word{number}") for number in range(1000)}
    async with editing(make_app(files), size=(80, 24)) as pilot:
        assert "Files · 1000" in shown(pilot.app)
        await typed(pilot, "word777")
        assert order(pilot)[:3] == ["m0777", "—", "m0000"]
        assert "● m0777" in shown(pilot.app)
        await pilot.press("escape", "end")
        assert in_hand(pilot) == "m0999.md"
        assert "m0999" in shown(pilot.app)
        await pilot.press("pageup", "home")
        assert in_hand(pilot) == "m0777.md"
        await pilot.press("slash")
        await typed(pilot, "99")
        assert len(order(pilot)) == 20
        assert in_hand(pilot) == "m0099.md"


async def test_features_that_cannot_be_read_and_hostile_ones_do_no_harm(
    make_app: MakeApp,
) -> None:
    features = {
        "1": "{",
        "2": json.dumps({"title": "[/] [@click=app.quit]x[/] \u001b[31m", "description": 3}),
        "3": json.dumps({"title": "oauth"}),
    }
    async with editing(make_app(FILES, features=features)) as pilot:
        await pilot.press("ctrl+o")
        await seen(pilot, "[@click=app.quit]x[/]")
        await typed(pilot, "oauth")
        await pilot.press("enter")
        await until(pilot, lambda: screen(pilot).workspace.feature.id == "3")


async def test_a_project_whose_memory_is_no_folder_says_so(
    make_app: MakeApp, tmp_path: Path
) -> None:
    app = make_app()
    (tmp_path / "shop" / ".automaker").mkdir()
    (tmp_path / "shop" / ".automaker" / "memory").write_text("a file")
    async with editing(app) as pilot:
        await seen(pilot, "No memory store yet")
        await pilot.press("enter")
        await heard(pilot, ".automaker/memory")
        assert "Traceback" not in said(pilot)
        await seen(pilot, "No memory store yet.")

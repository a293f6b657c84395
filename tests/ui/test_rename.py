"""A category renamed in the editor: what follows is shown, written and taken back."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from memtui.core.documents import TABLE
from memtui.ui.app import MemtuiApp
from memtui.ui.screens.name import NameDialog
from tests.ui.both_sides import edit
from tests.ui.conftest import MakeApp
from tests.ui.editing import (
    FILES,
    Editor,
    closed,
    draft,
    editing,
    heard,
    open_file,
    screen,
    seen,
    typed,
    until,
)
from tests.ui.previews import accepted, previewed, taken_back

PATH = ".automaker/memory/auth.md"
NEW = ".automaker/memory/한글.md"
INDEX = (
    "# Index\r\n\r\n| Task type | Keywords | Files to load |\r\n|---|---|---|\r\n"
    f"| Login | login | {PATH}, docs/x.md |\r\n\r\nRead {PATH} first.\r\n"
)
API = FILES["api.md"].replace("relatedFiles: []", f"relatedFiles: [{PATH}]")
UI = FILES["ui.md"] + "\nSee [auth](auth.md), `[/]` and [@click=app.quit]x[/].\n"


def make(make_app: MakeApp, tmp_path: Path) -> MemtuiApp:
    app = make_app({**FILES, "api.md": API, "ui.md": UI})
    (tmp_path / "shop" / "memory").mkdir()
    (tmp_path / "shop" / TABLE).write_bytes(INDEX.encode())
    return app


def store(tmp_path: Path) -> dict[str, str]:
    root = tmp_path / "shop"
    folders = (root / ".automaker" / "memory", root / "memory")
    return {p.name: p.read_bytes().decode() for folder in folders for p in folder.iterdir()}


async def renaming(pilot: Editor, name: str) -> None:
    """Open the dialog on auth.md and type a name."""
    await open_file(pilot, "auth.md")
    await pilot.press("r")
    await until(pilot, lambda: isinstance(pilot.app.screen, NameDialog))
    await pilot.press("ctrl+u")
    await typed(pilot, name)


@asynccontextmanager
async def unwritten(make_app: MakeApp, tmp_path: Path) -> AsyncIterator[Editor]:
    """Run the editor; the name is asked for at the end, and leaving that has written nothing."""
    app = make(make_app, tmp_path)
    before = store(tmp_path)
    async with editing(app) as pilot:
        yield pilot
        await until(pilot, lambda: isinstance(pilot.app.screen, NameDialog))
        await pilot.press("escape")
        await closed(pilot)
        assert store(tmp_path) == before


@pytest.mark.parametrize("size", [(120, 40), (80, 24)])
async def test_rows_related_files_and_mentions_follow_and_come_back(
    make_app: MakeApp, tmp_path: Path, size: tuple[int, int]
) -> None:
    app = make(make_app, tmp_path)
    before = store(tmp_path)
    async with editing(app, size) as pilot:
        await renaming(pilot, "한글")
        text = await previewed(pilot)
        assert "Rename auth.md to 한글.md?" in text
        assert "row of the routing table" in text
        assert f"{TABLE} line 5" in text
        if size == (120, 40):
            assert "api.md line 6 · relatedFiles" in text
            assert f"+ | Login | login | {NEW}, docs/x.md |" in text
            assert "- See [auth](auth.md), `[/]` and [@click=app.quit]x[/]." in text
        assert store(tmp_path) == before
        await accepted(pilot)
        assert screen(pilot).chosen == "한글.md"
        expected = {name: each.replace(PATH, NEW) for name, each in before.items()}
        expected["한글.md"] = expected.pop("auth.md")
        expected["ui.md"] = UI.replace("(auth.md)", "(한글.md)")
        assert store(tmp_path) == expected
        await taken_back(pilot, "rename")
        assert store(tmp_path) == before


async def test_back_from_the_preview_asks_for_the_name_again(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with unwritten(make_app, tmp_path) as pilot:
        await renaming(pilot, "login")
        await previewed(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, NameDialog))
        await seen(pilot, "login.md")


async def test_a_name_that_a_list_would_tear_apart_is_refused(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with unwritten(make_app, tmp_path) as pilot:
        await renaming(pilot, "a, b")
        await pilot.press("enter")
        await heard(pilot, "holds a comma")


async def test_unsaved_work_in_a_file_that_would_follow_is_not_written_over(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with unwritten(make_app, tmp_path) as pilot:
        await edit(pilot, "api.md", "mine ")
        await until(pilot, lambda: draft(pilot, "api.md"))
        await pilot.press("escape")
        await renaming(pilot, "login")
        await pilot.press("enter")
        await heard(pilot, "api.md has unsaved changes: save them first")

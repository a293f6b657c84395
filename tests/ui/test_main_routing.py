"""The Routing page in the editor: what is typed in it is saved, kept and never lost."""

from pathlib import Path

import pytest
from textual.widgets import Input

from memtui.core.documents import TABLE
from memtui.ui.app import MemtuiApp
from memtui.ui.pages.routing import RoutingPage
from memtui.ui.widgets.text_editor import TextEditor
from tests.ui.conftest import MakeApp
from tests.ui.editing import Editor, draft, editing, focus, heard, screen, seen, until, written
from tests.ui.holding import click_text, shown
from tests.ui.routing_holding import PAGE


@pytest.fixture
def app(make_app: MakeApp, tmp_path: Path) -> MemtuiApp:
    root = tmp_path / "shop"
    for name, text in {
        TABLE: PAGE,
        "memory/testing.md": "# Testing\n",
        "tasks/context.md": "# Context\n",
        "docs/api/a.md": "# A\n",
        "docs/design/ARCHITECTURE.md": "# Architecture\n",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return make_app(root=root)


def on_disk(app: MemtuiApp, name: str = TABLE) -> str:
    return (app.session.project.root / name).read_text()


async def open_page(pilot: Editor) -> RoutingPage:
    """Go to the Routing page, until its rows are seen."""
    await pilot.press("escape", "2")
    await seen(pilot, "docs/ops/cicd.md")
    await until(pilot, lambda: screen(pilot).looked is not None)
    await pilot.pause()
    return screen(pilot).query_one(RoutingPage)


async def test_a_save_takes_a_cell_that_was_typed_and_not_entered(app: MemtuiApp) -> None:
    async with editing(app) as pilot:
        await open_page(pilot)
        await pilot.press("enter", "!", "ctrl+s")
        await written(pilot)
        assert on_disk(app) == PAGE.replace("Deploy/CI", "Deploy/CI!")
        assert draft(pilot, TABLE) is None


async def test_the_first_row_of_a_project_without_a_table_is_typed_and_then_saved(
    make_app: MakeApp,
) -> None:
    app = make_app({"auth.md": "# Auth\n"})
    table = app.session.project.root / TABLE
    async with editing(app) as pilot:
        await pilot.press("escape", "2")
        await seen(pilot, "No routing table yet")
        await pilot.press("n", *"print", "tab", *"p", "enter")
        assert not table.exists()
        await pilot.press("ctrl+s")
        await written(pilot)
        assert table.read_text().endswith("| print | p |  |\n")
        assert draft(pilot, TABLE) is None


async def test_edits_of_rows_are_saved_with_no_other_byte_changed(app: MemtuiApp) -> None:
    async with editing(app) as pilot:
        page = await open_page(pilot)
        await pilot.press("d", "J", "down", "n", *"New", "tab", *"new", "enter")
        assert "unsaved" in shown(app)
        await pilot.press("ctrl+s")
        await written(pilot)
        assert on_disk(app) == page.routes.draft.text
        assert on_disk(app).startswith(PAGE.split("| Deploy")[0])
        await heard(pilot, f"save {TABLE}")
        await pilot.press("ctrl+z")
        await until(pilot, lambda: draft(pilot, TABLE) is not None)


async def test_a_cell_that_is_half_typed_survives_a_signal(app: MemtuiApp) -> None:
    async with editing(app) as pilot:
        await open_page(pilot)
        await pilot.press("enter", "!")
        assert app.keep_now(pending=True) == 1
        kept = draft(pilot, TABLE)
        assert kept == PAGE.replace("Deploy/CI", "Deploy/CI!")


async def test_a_missing_file_is_mended_and_looked_for_again(app: MemtuiApp) -> None:
    async with editing(app) as pilot:
        await open_page(pilot)
        await seen(pilot, "docs/ARCHITECTURE.md ✗")
        await pilot.press("down", "f")
        await until(pilot, lambda: "docs/ARCHITECTURE.md ✗" not in shown(app))
        text = draft(pilot, TABLE)
        assert text
        assert "| docs/design/ARCHITECTURE.md |" in text


async def test_the_hint_follows_the_feature_at_each_key(app: MemtuiApp) -> None:
    async with editing(app) as pilot:
        await open_page(pilot)
        screen(pilot).query_one("#title", Input).focus()
        await pilot.press(*"the api")
        await seen(pilot, '[auto-memory] Looks like a "API')
        await seen(pilot, "▶ API work")


async def test_the_key_of_the_side_pane_is_called_by_what_it_shows(app: MemtuiApp) -> None:
    async with editing(app) as pilot:
        page = await open_page(pilot)
        await seen(pilot, "f8 Hint")
        assert "f8 Agent" not in shown(pilot.app)
        await click_text(pilot, "f8 Hint")
        await until(pilot, lambda: page.side.has_focus)


async def test_a_document_is_previewed_left_and_changed_panes_from(app: MemtuiApp) -> None:
    async with editing(app) as pilot:
        page = await open_page(pilot)
        await pilot.press("f8")
        while "memory/testing.md" not in page.side.name_in_hand:
            await pilot.press("down")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.focused, TextEditor))
        await pilot.press("f3")
        await until(pilot, lambda: bool(app.screen.query("Preview")))
        await pilot.press("f3", "f8")
        await until(pilot, lambda: page.side.has_focus)
        await pilot.press("f8")
        await until(pilot, lambda: isinstance(app.focused, TextEditor))
        await pilot.press("escape")
        await until(pilot, lambda: focus(pilot) is page.routes.grid)


async def test_a_topic_file_without_text_is_not_saved(app: MemtuiApp) -> None:
    async with editing(app) as pilot:
        await open_page(pilot)
        path = screen(pilot).project.root / "memory" / "testing.md"
        before = path.read_text()
        main = screen(pilot)
        main.workspace = main.workspace.with_draft("memory/testing.md", " \n")
        main.workspace = main.workspace.with_draft("tasks/context.md", "")
        await main.action_save_all()
        await heard(pilot, "memory/testing.md: without text it is not saved")
        await written(pilot)
        assert path.read_text() == before
        assert set(main.workspace.drafts) == {"memory/testing.md"}


async def test_what_others_write_comes_into_the_rows_and_keeps_what_is_typed(
    app: MemtuiApp,
) -> None:
    async with editing(app) as pilot:
        page = await open_page(pilot)
        await pilot.press("G", "enter", "!")
        path = app.session.project.root / TABLE
        path.write_text(PAGE.replace("| API work |", "| API |"))
        screen(pilot).read_disk()
        await seen(pilot, "API  ")
        await pilot.press("enter")
        await until(pilot, lambda: draft(pilot, TABLE) is not None)
        text = draft(pilot, TABLE)
        assert text == PAGE.replace("| API work |", "| API |").replace("Reviews", "Reviews!")
        assert page.routes.grid.row == 5

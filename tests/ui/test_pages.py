"""The pages and the keys that lead to them."""

from pathlib import Path

import pytest

from memtui.core.documents import TABLE
from memtui.ui.app import MemtuiApp
from memtui.ui.messages import DocumentChosen
from memtui.ui.pages.routing import RoutingPage
from memtui.ui.widgets.rows import RowList
from memtui.ui.widgets.status_line import StatusLine
from tests.ui.conftest import MakeApp
from tests.ui.editing import (
    FILES,
    Editor,
    editing,
    focus,
    saved_document,
    screen,
    seen,
    typed,
    until,
)

INDEX = """# Index

| Task type | Keywords | Files |
|---|---|---|
| Deploy/CI | deploy | docs/ops.md |
"""
TOPIC = "# Wholesale\n\nOrders by mail.\n"


@pytest.fixture
def app(make_app: MakeApp, tmp_path: Path) -> MemtuiApp:
    root = tmp_path / "shop"
    (root / "memory").mkdir(parents=True)
    (root / TABLE).write_text(INDEX)
    (root / "memory" / "wholesale.md").write_text(TOPIC)
    return make_app(FILES, root=root)


def routing(pilot: Editor) -> RoutingPage:
    return screen(pilot).query_one(RoutingPage)


async def test_numbers_lead_to_pages_and_are_typed_in_fields(app: MemtuiApp) -> None:
    async with editing(app) as pilot:
        await typed(pilot, "2 apis")
        assert screen(pilot).workspace.feature.title == "2 apis"
        assert not screen(pilot).query(RoutingPage)
        await pilot.press("escape", "2")
        await seen(pilot, "Deploy/CI")
        assert focus(pilot) is routing(pilot).routes.grid
        assert "2 Routing" in str(screen(pilot).query_one("StatusLine").render())
        await pilot.press("1")
        await until(pilot, lambda: focus(pilot) is screen(pilot).page.files.rows)
        assert not routing(pilot).display


async def test_pages_are_clicked_in_the_status_line_and_in_the_strip(app: MemtuiApp) -> None:
    async with editing(app) as pilot:
        line = str(screen(pilot).query_one("StatusLine").render())
        await pilot.click("StatusLine", offset=(1 + line.index("2 Routing"), 0))
        await until(pilot, lambda: screen(pilot).shown_page == "routing")
        await pilot.click("StatusLine", offset=(1 + line.index("1 Memory"), 0))
        await until(pilot, lambda: screen(pilot).shown_page == "memory")
        await pilot.click("RouteStrip", offset=(2, 0))
        await until(pilot, lambda: screen(pilot).shown_page == "routing")


async def test_keys_of_one_page_do_nothing_on_the_other(app: MemtuiApp) -> None:
    async with editing(app) as pilot:
        await pilot.press("escape", "2")
        await seen(pilot, "Deploy/CI")
        active = {binding.binding.id for binding in pilot.app.screen.active_bindings.values()}
        assert not active & {"memory.form", "memory.entries", "files.new", "files.delete"}
        await pilot.press("f2")
        assert screen(pilot).shown_page == "routing"


async def test_a_document_is_edited_and_saved_with_its_own_bytes_only(app: MemtuiApp) -> None:
    async with editing(app) as pilot:
        await pilot.press("escape", "2")
        await seen(pilot, "wholesale.md")
        root = screen(pilot).project.root
        await pilot.press("f8")
        side = focus(pilot)
        assert isinstance(side, RowList)
        await pilot.press("enter")
        await seen(pilot, "Orders by mail.")
        await typed(pilot, "So ")
        await saved_document(pilot, "memory/wholesale.md")
        assert (root / "memory" / "wholesale.md").read_text() == "So " + TOPIC
        assert (root / TABLE).read_text() == INDEX


async def test_a_draft_of_the_table_stands_in_the_strip_before_it_is_saved(app: MemtuiApp) -> None:
    async with editing(app) as pilot:
        await typed(pilot, "release")
        await seen(pilot, "no row fires")
        text = INDEX.replace("| deploy |", "| deploy,release |")
        screen(pilot).workspace = screen(pilot).workspace.with_draft(TABLE, text)
        await seen(pilot, "Deploy/CI ← release")
        await pilot.press("escape", "2")
        await seen(pilot, "Deploy/CI")
        await saved_document(pilot, TABLE)
        assert (screen(pilot).project.root / TABLE).read_text() == text


async def test_a_project_with_only_a_table_starts_on_its_page(
    make_app: MakeApp, tmp_path: Path
) -> None:
    root = tmp_path / "shop"
    (root / "memory").mkdir(parents=True)
    (root / TABLE).write_text(INDEX)
    app = make_app(None, root=root)
    async with app.run_test(size=(120, 40)) as pilot:
        await seen(pilot, "Routing table")
        assert app.main.shown_page == "routing"
        assert app.main.focused is app.main.query_one("#title")
        await typed(pilot, "deploy")
        await seen(pilot, "Deploy/CI ← deploy")


async def test_the_text_around_the_table_is_edited_as_text(app: MemtuiApp) -> None:
    async with editing(app) as pilot:
        await pilot.press("escape", "2")
        await seen(pilot, "as text")
        screen(pilot).post_message(DocumentChosen(TABLE))
        await seen(pilot, "# Index")
        await typed(pilot, "!")
        await pilot.press("escape")
        await seen(pilot, "Routing table")
        await saved_document(pilot, TABLE)
        assert (screen(pilot).project.root / TABLE).read_text() == "!" + INDEX


async def test_the_line_at_the_top_says_what_is_unsaved_also_where_it_is_narrow(
    app: MemtuiApp,
) -> None:
    async with editing(app, (80, 24)) as pilot:
        main = screen(pilot)
        main.watching, main.depth = "watching", 12
        line = main.query_one(StatusLine)
        line.project = "leaf-and-kettle"
        await seen(pilot, "● watching")
        main.workspace = main.workspace.with_draft("auth.md", "other")
        await seen(pilot, "● │ 1 unsaved │ ↶ 12")
        line.project = "a-project-with-a-name-that-takes-all-of-the-line"
        await seen(
            pilot, "a-project-with-a-na… │ 1 Memory  2 Routing │ documented │ ● │ 1 unsaved │ ↶ 12"
        )
        await pilot.resize_terminal(50, 20)
        await seen(pilot, "1 Memory  2 │ documented │ ● │ 1 unsaved │ ↶ 12")

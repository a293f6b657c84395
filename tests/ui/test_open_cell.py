"""A cell of the routing table that is typed in while others write, saves come, programs die."""

from pathlib import Path

import pytest

from memtui.core.documents import TABLE
from memtui.store.recovery import Recovery
from memtui.ui.app import MemtuiApp
from memtui.ui.pages.routing import RoutingPage
from tests.ui.conftest import MakeApp
from tests.ui.editing import Editor, editing, heard, saved_document, screen, seen, typed, until

INDEX = """# Index

| Task type | Keywords | Files |
|---|---|---|
| Deploy | deploy | docs/ops.md |
| Backups | backup,restore | docs/backup.md |
| Money | refund | docs/money.md |
"""


@pytest.fixture
def app(make_app: MakeApp, tmp_path: Path) -> MemtuiApp:
    root = tmp_path / "shop"
    (root / "memory").mkdir(parents=True)
    (root / TABLE).write_text(INDEX)
    return make_app({}, root=root)


def table(pilot: Editor) -> Path:
    return screen(pilot).project.root / TABLE


def cell(pilot: Editor) -> str:
    return screen(pilot).query_one(RoutingPage).routes.cell.value


async def in_backups(pilot: Editor, text: str) -> None:
    """Type behind the task type of the second row."""
    await pilot.press("escape", "2")
    await seen(pilot, "Backups")
    await pilot.press("down", "enter")
    await typed(pilot, text)
    assert cell(pilot) == f"Backups{text}"


async def changed(pilot: Editor, text: str) -> None:
    """Let another program write the table."""
    table(pilot).write_text(text)
    screen(pilot).read_disk()
    main = screen(pilot)
    await until(pilot, lambda: main.workspace.snapshot.by_name[TABLE].text == text)
    await pilot.pause()


async def test_a_row_that_goes_takes_no_other_one_with_it(app: MemtuiApp) -> None:
    async with editing(app) as pilot:
        await in_backups(pilot, "OPEN")
        without = INDEX.replace("| Backups | backup,restore | docs/backup.md |\n", "")
        await changed(pilot, without)
        await heard(pilot, "the row is gone; what you typed: BackupsOPEN")
        await pilot.press("ctrl+s")
        await heard(pilot, "nothing to save")
        assert table(pilot).read_text() == without


async def test_a_cell_that_others_write_is_overwritten_only_knowingly(app: MemtuiApp) -> None:
    async with editing(app) as pilot:
        await in_backups(pilot, "OPEN")
        renamed = INDEX.replace("| Backups |", "| Renamed |")
        await changed(pilot, renamed)
        await heard(pilot, "another program wrote “Renamed” into this cell")
        await pilot.press("escape")
        assert screen(pilot).workspace.drafts == {}
        assert table(pilot).read_text() == renamed


async def test_other_cells_of_the_row_may_change_meanwhile(app: MemtuiApp) -> None:
    async with editing(app) as pilot:
        await in_backups(pilot, "OPEN")
        await changed(pilot, INDEX.replace("backup,restore", "backup"))
        await pilot.press("enter")
        await saved_document(pilot, TABLE)
        assert "| BackupsOPEN | backup | docs/backup.md |" in table(pilot).read_text()


async def test_giving_up_after_a_save_takes_nothing_back(app: MemtuiApp) -> None:
    async with editing(app) as pilot:
        await in_backups(pilot, "HALF")
        await saved_document(pilot, TABLE)
        assert "| BackupsHALF |" in table(pilot).read_text()
        await pilot.press("escape")
        await pilot.pause()
        assert screen(pilot).workspace.drafts == {}


async def test_what_is_half_typed_is_kept_against_a_crash(app: MemtuiApp) -> None:
    async with editing(app) as pilot:
        await in_backups(pilot, "HALF")
        project = screen(pilot).project
        await until(pilot, lambda: any("BackupsHALF" in text for text in kept(app)))
        assert screen(pilot).workspace.drafts == {}
        await pilot.press("escape")
        await until(pilot, lambda: kept(app) == [])
        assert Recovery(project).left().drafts == ()


def kept(app: MemtuiApp) -> list[str]:
    return [each.text for each in app.session.recovery._kept.values()]

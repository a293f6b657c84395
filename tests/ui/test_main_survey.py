"""Rows of a survey and the page about the work, made in the whole editor."""

from pathlib import Path

import pytest

from memtui.ui.app import MemtuiApp
from memtui.ui.screens.context import ContextDialog
from memtui.ui.screens.dialog import LongField
from memtui.ui.screens.survey import Survey
from tests.ui.conftest import MakeApp
from tests.ui.editing import (
    FILES,
    Editor,
    closed,
    draft,
    editing,
    heard,
    said,
    screen,
    seen,
    typed,
    until,
)
from tests.ui.holding import shown
from tests.ui.learning import INDEX, app, finished, history, home, root
from tests.ui.previews import taken_back

__all__ = ["app", "home", "root"]

# -- the survey


async def survey(pilot: Editor) -> None:
    await pilot.press("escape", "2")
    await seen(pilot, "Wholesale")
    await pilot.press("i")
    await until(pilot, lambda: isinstance(pilot.app.screen, Survey))
    await pilot.pause()


async def test_ticked_rows_are_added_as_one_step(app: MemtuiApp, root: Path) -> None:
    async with editing(app) as pilot:
        await survey(pilot)
        text = shown(pilot.app)
        assert "docs/cicd.md" in text
        assert "docs/theme.md" in text
        assert (root / "memory" / "INDEX.md").read_text() == INDEX
        await pilot.press("a", "enter")
        await finished(pilot)
        after = (root / "memory" / "INDEX.md").read_text()
        assert after.startswith(INDEX)
        assert "docs/cicd.md" in after
        assert "docs/theme.md" in after
        (what,) = history(root)
        assert what.startswith("add ")
        assert what.endswith("to memory/INDEX.md")
        await pilot.press("i")
        await seen(pilot, "every document has a route")
        await pilot.press("escape")
        await closed(pilot)
        await taken_back(pilot, "add ")
        assert (root / "memory" / "INDEX.md").read_text() == INDEX


async def test_rows_join_an_unsaved_table(app: MemtuiApp, root: Path) -> None:
    async with editing(app) as pilot:
        mine = INDEX.replace("| wholesale |", "| wholesale,bulk |")
        screen(pilot).workspace = screen(pilot).workspace.with_draft("memory/INDEX.md", mine)
        await survey(pilot)
        await pilot.press("space", "enter")
        await finished(pilot)
        assert (root / "memory" / "INDEX.md").read_text() == INDEX
        text = draft(pilot, "memory/INDEX.md")
        assert text
        assert text.startswith(mine)
        assert text.count("\n") == mine.count("\n") + 1
        assert "joined the unsaved changes of memory/INDEX.md" in said(pilot)


async def test_leaving_the_survey_changes_nothing(app: MemtuiApp, root: Path) -> None:
    async with editing(app) as pilot:
        await survey(pilot)
        await pilot.press("a", "escape")
        await finished(pilot)
        assert history(root) == []


async def test_a_table_that_is_never_written_is_told_before_the_survey(
    make_app: MakeApp, root: Path
) -> None:
    (root / "memory" / "INDEX.md").write_bytes(INDEX.encode() + b"\xff")
    async with editing(make_app(FILES, root=root)) as pilot:
        await pilot.press("escape", "2")
        await seen(pilot, "Wholesale")
        await pilot.press("i")
        await heard(pilot, "memtui never writes such a file")
        assert pilot.app.screen is screen(pilot)


async def test_a_project_without_a_table_gets_one_from_the_survey(
    make_app: MakeApp, root: Path
) -> None:
    (root / "memory" / "INDEX.md").unlink()
    async with editing(make_app(FILES, root=root)) as pilot:
        await pilot.press("escape", "2", "i")
        await until(pilot, lambda: isinstance(pilot.app.screen, Survey))
        await pilot.press("a", "enter")
        await finished(pilot)
        assert (root / "memory" / "INDEX.md").read_text().startswith("# Memory Index")


# -- the state of the work


async def test_the_page_about_the_work_is_made_once_and_then_opened(
    app: MemtuiApp, root: Path
) -> None:
    async with editing(app) as pilot:
        await typed(pilot, "wholesale orders")
        await pilot.press("escape", "2")
        await seen(pilot, "Wholesale")
        await pilot.press("c")
        await until(pilot, lambda: isinstance(pilot.app.screen, ContextDialog))
        assert "memory/wholesale.md" in shown(pilot.app)
        await pilot.press("end", *" by mail", "tab", "tab", "tab", *"ask; mail", "enter")
        await finished(pilot)
        assert (root / "tasks" / "context.md").read_text() == (
            "# Context\n\n## Goal\n\nwholesale orders by mail\n\n## Key decisions\n\n## Done\n\n"
            "## Next\n\n- ask\n- mail\n\n## Key files\n\n- memory/wholesale.md\n"
        )
        await until(pilot, lambda: screen(pilot).in_hand == "tasks/context.md")
        assert history(root) == ["new tasks/context.md"]
        await pilot.press("escape", "1")
        await until(pilot, lambda: screen(pilot).shown_page == "memory")
        await screen(pilot).run_action("context")
        await until(pilot, lambda: screen(pilot).in_hand == "tasks/context.md")
        assert screen(pilot).shown_page == "routing"
        assert len(pilot.app.screen_stack) == 1


@pytest.mark.parametrize("noticed", [True, False])
async def test_a_page_that_others_make_meanwhile_loses_nothing_that_was_typed(
    app: MemtuiApp, root: Path, *, noticed: bool
) -> None:
    page = root / "tasks" / "context.md"
    async with editing(app) as pilot:
        await typed(pilot, "my goal")
        await pilot.press("escape", "2")
        await seen(pilot, "Wholesale")
        await pilot.press("c")
        await until(pilot, lambda: isinstance(pilot.app.screen, ContextDialog))
        page.parent.mkdir(exist_ok=True)
        page.write_text("# Context\n\n## Goal\n\ntheir goal\n")
        if noticed:
            screen(pilot).read_disk()
            await until(
                pilot, lambda: "tasks/context.md" in screen(pilot).workspace.snapshot.by_name
            )
        await pilot.press("enter")
        await finished(pilot)
        await until(pilot, lambda: screen(pilot).in_hand == "tasks/context.md")
        assert "their goal" in page.read_text()
        await heard(pilot, "that and your changes are put together")
        text = draft(pilot, "tasks/context.md") or ""
        assert "their goal" in text
        assert "my goal" in text


async def test_a_page_without_a_goal_is_not_made(app: MemtuiApp, root: Path) -> None:
    async with editing(app) as pilot:
        await pilot.press("escape", "2")
        await seen(pilot, "Wholesale")
        await pilot.press("c")
        await until(pilot, lambda: isinstance(pilot.app.screen, ContextDialog))
        await pilot.press("down", "down", "up", "enter")
        assert "✗ say in one sentence" in shown(pilot.app)
        field = pilot.app.focused
        assert isinstance(field, LongField)
        assert field.id == "goal"
        await typed(pilot, "one goal of many words " * 5 + "END")
        await until(pilot, lambda: field.size.height > 1)
        await pilot.press("down", *"a;b")
        assert "- b" in shown(pilot.app)
        await pilot.press("escape")
        await closed(pilot)
        assert not (root / "tasks").exists()

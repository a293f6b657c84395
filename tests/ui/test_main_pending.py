"""What is typed and not entered is never lost without a word."""

from pathlib import Path

from memtui.ui.widgets.chip_field import ChipField
from tests.ui.conftest import MakeApp
from tests.ui.editing import AUTH, until


async def test_a_save_takes_a_tag_that_was_typed_and_not_entered(
    make_app: MakeApp, tmp_path: Path
) -> None:
    app = make_app({"auth.md": AUTH})
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: bool(app.main.page.query(ChipField)))
        await pilot.press("escape", "enter")
        await until(pilot, lambda: app.main.page.editor.has_focus_within)
        await pilot.press(*"pend", "ctrl+s")
        path = tmp_path / "shop/.automaker/memory/auth.md"
        await until(pilot, lambda: "session, pend]" in path.read_text())
        assert path.read_text() == AUTH.replace("session]", "session, pend]")


async def test_a_space_while_typing_a_summary_leaves_no_quotes(
    make_app: MakeApp, tmp_path: Path
) -> None:
    app = make_app({"auth.md": AUTH})
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: bool(app.main.page.query(ChipField)))
        await pilot.press("escape", "enter")
        await until(pilot, lambda: app.main.page.editor.has_focus_within)
        await pilot.press("tab", "tab", "end", "space", *"now", "ctrl+s")
        path = tmp_path / "shop/.automaker/memory/auth.md"
        await until(pilot, lambda: " now\n" in path.read_text())
        assert '"' not in path.read_text()


async def test_keys_that_follow_the_search_quickly_go_into_it(make_app: MakeApp) -> None:
    app = make_app({"auth.md": AUTH})
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: bool(app.main.page.query(ChipField)))
        await pilot.press("f3")
        await until(pilot, lambda: app.main.page.editor.has_focus_within)
        for key in ("ctrl+f", "t", "o", "k"):
            app.simulate_key(key)
        await until(pilot, lambda: bool(app.screen.query("#words")))
        await pilot.pause(0.2)
        assert app.screen.query_one("#words").value == "tok"  # type: ignore[attr-defined]
        assert not app.main.workspace.drafts

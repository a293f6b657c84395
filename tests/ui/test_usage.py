"""The dialog of the counters."""

from memtui.core.metadata import UsageStats
from memtui.ui.screens.usage import UsageScreen
from tests.ui.holding import Holder, click_text, shown


async def test_only_counters_that_changed_are_returned() -> None:
    app = Holder(UsageScreen("auth.md", UsageStats(12, 4, 3)))
    async with app.run_test(size=(90, 20)) as pilot:
        assert "Counters of auth.md" in shown(app)
        assert "nothing changed" in shown(app)
        await pilot.press("ctrl+u", "0", "tab", "tab", "backspace", "5")
        assert "2 counters change" in shown(app)
        await pilot.press("enter")
        assert app.answers == [{"usageStats.loaded": 0, "usageStats.successfulFeatures": 5}]


async def test_what_is_no_count_is_said_and_not_returned() -> None:
    app = Holder(UsageScreen("[/].md", UsageStats()))
    async with app.run_test(size=(90, 20)) as pilot:
        assert "Counters of [/].md" in shown(app)
        for typed in ("-1", "1.5", "x", ""):
            await pilot.press("ctrl+u", *typed, "enter")
            assert "✗ Loaded: " in shown(app)
        assert app.answers == []
        await pilot.press(*"007")
        await click_text(pilot, "Set")
        assert app.answers == [{"usageStats.loaded": 7}]


async def test_leaving_changes_nothing() -> None:
    app = Holder(UsageScreen("auth.md", UsageStats(12, 4, 3)))
    async with app.run_test(size=(40, 20)) as pilot:
        await pilot.press("5", "escape")
        assert app.answers == [None]

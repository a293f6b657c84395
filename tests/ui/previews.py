"""The preview of a plan in the editor: opened, accepted, and its plan taken back."""

from memtui.ui.screens.plan_preview import PlanPreview
from tests.ui.editing import Editor, closed, heard, seen, until, written
from tests.ui.holding import shown


async def previewed(pilot: Editor, key: str = "enter") -> str:
    """Press the key that opens the preview, and return what it shows."""
    await pilot.press(key)
    await until(pilot, lambda: isinstance(pilot.app.screen, PlanPreview))
    await pilot.pause()
    return shown(pilot.app)


async def accepted(pilot: Editor) -> None:
    """Accept the preview, and wait until all is written."""
    await pilot.press("enter")
    await closed(pilot)
    await written(pilot)


async def taken_back(pilot: Editor, what: str) -> None:
    """Take the last change back, whose first words are given."""
    await pilot.press("u")
    await seen(pilot, "Take back?")
    await pilot.press("enter")
    await heard(pilot, f"taken back: {what}")
    await written(pilot)

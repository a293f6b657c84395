"""Three memories, two of them with near-equal entries, and the dialog that merges them."""

import pytest

from memtui.ui.screens import merge_files
from memtui.ui.screens.merge_files import MergeScreen
from tests.ui.editing import Editor, open_file, screen, until
from tests.ui.previews import accepted, previewed

HEAD = """---
tags: [{tags}]
summary: {summary}
relevantTo: [{topics}]
importance: {importance}
relatedFiles: []
usageStats:
  loaded: {loaded}
  referenced: 1
  successfulFeatures: 0
---
"""


def head(tags: str, importance: float, loaded: int, summary: str = "Ovens") -> str:
    """Return a frontmatter."""
    return HEAD.format(
        tags=tags, summary=summary, topics="bread", importance=importance, loaded=loaded
    )


OLD = """### Preheat the brick oven for ninety minutes before the first loaf (2026-02-01)
- **Context:** The bakery fires its brick oven with beech wood.
- **Why:** The dome stores too little heat before ninety minutes, and loaves stay pale.
"""
NEW = """#### [Gotcha] The brick oven needs ninety minutes, or loaves are pale (2026-03-05)
- **Situation:** Loaves were pale although the thermometer in the brick oven was right.
- **Root cause:** The dome of the oven stores heat slowly when it is fired with beech wood.
"""
OTHER = "### Book the ferry early (2026-02-02)\n- **Why:** The harbour office is closed at noon.\n"
KOREAN = "### 반죽은 밤새 둔다 (2026-02-07)\n- **Why:** 천천히 부풀어야 맛이 난다.\n"

OVEN = head("oven, dome", 0.5, 2, "Ovens of wood") + "# Oven\n\n" + OLD + "\n" + OTHER
OVENS = head("oven, heat", 0.8, 5) + "# Ovens\n\n" + KOREAN + "\n" + NEW
THIRD = head("third", 0.7, 1, "Third of all") + "# Third\n\nText of its own.\n\n### Three\n\n- x\n"
FILES = {"oven.md": OVEN, "ovens.md": OVENS, "third.md": THIRD}
JOINT = (
    OVENS.replace("[oven, heat]", "[oven, heat, dome]").replace("loaded: 5", "loaded: 7")
).replace("referenced: 1", "referenced: 2")


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch, quick: None) -> None:
    """Compute what was chosen nearly at once."""
    monkeypatch.setattr(merge_files, "PAUSE", 0.02)


async def mark(pilot: Editor, *names: str) -> None:
    """Mark files in the list."""
    for name in names:
        await open_file(pilot, name)
        await pilot.press("space")
    await until(pilot, lambda: screen(pilot).page.files.rows.marked == set(names))


async def merging(pilot: Editor, *names: str) -> MergeScreen:
    """Open the dialog on marked files, and wait until all is computed."""
    await mark(pilot, *names)
    await pilot.press("m")
    return await opened(pilot)


async def opened(pilot: Editor) -> MergeScreen:
    """Wait until the dialog is open and all is computed."""
    await until(pilot, lambda: isinstance(pilot.app.screen, MergeScreen))
    await computed(pilot)
    assert isinstance(pilot.app.screen, MergeScreen)
    return pilot.app.screen


async def computed(pilot: Editor) -> None:
    """Wait until what was chosen is computed."""
    await pilot.pause(0.05)
    groups = ("compute", "search")
    await until(
        pilot,
        lambda: not any(w.group in groups and not w.is_finished for w in pilot.app.workers),
    )
    await pilot.pause()


async def preview(pilot: Editor) -> str:
    """Open the preview and return what it shows."""
    return await previewed(pilot, "ctrl+s")


async def merged(pilot: Editor) -> None:
    """Open the preview, accept it, and wait until all is written."""
    await preview(pilot)
    await accepted(pilot)

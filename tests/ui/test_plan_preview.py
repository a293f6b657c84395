"""The preview of a plan: its rows are cut to the screen, all of it can be read, and it scrolls."""

import pytest
from textual.widgets import Button

from memtui.core.automaker import write
from memtui.core.memory import Feature, Memory
from memtui.core.metadata import Metadata
from memtui.core.reorganize.foresight import foreseen
from memtui.core.reorganize.split import Split, Target, split
from memtui.core.workspace import Snapshot, Workspace
from memtui.ui.screens.dialog import Passage
from memtui.ui.screens.plan_preview import PlanPreview
from tests.ui.holding import Holder, click_text, lines, shown

LONG = "a-name-that-needs-more-cells-than-a-column-has"
COUNT = 45
BODY = "".join(f"### Entry {n} about {LONG}\n\nText {n}.\n\n" for n in range(1, COUNT + 1))
SHOP = Memory("shop.md", write(Metadata(("shop",), (), "All", 0.7), BODY))
FEATURES = tuple(
    Feature(title=f"Task {n} of the shop, with a title as long as people write them, and longer")
    for n in range(9)
)


def preview() -> PlanPreview:
    workspace = Workspace(Snapshot((SHOP,), features=FEATURES))
    targets = [Target(f"part-{n:02}-{LONG}", (n,)) for n in range(1, COUNT + 1)]
    choice = Split("shop.md", tuple(targets))
    change = split(workspace.snapshot.by_name, choice, lambda name: f"memory/{name}")
    return PlanPreview(change, foreseen(workspace, change))


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (50, 20)])
async def test_rows_are_cut_and_w_shows_them_whole(size: tuple[int, int]) -> None:
    app = Holder(preview())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        passage = app.screen.query_one(Passage)
        listed = [line for line in lines(app) if line.startswith("│ + part-")]
        assert listed
        assert all("…" in line for line in listed)
        assert f"▲ no feature will load {COUNT} files: part-01" in shown(app)
        passage.scroll_end(animate=False)
        await pilot.pause()
        assert "and 6 more" in shown(app)
        await click_text(pilot, "w Whole")
        passage.scroll_end(animate=False)
        await pilot.pause()
        assert "and 6 more" not in shown(app)
        whole = "".join(line.strip("│▁▂▃▄▅▆▇█ ") for line in lines(app))
        assert f"-{LONG}.md" in whole
        await pilot.press("w")
        await pilot.pause()
        assert "and 6 more" in shown(app)


async def test_what_is_seen_whole_offers_nothing_more() -> None:
    workspace = Workspace(Snapshot((SHOP,)))
    choice = Split("shop.md", (Target("part", (1, 2)),))
    change = split(workspace.snapshot.by_name, choice, lambda name: name)
    app = Holder(PlanPreview(change, foreseen(workspace, change)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "…" not in shown(app)
        assert "w Whole" not in shown(app)
        await pilot.press("down")
        assert isinstance(app.focused, Button)
        assert "Back" in str(app.focused.label)


async def test_the_arrow_keys_scroll_and_the_answer_stays() -> None:
    app = Holder(preview())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        passage = app.screen.query_one(Passage)
        await pilot.press("down", "down", "down", "up")
        assert passage.scroll_y == 2
        await pilot.press("pagedown")
        assert passage.scroll_y > 10
        assert "Nothing is written yet; u takes all of it back." in shown(app)
        await pilot.press("right", "enter")
        assert app.answers == [None]

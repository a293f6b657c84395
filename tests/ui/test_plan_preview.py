"""The preview of a plan: its rows are cut to the screen, all of it can be read, and it scrolls."""

import pytest
from textual.widgets import Button

from memtui.core.automaker import write
from memtui.core.memory import Feature, Memory
from memtui.core.metadata import Metadata
from memtui.core.reorganize.foresight import foreseen
from memtui.core.reorganize.split import Split, Target, split
from memtui.core.replay import Effect, effect, replay
from memtui.core.workspace import Snapshot, Workspace
from memtui.ui.screens.dialog import Passage
from memtui.ui.screens.plan_preview import PlanPreview, effect_lines
from memtui.ui.widgets.figures import short
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
        # On the smallest screen the files stand below the features.
        passage.scroll_to(y=9, animate=False)
        await pilot.pause()
        listed = [line for line in lines(app) if line.startswith("│ + part-")]
        assert listed
        assert all("…" in line for line in listed)
        passage.scroll_to(y=6, animate=False)
        await pilot.pause()
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


def test_features_are_listed_by_whether_their_prompt_grows_shrinks_or_stays() -> None:
    def file(name: str, tag: str, body: str) -> Memory:
        return Memory(name, write(Metadata((tag,), (), "zz", 0.7), body))

    features = [Feature(title=title) for title in ("oven", "ferry", "clock", "violin", "harbour")]
    old = [
        file("oven.md", "oven", "short\n"),
        file("ferry.md", "ferry", "long " * 900),
        file("clock.md", "clock", "long " * 99),
        file("one.md", "violin", "same\n"),
    ]
    new = [
        file("oven.md", "oven", "long " * 900),
        file("ferry.md", "ferry", "long " * 99),
        file("hand.md", "clock", "short\n"),
        file("two.md", "violin", "same\n"),
    ]
    found = effect(replay(old, features, "documented"), replay(new, features, "documented"))
    said = [str(line) for line in effect_lines(found, ())]
    listed = said[said.index("Load more than before  1") :]
    assert [" ".join(line.split()) for line in listed] == [
        "Load more than before 1",
        f"{tokens_of(found, 0)} oven",
        "Load less than before 2",
        f"{tokens_of(found, 1)} ferry",
        f"{tokens_of(found, 2)} clock + hand.md − clock.md",
        "Load other files 1",
        f"{tokens_of(found, 3)} violin + two.md − one.md",
    ]


def tokens_of(found: Effect, place: int) -> str:
    shift = found.shifts[place]
    return f"{short(shift.before.tokens)} → {short(shift.after.tokens)}"


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

"""Near-equal entries of files that are merged: read side by side, and kept or left out."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from memtui.ui.app import MemtuiApp
from memtui.ui.screens.pairs import PairRows
from tests.ui.both_sides import store
from tests.ui.conftest import MakeApp
from tests.ui.editing import Editor, closed, editing, seen, until
from tests.ui.holding import CONTROL, CONTROL_SHOWN, HOSTILE, lines, shown
from tests.ui.merging import FILES, KOREAN, NEW, OLD, OTHER, computed, head, merging, preview, soon
from tests.ui.previews import accepted, taken_back

__all__ = ["soon"]


async def near(pilot: Editor) -> PairRows:
    await pilot.press("f3")
    rows = pilot.app.screen.query_one(PairRows)
    await until(pilot, lambda: rows.count and rows.has_focus)
    await pilot.pause()
    return rows


@pytest.mark.parametrize(
    ("keys", "left"),
    [
        ((), (OLD, NEW)),
        (("b",), (OLD, NEW)),
        (("1",), (OLD,)),
        (("2",), (NEW,)),
        (("n",), (NEW,)),
        (("N",), (NEW,)),
        (("1", "b"), (OLD, NEW)),
    ],
)
@pytest.mark.parametrize("size", [(120, 40), (80, 24)])
async def test_of_near_equal_entries_both_stay_unless_one_is_kept(
    make_app: MakeApp,
    tmp_path: Path,
    keys: tuple[str, ...],
    left: tuple[str, ...],
    size: tuple[int, int],
) -> None:
    async with editing(make_app(FILES), size) as pilot:
        await merging(pilot, "oven.md", "ovens.md")
        rows = await near(pilot)
        assert rows.count == 1
        text = shown(pilot.app)
        assert "oven 1 ≈ ovens 2" in text
        assert "1 oven.md 1 · 2026-02-01" in text
        await pilot.press(*keys)
        await computed(pilot)
        told = await preview(pilot)
        assert ("goes: " in told) == (len(left) == 1)
        await accepted(pilot)
        made = store(tmp_path)["ovens.md"]
        assert {part for part in (OLD, NEW) if part.strip() in made} == set(left)
        assert OTHER.strip() in made
        assert KOREAN in made
        await taken_back(pilot, "merge")
        assert store(tmp_path) == FILES


async def test_leaving_asks_while_a_pair_is_decided(make_app: MakeApp, tmp_path: Path) -> None:
    async with editing(make_app(FILES)) as pilot:
        await merging(pilot, "oven.md", "ovens.md")
        await near(pilot)
        await pilot.press("1", "escape")
        await seen(pilot, "1 decision is not written.")
        await pilot.press("l", "enter")
        await closed(pilot)
        assert store(tmp_path) == FILES


async def test_both_texts_are_read_side_by_side_or_below_each_other(make_app: MakeApp) -> None:
    for size, beside in (((120, 40), True), ((80, 24), False)):
        async with editing(make_app(FILES), size) as pilot:
            await merging(pilot, "oven.md", "ovens.md")
            await near(pilot)
            row = next(line for line in lines(pilot.app) if "1 oven.md 1" in line)
            assert ("2 ovens.md 2" in row) is beside
            await pilot.press("2")
            await computed(pilot)
            assert "✗ goes" in shown(pilot.app)
            assert "1 entry goes" in shown(pilot.app)


# -- hostile text


async def test_hostile_text_and_korean_are_shown_as_they_stand(
    make_app: MakeApp, tmp_path: Path
) -> None:
    bad = [*HOSTILE, CONTROL]
    names = {"[bold.md": "", "[@click=app.quit]x[].md": "", "[$primary]한글.md": ""}
    body = "# T\n\n" + "".join(
        f"### {text} (2026-01-0{n})\n{text}\n\n" for n, text in enumerate(bad, 1)
    )
    files: Mapping[str, str] = {name: head("a", 0.5, 1) + body for name in names}
    for size in ((120, 40), (80, 24)):
        app: MemtuiApp = make_app(files)
        async with editing(app, size) as pilot:
            await merging(pilot, *names)
            text = shown(pilot.app)
            assert "[bold.md" in text
            assert "[$primary]한글" in text
            rows = await near(pilot)
            assert app.is_running
            text = shown(pilot.app)
            for _ in range(rows.count):
                await pilot.press("down")
                text += shown(pilot.app)
            assert "[/]" in text
            assert CONTROL_SHOWN in text
            assert "\x1b" not in text
            await pilot.press("1")
            await computed(pilot)
            told = await preview(pilot)
            assert "\x1b" not in told
            await pilot.press("escape", "escape")

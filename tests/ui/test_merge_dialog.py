"""Files merged in the editor: what is chosen, what is written, and what undo makes of it."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from memtui.core.frontmatter import read
from memtui.core.metadata import UsageStats
from memtui.ui.app import MemtuiApp
from memtui.ui.screens import merge_files
from memtui.ui.screens.file_picker import FilePicker
from memtui.ui.screens.merge_files import MergeScreen
from memtui.ui.screens.pairs import PairRows
from memtui.ui.screens.plan_preview import PlanPreview
from memtui.ui.widgets.chips import ChipEntry
from tests.ui.conftest import MakeApp
from tests.ui.editing import (
    Editor,
    closed,
    draft,
    editing,
    heard,
    open_file,
    order,
    said,
    screen,
    seen,
    typed,
    until,
    written,
)
from tests.ui.holding import CONTROL, CONTROL_SHOWN, HOSTILE, click_text, lines, shown

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
    monkeypatch.setattr(merge_files, "PAUSE", 0.02)


def folder(tmp_path: Path) -> Path:
    return tmp_path / "shop" / ".automaker" / "memory"


def store(tmp_path: Path) -> dict[str, str]:
    """Return the files of the store, byte for byte."""
    return {path.name: path.read_bytes().decode() for path in folder(tmp_path).iterdir()}


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
    await pilot.press("ctrl+s")
    await until(pilot, lambda: isinstance(pilot.app.screen, PlanPreview))
    await pilot.pause()
    return shown(pilot.app)


async def accepted(pilot: Editor) -> None:
    """Accept the preview, and wait until all is written."""
    await preview(pilot)
    await pilot.press("enter")
    await closed(pilot)
    await written(pilot)


async def taken_back(pilot: Editor) -> None:
    await pilot.press("u")
    await seen(pilot, "Take back?")
    await pilot.press("enter")
    await heard(pilot, "taken back: merge")
    await written(pilot)


# -- the merge as a whole


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (50, 20)])
async def test_marked_files_become_one_and_undo_brings_every_byte(
    make_app: MakeApp, tmp_path: Path, size: tuple[int, int]
) -> None:
    async with editing(make_app(FILES), size) as pilot:
        await merging(pilot, "oven.md", "ovens.md")
        assert "→ ovens.md" in shown(pilot.app)
        text = await preview(pilot)
        assert "Each of the 4 entries is in exactly one file" in text
        assert "oven.md" in text
        assert store(tmp_path) == FILES
        await pilot.press("enter")
        await closed(pilot)
        await written(pilot)
        assert store(tmp_path) == {
            "ovens.md": JOINT + "\n" + OLD + "\n" + OTHER,
            "third.md": THIRD,
        }
        assert screen(pilot).chosen == "ovens.md"
        assert set(order(pilot)) - {"—"} == {"ovens", "third"}
        await taken_back(pilot)
        assert store(tmp_path) == FILES


async def test_the_mouse_does_all_of_it(make_app: MakeApp, tmp_path: Path) -> None:
    async with editing(make_app(FILES)) as pilot:
        await merging(pilot, "oven.md", "ovens.md")
        dialog = pilot.app.screen
        await pilot.click(dialog.query_one("MergeFiles"), offset=(0, 0))
        await computed(pilot)
        assert "→ oven.md" in shown(pilot.app)
        await click_text(pilot, "○ new")
        await computed(pilot)
        await click_text(pilot, "p Preview")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlanPreview))
        await pilot.pause()
        await click_text(pilot, "Accept")
        await closed(pilot)
        await written(pilot)
        assert set(store(tmp_path)) == {"oven.md", "third.md"}
        reading = read(store(tmp_path)["oven.md"])
        assert reading.metadata.usage_stats == UsageStats()
        assert reading.metadata.tags == ("oven", "dome", "heat")
        assert reading.metadata.importance == 0.8
        assert reading.metadata.summary == "Ovens of wood"


async def test_back_from_the_preview_keeps_what_was_chosen(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        dialog = await merging(pilot, "oven.md", "ovens.md")
        dialog.query_one("#into").focus()
        await pilot.press("ctrl+u")
        await typed(pilot, "bread")
        await computed(pilot)
        await preview(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is dialog)
        assert "bread.md: 4 entries" in shown(pilot.app)
        await accepted(pilot)
        assert set(store(tmp_path)) == {"bread.md", "third.md"}
        made = read(store(tmp_path)["bread.md"])
        assert made.metadata.usage_stats.loaded == 7
        assert all(part in made.body for part in (OLD, NEW, OTHER, KOREAN))


async def test_leaving_writes_nothing(make_app: MakeApp, tmp_path: Path) -> None:
    async with editing(make_app(FILES)) as pilot:
        await merging(pilot, "oven.md", "ovens.md")
        await preview(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, MergeScreen))
        await pilot.press("escape")
        await closed(pilot)
        assert store(tmp_path) == FILES


# -- which files


async def test_one_file_in_hand_is_merged_with_one_that_is_picked(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await open_file(pilot, "oven.md")
        await pilot.press("m")
        await until(pilot, lambda: isinstance(pilot.app.screen, FilePicker))
        await pilot.pause()
        assert "Merge oven with" in shown(pilot.app)
        assert "third" in shown(pilot.app)
        await typed(pilot, "ovens")
        await pilot.press("enter")
        await opened(pilot)
        await accepted(pilot)
        assert set(store(tmp_path)) == {"ovens.md", "third.md"}


async def test_files_are_added_ordered_and_left_out(make_app: MakeApp, tmp_path: Path) -> None:
    async with editing(make_app(FILES)) as pilot:
        dialog = await merging(pilot, "oven.md", "ovens.md")
        await pilot.press("d")
        await pilot.press("a")
        await until(pilot, lambda: isinstance(pilot.app.screen, FilePicker))
        await pilot.pause()
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is dialog)
        await computed(pilot)
        assert "Merge oven, ovens, third" in shown(pilot.app)
        await pilot.press("end", "K", "K", "space")
        await computed(pilot)
        await pilot.press("down", "d")
        await computed(pilot)
        assert "third.md: 3 entries" in shown(pilot.app)
        await accepted(pilot)
        assert set(store(tmp_path)) == {"third.md", "oven.md"}
        assert store(tmp_path)["third.md"].endswith("### Three\n\n- x\n\n" + KOREAN + "\n" + NEW)


async def test_an_existing_category_that_was_not_marked_can_take_them_in(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        dialog = await merging(pilot, "oven.md", "ovens.md")
        dialog.query_one("#into").focus()
        await pilot.press("ctrl+u")
        await typed(pilot, "third.md")
        await computed(pilot)
        assert "third.md: 5 entries" in shown(pilot.app)
        await accepted(pilot)
        assert list(store(tmp_path)) == ["third.md"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "a name is missing"),
        ("a/b", "a name is no path"),
        ("OVEN", "oven exists and differs only in case"),
        ("_index", "_index is for people"),
    ],
)
async def test_a_target_that_cannot_be_is_refused_with_the_reason(
    make_app: MakeApp, tmp_path: Path, name: str, why: str
) -> None:
    async with editing(make_app(FILES)) as pilot:
        dialog = await merging(pilot, "oven.md", "ovens.md")
        dialog.query_one("#into").focus()
        await pilot.press("ctrl+u")
        await typed(pilot, name)
        await computed(pilot)
        assert why in shown(pilot.app)
        await pilot.press("ctrl+s")
        await heard(pilot, why)
        assert store(tmp_path) == FILES


async def test_unsaved_work_is_not_merged(make_app: MakeApp, tmp_path: Path) -> None:
    async with editing(make_app(FILES)) as pilot:
        await mark(pilot, "oven.md", "ovens.md")
        await open_file(pilot, "oven.md")
        await pilot.press("f3")
        await typed(pilot, "mine ")
        await until(pilot, lambda: draft(pilot, "oven.md"))
        await pilot.press("escape", "m")
        await heard(pilot, "oven.md has unsaved changes: save them first")
        assert len(pilot.app.screen_stack) == 1


async def test_a_file_that_others_change_meanwhile_is_not_overwritten(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        dialog = await merging(pilot, "oven.md", "ovens.md")
        changed = OVEN + "\n### Late\n\n- by others\n"
        (folder(tmp_path) / "oven.md").write_bytes(changed.encode())
        await preview(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is dialog)
        await until(pilot, lambda: "oven.md" in said(pilot))
        assert store(tmp_path) == {**FILES, "oven.md": changed}
        await screen(pilot).read_disk().wait()
        await pilot.press("ctrl+s")
        await heard(pilot, "the files have changed since: look again")
        await computed(pilot)
        assert "ovens.md: 5 entries" in shown(pilot.app)
        await accepted(pilot)
        assert "### Late\n\n- by others\n" in store(tmp_path)["ovens.md"]


# -- the frontmatter


async def test_every_field_can_be_changed_and_what_is_not_follows_the_target(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        dialog = await merging(pilot, "oven.md", "ovens.md")
        dialog.query_one("#tags").query_one(ChipEntry).focus()
        await typed(pilot, "bakery")
        await pilot.press("enter")
        dialog.query_one("#summary").query_one("WrapInput").focus()
        await pilot.press("ctrl+u")
        await typed(pilot, "둘 다")
        dialog.query_one("#importance").query_one("LineInput").focus()
        await pilot.press("ctrl+u")
        await typed(pilot, "0.65")
        await computed(pilot)
        dialog.query_one("MergeFiles").focus()
        await pilot.press("home", "space")
        await computed(pilot)
        await accepted(pilot)
        made = read(store(tmp_path)["oven.md"]).metadata
        assert made.tags == ("oven", "heat", "dome", "bakery")
        assert made.summary == "둘 다"
        assert made.importance == 0.65
        assert made.relevant_to == ("bread",)


async def test_a_word_that_is_typed_and_not_entered_is_taken(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        dialog = await merging(pilot, "oven.md", "ovens.md")
        dialog.query_one("#tags").query_one(ChipEntry).focus()
        await typed(pilot, "bakery")
        await accepted(pilot)
        assert "bakery" in read(store(tmp_path)["ovens.md"]).metadata.tags


async def test_a_broken_frontmatter_says_what_to_mend(make_app: MakeApp, tmp_path: Path) -> None:
    broken = "---\ntags: [a\n---\n# T\n"
    async with editing(make_app({**FILES, "bad.md": broken})) as pilot:
        await merging(pilot, "oven.md", "bad.md")
        assert "mend that first" in shown(pilot.app)
        assert "bad.md" in shown(pilot.app)


# -- near-equal entries


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
        await pilot.press("enter")
        await closed(pilot)
        await written(pilot)
        made = store(tmp_path)["ovens.md"]
        assert {part for part in (OLD, NEW) if part.strip() in made} == set(left)
        assert OTHER.strip() in made
        assert KOREAN in made
        await taken_back(pilot)
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

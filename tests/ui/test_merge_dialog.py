"""Files merged in the editor: what is chosen, what is written, and what undo makes of it."""

from functools import partial
from pathlib import Path

import pytest

from memtui.core.frontmatter import read
from memtui.core.metadata import UsageStats
from memtui.ui.screens import merge_files
from memtui.ui.screens.file_picker import FilePicker
from memtui.ui.screens.merge_files import MergeScreen
from memtui.ui.screens.plan_preview import PlanPreview
from memtui.ui.widgets.chips import ChipEntry
from tests.ui.both_sides import edit, file, store
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
    typed,
    until,
    written,
)
from tests.ui.holding import click_text, shown
from tests.ui.merging import (
    FILES,
    JOINT,
    KOREAN,
    NEW,
    OLD,
    OTHER,
    OVEN,
    THIRD,
    computed,
    mark,
    merged,
    merging,
    opened,
    preview,
    soon,
)
from tests.ui.previews import accepted, taken_back

__all__ = ["soon"]


async def named(pilot: Editor, name: str) -> None:
    """Type the name of the file that takes in the others."""
    pilot.app.screen.query_one("#into").focus()
    await pilot.press("ctrl+u")
    await typed(pilot, name)
    await computed(pilot)


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
        await accepted(pilot)
        assert store(tmp_path) == {
            "ovens.md": JOINT + "\n" + OLD + "\n" + OTHER,
            "third.md": THIRD,
        }
        assert screen(pilot).chosen == "ovens.md"
        await until(pilot, lambda: not screen(pilot).page.files.rows.marked)
        assert set(order(pilot)) - {"—"} == {"ovens", "third"}
        await taken_back(pilot, "merge")
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
        await named(pilot, "bread")
        await preview(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is dialog)
        assert "bread.md: 4 entries" in shown(pilot.app)
        await merged(pilot)
        assert set(store(tmp_path)) == {"bread.md", "third.md"}
        made = read(store(tmp_path)["bread.md"])
        assert made.metadata.usage_stats.loaded == 7
        assert all(part in made.body for part in (OLD, NEW, OTHER, KOREAN))


async def test_what_the_dialog_computed_is_handed_over(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await merging(pilot, "oven.md", "ovens.md")
        monkeypatch.setattr(merge_files, "merge", partial(pytest.fail, "computed again"))
        await merged(pilot)
        assert set(store(tmp_path)) == {"ovens.md", "third.md"}


async def test_the_pages_open_by_a_click_and_by_remapped_keys(make_app: MakeApp) -> None:
    async with editing(make_app(FILES), (50, 20)) as pilot:
        pilot.app.set_keymap({"merge.near": "f12"})
        dialog = await merging(pilot, "oven.md", "ovens.md")
        assert "f2 Frontmatter   f12 Near-equal 1 · all stay" in shown(pilot.app)
        await click_text(pilot, "Near-equal 1")
        assert dialog.query_one("#near").display
        await pilot.press("1")
        await until(pilot, lambda: "Near-equal 1 · 1 entry g" in shown(pilot.app))
        await pilot.press("u")
        await until(pilot, lambda: "Near-equal 1 · all stay" in shown(pilot.app))
        await pilot.press("f2")
        assert not dialog.query_one("#near").display
        await pilot.press("f12")
        assert dialog.query_one("#near").display


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
        assert "Third of all" in shown(pilot.app)
        await typed(pilot, "zz")
        await pilot.press("enter")
        assert "Merge oven with · 0 of 2" in shown(pilot.app)
        assert "no other category has these letters in its name" in shown(pilot.app)
        await pilot.press("ctrl+u")
        await typed(pilot, "ovens")
        await pilot.press("enter")
        await opened(pilot)
        await merged(pilot)
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
        await merged(pilot)
        assert set(store(tmp_path)) == {"third.md", "oven.md"}
        assert store(tmp_path)["third.md"].endswith("### Three\n\n- x\n\n" + KOREAN + "\n" + NEW)


async def test_an_existing_category_that_was_not_marked_can_take_them_in(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await merging(pilot, "oven.md", "ovens.md")
        await named(pilot, "third.md")
        assert "third.md: 5 entries" in shown(pilot.app)
        await merged(pilot)
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
        await edit(pilot, "oven.md", "mine ")
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
        file(tmp_path, "oven.md").write_bytes(changed.encode())
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
        await merged(pilot)
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
        await merged(pilot)
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
        await merged(pilot)
        assert "bakery" in read(store(tmp_path)["ovens.md"]).metadata.tags


async def test_a_broken_frontmatter_says_what_to_mend(make_app: MakeApp, tmp_path: Path) -> None:
    broken = "---\ntags: [a\n---\n# T\n"
    async with editing(make_app({**FILES, "bad.md": broken})) as pilot:
        await merging(pilot, "oven.md", "bad.md")
        assert "mend that first" in shown(pilot.app)
        assert "bad.md" in shown(pilot.app)

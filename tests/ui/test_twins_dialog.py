"""Twins worked through in the editor: what is listed, what goes, and what undo brings back."""

import threading
from collections.abc import Callable, Collection, Iterable
from pathlib import Path

import pytest

from memtui.core.memory import Memory
from memtui.core.reorganize.twins import Twins, near_equal
from memtui.ui.screens import entry_texts, merge_files, twins
from memtui.ui.screens.merge_files import MergeScreen
from memtui.ui.screens.plan_preview import PlanPreview
from memtui.ui.screens.twins import CategoryRows, TwinsScreen
from tests.ui.conftest import MakeApp
from tests.ui.editing import (
    Editor,
    closed,
    draft,
    editing,
    heard,
    open_file,
    said,
    screen,
    seen,
    typed,
    until,
    written,
)
from tests.ui.holding import CONTROL, CONTROL_SHOWN, HOSTILE, click_text, lines, shown
from tests.ui.merging import KOREAN, NEW, OLD, OTHER, head
from tests.ui.own_editor import editor_that, lent
from tests.ui.previews import taken_back

AGAIN = """### Beech wood heats the brick oven for ninety minutes, else loaves are pale (2026-01-04)
- **Why:** The dome of the brick oven stores heat slowly, and pale loaves are sent back.
"""
FILES = {
    "bread.md": head("bread", 0.5, 2) + "# Bread\n\n" + OLD + "\n" + OTHER,
    "oven.md": head("oven", 0.8, 5) + "# Oven\n\n" + KOREAN + "\n" + NEW,
    "ovens.md": head("ovens", 0.7, 1) + "# Ovens\n\n" + OTHER.replace("ferry", "boat"),
    "plain.md": head("plain", 0.6, 1) + "# Plain\n\n" + AGAIN + "\n### Other\n\n- x\n",
}


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch, quick: None) -> None:
    monkeypatch.setattr(merge_files, "PAUSE", 0.02)


def store(tmp_path: Path) -> dict[str, str]:
    return {p.name: p.read_bytes().decode() for p in tmp_path.glob("shop/.automaker/memory/*")}


async def working(pilot: Editor) -> TwinsScreen:
    """Open the dialog and wait until everything was compared."""
    await pilot.press("escape", "w")
    await until(pilot, lambda: isinstance(pilot.app.screen, TwinsScreen))
    await compared(pilot)
    dialog = pilot.app.screen
    assert isinstance(dialog, TwinsScreen)
    return dialog


async def at_ferry(pilot: Editor) -> TwinsScreen:
    dialog = await working(pilot)
    dialog.rows.cursor = listed(dialog).index(FERRY)
    return dialog


async def compared(pilot: Editor) -> None:
    await until(
        pilot, lambda: not any(w.group == "search" and not w.is_finished for w in pilot.app.workers)
    )
    await pilot.pause()


async def previewed(pilot: Editor) -> str:
    await pilot.press("p")
    await until(pilot, lambda: isinstance(pilot.app.screen, PlanPreview))
    await pilot.pause()
    return shown(pilot.app)


async def accepted(pilot: Editor, dialog: TwinsScreen) -> None:
    await previewed(pilot)
    await pilot.press("enter")
    await until(pilot, lambda: pilot.app.screen is dialog)
    await written(pilot)


async def merged(pilot: Editor, dialog: TwinsScreen) -> None:
    """Merge the first two categories of the list, and accept it."""
    dialog.query_one(CategoryRows).focus()
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, MergeScreen))
    await seen(pilot, "Merge oven, ovens")
    await pilot.press("ctrl+s")
    await until(pilot, lambda: isinstance(pilot.app.screen, PlanPreview))
    await pilot.press("enter")
    await until(pilot, lambda: pilot.app.screen is dialog)


def listed(dialog: TwinsScreen) -> list[tuple[str, int, str, int]]:
    return [
        (pair.one.file, pair.one.number, pair.other.file, pair.other.number)
        for pair in dialog.rows.pairs
    ]


BREAD_OVEN = ("bread.md", 1, "oven.md", 2)
BREAD_PLAIN = ("bread.md", 1, "plain.md", 1)
OVEN_PLAIN = ("oven.md", 2, "plain.md", 1)
FERRY = ("bread.md", 2, "ovens.md", 1)


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (50, 20)])
async def test_categories_and_entries_are_listed_with_why_and_how_alike(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    async with editing(make_app(FILES), size) as pilot:
        dialog = await working(pilot)
        assert {BREAD_OVEN, BREAD_PLAIN, OVEN_PLAIN, FERRY} == set(listed(dialog))
        similar = [pair.similarity for pair in dialog.rows.pairs]
        assert similar == sorted(similar, reverse=True)
        text = shown(pilot.app)
        assert "oven ≈ ovens" in text
        assert "Twins · 1 category · 4 pairs" in text
        if size[0] > 50:
            assert "bread 2 ≈ ovens 1" in text
            assert "the same name, singular and plural" in text
        await pilot.press("escape")
        await closed(pilot)


async def test_decisions_go_in_one_plan_and_undo_brings_every_byte(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        dialog = await working(pilot)
        order = listed(dialog)
        for _ in order:
            at = listed(dialog)[dialog.rows.cursor]
            await pilot.press({FERRY: "1", BREAD_OVEN: "2"}.get(at, "b"))
        text = shown(pilot.app)
        assert "2 entries of 2 files go; p shows it" in text
        told = await previewed(pilot)
        assert "Delete 2 entries of bread.md, ovens.md?" in told
        assert "goes: bread.md 1 Preheat the brick oven" in told
        assert store(tmp_path) == FILES
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is dialog)
        await until(pilot, lambda: listed(dialog) == [OVEN_PLAIN])
        await written(pilot)
        assert store(tmp_path) == {
            **FILES,
            "bread.md": head("bread", 0.5, 2) + "# Bread\n\n" + OTHER,
            "ovens.md": head("ovens", 0.7, 1) + "# Ovens\n",
        }
        await pilot.press("escape")
        await closed(pilot)
        await taken_back(pilot, "delete 2 entries")
        assert store(tmp_path) == FILES


async def test_the_newer_of_all_pairs_is_kept_and_never_both_go(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        dialog = await working(pilot)
        await pilot.press("N")
        gone = {(ref.file, ref.number) for ref in dialog.rows.gone}
        assert gone == {("bread.md", 1), ("plain.md", 1)}
        assert "goes" in shown(pilot.app)
        await accepted(pilot, dialog)
        left = store(tmp_path)
        assert NEW in left["oven.md"]
        assert OLD not in left["bread.md"]
        assert AGAIN not in left["plain.md"]


async def test_the_mouse_decides_and_previews(make_app: MakeApp, tmp_path: Path) -> None:
    async with editing(make_app(FILES)) as pilot:
        dialog = await working(pilot)
        await click_text(pilot, "bread 2 ≈ ovens 1")
        await click_text(pilot, "2 Second")
        assert {(ref.file, ref.number) for ref in dialog.rows.gone} == {("bread.md", 2)}
        await click_text(pilot, "p Preview")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlanPreview))
        await pilot.pause()
        await click_text(pilot, "Accept")
        await until(pilot, lambda: OTHER not in store(tmp_path)["bread.md"])


async def test_undo_takes_back_decisions_first_and_then_what_was_written_from_the_list(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        dialog = await working(pilot)
        before = set(listed(dialog))
        await pilot.press("N", "1", "u", "u")
        assert dialog.rows.gone == {}
        await pilot.press("2")
        await accepted(pilot, dialog)
        await until(pilot, lambda: set(listed(dialog)) < before)
        after = store(tmp_path)
        await taken_back(pilot, "delete")
        await until(pilot, lambda: set(listed(dialog)) == before)
        assert store(tmp_path) == FILES
        await pilot.press("U")
        await seen(pilot, "Do again?")
        await pilot.press("enter")
        await until(pilot, lambda: set(listed(dialog)) < before)
        assert store(tmp_path) == after


async def test_undo_brings_back_categories_that_were_merged_from_the_list(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        dialog = await working(pilot)
        await merged(pilot, dialog)
        await until(pilot, lambda: "oven ≈ ovens" not in shown(pilot.app))
        await compared(pilot)
        await taken_back(pilot, "merge")
        await seen(pilot, "oven ≈ ovens")
        await compared(pilot)
        assert store(tmp_path) == FILES


async def test_the_list_is_compared_anew_by_a_key_and_keeps_what_was_decided(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with editing(make_app(FILES)) as pilot:
        dialog = await working(pilot)
        found = dialog._pairs
        await pilot.press("1")
        decided = dict(dialog.rows.keeps)
        assert decided
        monkeypatch.setattr(twins, "near_equal_in", lambda *_: found[:1])
        await pilot.press("r")
        await until(pilot, lambda: len(dialog._pairs) == 1)
        assert dialog.rows.keeps == decided


async def test_two_categories_are_merged_from_the_list_which_then_looks_again(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        dialog = await working(pilot)
        await merged(pilot, dialog)
        await until(pilot, lambda: ("bread.md", 2, "oven.md", 3) in listed(dialog))
        await compared(pilot)
        assert set(store(tmp_path)) == {"bread.md", "oven.md", "plain.md"}
        assert "≈ ovens" not in shown(pilot.app)
        assert dialog.rows.has_focus


async def test_nothing_decided_and_unsaved_work_write_nothing(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await open_file(pilot, "bread.md")
        await pilot.press("f3")
        await typed(pilot, "mine ")
        await until(pilot, lambda: draft(pilot, "bread.md"))
        dialog = await working(pilot)
        await pilot.press("p")
        await heard(pilot, "nothing goes yet")
        dialog.rows.cursor = listed(dialog).index(FERRY)
        await pilot.press("2", "p")
        await heard(pilot, "bread.md has unsaved changes: save them first")
        assert store(tmp_path) == FILES


async def test_pairs_follow_what_others_write_and_the_preview_waits_for_a_look(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        dialog = await at_ferry(pilot)
        await pilot.press("2")
        text = FILES["bread.md"].replace("# Bread\n\n", "# Bread\n\n### Before\n\n- all\n\n")
        (tmp_path / "shop/.automaker/memory/bread.md").write_bytes(text.encode())
        await screen(pilot).read_disk().wait()
        await pilot.press("p")
        await heard(pilot, "the files have changed since: look again")
        assert ("bread.md", 3, "ovens.md", 1) in listed(dialog)
        assert {(ref.file, ref.number) for ref in dialog.rows.gone} == {("bread.md", 3)}
        await accepted(pilot, dialog)
        assert store(tmp_path)["bread.md"] == text.replace("\n" + OTHER, "")


async def test_an_entry_is_edited_from_the_list(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor_that(tmp_path, monkeypatch, 'printf "### Something else\\n- now\\n" > "$1"')
    async with editing(make_app(FILES)) as pilot:
        with lent(pilot.app, monkeypatch):
            dialog = await at_ferry(pilot)
            await pilot.press("E")
            await heard(pilot, "done: edit entry 1 of ovens.md")
            await until(pilot, lambda: FERRY not in listed(dialog))
            assert "### Something else\n- now\n" in store(tmp_path)["ovens.md"]


async def test_the_filter_shows_some_pairs_and_decisions_stay(make_app: MakeApp) -> None:
    async with editing(make_app(FILES)) as pilot:
        dialog = await at_ferry(pilot)
        await pilot.press("1", "slash")
        await typed(pilot, "plain brick")
        assert set(listed(dialog)) == {BREAD_PLAIN, OVEN_PLAIN}
        assert "2 shown" in shown(pilot.app)
        await pilot.press("enter")
        assert {(ref.file, ref.number) for ref in dialog.rows.gone} == {("ovens.md", 1)}
        await pilot.press("escape")
        assert len(listed(dialog)) == 4
        await pilot.press("u", "escape")
        await closed(pilot)


async def test_leaving_asks_while_decisions_are_not_written(make_app: MakeApp) -> None:
    async with editing(make_app(FILES)) as pilot:
        dialog = await at_ferry(pilot)
        await pilot.press("1", "escape")
        await seen(pilot, "1 decision is not written.")
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is dialog)
        assert dialog.decisions == 1
        await pilot.press("escape", "l", "enter")
        await closed(pilot)


async def test_quitting_goes_through_the_question_about_decisions(make_app: MakeApp) -> None:
    async with editing(make_app(FILES)) as pilot:
        await at_ferry(pilot)
        await pilot.press("1", "escape")
        await seen(pilot, "1 decision is not written.")
        await pilot.press("ctrl+q")
        await until(pilot, lambda: not pilot.app.is_running)


async def test_progress_is_shown_and_leaving_ends_the_search(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, ended = threading.Event(), threading.Event()

    def slow(
        memories: Iterable[Memory],
        among: Collection[str] | None,
        *,
        told: Callable[[float], None],
    ) -> tuple[Twins, ...]:
        told(0.37)
        assert go_on.wait(10)
        try:
            told(0.5)
        except BaseException:
            ended.set()
            raise
        return near_equal(memories, among)

    monkeypatch.setattr(entry_texts, "near_equal", slow)
    async with editing(make_app(FILES)) as pilot:
        await pilot.press("escape", "w")
        await seen(pilot, "Comparing entries … 37%  esc ends it")
        await seen(pilot, "oven ≈ ovens")
        await pilot.press("escape")
        await closed(pilot)
        go_on.set()
        await until(pilot, ended.is_set)
        assert said(pilot) == ""
        await open_file(pilot, "plain.md")


async def test_a_store_without_twins_says_so(make_app: MakeApp) -> None:
    async with editing(make_app({"plain.md": FILES["plain.md"]})) as pilot:
        await working(pilot)
        assert "No two entries say nearly the same" in shown(pilot.app)
        assert "Categories" not in shown(pilot.app)
        assert "e Edit" not in shown(pilot.app)
        await pilot.press("1", "N", "e", "n")
        assert pilot.app.is_running


async def test_hostile_text_is_shown_as_it_stands(make_app: MakeApp) -> None:
    texts = (*HOSTILE, CONTROL)
    body = "# T\n\n" + "".join(f"### {each}\n{each}\n\n" for each in texts)
    files = {name: head("a", 0.5, 1) + body for name in ("[bold.md", "[Bold.md", "[$primary].md")}
    async with editing(make_app(files)) as pilot:
        dialog = await working(pilot)
        text = shown(pilot.app)
        for _ in range(dialog.rows.count):
            await pilot.press("1")
            text += "\n".join(lines(pilot.app))
        for each in (*HOSTILE, CONTROL_SHOWN):
            assert each in text
        assert "[bold ≈ " in text or "≈ [bold" in text
        assert "\x1b" not in text
        assert "\x1b" not in await previewed(pilot)

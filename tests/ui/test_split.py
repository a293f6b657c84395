"""Splitting a file in the editor: mark, send, look, accept, take back."""

import unicodedata
from functools import partial

import pytest

from memtui.core.automaker import write
from memtui.core.entries import entries
from memtui.core.metadata import Metadata
from memtui.core.reorganize import foresight
from memtui.core.reorganize.split_draft import SplitDraft
from memtui.store.files import read_snapshot
from memtui.ui.screens.head import HeadDialog
from memtui.ui.screens.split import SplitScreen
from tests.ui.conftest import MakeApp
from tests.ui.editing import (
    Editor,
    closed,
    editing,
    focus,
    heard,
    open_file,
    screen,
    seen,
    typed,
    until,
)
from tests.ui.holding import click_text, shown
from tests.ui.previews import previewed, taken_back

BODY = "# Shop\n\nIts own text.\n\n" + "".join(
    f"### {topic} [/x] {number}\n\nThe {topic} of order {number} waits.\n\n"
    for topic in ("refund", "parcel", "login")
    for number in range(6)
)


def memory(body: str, *tags: str, importance: float = 0.7) -> str:
    return write(Metadata(tags, (), "zz", importance), body)


SHOP = memory(BODY, "shop", "refund", "parcel", "login")
LONG = "The parcel of an order waits until the customs office has opened again"
API = memory("# API\n\n### One\n\nText.\n", "rest")
FILES = {"api.md": API, "shop.md": SHOP}


def dialog(pilot: Editor) -> SplitScreen:
    top = pilot.app.screen
    assert isinstance(top, SplitScreen)
    return top


async def opened(pilot: Editor) -> None:
    await open_file(pilot, "shop.md")
    await pilot.press("s")
    await until(pilot, lambda: isinstance(pilot.app.screen, SplitScreen))
    await until(pilot, lambda: pilot.app.screen.query("SplitEntries").first().has_focus)


async def sent(pilot: Editor, category: str, *marks: str) -> None:
    """Press what marks entries, and send them to a category."""
    await pilot.press(*marks, "enter")
    await typed(pilot, category)
    await pilot.press("enter")


def on_disk(pilot: Editor) -> dict[str, str]:
    return {m.name: m.text for m in read_snapshot(screen(pilot).project).memories}


def headings(pilot: Editor, name: str) -> list[str]:
    body = on_disk(pilot)[name].partition("\n---\n")[2]
    return [entry.heading for entry in entries(body)]


async def test_marked_entries_go_to_a_new_category_and_come_back(make_app: MakeApp) -> None:
    async with editing(make_app(FILES)) as pilot:
        await opened(pilot)
        await sent(pilot, "money", "space", "space", "down", "space")
        await seen(pilot, "money.md  tags money")
        assert dialog(pilot)._draft.goal_of == {1: "money", 2: "money", 4: "money"}
        await previewed(pilot, "ctrl+s")
        await seen(
            pilot, "Each of the 18 entries is in exactly one file afterwards, byte for byte."
        )
        assert on_disk(pilot) == FILES
        await pilot.press("enter")
        await heard(pilot, "done: split 3 entries of shop.md into money.md")
        await closed(pilot)
        assert headings(pilot, "money.md") == [f"refund [/x] {n}" for n in (0, 1, 3)]
        assert len(headings(pilot, "shop.md")) == 15
        after = on_disk(pilot)
        await pilot.press("escape")
        await taken_back(pilot, "split")
        assert on_disk(pilot) == FILES
        await pilot.press("U")
        await seen(pilot, "Do again?")
        await pilot.press("enter")
        await heard(pilot, "done again: split")
        assert on_disk(pilot) == after


async def test_what_was_foreseen_in_the_dialog_is_not_computed_again(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await opened(pilot)
        await sent(pilot, "money", "space")
        await until(pilot, lambda: dialog(pilot)._known)
        again = partial(pytest.fail, "computed again")
        monkeypatch.setattr(SplitDraft, "choice", again)
        monkeypatch.setattr(foresight, "foreseen", again)
        await previewed(pilot, "ctrl+s")
        await pilot.press("enter")
        await heard(pilot, "done: split 1 entry of shop.md into money.md")


async def test_proposed_groups_are_changed_and_accepted(make_app: MakeApp) -> None:
    async with editing(make_app(FILES)) as pilot:
        await opened(pilot)
        await pilot.press("g")
        await until(pilot, lambda: len(dialog(pilot)._draft.goals) == 3)
        assert focus(pilot) is dialog(pilot)._goals
        first, second, third = (goal.name for goal in dialog(pilot)._draft.goals)
        await pilot.press("d")
        assert [goal.name for goal in dialog(pilot)._draft.goals] == [second, third]
        await pilot.press("r")
        await typed(pilot, "-more")
        await pilot.press("enter")
        await until(pilot, lambda: dialog(pilot)._draft.goal(f"{second}-more"))
        assert focus(pilot) is dialog(pilot)._goals
        await pilot.press("enter")
        assert dialog(pilot)._entries.count == 6
        await pilot.press("enter")
        assert dialog(pilot)._entries.count == 18
        await pilot.press("e")
        await until(pilot, lambda: isinstance(pilot.app.screen, HeadDialog))
        await typed(pilot, "own, edge-case")
        await pilot.press("enter")
        await seen(pilot, "edge-case ✗")
        await typed(pilot, "last")
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(pilot.app.screen, SplitScreen))
        goal = dialog(pilot)._draft.goal(f"{second}-more")
        assert goal is not None
        assert goal.metadata is not None
        assert goal.metadata.tags[-3:] == ("own", "edge-case", "last")
        await previewed(pilot, "ctrl+s")
        await pilot.press("enter")
        await heard(pilot, "done: split 12 entries")
        assert f"{second}-more.md" in on_disk(pilot)
        assert first + ".md" not in on_disk(pilot)


async def test_back_from_the_preview_all_choices_stand_and_leaving_writes_nothing(
    make_app: MakeApp,
) -> None:
    async with editing(make_app(FILES), (80, 24)) as pilot:
        await opened(pilot)
        await sent(pilot, "api", "a")
        await pilot.press("c", "o", "o")
        await previewed(pilot, "ctrl+s")
        await seen(pilot, "shop.md")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, SplitScreen))
        draft = dialog(pilot)._draft
        assert (draft.counters, draft.original) == ("copy", "delete")
        assert len(draft.goal_of) == 18
        await pilot.press("escape")
        await seen(pilot, "18 decisions are not written.")
        await pilot.press("escape", "escape")
        await seen(pilot, "18 decisions are not written.")
        await pilot.press("l", "enter")
        await closed(pilot)
        assert on_disk(pilot) == FILES


async def test_names_that_cannot_be_are_refused_with_the_reason(make_app: MakeApp) -> None:
    async with editing(make_app(FILES)) as pilot:
        await opened(pilot)
        for name, why in (
            ("../x", "a name is no path"),
            ("API", "api exists and differs only in case"),
            ("_index", "_index is for people"),
            ("shop", "the entries are there already"),
        ):
            await pilot.press("enter", "ctrl+u")
            await typed(pilot, name)
            await pilot.press("enter")
            await heard(pilot, why)
            await pilot.press("escape")
        assert dialog(pilot)._draft.goals == ()


async def test_a_filter_and_a_range_mark_what_is_seen(make_app: MakeApp) -> None:
    async with editing(make_app(FILES)) as pilot:
        await opened(pilot)
        await pilot.press("slash")
        await typed(pilot, "parcel")
        await pilot.press("enter")
        assert dialog(pilot)._entries.count == 6
        await pilot.press("space", "down", "down", "v")
        assert sorted(dialog(pilot)._entries.marked) == [7, 8, 9, 10]
        await pilot.press("x")
        assert dialog(pilot)._entries.marked == set()


@pytest.mark.parametrize("size", [(120, 40), (80, 24)])
async def test_the_mouse_marks_sends_and_accepts(make_app: MakeApp, size: tuple[int, int]) -> None:
    async with editing(make_app(FILES), size) as pilot:
        await opened(pilot)
        await pilot.click("SplitEntries", offset=(4, 2))
        assert dialog(pilot)._entries.cursor == 2
        await pilot.click("SplitEntries", offset=(1, 2))
        await until(pilot, lambda: dialog(pilot)._entries.marked == {3})
        await sent(pilot, "third")
        await previewed(pilot, "ctrl+s")
        await pilot.click("Answer.-first")
        await heard(pilot, "done: split 1 entry")
        assert headings(pilot, "third.md") == ["refund [/x] 2"]


async def test_a_file_that_changes_meanwhile_is_not_split_by_old_numbers(
    make_app: MakeApp,
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await opened(pilot)
        await sent(pilot, "money", "space")
        other = SHOP.replace("# Shop\n", "# Shop\n\n### Before all others\n\nNew.\n", 1)
        (screen(pilot).project.memory / "shop.md").write_text(other)
        screen(pilot).read_disk()
        await until(
            pilot, lambda: screen(pilot).workspace.snapshot.by_name["shop.md"].text == other
        )
        await previewed(pilot, "ctrl+s")
        await pilot.press("enter")
        await heard(pilot, "shop.md has changed meanwhile: look again")
        await closed(pilot)
        assert on_disk(pilot) == {**FILES, "shop.md": other}


async def test_what_others_append_meanwhile_stays_and_the_choices_with_it(
    make_app: MakeApp,
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await opened(pilot)
        await sent(pilot, "money", "space")
        other = SHOP + "### Behind all others\n\nNew.\n"
        await previewed(pilot, "ctrl+s")
        (screen(pilot).project.memory / "shop.md").write_text(other)
        await pilot.press("enter")
        await heard(pilot, "shop.md has changed meanwhile: look again")
        await until(pilot, lambda: isinstance(pilot.app.screen, SplitScreen))
        await until(pilot, lambda: dialog(pilot)._entries.count == 19)
        assert dialog(pilot)._draft.goal_of == {1: "money"}
        await previewed(pilot, "ctrl+s")
        await pilot.press("enter")
        await heard(pilot, "done: split 1 entry")
        assert "Behind all others" in on_disk(pilot)["shop.md"]


async def test_a_file_with_unsaved_work_is_not_split(make_app: MakeApp) -> None:
    async with editing(make_app(FILES)) as pilot:
        await open_file(pilot, "shop.md")
        screen(pilot).workspace = screen(pilot).workspace.with_draft("shop.md", SHOP + "more")
        await pilot.press("s")
        await heard(pilot, "shop.md has unsaved changes: save them first")
        assert len(pilot.app.screen_stack) == 1


async def test_a_cut_heading_stands_whole_below_and_narrow_lists_stand_above_each_other(
    make_app: MakeApp,
) -> None:
    long = f"### [Gotcha] {LONG} (2026-02-01)\n\nText.\n\n"
    async with editing(make_app({"shop.md": memory(long + BODY, "shop")}), (50, 20)) as pilot:
        await opened(pilot)
        await sent(pilot, "money", "space")
        await seen(pilot, "money.md")
        await pilot.press("home")
        left, right = (dialog(pilot).query_one(name).region for name in ("#left", "#right"))
        assert left.bottom <= right.y
        assert left.width == right.width
        assert "→ money" in shown(pilot.app)
        assert f"[Gotcha] {LONG}" not in shown(pilot.app)
        assert "The parcel of an order waits until the cus" in shown(pilot.app)
        await pilot.press("down")
        assert "The parcel of an order waits until the cus" not in shown(pilot.app)
        assert "p Preview  esc Leave ─╯" in shown(pilot.app)


async def test_choices_are_made_where_they_are_told_and_by_remapped_keys(
    make_app: MakeApp,
) -> None:
    text = memory(BODY, "shop", importance=0.95)
    async with editing(make_app({"shop.md": text}), (80, 24)) as pilot:
        pilot.app.set_keymap({"split.counters": "C"})
        await opened(pilot)
        assert "i Importance  0.8: with 0.95 new files would load for every task" in shown(
            pilot.app
        )
        await click_text(pilot, "C Counters")
        assert dialog(pilot)._draft.counters == "copy"
        await pilot.press("C", "i")
        assert dialog(pilot)._draft.counters == "new"
        assert "i Importance  0.95: new files load for every task" in shown(pilot.app)


async def test_the_filter_takes_letters_in_any_form(make_app: MakeApp) -> None:
    body = "### 반죽은 밤새 둔다\n\nText.\n\n### Other\n\nText.\n"
    async with editing(make_app({"shop.md": memory(body, "shop")})) as pilot:
        await opened(pilot)
        await pilot.press("slash")
        await typed(pilot, unicodedata.normalize("NFD", "반죽"))
        await until(pilot, lambda: dialog(pilot)._entries.count == 1)
        await pilot.press("enter", "v")
        assert dialog(pilot)._entries.marked == {1}

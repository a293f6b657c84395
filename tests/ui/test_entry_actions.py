"""Entries of one file, deleted and sent elsewhere: the file's bytes, and what undo makes."""

from pathlib import Path

import pytest

from memtui.core.memory import Memory
from memtui.core.reorganize.rearrange import Drop, drop
from memtui.ui.messages import EntriesRequested
from memtui.ui.screens.entry_actions import _going
from memtui.ui.screens.split import SplitScreen
from tests.ui.both_sides import file, memory
from tests.ui.conftest import MakeApp
from tests.ui.editing import (
    closed,
    draft,
    editing,
    heard,
    open_file,
    screen,
    seen,
    typed,
    until,
    written,
)
from tests.ui.entry_listing import (
    HEAD,
    TEXT,
    TITLE,
    body,
    entry_order,
    listing,
    question,
    rows,
    soon,
)
from tests.ui.holding import click_text, shown
from tests.ui.previews import taken_back
from tests.ui.text_apps import HOSTILE

__all__ = ["soon"]


@pytest.mark.parametrize(("count", "left"), [(2, "0 entries"), (1, "1 entry")])
def test_what_is_left_by_a_deletion_is_counted(count: int, left: str) -> None:
    files = {"a.md": Memory("a.md", "# A\n\n### One\n- a\n\n### Two\n- b\n")}
    change = drop(files, Drop("a.md", tuple(range(1, count + 1))), str)
    assert any(f"a.md: 2 → {left}, about " in str(line) for line in _going(change, "u"))


@pytest.mark.parametrize("size", [(120, 40), (80, 24)])
async def test_marked_entries_are_deleted_after_a_question_and_undo_brings_every_byte(
    make_app: MakeApp, tmp_path: Path, size: tuple[int, int]
) -> None:
    async with editing(make_app({"auth.md": TEXT}), size) as pilot:
        await listing(pilot)
        await pilot.press("down", "space", "end", "space", "d")
        await question(pilot)
        asked = shown(pilot.app)
        assert "Delete 2 entries of auth.md?" in asked
        assert "2 [Gotcha] Second thing" in asked
        assert "5 Fifth" in asked
        assert "auth.md: 5 → 3 entries" in asked
        assert "u takes it back" in asked
        await pilot.press("d")
        assert memory(tmp_path) == TEXT
        await pilot.press("enter")
        await heard(pilot, "done: delete 2 entries of auth.md")
        assert memory(tmp_path) == body(1, 3, 4)
        await until(pilot, lambda: entry_order(pilot) == [1, 2, 3])
        assert not rows(pilot).marked
        await taken_back(pilot, "")
        assert memory(tmp_path) == TEXT
        await until(pilot, lambda: entry_order(pilot) == [1, 2, 3, 4, 5])


async def test_keeping_and_leaving_delete_nothing(make_app: MakeApp, tmp_path: Path) -> None:
    async with editing(make_app({"auth.md": TEXT})) as pilot:
        await listing(pilot)
        for key in ("enter", "escape"):
            await pilot.press("d")
            await question(pilot)
            assert "Delete 1 entry of auth.md?" in shown(pilot.app)
            await pilot.press(key)
            await closed(pilot)
        await written(pilot)
        assert memory(tmp_path) == TEXT


async def test_the_mouse_deletes_by_the_key_line(make_app: MakeApp, tmp_path: Path) -> None:
    async with editing(make_app({"auth.md": TEXT})) as pilot:
        listed = await listing(pilot)
        await pilot.click(listed, offset=(0, 2))
        await click_text(pilot, "d Delete")
        await question(pilot)
        await click_text(pilot, "Delete", times=1)
        await pilot.click("Answer.-dangerous")
        await heard(pilot, "done: delete 1 entry of auth.md")
        assert memory(tmp_path) == body(1, 2, 4, 5)


async def test_numbers_mean_the_entries_that_were_seen(make_app: MakeApp, tmp_path: Path) -> None:
    async with editing(make_app({"auth.md": TEXT})) as pilot:
        await listing(pilot)
        before = Memory("auth.md", TEXT)
        file(tmp_path).write_bytes(
            (body(3) + "### New\n\n" + body(4, 1)[len(HEAD + TITLE) :]).encode()
        )
        await screen(pilot).read_disk().wait()
        screen(pilot).post_message(EntriesRequested(before, (2,), "delete"))
        await heard(pilot, "auth.md has changed: its entries are other ones now")
        screen(pilot).post_message(EntriesRequested(before, (1,), "delete"))
        await question(pilot)
        assert "4 First of all" in shown(pilot.app)


async def test_a_draft_is_saved_first_or_nothing_is_done(make_app: MakeApp, tmp_path: Path) -> None:
    async with editing(make_app({"auth.md": TEXT})) as pilot:
        await listing(pilot)
        await pilot.press("f3")
        await typed(pilot, "mine ")
        await until(pilot, lambda: draft(pilot, "auth.md"))
        await pilot.press("f4")
        for key in ("escape", "enter"):
            await pilot.press("d")
            await question(pilot)
            assert "auth.md has unsaved changes" in shown(pilot.app)
            await pilot.press(key)
            if key == "escape":
                await closed(pilot)
                assert memory(tmp_path) == TEXT
        await seen(pilot, "Delete 1 entry of auth.md?")
        await pilot.press("left", "enter")
        await heard(pilot, "done: delete 1 entry")
        assert draft(pilot, "auth.md") is None
        assert memory(tmp_path) == body(2, 3, 4, 5).replace("# Auth", "mine # Auth")


# -- splitting


async def test_marked_entries_are_taken_into_the_split_dialog(make_app: MakeApp) -> None:
    async with editing(make_app({"auth.md": TEXT})) as pilot:
        await listing(pilot)
        await pilot.press("space", "down", "space", "s")
        await until(pilot, lambda: isinstance(pilot.app.screen, SplitScreen))
        await seen(pilot, "Entries · 2 marked")


# -- what must not be


async def test_a_file_that_is_never_written_offers_nothing_of_it(
    make_app: MakeApp, tmp_path: Path
) -> None:
    app = make_app({"auth.md": TEXT})
    (tmp_path / "away.md").write_bytes(TEXT.encode())
    file(tmp_path).unlink()
    file(tmp_path).symlink_to(tmp_path / "away.md")
    async with editing(app) as pilot:
        await listing(pilot)
        assert "d Delete" not in shown(pilot.app)
        await pilot.press("space", "d", "J", "e", "s")
        await written(pilot)
        assert len(pilot.app.screen_stack) == 1
        assert (tmp_path / "away.md").read_bytes().decode() == TEXT


async def test_hostile_headings_are_asked_about_as_they_stand(
    make_app: MakeApp, tmp_path: Path
) -> None:
    hostile = [each for each in HOSTILE if "\t" not in each and "#" not in each]
    bad = HEAD + "# T\n\n" + "".join(f"### {each}\nx\n\n" for each in hostile)
    async with editing(make_app({"auth.md": bad})) as pilot:
        await open_file(pilot, "auth.md")
        await pilot.press("f4")
        await until(pilot, lambda: rows(pilot).has_focus and rows(pilot).count > 5)
        await pilot.press("a", "d")
        await question(pilot)
        asked = shown(pilot.app)
        assert "[/]" in asked
        assert "[@click=app.quit]x[/]" in asked
        assert "\x1b" not in asked
        await pilot.press("left", "enter")
        await heard(pilot, "done: delete")
        assert memory(tmp_path) == HEAD + "# T\n"

"""Entries of one file: marked, deleted, moved, edited; the file's bytes, and what undo makes."""

import stat
from pathlib import Path

import pytest

from memtui.core.memory import Memory
from memtui.ui.messages import EntriesRequested
from memtui.ui.screens.confirm import Confirm
from memtui.ui.screens.split import SplitScreen
from memtui.ui.widgets import entry_rows
from memtui.ui.widgets.entries import EntriesView
from memtui.ui.widgets.entry_rows import EntryRows
from tests.ui.conftest import MakeApp
from tests.ui.editing import (
    Editor,
    closed,
    draft,
    editing,
    heard,
    in_hand,
    open_file,
    said,
    screen,
    seen,
    typed,
    until,
    viewing,
    written,
)
from tests.ui.holding import click_text, shown
from tests.ui.text_apps import HOSTILE

HEAD = """---
tags: [oauth]
summary: Tokens
relevantTo: [login]
importance: 0.8
relatedFiles: []
usageStats:
  loaded: 12
  referenced: 4
  successfulFeatures: 4
---
"""
ENTRIES = (
    "### First of all (2024-05-01)\n- **Why:** so\n\n",
    "#### [Gotcha] Second thing\r\n- uses [the guide]\r\n\r\n\r\n",
    "### 세 번째 항목\n- **Why:** 한국어\n\n",
    "### Fourth\n```\n### no entry\n```\n",
    "### Fifth\n- last, without a line end",
)
TITLE = "# Auth\n\nWhat all of them share.\n\n"
TEXT = HEAD + TITLE + "".join(ENTRIES)


def body(*numbers: int) -> str:
    """Return the file with these entries in this order, as far as they are neighbours."""
    return HEAD + TITLE + "".join(ENTRIES[number - 1] for number in numbers)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch, quick: None) -> None:
    monkeypatch.setattr(entry_rows, "MOVE_SECONDS", 0.02)


def disk(tmp_path: Path, name: str = "auth.md") -> Path:
    return tmp_path / "shop" / ".automaker" / "memory" / name


def text(tmp_path: Path) -> str:
    return disk(tmp_path).read_bytes().decode()


def rows(pilot: Editor) -> EntryRows:
    return screen(pilot).query_one(EntryRows)


async def listing(pilot: Editor) -> EntryRows:
    """Open the entries of auth.md and wait for them."""
    await open_file(pilot, "auth.md")
    await pilot.press("f4")
    await viewing(pilot, "entries")
    await until(pilot, lambda: screen(pilot).query_one(EntriesView).count == 5)
    await until(pilot, lambda: rows(pilot).has_focus)
    return rows(pilot)


async def question(pilot: Editor) -> None:
    await until(pilot, lambda: isinstance(pilot.app.screen, Confirm))
    await pilot.pause()


async def taken_back(pilot: Editor) -> None:
    """Take the last change on disk back."""
    await pilot.press("u")
    await seen(pilot, "Take back?")
    await pilot.press("enter")
    await heard(pilot, "taken back")
    await written(pilot)


def entry_order(pilot: Editor) -> list[int]:
    listed = rows(pilot)
    return [each.number for i in range(listed.count) if (each := listed.entry_at(i))]


# -- marks


async def test_marks_by_key_by_range_and_all(make_app: MakeApp) -> None:
    async with editing(make_app({"auth.md": TEXT})) as pilot:
        listed = await listing(pilot)
        assert listed.taken == (1,)
        await pilot.press("space")
        assert listed.marked == {1}
        assert listed.cursor == 1
        await pilot.press("down", "down", "v")
        assert listed.marked == {1, 2, 3, 4}
        await pilot.press("up", "space")
        assert listed.marked == {1, 2, 4}
        await seen(pilot, "Entries 5 ■ 3")
        await pilot.press("a")
        assert listed.marked == {1, 2, 3, 4, 5}
        await pilot.press("a")
        assert not listed.marked
        await pilot.press("home", "shift+down", "shift+down")
        assert listed.marked == {1, 2, 3}
        await pilot.press("end", "shift+up")
        assert len(listed.taken) == 5


async def test_marks_by_the_mouse(make_app: MakeApp) -> None:
    async with editing(make_app({"auth.md": TEXT})) as pilot:
        listed = await listing(pilot)
        await pilot.click(listed, offset=(0, 2))
        assert listed.marked == {3}
        await pilot.click(listed, offset=(20, 4), shift=True)
        assert listed.marked == {3, 4, 5}
        await pilot.click(listed, offset=(20, 3), control=True)
        assert listed.marked == {3, 5}
        await pilot.click(listed, offset=(20, 0))
        assert listed.marked == {3, 5}
        assert listed.cursor == 0
        await pilot.click(listed, offset=(0, 15))
        assert listed.marked == {3, 5}


async def test_a_filter_keeps_marks_and_a_takes_only_what_is_seen(make_app: MakeApp) -> None:
    async with editing(make_app({"auth.md": TEXT})) as pilot:
        listed = await listing(pilot)
        await pilot.press("space", "slash")
        await typed(pilot, "세")
        await pilot.press("enter", "a", "escape")
        assert listed.marked == {1, 3}


async def test_marks_follow_their_entries_and_end_with_another_file(make_app: MakeApp) -> None:
    async with editing(make_app({"auth.md": TEXT, "ui.md": TEXT})) as pilot:
        listed = await listing(pilot)
        await pilot.press("down", "space", "down", "space", "f3")
        await typed(pilot, "### Before all\n\n")
        await until(pilot, lambda: screen(pilot).query_one(EntriesView).count == 6)
        assert listed.marked == {3, 5}
        await open_file(pilot, "ui.md")
        await until(pilot, lambda: screen(pilot).query_one(EntriesView).count == 5)
        assert not listed.marked


# -- deleting


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
        assert text(tmp_path) == TEXT
        await pilot.press("enter")
        await heard(pilot, "done: delete 2 entries of auth.md")
        assert text(tmp_path) == body(1, 3, 4)
        await until(pilot, lambda: entry_order(pilot) == [1, 2, 3])
        assert not rows(pilot).marked
        await taken_back(pilot)
        assert text(tmp_path) == TEXT
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
        assert text(tmp_path) == TEXT


async def test_the_mouse_deletes_by_the_key_line(make_app: MakeApp, tmp_path: Path) -> None:
    async with editing(make_app({"auth.md": TEXT})) as pilot:
        listed = await listing(pilot)
        await pilot.click(listed, offset=(0, 2))
        await click_text(pilot, "d Delete")
        await question(pilot)
        await click_text(pilot, "Delete", times=1)
        await pilot.click("Answer.-dangerous")
        await heard(pilot, "done: delete 1 entry of auth.md")
        assert text(tmp_path) == body(1, 2, 4, 5)


async def test_numbers_mean_the_entries_that_were_seen(make_app: MakeApp, tmp_path: Path) -> None:
    async with editing(make_app({"auth.md": TEXT})) as pilot:
        await listing(pilot)
        before = Memory("auth.md", TEXT)
        disk(tmp_path).write_bytes(
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
                assert text(tmp_path) == TEXT
        await seen(pilot, "Delete 1 entry of auth.md?")
        await pilot.press("left", "enter")
        await heard(pilot, "done: delete 1 entry")
        assert draft(pilot, "auth.md") is None
        assert text(tmp_path) == body(2, 3, 4, 5).replace("# Auth", "mine # Auth")


# -- moving


async def test_keys_move_an_entry_and_one_undo_takes_all_steps_back(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entry_rows, "MOVE_SECONDS", 0.4)
    async with editing(make_app({"auth.md": TEXT})) as pilot:
        listed = await listing(pilot)
        await pilot.press("J", "ctrl+down")
        assert entry_order(pilot) == [2, 3, 1, 4, 5]
        assert "↕ 1 decision" in shown(pilot.app)
        assert text(tmp_path) == TEXT
        await heard(pilot, "done: move entry 1 within auth.md")
        assert text(tmp_path) == body(2, 3, 1, 4, 5)
        await until(pilot, lambda: entry_order(pilot) == [1, 2, 3, 4, 5])
        assert listed.cursor == 2
        entry = listed.entry_at(2)
        assert entry
        assert entry.heading.startswith("First")
        await taken_back(pilot)
        assert text(tmp_path) == TEXT
        await until(pilot, lambda: listed.cursor == 0)


async def test_marked_entries_move_together_and_stay_marked(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app({"auth.md": TEXT})) as pilot:
        listed = await listing(pilot)
        await pilot.press("down", "space", "down", "space", "K")
        await heard(pilot, "done: move entries 2, 4 within auth.md")
        await until(pilot, lambda: listed.marked == {1, 2})
        assert text(tmp_path) == HEAD + TITLE + (
            ENTRIES[1] + ENTRIES[3] + "\n" + ENTRIES[0] + ENTRIES[2] + ENTRIES[4]
        )


async def test_the_last_place_and_the_first_are_reached_and_not_left(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app({"auth.md": TEXT})) as pilot:
        await listing(pilot)
        await pilot.press("K")
        await pilot.press("end", "J")
        assert entry_order(pilot) == [1, 2, 3, 4, 5]
        await pilot.press("up", "J")
        await heard(pilot, "done: move entry 4 within auth.md")
        assert text(tmp_path) == body(1, 2, 3) + ENTRIES[4] + "\n\n" + ENTRIES[3]


async def test_there_and_back_again_writes_nothing_and_u_puts_back_what_is_not_written(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entry_rows, "MOVE_SECONDS", 60)
    async with editing(make_app({"auth.md": TEXT})) as pilot:
        await listing(pilot)
        await pilot.press("J", "K", "f3", "f4")
        await pilot.press("J", "u")
        assert entry_order(pilot) == [1, 2, 3, 4, 5]
        await pilot.press("escape")
        await written(pilot)
        assert text(tmp_path) == TEXT
        assert screen(pilot).depth == 0


async def test_another_key_writes_what_was_moved_first(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entry_rows, "MOVE_SECONDS", 60)
    async with editing(make_app({"auth.md": TEXT})) as pilot:
        await listing(pilot)
        await pilot.press("J", "d")
        await question(pilot)
        assert text(tmp_path) == body(2, 1, 3, 4, 5)
        assert "First of all" in shown(pilot.app)
        await pilot.press("left", "enter")
        await heard(pilot, "done: delete")
        assert text(tmp_path) == body(2, 3, 4, 5)


async def test_below_a_filter_entries_pass_those_that_are_seen(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app({"auth.md": TEXT})) as pilot:
        await listing(pilot)
        await pilot.press("slash")
        await typed(pilot, "f")
        await until(pilot, lambda: entry_order(pilot) == [1, 4, 5])
        await pilot.press("enter", "down", "K")
        await heard(pilot, "done: move entry 4")
        assert text(tmp_path) == HEAD + TITLE + (
            ENTRIES[3] + "\n" + ENTRIES[0] + ENTRIES[1] + ENTRIES[2] + ENTRIES[4]
        )


async def test_a_move_that_is_refused_is_put_back(make_app: MakeApp, tmp_path: Path) -> None:
    bad = TEXT + "\n\n### Closed\n\n### Open\n```\nnever closed\n"
    async with editing(make_app({"auth.md": bad})) as pilot:
        await open_file(pilot, "auth.md")
        await pilot.press("f4")
        await until(pilot, lambda: rows(pilot).has_focus and rows(pilot).count == 7)
        before = text(tmp_path)
        await pilot.press("end", "K")
        await until(pilot, lambda: said(pilot) != "")
        await written(pilot)
        assert text(tmp_path) == before
        assert entry_order(pilot) == [1, 2, 3, 4, 5, 6, 7]


# -- splitting


async def test_marked_entries_are_taken_into_the_split_dialog(make_app: MakeApp) -> None:
    async with editing(make_app({"auth.md": TEXT})) as pilot:
        await listing(pilot)
        await pilot.press("space", "down", "space", "s")
        await until(pilot, lambda: isinstance(pilot.app.screen, SplitScreen))
        await seen(pilot, "Entries · 2 marked")


# -- editing


def editor_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Make $EDITOR a script that gets the copy as its first argument."""
    path = tmp_path / "editor"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("VISUAL", str(path))


def kept_copy(pilot: Editor) -> bytes:
    """Return the copy that the last message names."""
    return Path(said(pilot).rpartition("kept: ")[2].splitlines()[0]).read_bytes()


class Lent:
    """A terminal that can be lent, since a test has none."""

    def __enter__(self) -> None: ...

    def __exit__(self, *args: object) -> None: ...


async def test_one_entry_is_edited_in_the_persons_editor(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor_that(tmp_path, monkeypatch, 'cat "$1" > "$1.was"; printf "### New\\n- text\\n" > "$1"')
    app = make_app({"auth.md": TEXT})
    monkeypatch.setattr(app, "suspend", Lent)
    async with editing(app) as pilot:
        await listing(pilot)
        await pilot.press("down", "down", "e")
        await heard(pilot, "done: edit entry 3 of auth.md")
        assert text(tmp_path) == TEXT.replace(ENTRIES[2], "### New\n- text\n\n")
        await taken_back(pilot)
        assert text(tmp_path) == TEXT


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("true", "entry 1 of auth.md: left as it was"),
        ("exit 3", "ended with status 3"),
        ('printf "" > "$1"', "would be empty; delete it instead; what you left"),
        ('printf "no heading" > "$1"', "would have no heading of its own; what you left"),
    ],
)
async def test_an_edit_that_is_none_or_cannot_be_writes_nothing_and_keeps_the_text(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, told: str
) -> None:
    editor_that(tmp_path, monkeypatch, script)
    app = make_app({"auth.md": TEXT})
    monkeypatch.setattr(app, "suspend", Lent)
    async with editing(app) as pilot:
        await listing(pilot)
        await pilot.press("e")
        await heard(pilot, told)
        assert text(tmp_path) == TEXT


async def test_an_entry_that_others_change_while_it_is_edited_is_not_overwritten(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = TEXT.replace("- **Why:** so", "- **Why:** theirs")
    other = tmp_path / "theirs"
    other.write_bytes(theirs.encode())
    editor_that(
        tmp_path, monkeypatch, f'cp "{other}" "{disk(tmp_path)}"; printf "### Mine\\n" > "$1"'
    )
    app = make_app({"auth.md": TEXT})
    monkeypatch.setattr(app, "suspend", Lent)
    async with editing(app) as pilot:
        await listing(pilot)
        await pilot.press("e")
        await heard(pilot, "changed by others meanwhile; what you left in the editor is kept")
        assert text(tmp_path) == theirs
        assert kept_copy(pilot) == b"### Mine\n"


async def test_an_edit_goes_beside_what_others_wrote_meanwhile(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor_that(
        tmp_path,
        monkeypatch,
        f'printf "\\n\\n### Theirs\\n" >> "{disk(tmp_path)}"; printf "### Mine\\n" > "$1"',
    )
    app = make_app({"auth.md": TEXT})
    monkeypatch.setattr(app, "suspend", Lent)
    async with editing(app) as pilot:
        await listing(pilot)
        await pilot.press("e")
        await heard(pilot, "done: edit entry 1 of auth.md")
        assert text(tmp_path) == (TEXT + "\n\n### Theirs\n").replace(ENTRIES[0], "### Mine\n\n")


async def test_a_terminal_that_cannot_be_lent_says_what_else_there_is(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app({"auth.md": TEXT})) as pilot:
        await listing(pilot)
        await pilot.press("e")
        await heard(pilot, "enter opens the body")
        await pilot.press("down", "enter")
        await viewing(pilot, "body")
        assert in_hand(pilot) == "auth.md"


# -- what must not be


async def test_a_file_that_is_never_written_offers_nothing_of_it(
    make_app: MakeApp, tmp_path: Path
) -> None:
    app = make_app({"auth.md": TEXT})
    (tmp_path / "away.md").write_bytes(TEXT.encode())
    disk(tmp_path).unlink()
    disk(tmp_path).symlink_to(tmp_path / "away.md")
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
        assert text(tmp_path) == HEAD + "# T\n"

"""Files in the list: made, renamed, deleted through the journal; filtered, ordered, marked."""

import os
from pathlib import Path

import pytest

from memtui.core.categories import new_file
from memtui.store import records
from memtui.store.project import Project
from tests.store.faults import Faults
from tests.ui.conftest import MakeApp
from tests.ui.editing import (
    AUTH,
    FILES,
    Editor,
    closed,
    draft,
    editing,
    focus,
    heard,
    in_hand,
    open_file,
    order,
    said,
    screen,
    seen,
    typed,
    until,
    written,
)
from tests.ui.holding import click_text, shown


def project(tmp_path: Path) -> Project:
    return Project(tmp_path / "shop")


def texts(tmp_path: Path) -> dict[str, str]:
    folder = project(tmp_path).memory
    return {path.name: path.read_bytes().decode() for path in folder.iterdir()}


def history(tmp_path: Path) -> list[str]:
    return [record.what for record in records.read(project(tmp_path))]


async def asked(pilot: Editor, title: str) -> None:
    """Wait for a dialog."""
    await until(pilot, lambda: len(pilot.app.screen_stack) == 2 and title in shown(pilot.app))


async def test_a_new_category_is_seen_before_it_is_made(make_app: MakeApp, tmp_path: Path) -> None:
    async with editing(make_app(FILES)) as pilot:
        await pilot.press("escape", "slash", "u", "i", "enter", "n")
        await asked(pilot, "New category")
        await typed(pilot, "auth")
        assert "auth exists" in shown(pilot.app)
        await typed(pilot, "-flow")
        await until(
            pilot, lambda: "tags: [auth-flow]" in shown(pilot.app) or "tags" in shown(pilot.app)
        )
        assert "auth-flow.md" not in texts(tmp_path)
        await pilot.press("enter")
        await written(pilot)
        assert texts(tmp_path)["auth-flow.md"] == new_file("auth-flow")
        assert in_hand(pilot) == "auth-flow.md"
        assert "done: new auth-flow.md" in said(pilot)
        assert history(tmp_path) == ["new auth-flow.md"]


async def test_a_file_is_renamed_with_its_bytes_and_only_when_saved(
    make_app: MakeApp, tmp_path: Path
) -> None:
    text = AUTH.replace("\n", "\r\n") + "\u2028"
    async with editing(make_app({**FILES, "auth.md": text})) as pilot:
        await open_file(pilot, "auth.md")
        await pilot.press("f3")
        await typed(pilot, "x")
        await pilot.press("escape", "r")
        assert "auth.md has unsaved changes: save them first" in said(pilot)
        await pilot.press("f3", "ctrl+z", "escape")
        await until(pilot, lambda: draft(pilot, "auth.md") is None)
        await pilot.press("r")
        await asked(pilot, "Rename auth.md")
        await pilot.press("ctrl+u")
        await typed(pilot, "login")
        await pilot.press("enter")
        await asked(pilot, "Rename auth.md to login.md?")
        assert "No row, related file or mention names it by its path." in shown(pilot.app)
        await pilot.press("enter")
        await heard(pilot, "done: rename auth.md to login.md")
        assert texts(tmp_path) == {
            **{name: FILES[name] for name in ("api.md", "gotchas.md", "ui.md")},
            "login.md": text,
        }
        assert in_hand(pilot) == "login.md"
        assert history(tmp_path) == ["rename auth.md to login.md"]


async def test_marked_files_are_deleted_after_they_were_listed(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await open_file(pilot, "api.md")
        await pilot.press("space", "down", "space")
        assert screen(pilot).page.files.rows.marked == {"api.md", "ui.md"}
        await open_file(pilot, "auth.md")
        await pilot.press("d")
        await asked(pilot, "Delete 2 files?")
        for line in ("api.md", "ui.md", "marked", "u takes it back"):
            assert line in shown(pilot.app)
        await pilot.press("k")
        await closed(pilot)
        assert set(texts(tmp_path)) == set(FILES)
        await pilot.press("d")
        await asked(pilot, "Delete 2 files?")
        await pilot.press("d", "enter")
        await written(pilot)
        assert set(texts(tmp_path)) == {"auth.md", "gotchas.md"}
        assert in_hand(pilot) == "auth.md"
        assert screen(pilot).page.files.rows.marked == set()
        assert history(tmp_path) == ["delete api.md, ui.md"]


async def test_a_marked_file_still_shows_whether_it_is_loaded(make_app: MakeApp) -> None:
    async with editing(make_app(FILES)) as pilot:
        await open_file(pilot, "api.md")
        rows = screen(pilot).page.files.rows
        before = [rows.row(index, 30).plain for index in range(rows.count)]
        await pilot.press("space")
        after = [rows.row(index, 30).plain for index in range(rows.count)]
        (at,) = (index for index in range(rows.count) if before[index] != after[index])
        assert before[at].startswith(" ○ api ")
        assert after[at] == f"■{before[at][1:]}"


async def test_the_file_in_hand_is_deleted_with_its_draft_and_the_next_one_taken(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await open_file(pilot, "auth.md")
        await pilot.press("f3")
        await typed(pilot, "unsaved")
        await pilot.press("escape", "d")
        await asked(pilot, "Delete auth.md?")
        assert "Unsaved changes are lost for good" in shown(pilot.app)
        await pilot.press("escape")
        await closed(pilot)
        await pilot.press("d")
        await asked(pilot, "Delete auth.md?")
        await pilot.press("d", "enter")
        await written(pilot)
        assert set(texts(tmp_path)) == {"api.md", "gotchas.md", "ui.md"}
        assert not screen(pilot).workspace.drafts
        assert in_hand(pilot) == "ui.md"


async def test_a_deletion_that_the_disk_refuses_keeps_file_draft_and_mark(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await open_file(pilot, "auth.md")
        await pilot.press("f3")
        await typed(pilot, "unsaved ")
        await pilot.press("escape", "space", "up", "d")
        await asked(pilot, "Delete auth.md?")
        with pytest.MonkeyPatch.context() as patch:
            Faults(patch, project(tmp_path).memory, 1, forever=True, only=("unlink", "rename"))
            await pilot.press("d", "enter")
            await written(pilot)
        assert texts(tmp_path) == FILES
        assert draft(pilot, "auth.md") == AUTH.replace("# Auth", "unsaved # Auth")
        assert screen(pilot).page.files.rows.marked == {"auth.md"}


async def test_faulty_files_are_listed_with_the_reason_locked_and_never_written(
    make_app: MakeApp, tmp_path: Path
) -> None:
    app = make_app(FILES)
    folder = project(tmp_path).memory
    (folder / "latin.md").write_bytes(b"---\ntags: [caf\xe9]\n---\nx\n")
    (tmp_path / "outside.md").write_text(AUTH)
    (folder / "link.md").symlink_to(tmp_path / "outside.md")
    (folder / "folder.md").mkdir()
    (folder / "nowhere.md").symlink_to(tmp_path / "none")
    os.mkfifo(folder / "pipe.md")
    reasons = {
        "latin.md": "byte 14 is not UTF-8",
        "link.md": "a link that leads out of the",
        "folder.md": "a folder, no file",
        "nowhere.md": "a link",
        "pipe.md": "a pipe or a device",
    }
    async with editing(app) as pilot:
        for name, reason in reasons.items():
            await open_file(pilot, name)
            await seen(pilot, f"read-only: {reason}")
            await pilot.press("d")
            await heard(pilot, f"{name}: {reason}")
            assert len(app.screen_stack) == 1
        await open_file(pilot, "latin.md")
        await pilot.press("r", "f9", "f3")
        await typed(pilot, "xx")
        await pilot.press("f2", "x", "escape")
        assert len(app.screen_stack) == 1
        assert not screen(pilot).workspace.drafts
        await open_file(pilot, "auth.md")
        await pilot.press("space")
        await open_file(pilot, "latin.md")
        await pilot.press("space", "d")
        await pilot.pause()
        assert len(app.screen_stack) == 1
    assert (folder / "latin.md").read_bytes() == b"---\ntags: [caf\xe9]\n---\nx\n"
    assert (tmp_path / "outside.md").read_text() == AUTH
    assert (folder / "link.md").is_symlink()


async def test_the_filter_shows_some_files_and_the_cursor_stands_on_one_of_them(
    make_app: MakeApp,
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await open_file(pilot, "gotchas.md")
        await pilot.press("slash")
        await typed(pilot, "U")
        assert order(pilot) == ["—", "auth", "ui"]
        assert in_hand(pilot) == "auth.md"
        await typed(pilot, "i")
        assert order(pilot) == ["—", "ui"]
        assert in_hand(pilot) == "ui.md"
        await pilot.press("enter")
        assert focus(pilot) is screen(pilot).page.files.rows
        await pilot.press("escape")
        assert order(pilot) == ["gotchas", "—", "api", "auth", "ui"]
        assert in_hand(pilot) == "ui.md"
        await pilot.press("slash")
        await typed(pilot, "none")
        assert order(pilot) == []
        assert "no file has “none” in its name" in shown(pilot.app)
        assert screen(pilot).chosen == "ui.md"
        await pilot.press("escape")
        assert in_hand(pilot) == "ui.md"
        assert focus(pilot) is screen(pilot).page.files.rows


async def test_the_list_can_be_ordered_in_four_ways(make_app: MakeApp) -> None:
    files = {
        **FILES,
        "ui.md": FILES["ui.md"] + "x" * 100,
        "api.md": FILES["api.md"].replace("loaded: 12", "loaded: 99"),
    }
    async with editing(make_app(files)) as pilot:
        await open_file(pilot, "auth.md")
        orders = {
            "by name": ["api", "auth", "gotchas", "ui"],
            "by size": ["ui", "auth", "api", "gotchas"],
            "by use": ["api", "auth", "gotchas", "ui"],
            "by rank": ["gotchas", "—", "api", "auth", "ui"],
        }
        for label, names in orders.items():
            await pilot.press("o")
            assert label in shown(pilot.app)
            assert order(pilot) == names
            assert in_hand(pilot) == "auth.md"


async def test_the_mouse_takes_a_file_opens_it_and_presses_the_keys_at_the_foot(
    make_app: MakeApp,
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await click_text(pilot, "○ ui")
        assert in_hand(pilot) == "ui.md"
        await click_text(pilot, "○ ui", times=2)
        await until(pilot, lambda: screen(pilot).page.editor.has_focus_within)
        await click_text(pilot, "○ ui")
        await click_text(pilot, "o Order")
        await seen(pilot, "by name")

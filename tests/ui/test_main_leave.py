"""Leaving the editor, and editing a file in one's own."""

from pathlib import Path

import pytest
from textual.widgets import Input

from tests.ui.both_sides import MINE, edit, file, memory
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
    open_file,
    said,
    saved,
    screen,
    seen,
    typed,
    until,
)
from tests.ui.holding import shown
from tests.ui.own_editor import lent, person

QUESTION = "Quit with unsaved work?"


def copies(tmp_path: Path) -> list[Path]:
    return list(tmp_path.glob("memtui-*"))


def left(pilot: Editor) -> bool:
    """Whether the editor has been told to end."""
    return pilot.app._exit


async def test_without_unsaved_work_the_editor_ends_at_once(make_app: MakeApp) -> None:
    async with editing(make_app(FILES)) as pilot:
        await typed(pilot, "oauth")
        await pilot.press("ctrl+q")
        await until(pilot, lambda: left(pilot))


async def test_unsaved_work_is_asked_about_and_staying_loses_nothing(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await edit(pilot, "auth.md", "mine ")
        # The last keys are not told yet, and count all the same.
        await pilot.press("ctrl+q")
        await seen(pilot, QUESTION)
        await seen(pilot, "auth.md")
        await pilot.press("ctrl+q")
        await seen(pilot, QUESTION)
        await pilot.press("t")
        await closed(pilot)
        assert not left(pilot)
        assert draft(pilot, "auth.md") == MINE
        assert memory(tmp_path) == AUTH


async def test_all_is_saved_on_the_way_out(make_app: MakeApp, tmp_path: Path) -> None:
    async with editing(make_app(FILES)) as pilot:
        await edit(pilot, "auth.md", "mine ")
        await pilot.press("ctrl+q")
        await seen(pilot, QUESTION)
        await pilot.press("enter")
        await until(pilot, lambda: left(pilot))
        assert memory(tmp_path) == MINE


async def test_what_is_discarded_is_not_written(make_app: MakeApp, tmp_path: Path) -> None:
    async with editing(make_app(FILES)) as pilot:
        await edit(pilot, "auth.md", "mine ")
        await pilot.press("ctrl+q")
        await seen(pilot, QUESTION)
        await pilot.press("d", "enter")
        await until(pilot, lambda: left(pilot))
        assert memory(tmp_path) == AUTH


async def test_a_save_that_is_left_open_on_the_way_out_stays(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await edit(pilot, "auth.md", "mine ")
        await pilot.press("ctrl+q")
        await seen(pilot, QUESTION)
        file(tmp_path).write_text(AUTH.replace("# Auth", "# Sign in"))
        await pilot.press("enter")
        await seen(pilot, "auth.md was changed on both sides")
        await pilot.press("escape")
        await closed(pilot)
        await pilot.pause()
        assert not left(pilot)
        assert draft(pilot, "auth.md") == MINE


async def test_an_open_dialog_is_left_first(make_app: MakeApp) -> None:
    async with editing(make_app(FILES)) as pilot:
        await edit(pilot, "auth.md", "mine ")
        await open_file(pilot, "api.md")
        for opening in ("n", "f1", "ctrl+p", "p", "r", "d"):
            await pilot.press(opening)
            await until(pilot, lambda: len(pilot.app.screen_stack) == 2)
            await pilot.press("ctrl+q")
            await seen(pilot, QUESTION)
            assert len(pilot.app.screen_stack) == 2
            await pilot.press("f1")
            await until(pilot, lambda: len(pilot.app.screen_stack) == 3)
            await pilot.press("ctrl+q")
            await seen(pilot, QUESTION)
            assert not left(pilot)
            await pilot.press("escape")
            await closed(pilot)
            assert not left(pilot)
            assert draft(pilot, "auth.md") == MINE


async def test_the_palette_quits_as_the_key_does(make_app: MakeApp) -> None:
    async with editing(make_app(FILES)) as pilot:
        await edit(pilot, "auth.md", "mine ")
        await pilot.press("ctrl+p")
        await typed(pilot, "quit")
        await seen(pilot, "Leave memtui; unsaved work asks first")
        await pilot.press("enter")
        await seen(pilot, QUESTION)


async def test_escape_goes_to_the_list_from_everywhere(make_app: MakeApp) -> None:
    async with editing(make_app(FILES)) as pilot:
        rows = screen(pilot).page.files.rows
        for keys in ((), ("shift+tab",), ("f2", "tab"), ("f3",), ("f4",), ("f5",), ("f8",)):
            await pilot.press(*keys)
            await pilot.press("escape")
            await until(pilot, lambda: rows.has_focus)
        await pilot.press("f3", "ctrl+f", "x", "escape")
        assert focus(pilot) is not rows
        await pilot.press("escape")
        await until(pilot, lambda: rows.has_focus)


async def test_what_comes_back_from_the_persons_own_editor_is_the_draft(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "b = p.read_bytes(); (p.parent.parent / 'seen').write_bytes(b)"
    code += "; p.write_bytes(b.replace(b'mine', b'my own\\xc2\\x85'))"
    person(tmp_path, monkeypatch, code, "'my editor' --wait")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    async with editing(make_app(FILES)) as pilot:
        await edit(pilot, "auth.md", "mine ")
        with lent(pilot.app, monkeypatch):
            await pilot.press("f9")
            own = MINE.replace("mine", "my own\x85")
            await until(pilot, lambda: draft(pilot, "auth.md") == own)
        assert (tmp_path / "seen").read_bytes().decode() == MINE
        assert memory(tmp_path) == AUTH
        await seen(pilot, "my own")
        await saved(pilot)
        assert memory(tmp_path) == own
    assert copies(tmp_path) == []


async def test_an_editor_that_fails_changes_nothing_and_says_where_its_copy_is(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    person(tmp_path, monkeypatch, "sys.exit(3)")
    async with editing(make_app(FILES)) as pilot:
        await edit(pilot, "auth.md", "mine ")
        with lent(pilot.app, monkeypatch):
            await pilot.press("f9")
            await heard(pilot, "the editor ended with status 3; its copy is kept")
        assert draft(pilot, "auth.md") == MINE


async def test_a_terminal_that_cannot_be_lent_says_so_and_nothing_is_lost(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    person(tmp_path, monkeypatch, "p.write_text('gone')")
    async with editing(make_app(FILES)) as pilot:
        await edit(pilot, "auth.md", "mine ")
        await pilot.press("f9")
        await heard(pilot, "this terminal cannot be lent to another editor; nothing was changed")
        assert draft(pilot, "auth.md") == MINE
        assert "action_external" not in said(pilot)


async def test_the_unsaved_changes_of_one_file_can_be_let_go(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await pilot.app.run_action("screen.discard")
        await heard(pilot, "gotchas.md: no unsaved changes")
        await edit(pilot, "api.md", "other ")
        await edit(pilot, "auth.md", "mine ")
        await pilot.app.run_action("screen.discard")
        await seen(pilot, "Discard the changes of auth.md?")
        assert "mine # Auth" in shown(pilot.app)
        await pilot.press("enter")
        await closed(pilot)
        assert draft(pilot, "auth.md") == MINE
        await pilot.app.run_action("screen.discard")
        await seen(pilot, "Discard the changes of auth.md?")
        await pilot.press("left", "enter")
        await heard(pilot, "auth.md: as it is on disk")
        assert set(screen(pilot).workspace.drafts) == {"api.md"}
        await until(pilot, lambda: "mine" not in shown(pilot.app))
        assert memory(tmp_path) == AUTH


async def test_a_key_of_ones_own_takes_the_place_of_the_usual_one(make_app: MakeApp) -> None:
    from memtui.store.settings import Settings

    app = make_app(FILES, settings=Settings(keys={"memory.body": "f11", "files.new": "i"}))
    async with editing(app) as pilot:
        await pilot.press("f11")
        await until(pilot, lambda: screen(pilot).page.editor.has_focus_within)
        await pilot.press("escape", "i")
        await seen(pilot, "New category")
        await pilot.press("escape", "shift+f6", "i")
        assert pilot.app.screen.query_one("#title", Input).value == "i"

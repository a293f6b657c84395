"""The keys that take back and do again what was changed on disk, after showing it."""

from pathlib import Path

from memtui.store import records
from tests.ui.both_sides import file, save_typed
from tests.ui.conftest import MakeApp
from tests.ui.editing import (
    AUTH,
    FILES,
    Editor,
    draft,
    editing,
    heard,
    open_file,
    said,
    screen,
    seen,
    typed,
    until,
)
from tests.ui.holding import shown

ONE = AUTH.replace("# Auth", "one # Auth")
TWO = AUTH.replace("# Auth", "two one # Auth")


async def agree(pilot: Editor, key: str, text: str) -> None:
    """Press a key of the list, and enter when the question shows a text."""
    await pilot.press(key)
    await seen(pilot, text)
    await until(pilot, lambda: len(pilot.app.screen_stack) == 2)
    await pilot.press("enter")
    asking = ("action_take_back", "action_do_again")
    await until(pilot, lambda: not any(worker.name in asking for worker in pilot.app.workers))
    await pilot.pause()


async def test_changes_are_taken_back_and_done_again_one_by_one_after_showing_them(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await save_typed(pilot, "one ")
        await seen(pilot, "↶ 1")
        await save_typed(pilot, "two ")
        await seen(pilot, "↶ 2")
        await pilot.press("u")
        await seen(pilot, "Take back?")
        assert "save auth.md" in shown(pilot.app)
        assert ".automaker/memory/auth.md  +1 −1" in shown(pilot.app)
        assert "- two one # Auth" in shown(pilot.app)
        assert "+ one # Auth" in shown(pilot.app)
        assert file(tmp_path).read_text() == TWO
        await pilot.press("escape")
        await until(pilot, lambda: len(pilot.app.screen_stack) == 1)
        assert file(tmp_path).read_text() == TWO
        await agree(pilot, "u", "Take back?")
        await heard(pilot, "taken back: save auth.md")
        assert file(tmp_path).read_text() == ONE
        await seen(pilot, "↶ 1")
        assert screen(pilot).workspace.snapshot.by_name["auth.md"].text == ONE
        await agree(pilot, "u", "Take back?")
        await until(pilot, lambda: "↶" not in shown(pilot.app))
        assert file(tmp_path).read_text() == AUTH
        await pilot.press("u")
        await heard(pilot, "nothing to take back")
        for text in (ONE, TWO):
            await agree(pilot, "U", "Do again?")
            assert file(tmp_path).read_text() == text
        await heard(pilot, "done again: save auth.md")
        await seen(pilot, "↶ 2")
        await pilot.press("U")
        await heard(pilot, "nothing to do again")


async def test_a_deleted_file_comes_back_and_an_earlier_run_is_taken_back_too(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await open_file(pilot, "auth.md")
        await pilot.press("d", "d", "enter")
        await until(pilot, lambda: not file(tmp_path).exists())
        await seen(pilot, "↶ 1")
    async with editing(make_app()) as pilot:
        await seen(pilot, "↶ 1")
        await pilot.press("escape")
        await pilot.press("u")
        await seen(pilot, "+ comes back")
        assert "+ # Auth" in shown(pilot.app)
        await pilot.press("escape")
        await until(pilot, lambda: len(pilot.app.screen_stack) == 1)
        await agree(pilot, "u", "delete auth.md")
        await heard(pilot, "taken back: delete auth.md")
        assert file(tmp_path).read_text() == AUTH
        assert "auth.md" in screen(pilot).workspace.snapshot.by_name


async def test_unsaved_work_in_a_file_stands_before_taking_back_its_last_change(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await save_typed(pilot, "one ")
        await pilot.press("f3", "ctrl+home")
        await typed(pilot, "two ")
        await pilot.press("escape")
        await until(pilot, lambda: screen(pilot).page.files.rows.has_focus)
        await pilot.press("u")
        await heard(pilot, "auth.md has unsaved changes: save them first")
        assert len(pilot.app.screen_stack) == 1
        assert file(tmp_path).read_text() == ONE
        assert draft(pilot, "auth.md") == TWO


async def test_what_others_changed_since_stays_when_a_change_is_taken_back(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await save_typed(pilot, "one ")
        file(tmp_path).write_text(ONE.replace("loaded: 12", "loaded: 13") + "\nLater.\n")
        await agree(pilot, "u", "▲ changed since; that stays")
        await heard(pilot, "had changed since; that stays")
        text = AUTH.replace("loaded: 12", "loaded: 13") + "\nLater.\n"
        assert file(tmp_path).read_text() == text
        assert screen(pilot).workspace.snapshot.by_name["auth.md"].text == text


async def test_a_change_that_came_between_the_question_and_the_answer_is_not_taken_back(
    make_app: MakeApp, tmp_path: Path
) -> None:
    app = make_app(FILES)
    async with editing(app) as pilot:
        await save_typed(pilot, "one ")
        await pilot.press("u")
        await seen(pilot, "Take back?")
        other = make_app()
        async with editing(other) as second:
            await save_typed(second, "x ", "ui.md")
        await pilot.press("enter")
        await heard(pilot, "something else was changed meanwhile")
        assert file(tmp_path).read_text() == ONE
        assert file(tmp_path, "ui.md").read_text().count("x # Auth") == 1
        assert "taken back" not in said(pilot)


async def test_a_journal_that_cannot_be_read_is_said_once_however_often_others_write(
    make_app: MakeApp, tmp_path: Path
) -> None:
    app = make_app(FILES)
    async with editing(app) as pilot:
        await save_typed(pilot, "one ")
        record, *_ = records.newest(app.session.project)
        records.file(app.session.project, record).write_bytes(b"{")
        for number in range(3):
            file(tmp_path, "ui.md").write_text(f"{AUTH}\nLater {number}.\n")
            await screen(pilot).read_disk().wait()
            await heard(pilot, "a damaged record of the journal")
            await pilot.app.workers.wait_for_complete()
        assert said(pilot).count("a damaged record of the journal") == 1

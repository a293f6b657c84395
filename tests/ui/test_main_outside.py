"""Files that change on disk meanwhile: clean ones follow, dirty ones are kept."""

from pathlib import Path

import pytest

from memtui.errors import StoreError
from memtui.store import records
from memtui.store.project import Project
from memtui.store.session import Session
from memtui.ui.app import MemtuiApp
from memtui.ui.widgets.body import BodyView
from tests.ui.both_sides import MINE, THEIRS, edit, edit_mine, file, reread
from tests.ui.conftest import MakeApp
from tests.ui.editing import (
    AUTH,
    FILES,
    closed,
    draft,
    editing,
    heard,
    in_hand,
    open_file,
    order,
    said,
    saved,
    screen,
    seen,
    typed,
    until,
    written,
)
from tests.ui.holding import shown

LONG = AUTH + "".join(f"- line {number}\n" for number in range(200))


def write(path: Path, text: str) -> None:
    """Write a file whole, as another editor does."""
    beside = path.with_name(f".{path.name}.other")
    beside.write_bytes(text.encode())
    beside.replace(path)


async def test_a_clean_file_follows_silently_and_the_body_keeps_cursor_and_scroll(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app({**FILES, "auth.md": LONG})) as pilot:
        await open_file(pilot, "auth.md")
        await pilot.press("f3", "pagedown", "pagedown", "down", "end")
        editor = screen(pilot).query_one(BodyView).editor
        row, column = editor.cursor_location
        top = editor.scroll_offset.y
        line = editor.document.get_line(row)
        assert top > 0
        write(file(tmp_path), LONG.replace("# Auth\n", "# Auth\n\nNew above.\n", 1))
        await reread(pilot)
        assert editor.cursor_location == (row + 2, column)
        assert editor.document.get_line(row + 2) == line
        assert editor.scroll_offset.y == top + 2
        assert editor.has_focus
        assert said(pilot) == ""
        assert not screen(pilot).workspace.drafts


async def test_values_scores_and_new_files_follow_the_disk(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await typed(pilot, "refund")
        await open_file(pilot, "ui.md")
        write(file(tmp_path, "ui.md"), FILES["ui.md"].replace("edge-case", "refund"))
        write(file(tmp_path, "new.md"), FILES["api.md"].replace("rest", "refund"))
        await reread(pilot)
        assert order(pilot) == ["gotchas", "new", "ui", "—", "api", "auth"]
        assert in_hand(pilot) == "ui.md"
        assert "Files · 5" in shown(pilot.app)
        assert " refund " in shown(pilot.app)


async def test_the_same_text_from_outside_ends_the_draft(make_app: MakeApp, tmp_path: Path) -> None:
    async with editing(make_app(FILES)) as pilot:
        await edit_mine(pilot)
        write(file(tmp_path), MINE)
        await reread(pilot)
        assert draft(pilot, "auth.md") is None
        assert said(pilot) == ""


async def test_a_clean_file_that_is_deleted_outside_leaves_the_list(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await open_file(pilot, "auth.md")
        await pilot.press("space", "up", "f3")
        file(tmp_path).unlink()
        await reread(pilot)
        assert order(pilot) == ["gotchas", "—", "api", "ui"]
        assert in_hand(pilot) == "ui.md"
        assert screen(pilot).page.files.rows.marked == set()
        for name in ("api.md", "gotchas.md", "ui.md"):
            file(tmp_path, name).unlink()
        await reread(pilot)
        assert screen(pilot).chosen == ""
        await seen(pilot, "No memory files yet.")


@pytest.mark.parametrize(
    ("answer", "exists"), [(("k",), True), (("d", "enter"), False), (("escape",), False)]
)
async def test_a_dirty_file_that_is_deleted_outside_is_kept_until_the_person_chooses(
    make_app: MakeApp, tmp_path: Path, answer: tuple[str, ...], exists: bool
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await edit_mine(pilot)
        file(tmp_path).unlink()
        await reread(pilot)
        assert draft(pilot, "auth.md") == MINE
        assert in_hand(pilot) == "auth.md"
        await pilot.press("ctrl+s")
        await seen(pilot, "auth.md is gone")
        await pilot.press(*answer)
        await closed(pilot)
        await written(pilot)
        assert file(tmp_path).exists() is exists
        if exists:
            assert file(tmp_path).read_text() == MINE
        assert (draft(pilot, "auth.md") == MINE) is (answer == ("escape",))
        assert ("auth" in order(pilot)) is (answer != ("d", "enter"))


async def test_a_file_that_becomes_faulty_meanwhile_keeps_the_draft(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await edit_mine(pilot)
        file(tmp_path).write_bytes(b"caf\xe9")
        await reread(pilot)
        await pilot.press("ctrl+s")
        await heard(pilot, "auth.md stays unsaved: on disk it is byte 3 is not UTF-8")
        assert file(tmp_path).read_bytes() == b"caf\xe9"
        assert draft(pilot, "auth.md") == MINE


async def test_saving_all_saves_what_nobody_else_changed_and_asks_about_the_rest(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await edit_mine(pilot)
        await edit(pilot, "ui.md", "mine ")
        write(file(tmp_path), THEIRS)
        await reread(pilot)
        await pilot.press("escape")
        await screen(pilot).action_save_all()
        await seen(pilot, "auth.md was changed on both sides")
        await pilot.press("escape")
        await until(pilot, lambda: draft(pilot, "ui.md") is None)
        assert file(tmp_path, "ui.md").read_text() == FILES["ui.md"].replace("# A", "mine # A")
        assert file(tmp_path).read_text() == THEIRS
        assert draft(pilot, "auth.md") == MINE


async def test_a_deletion_meets_a_file_that_changed_and_spares_it(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await open_file(pilot, "auth.md")
        write(file(tmp_path), THEIRS)
        await pilot.press("d")
        await seen(pilot, "Delete auth.md?")
        await pilot.press("d", "enter")
        await heard(pilot, "nothing was written")
        assert file(tmp_path).read_text() == THEIRS


async def test_what_others_wrote_is_in_the_history_and_counting_is_not(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(FILES)
    async with editing(app) as pilot:
        write(file(tmp_path, "ui.md"), FILES["ui.md"].replace("loaded: 12", "loaded: 13"))
        await reread(pilot)
        write(file(tmp_path), THEIRS)
        await reread(pilot)
        await edit(pilot, "ui.md", "mine ")
        await saved(pilot)
        steps = [(step.by, step.what) for step in app.session.history()]
        assert steps == [("memtui", "save ui.md"), ("outside", "auth.md changed")]

        def refuse(*_: object) -> None:
            raise StoreError("no room")

        monkeypatch.setattr(records, "write", refuse)
        for text in (AUTH, THEIRS):
            write(file(tmp_path), text)
            await reread(pilot)
        assert said(pilot).count("what others changed is not in the history: no room") == 1


async def test_the_watcher_brings_changes_by_itself_and_is_named_in_the_status(
    tmp_path: Path, make_app: MakeApp
) -> None:
    make_app(FILES)
    project = Project(tmp_path / "shop")
    async with editing(MemtuiApp(Session(project, polling=True))) as pilot:
        await seen(pilot, "○ polling")
        write(file(tmp_path, "ui.md"), FILES["ui.md"].replace("edge-case", "refund"))
        await until(pilot, lambda: "refund" in screen(pilot).workspace.snapshot.words)
        await edit(pilot, "ui.md", "mine ")
        await saved(pilot)
        assert "changed on disk" not in said(pilot)

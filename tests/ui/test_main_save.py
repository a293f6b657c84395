"""Saving: exactly what was meant, later typing stays, and a disk that refuses loses nothing."""

import errno
import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from memtui.core.plan import Plan
from memtui.store.project import Project
from memtui.store.saving import Saved
from memtui.store.session import Session
from memtui.ui.app import MemtuiApp
from tests.store.faults import Faults
from tests.ui.both_sides import edit, file, memory
from tests.ui.conftest import MakeApp
from tests.ui.editing import (
    AUTH,
    FILES,
    draft,
    editing,
    heard,
    said,
    saved,
    screen,
    seen,
    typed,
    until,
    written,
)
from tests.ui.holding import shown


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def held_back(app: MemtuiApp, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Let writings wait until the returned function is called."""
    go = threading.Event()
    save = app.session.save

    def wait(plan: Plan) -> Saved:
        assert go.wait(20)
        return save(plan)

    monkeypatch.setattr(app.session, "save", wait)
    return go.set


async def test_what_is_typed_while_a_save_is_under_way_stays_a_draft(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(FILES)
    go_on = held_back(app, monkeypatch)
    async with editing(app) as pilot:
        await edit(pilot, "auth.md", "one ")
        await pilot.press("ctrl+s")
        await typed(pilot, "two ")
        screen(pilot).read_disk()
        await until(pilot, lambda: "two" in (draft(pilot, "auth.md") or ""))
        go_on()
        await written(pilot)
        assert memory(tmp_path, "auth.md") == AUTH.replace("# Auth", "one # Auth")
        assert draft(pilot, "auth.md") == AUTH.replace("# Auth", "one two # Auth")
        assert "1 unsaved" in shown(app)
        assert "changed on disk" not in said(pilot) + shown(app)
        await saved(pilot)
        assert memory(tmp_path, "auth.md") == AUTH.replace("# Auth", "one two # Auth")


async def test_all_unsaved_files_are_saved_from_the_palette(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        for name in ("api.md", "ui.md"):
            await edit(pilot, name, "new ")
        await pilot.press("escape")
        await seen(pilot, "2 unsaved")
        await pilot.press("ctrl+p")
        await typed(pilot, "save all")
        await seen(pilot, "Save every file")
        await pilot.press("enter")
        await until(pilot, lambda: not screen(pilot).workspace.drafts)
        for name in ("api.md", "ui.md"):
            assert memory(tmp_path, name) == FILES[name].replace("# Auth", "new # Auth")
        assert memory(tmp_path, "auth.md") == AUTH
        await pilot.press("ctrl+s")
        assert "nothing to save in this file" in said(pilot)


async def test_a_save_of_more_than_three_files_says_how_many(make_app: MakeApp) -> None:
    async with editing(make_app(FILES)) as pilot:
        work = screen(pilot)
        for name in FILES:
            work.workspace = work.workspace.with_draft(name, "new")
        assert work.saving(tuple(FILES)).what == "save 4 files"
        assert work.saving(("ui.md", "api.md")).what == "save ui.md, api.md"


async def test_a_folder_that_refuses_keeps_the_draft_and_a_second_try_saves(
    make_app: MakeApp, tmp_path: Path
) -> None:
    app = make_app(FILES)
    folder = file(tmp_path).parent
    async with editing(app) as pilot:
        await edit(pilot, "auth.md", "new ")
        with pytest.MonkeyPatch.context() as patch:
            Faults(patch, folder, 1, forever=True, number=errno.EROFS)
            await pilot.press("ctrl+s")
            await written(pilot)
        assert "auth.md" in said(pilot)
        assert "read-only" in said(pilot)
        assert draft(pilot, "auth.md") == AUTH.replace("# Auth", "new # Auth")
        assert memory(tmp_path, "auth.md") == AUTH
        assert names(folder) == set(FILES)
        await saved(pilot)
        assert memory(tmp_path, "auth.md") == AUTH.replace("# Auth", "new # Auth")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
async def test_a_read_only_folder_is_said_and_the_draft_kept(
    make_app: MakeApp, tmp_path: Path
) -> None:
    app = make_app(FILES)
    folder = file(tmp_path).parent
    folder.chmod(0o555)
    try:
        async with editing(app) as pilot:
            await edit(pilot, "auth.md", "new ")
            await pilot.press("ctrl+s")
            await written(pilot)
            assert "auth.md" in said(pilot)
            assert draft(pilot, "auth.md") == AUTH.replace("# Auth", "new # Auth")
    finally:
        folder.chmod(0o755)


async def test_a_full_disk_keeps_the_old_file_and_the_draft_and_says_what_to_do(
    small_disk: Path,
) -> None:
    project = Project(small_disk)
    project.memory.mkdir(parents=True)
    (project.memory / "auth.md").write_text(AUTH)
    app = MemtuiApp(Session(project), watched=False)
    async with editing(app) as pilot:
        await edit(pilot, "auth.md", "new ")
        (small_disk / "filler").write_bytes(b"x" * (256 * 1024 - 12 * 1024))
        with pytest.raises(OSError, match="No space"):
            (small_disk / "more").write_bytes(b"x" * 64 * 1024)
        await pilot.press("ctrl+s")
        await written(pilot)
        assert "the disk is full; free some space" in said(pilot)
        assert (project.memory / "auth.md").read_text() == AUTH
        assert draft(pilot, "auth.md") == AUTH.replace("# Auth", "new # Auth")
        (small_disk / "filler").unlink()
        (small_disk / "more").unlink()
        await saved(pilot)
        assert (project.memory / "auth.md").read_text() == AUTH.replace("# Auth", "new # Auth")
    app.session.settle(close=True)


async def test_a_failure_nobody_foresaw_reaches_the_person_and_loses_nothing(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(FILES)

    def broken(plan: Plan) -> None:
        raise RuntimeError(f"[/] broken: {plan.what}")

    async with editing(app) as pilot:
        await edit(pilot, "auth.md", "new ")
        with monkeypatch.context() as patch:
            patch.setattr(app.session, "save", broken)
            await pilot.press("ctrl+s")
            await heard(pilot, "[/] broken: save auth.md")
        assert draft(pilot, "auth.md") == AUTH.replace("# Auth", "new # Auth")
        await saved(pilot)
        assert memory(tmp_path, "auth.md") == AUTH.replace("# Auth", "new # Auth")


async def test_a_store_that_cannot_be_listed_is_said_and_read_again_later(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(FILES)
    folder = str(file(tmp_path).parent)
    real = os.scandir

    def refused(path: str | os.PathLike[str]) -> object:
        if os.fspath(path) == folder:
            raise PermissionError(errno.EACCES, "Permission denied", folder)
        return real(path)

    async with editing(app) as pilot:
        await edit(pilot, "auth.md", "new ")
        with monkeypatch.context() as patch:
            patch.setattr(os, "scandir", refused)
            await screen(pilot).read_disk().wait()
        await heard(pilot, "cannot be listed")
        await screen(pilot).read_disk().wait()
        await saved(pilot)

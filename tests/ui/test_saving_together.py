"""Drafts on their way to the disk while others write the same file: merged once, never lost."""

import asyncio
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from memtui.core.automaker import forecast
from memtui.core.merging import merge
from memtui.core.plan import Plan
from memtui.store import journal
from memtui.store.saving import Saved
from memtui.store.steps import Step
from tests.ui.both_sides import LEARNED, MINE, THEIRS, edit_mine, file, reread
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
    until,
    written,
)
from tests.ui.holding import shown


async def test_others_who_write_at_every_try_leave_the_draft_as_it_is(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(FILES)
    app.session.patience = 3
    stage = Step.stage
    tries: list[Step] = []
    # A clock that each try moves on: how many there are does not depend on the machine.
    monkeypatch.setattr(journal, "time", SimpleNamespace(monotonic=lambda: len(tries)))

    def late(step: Step) -> None:
        tries.append(step)
        with file(tmp_path).open("a") as stream:
            stream.write(f"\n### Late {len(tries)}\n")
        stage(step)

    async with editing(app) as pilot:
        await edit_mine(pilot)
        with monkeypatch.context() as patch:
            patch.setattr(Step, "stage", late)
            await pilot.press("ctrl+s")
            await heard(pilot, "nothing was written")
        assert len(tries) == 3
        assert "mine" not in file(tmp_path).read_text()
        await reread(pilot)
        kept = draft(pilot, "auth.md")
        assert kept is not None
        assert all(f"### Late {n}" in kept for n in range(1, len(tries) + 1))
        assert "mine # Auth" in kept
        await saved(pilot)
        assert file(tmp_path).read_text() == kept


async def test_what_others_write_while_it_is_saved_is_put_together_on_the_disk(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage, tries = Step.stage, []

    def late(step: Step) -> None:
        tries.append(step)
        if len(tries) == 1:
            with file(tmp_path).open("a") as stream:
                stream.write(LEARNED)
        stage(step)

    async with editing(make_app(FILES)) as pilot:
        await edit_mine(pilot)
        monkeypatch.setattr(Step, "stage", late)
        await saved(pilot)
        assert len(tries) == 2
        assert file(tmp_path).read_text() == MINE + LEARNED
        assert "that and your changes are put together" in said(pilot)
        assert screen(pilot).workspace.snapshot.by_name["auth.md"].text == MINE + LEARNED
        assert "Tokens rotate" in shown(pilot.app)


async def test_what_is_typed_while_a_merged_save_is_written_stays_a_draft(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(FILES)
    save = app.session.save

    def more() -> None:
        text = MINE.replace("# Auth", "# Auth and more")
        app.main.workspace = app.main.workspace.with_draft("auth.md", text)

    def typed_meanwhile(plan: Plan) -> Saved:
        app.call_from_thread(more)
        return save(plan)

    async with editing(app) as pilot:
        await edit_mine(pilot)
        file(tmp_path).write_text(AUTH + LEARNED)
        monkeypatch.setattr(app.session, "save", typed_meanwhile)
        await pilot.press("ctrl+s")
        await written(pilot)
        assert file(tmp_path).read_text() == MINE + LEARNED
        later = (MINE + LEARNED).replace("# Auth", "# Auth and more")
        await until(pilot, lambda: draft(pilot, "auth.md") == later)


async def test_a_count_that_is_seen_while_a_draft_is_on_its_way_to_the_disk_counts_once(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(FILES)
    save = app.session.save
    counted = forecast(AUTH) + LEARNED

    def late(plan: Plan) -> Saved:
        file(tmp_path).write_text(counted)
        app.call_from_thread(app.main.follow, app.session.read())
        # The merging that was asked for would have had its time.
        app.call_from_thread(asyncio.sleep, 0.2)
        file(tmp_path).write_text(forecast(counted))
        return save(plan)

    async with editing(app) as pilot:
        await edit_mine(pilot)
        monkeypatch.setattr(app.session, "save", late)
        await saved(pilot)
        await reread(pilot)
        twice = forecast(counted).replace("# Auth", "mine # Auth")
        assert file(tmp_path).read_text() == twice
        assert draft(pilot, "auth.md") is None


async def test_changes_that_come_faster_than_they_are_merged_do_not_pile_up(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go, merged = threading.Event(), []
    real = merge.merge

    def slow(*sides: str) -> merge.Merge:
        merged.append(sides)
        assert go.wait(20)
        return real(*sides)

    monkeypatch.setattr(merge, "merge", slow)
    async with editing(make_app(FILES)) as pilot:
        await edit_mine(pilot)
        for number in range(5):
            file(tmp_path).write_text(f"{THEIRS}\n### Learned {number}\n")
            await screen(pilot).read_disk().wait()
            await pilot.pause()
        go.set()
        await heard(pilot, "compares both")
        await reread(pilot)
        assert [disk.splitlines()[-1] for _, _, disk in merged] == [
            "### Learned 0",
            "### Learned 4",
        ]


async def test_saving_twice_at_once_saves_counters_once(make_app: MakeApp, tmp_path: Path) -> None:
    async with editing(make_app(FILES)) as pilot:
        main = screen(pilot)
        main.workspace = main.workspace.with_draft("auth.md", AUTH.replace("12", "20"))
        savings = [main.save(("auth.md",)) for _ in range(2)]
        for saving in savings:
            await saving.wait()
        assert file(tmp_path).read_text() == AUTH.replace("12", "20")
        assert draft(pilot, "auth.md") is None

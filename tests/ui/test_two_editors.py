"""Two editors on one project: no save is lost, and each soon sees what the other wrote."""

import os
import statistics
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from memtui.store.session import Session
from memtui.ui.app import MemtuiApp
from memtui.ui.screens.conflict import ConflictScreen
from memtui.ui.widgets.body import BodyView
from tests.ui.conftest import MakeApp
from tests.ui.editing import (
    AUTH,
    FILES,
    Editor,
    draft,
    editing,
    in_hand,
    open_file,
    said,
    saved,
    screen,
    seen,
    typed,
    until,
)
from tests.ui.living import Living, in_body

ROUNDS = 2


def file(tmp_path: Path, name: str = "auth.md") -> Path:
    return tmp_path / "shop" / ".automaker" / "memory" / name


def text(pilot: Editor, name: str = "auth.md") -> str:
    """Return a file as an editor shows it when it has no draft of it."""
    return screen(pilot).workspace.snapshot.by_name[name].text


@asynccontextmanager
async def _both(app: MemtuiApp, *, polling: bool) -> AsyncIterator[tuple[Editor, Editor]]:
    """Run two editors on the project of an app, each with its own watcher."""
    project = app.session.project
    state = "○ polling" if polling else "● watching"
    apps = [MemtuiApp(Session(project, polling=polling)) for _ in range(2)]
    async with editing(apps[0]) as one, editing(apps[1]) as other:
        for pilot in (one, other):
            await seen(pilot, state)
        yield one, other
    for each in apps:
        each.session.settle(close=True)


async def sees(pilot: Editor, expected: str) -> None:
    """Wait until an editor has read a text."""
    await until(pilot, lambda: text(pilot) == expected)


async def clean(pilot: Editor) -> None:
    """Wait until an editor has no draft of the file any more."""
    await until(pilot, lambda: draft(pilot, "auth.md") is None)


@pytest.fixture(params=["notified", "polling"])
def polling(request: pytest.FixtureRequest) -> bool:
    """Whether the editors look at the files instead of being notified."""
    return bool(request.param == "polling")


async def edit(pilot: Editor, words: str, name: str = "auth.md") -> None:
    """Type at the start of a body."""
    if screen(pilot).chosen != name:
        await open_file(pilot, name)
    bodies = screen(pilot).query(BodyView)
    if not (bodies and bodies.first().editor.has_focus):
        await pilot.press("f3")
    await pilot.press("ctrl+home")
    await typed(pilot, words)
    await until(pilot, lambda: words in (draft(pilot, name) or ""))


async def test_each_sees_within_a_second_what_the_other_saved(
    make_app: MakeApp, tmp_path: Path, polling: bool
) -> None:
    async with _both(make_app(FILES), polling=polling) as (one, other):
        seconds = []
        for number in range(ROUNDS):
            for here, there in ((one, other), (other, one)):
                await edit(here, f"{number}")
                await saved(here)
                now = file(tmp_path).read_text()
                began = time.monotonic()
                await sees(there, now)
                seconds.append(time.monotonic() - began)
        assert file(tmp_path).read_text() == AUTH.replace("# Auth", "1100# Auth")
        assert statistics.median(seconds) < 1, seconds
        assert "changed on disk" not in said(one) + said(other)
        assert "undid" not in said(one) + said(other)


async def test_what_both_change_in_one_file_is_put_together(
    make_app: MakeApp, tmp_path: Path, polling: bool
) -> None:
    async with _both(make_app(FILES), polling=polling) as (one, other):
        await edit(one, "one ")
        await open_file(other, "auth.md")
        await other.press("f2")
        await typed(other, "other")
        await other.press("enter")
        await until(other, lambda: draft(other, "auth.md"))
        await saved(one)
        both = AUTH.replace("# Auth", "one # Auth").replace("session]", "session, other]")
        await until(other, lambda: draft(other, "auth.md") == both)
        await saved(other)
        assert file(tmp_path).read_text() == both
        await sees(one, both)
        assert draft(one, "auth.md") is None


async def test_what_both_change_in_one_place_asks_the_one_who_saves_last(
    make_app: MakeApp, tmp_path: Path, polling: bool
) -> None:
    async with _both(make_app(FILES), polling=polling) as (one, other):
        await edit(one, "one ")
        await edit(other, "other ")
        await saved(one)
        await other.press("ctrl+s")
        await until(other, lambda: isinstance(other.app.screen, ConflictScreen))
        await seen(other, "changed on both sides")
        assert file(tmp_path).read_text() == AUTH.replace("# Auth", "one # Auth")
        assert draft(other, "auth.md") == AUTH.replace("# Auth", "other # Auth")
        await other.press("b", "enter")
        both = AUTH.replace("# Auth", "one # Auth\nother # Auth")
        await clean(other)
        assert file(tmp_path).read_text() == both
        await sees(one, both)


async def test_both_save_at_the_same_moment_and_both_saves_are_there(
    make_app: MakeApp, tmp_path: Path, polling: bool
) -> None:
    async with _both(make_app(FILES), polling=polling) as (one, other):
        sections = []
        for number in range(ROUNDS):
            savings = []
            for who, pilot in (("one", one), ("other", other)):
                main = screen(pilot)
                section = f"\n### Of {who} {number}\n- **Pattern:** From {who}.\n"
                memory = main.workspace.memory("auth.md")
                assert memory
                main.workspace = main.workspace.with_draft("auth.md", memory.text + section)
                savings.append(main.save(("auth.md",)))
                sections.append(section)
            for saving in savings:
                await saving.wait()
            for pilot in (one, other):
                await clean(pilot)
        found = file(tmp_path).read_text()
        assert all(found.count(section) == 1 for section in sections)
        for pilot in (one, other):
            await sees(pilot, found)
            assert "undid" not in said(pilot)


async def test_a_file_that_one_deletes_is_kept_by_the_other_who_has_a_draft(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with _both(make_app(FILES), polling=False) as (one, other):
        await edit(other, "mine ")
        await open_file(one, "auth.md")
        await one.press("d")
        await seen(one, "Delete auth.md?")
        await one.press("d", "enter")
        await until(one, lambda: not file(tmp_path).exists())
        await until(other, lambda: "auth.md" not in screen(other).workspace.snapshot.by_name)
        assert in_hand(other) == "auth.md"
        await other.press("ctrl+s")
        await seen(other, "auth.md is gone")
        await other.press("k")
        await clean(other)
        assert file(tmp_path).read_text() == AUTH.replace("# Auth", "mine # Auth")
        await until(one, lambda: "auth.md" in screen(one).workspace.snapshot.by_name)


async def test_the_history_tells_what_each_of_them_did_and_nobody_else(
    make_app: MakeApp, tmp_path: Path
) -> None:
    app = make_app(FILES)
    async with _both(app, polling=False) as (one, other):
        await edit(one, "one ")
        await saved(one)
        await until(other, lambda: "one #" in text(other))
        await edit(other, "other ", "ui.md")
        await saved(other)
        await until(one, lambda: "other #" in text(one, "ui.md"))
        for pilot in (one, other):
            await seen(pilot, "↶ 2")
        steps = [(step.by, step.what) for step in app.session.history()]
        assert steps == [("memtui", "save ui.md"), ("memtui", "save auth.md")]


def test_two_processes_see_each_other_and_lose_nothing(make_app: MakeApp, tmp_path: Path) -> None:
    project = make_app({"auth.md": AUTH}).session.project.root
    with Living(project) as one, Living(project) as other:
        in_body(one, "precious")
        in_body(other, "dear")
        one.type(b"\x13", "done: save auth.md")
        # The draft of the other one overlaps with it: both are kept, and it is asked.
        other.wait_for("^s compares both")
        other.type(b"\x13", "changed on both sides")
        other.type(b"b", "both")
        other.type(b"\r", "done: save auth.md")
        assert file(tmp_path).read_text() == AUTH.replace("# Auth", "precious# Auth\ndear# Auth")
        one.wait_for("dear# Auth")
        for editor in (one, other):
            assert editor.end(partial(os.write, editor.descriptor, b"\x11")) == 0

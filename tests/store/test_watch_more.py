"""The watcher and the readings that follow it: in the end the snapshot is what the disk holds."""

import asyncio
import os
import shutil
import subprocess
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import watchfiles

from memtui.core.plan import Change, Plan
from memtui.core.workspace import Snapshot
from memtui.store import scan, watch
from memtui.store.project import Project
from memtui.store.session import Session
from tests.conftest import MakeStore

TICK = 0.05
MEMORY = ".automaker/memory"


class Following:
    """A session that reads whenever the watcher tells something, as the editor does."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.snapshot = Snapshot()
        self.readings = 0

    async def run(self, ready: asyncio.Event) -> None:
        async with aclosing(self.session.events()) as events:
            async for event in events:
                if event.paths:
                    await self._read()
                ready.set()

    async def _read(self) -> None:
        self.readings += 1
        self.snapshot = await asyncio.to_thread(self.session.read)
        if self.session.unsettled:
            await asyncio.sleep(0.1)
            await self._read()

    def is_current(self) -> bool:
        folder = self.session.project.memory
        files = {path.name: path.read_bytes() for path in folder.glob("*.md")}
        return {m.name: m.text.encode() for m in self.snapshot.memories} == files

    async def until_current(self) -> None:
        async with asyncio.timeout(10):
            while not self.is_current():  # noqa: ASYNC110 (the disk tells nobody)
                await asyncio.sleep(0.01)


@asynccontextmanager
async def following(project: Project, *, polling: bool = False) -> AsyncIterator[Following]:
    follower = Following(Session(project, polling=polling))
    ready = asyncio.Event()
    task = asyncio.create_task(follower.run(ready))
    try:
        async with asyncio.timeout(10):
            await ready.wait()
        await follower.until_current()
        yield follower
        assert not task.done()
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    real = watch.watch

    def quick(project: Project, **options: Any) -> AsyncGenerator[watch.Event, None]:
        return real(project, tick=TICK, look=2 * TICK, **options)

    monkeypatch.setattr(watch, "watch", quick)


@pytest.fixture(params=["notified", "polled"])
def polling(request: pytest.FixtureRequest) -> bool:
    return bool(request.param == "polled")


def git(root: Path, *words: str) -> None:
    identity = ("-c", "user.name=n", "-c", "user.email=e@example.org")
    command = ("git", *identity, "-c", "init.defaultBranch=main", *words)
    subprocess.run(command, cwd=root, check=True, capture_output=True)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
async def test_switching_branches_is_followed(store: MakeStore, polling: bool) -> None:
    project = store({f"{n}.md": f"main {n}" for n in range(20)})

    def prepare() -> None:
        git(project.root, "init", "-q")
        git(project.root, "add", ".")
        git(project.root, "commit", "-qm", "one")
        git(project.root, "checkout", "-qb", "other")
        for n in range(10):
            (project.memory / f"{n}.md").write_text(f"othr {n}")
            (project.memory / f"{n + 10}.md").unlink()
            (project.memory / f"new {n}.md").write_text("new")
        git(project.root, "add", ".")
        git(project.root, "commit", "-qm", "two")
        git(project.root, "checkout", "-q", "--orphan", "empty")
        git(project.root, "rm", "-rfq", ".")
        git(project.root, "commit", "-qm", "three", "--allow-empty")

    await asyncio.to_thread(prepare)
    async with following(project, polling=polling) as follower:
        for branch in ("main", "other", "main", "empty", "other"):
            await asyncio.to_thread(git, project.root, "checkout", "-q", branch)
            await follower.until_current()
        assert len(follower.snapshot.memories) == 20


async def test_two_hundred_files_at_once_take_few_readings(store: MakeStore, polling: bool) -> None:
    project = store({"0.md": "old"})

    def burst(text: str) -> None:
        for number in range(200):
            (project.memory / f"{number}.md").write_text(text)

    async with following(project, polling=polling) as follower:
        for text in ("one", "two"):
            await asyncio.to_thread(burst, text)
            await follower.until_current()
        assert follower.readings < 100


async def test_changes_during_saves_are_followed(store: MakeStore, polling: bool) -> None:
    project = store({"a.md": "0", "b.md": "0", "c.md": "0"})

    def others() -> None:
        for number in range(1, 60):
            (project.memory / "b.md").write_text(f"theirs {number}")
            (project.memory / "new.md").write_text("x")
            (project.memory / "new.md").unlink()
        (project.memory / "b.md").write_text("theirs at last")

    def saves(session: Session) -> None:
        for number in range(20):
            changes = tuple(
                Change(f"{MEMORY}/{name}.md", str(number).encode(), str(number + 1).encode())
                for name in "ac"
            )
            session.apply(Plan("save", changes))
        # At once after the last save of a file, another process writes it.
        (project.memory / "a.md").write_text("theirs after mine")

    async with following(project, polling=polling) as follower:
        await asyncio.gather(asyncio.to_thread(others), asyncio.to_thread(saves, follower.session))
        # The editor reads after each save by itself; the watcher tells only what others did.
        await asyncio.to_thread(follower.session.read)
        (project.memory / "d.md").write_text("d")
        await follower.until_current()
        texts = {memory.name: memory.text for memory in follower.snapshot.memories}
        assert texts == {
            "a.md": "theirs after mine",
            "b.md": "theirs at last",
            "c.md": "20",
            "d.md": "d",
        }


async def test_a_folder_that_is_replaced_by_another_is_followed(
    store: MakeStore, polling: bool
) -> None:
    project = store({"a.md": "1", "b.md": "1"})

    def replace(number: int) -> None:
        made = project.root / f"made {number}"
        made.mkdir()
        (made / "a.md").write_text(f"{number}")
        (made / f"{number}.md").write_text("x")
        project.memory.rename(project.root / f"aside {number}")
        made.rename(project.memory)

    async with following(project, polling=polling) as follower:
        for number in range(3):
            await asyncio.to_thread(replace, number)
            await follower.until_current()
            (project.memory / "later.md").write_text("y")
            await follower.until_current()


async def test_a_folder_without_notification_is_followed_all_the_same(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def silent(*_: Path, **__: object) -> AsyncGenerator[set[Any], None]:
        while True:
            await asyncio.sleep(TICK)
            yield set()

    monkeypatch.setattr(watchfiles, "awatch", silent)
    project = store({"a.md": "1", "b.md": "1"})
    async with following(project) as follower:
        (project.memory / "a.md").write_text("2")
        await follower.until_current()
        (project.memory / "b.md").unlink()
        (project.memory / "c.md").write_text("3")
        await follower.until_current()


async def test_a_change_that_keeps_time_and_size_is_seen_by_polling(store: MakeStore) -> None:
    project = store({"a.md": "old"})
    path = project.memory / "a.md"
    os.utime(path, ns=(10**18, 10**18))
    async with following(project, polling=True) as follower:
        path.write_text("new")
        os.utime(path, ns=(10**18, 10**18))
        await follower.until_current()


async def test_a_second_change_within_a_coarse_tick_is_seen_by_polling(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A file system that knows only even seconds tells the two changes not apart.
    monkeypatch.setattr(scan, "_signature", lambda path: (_tick(path), 1, 1, 1))
    project = store({"a.md": "1"})
    async with following(project, polling=True) as follower:
        for number in range(2, 6):
            (project.memory / "a.md").write_text(str(number))
            await follower.until_current()


def _tick(path: Path) -> int:
    return path.stat().st_mtime_ns // (2 * 10**9) * (2 * 10**9)

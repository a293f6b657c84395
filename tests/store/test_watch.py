"""The watcher on real files. Nothing here waits longer than the event takes."""

import asyncio
import os
import shutil
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import watchfiles

from memtui.core.plan import writing
from memtui.store import journal, scan
from memtui.store.journal import Writer
from memtui.store.own import OwnWrites
from memtui.store.project import Project
from memtui.store.watch import Event, watch
from tests.conftest import MakeStore

TICK = 0.05
MEMORY = ".automaker/memory"


class News:
    """The events of a watcher, and a way to wait for some of them."""

    def __init__(self, events: AsyncGenerator[Event, None]) -> None:
        self._events = events
        self.seen: set[str] = set()
        self.ever: set[str] = set()
        self.last = Event(frozenset())

    async def until(self, *paths: str, state: str = "watching") -> None:
        """Wait until all these paths were named since the last call, in this state."""
        async with asyncio.timeout(10):
            while not self.seen.issuperset(paths) or not self.last.state.startswith(state):
                self.last = await anext(self._events)
                self.seen |= self.last.paths
                self.ever |= self.last.paths
        self.seen.clear()


@asynccontextmanager
async def _watching(project: Project, **options: Any) -> AsyncIterator[News]:
    async with aclosing(watch(project, tick=TICK, **options)) as events:
        news = News(events)
        await news.until(*scan.FOLDERS, state="")
        yield news


@pytest.fixture(params=["notified", "polled"])
def polling(request: pytest.FixtureRequest) -> dict[str, bool]:
    return {"polling": request.param == "polled"}


async def test_every_kind_of_change_is_told(store: MakeStore, polling: dict[str, bool]) -> None:
    project = store(
        {"a.md": "1", "b.md": "2"}, features={"f": {"title": "T"}}, context={"r.md": ""}
    )
    state = "polling" if polling["polling"] else "watching"
    async with _watching(project, **polling) as news:
        assert news.last.state == state
        (project.memory / "a.md").write_text("in place")
        await news.until(f"{MEMORY}/a.md", state=state)
        temporary = project.memory / ".a.tmp"
        temporary.write_text("replaced")
        temporary.replace(project.memory / "a.md")
        await news.until(f"{MEMORY}/a.md", state=state)
        (project.memory / "b.md").unlink()
        (project.memory / "C.MD").write_text("new")
        await news.until(f"{MEMORY}/b.md", f"{MEMORY}/C.MD", state=state)
        (project.features / "f" / "feature.json").write_text("{}")
        (project.context / "r.txt").write_text("x")
        await news.until(
            ".automaker/features/f/feature.json", ".automaker/context/r.txt", state=state
        )


async def test_folders_that_come_later_are_followed(
    store: MakeStore, polling: dict[str, bool]
) -> None:
    project = store()
    shutil.rmtree(project.root / ".automaker")
    async with _watching(project, **polling) as news:
        project.memory.mkdir(parents=True)
        (project.memory / "a.md").write_text("1")
        state = news.last.state
        await news.until(f"{MEMORY}/a.md" if polling["polling"] else MEMORY, state=state)
        (project.memory / "b.md").write_text("2")
        await news.until(f"{MEMORY}/b.md", state=state)


async def test_a_removed_and_remade_folder_is_followed(store: MakeStore) -> None:
    project = store({"a.md": "1"})
    async with _watching(project) as news:
        shutil.rmtree(project.memory)
        await news.until(MEMORY)
        project.memory.mkdir()
        await news.until(MEMORY)
        (project.memory / "b.md").write_text("2")
        await news.until(f"{MEMORY}/b.md")


async def test_a_folder_that_is_removed_and_remade_at_once_is_followed(store: MakeStore) -> None:
    project = store({"a.md": "1"})
    async with _watching(project) as news:
        # The new folder often gets the number of the old one.
        shutil.rmtree(project.memory)
        project.memory.mkdir()
        await news.until(MEMORY)
        (project.memory / "b.md").write_text("2")
        await news.until(f"{MEMORY}/b.md")


async def test_a_folder_that_is_replaced_at_once_is_followed(store: MakeStore) -> None:
    project = store({"a.md": "1"})
    other = project.root / "other"
    other.mkdir()
    (other / "b.md").write_text("2")
    async with _watching(project) as news:
        project.memory.rename(project.root / "aside")
        other.rename(project.memory)
        await news.until(MEMORY)
        (project.memory / "c.md").write_text("3")
        await news.until(f"{MEMORY}/c.md")


async def test_a_replaced_parent_is_followed(store: MakeStore) -> None:
    project = store({"a.md": "1"})
    hidden = project.root / ".automaker"
    async with _watching(project) as news:
        hidden.rename(project.root / "aside")
        await news.until(MEMORY)
        (project.root / "aside").rename(hidden)
        await news.until(MEMORY)
        (project.memory / "c.md").write_text("3")
        await news.until(f"{MEMORY}/c.md")


async def test_a_feature_folder_that_is_moved_in_is_told(store: MakeStore) -> None:
    project = store(features={"f": {"title": "T"}})
    made = project.root / "made"
    made.mkdir()
    (made / "feature.json").write_text('{"title": "New"}')
    async with _watching(project) as news:
        made.rename(project.features / "g")
        await news.until(".automaker/features/g")
        (project.features / "g" / "feature.json").write_text('{"title": "Newer"}')
        await news.until(".automaker/features/g/feature.json")


async def test_the_target_of_a_link_is_looked_at(
    store: MakeStore, polling: dict[str, bool]
) -> None:
    project = store({"a.md": "1"})
    target = project.root / "docs.md"
    target.write_text("old")
    (project.memory / "link.md").symlink_to(target)
    async with _watching(project, **polling) as news:
        state = news.last.state
        target.write_text("newer")
        await news.until(f"{MEMORY}/link.md", state=state)
        (project.memory / "late.md").symlink_to(target)
        await news.until(f"{MEMORY}/late.md", state=state)
        target.write_text("newest of all")
        await news.until(f"{MEMORY}/late.md", f"{MEMORY}/link.md", state=state)


async def test_a_linked_folder_is_watched_under_its_own_name(store: MakeStore) -> None:
    project = store({"a.md": "1"})
    project.memory.rename(project.root / "real")
    project.memory.symlink_to(project.root / "real")
    async with _watching(project) as news:
        (project.root / "real" / "a.md").write_text("2")
        await news.until(f"{MEMORY}/a.md")


async def test_what_memtui_wrote_is_no_news_and_what_comes_after_is(
    store: MakeStore, polling: dict[str, bool]
) -> None:
    project = store({"a.md": "1", "b.md": "1"})
    own = OwnWrites()
    writer = Writer(own=own)
    async with _watching(project, own=own, **polling) as news:
        state = news.last.state
        path = project.memory_path("a.md")
        await asyncio.to_thread(journal.apply, project, writing("w", path, "1", "22"), writer)
        news.ever.clear()
        for text in ("marker", "second marker", "third marker"):
            (project.memory / "b.md").write_text(text)
            await news.until(f"{MEMORY}/b.md", state=state)
        assert news.ever == {f"{MEMORY}/b.md"}
        (project.memory / "a.md").write_text("outside")
        await news.until(f"{MEMORY}/a.md", state=state)
        (project.memory / "a.md").write_text("22")
        await news.until(f"{MEMORY}/a.md", state=state)


async def test_temporary_and_foreign_files_are_no_news(store: MakeStore) -> None:
    project = store({"a.md": "1"})
    async with _watching(project) as news:
        for name in (".memtui-1-a.tmp", "notes.txt", "a.md~", ".a.md.swp"):
            (project.memory / name).write_text("x")
        (project.memory / "sub").mkdir()
        (project.memory / "a.md").write_text("2")
        news.last = Event(frozenset())
        await news.until(f"{MEMORY}/a.md")
        assert news.last.paths == {f"{MEMORY}/a.md"}


@pytest.mark.parametrize(
    "error", [OSError("OS file watch limit reached."), RuntimeError("Too many open files")]
)
async def test_a_system_without_notification_is_polled_and_says_why(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    project = store({"a.md": "1"})

    async def refuse(*paths: Path, **options: object) -> AsyncGenerator[set[Any], None]:
        if paths:
            raise error
        yield set()

    monkeypatch.setattr(watchfiles, "awatch", refuse)
    async with _watching(project) as news:
        assert news.last.state == "polling"
        assert str(error) in news.last.why
        (project.memory / "a.md").write_text("2")
        await news.until(f"{MEMORY}/a.md", state="polling")


async def test_a_folder_that_cannot_be_listed_is_said_until_it_can(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store({"a.md": "1"})
    real: Callable[[Any], Any] = os.scandir
    async with _watching(project, polling=True) as news:

        def refuse(path: Any) -> Any:
            raise PermissionError(13, "Permission denied", str(path))

        monkeypatch.setattr(os, "scandir", refuse)
        await news.until(state="not watching: ")
        assert "Permission denied" in news.last.state
        monkeypatch.setattr(os, "scandir", real)
        await news.until(state="polling")
        (project.memory / "a.md").write_text("2")
        await news.until(f"{MEMORY}/a.md", state="polling")


async def test_a_second_writing_in_the_same_second_is_seen_by_polling(store: MakeStore) -> None:
    project = store({"a.md": "1"})
    async with _watching(project, polling=True) as news:
        for text in ("2", "3", "4"):
            (project.memory / "a.md").write_text(text)
            await news.until(f"{MEMORY}/a.md", state="polling")


async def test_two_hundred_files_at_once_are_all_named(store: MakeStore) -> None:
    project = store()
    async with _watching(project) as news:
        for number in range(200):
            (project.memory / f"{number}.md").write_text("x")
        await news.until(*(f"{MEMORY}/{number}.md" for number in range(200)))


async def test_a_watcher_that_is_cancelled_stops(store: MakeStore) -> None:
    project = store({"a.md": "1"})
    began = asyncio.Event()

    async def follow() -> None:
        async with aclosing(watch(project)) as events:
            async for _ in events:
                began.set()

    task = asyncio.create_task(follow())
    async with asyncio.timeout(10):
        await began.wait()
    task.cancel()
    async with asyncio.timeout(2):
        (result,) = await asyncio.gather(task, return_exceptions=True)
    assert isinstance(result, asyncio.CancelledError)


@pytest.mark.parametrize(
    ("path", "interesting"),
    [
        (".automaker/memory/a.md", True),
        (".automaker/memory/A.MD", True),
        (".automaker/memory/a.txt", False),
        (".automaker/memory/sub/a.md", False),
        (".automaker/context/a.txt", True),
        (".automaker/context/a.json", False),
        (".automaker/features/f", True),
        (".automaker/features/f/feature.json", True),
        (".automaker/features/f/agent-output.md", False),
        (".automaker/features/f/deep/feature.json", False),
        ("memory/INDEX.md", True),
        ("memory/deploy.md", True),
        ("tasks/lessons.md", True),
        ("tasks/deep/lessons.md", False),
        ("src/memory/a.md", False),
        (".automaker/memory", False),
    ],
)
def test_what_is_of_interest(path: str, interesting: bool) -> None:
    assert scan.is_of_interest(path) is interesting

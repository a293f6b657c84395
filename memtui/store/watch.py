"""Tells when something in a project's stores has changed, by notification or by looking.

The events name what may have changed; whoever gets them reads it again. The first event, and
each one after a folder has come or gone, names all folders.
"""

import asyncio
from collections.abc import AsyncGenerator, Collection
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path

from memtui.store import scan
from memtui.store.own import OwnWrites
from memtui.store.project import Project

TICK = 0.5
"""Seconds between two looks at what no notification tells of."""
_STEP = 50
"""Milliseconds without a further change after which the notifications are handed on."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something may have changed.

    Attributes:
        paths: Files or whole folders, relative to the project's root; empty when only the state
            is another.
        state: ``watching``, ``polling``, or ``not watching: …`` with the reason.
        why: Why there is no notification, or ``""``.
    """

    paths: frozenset[str]
    state: str = "watching"
    why: str = ""


async def watch(
    project: Project,
    *,
    own: OwnWrites | None = None,
    polling: bool = False,
    tick: float = TICK,
) -> AsyncGenerator[Event, None]:
    """Yield an event at the start and at each change that is not memtui's own, until closed.

    Args:
        project: Whose stores; their folders need not exist yet.
        own: What memtui wrote itself.
        polling: Look at the files instead of being notified, as network drives need it.
        tick: Seconds between two looks.
    """
    why = "as asked for"
    if not polling:
        try:
            async with aclosing(_notified(project, own, tick)) as events:
                async for event in events:
                    yield event
        # The system's limits: OSError for watches; for instances a RuntimeError of watchfiles
        # that it does not export. ImportError: no binary for this machine.
        except (OSError, RuntimeError, ImportError) as error:
            why = f"no notification: {error}"
    async with aclosing(_polled(project, own, tick, why)) as events:
        async for event in events:
            yield event


async def _notified(
    project: Project, own: OwnWrites | None, tick: float
) -> AsyncGenerator[Event, None]:
    while True:
        around = await asyncio.to_thread(scan.Surroundings, project)
        try:
            async with aclosing(_batches(around.folders.values(), tick)) as batches:
                await anext(batches)
                yield Event(frozenset(scan.FOLDERS))
                async for batch in batches:
                    named = frozenset(map(around.inside, batch))
                    # A folder that is itself named was removed: its watch is dead, even if
                    # another folder came and got the same number.
                    others = await asyncio.to_thread(around.are_others)
                    if others or named & set(scan.FOLDERS):
                        break
                    paths = await asyncio.to_thread(around.changed_links)
                    paths |= frozenset(filter(scan.is_of_interest, named))
                    if news := await _foreign(project, own, paths):
                        yield Event(news)
        except FileNotFoundError:
            # A folder went between the look and the watch.
            await asyncio.sleep(tick)


async def _batches(folders: Collection[Path], tick: float) -> AsyncGenerator[frozenset[str], None]:
    """Yield nothing once the folders are watched; then the changed paths, at least each tick."""
    while not folders:
        yield frozenset()
        await asyncio.sleep(tick)
    # Function-local for start-up: the first screen is painted before anything is watched.
    from watchfiles import awatch

    changes = awatch(
        *folders,
        watch_filter=None,
        step=_STEP,
        rust_timeout=round(tick * 1000),
        yield_on_timeout=True,
        ignore_permission_denied=True,
    )
    # The watch begins in the first step of the iteration, which then waits for a change.
    pending = asyncio.ensure_future(anext(changes))
    try:
        await asyncio.sleep(0)
        if not pending.done():
            yield frozenset()
        while True:
            batch = await pending
            pending = asyncio.ensure_future(anext(changes))
            yield frozenset(path for _, path in batch)
    finally:
        pending.cancel()
        await asyncio.gather(pending, return_exceptions=True)
        await changes.aclose()


async def _polled(
    project: Project, own: OwnWrites | None, tick: float, why: str
) -> AsyncGenerator[Event, None]:
    before: dict[str, scan.Signature] | None = None
    state = ""
    while True:
        try:
            now = await asyncio.to_thread(scan.listing, project)
        except OSError as error:
            failed = f"not watching: {error.filename}: {error.strerror}"
            if state != failed:
                state = failed
                yield Event(frozenset(), state, why)
        else:
            differing = _differing(before, now)
            news = await _foreign(project, own, differing)
            if news or state != "polling":
                state = "polling"
                yield Event(news, state, why)
            before = now
        await asyncio.sleep(tick)


def _differing(
    before: dict[str, scan.Signature] | None, now: dict[str, scan.Signature]
) -> frozenset[str]:
    if before is None:
        return frozenset(scan.FOLDERS)
    return frozenset(path for path, _ in before.items() ^ now.items())


async def _foreign(
    project: Project, own: OwnWrites | None, paths: frozenset[str]
) -> frozenset[str]:
    if own is None or not paths:
        return paths
    return await asyncio.to_thread(own.foreign, project.root, paths)

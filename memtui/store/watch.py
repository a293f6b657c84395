"""Tells when something in a project's stores has changed, by notification or by looking.

The events name what may have changed; whoever gets them reads it again. The first event, and
each one after a folder has come or gone, names all folders.
"""

import asyncio
import time
from collections.abc import AsyncGenerator, Collection
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path

from memtui.store import scan
from memtui.store.own import OwnWrites
from memtui.store.project import Project

TICK = 0.5
"""Seconds between two looks at what no notification tells of."""
LOOK = 2.0
"""Seconds between two looks at all files in case no notification came, as on network drives."""
_SHARE = 200
"""Such a look takes at most this part of the time."""
COARSE = 2.0
"""Seconds within which a second change can leave the time of the first, on some file systems."""
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
    look: float = LOOK,
) -> AsyncGenerator[Event, None]:
    """Yield an event at the start and at each change that is not memtui's own, until closed.

    Args:
        project: Whose stores; their folders need not exist yet.
        own: What memtui wrote itself.
        polling: Look at the files instead of being notified, as network drives need it.
        tick: Seconds between two looks.
        look: Seconds between two looks at all files where notification is at work.
    """
    why = "as asked for"
    if not polling:
        try:
            async with aclosing(_notified(project, own, tick, look)) as events:
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
    project: Project, own: OwnWrites | None, tick: float, look: float
) -> AsyncGenerator[Event, None]:
    while True:
        around = await asyncio.to_thread(scan.Surroundings, project)
        try:
            async with aclosing(_batches(around.folders.values(), tick)) as batches:
                await anext(batches)
                missed = _Missed(project, look)
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
                    paths |= await missed.paths()
                    if news := await _foreign(project, own, paths):
                        yield Event(news)
        except FileNotFoundError:
            # A folder went between the look and the watch.
            await asyncio.sleep(tick)


class _Missed:
    """Looks at all files now and then, for changes of which no notification came."""

    def __init__(self, project: Project, apart: float) -> None:
        self._project = project
        self._apart = apart
        self._next = 0.0
        self._before: _Listing | None = None

    async def paths(self) -> frozenset[str]:
        """Return what differs from the last look, when it is time to look."""
        began = time.monotonic()
        if began < self._next:
            return frozenset()
        try:
            now = await asyncio.to_thread(_Listing, self._project)
        except OSError:
            # It cannot be listed; what notification tells is all there is.
            return frozenset()
        found = now.differing(self._before) if self._before else frozenset()
        self._before = now
        self._next = began + max(self._apart, _SHARE * (time.monotonic() - began))
        return found


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
    before: _Listing | None = None
    state = ""
    while True:
        try:
            now = await asyncio.to_thread(_Listing, project)
        except OSError as error:
            failed = f"not watching: {error.filename}: {error.strerror}"
            if state != failed:
                state = failed
                yield Event(frozenset(), state, why)
        else:
            differing = now.differing(before) if before else frozenset(scan.FOLDERS)
            news = await _foreign(project, own, differing)
            if news or state != "polling":
                state = "polling"
                yield Event(news, state, why)
            before = now
        await asyncio.sleep(tick)


class _Listing:
    """All files of interest at one moment."""

    def __init__(self, project: Project) -> None:
        began = time.time()
        self._files = scan.listing(project)
        # These may change again and keep the time of their last change.
        self._young = frozenset(
            path for path, (at, *_) in self._files.items() if abs(began - at / 1e9) < COARSE
        )

    def differing(self, before: "_Listing") -> frozenset[str]:
        """Return the files that differ from an earlier listing, or may."""
        return before._young | {path for path, _ in before._files.items() ^ self._files.items()}


async def _foreign(
    project: Project, own: OwnWrites | None, paths: frozenset[str]
) -> frozenset[str]:
    if own is None or not paths:
        return paths
    return await asyncio.to_thread(own.foreign, project.root, paths)

"""The editor saves again and again while another process counts and learns in the same files.

``MEMTUI_STRESS=200`` makes the long run, ``MEMTUI_SEED=7`` another one; the other side writes as
Automaker does: it reads, writes the whole block anew, in place, without a lock, at random times.
"""

import asyncio
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from textual.notifications import Notification
from textual.worker import Worker

from memtui.core import frontmatter
from memtui.store.project import Project
from memtui.store.session import Session
from memtui.ui.app import MemtuiApp
from memtui.ui.screens.conflict import ConflictScreen
from tests.ui.conftest import MakeApp
from tests.ui.editing import FILES, Editor, editing, screen, until

SAVES = int(os.environ.get("MEMTUI_STRESS", "20"))
SEED = int(os.environ.get("MEMTUI_SEED", "20260301"))

OTHER = """
import datetime, pathlib, random, sys, time
from memtui.core.automaker import forecast
from memtui.core.learning import Learning, appended

folder, stop, seed = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3])
chance, number = random.Random(seed), 0
names = sorted(path.name for path in folder.glob("*.md"))
while not stop.exists():
    path = folder / chance.choice(names)
    text = path.read_bytes().decode()
    if not text:
        continue
    counts, learns = chance.choice([(True, False), (False, True), (True, True)])
    new = forecast(text) if counts else text
    if learns:
        learning = Learning("pattern", f"learned {number}", why=f"reason {number}")
        new = appended(new, learning, datetime.date(2026, 3, 1))
    if chance.random() < 0.3:
        # It has something to do before it writes what it has read by then.
        time.sleep(chance.uniform(0, 0.2))
    with path.open("r+b") as stream:
        stream.write(new.encode())
        stream.truncate()
    if counts:
        print(path.name, "counted", flush=True)
    if learns:
        print(path.name, f"learned {number}", flush=True)
        number += 1
    time.sleep(chance.uniform(0.02, 0.2))
"""


async def quiet(pilot: Editor) -> None:
    """Wait until saves, writings and mergings are through."""
    groups = ("write", "merge", "read", "settle", "notice")

    def busy(worker: Worker[object]) -> bool:
        return not worker.is_finished and (worker.group in groups or worker.name == "save")

    await until(pilot, lambda: not any(map(busy, pilot.app.workers)), 60)
    await pilot.pause()


@dataclass
class Outcome:
    """What the editor had at the end.

    Attributes:
        files: The file of each save.
        offered: What was offered again, by file.
        merged: How often something arrived in the moment in which a file was replaced.
        refused: How often others wrote all the time, so that the draft stayed one.
    """

    files: list[str]
    offered: dict[str, str]
    merged: int
    refused: int


async def edit(
    project: Project, stop: Callable[[], None], other: "subprocess.Popen[bytes]"
) -> Outcome:
    """Edit and save again and again, then let the other side end, and save what is left."""
    chance = random.Random(SEED)
    files = [chance.choice(sorted(FILES)) for _ in range(SAVES)]
    session = Session(project, polling=True)
    try:
        async with editing(MemtuiApp(session)) as pilot:
            for number, name in enumerate(files):
                await save_one(pilot, name, number)
                await asyncio.sleep(chance.uniform(0, 0.5))
            stop()
            assert await asyncio.to_thread(other.wait, 30) == 0
            main = screen(pilot)
            while main.workspace.drafts or main.session.replaced:
                await quiet(pilot)
                await main.read_disk().wait()
                await quiet(pilot)
                await main.save(tuple(main.workspace.drafts)).wait()
            await quiet(pilot)
            offered = {name: lost.text for name, lost in main._lost.items()}
            heard = [note.message for note in pilot.app._notifications]
    finally:
        session.settle(close=True)
    merged = sum("at the same moment was merged" in line for line in heard)
    assert not any("that version is kept" in line for line in heard)
    return Outcome(files, offered, merged, sum("not saved" in line for line in heard))


async def save_one(pilot: Editor, name: str, number: int) -> None:
    """Add a line to the draft of a file, and save it; a stale write of the other side may undo."""
    main = screen(pilot)
    memory = main.workspace.memory(name)
    assert memory is not None
    assert memory.text
    main.workspace = main.workspace.with_draft(name, f"{memory.text}\n## Mine {number}\n")
    await main.save((name,)).wait()
    assert not isinstance(pilot.app.screen, ConflictScreen)
    draft = main.workspace.drafts.get(name)
    assert draft is None or f"## Mine {number}" in draft.text


async def test_nothing_is_lost_while_another_process_counts_and_learns(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Every message stays, to be counted.
    monkeypatch.setattr(Notification, "has_expired", False)
    make_app(FILES)
    project = Project((tmp_path / "shop").resolve())
    stop, heard = tmp_path / "stop", tmp_path / "heard"
    begun = time.monotonic()
    with heard.open("wb") as stream:
        argv = ["-c", OTHER, str(project.memory), str(stop), str(SEED)]
        other = subprocess.Popen([sys.executable, *argv], stdout=stream)  # noqa: ASYNC220
        try:
            outcome = await edit(project, stop.touch, other)
        finally:
            stop.touch()
            await asyncio.to_thread(other.wait, 30)
    texts = {name: (project.memory / name).read_bytes().decode() for name in FILES}
    told = [line.split(" ", 1) for line in heard.read_text().splitlines()]
    counted = Counter(name for name, what in told if what == "counted")
    learned = [(name, what) for name, what in told if what != "counted"]
    loads = {name: frontmatter.read(text).metadata.usage_stats for name, text in texts.items()}
    missing = sum(counted[name] + 12 - stats.loaded for name, stats in loads.items())
    back = sum(
        f"## Mine {number}\n" not in texts[name] for number, name in enumerate(outcome.files)
    )
    print(
        f"seed {SEED}, {SAVES} saves in {time.monotonic() - begun:.0f} s, {outcome.refused} of them"
        f" put off; the other side learned {len(learned)} times and counted"
        f" {sum(counted.values())} times, {outcome.merged} times while a file was replaced, and"
        f" took back {back} saves; {missing} counts missing"
    )
    assert learned
    assert not [(name, what) for name, what in learned if f"] {what} (" not in texts[name]]
    # What a stale write of the other side took back is offered again.
    assert not [
        (name, number)
        for number, name in enumerate(outcome.files)
        if f"## Mine {number}\n" not in texts[name] + outcome.offered.get(name, "")
    ]
    # The other side can write over a count only after memtui has merged it.
    assert 0 <= missing <= outcome.merged
    assert {path.name for path in project.memory.iterdir()} == set(FILES)
    assert all(frontmatter.read(text).bad is None for text in texts.values())

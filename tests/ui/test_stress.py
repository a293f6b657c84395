"""The editor saves again and again while another process counts and learns in the same files.

``MEMTUI_STRESS=200`` makes the long run; the other side writes as Automaker does: it reads, writes
the whole block anew, in place, without a lock, at random times.
"""

import asyncio
import os
import random
import subprocess
import sys
import time
from pathlib import Path

from textual.worker import Worker

from memtui.core import frontmatter
from memtui.store.project import Project
from memtui.store.session import Session
from memtui.ui.app import MemtuiApp
from memtui.ui.screens.conflict import ConflictScreen
from tests.ui.conftest import MakeApp
from tests.ui.editing import FILES, Editor, editing, said, screen, until
from tests.ui.holding import shown

SAVES = int(os.environ.get("MEMTUI_STRESS", "20"))
SEED = 20260301

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
    if chance.random() < 0.5:
        new = forecast(text)
    else:
        learning = Learning("pattern", f"learned {number}", why=f"reason {number}")
        new = appended(text, learning, datetime.date(2026, 3, 1))
    with path.open("r+b") as stream:
        stream.write(new.encode())
        stream.truncate()
    if new.count("learned ") > text.count("learned "):
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


async def test_nothing_is_lost_while_another_process_counts_and_learns(
    make_app: MakeApp, tmp_path: Path
) -> None:
    make_app(FILES)
    project = Project((tmp_path / "shop").resolve())
    stop, heard = tmp_path / "stop", tmp_path / "heard"
    chance = random.Random(SEED)
    begun = time.monotonic()
    with heard.open("wb") as stream:
        other = subprocess.Popen(  # noqa: ASYNC220 - it returns at once
            [sys.executable, "-c", OTHER, str(project.memory), str(stop), str(SEED)], stdout=stream
        )
        try:
            async with editing(MemtuiApp(Session(project, polling=True))) as pilot:
                files = [chance.choice(sorted(FILES)) for _ in range(SAVES)]
                for number, name in enumerate(files):
                    await save_one(pilot, name, number)
                stop.touch()
                assert await asyncio.to_thread(other.wait, 30) == 0
                await quiet(pilot)
                await screen(pilot).read_disk().wait()
                await quiet(pilot)
                main = screen(pilot)
                main.save(tuple(main.workspace.drafts))
                await quiet(pilot)
                offered = {name: lost.text for name, lost in main._lost.items()}
                assert not main.workspace.drafts, shown(pilot.app) + said(pilot)[-1500:]
        finally:
            stop.touch()
            await asyncio.to_thread(other.wait, 30)
    texts = {name: (project.memory / name).read_bytes().decode() for name in FILES}
    learned = [line.split(" ", 1) for line in heard.read_text().splitlines()]
    print(f"seed {SEED}, {SAVES} saves, {len(learned)} learnings, {time.monotonic() - begun:.0f} s")
    assert learned
    lost = [(name, what) for name, what in learned if f"] {what} (" not in texts[name]]
    assert not lost
    # What a stale write of the other side took back is offered again.
    gone = [
        (name, number)
        for number, name in enumerate(files)
        if f"## Mine {number}\n" not in texts[name] + offered.get(name, "")
    ]
    assert not gone
    assert {path.name for path in project.memory.iterdir()} == set(FILES)
    for text in texts.values():
        assert frontmatter.read(text).bad is None
        assert frontmatter.read(text).metadata.usage_stats.loaded >= 12


async def save_one(pilot: Editor, name: str, number: int) -> None:
    """Add a line to the draft of a file, and save it; a stale write of the other side may undo."""
    main = screen(pilot)
    memory = main.workspace.memory(name)
    assert memory is not None
    assert memory.text
    main.workspace = main.workspace.with_draft(name, f"{memory.text}\n## Mine {number}\n")
    main.save((name,))
    await quiet(pilot)
    assert not isinstance(pilot.app.screen, ConflictScreen)
    draft = main.workspace.drafts.get(name)
    assert draft is None or f"## Mine {number}" in draft.text

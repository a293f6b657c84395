"""Half-written files, with a clock that only the test moves."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from memtui.store.files import SnapshotReader, read_memory
from memtui.store.reading import Look, Place, Shelf
from tests.conftest import MakeStore

Action = Callable[[], object]


class Time:
    """Seconds that pass only in `sleep`; what another program does meanwhile is in `then`."""

    def __init__(self, *then: Action | None) -> None:
        self._start = time.time()
        self.slept = 0.0
        self.then = list(then)

    def clock(self) -> float:
        return self._start + self.slept

    def sleep(self, seconds: float) -> None:
        self.slept += seconds
        if self.then and (action := self.then.pop(0)):
            action()


def _aged(path: Path) -> None:
    """Make a file look as if it had been written long ago."""
    os.utime(path, (1_000_000_000, 1_000_000_000))


def test_files_that_rest_are_read_without_waiting(store: MakeStore) -> None:
    project = store({"a.md": "1", "empty.md": ""})
    times = Time()
    times.slept = 10
    reader = SnapshotReader(project, clock=times.clock, sleep=times.sleep)
    assert len(reader.read().memories) == 2
    assert times.slept == 10


def test_a_young_file_is_read_twice(store: MakeStore) -> None:
    project = store({"a.md": "1"})
    times = Time()
    assert read_memory(project, "a.md", clock=times.clock, sleep=times.sleep).text == "1"
    assert times.slept == pytest.approx(0.03)


def test_a_file_that_grows_is_taken_when_two_readings_agree(store: MakeStore) -> None:
    project = store({"a.md": "half"})
    path = project.memory / "a.md"
    times = Time(lambda: path.write_text("half and"), lambda: path.write_text("half and half"))
    memory = read_memory(project, "a.md", clock=times.clock, sleep=times.sleep)
    assert memory.text == "half and half"
    assert times.slept == pytest.approx(0.09)


def test_a_file_that_memtui_wrote_is_taken_at_once(store: MakeStore) -> None:
    from memtui.core.plan import writing
    from memtui.store import journal

    project = store({"a.md": "1"})
    journal.apply(project, writing("w", project.memory_path("a.md"), "1", "2"))
    times = Time()
    assert read_memory(project, "a.md", clock=times.clock, sleep=times.sleep).text == "2"
    assert times.slept == 0


@pytest.mark.parametrize("age", [0.0, 0.3])
def test_an_emptied_file_has_a_second_to_fill(store: MakeStore, age: float) -> None:
    project = store({"a.md": "text"})
    path = project.memory / "a.md"
    _aged(path)
    times = Time()
    reader = SnapshotReader(project, clock=times.clock, sleep=times.sleep)
    before = reader.read()
    path.write_text("")
    times.slept += age
    times.then = [*[None] * 20, lambda: path.write_text("new text")]
    assert reader.read().memories[0].text == "new text"
    assert before.memories[0].text == "text"
    assert 0.6 < times.slept - age < 0.8


def test_an_emptied_file_that_stays_empty_is_empty_after_a_second(store: MakeStore) -> None:
    project = store({"a.md": "text"})
    path = project.memory / "a.md"
    _aged(path)
    times = Time()
    reader = SnapshotReader(project, clock=times.clock, sleep=times.sleep)
    reader.read()
    path.write_text("")
    assert reader.read().memories[0].text == ""
    assert times.slept == pytest.approx(1.0, abs=0.06)
    assert not reader.unsettled


def test_a_young_empty_file_is_waited_for_by_a_command(store: MakeStore) -> None:
    project = store({"a.md": ""})
    path = project.memory / "a.md"
    times = Time(None, None, lambda: path.write_text("text"))
    memory = read_memory(project, "a.md", clock=times.clock, sleep=times.sleep)
    assert memory.text == "text"


def test_a_file_that_is_written_all_the_time_keeps_its_earlier_text(store: MakeStore) -> None:
    project = store({"a.md": "whole"})
    path = project.memory / "a.md"
    _aged(path)
    times = Time()
    reader = SnapshotReader(project, clock=times.clock, sleep=times.sleep)
    before = reader.read()
    path.write_text("0")
    times.then = [partial(path.write_text, str(n)) for n in range(1, 60)]
    after = reader.read()
    assert after.memories[0] is before.memories[0]
    assert reader.unsettled == {"a.md"}
    times.then = []
    times.slept = 100
    assert reader.read().memories[0].text.isdigit()
    assert not reader.unsettled


def test_a_file_that_is_away_for_a_moment_is_not_gone(store: MakeStore) -> None:
    project = store({"a.md": "old"})
    path = project.memory / "a.md"
    times = Time()
    times.slept = 10
    reader = SnapshotReader(project, clock=times.clock, sleep=times.sleep)
    reader.read()
    path.unlink()
    times.then = [lambda: path.write_text("new")]
    assert [m.text for m in reader.read().memories] == ["new"]
    path.unlink()
    assert reader.read().memories == ()


def test_two_hundred_young_files_cost_one_wait(store: MakeStore) -> None:
    project = store({f"{number}.md": "x" for number in range(200)})
    times = Time()
    reader = SnapshotReader(project, clock=times.clock, sleep=times.sleep)
    assert len(reader.read().memories) == 200
    assert times.slept == pytest.approx(0.03)


def test_values_are_made_anew_only_for_other_content(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("1")
    made: list[bytes] = []

    def make(name: str, look: Look) -> int:
        made.append(look.data)
        return len(made)

    times = Time()
    times.slept = 10
    shelf = Shelf(make, times.clock, times.sleep)
    place = {"a": Place(str(path))}
    assert shelf.read(place) == {"a": 1}
    path.touch()
    assert shelf.read(place) == {"a": 1}
    path.write_text("2")
    assert shelf.read(place) == {"a": 2}
    assert shelf.read({"a": Place(str(path), "other")}) == {"a": 3}


FILLER = """
import random, sys, time
from pathlib import Path
path, stop, chance = Path(sys.argv[1]), Path(sys.argv[2]), random.Random(7)
number = 0
while not stop.exists():
    number += 1
    line = f"version {number}\\n".encode()
    data = line * (700_000 // len(line))
    with path.open("wb") as file:
        time.sleep(chance.uniform(0, 0.02))
        for start in range(0, len(data), 1 << 16):
            file.write(data[start : start + (1 << 16)])
            file.flush()
            time.sleep(chance.uniform(0, 0.002))
    time.sleep(chance.uniform(0.05, 0.2))
"""


def test_a_large_file_that_is_emptied_and_filled_in_place_is_never_seen_in_part(
    store: MakeStore, tmp_path: Path
) -> None:
    project = store({"large.md": "version 0\n" * 70_000})
    path, stop = project.memory / "large.md", tmp_path / "stop"
    reader = SnapshotReader(project)
    seen: list[str] = [reader.read().memories[0].text]
    met_in_part = False
    filler = subprocess.Popen([sys.executable, "-c", FILLER, str(path), str(stop)])
    try:
        # Until a plain reading, too, has met a part.
        while len(set(seen)) < 6 or not met_in_part:
            met_in_part = met_in_part or not _is_whole(path.read_text())
            (memory,) = reader.read().memories
            seen.append(memory.text)
            assert filler.poll() is None
    finally:
        stop.touch()
        filler.wait()
    assert all(map(_is_whole, seen))
    numbers = [int(text.split("\n", 1)[0].removeprefix("version ")) for text in seen]
    assert numbers == sorted(numbers)


def _is_whole(text: str) -> bool:
    line = text.split("\n", 1)[0] + "\n"
    return bool(text) and text == line * (700_000 // len(line))

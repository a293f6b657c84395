"""A plan over twenty files that breaks at every single call; then memtui is started again."""

import os
import random
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp

import pytest

from memtui.core.plan import Change, Plan
from memtui.store import history, journal, records, recovering, state, undo
from memtui.store.files import clean
from memtui.store.journal import Writer
from memtui.store.project import Project
from tests.store import injector
from tests.store.injector import FINISHED, KILLED, MODES, REFUSED, Mode
from tests.store.trees import Tree, tree

ALL = bool(os.environ.get("MEMTUI_ALL_FAULTS"))
"""Whether every point is tried in every way; otherwise every point is tried by a kill, and an
eighth of them, by a seed, in each other way."""
SEED = int(os.environ.get("MEMTUI_FAULT_SEED", "20260301"))


def _text(name: str, version: str) -> bytes:
    return f"---\ntags: [{version}]\n---\n# {name}\n\n{version} of {name}\n".encode()


def _before(project: Project) -> None:
    """Make the files that the plan finds."""
    project.memory.mkdir(parents=True)
    (project.root / "docs").mkdir()
    for number in range(7):
        (project.memory / f"write{number}.md").write_bytes(_text(f"write{number}", "old"))
    (project.memory / "write0.md").chmod(0o640)
    (project.root / "docs" / "linked.md").write_bytes(_text("linked", "old"))
    (project.memory / "linked.md").symlink_to("../../docs/linked.md")
    for number in range(3):
        (project.memory / f"delete{number}.md").write_bytes(_text(f"delete{number}", "old"))
    (project.memory / "delete0.md").chmod(0o604)
    (project.memory / "other.md").symlink_to("../../docs/kept.md")
    (project.root / "docs" / "kept.md").write_bytes(_text("kept", "old"))
    (project.memory / "before.md").write_bytes(_text("renamed", "old"))
    (project.memory / "bystander.md").write_bytes(b"nobody touches this\n")


def _plan(project: Project) -> Plan:
    memory = project.memory_path
    creates = [Change(memory(f"new{n}.md"), None, _text(f"new{n}", "new")) for n in range(4)]
    creates += [Change(f"memory/topics/{n}.md", None, _text(str(n), "new")) for n in range(2)]
    creates.append(Change(memory("after.md"), None, _text("renamed", "old")))
    names = [f"write{n}" for n in range(7)] + ["linked"]
    writes = [Change(memory(f"{n}.md"), _text(n, "old"), _text(n, "new")) for n in names]
    names = ["delete0", "delete1", "delete2"]
    deletes = [Change(memory(f"{n}.md"), _text(n, "old"), None) for n in names]
    deletes.append(Change(memory("other.md"), _text("kept", "old"), None))
    deletes.append(Change(memory("before.md"), _text("renamed", "old"), None))
    return Plan("twenty files", (*creates, *writes, *deletes))


QUICK = Writer(pause=lambda _: None)


def _apply(project: Project) -> None:
    journal.apply(project, _plan(project), QUICK)


def _start_again(project: Project) -> tuple[recovering.Recovered, ...]:
    """Do what every start does."""
    found = recovering.finish(project, QUICK)
    clean(project)
    return found


@dataclass
class Bench:
    """Makes the same project again and again, and knows its two states."""

    folder: Path
    old: Tree
    new: Tree

    def project(self, prepare: Callable[[Project], None]) -> Project:
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.rmtree(state.home(), ignore_errors=True)
        project = Project(self.folder)
        prepare(project)
        return project

    def attempt(
        self,
        prepare: Callable[[Project], None],
        action: Callable[[Project], object],
        mode: Mode = "kill",
        number: int = 0,
    ) -> tuple[Project, int, list[str]]:
        project = self.project(prepare)
        folders = (project.root, state.home())
        code, calls = injector.in_child(lambda: action(project), folders, mode, number)
        return project, code, calls


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    # In memory, where there is such a place: thousands of files are made and removed.
    place = Path("/dev/shm")
    room = Path(mkdtemp(dir=place if os.access(place, os.W_OK) else tmp_path)).resolve()
    monkeypatch.setenv("XDG_STATE_HOME", str(room / "state"))
    for module in (journal, recovering):
        monkeypatch.setattr(module, "COMMAND_SECONDS", 0.0)
    # No power is cut here: what is written can be read, flushed or not.
    monkeypatch.setattr(os, "fsync", lambda _: None)
    bench = Bench(room / "project", {}, {})
    project = bench.project(_before)
    bench.old = tree(project.root)
    _apply(project)
    bench.new = tree(project.root)
    yield bench
    shutil.rmtree(room)


def _points(points: int, mode: Mode, chosen: random.Random) -> list[int]:
    """Return at which calls a mode is tried."""
    every = range(1, points + 1)
    if ALL or mode == "kill":
        return list(every)
    return sorted(chosen.sample(every, points // 8))


def _check_whole(bench: Bench, project: Project, what: str) -> bool:
    """Check that the files are all old or all new and that nothing else is left; return which."""
    found = tree(project.root)
    assert found in (bench.old, bench.new), what

    leftovers = [path.name for path in state.home().rglob(".memtui-*")]
    assert leftovers == [], what
    assert records.read(project, "begun") == (), what
    return found == bench.new


@pytest.mark.timeout(900 if ALL else 120)
def test_a_plan_that_breaks_anywhere_is_whole_after_the_next_start(
    bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    _, code, calls = bench.attempt(_before, _apply)
    assert code == FINISHED
    assert {"write", "fsync", "link", "replace", "rename", "unlink", "mkdir", "symlink"} - set(
        calls
    ) == {"symlink"}
    tried, ways, chosen = 0, set(), random.Random(SEED)
    for mode in MODES:
        for number in _points(len(calls), mode, chosen):
            what = f"{mode} at call {number} ({calls[number - 1]}) of {len(calls)}"
            project, code, _ = bench.attempt(_before, _apply, mode, number)
            ended = {"kill": {KILLED}, "torn": {KILLED}}.get(mode, {FINISHED, REFUSED})
            assert code in ended, what
            begun = [record.id for record in records.read(project, "begun")]
            recovered = _start_again(project)
            assert [found.id for found in recovered] == begun, what
            is_new = _check_whole(bench, project, what)
            assert is_new or code != FINISHED, what
            steps = history.read(project)
            assert [step.undone for step in steps] in ([not is_new], [] if not is_new else [0])
            if recovered:
                assert recovered[0].outcome == ("finished" if is_new else "taken back"), what
            tried += 1
            ways.add((mode, code, is_new, bool(recovered)))
    with capsys.disabled():
        print(f"\n  {len(calls)} points in a plan over 20 files, {tried} tries (seed {SEED})")
    assert len(calls) > 60
    assert {("kill", KILLED, is_new, True) for is_new in (True, False)} <= ways
    assert ("full", REFUSED, False, False) in ways


@pytest.mark.timeout(900 if ALL else 120)
def test_taking_back_that_breaks_anywhere_is_whole_after_the_next_start(bench: Bench) -> None:
    def done(project: Project) -> None:
        _before(project)
        _apply(project)

    def take_back(project: Project) -> None:
        assert isinstance(undo.last(project, QUICK), undo.TakenBack)

    _, code, calls = bench.attempt(done, take_back)
    assert code == FINISHED
    assert "symlink" in calls
    results = set()
    chosen = random.Random(SEED)
    for number in _points(len(calls), "kill" if ALL else "torn", chosen):
        what = f"killed at call {number} ({calls[number - 1]})"
        project, code, _ = bench.attempt(done, take_back, "kill", number)
        assert code == KILLED
        _start_again(project)
        is_new = _check_whole(bench, project, what)
        (step,) = history.read(project)
        assert step.undone is not is_new, what
        results.add(is_new)
    assert results == {True, False}


@pytest.mark.timeout(900 if ALL else 120)
def test_putting_right_that_is_killed_anywhere_is_done_by_the_start_after(bench: Bench) -> None:
    _, _, calls = bench.attempt(_before, _apply)
    # The first files of a plan are new ones, which get their place by a link.
    middle = [number for number, call in enumerate(calls, 1) if call == "link"][4]

    def interrupted(project: Project) -> None:
        _before(project)
        folders = (project.root, state.home())
        assert injector.in_child(lambda: _apply(project), folders, "kill", middle)[0] == KILLED
        assert tree(project.root) not in (bench.old, bench.new)

    _, code, calls = bench.attempt(interrupted, _start_again)
    assert code == FINISHED
    chosen = random.Random(SEED)
    for number in _points(len(calls), "kill" if ALL else "torn", chosen):
        project, code, _ = bench.attempt(interrupted, _start_again, "kill", number)
        assert code == KILLED
        _start_again(project)
        assert _check_whole(bench, project, f"killed at call {number} ({calls[number - 1]})")
        (step,) = history.read(project)
        assert not step.undone

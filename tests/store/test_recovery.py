"""Unsaved drafts that survive their editor, and the log of an internal error."""

import json
import os
import signal
import stat
import subprocess
import sys
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memtui.core.workspace import Draft
from memtui.errors import StoreError
from memtui.store import crashes, disk, processes, recovery, state
from memtui.store.processes import Process
from memtui.store.project import Project
from memtui.store.recovery import Left, Recovery
from tests.conftest import MakeStore

AUTH = ".automaker/memory/auth.md"
API = ".automaker/memory/api.md"
GONE = Process(2**22 + 1, "long ago")
"""No system gives a process this number."""
EARLIER = Process(2**22 + 2, "longer ago")
NOON = datetime(2026, 2, 3, 12, tzinfo=UTC)


def folder_of(project: Project) -> Path:
    return state.project_folder(project) / "recovery"


def files_of(project: Project) -> list[Path]:
    return sorted(folder_of(project).glob("*.json"))


def keep(
    project: Project,
    drafts: dict[str, Draft],
    owner: Process = GONE,
    when: datetime = NOON,
) -> Recovery:
    """Keep drafts as an editor does that is gone afterwards."""
    kept = Recovery(project, owner=owner, clock=lambda: when)
    kept.want(drafts)
    kept.keep()
    return kept


def found(project: Project) -> list[tuple[str, Draft]]:
    return [(left.path, left.draft) for left in Recovery(project).left().drafts]


def test_a_draft_comes_back_byte_for_byte_when_its_editor_is_gone(store: MakeStore) -> None:
    project = store()
    text = "\ufeff한글 \u2028\x85\x0c\r\r\n\x00\x1b[31m \U0001f600"
    drafts = {AUTH: Draft("base\r\n", text), ".automaker/memory/한글.md": Draft("", "x")}
    keep(project, drafts)
    assert dict(found(project)) == drafts
    (left, _) = Recovery(project).left().drafts
    assert left.when == NOON
    assert left.owner == GONE


def test_only_its_owner_can_read_a_draft(store: MakeStore) -> None:
    project = store()
    before = os.umask(0)
    try:
        keep(project, {AUTH: Draft("a", "b")})
    finally:
        os.umask(before)
    folder = folder_of(project)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (folder, *files_of(project))] == [
        0o700,
        0o600,
    ]


def test_a_draft_that_is_saved_or_dropped_leaves_nothing(store: MakeStore) -> None:
    project = store()
    kept = keep(project, {AUTH: Draft("a", "b"), API: Draft("a", "b")})
    kept.want({API: Draft("a", "b")})
    kept.keep()
    assert [path for path, _ in found(project)] == [API]
    kept.want({})
    kept.keep()
    assert list(folder_of(project).iterdir()) == []


def test_only_what_changed_is_written(store: MakeStore, monkeypatch: pytest.MonkeyPatch) -> None:
    project = store()
    drafts = {AUTH: Draft("a", "b"), API: Draft("a", "b")}
    kept = keep(project, drafts)
    written: list[Path] = []
    real = disk.write_whole

    def note(path: Path, data: bytes) -> None:
        written.append(path)
        real(path, data)

    monkeypatch.setattr(disk, "write_whole", note)
    kept.want(dict(drafts))
    kept.keep()
    assert written == []
    kept.want({**drafts, API: Draft("a", "c")})
    kept.keep()
    assert len(written) == 1
    assert dict(found(project))[API] == Draft("a", "c")


def test_the_newest_is_written_whoever_comes_last(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store()
    kept = Recovery(project, owner=GONE)
    entered, go_on = threading.Event(), threading.Event()
    real = disk.write_whole

    def slow(path: Path, data: bytes) -> None:
        entered.set()
        assert go_on.wait(10)
        real(path, data)

    monkeypatch.setattr(disk, "write_whole", slow)
    kept.want({AUTH: Draft("", "1")})
    threads = [threading.Thread(target=kept.keep)]
    threads[0].start()
    assert entered.wait(10)
    kept.want({AUTH: Draft("", "2")})
    threads.append(threading.Thread(target=kept.keep))
    threads[1].start()
    kept.want({AUTH: Draft("", "3")})
    go_on.set()
    for thread in threads:
        thread.join()
    assert found(project) == [(AUTH, Draft("", "3"))]


def test_a_full_disk_leaves_the_earlier_text_and_keeps_the_other_file(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store()
    kept = keep(project, {AUTH: Draft("", "1"), API: Draft("", "1")})
    real = disk.write_whole
    full = [True]

    def refuse(path: Path, data: bytes) -> None:
        if full and b"auth" in data:
            raise OSError(28, "No space left on device", str(path))
        real(path, data)

    monkeypatch.setattr(disk, "write_whole", refuse)
    kept.want({AUTH: Draft("", "2"), API: Draft("", "2")})
    with pytest.raises(StoreError, match="disk is full"):
        kept.keep()
    assert dict(found(project)) == {AUTH: Draft("", "1"), API: Draft("", "2")}
    full.clear()
    kept.keep()
    assert dict(found(project))[AUTH] == Draft("", "2")


# -- whose it is


def test_the_drafts_of_a_living_process_are_left_alone(store: MakeStore) -> None:
    project = store()
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        started = processes._started(other.pid)
        assert started
        keep(project, {AUTH: Draft("a", "b")}, Process(other.pid, started))
        keep(project, {AUTH: Draft("a", "mine")}, processes.this())
        assert found(project) == []
        other.kill()
        # It is not waited for yet: a process that has ended is gone all the same.
        os.waitid(os.P_PID, other.pid, os.WEXITED | os.WNOWAIT)
        assert found(project) == [(AUTH, Draft("a", "b"))]
    assert found(project) == [(AUTH, Draft("a", "b"))]


def test_another_process_with_the_same_number_owns_nothing(store: MakeStore) -> None:
    project = store()
    keep(project, {AUTH: Draft("a", "b")}, Process(os.getppid(), "before the last boot"))
    assert found(project) == [(AUTH, Draft("a", "b"))]
    assert processes.this().lives
    assert Process(1).lives
    assert not Process(os.getpid(), "before the last boot").lives


def test_the_start_of_a_process_is_known_without_proc_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(processes, "_PROC", tmp_path)
    mine = processes.this()
    assert str(datetime.now(UTC).year) in mine.started
    assert mine.lives
    assert not Process(os.getpid(), "another time").lives


def test_two_editors_keep_one_file_twice(store: MakeStore) -> None:
    project = store()
    keep(project, {AUTH: Draft("a", "one")}, GONE, NOON)
    keep(project, {AUTH: Draft("a", "two")}, EARLIER, NOON - timedelta(hours=1))
    assert found(project) == [(AUTH, Draft("a", "one")), (AUTH, Draft("a", "two"))]


# -- what becomes of it


def lefts(project: Project) -> tuple[Left, ...]:
    return Recovery(project).left().drafts


def test_what_the_disk_or_a_newer_draft_holds_is_superfluous(store: MakeStore) -> None:
    project = store()
    hour = timedelta(hours=1)
    keep(project, {AUTH: Draft("a", "new"), API: Draft("a", "saved")}, GONE, NOON)
    keep(project, {AUTH: Draft("b", "new"), API: Draft("a", "lost")}, EARLIER, NOON - hour)
    keep(project, {AUTH: Draft("a", "older")}, Process(GONE.number, "earliest"), NOON - 2 * hour)
    offered, superfluous = Recovery(project).left().sorted_by_use({AUTH: "a", API: "saved"})
    assert [(left.path, left.draft.text) for left in offered] == [(API, "lost"), (AUTH, "new")]
    assert sorted((left.path, left.draft.text) for left in superfluous) == [
        (API, "saved"),
        (AUTH, "new"),
    ]
    Recovery(project).forget([*offered, *superfluous])
    assert [draft.text for _, draft in found(project)] == ["older"]


def test_dropped_drafts_stay_for_a_week(store: MakeStore) -> None:
    project = store()
    keep(project, {AUTH: Draft("a", "b"), API: Draft("a", "c")})
    kept = Recovery(project)
    left = lefts(project)
    # Another editor has decided on one of them.
    left[0].file.unlink()
    dropped = kept.drop(left)
    assert found(project) == []
    (file,) = dropped.iterdir()
    assert json.loads(file.read_bytes())["text"] == left[1].draft.text
    kept.tidy(now=file.stat().st_mtime + recovery.DROPPED_SECONDS - 1)
    assert file.exists()
    kept.tidy(now=file.stat().st_mtime + recovery.DROPPED_SECONDS + 1)
    assert not file.exists()


def test_damaged_files_are_named_and_stay(store: MakeStore) -> None:
    project = store()
    keep(project, {AUTH: Draft("a", "b"), API: Draft("a", "c")})
    first, second = files_of(project)
    content = json.loads(first.read_bytes())
    second.write_bytes(second.read_bytes()[:20])
    first.write_text(json.dumps({**content, "version": 2}))
    others: list[object] = [[], {**content, "text": None}, {"version": 1}]
    for number, value in enumerate(others):
        (folder_of(project) / f"{number}.json").write_text(json.dumps(value))
    seen = Recovery(project).left()
    assert seen.drafts == ()
    assert list(seen.unreadable) == files_of(project)
    assert len(seen.unreadable) == 5


def test_a_folder_that_cannot_be_read_is_no_empty_one(store: MakeStore) -> None:
    project = store()
    state.private_folder(state.project_folder(project))
    folder_of(project).write_text("a file in the way")
    with pytest.raises(StoreError, match="no folder"):
        Recovery(project).left()


def test_a_process_that_is_killed_while_it_keeps_leaves_whole_files(store: MakeStore) -> None:
    project = store()
    program = (
        "import sys\n"
        "from pathlib import Path\n"
        "from memtui.core.workspace import Draft\n"
        "from memtui.store.project import Project\n"
        "from memtui.store.recovery import Recovery\n"
        "kept = Recovery(Project(Path(sys.argv[1])))\n"
        "for number in range(10**6):\n"
        f"    kept.want({{{AUTH!r}: Draft('', str(number) * 20_000)}})\n"
        "    kept.keep()\n"
        "    print(number, flush=True)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(project.root)], stdout=subprocess.PIPE
    ) as other:
        assert other.stdout
        for _ in range(5):
            last = int(other.stdout.readline())
        other.send_signal(signal.SIGKILL)
    ((path, draft),) = found(project)
    assert path == AUTH
    number = int(draft.text[: len(draft.text) // 20_000])
    assert number >= last
    assert draft.text == str(number) * 20_000
    Recovery(project).tidy()
    assert len(list(folder_of(project).iterdir())) == 1


# -- internal errors


def failing(secret: str) -> Exception:
    def inner(text: str) -> None:
        raise KeyError(text)

    def outer(text: str) -> None:
        try:
            inner(text)
        except KeyError as error:
            raise ValueError(f"no {text}") from error

    with pytest.raises(ValueError, match=secret) as raised:
        outer(secret)
    raised.value.add_note(secret)
    return raised.value


def test_the_log_says_where_and_holds_nobodys_text() -> None:
    line = crashes.report(failing("sesame"))
    assert line.startswith("internal error (ValueError in test_recovery.py:")
    path = Path(line.rpartition(": ")[2])
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.is_relative_to(state.home())
    log = path.read_text()
    assert "sesame" not in log + line
    assert log.index("ValueError") < log.index("KeyError")
    assert "raise KeyError(text)" in log
    assert "inner" in log


def test_the_line_names_the_place_in_memtui() -> None:
    with pytest.raises(TypeError) as raised:
        recovery._text(1)
    assert "TypeError in memtui/store/recovery.py:" in crashes.report(raised.value)


def test_the_log_of_a_group_names_each_part_and_the_system_speaks_for_itself() -> None:
    group = ExceptionGroup("sesame", [failing("sesame"), OSError(28, "sesame", "sesame")])
    log = Path(crashes.report(group).rpartition(": ")[2]).read_text()
    assert "OSError: No space left on device" in log
    assert "KeyError" in log
    assert "sesame" not in log


def test_old_logs_go(monkeypatch: pytest.MonkeyPatch) -> None:
    logs = state.private_folder(state.home() / "logs")
    for number in range(30):
        (logs / f"2020-{number:02}.log").write_text("x")
    last = Path(crashes.report(ValueError()).rpartition(": ")[2])
    names = sorted(path.name for path in logs.iterdir())
    assert len(names) == 20
    assert names[-1] == last.name


def test_without_a_log_the_error_is_told_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    home = state.home()
    home.parent.mkdir(parents=True)
    home.write_text("a file in the way")
    line = crashes.report(ValueError("x"))
    assert line.startswith("internal error (ValueError); no log could be written: ")

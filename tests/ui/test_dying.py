"""How the editor ends: killed, hung up, failed. Nothing is lost, and no text is shown."""

import io
import os
import signal
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.worker import WorkerFailed

from memtui.store import disk, state
from memtui.store.project import Project
from memtui.store.recovery import Recovery
from memtui.ui.app import MemtuiApp
from memtui.ui.dying import Outlet
from memtui.ui.screens.main import MainScreen
from tests.ui.conftest import MakeApp
from tests.ui.editing import AUTH, FILES, draft, editing, open_file, screen, typed, until
from tests.ui.living import Living, in_body

SECRET = "sesame"
BODY = AUTH.index("# Auth")
KEPT = "unsaved work in 1 file is kept; the next start offers it"


def failing(secret: str) -> None:
    raise KeyError(secret)


async def run(app: MemtuiApp, act: Callable[[Pilot[None]], Awaitable[None]]) -> None:
    """Run the editor until it has ended."""
    async with editing(app) as pilot:
        await act(pilot)


def log_of(line: str) -> str:
    return Path(line.rpartition(": ")[2]).read_text()


# -- in the test's process


async def test_an_internal_error_keeps_what_was_typed_and_shows_no_text(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(MainScreen, "action_save", lambda _: failing(SECRET))
    app = make_app(FILES)

    async def save(pilot: Pilot[None]) -> None:
        await open_file(pilot, "auth.md")
        await pilot.press("f3")
        await typed(pilot, SECRET)
        await pilot.press("ctrl+s")

    with pytest.raises(KeyError):
        await run(app, save)
    assert app.dying
    assert app.return_code == 1
    (left,) = _kept(app.session.recovery)
    assert left == AUTH[:BODY] + SECRET + AUTH[BODY:]
    error, kept = app.last_words
    assert error.startswith("internal error (KeyError in test_dying.py:")
    assert kept == KEPT
    log = log_of(error)
    app.say_last_words()
    printed = capsys.readouterr()
    assert printed.err == f"memtui: {error}\nmemtui: {kept}\n"
    assert SECRET not in log + printed.err + printed.out
    assert "failing" in log


async def test_a_failed_worker_ends_it_the_same_way(make_app: MakeApp) -> None:
    app = make_app(FILES)

    async def work(pilot: Pilot[None]) -> None:
        app.run_worker(lambda: failing(SECRET), thread=True)
        await until(pilot, lambda: app.last_words)

    with pytest.raises(WorkerFailed, match=SECRET):
        await run(app, work)
    (error,) = app.last_words
    assert error.startswith("internal error (KeyError in test_dying.py:")


async def test_work_survives_widgets_that_fail_while_it_is_kept(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(FILES)
    async with editing(app) as pilot:
        await open_file(pilot, "auth.md")
        await pilot.press("f2")
        await typed(pilot, "x")
        await pilot.press("enter")
        with monkeypatch.context() as patch:
            patch.setattr(MainScreen, "take_all", lambda _: failing(SECRET))
            app.die(signal.SIGTERM)
        assert app.last_words == (KEPT,)
        assert _kept(app.session.recovery) == [draft(pilot, "auth.md")]
        await until(pilot, lambda: app.return_code == 128 + signal.SIGTERM)


async def test_what_was_typed_and_not_entered_survives_a_signal(make_app: MakeApp) -> None:
    app = make_app(FILES)
    async with editing(app) as pilot:
        await open_file(pilot, "auth.md")
        await pilot.press("f2")
        await typed(pilot, "half, typed")
        assert not screen(pilot).workspace.drafts
        app.die(signal.SIGTERM)
        expected = [AUTH.replace("session]", "session, half, typed]")]
        assert _kept(app.session.recovery) == expected
        await until(pilot, lambda: app.return_code == 128 + signal.SIGTERM)
    assert _kept(app.session.recovery) == expected


async def test_a_full_disk_is_among_the_last_words(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device", str(path))

    app = make_app(FILES)
    async with editing(app) as pilot:
        await open_file(pilot, "auth.md")
        await pilot.press("f3")
        await typed(pilot, "x")
        monkeypatch.setattr(disk, "write_whole", refuse)
        app.die(signal.SIGHUP)
        await until(pilot, lambda: app.return_code == 128 + signal.SIGHUP)
    (line,) = app.last_words
    assert line.startswith("unsaved work could not be kept: ")
    assert "the disk is full" in line


async def test_a_signal_without_unsaved_work_leaves_nothing(make_app: MakeApp) -> None:
    app = make_app(FILES)
    async with editing(app) as pilot:
        app.die(signal.SIGTERM)
        app.die(signal.SIGTERM)
        await until(pilot, lambda: app.return_code == 128 + signal.SIGTERM)
    assert app.last_words == ()
    assert not (state.project_folder(app.session.project) / "recovery").exists()


async def test_what_fails_while_all_is_taken_down_changes_no_exit_code(make_app: MakeApp) -> None:
    app = make_app(FILES)

    async def leave(_: Pilot[None]) -> None:
        app.exit(return_code=7)
        app._handle_exception(KeyError(SECRET))

    with pytest.raises(KeyError):
        await run(app, leave)
    assert (app.return_code, app.last_words) == (7, ())


def test_a_terminal_that_is_gone_takes_everything_and_is_told() -> None:
    reader, writer = os.pipe()
    told: list[str] = []
    with os.fdopen(writer, "w") as file:
        assert isinstance(file, io.TextIOBase)
        outlet = Outlet(file, lambda: told.append("gone"))
        outlet.write("a")
        outlet.flush()
        assert os.read(reader, 10) == b"a"
        os.close(reader)
        outlet.write("b" * 100_000)
        outlet.flush()
        assert told == ["gone"]
        outlet.write("c")
        outlet.flush()
        assert outlet.fileno() == writer
    assert told == ["gone"]


def _kept(recovery: Recovery) -> list[str]:
    return [kept.text for kept in recovery._kept.values()]


# -- in a terminal


@pytest.fixture
def project(make_app: MakeApp) -> Path:
    return make_app({"auth.md": AUTH}).session.project.root


def recovered(project: Path) -> Mapping[str, str]:
    found = Recovery(Project(project)).left()
    return {left.path.rpartition("/")[2]: left.draft.text for left in found.drafts}


@pytest.mark.parametrize("how", ["SIGTERM", "SIGHUP", "SIGINT", "closed"])
def test_signals_lose_nothing_and_restore_the_terminal(project: Path, how: str) -> None:
    with Living(project) as editor:
        in_body(editor, "precious")
        if how == "closed":
            code = editor.end(editor.hang_up)
            assert code == 128 + signal.SIGHUP
        else:
            number = getattr(signal, how)
            assert editor.end(editor.send(number)) == 128 + number
            assert editor.is_restored()
            assert KEPT.encode() in editor.seen
    assert recovered(project) == {"auth.md": AUTH[:BODY] + "precious" + AUTH[BODY:]}


def test_a_killed_editor_loses_no_more_than_a_second_and_the_next_one_offers_the_rest(
    project: Path,
) -> None:
    typed_at: list[float] = []
    with Living(project) as editor:
        in_body(editor, "precious")
        for _ in range(40):
            os.write(editor.descriptor, b"x")
            typed_at.append(time.monotonic())
            editor._read(0.05)
            time.sleep(0.03)
        killed = time.monotonic()
        assert editor.end(editor.send(signal.SIGKILL)) == -signal.SIGKILL
    text = recovered(project)["auth.md"]
    count = len(text) - len(AUTH) - len("precious")
    assert text == AUTH[:BODY] + "precious" + "x" * count + AUTH[BODY:]
    assert count >= sum(at < killed - 1 for at in typed_at)
    with Living(project) as editor:
        editor.wait_for("1 file has unsaved work of an earlier run")
        editor.type(b"\r", "1 unsaved")
        editor.type(b"\x13", "done: save auth.md")
        os.write(editor.descriptor, b"\x11")
        assert editor.end(lambda: None) == 0
    assert (project / ".automaker/memory/auth.md").read_text() == text
    assert recovered(project) == {}


CRASHING = f"""
import sys
from memtui.ui.screens.main import MainScreen
def action_save(self):
    secret = {SECRET!r}
    raise KeyError(secret)
MainScreen.action_save = action_save
from memtui.cli import main
sys.exit(main([sys.argv[1]]))
"""


def test_a_crash_in_a_terminal_ends_with_one_and_two_lines(project: Path) -> None:
    with Living(project, CRASHING) as editor:
        in_body(editor, "precious")
        assert editor.end(lambda: os.write(editor.descriptor, b"\x13")) == 1
        assert editor.is_restored()
        last = editor.seen.rpartition(b"\x1b[?1006l")[2].decode()
    assert last.startswith("memtui: internal error (KeyError in <string>:6); log, ")
    assert last.count("\n") == 2
    assert KEPT in last
    assert recovered(project) == {"auth.md": AUTH[:BODY] + "precious" + AUTH[BODY:]}
    (log,) = (state.home() / "logs").iterdir()
    assert SECRET not in log.read_text() + last

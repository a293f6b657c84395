"""`memtui [DIR]`, `memtui demo`, help and version."""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from memtui import __version__
from memtui.cli.arguments import COMMANDS
from memtui.errors import StoreError
from tests.cli.conftest import Opened, Run
from tests.cli.samples import AUTH, ROUTES, STORE
from tests.conftest import MakeStore


def test_without_arguments_the_nearest_store_is_opened(
    memtui: Run, editor: Opened, store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store(STORE)
    (project.root / "src").mkdir()
    monkeypatch.chdir(project.root / "src")
    assert memtui().code == 0
    assert editor == Opened(project.root, "")


def test_without_a_store_the_working_directory_is_opened(
    memtui: Run, editor: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert memtui().code == 0
    assert editor.project == tmp_path.resolve()


@pytest.mark.parametrize("where", ["", ".automaker/memory"])
@pytest.mark.parametrize("option", [(), ("--project",)])
def test_a_folder_or_its_memory_folder_opens_the_project(
    memtui: Run, editor: Opened, store: MakeStore, where: str, option: tuple[str, ...]
) -> None:
    project = store(STORE)
    assert memtui(*option, project.root / where).code == 0
    assert editor.project == project.root


@pytest.mark.parametrize("joined", [False, True])
def test_the_project_may_stand_before_the_command(
    memtui: Run, store: MakeStore, *, joined: bool
) -> None:
    root = store(STORE).root
    option = (f"--project={root}",) if joined else ("--project", root)
    for command in (("preview", "--title", "login"), ("entries", "auth"), ("history",)):
        result = memtui(*option, *command)
        assert (result.code, result.err) == (0, "")
        assert result == memtui(*command, *option) == memtui(*option, *command, *option)
    assert memtui(*option, "set", "auth", "tags", "one", "two").code == 0
    assert memtui(*option, "learn", "auth", "--type", "gotcha", "--", "--x breaks").code == 0


@pytest.mark.parametrize("command", ["history", "hook"])
def test_two_projects_are_one_too_many(memtui: Run, store: MakeStore, command: str) -> None:
    root = store(STORE).root
    asked = (command, "prompt") if command == "hook" else (command,)
    given = ("--project", root)
    for arguments in ((*given, *asked, "--project", "b"), (*asked, *given, "--project=b")):
        result = memtui(*arguments)
        # An agent takes the 2 of a hook as an order to throw the prompt away.
        assert (result.code, result.out) == (1 if command == "hook" else 2, "")
        said = f"memtui: --project {root} and --project b: give one of them"
        assert result.err == f"{said} (see `memtui {command} --help`)\n"


def test_a_folder_named_like_a_command_needs_its_path(
    memtui: Run, editor: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "preview").mkdir()
    monkeypatch.chdir(tmp_path)
    assert memtui("preview").code == 2
    assert editor.project is None
    assert memtui("./preview").code == 0
    assert editor.project == (tmp_path / "preview").resolve()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("previw",), "no such folder and no command; commands are demo, init, preview"),
        (("no/such/folder",), "no such folder"),
        (("auth.md",), "a file"),
        (("--bad",), "unrecognized arguments: --bad"),
        (("--project", ".", "a"), "give one of them"),
        (("--project", ".", "--project", "b"), "--project . and --project b: give one of them"),
        (("--project",), "expected one argument"),
        (("a", "b"), "unrecognized arguments: b"),
        ((".", "--project", "."), "give one of them"),
        (("x\x1b[31m",), "x␛[31m"),
    ],
)
def test_what_cannot_be_opened_is_one_line_and_2(
    memtui: Run,
    editor: Opened,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    says: str,
) -> None:
    (tmp_path / "auth.md").write_text("x")
    monkeypatch.chdir(tmp_path)
    result = memtui(*arguments)
    assert (result.code, result.out, editor.project) == (2, "", None)
    assert says in result.err
    assert result.err.count("\n") == 1


def test_the_demo_opens_a_copy_and_says_where_it_is(
    memtui: Run, editor: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    result = memtui("demo")
    assert result.code == 0
    root = editor.project
    assert root
    assert root.is_relative_to(tmp_path)
    assert str(root) in editor.message
    assert result.out == f"sample project: {root}\n"
    assert (root / ".automaker/memory/gotchas.md").is_file()


def test_a_full_disk_is_said_by_the_demo(
    memtui: Run, editor: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(shutil, "copyfile", full)
    result = memtui("demo")
    assert (result.code, editor.project) == (2, None)
    assert "No space left on device" in result.err


@pytest.mark.usefixtures("editor")
def test_the_editors_own_errors_are_one_line(
    memtui: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(*_: object, **__: object) -> int:
        raise StoreError("settings.toml: line 3: no such key")

    monkeypatch.setitem(sys.modules, "memtui.ui.app", SimpleNamespace(run=run))
    result = memtui(tmp_path)
    assert (result.code, result.err) == (2, "memtui: settings.toml: line 3: no such key\n")


def test_version_and_help(memtui: Run) -> None:
    assert memtui("--version").out == f"memtui {__version__}\n"
    result = memtui("--help")
    assert result.code == 0
    for name, (what, _, _) in COMMANDS.items():
        assert f"  {name:9}{what}\n" in result.out


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_each_command_ends_with_an_example(memtui: Run, command: str) -> None:
    result = memtui(command, "--help")
    assert result.code == 0
    assert result.out.splitlines()[-2:] == ["example:", f"  {COMMANDS[command][1]}"]
    assert "--project DIR" in result.out


def test_the_example_of_each_command_is_one_that_it_accepts(
    memtui: Run,
    editor: Opened,
    store: MakeStore,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    grown = AUTH + "".join(f"\n### Decision {number}\n\nText.\n" for number in range(9))
    tagged = AUTH.replace("[", "[authentication, ", 1)
    assert tagged != AUTH
    more = {"architecture.md": grown, "gotcha.md": grown, "login.md": tagged}
    project = store({**STORE, **more})
    project.table.parent.mkdir()
    project.table.write_text(ROUTES)
    monkeypatch.chdir(project.root)
    for _, example, _ in COMMANDS.values():
        program, *arguments = shlex.split(example)
        assert program == "memtui"
        result = memtui(*arguments)
        # What is to be known of a change is said as a warning, which changes no code.
        assert result.code == 0, (example, result.err)


def test_a_closed_pipe_ends_quietly(store: MakeStore) -> None:
    project = store({f"{n}.md": "## x\n" for n in range(3000)})
    command = f"{sys.executable} -m memtui preview --title x --project {project.root}"
    done = subprocess.run(
        ["sh", "-c", f"{command} | head -1"], capture_output=True, text=True, check=False
    )
    assert done.stdout == "x  (documented)\n"
    assert done.stderr == ""


def test_a_terminal_without_utf_8_gets_escapes_and_no_traceback(store: MakeStore) -> None:
    project = store(STORE)
    done = subprocess.run(
        [sys.executable, "-m", "memtui", "preview", "--title", "x", "--project", project.root],
        env={"PYTHONIOENCODING": "ascii", "PATH": "", "HOME": str(project.root)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "\\u25cf  gotchas.md" in done.stdout


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_end_no_command_and_mix_nothing(store: MakeStore, closed: str) -> None:
    path = store(STORE).memory / "auth.md"
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m memtui set {path} tags edge-case {closed}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    # The warning of a tag that never matches goes to standard error alone.
    assert ("tags" in done.stdout, "match" in done.stdout) == (">&-" not in closed.split(), False)
    assert "tags: [edge-case]" in path.read_text()


@pytest.mark.parametrize("arguments", [(), ("demo",)])
def test_without_a_terminal_the_editor_is_refused_and_nothing_made(
    memtui: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    result = memtui(*arguments)
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert "no terminal" in result.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux alone has a full device")
def test_a_full_output_and_a_working_directory_that_is_gone_are_named(tmp_path: Path) -> None:
    command = f"{sys.executable} -m memtui preview --title x"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    for script, says in (
        (f"{command} --project {tmp_path} > /dev/full", "standard output: No space left"),
        (f"mkdir gone && cd gone && rmdir ../gone && {command}", "the working directory: No such"),
    ):
        done = subprocess.run(
            ["sh", "-c", script],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert done.stderr.startswith(f"memtui: {says}")

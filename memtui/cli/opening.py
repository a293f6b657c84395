"""`memtui [DIR]` and `memtui demo`: open the editor."""

import gc
import os
import sys
from argparse import Namespace
from pathlib import Path
from tempfile import mkdtemp

from memtui.cli.arguments import COMMANDS
from memtui.cli.output import say
from memtui.errors import MemtuiError, NoProject, StoreError
from memtui.store.project import Project, at, find


def editor(options: Namespace) -> int:
    """Open the editor on a folder, or on the nearest store from here upwards."""
    if options.directory and options.project:
        raise NoProject(f"{options.directory} and --project {options.project}: give one of them")
    given: Path | None = options.directory or options.project
    project = _nearest() if given is None else _project(given)
    _need_terminal()
    return _open(project)


def demo(_: Namespace) -> int:
    """Open the editor on a copy of the sample project, and say where the copy is."""
    # Imported here: no other command needs the sample project.
    from memtui.store import sample

    _need_terminal()
    folder = Path(mkdtemp(prefix="memtui-demo-"))
    try:
        root = sample.copy(folder)
    except OSError as error:
        raise StoreError(f"{folder}: the sample project cannot be written: {error}") from error
    code = _open(at(root), f"Sample project: {root}")
    say(f"sample project: {root}")
    return code


def _need_terminal() -> None:
    """Raise unless the editor has a keyboard and a screen; without, it would wait for ever."""
    # Textual takes the keys from standard input and draws on standard error, on Windows on
    # standard output; another driver, such as that of a browser, brings both.
    screen = sys.stdout if os.name == "nt" else sys.stderr
    if "TEXTUAL_DRIVER" not in os.environ and not (sys.stdin.isatty() and screen.isatty()):
        raise MemtuiError(
            "no terminal: the editor needs one, the commands do not (`memtui --help`)"
        )


def _open(project: Project, message: str = "") -> int:
    # Twice the usual rate: a key is answered in the frame after next.
    os.environ.setdefault("TEXTUAL_FPS", "120")
    # What is loaded from here to the first frame stays; looking for garbage in it takes a tenth
    # of the start. The application turns the collector on again.
    gc.disable()
    # Imported here: only the editor draws, and textual takes longer to load than a command to run.
    from memtui.ui.app import run

    return run(project.root, message=message)


def _project(given: Path) -> Project:
    if given.is_file():
        raise NoProject(f"{given}: a file; memtui opens a project's folder (`memtui DIR`)")
    if not given.exists() and len(given.parts) == 1:
        listed = ", ".join(COMMANDS)
        raise NoProject(f"{given}: no such folder and no command; commands are {listed}")
    return at(given)


def _nearest() -> Project:
    """Return the nearest project upwards, else this folder, for which the editor offers one."""
    try:
        return find(Path.cwd())
    except NoProject:
        return at(Path.cwd())

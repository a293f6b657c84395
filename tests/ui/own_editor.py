"""A person's own editor, which does what a test says, and the screen that is lent to it."""

import shlex
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.app import App


@contextmanager
def lent(app: App[Any], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the screen be lent to another program, as on a real terminal, and see it come back."""
    driver, away = app._driver, 0

    def move(by: int) -> None:
        nonlocal away
        away += by

    with monkeypatch.context() as patch:
        patch.setattr(type(driver), "can_suspend", True)
        patch.setattr(driver, "suspend_application_mode", lambda: move(1))
        patch.setattr(driver, "resume_application_mode", lambda: move(-1))
        yield
    assert away == 0


def person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, command: str = "vim"
) -> None:
    """Make a program that does something with the file named last, and name it in $EDITOR.

    Args:
        tmp_path: Where the program comes to lie.
        monkeypatch: Sets the environment.
        code: What it does, in Python, with the file's path `p`.
        command: How the program is called, with options.
    """
    name, *options = shlex.split(command)
    script = tmp_path / name
    script.write_text(
        f"#!{sys.executable}\nimport sys, pathlib\np = pathlib.Path(sys.argv[-1])\n{code}\n"
    )
    script.chmod(0o755)
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", shlex.join([str(script), *options]))


def editor_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Make $EDITOR a script that gets the copy as its first argument."""
    path = tmp_path / "editor"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("VISUAL", str(path))

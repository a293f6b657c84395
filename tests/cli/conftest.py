"""Runs commands within the test's process, and catches what they print."""

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from memtui.cli import main


@dataclass(frozen=True)
class Result:
    """What a command returned and printed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Result]


@pytest.fixture
def memtui(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str | Path) -> Result:
        capsys.readouterr()
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        printed = capsys.readouterr()
        return Result(code, printed.out, printed.err)

    return run


@dataclass
class Opened:
    """How the editor was opened."""

    project: Path | None = None
    message: str = ""


@pytest.fixture
def editor(monkeypatch: pytest.MonkeyPatch) -> Opened:
    """Put a recorder in the place of the editor."""
    opened = Opened()

    def run(project_dir: Path, *, message: str = "") -> int:
        opened.project, opened.message = project_dir, message
        return 0

    monkeypatch.setitem(sys.modules, "memtui.ui.app", SimpleNamespace(run=run))
    # A driver of its own brings keyboard and screen.
    monkeypatch.setenv("TEXTUAL_DRIVER", "recorder:Driver")
    return opened

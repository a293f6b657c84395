"""Runs `memtui hook` as the agent does: a process of its own, with JSON on standard input."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

import memtui

HOOK: Final = "from memtui.__main__ import main; main()"
TABLE: Final = """# Memory Index (routing table)

| Task type | Keywords | Files to load |
|------|------|------|
| Deploy/CI | deploy,docker,release,ci | docs/ops/cicd.md, DEPLOY.md |
| API work | api,엔드포인트,c++ | docs/api/ |
"""

Answer = Callable[..., str]


def environment(**more: str) -> dict[str, str]:
    """Return the environment of an agent that was not started by another one."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CLAUDE")}
    return {**kept, "PYTHONPATH": str(Path(memtui.__file__).parents[1]), **more}


def run(*arguments: str, said: bytes = b"", **more: str) -> subprocess.CompletedProcess[bytes]:
    """Run `memtui hook` to its end."""
    command = [sys.executable, "-c", HOOK, "hook", *arguments]
    return subprocess.run(
        command, input=said, capture_output=True, env=environment(**more), check=False
    )


def silent(done: subprocess.CompletedProcess[bytes]) -> None:
    """Check that a hook had nothing to say, and said nothing else either."""
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def page(root: Path, name: str, text: str) -> Path:
    """Write a page of a project."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="")
    return path


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = (tmp_path / "shop").resolve()
    page(root, "memory/INDEX.md", TABLE)
    return root


@pytest.fixture
def answer(project: Path) -> Answer:
    """Return what a hook prints, when all goes well, for an event of a session in the project."""

    def asked(event: str, said: Mapping[str, Any] | None = None, **more: str) -> str:
        told = {"session_id": "s1", "cwd": str(project), **(said or {})}
        done = run(event, said=json.dumps(told).encode(), **more)
        assert (done.returncode, done.stderr) == (0, b"")
        return done.stdout.decode()

    return asked

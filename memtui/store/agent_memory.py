"""The coding agent's own memory of a project, which lies outside of it."""

import os
import re
from pathlib import Path
from typing import Final

from memtui.core.plan import Change, Plan
from memtui.errors import NotWritable
from memtui.store import journal, steps
from memtui.store.project import Project

FILE: Final = "memory/MEMORY.md"
"""The file that the agent begins each session with, in its folder of the project."""


def folder_of(project: Project) -> Path | None:
    """Return the agent's folder of a project, or None when it never worked there.

    The agent names it after the project's path, every sign but letters and digits as ``-``
    (https://code.claude.com/docs/en/memory).
    """
    home = os.environ.get("CLAUDE_CONFIG_DIR")
    agent = Path(home) if home else Path.home() / ".claude"
    folder = agent / "projects" / re.sub(r"[^A-Za-z0-9]", "-", str(project.root))
    try:
        return folder.resolve() if folder.is_dir() else None
    except OSError:
        return None


def read(folder: Path) -> str | None:
    """Return what the agent has noted, or None when there is nothing yet.

    Args:
        folder: As `folder_of` returns it.

    Raises:
        MemtuiError: When it cannot be read, or is no UTF-8.
    """
    data = steps.current(Project(folder), FILE)
    try:
        return None if data is None else data.decode()
    except UnicodeDecodeError as error:
        raise NotWritable(f"{folder / FILE}: byte {error.start} is not UTF-8") from error


def write(folder: Path, before: str | None, after: str) -> None:
    """Replace what the agent has noted; ``memtui undo --project FOLDER`` takes it back.

    Args:
        folder: As `folder_of` returns it.
        before: What `read` returned.
        after: What is to stand there.

    Raises:
        MemtuiError: As `journal.apply`.
    """
    old = None if before is None else before.encode()
    plan = Plan("add a learning", (Change(FILE, old, after.encode()),))
    journal.apply(Project(folder), plan)

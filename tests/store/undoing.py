"""A store whose last changes are taken back and done again."""

from dataclasses import replace

from memtui.core.plan import writing
from memtui.store import history, journal, undo
from memtui.store.project import Project
from memtui.store.undo import Merging, TakenBack
from tests.store import quick

LOGIN = ".automaker/memory/login.md"
QUICK = replace(quick.QUICK, patience=0)
HEAD = """---
tags: [{tags}]
summary: Auth
relevantTo: []
importance: 0.5
relatedFiles: []
usageStats:
  loaded: {loaded}
  referenced: 0
  successfulFeatures: 0
---
"""


def auth_text(body: str = "# Auth\n", tags: str = "login", loaded: int = 0) -> str:
    """Return a memory about logging in."""
    return HEAD.format(tags=tags, loaded=loaded) + body


def write(project: Project, path: str, before: str, after: str) -> None:
    """Write a file in one step, named after its new text."""
    journal.apply(project, writing(f"write {after}", path, before, after), QUICK)


def take_back(project: Project, merging: Merging = undo.NONE) -> TakenBack:
    """Take the last change back."""
    result = undo.last(project, QUICK, merging)
    assert isinstance(result, TakenBack)
    return result


def do_again(project: Project) -> TakenBack:
    """Do again what was taken back last."""
    result = undo.redo(project, QUICK)
    assert isinstance(result, TakenBack)
    return result


def steps_of(project: Project) -> list[tuple[str, bool]]:
    """Return what each step of the history did and whether it is taken back, newest first."""
    return [(step.what, step.undone) for step in history.read(project)]

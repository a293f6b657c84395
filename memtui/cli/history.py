"""`memtui history` and `undo`: what was changed, and taking the last of it back."""

from argparse import Namespace
from collections.abc import Callable
from datetime import UTC
from typing import Final

from memtui.cli.output import say, say_json, table, warn
from memtui.cli.projects import project_of
from memtui.errors import StoreError
from memtui.store import history as steps
from memtui.store import outside
from memtui.store import undo as undoing
from memtui.store.history import Step
from memtui.store.journal import utc_now
from memtui.store.recovering import finish, names


def history(options: Namespace) -> int:
    """Print the changes of a project, newest first, as a table or as JSON.

    What was interrupted is put right before, so that the history tells how it ended; what others
    changed since comes into it.
    """
    project = project_of(options.project)
    for recovered in finish(project):
        warn(recovered.line)
    try:
        outside.note_since(project, utc_now())
    except StoreError as error:
        warn(str(error))
    found = steps.read(project)
    if options.json:
        say_json({"changes": [_described(step) for step in found]})
    elif found:
        say(*table([_row(step) for step in found]))
    else:
        say("no changes yet")
    return 0


def undo(options: Namespace) -> int:
    """Take back the last change and say what it was; change nothing when files changed since."""
    result = undoing.last(project_of(options.project))
    for found in result.recovered if result else ():
        warn(found.line)
    if result is None:
        warn("nothing to take back")
        return 1
    if isinstance(result, undoing.ChangedSince):
        warn(f"{result.line}; nothing was written; undo it in the editor, which can merge")
        return 1
    say(f"taken back: {result.what}")
    say(*(f"  {path}" for path in result.paths))
    say("to do it again, redo it in the editor")
    return 0


COMMANDS: Final[dict[str, Callable[[Namespace], int]]] = {"history": history, "undo": undo}
"""The commands of this module by name."""


def _described(step: Step) -> dict[str, object]:
    return {
        "id": step.id,
        "when": step.when.astimezone(UTC).isoformat(timespec="seconds"),
        "what": f"{step.what} ({step.note})" if step.note else step.what,
        "paths": list(step.paths),
        "by": step.by,
        "undone": step.undone,
    }


def _row(step: Step) -> list[str]:
    when = step.when.astimezone().strftime("%Y-%m-%d %H:%M")
    # Most changes name their files; the others get them here.
    unnamed = [path for path in step.paths if path.rpartition("/")[2] not in step.what]
    files = f": {names(unnamed)}" if unnamed else ""
    note = step.note or ("taken back" if step.undone else "")
    return [when, step.by, f"{step.what}{files}{note and f' ({note})'}"]

"""`memtui init`: makes a memory store."""

from argparse import Namespace
from datetime import UTC, datetime

from memtui.cli.output import say, say_json, warn
from memtui.cli.projects import project_to_make
from memtui.core import initial
from memtui.errors import StoreError
from memtui.store import journal, recovering
from memtui.store.manifests import read_facts
from memtui.store.project import Project


def init(options: Namespace) -> int:
    """Make the files that a store lacks, and say which and why."""
    project = project_to_make(options.project, "store", here=options.here)
    if project is None:
        return 1
    facts = read_facts(project.root)
    for trouble in facts.unread:
        warn(f"{trouble}; it was left out")
    type_ = options.type or facts.type
    existing = _existing(project)
    folder = project.relative(project.memory)
    plan = initial.plan(facts, type_, folder, existing, datetime.now(UTC).date())
    if plan.changes and not options.dry_run:
        for found in recovering.finish(project):
            warn(found.line)
        journal.apply(project, plan)
    made = [change.path for change in plan.changes]
    if options.json:
        why = "given" if options.type else facts.guessed_from
        changes = [{"action": "create", "path": path} for path in made]
        say_json({"project": str(project.root), "type": type_, "why": why, "changes": changes})
        return 0
    guess = "" if options.type else f" ({facts.guessed_from}; --type decides otherwise)"
    say(f"{project.root}: a {type_} project{guess}")
    would = "would make" if options.dry_run else "made"
    say(*(f"  {would}  {path}" for path in made))
    if not made:
        say("  nothing to make: the store has these files")
    return 0


def _existing(project: Project) -> list[str]:
    try:
        return [path.name for path in project.memory.iterdir()]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StoreError(f"{project.memory}: cannot be listed: {error.strerror}") from error

"""`memtui set`, `learn` and `count`: one change to one memory file."""

from argparse import Namespace
from collections.abc import Callable
from typing import Final

from memtui import api
from memtui.api import Written
from memtui.cli.output import say, warn
from memtui.cli.projects import project_of
from memtui.core import learning as learnings
from memtui.core import patch
from memtui.core.learning import Learning
from memtui.core.metadata import Value
from memtui.core.terms import warning
from memtui.errors import BadValue
from memtui.store.project import resolve_file


def set_value(options: Namespace) -> int:
    """Replace one frontmatter value and say what it was."""
    project, name = resolve_file(options.file, options.project)
    try:
        value = patch.parse(options.key, options.values)
    except BadValue as error:
        raise BadValue(f"{name}: {error}", error.key) from error
    written = api.set_value(project, name, options.key, value)
    _warn_of_others(written)
    before, after = _shown(written.before), _shown(written.after)
    change = f"{before} → {after}" if written.before != written.after else f"{after}, as before"
    say(f"{name}  {options.key}  {change}")
    if options.key in ("tags", "relevantTo") and isinstance(value, tuple):
        for item in value:
            if line := warning(item):
                warn(line)
    return 0


def learn(options: Namespace) -> int:
    """Append a learning and say where it stands."""
    learning = Learning(
        options.type,
        options.content,
        options.context,
        options.why,
        options.rejected,
        options.tradeoffs,
        options.breaking,
    )
    category = options.category.removesuffix(".md")
    written = api.learn(project_of(options.project), category, learning)
    _warn_of_others(written)
    stem = written.path.stem
    if stem == learnings.FALLBACK != category.lower():
        warn(f"{options.category!r} has no letter a-z and no digit: the learning went to {stem}")
    elif stem.lower() != category.strip().lower():
        warn(f"{options.category!r} is written {stem} as a file")
    for field in learnings.unprinted(learning):
        warn(f"--{field} has no place in a {learning.type} and was left out")
    say(f"{written.path}  {'made' if written.created else 'appended'}")
    return 0


def count(options: Namespace) -> int:
    """Add one to a counter and say what it is."""
    project, name = resolve_file(options.file, options.project)
    written = api.count(project, name, options.counter)
    _warn_of_others(written)
    say(f"{name}  {options.counter}  {_shown(written.before)} → {_shown(written.after)}")
    return 0


COMMANDS: Final[dict[str, Callable[[Namespace], int]]] = {
    "set": set_value,
    "learn": learn,
    "count": count,
}
"""The commands of this module by name."""


def _warn_of_others(written: Written) -> None:
    for line in written.recovered:
        warn(line)
    if written.kept:
        name = written.path.name
        warn(f"{name}: another program rewrote it meanwhile; memtui's journal keeps its version")


def _shown(value: Value | None) -> str:
    if isinstance(value, tuple):
        return ", ".join(value) or "none"
    return "nothing" if value in (None, "") else str(value)

"""`memtui hooks`: memtui's entries in the coding agent's settings, and what they cost."""

import os
import shlex
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from memtui import hook
from memtui.cli.output import difference, say, table, warn
from memtui.cli.projects import project_of
from memtui.core import agent_hooks
from memtui.core.agent_hooks import DEFAULT, OUTPUT_LIMIT, REGISTRATIONS, Handler
from memtui.core.routing import read
from memtui.core.tokens import tokens
from memtui.errors import MemtuiError
from memtui.store import agent_settings
from memtui.store.agent_settings import LOCAL, SHARED, Settings
from memtui.store.journal import Reversal
from memtui.store.project import Project
from memtui.store.recovering import finish


def hooks(options: Namespace) -> int:
    """Show, register or take out memtui's hooks."""
    return _ACTIONS[options.action](options)


def _show(options: Namespace) -> int:
    """Print who is registered for each event, and what a session's start costs."""
    project = project_of(options.project)
    events = list(dict.fromkeys(options.events)) or list(REGISTRATIONS)
    found = _read(project, (SHARED,) if options.shared else _everywhere())
    named = {REGISTRATIONS[event].agent_event for event in events}
    rows = [["hook", "agent's event", "file", "command"]]
    for event in events:
        ours = list(_registered(found, event))
        rows += [_row(event, handler, settings.name) for settings, handler in ours]
        if not ours:
            where = REGISTRATIONS[event]
            rows.append([event, _shown(where.agent_event, where.matcher), "—", "not registered"])
    rows += [
        _row("other", handler, settings.name)
        for settings, handler in _all(found)
        if not handler.event and (not options.events or handler.agent_event in named)
    ]
    say(*table(rows))
    _say_cost(project)
    _warn_of(found)
    if any(handler.own and not _is_current(settings, handler) for settings, handler in _all(found)):
        warn("a command is not that of this memtui; `memtui hooks install` renews it")
    return 0


def _install(options: Namespace) -> int:
    """Register events, after showing the change."""
    project, name = _to_change(options)
    events = list(dict.fromkeys(options.events)) or list(DEFAULT)
    commands = {event: _command(event, shared=options.shared) for event in events}
    change = agent_settings.installing(project, name, commands)
    if change is None:
        say(f"{name}: {', '.join(events)} registered already")
    else:
        _carry_out(project, change, options)
        would = "would be registered" if options.dry_run else "registered"
        say(f"{name}: {', '.join(events)} {would}")
        if change.plan.changes[0].before is None and not options.shared:
            warn(f"{name} holds a path of this machine: keep it out of version control")
    if silence := _silence(project):
        warn(silence)
    if not options.shared and _is_passing(_program()):
        warn("this memtui lies in a cache and may vanish; install it, and run this again")
    _warn_of(_read(project, _everywhere()))
    return 0


def _remove(options: Namespace) -> int:
    """Take out the entries that memtui wrote, after showing the change."""
    project, name = _to_change(options)
    change = agent_settings.removing(project, name, options.events or REGISTRATIONS)
    if change is None:
        say(f"{name}: none of memtui's hooks to take out")
    else:
        _carry_out(project, change, options)
        say(f"{name}: {'would be taken' if options.dry_run else 'taken'} out")
    return 0


_ACTIONS: Final[dict[str, Callable[[Namespace], int]]] = {
    "show": _show,
    "install": _install,
    "remove": _remove,
}


def _to_change(options: Namespace) -> tuple[Project, str]:
    """Return the project and the file to change; what was interrupted there is put right before."""
    project = project_of(options.project)
    if not options.dry_run:
        for found in finish(project):
            warn(found.line)
    return project, SHARED if options.shared else LOCAL


def _carry_out(project: Project, change: Reversal, options: Namespace) -> None:
    """Show a change, and make it unless it is only to be shown."""
    (file,) = change.plan.changes
    say(f"{file.path} ({file.action})")
    say(*difference((file.before or b"").decode(), (file.after or b"").decode()))
    if not options.dry_run:
        agent_settings.carry_out(project, change)


# --- what is registered ---------------------------------------------------------------------


def _everywhere() -> tuple[str, ...]:
    return LOCAL, SHARED, str(agent_settings.user_path())


def _read(project: Project, names: Iterable[str]) -> list[Settings]:
    """Return settings files; one that cannot be read is told and left out."""
    found = []
    for name in names:
        try:
            found.append(agent_settings.read(project, name))
        except MemtuiError as error:
            warn(str(error))
    return found


def _all(found: Iterable[Settings]) -> Iterable[tuple[Settings, Handler]]:
    return ((settings, handler) for settings in found for handler in settings.handlers)


def _registered(found: Iterable[Settings], event: str) -> Iterable[tuple[Settings, Handler]]:
    return (pair for pair in _all(found) if pair[1].event == event)


def _row(whose: str, handler: Handler, file: str) -> list[str]:
    where = _shown(handler.agent_event, handler.matcher)
    return [whose, where, file, " ".join(handler.command.split())]


def _shown(agent_event: str, matcher: str) -> str:
    return f"{agent_event} ({matcher})" if matcher else agent_event


def _warn_of(found: Iterable[Settings]) -> None:
    """Say what keeps hooks from running, or makes them run twice."""
    found = tuple(found)
    for settings in found:
        if settings.disabled:
            warn(f"{settings.name}: disableAllHooks is true: the agent runs no hook")
    for event in REGISTRATIONS:
        files = [settings.name for settings, _ in _registered(found, event)]
        if len(files) > 1:
            warn(
                f"{event}: registered {len(files)} times ({', '.join(files)}): the agent runs each"
            )
    for settings, handler in _all(found):
        if handler.event and not handler.own:
            warn(
                f"{settings.name}: {handler.event} is registered in words of its own; left as it is"
            )


def _say_cost(project: Project) -> None:
    """Say how large the table is, and all that a session starts with."""
    root = str(project.root)
    table_page, whole = hook.page(root, hook.TABLE), hook.session_start({}, root)
    if table_page:
        say(f"{hook.TABLE}: {_size(table_page)}, at each session's start")
    if whole:
        say(f"a session's start in all: {_size(whole)}")
    if len(whole) > OUTPUT_LIMIT:
        limit = f"{OUTPUT_LIMIT:,} characters"
        warn(f"of more than {limit} the agent gets a preview alone; make the pages lean")
    if silence := _silence(project):
        say(silence)


def _silence(project: Project) -> str:
    """Return why no prompt ever gets a hint, or ``""``."""
    if read(hook.page(str(project.root), hook.TABLE)).tables:
        return ""
    why = "no routing table that can be read" if project.table.exists() else "not there yet"
    return f"{hook.TABLE}: {why}; no prompt gets a hint (`memtui survey` proposes a table)"


def _size(text: str) -> str:
    return f"{len(text)} characters, about {tokens(text)} tokens"


# --- the command ----------------------------------------------------------------------------


def _command(event: str, *, shared: bool) -> str:
    if shared:
        return agent_hooks.shared_command(event)
    return agent_hooks.local_command(_program(), event)


def _is_current(settings: Settings, handler: Handler) -> bool:
    return handler.command == _command(handler.event, shared=settings.name == SHARED)


def _program() -> str:
    """Return how this memtui is run, as an absolute path, quoted for a shell.

    The command itself, as it is found, since a link to it outlives a new version. It starts
    quicker than ``python -m memtui``, which looks its module up first.
    """
    names = ("memtui", "memtui.exe")
    called = Path(sys.argv[0])
    beside = [Path(sys.executable).parent / name for name in names]
    for path in (called, *beside):
        if path.name in names and path.is_file() and os.access(path, os.X_OK):
            return shlex.quote(os.path.abspath(path))  # noqa: PTH100 (a link stays a link)
    return f"{shlex.quote(sys.executable)} -m memtui"


def _is_passing(program: str) -> bool:
    return bool({".cache", "archive-v0"} & set(Path(program.strip("'")).parts))

"""The options of the commands around the routing table, and an example for each."""

import argparse
from collections.abc import Callable
from typing import Final


def _route(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "prompt", metavar="PROMPT", nargs="+", help="what a person would ask the agent"
    )
    command.add_argument("--json", action="store_true", help="print one JSON document")


def _survey(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--write", action="store_true", help="add the rows whose files no row routes yet"
    )
    command.add_argument("--here", action="store_true", help="also inside another project")
    command.add_argument(
        "--dry-run", action="store_true", help="change nothing, only say what --write would add"
    )
    command.add_argument("--json", action="store_true", help="print one JSON document")


def _hook(command: argparse.ArgumentParser) -> None:
    # Imported here, as in the next function, for start-up: no other command needs it.
    from memtui.hook import EVENTS

    command.add_argument("event", metavar="EVENT", choices=EVENTS, help=", ".join(EVENTS))


def _hooks(command: argparse.ArgumentParser) -> None:
    from memtui.core.agent_hooks import DEFAULT, REGISTRATIONS

    def event(word: str) -> str:
        # Not `choices`, which some versions of Python hold against no word at all.
        if word not in REGISTRATIONS:
            known = ", ".join(REGISTRATIONS)
            raise argparse.ArgumentTypeError(f"no such event: {word!r}; there are {known}")
        return word

    command.add_argument("action", choices=("show", "install", "remove"))
    command.add_argument(
        "events",
        metavar="EVENT",
        nargs="*",
        type=event,
        help=f"{', '.join(REGISTRATIONS)} (default: all; to install: {', '.join(DEFAULT)})",
    )
    command.add_argument(
        "--shared",
        action="store_true",
        help="in .claude/settings.json, for everyone (default: settings.local.json)",
    )
    command.add_argument("--dry-run", action="store_true", help="change nothing, only show it")


COMMANDS: Final[dict[str, tuple[str, str, Callable[[argparse.ArgumentParser], None]]]] = {
    "route": (
        "show the rows of the routing table that a prompt matches, and the hint",
        "memtui route 'deploy the new release'",
        _route,
    ),
    "survey": (
        "propose a routing table from the project's documents",
        "memtui survey --write",
        _survey,
    ),
    "hook": (
        "answer an event of the coding agent, which it tells on standard input",
        "memtui hook prompt",
        _hook,
    ),
    "hooks": (
        "show, register or take out memtui's hooks in the coding agent's settings",
        "memtui hooks show",
        _hooks,
    ),
}
"""Each command: what it does, an example, and what adds its options."""

"""The command line: every command with its options, and an example for each."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, NoReturn

from memtui import __version__
from memtui.cli import arguments_reorganize, arguments_routing
from memtui.cli.output import warn
from memtui.core.metadata import COUNTERS, KEYS


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Print what is wrong and where help is, and end with 2; of a hook with 1."""
        warn(f"{message} (see `{self.prog} --help`)")
        # The agent takes a 2 as an order to throw the prompt away.
        sys.exit(1 if self.prog == "memtui hook" else 2)


def command_parser(name: str) -> Parser:
    """Return the parser of one command.

    Args:
        name: One of `COMMANDS`.
    """
    what, example, add_options = COMMANDS[name]
    command = Parser(
        prog=f"memtui {name}",
        description=what[0].upper() + what[1:] + ".",
        epilog=f"example:\n  {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add_options(command)
    _add_project(command)
    return command


def editor_parser() -> Parser:
    """Return the parser of `memtui [DIR]`, with the help of the whole program."""
    listed = "\n".join(f"  {name:9}{what}" for name, (what, _, _) in COMMANDS.items())
    editor = Parser(
        prog="memtui",
        usage="memtui [DIR]\n       memtui COMMAND …",
        description=(
            "Edit what coding agents remember, and see what they would load.\n\n"
            "Without a command the editor opens on DIR, or on the nearest store from here\n"
            "upwards. A folder that is named like a command needs ./NAME."
        ),
        epilog=(
            f"commands:\n{listed}\n\n"
            "`memtui COMMAND --help` shows a command's options and an example.\n"
            "Exit codes: 0 done; 1 the answer is no, nothing was written; 2 could not run."
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    editor.add_argument("--version", action="version", version=f"memtui {__version__}")
    editor.add_argument("directory", nargs="?", metavar="DIR", type=Path, help="a project's folder")
    _add_project(editor)
    return editor


class _Once(argparse.Action):
    """An option of which a second value is an error, where another one would be silently lost."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        """Take the value, unless there is another."""
        given = getattr(namespace, self.dest)
        if given not in (None, values):
            parser.error(f"{option_string} {given} and {option_string} {values}: give one of them")
        setattr(namespace, self.dest, values)


def _add_project(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--project",
        action=_Once,
        metavar="DIR",
        type=Path,
        help="the project's folder or its memory folder (default: the nearest one upwards)",
    )


def _demo(_: argparse.ArgumentParser) -> None:
    """Take no options."""


def _undo(_: argparse.ArgumentParser) -> None:
    """Take no options."""


def _history(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="print one JSON document")


def _init(command: argparse.ArgumentParser) -> None:
    # Imported here, as in the next functions, for start-up: no other command needs it.
    from memtui.core.initial import TYPES

    command.add_argument("--type", choices=TYPES, help="kind of project (default: guessed)")
    command.add_argument("--here", action="store_true", help="also inside another project")
    command.add_argument("--dry-run", action="store_true", help="change nothing, only say what")
    command.add_argument("--json", action="store_true", help="print one JSON document")


def _preview(command: argparse.ArgumentParser) -> None:
    from memtui.core.scoring import PROFILES

    command.add_argument("--title", required=True, metavar="T", help="the feature's title")
    command.add_argument("--description", default="", metavar="D", help="the feature's description")
    command.add_argument(
        "--profile",
        choices=PROFILES,
        default="documented",
        help="whose rules decide (default: documented)",
    )
    shape = command.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="print one JSON document")
    shape.add_argument("--prompt", action="store_true", help="print the prompt itself")


def _entries(command: argparse.ArgumentParser) -> None:
    _add_file(command)
    command.add_argument("--json", action="store_true", help="print one JSON document")


def _set(command: argparse.ArgumentParser) -> None:
    _add_file(command)
    command.add_argument("key", metavar="KEY", choices=KEYS, help=", ".join(KEYS))
    command.add_argument(
        "values",
        metavar="VALUE",
        nargs="*",
        help="items of a list, the summary's words (at least one), or a number; "
        "none: an empty list, importance 0.5, a counter 0",
    )


def _learn(command: argparse.ArgumentParser) -> None:
    from memtui.core.learning import KINDS

    command.add_argument("category", metavar="CATEGORY", help="a category's name, new or existing")
    command.add_argument("content", metavar="CONTENT", help="what was learned, in one sentence")
    command.add_argument("--type", required=True, choices=KINDS, help="its kind")
    for name, what in (
        ("context", "the situation or the problem"),
        ("why", "the reason or the root cause"),
        ("rejected", "the alternatives (decision)"),
        ("tradeoffs", "what it costs; for a gotcha, how to avoid it"),
        ("breaking", "what breaks when it is changed (decision)"),
    ):
        command.add_argument(f"--{name}", default="", metavar="TEXT", help=what)


def _count(command: argparse.ArgumentParser) -> None:
    _add_file(command)
    command.add_argument("counter", metavar="COUNTER", choices=COUNTERS, help=", ".join(COUNTERS))


def _add_file(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE", help="a category's name, or a path")


COMMANDS: Final[dict[str, tuple[str, str, Callable[[argparse.ArgumentParser], None]]]] = {
    "demo": (
        "open the editor on a sample project in a temporary folder",
        "memtui demo",
        _demo,
    ),
    "init": (
        "make a memory store in the working directory",
        "memtui init --type web --dry-run",
        _init,
    ),
    "preview": (
        "show what an agent would load for a feature, and why",
        "memtui preview --title 'Add login with OAuth' --profile automaker-app",
        _preview,
    ),
    "entries": (
        "list the entries of a memory file, numbered",
        "memtui entries gotchas",
        _entries,
    ),
    "set": (
        "replace one frontmatter value, and no other byte",
        "memtui set auth tags login session oauth",
        _set,
    ),
    "learn": (
        "append a learning to a category",
        "memtui learn gotchas 'The sandbox takes three decimals' --type gotcha --why 'It rounds'",
        _learn,
    ),
    "undo": (
        "take back the last change, also of an earlier run",
        "memtui undo",
        _undo,
    ),
    "history": (
        "list the changes, newest first",
        "memtui history --json",
        _history,
    ),
    "count": (
        "add one to a counter of a memory file",
        "memtui count auth referenced",
        _count,
    ),
    **arguments_routing.COMMANDS,
    **arguments_reorganize.COMMANDS,
}
"""Each command: what it does, an example, and what adds its options."""

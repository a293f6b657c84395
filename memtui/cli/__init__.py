"""The commands: what the editor does, without a screen."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from memtui.cli.arguments import COMMANDS, command_parser, editor_parser
from memtui.cli.output import warn
from memtui.errors import MemtuiError

_INTERRUPTED = 130
_PIPE_CLOSED = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command or the editor.

    Args:
        argv: The arguments, without the program's name; those of the process by default.

    Returns:
        0 when it is done, 1 when the answer is no and nothing was written, 2 when the command
        could not run.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    _open_streams()
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError):
            # Not every terminal has every sign; a missing one must not end the command.
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except MemtuiError as error:
        warn(str(error))
        return error.exit_code
    except BrokenPipeError:
        # The reader has seen enough; closing silently keeps the interpreter from complaining.
        with suppress(OSError):
            sys.stdout.close()
        return _PIPE_CLOSED
    except OSError as error:
        # Only these two are used without a name.
        gone = isinstance(error, FileNotFoundError)
        place = "the working directory" if gone else "standard output"
        warn(f"{error.filename or place}: {error.strerror or error}")
        return 2
    except KeyboardInterrupt:
        return _INTERRUPTED
    except Exception as error:  # noqa: BLE001 (a traceback would show people's texts)
        # Imported here: nobody needs it while all is well.
        from memtui.store import crashes

        warn(crashes.report(error))
        return 2
    return code


def _open_streams() -> None:
    """Put nothing in the place of a standard stream that the caller closed.

    Python has none then: a warning would stand among the output, and the next file that is
    opened would take the stream's number.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nothing = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(nothing, mode, closefd=False))


def _command_of(arguments: list[str]) -> tuple[str, list[str]]:
    """Return the first word and the arguments with it, also a ``--project`` that stands before."""
    place = 0
    while place < len(arguments):
        name, equals, _ = arguments[place].partition("=")
        if name != "--project":
            return arguments[place], [*arguments[:place], *arguments[place + 1 :]]
        place += 1 if equals else 2
    return "", arguments


def _run(arguments: list[str]) -> int:
    """Parse the arguments and call what they name; each command is imported on its own."""
    command, own = _command_of(arguments)
    if command not in COMMANDS:
        from memtui.cli import opening

        return opening.editor(editor_parser().parse_args(arguments))
    options = command_parser(command).parse_intermixed_args(own)
    match command:
        case "demo":
            from memtui.cli import opening

            return opening.demo(options)
        case "init":
            from memtui.cli import init

            return init.init(options)
        case "preview":
            from memtui.cli import preview

            return preview.preview(options)
        case "entries":
            from memtui.cli import entries

            return entries.entries(options)
        case "hook":
            from memtui import hook

            # It takes the event first.
            return hook.main([options.event, *own])
        case "hooks":
            from memtui.cli import hooks

            return hooks.hooks(options)
        case "route":
            from memtui.cli import route

            return route.route(options)
        case "survey":
            from memtui.cli import survey

            return survey.survey(options)
        case "split" | "merge" | "rename" | "retag":
            from memtui.cli import reorganize

            return reorganize.COMMANDS[command](options)
        case "undo" | "history":
            from memtui.cli import history

            return history.COMMANDS[command](options)
        case _:
            from memtui.cli import changes

            return changes.COMMANDS[command](options)

"""The options of the commands that reorganise a store: split, merge, rename, retag."""

import argparse
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

_RANGE: Final = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")


class ToNumbers(NamedTuple):
    """Entries by number, for one category.

    Attributes:
        name: The category.
        ranges: First and last number of each range.
    """

    name: str
    ranges: tuple[tuple[int, int], ...]


class ToHeading(NamedTuple):
    """An entry by its exact heading, for one category."""

    name: str
    heading: str


def to_numbers(text: str) -> ToNumbers:
    """Return what ``NAME=1,4-9`` says.

    Raises:
        ArgumentTypeError: It is no name with numbers.
    """
    name, equals, numbers = text.rpartition("=")
    if not equals or not numbers.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is no NAME=NUMBERS, as in auth=1,4-9")
    ranges = []
    for piece in numbers.split(","):
        match = _RANGE.fullmatch(piece.strip())
        if match is None:
            raise argparse.ArgumentTypeError(f"{piece.strip()!r} is no number or range, as in 4-9")
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first:
            raise argparse.ArgumentTypeError(f"{piece.strip()} runs backwards")
        ranges.append((first, last))
    return ToNumbers(name, tuple(ranges))


def to_heading(text: str) -> ToHeading:
    """Return what ``NAME=TEXT`` says.

    Raises:
        ArgumentTypeError: It is no name with a heading.
    """
    name, equals, heading = text.partition("=")
    if not equals or not heading.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is no NAME=TEXT, as in 'auth=Tokens expire'")
    return ToHeading(name, heading.strip())


def tag(text: str) -> str:
    """Return a tag as it is typed; one that is empty would remove another without a word.

    Raises:
        ArgumentTypeError: There is nothing in it.
    """
    if not text.strip():
        raise argparse.ArgumentTypeError("a tag cannot be empty; leave NEW out to remove OLD")
    return text


def _split(command: argparse.ArgumentParser) -> None:
    # Imported here, as in the next function, for start-up: no other command needs it.
    from memtui.core.reorganize.derived import COUNTERS
    from memtui.core.reorganize.split import ORIGINAL

    _add_file(command)
    command.add_argument(
        "--to",
        action="append",
        default=[],
        metavar="NAME=NUMBERS",
        type=to_numbers,
        help="entries that go to a category, as `memtui entries` numbers them (auth=1,4-9)",
    )
    command.add_argument(
        "--heading",
        action="append",
        default=[],
        metavar="NAME=TEXT",
        type=to_heading,
        help="an entry that goes there, by its exact heading",
    )
    _add_choice(command, "--counters", "the counters of new files", COUNTERS)
    command.add_argument(
        "--importance",
        type=float,
        metavar="N",
        help="of new files (default: that of FILE, but 0.8 where that is 0.9 or more)",
    )
    _add_choice(command, "--original", "FILE", ORIGINAL)
    _add_shape(command)


def _merge(command: argparse.ArgumentParser) -> None:
    from memtui.core.reorganize.merge_files import COUNTERS, DUPLICATES

    command.add_argument("files", nargs="+", metavar="FILE", help="categories' names, or paths")
    command.add_argument(
        "--into", required=True, metavar="NAME", help="the category that holds all, new or existing"
    )
    _add_choice(command, "--duplicates", "of near-equal entries", DUPLICATES)
    _add_choice(command, "--counters", "the counters", COUNTERS)
    _add_shape(command)


def _rename(command: argparse.ArgumentParser) -> None:
    _add_file(command)
    command.add_argument("name", metavar="NAME", help="the new name")
    _add_shape(command)


def _retag(command: argparse.ArgumentParser) -> None:
    command.add_argument("old", metavar="OLD", type=tag, help="a tag")
    command.add_argument(
        "new", metavar="NEW", nargs="?", type=tag, help="what it becomes; without it, it goes"
    )
    command.add_argument(
        "--relevant-to", action="store_true", help="do the same to the topics in relevantTo"
    )
    _add_shape(command)


def _add_file(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="FILE", help="a category's name, or a path")


def _add_choice(
    command: argparse.ArgumentParser, option: str, about: str, choices: Mapping[Any, str]
) -> None:
    """Add an option with a choice for each of some words, the first of them the default."""
    default, *_ = choices
    said = "; ".join(f"{word}: {about} {what}" for word, what in choices.items())
    command.add_argument(
        option, choices=tuple(choices), default=default, help=f"{said} (default: {default})"
    )


def _add_shape(command: argparse.ArgumentParser) -> None:
    command.add_argument("--dry-run", action="store_true", help="change nothing, only say what")
    command.add_argument("--json", action="store_true", help="print one JSON document")


COMMANDS: Final[dict[str, tuple[str, str, Callable[[argparse.ArgumentParser], None]]]] = {
    "split": (
        "move entries of a file to new or existing categories",
        "memtui split architecture --to auth=1,4-9 --to queues=2,3 --dry-run",
        _split,
    ),
    "merge": (
        "put all entries of several files into one",
        "memtui merge gotcha --into gotchas --duplicates newer --dry-run",
        _merge,
    ),
    "rename": (
        "rename a category; what mentions it by path follows",
        "memtui rename auth authentication",
        _rename,
    ),
    "retag": (
        "rename, merge or remove a tag across the store",
        "memtui retag authentication auth",
        _retag,
    ),
}
"""Each command: what it does, an example, and what adds its options."""

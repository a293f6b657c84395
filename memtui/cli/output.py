"""What the commands print: plain text that no file can turn into commands for the terminal."""

import json
import math
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from memtui.core.plain import harmless, width


def say(*lines: str) -> None:
    """Print lines of text; control characters in them become visible signs."""
    for line in lines:
        print(harmless(line).rstrip())


def warn(line: str) -> None:
    """Print one line to standard error, with the program's name."""
    print(f"memtui: {harmless(line)}", file=sys.stderr)


def say_json(document: dict[str, Any]) -> None:
    """Print one JSON document.

    Characters that a terminal acts on are written as escapes, everything else as it is.
    """
    text = json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False)
    print(text if text.isprintable() else "".join(map(_escaped, text)))


def say_text(text: str) -> None:
    """Print a text of many lines: byte for byte into a pipe or file, harmless to a terminal."""
    if sys.stdout.isatty():
        say(*text.removesuffix("\n").split("\n"))
    else:
        sys.stdout.write(text)


def table(rows: Iterable[Sequence[str]], right: frozenset[int] = frozenset()) -> list[str]:
    """Return rows as lines of aligned columns, two blanks apart.

    Args:
        rows: The cells; the last column is not filled up.
        right: Columns that are aligned to the right.
    """
    cells = [[harmless(cell) for cell in row] for row in rows]
    widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
    return ["  ".join(_filled(row, widths, right)).rstrip() for row in cells]


def difference(before: str, after: str) -> list[str]:
    """Return the lines that differ between two texts, each with its sign, and those around them."""
    # Imported here for start-up: most commands show no difference.
    from memtui.core.diff import diff

    hunks = [[f"{line.sign}{line.text}" for line in hunk] for hunk in diff(before, after)]
    apart = [["…", *hunk] for hunk in hunks[1:]]
    return [line for hunk in (*hunks[:1], *apart) for line in hunk]


def number(value: float) -> str:
    """Return a number for a person: at most two decimals."""
    if math.isnan(value):
        return "no number"
    return f"{value:.2f}".rstrip("0").rstrip(".")


def json_number(value: float) -> float | int | None:
    """Return a number for JSON: whole ones without a point; NaN and infinity as null."""
    if not math.isfinite(value):
        return None
    return int(value) if value == int(value) else value


def _filled(row: Sequence[str], widths: Sequence[int], right: frozenset[int]) -> Iterable[str]:
    for place, (cell, room) in enumerate(zip(row, widths, strict=True)):
        blanks = " " * (room - width(cell))
        yield blanks + cell if place in right else cell + blanks


def _escaped(character: str) -> str:
    code = ord(character)
    if character == "\n" or character.isprintable():
        return character
    if code > 0xFFFF:
        return "".join(f"\\u{half:04x}" for half in _surrogates(code))
    return f"\\u{code:04x}"


def _surrogates(code: int) -> tuple[int, int]:
    high, low = divmod(code - 0x10000, 0x400)
    return 0xD800 + high, 0xDC00 + low

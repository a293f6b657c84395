"""The names of categories: which a file can have, and which file a name means."""

import unicodedata
from collections.abc import Collection
from typing import Final

from memtui.core.documents import is_document
from memtui.core.plain import harmless
from memtui.errors import BadValue

ENDING: Final = ".md"
LONGEST: Final = 255
"""Bytes that the name of a file can have on the usual file systems."""
_NOT_ON_WINDOWS: Final = frozenset('<>:"|?*')
_DEVICES: Final = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10)))
)
"""Names that Windows keeps for devices, whatever ending stands behind them."""
INDEX: Final = "_index"
"""The page for people, which agents never load."""


def stem(typed: str) -> str:
    """Return the category's name that a person means; the ending may be typed too."""
    name = unicodedata.normalize("NFC", typed.strip())
    return name[: -len(ENDING)].rstrip() if name.lower().endswith(ENDING) else name


def refusal(name: str, taken: Collection[str]) -> str:
    """Return why a category cannot have this name, or ``""``.

    Args:
        name: As `stem` returns it.
        taken: Names of the other categories, with or without their ending.
    """
    folded = name.casefold()
    size = len((name + ENDING).encode(errors="surrogatepass"))
    same = next((other for other in taken if stem(other).casefold() == folded), None)
    checks = (
        (not name, "a name is missing"),
        ("/" in name or "\\" in name, "a name is no path: it cannot hold / or \\"),
        (name == "..", "“..” is the folder above, no name"),
        (name.startswith("."), "a name cannot begin with a dot: such files are hidden"),
        (_has_unseen(name), "a name cannot hold characters that are not seen"),
        (
            not _NOT_ON_WINDOWS.isdisjoint(name),
            f"Windows has no file with any of {' '.join(sorted(_NOT_ON_WINDOWS))} in its name",
        ),
        (folded.partition(".")[0].rstrip() in _DEVICES, "Windows keeps that name for a device"),
        (folded.endswith(ENDING), "the ending .md is added once, it cannot stand twice"),
        (folded == INDEX, "_index is for people, agents never load it"),
        (same is not None, _exists(same, name)),
        (size > LONGEST, f"too long: {size} of {LONGEST} bytes with its ending"),
    )
    return next((why for wrong, why in checks if wrong), "")


def target(typed: str, taken: Collection[str]) -> tuple[str, bool]:
    """Return the file that a name means as the target of a change, and whether it exists.

    Args:
        typed: A category's name, with or without its ending.
        taken: The names of the files that exist; documents among them are no targets.

    Raises:
        BadValue: No category can have that name; the reason says why.
    """
    name = stem(typed)
    taken = [other for other in taken if not is_document(other)]
    there = [other for other in taken if stem(other) == name]
    if there and name.casefold() != INDEX:
        exact = f"{name}{ENDING}"
        return (exact if exact in there else min(there)), True
    if why := refusal(name, taken):
        raise BadValue(f"{typed}: {why}" if typed.strip() else why)
    return f"{name}{ENDING}", False


def _has_unseen(name: str) -> bool:
    return harmless(name) != name or any(unicodedata.category(each) == "Cf" for each in name)


def _exists(same: str | None, name: str) -> str:
    if same is None or stem(same) == name:
        return f"{name} exists"
    return f"{stem(same)} exists and differs only in case"

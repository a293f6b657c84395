"""Which entries every task should read, where a file is loaded for all of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from memtui.core.entries import MARKS, Entry
from memtui.core.terms import words
from memtui.core.tokens import tokens

_LOSS: Final = (
    "corrupt corrupted corruption corrupts delete deleted deletes deleting destroy destroyed "
    "destroys destructive erase erased erases erasing irreversible lose loses losing loss lost "
    "overwrite overwrites overwriting overwritten permanent permanently truncated unrecoverable "
    "wipe wiped wipes"
)
_EXPOSURE: Final = (
    "bypass bypassed bypasses credential credentials exploit expose exposed exposes injection leak "
    "leaked leaking leaks password passwords secret secrets vulnerability vulnerable"
)
_STANDSTILL: Final = (
    "crash crashed crashes deadlock deadlocks freeze freezes hang hangs hung infinite outage"
)
_UNSEEN: Final = "invisible masked masking masks silent silently swallowed undetected unnoticed"
_HARM: Final = frozenset(f"{_LOSS} {_EXPOSURE} {_STANDSTILL} {_UNSEEN}".split())
_HEADING: Final = 3
"""What a word of harm in the heading counts; each of the text counts 1."""
_ENOUGH: Final = 3
_NO_WARNINGS: Final = frozenset(MARKS) - {"gotcha"} | {"decision"}
_PART: Final = 1 / 3
"""Part of the file, in tokens, that may stay for every task."""


@dataclass(frozen=True, slots=True)
class Critical:
    """Entries that every task should read.

    Attributes:
        numbers: Their numbers, in order.
        words: The words of harm in their headings and texts, the most frequent first.
    """

    numbers: tuple[int, ...]
    words: tuple[str, ...]


def critical(entries: Sequence[Entry], body: str) -> Critical:
    """Return the warnings of harm that is hard to undo or to see, a third of the file at most.

    A warning is an entry of the kind ``gotcha`` or of no kind. The gravest come first, of equal
    ones the newest.

    Args:
        entries: The entries of the body.
        body: Its text.
    """
    ranked = []
    for entry in entries:
        text = body[entry.start : entry.end]
        inside = _HARM.intersection(words(text))
        weight = len(inside) + (_HEADING - 1) * len(_HARM.intersection(words(entry.heading)))
        if weight >= _ENOUGH and entry.kind not in _NO_WARNINGS:
            ranked.append((weight, entry.date, -entry.number, inside, tokens(text)))
    budget = _PART * sum(tokens(body[entry.start : entry.end]) for entry in entries)
    numbers: list[int] = []
    said: dict[str, int] = {}
    for _, _, number, inside, size in sorted(ranked, key=lambda each: each[:3], reverse=True):
        budget -= size
        if budget < 0:
            break
        numbers.append(-number)
        for word in inside:
            said[word] = said.get(word, 0) + 1
    return Critical(tuple(sorted(numbers)), tuple(sorted(said, key=lambda w: (-said[w], w))))

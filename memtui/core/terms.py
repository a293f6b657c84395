"""The words of a feature that count, and the items that no feature can ever match."""

import re
from dataclasses import dataclass
from typing import Final, Literal

_STOP_WORDS: Final = (
    "a an the and or but in on at to for of with by is it this that be as are was were been being "
    "have has had do does did will would could should may might must shall can need dare ought "
    "used add create implement build make update fix change modify"
)

STOP_WORDS: Final = frozenset(_STOP_WORDS.split())
"""Words that never count, in lower case."""

SHORTEST: Final = 3
"""Letters and digits that a word needs to count."""

WordState = Literal["counts", "stop word", "too short"]

_WORD: Final = re.compile("[a-z0-9]+")
# In the order in which they are named: the first that an item holds is the reason.
_SEPARATORS: Final = (("-", "hyphen"), ("_", "underscore"), (" ", "space"))


@dataclass(frozen=True, slots=True)
class FeatureWord:
    """A word of a feature, for the person who types it.

    Attributes:
        text: The word in lower case, as it is compared.
        state: Whether it counts, or why it does not. A word that counts can still be in no
            file: `memtui.core.scoring.Index.knows` says that.
    """

    text: str
    state: WordState


def words(text: str) -> list[str]:
    """Return every run of letters a-z and digits of the lower-cased text, in order."""
    # Python's and JavaScript's lower-casing agree on every character that becomes one of a-z
    # (A-Z, the Kelvin sign, and the dotted capital I with a combining dot behind its i).
    return _WORD.findall(text.lower())


def state_of(word: str) -> WordState:
    """Return whether a word counts, or why it does not."""
    if word in STOP_WORDS:
        return "stop word"
    return "too short" if len(word) < SHORTEST else "counts"


def terms(text: str) -> tuple[str, ...]:
    """Return the words of a text that count, in order, with their duplicates."""
    return tuple(word for word in words(text) if state_of(word) == "counts")


def feature_words(title: str, description: str) -> tuple[FeatureWord, ...]:
    """Return the words of a feature in order, each once, with its state."""
    unique = dict.fromkeys(words(f"{title} {description}"))
    return tuple(FeatureWord(word, state_of(word)) for word in unique)


def never(item: str) -> tuple[str, tuple[str, ...]] | None:
    """Say why an item of ``tags`` or ``relevantTo`` can never match.

    An item is compared as it stands, ignoring case, with single words that count.

    Args:
        item: The item as it is read from the file.

    Returns:
        None when some feature matches it; else the reason, as words for a person (``hyphen``,
        ``too short``), and the items that would match in its place, maybe none.
    """
    # str.lower and not casefold: JavaScript's toLowerCase keeps ß, and leaves a combining dot
    # behind the i of İ, so that neither ever equals a term.
    lowered = item.lower()
    if _WORD.fullmatch(lowered):
        state = state_of(lowered)
        return None if state == "counts" else (state, ())
    return _obstacle(item), tuple(dict.fromkeys(terms(item)))


def warning(item: str) -> str:
    """Return in one line why no feature can match an item, and what could; ``""`` when one can."""
    reason = never(item)
    if reason is None:
        return ""
    better = f"; {' and '.join(reason[1])} can" if reason[1] else ""
    return f"{item}: no feature can match it ({reason[0]}){better}"


def _obstacle(item: str) -> str:
    if not item.strip():
        return "empty"
    if item != item.strip():
        return "space at an end"
    for separator, name in _SEPARATORS:
        if separator in item:
            return name
    return "punctuation" if item.isascii() else "not in a-z or 0-9"

"""The words that say what a group of entries is about."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from memtui.core.language.stop_words import CODE, GENERAL, NAMED, STOP_WORDS
from memtui.core.terms import terms

_SHAPE: Final = (
    "context situation problem solved root cause rejected alternative trade tradeoff tradeoffs "
    "offs breaking changed avoid works easier harder gotcha gotchas pattern patterns learned "
    "learning decision decisions principle resolved implementation handler handlers adding avoids "
    "careful carefully despite discovered fail failed failing fails frequently lose loses losing "
    "regardless remaining removed removes removing understanding"
)
"""What agents write in every entry, whatever it is about."""
GENERIC: Final = GENERAL.union(_SHAPE.split(), CODE)
"""Words that say nothing about a topic, beside the stop words."""
_NOTHING: Final = GENERIC | (STOP_WORDS - NAMED)
"""Those, and everyday words that no document is named after."""

_NAME: Final = re.compile(r"\b(?:[a-z]+[A-Z]|[A-Z]\w*[a-z][A-Z](?=\w{8}))\w*")
"""Names in a program (``updateStatus``, ``CodeReviewService``), which no feature's title uses;
the short ones of products (``GitHub``) are words."""
_MOST_TELLING: Final = 8
"""How much more often than elsewhere a word counts as standing, at most: a name that is nowhere
else says less than a word that half of the entries hold."""
_SHARED: Final = 2
"""In so many of several entries a word must stand to be a topic of theirs."""
_SEVERAL: Final = 3


@lru_cache(maxsize=4096)
def topical(text: str) -> frozenset[str]:
    """Return the words of a text that can be a topic: that count, and say something."""
    words = terms(_NAME.sub(" ", text))
    return frozenset(word for word in words if not word.isdigit()) - _NOTHING


def topic_words(group: Sequence[str], others: Sequence[str], most: int) -> tuple[str, ...]:
    """Return the words that tell a group of entries from others, the most telling first.

    A word is as telling as the share of the group's entries that hold it, a word of a heading
    counting twice, times the logarithm of how much more often it stands there than elsewhere
    (its weighted pointwise information). Of three entries and more, two must hold it.

    Args:
        group: The entries, each with its heading on the first line.
        others: What they are told from; without any, words that many of them hold come first.
        most: How many words to return at most.
    """
    here, there = _held(group), Counter(word for text in others for word in topical(text))
    heads = Counter(word for text in group for word in topical(_first_line(text)))
    fewest = _SHARED if len(group) >= _SEVERAL else 1

    def weight(word: str) -> float:
        share = (here[word] + heads[word]) / (2 * len(group))
        if not others:
            return share
        elsewhere = (there[word] + 0.5) / (len(others) + 1)
        more = here[word] / len(group) / elsewhere
        return share * math.log(min(max(more, 1.0), _MOST_TELLING))

    # Of equally telling words, those that stand first come first.
    ordered = dict.fromkeys(word for text in group for word in terms(text))
    weights = {word: weight(word) for word in ordered if here[word] >= fewest}
    # Sorting keeps the order of equal values, also in reverse.
    telling = sorted(
        (word for word in weights if weights[word] > 0), key=weights.__getitem__, reverse=True
    )
    return tuple(telling[:most])


def _held(texts: Iterable[str]) -> Counter[str]:
    return Counter(word for text in texts for word in topical(text))


def _first_line(text: str) -> str:
    return text.lstrip().partition("\n")[0]

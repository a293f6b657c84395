"""The words of an entry by which it is compared with others."""

import re
from functools import lru_cache
from typing import Final

from memtui.core.language.words import singular

_WORD: Final = re.compile(r"[^\W_]+")
# Between the parts of a name in a program: after a small letter or a digit before a capital, and
# before the last of several capitals (serverUrl, HTTPClient).
_JOINT: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_singular: Final = lru_cache(maxsize=20_000)(singular)


def subject_words(text: str) -> list[str]:
    """Return the words of a text in lower case, in order, with their duplicates.

    A word is a run of letters and digits of any alphabet. A name in a program is the words that
    it is made of (``serverUrl``: server, url). An English plural is its singular.
    """
    return [_singular(word) for word in _WORD.findall(_JOINT.sub(" ", text).lower())]

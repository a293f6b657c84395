"""The words of an entry by which it is compared with others."""

import re
from typing import Final

_WORD: Final = re.compile(r"[^\W_]+")
# Between the parts of a name in a program: after a small letter or a digit before a capital, and
# before the last of several capitals (serverUrl, HTTPClient).
_JOINT: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_NO_PLURAL: Final = ("ss", "us", "is")


def subject_words(text: str) -> list[str]:
    """Return the words of a text in lower case, in order, with their duplicates.

    A word is a run of letters and digits of any alphabet. A name in a program is the words that
    it is made of (``serverUrl``: server, url). An English plural is its singular.
    """
    return [singular(word) for word in _WORD.findall(_JOINT.sub(" ", text).lower())]


def singular(word: str) -> str:
    """Return an English word without its plural ending; a guess by its last letters.

    Args:
        word: In lower case.
    """
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(_NO_PLURAL):
        return word[:-1]
    return word

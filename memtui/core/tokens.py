"""The size of a text in tokens, estimated."""

import re
from typing import Final

# Scripts whose characters are about one token each: Han, kana, bopomofo and Hangul, with the
# punctuation and the full-width forms that go with them.
_DENSE: Final = re.compile(
    "[\u1100-\u11ff\u2e80-\u31ff\u3200-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f"
    "\uff00-\uffef\U00020000-\U0003ffff]+"
)


def tokens(text: str) -> int:
    """Return about how many tokens a model makes of a text.

    An estimate without a vocabulary: four ASCII characters are one token, two characters of
    other alphabets (accented Latin, Cyrillic, symbols) are one, and each Chinese, Japanese or
    Korean character is one; rounded up. For English prose and code the true number of common
    vocabularies lies within about a quarter of it.
    """
    return rounded(quarters(text))


def quarters(text: str) -> int:
    """Return the size of a text in quarters of a token: unlike tokens, these add up exactly."""
    if text.isascii():
        return len(text)
    plain = len(text.encode("ascii", "ignore"))
    dense = sum(map(len, _DENSE.findall(text)))
    others = len(text) - plain - dense
    return plain + 2 * others + 4 * dense


def rounded(count: int) -> int:
    """Return how many tokens a number of quarters is, rounded up."""
    return -(-count // 4)

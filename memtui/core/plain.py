"""Text from files, made harmless for a terminal."""

import unicodedata
from typing import Final

_REPLACEMENT = "\ufffd"
_NEWLINE_SIGN = "\u2424"


def _signs() -> dict[int, str]:
    """Return what stands in for each character that a terminal would act on."""
    signs = {code: chr(0x2400 + code) for code in range(0x20)}
    signs[0x7F] = "\u2421"
    signs |= dict.fromkeys(range(0x80, 0xA0), _REPLACEMENT)
    signs |= dict.fromkeys((0x85, 0x2028, 0x2029), _NEWLINE_SIGN)
    bidi = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x2070))
    signs |= dict.fromkeys((*bidi, *range(0xFFF9, 0xFFFC)), _REPLACEMENT)
    # A lone surrogate comes from a file name that is no UTF-8; writing it to a stream raises.
    signs |= dict.fromkeys(range(0xD800, 0xE000), _REPLACEMENT)
    return signs


_SIGNS: Final = _signs()


def harmless(text: str) -> str:
    """Return a text in which each control character is a visible sign.

    Control characters of C0 become their pictures (``␛``, ``␊``, ``␉``), line separators
    ``␤``; those of C1, marks that turn the direction of writing, and lone surrogates become
    U+FFFD. Each sign takes the place of one character, so offsets stay valid; what is one line
    in a file is one line on the screen. Square brackets stay: where markup exists, the caller
    turns it off.

    Args:
        text: Text of a file, a file name, or anything else that was not written by memtui.
    """
    # isprintable() is many times quicker than translate(), and true for nearly every text.
    return text if text.isprintable() else text.translate(_SIGNS)


def width(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return len(text) + wide - sum(map(_is_mark, text))


def _is_mark(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Me", "Cf")

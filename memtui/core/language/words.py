"""The words of a text in the languages that documents are written in, as keywords would match them.

A keyword of ASCII letters and digits matches whole words, any other one anywhere (routing.md,
Matching a prompt). So an English word keeps its form, and a Korean noun loses its particle, a
Russian one its ending.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple
from unicodedata import normalize

from memtui.core.language import asian_words, stop_words


class Word(NamedTuple):
    """A word of a text.

    Attributes:
        key: What the forms of a word have in common (``deploy`` of ``deployments``).
        form: The word in lower case, as a keyword that matches the text.
    """

    key: str
    form: str


# Runs of one script; names with signs that belong to them come first.
_RUN: Final = re.compile(
    r"(?P<named>(?<![^\W_])(?:c\+\+|[cf]\#|\.net|[a-z][a-z0-9]*\.js)(?![^\W_]))"
    r"|(?P<snake>(?<![^\W_])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?!\w))"
    r"|(?P<hangul>[\uac00-\ud7a3]+)"
    r"|(?P<han>[\u3005\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+)"
    r"|(?P<katakana>[\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff]+)"
    r"|(?P<hiragana>[\u3041-\u309f]+)"
    r"|(?P<cyrillic>[\u0400-\u04ff]+)"
    # What is left: letters and digits of scripts that put blanks between words, and Thai.
    r"|(?P<word>[^\W_\uac00-\ud7a3\u3005\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    r"\uf900-\ufaff\u0400-\u04ff]+)"
)
# A negation goes as a whole, of the others what stands behind the apostrophe.
_APOSTROPHE: Final = re.compile(r"\b[a-z]+n['’]t\b|(?<=[a-z])['’](?:s|re|ve|ll|d|m)\b")
_SHORT: Final = frozenset(
    ("ai", "cd", "ci", "db", "go", "io", "ip", "ml", "qa", "s3", "tv", "ui", "ux", "vm")
)
"""Words of two letters that count."""
_LONGEST: Final = 40
"""Letters of a word; a longer run is none."""


def words(text: str) -> list[Word]:
    """Return the words of a text in order, those that say nothing included.

    Args:
        text: One line or many, in any language.
    """
    found: list[Word] = []
    for run in _RUN.finditer(_APOSTROPHE.sub("", normalize("NFC", text).lower())):
        found += _read(run.lastgroup or "", run[0])
    return found


@lru_cache(maxsize=50_000)
def _read(script: str, run: str) -> tuple[Word, ...]:
    return tuple(_READERS[script](run))


def telling(text: str) -> list[Word]:
    """Return the words of a text that say something about it, in order."""
    return [word for word in words(text) if says_something(word.form)]


def says_something(form: str) -> bool:
    """Whether a word would make a keyword: no everyday word, and not too short."""
    if form in stop_words.STOP_WORDS or form.isdigit() or len(form) > _LONGEST:
        return False
    if form.isascii():
        return len(form) > 2 or form in _SHORT
    return len(form) > 1


def of_path(part: str) -> str:
    """Return a part of a path as words: ``2024-01-errorHandling`` becomes ``error Handling``."""
    part = re.sub(r"(?<=[a-z0-9])(?=[A-Z][a-z])", " ", part)
    return re.sub(r"\b\d+\b", " ", re.sub(r"[-_.+~ ]+", " ", part)).strip()


def language(text: str) -> str:
    """Return the language of a text: ``ko``, ``ja``, ``zh`` or one of `FUNCTION_WORDS`.

    Told by the script where it tells; else by the function words that stand in it most often.
    """
    scripts = Counter(run.lastgroup for run in _RUN.finditer(text[:20_000].lower()))
    spaced = scripts["word"]
    if 2 * scripts["hangul"] > spaced:
        return "ko"
    # A run of Chinese is a clause, not a word.
    if 6 * (scripts["han"] + scripts["hiragana"]) > spaced:
        return "ja" if scripts["hiragana"] + scripts["katakana"] else "zh"
    if scripts["cyrillic"] > spaced:
        return "ru"
    found = re.findall(r"[^\W\d_]+", text[:20_000].lower())
    counts = Counter(found)
    scores = {
        name: sum(counts[word] for word in listed)
        for name, listed in stop_words.FUNCTION_WORDS.items()
    }
    # Names and short words of code look like any language.
    best = max(scores, key=lambda name: scores[name])
    is_sure = scores[best] > 1.3 * scores["en"] and 5 * scores[best] > len(found)
    return best if is_sure else "en"


# --- scripts with blanks between words ------------------------------------------------------


def _spaced(word: str) -> list[Word]:
    if word.isascii():
        return [Word(stem(word), word)]
    return [Word(word, word)]


_FIRST: Final = (
    (re.compile(r"(?<=[a-z]{3})ies$"), "y"),
    (re.compile(r"(?<=(?:ss|sh|ch|zz|.x))es$"), ""),
    (re.compile(r"(?<=[a-z]{2}[^sui])s$"), ""),
)
_LAST: Final = (
    (re.compile(r"(?<=[a-z]{4})(?:ations?|at(?:e|ed|ing|or))$"), ""),
    (re.compile(r"(?<=[a-z]{4})ment$"), ""),
    (re.compile(r"(?<=[aeiouy][a-z])ing$|(?<=[aeiouy][a-z]{2})ing$|(?<=[a-z]{4})ing$"), ""),
    (re.compile(r"(?<=[aeiouy][a-z])ed$|(?<=[aeiouy][a-z]{2})ed$|(?<=[a-z]{4})ed$"), ""),
    (re.compile(r"(?<=[a-z]{4})er$"), ""),
)
_DOUBLE: Final = re.compile(r"([bdgmnprt])\1$")


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Return what the forms of an English word have in common; it need not be a word.

    A few endings only, in the manner of Porter's stemmer (An algorithm for suffix stripping,
    1980): enough to bring ``migrate`` and ``migrations`` together.

    Args:
        word: Lower-case ASCII letters and digits.
    """
    for ending, rest in _FIRST:
        cut = ending.sub(rest, word)
        if cut != word:
            word = cut
            break
    for ending, rest in _LAST:
        cut = ending.sub(rest, word)
        if cut != word:
            word = _DOUBLE.sub(r"\1", cut)
    return word[:-1] if len(word) > 3 and word[-1] == "e" else word


_SINGULARS: Final = {
    "aliases": "alias",
    "biases": "bias",
    "buses": "bus",
    "cookies": "cookie",
    "movies": "movie",
    "statuses": "status",
}
_NO_PLURALS: Final = frozenset(
    (
        *(
            "alias",
            "aws",
            "always",
            "atlas",
            "axios",
            "bias",
            "canvas",
            "dns",
            "https",
            "ios",
            "jenkins",
            "kubernetes",
        ),
        *("macos", "news", "pandas", "postgres", "redis", "series", "windows"),
    )
)


def singular(word: str) -> str:
    """Return an English noun without the ending of the plural."""
    if word in _NO_PLURALS:
        return word
    if word in _SINGULARS:
        return _SINGULARS[word]
    for ending, rest in _FIRST:
        cut = ending.sub(rest, word)
        if cut != word:
            return cut
    return word


_IN_ATE: Final = frozenset(
    (
        *("activ", "aggreg", "alloc", "annot", "authentic", "autom", "calcul", "deleg", "deprec"),
        *("duplic", "evalu", "feder", "gener", "integr", "invalid", "isol", "migr", "moder"),
        *("navig", "oper", "orchestr", "pagin", "replic", "simul", "termin", "transl", "valid"),
    )
)
"""Stems of verbs in ``-ate``."""


# After these the verb had no silent e: ``test|ing``, ``pack|ing``, ``upload|ing``, ``render|ing``,
# but ``cach|ing``, ``pars|ing``, ``rout|ing``.
_WHOLE_BEFORE_ING: Final = re.compile(
    r"(?:[cflnprs]t|[cnrs]k|[lnr]d|[lm]p|ll|ss|sh|[lnrt]ch|[lr]m|rn|gn|[aeo]y|[aeo]w[ln]?|x"
    r"|(?!ou)[aeiou]{2}[dklmnprt]|[aeiouy][a-z]*[b-df-hj-np-tv-z](?:[eo]r|[eo]n|[ei]t|[ae]l|op))ing$"
)
_DOUBLED_BEFORE_ING: Final = re.compile(r"([bdgmnprt])\1ing$")
_SILENT_BEFORE_ING: Final = re.compile(
    r"[a-z]*[aeiouy](?:[bcdgklmnprstuvz]|ch|th)ing|[a-z]{2,}[bcdfgklprstvz][cglsuvz]ing"
)


def bases(word: str) -> list[str]:
    """Return the verb of an English noun in ``-ation`` or ``-ing``, as it is likely spelled."""
    if _WHOLE_BEFORE_ING.search(word):
        return [word[:-3]]
    if _DOUBLED_BEFORE_ING.search(word):
        return [word[:-4]]
    root = re.sub(r"(?:ations?|ating)$", "", word)
    if root in _IN_ATE and root != word:
        return [f"{root}ate"]
    if _SILENT_BEFORE_ING.fullmatch(word):
        return [f"{word[:-3]}e"]
    return [f"{root}e"] if root != word and root.endswith(("iz", "is", "figur")) else []


_CYRILLIC_ENDING: Final = re.compile(
    r"(?<=.{4})(?:ями|ами|ией|иям|иях|ого|его|ому|ему|ыми|ими|ов|ев|ей|ой|ий|ый|ая|яя|ое|ее|ые|ие"
    r"|ия|ии|ию|ах|ях|ам|ям|ом|ем|а|я|ы|и|е|у|ю|о|ь|й)$"
)


def _cyrillic(word: str) -> list[Word]:
    if word in stop_words.STOP_WORDS:
        return [Word(word, word)]
    form = _CYRILLIC_ENDING.sub("", word)
    return [Word(form, form)]


# --- all of them ----------------------------------------------------------------------------


def _alike(read: Callable[[str], list[str]]) -> Callable[[str], list[Word]]:
    """Return a reader of words of which the form is the key as well."""
    return lambda run: [Word(form, form) for form in read(run)]


_READERS: Final[Mapping[str, Callable[[str], list[Word]]]] = {
    "word": _spaced,
    "named": _alike(lambda run: [run]),
    "snake": lambda run: [Word(run, run), *(w for part in run.split("_") for w in _spaced(part))],
    "hangul": _alike(asian_words.korean),
    "han": _alike(asian_words.han),
    "katakana": _alike(asian_words.katakana),
    # Particles and endings.
    "hiragana": _alike(lambda _: []),
    "cyrillic": _cyrillic,
}

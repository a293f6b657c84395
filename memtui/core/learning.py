"""A learning as an entry of a memory file."""

import datetime as dt
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from memtui.core import categories
from memtui.core.newlines import dominant
from memtui.core.terms import terms

Kind = Literal["decision", "learning", "pattern", "gotcha"]
KINDS: Final[tuple[Kind, ...]] = ("decision", "learning", "pattern", "gotcha")

FALLBACK: Final = "general"
"""The category of a learning whose own category has no letter or digit of a-z and 0-9."""

_SHAPES: Final[dict[Kind, tuple[str, tuple[tuple[str, str], ...]]]] = {
    "decision": (
        "###",
        (
            ("context", "Context"),
            ("why", "Why"),
            ("rejected", "Rejected"),
            ("tradeoffs", "Trade-offs"),
            ("breaking", "Breaking if changed"),
        ),
    ),
    "gotcha": (
        "#### [Gotcha]",
        (("context", "Situation"), ("why", "Root cause"), ("tradeoffs", "How to avoid")),
    ),
    "pattern": (
        "#### [Pattern]",
        (
            ("context", "Problem solved"),
            ("why", "Why this works"),
            ("tradeoffs", "Trade-offs"),
        ),
    ),
    "learning": (
        "#### [Learned]",
        (
            ("context", "Problem solved"),
            ("why", "Why this works"),
            ("tradeoffs", "Trade-offs"),
        ),
    ),
}
"""Per kind: what stands before the content, and the bullets in their order."""

_LINE_END = re.compile(r"\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_BLANK_END = re.compile(r"(?:\A|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)\Z")


@dataclass(frozen=True, slots=True)
class Learning:
    """What an agent or a person learned.

    Attributes:
        type: ``decision``, ``learning``, ``pattern`` or ``gotcha``.
        content: What was decided or learned, in one sentence; becomes the heading.
        context: The situation or the problem; ``""`` for none, as in all that follow.
        why: The reason or the root cause.
        rejected: The alternatives; printed for decisions only.
        tradeoffs: What it costs; for a gotcha, how to avoid it.
        breaking: What breaks when it is changed; printed for decisions only.
    """

    type: Kind
    content: str
    context: str = ""
    why: str = ""
    rejected: str = ""
    tradeoffs: str = ""
    breaking: str = ""


def category_name(category: str) -> str:
    """Return the stem of the file that a category's learnings go to.

    Lower case, white space to ``-``, all but ``a-z``, ``0-9`` and ``-`` dropped; `FALLBACK` when
    no letter and no digit is left.
    """
    name = re.sub(r"[^a-z0-9-]", "", re.sub(r"\s+", "-", category.lower()))
    return name if name.strip("-") else FALLBACK


def one_line(value: str) -> str:
    """Return a value on one line: line ends and tabs as spaces, no control characters."""
    spaced = _LINE_END.sub(" ", value).replace("\t", " ")
    # A lone surrogate (a byte of the command line that is no UTF-8) cannot be written.
    kept = ("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in spaced if not _is_control(c))
    return "".join(kept).strip()


def bullets(kind: Kind) -> tuple[tuple[str, str], ...]:
    """Return the fields that a learning of a kind has a bullet for, each with its label."""
    return _SHAPES[kind][1]


def unprinted(learning: Learning) -> tuple[str, ...]:
    """Return the given fields that a learning of this kind has no bullet for."""
    printed = {name for name, _ in bullets(learning.type)}
    fields = ("context", "why", "rejected", "tradeoffs", "breaking")
    return tuple(n for n in fields if n not in printed and one_line(getattr(learning, n)))


def entry(learning: Learning, date: dt.date, newline: str = "\n") -> str:
    """Return a learning as an entry, ending with a line end.

    Args:
        learning: What was learned; a field that is empty has no bullet.
        date: The UTC date.
        newline: The line ending to write.
    """
    opening, named = _SHAPES[learning.type]
    head = f"{opening} {one_line(learning.content)} ({date.isoformat()})"
    return "".join(line + newline for line in (head, *listed(learning, named)))


def listed(learning: Learning, named: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield a bullet for each field that is not empty.

    Args:
        learning: What was learned.
        named: Fields of `Learning`, each with its label.
    """
    for name, label in named:
        if value := one_line(getattr(learning, name)):
            yield f"- **{label}:** {value}"


def appended(text: str, learning: Learning, date: dt.date) -> str:
    """Return a file's text with a blank line and the learning at its end.

    Every earlier character stays; a last line without a line end gets one, and a file that ends
    in a blank line gets no second one.

    Args:
        text: The whole file.
        learning: What was learned.
        date: The UTC date.
    """
    return behind(text, entry(learning, date, dominant(text)))


def behind(text: str, block: str) -> str:
    """Return a text with a blank line and a block at its end.

    Every earlier character stays; a last line without a line end gets one, and a text that ends
    in a blank line, or is empty, gets no blank line.

    Args:
        text: What stands there.
        block: What comes behind it, in the text's own line ends.
    """
    if not text or _BLANK_END.search(text):
        return text + block
    newline = dominant(text)
    return text + newline * (1 if text.endswith(("\n", "\r")) else 2) + block


def new_file(category: str, learning: Learning, date: dt.date) -> str:
    """Return the text of a new file that holds one learning.

    Tags and topics are the words of the category that count, the summary the words of the
    content that count: a sentence that every file shares would match every feature.

    Args:
        category: The file's name without its ending, as `category_name` returns it.
        learning: What was learned.
        date: The UTC date.
    """
    summary = " ".join(dict.fromkeys(terms(learning.content)))
    return f"{categories.new_file(category, summary)}\n{entry(learning, date)}"


def _is_control(character: str) -> bool:
    return unicodedata.category(character) == "Cc"

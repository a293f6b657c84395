"""The frontmatter of a new file, from the entries that it gets and from the file they leave."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final, Literal

from memtui.core.language.topics import topic_words
from memtui.core.metadata import Metadata, UsageStats
from memtui.core.patch import check
from memtui.core.scoring import IMPORTANT
from memtui.core.terms import never, terms
from memtui.errors import BadValue

Counters = Literal["new", "copy"]
COUNTERS: Final[dict[Counters, str]] = {
    "new": "start at 0, so that they are neither preferred nor held back by earlier loads",
    "copy": "are those of the old file, so that they are preferred as much as that is",
}
"""What can become of the counters, with what it does."""

LOWERED: Final = 0.8
"""The importance of a new file where the old one's would take a place in every prompt."""

_BORNE_OUT: Final = 0.2
"""Part of the entries that must hold a word of the old file, for the new one to keep it."""
_TAGS: Final = 4
_RELEVANT: Final = 4
_SUMMARY: Final = 8


def metadata(
    category: str,
    old: Metadata,
    entries: Sequence[str],
    others: Sequence[str],
    counters: Counters = "new",
) -> Metadata:
    """Return the frontmatter that a new file is proposed.

    Tags and topics of the old file stay where at least a fifth of the entries hold them, related
    files where an entry names them. To these come the words of the category, and the words that
    tell the entries from others: the first as tags, the next as topics, all of them as summary.

    Args:
        category: The new file's name without its ending.
        old: The frontmatter of the file that the entries leave.
        entries: Their texts.
        others: Texts of entries that they are told from.
        counters: Whether the counters start anew.
    """
    topics = topic_words(entries, others, _SUMMARY)
    named = dict.fromkeys(terms(category))
    tags = dict.fromkeys((*named, *_borne_out("tags", old.tags, entries)))
    relevant = _without(_borne_out("relevantTo", old.relevant_to, entries), tags)
    # What is a tag or topic already would count twice.
    new = _without(topics, {**tags, **dict.fromkeys(relevant)})
    tags |= dict.fromkeys(new[:_TAGS])
    relevant += new[_TAGS : _TAGS + _RELEVANT]
    return Metadata(
        tags=tuple(tags),
        relevant_to=tuple(dict.fromkeys(relevant)),
        summary=" ".join(topics or named) or category,
        importance=old.importance if old.importance < IMPORTANT else LOWERED,
        related_files=tuple(path for path in old.related_files if _is_named(path, entries)),
        usage_stats=old.usage_stats if counters == "copy" else UsageStats(),
    )


def _without(words: Iterable[str], others: Iterable[str]) -> list[str]:
    folded = {word.lower() for word in others}
    return [word for word in words if word.lower() not in folded]


def _borne_out(key: str, items: Sequence[str], entries: Sequence[str]) -> list[str]:
    """Return the items that the entries hold; what no feature can match gives way to its words."""
    held = [frozenset(terms(text)) for text in entries]
    due = max(1.0, _BORNE_OUT * len(held))
    words = (word for item in items for word in ((item,) if never(item) is None else terms(item)))
    return [
        word
        for word in words
        if sum(word.lower() in each for each in held) >= due and _is_sound(key, word)
    ]


def _is_named(path: str, entries: Sequence[str]) -> bool:
    place = path.partition("#")[0].rstrip("/")
    name = place.rpartition("/")[2]
    return bool(name) and _is_sound("relatedFiles", path) and any(name in t for t in entries)


def _is_sound(key: str, item: str) -> bool:
    with suppress(BadValue):
        check(key, (item,))
        return True
    return False

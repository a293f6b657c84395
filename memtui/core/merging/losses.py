"""What others took back or erased in a file, as an offer to have it again."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from memtui.core.merging.merge import merge
from memtui.core.merging.offers import TakenBack, offer
from memtui.core.merging.rewritten import erased
from memtui.core.merging.taken_back import taken_back
from memtui.errors import MemtuiError

_KINDS: Final = {
    "frontmatter": "the frontmatter",
    "entry": "an entry",
    "text": "text",
    "order": "the order of entries",
}


_MOST: Final = 8
"""Saves of a file that are told apart; what a program read before them counts as the first."""

Saves = tuple[str, ...]
"""A file without anything that memtui saved in it, with its first save, …, and with all of them.

What others changed between two saves is in each.
"""


@dataclass(frozen=True, slots=True)
class Lost:
    """What a file lost and can have again.

    Attributes:
        what: What is gone, each in a few words that may hold text of the file.
        disk: The file as it stood when that was noticed.
        text: The same with all of that again.
    """

    what: tuple[str, ...]
    disk: str
    text: str


def look(
    earlier: Lost | None, old: str, new: str, saves: Saves | None, *, clean: bool
) -> Lost | None:
    """Return what a file has lost, after a change of it.

    Args:
        earlier: What was lost before and is not back yet.
        old: The file as it was.
        new: The file as it is.
        saves: What memtui has saved in it, None when that is nothing.
        clean: Whether there is no draft, which would have kept what Automaker erased.
    """
    texts, what = [], list(earlier.what if earlier else ())
    if earlier:
        texts.append(back_in(earlier, new))
    own = saves is not None and saves[-1] == new
    if clean and not own and (rewrite := erased(old, new)):
        texts.append(rewrite.text)
        what += rewrite.what
    for taken in _taken_back(saves, new) if saves and not own else ():
        texts.append(_offered(new, taken))
        what += map(_named, taken)
    text = new
    for other in texts:
        text = merge(new, text, other).text
    return None if text == new else Lost(tuple(dict.fromkeys(what)), new, text)


def with_save(earlier: Saves | None, before: str, saved: str) -> Saves:
    """Return what memtui has saved in a file, after one more save.

    Args:
        earlier: The same before this save, None when it is the first.
        before: The file as it stood when it was saved.
        saved: The file as it was saved.
    """
    if earlier is None:
        return before, saved
    first, *others = (merge(earlier[-1], text, before).text for text in earlier[:-1])
    return first, *[*others, before][1 - _MOST :], saved


def back_in(lost: Lost, text: str) -> str:
    """Return a later text of the file, or a draft of it, with what was lost.

    Where the text has been changed in another way since, it stays as it is.
    """
    return merge(lost.disk, text, lost.text).text


def _taken_back(saves: Saves, new: str) -> Iterator[tuple[TakenBack, ...]]:
    """Yield what is undone for a program that read the file before any save, or between two."""
    lines = Counter(new.splitlines())

    def distance(text: str) -> int:
        known = Counter(text.splitlines())
        return (known - lines).total() + (lines - known).total()

    for read in dict.fromkeys((min(saves[-2::-1], key=distance), saves[0])):
        if taken := taken_back(read, saves[-1], new):
            yield taken


def _offered(disk: str, taken: Sequence[TakenBack]) -> str:
    try:
        return offer(disk, taken)
    except MemtuiError:
        # A field stands in a shape that cannot be patched; the rest can be had again.
        return offer(disk, [item for item in taken if item.kind != "field"])


def _named(item: TakenBack) -> str:
    if item.kind == "field":
        return item.what
    return f"“{item.what}”" if item.what else _KINDS[item.kind]

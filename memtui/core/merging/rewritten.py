"""What Automaker's rewrite erased, where the other side did nothing else to the block."""

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import Final, Literal

from memtui.core import automaker, frontmatter
from memtui.core.merging.body import merge_body
from memtui.core.merging.conflicts import Choice, Conflict
from memtui.core.merging.extras import extras
from memtui.core.merging.head import glued, split_head, with_values
from memtui.core.merging.lines import split_lines
from memtui.core.metadata import COUNTERS, KEYS, UsageStats
from memtui.core.yaml_nodes import brief

_MOST_LOADS: Final = 20
_COUNTS: Final = re.compile(rf"(?m)^(  (?:{'|'.join(COUNTERS)}): ).*$")

Item = tuple[Literal["field", "key", "comment", "block", "line"], str]
"""Something that a text holds: a known key, an unknown one as written, a comment, a line."""


@dataclass(frozen=True, slots=True)
class Erased:
    """What Automaker erased while it counted.

    Attributes:
        what: What is gone, each in a few words that hold text of the file as it is.
        text: The new text with all of that back; its counters and its body stay.
    """

    what: tuple[str, ...]
    text: str


def erased(old: str, new: str) -> Erased | None:
    """Return what is gone from a text, if the other side did no more than count and append.

    Args:
        old: The text as it was.
        new: The text as it is.

    Returns:
        None when nothing is gone, or the block was changed in another way.
    """
    undone = undo_rewrite(old, new)
    what = named(gone(undone, new)) if undone else ()
    return Erased(what, undone) if undone and what else None


def undo_rewrite(old: str, new: str) -> str | None:
    """Return a text as it would be if Automaker had counted and erased nothing.

    Its block, counters aside, must be the old one after 1 to n of Automaker's rewrites; n is by
    how much the three counters grew together, at most 20. What was done to the body besides
    stays.

    Args:
        old: The text as it was.
        new: The text as it is.

    Returns:
        The new text with the old block, the counters being the new ones; None when the block was
        changed in another way.
    """
    rewrite = _rewrite(old, new)
    if rewrite is None:
        return None
    old_head, old_body = split_head(old)
    new_head, body = split_head(new)
    if rewrite != old_body:
        body = _body_again(rewrite, old_body, body)
    if not old_head:
        return glued(new_head, body)
    stats = frontmatter.read(new_head).metadata.usage_stats
    held = frontmatter.read(old_head).metadata
    return glued(with_values(old_head, replace(held, usage_stats=stats)), body)


def gone(text: str, new: str) -> Counter[Item]:
    """Return what a text holds, or says in another way, and a newer one does not; no counters.

    Layout is nothing: a value in other quotes is the same.
    """
    reading, newer = frontmatter.read(text), frontmatter.read(new)
    items: list[Item] = [
        ("field", key)
        for key in KEYS
        if "." not in key and reading.metadata.value(key) != newer.metadata.value(key)
    ]
    lost = (extras(text) - extras(new)).elements()
    items += [("comment" if extra.startswith("#") else "key", extra) for extra in lost]
    if reading.bad and split_head(text)[0] != split_head(new)[0]:
        items.append(("block", ""))
    if reading.body != newer.body:
        lines = Counter(split_lines(reading.body)) - Counter(split_lines(newer.body))
        items += [("line", line) for line in lines.elements() if line.strip()]
    return Counter(items)


def named(items: Counter[Item]) -> tuple[str, ...]:
    """Return what items are, for a person, in a few words each."""
    by_kind: dict[str, list[str]] = {}
    for kind, text in items.elements():
        by_kind.setdefault(kind, []).append(text)
    comments, lines = by_kind.get("comment", []), by_kind.get("line", [])
    found = by_kind.get("field", [])
    found += [f"the key {brief(key.partition(':')[0])}" for key in by_kind.get("key", [])]
    if comments:
        one = f"the comment {brief(comments[0])}"
        found.append(f"{len(comments)} comments" if len(comments) > 1 else one)
    if "block" in by_kind:
        found.append("the text between the “---” lines")
    if lines:
        found.append(f"{len(lines)} lines of the body" if len(lines) > 1 else "a line of the body")
    return tuple(found)


def _rewrite(old: str, new: str) -> str | None:
    """Return the body that Automaker's rewrites of the old text have, if the new is one of them."""
    block = _uncounted(new)
    after = old
    for _ in range(_most_loads(old, new)):
        before, after = after, automaker.forecast(after)
        if _uncounted(after) == block:
            return split_head(after)[1]
        if len(before) == len(after) and _uncounted(before) == _uncounted(after):
            break
    return None


def _most_loads(old: str, new: str) -> int:
    """Return how many rewrites the counters allow, as either reader takes them."""
    by_automaker = _growth(automaker.read(old)[0].usage_stats, automaker.read(new)[0].usage_stats)
    read = frontmatter.read
    by_yaml = _growth(read(old).metadata.usage_stats, read(new).metadata.usage_stats)
    return min(max(by_automaker, by_yaml), _MOST_LOADS)


def _growth(old: UsageStats, new: UsageStats) -> int:
    pairs = (
        (old.loaded, new.loaded),
        (old.referenced, new.referenced),
        (old.successful_features, new.successful_features),
    )
    return sum(max(0, later - earlier) for earlier, later in pairs)


def _uncounted(text: str) -> str:
    """Return a block without its counters, as Automaker writes them."""
    return _COUNTS.sub(r"\1", frontmatter.split(text).block)


def _body_again(rewritten: str, old: str, new: str) -> str:
    """Return a body with the text back that Automaker took for a block, or without its block.

    Where the other side edited just that, its body stays as it is.
    """
    asked: list[Conflict] = []

    def noted(conflict: Conflict) -> Choice:
        asked.append(conflict)
        return "theirs"

    body = merge_body(rewritten, old, new, noted)[0]
    return new if asked else body

"""What a frontmatter block holds besides the known values: comments and unknown keys."""

from collections import Counter

from memtui.core import frontmatter
from memtui.core.marks import comments
from memtui.core.metadata import COUNTERS, KEYS
from memtui.core.yaml_nodes import Mapping, Pair

_KNOWN = frozenset(key.partition(".")[0] for key in KEYS)


def extras(text: str) -> Counter[str]:
    """Return the comments of a text's block (with their ``#``) and its unknown keys.

    Args:
        text: A memory file, or its head alone.

    Returns:
        How often each stands there, a key as it is written, with its value. None for a block
        that YAML cannot read.
    """
    parts = frontmatter.split(text)
    reading, root = frontmatter.read_parts(parts)
    if reading.bad:
        return Counter()
    found = [comment.rstrip() for _, comment in comments(parts.block, root)]
    found += [parts.block[pair.start : pair.value.end] for pair in _unknown(root)]
    return Counter(found)


def _unknown(root: Mapping | None) -> list[Pair]:
    """Return the keys that mean nothing to an agent, also those among the counters."""
    stats = root.find("usageStats") if root else None
    inner = stats.value.pairs if stats and isinstance(stats.value, Mapping) else ()
    pairs = [pair for pair in (root.pairs if root else ()) if pair.name not in _KNOWN]
    return pairs + [pair for pair in inner if pair.name not in COUNTERS]

"""Whether somebody did no more to a memory than count that it was loaded."""

from memtui.core import frontmatter, patch
from memtui.core.merging.rewritten import undo_rewrite
from memtui.core.metadata import COUNTERS, UsageStats
from memtui.errors import MemtuiError


def only_counted(before: str, after: str) -> bool:
    """Return whether two texts differ in the three counters only.

    What Automaker's rewrite of the block does besides, when it counts, is no difference.

    Args:
        before: The text as it was.
        after: The text as it is.
    """
    old, new = (frontmatter.read(text).metadata.usage_stats for text in (before, after))
    if old == new:
        return False
    counted = _with_counters(before, new)
    return counted is not None and counted in (after, undo_rewrite(before, after))


def _with_counters(text: str, stats: UsageStats) -> str | None:
    values = (stats.loaded, stats.referenced, stats.successful_features)
    try:
        for name, value in zip(COUNTERS, values, strict=True):
            text = patch.replace(text, f"usageStats.{name}", value)
    except MemtuiError:
        return None
    return text

"""What a memory file says about itself."""

from dataclasses import dataclass, field
from typing import Final

LISTS: Final = ("tags", "relevantTo", "relatedFiles")
"""Keys whose value is a list of strings."""

COUNTERS: Final = ("loaded", "referenced", "successfulFeatures")
"""Keys below ``usageStats``, each an integer of 0 or more."""

KEYS: Final = (
    "tags",
    "summary",
    "relevantTo",
    "importance",
    "relatedFiles",
    *(f"usageStats.{name}" for name in COUNTERS),
)
"""Every value that can be set, in the order of the plain shape."""

Value = str | float | int | tuple[str, ...]
"""What a key can hold."""


@dataclass(frozen=True, slots=True)
class UsageStats:
    """Counters that Automaker keeps: how often a file was loaded, used, and led to success."""

    loaded: int = 0
    referenced: int = 0
    successful_features: int = 0


@dataclass(frozen=True, slots=True)
class Metadata:
    """The frontmatter of a memory, with the defaults filled in.

    Attributes:
        tags: Words that feature titles use; weight 3.
        relevant_to: Broader topics; weight 2.
        summary: One line; each of its words has weight 1.
        importance: Multiplier, 0 to 1, or NaN where Automaker's own reader finds no number.
        related_files: Paths for people and agents; not scored.
        usage_stats: The counters.
    """

    tags: tuple[str, ...] = ()
    relevant_to: tuple[str, ...] = ()
    summary: str = ""
    importance: float = 0.5
    related_files: tuple[str, ...] = ()
    usage_stats: UsageStats = field(default_factory=UsageStats)

    def value(self, key: str) -> Value:
        """Return the value of a frontmatter key, dotted for the counters.

        Raises:
            KeyError: When the key is none of `KEYS`.
        """
        stats = self.usage_stats
        values: dict[str, Value] = {
            "tags": self.tags,
            "summary": self.summary,
            "relevantTo": self.relevant_to,
            "importance": self.importance,
            "relatedFiles": self.related_files,
            "usageStats.loaded": stats.loaded,
            "usageStats.referenced": stats.referenced,
            "usageStats.successfulFeatures": stats.successful_features,
        }
        return values[key]

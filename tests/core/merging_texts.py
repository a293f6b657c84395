"""A memory whose draft and whose file on the disk change, and how both are merged."""

from memtui.core.merging.conflicts import Conflict
from memtui.core.merging.merge import merge

HEAD = """---
# keep in step with the wiki
tags: [anchor, chain]
summary: Ground tackle
relevantTo: [mooring]
importance: 0.5
relatedFiles: []
owner: ann
usageStats:
  loaded: 3
  referenced: 1
  successfulFeatures: 1
---
"""
BODY = """# Tackle

Intro.

### Let out chain (2026-01-01)
- **Why:** it sags
- **Where:** in mud

### Buoy the anchor
- text
"""
TEXT = HEAD + BODY


def changed(text: str, *changes: tuple[str, str]) -> str:
    """Return a text with pieces replaced, each of which it must hold."""
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def clean(base: str, draft: str, disk: str) -> str:
    """Return the merged text of versions that do not overlap."""
    merged = merge(base, draft, disk)
    assert merged.conflicts == ()
    assert merged.notes == ()
    return merged.text


def questions(base: str, draft: str, disk: str) -> list[Conflict]:
    """Return the conflicts of versions that overlap."""
    return list(merge(base, draft, disk).conflicts)

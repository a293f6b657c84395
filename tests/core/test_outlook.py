"""The next load of a file in a few words, or line by line."""

import pytest

from memtui.core.automaker import forecast
from memtui.core.outlook import outlook

PLAIN = """---
tags: [oauth, session]
summary: Token handling
relevantTo: [login]
importance: 0.8
relatedFiles: []
usageStats:
  loaded: 12
  referenced: 4
  successfulFeatures: 4
---
# Auth

### Refresh tokens (2024-05-01)
"""


def test_a_plain_file_is_only_counted() -> None:
    seen = outlook(PLAIN)
    assert seen.counts == (12, 13)
    assert seen.hunks == ()


@pytest.mark.parametrize(
    ("old", "new", "gone", "came"),
    [
        ("tags: [oauth, session]", "tags:\n  - oauth", "  - oauth", "tags: []"),
        ("importance: 0.8", "importance: 0.8\nowner: me", "owner: me", None),
        ("---\n#", "---\n\n#", "", None),
    ],
)
def test_what_else_changes_is_shown_line_by_line(
    old: str, new: str, gone: str, came: str | None
) -> None:
    seen = outlook(PLAIN.replace(old, new, 1))
    assert seen.counts is None
    lines = [(line.sign, line.text) for hunk in seen.hunks for line in hunk]
    assert ("-", gone) in lines
    assert came is None or ("+", came) in lines


def test_a_file_without_a_block_gets_one() -> None:
    seen = outlook("# Title\n")
    assert seen.counts is None
    added = "".join(line.text + "\n" for line in seen.hunks[0] if line.sign == "+")
    assert added + "# Title\n" == forecast("# Title\n")


def test_a_counter_elsewhere_is_no_plain_count() -> None:
    assert outlook(PLAIN.replace("Token handling", "preloaded: 3 tokens")).counts is None
    assert outlook(PLAIN.replace("  loaded: 12", "  loaded: 12 # often")).counts is None

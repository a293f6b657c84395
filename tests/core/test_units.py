"""What can be carried from a body that has no entries."""

import pytest

from memtui.core.entries import entries
from memtui.core.reorganize.units import BULLET, PARAGRAPH, units

BODY = """# Title

An introduction
of two lines.

- one
- two
  more

  - nested
- three

[x]: https://example.org

##### small

below it

```
### no heading
```

<!-- a comment -->

---

1. first
2. second

[^1]: a note

> quoted
"""


def test_a_body_with_entries_has_these() -> None:
    body = "intro\n\n- bullet\n\n### a\n\ntext\n"
    assert units(body) == entries(body)


def test_paragraphs_and_bullets_stand_in_for_entries() -> None:
    found = [(unit.kind, unit.heading, BODY[unit.start : unit.end]) for unit in units(BODY)]
    assert found == [
        (PARAGRAPH, "An introduction", "An introduction\nof two lines.\n\n"),
        (BULLET, "one", "- one\n"),
        (BULLET, "two", "- two\n  more\n\n  - nested\n"),
        (BULLET, "three", "- three\n\n"),
        (PARAGRAPH, "below it", "##### small\n\nbelow it\n\n"),
        (PARAGRAPH, "### no heading", "```\n### no heading\n```\n\n"),
        (BULLET, "first", "1. first\n"),
        (BULLET, "second", "2. second\n\n"),
        (PARAGRAPH, "quoted", "> quoted\n"),
    ]
    assert [unit.number for unit in units(BODY)] == list(range(1, 10))
    assert [BODY.split("\n")[unit.line] for unit in units(BODY)][:2] == ["An introduction", "- one"]


@pytest.mark.parametrize(
    "own", ["# T\n", "T\n===\n", "<!-- c\n\nd -->\n", "***\n", "[a]: b\n", "##### alone\n", " \n"]
)
def test_what_belongs_to_the_file_is_none(own: str) -> None:
    assert units(own) == ()
    assert [unit.heading for unit in units(f"{own}\ntext\n\n# T2\n")] == ["text"]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_units_hold_for_every_line_end(newline: str) -> None:
    body = BODY.replace("\n", newline)
    assert [body[u.start : u.end].replace(newline, "\n") for u in units(body)] == [
        BODY[u.start : u.end] for u in units(BODY)
    ]

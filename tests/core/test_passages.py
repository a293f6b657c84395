"""The section of a document that a learning is about."""

import pytest

from memtui.core.passages import section_of

DOC = """# Deploying the shop

Releases, rollback and secrets of the shop.

## Rollback

Go back to the last image with `kubectl rollout undo`.

## Secrets

Keys lie in the vault; rotate them each month.

### Rotation in the vault

A script does it.

## 결제 설정

카드 결제의 열쇠를 바꾼다.
"""


@pytest.mark.parametrize(
    ("said", "heading"),
    [
        ("A rollback keeps the database as it is", "Rollback"),
        ("kubectl needs a context", "Rollback"),
        ("Keys expire", "Secrets"),
        ("Rotating the vault takes a minute", "Rotation in the vault"),
        ("카드 결제는 두 번 승인된다", "결제 설정"),
        ("The shop", "Deploying the shop"),
        ("Nothing of this", ""),
        ("", ""),
    ],
)
def test_the_section_that_shares_the_telling_words_is_found(said: str, heading: str) -> None:
    lines = DOC.split("\n")
    at = next(i for i, line in enumerate(lines, 1) if line.endswith(heading)) if heading else 0
    assert section_of(DOC, said) == (at, heading)


def test_a_document_without_headings_has_no_section() -> None:
    assert section_of("Rollback.\n", "rollback") == (0, "")
    assert section_of("", "rollback") == (0, "")


def test_lines_are_counted_by_line_ends_of_markdown() -> None:
    text = "a\u2028b\r\n\r\n# One\r\rx\r\n# Two\r\nrollback\r\n"
    assert section_of(text, "rollback") == (6, "Two")

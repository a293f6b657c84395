"""A body's entries, whatever its line ends."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.core.entries import Entry, entries, line_number


def headings(body: str) -> list[str]:
    return [entry.heading for entry in entries(body)]


def texts(body: str) -> list[str]:
    return [body[entry.start : entry.end] for entry in entries(body)]


def test_the_fields_of_an_entry() -> None:
    body = "# Carts\n\nIntro.\n\n### Keep totals in cents (2026-03-01)\n- **Why:** no floats\n\n"
    assert entries(body) == (
        Entry(
            number=1,
            heading="Keep totals in cents (2026-03-01)",
            kind="decision",
            level=3,
            date="2026-03-01",
            line=4,
            start=17,
            end=len(body),
        ),
    )


@pytest.mark.parametrize(
    ("heading", "kind", "date"),
    [
        ("#### [Gotcha] x (2026-01-02)", "gotcha", "2026-01-02"),
        ("#### [Pattern] x (2026-01-02)", "pattern", "2026-01-02"),
        ("### [Learned] x", "learned", ""),
        ("### [principle] x", "principle", ""),
        ("#### [RESOLVED] x", "resolved", ""),
        ("#### [Gotchas] x", "", ""),
        ("#### a [Gotcha] later", "", ""),
        ("### Chosen (2026-01-02)", "decision", "2026-01-02"),
        ("#### Deep (2026-01-02)", "", "2026-01-02"),
        ("### Overview", "", ""),
        ("### Dated (2026-01-02) in between", "", ""),
        ("### Dated (26-01-02)", "", ""),
    ],
)
def test_kind_and_date_come_from_the_heading(heading: str, kind: str, date: str) -> None:
    (entry,) = entries(f"{heading}\n\ntext\n")
    assert (entry.kind, entry.date) == (kind, date)


@pytest.mark.parametrize("bullet", ["- **Context:** c", "* **Why:** w"])
def test_a_level_3_heading_with_a_bullet_of_a_decision_is_one_without_a_date(bullet: str) -> None:
    (entry,) = entries(f"### Chosen\n{bullet}\n")
    assert entry.kind == "decision"


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        ("### plain", "plain"),
        ("###   spaced   ", "spaced"),
        ("### closed ###", "closed"),
        ("### a # b", "a # b"),
        ("   ### indented", "indented"),
        ("### [/] [@click=app.quit]x[/] **b** `c`", "[/] [@click=app.quit]x[/] **b** `c`"),
        ("###", ""),
    ],
)
def test_the_heading_is_the_text_as_written(line: str, heading: str) -> None:
    assert headings(f"{line}\ntext\n") == [heading]


def test_levels_2_to_4_start_entries_where_a_level_3_or_4_exists() -> None:
    body = "## Two\nown\n### Three\n#### Four\n##### Five\n###### Six\n## Last\nown\n"
    assert headings(body) == ["Two", "Three", "Four", "Last"]
    assert texts(body)[2] == "#### Four\n##### Five\n###### Six\n"


def test_a_level_2_heading_with_nothing_of_its_own_is_a_section_line() -> None:
    body = "# T\n\n## Section\n\n### a\n1\n\n## Other\n \t\n#### b\n2\n## Kept\nown\n### c\n"
    assert headings(body) == ["a", "b", "Kept", "c"]
    assert texts(body) == ["### a\n1\n\n", "#### b\n2\n", "## Kept\nown\n", "### c\n"]


def test_a_section_line_at_the_end_is_no_entry_either() -> None:
    assert headings("### a\n1\n## Empty\n\n") == ["a"]


def test_a_comment_under_a_level_2_heading_is_something_of_its_own() -> None:
    assert headings("## S\n<!-- note -->\n### a\n") == ["S", "a"]


def test_level_2_headings_are_the_entries_where_nothing_is_deeper() -> None:
    assert headings("# T\n## a\n## b\ntext\n##### five\n## c\n") == ["a", "b", "c"]


def test_a_body_without_headings_has_no_entries() -> None:
    assert entries("") == entries("# Only a title\n\ntext\n") == ()


@pytest.mark.parametrize(
    "hidden",
    [
        "```\n### x\n```\n",
        "~~~~md\n### x\n~~~\n### y\n~~~~\n",
        "<!--\n### x\n\n### y\n-->\n",
        "- item\n\n  ### x\n",
        "1. ### x\n",
        "> ### x\n",
        "    ### x\n",
        "#### x".replace(" ", ""),
        "####### x\n",
        r"\### x",
    ],
)
def test_headings_inside_other_blocks_are_none(hidden: str) -> None:
    assert headings(f"### real\n\n{hidden}\n") == ["real"]


def test_an_unclosed_fence_swallows_the_rest() -> None:
    assert headings("### a\n```\n### b\n\n### c\n") == ["a"]


def test_setext_headings_count() -> None:
    body = "Title\n=====\n\nFirst\nline two\n---\ntext\n\nSecond\n------\n"
    assert headings(body) == ["First line two", "Second"]
    assert texts(body)[0] == "First\nline two\n---\ntext\n\n"


def test_a_rule_below_a_table_makes_no_heading() -> None:
    assert headings("## a\n\n| k | v |\n|---|---|\n| 1 | 2 |\n---\n\n## b\n") == ["a", "b"]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_offsets_and_lines_hold_for_every_line_end(newline: str) -> None:
    odd = "text with \u2028 and \u2029, \x0c, \x85, \x1c, \x00 and \ufeff"
    body = newline.join(["# T", odd, "", "### a", odd, "### b\u2028c", "", "Four", "---", odd])
    found = entries(body)
    assert [entry.line for entry in found] == [3, 5, 7]
    assert [body[entry.start :][:5] for entry in found] == ["### a", "### b", f"Four{newline[0]}"]
    assert [line_number(body, entry.start) for entry in found] == [4, 6, 8]
    assert "".join(texts(body)) == body[found[0].start :]


def test_a_byte_order_mark_stands_before_the_first_entry() -> None:
    assert [(e.heading, e.line, e.start) for e in entries("\ufeff### a\n\n### b\n")] == [
        ("a", 0, 1),
        ("b", 2, 8),
    ]
    assert texts("\ufeffFour\n---\n1\n") == ["Four\n---\n1\n"]


def test_mixed_line_ends_without_a_final_one() -> None:
    body = "a\r\r\n\n### b\rtext\r\n### c\n\r### d"
    assert texts(body) == ["### b\rtext\r\n", "### c\n\r", "### d"]


PIECES = st.sampled_from(
    [
        "## s",
        "### t",
        "#### u",
        "##### v",
        "# w",
        "text",
        "",
        "a\u2028b",
        "x\x0cy\x85",
        "- l",
        "\x00",
    ]
)


@given(st.lists(st.tuples(PIECES, st.sampled_from(["\n", "\r\n", "\r"]))))
def test_entries_are_slices_in_order_that_begin_with_their_heading(
    lines: list[tuple[str, str]],
) -> None:
    body = "".join(text + end for text, end in lines)
    found = entries(body)
    assert [entry.number for entry in found] == list(range(1, len(found) + 1))
    starts = [*(entry.start for entry in found), len(body)]
    for entry, following in zip(found, starts[1:], strict=True):
        assert re.match(r"#{2,4} ", body[entry.start :])
        assert entry.start < entry.end <= following
        between = body[entry.end : following]
        assert not re.sub(r"(?m)^## s$", "", between.replace("\r", "\n")).strip()
        assert line_number(body, entry.start) == entry.line + 1


@given(st.lists(PIECES))
def test_the_kind_of_line_end_changes_no_entry(lines: list[str]) -> None:
    kinds = [
        [(entry.heading, entry.line) for entry in entries(newline.join(lines))]
        for newline in ("\n", "\r\n", "\r")
    ]
    assert kinds[0] == kinds[1] == kinds[2]


def test_a_body_of_700_kb_takes_well_under_a_second() -> None:
    words = "the checkout keeps one lock for each cart until payment answers " * 11
    body = "".join(f"### Entry {n} (2026-01-01)\n- **Why:** {words}\n\n" for n in range(950))
    assert len(body) > 700_000
    entries("")
    began = time.perf_counter()
    assert len(entries(body)) == 950
    assert time.perf_counter() - began < 1.5

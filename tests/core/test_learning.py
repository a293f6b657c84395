"""A learning becomes an entry, and nothing around it changes."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.core import frontmatter
from memtui.core.automaker import read as automaker_read
from memtui.core.entries import entries
from memtui.core.learning import (
    KINDS,
    Kind,
    Learning,
    appended,
    category_name,
    entry,
    new_file,
    one_line,
    unprinted,
)

DAY = dt.date(2026, 3, 1)


def full(kind: Kind) -> Learning:
    return Learning(kind, "Lock carts", "c", "w", "r", "t", "b")


@pytest.mark.parametrize(
    ("category", "name"),
    [
        ("API Conventions", "api-conventions"),
        ("State \t  Management", "state-management"),
        ("ci/cd & c++", "cicd--c"),
        ("gotchas", "gotchas"),
        ("my_notes.md", "mynotesmd"),
        ("../../etc/passwd", "etcpasswd"),
        ("결제", "general"),
        ("결제 오류", "general"),
        ("", "general"),
        ("  ", "general"),
        ("404", "404"),
    ],
)
def test_the_name_of_a_category(category: str, name: str) -> None:
    assert category_name(category) == name


@given(st.text())
def test_a_category_never_leads_out_of_the_folder(category: str) -> None:
    assert set(category_name(category)) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert category_name(category).strip("-")


def test_a_decision() -> None:
    assert entry(full("decision"), DAY) == (
        "### Lock carts (2026-03-01)\n"
        "- **Context:** c\n"
        "- **Why:** w\n"
        "- **Rejected:** r\n"
        "- **Trade-offs:** t\n"
        "- **Breaking if changed:** b\n"
    )


def test_a_gotcha() -> None:
    assert entry(full("gotcha"), DAY) == (
        "#### [Gotcha] Lock carts (2026-03-01)\n"
        "- **Situation:** c\n"
        "- **Root cause:** w\n"
        "- **How to avoid:** t\n"
    )


@pytest.mark.parametrize(("kind", "mark"), [("pattern", "Pattern"), ("learning", "Learned")])
def test_a_pattern_and_a_learning(kind: Kind, mark: str) -> None:
    assert entry(full(kind), DAY) == (
        f"#### [{mark}] Lock carts (2026-03-01)\n"
        "- **Problem solved:** c\n"
        "- **Why this works:** w\n"
        "- **Trade-offs:** t\n"
    )


@pytest.mark.parametrize("kind", KINDS)
def test_an_absent_field_has_no_bullet(kind: Kind) -> None:
    lines = entry(Learning(kind, "x", why=" \n "), DAY).splitlines()
    assert len(lines) == 1
    assert lines[0].endswith(" x (2026-03-01)")


def test_fields_without_a_bullet_are_named() -> None:
    assert unprinted(full("gotcha")) == ("rejected", "breaking")
    assert unprinted(full("decision")) == ()
    assert unprinted(Learning("pattern", "x", rejected="\n")) == ()


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ("a\nb\r\nc\rd", "a b c d"),
        ("a\u2028b\u2029c\x85d\x0be\x0cf\x1cg", "a b c d e f g"),
        ("a\tb", "a b"),
        ("\x1b[31mred\x00\x07\x9b", "[31mred"),
        ("  spaced \n", "spaced"),
        ("name\udcff", "name\ufffd"),
        ("[x](y) `z` **b** 한국어", "[x](y) `z` **b** 한국어"),
    ],
)
def test_a_value_becomes_one_line(value: str, line: str) -> None:
    assert one_line(value) == line


@given(st.text(st.characters()))
def test_any_value_is_one_line_that_can_be_written(value: str) -> None:
    line = one_line(value)
    assert len(f"x{line}".splitlines()) == 1
    line.encode()


@pytest.mark.parametrize(
    ("before", "gap"),
    [
        ("# T\n", "\n"),
        ("# T", "\n\n"),
        ("# T\n\n", ""),
        ("# T\n \t\n", ""),
        ("# T\r\n", "\r\n"),
        ("# T\r\nx", "\r\n\r\n"),
        ("# T\r\nx\r\n\r\n", ""),
        ("# T\rx\r", "\r"),
        ("a\r\nb\r\nc\n", "\r\n"),
        ("a\nb\nc\r\n", "\n"),
        ("", ""),
    ],
)
def test_an_existing_file_gets_a_blank_line_and_the_entry(before: str, gap: str) -> None:
    after = appended(before, full("pattern"), DAY)
    newline = "\r\n" if "\r\n" in gap else gap[:1]
    if newline:
        assert after == before + gap + entry(full("pattern"), DAY, newline)
    else:
        assert after.startswith(before + "####")


@given(st.text(st.sampled_from("ab#-`\n\r\u2028\x0c ")))
def test_every_earlier_character_stays_and_one_line_end_stands_last(text: str) -> None:
    after = appended(text, Learning("gotcha", "x"), DAY)
    assert after.startswith(text)
    added = after[len(text) :]
    assert added.rstrip("\r\n").endswith("(2026-03-01)")
    end = added[len(added.rstrip("\r\n")) :]
    assert end in {"\n", "\r\n", "\r"}
    assert end in text or end == "\n"


def test_the_entry_is_found_as_an_entry_again() -> None:
    text = appended("# T\n\n### Old (2025-01-01)\n- **Why:** w", full("gotcha"), DAY)
    assert [(e.kind, e.date) for e in entries(text)] == [
        ("decision", "2025-01-01"),
        ("gotcha", "2026-03-01"),
    ]


def test_a_new_file() -> None:
    learning = Learning("gotcha", "The cart is locked by the worker, the cart is not", why="w")
    assert new_file("api-conventions", learning, DAY) == (
        "---\n"
        "tags: [api, conventions]\n"
        "summary: cart locked worker not\n"
        "relevantTo: [api, conventions]\n"
        "importance: 0.7\n"
        "relatedFiles: []\n"
        "usageStats:\n"
        "  loaded: 0\n"
        "  referenced: 0\n"
        "  successfulFeatures: 0\n"
        "---\n"
        "# Api conventions\n"
        "\n"
        "#### [Gotcha] The cart is locked by the worker, the cart is not (2026-03-01)\n"
        "- **Root cause:** w\n"
    )


def test_a_new_file_whose_words_do_not_count_takes_its_title_as_summary() -> None:
    metadata = frontmatter.read(new_file("ui", Learning("decision", "결제"), DAY)).metadata
    assert (metadata.tags, metadata.relevant_to, metadata.summary) == ((), (), "Ui")


def test_new_gotchas_are_as_important_as_usual() -> None:
    metadata = frontmatter.read(new_file("gotchas", Learning("gotcha", "x"), DAY)).metadata
    assert metadata.importance == 0.9


@given(
    st.text(st.sampled_from("abcdefghijklmnopqrstuvwxyz0123456789-"), min_size=1),
    st.text(min_size=1),
)
def test_both_readers_take_a_new_file_the_same_way(category: str, content: str) -> None:
    text = new_file(category_name(category), Learning("decision", content), DAY)
    reading = frontmatter.read(text)
    assert reading.bad is None
    assert not reading.oddities
    assert automaker_read(text) == (reading.metadata, reading.body)
    assert reading.metadata.summary

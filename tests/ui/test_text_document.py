"""The quick document and wrapping are what Textual's own are, and nothing raw is shown."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.document._document import Document
from textual.document._wrapped_document import WrappedDocument

from memtui.core.plain import harmless
from memtui.ui.widgets.text_document import (
    TextDocument,
    WrappedText,
    row_of_line,
    shown,
    wrap_offsets,
)

PIECES = ["a", "b ", " ", "\t", "\n", "\r\n", "\x1b", "한", "—", "e\u0301", "👩", "\u00a0"]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
LINES = st.text(st.sampled_from("ab  c\td-—한é\u0301👩 \u00a0\u3000.,"), max_size=60)
FENCED = st.lists(
    st.sampled_from(["```", "````py", "~~~", "a", "", "---", "```x```"]), max_size=10
).map("\n".join)


@st.composite
def edits(
    draw: st.DrawFn, texts: st.SearchStrategy[str]
) -> tuple[str, list[tuple[float, ...]], list[str]]:
    count = draw(st.integers(1, 5))
    shares = st.floats(0, 1)
    return (
        draw(texts),
        [tuple(draw(shares) for _ in range(4)) for _ in range(count)],
        [draw(texts) for _ in range(count)],
    )


def place(document: Document, row: float, column: float) -> tuple[int, int]:
    at = round(row * (document.line_count - 1))
    return at, round(column * len(document.get_line(at)))


@given(LINES, st.integers(1, 20))
def test_a_line_breaks_where_textual_breaks_it(line: str, width: int) -> None:
    expected = WrappedDocument(TextDocument(line), width, 4)
    assert wrap_offsets(line, width, 4) == expected.get_offsets(0)


@settings(max_examples=60)
@given(edits(TEXTS), st.integers(0, 12))
def test_after_any_edits_lines_and_wrapping_are_those_of_a_fresh_text(
    case: tuple[str, list[tuple[float, ...]], list[str]], width: int
) -> None:
    text, places, inserts = case
    quick, plain = TextDocument(text), Document(text)
    wrapped = WrappedText(quick, width)
    quick.get_size(4)
    for (row, column, end_row, end_column), insert in zip(places, inserts, strict=True):
        start, end = place(quick, row, column), place(quick, end_row, end_column)
        result = quick.replace_range(start, end, insert)
        assert plain.replace_range(start, end, insert) == result
        wrapped.wrap_range(min(start, end), max(start, end), result.end_location)
    # Textual measures what it takes for the lines; here those are the lines as they are drawn.
    expected = WrappedDocument(TextDocument("\n".join(plain.lines)), width)
    assert quick.raw_lines == plain.lines
    assert quick.lines == [shown(line) for line in plain.lines]
    assert quick.get_size(4) == TextDocument("\n".join(plain.lines)).get_size(4)
    assert wrapped.height == expected.height
    for name in ("_wrap_offsets", "_offset_to_line_info", "_line_index_to_offsets"):
        assert getattr(wrapped, name) == getattr(expected, name)


@settings(max_examples=60)
@given(edits(FENCED))
def test_after_any_edits_code_and_frontmatter_are_those_of_a_fresh_text(
    case: tuple[str, list[tuple[float, ...]], list[str]],
) -> None:
    text, places, inserts = case
    document = TextDocument(text)
    for (row, column, end_row, end_column), insert in zip(places, inserts, strict=True):
        document.in_code(0), document.in_block(0)
        start, end = place(document, row, column), place(document, end_row, end_column)
        document.replace_range(start, end, insert)
    fresh = TextDocument("\n".join(document.raw_lines))
    rows = range(fresh.line_count)
    assert [document.in_code(row) for row in rows] == [fresh.in_code(row) for row in rows]
    assert [document.in_block(row) for row in rows] == [fresh.in_block(row) for row in rows]


def test_a_replacement_of_many_lines_wraps_like_a_fresh_text() -> None:
    document = TextDocument("one two three\n" * 300)
    wrapped = WrappedText(document, 6)
    result = document.replace_range((10, 0), (280, 0), "four five six\n" * 250)
    wrapped.wrap_range((10, 0), (280, 0), result.end_location)
    fresh = WrappedText(TextDocument("\n".join(document.raw_lines)), 6)
    assert wrapped._offset_to_line_info == fresh._offset_to_line_info
    assert wrapped._line_index_to_offsets == fresh._line_index_to_offsets


def test_fences_enclose_code_until_their_own_kind_closes_them() -> None:
    lines = ["a", "```py", "~~~", "b", "```", "c", "  ~~~", "```", "~~~~", "d", "```x```", "```"]
    document = TextDocument("\n".join(lines))
    code = "".join("x" if document.in_code(row) else "." for row in range(len(lines)))
    assert code == ".xxxx.xxx..x"


def test_a_frontmatter_block_reaches_from_rule_to_rule() -> None:
    document = TextDocument("---\ntags: []\n---\nbody\n---\n")
    assert [document.in_block(row) for row in range(5)] == [True, True, True, False, False]
    assert not TextDocument("---\ntags: []\n").in_block(0)
    assert not TextDocument("# Title\n---\n---\n").in_block(1)


@given(st.text(st.characters(exclude_characters="\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")))
def test_shown_lines_are_as_long_and_hold_no_control_character_but_tabs(line: str) -> None:
    text = shown(line)
    assert len(text) == len(line)
    assert {c for c in text if unicodedata.category(c) in {"Cc", "Cs"}} <= {"\t"}
    assert text.replace("\t", "␉") == harmless(line)


@pytest.mark.parametrize(
    ("text", "line", "row"),
    [
        ("a\nb\nc", 2, 2),
        ("a\r\nb\rc\n", 3, 3),
        ("a\x0cb\u2028c\nd", 1, 3),
        ("a\u2028b\nc", 0, 0),
        ("a", 5, 1),
    ],
)
def test_lines_of_markdown_are_rows_of_the_editor(text: str, line: int, row: int) -> None:
    assert row_of_line(text, line) == row

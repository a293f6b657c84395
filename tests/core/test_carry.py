"""Parts of bodies: exact, and put together so that none changes another one."""

import pytest
from hypothesis import given

from memtui.core.frontmatter import split
from memtui.core.reorganize.carry import apart, content, joined, mixed_ends, parts, with_carried
from tests.core.bodies import texts


@given(texts())
def test_parts_concatenate_to_the_body_and_join_to_it(text: str) -> None:
    body = split(text).body
    found = parts("a.md", body)
    assert "".join(part.text for part in found) == body
    assert found[0].number == 0
    assert [part.number for part in found if part.number] == list(
        range(1, 1 + sum(part.number > 0 for part in found))
    )
    assert joined("a.md", found, "\n") == body


def test_a_section_line_is_a_part_of_its_own() -> None:
    body = "intro\n\n## S\n\n### a\n1\n## T\n### b\n"
    assert [(part.number, part.text) for part in parts("a.md", body)] == [
        (0, "intro\n\n"),
        (0, "## S\n\n"),
        (1, "### a\n1\n"),
        (0, "## T\n"),
        (2, "### b\n"),
    ]
    assert [part.text for part in parts("a.md", "## S\n### a\n")] == ["", "## S\n", "### a\n"]


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("a\n\n \t\n", "a"),
        ("a  \n\n", "a  "),
        ("a  ", "a  "),
        ("a\r\n\r\n", "a"),
        ("a\r\r", "a"),
        ("a\n   ", "a"),
        (" \n\n", ""),
        ("", ""),
    ],
)
def test_content_is_all_but_blank_lines_and_the_last_line_end(text: str, bare: str) -> None:
    assert content(text) == bare


@pytest.mark.parametrize(
    ("text", "ended"),
    [
        ("a", "a\n\n"),
        ("a\n", "a\n\n"),
        ("a\n\n\n", "a\n\n\n"),
        ("a\r\nb", "a\r\nb\r\n\r\n"),
        ("a\r", "a\r\r"),
        ("a\n\n    ", "a\n\n    \n"),
    ],
)
def test_apart_adds_only_what_is_missing(text: str, ended: str) -> None:
    assert apart(text, "\n") == ended


def test_bullets_stay_a_tight_list() -> None:
    one, two = parts("a.md", "- a\n- b\n- c"), parts("b.md", "- d\n- e\n")
    assert joined("b.md", [*two, one[1], one[3]], "\n") == "- d\n- e\n- a\n- c\n"


def test_the_end_of_a_body_keeps_its_shape_and_another_end_gets_one_line_end() -> None:
    own, other = parts("a.md", "### a\n1"), parts("b.md", "### b\r\n2\r\n\r\n### c\r\n3")
    assert joined("a.md", own, "\n") == "### a\n1"
    assert joined("a.md", [*own, other[1]], "\n") == "### a\n1\n\n### b\r\n2\r\n"
    assert joined("a.md", [*own, other[2]], "\n") == "### a\n1\n\n### c\r\n3\r\n"


@pytest.mark.parametrize("end", ["```\ncode\n", "<!-- comment\n", "~~~\n```\n", "<pre>\n"])
def test_what_is_never_closed_stands_last(end: str) -> None:
    closed, opened = parts("a.md", "### a\n1\n"), parts("b.md", f"### b\n\n{end}")
    assert opened[-1].is_open
    assert not closed[-1].is_open
    for own, carried in ((closed, opened), (opened, closed)):
        ordered = with_carried(own, [part for part in carried if part.number])
        assert [part.heading for part in ordered] == ["", "a", "b"]


def test_paragraphs_stand_before_the_first_entry() -> None:
    own, loose = parts("a.md", "intro\n\n## S\n\n### a\n"), parts("b.md", "one\n\ntwo\n")
    ordered = with_carried(own, [part for part in loose if part.number])
    assert joined("a.md", ordered, "\n") == "intro\n\none\n\ntwo\n\n## S\n\n### a\n"


def test_parts_with_other_line_ends_are_named() -> None:
    body = "### a\r\n1\r\n### b\n2\n### c"
    assert mixed_ends(parts("a.md", body)[1:], "\n") == (1,)
    assert mixed_ends(parts("a.md", body)[1:], "\r\n") == (2,)

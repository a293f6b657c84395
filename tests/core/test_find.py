"""Matches stand where they are said to stand, and replacing them changes nothing else."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.core.find import Found, Query, find

LINES = st.lists(st.text("aAbB é한\t", max_size=8), min_size=1, max_size=6)
WORDS = st.text("aAbé한 ", min_size=1, max_size=3)


@given(LINES, WORDS)
def test_each_match_is_the_query_at_its_place(lines: list[str], words: str) -> None:
    found = find(lines, Query(words))
    for index in range(len(found.spans)):
        (row, start), (last, end) = found.bounds(index)
        assert row == last
        piece = lines[row][start:end]
        assert piece == words if re.search("[A-Z]", words) else piece.lower() == words.lower()
    assert len(found.spans) == sum(
        len(re.findall(re.escape(words), line, find_flags(words))) for line in lines
    )


def find_flags(words: str) -> re.RegexFlag:
    return re.NOFLAG if re.search("[A-Z]", words) else re.IGNORECASE


@given(LINES, WORDS, st.text("xy\n", max_size=3))
def test_replacing_all_leaves_every_other_character(lines: list[str], words: str, new: str) -> None:
    found = find(lines, Query(words, new))
    text = "\n".join(lines)
    if not found.spans:
        return
    start, end, middle = found.replaced()
    before = [*lines[: start[0]], lines[start[0]][: start[1]]]
    after = [lines[end[0]][end[1] :], *lines[end[0] + 1 :]]
    expected = re.sub(re.escape(words), new, text, flags=find_flags(words))
    assert "\n".join(before) + middle + "\n".join(after) == expected


@given(LINES, WORDS)
def test_the_parts_in_each_row_are_the_matches(lines: list[str], words: str) -> None:
    found = find(lines, Query(words))
    by_row = [(row, *part) for row in range(len(lines)) for part in found.in_row(row)]
    assert by_row == [
        (start[0], start[1], end[1]) for start, end in map(found.bounds, range(len(found.spans)))
    ]


@pytest.mark.parametrize(
    ("words", "text", "count"),
    [
        ("oauth", "OAuth oauth", 2),
        ("OAuth", "OAuth oauth", 1),
        ("a.b", "a.b axb", 1),
        ("", "anything", 0),
        ("[Gotcha]", "#### [Gotcha] x", 1),
    ],
)
def test_letters_are_found_as_they_stand(words: str, text: str, count: int) -> None:
    assert len(find([text], Query(words)).spans) == count


def test_composed_and_decomposed_letters_are_the_same() -> None:
    for form in ("NFC", "NFD"):
        for other in ("NFC", "NFD"):
            text = unicodedata.normalize(other, "캐시는 한국어 café")
            for words in ("한국", "café"):
                asked = unicodedata.normalize(form, words)
                ((start, end),) = find([text], Query(asked)).spans
                assert unicodedata.normalize("NFC", text[start:end]) == words


def test_a_syllable_is_not_found_in_a_longer_one() -> None:
    for form in ("NFC", "NFD"):
        assert not find([unicodedata.normalize(form, "각")], Query("가")).spans


def test_capitals_in_an_escape_leave_case_alone() -> None:
    assert Query(r"\Word", regex=True).flags & re.IGNORECASE
    assert not Query("Word", regex=True).flags & re.IGNORECASE
    assert Query(r"a\1", regex=True).source == r"a\1"


def test_the_next_match_wraps_around() -> None:
    found = find(["ab", "ab", ""], Query("ab"))
    assert [found.at_or_after(place) for place in ((0, 0), (0, 1), (1, 0), (1, 1), (9, 0))] == [
        0, 1, 1, 0, 0
    ]  # fmt: skip
    assert find(["x"], Query("ab")).at_or_after((0, 0)) == -1


def test_a_match_over_two_lines_marks_both_and_each_has_its_own_replacement() -> None:
    found = Found(("one", "two", "six"), ((2, 5), (8, 9)), ("E+T", "S"))
    assert [list(found.in_row(row)) for row in range(4)] == [[(2, 3)], [(0, 1)], [(0, 1)], []]
    assert found.replaced() == ((0, 2), (2, 1), "E+Two\nS")

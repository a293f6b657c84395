"""Entries are recognised by their text, then by their heading."""

from hypothesis import given
from hypothesis import strategies as st

from memtui.core.reorganize.same_entries import same_entries

KNOWN = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xyz")), max_size=8)


def test_an_entry_is_found_by_its_text_wherever_it_went() -> None:
    before = [("a", "1"), ("b", "2"), ("c", "3")]
    assert same_entries(before, [before[2], before[0]]) == {2: 0, 0: 1}


def test_an_edited_entry_is_found_by_its_heading_unless_another_has_its_text() -> None:
    assert same_entries([("a", "1"), ("b", "2")], [("b", "new"), ("a", "1")]) == {0: 1, 1: 0}
    assert same_entries([("a", "1"), ("a", "2")], [("a", "2")]) == {1: 0}
    assert same_entries([("a", "1")], [("b", "1")]) == {}


def test_of_equal_entries_the_first_is_the_first() -> None:
    assert same_entries([("a", "1")] * 3, [("a", "1")] * 2) == {0: 0, 1: 1}


@given(KNOWN, st.permutations(range(8)))
def test_every_entry_is_found_in_another_order(
    before: list[tuple[str, str]], order: list[int]
) -> None:
    after = [before[place] for place in order if place < len(before)]
    found = same_entries(before, after)
    assert sorted(found) == sorted(found.values()) == list(range(len(before)))
    assert all(before[place] == after[at] for place, at in found.items())


@given(KNOWN, KNOWN)
def test_no_entry_is_two_and_headings_agree(
    before: list[tuple[str, str]], after: list[tuple[str, str]]
) -> None:
    found = same_entries(before, after)
    assert len(set(found.values())) == len(found)
    assert all(before[place][0] == after[at][0] for place, at in found.items())

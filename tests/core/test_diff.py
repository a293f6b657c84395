"""A difference is right, small, and cheap on large texts."""

import time
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from memtui.core.diff import Change, Line, changes, diff, moved

LINES = st.lists(st.sampled_from(["", "a", "b", "c", "dd", "- x"]), max_size=12)


def patched(before: list[str], after: list[str], found: tuple[Change, ...]) -> list[str]:
    result: list[str] = []
    at = 0
    for change in found:
        result += before[at : change.before[0]] + after[slice(*change.after)]
        at = change.before[1]
    return result + before[at:]


@given(LINES, LINES)
def test_the_old_lines_with_the_changes_are_the_new_lines(
    before: list[str], after: list[str]
) -> None:
    assert patched(before, after, changes(before, after)) == after


@given(LINES, LINES)
def test_changes_are_in_order_and_never_touch(before: list[str], after: list[str]) -> None:
    found = changes(before, after)
    for one, two in pairwise(found):
        assert one.before[1] < two.before[0]
        assert one.after[1] < two.after[0]
    assert bool(found) == (before != after)


@given(LINES, LINES)
def test_an_unchanged_line_moves_to_a_line_with_the_same_text(
    before: list[str], after: list[str]
) -> None:
    found = changes(before, after)
    gone = {i for change in found for i in range(*change.before)}
    for i, text in enumerate(before):
        if i not in gone:
            assert after[moved(i, found)] == text
        elif after:
            assert 0 <= moved(i, found) <= len(after)


def test_one_line_replaced_between_unique_lines_is_one_change() -> None:
    before = ["head", "", "one", "", "two", "", "tail"]
    after = ["head", "", "one", "", "2", "", "tail"]
    assert changes(before, after) == (Change((4, 5), (4, 5)),)


def test_moved_blocks_keep_the_longer_run_in_place() -> None:
    assert changes(["x", "1", "2", "3"], ["1", "2", "3", "x"]) == (
        Change((0, 1), (0, 0)),
        Change((4, 4), (3, 4)),
    )


def test_a_hunk_has_context_and_both_line_numbers() -> None:
    before = "a\nb\nc\nd\ne\n"
    after = "a\nb\nX\nY\nd\ne\n"
    assert diff(before, after, context=1) == (
        (
            Line(" ", "b", 2, 2),
            Line("-", "c", 3, None),
            Line("+", "X", None, 3),
            Line("+", "Y", None, 4),
            Line(" ", "d", 4, 5),
        ),
    )


def test_changes_far_apart_are_hunks_of_their_own_and_near_ones_share_one() -> None:
    before = "\n".join(str(i) for i in range(20))
    near = before.replace("3", "x", 1).replace("\n6", "\ny", 1)
    far = before.replace("3", "x", 1).replace("\n15", "\ny", 1)
    assert len(diff(before, near)) == 1
    assert [hunk[0].before for hunk in diff(before, far)] == [2, 14]


def test_equal_texts_have_no_hunks_and_other_line_ends_show() -> None:
    assert diff("a\n", "a\n") == ()
    (hunk,) = diff("a\r\nb\r\n", "a\nb\r\n", context=0)
    assert [(line.sign, line.text) for line in hunk] == [("-", "a\r"), ("+", "a")]


def test_text_added_to_nothing_is_only_added() -> None:
    (hunk,) = diff("", "a\nb\n", context=2)
    assert [line.text for line in hunk if line.sign == "+"] == ["a", "b"]
    assert not [line for line in hunk if line.sign == "-"]


def test_a_large_stretch_without_a_line_in_common_is_one_change() -> None:
    before, after = ["a", "b"] * 600, ["c", "d"] * 601
    assert changes(before, after) == (Change((0, 1200), (0, 1202)),)


def test_a_change_at_each_of_a_thousand_places_of_a_large_text_costs_little() -> None:
    before = [line for i in range(2000) for line in ("", f"#### entry {i}", "- **Why:** so", "")]
    after = [line.replace("entry 1", "ENTRY 1") for line in before]
    begun = time.process_time()
    found = changes(before, after)
    assert time.process_time() - begun < 1
    assert len(found) == sum("entry 1" in line for line in before)
    assert patched(before, after, found) == after

"""Changing the entries of one file."""

from collections import Counter
from contextlib import suppress

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from memtui.core.memory import Memory
from memtui.core.reorganize.carry import parts
from memtui.core.reorganize.change import Reorganized
from memtui.core.reorganize.rearrange import Drop, Edit, Reorder, drop, edit, reorder
from memtui.errors import BadValue, NoSuchFile, NotConserved
from tests.core.bodies import TAME, entry_texts, memories, own_lines, texts

HEAD = "---\ntags: [x]\n---\n# T\n\n"
FILE = f"{HEAD}### a\n1\n\n## S\n\n### b\n2\n### c\n3\n\n\n### d\n4"
FILES = memories(f=FILE)


def path_of(name: str) -> str:
    return name


def body(result: Reorganized) -> str:
    return result.texts["f.md"].removeprefix(HEAD)


def test_entries_are_left_out_and_listed() -> None:
    result = drop(FILES, Drop("f.md", (1, 4)), path_of)
    assert body(result) == "## S\n\n### b\n2\n### c\n3\n"
    assert [(d.number, d.heading) for d in result.dropped] == [(1, "a"), (4, "d")]
    assert (result.entries_before, result.entries_after) == (4, 2)
    assert result.effects[0].entries == (2, 3)
    assert result.plan.what == "delete 2 entries of f.md"


def test_entries_take_another_place_and_section_lines_keep_theirs() -> None:
    result = reorder(FILES, Reorder("f.md", (4, 1), before=3), path_of)
    assert body(result) == "## S\n\n### b\n2\n\n### d\n4\n\n### a\n1\n\n### c\n3\n"
    assert result.effects[0].entries == (2, 4, 1, 3)
    assert body(reorder(FILES, Reorder("f.md", (2,)), path_of)) == (
        "### a\n1\n\n## S\n\n### c\n3\n\n\n### d\n4\n\n### b\n2\n"
    )
    with pytest.raises(BadValue, match="cannot stand before itself"):
        reorder(FILES, Reorder("f.md", (2,), before=2), path_of)


def test_an_entry_gets_another_text_and_its_blank_lines_stay() -> None:
    result = edit(FILES, Edit("f.md", 3, "### C\nthree\n"), path_of)
    assert body(result) == "### a\n1\n\n## S\n\n### b\n2\n### C\nthree\n\n\n### d\n4"
    assert (result.entries_before, result.entries_after, result.dropped) == (4, 4, ())
    two = edit(FILES, Edit("f.md", 1, "### a\n1\n\n### a2\n1"), path_of)
    assert (two.entries_before, two.entries_after) == (4, 5)


def test_an_underlined_heading_below_is_kept_apart() -> None:
    files = memories(f="### a\n```\nx\n```\nSecond\n---\n2\n")
    result = edit(files, Edit("f.md", 1, "### a\nnew"), path_of)
    assert result.texts["f.md"] == "### a\nnew\n\nSecond\n---\n2\n"


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("  \n", BadValue, "would be empty"),
        ("no heading\n", NotConserved, r"f\.md: entry 1 “a”"),
        ("### b\n```\nnever closed\n", NotConserved, r"f\.md: entry 3 “c”"),
    ],
)
def test_an_edit_that_would_change_others_is_refused(
    text: str, error: type[Exception], says: str
) -> None:
    files = memories(f="### a\n1\n\n### b\n2\n\n### c\n3\n")
    with pytest.raises(error, match=says):
        edit(files, Edit("f.md", 2, text), path_of)


def test_the_first_entry_needs_a_heading_too() -> None:
    with pytest.raises(BadValue, match="no heading of its own"):
        edit(FILES, Edit("f.md", 1, "only text"), path_of)


def test_definitions_that_others_use_stay() -> None:
    files = memories(f="# T\n\n### a\n[x]\n\n### b\n\n[x]: y\n[z]: y\n")
    result = drop(files, Drop("f.md", (2,)), path_of)
    assert result.texts["f.md"] == "# T\n\n[x]: y\n\n### a\n[x]\n"


def test_bullets_can_be_changed_too() -> None:
    files = memories(f="# T\n\n- a\n- b\n- c\n")
    assert drop(files, Drop("f.md", (2,)), path_of).texts["f.md"] == "# T\n\n- a\n- c\n"
    assert edit(files, Edit("f.md", 2, "- B"), path_of).texts["f.md"] == "# T\n\n- a\n- B\n- c\n"
    assert reorder(files, Reorder("f.md", (3,), 1), path_of).texts["f.md"] == (
        "# T\n\n- c\n- a\n- b\n"
    )


@pytest.mark.parametrize("numbers", [(), (0,), (5,), (-1,)])
def test_numbers_that_are_not_there_are_refused(numbers: tuple[int, ...]) -> None:
    with pytest.raises(BadValue, match=r"f\.md: (there is no entry|no entry was chosen)"):
        drop(FILES, Drop("f.md", numbers), path_of)
    with pytest.raises(NoSuchFile):
        drop(FILES, Drop("g.md", numbers), path_of)


def chosen(data: st.DataObject, files: dict[str, Memory]) -> tuple[list[int], list[int]]:
    """Return the numbers of a file's entries, and some of them in any order."""
    numbers = [p.number for p in parts("a.md", files["a.md"].reading.body) if p.number]
    assume(numbers)
    return numbers, data.draw(st.lists(st.sampled_from(numbers), min_size=1, unique=True))


def assert_rest_stays(files: dict[str, Memory], result: Reorganized, gone: list[str]) -> bool:
    before = files["a.md"].text
    after = result.texts.get("a.md", before)
    changed = Counter(entry_texts(before)) - Counter(gone)
    surplus = Counter(entry_texts(after)) - changed
    assert not changed - Counter(entry_texts(after))
    assert sum(surplus.values()) == sum("counts as one itself" in note for note in result.notes)
    return True


@given(st.data(), texts(TAME))
def test_every_deletion_and_every_order_conserves_the_rest(data: st.DataObject, text: str) -> None:
    files = memories(a=text)
    numbers, some = chosen(data, files)
    found = entry_texts(text)
    gone = [found[number - 1] for number in some if found]
    dropped = drop(files, Drop("a.md", tuple(some)), path_of)
    assert_rest_stays(files, dropped, gone)
    before = data.draw(st.sampled_from([None, *(n for n in numbers if n not in some)]))
    moved = reorder(files, Reorder("a.md", tuple(some), before), path_of)
    assert_rest_stays(files, moved, [])
    assert own_lines(moved.texts.get("a.md", text)) == own_lines(text)


@given(st.data(), texts(), st.sampled_from(TAME))
def test_an_edit_conserves_the_rest_or_is_refused(data: st.DataObject, text: str, new: str) -> None:
    files = memories(a=text)
    _, (number, *_) = chosen(data, files)
    result = None
    with suppress(NotConserved, BadValue):
        result = edit(files, Edit("a.md", number, new), path_of)
    found = entry_texts(text)
    if result and found:
        after = Counter(entry_texts(result.texts.get("a.md", text)))
        assert not Counter(found[: number - 1] + found[number:]) - after

"""The check that nothing is lost, against changes that lose something."""

import pytest

from memtui.core.reorganize.conservation import Asked, Place, check, count
from memtui.errors import NotConserved

ONE = "### one\n- **Why:** 1\n\n"
TWO = "### two\ntext  \n\n\n"
FILE = f"---\ntags: [a]\n---\n# Title\n\nIntro.\n\n{ONE}{TWO}"


def test_moving_with_other_blank_lines_is_accepted() -> None:
    after = {"a.md": f"# Title\n\nIntro.\n{TWO}", "b.md": f"\n\n{ONE.strip()}"}
    counts = check({"a.md": FILE}, after)
    assert (dict(counts.before), dict(counts.after)) == ({"a.md": 2}, {"a.md": 1, "b.md": 1})


@pytest.mark.parametrize(
    ("after", "says"),
    [
        (f"# Title\n\nIntro.\n\n{TWO}", "a.md: entry 1 “one”"),
        (f"# Title\n\nIntro.\n\n{ONE}{TWO}{TWO}", "a.md: entry 2 “two” would stand twice"),
        (f"# Title\n\nIntro.\n\n{ONE}{TWO}### new\n", "entry 3 would be one that was nowhere"),
        (f"# Title\n\nIntro.\n\n{ONE}### two\ntext\n", "a.md: entry 2 “two”"),
        (f"# Title\n\nIntro.\n\n{ONE}### two\r\ntext  \n", "a.md: entry 2 “two”"),
        (f"# Title\n\n{ONE}{TWO}", "a.md: “Intro.” would be lost"),
        (f"# Title\n\nIntro.\n```\n\n{ONE}{TWO}", "a.md: entry 1 “one”"),
        (f"# Title\n\nIntro.\n\n{ONE}{TWO}swallowed\n", "a.md: entry 2 “two”"),
    ],
)
def test_what_is_lost_or_doubled_is_named(after: str, says: str) -> None:
    with pytest.raises(NotConserved, match=says) as error:
        check({"a.md": FILE}, {"a.md": after})
    assert error.value.file == "a.md"
    assert "\n" not in str(error.value)


def test_what_the_person_asked_for_is_no_loss() -> None:
    check(
        {"a.md": FILE},
        {"a.md": f"Intro.\n{TWO}"},
        Asked([Place("a.md", 1)], gone={"a.md": ("# Title\n",)}),
    )
    check(
        {"a.md": FILE},
        {"a.md": FILE.replace("### two", "### 2")},
        Asked(replaced=[Place("a.md", 2)], made=("### 2\ntext  \n",)),
    )
    with pytest.raises(NotConserved, match="there is no entry 3"):
        check({"a.md": FILE}, {"a.md": FILE}, Asked([Place("a.md", 3)]))
    with pytest.raises(NotConserved, match=r"a\.md: entry 1 would be one that was nowhere"):
        check({"a.md": FILE}, {"a.md": FILE}, Asked([Place("a.md", 1)]))


def test_equal_entries_are_counted_one_by_one() -> None:
    with pytest.raises(NotConserved, match="entry 2 “one”"):
        check({"a.md": ONE + ONE}, {"a.md": ONE})
    check({"a.md": ONE + ONE}, {"a.md": ONE, "b.md": ONE})


def test_a_section_line_that_lost_its_entries_is_text_of_the_file() -> None:
    counts = check({"a.md": f"## S\n\n{ONE}"}, {"a.md": "## S\n", "b.md": ONE})
    assert counts.sections == (("a.md", "## S"),)
    assert dict(counts.after) == {"b.md": 1}
    with pytest.raises(NotConserved, match="“## S” would be lost"):
        check({"a.md": f"## S\n\n{ONE}"}, {"b.md": ONE})


def test_an_entry_that_would_become_a_section_line_is_refused_with_the_reason() -> None:
    with pytest.raises(NotConserved, match=r"“empty” .* nothing but its heading"):
        check({"a.md": "## empty\n", "b.md": ONE}, {"b.md": f"{ONE}\n## empty\n"})


def test_counting() -> None:
    assert count([FILE, ONE, "", "text"]) == 3

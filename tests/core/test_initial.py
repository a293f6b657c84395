"""The texts of a new store."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.core.initial import TYPES, Facts, cut, first_file, index_page, plan
from memtui.core.learning import one_line
from memtui.core.terms import terms

DAY = dt.date(2026, 3, 1)
FOLDER = ".automaker/memory"


def test_a_project_that_says_nothing_gets_a_page_that_asks() -> None:
    page = index_page(Facts("tea"))
    assert page.startswith("# tea: what agents remember\n")
    for asked in ("say here in one sentence", "name languages", "- none yet", "every change"):
        assert asked in page
    assert page.endswith(".\n")


def test_facts_stand_in_the_page() -> None:
    facts = Facts(
        "tea",
        "Sells tea",
        stack=("Go", "Chi"),
        folders=(("cmd", "commands"), ("odd", "")),
        conventions=("Tests: `go test`",),
    )
    lines = index_page(facts).splitlines()
    for line in (
        "- **Purpose:** Sells tea",
        "- **Stack:** Go, Chi",
        "- `cmd/`: commands",
        "- `odd/`",
        "- Tests: `go test`",
    ):
        assert line in lines


def test_a_plan_creates_only_what_is_missing_in_any_case() -> None:
    made = plan(Facts("tea"), "web", FOLDER, ["GOTCHAS.md", "notes.txt"], DAY)
    assert [change.path for change in made.changes] == [
        f"{FOLDER}/{name}" for name in ("_index.md", "patterns.md", "api-conventions.md",
                                        "testing.md")
    ]  # fmt: skip
    assert all(change.before is None for change in made.changes)
    everything = {change.path.rpartition("/")[2] for change in made.changes} | {"gotchas.md"}
    assert plan(Facts("tea"), "web", FOLDER, everything, DAY).changes == ()


@pytest.mark.parametrize("category", sorted({"gotchas"}.union(*TYPES.values())))
def test_no_word_is_shared_by_the_summaries_of_all_categories(category: str) -> None:
    """A sentence in every summary would make every feature match every file."""

    def words(name: str) -> set[str]:
        summary = first_file(name, Facts("tea"), DAY).split("summary: ")[1].split("\n")[0]
        return set(terms(summary))

    mine = words(category)
    assert len(mine) >= 3
    for other in {"gotchas"}.union(*TYPES.values()) - {category}:
        assert len(mine & words(other)) <= 1


def test_entries_lend_commands_and_paths_from_the_project() -> None:
    facts = Facts("tea", test_command="make {test}", source="src/", manifest="go.mod")
    assert "### Run `make {test}` for every change (2026-03-01)\n" in first_file(
        "testing", facts, DAY
    )
    assert "Applies to `go.mod`." in first_file("dependencies", facts, DAY)
    assert "Applies to `src/`." in first_file("debugging", facts, DAY)
    bare = first_file("gotchas", Facts("tea"), DAY)
    assert "Run the tests before you call a change done" in bare
    assert "Applies to the whole project." in bare


@given(st.text(), st.integers(min_value=2, max_value=80))
def test_a_cut_text_is_one_line_of_at_most_its_width(text: str, width: int) -> None:
    line = cut(text, width)
    assert len(line) <= width
    assert len(f"x{line}".splitlines()) == 1
    whole = " ".join(one_line(text).split())
    assert line == whole if len(whole) <= width else line.endswith("…")

"""What the original shell hook does otherwise is told, at the line that it is about."""

import pytest

from memtui.core.routing.original import LEAN, warnings

HEAD = "| Task | Keywords | Files |\n|---|---|---|\n"


def told(text: str) -> list[tuple[int, int, str]]:
    return [(warning.row, warning.line, warning.keyword) for warning in warnings(text)]


def texts(text: str) -> list[str]:
    return [warning.text for warning in warnings(text)]


def test_a_table_that_both_read_alike_gives_nothing() -> None:
    text = HEAD + "| a | deploy, ci/cd, c++, 배포 | `a.md`, [b](b.md) | more \\| here |\n"
    assert texts("# T\n\na | b\n\n" + text) == [
        'in a UTF-8 locale the original hook does not find "deploy" in "deploy배"'
    ]
    assert told(text.replace("배포", "x")) == []
    assert told("no table, but\n| a bar |\n| a bar |\n| a bar |\n") == []


@pytest.mark.parametrize(
    ("row", "place", "says"),
    [
        ("| a | x, pull request | f |", (1, 3, "pull request"), '"pullrequest"'),
        ("| a | x, `api` | f |", (1, 3, "api"), "backticks"),
        ("| a | `api, rest` | f |", (1, 3, "api"), "backticks"),
        ("| a \\| b | x | f |", (1, 3, ""), "ends the cell at the bar"),
        ("| a | x | `f|g` |", (1, 3, ""), "ends the cell at the bar"),
        ("  | a | x | f |", (1, 3, ""), "skips this row"),
        ("a | x | f", (1, 3, ""), "skips this row"),
        ("| a | pull request | f |", (1, 3, "pull request"), "one phrase"),
    ],
)
def test_a_row_that_is_read_otherwise(row: str, place: tuple[int, int, str], says: str) -> None:
    found = warnings(f"{HEAD}{row}\n")
    assert any(says in warning.text for warning in found)
    assert place in told(f"{HEAD}{row}\n")


def test_the_first_rule_is_lost_without_a_row_of_dashes() -> None:
    text = "| Task | Keywords | Files |\n| a | x | f |\n| b | y | g |\n"
    assert told(text) == [(1, 2, "")]
    assert "drops this row" in texts(text)[0]


def test_other_lines_with_a_bar_are_rules_to_it() -> None:
    fence = "```\n| x | y | z |\n| x | y | z |\n```\n"
    text = f"{HEAD}| a | x | f |\n\n{fence}\n| b | c |\n|---|---|\n| d | e |\n\n{HEAD}"
    assert told(text) == [(0, 6, ""), (0, 10, ""), (0, 14, "")]
    first, second, third = texts(text)
    assert "code fence" in first
    assert "no row of a routing table" in second
    assert "the header of a further table" in third
    above = f"{fence}\n{HEAD}| a | x | f |\n"
    assert told(above) == [(0, 6, "")]


def test_columns_in_another_order() -> None:
    assert told("| Files | Keywords | Task |\n|---|---|---|\n| a | x | f |\n") == [(0, 1, "")]
    assert told("| Keywords | Files |\n|---|---|\n| a | x |\n") == [(0, 1, "")]
    assert told("| What | Keywords | Files |\n|---|---|---|\n| a | x | f |\n") == []


def test_a_page_that_is_too_large_for_each_start() -> None:
    row = "| a | x | f |\n"
    few = (4 * LEAN - len(HEAD)) // len(row)
    assert told(HEAD + row * few) == []
    assert told(HEAD + row * (few + 1)) == [(0, 0, "")]
    assert "tokens" in texts(HEAD + row * (few + 1))[0]

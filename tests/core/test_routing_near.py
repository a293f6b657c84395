"""The nearest rows, with the words that make them so."""

from hypothesis import given
from hypothesis import strategies as st

from memtui.core.routing import read
from memtui.core.routing.near import Nearest, nearest

PAGE = """\
| Task type | Keywords | Files |
|---|---|---|
| Delivery | deploy, release notes | docs/ops.md |
| Checks | pytest, 테스트 | docs/quality/ |
| Interface | router | docs/endpoints.md#list |
| Colours | theme |  |
|  |  |  |
"""


def reasons(prompt: str) -> list[tuple[int, str]]:
    return [(row.row, row.why) for row in nearest(read(PAGE), prompt)]


def test_the_three_rows_with_the_closest_words_come_first() -> None:
    found = nearest(read(PAGE), "Please deploi the routers")
    assert len(found) == 3
    assert found[:2] == (
        Nearest(3, "Interface", '"routers" is close to the keyword "router"'),
        Nearest(1, "Delivery", '"deploi" is close to the keyword "deploy"'),
    )
    assert "is a little like" in found[2].why


def test_words_of_phrases_task_types_and_file_names_count() -> None:
    assert reasons("note")[0] == (1, '"note" is close to the keyword "release notes"')
    assert reasons("color")[0] == (4, '"color" is close to the task type "Colours"')
    assert reasons("an endpoint")[0] == (3, '"endpoint" is close to the file "endpoints.md"')
    assert reasons("qualities")[0] == (2, '"qualities" is close to the file "quality"')
    assert reasons("테스토")[0] == (2, '"테스토" is close to the keyword "테스트"')


def test_a_prompt_without_words_is_near_to_nothing() -> None:
    assert reasons("") == reasons("?! …") == []
    assert reasons("add it")[0][1].startswith('"')


def test_a_keyword_stands_for_the_task_type_that_a_table_lacks() -> None:
    text = "| Keywords | Files |\n|---|---|\n| deploy, ship | a.md |\n"
    (row,) = nearest(read(text), "deploying")
    assert row == Nearest(1, "deploy, ship", '"deploying" is close to the keyword "deploy"')


def test_no_more_rows_than_asked_for_and_none_without_a_table() -> None:
    assert len(nearest(read(PAGE), "deploy router", limit=1)) == 1
    assert nearest(read("text"), "deploy") == ()


@given(st.text(max_size=80))
def test_any_prompt_has_at_most_three_different_rows(prompt: str) -> None:
    rows = [row.row for row in nearest(read(PAGE), prompt)]
    assert len(rows) == len(set(rows)) <= 3

"""Rows added to a table whatever its columns, and what they have in common with its rows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.core import routing
from memtui.core.routing.new_rows import NewRow, overlaps, with_rows
from memtui.errors import BadValue

PAGE = """# Memory Index

Read this first.

| Files | Note | Task | Keywords |
|---|---|---|---|
| docs/ops/cicd.md, DEPLOY.md | | Deploy/CI | deploy, docker |
| docs/api/ | ask Kim | API work | api, pull request |

| Command | What |
|---|---|
| make | all |
"""

BILLING = NewRow("Billing", ("invoice", "refund"), ("docs/billing.md", "docs/tax.md"))


def test_a_row_goes_behind_the_last_one_in_the_tables_own_columns_and_separators() -> None:
    after = with_rows(PAGE, [BILLING, BILLING._replace(task_type="a|b")])
    new = (
        "| docs/billing.md, docs/tax.md |  | Billing | invoice, refund |\n"
        "| docs/billing.md, docs/tax.md |  | a\\|b | invoice, refund |\n"
    )
    last = PAGE.index("\n| Command") - 1
    assert after == PAGE[: last + 1] + new + PAGE[last + 1 :]


def test_keywords_are_parted_as_the_table_parts_them() -> None:
    page = PAGE.replace("deploy, docker", "deploy,docker").replace("api, pull", "api,pull")
    assert "| invoice,refund |" in with_rows(page, [BILLING])


def test_a_table_without_task_types_takes_the_rest() -> None:
    page = "| Keywords | Files |\n|---|---|\n| a | b.md |\n"
    assert with_rows(page, [BILLING]).endswith(
        "| invoice,refund | docs/billing.md, docs/tax.md |\n"
    )


def test_a_page_is_made_and_a_page_without_a_table_gets_one() -> None:
    made = with_rows(None, [BILLING])
    assert made.startswith("# Memory Index")
    grown = with_rows("# Notes\n", [BILLING])
    assert grown.startswith("# Notes\n")
    for page in (made, grown):
        (row,) = routing.read(page).rows
        assert (row.task_type, row.keywords, row.files) == BILLING


def test_a_row_behind_a_header_alone_is_its_first() -> None:
    page = "| Task | Keywords | Files |\n|---|---|---|\n\nafter\n"
    assert routing.read(with_rows(page, [BILLING])).rows[0].task_type == "Billing"


def test_a_cell_of_two_lines_is_refused() -> None:
    with pytest.raises(BadValue, match="one line"):
        with_rows(PAGE, [BILLING._replace(task_type="a\nb")])


WORD = st.text("abcé결제 xyz+.", min_size=1, max_size=8).map(str.strip).filter(bool)
ROWS = st.builds(
    NewRow,
    WORD,
    st.lists(WORD, min_size=1, max_size=3).map(tuple),
    st.lists(st.text("abc/-결", min_size=1, max_size=8), min_size=1, max_size=3).map(tuple),
)


@given(st.lists(ROWS, max_size=4), st.sampled_from([PAGE, PAGE.replace("\n", "\r\n"), "", "x"]))
def test_what_was_added_is_read_again_and_nothing_else_moves(rows: list[NewRow], page: str) -> None:
    after = with_rows(page, rows)
    old, new = routing.read(page).rows, routing.read(after).rows
    assert [row.cells for row in new[: len(old)]] == [row.cells for row in old]
    assert [NewRow(row.task_type, row.keywords, row.files) for row in new[len(old) :]] == rows
    lines = iter(after.splitlines(keepends=True))
    assert all(line in lines for line in page.splitlines(keepends=True)[:-1])


# -- overlaps


def test_a_row_overlaps_by_a_keyword_that_fires_it_and_by_files_it_leads_to() -> None:
    page = routing.read(PAGE)
    new = NewRow("x", ("a pull request", "apis"), ("docs/api/v1/x.md", "DEPLOY.md", "docs/api/"))
    (deploy, api) = overlaps(page, new)
    assert (deploy.row.number, deploy.keyword, deploy.files) == (1, "", ("DEPLOY.md",))
    assert (api.row.number, api.keyword) == (2, "pull request")
    assert api.files == ("docs/api/v1/x.md", "docs/api/")
    assert overlaps(page, NewRow("x", ("apis", "pull", "request"), ("docs/api.md",))) == ()

"""Which rows lead to a document, and another path in place of a file."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.core.routing import read
from memtui.core.routing.cell import files
from memtui.core.routing.look import Leads
from memtui.core.routing.mend import mended

PAGE = """| Task type | Keywords | Files |
|---|---|---|
| Testing | test | memory/testing.md |
| Beside | beside | testing.md, `docs/a.md` |
| Folder | folder | memory/ |
| Glob | glob | {memory,notes}/t*.md |
| Section | section | [tests](memory/testing.md#fast) |
| Elsewhere | other | memory-of-others/testing.md, memory/testing.md.bak |
"""


def test_rows_lead_to_a_document_by_path_folder_glob_and_from_the_pages_folder() -> None:
    leads = Leads(read(PAGE))
    found = [row.task_type for row in leads.to("memory/testing.md")]
    assert found == ["Testing", "Beside", "Folder", "Glob", "Section"]
    assert [row.task_type for row in leads.to("memory/other.md")] == ["Folder"]
    assert [row.task_type for row in leads.to("docs/a.md")] == ["Beside"]
    assert leads.to("tasks/todo.md") == ()


def test_a_row_that_names_a_document_twice_leads_to_it_once() -> None:
    page = read(PAGE.split("| Testing")[0] + "| A | a | docs/a.md, ./docs/a.md, docs/ |\n")
    assert len(Leads(page).to("docs/a.md")) == 1


@pytest.mark.parametrize(
    ("cell", "file", "path", "after"),
    [
        ("docs/a.md", "docs/a.md", "docs/b/", "docs/b/"),
        ("docs/a.md.bak, docs/a.md", "docs/a.md", "b.md", "docs/a.md.bak, b.md"),
        ("`docs/a.md` + b.md", "docs/a.md", "c.md", "`c.md` + b.md"),
        ("[docs/a.md](docs/a.md)", "docs/a.md", "c.md", "[docs/a.md](c.md)"),
        ("docs/a.md#how", "docs/a.md#how", "c.md", "c.md#how"),
        ("a.md<br>b.md", "b.md", "c.md", "a.md<br>c.md"),
        ("문서/가.md，b.md", "문서/가.md", "나.md", "나.md，b.md"),
    ],
)
def test_another_path_takes_the_place_of_a_file_and_all_else_stays(
    cell: str, file: str, path: str, after: str
) -> None:
    assert mended(cell, file, path) == after


names = st.text("abcd.-/", min_size=1, max_size=8)
dresses = st.sampled_from(["{}", "`{}`", '"{}"', "[x]({})", "**{}**", "{}#part"])


@given(st.lists(st.tuples(names, dresses), min_size=1, max_size=5), st.data())
def test_only_the_one_file_changes(parts: list[tuple[str, str]], data: st.DataObject) -> None:
    cell = ", ".join(dress.format(name) for name, dress in parts)
    before = files(cell)
    if not before:
        return
    place = data.draw(st.integers(0, len(before) - 1))
    place = before.index(before[place])
    after = files(mended(cell, before[place], "new/place.md"))
    section = before[place].partition("#")
    expected = [*before]
    expected[place] = "new/place.md" + section[1] + section[2]
    assert list(after) == expected

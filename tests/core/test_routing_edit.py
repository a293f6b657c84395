"""An edit touches the bytes of one row, and is read back as it was meant."""

import io
from collections.abc import Sequence

import pytest
from hypothesis import assume, example, given, reject
from hypothesis import strategies as st

from memtui.core.plain import width
from memtui.core.routing import Page, read
from memtui.core.routing.edit import (
    add_row,
    checked,
    delete_row,
    move_row,
    new_page,
    new_table,
    set_cell,
)
from memtui.errors import BadValue

TIGHT = "|Task|Keywords|Files|\n|-|-|-|\n|a|b|c.md|\n|d|e|f.md|\n"
LOOSE = "# T\n\n| Task | Keywords | Files |\n|---|---|---|\n| a | b | c.md |\n| d | e | f.md |"
OPEN = "Task | Keywords | Files\n--- | --- | ---\na | b | c.md\nd | e | f.md\n"
ALIGNED = (
    "| Task    | Keywords | Files |\n"
    "| ------- | :------: | ----: |\n"
    "| one     |  배포    |  a.md |\n"
    "| two     |    c     |  b.md |\n"
)


def lines_of(text: str) -> list[str]:
    return list(io.StringIO(text, newline=""))


def values(page: Page) -> list[list[str]]:
    """Return the cells of the rows, up to the last one that holds something."""
    found = []
    for row in page.rows:
        cells = list(row.cells)
        while cells and not cells[-1]:
            cells.pop()
        found.append(cells)
    return found


# -- one cell


@pytest.mark.parametrize(
    ("text", "row", "column", "value", "line"),
    [
        (TIGHT, 1, 1, "new", "|a|new|c.md|"),
        (TIGHT, 1, 1, "", "|a||c.md|"),
        (TIGHT, 1, 1, "C:\\", "|a|C:\\ |c.md|"),
        (LOOSE, 1, 1, "new, one", "| a | new, one | c.md |"),
        (LOOSE, 2, 2, "", "| d | e |  |"),
        (LOOSE, 2, 0, "x | y", r"| x \| y | e | f.md |"),
        (LOOSE, 1, 0, r"a \| b", r"| a \\| b | b | c.md |"),
        (LOOSE, 1, 0, "`a|b`", r"| `a\|b` | b | c.md |"),
        (OPEN, 1, 0, "new", "new | b | c.md"),
        (OPEN, 1, 2, "new", "a | b | new"),
        (OPEN, 1, 0, "", "| | b | c.md"),
        (OPEN, 1, 0, "- x", "| - x | b | c.md"),
        (OPEN, 1, 2, "", "a | b | "),
        (ALIGNED, 1, 0, "three", "| three   |  배포    |  a.md |"),
        (ALIGNED, 1, 1, "한글을", "| one     |  한글을  |  a.md |"),
        (ALIGNED, 2, 1, "", "| two     |          |  b.md |"),
        (ALIGNED, 2, 2, "c", "| two     |    c     |     c |"),
        (ALIGNED, 2, 0, "wider than it", "| wider than it |    c     |  b.md |"),
    ],
)
def test_a_cell_is_set_in_the_habit_of_its_table(
    text: str, row: int, column: int, value: str, line: str
) -> None:
    edited = set_cell(text, row, column, value)
    number = read(text).rows[row - 1].line - 1
    old, new = lines_of(text), lines_of(edited)
    assert new[number].rstrip("\n") == line
    assert [*new[:number], *new[number + 1 :]] == [*old[:number], *old[number + 1 :]]


def test_a_table_that_is_aligned_by_characters_stays_so() -> None:
    rows = [("Task", "Keywords", "Files"), ("-" * 8,) * 3, ("배포", "배포, 한글", "a.md")]
    rows += [("two", "c", "b.md")]
    text = "".join("".join(f"| {cell:8} " for cell in row) + "|\n" for row in rows)
    new = lines_of(set_cell(text, 1, 1, "한"))[2]
    assert new == f"| {'배포':8} | {'한':8} | {'a.md':8} |\n"
    assert width(new) != width(lines_of(text)[3])


def test_a_cell_that_a_ragged_row_lacks_is_added() -> None:
    text = "| Task | Keywords | Files |\n|---|---|---|\n| a |\n| b\n"
    assert lines_of(set_cell(text, 1, 2, "c.md"))[2] == "| a |  | c.md |\n"
    assert lines_of(set_cell(text, 2, 1, "k"))[3] == "| b | k \n"


def test_cells_beyond_the_header_can_be_set_and_stay() -> None:
    text = "| Task | Keywords | Files |\n|---|---|---|\n| a | b | c | d |\n"
    assert lines_of(set_cell(text, 1, 3, "x"))[2] == "| a | b | c | x |\n"
    assert lines_of(set_cell(text, 1, 0, "x"))[2] == "| x | b | c | d |\n"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_the_mark_at_the_start_stay(end: str) -> None:
    text = "\ufeff" + LOOSE.removeprefix("# T\n\n").replace("\n", end)
    assert set_cell(text, 2, 0, "x") == text.replace("| d |", "| x |")
    added = add_row(text, 0, ("x", "y", "z"))
    assert added == text.replace(f"|---|{end}", f"|---|{end}| x | y | z |{end}")
    assert add_row(text, 2, ("x",)) == f"{text}{end}| x |  |  |"


@pytest.mark.parametrize("value", ["a\nb", "a\rb", "a\u2028b", "a\x0bb"])
def test_a_value_of_two_lines_is_refused(value: str) -> None:
    with pytest.raises(BadValue, match="one line"):
        set_cell(LOOSE, 1, 1, value)
    with pytest.raises(BadValue, match="one line"):
        add_row(LOOSE, 1, (value,))
    with pytest.raises(BadValue, match="one line"):
        new_page([(value, "", "")])


@pytest.mark.parametrize(
    ("row", "column", "says"),
    [(0, 0, "no row 0"), (3, 0, "no row 3; the page has 2"), (1, 3, "no column 4"), (1, -1, "no")],
)
def test_a_cell_that_is_not_there_is_refused(row: int, column: int, says: str) -> None:
    with pytest.raises(BadValue, match=says):
        set_cell(LOOSE, row, column, "x")


def test_a_value_that_would_take_in_its_neighbour_is_refused() -> None:
    text = LOOSE.replace("| b |", "| b` |")
    with pytest.raises(BadValue, match="row 1: a single backtick"):
        set_cell(text, 1, 0, "a`")
    assert set_cell(text, 1, 0, "`a`") == text.replace("| a |", "| `a` |")


def test_a_change_that_ends_the_table_is_refused() -> None:
    by_position = "| T | K | F |\n|---|---|---|\n| a | b | c.md |\n"
    with pytest.raises(BadValue, match="name its columns"):
        set_cell(by_position, 1, 2, "none")
    with pytest.raises(BadValue, match="name its columns"):
        add_row(by_position, 1, ())
    with pytest.raises(BadValue, match="name its columns"):
        set_cell(TIGHT, 1, 0, "---") and set_cell(
            TIGHT.replace("|a|b|c.md|", "|a|---|---|"), 1, 0, "---"
        )


# -- rows


def test_a_row_is_added_where_it_is_wanted() -> None:
    assert add_row(LOOSE, 1, ("x", "y|z", "q")) == LOOSE.replace(
        "| d |", "| x | y\\|z | q |\n| d |"
    )
    assert add_row(LOOSE, 2, ("x", "y", "q")) == LOOSE + "\n| x | y | q |"
    assert add_row(TIGHT, 2, ("x",)) == TIGHT + "|x|||\n"
    assert add_row(OPEN, 0, ("x", "y", "q")) == OPEN.replace("a |", "x | y | q\na |", 1)
    assert add_row(OPEN, 2, ("", "y")) == OPEN + "| | y | \n"
    assert add_row(ALIGNED, 1, ("n", "k", "f")) == ALIGNED.replace(
        "| two", "| n       |    k     |     f |\n| two"
    )


def test_the_first_row_of_an_empty_table() -> None:
    text = f"{LOOSE}\n\n| Docs | Tags |\n|---|---|\n<!-- add rows -->\n"
    assert add_row(text, 0, ("f", "k"), table=1) == text.replace("<!--", "| f | k |\n<!--")
    with pytest.raises(BadValue, match="no such routing table"):
        add_row(text, 0, ("f", "k"), table=2)
    with pytest.raises(BadValue, match="no such routing table"):
        add_row("text\n", 0, ())
    with pytest.raises(BadValue, match="3 cells for the 2 columns"):
        add_row(text, 0, ("f", "k", "x"), table=1)


def test_a_row_is_deleted_with_its_line_end() -> None:
    assert delete_row(LOOSE, 1) == LOOSE.replace("| a | b | c.md |\n", "")
    assert delete_row(LOOSE, 2) == LOOSE.removesuffix("| d | e | f.md |")
    emptied = delete_row(delete_row(TIGHT, 1), 1)
    assert emptied == "|Task|Keywords|Files|\n|-|-|-|\n"
    assert add_row(emptied, 0, ("a", "b", "c.md")) == TIGHT.replace("|d|e|f.md|\n", "")


def test_a_row_moves_within_its_table() -> None:
    one, other = "| a | b | c.md |", "| d | e | f.md |"
    swapped = LOOSE.replace(one, "x").replace(other, one).replace("x", other)
    assert move_row(LOOSE, 1, 2) == move_row(LOOSE, 2, 1) == swapped
    assert move_row(LOOSE, 1, 1) == LOOSE
    two = f"{LOOSE}\n\n{LOOSE}"
    with pytest.raises(BadValue, match="another table"):
        move_row(two, 2, 3)
    with pytest.raises(BadValue, match="no row 5"):
        move_row(two, 2, 5)


# -- new ones


def test_a_new_page_is_the_one_of_the_format() -> None:
    assert new_page([("Deploy/CI", "deploy,docker", "docs/cicd.md"), ("", "a|b", "")]) == (
        "# Memory Index (routing table)\n\n"
        "| Task type | Keywords | Files to load |\n|------|------|------|\n"
        "| Deploy/CI | deploy,docker | docs/cicd.md |\n|  | a\\|b |  |\n"
    )


@pytest.mark.parametrize("text", ["", "\n", "x", "x\n", "x\r\ny", "x\n\n", "| a |\n|---|"])
def test_a_table_is_put_at_the_end_of_a_page(text: str) -> None:
    made = new_table(text, [("a", "b", "c")])
    assert made.startswith(text)
    (row,) = read(made).rows
    assert row.cells == ("a", "b", "c")
    above = lines_of(made)[row.line - 4 :][:1] if row.line > 3 else []
    assert not "".join(above).strip()
    assert ("\r\n" in made) == ("\r\n" in text)


def test_no_table_is_put_into_an_open_code_fence() -> None:
    with pytest.raises(BadValue, match="routing table"):
        new_table("```\nx\n", [("a", "b", "c")])


# -- laws

CELL = st.text(st.sampled_from("ab|`\\ ,.-#>한\t:"), max_size=8)
HEADS = st.sampled_from(
    [
        *("".join(lines_of(text)[:2]) for text in (TIGHT, OPEN, ALIGNED)),
        "\ufeff| Tags | Docs |\n|---|---|\n",
    ]
)
ROW = st.text(st.sampled_from("ab|`\\ |.|-한"), min_size=1, max_size=16)


@st.composite
def pages(draw: st.DrawFn) -> str:
    """Draw a page with at least one row, in any shape."""
    end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    tables = draw(st.lists(st.tuples(HEADS, st.lists(ROW, min_size=1, max_size=4)), min_size=1))
    text = "\n\n".join(head + "\n".join(rows) for head, rows in tables)
    text = (text + draw(st.sampled_from(["", "\n", "\n\ntext\n"]))).replace("\n", end)
    assume(read(text).rows)
    return text


def end_of(line: str) -> str:
    return line[len(line.rstrip("\r\n")) :]


def only_line_changed(before: str, after: str, number: int) -> bool:
    old, new = lines_of(before), lines_of(after)
    return (
        len(old) == len(new)
        and old[: number - 1] == new[: number - 1]
        and old[number:] == new[number:]
        and old[number - 1].rstrip("\r\n") != new[number - 1].rstrip("\r\n")
        and end_of(old[number - 1]) == end_of(new[number - 1])
    )


@given(pages(), st.data(), CELL)
@example(OPEN, None, "x")
def test_a_set_cell_changes_one_line_and_is_read_back(
    text: str, data: st.DataObject | None, value: str
) -> None:
    page = read(text)
    row = data.draw(st.sampled_from(page.rows)) if data else page.rows[0]
    column = data.draw(st.integers(0, len(row.cells) - 1)) if data else 1
    try:
        edited = set_cell(text, row.number, column, value)
    except BadValue:
        # Two dashes and the like may make a row of dashes, and a backtick joins cells.
        assert "`" in text + value or "-" in value
        reject()
    cells = [list(other.cells) for other in page.rows]
    cells[row.number - 1][column] = value.strip()
    assert values(read(edited)) == trimmed(cells)
    assert edited == text or only_line_changed(text, edited, row.line)


def trimmed(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    return [
        list(row)[: max((n for n, cell in enumerate(row, 1) if cell), default=0)] for row in rows
    ]


@given(pages(), st.data(), st.lists(CELL, max_size=2))
def test_a_row_that_is_added_and_deleted_again_leaves_no_trace(
    text: str, data: st.DataObject, added: list[str]
) -> None:
    page = read(text)
    after = data.draw(st.integers(0, len(page.rows)))
    try:
        longer = add_row(text, after, added)
    except BadValue:
        assert "`" in text + "".join(added) or "-" in "".join(added)
        reject()
    cells: list[Sequence[str]] = [row.cells for row in page.rows]
    cells.insert(after, [checked(cell) for cell in added])
    assert values(read(longer)) == trimmed(cells)
    shorter = delete_row(longer, after + 1)
    # A last line without an end got one.
    assert shorter in (text, text + lines_of(text)[0][-1:], text + "\r\n")


@given(pages(), st.data())
def test_a_row_that_moves_there_and_back_leaves_no_trace(text: str, data: st.DataObject) -> None:
    rows = read(text).rows
    row = data.draw(st.sampled_from(rows))
    to = data.draw(st.sampled_from([other for other in rows if other.table == row.table]))
    try:
        moved = move_row(text, row.number, to.number)
    except BadValue:
        assert "-" in text
        reject()
    order = list(rows)
    order.insert(to.number - 1, order.pop(row.number - 1))
    assert values(read(moved)) == trimmed([other.cells for other in order])
    assert sorted(line.rstrip("\r\n") for line in lines_of(moved)) == sorted(
        line.rstrip("\r\n") for line in lines_of(text)
    )
    assert move_row(moved, to.number, row.number) == text

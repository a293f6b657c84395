"""How rows of a routing table are drawn, and where they stand."""

from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len

from memtui.core.routing import Row, read
from memtui.core.routing.look import Place, RouteLook
from memtui.ui.widgets.route_blocks import Blocks
from memtui.ui.widgets.route_cells import AT_REST, Hand, draw, file_lines, height_at_rest
from memtui.ui.widgets.route_shape import GAP, LEAST, MARK, Findings, Shape, shared, wanted

HEAD = "| Task type | Keywords | Files | Note |\n|---|---|---|---|\n"

heights = st.lists(st.integers(1, 5), min_size=1, max_size=12)


@given(heights, st.data())
def test_each_line_belongs_to_one_block(sizes: list[int], data: st.DataObject) -> None:
    blocks = Blocks(sizes)
    grown = data.draw(st.integers(-1, len(sizes) - 1))
    height = data.draw(st.integers(1, 9))
    blocks.grow(grown, height)
    real = [height if place == grown else size for place, size in enumerate(sizes)]
    lines = [(place, line) for place, size in enumerate(real) for line in range(size)]
    assert [blocks.at(line) for line in range(blocks.lines)] == lines
    assert [blocks.height(place) for place in range(len(sizes))] == real
    assert [blocks.top(place) for place in range(len(sizes))] == [
        sum(real[:place]) for place in range(len(sizes))
    ]


@given(st.lists(st.integers(1, 200), min_size=1, max_size=6), st.integers(20, 200))
def test_columns_share_the_room(sizes: list[int], room: int) -> None:
    widths = shared(sizes, room)
    left = room - MARK - GAP * (len(sizes) - 1)
    if not widths:
        assert sum(min(size, LEAST) for size in sizes) > left
        return
    assert sum(widths) == left
    assert all(width >= min(size, LEAST) for width, size in zip(widths, sizes, strict=True))
    if sum(sizes) <= left:
        assert all(width >= size for width, size in zip(widths, sizes, strict=True))


cells = st.text("ab, |`한글/.md\u200b\x1b[]", max_size=60)
rows = st.lists(st.tuples(cells, cells, cells, cells), min_size=1, max_size=4)


@example([("", "[[[[[[[`글글", "", "[[`글")], 24, 0)
@given(rows, st.integers(24, 120), st.integers(0, 3))
def test_a_row_at_rest_takes_the_lines_that_were_counted(
    values: list[tuple[str, ...]], room: int, column: int
) -> None:
    text = HEAD + "".join(f"| {' | '.join(value)} |\n" for value in values)
    page = read(text)
    lost = {file: (Place("x/y.md", "renamed"),) for row in page.rows for file in row.files[::2]}
    look = RouteLook(lost, frozenset(file for row in page.rows for file in row.files[1::3]))
    for table in page.tables:
        shape = Shape(table, shared(wanted(page)[table.first_line], room), room)
        for row in (row for row in page.rows if row.table is table):
            fired = {row.number: row.keywords[-1]} if row.keywords else {}
            found = Findings(fired, {row.number: ("why",)}, look=look)
            drawn = draw(row, shape, found)
            assert len(drawn.lines) == height_at_rest(row, shape, look)
            whole = draw(row, shape, found, Hand(column))
            for line in (*drawn.lines, *whole.lines):
                assert line.cell_length <= room
            assert len(whole.places) == len(table.header)
            for line in whole.lines[: whole.places[-1].bottom]:
                # Of what is offered the beginning may be cut.
                assert "…" not in line.plain.replace("f …", "")


def row_of(files: str) -> Row:
    return read(f"{HEAD}| A | a | {files} | |\n").rows[0]


def test_files_that_do_not_fit_are_counted_and_a_missing_one_among_them_is_said() -> None:
    row = row_of(", ".join(f"docs/{n}.md" for n in range(9)))
    lines = file_lines(row.files, 20, Findings(), AT_REST)
    assert [line.plain for line in lines] == [*(f"docs/{n}.md" for n in range(5)), "… 4 more"]
    found = Findings(look=RouteLook({"docs/8.md": ()}))
    assert file_lines(row.files, 20, found, AT_REST)[-1].plain == "… 4 more ✗"


def test_a_path_that_is_cut_keeps_its_end_and_is_folded_in_hand() -> None:
    row = row_of("skills/python-implementation/workflow.md")
    (cut,) = file_lines(row.files, 20, Findings(), 1)
    assert cut.plain == "…ntation/workflow.md"
    whole = file_lines(row.files, 24, Findings(), 0)
    assert [line.plain for line in whole] == [
        "skills/",
        "  python-implementation/",
        "  workflow.md",
    ]
    wide = file_lines(("문서/결제-화면-설계.md",), 12, Findings(), 1)
    assert cell_len(wide[0].plain) <= 12

"""The grid of a routing table: the cursor, what is drawn, what stands in it."""

import pytest

from memtui.core.documents import TABLE
from memtui.core.memory import Memory
from memtui.core.routing.look import Place, RouteLook
from memtui.core.workspace import Snapshot
from tests.ui.holding import click_text, lines, shown
from tests.ui.routing_holding import LOOK, PAGE, RoutingApp, routing, said

TWO = """| Task type | Keywords | Files |
|---|---|---|
| Deploy | deploy | docs/ops.md |

Notes of the writer.

| When | Owner | Triggers | Read |
|---|---|---|---|
| Billing | Kim | invoice, 환불 | docs/billing.md |
| 결제 화면 | 이수 | 결제 | docs/결제.md |
"""


async def test_the_cursor_goes_by_keys_through_rows_and_cells() -> None:
    app = RoutingApp()
    async with routing(app) as pilot:
        grid = app.grid
        assert (grid.row, grid.column) == (1, 0)
        await pilot.press("down", "j", "right", "right", "right")
        assert (grid.row, grid.column) == (3, 2)
        await pilot.press("k", "left")
        assert (grid.row, grid.column) == (2, 1)
        await pilot.press("G")
        assert grid.row == 5
        await pilot.press("home")
        assert grid.row == 1


async def test_a_row_that_fires_is_marked_with_its_keyword() -> None:
    app = RoutingApp(prompt="call the api")
    async with routing(app):
        fired = next(line for line in lines(app) if "API work" in line)
        assert "▶ API work" in fired
        assert "  Testing" in shown(app)
        assert "▶ Testing" not in shown(app)


async def test_the_fired_keyword_is_seen_in_a_cell_that_is_cut() -> None:
    words = ", ".join(f"word{number}" for number in range(40))
    app = RoutingApp(PAGE + f"| Long | {words}, zebra | docs/long.md |\n", prompt="the zebra")
    async with routing(app):
        line = next(line for line in lines(app) if "▶ Long" in line)
        assert "… zebra" in line


async def test_a_cut_cell_is_whole_for_the_row_in_hand() -> None:
    words = ", ".join(f"word{number}" for number in range(40))
    app = RoutingApp(PAGE + f"| Long | {words} | docs/long.md |\n")
    async with routing(app) as pilot:
        assert "word39" not in shown(app)
        await pilot.press("G")
        assert "word39" in shown(app)
        await pilot.press("g")
        assert "word39" not in shown(app)


async def test_a_missing_file_is_marked_and_the_offer_stands_below() -> None:
    app = RoutingApp(look=LOOK)
    async with routing(app):
        rows = lines(app)
        at = next(index for index, line in enumerate(rows) if "docs/ARCHITECTURE.md ✗" in line)
        assert "f docs/design/ (renamed)" in rows[at + 1]


async def test_the_filter_shows_the_rows_that_hold_a_text() -> None:
    app = RoutingApp()
    async with routing(app) as pilot:
        await pilot.press("slash", *"PYT")
        assert app.grid.row == 4
        assert "Testing" in shown(app)
        assert "Reviews" not in shown(app)
        await pilot.press("enter", "d")
        assert "pytest" not in app.table
        await pilot.press("ctrl+z", "escape")
        assert "Reviews" in shown(app)
        await pilot.press("slash", *"zzz")
        assert "no row holds “zzz”" in shown(app)
        await pilot.press("escape")
        assert app.grid.has_focus


async def test_each_table_of_a_page_has_its_header_and_its_columns() -> None:
    app = RoutingApp(TWO)
    async with routing(app) as pilot:
        text = shown(app)
        assert "Task type" in text
        assert "Triggers" in text
        assert "결제 화면" in text
        await pilot.press("G", "right", "enter")
        assert app.pane.cell.value == "이수"
        await pilot.press("ctrl+u", *"최민", "enter")
        assert app.cells(3) == ("결제 화면", "최민", "결제", "docs/결제.md")
        assert app.table == TWO.replace("이수", "최민")
        await pilot.press("K", "K")
        assert app.cells(2)[0] == "결제 화면"
        assert "another table" in said(app)


async def test_columns_of_wide_letters_stand_in_line() -> None:
    from rich.cells import cell_len

    app = RoutingApp(TWO)
    async with routing(app):
        rows = [line for line in lines(app) if ".md" in line and "docs/" in line]
        ends = {cell_len(line[: line.index("docs/")]) for line in rows if "billing" in line}
        ends |= {cell_len(line[: line.index("docs/")]) for line in rows if "결제.md" in line}
        assert len(ends) == 1


async def test_the_mouse_takes_a_cell_and_twice_edits_it() -> None:
    app = RoutingApp()
    async with routing(app) as pilot:
        await click_text(pilot, "test, pytest")
        assert (app.grid.row, app.grid.column) == (4, 1)
        await click_text(pilot, "docs/api/", times=2)
        assert app.pane.cell.value == "docs/api/"
        await pilot.press("x")
        await click_text(pilot, "Testing")
        assert app.cells(3)[2] == "docs/api/x"
        assert app.grid.has_focus
        assert app.grid.row == 4


async def test_further_cells_and_columns_stay_and_are_shown() -> None:
    app = RoutingApp(
        "| Task | Keywords | Files | Note |\n|---|---|---|---|\n| A | a | a.md | n | m |\n"
    )
    async with routing(app) as pilot:
        assert "further cells: m" in shown(app)
        await pilot.press("right", "enter", "b", "enter")
        assert app.cells(1) == ("A", "ab", "a.md", "n", "m")


HOSTILE = ("[/]", "[@click=app.quit]x[/]", "\x1b]0;t\x07", "\x9b31m", "\u202eexe", "[bold")


@pytest.mark.parametrize("size", [(120, 40), (50, 20)])
async def test_hostile_cells_are_text(size: tuple[int, int]) -> None:
    from memtui.core.plain import harmless

    rows = "".join(f"| {text} | {text} | {text} | {text} |\n" for text in HOSTILE)
    files = {f"memory/{text.replace('/', '|')}.md": text for text in HOSTILE}
    table = f"| Task | Keywords | Files | [/] {HOSTILE[1]} |\n|---|---|---|---|\n{rows}"
    places = tuple(Place(text, text) for text in HOSTILE)
    look = RouteLook(dict.fromkeys(HOSTILE[:3], places), frozenset(HOSTILE[3:]), HOSTILE)
    app = RoutingApp(table, files, look=look, prompt=" ".join(HOSTILE))
    async with routing(app, size) as pilot:
        for key in ("down", "down", "down", "enter", "escape", "f8", "down", "f8", "f", "d"):
            await pilot.press(key)
            text = shown(app)
            assert text.replace("\n", "") == harmless(text.replace("\n", ""))
        app.routing.toggle_agent()
        await pilot.pause()
        text = shown(app)
        assert text.replace("\n", "") == harmless(text.replace("\n", ""))
        assert "[auto-memory]" in text
        await click_text(pilot, "[@click=app.quit]x[/]")
        assert app.is_running


async def test_ten_thousand_rows_are_walked_as_quickly_as_ten() -> None:
    rows = "".join(f"| Task {n} | word{n}, other{n} | docs/{n}.md, b.md |\n" for n in range(10_000))
    app = RoutingApp(PAGE + rows)
    async with routing(app) as pilot:
        drawn: list[int] = []
        look = app.grid.look

        def counted(index: int, width: int) -> object:
            drawn.append(index)
            return look(index, width)

        app.grid.look = counted  # type: ignore[method-assign, assignment]
        await pilot.press("pagedown", "down", "G")
        assert app.grid.row == 10_005
        assert "Task 9999" in shown(app)
        assert len(drawn) < 1_000
        drawn.clear()
        measured: list[int] = []
        app.grid._measure = lambda: measured.append(1)  # type: ignore[method-assign]
        for _ in range(20):
            app.grid.action_move(-1)
        assert app.grid.row == 9_985
        assert len(drawn) < 20 * 50
        assert not measured
        drawn.clear()
        app.give(app.workspace.with_feature(type(app.workspace.feature)("word9990")))
        await pilot.pause()
        assert "▶ Task 9990" in shown(app)
        assert len(drawn) < 300


async def test_a_table_that_cannot_be_written_is_shown_and_says_why() -> None:
    from memtui.core.memory import Fault

    app = RoutingApp()
    async with routing(app) as pilot:
        table = Memory(TABLE, PAGE, Fault("not-utf8", "it is not UTF-8 text"))
        app.give(app.workspace.with_snapshot(Snapshot(documents=(table,))))
        await pilot.pause()
        assert "read-only: it is not UTF-8 text" in shown(app)
        await pilot.press("enter", "n", "d", "J", "f")
        assert not app.posted
        assert "memory/INDEX.md is read-only" in said(app)

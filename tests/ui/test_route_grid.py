"""The grid of a routing table: the cursor, what is drawn, edits in place."""

import pytest
from textual import events

from memtui.core.documents import TABLE
from memtui.core.memory import Memory
from memtui.core.route_look import Place, RouteLook
from memtui.core.workspace import Snapshot
from tests.ui.editing import typed, until
from tests.ui.holding import click_text, lines, shown
from tests.ui.routing_holding import PAGE, RoutingApp, routing, said

LOOK = RouteLook(
    {
        "docs/ARCHITECTURE.md": (
            Place("docs/design/", "renamed"),
            Place("docs/arch.md", "same name"),
        )
    }
)
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


async def test_enter_edits_the_cell_in_place_and_only_its_bytes_change() -> None:
    app = RoutingApp()
    async with routing(app) as pilot:
        await pilot.press("down", "enter")
        assert app.pane.cell.has_focus
        assert app.pane.cell.value == "Architecture/design"
        await pilot.press("ctrl+u", *"Design", "enter")
        assert app.table == PAGE.replace("| Architecture/design |", "| Design |")
        assert app.grid.has_focus
        assert app.grid.row == 2


async def test_escape_leaves_the_cell_as_it_was() -> None:
    app = RoutingApp()
    async with routing(app) as pilot:
        await pilot.press("enter", *"xyz", "escape")
        assert app.table == PAGE
        assert not app.posted
        assert app.grid.has_focus


async def test_tab_takes_the_text_and_edits_the_next_cell() -> None:
    app = RoutingApp()
    async with routing(app) as pilot:
        await pilot.press("enter", "!", "tab", *",x", "tab", "tab")
        assert app.cells(1)[:2] == ("Deploy/CI!", "deploy,docker,release,ci,x")
        assert app.grid.has_focus
        await pilot.press("enter", "shift+tab", "?", "enter")
        assert app.cells(1)[1] == "deploy,docker,release,ci,x?"


async def test_keys_that_come_at_once_act_in_their_order() -> None:
    app = RoutingApp()
    async with routing(app) as pilot:
        await typed(pilot, "jjdnNew task")
        assert app.cells(3)[0] == "Testing"
        assert app.pane.cell.value == "New task"
        await pilot.press("enter")
        assert app.cells(4)[0] == "New task"


async def test_a_bar_in_the_text_stays_in_the_cell() -> None:
    app = RoutingApp()
    async with routing(app) as pilot:
        await pilot.press("enter", *" | b", "enter")
        assert app.cells(1)[0] == "Deploy/CI | b"
        assert r"Deploy/CI \| b" in app.table
        assert "Deploy/CI | b" in shown(app)


async def test_what_a_cell_cannot_hold_is_refused_and_not_lost() -> None:
    app = RoutingApp(PAGE.replace("DEPLOY.md", "`DEPLOY.md`"))
    async with routing(app) as pilot:
        await pilot.press("enter", *" `code", "enter")
        assert "backtick" in said(app)
        assert app.pane.cell.has_focus
        assert app.pane.cell.value.endswith("`code")
        await pilot.press("`", "enter")
        assert app.cells(1)[0] == "Deploy/CI `code`"


async def test_a_row_is_added_below_and_edited() -> None:
    app = RoutingApp()
    async with routing(app) as pilot:
        await pilot.press("down", "n", *"Billing", "tab", *"bill,invoice", "tab", *"docs/b.md")
        await pilot.press("enter")
        assert app.cells(3) == ("Billing", "bill,invoice", "docs/b.md")
        assert app.grid.row == 3
        assert len(app.workspace.routes.rows) == 6


async def test_a_new_row_without_a_word_goes_again() -> None:
    app = RoutingApp()
    async with routing(app) as pilot:
        await pilot.press("down", "n", "escape")
        assert app.table == PAGE
        assert app.grid.row == 2


async def test_a_row_is_deleted_and_brought_back() -> None:
    app = RoutingApp()
    async with routing(app) as pilot:
        await pilot.press("down", "d")
        assert "design" not in app.table
        assert "row 2 deleted; ^z brings it back" in said(app)
        await pilot.press("d", "ctrl+z", "ctrl+z")
        assert app.table == PAGE
        assert app.grid.row == 2
        await pilot.press("ctrl+y")
        assert "design" not in app.table
        await pilot.press("ctrl+y", "ctrl+y")
        assert "nothing to redo" in said(app)


async def test_the_last_row_can_be_deleted_too() -> None:
    app = RoutingApp()
    async with routing(app) as pilot:
        await pilot.press("G", "d", "d", "d", "d", "d", "d")
        assert not app.workspace.routes.rows
        assert "No rows yet" in shown(app)
        await pilot.press("n", *"First", "enter")
        assert app.cells(1)[0] == "First"


@pytest.mark.parametrize(("down", "up"), [("J", "K"), ("ctrl+down", "ctrl+up")])
async def test_a_row_moves_and_the_cursor_with_it(down: str, up: str) -> None:
    app = RoutingApp()
    async with routing(app) as pilot:
        await pilot.press("right", down, down)
        assert app.cells(3)[0] == "Deploy/CI"
        assert (app.grid.row, app.grid.column) == (3, 1)
        await pilot.press(up, up, up)
        assert app.table == PAGE
        assert app.grid.row == 1


async def test_mending_takes_one_offered_place_after_the_other() -> None:
    app = RoutingApp(look=LOOK)
    async with routing(app) as pilot:
        await pilot.press("down", "f")
        assert app.cells(2)[2] == "docs/design/"
        assert "renamed; f takes the next" in said(app)
        await pilot.press("f")
        assert app.cells(2)[2] == "docs/arch.md"
        await pilot.press("f")
        assert app.table == PAGE
        await pilot.press("down", "f")
        assert "no file is missing" in said(app)


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


async def test_what_is_half_typed_is_taken_when_asked_for() -> None:
    app = RoutingApp()
    async with routing(app) as pilot:
        await pilot.press("enter", "!")
        assert app.table == PAGE
        (message,) = app.routing.commit()
        assert message.text == PAGE.replace("Deploy/CI", "Deploy/CI!")
        app.give(app.workspace.with_draft(message.file, message.text))
        await pilot.press("?", "enter")
        assert app.cells(1)[0] == "Deploy/CI!?"
        await pilot.press("enter", "!")
        app.routing.commit()
        await pilot.press("escape")
        assert app.cells(1)[0] == "Deploy/CI!?"


async def test_edits_that_did_not_come_back_yet_are_told_when_asked_for() -> None:
    app = RoutingApp(echo=False)
    async with routing(app) as pilot:
        await pilot.press("d", "d")
        pending = app.routing.flush()
        assert pending
        assert "design" not in pending.text  # type: ignore[union-attr]
        assert {message.text for message in app.posted} == {pending.text}  # type: ignore[attr-defined, union-attr]
        app.give(app.workspace.with_draft(TABLE, app.pane.draft.text))
        assert app.routing.flush() is None


async def test_the_cursor_stays_on_its_row_when_others_write() -> None:
    app = RoutingApp()
    async with routing(app) as pilot:
        await pilot.press("down", "down", "enter", "!")
        app.give_table(PAGE.replace("| Deploy/CI |", "| First | x | y.md |\n| Deploy/CI |"))
        await pilot.pause()
        assert app.pane.cell.has_focus
        await pilot.press("enter")
        assert app.cells(4)[0] == "API work!"
        assert app.cells(1)[0] == "First"
        await pilot.press("ctrl+z", "ctrl+z")
        assert "nothing to undo" in said(app)


async def test_a_row_that_goes_while_it_is_edited_is_not_lost() -> None:
    app = RoutingApp(PAGE.split("| Architecture")[0])
    async with routing(app) as pilot:
        await pilot.press("enter", "!")
        app.give_table(PAGE.split("| Deploy")[0])
        await pilot.pause()
        assert "what you typed: Deploy/CI!" in said(app)
        assert not app.pane.cell.display


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


async def test_the_field_stays_over_its_cell_when_the_terminal_changes() -> None:
    app = RoutingApp()
    async with routing(app) as pilot:
        await pilot.press("down", "right", "enter", "!")
        app.post_message(events.AppBlur())
        await pilot.pause()
        app.post_message(events.AppFocus())
        await until(pilot, lambda: app.pane.cell.has_focus)
        await pilot.resize_terminal(50, 16)
        await until(pilot, lambda: app.grid.size.width < 50)
        await pilot.pause()
        place = app.grid.place
        assert place
        at = app.grid.region.offset + place.offset
        await until(pilot, lambda: app.pane.cell.region.offset == at)
        assert app.pane.cell.value == "design,structure,refactor!"
        assert not app.posted

"""Cells and rows of a routing table edited in place, and edits that are not told yet."""

import pytest
from textual import events

from memtui.core.documents import TABLE
from memtui.core.routing.look import Place, RouteLook
from tests.ui.editing import typed, until
from tests.ui.holding import shown
from tests.ui.routing_holding import LOOK, PAGE, RoutingApp, routing, said


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
        assert "renamed; f takes the next place" in said(app)
        await pilot.press("f")
        assert app.cells(2)[2] == "docs/arch.md"
        await pilot.press("f")
        assert app.table == PAGE
        await pilot.press("down", "f")
        assert "no file of this row is missing" in said(app)


async def test_each_missing_file_of_a_row_is_mended_by_the_same_key() -> None:
    page = PAGE.replace("docs/ops/cicd.md, DEPLOY.md", "docs/cicd.md, gone.md, DEPLOYING.md")
    offers = {
        "docs/cicd.md": (Place("docs/ops/cicd.md", "same name"), Place("ci.md", "alike")),
        "gone.md": (),
        "DEPLOYING.md": (Place("DEPLOY.md", "renamed"), Place("docs/deploy.md", "alike")),
    }
    app = RoutingApp(page, look=RouteLook(offers))
    async with routing(app) as pilot:
        await pilot.press("f")
        assert app.cells(1)[2] == "docs/ops/cicd.md, gone.md, DEPLOYING.md"
        assert "same name; f mends the next file" in said(app)
        await pilot.press("f")
        assert app.cells(1)[2] == "docs/ops/cicd.md, gone.md, DEPLOY.md"
        assert "renamed; f takes the next place" in said(app)
        await pilot.press("f")
        assert app.cells(1)[2] == "docs/ops/cicd.md, gone.md, docs/deploy.md"
        await pilot.press("ctrl+z", "ctrl+z", "ctrl+z")
        assert app.table == page


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

        def over() -> bool:
            place = app.grid.place
            at = app.grid.region.offset + place.offset if place else None
            return app.pane.cell.region.offset == at

        await until(pilot, over)
        assert app.pane.cell.value == "design,structure,refactor!"
        assert not app.posted


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (50, 20)])
async def test_the_field_hides_no_other_cell(size: tuple[int, int]) -> None:
    app = RoutingApp()
    async with routing(app, size) as pilot:
        # Everything around the field is read as it is seen, the cell below it aside.
        for column, others in enumerate(
            [("deploy, docker", "docs/ops/cicd.md"), ("Deploy/CI", "DEPLOY.md"), ("Deploy/CI",)]
        ):
            await pilot.press(*["right"] * column, "enter")
            for text in ("", "and words " * 9):
                await typed(pilot, text)
                await pilot.pause()
                field, grid = app.pane.cell.region, app.grid.region
                assert field.height == app.pane.cell.lines
                assert field.height == app.grid.field_lines
                assert grid.contains_region(field)
                flat = " ".join(shown(app).split())
                for other in (*others, "design"):
                    assert other in flat, (size, column, other)
                if text:
                    assert field.height > 1
            await pilot.press("escape", *["left"] * column)


async def test_a_field_in_a_row_taller_than_the_room_is_seen_and_hides_nothing_of_it() -> None:
    files = ", ".join(f"docs/of-the-operations/file-{number}.md" for number in range(8))
    app = RoutingApp(PAGE.replace("docs/ops/cicd.md, DEPLOY.md", files))
    async with routing(app, (50, 16)) as pilot:
        await pilot.press("right", "right", "enter", *"END")
        await pilot.pause()
        assert "END" in shown(app)
        place = app.grid.place
        assert place
        field = app.pane.cell.region
        assert field.y == max(app.grid.region.y, app.grid.region.y + place.y)


async def test_a_field_takes_its_height_at_once() -> None:
    app = RoutingApp()
    async with routing(app) as pilot:
        app.pane.action_edit()
        assert (app.pane.cell.lines, app.grid.field_lines) == (1, 1)
        await pilot.press("tab")
        assert app.pane.cell.lines == 1

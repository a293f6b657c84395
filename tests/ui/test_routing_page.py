"""The Routing page: what stands beside the table, documents in its place, its layouts."""

import pytest

from memtui.core.documents import TABLE
from memtui.core.memory import Feature, Memory
from memtui.core.routing.look import Place, RouteLook
from memtui.core.workspace import Snapshot
from memtui.ui.messages import DocumentChosen, RawEdited
from memtui.ui.widgets.document_pane import DocumentPane
from memtui.ui.widgets.route_side import RouteSide
from memtui.ui.widgets.text_editor import TextEditor
from tests.ui.editing import until
from tests.ui.holding import click_text, lines, shown
from tests.ui.routing_holding import PAGE, RoutingApp, routing, said

DOCUMENTS = {
    "memory/testing.md": "# Testing\n\n" + "Run it twice.\n" * 150,
    "tasks/context.md": "# Context\n",
    "tasks/todo.md": "- one\n",
}
LOOK = RouteLook(
    {"docs/ARCHITECTURE.md": (Place("docs/design/", "renamed"),), "docs/review.md": ()},
    frozenset(),
    ("docs/billing.md", "docs/ops/backup.md"),
)


def side(app: RoutingApp) -> RouteSide:
    return app.screen.query_one(RouteSide)


def beside(app: RoutingApp) -> str:
    """Return what the side pane shows, its lines joined by blanks."""
    edge = side(app).region.x
    return " ".join(" ".join(line[edge:].strip(" │╭╮╰╯─") for line in lines(app)).split())


async def test_the_hint_stands_there_as_the_hook_prints_it() -> None:
    app = RoutingApp(prompt="deploy the api")
    async with routing(app):
        assert (
            '[auto-memory] Looks like a "Deploy/CI" task → Read first: docs/ops/cicd.md, DEPLOY.md'
            ' [auto-memory] Looks like a "API work" task → Read first: docs/api/' in beside(app)
        )


async def test_without_a_row_that_fires_the_nearest_stand_there_and_lead_to_theirs() -> None:
    app = RoutingApp(documents=DOCUMENTS, prompt="call some apis")
    async with routing(app) as pilot:
        text = beside(app)
        assert "nothing: no row fires" in text
        assert '"apis" is close to the keyword "api"' in text
        app.routing.open_pane("side")
        await pilot.press("enter")
        await pilot.pause()
        assert app.grid.has_focus
        assert app.grid.row == 3
        app.give(app.workspace.with_feature(Feature("")))
        await pilot.pause()
        assert "Type a task above" in beside(app)


async def test_the_row_in_hand_shows_what_is_missing_and_where_it_may_be() -> None:
    app = RoutingApp(look=LOOK)
    async with routing(app) as pilot:
        assert "Row 1" not in beside(app)
        await pilot.press("down")
        assert (
            "Row 2 · Architecture/design docs/ARCHITECTURE.md ✗ → docs/design/ renamed"
            in beside(app)
        )
        await pilot.press("G")
        assert "docs/review.md ✗ nothing like it in the project" in beside(app)


async def test_the_row_in_hand_is_followed_however_it_changes() -> None:
    app = RoutingApp(look=LOOK)
    async with routing(app) as pilot:
        await pilot.press("down", "n")
        assert side(app).in_hand == 3
        await pilot.press("escape")
        assert side(app).in_hand == app.grid.row == 2
        await pilot.press("slash", *"review")
        assert side(app).in_hand == app.grid.row == 5
        app.give_table(PAGE.replace("| Testing", "| New | new | new.md |\n| Testing"))
        await pilot.pause()
        assert side(app).in_hand == app.grid.row == 6


async def test_documents_stand_there_with_their_size_and_their_rows() -> None:
    app = RoutingApp(documents=DOCUMENTS)
    async with routing(app):
        text = beside(app)
        assert "Documents 4" in text
        assert "memory/testing.md 2.1 KB ← Testing" in text
        assert "tasks/context.md 10 B read at each start" in text
        assert "tasks/todo.md 6 B no row leads here" in text
        assert f"{TABLE} 407 B the table's page, as text" in text


async def test_enter_on_a_document_without_a_route_adds_a_row_for_it() -> None:
    app = RoutingApp(look=LOOK)
    async with routing(app) as pilot:
        app.routing.open_pane("side")
        await pilot.press("down", "enter")
        await until(pilot, lambda: app.pane.cell.has_focus)
        await until(pilot, lambda: len(app.workspace.routes.rows) == 6)
        await pilot.press(*"backup", "enter")
        assert app.cells(2) == ("", "backup", "docs/ops/backup.md")
        app.routing.open_pane("side")
        await pilot.press("enter")
        await until(pilot, lambda: app.pane.cell.has_focus)
        await pilot.press("escape")
        assert len(app.workspace.routes.rows) == 6


async def test_a_document_opens_in_the_tables_place_and_is_edited() -> None:
    app = RoutingApp(documents=DOCUMENTS)
    async with routing(app) as pilot:
        app.routing.open_pane("side")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.focused, TextEditor))
        assert app.routing.in_hand == "memory/testing.md"
        await until(pilot, lambda: "memory/testing.md" in lines(app)[1])
        await pilot.press("!")
        text = "!" + DOCUMENTS["memory/testing.md"]
        if pending := app.routing.flush():
            assert isinstance(pending, RawEdited)
            assert (pending.file, pending.text) == ("memory/testing.md", text)
            app.give(app.workspace.with_draft(pending.file, pending.text))
        await pilot.pause()
        assert app.workspace.drafts["memory/testing.md"].text == text
        await until(pilot, lambda: "memory/testing.md  ●" in lines(app)[1])
        await pilot.press("f3")
        await until(pilot, lambda: bool(pilot.app.screen.query("Preview")))
        await pilot.press("f3", "ctrl+f", *"twice")
        await until(pilot, lambda: "150" in shown(app))
        await pilot.press("escape", "escape")
        await until(pilot, lambda: app.grid.has_focus)
        assert app.routing.in_hand == TABLE
        assert not app.screen.query_one(DocumentPane).display
        assert "● 2.1 KB" in beside(app)


async def test_the_side_pane_says_what_enter_does() -> None:
    look = RouteLook(unrouted=("docs/billing.md",))
    app = RoutingApp(documents=DOCUMENTS, look=look, prompt="pull requests")
    async with routing(app) as pilot:
        app.routing.open_pane("side")
        await pilot.press("home")
        for line, does in (("docs/billing.md", "add a row"), ("memory/testing.md", "open")):
            while app.routing.side.name_in_hand != line:
                await pilot.press("down")
            assert f"enter {does} ─╯" in shown(app)
        app.give(app.workspace.with_feature(Feature("archtecture")))
        await pilot.press("home")
        assert "enter go there ─╯" in shown(app)


async def test_a_document_that_is_gone_says_so() -> None:
    app = RoutingApp(documents=DOCUMENTS)
    async with routing(app) as pilot:
        app.post_message(DocumentChosen("tasks/todo.md"))
        await until(pilot, lambda: isinstance(pilot.app.focused, TextEditor))
        app.give(app.workspace.with_snapshot(Snapshot(documents=(Memory(TABLE, PAGE),))))
        await pilot.pause()
        assert "tasks/todo.md  ✗ gone" in lines(app)[1]


async def test_a_project_without_a_page_says_what_to_do() -> None:
    app = RoutingApp(None, look=LOOK)
    async with routing(app) as pilot:
        text = shown(app)
        assert f"No routing table yet: there is no {TABLE}." in text
        assert "i surveys the documents and proposes rows." in text
        assert lines(app)[-1].strip() == "n Add  i Survey  l Learn  c Context"
        await pilot.press("n", "escape")
        assert app.workspace.memory(TABLE) is None
        await pilot.press("n", *"p", "enter")
        assert "| Task type | Keywords | Files to load |" in app.table
        assert app.cells(1) == ("p", "", "")


async def test_a_document_without_a_route_begins_the_page() -> None:
    app = RoutingApp(None, look=LOOK)
    async with routing(app) as pilot:
        app.routing.open_pane("side")
        await pilot.press("enter")
        await until(pilot, lambda: bool(app.table))
        assert app.cells(1) == ("", "", "docs/billing.md")


async def test_a_page_without_a_routing_table_gets_one_below_its_text() -> None:
    app = RoutingApp(prompt="deploy", table="# Notes\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    async with routing(app) as pilot:
        assert "has a column of keywords and one of files" in shown(app)
        assert "nothing: there is no routing table" in beside(app)
        await pilot.press("n", *"Deploy", "enter")
        assert app.table.startswith("# Notes\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
        assert app.cells(1) == ("Deploy", "", "")


async def test_the_foot_counts_the_page_and_the_places_that_are_marked() -> None:
    app = RoutingApp()
    async with routing(app) as pilot:
        assert "page 407 B in every session · 1 warning\n" in shown(app).replace(" \n", "\n")
        assert shown(app).count("▲") == 1
        assert "pull request ▲" in shown(app)
        await pilot.press("G")
        assert 'the original hook finds "pullrequest"' in shown(app)
        await pilot.press("right", "enter", "ctrl+u", *"pr,merge", "enter")
        assert "▲" not in shown(app)
        assert "warning" not in shown(app)


async def test_what_holds_for_the_whole_page_stands_beside_it() -> None:
    app = RoutingApp("| Keywords | Files |\n|---|---|\n| api | docs/api/ |\n")
    async with routing(app):
        assert "About the page ▲ line 1: the original hook takes the first three" in beside(app)
    korean = PAGE.replace("api,endpoint", "api,배포")
    app = RoutingApp(korean)
    async with routing(app):
        assert "About the page ▲ in a UTF-8 locale the original hook does not" in beside(app)


async def test_many_rows_are_warned_of_as_well() -> None:
    rows = "".join(f"| T{n} | two words{n} | d.md |\n" for n in range(600))
    app = RoutingApp(PAGE + rows)
    async with routing(app) as pilot:
        await until(pilot, lambda: "602 warnings" in shown(app))


async def test_where_there_is_room_for_one_pane_f8_changes_them() -> None:
    app = RoutingApp(documents=DOCUMENTS)
    async with routing(app, (80, 24)) as pilot:
        assert app.grid.display
        assert not side(app).display
        app.routing.toggle_agent()
        await until(pilot, lambda: "What the agent is told" in shown(app))
        assert side(app).has_focus
        assert "Documents 4" in shown(app)
        app.routing.toggle_agent()
        await until(pilot, lambda: "Deploy/CI" in shown(app))
        assert app.grid.has_focus
        await pilot.resize_terminal(120, 30)
        await until(pilot, lambda: "What the agent is told" in shown(app))
        assert "Deploy/CI" in shown(app)


async def test_the_feature_bar_keeps_the_focus_when_panes_change() -> None:
    app = RoutingApp(documents=DOCUMENTS)
    async with routing(app, (80, 24)) as pilot:
        app.screen.query_one("#title").focus()
        app.routing.toggle_agent()
        await until(pilot, lambda: "What the agent is told" in shown(app))
        await pilot.press(*"api")
        assert 'Looks like a "API work" task' in beside(app)


@pytest.mark.parametrize("width", [30, 44, 59])
async def test_narrow_rows_stand_whole_below_each_other(width: int) -> None:
    app = RoutingApp(look=LOOK)
    async with routing(app, (width, 24)) as pilot:
        text = shown(app)
        for part in ("Deploy/CI", "docs/ops/cicd.md", "DEPLOY.md", "docs/design/"):
            assert part in text
        await pilot.press("down", "right", "enter")
        assert app.pane.cell.value == "design,structure,refactor"
        cell, rows = app.pane.cell.region, app.pane.content_region
        assert rows.contains_region(cell)
        await pilot.press(*",x" * 40, "enter")
        assert app.cells(2)[1] == "design,structure,refactor" + ",x" * 40


async def test_the_field_stays_in_sight_at_the_edge_of_the_pane() -> None:
    app = RoutingApp(PAGE + "| Last | " + "word, " * 60 + " | x.md |\n")
    async with routing(app, (120, 14)) as pilot:
        await pilot.press("G", "right", "right", "enter", *"y" * 90)
        cell, rows = app.pane.cell.region, app.pane.content_region
        assert rows.contains_region(cell)
        assert cell.height > 1


async def test_the_keys_of_the_rows_are_named_at_the_foot() -> None:
    app = RoutingApp()
    async with routing(app) as pilot:
        foot = lines(app)[-1]
        assert "⏎ Edit  n Add  d Delete  f Mend  i Survey" in foot
        await pilot.press("enter")
        assert "⏎ Accept  tab Next cell  esc Leave" in lines(app)[-1]
        assert "Delete" not in lines(app)[-1]


async def test_every_key_has_an_id_a_name_and_a_sentence() -> None:
    app = RoutingApp(documents=DOCUMENTS)
    async with routing(app) as pilot:
        app.post_message(DocumentChosen("tasks/todo.md"))
        await until(pilot, lambda: isinstance(pilot.app.focused, TextEditor))
        for widget in app.routing.query("RoutePane, RouteGrid, CellInput, RouteSide, DocumentPane"):
            for binding in type(widget).__dict__.get("BINDINGS", ()):
                assert binding.id
                assert binding.description
                assert binding.tooltip


async def test_a_click_on_a_document_opens_it() -> None:
    app = RoutingApp(documents=DOCUMENTS)
    async with routing(app) as pilot:
        await click_text(pilot, "tasks/todo.md", times=2)
        await until(pilot, lambda: app.routing.document == "tasks/todo.md")
        assert said(app) == ""

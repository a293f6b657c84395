"""No text of a file is markup, an action, or an order to the terminal, wherever it is shown."""

import json
import re
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from memtui.core.memory import Feature, Memory
from memtui.core.plain import harmless
from memtui.core.workspace import Draft, Snapshot, Workspace
from memtui.ui.screens.learn_places import PlaceRows
from memtui.ui.screens.recovered import Offered, Recovered
from memtui.ui.screens.survey_rows import SurveyRows
from memtui.ui.widgets.agent_pane import AgentPane, why_lines
from memtui.ui.widgets.form_fields import Counters
from tests.ui.conftest import idle
from tests.ui.editing import until
from tests.ui.holding import click_text
from tests.ui.hostile_store import CONTROL, EVERYTHING, MARKUP, NAMES, PROJECT
from tests.ui.hostile_walk import SIZES, Size, at_each_size, hostile_app, walking

SIGNS = tuple(map(harmless, CONTROL))


@at_each_size
async def test_the_lists_and_views_show_it_as_text(size: Size, tmp_path: Path) -> None:
    app = hostile_app(tmp_path)
    async with walking(app, size) as walk:
        await walk.ask()
        listed = await walk.go("escape", "home", wait=True)
        assert harmless(PROJECT)[:8] in listed
        rows = app.main.page.files.rows
        # The narrow layouts show the same rows and fields, and are walked in longer steps.
        wide = size == SIZES[0]
        for _ in range(rows.count if wide else 4):
            listed += await walk.go("down")
        listed += await walk.go("end")
        for name in NAMES:
            assert harmless(name.removesuffix(".md"))[:5] in listed
        for order in ("name", "size", "use", "rank") if wide else ():
            assert f"by {order}" in await walk.go("o")
        assert "[bold" in await walk.go("slash", "[")
        await walk.go("escape")
        app.main.chosen = "gotchas.md"
        await walk.go("f2", wait=True)
        for _ in range(3 if wide else 1):
            await walk.go("tab", "tab")
        body = await walk.go("f3", "ctrl+home")
        while "```" not in body:
            body += await walk.go("pagedown")
        for text in (*MARKUP, *SIGNS):
            # At a line separator, and at a form feed, the editor begins a new line.
            assert all(part in body for part in re.split("[␤␌␋]", text)), text
        await walk.go("ctrl+end")
        preview = await walk.go("ctrl+home", "f3", wait=True)
        while "␛]0;title␇" not in preview:
            preview += await walk.go("pagedown")
        await walk.go("end")
        await walk.go("f3")
        await walk.go("ctrl+f", "[", wait=True)
        await walk.go("escape")
        assert "[/]" in await walk.go("f4", wait=True)
        assert "[[note]]" in await walk.go("slash", *"[[n")
        await walk.go("escape", "end")
        assert "Next load" in await walk.go("f5", wait=True)
        await walk.go("ctrl+end")


@at_each_size
async def test_the_agent_pane_and_what_opens_from_the_list_show_it_as_text(
    size: Size, tmp_path: Path
) -> None:
    app = hostile_app(tmp_path)
    async with walking(app, size) as walk:
        await walk.ask()
        await walk.go("escape", "f8", wait=True)
        app.screen.query_one(AgentPane).focus()
        assert "GOTCHAS" in await walk.go("p", wait=True)
        assert "[/]" in await walk.go("pagedown")
        await walk.go("slash", "[", wait=True)
        await walk.go("escape")
        # Copying fails on half a character, if there is one in the text.
        assert "clipboard" in await walk.go("c", wait=True)
        await walk.go("escape")
        await walk.go("t")
        assert "ctx[@clic" in await walk.go("t", wait=True)
        assert "[x[/" in await walk.go("t", "escape", "home", "n", *"[x[/")
        await walk.go("escape")
        for _ in range(2):
            await walk.go("down", "r")
            await walk.go("escape")
        assert "Delete 2 files" in await walk.go("space", "space", "d")
        await walk.go("escape")
        picker = await walk.go("ctrl+o")
        picker += await walk.go("pagedown")
        picker += await walk.go("pagedown")
        for text in (*MARKUP, *SIGNS):
            assert text in picker
        assert "[@click=app.quit]x[/]" in await walk.go(*"quit")
        await walk.go("enter")
        await walk.go("f1")
        await walk.go("escape")
        assert "[/]" in await walk.go("ctrl+p", *"[/]", wait=True)
        await walk.go("escape")


@at_each_size
async def test_what_asks_and_what_is_said_shows_it_as_text(size: Size, tmp_path: Path) -> None:
    app = hostile_app(tmp_path)
    async with walking(app, size) as walk:
        name = "x[@click=app.quit].md"
        app.main.chosen = name
        await walk.go("f3", *"[/]", wait=True)
        path = app.session.project.memory / name
        path.write_bytes("\n".join(EVERYTHING).encode())
        app.main.read_disk()
        await idle(walk.pilot)
        assert "x[@click=app.quit].md was" in await walk.go("ctrl+s", wait=True)
        both = await walk.go("down", "pagedown")
        assert "[bold" in both + await walk.go("pagedown")
        await walk.go("escape")
        path.unlink()
        app.main.read_disk()
        await idle(walk.pilot)
        assert f"{name} is gone" in await walk.go("ctrl+s", wait=True)
        await walk.go("escape")
        app.clear_notifications()
        assert f"  {name}" in await walk.go("ctrl+q", wait=True)
        await walk.go("escape")
        await walk.go("f2", wait=True)
        app.screen.query_one(Counters).focus()
        assert f"Counters of {name}" in await walk.go("enter", wait=True)
        await walk.go("escape")
        kept = [Offered(each, Draft("", "\n".join(EVERYTHING)), None) for each in NAMES[:3]]
        now = datetime(2026, 1, 2, tzinfo=UTC)
        await app.push_screen(Recovered(kept, now, now))
        await walk.pilot.pause()
        assert "[/]" in walk.check() + await walk.go("pagedown")
        await walk.go("escape")
        app.clear_notifications()
        for text in EVERYTHING:
            app.main.note(text)
            app.main.tell(text, "error")
            app.main.tell(text)
            await until(walk.pilot, partial(walk.shows_twice, harmless(text)[:20]))
            app.clear_notifications()


@at_each_size
async def test_what_others_did_and_what_is_taken_back_shows_it_as_text(
    size: Size, tmp_path: Path
) -> None:
    app = hostile_app(tmp_path)
    async with walking(app, size) as walk:
        main = app.main
        for name in ("x[@click=app.quit].md", "esc\x1b]0;title\x07.md"):
            path = app.session.project.memory / name
            before = disputed("0.5", "before")
            path.write_text(before)
            main.read_disk()
            await idle(walk.pilot)
            # Both sides change a field and an entry.
            main.workspace = main.workspace.with_draft(name, disputed("0.6", "mine"))
            path.write_text(disputed("0.7", "theirs"))
            main.read_disk()
            await idle(walk.pilot)
            app.clear_notifications()
            main.chosen = name
            asked = await walk.go("ctrl+s", wait=True)
            assert f"{harmless(name)} was" in asked
            for _ in range(3):
                asked += await walk.go("down", "pagedown")
            assert "[/]" in asked
            await walk.go("m", "m", "m", "m", "enter", wait=True)
            assert "0.6" in path.read_text()
            # What was saved is taken back by a stale write, and offered again.
            path.write_text(disputed("0.7", "theirs"))
            main.read_disk()
            await idle(walk.pilot)
            walk.check()
            app.clear_notifications()
            assert "Bring back in" in await walk.go("f7", wait=True)
            await walk.go("pagedown")
            await walk.go("l", wait=True)
            app.clear_notifications()
            await walk.go("escape")
            assert f"save {harmless(name)}" in await walk.go("u", wait=True)
            await walk.go("enter", wait=True)
            app.clear_notifications()
            while len(app.screen_stack) > 1:
                await walk.go("escape", wait=True)
            assert walk.check()
            await walk.go("U", wait=True)
            await walk.go("escape", wait=True)
            app.clear_notifications()


def disputed(importance: str, text: str) -> str:
    """Return a memory with hostile text in a field, in a heading and in an entry."""
    lines = "\n".join(f"{text} {each}" for each in EVERYTHING)
    return (
        f"---\ntags: {json.dumps([*MARKUP, text])}\nimportance: {importance}\n"
        f"summary: {json.dumps(MARKUP[0] + CONTROL[0] + text)}\n---\n"
        f"# [/]\n\n### {MARKUP[1]} {CONTROL[0]}\n{lines}\n"
    )


@pytest.mark.usefixtures("quick")
async def test_a_click_on_it_is_a_click_on_text(tmp_path: Path) -> None:
    app = hostile_app(tmp_path)
    async with walking(app) as walk:
        pilot = walk.pilot
        await walk.ask()
        await pilot.press("escape")
        await idle(pilot)
        for keys, text in (
            ((), "x[@click=a"),
            (("f2",), "[@click=app.quit]x[/]"),
            (("f3",), "[@click=app.quit]x[/]"),
            (("f3",), "[@click=app.quit]x[/]"),
            (("f4",), "[@click=app.quit]x[/]"),
            (("f5",), "[@click=app.quit]x[/]"),
            (("ctrl+o",), "[@click=app.quit]x[/]"),
        ):
            if keys:
                app.main.chosen = "gotchas.md"
            await pilot.press(*keys)
            await idle(pilot)
            await click_text(pilot, text)
            await pilot.press("escape")
            assert app.is_running
            assert app.screen is app.main
        app.main.tell("[@click=app.quit]x[/]")
        await pilot.pause()
        await click_text(pilot, "[@click=app.quit]x[/]")
        assert app.is_running
        assert app.screen is app.main


@at_each_size
async def test_the_dialogs_about_knowledge_show_it_as_text(
    size: Size, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "agent"))
    app = hostile_app(tmp_path)
    root = app.session.project.root
    texts = [text.replace("\0", "") for text in EVERYTHING]
    rows = [f"| {text} | {text} | {text} |".replace("\n", " ") for text in texts]
    pages = {"memory/INDEX.md": "\n".join(["| Task | Keywords | Files |", "|---|---|---|", *rows])}
    for at, text in enumerate(texts):
        name = text.replace("/", "|")
        pages[f"docs/{at}{name}.md"] = f"# {text} quit\n\n## {text}\n\n{text}\n"
        pages[f"memory/{at}{name}.md"] = f"# {text}\n"
    for path, text in pages.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_bytes(text.encode(errors="surrogatepass"))
    async with walking(app, size) as walk:
        await walk.go("escape", "l", wait=True)
        assert "quit" in await walk.go(*"quit [/] \u202e", wait=True)
        for _ in range(3):
            await walk.go("tab", *"[@click=app.quit]x[/]", wait=True)
        places = app.screen.query_one(PlaceRows)
        places.focus()
        for _ in places.places:
            await walk.go("down", "pagedown", wait=True)
        app.clear_notifications()
        await walk.go("escape", "2", wait=True)
        app.clear_notifications()
        await walk.go("i", wait=True)
        app.clear_notifications()
        survey = app.screen.query_one(SurveyRows)
        for _ in range(min(survey.count, 30)):
            await walk.go("down")
        await walk.go("e", wait=True)
        await walk.go("escape", "slash", *"[/", wait=True)
        await walk.go("escape", "escape", wait=True)
        assert app.screen is app.main


def test_why_nothing_can_match_a_file_is_said_with_its_tags_as_text() -> None:
    file = Memory("ui.md", '---\ntags: ["[red]\\x1b[31m", ui]\nsummary: UI\n---\n')
    workspace = Workspace(Snapshot((file,)), feature=Feature("auth"))
    lines = [line.plain for line in why_lines(workspace, "ui.md", 34)]
    assert lines[:2] == ["Why ui does not load", "no task can ever match it"]
    assert "[red]␛[31m: no feature can match it (punctuation); red and 31m can" in lines
    assert "ui: no feature can match it (too short)" in lines
    assert "would load with 1 more matching tag" in lines

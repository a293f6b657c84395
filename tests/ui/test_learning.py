"""What is learned goes where it belongs, as one step that undo takes back, and nothing is lost."""

from pathlib import Path
from typing import Any

import pytest
from textual import events

from memtui.ui.app import MemtuiApp
from memtui.ui.screens.confirm import Confirm
from memtui.ui.screens.learn import Learn
from memtui.ui.screens.learn_form import LearnForm
from memtui.ui.screens.learn_places import PlaceRows
from tests.ui.conftest import MakeApp
from tests.ui.editing import (
    AUTH,
    FILES,
    closed,
    draft,
    editing,
    in_hand,
    open_file,
    said,
    screen,
    seen,
    typed,
    until,
)
from tests.ui.holding import shown
from tests.ui.learning import INDEX, app, append, ask, finished, history, home, kinds, memory, root
from tests.ui.previews import taken_back

__all__ = ["app", "home", "root"]

# -- memory files


async def test_a_learning_goes_into_the_memory_in_hand_and_undo_takes_it_back(
    app: MemtuiApp, root: Path
) -> None:
    async with editing(app) as pilot:
        await open_file(pilot, "auth.md")
        await ask(pilot, "Rotate the keys", "category")
        assert memory(root) == AUTH
        await append(pilot)
        assert memory(root).startswith(AUTH + "\n#### [Learned] Rotate the keys (")
        assert history(root) == ["add a learning to auth.md"]
        assert in_hand(pilot) == "auth.md"
        await taken_back(pilot, "add a learning to auth.md")
        assert memory(root) == AUTH


async def test_it_joins_unsaved_work_and_nothing_is_written_unasked(
    app: MemtuiApp, root: Path
) -> None:
    async with editing(app) as pilot:
        await open_file(pilot, "auth.md")
        await pilot.press("f3", "ctrl+home")
        await typed(pilot, "mine ")
        await pilot.press("escape")
        await until(pilot, lambda: screen(pilot).page.files.rows.has_focus)
        await ask(pilot, "Rotate", "category")
        await seen(pilot, "joins the unsaved changes there")
        await append(pilot)
        mine = AUTH.replace("# Auth", "mine # Auth")
        text = draft(pilot, "auth.md")
        assert text
        assert text.startswith(mine + "\n#### [Learned] Rotate (")
        assert memory(root) == AUTH
        assert history(root) == []
        assert "joined the unsaved changes of auth.md" in said(pilot)


async def test_what_others_wrote_meanwhile_stays(app: MemtuiApp, root: Path) -> None:
    async with editing(app) as pilot:
        await open_file(pilot, "auth.md")
        await ask(pilot, "Rotate", "category")
        path = root / ".automaker" / "memory" / "auth.md"
        path.write_text(AUTH + "\nTheirs.\n")
        await append(pilot)
        assert memory(root).startswith(AUTH + "\nTheirs.\n\n#### [Learned] Rotate (")
        assert "add a learning to auth.md" in history(root)


async def test_leaving_keeps_what_was_typed_for_the_next_time(app: MemtuiApp, root: Path) -> None:
    async with editing(app) as pilot:
        await open_file(pilot, "auth.md")
        await ask(pilot, "Rotate", "category", "escape")
        await closed(pilot)
        await ask(pilot, "", "category")
        assert "Rotate" in shown(pilot.app)
        await append(pilot)
        assert "Rotate" in memory(root)
        await pilot.press("l")
        await until(pilot, lambda: isinstance(pilot.app.screen, Learn))
        assert "say in one sentence what was learned" in shown(pilot.app)


async def test_a_file_that_is_never_written_is_refused_in_the_dialog(
    make_app: MakeApp, root: Path
) -> None:
    app = make_app(FILES, root=root)
    (root / ".automaker" / "memory" / "odd.md").write_bytes(b"# \xff\n")
    async with editing(app) as pilot:
        await ask(pilot, "Rotate", "category")
        await pilot.press("shift+tab", "ctrl+u")
        await typed(pilot, "odd")
        await seen(pilot, "memtui never writes such a file")
        await pilot.press("ctrl+s")
        assert isinstance(pilot.app.screen, Learn)


# -- the routing table's system


async def test_a_topic_file_and_its_row_are_one_step(app: MemtuiApp, root: Path) -> None:
    async with editing(app) as pilot:
        await ask(pilot, "Customs ask for the form", "topic", "shift+tab")
        await pilot.press("shift+tab", "shift+tab")
        await typed(pilot, "customs-form")
        await append(pilot)
        topic = (root / "memory" / "customs-form.md").read_text()
        assert topic.startswith("# Customs form\n\n#### [Learned] Customs ask for the form (")
        row = "| Customs form | customs,form | memory/customs-form.md |\n"
        assert (root / "memory" / "INDEX.md").read_text() == INDEX + row
        assert history(root) == ["add a learning to memory/customs-form.md, memory/INDEX.md"]
        assert screen(pilot).shown_page == "memory"
        await pilot.press("escape")
        await taken_back(pilot, "add a learning")
        assert not (root / "memory" / "customs-form.md").exists()
        assert (root / "memory" / "INDEX.md").read_text() == INDEX


@pytest.mark.parametrize("saves", [True, False])
async def test_what_is_unsaved_in_the_table_is_saved_before_a_topic_file_and_its_row_are_made(
    app: MemtuiApp, root: Path, *, saves: bool
) -> None:
    table, topic = root / "memory" / "INDEX.md", root / "memory" / "customs.md"
    async with editing(app) as pilot:
        mine = INDEX.replace("| wholesale |", "| wholesale,bulk |")
        screen(pilot).workspace = screen(pilot).workspace.with_draft("memory/INDEX.md", mine)
        await ask(pilot, "Customs", "topic", "shift+tab", "shift+tab", "shift+tab")
        await typed(pilot, "customs")
        await seen(pilot, "▲ its unsaved changes come first")
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(pilot.app.screen, Confirm))
        await seen(pilot, "memory/INDEX.md has unsaved changes.")
        await pilot.press("s" if saves else "escape")
        await finished(pilot)
        row = "| Customs | customs | memory/customs.md |\n"
        if saves:
            assert table.read_text() == mine + row
            assert "Customs" in topic.read_text()
            assert history(root) == [
                "save memory/INDEX.md",
                "add a learning to memory/customs.md, memory/INDEX.md",
            ]
            assert screen(pilot).workspace.drafts == {}
        else:
            assert (table.read_text(), topic.exists()) == (INDEX, False)
            assert draft(pilot, "memory/INDEX.md") == mine
            await pilot.press("l")
            await until(pilot, lambda: isinstance(pilot.app.screen, Learn))
            assert pilot.app.screen.query_one(LearnForm).value("topic") == "customs"


async def test_what_is_typed_while_a_learning_is_written_holds_the_learning_too(
    app: MemtuiApp, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with editing(app) as pilot:
        await open_file(pilot, "auth.md")
        main = screen(pilot)
        tell, mine = main._tell_written, AUTH.replace("# Auth", "# My Auth")

        async def told(*given: Any) -> None:
            main.workspace = main.workspace.with_draft("auth.md", mine)
            await tell(*given)

        monkeypatch.setattr(main, "_tell_written", told)
        await ask(pilot, "Rotate", "category")
        await append(pilot)
        await until(pilot, lambda: not main.workspace.outdated)
        text = draft(pilot, "auth.md")
        assert text
        assert text.startswith(mine + "\n#### [Learned] Rotate (")


async def test_the_journal_is_opened_where_it_can_be_seen(app: MemtuiApp, root: Path) -> None:
    async with editing(app) as pilot:
        await typed(pilot, "Add login")
        await pilot.press("escape", "2")
        await seen(pilot, "Wholesale")
        await ask(pilot, "Ask first", "journal")
        await append(pilot)
        text = (root / "tasks" / "lessons.md").read_text()
        assert text.startswith("# Lessons\n\n## 20")
        assert text.endswith(" Add login\n\n- **Lesson:** Ask first\n")
        await until(pilot, lambda: screen(pilot).in_hand == "tasks/lessons.md")
        await seen(pilot, "Ask first")


async def test_a_project_with_only_a_table_and_one_with_only_a_store_can_learn(
    make_app: MakeApp, root: Path, tmp_path: Path
) -> None:
    async with editing(make_app(None, root=root)) as pilot:
        await seen(pilot, "Wholesale")
        await ask(pilot, "Rotate", "journal")
        await append(pilot)
        assert (root / "tasks" / "lessons.md").exists()
    async with editing(make_app(FILES, root=tmp_path / "other")) as pilot:
        await ask(pilot, "Rotate", "topic", "shift+tab", "shift+tab", "shift+tab")
        await typed(pilot, "keys")
        await append(pilot)
        assert "memory/keys.md" in (tmp_path / "other" / "memory" / "INDEX.md").read_text()


async def test_a_key_that_is_held_asks_once(app: MemtuiApp, root: Path) -> None:
    async with editing(app) as pilot:
        await pilot.press("escape", "2")
        await seen(pilot, "Wholesale")
        for key in ("l", "i", "c"):
            for _ in range(3):
                pilot.app.post_message(events.Key(key, key))
            await until(pilot, lambda: len(pilot.app.screen_stack) == 2)
            await pilot.pause(0.1)
            await until(pilot, lambda: not any(w.group == "look" for w in pilot.app.workers))
            assert len(pilot.app.screen_stack) == 2
            pilot.app.screen.dismiss(None)
            await finished(pilot)
        assert history(root) == []


# -- the agent's own memory


async def test_the_agents_own_memory_is_offered_and_written_only_when_asked(
    app: MemtuiApp, root: Path, home: Path
) -> None:
    name = "".join(c if c.isascii() and c.isalnum() else "-" for c in str(app.session.project.root))
    path = home / "projects" / name / "memory" / "MEMORY.md"
    path.parent.mkdir(parents=True)
    path.write_text("# Notes\n")
    async with editing(app) as pilot:
        await pilot.press("escape")
        for key, text in (("escape", ""), ("enter", ""), ("w", "#### [Learned] Rotate (")):
            await ask(pilot, "" if key != "escape" else "Rotate", "own")
            await pilot.press("ctrl+s")
            await seen(pilot, "Write outside the project?")
            await pilot.press(key)
            await finished(pilot)
            assert path.read_text().removeprefix("# Notes\n").lstrip().startswith(text)
            if key == "enter":
                assert app.clipboard.startswith("#### [Learned] Rotate (")
                await ask(pilot, "Rotate", "own", "escape")
                await closed(pilot)
            assert bool(text) is (path.read_text() != "# Notes\n")
        assert history(root) == []


async def test_without_a_folder_of_the_agent_there_is_no_such_place(app: MemtuiApp) -> None:
    async with editing(app) as pilot:
        await ask(pilot, "Rotate", "category")
        assert "own" not in kinds(pilot.app.screen.query_one(PlaceRows))

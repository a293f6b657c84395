"""What is learned goes where it belongs, as one step that undo takes back, and nothing is lost."""

import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from textual import events

from memtui.store import records
from memtui.store.project import Project
from memtui.ui.app import MemtuiApp
from memtui.ui.screens import learn
from memtui.ui.screens.context import ContextDialog
from memtui.ui.screens.learn import Learn
from memtui.ui.screens.learn_places import PlaceRows
from memtui.ui.screens.survey import Survey
from tests.ui.conftest import MakeApp
from tests.ui.editing import (
    AUTH,
    FILES,
    Editor,
    closed,
    draft,
    editing,
    heard,
    in_hand,
    open_file,
    said,
    screen,
    seen,
    typed,
    until,
    written,
)
from tests.ui.holding import shown

INDEX = """# Memory Index

| Task type | Keywords | Files to load |
|---|---|---|
| Wholesale | wholesale | memory/wholesale.md |
"""
TOPIC = "# Wholesale\n\nOrders by mail.\n"
CICD = """# Deploying

How a release goes out.

## Rollback

Go back to the last image.

## Secrets

They lie in the vault.
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the agent a home of its own, and the copies of the editor a place."""
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "agent"))
    (tmp_path / "copies").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "copies"))
    monkeypatch.setattr(learn, "PAUSE_SECONDS", 0.001)
    return tmp_path / "agent"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return the folder of a project with a routing table and a document."""
    root = tmp_path / "shop"
    texts = {
        "memory/INDEX.md": INDEX,
        "memory/wholesale.md": TOPIC,
        "docs/cicd.md": CICD,
        "docs/theme.md": "# Theme\n\nColours and tokens.\n",
    }
    for path, text in texts.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return root


@pytest.fixture
def app(make_app: MakeApp, root: Path) -> MemtuiApp:
    return make_app(FILES, root=root)


def history(root: Path) -> list[str]:
    return [record.what for record in records.read(Project(root.resolve()))]


def memory(root: Path, name: str = "auth.md") -> str:
    return (root / ".automaker" / "memory" / name).read_bytes().decode()


async def ask(pilot: Editor, text: str, place: str, *keys: str) -> None:
    """Open the dialog, type what was learned, choose a place, type what else is to be typed."""
    await pilot.press("escape", "l")
    await until(pilot, lambda: isinstance(pilot.app.screen, Learn))
    await pilot.pause()
    if text:
        await typed(pilot, text)
    rows = pilot.app.screen.query_one(PlaceRows)
    await until(pilot, lambda: place in kinds(rows))
    rows.focus()
    await pilot.press("home", *["down"] * kinds(rows).index(place))
    assert rows.in_hand.kind == place
    if keys:
        await pilot.press(*keys)


def kinds(rows: PlaceRows) -> list[str]:
    """Return the places of the list."""
    return [place.kind for place in rows.places]


async def append(pilot: Editor) -> None:
    """Append what was typed."""
    await pilot.press("ctrl+s")
    await until(pilot, lambda: not isinstance(pilot.app.screen, Learn))
    await finished(pilot)


async def finished(pilot: Editor) -> None:
    """Wait until the actions of this screen are done."""
    names = {"action_learn", "action_survey", "action_context"}
    await until(pilot, lambda: not any(w.name in names for w in pilot.app.workers))
    await written(pilot)


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
        await pilot.press("u")
        await seen(pilot, "Take back?")
        await pilot.press("enter")
        await heard(pilot, "taken back: add a learning to auth.md")
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
        await pilot.press("escape", "u")
        await seen(pilot, "Take back?")
        await pilot.press("enter")
        await heard(pilot, "taken back")
        assert not (root / "memory" / "customs-form.md").exists()
        assert (root / "memory" / "INDEX.md").read_text() == INDEX


async def test_a_row_joins_the_unsaved_table_and_the_topic_file_is_made(
    app: MemtuiApp, root: Path
) -> None:
    async with editing(app) as pilot:
        mine = INDEX.replace("| wholesale |", "| wholesale,bulk |")
        screen(pilot).workspace = screen(pilot).workspace.with_draft("memory/INDEX.md", mine)
        await ask(pilot, "Customs", "topic", "shift+tab", "shift+tab", "shift+tab")
        await typed(pilot, "customs")
        await append(pilot)
        assert (root / "memory" / "customs.md").exists()
        assert (root / "memory" / "INDEX.md").read_text() == INDEX
        assert draft(pilot, "memory/INDEX.md") == (
            mine + "| Customs | customs | memory/customs.md |\n"
        )
        assert history(root) == ["add a learning to memory/customs.md"]


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


# -- documents


@contextmanager
def lent(app: MemtuiApp, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the screen be lent to another program, as on a real terminal."""

    @contextmanager
    def suspend() -> Iterator[None]:
        yield

    with monkeypatch.context() as patch:
        patch.setattr(app, "suspend", suspend)
        yield


def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Make a program that does something with the file named last, and name it in $EDITOR."""
    script = tmp_path / "vim"
    script.write_text(
        f"#!{sys.executable}\nimport sys, pathlib\np = pathlib.Path(sys.argv[-1])\n{code}\n"
    )
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", str(script))


LEARNED = CICD.replace("last image.\n", "last image.\n\nA rollback keeps the image\n")


async def test_a_document_opens_in_the_persons_editor_at_the_place(
    app: MemtuiApp, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = f"pathlib.Path({str(tmp_path / 'seen')!r}).write_text(sys.argv[1] + p.read_text())"
    code += "; p.write_text(p.read_text().replace('keeps', 'always keeps'))"
    person(tmp_path, monkeypatch, code)
    async with editing(app) as pilot:
        await ask(pilot, "A rollback keeps the image", "document")
        await seen(pilot, "docs/cicd.md › Rollback")
        await seen(pilot, "+ A rollback keeps the image")
        with lent(app, monkeypatch):
            await append(pilot)
        assert (tmp_path / "seen").read_text() == "+9" + LEARNED
        assert (root / "docs/cicd.md").read_text() == LEARNED.replace("keeps", "always keeps")
        assert history(root) == ["add a learning to docs/cicd.md"]
        await pilot.press("escape", "u")
        await seen(pilot, "docs/cicd.md")
        await pilot.press("enter")
        await heard(pilot, "taken back")
        assert (root / "docs/cicd.md").read_text() == CICD
    assert list((tmp_path / "copies").iterdir()) == []


async def test_without_a_terminal_to_lend_it_is_written_as_it_was_shown(
    app: MemtuiApp, root: Path
) -> None:
    async with editing(app) as pilot:
        await ask(pilot, "A rollback keeps the image", "document")
        await append(pilot)
        assert "written as it was shown" in said(pilot)
        assert (root / "docs/cicd.md").read_text() == LEARNED


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("p.write_text(p.read_text().replace('A rollback keeps the image\\n\\n', ''))", "left as"),
        ("sys.exit(3)", "status 3"),
    ],
)
async def test_what_is_thrown_away_in_the_editor_is_not_written_and_asked_again(
    app: MemtuiApp,
    root: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    code: str,
    told: str,
) -> None:
    person(tmp_path, monkeypatch, code)
    async with editing(app) as pilot:
        await ask(pilot, "A rollback keeps the image", "document")
        with lent(app, monkeypatch):
            await append(pilot)
        assert told in said(pilot)
        assert (root / "docs/cicd.md").read_text() == CICD
        assert history(root) == []
        await ask(pilot, "", "document")
        assert "A rollback keeps the image" in shown(pilot.app)


@pytest.mark.parametrize("theirs", ["end", "same"])
async def test_a_document_that_changes_under_the_editor_is_merged_or_asked_about(
    theirs: str,
    app: MemtuiApp,
    root: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = root / "docs/cicd.md"
    other = CICD + "\nTheirs.\n" if theirs == "end" else CICD.replace("last", "very last")
    code = f"pathlib.Path({str(path)!r}).write_text({other!r})"
    code += "; p.write_text(p.read_text().replace('last image', 'newest image'))"
    person(tmp_path, monkeypatch, code)
    mine = LEARNED.replace("last image", "newest image")
    async with editing(app) as pilot:
        await ask(pilot, "A rollback keeps the image", "document")
        with lent(app, monkeypatch):
            await pilot.press("ctrl+s")
            if theirs == "same":
                await seen(pilot, "docs/cicd.md was changed on both sides")
                await pilot.press("escape")
            await finished(pilot)
        if theirs == "end":
            assert path.read_text() == mine + "\nTheirs.\n"
            return
        assert path.read_text() == other
        (copy,) = (tmp_path / "copies").rglob("cicd.md")
        assert copy.read_text() == mine
        assert "is kept" in said(pilot)


async def test_a_document_that_went_meanwhile_is_told(app: MemtuiApp, root: Path) -> None:
    async with editing(app) as pilot:
        await ask(pilot, "A rollback keeps the image", "document")
        (root / "docs/cicd.md").unlink()
        await append(pilot)
        assert "docs/cicd.md: can no longer be read" in said(pilot)
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


# -- the survey


async def survey(pilot: Editor) -> None:
    await pilot.press("escape", "2")
    await seen(pilot, "Wholesale")
    await pilot.press("i")
    await until(pilot, lambda: isinstance(pilot.app.screen, Survey))
    await pilot.pause()


async def test_ticked_rows_are_added_as_one_step(app: MemtuiApp, root: Path) -> None:
    async with editing(app) as pilot:
        await survey(pilot)
        text = shown(pilot.app)
        assert "docs/cicd.md" in text
        assert "docs/theme.md" in text
        assert (root / "memory" / "INDEX.md").read_text() == INDEX
        await pilot.press("a", "enter")
        await finished(pilot)
        after = (root / "memory" / "INDEX.md").read_text()
        assert after.startswith(INDEX)
        assert "docs/cicd.md" in after
        assert "docs/theme.md" in after
        (what,) = history(root)
        assert what.startswith("add ")
        assert what.endswith("to memory/INDEX.md")
        await pilot.press("i")
        await seen(pilot, "every document has a route")
        await pilot.press("escape")
        await closed(pilot)
        await pilot.press("u")
        await seen(pilot, "Take back?")
        await pilot.press("enter")
        await heard(pilot, "taken back")
        assert (root / "memory" / "INDEX.md").read_text() == INDEX


async def test_rows_join_an_unsaved_table(app: MemtuiApp, root: Path) -> None:
    async with editing(app) as pilot:
        mine = INDEX.replace("| wholesale |", "| wholesale,bulk |")
        screen(pilot).workspace = screen(pilot).workspace.with_draft("memory/INDEX.md", mine)
        await survey(pilot)
        await pilot.press("space", "enter")
        await finished(pilot)
        assert (root / "memory" / "INDEX.md").read_text() == INDEX
        text = draft(pilot, "memory/INDEX.md")
        assert text
        assert text.startswith(mine)
        assert text.count("\n") == mine.count("\n") + 1
        assert "joined the unsaved changes of memory/INDEX.md" in said(pilot)


async def test_leaving_the_survey_changes_nothing(app: MemtuiApp, root: Path) -> None:
    async with editing(app) as pilot:
        await survey(pilot)
        await pilot.press("a", "escape")
        await finished(pilot)
        assert history(root) == []


async def test_a_table_that_is_never_written_is_told_before_the_survey(
    make_app: MakeApp, root: Path
) -> None:
    (root / "memory" / "INDEX.md").write_bytes(INDEX.encode() + b"\xff")
    async with editing(make_app(FILES, root=root)) as pilot:
        await pilot.press("escape", "2")
        await seen(pilot, "Wholesale")
        await pilot.press("i")
        await heard(pilot, "memtui never writes such a file")
        assert pilot.app.screen is screen(pilot)


async def test_a_project_without_a_table_gets_one_from_the_survey(
    make_app: MakeApp, root: Path
) -> None:
    (root / "memory" / "INDEX.md").unlink()
    async with editing(make_app(FILES, root=root)) as pilot:
        await pilot.press("escape", "2", "i")
        await until(pilot, lambda: isinstance(pilot.app.screen, Survey))
        await pilot.press("a", "enter")
        await finished(pilot)
        assert (root / "memory" / "INDEX.md").read_text().startswith("# Memory Index")


# -- the state of the work


async def test_the_page_about_the_work_is_made_once_and_then_opened(
    app: MemtuiApp, root: Path
) -> None:
    async with editing(app) as pilot:
        await typed(pilot, "wholesale orders")
        await pilot.press("escape", "2")
        await seen(pilot, "Wholesale")
        await pilot.press("c")
        await until(pilot, lambda: isinstance(pilot.app.screen, ContextDialog))
        assert "memory/wholesale.md" in shown(pilot.app)
        await pilot.press("end", *" by mail", "tab", "tab", "tab", *"ask; mail", "enter")
        await finished(pilot)
        assert (root / "tasks" / "context.md").read_text() == (
            "# Context\n\n## Goal\n\nwholesale orders by mail\n\n## Key decisions\n\n## Done\n\n"
            "## Next\n\n- ask\n- mail\n\n## Key files\n\n- memory/wholesale.md\n"
        )
        await until(pilot, lambda: screen(pilot).in_hand == "tasks/context.md")
        assert history(root) == ["new tasks/context.md"]
        await pilot.press("escape", "1")
        await until(pilot, lambda: screen(pilot).shown_page == "memory")
        await screen(pilot).run_action("context")
        await until(pilot, lambda: screen(pilot).in_hand == "tasks/context.md")
        assert screen(pilot).shown_page == "routing"
        assert len(pilot.app.screen_stack) == 1


async def test_a_page_without_a_goal_is_not_made(app: MemtuiApp, root: Path) -> None:
    async with editing(app) as pilot:
        await pilot.press("escape", "2")
        await seen(pilot, "Wholesale")
        await pilot.press("c")
        await until(pilot, lambda: isinstance(pilot.app.screen, ContextDialog))
        await pilot.press("tab", "enter")
        assert "✗ say in one sentence" in shown(pilot.app)
        assert pilot.app.focused
        assert pilot.app.focused.id == "goal"
        await pilot.press("escape")
        await closed(pilot)
        assert not (root / "tasks").exists()

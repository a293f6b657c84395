"""A project in which something is learned: its store, its table, its documents, its dialog."""

from pathlib import Path

import pytest

from memtui.store import records
from memtui.store.project import Project
from memtui.ui.app import MemtuiApp
from memtui.ui.screens import learn
from memtui.ui.screens.learn import Learn
from memtui.ui.screens.learn_places import PlaceRows
from tests.ui.conftest import MakeApp
from tests.ui.editing import FILES, Editor, typed, until, written

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
    """Return the editor on that project, with a store."""
    return make_app(FILES, root=root)


def history(root: Path) -> list[str]:
    """Return what the steps of the history did, oldest first."""
    return [record.what for record in records.read(Project(root.resolve()))]


def memory(root: Path, name: str = "auth.md") -> str:
    """Return the text of a memory file."""
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

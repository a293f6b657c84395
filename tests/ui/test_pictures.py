"""Pictures of the editor, which the README shows: each scene is drawn and compared.

Whoever changes the look runs ``pytest tests/ui/test_pictures.py --snapshot-update`` and looks at
what became of the files in ``snapshots``.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from memtui.store import sample
from memtui.store.settings import Settings
from memtui.ui.widgets.feature_bar import FeatureBar
from tests.ui.conftest import Compare, MakeApp, idle
from tests.ui.editing import screen
from tests.ui.picture_stores import (
    BOTH,
    ERASED,
    HOSTILE,
    KOREAN,
    KOREAN_FEATURES,
    MINE,
    RULES,
    THEIRS,
)

# Its name comes from the parameter, not from the test's function.
pytestmark = pytest.mark.filterwarnings("ignore:\\nCan not relate snapshot name")

WIDE = (120, 40)
SMALL = (80, 24)
NARROW = (50, 20)

Act = Callable[[Pilot[None]], Awaitable[None]]


@dataclass(frozen=True)
class Scene:
    """What stands in front of the person.

    Attributes:
        files: Memory files by name; None takes the sample project, an empty mapping an empty store.
        size: Columns and rows.
        title: What is typed as the feature's title.
        description: What is typed as its description.
        opens: What is pressed then, in the list of files, each when the last one is answered.
        keys: What is pressed after that.
        light: Whether the theme is the light one.
        features: The text of each ``feature.json``, by folder.
        store: Whether there is a memory folder.
        drafts: Unsaved texts, by file name.
        theirs: What another program has written since, by file name.
    """

    files: Mapping[str, str] | None = None
    size: tuple[int, int] = WIDE
    title: str = ""
    description: str = ""
    keys: tuple[str, ...] = ()
    light: bool = False
    features: Mapping[str, str] = field(default_factory=dict)
    store: bool = True
    drafts: Mapping[str, str] = field(default_factory=dict)
    theirs: Mapping[str, str] = field(default_factory=dict)
    opens: tuple[str, ...] = ()


LOGIN = "Add login with OAuth"
SESSION = "refresh the session in the middleware"
PAYMENT = "결제 오류 수정"
TRACKING = "배송 조회, checkout"
QUIT = "quit the [bold] app"
REFUND = "Refund single lines through the api"
LARGE = ("slash", *"architecture", "enter")
"""What leads to the sample project's large file."""
TWINS = ("slash", *"pattern", "enter", "space", "space")
"""What marks two of its files that mean the same."""

SCENES: Mapping[str, Scene] = {
    "memory-dark-120x40": Scene(None, WIDE, LOGIN, SESSION, ("down",)),
    "memory-light-120x40": Scene(None, WIDE, LOGIN, SESSION, ("down",), light=True),
    "memory-dark-80x24": Scene(None, SMALL, LOGIN, SESSION, ("down",)),
    "memory-light-80x24": Scene(None, SMALL, LOGIN, SESSION, ("down",), light=True),
    "memory-50x20": Scene(None, NARROW, LOGIN, SESSION, ("down",)),
    "form-120x40": Scene(RULES, WIDE, LOGIN, SESSION, ("down", "f2", *["left"] * 2)),
    "form-light-80x24": Scene(RULES, SMALL, LOGIN, SESSION, ("down", "f2", "tab"), light=True),
    "body-120x40": Scene(None, WIDE, LOGIN, SESSION, ("down", "f3", *["down"] * 4)),
    "find-light-80x24": Scene(
        None, SMALL, LOGIN, SESSION, ("down", "f3", "ctrl+f", *"token"), light=True
    ),
    "preview-80x24": Scene(None, SMALL, LOGIN, SESSION, ("down", "f3", "f3")),
    "entries-120x40": Scene(None, WIDE, LOGIN, SESSION, ("f4", "down")),
    "on-disk-120x40": Scene(ERASED, WIDE, LOGIN, SESSION, ("down", "f5")),
    "agent-80x24": Scene(None, SMALL, LOGIN, SESSION, ("down", "f8")),
    "no-store-80x24": Scene({}, SMALL, store=False),
    "no-files-80x24": Scene({}, SMALL),
    "hostile-120x40": Scene(HOSTILE, WIDE, QUIT, "", ("home", "f2")),
    "hostile-80x24": Scene(HOSTILE, SMALL, QUIT, "", ("down",)),
    "korean-120x40": Scene(KOREAN, WIDE, PAYMENT, TRACKING, ("down",)),
    "korean-body-80x24": Scene(KOREAN, SMALL, PAYMENT, TRACKING, ("down", "f3")),
    "korean-features-80x24": Scene(KOREAN, SMALL, keys=("ctrl+o",), features=KOREAN_FEATURES),
    "delete-80x24": Scene(None, SMALL, LOGIN, "", ("space", "space", "d")),
    "new-light-80x24": Scene(None, SMALL, LOGIN, "", ("n", *"caching"), light=True),
    "prompt-80x24": Scene(None, SMALL, LOGIN, SESSION, ("p",)),
    "conflict-120x40": Scene(
        BOTH, WIDE, LOGIN, "", ("down", "ctrl+s", "m"), drafts=MINE, theirs=THEIRS
    ),
    "conflict-light-80x24": Scene(
        BOTH, SMALL, LOGIN, "", ("down", "ctrl+s", "m"), light=True, drafts=MINE, theirs=THEIRS
    ),
    "routing-dark-120x40": Scene(None, WIDE, REFUND, opens=("2", *["down"] * 3)),
    "routing-light-80x24": Scene(None, SMALL, REFUND, light=True, opens=("2", *["down"] * 3)),
    "survey-120x40": Scene(None, WIDE, REFUND, opens=("2", "i")),
    "learn-120x40": Scene(None, WIDE, REFUND, opens=("l",)),
    "split-dark-120x40": Scene(None, WIDE, LOGIN, SESSION, opens=(*LARGE, "s", "g")),
    "split-light-80x24": Scene(None, SMALL, LOGIN, light=True, opens=(*LARGE, "s", "g")),
    "split-preview-120x40": Scene(None, WIDE, LOGIN, SESSION, opens=(*LARGE, "s", "g", "p")),
    "merge-120x40": Scene(None, WIDE, LOGIN, opens=(*TWINS, "m")),
    "help-120x40": Scene(None, WIDE, LOGIN, "", ("f1",)),
}
"""Every picture by its name."""


def typed(scene: Scene) -> Act:
    """Return what brings the editor to a scene."""

    async def act(pilot: Pilot[None]) -> None:
        bar = pilot.app.screen.query(FeatureBar)
        for name, text in (("title", scene.title), ("description", scene.description)):
            if text:
                bar.first().query_one(f"#{name}", Input).value = text
        await pilot.pause()
        if scene.drafts:
            await change_both_sides(pilot, scene)
        if scene.keys or scene.opens:
            await pilot.press("escape")
        for key in scene.opens:
            await pilot.press(key)
            await idle(pilot)

    return act


async def change_both_sides(pilot: Pilot[None], scene: Scene) -> None:
    """Let the person and another program change the same files."""
    main = screen(pilot)
    for name, text in scene.drafts.items():
        main.workspace = main.workspace.with_draft(name, text)
    for name, text in scene.theirs.items():
        (main.project.memory / name).write_text(text, encoding="utf-8")
    main.read_disk()
    await idle(pilot)
    pilot.app.clear_notifications()


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the sample project, which no scene changes."""
    return sample.copy(tmp_path_factory.mktemp("demo"))


@pytest.mark.parametrize("scene", [pytest.param(scene, id=name) for name, scene in SCENES.items()])
def test_picture(
    scene: Scene,
    make_app: MakeApp,
    picture: Compare,
    shop: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The offer to make a store names the folder, from the home folder on.
    monkeypatch.setenv("HOME", str(tmp_path))
    app = make_app(
        scene.files if scene.store else None,
        root=shop if scene.files is None else None,
        settings=Settings(theme="textual-light" if scene.light else "textual-dark"),
        features=scene.features,
    )
    assert picture(app, before=typed(scene), press=scene.keys, size=scene.size)


def test_every_picture_has_a_scene() -> None:
    folder = Path(__file__).parent.parent.parent / "snapshots"
    assert {path.stem for path in folder.iterdir()} == set(SCENES)

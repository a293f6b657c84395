"""The editor on a small store: watcher off, cursor still, no home folder; and its pictures."""

import os

# Read by Textual when it is imported, so they are set before anything imports it.
for _name in ("NO_COLOR", "TEXTUAL_THEME", "TEXTUAL_FILTERS"):
    os.environ.pop(_name, None)
os.environ["TEXTUAL_ANIMATIONS"] = "none"

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from syrupy.location import PyTestLocation
from syrupy.types import SerializableData, SerializedData, SnapshotIndex
from textual._doc import take_svg_screenshot
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input, TextArea

from memtui.store.project import Project
from memtui.store.session import Session
from memtui.store.settings import Choices, Settings
from memtui.ui.app import MemtuiApp
from memtui.ui.screens import work
from memtui.ui.widgets import entries, form, text_view

QUICK_SECONDS = 0.02


class Picture(SingleFileSnapshotExtension):
    """Pictures lie in the project's top folder, where the README finds them."""

    file_extension = "svg"
    _write_mode = WriteMode.TEXT

    @classmethod
    def dirname(cls, *, test_location: PyTestLocation) -> str:
        # The same spelling for every test: syrupy looks for unused pictures beside each test file
        # and fails the run for a second name of the same picture. ".." stays unresolved: with a
        # resolved folder, an update of one test would delete the pictures of the others.
        return str(Path(__file__).parent / ".." / ".." / "snapshots")

    @classmethod
    def get_snapshot_name(cls, *, test_location: PyTestLocation, index: SnapshotIndex = 0) -> str:
        """Return the parameter of the test, which says what is seen."""
        return str(test_location.item.callspec.id)  # type: ignore[attr-defined]

    @classmethod
    def matches_test_location(
        cls, *, test_location: PyTestLocation, snapshot_location: str
    ) -> bool:
        """Whether a picture is that of a test."""
        return Path(snapshot_location).stem == cls.get_snapshot_name(test_location=test_location)

    def serialize(self, data: SerializableData, **kwargs: object) -> SerializedData:
        text = super().serialize(data)
        assert isinstance(text, str)
        return re.sub(r"\bterminal-\d+-([\w-]+)", r"terminal-\1", text)


async def idle(pilot: Pilot[Any]) -> None:
    """Wait until the editor has nothing left to compute.

    A worker of a screen that waits for the answer to its dialog goes on until then.
    """
    app = pilot.app
    await asyncio.sleep(2 * work.IDLE_SECONDS)
    while True:
        await pilot.pause()
        running = [worker for worker in app.workers if not worker.is_finished]
        asking = [w for w in running if w.group == "default" and isinstance(w.node, Screen)]
        if len(running) == len(asking) < len(app.screen_stack):
            return
        await asyncio.sleep(0.01)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what follows a key after a pause follow it nearly at once."""
    for module, name in (
        (work, "IDLE_SECONDS"),
        (text_view, "PAUSE_SECONDS"),
        (entries, "PAUSE_SECONDS"),
        (form, "PAUSE"),
    ):
        assert getattr(module, name) > QUICK_SECONDS
        monkeypatch.setattr(module, name, QUICK_SECONDS)


Compare = Callable[..., bool]


@pytest.fixture
def picture(snapshot: SnapshotAssertion, quick: None) -> Compare:
    """Compare what an app shows with the picture named like the parameter of the test."""

    def compare(
        app: App[Any],
        *,
        press: Iterable[str] = (),
        size: tuple[int, int] = (120, 40),
        before: Callable[[Pilot[Any]], Awaitable[None]] | None = None,
    ) -> bool:
        async def still(pilot: Pilot[Any]) -> None:
            await idle(pilot)
            if before:
                await before(pilot)
            await pilot.press(*press)
            await idle(pilot)
            for field in pilot.app.screen.query(Input):
                field.cursor_blink = False
            for area in pilot.app.screen.query(TextArea):
                area.cursor_blink = False

        drawn = take_svg_screenshot(app=app, terminal_size=size, run_before=still)
        return bool(snapshot.use_extension(Picture) == drawn)

    return compare


MakeApp = Callable[..., MemtuiApp]


@pytest.fixture
def make_app(tmp_path: Path) -> MakeApp:
    """Make the editor on a store of the given files."""

    def make(
        files: Mapping[str, str] | None = None,
        *,
        root: Path | None = None,
        settings: Settings | None = None,
        features: Mapping[str, str] | None = None,
    ) -> MemtuiApp:
        """Make it.

        Args:
            files: Memory files by name; None makes no memory folder.
            root: The project's folder; a new one called ``shop`` by default.
            settings: What the settings file says.
            features: The text of each ``feature.json``, by folder.
        """
        project = Project((root or tmp_path / "shop").resolve())
        project.root.mkdir(exist_ok=True)
        if files is not None:
            project.memory.mkdir(parents=True, exist_ok=True)
            for name, text in files.items():
                (project.memory / name).write_bytes(text.encode())
        for folder, text in (features or {}).items():
            (project.features / folder).mkdir(parents=True)
            (project.features / folder / "feature.json").write_text(text, encoding="utf-8")
        return MemtuiApp(Session(project), settings or Settings(), Choices(), watched=False)

    return make

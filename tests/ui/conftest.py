"""The editor on a small store: watcher off, cursor still, no home folder."""

import os

# Read by Textual when it is imported, so they are set before anything imports it.
for _name in ("NO_COLOR", "TEXTUAL_THEME", "TEXTUAL_FILTERS"):
    os.environ.pop(_name, None)
os.environ["TEXTUAL_ANIMATIONS"] = "none"

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from syrupy.location import PyTestLocation
from syrupy.types import SerializableData, SerializedData
from textual._doc import take_svg_screenshot
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from memtui.store.project import Project
from memtui.store.session import Session
from memtui.store.settings import Choices, Settings
from memtui.ui.app import MemtuiApp


class Picture(SingleFileSnapshotExtension):
    """Pictures lie in the project's top folder, where the README finds them."""

    file_extension = "svg"
    _write_mode = WriteMode.TEXT

    @classmethod
    def dirname(cls, *, test_location: PyTestLocation) -> str:
        # ".." stays unresolved: with a resolved folder, an update of one test would delete
        # the pictures of the others.
        return str(Path(test_location.filepath).parent / ".." / ".." / "snapshots")

    def serialize(self, data: SerializableData, **kwargs: object) -> SerializedData:
        text = super().serialize(data)
        assert isinstance(text, str)
        return re.sub(r"\bterminal-\d+-([\w-]+)", r"terminal-\1", text)


Compare = Callable[..., bool]


@pytest.fixture
def picture(snapshot: SnapshotAssertion) -> Compare:
    """Compare what an app shows with the picture of the test."""

    def compare(
        app: App[object],
        *,
        press: Iterable[str] = (),
        size: tuple[int, int] = (120, 40),
        before: Callable[[Pilot[object]], Awaitable[None]] | None = None,
    ) -> bool:
        async def still(pilot: Pilot[object]) -> None:
            await pilot.app.workers.wait_for_complete()
            if before:
                await before(pilot)
            await pilot.pause()
            for field in pilot.app.screen.query(Input):
                field.cursor_blink = False
            for area in pilot.app.screen.query(TextArea):
                area.cursor_blink = False

        drawn = take_svg_screenshot(app=app, press=press, terminal_size=size, run_before=still)
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
        project = root or tmp_path / "shop"
        memory = project / ".automaker" / "memory"
        if files is not None:
            memory.mkdir(parents=True, exist_ok=True)
            for name, text in files.items():
                (memory / name).write_bytes(text.encode())
        project.mkdir(exist_ok=True)
        session = Session(Project(project.resolve()))
        return MemtuiApp(session, settings or Settings(), Choices(), watched=False)

    return make

"""The application: theme, keys, the way out. Small on purpose."""

import asyncio
import gc
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from rich.segment import Segment
from textual import work
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.command import Provider
from textual.filter import LineFilter
from textual.screen import ModalScreen
from textual.theme import Theme

from memtui.core.plain import harmless
from memtui.core.workspace import Workspace
from memtui.store.project import at
from memtui.store.session import Session
from memtui.store.settings import Choices, Settings, read_choices, read_settings
from memtui.ui import dying
from memtui.ui.dying import MortalApp
from memtui.ui.in_turn import InTurnApp
from memtui.ui.screens.main import MainScreen


class ControlFilter(LineFilter):
    """The last gate before the terminal: no control character of any text passes."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments with visible signs in place of control characters."""
        return [
            segment
            if segment.control or segment.text.isprintable()
            else Segment(harmless(segment.text), segment.style)
            for segment in segments
        ]


def _commands() -> type[Provider]:
    # Function-local for start-up: nobody opens the palette before the first frame.
    from memtui.ui.commands import MemtuiCommands

    return MemtuiCommands


class MemtuiApp(MortalApp, InTurnApp):
    """The editor on one project."""

    TITLE = "memtui"
    CSS_PATH = "memtui.tcss"
    COMMANDS = {_commands}

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "ctrl+q",
            "quit",
            "Quit",
            id="quit",
            priority=True,
            tooltip="Leave; asks when work is unsaved",
        ),
        Binding("f1,question_mark", "help", "Help", id="help", tooltip="Keys and how it works"),
        Binding("ctrl+p", "command_palette", "Palette", id="palette", tooltip="Every command"),
    ]

    def __init__(
        self,
        session: Session,
        settings: Settings | None = None,
        choices: Choices | None = None,
        *,
        watched: bool = True,
        message: str = "",
    ) -> None:
        super().__init__()
        self.session = session
        self.settings = settings or Settings()
        self.choices = choices or Choices()
        self.message = message
        self.main = MainScreen(session, self.choices, watched=watched)
        if profile := self.choices.profile or self.settings.profile:
            self.main.set_reactive(MainScreen.workspace, Workspace(profile=profile))

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Filter everything that is drawn."""
        return [*super().get_line_filters(), ControlFilter()]

    def export_screenshot(self, *, title: str | None = None, simplify: bool = False) -> str:
        """Draw the screen as SVG; see `memtui.ui.picture`."""
        from memtui.ui.picture import spaced

        return spaced(super().export_screenshot(title=title, simplify=simplify))

    def get_default_screen(self) -> MainScreen:
        """Make the main screen the only one."""
        return self.main

    def on_mount(self) -> None:
        """Apply the settings."""
        self.set_keymap(dict(self.settings.keys))
        theme = self.choices.theme or self.settings.theme
        if theme in self.available_themes:
            self.theme = theme
        elif theme:
            self.main.tell(f"settings: theme: no theme is called “{theme}”", "warning")
        for line in self.settings.unknown:
            self.main.tell(line, "warning")
        if self.message:
            self.main.tell(self.message)
        # After the signal of the theme that was set here: it is no choice of the person's.
        self.call_next(self.theme_changed_signal.subscribe, self, self._remember_theme)

    @work(group="choices", exit_on_error=False)
    async def _remember_theme(self, theme: Theme) -> None:
        """Keep the choice of a theme for all projects."""
        await asyncio.to_thread(self.choices.remember_theme, theme.name)

    def on_ready(self) -> None:
        """Collect garbage from now on, but not among what was loaded for the first frame."""
        gc.freeze()
        gc.enable()
        if self.settings.keys:
            self._check_keys()

    @work(group="keys", exit_on_error=False)
    async def _check_keys(self) -> None:
        """Say which keys of the settings file mean nothing."""
        # Function-local for start-up: what it loads is not needed for the first frame.
        from memtui.ui import key_ids

        for each in await asyncio.to_thread(key_ids.unknown, self.settings.keys):
            said = f"settings: keys: no key has the id “{each}”; f1 shows the ids"
            self.main.tell(said, "warning")

    def keep_now(self, *, pending: bool) -> int:
        """Keep what is unsaved at once; see `KeepingScreen.keep_now`."""
        return self.main.keep_now(pending=pending)

    def report(self, error: BaseException) -> str:
        """Log an internal error, and say so in one line; see `crashes.report`."""
        # Function-local for start-up: nobody needs it while all is well.
        from memtui.store import crashes

        return crashes.report(error)

    def action_help(self) -> None:
        """Show keys and how it works, for the screen that is shown."""
        from memtui.ui.screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen.of(self.screen))

    async def action_quit(self) -> None:
        """Leave whatever is open, then the editor; the main screen asks when work is unsaved."""
        while isinstance(self.screen, ModalScreen) and self.screen is not self.main.leaving:
            await self.screen.dismiss(None)
        if self.screen is self.main:
            self.main.action_leave_editor()


def run(project: Path, *, message: str = "") -> int:
    """Open the editor on a project's folder and return the process's exit code.

    Args:
        project: The project's root.
        message: Said in a corner at the start.

    Raises:
        MemtuiError: When the settings cannot be read, or the folder is none.
    """
    place = at(project)
    settings = read_settings()
    session = Session(place, polling=settings.polling)
    app = MemtuiApp(session, settings, read_choices(place), message=message)
    code = dying.run(app)
    try:
        if not app.dying:
            # What was saved or discarded last is kept no more.
            app.keep_now(pending=False)
    finally:
        session.settle(close=True)
    return code

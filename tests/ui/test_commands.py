"""The palette, made from the bindings."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.command import CommandList
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from memtui.ui.commands import EXTRA, MemtuiCommands
from memtui.ui.screens.confirm import Choice, Confirm
from tests.ui.holding import shown


class Files(Widget, can_focus=True):
    BINDINGS = [
        Binding("space", "mark", "Mark", id="files.mark", tooltip="Mark [this] file"),
        Binding("d", "delete", "Delete", id="files.delete", tooltip="Never here"),
        Binding("r", "screen.rename", "Rename", id="files.rename", tooltip="Another name"),
        Binding("w", "wrong", "Wrong", id="files.wrong", tooltip="Has no method"),
        Binding("R", "screen.rename", "Rename here", id="rows.rename", tooltip="The same again"),
        Binding("m", "mark(1)", "Mark here", id="rows.mark", tooltip="Mark [this] file"),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return None if action == "delete" else True

    def action_mark(self) -> None:
        assert isinstance(self.app, Holder)
        self.app.done.append("mark")


class Main(Screen[None]):
    BINDINGS = [Binding("n", "new(3)", "New", id="file.new", tooltip="Make a category")]

    def compose(self) -> ComposeResult:
        yield Files()
        yield Input()

    def action_new(self, count: int) -> None:
        self.note(f"new {count}")

    def action_rename(self) -> None:
        self.note("rename")

    def action_save_all(self) -> None:
        self.note("save all")

    def action_choose_profile(self, profile: str) -> None:
        self.note(profile)

    def note(self, what: str) -> None:
        assert isinstance(self.app, Holder)
        self.app.done.append(what)


class Holder(App[None]):
    COMMANDS = {MemtuiCommands}
    BINDINGS = [
        Binding("ctrl+q", "quit", "Quit", id="quit", tooltip="Leave"),
        Binding("ctrl+p", "command_palette", "Palette", id="palette", tooltip="All"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.done: list[str] = []

    def on_mount(self) -> None:
        self.push_screen(Main())

    async def action_quit(self) -> None:
        self.done.append("quit")


async def listed(pilot: Pilot[None]) -> list[str]:
    """Return the first lines of what the palette lists, once it has settled."""
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
    options = pilot.app.screen.query_one(CommandList).options
    return [str(option.prompt).splitlines()[0] for option in options]


@asynccontextmanager
async def palette(*keys: str) -> AsyncIterator[tuple[Holder, Pilot[None]]]:
    app = Holder()
    async with app.run_test(size=(80, 50)) as pilot:
        await pilot.press(*keys)
        yield app, pilot


async def test_the_palette_lists_what_acts_here_with_its_key_and_what_has_no_key() -> None:
    async with palette("ctrl+p") as (app, pilot):
        titles = await listed(pilot)
        assert titles[:3] == ["Mark  space", "Rename  r", "New  n"]
        assert "Save all" in titles
        assert "Profile automaker-app" in titles
        assert "Quit  ^q" in titles
        assert "Theme" in titles
        assert not {"Delete  d", "Wrong  w", "Palette  ^p", "Keys", "Maximize"} & set(titles)
        assert len(titles) == len(set(titles))
        assert "Mark [this] file" in shown(app)


async def test_what_two_keys_do_is_listed_once() -> None:
    async with palette("ctrl+p") as (_, pilot):
        titles = await listed(pilot)
        assert {"Mark  space", "Rename  r"} <= set(titles)
        assert not any("here" in title for title in titles)


async def test_a_remapped_key_is_shown_as_it_is() -> None:
    app = Holder()
    async with app.run_test(size=(80, 50)) as pilot:
        app.set_keymap({"file.new": "f12"})
        await pilot.press("tab", "ctrl+p")
        assert "New  f12" in await listed(pilot)


async def test_letters_that_a_text_field_takes_are_offered_all_the_same() -> None:
    async with palette("tab", "ctrl+p") as (app, pilot):
        titles = await listed(pilot)
        assert "New  n" in titles
        assert "Mark  space" not in titles
        assert "Rename  r" in titles
        await pilot.press(*"new", "enter")
        await pilot.pause()
        assert app.done == ["new 3"]


async def test_a_few_letters_find_titles_first_and_then_sentences() -> None:
    async with palette("ctrl+p", *"file") as (_, pilot):
        titles = await listed(pilot)
        assert titles[0] == "Profile documented" or titles[0].startswith("Profile")
        assert titles.index("Save all") > 0
        assert "Mark  space" in titles
        assert "New  n" not in titles


async def test_commands_run_their_action() -> None:
    for typed, done in (
        ("mark", "mark"),
        ("save all", "save all"),
        ("automaker-utils", "automaker-utils"),
        ("quit", "quit"),
    ):
        async with palette("ctrl+p") as (app, pilot):
            await pilot.press(*typed)
            await listed(pilot)
            await pilot.press("enter")
            await pilot.pause()
            assert app.done == [done]


async def test_over_a_dialog_nothing_of_the_screen_below_is_offered() -> None:
    app = Holder()
    async with app.run_test(size=(80, 50)) as pilot:
        app.push_screen(Confirm("T", [], (Choice("One", 1),)))
        await pilot.pause()
        app.action_command_palette()
        await pilot.pause()
        titles = await listed(pilot)
        assert "Leave  esc" in titles
        assert not {"New  n", "Save all", "Mark  space"} & set(titles)


def test_every_command_says_what_it_does() -> None:
    assert len({extra.title for extra in EXTRA}) == len(EXTRA)
    assert all(extra.help and extra.action for extra in EXTRA)

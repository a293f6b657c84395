"""Every size of terminal: no exception, every pane within reach of the keys."""

from memtui.store.settings import Settings
from tests.ui.conftest import MakeApp
from tests.ui.editing import FILES, Editor, editing, focus, open_file, screen, seen, until
from tests.ui.holding import click_text, lines, shown

SIZES = [(120, 40), (110, 30), (80, 24), (60, 20), (59, 24), (40, 15)]


def pane(pilot: Editor) -> str:
    """Return in which part of the screen the focus is."""
    around = [node.id for node in focus(pilot).ancestors_with_self]
    parts = ("files", "editor", "agent")
    return next((part for part in parts if part in around), "feature")


def seen_panes(pilot: Editor) -> list[str]:
    """Return which panes are on the screen."""
    page = screen(pilot).page
    return [node.id or "" for node in page.children if node.region.area and node.display]


async def test_the_keys_reach_every_pane_and_what_has_the_focus_is_seen(
    make_app: MakeApp,
) -> None:
    async with editing(make_app(FILES)) as pilot:
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            await walk(pilot)
            assert max(map(len, lines(pilot.app))) <= size[0]
            assert "f1 Help" in lines(pilot.app)[-1]


async def walk(pilot: Editor) -> None:
    """Go round by the keys, from the feature bar and back to it."""
    assert pane(pilot) == "feature"
    back = ("agent", "editor", "files", "feature")
    steps = [("f2", "editor"), ("escape", "files"), ("shift+f6", "feature")]
    steps += [("f6", place) for place in ("files", "editor", "agent", "feature")]
    steps += [("shift+f6", place) for place in back]
    steps += [("escape", "files")]
    steps += [(key, "editor") for key in ("f2", "f3", "f4", "f5")]
    steps += [("escape", "files"), ("enter", "editor"), ("escape", "files")]
    steps += [("shift+f6", "feature")]
    for key, expected in steps:
        await pilot.press(key)
        await until(pilot, lambda: pane(pilot) == expected)  # noqa: B023
        if expected != "feature":
            await until(pilot, lambda: expected in seen_panes(pilot))  # noqa: B023
        await until(pilot, lambda: focus(pilot).region.area > 0)


async def test_the_agent_pane_takes_turns_with_the_editor_below_110_columns(
    make_app: MakeApp,
) -> None:
    async with editing(make_app(FILES), size=(80, 24)) as pilot:
        # From the feature bar and from the list: the focus stays.
        for before, place in (((), "feature"), (("escape",), "files")):
            await pilot.press(*before)
            await until(pilot, lambda: seen_panes(pilot) == ["files", "editor"])
            await pilot.press("f8")
            await until(pilot, lambda: seen_panes(pilot) == ["files", "agent"])
            assert pane(pilot) == place
            await pilot.press("f8")
            await until(pilot, lambda: seen_panes(pilot) == ["files", "editor"])
            assert pane(pilot) == place
        await pilot.press("f8", "f2")
        await until(pilot, lambda: pane(pilot) == "editor")
        await until(pilot, lambda: seen_panes(pilot) == ["files", "editor"])
        await pilot.press("f8")
        await until(pilot, lambda: pane(pilot) == "agent")
        await until(pilot, lambda: seen_panes(pilot) == ["files", "agent"])
        await pilot.press("f8")
        await until(pilot, lambda: pane(pilot) == "editor")


async def test_elsewhere_the_key_goes_to_the_agent_pane_and_back(make_app: MakeApp) -> None:
    async with editing(make_app(FILES)) as pilot:
        for size in ((120, 40), (50, 20)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            for key, place in (("escape", "files"), ("f2", "editor")):
                await pilot.press(key)
                await until(pilot, lambda: pane(pilot) == place)  # noqa: B023
                await pilot.press("f8")
                await until(pilot, lambda: pane(pilot) == "agent")
                await until(pilot, lambda: "agent" in seen_panes(pilot))
                await pilot.press("f8")
                await until(pilot, lambda: pane(pilot) == place)  # noqa: B023


async def test_a_terminal_that_changes_its_size_keeps_pane_and_file(make_app: MakeApp) -> None:
    async with editing(make_app(FILES)) as pilot:
        await open_file(pilot, "ui.md")
        await pilot.press("f3")
        for size in ((80, 24), (40, 15), (20, 8), (10, 4), (40, 15), (120, 40)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert pane(pilot) == "editor"
            assert screen(pilot).chosen == "ui.md"
        await until(pilot, lambda: seen_panes(pilot) == ["files", "editor", "agent"])
        await seen(pilot, "### Renew")


async def test_the_mouse_reaches_every_pane(make_app: MakeApp) -> None:
    async with editing(make_app(FILES), size=(80, 24)) as pilot:
        await click_text(pilot, "○ api")
        assert pane(pilot) == "files"
        assert screen(pilot).chosen == "api.md"
        await click_text(pilot, "Body")
        await until(pilot, lambda: pane(pilot) == "editor")
        await click_text(pilot, "Title")
        assert focus(pilot).id == "title"
        await click_text(pilot, "Description")
        assert focus(pilot).id == "description"
        await click_text(pilot, "f8 Agent")
        await seen(pilot, "Agent loads")
        assert "p prompt" in shown(pilot.app)


KEYS = {
    "file.save": "ctrl+b",
    "prompt.show": "v",
    "profile.next": "y",
    "memory.body": "f10",
    "memory.disk": "f11",
    "file.external": "f12",
    "files.new": "a",
}
FEATURES = {"login": '{"title": "login", "description": "oauth"}'}


async def test_keys_of_the_person_are_named_wherever_a_key_is(make_app: MakeApp) -> None:
    files = {**FILES, "ui.md": "x" * 3_000_000}
    app = make_app(files, settings=Settings(keys=KEYS), features=FEATURES)
    async with editing(app, size=(120, 60)) as pilot:
        for text in ("^b save", "v prompt", "f10 Body", "f11 On disk", "^b Save"):
            await seen(pilot, text)
        await open_file(pilot, "ui.md")
        await seen(pilot, "a New")
        await pilot.press("f10")
        await seen(pilot, "f12 opens $EDITOR")
        await pilot.press("escape", "f1")
        rows = [["^b", "Save"], ["f10", "Body"], ["f11", "On"], ["v", "Prompt"], ["a", "New"]]
        await seen(pilot, "acts where you are")
        words = [line.strip("│ ●▂▃▄▅▆▇█").split()[:2] for line in lines(app)]
        assert [row for row in rows if row not in words] == []

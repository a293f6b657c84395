"""Help, made from the bindings."""

from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Static

from memtui.ui.screens.help import EVERYWHERE, HERE, HelpScreen, groups, panes_of
from tests.ui.holding import lines, shown

LONG = "Marks the file in hand so that it takes part in what comes next"


class Files(Widget, can_focus=True):
    BINDING_GROUP_TITLE = "Files"
    BINDINGS = [
        Binding("space", "mark", "Mark", id="files.mark", tooltip=LONG),
        Binding("d,delete", "delete", "Delete", id="files.delete", tooltip="Asks first"),
    ]


class Words(Input):
    BINDINGS = [Binding("f7", "mend", "Mend", id="form.mend", tooltip="Mends [it]")]


class Form(Vertical):
    HELP = """
    What the file
    says of [itself].
    """

    BINDING_GROUP_TITLE = "Form"

    def compose(self) -> ComposeResult:
        yield Words()
        yield Words()


class Main(Screen[None]):
    BINDINGS = [
        Binding("f1", "help", "Help", id="help", tooltip="Keys"),
        Binding("x", "off", "Off", id="off", tooltip="Never"),
    ]

    def compose(self) -> ComposeResult:
        yield Files()
        yield Form()
        yield Words(id="loose")
        yield Static("no pane")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "off"

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen.of(self))


class Holder(App[None]):
    BINDINGS = [Binding("ctrl+q", "quit", "Quit", id="quit", tooltip="Leave")]

    def on_mount(self) -> None:
        self.push_screen(Main())


def row_of(app: App[None], word: str) -> str:
    return next(line for line in lines(app)[1:] if f" {word} " in line)


async def test_keys_are_grouped_by_pane_and_those_that_act_here_are_marked() -> None:
    app = Holder()
    async with app.run_test(size=(130, 50)) as pilot:
        await pilot.press("f1")
        text = shown(app)
        assert text.index(EVERYWHERE) < text.index("Files") < text.index("Form")
        assert "● space" in row_of(app, "Mark")
        assert LONG in row_of(app, "Mark")
        assert "● d del" in row_of(app, "Delete")
        assert "●" not in row_of(app, "Mend")
        assert "Mends [it]" in row_of(app, "Mend")
        assert "● ^q" in row_of(app, "Quit")
        assert " Off " not in text
        assert text.count(" Mend ") == 1
        assert "Scroll" not in text
        assert "Input" not in text


async def test_the_pane_in_hand_stands_first_and_the_field_keeps_its_own_keys() -> None:
    app = Holder()
    async with app.run_test(size=(110, 60)) as pilot:
        await pilot.press("tab", "f1")
        text = shown(app)
        assert text.index("Form") < text.index("Files")
        assert "● f7" in row_of(app, "Mend")
        assert "●" not in row_of(app, "Mark")
        assert HERE in text
        assert "Delete left to start of word" in text


async def test_remapped_keys_are_shown_as_they_are() -> None:
    app = Holder()
    async with app.run_test(size=(110, 50)) as pilot:
        app.set_keymap({"files.mark": "m,question_mark", "form.mend": "f8", "help": "f2"})
        await pilot.press("f2")
        assert "● m ?" in row_of(app, "Mark")
        assert "f8" in row_of(app, "Mend")
        assert "● f2" in row_of(app, "Help")
        assert "space" not in shown(app)


async def test_the_texts_say_how_files_are_chosen_and_kept_at_every_size() -> None:
    for size in ((40, 15), (80, 24)):
        app = Holder()
        async with app.run_test(size=size) as pilot:
            await pilot.press("f1")
            assert "esc Leave" in shown(app)
            seen = shown(app)
            for _ in range(12):
                await pilot.press("pagedown")
                seen += shown(app)
            flat = " ".join(seen.split())
            for words in ("How files are chosen", "How your files are kept safe", "takes part"):
                assert words in flat
            await pilot.press("f1")
            assert isinstance(app.screen, Main)


async def test_groups_hold_every_binding_that_acts_here() -> None:
    app = Holder()
    async with app.run_test(size=(80, 24)):
        here = app.screen.active_bindings
        found = groups(here.values(), panes_of(app.screen), {}, app)
        listed = {row.description for _, rows in found for row in rows if row.active}
        scrolling = {"Scroll", "Page"}
        for active in here.values():
            said = active.binding.description
            if active.enabled and said and said.split()[0] not in scrolling:
                assert said in listed or active.binding.system


async def test_help_begins_with_what_the_place_is() -> None:
    app = Holder()
    async with app.run_test(size=(130, 50)) as pilot:
        await pilot.press("f1")
        assert "What the file" not in shown(app)
        await pilot.press("escape", "tab", "f1")
        assert "What the file says of [itself]." in lines(app)[1]

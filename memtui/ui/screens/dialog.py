"""What all dialogs share: the box, the keys at its foot, passages of text, and the choices."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, Literal, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Button

from memtui.core.plain import harmless
from memtui.ui.widgets.line_input import LineInput
from memtui.ui.widgets.wrap_input import WrapInput

T = TypeVar("T")

GOES_ON: Final = frozenset(("preview",))
"""Actions without which a dialog could only be left: their key is shown in any width."""

Kind = Literal["default", "primary", "error"]
"""What a choice is: ``primary`` is what enter does at first, ``error`` destroys something."""


def literal(text: str, style: str = "") -> Content:
    """Return text from anywhere as content that is no markup and harms no terminal.

    Args:
        text: One line; a line end in it becomes a sign.
        style: A style of theme variables, such as ``$text-warning``, or ``dim``.
    """
    return Content.styled(harmless(text), style) if style else Content(harmless(text))


def acting(text: Content, action: str) -> Content:
    """Return a text of a dialog that does something at a click, such as ``screen.page(1)``.

    A link of Textual's would lose the colours of its parts.
    """
    return text.stylize(Style.from_meta({"memtui": action}))


def paragraphs(lines: Iterable[str | Content]) -> Content:
    """Return lines as one content; each string is made harmless."""
    parts = [line if isinstance(line, Content) else literal(line) for line in lines]
    return Content("\n").join(parts)


@dataclass(frozen=True, slots=True)
class Choice(Generic[T]):
    """An answer that a dialog offers.

    Attributes:
        label: A word or two, written by memtui.
        value: What the dialog returns for it.
        kind: What it is; the first choice is what enter does when none is ``primary``.
    """

    label: str
    value: T
    kind: Kind = "default"


class Answer(Button):
    """The button of one choice."""

    DEFAULT_CSS = """
    Answer, Answer.-style-default {
        width: auto;
        min-width: 0;
        height: 1;
        margin: 0 1 0 0;
        border: none;
        color: $foreground;
        background: $foreground 12%;
        text-style: none;
        &:hover { border: none; background: $foreground 24%; }
        &.-active { border: none; tint: transparent; }
        &.-dangerous { color: $text-error; background: $error 20%; }
        &:focus { color: auto 95%; background: $accent; text-style: bold; }
        &.-dangerous:focus { color: auto 95%; background: $error; text-style: bold; }
        &:nocolor:focus { text-style: bold reverse; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "press", "Choose", id="choice.take", tooltip="Take this choice"),
    ]

    def __init__(self, choice: Choice[Any], letter: str, *, first: bool) -> None:
        at = choice.label.lower().find(letter) if letter else -1
        label = Content(choice.label)
        super().__init__(label.stylize("underline", at, at + 1) if at >= 0 else label, compact=True)
        self.width_needed = label.cell_length + 2
        self.letter = letter
        self.dangerous = choice.kind == "error"
        self.set_class(self.dangerous, "-dangerous")
        self.set_class(first, "-first")
        self.active_effect_duration = 0


class Choices(Widget):
    """Answers in a row, or one below the other where the row is too narrow.

    The underlined letter takes an answer. For one that destroys something it only brings the
    focus: the key that opened the dialog, held a moment too long, must not answer it.
    """

    DEFAULT_CSS = """
    Choices {
        layout: horizontal;
        height: auto;
        margin-top: 1;
        &.-stacked { layout: vertical; }
        &.-stacked > Answer { width: 100%; margin: 0; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "left", "step(-1)", "Previous", show=False, id="choice.previous", tooltip="Previous"
        ),
        Binding("right", "step(1)", "Next", show=False, id="choice.next", tooltip="Next"),
        Binding(
            "up",
            "screen.line(-1)",
            "Line up",
            show=False,
            id="choice.up",
            tooltip="Text a line up; the previous answer where all of the text is seen",
        ),
        Binding(
            "down",
            "screen.line(1)",
            "Line down",
            show=False,
            id="choice.down",
            tooltip="Text a line down; the next answer where all of the text is seen",
        ),
    ]

    class Made(Message):
        """The person took an answer.

        Attributes:
            index: Its place among the choices, from 0.
        """

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self, choices: Sequence[Choice[Any]]) -> None:
        first = next((i for i, choice in enumerate(choices) if choice.kind == "primary"), 0)
        letters: list[str] = []
        for choice in choices:
            free = (c for c in choice.label.lower() if c.isalnum() and c not in letters)
            letters.append(next(free, ""))
        self._answers = [
            Answer(choice, letter, first=index == first)
            for index, (choice, letter) in enumerate(zip(choices, letters, strict=True))
        ]
        super().__init__(*self._answers)

    def on_resize(self, event: events.Resize) -> None:
        """Stand in a row only where all answers fit."""
        needed = sum(answer.width_needed + 1 for answer in self._answers) - 1
        self.set_class(needed > event.size.width, "-stacked")

    def on_key(self, event: events.Key) -> None:
        """Take the answer with this letter."""
        for answer in self._answers:
            if event.character and event.character.lower() == answer.letter:
                event.stop()
                answer.focus()
                if not answer.dangerous:
                    answer.press()
                return

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Say which answer was taken."""
        event.stop()
        for index, answer in enumerate(self._answers):
            if answer is event.button:
                self.post_message(self.Made(index))

    def action_step(self, step: int) -> None:
        """Go to the next answer, round and round."""
        at = next((i for i, answer in enumerate(self._answers) if answer.has_focus), 0)
        self._answers[(at + step) % len(self._answers)].focus()


TAKE: Final = Binding("enter", "submit", "Take", id="field.take", tooltip="Take what is typed")


class Field(LineInput):
    """A line of text in a dialog; enter takes it."""

    # Only while every part of a box has an automatic height does the box heed a part's greatest
    # height in shares of the screen.
    DEFAULT_CSS = """
    Field, Field.-textual-compact, Field:focus {
        height: auto;
        padding: 0 1;
        background: $foreground 8%;
    }
    Field:focus { background: $foreground 16%; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [TAKE]

    def __init__(
        self,
        value: str = "",
        *,
        placeholder: str = "",
        select_on_focus: bool = False,
        id: str | None = None,  # noqa: A002
    ) -> None:
        super().__init__(value, placeholder=placeholder, id=id)
        self.select_on_focus = select_on_focus


class LongField(WrapInput):
    """A line of text in a dialog that unfolds while it has the focus; enter takes it."""

    DEFAULT_CSS = """
    LongField, LongField.-textual-compact { padding: 0 1; background: $foreground 8%; }
    LongField:focus { background: $foreground 16%; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [TAKE]


class Passage(VerticalScroll, can_focus=False):
    """A text as high as it needs and the screen allows; the dialog's page keys scroll it."""

    DEFAULT_CSS = """
    Passage {
        height: auto;
        max-height: 60vh;
        scrollbar-size-vertical: 1;
        & > Static { height: auto; }
    }
    """


class Dialog(ModalScreen[T]):
    """A centred box with its title in the frame and its keys at the frame's foot.

    A subclass yields what stands in the box (`body`) and dismisses with its value; leaving
    dismisses with None. `WIDE` makes the box fill the screen. Titles are literal text.
    """

    DEFAULT_CSS = """
    Dialog {
        align: center middle;
        & > #dialog {
            width: 72;
            max-width: 100%;
            height: auto;
            max-height: 100%;
            padding: 0 1;
            border: round $text-accent;
            border-title-color: $text-accent;
            border-title-style: bold;
            border-subtitle-color: $foreground;
            background: $surface;
            overflow-y: auto;
            scrollbar-size-vertical: 1;
            link-style: none;
            link-color: $foreground;
            link-background: transparent;
            link-background-hover: $foreground 20%;
            link-color-hover: $foreground;
        }
        & > #dialog.-wide { width: 100%; height: 100%; max-width: 140; }
    }
    """

    WIDE = False
    leave_word = ""
    """What leaving comes to, where that has a word of its own."""
    VERTICAL_BREAKPOINTS = [(0, "-short"), (20, "-tall")]

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Leave", id="dialog.leave", tooltip="Close, changing nothing"),
        Binding("f1", "app.help", "Help", show=False, id="help", tooltip="Keys and how it works"),
        Binding(
            "pageup", "page(-1)", "Up", show=False, id="dialog.page-up", tooltip="Text a page up"
        ),
        Binding(
            "pagedown",
            "page(1)",
            "Down",
            show=False,
            id="dialog.page-down",
            tooltip="Text a page down",
        ),
    ]

    def __init__(self, title: str) -> None:
        super().__init__()
        self._heading = literal(title)

    def body(self) -> ComposeResult:
        """Yield what stands in the box."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """Lay out the box."""
        with Vertical(id="dialog", classes="-wide" if self.WIDE else "") as box:
            box.border_title = self._heading
            yield from self.body()

    def on_mount(self) -> None:
        """Keep the keys at the foot those that act."""
        self.bindings_updated_signal.subscribe(self, self._follow)

    def _follow(self, _screen: Screen[object]) -> None:
        self._show_keys()

    def on_resize(self, event: events.Resize) -> None:
        """Show as many keys as fit."""
        self.call_after_refresh(self._show_keys)

    def _show_keys(self) -> None:
        box = self.query_one("#dialog", Vertical)
        # Corners, and a line and a blank on both sides, are the frame's own.
        box.border_subtitle = self._foot(box.outer_size.width - 6)

    def _foot(self, width: int) -> Content:
        """Return the keys that act, in `width` cells; the one that leaves comes last, always.

        The key that goes on is shown always, too.
        """
        shown: dict[str, Content] = {}
        leave = Content()
        for active in self.active_bindings.values():
            binding = active.binding
            if binding.show and active.enabled and binding.action not in shown:
                style = Style.from_meta({"@click": f"screen.press_key({binding.key!r})"})
                leaves = binding.key == "escape" or binding.action == "leave"
                does = self.leave_word if leaves and self.leave_word else binding.description
                key = (self.app.get_key_display(binding), "bold $text-accent")
                shown[binding.action] = Content.assemble(key, f" {does}").stylize(style)
                if leaves:
                    leave = shown.pop(binding.action)
        parts: list[Content] = []
        room = width - leave.cell_length
        room -= sum(shown[action].cell_length + 2 for action in GOES_ON if action in shown)
        for action, words in shown.items():
            if action in GOES_ON:
                parts.append(words)
            elif words.cell_length + 2 <= room:
                parts.append(words)
                room -= words.cell_length + 2
        return Content("  ").join([*parts, leave])

    def action_press_key(self, key: str) -> None:
        """Press a key that was clicked at the foot."""
        # A message stops bubbling at its sender; sent from the box, the key would not leave it.
        self.app.call_later(self.app.simulate_key, key)

    def action_leave(self) -> None:
        """Close, changing nothing."""
        self.dismiss(None)

    def action_page(self, step: int) -> None:
        """Scroll the text of the dialog."""
        for passage in self.query(Passage):
            passage.scroll_relative(y=step * max(1, passage.size.height - 1), animate=False)

    def action_line(self, step: int) -> None:
        """Scroll the text by a line; where all of it is seen, go to another answer."""
        longer = [passage for passage in self.query(Passage) if passage.max_scroll_y]
        for passage in longer:
            passage.scroll_relative(y=step, animate=False)
        if not longer:
            self.query_one(Choices).action_step(step)

    async def on_click(self, event: events.Click) -> None:
        """Do what a text says that was clicked; leave at a click beside the box."""
        if action := event.style.meta.get("memtui"):
            await self.run_action(action)
        elif self.get_widget_at(event.screen_x, event.screen_y)[0] is self:
            self.action_leave()

"""Find and replace at the foot of an editor."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Button, Input, Label

from memtui.core.find import Found, Place, Query, find
from memtui.errors import BadValue
from memtui.ui.widgets.line_input import LineInput
from memtui.ui.widgets.notes import Note, Notes
from memtui.ui.widgets.regex_search import find_regex


class _Words(LineInput):
    """What is searched for."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,down", "step(1)", "Next", id="find.next", tooltip="The next match"),
        Binding("up", "step(-1)", "Previous", id="find.previous", tooltip="The match before"),
    ]

    class Step(Message):
        """Go to another match."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    def action_step(self, step: int) -> None:
        """Ask for another match."""
        self.post_message(self.Step(step))


class _New(LineInput):
    """What comes in the place of a match."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter", "submit", "Replace", id="find.replace", tooltip="Replace this match, go on"
        ),
    ]


class FindBar(Vertical):
    """Two lines: what to find, and what to put in its place.

    The bar never touches the text. It asks for it (`Asked`), which is answered by `look_in`, and
    says what to show (`Picked`) and what to replace (`Replacing`).
    """

    DEFAULT_CSS = """
    FindBar {
        dock: bottom;
        height: auto;
        background: $panel;
        padding: 0 1;

        & > Horizontal { height: 1; }
        & Label { width: 8; color: $text-muted; }
        & LineInput { width: 1fr; }
        & Button.-style-default {
            min-width: 3;
            padding: 0;
            margin: 0;
            color: $foreground;
            background: transparent;
            text-style: none;
            &:focus { text-style: reverse; background-tint: transparent; }
            &:hover { color: $text-accent; }
            &.-on { color: $text-accent; text-style: bold; }
        }
        & #state { width: auto; min-width: 8; margin-left: 1; text-align: right; }
        & #state.-none { color: $text-error; }
        &.-locked > #replacing { display: none; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "ctrl+r", "regex", "Regex", id="find.regex", tooltip="Take the words as an expression"
        ),
        Binding(
            "ctrl+l", "replace(True)", "Replace all", id="find.all", tooltip="Replace every match"
        ),
        Binding("escape", "close", "Close", id="find.close", tooltip="Back to the text"),
    ]

    locked: reactive[bool] = reactive(default=False, repaint=False, init=False)
    """Whether nothing can be replaced."""
    regex: reactive[bool] = reactive(default=False, repaint=False, init=False)

    class Asked(Message):
        """The query is another; `look_in` wants the text."""

    class Closed(Message):
        """The person is done; the marks can go."""

    class Picked(Message):
        """Show these matches.

        Attributes:
            found: All of them; None while they are not known.
            bounds: The one to select; None to select none.
        """

        def __init__(self, found: Found | None, bounds: tuple[Place, Place] | None) -> None:
            super().__init__()
            self.found = found
            self.bounds = bounds

    class Replacing(Message):
        """Replace a stretch of the text, as one step of its history.

        Attributes:
            start: First character of the stretch.
            end: Behind its last.
            text: What comes in its place.
        """

        def __init__(self, start: Place, end: Place, text: str) -> None:
            super().__init__()
            self.start = start
            self.end = end
            self.text = text

    class _Searched(Message):
        """A regular expression was searched."""

        def __init__(self, outcome: Found | str, at: Place, pick: bool) -> None:
            super().__init__()
            self.outcome = outcome
            self.at = at
            self.pick = pick

    def __init__(self, query: Query, *, locked: bool = False) -> None:
        """Make a bar.

        Args:
            query: What the fields hold at first.
            locked: Whether nothing can be replaced.
        """
        super().__init__()
        self.set_reactive(FindBar.locked, locked)
        self.set_reactive(FindBar.regex, query.regex)
        self._first = query
        self._found: Found | None = None
        self._index = -1
        self._replaced = 0

    def compose(self) -> ComposeResult:
        """Lay out the two lines."""
        with Horizontal(id="finding"):
            yield Label("Find")
            yield _Words(self._first.text, id="words")
            yield Label("", id="state", markup=False)
            yield Button("↑", id="previous", compact=True, tooltip="The match before")
            yield Button("↓", id="next", compact=True, tooltip="The next match")
        with Horizontal(id="replacing"):
            yield Label("Replace")
            yield _New(self._first.replacement, id="new")
            yield Button(".*", id="regex", compact=True, tooltip="Regular expression")
            yield Button("this", id="one", compact=True, tooltip="Replace this match")
            yield Button("all", id="all", compact=True, tooltip="Replace every match")
        yield Notes()

    @property
    def query_now(self) -> Query:
        """What is searched for."""
        words, new = (self.query_one(f"#{name}", LineInput).value for name in ("words", "new"))
        return Query(words, new, self.regex)

    def on_mount(self) -> None:
        """Begin with the words selected, so that typing replaces them."""
        self.set_class(self.locked, "-locked")
        # Each has a key; the tab key goes from what is found to what replaces it.
        for button in self.query(Button):
            button.can_focus = False
        self.query_one("#regex").set_class(self.regex, "-on")
        self.take(self._first.text)

    def take(self, words: str) -> None:
        """Ask for these words, or for those that stand there."""
        field = self.query_one("#words", LineInput)
        if words:
            field.load(words)
        field.focus()
        field.select_all()
        self.post_message(self.Asked())

    def look_in(self, lines: Sequence[str], at: Place, *, pick: bool = True) -> None:
        """Search.

        Args:
            lines: The text.
            at: From where on the first match is picked.
            pick: Whether a match is selected; else they are only counted and marked.
        """
        if not (self.is_mounted and self.display):
            # Its fields are not there yet, and then it asks again, or there no more.
            return
        query = self.query_now
        self._found = None
        if not query.text:
            self.workers.cancel_node(self)
            self._take(None, at, pick)
        elif query.regex:
            self._say()
            self._search_regex(tuple(lines), query, at, pick)
        else:
            self._take(find(lines, query), at, pick)

    @work(exclusive=True)
    async def _search_regex(
        self, lines: tuple[str, ...], query: Query, at: Place, pick: bool
    ) -> None:
        try:
            outcome: Found | str = await find_regex(lines, query)
        except BadValue as error:
            outcome = str(error)
        self.post_message(self._Searched(outcome, at, pick))

    def on_find_bar__searched(self, event: _Searched) -> None:
        """Take the outcome of a search in another process."""
        event.stop()
        if isinstance(event.outcome, Found):
            self._take(event.outcome, event.at, event.pick)
        else:
            self._take(None, event.at, event.pick, fault=event.outcome)

    def _take(self, found: Found | None, at: Place, pick: bool, fault: str = "") -> None:
        self._found = found
        self._index = found.at_or_after(at) if found else -1
        if fault:
            self.query_one(Notes).notes = (Note(fault, "error", "✗"),)
        elif self._replaced:
            self.query_one(Notes).notes = (Note(f"{self._replaced:,} replaced", "good", "✓"),)
        elif pick:
            self.query_one(Notes).notes = ()
        self._replaced = 0
        self._say()
        if fault:
            self.query_one("#state", Label).update("")
        bounds = found.bounds(self._index) if pick and found and self._index >= 0 else None
        self.post_message(self.Picked(found, bounds))

    def _say(self) -> None:
        """Say which match of how many is in hand."""
        state = self.query_one("#state", Label)
        count = len(self._found.spans) if self._found else 0
        asked = bool(self.query_one("#words", LineInput).value)
        state.set_class(bool(self._found) and not count, "-none")
        none = "no match" if self._found else "…"
        text = f"{self._index + 1:,} of {count:,}" if count else none if asked else ""
        state.update(Content(text))

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search at each key."""
        event.stop()
        self.post_message(self.Asked())

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Replace the match in hand."""
        event.stop()
        self.action_replace(every=False)

    @on(_Words.Step)
    def _step(self, event: _Words.Step) -> None:
        event.stop()
        self.step(event.step)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Do what the button says."""
        event.stop()
        match event.button.id:
            case "regex":
                self.action_regex()
            case "previous":
                self.step(-1)
            case "next":
                self.step(1)
            case "one":
                self.action_replace(every=False)
            case "all":
                self.action_replace(every=True)

    def watch_locked(self, locked: bool) -> None:
        """Offer no replacement where nothing may be edited."""
        self.set_class(locked, "-locked")

    def watch_regex(self, regex: bool) -> None:
        """Show how the words are taken, and search anew."""
        self.query_one("#regex").set_class(regex, "-on")
        self.post_message(self.Asked())

    def action_regex(self) -> None:
        """Take the words as a regular expression, or as they stand."""
        self.regex = not self.regex

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to replace only where something may be edited."""
        return action != "replace" or not self.locked

    def step(self, step: int) -> None:
        """Pick the next match, or the one before."""
        if self._found and self._found.spans:
            self._index = (self._index + step) % len(self._found.spans)
            self._say()
            self.post_message(self.Picked(self._found, self._found.bounds(self._index)))

    def action_replace(self, every: bool) -> None:
        """Replace the match in hand, or all."""
        found = self._found
        if self.locked or not found or not found.spans:
            return
        # Until the text was searched again, no place is known.
        self._found = None
        if every:
            self._replaced = len(found.spans)
            self.post_message(self.Replacing(*found.replaced()))
        else:
            bounds = found.bounds(self._index)
            self.post_message(self.Replacing(*bounds, found.replacement(self._index)))

    def action_close(self) -> None:
        """Ask to be taken away."""
        self.post_message(self.Closed())

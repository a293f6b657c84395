"""What the agent is asked to do: typed here, it drives everything below."""

from collections.abc import Callable
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Input, Static

from memtui.core.memory import Feature
from memtui.core.terms import FeatureWord, feature_words
from memtui.core.workspace import Workspace
from memtui.ui.messages import FeatureEdited
from memtui.ui.widgets.line_input import LineInput

PICK: Final = Binding(
    "ctrl+o",
    "screen.pick_feature",
    "Feature",
    id="feature.pick",
    tooltip="Pick one of the project's features",
)

NO_WORD: Final = "no word counts: only a-z and 0-9 do"


class FeatureBar(Vertical):
    """Title and description of a feature, and which of their words count."""

    HELP = "Type what the agent will be asked to do; every page follows."

    BINDING_GROUP_TITLE = "Feature"

    DEFAULT_CSS = """
    FeatureBar {
        height: auto;
        border: round $foreground 25%;
        border-title-color: $text-primary;
        border-subtitle-color: $text-muted;
        padding: 0 1;
        &:focus-within { border: round $text-accent; border-title-color: $text-accent; }
        & Horizontal { height: 1; }
        & .label { width: 12; color: $text-muted; }
        & LineInput { width: 1fr; }
    }
    """

    # Also the screen's: here it stands before the keys of the page.
    BINDINGS: ClassVar[list[BindingType]] = [PICK]

    workspace: reactive[Workspace] = reactive(Workspace, repaint=False)

    def __init__(self) -> None:
        super().__init__()
        # Features that were told and did not come back yet: the keys are ahead of the screen.
        self._told: list[Feature] = []

    def compose(self) -> ComposeResult:
        """Lay out the two fields."""
        with Horizontal():
            yield Static("Title", classes="label")
            yield LineInput(placeholder="what the agent is asked to do", id="title")
        with Horizontal():
            yield Static("Description", classes="label")
            yield LineInput(id="description")

    def on_mount(self) -> None:
        """Name the frame."""
        self.border_title = "Feature"

    def watch_workspace(self, old: Workspace, new: Workspace) -> None:
        """Show a feature that was picked, and say which words count."""
        if not self.is_mounted:
            return
        if new.feature in self._told:
            del self._told[: self._told.index(new.feature) + 1]
        elif new.feature != old.feature:
            self._told.clear()
            self.query_one("#title", LineInput).load(new.feature.title)
            self.query_one("#description", LineInput).load(new.feature.description)
        self._say_words()

    def on_resize(self) -> None:
        """Cut the words to the frame."""
        self._say_words()

    def on_click(self, event: events.Click) -> None:
        """Go to the field whose label was clicked."""
        row = event.screen_y - self.content_region.y
        for place, field in enumerate(self.query(LineInput)):
            if place == row:
                field.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Follow each key press."""
        event.stop()
        feature = self._typed()
        if feature != (self._told[-1] if self._told else self.workspace.feature):
            self._told.append(feature)
            self.post_message(FeatureEdited(feature))

    def _typed(self) -> Feature:
        """Return the feature that the fields hold; a picked one keeps its id until edited."""
        title = self.query_one("#title", LineInput).value
        description = self.query_one("#description", LineInput).value
        feature = self.workspace.feature
        if (title, description) == (feature.title, feature.description):
            return feature
        return Feature(title, description)

    def _say_words(self) -> None:
        feature = self.workspace.feature
        words = feature_words(feature.title, feature.description)
        if not words and (feature.title + feature.description).strip():
            # Without a word of it nothing would be said about, say, a title in Korean.
            self.border_subtitle = Content.styled(NO_WORD, "$text-warning")
            return
        index = self.workspace.snapshot.index(self.workspace.profile)
        self.border_subtitle = word_line(words, index.knows, max(10, self.size.width - 4))


def word_line(words: tuple[FeatureWord, ...], knows: Callable[[str], bool], width: int) -> Content:
    """Return the words that count, those in no file, and those that are dropped, in that order.

    Args:
        words: The words of the feature.
        knows: Says whether any file holds a word.
        width: Cells; what is longer is cut.
    """
    counting = [word.text for word in words if word.state == "counts"]
    known = [word for word in counting if knows(word)]
    unknown = [word for word in counting if not knows(word)]
    dropped = [word.text for word in words if word.state != "counts"]
    groups = [
        Content.styled(" ".join(group), style)
        for group, style in (
            (known, "bold $text-success"),
            (unknown, "dim"),
            (dropped, "dim strike"),
        )
        if group
    ]
    return Content("  ").join(groups).truncate(width, ellipsis=True)

"""Picks one of the project's features."""

import unicodedata
from collections.abc import Sequence
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input, Static

from memtui.core.memory import Feature
from memtui.ui.screens.dialog import Dialog, Field, literal
from memtui.ui.widgets.rows import RowList

SIGNS: Final = {
    "backlog": ("○", "dim"),
    "pending": ("○", "dim"),
    "in_progress": ("◐", "$text-warning"),
    "running": ("◐", "$text-warning"),
    "waiting_approval": ("◑", "$text-warning"),
    "review": ("◑", "$text-warning"),
    "interrupted": ("◌", "$text-error"),
    "failed": ("✗", "$text-error"),
    "verified": ("●", "$text-success"),
    "completed": ("●", "$text-success"),
    "done": ("●", "$text-success"),
}
"""Sign and style of the states that Automaker writes."""

OTHER: Final = ("·", "dim")
"""Sign and style of every other state."""

SIMILAR: Final = 75
"""How alike a typed word and a part of a title must be, of 100 (RapidFuzz's partial ratio)."""

SHORTEST: Final = 4
"""Letters from which a typed word without digits may hold a mistake."""

LONGEST: Final = 64
"""Characters of a typed word that are compared."""

DESCRIBED: Final = 2000
"""Characters of a description that are looked at; only a few lines of it are shown."""


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()


def searchable(features: Sequence[Feature]) -> list[str]:
    """Return for each feature the text that `search` looks in: its title and its id.

    Padded, because the partial ratio looks for the shorter text in the longer one, and that must
    be the typed word.
    """
    return [f" {_folded(f.title)} {_folded(f.id)}".ljust(LONGEST) for f in features]


def search(query: str, texts: Sequence[str]) -> list[int]:
    """Return the places of the texts that hold every word of a query, the best first.

    A word that stands at the start of a word counts more than one inside, one that stands there
    as it was typed more than a similar one; ties keep their order.

    Args:
        query: What was typed; without words every place is returned.
        texts: As `searchable` returns them.
    """
    words = [word[:LONGEST] for word in _folded(query).split()]
    quality = dict.fromkeys(range(len(texts)), 0.0)
    for word in words:
        found = _likeness(word, texts)
        quality = {at: sum_ + found[at] for at, sum_ in quality.items() if at in found}
    return sorted(quality, key=lambda at: -quality[at])


def _likeness(word: str, texts: Sequence[str]) -> dict[int, float]:
    """Return how well a word is found in each text that has it or something similar."""
    start = f" {word}"
    whole = f" {word} "
    exact = {
        at: 100.0 + 10 * (start in text) + 10 * (whole in text)
        for at, text in enumerate(texts)
        if word in text
    }
    if len(word) < SHORTEST or any(letter.isdigit() for letter in word):
        return exact
    # Imported here because it costs 30 ms that the start of the editor does not need.
    from rapidfuzz import fuzz, process

    similar = process.extract(
        word, texts, scorer=fuzz.partial_ratio, score_cutoff=SIMILAR, limit=None
    )
    return {at: score for _, score, at in similar} | exact


class FeatureRows(RowList, can_focus=False):
    """The features that were found, one a row: state, title, id; the field keeps the focus."""

    DEFAULT_CSS = """
    FeatureRows > .rows--cursor { background: $accent 30%; text-style: bold; }
    """

    def __init__(self, features: Sequence[Feature]) -> None:
        super().__init__(id="features")
        self._features = features
        self._places: Sequence[int] = ()
        self._words: Sequence[str] = ()

    def show(self, places: Sequence[int], words: Sequence[str]) -> None:
        """Show the features at these places, these words lit up; the first is in hand."""
        self._places = places
        self._words = words
        self.scroll_to(y=0, animate=False, immediate=True)
        self.show_rows(len(places), 0)

    @property
    def in_hand(self) -> Feature | None:
        """The feature below the cursor."""
        return self._features[self._places[self.cursor]] if self._places else None

    def row(self, index: int, width: int) -> Content:
        """Return one row; the id has a third of it at most, and none where it is narrow."""
        feature = self._features[self._places[index]]
        sign, style = SIGNS.get(feature.status, OTHER)
        room = width // 3 if width >= 36 else 0
        name = literal(feature.id, "dim").truncate(room, ellipsis=True) if room else Content()
        title = literal(feature.title or "(no title)")
        for word in self._words:
            at = title.plain.lower().find(word)
            if at >= 0:
                title = title.stylize("bold $text-accent", at, at + len(word))
        title = title.truncate(max(1, width - 2 - room - bool(room)), ellipsis=True)
        gap = width - 2 - title.cell_length - name.cell_length
        return Content.assemble((f"{sign} ", style), title, " " * max(0, gap), name)


class FeaturePicker(Dialog[Feature]):
    """Finds a feature by a few letters of its title or id, and returns it.

    Args:
        features: In the order in which they are listed while nothing is typed.
    """

    DEFAULT_CSS = """
    FeaturePicker {
        & FeatureRows { height: 1fr; }
        & #about { height: auto; max-height: 7; margin-top: 1; }
        &.-short #about { max-height: 4; margin-top: 0; }
    }
    """

    WIDE = True
    AUTO_FOCUS = "Field"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", "Up", show=False, id="feature.up", tooltip="One row up"),
        Binding("down", "step(1)", "Down", show=False, id="feature.down", tooltip="One row down"),
    ]

    def __init__(self, features: Sequence[Feature]) -> None:
        super().__init__("Features")
        self._texts = searchable(features)
        self._rows = FeatureRows(features)

    def body(self) -> ComposeResult:
        """Yield the field, the list, and what is said about the feature in hand."""
        yield Field(placeholder="letters of the title or id")
        yield self._rows
        yield Static(id="about")

    def on_mount(self) -> None:
        """Show all."""
        self._find("")

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search at each key."""
        event.stop()
        self._find(event.value)

    def _find(self, query: str) -> None:
        places = search(query, self._texts)
        self._rows.show(places, query.lower().split())
        all_ = f"{len(self._texts):,}"
        found = all_ if len(places) == len(self._texts) else f"{len(places):,} of {all_}"
        self.query_one("#dialog").border_title = literal(f"Features · {found}")
        self._describe()

    def _describe(self) -> None:
        feature = self._rows.in_hand
        if feature is None:
            said = "no feature has these letters" if self._texts else "the project has no features"
            self.query_one("#about", Static).update(literal(said, "dim"))
            return
        words = " ".join(feature.description[:DESCRIBED].split())
        origin = "  ".join(part for part in (feature.status, feature.id) if part)
        width = max(1, self.size.width - 6)
        title = literal(feature.title, "bold").truncate(2 * width, ellipsis=True)
        parts = [title, literal(origin, "dim").truncate(width, ellipsis=True), literal(words)]
        self.query_one("#about", Static).update(Content("\n").join(filter(None, parts)))

    def on_row_list_moved(self) -> None:
        """Describe the feature in hand."""
        self._describe()

    def on_row_list_chosen(self) -> None:
        """Return the feature in hand."""
        self._take()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the feature in hand."""
        event.stop()
        self._take()

    def _take(self) -> None:
        feature = self._rows.in_hand
        if feature:
            self.dismiss(feature)

    def action_step(self, step: int) -> None:
        """Move the cursor while the field keeps the focus."""
        self._rows.action_move(step)

    def action_page(self, step: int) -> None:
        """Move the cursor by a page."""
        self._rows.action_page(step)

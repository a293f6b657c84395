"""Picks one of many things by a few letters: a field that keeps the focus, and a list."""

import unicodedata
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input, Static

from memtui.ui.screens.dialog import Dialog, Field, literal
from memtui.ui.widgets.rows import RowList

X = TypeVar("X")

SIMILAR: Final = 75
"""How alike a typed word and a part of a text must be, of 100 (RapidFuzz's partial ratio)."""

SHORTEST: Final = 4
"""Letters from which a typed word without digits may hold a mistake."""

LONGEST: Final = 64
"""Characters of a typed word that are compared."""


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()


def searchable(texts: Iterable[str]) -> list[str]:
    """Return what `search` looks in for each text.

    Padded, because the partial ratio looks for the shorter text in the longer one, and that must
    be the typed word.
    """
    return [f" {_folded(text)}".ljust(LONGEST) for text in texts]


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


class PickRows(RowList, Generic[X], can_focus=False):
    """The things that were found, one a row; the field keeps the focus."""

    DEFAULT_CSS = """
    PickRows > .rows--cursor { background: $accent 30%; text-style: bold; }
    """

    def __init__(self, items: Sequence[X]) -> None:
        super().__init__(id="found")
        self.items = items
        self.words: Sequence[str] = ()
        """What was typed, for a subclass to light up."""
        self._places: Sequence[int] = ()

    def show(self, places: Sequence[int], words: Sequence[str]) -> None:
        """Show the things at these places; the first is in hand."""
        self._places = places
        self.words = words
        self.scroll_to(y=0, animate=False, immediate=True)
        self.show_rows(len(places), 0)

    @property
    def in_hand(self) -> X | None:
        """The thing below the cursor."""
        return self.items[self._places[self.cursor]] if self._places else None

    def row(self, index: int, width: int) -> Content:
        """Return one row."""
        return self.row_of(self.items[self._places[index]], width)

    @abstractmethod
    def row_of(self, item: X, width: int) -> Content:
        """Return the row of a thing, at most `width` cells wide."""


class Picker(Dialog[X], Generic[X]):
    """Finds a thing by a few letters, and returns it.

    Args:
        title: What it is picked for.
        rows: The things, in the order in which they are listed while nothing is typed.
        texts: What is searched of each of them.
    """

    DEFAULT_CSS = """
    Picker {
        & #about { height: auto; max-height: 7; margin-top: 1; }
        &.-short #about { max-height: 4; margin-top: 0; }
    }
    """

    PROMPT = ""
    """What the empty field asks for."""
    AUTO_FOCUS = "Field"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", "Up", show=False, id="pick.up", tooltip="One row up"),
        Binding("down", "step(1)", "Down", show=False, id="pick.down", tooltip="One row down"),
    ]

    def __init__(self, title: str, rows: PickRows[X], texts: Iterable[str]) -> None:
        super().__init__(title)
        self._of = title
        self._rows = rows
        self._texts = searchable(texts)

    def body(self) -> ComposeResult:
        """Yield the field, the list, and what is said about the thing in hand."""
        yield Field(placeholder=self.PROMPT)
        yield self._rows
        yield Static(id="about")

    @abstractmethod
    def about(self, item: X | None) -> Content:
        """Return what is said about the thing in hand; None when nothing was found."""

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
        self.query_one("#dialog").border_title = literal(f"{self._of} · {found}")
        self._describe()

    def _describe(self) -> None:
        self.query_one("#about", Static).update(self.about(self._rows.in_hand))

    def on_row_list_moved(self) -> None:
        """Describe the thing in hand."""
        self._describe()

    def on_row_list_chosen(self) -> None:
        """Return the thing in hand."""
        self._take()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the thing in hand."""
        event.stop()
        self._take()

    def _take(self) -> None:
        item = self._rows.in_hand
        if item is not None:
            self.dismiss(item)

    def action_step(self, step: int) -> None:
        """Move the cursor while the field keeps the focus."""
        self._rows.action_move(step)

    def action_page(self, step: int) -> None:
        """Move the cursor by a page."""
        self._rows.action_page(step)

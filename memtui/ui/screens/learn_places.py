"""The places where a learning can go, ranked, each with what speaks for it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import ClassVar, Final, Literal

from textual.binding import Binding, BindingType
from textual.content import Content

from memtui.core import destinations
from memtui.core.destinations import Document, Ground, Owned
from memtui.core.documents import FOLDERS, LESSONS, TABLE
from memtui.errors import BadValue
from memtui.ui.screens.dialog import literal
from memtui.ui.widgets.rows import RowList

TAKE: Final = Binding(
    "enter", "screen.take", "Append", id="learn.take-place", tooltip="Append it to the place"
)
PlaceKind = Literal["document", "topic", "journal", "category", "own"]

NAMES: Final[dict[PlaceKind, str]] = {
    "document": "Document",
    "topic": "Topic file",
    "journal": "Journal",
    "category": "Memory",
    "own": "Agent's own",
}
"""What the places are called."""
_CELLS: Final = max(map(len, NAMES.values())) + 2
_LEAST_WHY: Final = 12


@dataclass(frozen=True, slots=True)
class Place:
    """Where a learning can go.

    Attributes:
        kind: What it is.
        where: The file, as a person knows it.
        why: What speaks for it, or what it is for.
        document: The section of a document; None for all other places.
    """

    kind: PlaceKind
    where: str
    why: str
    document: Document | None = None

    @property
    def key(self) -> tuple[str, ...]:
        """What makes it the same place, whatever was typed since."""
        return (self.kind, self.where) if self.document else (self.kind,)


Rank = Callable[[str], Sequence[Owned]]
"""Given what was learned, the documents that own the topic, best first; any thread may ask."""


@dataclass(frozen=True)
class Setting:
    """What the dialog knows of the project.

    Attributes:
        ground: What stands where a learning can go.
        now: The time, with the person's zone.
        rank: Finds the documents that own a topic.
        task: What is being done: the feature's title, or ``""``.
        category: The memory file in hand, without its ending, or ``""``.
        store: Whether there is a memory folder.
        own: The agent's own memory, absolute, or ``""`` when there is none.
        unsaved: Paths of files with unsaved work.
    """

    ground: Ground
    now: datetime
    rank: Rank = lambda _: ()
    task: str = ""
    category: str = ""
    store: bool = True
    own: str = ""
    unsaved: frozenset[str] = field(default_factory=frozenset)


def places(setting: Setting, owned: Sequence[Owned], topic: str, category: str) -> list[Place]:
    """Return the documents that own the topic, then what is usual here, then the rest.

    Args:
        setting: What is known of the project.
        owned: The documents, best first.
        topic: The topic file's name as it is typed.
        category: The memory file's name as it is typed.
    """
    ground = setting.ground
    has_table = TABLE in ground.texts
    path = _topic_path(ground, topic)
    where = f"{path} and a row" if needs_row(ground, topic) else path
    makes = "" if has_table else f", makes {TABLE}"
    kept = Place("topic", where, f"for what no document owns{makes}")
    journal = Place("journal", LESSONS, "what happened on a day")
    where = destinations.category_path(category, ground).rpartition("/")[2] if category else "…"
    makes = "" if setting.store else ", makes the folder"
    memory = Place("category", where, f"for fitting features{makes}")
    usual = [kept, journal, memory] if has_table or not setting.store else [memory, kept, journal]
    if setting.own:
        usual.append(Place("own", setting.own, "for every project; outside of this one"))
    return [*(Place("document", _named(o.document), o.why, o.document) for o in owned), *usual]


def needs_row(ground: Ground, topic: str) -> bool:
    """Whether no row of the routing table leads to a topic file."""
    return not destinations.routed(_topic_path(ground, topic), ground)


def _topic_path(ground: Ground, topic: str) -> str:
    try:
        return destinations.topic_path(topic, ground)
    except BadValue:
        return f"{FOLDERS[0]}/…"


def _named(document: Document) -> str:
    return f"{document.path} › {document.heading}" if document.heading else document.path


class PlaceRows(RowList):
    """The places, one a row; the cursor follows the best one until the person chose."""

    DEFAULT_CSS = """
    PlaceRows > .rows--cursor { background: $accent 30%; text-style: bold; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        TAKE,
        Binding("pageup", "screen.page(-1)", "Up", show=False, id="dialog.page-up"),
        Binding("pagedown", "screen.page(1)", "Down", show=False, id="dialog.page-down"),
    ]

    def __init__(self, places: Sequence[Place]) -> None:
        super().__init__(id="places")
        self.places = tuple(places)
        self._wanted: tuple[str, ...] = ()

    @property
    def in_hand(self) -> Place:
        """The place below the cursor."""
        return self.places[self.cursor]

    def on_mount(self) -> None:
        """Show them."""
        self.show_places(self.places)

    def show_places(self, places: Sequence[Place]) -> None:
        """Show other places; the cursor stays on the one that the person chose, if there is one."""
        self.places = tuple(places)
        keys = [place.key for place in places]
        self.show_rows(len(places), keys.index(self._wanted) if self._wanted in keys else 0)
        self.keep_in_sight()

    def take_room(self, most: int) -> None:
        """Be as high as the places need, and at most so many rows."""
        height = min(len(self.places), most)
        if self.room.height != height:
            self.styles.height = height

    def moved(self, index: int) -> None:
        """Remember the person's choice."""
        self._wanted = self.places[index].key
        super().moved(index)

    def row(self, index: int, width: int) -> Content:
        """Return what a place is, its file, and what speaks for it."""
        place = self.places[index]
        room = width - 1 - _CELLS
        where = literal(place.where)
        why = literal(place.why, "$foreground-muted")
        kept = min(why.cell_length, max(_LEAST_WHY, room - where.cell_length - 2))
        where = where.truncate(max(1, room - kept - 2), ellipsis=True)
        style = "$text-success" if place.document else "$foreground-muted"
        name = Content.styled(NAMES[place.kind].ljust(_CELLS), style)
        return Content.assemble(name, where, "  ", why.truncate(kept, ellipsis=True))

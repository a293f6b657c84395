"""A learning: what was learned, where it belongs, and what exactly is written there."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, Final

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from memtui.core import destinations
from memtui.core import learning as learnings
from memtui.core.destinations import (
    Category,
    Destination,
    Edit,
    Filing,
    Ground,
    Journal,
    Own,
    Owned,
    Topic,
)
from memtui.core.language import words
from memtui.core.routing import cell
from memtui.errors import BadValue
from memtui.ui.screens.dialog import Choice, Choices, Dialog, Passage, literal, paragraphs
from memtui.ui.screens.differences import differing
from memtui.ui.screens.learn_form import TEXTS, LearnForm
from memtui.ui.screens.learn_places import Place, PlaceRows, Setting, needs_row, places
from memtui.ui.widgets.key_line import key_name
from memtui.ui.widgets.rows import UNDO

PAUSE_SECONDS = 0.1
"""The documents are ranked, and the preview is made, so long after the last key."""
SIDE_BY_SIDE: Final = 100
"""Columns from which the places stand beside the fields."""
MOST_OWNERS: Final = 5
"""Documents that are offered."""


MOST_PLACES: Final = 8
"""Places that are seen at once."""
FEW_PLACES: Final = 4
"""As many, below a long form."""
MANY_FIELDS: Final = 7
"""Fields of a long form."""


class Learn(Dialog[Filing]):
    """Asks what was learned and where it goes; returns both, and writes nothing.

    Args:
        setting: What is known of the project.
        typed: What stood in the fields when the dialog was left the last time.
    """

    HELP = """
    Knowledge has one home. First choice is the document that owns the topic: your editor opens
    on it with the text at its place, and leaving the editor writes that, also without a change.
    What no document owns goes into a topic file, with a row of the routing table that leads to it;
    what happened on a day into the journal; what an agent should get for fitting features into a
    memory file; what holds for every project into the agent's own memory. Nothing is written before
    you append, and one undo takes all of it back.
    """

    DEFAULT_CSS = """
    Learn {
        & #top { layout: vertical; height: auto; }
        & #where { height: auto; }
        & #where > .head { text-style: bold; }
        & #reason { height: auto; max-height: 2; color: $foreground-muted; }
        & #verdict { height: auto; }
        & #verdict.-silent { display: none; }
        & Passage {
            height: 1fr;
            min-height: 3;
            max-height: 100%;
            border-top: solid $foreground 25%;
        }
        & Choices { margin-top: 0; }
        & #top.-beside { layout: horizontal; }
        & #top.-beside > LearnForm { width: 1fr; }
        & #top.-beside > #where { width: 1fr; margin: 0 0 0 3; }
    }
    """

    WIDE = True
    AUTO_FOCUS = "#content"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "screen.take", "Append", id="learn.take", tooltip="Append it there"),
    ]

    def __init__(self, setting: Setting, typed: Mapping[str, str] | None = None) -> None:
        super().__init__("Learn")
        self.typed = typed or {}
        """What stood in the fields when the dialog was left, by key."""
        self._setting = setting
        self._owned: Sequence[Owned] = ()
        self._timer: Timer | None = None

    def body(self) -> ComposeResult:
        """Yield the fields, the places and the preview."""
        ground = self._setting.ground
        with Container(id="top"):
            yield LearnForm({"category": ground.categories, "topic": ground.topics})
            with Container(id="where"):
                yield Static("Where it belongs", classes="head")
                yield PlaceRows(self._places())
                yield Static(id="reason")
        yield Static(id="verdict")
        with Passage():
            yield Static(id="preview")
        yield Choices((Choice("Append", "take", "primary"), Choice("Leave", None)))

    @property
    def form(self) -> LearnForm:
        """The fields."""
        return self.query_one(LearnForm)

    @property
    def rows(self) -> PlaceRows:
        """The places."""
        return self.query_one(PlaceRows)

    def on_mount(self) -> None:
        """Fill in what is known."""
        self.form.fill(self.typed)
        self.form.propose("task", self._setting.task)
        self.form.propose("category", self._setting.category)
        self._propose_row()
        self._show_fields()
        self._ask()

    def on_resize(self, event: events.Resize) -> None:
        """Stand side by side where there is room."""
        self.query_one("#top").set_class(event.size.width >= SIDE_BY_SIDE, "-beside")
        self._show_fields()

    # -- the places

    def _places(self) -> list[Place]:
        names = (self._value("topic"), self._value("category"))
        return places(self._setting, self._owned[:MOST_OWNERS], *names)

    def _value(self, key: str) -> str:
        return self.form.value(key).strip() if self.is_mounted else ""

    def on_row_list_moved(self) -> None:
        """Show the fields and the preview of the place in hand."""
        self._show_fields()
        self._look_soon()

    def on_row_list_chosen(self) -> None:
        """Append it there."""
        self.action_take()

    # -- the fields

    def on_learn_form_changed(self, event: LearnForm.Changed) -> None:
        """Follow each key."""
        if event.key == "topic":
            self._propose_row()
        self._show_fields()
        if event.key in TEXTS:
            self._ask_soon()
        else:
            self._look_soon()

    def _propose_row(self) -> None:
        title = destinations.titled(self._value("topic"))
        self.form.propose("task_type", title)
        self.form.propose("keywords", ", ".join(_keywords(title)))

    def _show_fields(self) -> None:
        """Show the places as they are named now, and the fields of the one in hand."""
        self.rows.show_places(self._places())
        labels = self._labels()
        beside = self.query_one("#top").has_class("-beside")
        self.rows.take_room(MOST_PLACES if beside or len(labels) < MANY_FIELDS else FEW_PLACES)
        self.query_one("#reason", Static).update(paragraphs([self.rows.in_hand.why]))
        self.form.show(labels, kinds=self.rows.in_hand.kind != "journal")

    def _labels(self) -> dict[str, str]:
        """Return the labels of the fields that the place in hand takes."""
        place, kind = self.rows.in_hand.kind, self.form.kind
        if place == "journal":
            return dict(destinations.JOURNALED) | {"task": "Task"}
        labels = {"content": kind.capitalize()} | dict(learnings.bullets(kind))
        if place == "category":
            labels["category"] = "Memory file"
        elif place == "topic":
            labels["topic"] = "Topic"
            if needs_row(self._setting.ground, self._value("topic")):
                labels |= {"task_type": "Row: task type", "keywords": "Row: keywords"}
        return labels

    def _filing(self) -> Filing:
        return Filing(self.form.learning, self._destination())

    def _destination(self) -> Destination:
        place, value = self.rows.in_hand, self._value
        if place.document:
            return place.document
        if place.kind == "topic":
            words = tuple(filter(None, cell.keywords(value("keywords"))))
            return Topic(value("topic"), value("task_type"), words)
        if place.kind == "journal":
            return Journal(value("task"))
        return Category(value("category")) if place.kind == "category" else Own(self._setting.own)

    # -- looking

    def _ask_soon(self) -> None:
        self._later(self._ask)

    def _look_soon(self) -> None:
        self._later(self._look)

    def _later(self, act: Callable[[], object]) -> None:
        if self._timer:
            self._timer.stop()
        self._timer = self.set_timer(PAUSE_SECONDS, act)

    @work(exclusive=True, group="look")
    async def _ask(self) -> None:
        """Rank the documents for what is typed, then show what would be written."""
        learning = self.form.learning
        said = "\n".join(filter(None, (learning.content, learning.context, learning.why)))
        self._owned = await asyncio.to_thread(self._setting.rank, said) if said.strip() else ()
        self.form.propose("topic", destinations.likely_topic(said, self._setting.ground))
        self._propose_row()
        self._show_fields()
        await self._show_preview()

    @work(exclusive=True, group="look")
    async def _look(self) -> None:
        """Show what would be written."""
        await self._show_preview()

    async def _show_preview(self) -> None:
        filing, ground = self._filing(), self._ground()
        try:
            edits = await asyncio.to_thread(destinations.edits, filing, ground, self._setting.now)
        except BadValue as error:
            self._say(error)
            self.query_one("#preview", Static).update("")
            return
        self._say(None)
        lines = await asyncio.to_thread(lambda: list(self._lines(edits)))
        self.query_one("#preview", Static).update(paragraphs(lines))

    def _ground(self) -> Ground:
        """Return what stands where a learning can go, the ranked documents among it."""
        texts = {each.document.path: each.text for each in self._owned}
        return self._setting.ground.with_texts(texts)

    def _say(self, error: BadValue | None, *, asked: bool = False) -> None:
        """Say what is wrong; what is only missing quietly, until the person appends it."""
        verdict = self.query_one("#verdict", Static)
        verdict.set_class(error is None, "-silent")
        if error is None:
            return
        label = self._labels().get(error.key, "")
        why = f"{label}: {error}" if label else str(error)
        if not asked and label and not self.form.value(error.key):
            verdict.update(literal(why, "$foreground-muted"))
        else:
            verdict.update(Content.assemble(("✗ ", "$text-error"), literal(why, "$text-error")))

    def _lines(self, edits: Sequence[Edit]) -> Iterator[str | Content]:
        joins = all(edit.path in self._setting.unsaved for edit in edits)
        for place, edit in enumerate(edits):
            if place:
                yield ""
            yield self._head(edit, joins=joins)
            yield from differing(edit.before or "", edit.after)

    def _head(self, edit: Edit, *, joins: bool) -> Content:
        said = "new file" if edit.before is None else f"line {edit.line}"
        parts = [literal(edit.path, "bold")]
        place = self.rows.in_hand
        if place.document:
            undo = key_name(self.app, UNDO)
            said += " · your editor opens with it there; leaving that writes it, "
            said += f"{undo} takes it back"
        elif place.kind == "own":
            said += " · outside the project, asked again before it is written"
        parts.append(literal(f"  {said}", "$foreground-muted"))
        if edit.path in self._setting.unsaved:
            what = "joins the unsaved changes there" if joins else "its unsaved changes come first"
            parts.append(literal(f"  ▲ {what}", "$text-warning"))
        return Content.assemble(*parts)

    # -- taking

    def on_choices_made(self, event: Choices.Made) -> None:
        """Return the learning and its place, or leave."""
        if event.index:
            self.action_leave()
        else:
            self.action_take()

    def action_leave(self) -> None:
        """Close; what was typed is there again the next time."""
        self.typed = self.form.values
        self.dismiss(None)

    def action_take(self) -> None:
        """Return the learning and its place, or show what is missing."""
        filing = self._filing()
        try:
            destinations.edits(filing, self._ground(), self._setting.now)
        except BadValue as error:
            self.app.bell()
            self._say(error, asked=True)
            if error.key in self._labels():
                self.form.go_to(error.key)
        else:
            self.typed = self.form.values
            self.dismiss(filing)


def _keywords(name: str) -> tuple[str, ...]:
    """Return the words of a topic's name that make keywords."""
    forms = (word.form for word in words.telling(name))
    return tuple(dict.fromkeys(forms))

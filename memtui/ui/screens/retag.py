"""A tag across the store: given another name, put together with another one, or removed."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import HorizontalGroup
from textual.content import Content
from textual.message import Message
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from memtui.core.memory import Memory
from memtui.core.reorganize.change import Files, Reorganized
from memtui.core.reorganize.retagging import Retag, retag
from memtui.core.workspace import Workspace
from memtui.errors import MemtuiError
from memtui.ui.screens.dialog import Choice, Choices, Dialog, Field, Passage, literal, paragraphs
from memtui.ui.widgets.one_of import OneOf

if TYPE_CHECKING:
    from textual.timer import Timer

PAUSE: Final = 0.15
"""Seconds after the last key until what it comes to is computed."""
TAGS, BOTH = "tags", "tags and relevantTo"
_NAME_CELLS: Final = 20


class RetagScreen(Dialog[Retag]):
    """Asks which tag becomes which; says at each key which files that changes.

    Args:
        workspace: The store.
        path_of: The paths of the plan.
        choice: What was chosen before.
    """

    HELP = """
    The tag changes in every file that has it, and no other byte. A file that has the new one too
    keeps one of the two. Upper and lower case are one, as they are for an agent. The preview shows
    what that does to the scores; nothing is written before it is accepted.
    """

    AUTO_FOCUS = "#old"

    DEFAULT_CSS = """
    RetagScreen {
        & HorizontalGroup { height: auto; }
        & .label { width: 10; color: $text-muted; }
        & Field { width: 1fr; }
        & OneOf { padding: 0 1; }
        & Passage { margin-top: 1; max-height: 50vh; }
        &.-short Passage { margin-top: 0; max-height: 30vh; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "take", "Preview", id="retag.take", tooltip="Show what changes"),
    ]

    class Looked(Message):
        """It is known what a choice comes to."""

        def __init__(self, choice: Retag, change: Reorganized | None, why: str) -> None:
            super().__init__()
            self.choice = choice
            self.change = change
            self.why = why

    def __init__(
        self, workspace: Workspace, path_of: Callable[[str], str], choice: Retag | None = None
    ) -> None:
        super().__init__("Change a tag")
        self._files: Files = workspace.snapshot.by_name
        self._memories = workspace.snapshot.memories
        self._path_of = path_of
        self._before = choice or Retag("")
        self._pause: Timer | None = None

    def body(self) -> ComposeResult:
        """Yield both tags, where they are changed, and what that comes to."""
        words = list(used(self._memories))
        for name, label, placeholder, value in (
            ("old", "Tag", "a tag of the store", self._before.old),
            ("new", "Becomes", "another tag; empty removes it", self._before.new),
        ):
            with HorizontalGroup():
                yield Static(label, classes="label")
                field = Field(value, placeholder=placeholder, id=name)
                field.suggester = SuggestFromList(words, case_sensitive=False)
                yield field
        with HorizontalGroup():
            yield Static("In", classes="label")
            yield OneOf((TAGS, BOTH), BOTH if self._before.relevant_to else TAGS)
        with Passage():
            yield Static(id="said")
        yield Choices((Choice("Preview", "take", "primary"), Choice("Leave", None)))

    def on_mount(self) -> None:
        """Say what the first choice comes to."""
        self._look()

    @property
    def _choice(self) -> Retag:
        old, new = (self.query_one(f"#{name}", Field).value.strip() for name in ("old", "new"))
        return Retag(old, new, self.query_one(OneOf).value == BOTH)

    @on(Input.Changed)
    @on(OneOf.Changed)
    def _take_change(self, event: Message) -> None:
        event.stop()
        if self._pause:
            self._pause.stop()
        self._pause = self.set_timer(PAUSE, self._look)

    @work(thread=True, exclusive=True, group="look", exit_on_error=False)
    def _look(self) -> None:
        choice = self._choice
        try:
            change = retag(self._files, choice, self._path_of) if choice.old else None
        except MemtuiError as error:
            self.post_message(self.Looked(choice, None, str(error)))
        else:
            self.post_message(self.Looked(choice, change, ""))

    @on(Looked)
    def _show(self, event: Looked) -> None:
        event.stop()
        if event.choice != self._choice:
            return
        lines: Iterator[str | Content]
        if event.why:
            lines = iter([literal(f"✗ {event.why}", "$text-error")])
        elif event.change is None:
            lines = _listed(self._memories)
        else:
            lines = _changed(self._files, event.change)
        self.query_one("#said", Static).update(paragraphs(lines))

    @on(Input.Submitted)
    def _next(self, event: Input.Submitted) -> None:
        """Go from the old tag to the new one, and from there to the preview."""
        event.stop()
        if event.input.id == "old":
            self.query_one("#new", Field).focus()
        else:
            self.action_take()

    def on_choices_made(self, event: Choices.Made) -> None:
        """Return what was chosen, or leave."""
        if event.index:
            self.action_leave()
        else:
            self.action_take()

    def action_take(self) -> None:
        """Return what was chosen, to be shown with all that it does; say what is missing."""
        choice = self._choice
        try:
            retag(self._files, choice, self._path_of)
        except MemtuiError:
            self.app.bell()
            self.query_one("#old", Field).focus()
            self._look()
        else:
            self.dismiss(choice)


def used(memories: tuple[Memory, ...]) -> Counter[str]:
    """Return in how many files each tag stands, as it is written first; the commonest first."""
    spelling: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for memory in memories:
        metadata = memory.reading.metadata
        for tag in dict.fromkeys(map(str.lower, metadata.tags)):
            counts[tag] += 1
        for tag in (*metadata.tags, *metadata.relevant_to):
            spelling.setdefault(tag.lower(), tag)
    return Counter({spelling[tag]: count for tag, count in counts.most_common()})


def _listed(memories: tuple[Memory, ...]) -> Iterator[str | Content]:
    """Yield the tags of the store while none is typed."""
    counts = used(memories)
    if not counts:
        yield literal("no file has a tag", "dim")
        return
    tags = "1 tag" if len(counts) == 1 else f"{len(counts)} tags"
    yield literal(f"{tags}, by how many files have {'it' if len(counts) == 1 else 'them'}", "dim")
    yield literal(" · ".join(f"{tag} {count}" for tag, count in counts.items()))


def _changed(files: Files, change: Reorganized) -> Iterator[str | Content]:
    """Yield the lists of each file that changes, with what goes and what comes."""
    count = len(change.effects)
    yield Content.styled(f"{count} {'file' if count == 1 else 'files'}", "bold")
    for effect in change.effects:
        before = files[effect.name].reading.metadata
        after = Memory(effect.name, change.texts[effect.name]).reading.metadata
        name = literal(effect.name).truncate(_NAME_CELLS, ellipsis=True, pad=True)
        for label, old, new in (
            ("tags", before.tags, after.tags),
            ("relevantTo", before.relevant_to, after.relevant_to),
        ):
            if old != new:
                yield Content.assemble("  ", name, (f"  {label}  ", "dim"), _items(old, new))
                name = Content(" " * _NAME_CELLS)
    for note in change.notes:
        yield literal(f"▲ {note}", "$text-warning")


def _items(old: tuple[str, ...], new: tuple[str, ...]) -> Content:
    """Return a list with what goes and what comes."""
    gone = [literal(f"− {item}", "$text-error") for item in old if item not in new]
    come = [literal(f"+ {item}", "$text-success") for item in new if item not in old]
    kept = [literal(item, "dim") for item in new if item in old]
    return Content("  ").join([*gone, *come, *kept])

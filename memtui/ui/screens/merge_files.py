"""Merging files: which into which, their joint frontmatter, and entries that say the same."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static
from textual.worker import get_current_worker

from memtui.core.metadata import Metadata, Value
from memtui.core.names import stem, target
from memtui.core.reorganize.change import Files, Reorganized
from memtui.core.reorganize.conservation import Place
from memtui.core.reorganize.merge_files import COUNTERS, Counters, Merge, merge
from memtui.core.reorganize.pairing import Keep
from memtui.core.reorganize.twins import Twins
from memtui.core.scoring import GOTCHAS
from memtui.core.workspace import Workspace
from memtui.errors import BadValue, MemtuiError
from memtui.ui.messages import ValueEdited
from memtui.ui.screens.dialog import Field, acting, literal
from memtui.ui.screens.entry_texts import EntryTexts, Found, Progress, near_equal_in
from memtui.ui.screens.head import committed, head_fields
from memtui.ui.screens.leaving import DecidingDialog
from memtui.ui.screens.merge_lists import Looked, MergeFiles, mergeable, settled, verdict
from memtui.ui.screens.pairs import PairRows, Sides
from memtui.ui.widgets.chip_field import ChipField
from memtui.ui.widgets.fields import FormField
from memtui.ui.widgets.key_line import key_name
from memtui.ui.widgets.one_of import OneOf
from memtui.ui.widgets.rows import RowList

if TYPE_CHECKING:
    from textual.timer import Timer

PAUSE: Final = 0.2
"""Seconds after the last change until its effect is computed."""

BOTH: Final = 34
"""Rows of the screen from which the near-equal entries stand below the frontmatter."""
PAGES: Final = {
    page: Binding(key, f"tab({page!r})", said, show=False, id=f"merge.{page}", tooltip=tooltip)
    for page, key, said, tooltip in (
        ("head", "f2", "Frontmatter", "Files and their joint frontmatter"),
        ("near", "f3", "Near-equal", "Near-equal entries in pairs"),
    )
}
"""The two pages, with their keys."""

Accept = Callable[[Callable[[], Reorganized], str], Awaitable[bool]]
"""What shows a change and carries it out when it is accepted (`ReorganizeActions.accepted`)."""


class MergeScreen(DecidingDialog[bool]):
    """Puts all entries of several files into one, shown before; returns whether it is done.

    Args:
        look: Returns the workspace as it is now.
        names: The files, two or more, the one that was marked first at first.
        path_of: The paths of the plan.
        accept: Shows the change and carries it out.
    """

    HELP = """
    All entries of the files go into one of them, or into a new one, with their exact bytes. The
    frontmatter is united; every field can be changed. The other page has entries that say nearly
    the same: both stay unless you keep one of them. Nothing is written before the preview is
    accepted.
    """

    WIDE = True
    AUTO_FOCUS = "MergeFiles"

    DEFAULT_CSS = """
    MergeScreen {
        & #tabs {
            height: 1;
            margin-bottom: 1;
            text-wrap: nowrap;
            text-overflow: ellipsis;
        }
        & #head { height: 1fr; scrollbar-size-vertical: 1; }
        & #near { height: 1fr; }
        &.-both #head { height: auto; max-height: 50%; }
        &.-both #near { border-top: solid $foreground 25%; }
        & #head > Horizontal { height: auto; }
        & #into-row { margin: 1 0; }
        & #head .label { width: 12; color: $text-muted; }
        & #into { width: 1fr; max-width: 40; }
        & #counters { width: auto; padding: 0; }
        & #counted { width: 1fr; color: $text-muted; margin-left: 3; }
        & #none { height: auto; color: $text-muted; }
        & #verdict { height: auto; max-height: 6; border-top: solid $foreground 25%; }
        &.-short #tabs, &.-short #into-row { margin: 0; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p,ctrl+s", "preview", "Preview", id="merge.preview", tooltip="Show what changes"),
        *PAGES.values(),
    ]

    def __init__(
        self,
        look: Callable[[], Workspace],
        names: Sequence[str],
        path_of: Callable[[str], str],
        accept: Accept,
    ) -> None:
        super().__init__("Merge")
        self._look_at = look
        self._workspace = look()
        self._path_of = path_of
        self._accept = accept
        self._rows = MergeFiles(list(names), self._files)
        self._texts = EntryTexts(self._files)
        self._values: dict[str, Value] = {}
        self._keeps: dict[Twins, Keep] = {}
        self._among: frozenset[str] = frozenset()
        self._searched = -1.0
        self._looked: Looked | None = None
        self._page = "head"
        self._both = False
        self._pause: Timer | None = None

    @property
    def _files(self) -> Files:
        return self._workspace.snapshot.by_name

    # -- layout

    def body(self) -> ComposeResult:
        """Yield the two pages and what the merge comes to."""
        yield Static(id="tabs")
        with VerticalScroll(id="head", can_focus=False):
            yield self._rows
            with Horizontal(id="into-row"):
                yield Static("Into", classes="label")
                yield self._into_field()
            yield from head_fields()
            with Horizontal():
                yield Static("Counters", classes="label")
                yield OneOf(tuple(COUNTERS), "sum", id="counters")
                yield Static(id="counted")
        with Vertical(id="near"):
            yield Static(id="none")
            yield PairRows()
            yield Sides(self._texts.of)
        yield Static(id="verdict")

    def _into_field(self) -> Field:
        known = [self._files[name] for name in self._rows.names]
        largest = max(known, key=lambda memory: (memory.name == GOTCHAS, memory.tokens))
        field = Field(largest.stem, placeholder="one of them, or a new name", id="into")
        field.suggester = SuggestFromList(
            [memory.stem for memory in self._workspace.snapshot.memories], case_sensitive=False
        )
        return field

    def on_mount(self) -> None:
        """Find out what the first choice comes to."""
        for field in self.query(ChipField):
            field.words = self._workspace.snapshot.words
        self._say_tabs()
        self._changed()

    # -- what is chosen

    @property
    def _into(self) -> str:
        """Name of the target's file, as far as it can be one."""
        typed = self.query_one("#into", Field).value
        try:
            return target(typed, self._files)[0]
        except BadValue:
            return stem(typed)

    @property
    def _choice(self) -> Merge:
        counters: Counters = "new" if self.query_one(OneOf).value == "new" else "sum"
        gone = sorted(self.query_one(PairRows).gone)
        return Merge(
            tuple(self._rows.names),
            self.query_one("#into", Field).value,
            tuple(Place(ref.file, ref.number) for ref in gone),
            counters,
        )

    def _changed(self) -> None:
        """Show what was chosen, and compute after a pause what it comes to."""
        self._rows.into = self._into
        self._rows.show(self._files)
        title = f"Merge {', '.join(stem(name) for name in self._rows.names)}"
        self.query_one("#dialog").border_title = literal(title)
        if self._pause:
            self._pause.stop()
        self._pause = self.set_timer(PAUSE, self._look)

    @on(MergeFiles.Changed)
    @on(OneOf.Changed)
    @on(Input.Changed, "#into")
    def _take_change(self, event: Message) -> None:
        event.stop()
        self._changed()

    @on(MergeFiles.Into)
    def _take_into(self, event: MergeFiles.Into) -> None:
        event.stop()
        self.query_one("#into", Field).load(stem(event.name))
        self._changed()

    @on(Input.Submitted, "#into")
    def _next(self, event: Input.Submitted) -> None:
        event.stop()
        self.app.action_focus_next()

    def on_value_edited(self, event: ValueEdited) -> None:
        """Keep what the person put into a field of the frontmatter."""
        event.stop()
        self._values[event.key] = event.value
        self._changed()

    @work(exit_on_error=False)
    async def action_add(self) -> None:
        """Pick one more file."""
        from memtui.ui.screens.file_picker import FilePicker

        others = mergeable(self._workspace, self._rows.names)
        picked = await self.app.push_screen_wait(FilePicker("Merge also", others))
        if picked:
            self._rows.names.append(picked.name)
            self._changed()

    # -- what it comes to

    def _look(self) -> None:
        choice = self._choice
        self._compute(self._files, choice, dict(self._values))
        among = frozenset({*choice.files, self._into} & self._files.keys())
        if among != self._among:
            self._among = among
            self._keeps = {}
            self.query_one(PairRows).show((), self._keeps)
            self._search(self._workspace, among)

    @work(thread=True, exclusive=True, group="compute", exit_on_error=False)
    def _compute(self, files: Files, choice: Merge, values: dict[str, Value]) -> None:
        try:
            choice = settled(files, choice, values)
            looked = Looked(files, choice, merge(files, choice, self._path_of))
        except MemtuiError as error:
            looked = Looked(files, choice, None, str(error))
        self.post_message(looked)

    @work(thread=True, exclusive=True, group="search", exit_on_error=False)
    def _search(self, workspace: Workspace, among: frozenset[str]) -> None:
        found = near_equal_in(self, get_current_worker(), workspace, among)
        if found is not None:
            # What the merge itself brings together comes first.
            ordered = sorted(found, key=lambda pair: pair.one.file == pair.other.file)
            self.post_message(Found(workspace, among, tuple(ordered)))

    @on(Progress)
    def _show_progress(self, event: Progress) -> None:
        event.stop()
        self._searched = event.share
        self._say_tabs()

    @on(Found)
    def _show_found(self, event: Found) -> None:
        event.stop()
        if event.among == self._among and event.workspace is self._workspace:
            self._searched = 1.0
            self.query_one(PairRows).show(event.pairs, self._keeps)
            self._say_pair()
            self._say_tabs()

    @on(Looked)
    def _show_looked(self, event: Looked) -> None:
        event.stop()
        choice, change = event.choice, event.change
        if replace(choice, metadata=None) != self._choice:
            return
        self._looked = event
        if choice.metadata:
            self._show_metadata(choice.metadata)
        if change:
            self._rows.counts = {each.name: each.entries_before for each in change.effects}
            self._rows.show(self._files)
        self.query_one("#verdict", Static).update(
            verdict(self._into, change) if change else literal(f"✗ {event.why}", "$text-error")
        )

    def _show_metadata(self, metadata: Metadata) -> None:
        fields: list[FormField[Any]] = list(self.query(FormField))
        for field in fields:
            field.show(self._into, metadata.value(field.key))
        stats = metadata.usage_stats
        self.query_one("#counted", Static).update(
            f"loaded {stats.loaded} · used {stats.referenced} · ok {stats.successful_features}"
        )

    # -- pairs

    @on(PairRows.Decided)
    @on(RowList.Moved, "#pairs")
    def _show_pair(self, event: Message) -> None:
        event.stop()
        self._say_pair()
        if isinstance(event, PairRows.Decided):
            self._say_tabs()
            self._changed()

    def _say_pair(self) -> None:
        rows = self.query_one(PairRows)
        self.query_one(Sides).show(rows.in_hand, rows.gone)
        none = self.query_one("#none", Static)
        none.display = not rows.pairs
        none.update("No two entries say nearly the same." if self._searched == 1 else "Looking …")
        self.refresh_bindings()

    def _say_tabs(self) -> None:
        near = f"Near-equal {self.query_one(PairRows).told}"
        if 0 <= self._searched < 1:
            near = f"Near-equal … {self._searched:.0%}"
        parts = []
        for page, label in (("head", "Frontmatter"), ("near", near)):
            style = "bold underline" if page == self._page and not self._both else ""
            key = key_name(self.app, PAGES[page])
            tab = Content.assemble((key, "bold $text-accent"), " ", (label, style))
            parts.append(acting(tab, f"tab({page!r})"))
        self.query_one("#tabs", Static).update(Content("   ").join(parts))

    def action_tab(self, page: str) -> None:
        """Show the frontmatter, or the near-equal entries."""
        self._show_page(page)
        self.set_focus(self._rows if page == "head" else self.query_one(PairRows))

    def _show_page(self, page: str) -> None:
        self._page = page
        for name in PAGES:
            self.query_one(f"#{name}").display = self._both or name == page
        self.set_class(self._both, "-both")
        self._say_tabs()
        self._say_pair()

    def on_resize(self, event: events.Resize) -> None:
        """Show both pages where there is room."""
        self._both = event.size.height >= BOTH
        self._show_page(self._page)

    def action_page(self, step: int) -> None:
        """Scroll the texts of a pair."""
        self.query_one(Sides).page(step)

    # -- accepting

    @work(exclusive=True, exit_on_error=False)
    async def action_preview(self) -> None:
        """Show what the merge does, and carry it out when that is accepted."""
        self._values |= committed(self.query(ChipField))
        if self._renewed():
            self.notify("the files have changed since: look again", severity="warning")
            return
        choice, values, files = self._choice, dict(self._values), self._files
        looked = self._looked

        def make() -> Reorganized:
            wanted = settled(files, choice, values)
            if looked and looked.change and looked.files is files and looked.choice == wanted:
                return looked.change
            return merge(files, wanted, self._path_of)

        if await self._accept(make, self._into):
            self.dismiss(result=True)

    def _renewed(self) -> bool:
        """Take the files as they are now; return whether others have changed them."""
        before, self._workspace = self._files, self._look_at()
        if all(self._files.get(name) == before.get(name) for name in self._among):
            return False
        self._rows.names[:] = [name for name in self._rows.names if name in self._files]
        self._texts.take(self._files)
        self._among = frozenset()
        self._changed()
        return True

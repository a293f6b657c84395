"""Twins: categories that mean the same and entries that say nearly the same, to work through."""

from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static
from textual.worker import get_current_worker

from memtui.core.memory import Memory
from memtui.core.reorganize.change import Files, counted
from memtui.core.reorganize.moved_pairs import moved_pairs
from memtui.core.reorganize.pairing import Keep, drop_all
from memtui.core.reorganize.twin_categories import TwinCategories, twin_categories
from memtui.core.reorganize.twins import Twins
from memtui.core.workspace import Workspace
from memtui.ui.screens.dialog import Field, literal
from memtui.ui.screens.entry_texts import EntryTexts, Found, Progress, near_equal_in
from memtui.ui.screens.leaving import DecidingDialog
from memtui.ui.screens.merge_files import Accept
from memtui.ui.screens.pairs import PairRows, Sides
from memtui.ui.widgets.rows import REDO, UNDO, RowList

MOST: Final = 4
"""Twin categories that are seen at once."""
_NAMES: Final = 34
"""Cells of the two names."""


class CategoryRows(RowList):
    """Two categories a row, with why they mean the same."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "Merge", id="twins.merge", tooltip="Merge these two"),
        UNDO,
        REDO,
        Binding("pageup", "screen.page(-1)", "Up", show=False, id="dialog.page-up"),
        Binding("pagedown", "screen.page(1)", "Down", show=False, id="dialog.page-down"),
    ]

    def __init__(self) -> None:
        super().__init__(id="categories")
        self.twins: Sequence[TwinCategories] = ()

    def show(self, twins: Sequence[TwinCategories]) -> None:
        """Show categories."""
        self.twins = twins
        self.styles.height = min(len(twins), MOST)
        self.display = bool(twins)
        self.show_rows(len(twins), self.cursor)
        self.refresh()

    def row(self, index: int, width: int) -> Content:
        """Return both names and why."""
        twins = self.twins[index]
        names = literal(f"{twins.one.removesuffix('.md')} ≈ {twins.other.removesuffix('.md')}")
        room = min(_NAMES, max(names.cell_length, 12))
        return Content.assemble(
            ("⇄ ", "$text-accent"),
            names.truncate(room, ellipsis=True, pad=True),
            literal(f"  {twins.why}", "$foreground-muted"),
        ).truncate(width - 1, ellipsis=True)


class TwinRows(PairRows):
    """The pairs of the whole store."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "e", "screen.edit('one')", "Edit", id="twins.edit", tooltip="The first; E the second"
        ),
        Binding(
            "E",
            "screen.edit('other')",
            "Edit 2nd",
            show=False,
            id="twins.edit-other",
            tooltip="Edit the second in $EDITOR",
        ),
        Binding("slash", "screen.filter", "Filter", id="twins.filter", tooltip="Show some pairs"),
        REDO,
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to take back what is on disk where no decision is left to take back."""
        return action == "undo" or super().check_action(action, parameters)

    async def action_undo(self) -> None:
        """Take back the last decision that is not written yet, else the last change on disk."""
        if self.decided:
            await super().action_undo()
        else:
            await self.run_action("screen.take_back")


class TwinsScreen(DecidingDialog[None]):
    """Lists what stands twice; nothing goes before the preview is accepted.

    Args:
        look: Returns the workspace as it is now.
        path_of: The paths of the plan.
        accept: Shows a change and carries it out.
        merge: Shows the merge of files; returns whether it is done.
        edit: Edits an entry; returns whether its file is another one then.
        reverse: Takes back the last change on disk, or does it again, after showing it.
    """

    HELP = """
    Above stand categories that mean the same, to be merged two by two. Below stand entries that
    say nearly the same, the most similar first: keep the first, the second, the newer or both, as
    many as you like; the preview shows what goes, and nothing is written before that is accepted.
    Words that the other entry has not are bold.
    """

    WIDE = True
    AUTO_FOCUS = "TwinRows"

    DEFAULT_CSS = """
    TwinsScreen {
        & .head { height: 1; color: $text-muted; }
        & #filter { display: none; }
        & #filter.-shown { display: block; }
        & #verdict { height: auto; max-height: 3; border-top: solid $foreground 25%; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p,ctrl+s", "preview", "Preview", id="twins.preview", tooltip="Show what goes"),
        Binding("r", "search", "Look again", id="twins.again", tooltip="Compare all entries anew"),
    ]

    class Categories(Message):
        """The categories that mean the same are known."""

        def __init__(self, twins: tuple[TwinCategories, ...]) -> None:
            super().__init__()
            self.twins = twins

    def __init__(
        self,
        look: Callable[[], Workspace],
        path_of: Callable[[str], str],
        accept: Accept,
        merge: Callable[[Sequence[str]], Awaitable[bool]],
        edit: Callable[[Memory, int], Awaitable[bool]],
        reverse: Callable[[bool], Awaitable[None]],
    ) -> None:
        super().__init__("Twins")
        self._look_at = look
        self._workspace = self._of = look()
        self._path_of = path_of
        self._accept = accept
        self._merge = merge
        self._edit = edit
        self._reverse = reverse
        self._texts = EntryTexts(self._files)
        self._pairs: tuple[Twins, ...] = ()
        self._searched = 0.0

    @property
    def _files(self) -> Files:
        return self._workspace.snapshot.by_name

    def body(self) -> ComposeResult:
        """Yield categories, pairs, the texts of the pair in hand, and what goes."""
        yield Static("Categories that mean the same", id="categories-head", classes="head")
        yield CategoryRows()
        yield Static(id="pairs-head", classes="head")
        yield Field(placeholder="letters of a category or of a heading", id="filter")
        yield TwinRows()
        yield Sides(self._texts.of)
        yield Static(id="verdict")

    def on_mount(self) -> None:
        """Begin to look."""
        self._show_categories(self.Categories(()))
        self.action_search()

    @property
    def rows(self) -> TwinRows:
        """The pairs."""
        return self.query_one(TwinRows)

    # -- looking

    def action_search(self) -> None:
        """Compare all entries of the store, anew if it was done."""
        self._renew()
        self._searched = 0.0
        self._of = self._workspace
        self._say()
        self._search(self._workspace)

    @work(thread=True, exclusive=True, group="search", exit_on_error=False)
    def _search(self, workspace: Workspace) -> None:
        memories = _sound(workspace)
        self.post_message(self.Categories(twin_categories(memories)))
        pairs = near_equal_in(self, get_current_worker(), workspace)
        if pairs is not None:
            self.post_message(Found(workspace, None, pairs))
            self.post_message(self.Categories(twin_categories(memories, pairs)))

    @on(Progress)
    def _show_progress(self, event: Progress) -> None:
        event.stop()
        self._searched = event.share
        self._say()

    @on(Found)
    def _show_found(self, event: Found) -> None:
        event.stop()
        if event.workspace is self._of:
            self._searched = 1.0
            # The files may have become others while they were compared.
            moved = moved_pairs(event.pairs, event.workspace.snapshot.by_name, self._files)
            pairs = tuple(now for _, now in moved)
            keeps = {pair: self.rows.keeps[pair] for pair in pairs if pair in self.rows.keeps}
            self._show_pairs(pairs, keeps)

    @on(Categories)
    def _show_categories(self, event: "TwinsScreen.Categories") -> None:
        event.stop()
        rows = self.query_one(CategoryRows)
        rows.show(event.twins)
        self.query_one("#categories-head").display = bool(event.twins)
        if rows.has_focus and not event.twins:
            self.rows.focus()
        self._say()

    def _show_pairs(self, pairs: tuple[Twins, ...], keeps: dict[Twins, Keep]) -> None:
        self._pairs = pairs
        self._find(keeps)

    # -- what is said

    def _say(self) -> None:
        rows, categories = self.rows, self.query_one(CategoryRows).twins
        found = f"{len(categories)} categories · " if len(categories) != 1 else "1 category · "
        said = "pair" if len(self._pairs) == 1 else "pairs"
        title = f"Twins · {found if categories else ''}{len(self._pairs):,} {said}"
        self.query_one("#dialog").border_title = literal(title)
        self.query_one("#pairs-head", Static).update(self._head())
        self.query_one(Sides).show(rows.in_hand, rows.gone)
        self.query_one("#verdict", Static).update(self._verdict())
        self.refresh_bindings()

    def _head(self) -> Content:
        if self._searched < 1:
            share = f"{self._searched:.0%}"
            return Content.assemble(
                ("Comparing entries … ", "$text-warning"), f"{share}  esc ends it"
            )
        if not self._pairs:
            return Content("No two entries say nearly the same")
        shown = len(self.rows.pairs)
        of = "" if shown == len(self._pairs) else f" · {shown:,} shown"
        return Content(f"Entries that say nearly the same{of}")

    def _verdict(self) -> Content:
        gone = self.rows.gone
        if not gone:
            above = "; shift+tab goes to the categories" * bool(self.query_one(CategoryRows).twins)
            return literal(f"Nothing goes: 1, 2, n or N decides{above}.", "dim")
        files = {ref.file for ref in gone}
        where = next(iter(files)) if len(files) == 1 else f"{len(files)} files"
        go = "goes" if len(gone) == 1 else "go"
        return Content.assemble(
            ("✗ ", "$text-error"), literal(f"{counted(len(gone))} of {where} {go}; p shows it")
        )

    @on(RowList.Moved)
    def _show_pair(self, event: RowList.Moved) -> None:
        event.stop()
        self._say()

    @on(PairRows.Decided)
    def _count(self, event: PairRows.Decided) -> None:
        event.stop()
        self._say()

    def action_page(self, step: int) -> None:
        """Scroll the texts of a pair."""
        self.query_one(Sides).page(step)

    # -- the filter

    def action_filter(self) -> None:
        """Ask for letters of a category or of a heading."""
        field = self.query_one("#filter", Field)
        field.add_class("-shown")
        field.focus()

    @on(Input.Changed, "#filter")
    def _find_typed(self, event: Input.Changed) -> None:
        event.stop()
        self._find()

    @on(Input.Submitted, "#filter")
    def _return(self, event: Input.Submitted) -> None:
        event.stop()
        self.rows.focus()

    def _find(self, keeps: dict[Twins, Keep] | None = None) -> None:
        asked = self.query_one("#filter", Field).value.casefold().split()
        pairs = [pair for pair in self._pairs if all(word in _said(pair) for word in asked)]
        self.rows.show(pairs, self.rows.keeps if keeps is None else keeps, self._pairs)
        self._say()

    def action_leave(self) -> None:
        """Leave the filter, else the dialog."""
        field = self.query_one("#filter", Field)
        if not field.has_class("-shown"):
            super().action_leave()
            return
        field.load("")
        field.remove_class("-shown")
        self._find()
        self.rows.focus()

    # -- acting

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to edit and to filter only where there are pairs."""
        if action in ("edit", "filter"):
            return bool(self._pairs)
        return super().check_action(action, parameters)

    @on(RowList.Chosen, "#categories")
    @work(exclusive=True, exit_on_error=False)
    async def _merge_both(self, event: RowList.Chosen) -> None:
        twins = self.query_one(CategoryRows).twins[event.index]
        if await self._merge((twins.one, twins.other)):
            self.action_search()

    @work(exclusive=True, exit_on_error=False)
    async def action_edit(self, which: str) -> None:
        """Edit one entry of the pair in hand."""
        pair = self.rows.in_hand
        if pair:
            ref = pair.one if which == "one" else pair.other
            await self._edit(self._files[ref.file], ref.number)
            self._renew()

    @work(exclusive=True, exit_on_error=False)
    async def action_take_back(self) -> None:
        """Show the last change on disk, take it back, and look again."""
        await self._go_back(again=False)

    @work(exclusive=True, exit_on_error=False)
    async def action_do_again(self) -> None:
        """Show what was taken back last, do it again, and look again."""
        await self._go_back(again=True)

    async def _go_back(self, *, again: bool) -> None:
        await self._reverse(again)
        if self._look_at().snapshot.by_name != self._files:
            self.action_search()

    @work(exclusive=True, exit_on_error=False)
    async def action_preview(self) -> None:
        """Show what goes, and carry that out when it is accepted."""
        if self._renew():
            self.notify("the files have changed since: look again", severity="warning")
            return
        gone, files = tuple(self.rows.gone), self._files
        if not gone:
            self.notify("nothing goes yet: keep the first, the second or the newer of a pair")
            return
        self.query_one("#verdict", Static).update("Finding out what that changes …")
        if await self._accept(lambda: drop_all(files, gone, self._path_of), ""):
            self._renew()
        self._say()

    def _renew(self) -> bool:
        """Follow the files as they are now; return whether the pairs are other ones."""
        before, self._workspace = self._files, self._look_at()
        if self._files is before:
            return False
        self._texts.take(self._files)
        moved = list(moved_pairs(self._pairs, before, self._files))
        now = dict(moved)
        same = len(moved) == len(self._pairs) and all(old == new for old, new in moved)
        keeps = {now[pair]: keep for pair, keep in self.rows.keeps.items() if pair in now}
        self._show_pairs(tuple(now.values()), keeps)
        return not same


def _sound(workspace: Workspace) -> tuple[Memory, ...]:
    return tuple(memory for memory in workspace.snapshot.memories if not memory.fault)


def _said(pair: Twins) -> str:
    one, other = pair.one, pair.other
    return f"{one.file} {one.heading} {other.file} {other.heading}".casefold()

"""Splitting a file: which entries go to which category, with what that does."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from memtui.core.memory import Memory
from memtui.core.metadata import Metadata
from memtui.core.names import ENDING, refusal, stem
from memtui.core.reorganize.change import counted
from memtui.core.reorganize.derived import COUNTERS
from memtui.core.reorganize.foresight import features_at_hand, foreseen
from memtui.core.reorganize.split import ORIGINAL, split
from memtui.core.reorganize.split_draft import Goal, SplitDraft
from memtui.core.reorganize.units import units
from memtui.core.scoring import IMPORTANT
from memtui.core.tokens import tokens
from memtui.core.workspace import Workspace
from memtui.errors import MemtuiError
from memtui.ui.screens.dialog import Field, literal, paragraphs
from memtui.ui.screens.leaving import DecidingDialog
from memtui.ui.screens.split_lists import SplitEntries, SplitGoals
from memtui.ui.screens.split_said import CHOOSING, Foreseen, about, about_goal
from memtui.ui.widgets.figures import size
from memtui.ui.widgets.rows import RowList

if TYPE_CHECKING:
    from textual.timer import Timer

PAUSE: Final = 0.2
"""Seconds after the last change until its effect is computed."""


class SplitScreen(DecidingDialog[Foreseen]):
    """Entries on the left, where they go on the right, below what that does; writes nothing.

    Args:
        workspace: The store, its profile and its features.
        memory: The file that is split.
        path_of: The paths of the plan.
        numbers: Entries that are marked at the start.
        draft: What was chosen before.
    """

    HELP = """
    Mark entries with space and send them to a category with enter, or let g propose groups and
    change those. Every entry goes with its exact bytes; p shows all that would change, and nothing
    is written before that is accepted. Categories with few and telling words load for few tasks.
    """

    WIDE = True
    AUTO_FOCUS = "SplitEntries"

    DEFAULT_CSS = """
    SplitScreen {
        & #lists { height: 1fr; }
        & #lists > Vertical {
            border: round $foreground 25%;
            border-title-color: $foreground;
            &:focus-within { border: round $text-accent; border-title-color: $text-accent; }
        }
        & #left { width: 3fr; }
        & #right { width: 2fr; }
        & #filter, & #goal { display: none; }
        & #filter.-shown, & #goal.-shown { display: block; }
        & #about { height: auto; max-height: 9; padding: 0 1; }
        &.-narrow {
            & #lists { layout: vertical; }
            & #left { width: 1fr; height: 3fr; }
            & #right { width: 1fr; height: 2fr; }
            & #about { text-wrap: nowrap; text-overflow: ellipsis; }
        }
    }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (60, "-medium")]

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p,ctrl+s", "preview", "Preview", id="split.preview", tooltip="Show what changes"),
        # Not at the foot: these keys stand before what they choose.
        *CHOOSING.values(),
    ]

    class Grouped(Message):
        """Groups were proposed."""

        def __init__(self, draft: SplitDraft) -> None:
            super().__init__()
            self.draft = draft

    def __init__(
        self,
        workspace: Workspace,
        memory: Memory,
        path_of: Callable[[str], str],
        numbers: tuple[int, ...] = (),
        draft: SplitDraft | None = None,
    ) -> None:
        body = memory.reading.body
        found = units(body)
        super().__init__(f"Split {memory.name} · {counted(len(found))} · {size(memory.text)}")
        self._workspace = workspace
        self._memory = memory
        self._path_of = path_of
        self._draft = draft or SplitDraft(memory.name)
        sizes = {entry.number: tokens(body[entry.start : entry.end]) for entry in found}
        self._existing = frozenset(other.stem for other in workspace.snapshot.memories)
        self._entries = SplitEntries(found, sizes, numbers)
        self._goals = SplitGoals(sizes, self._existing)
        self._sending: tuple[int, ...] = ()
        self._naming = ""
        self._only: str | None = None
        self._pause: Timer | None = None
        self._found: Foreseen | None = None

    def body(self) -> ComposeResult:
        """Yield both lists and what is said about the draft."""
        with Horizontal(id="lists"):
            with Vertical(id="left"):
                yield Field(placeholder="letters of a heading or a kind", id="filter")
                yield self._entries
            with Vertical(id="right"):
                goal = Field(placeholder="category, new or existing", id="goal")
                goal.suggester = SuggestFromList(sorted(self._existing), case_sensitive=False)
                yield goal
                yield self._goals
        yield Static(id="about")

    def on_mount(self) -> None:
        """Show the draft."""
        self.query_one("#right", Vertical).border_title = "Into"
        self._entries.draft = self._draft
        self._entries.find("")
        self._take(self._draft)

    # -- the draft

    @property
    def decisions(self) -> int:
        """How many entries are sent anywhere."""
        return len(self._draft.goal_of)

    def _take(self, draft: SplitDraft, at: str = "") -> None:
        """Show another draft, and find out what it does."""
        self._draft = draft
        self._entries.show(draft)
        self._goals.show(draft, at)
        if self._only is not None:
            self._find()
        self._say()
        if self._pause:
            self._pause.stop()
        self._pause = self.set_timer(PAUSE, self._foresee)

    @work(thread=True, exclusive=True, group="foresee", exit_on_error=False)
    def _foresee(self) -> None:
        draft, files = self._draft, self._workspace.snapshot.by_name
        if not draft.goals:
            return
        try:
            choice = draft.choice(files)
            change = split(files, choice, self._path_of)
        except MemtuiError as error:
            self.post_message(Foreseen(draft, fault=str(error)))
            return
        known = change, foreseen(self._workspace, change)
        self.post_message(Foreseen(draft, choice, known))

    @on(Foreseen)
    def _show_foreseen(self, event: Foreseen) -> None:
        event.stop()
        if event.draft is self._draft:
            self._found = event
            self._say()

    @property
    def _known(self) -> Foreseen | None:
        """What was found out of the draft as it is now."""
        return self._found if self._found and self._found.draft is self._draft else None

    def action_propose(self) -> None:
        """Propose where every entry could go."""
        self.query_one("#right", Vertical).border_title = "Into · looking for groups …"
        self._propose()

    @work(thread=True, exclusive=True, group="groups", exit_on_error=False)
    def _propose(self) -> None:
        from memtui.core.reorganize.entry_groups import proposed_groups

        groups = proposed_groups(
            self._memory, self._workspace.snapshot.memories, features_at_hand(self._workspace)
        )
        self.post_message(self.Grouped(SplitDraft(self._memory.name).with_groups(groups)))

    @on(Grouped)
    def _show_groups(self, event: Grouped) -> None:
        event.stop()
        self.query_one("#right", Vertical).border_title = "Into"
        if not event.draft.goals:
            self.notify("no groups: the entries have too little in common", markup=False)
            return
        self._take(replace(self._draft, goals=event.draft.goals), event.draft.goals[0].name)
        self._goals.focus()

    # -- what is said

    def _say(self) -> None:
        marked = len(self._entries.marked)
        left = Content("Entries") + literal(f" · {marked} marked" if marked else "")
        if self._only is not None:
            left += literal(f" · only {self._only or 'what stays'}", "dim")
        self.query_one("#left", Vertical).border_title = left
        importance = self._memory.reading.metadata.importance
        lines = about(self._draft, self._found, importance, self.app)
        if goal := self._goals.in_hand:
            lines[:0] = about_goal(
                goal, self._metadata_of(goal), exists=goal.name in self._existing
            )
        if self._entries.has_focus and (cut := self._entries.cut_heading):
            lines.insert(0, cut)
        self.query_one("#about", Static).update(paragraphs(lines))

    def on_descendant_focus(self) -> None:
        """Say what belongs to the list in hand."""
        self._say()

    def _metadata_of(self, goal: Goal) -> Metadata | None:
        """Return the frontmatter that a new file gets, as far as it is known."""
        if goal.metadata:
            return goal.metadata
        choice = self._found.choice if self._found else None
        targets = choice.targets if choice else ()
        return next((each.metadata for each in targets if each.name == goal.name), None)

    @on(RowList.Moved)
    @on(SplitEntries.Marked)
    def _stand(self, event: Message) -> None:
        event.stop()
        self._say()

    # -- entries

    @on(RowList.Chosen, "#entries")
    def _send(self, event: RowList.Chosen) -> None:
        """Ask where the marked entries go."""
        event.stop()
        self._sending, self._naming = self._entries.taken, ""
        last = self._goals.in_hand
        self._ask(last.name if last else "")

    def action_stay(self) -> None:
        """Let the marked entries, or the one in hand, stay."""
        self._take(self._draft.sending(self._entries.taken, ""))
        self._entries.unmark()

    def action_filter(self) -> None:
        """Show only some entries."""
        field = self.query_one("#filter", Field)
        field.add_class("-shown")
        field.focus()

    @on(Input.Changed, "#filter")
    def _find(self) -> None:
        self._entries.find(self.query_one("#filter", Field).value, self._only)

    @on(Input.Submitted, "#filter")
    def _return(self) -> None:
        self._entries.focus()

    # -- categories

    def _ask(self, value: str) -> None:
        field = self.query_one("#goal", Field)
        field.add_class("-shown")
        field.load(value)
        field.focus()
        field.cursor_position = len(value)

    @on(Input.Submitted, "#goal")
    def _named(self, event: Input.Submitted) -> None:
        event.stop()
        name = stem(event.value)
        existing = [other.name for other in self._workspace.snapshot.memories]
        there = name in map(stem, existing) or self._draft.goal(name) is not None
        if why := "" if there else refusal(name, existing):
            self.notify(why, severity="error", markup=False)
            return
        if name == self._memory.stem:
            self.notify("the entries are there already; choose another", severity="error")
            return
        if self._naming:
            self._take(self._draft.renamed(self._naming, name), name)
        else:
            self._take(self._draft.sending(self._sending, name), name)
            self._entries.unmark()
        self._close_goal()

    def _close_goal(self) -> None:
        self.query_one("#goal", Field).remove_class("-shown")
        (self._goals if self._naming else self._entries).focus()

    @on(RowList.Chosen, "#goals")
    def _show_entries(self, event: RowList.Chosen) -> None:
        """Show only the entries of the category in hand, or all again."""
        event.stop()
        goal = self._goals.in_hand
        only = goal.name if goal else ""
        self._only = None if self._only == only else only
        self._find()
        self._say()

    def action_name_goal(self) -> None:
        """Give the category in hand another name."""
        if goal := self._goals.in_hand:
            self._naming = goal.name
            self._ask(goal.name)

    def action_drop_goal(self) -> None:
        """Let the entries of the category in hand stay."""
        if goal := self._goals.in_hand:
            self._take(self._draft.without(goal.name))

    @work(exit_on_error=False)
    async def action_edit_goal(self) -> None:
        """Edit the frontmatter of a new file."""
        from memtui.ui.screens.head import HeadDialog

        goal = self._goals.in_hand
        if goal is None:
            return
        if goal.name in self._existing:
            self.notify("an existing category keeps its frontmatter", markup=False)
            return
        metadata = goal.metadata
        if metadata is None:
            choice = self._known.choice if self._known else None
            files = self._workspace.snapshot.by_name
            try:
                if choice is None:
                    choice = await asyncio.to_thread(self._draft.choice, files)
            except MemtuiError as error:
                self.notify(str(error), severity="error", markup=False)
                return
            metadata = next(each.metadata for each in choice.targets if each.name == goal.name)
        if metadata is None:
            return
        dialog = HeadDialog(f"{goal.name}{ENDING}", metadata, self._workspace.snapshot.words)
        edited = await self.app.push_screen_wait(dialog)
        if edited:
            self._take(self._draft.with_metadata(goal.name, edited), goal.name)

    # -- choices

    def action_counters(self) -> None:
        """Start new counters, or copy them."""
        other = next(each for each in COUNTERS if each != self._draft.counters)
        self._take(replace(self._draft, counters=other))

    def action_original(self) -> None:
        """Choose what becomes of the file that is split."""
        kinds = list(ORIGINAL)
        place = (kinds.index(self._draft.original) + 1) % len(kinds)
        self._take(replace(self._draft, original=kinds[place]))

    def action_importance(self) -> None:
        """Keep an importance that loads new files for every task, or lower it."""
        if self._memory.reading.metadata.importance < IMPORTANT:
            self.notify("the importance of this file is below 0.9, and is kept", markup=False)
            return
        self._take(replace(self._draft, keeps_importance=not self._draft.keeps_importance))

    def action_preview(self) -> None:
        """Return what was chosen, to be shown with all that it does."""
        if self._draft.goals:
            self.dismiss(self._known or Foreseen(self._draft))
        else:
            self.notify("nothing goes anywhere yet", markup=False)

    def action_leave(self) -> None:
        """Leave a field, or the dialog."""
        for name in ("filter", "goal"):
            field = self.query_one(f"#{name}", Field)
            if field.has_focus:
                field.remove_class("-shown")
                if name == "filter":
                    field.load("")
                    self._find()
                self._entries.focus()
                return
        super().action_leave()

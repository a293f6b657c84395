"""The two lists of the split dialog: the entries, and where they go."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message

from memtui.core.entries import Entry
from memtui.core.reorganize.split_draft import Goal, SplitDraft
from memtui.ui.screens.dialog import literal
from memtui.ui.widgets.figures import short
from memtui.ui.widgets.rows import RowList

MARK_CELLS: Final = 2
"""Cells of the mark before a heading."""
DATED: Final = 52
"""Cells from which an entry's row has a date."""
# Also the dialog's; here it takes the place of the list's own key for its first row.
GROUPS: Final = Binding(
    "g", "screen.propose", "Groups", id="split.groups", tooltip="Propose where entries could go"
)
WORDED: Final = 36
"""Cells from which a count is followed by what is counted."""
GOAL_CELLS: Final = 14
"""Cells of the column that says where an entry goes."""
_NUMBERS: Final = 20
"""Cells of the count and the size of a goal."""


class SplitEntries(RowList):
    """The entries of the file: marked or not, and where each goes."""

    DEFAULT_CSS = "SplitEntries { height: 1fr; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "mark", "Mark", id="split.mark", tooltip="Mark the entry, or unmark it"),
        Binding("v", "range", "Range", id="split.range", tooltip="Mark from the last mark to here"),
        Binding("a", "mark_all", "All", id="split.all", tooltip="Mark all entries that are seen"),
        Binding("enter", "choose", "Send", id="split.send", tooltip="Send the marked entries"),
        GROUPS,
        Binding("x", "screen.stay", "Stay", id="split.stay", tooltip="Let the marked ones stay"),
        Binding("slash", "screen.filter", "Filter", id="split.filter", tooltip="Show some entries"),
    ]

    class Marked(Message):
        """Other entries are marked."""

    def __init__(
        self, entries: Sequence[Entry], sizes: Mapping[int, int], marked: Sequence[int] = ()
    ) -> None:
        super().__init__(id="entries")
        self.entries = entries
        self.sizes = sizes
        self.marked = set(marked)
        self.draft = SplitDraft("")
        self._seen: list[Entry] = []
        self._last = -1

    @property
    def chosen(self) -> tuple[int, ...]:
        """Numbers of the marked entries, or of the one in hand."""
        if self.marked:
            return tuple(sorted(self.marked))
        entry = self.in_hand
        return (entry.number,) if entry else ()

    @property
    def in_hand(self) -> Entry | None:
        """The entry below the cursor."""
        return self._seen[self.cursor] if 0 <= self.cursor < len(self._seen) else None

    def find(self, asked: str, goal: str | None = None) -> None:
        """Show the entries that hold what was typed.

        Args:
            asked: Letters of a heading, a kind or a date.
            goal: Only those that go to this category; ``""`` for those that stay, None for all.
        """
        stood = self.in_hand
        words = asked.casefold().split()
        self._seen = [
            entry
            for entry in self.entries
            if all(word in f"{entry.heading} {entry.kind}".casefold() for word in words)
            and (goal is None or self.draft.goal_of.get(entry.number, "") == goal)
        ]
        place = self._seen.index(stood) if stood in self._seen else 0
        self.show_rows(len(self._seen), place)
        self.keep_in_sight()

    def show(self, draft: SplitDraft) -> None:
        """Show where entries go now."""
        self.draft = draft
        self.show_lines(self.count)

    def row(self, index: int, width: int) -> Content:
        """Return mark, heading, where it goes, date and size."""
        entry = self._seen[index]
        goal = self.draft.goal_of.get(entry.number, "")
        room = width - 2 - 6 - (GOAL_CELLS + 3 if self.draft.goals else 0)
        dated = room >= DATED - 17
        room -= 11 if dated else 0
        marked = entry.number in self.marked
        heading = literal(entry.heading or "(no heading)")
        parts = [
            Content.styled("■ ", "$text-success") if marked else Content.styled("□ ", "dim"),
            heading.truncate(max(4, room - 1), ellipsis=True, pad=True),
        ]
        if self.draft.goals:
            shown = literal(f" → {goal}" if goal else "", "$text-success")
            parts.append(shown.truncate(GOAL_CELLS + 3, ellipsis=True, pad=True))
        if dated:
            parts.append(Content.styled(f" {entry.date:<10}", "dim"))
        parts.append(Content(f"{short(self.sizes[entry.number]):>6}"))
        return Content.assemble(*parts)

    def action_mark(self) -> None:
        """Mark the entry in hand, or unmark it, and go on."""
        self._toggle()
        self.action_move(1)

    def _toggle(self) -> None:
        if entry := self.in_hand:
            self.marked ^= {entry.number}
            self._last = self.cursor
            self.refresh_line(self.cursor)
            self.post_message(self.Marked())

    def action_range(self) -> None:
        """Mark all from the last marked entry to the one in hand."""
        if self.in_hand is None:
            return
        start = self._last if 0 <= self._last < len(self._seen) else self.cursor
        low, high = sorted((start, self.cursor))
        self.marked |= {entry.number for entry in self._seen[low : high + 1]}
        self._last = self.cursor
        self.refresh()
        self.post_message(self.Marked())

    def action_mark_all(self) -> None:
        """Mark all entries that are seen, or none of them."""
        seen = {entry.number for entry in self._seen}
        self.marked = self.marked - seen if seen <= self.marked else self.marked | seen
        self.refresh()
        self.post_message(self.Marked())

    def on_click(self, event: events.Click) -> None:
        """Take the entry below the mouse; a click on its mark changes that."""
        index = event.y + self.scroll_offset.y
        if event.x < MARK_CELLS and 0 <= index < self.count:
            event.prevent_default()
            self.cursor = index
            self._toggle()
            self.focus()

    def unmark(self) -> None:
        """Forget the marks."""
        self.marked.clear()
        self.refresh()
        self.post_message(self.Marked())


class SplitGoals(RowList):
    """The categories that entries go to, one a row, and last what stays."""

    DEFAULT_CSS = "SplitGoals { height: 1fr; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "Entries", id="split.entries", tooltip="Show its entries"),
        GROUPS,
        Binding("r", "screen.name_goal", "Name", id="split.name", tooltip="Give it another name"),
        Binding("d", "screen.drop_goal", "Drop", id="split.drop", tooltip="Let its entries stay"),
        Binding(
            "e", "screen.edit_goal", "Frontmatter", id="split.edit", tooltip="Edit its frontmatter"
        ),
    ]

    def __init__(self, sizes: Mapping[int, int], existing: frozenset[str]) -> None:
        super().__init__(id="goals")
        self._sizes = sizes
        self._existing = existing
        self._goals: tuple[Goal, ...] = ()
        self._stays: tuple[int, ...] = ()

    @property
    def in_hand(self) -> Goal | None:
        """The category in hand; None on the row of what stays."""
        return self._goals[self.cursor] if 0 <= self.cursor < len(self._goals) else None

    def show(self, draft: SplitDraft, at: str = "") -> None:
        """Show the categories.

        Args:
            draft: What goes where.
            at: The category to stand on; the cursor stays on its own else.
        """
        name = at or (self.in_hand.name if self.in_hand else "")
        self._goals = draft.goals
        self._stays = tuple(number for number in self._sizes if number not in draft.goal_of)
        names = [goal.name for goal in self._goals]
        self.show_rows(len(names) + 1, names.index(name) if name in names else self.cursor)
        self.refresh()
        self.keep_in_sight()

    def row(self, index: int, width: int) -> Content:
        """Return a category with count and tokens."""
        is_goal = index < len(self._goals)
        numbers = self._goals[index].numbers if is_goal else self._stays
        count = len(numbers)
        word = f" {'entry' if count == 1 else 'entries':<7}" if width >= WORDED else " "
        figures = f"{count:>4}{word}{self._shown_size(numbers):>7} "
        room = width - 2 - len(figures)
        if not is_goal:
            name = Content.styled("stays", "dim").truncate(room, pad=True)
            return Content.assemble(("▹ ", "dim"), name, (figures, "dim"))
        goal = self._goals[index]
        exists = goal.name in self._existing
        label = Content.assemble(
            literal(goal.name, "$text-success"), (" exists" if exists else "", "dim")
        )
        return Content.assemble(
            ("▸ ", "$text-success"), label.truncate(room, ellipsis=True, pad=True), figures
        )

    def _shown_size(self, numbers: Sequence[int]) -> str:
        return short(sum(self._sizes.get(number, 0) for number in numbers))

"""The two lists of the split dialog: the entries, and where they go."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.content import Content

from memtui.core.entries import Entry
from memtui.core.reorganize.split_draft import Goal, SplitDraft
from memtui.ui.screens.dialog import literal
from memtui.ui.widgets.figures import short
from memtui.ui.widgets.marked_rows import MarkedRows, holds
from memtui.ui.widgets.rows import RowList

# Also the dialog's; here it takes the place of the list's own key for its first row.
GROUPS: Final = Binding(
    "g", "screen.propose", "Groups", id="split.groups", tooltip="Propose where entries could go"
)
WORDED: Final = 36
"""Cells from which a count is followed by what is counted."""
GOAL_CELLS: Final = 14
"""Most cells of the column that says where an entry goes; it has a quarter of a narrow row."""


class SplitEntries(MarkedRows):
    """The entries of the file: marked or not, and where each goes."""

    DEFAULT_CSS = "SplitEntries { height: 1fr; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "Send", id="split.send", tooltip="Send the marked entries"),
        GROUPS,
        Binding("x", "screen.stay", "Stay", id="split.stay", tooltip="Let the marked ones stay"),
        Binding("slash", "screen.filter", "Filter", id="split.filter", tooltip="Show some entries"),
    ]

    def __init__(
        self, entries: Sequence[Entry], sizes: Mapping[int, int], marked: Sequence[int] = ()
    ) -> None:
        super().__init__(id="entries")
        self.entries = entries
        self.sizes = sizes
        self.draft = SplitDraft("")
        self._seen: list[Entry] = []
        self.set_reactive(MarkedRows.marked, frozenset(marked))

    @property
    def numbers(self) -> list[int]:
        """Numbers of the entries that are seen."""
        return [entry.number for entry in self._seen]

    def entry_at(self, index: int) -> Entry | None:
        """Return the entry of a row."""
        return self._seen[index] if 0 <= index < len(self._seen) else None

    def find(self, asked: str, goal: str | None = None) -> None:
        """Show the entries that hold what was typed.

        Args:
            asked: Letters of a heading, a kind or a date.
            goal: Only those that go to this category; ``""`` for those that stay, None for all.
        """
        stood = self.entry_at(self.cursor)
        self._seen = [
            entry
            for entry in self.entries
            if holds(entry, asked)
            and (goal is None or self.draft.goal_of.get(entry.number, "") == goal)
        ]
        place = self._seen.index(stood) if stood in self._seen else 0
        self.show_rows(len(self._seen), place)
        self.keep_in_sight()

    def show(self, draft: SplitDraft) -> None:
        """Show where entries go now."""
        self.draft = draft
        self.show_lines(self.count)

    @property
    def aside(self) -> int:
        """Cells that say where an entry goes."""
        return min(GOAL_CELLS, self.room.width // 4) + 3 if self.draft.goals else 0

    def row(self, index: int, width: int) -> Content:
        """Return an entry, and where it goes."""
        entry = self._seen[index]
        sign = ("■", "$text-success") if entry.number in self.marked else ("□", "dim")
        line = self.line(entry, self.sizes[entry.number], sign, width)
        goal = self.draft.goal_of.get(entry.number)
        where = literal(f" → {goal}" if goal else "", "$text-success")
        return Content.assemble(line, where.truncate(self.aside, ellipsis=True))

    def unmark(self) -> None:
        """Forget the marks."""
        self.marked = frozenset()


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

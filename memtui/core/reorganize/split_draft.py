"""A split in the making: which entries are to go where, as the person has it so far."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from memtui.core.memory import Memory
from memtui.core.metadata import Metadata
from memtui.core.names import ENDING, stem
from memtui.core.reorganize.change import Files
from memtui.core.reorganize.derived import Counters
from memtui.core.reorganize.entry_groups import Group, proposed_metadata
from memtui.core.reorganize.split import Original, Split, Target, proposals
from memtui.core.reorganize.units import units


@dataclass(frozen=True, slots=True)
class Goal:
    """A category that entries are to go to.

    Attributes:
        name: Its name without its ending, new or existing.
        numbers: The entries, in the order of the file.
        group: The proposal that it comes from, None for one that the person made.
        metadata: The frontmatter that the person gave a new file.
    """

    name: str
    numbers: tuple[int, ...]
    group: Group | None = None
    metadata: Metadata | None = None


@dataclass(frozen=True)
class SplitDraft:
    """What is to go where; each method returns another draft.

    Attributes:
        file: Name of the file that is split, with its ending.
        goals: Where entries go, each entry to one at most; what is in none stays.
        counters: What becomes of the counters of new files.
        original: What becomes of the file itself.
        keeps_importance: Whether new files keep an importance that loads them for every task.
    """

    file: str
    goals: tuple[Goal, ...] = ()
    counters: Counters = "new"
    original: Original = "keep"
    keeps_importance: bool = False

    @cached_property
    def goal_of(self) -> Mapping[int, str]:
        """The category that each entry goes to; those that stay are not in it."""
        return {number: goal.name for goal in self.goals for number in goal.numbers}

    def goal(self, name: str) -> Goal | None:
        """Return the goal of a name, None when there is none."""
        return next((goal for goal in self.goals if goal.name == name), None)

    def sending(self, numbers: Collection[int], name: str) -> "SplitDraft":
        """Return the draft that sends entries to a category; ``""`` lets them stay.

        Args:
            numbers: Which entries.
            name: The category, with or without its ending.
        """
        wanted = stem(name)
        goals = []
        for goal in self.goals:
            left = tuple(number for number in goal.numbers if number not in numbers)
            if goal.name == wanted:
                left = tuple(sorted({*goal.numbers, *numbers}))
            if left:
                # What the person changed of a proposal is no proposal any more.
                group = goal.group if left == goal.numbers else None
                goals.append(replace(goal, numbers=left, group=group))
        if wanted and numbers and all(goal.name != wanted for goal in self.goals):
            goals.append(Goal(wanted, tuple(sorted(numbers))))
        return replace(self, goals=tuple(goals))

    def without(self, name: str) -> "SplitDraft":
        """Return the draft in which the entries of a category stay."""
        return replace(self, goals=tuple(goal for goal in self.goals if goal.name != name))

    def renamed(self, old: str, new: str) -> "SplitDraft":
        """Return the draft with another category in place of one; two of a name become one."""
        goal = self.goal(old)
        if goal is None or stem(new) == old or not stem(new):
            return self
        if self.goal(stem(new)):
            return self.sending(goal.numbers, new)
        goals = (replace(g, name=stem(new)) if g.name == old else g for g in self.goals)
        return replace(self, goals=tuple(goals))

    def with_metadata(self, name: str, metadata: Metadata) -> "SplitDraft":
        """Return the draft with the person's frontmatter for a new file."""
        goals = (replace(g, metadata=metadata) if g.name == name else g for g in self.goals)
        return replace(self, goals=tuple(goals))

    def with_groups(self, groups: Iterable[Group]) -> "SplitDraft":
        """Return the draft with proposed groups as goals; what is to stay stays."""
        own = stem(self.file)
        goals = (
            Goal(group.name, group.numbers, group)
            for group in groups
            if group.origin not in ("rest", "stays") and group.name != own
        )
        return replace(self, goals=tuple(goals))

    def still_means(self, before: Memory, now: Memory) -> bool:
        """Whether the numbers name the same entries in a newer text of the file."""
        old, new = _by_number(before), _by_number(now)
        return all(number in old and old[number] == new.get(number) for number in self.goal_of)

    def choice(self, files: Files) -> Split:
        """Return what the person wants, the frontmatter of each new file settled.

        Raises:
            MemtuiError: As `memtui.core.reorganize.split.split`.
        """
        plain = Split(
            self.file,
            tuple(Target(goal.name, goal.numbers, goal.metadata) for goal in self.goals),
            self.counters,
            files[self.file].reading.metadata.importance if self.keeps_importance else None,
            self.original,
        )
        proposed = proposals(files, plain)
        targets = []
        for goal, target in zip(self.goals, plain.targets, strict=True):
            metadata = goal.metadata or proposed.get(f"{goal.name}{ENDING}")
            if metadata and goal.group and not goal.metadata:
                metadata = proposed_metadata(goal.group, metadata)
            targets.append(replace(target, metadata=metadata))
        return replace(plain, targets=tuple(targets))


def _by_number(memory: Memory) -> dict[int, str]:
    body = memory.reading.body
    # What is appended may add the blank line that ends the last entry.
    return {unit.number: body[unit.start : unit.end].strip() for unit in units(body)}

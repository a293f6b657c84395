"""Many features over one store: what each loads, what that costs, and what a change would do."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from memtui.core.explain import ROUNDING
from memtui.core.index import Index
from memtui.core.memory import ContextFile, Feature, Memory
from memtui.core.prompt import prompt_tokens
from memtui.core.scoring import TAG, FileScore, Profile
from memtui.core.selection import Selection, select

BOILERPLATE: Final = frozenset(("implementation", "decisions", "patterns"))
"""The words of the summary that Automaker gives a new file, besides the file's own name:
``<category> implementation decisions and patterns``."""


@dataclass(frozen=True, slots=True)
class Task:
    """One feature, replayed.

    Attributes:
        feature: What the agent is asked to do.
        selected: The files that it loads, in prompt order.
        tokens: Of the whole prompt, an estimate.
    """

    feature: Feature
    selected: tuple[str, ...]
    tokens: int
    _selection: Selection = field(repr=False, compare=False)

    @property
    def near(self) -> tuple[str, ...]:
        """The near misses: files with matching words that one more matching tag might load.

        By score, highest first. Such a tag adds 3 × importance × usage (selection.md, Scores).
        """
        return tuple(score.name for score in self._waiting() if _is_near(score))

    @property
    def boilerplate(self) -> tuple[str, ...]:
        """The loaded files that match by nothing but words of the boilerplate summary."""
        return tuple(name for name in self.selected if _is_boilerplate(self.score_of(name)))

    def score_of(self, name: str) -> FileScore:
        """Return what the profile makes of one file.

        Raises:
            KeyError: When the profile does not list a file of this name.
        """
        return self._selection.score_of(name)

    def _waiting(self) -> Iterator[FileScore]:
        """Yield the files that score and do not load, by score."""
        order = self._selection.order
        for row in range(len(self.selected), len(order)):
            score = self.score_of(order[row])
            if not score.score > 0:
                return
            yield score


def _is_near(score: FileScore) -> bool:
    step = TAG * score.parts.importance * score.parts.usage
    return score.parts.matched > 0 and score.gap is not None and score.gap <= step + ROUNDING


def _is_boilerplate(score: FileScore) -> bool:
    matched = score.matched
    others = matched.tags or matched.relevant_to or matched.category
    return score.reason == "score" and not others and BOILERPLATE.issuperset(matched.summary)


@dataclass(frozen=True, slots=True)
class FileUse:
    """How often a file loads.

    Attributes:
        name: File name with its ending.
        loads: Features that load it.
        share: The same as a part of all features, 0 to 1; 0 without features.
        boilerplate_loads: Those of them that match by nothing but the boilerplate summary.
    """

    name: str
    loads: int
    share: float
    boilerplate_loads: int


@dataclass(frozen=True)
class Replay:
    """What every feature loads.

    Attributes:
        profile: The rules by which files are chosen.
        tasks: The features, in the order in which they were given.
        names: The files that the profile lists, without ``_index.md``, in byte order.
        floor: The files that a feature loads none of whose words is in any file.
        floor_tokens: Tokens of the prompt with those alone: what every task pays.
    """

    profile: Profile
    tasks: tuple[Task, ...]
    names: tuple[str, ...]
    floor: tuple[str, ...]
    floor_tokens: int

    @cached_property
    def files(self) -> tuple[FileUse, ...]:
        """How often each file loads, in byte order of the names."""
        loads = Counter(name for task in self.tasks for name in task.selected)
        idle = Counter(name for task in self.tasks for name in task.boilerplate)
        count = len(self.tasks) or 1
        return tuple(
            FileUse(name, loads[name], loads[name] / count, idle[name]) for name in self.names
        )

    @property
    def never(self) -> tuple[str, ...]:
        """The files that none of the features loads; none when there are no features."""
        return tuple(file.name for file in self.files if self.tasks and not file.loads)

    @property
    def always(self) -> tuple[str, ...]:
        """The files that all of the features load; none when there are no features."""
        count = len(self.tasks)
        return tuple(file.name for file in self.files if count and file.loads == count)


def replay(
    memories: Iterable[Memory],
    features: Iterable[Feature],
    profile: Profile,
    context: Iterable[ContextFile] = (),
) -> Replay:
    """Return what each feature loads.

    Args:
        memories: The files of the memory folder, in any order.
        features: What agents are asked to do.
        profile: Whose reader and rules apply.
        context: The files of ``.automaker/context``; only ``automaker-app`` loads them.
    """
    by_name = {memory.name: memory for memory in memories}
    index = Index.build(by_name.values(), profile)
    before = tuple(context) if profile == "automaker-app" else ()

    def size(names: tuple[str, ...]) -> int:
        return prompt_tokens([by_name[name] for name in names], profile, before)

    tasks = []
    for feature in features:
        selection = select(index, feature)
        tasks.append(Task(feature, selection.selected, size(selection.selected), selection))
    listed = (index.document(place) for place in index.places)
    names = tuple(document.name for document in listed if document.barred != "index-file")
    floor = select(index, Feature()).floor
    return Replay(profile, tuple(tasks), names, floor, size(floor))


@dataclass(frozen=True, slots=True)
class Shift:
    """One feature before and after a change.

    Attributes:
        before: What it loaded.
        after: What it will load.
    """

    before: Task
    after: Task

    @property
    def feature(self) -> Feature:
        """What the agent is asked to do."""
        return self.after.feature

    @property
    def gained(self) -> tuple[str, ...]:
        """The files that load only after the change, in prompt order."""
        return tuple(name for name in self.after.selected if name not in self.before.selected)

    @property
    def lost(self) -> tuple[str, ...]:
        """The files that load only before the change, in prompt order."""
        return tuple(name for name in self.before.selected if name not in self.after.selected)

    @property
    def growth(self) -> int:
        """Tokens that the prompt grows by; below 0 when it shrinks."""
        return self.after.tokens - self.before.tokens


@dataclass(frozen=True, slots=True)
class Effect:
    """What a change of the store does to the features at hand.

    Attributes:
        before: The features over the store as it is.
        after: The same features over the store as it would be.
        shifts: Each feature, in the given order.
    """

    before: Replay
    after: Replay
    shifts: tuple[Shift, ...]

    @property
    def changed(self) -> tuple[Shift, ...]:
        """The features that load other files than before."""
        return tuple(shift for shift in self.shifts if shift.gained or shift.lost)

    @property
    def heavier(self) -> tuple[Shift, ...]:
        """The features whose prompt grows, most first, equal ones in the given order."""
        grown = (shift for shift in self.shifts if shift.growth > 0)
        return tuple(sorted(grown, key=lambda shift: -shift.growth))

    @property
    def lighter(self) -> tuple[Shift, ...]:
        """The features whose prompt shrinks, most first, equal ones in the given order."""
        shrunk = (shift for shift in self.shifts if shift.growth < 0)
        return tuple(sorted(shrunk, key=lambda shift: shift.growth))

    @property
    def unused(self) -> tuple[str, ...]:
        """The files that no feature will load, and that are new or were loaded before."""
        idle = {file.name for file in self.before.files if not file.loads}
        return tuple(name for name in self.after.never if name not in idle)

    def loading(self, names: Collection[str]) -> tuple[Shift, ...]:
        """Return the features that load one of these files before the change."""
        wanted = set(names)
        return tuple(shift for shift in self.shifts if wanted.intersection(shift.before.selected))


def effect(before: Replay, after: Replay) -> Effect:
    """Return what a change does, from the same features before and after it.

    Raises:
        ValueError: The two were replayed with other features, or by another profile.
    """
    tasks = zip(before.tasks, after.tasks, strict=True)
    shifts = tuple(Shift(old, new) for old, new in tasks)
    if before.profile != after.profile or any(s.before.feature != s.feature for s in shifts):
        raise ValueError("before and after differ in their features or their profile")
    return Effect(before, after, shifts)


def median_tokens(shifts: Iterable[Shift]) -> tuple[float, float] | None:
    """Return the median prompt before and after a change, in tokens; None without features."""
    # Imported here for start-up: the module brings decimals, fractions and random numbers.
    from statistics import median

    pairs = [(shift.before.tokens, shift.after.tokens) for shift in shifts]
    if not pairs:
        return None
    old, new = zip(*pairs, strict=True)
    return median(old), median(new)

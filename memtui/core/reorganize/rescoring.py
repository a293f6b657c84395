"""How the scores of files change with a change of them, over many features."""

from collections.abc import Iterable
from dataclasses import dataclass

from memtui.core.replay import Effect, Shift, Task


@dataclass(frozen=True, slots=True)
class Rescored:
    """The scores of one file before and after a change.

    Attributes:
        name: Its name.
        higher: Features for which it scores more afterwards.
        lower: Features for which it scores less.
        widest: The feature of the widest change, the first of several; None without any.
    """

    name: str
    higher: int
    lower: int
    widest: Shift | None

    @property
    def scores(self) -> tuple[float, float]:
        """Its score for the widest change, before and after.

        Raises:
            ValueError: No feature scores it otherwise.
        """
        if self.widest is None:
            raise ValueError("no feature scores it otherwise")
        return score(self.widest.before, self.name), score(self.widest.after, self.name)


def rescored(effect: Effect, names: Iterable[str]) -> tuple[Rescored, ...]:
    """Return how the scores of files change, in the given order.

    Args:
        effect: What the change does to the features.
        names: Files that are there before and after it.
    """
    return tuple(_rescored(effect, name) for name in names)


def score(task: Task, name: str) -> float:
    """Return the score of a file for a feature, 0 where the profile does not list it."""
    try:
        return task.score_of(name).score
    except KeyError:
        return 0.0


def _rescored(effect: Effect, name: str) -> Rescored:
    gains = [score(s.after, name) - score(s.before, name) for s in effect.shifts]
    changed = [place for place, gain in enumerate(gains) if gain]
    widest = max(changed, key=lambda place: abs(gains[place]), default=-1)
    return Rescored(
        name,
        higher=sum(gain > 0 for gain in gains),
        lower=sum(gain < 0 for gain in gains),
        widest=effect.shifts[widest] if changed else None,
    )

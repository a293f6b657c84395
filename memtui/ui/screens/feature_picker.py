"""Picks one of the project's features."""

from collections.abc import Iterator, Sequence
from typing import Final

from textual.content import Content

from memtui.core.memory import Feature, SkippedFeature
from memtui.ui.screens.dialog import literal
from memtui.ui.screens.picker import Picker, PickRows

SIGNS: Final = {
    "backlog": ("○", "dim"),
    "pending": ("○", "dim"),
    "in_progress": ("◐", "$text-warning"),
    "running": ("◐", "$text-warning"),
    "waiting_approval": ("◑", "$text-warning"),
    "review": ("◑", "$text-warning"),
    "interrupted": ("◌", "$text-error"),
    "failed": ("✗", "$text-error"),
    "verified": ("●", "$text-success"),
    "completed": ("●", "$text-success"),
    "done": ("●", "$text-success"),
}
"""Sign and style of the states that Automaker writes."""

OTHER: Final = ("·", "dim")
"""Sign and style of every other state."""

DESCRIBED: Final = 2000
"""Characters of a description that are looked at; only a few lines of it are shown."""


class FeatureRows(PickRows[Feature]):
    """The features that were found: state, title, id."""

    DEFAULT_CSS = "FeatureRows { height: 1fr; }"

    def row_of(self, item: Feature, width: int) -> Content:
        """Return one row; the id has a third of it at most, and none where it is narrow."""
        sign, style = SIGNS.get(item.status, OTHER)
        room = width // 3 if width >= 36 else 0
        name = literal(item.id, "dim").truncate(room, ellipsis=True) if room else Content()
        title = literal(item.title or "(no title)")
        for word in self.words:
            at = title.plain.lower().find(word)
            if at >= 0:
                title = title.stylize("bold $text-accent", at, at + len(word))
        title = title.truncate(max(1, width - 2 - room - bool(room)), ellipsis=True)
        gap = width - 2 - title.cell_length - name.cell_length
        return Content.assemble((f"{sign} ", style), title, " " * max(0, gap), name)


class FeaturePicker(Picker[Feature]):
    """Finds a feature by a few letters of its title or id, and returns it.

    Args:
        features: In the order in which they are listed while nothing is typed.
        skipped: Those that cannot be used, which the picker says.
    """

    WIDE = True
    PROMPT = "letters of the title or id"

    def __init__(self, features: Sequence[Feature], skipped: Sequence[SkippedFeature] = ()) -> None:
        self._skipped = skipped
        texts = (f"{feature.title} {feature.id}" for feature in features)
        super().__init__("Features", FeatureRows(features), texts)

    def about(self, item: Feature | None) -> Content:
        """Return what cannot be used, then title, state and description."""
        return Content("\n").join([*self._unusable(), self._described(item)])

    def _unusable(self) -> Iterator[Content]:
        if self._skipped:
            first, *others = self._skipped
            more = f" and {len(others):,} more" if others else ""
            yield literal(f"▲ cannot be used: {first.path}{more}: {first.reason}", "$text-warning")

    def _described(self, item: Feature | None) -> Content:
        if item is None:
            said = "no feature has these letters" if self._texts else "the project has no features"
            return literal(said, "dim")
        words = " ".join(item.description[:DESCRIBED].split())
        origin = "  ".join(part for part in (item.status, item.id) if part)
        width = max(1, self.size.width - 6)
        title = literal(item.title, "bold").truncate(2 * width, ellipsis=True)
        parts = [title, literal(origin, "dim").truncate(width, ellipsis=True), literal(words)]
        return Content("\n").join(filter(None, parts))

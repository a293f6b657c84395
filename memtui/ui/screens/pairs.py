"""Near-equal entries in pairs: a list in which it is decided what stays, and both texts."""

import re
from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalGroup, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from memtui.core.reorganize.change import counted
from memtui.core.reorganize.pairing import Keep, going, newer
from memtui.core.reorganize.twins import EntryRef, Twins
from memtui.ui.screens.dialog import literal, paragraphs
from memtui.ui.widgets.rows import UNDO, RowList

SIDE_BY_SIDE: Final = 96
"""Cells from which the two texts stand beside each other."""
LONGEST: Final = 20_000
"""Characters of an entry that are shown."""
DECIDED: Final = 11
"""Cells that say what was decided."""
MOST_CELLS: Final = 32
"""Cells that say where both stand."""

_WORD: Final = re.compile(r"\w+")


class PairRows(RowList):
    """One pair a row: what was decided, how alike they are, where they stand, the heading.

    Attributes:
        keeps: What was decided; of other pairs both stay.
    """

    DEFAULT_CSS = "PairRows { max-height: 40%; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "1", "keep('one')", "First", id="pairs.one", tooltip="Keep the first, drop the 2nd"
        ),
        Binding(
            "2", "keep('other')", "Second", id="pairs.other", tooltip="Keep the 2nd, drop the first"
        ),
        Binding("b", "keep('both')", "Both", id="pairs.both", tooltip="Keep both"),
        Binding("n", "keep_newer", "Newer", id="pairs.newer", tooltip="Keep the one of later date"),
        Binding(
            "N",
            "all_newer",
            "All newer",
            id="pairs.all-newer",
            tooltip="Of all pairs that are not decided keep the newer, where that is known",
        ),
        Binding("u", "undo", "Undo", id=UNDO.id, tooltip="Take back the last decision"),
        Binding("pageup", "screen.page(-1)", "Up", show=False, id="dialog.page-up"),
        Binding("pagedown", "screen.page(1)", "Down", show=False, id="dialog.page-down"),
    ]

    class Decided(Message):
        """Something else stays."""

    def __init__(self) -> None:
        super().__init__(id="pairs")
        self.pairs: Sequence[Twins] = ()
        self._every: Sequence[Twins] = ()
        self.keeps: dict[Twins, Keep] = {}
        self._gone: dict[EntryRef, Twins] = {}
        self._before: list[dict[Twins, Keep]] = []
        self._cells = 0

    def show(
        self,
        pairs: Sequence[Twins],
        keeps: dict[Twins, Keep],
        every: Sequence[Twins] | None = None,
    ) -> None:
        """Show pairs; the cursor stays on its place.

        Args:
            pairs: Those that are seen.
            keeps: What was decided; it changes with every decision.
            every: All that count, if not all are seen.
        """
        self.pairs = pairs
        self._every = pairs if every is None else every
        if keeps is not self.keeps:
            self.keeps = keeps
            self._before = []
        self.styles.height = max(1, len(pairs))
        self._cells = min(MOST_CELLS, max((len(_place(pair)) for pair in pairs), default=0))
        self._follow()
        self.show_rows(len(pairs), self.cursor)
        self.keep_in_sight()

    @property
    def in_hand(self) -> Twins | None:
        """The pair below the cursor."""
        return self.pairs[self.cursor] if 0 <= self.cursor < len(self.pairs) else None

    @property
    def gone(self) -> dict[EntryRef, Twins]:
        """The entries that go, each with the pair of which it does."""
        return self._gone

    @property
    def told(self) -> str:
        """How many pairs there are, and how many entries go."""
        if self.gone:
            goes = "goes" if len(self.gone) == 1 else "go"
            return f"{len(self.pairs)} · {counted(len(self.gone))} {goes}"
        return f"{len(self.pairs)} · all stay" if self.pairs else "0"

    @property
    def decided(self) -> bool:
        """Whether there is a decision to take back."""
        return bool(self._before)

    @property
    def unwritten(self) -> int:
        """How many pairs are decided so that one of them goes."""
        return sum(keep != "both" for keep in self.keeps.values())

    def _follow(self) -> None:
        self._gone = going(self._every, self.keeps)
        self.refresh()

    def row(self, index: int, width: int) -> Content:
        """Return a pair."""
        pair = self.pairs[index]
        said, colour = self._said(pair)
        place = literal(_place(pair), "$foreground-muted")
        parts = [
            Content.styled(said.ljust(DECIDED), colour),
            Content.styled(f"{pair.similarity:>4.0%}  ", "dim"),
            place.truncate(min(self._cells, width // 3), ellipsis=True, pad=True),
            literal(f"  {pair.one.heading}"),
        ]
        return Content.assemble(*parts).truncate(width - 1, ellipsis=True)

    def _said(self, pair: Twins) -> tuple[str, str]:
        """Return what becomes of a pair, and its colour."""
        for ref in (pair.one, pair.other):
            if self._gone.get(ref, pair) is not pair:
                return f"· {'1st' if ref is pair.one else '2nd'} goes", "dim"
        keep = self.keeps.get(pair)
        if keep is None:
            return "○ both", "$text-warning"
        return {"both": "● both", "one": "● first", "other": "● second"}[keep], "$text-success"

    def is_settled(self, pair: Twins) -> bool:
        """Whether one of a pair goes because of another pair."""
        return any(self._gone.get(ref, pair) is not pair for ref in (pair.one, pair.other))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer what can be decided of the pair in hand."""
        pair = self.in_hand
        if action == "undo":
            return self.decided
        if action == "keep_newer":
            return pair is not None and pair.newer is not None
        return pair is not None if action in ("keep", "all_newer") else True

    def action_keep(self, keep: Keep) -> None:
        """Decide the pair in hand, and go to the next."""
        pair = self.in_hand
        if pair is None:
            return
        if self.is_settled(pair) and keep != "both":
            self.app.bell()
            return
        self._decide({pair: keep})
        self.action_move(1)

    def action_keep_newer(self) -> None:
        """Keep the newer one of the pair in hand."""
        if pair := self.in_hand:
            self.action_keep(newer(pair))

    def action_all_newer(self) -> None:
        """Keep the newer one of every pair that is not decided, where that is known."""
        self._decide(
            {
                pair: newer(pair)
                for pair in self.pairs
                if pair not in self.keeps and pair.newer is not None
            }
        )

    async def action_undo(self) -> None:
        """Take back the last decision."""
        if self._before:
            before = self._before.pop()
            self.keeps.clear()
            self._take(before)

    def _decide(self, more: dict[Twins, Keep]) -> None:
        self._before.append(dict(self.keeps))
        self._take(more)

    def _take(self, more: dict[Twins, Keep]) -> None:
        self.keeps.update(more)
        self._follow()
        self.post_message(self.Decided())


class Sides(VerticalScroll, can_focus=False):
    """The two texts of a pair; words that the other one has not stand out."""

    DEFAULT_CSS = """
    Sides {
        height: 1fr;
        border-top: solid $foreground 25%;
        scrollbar-size-vertical: 1;
        & > #sides { layout: vertical; height: auto; }
        & > #sides > Static { width: 1fr; height: auto; margin-bottom: 1; }
        & > #sides.-beside { layout: horizontal; }
        & > #sides.-beside > Static { margin: 0 2 0 0; }
    }
    """

    def __init__(self, text_of: Callable[[EntryRef], str]) -> None:
        super().__init__()
        self._text_of = text_of

    def compose(self) -> ComposeResult:
        """Lay out both."""
        with VerticalGroup(id="sides"):
            yield Static(id="one")
            yield Static(id="other")

    def on_resize(self, event: events.Resize) -> None:
        """Stand side by side where there is room."""
        self.query_one("#sides").set_class(event.size.width >= SIDE_BY_SIDE, "-beside")

    def show(self, pair: Twins | None, gone: dict[EntryRef, Twins]) -> None:
        """Show the texts of a pair, and which of them goes."""
        for name in ("one", "other"):
            side = Content()
            if pair:
                ref, beside = (pair.one, pair.other)[:: 1 if name == "one" else -1]
                head = self._head(name, pair, ref, goes=ref in gone)
                side = paragraphs([head, *apart(self._text_of(ref), self._text_of(beside))])
            self.query_one(f"#{name}", Static).update(side)
        self.scroll_home(animate=False)

    @staticmethod
    def _head(name: str, pair: Twins, ref: EntryRef, *, goes: bool) -> Content:
        sign, colour = ("✗ goes", "$text-error") if goes else ("● stays", "$text-success")
        date = f" · {ref.date}" if ref.date else ""
        date += " newer" if pair.newer == ref else ""
        return Content.assemble(
            ("1 " if name == "one" else "2 ", "bold $text-accent"),
            literal(f"{ref.file} {ref.number}", "bold"),
            (f"{date}  ", "dim"),
            (sign, colour),
        )

    def page(self, step: int) -> None:
        """Scroll both."""
        self.scroll_relative(y=step * max(1, self.size.height - 1), animate=False)


def apart(text: str, other: str) -> list[Content]:
    """Return the lines of a text; words that another text has not are bold.

    Args:
        text: What is shown, up to `LONGEST` characters.
        other: What it is compared with.
    """
    known = {word.casefold() for word in _WORD.findall(other)}
    lines = [_with_bold(line, known) for line in text[:LONGEST].splitlines()]
    if (more := len(text) - LONGEST) > 0:
        lines.append(literal(f"… {more:,} more characters", "$text-warning"))
    return lines


def _with_bold(line: str, known: set[str]) -> Content:
    shown = literal(line)
    for match in _WORD.finditer(line):
        if match[0].casefold() not in known:
            shown = shown.stylize("bold $text-warning", *match.span())
    return shown


def _place(pair: Twins) -> str:
    """Return where both stand, in a few words."""
    one, other = (ref.file.removesuffix(".md") for ref in (pair.one, pair.other))
    behind = "" if one == other else f"{other} "
    return f"{one} {pair.one.number} ≈ {behind}{pair.other.number}"

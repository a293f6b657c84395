"""A list of words or paths as chips, with a field for one more."""

import re
from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.reactive import reactive
from textual.suggester import Suggester
from textual.widget import Widget
from textual.widgets import Input

from memtui.core import patch
from memtui.core.terms import never
from memtui.errors import BadValue
from memtui.ui.messages import ValueEdited
from memtui.ui.widgets.chips import Chip, ChipEntry, Chips, State
from memtui.ui.widgets.fields import FormField
from memtui.ui.widgets.notes import Note

Items = tuple[str, ...]

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six")


class Completion(Suggester):
    """Completes the last of the items that are typed."""

    def __init__(self) -> None:
        # Which words are left over changes with the chips, so nothing is kept.
        super().__init__(use_cache=False, case_sensitive=True)
        self.words: Items = ()
        self.taken: frozenset[str] = frozenset()

    async def get_suggestion(self, value: str) -> str | None:
        """Return the typed text with its last item completed by the first word that fits."""
        begun = re.split(r"[,\s]", value)[-1].lower()
        if begun:
            for word in self.words:
                lowered = word.lower()
                fits = lowered.startswith(begun) and lowered != begun
                if fits and lowered not in self.taken and word.isprintable():
                    return value + word[len(begun) :]
        return None


class ChipField(FormField[Items]):
    """A list as chips that wrap to the width.

    The keys that edit text act on the text that is typed; while there is none, left, right, up
    and down take a chip in hand, and backspace and delete remove it.

    Attributes:
        terms: Words of the feature; chips that are among them are shown as matching.
        words: Words for completion.
        missing: Paths that do not exist.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "hand(-1)", "Chip", show=False, id="chips.left", tooltip="Chip before"),
        Binding("right", "hand(1)", "Chip", show=False, id="chips.right", tooltip="Chip behind"),
        Binding("up", "row(-1)", "Chip", show=False, id="chips.up", tooltip="Chip above"),
        Binding("down", "row(1)", "Chip", show=False, id="chips.down", tooltip="Chip below"),
        Binding(
            "home", "edge(0)", "First chip", show=False, id="chips.first", tooltip="First chip"
        ),
        Binding(
            "end", "edge(-1)", "To the text", show=False, id="chips.text", tooltip="Leave chips"
        ),
        Binding(
            "backspace",
            "remove(-1)",
            "Remove",
            show=False,
            id="chips.backspace",
            tooltip="Take the last chip in hand, then remove it",
        ),
        Binding(
            "delete",
            "remove(0)",
            "Remove",
            show=False,
            id="chips.delete",
            tooltip="Remove the chip",
        ),
        Binding(
            "ctrl+z,super+z", "undo", "Undo", show=False, id="chips.undo", tooltip="Undo a chip"
        ),
        Binding(
            "ctrl+y,super+y", "redo", "Redo", show=False, id="chips.redo", tooltip="Redo a chip"
        ),
    ]

    terms: reactive[frozenset[str]] = reactive(frozenset, repaint=False)
    words: reactive[Items] = reactive((), repaint=False)
    missing: reactive[frozenset[str]] = reactive(frozenset, repaint=False)

    def __init__(
        self,
        key: str,
        label: str,
        *,
        one: str,
        id: str | None = None,  # noqa: A002
    ) -> None:
        """Make a field.

        Args:
            key: Frontmatter key.
            label: What stands before it.
            one: What one item is called (``tag``).
            id: Identifier.
        """
        super().__init__(key, label, id=id)
        self._one = one
        self._paths = key == "relatedFiles"
        self._items: Items = ()
        self._never: dict[str, tuple[str, Items]] = {}
        self._done: list[Items] = []
        self._undone: list[Items] = []
        self._completion = Completion()
        self._entry = ChipEntry(placeholder="+", suggester=self._completion)
        self._chips = Chips(self._entry, lines=self._paths)

    def editor(self) -> Iterable[Widget]:
        """Return the chips."""
        yield self._chips

    def on_mount(self) -> None:
        """Follow what is typed at the very key press."""
        self.watch(self._entry, "value", self._typed, init=False)

    # -- what is shown

    def watch_terms(self) -> None:
        """Show which chips match."""
        self._draw()

    def watch_missing(self) -> None:
        """Show which paths do not exist."""
        self._draw()

    def watch_words(self, words: Items) -> None:
        """Complete from other words."""
        self._completion.words = words

    def set_locked(self, *, locked: bool) -> None:
        """Let chips be added and removed or not; locked, all are shown."""
        super().set_locked(locked=locked)
        self._entry.display = not locked
        self._unfold(focused=False)

    def _unfold(self, *, focused: bool) -> None:
        self._chips.unfolded = focused or self._entry.disabled
        self._entry.placeholder = f"add a {self._one}" if focused else "+"

    def on_descendant_focus(self) -> None:
        """Show every chip."""
        self._unfold(focused=True)
        self.say()
        self.call_after_refresh(self._chips.reveal)

    def on_descendant_blur(self) -> None:
        """Show a few rows again."""
        self._chips.hand = -1
        if pending := split(self._entry.value):
            self._add(pending)
        self._unfold(focused=False)
        self.say()

    def commit(self) -> ValueEdited | None:
        """Add what is typed and not added yet, if it can be; return what would have been told.

        A save takes it at once, instead of waiting for the message.
        """
        before = self._items
        with self.prevent(ValueEdited):
            if pending := split(self._entry.value):
                self._add(pending)
        return None if self._items == before else ValueEdited(self.file, self.key, self._items)

    def load(self, value: Items) -> None:
        """Show another list; what is being typed stays."""
        self._done.clear()
        self._undone.clear()
        self._take(value)

    def reset(self) -> None:
        """Forget what was typed in the last file."""
        self._entry.load("")
        self._chips.hand = -1

    def _take(self, items: Items) -> None:
        self._items = items
        if not self._paths:
            found = ((item, never(item)) for item in dict.fromkeys(items))
            self._never = {item: reason for item, reason in found if reason}
        self._completion.taken = frozenset(map(str.lower, items))
        self._chips.hand = min(self._chips.hand, len(items) - 1)
        self._draw()

    def _draw(self) -> None:
        self._chips.chips = tuple(Chip(item, self._state(item)) for item in self._items)

    def _state(self, item: str) -> State:
        if self._paths:
            return "missing" if item in self.missing else "plain"
        if item in self._never:
            return "never"
        return "match" if item.lower() in self.terms else "plain"

    @property
    def hand(self) -> int:
        """Index of the chip in hand, or -1."""
        return self._chips.hand

    def _hold(self, index: int) -> None:
        self._chips.hand = index
        self.say()
        self.call_after_refresh(self._chips.reveal)

    # -- what is said

    def own_notes(self) -> Iterator[Note]:
        """Say what is wrong with what is typed, and what a chip needs to match."""
        yield from super().own_notes()
        typed = self._entry.value.strip()
        if typed and not self._entry.has_focus:
            yield Note(typed, "warning", "▲", label="not added: ", hint="  enter here adds it")
        if self.hand >= 0 and self._chips.is_cut(self.hand):
            yield Note(self._items[self.hand])
        item = self._never_item()
        if item is None:
            return
        reason, instead = self._never[item]
        others = len([i for i in self._items if i in self._never]) - 1
        also = f"  and {others} more" if others else ""
        yield Note(f"{item} never matches: {reason}", "error", hint=also)
        if instead and not self._locked:
            yield Note(", ".join(instead), sign="⏎", label=self._count(instead), apply=True)

    def _count(self, instead: Items) -> str:
        number = _NUMBERS[len(instead)] if len(instead) < len(_NUMBERS) else len(instead)
        return f"{number} {self._one}{'s' if len(instead) != 1 else ''}: "

    def _never_item(self) -> str | None:
        """Return the item to explain: the one in hand, else the first that can never match."""
        if self.hand >= 0 and self._items[self.hand] in self._never:
            return self._items[self.hand]
        return next((item for item in self._items if item in self._never), None)

    # -- what is typed

    def _typed(self, text: str) -> None:
        """Check at once what is typed."""
        self._chips.hand = -1
        self.error = ""
        if pending := split(text):
            try:
                patch.check(self.key, pending)
            except BadValue as error:
                self.error = self.reason(error)
        self.say()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Add what is typed, or do what the note about the chip in hand offers."""
        event.stop()
        pending = split(self._entry.value)
        if pending:
            self._add(pending)
        elif self.hand >= 0 and self._items[self.hand] in self._never:
            self.apply()

    def _add(self, pending: Items) -> None:
        if self.error:
            return
        new = self._without_present(pending, self._items)
        if not new or self._change((*self._items, *new)):
            self._entry.load("")
            self.say()

    def _without_present(self, new: Items, present: Items) -> Items:
        """Return the new items that do not stand there already: one that did would count twice."""
        fold = str if self._paths else str.lower
        seen = set(map(fold, present))
        return tuple(item for item in new if fold(item) not in seen)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Keep the message here: the form is told by `ValueEdited`."""
        event.stop()

    # -- what is changed

    def _change(self, items: Items) -> bool:
        """Take another list and tell it; return whether it can be written."""
        before = self._items
        if not self.edit(items):
            return False
        self._done.append(before)
        self._undone.clear()
        self._take(items)
        self.say()
        return True

    def apply(self) -> None:
        """Put in place of an item that never matches those that would."""
        item = self._never_item()
        instead = self._never[item][1] if item is not None else ()
        if item is None or not instead:
            return
        at = self.hand if self.hand >= 0 else self._items.index(item)
        before, behind = self._items[:at], self._items[at + 1 :]
        new = self._without_present(instead, before + behind)
        if self._change((*before, *new, *behind)) and self.hand >= 0:
            self._hold(min(at, len(self._items) - 1))

    def _remove(self, index: int) -> bool:
        return self._change(self._items[:index] + self._items[index + 1 :])

    def action_remove(self, step: int) -> None:
        """Remove the chip in hand; then the one before it (backspace) or behind it is in hand."""
        at = self.hand
        if at < 0:
            if step:
                self._hold(len(self._items) - 1)
        elif self._remove(at):
            left = len(self._items)
            target = max(0, at + step)
            self._hold(target if target < left else -1)

    def action_undo(self) -> None:
        """Take back the last change of the chips."""
        self._travel(self._done, self._undone)

    def action_redo(self) -> None:
        """Bring back what undo took."""
        self._travel(self._undone, self._done)

    def _travel(self, source: list[Items], target: list[Items]) -> None:
        if not source:
            raise SkipAction
        current = self._items
        if self.edit(source[-1]):
            target.append(current)
            self._take(source.pop())
            self.say()

    def action_hand(self, step: int) -> None:
        """Take the chip before or behind in hand."""
        if self.hand < 0:
            self._hold(len(self._items) - 1 if step < 0 else -1)
        else:
            target = max(0, self.hand + step)
            self._hold(target if target < len(self._items) else -1)

    def action_edge(self, end: int) -> None:
        """Take the first chip in hand, or none."""
        self._hold(-1 if end or not self._items else 0)

    def action_row(self, step: int) -> None:
        """Take the chip above or below in hand."""
        target = self._chips.beside(step)
        if target is None:
            raise SkipAction
        self._hold(target)

    def on_chips_pressed(self, event: Chips.Pressed) -> None:
        """Take the chip below the mouse in hand, or remove it."""
        event.stop()
        if self._entry.disabled or event.chips is not self._chips.chips:
            return
        self._entry.focus(scroll_visible=False)
        if event.remove:
            if self._remove(event.index):
                self._hold(-1)
        else:
            self._hold(event.index)


def split(text: str) -> Items:
    """Return the items of a typed or pasted text, each once."""
    parts = (part.strip() for part in text.split(","))
    return tuple(dict.fromkeys(part for part in parts if part))

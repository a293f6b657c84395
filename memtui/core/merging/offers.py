"""Things that were taken back, and a text that has them again."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Final, Literal

from memtui.core import frontmatter
from memtui.core.merging.body import woven
from memtui.core.merging.conflicts import keep_mine
from memtui.core.merging.head import glued, merge_layout, split_head, with_values
from memtui.core.merging.pieces import Piece, joined, pieces
from memtui.core.metadata import Metadata, Value
from memtui.core.newlines import dominant
from memtui.errors import CannotPatch

_LETTER: Final = re.compile("[A-Z]")


@dataclass(frozen=True, slots=True)
class TakenBack:
    """One thing that a save changed and that stands again as it was before.

    Attributes:
        kind: ``field``: a value. ``frontmatter``: comments, unknown keys, and values that the
            same rewrite erased. ``entry`` and ``text``: a piece of the body. ``order``: where
            entries stood.
        what: The field's key, the heading of entry or section, what the frontmatter lost.
        now: How it stands on the disk, ``""`` where it is missing.
        saved: What is offered, ``""`` to take it out.
        value: The value that is offered for a field.
        near: For a new piece the texts after which it belongs, the best first; for an order the
            texts of the pieces.
        layouts: The block before the save, as it was saved, and as it would stand if nothing had
            been erased; none where the frontmatter can only be offered as a whole.
    """

    kind: Literal["field", "frontmatter", "entry", "text", "order"]
    what: str
    now: str
    saved: str
    value: Value | None = None
    near: tuple[str, ...] = field(default=(), repr=False)
    layouts: tuple[str, ...] = field(default=(), repr=False)


def offer(disk: str, taken: Sequence[TakenBack]) -> str:
    """Return a text with what was taken back in it again.

    Args:
        disk: The file as it stood when `taken_back` looked.
        taken: What to put back, all of it or some.

    Raises:
        CannotPatch: Values and layout that were chosen do not go together.
    """
    head, body = split_head(disk)
    if any(item.kind in ("field", "frontmatter") for item in taken):
        head = _head_again(head, taken)
    if any(item.kind not in ("field", "frontmatter") for item in taken):
        changing = _Body(body)
        for item in sorted(taken, key=_phase):
            if item.kind not in ("field", "frontmatter"):
                changing.put_back(item)
        body = joined(changing.parts)
    return glued(head, body)


def _head_again(disk: str, taken: Sequence[TakenBack]) -> str:
    """Return a block with the fields and the layout that were taken back."""
    restored = next((item for item in taken if item.kind == "frontmatter"), None)
    if restored and not restored.layouts:
        return restored.saved
    layouts = next(item.layouts for item in taken if item.layouts)
    now = layouts[2] if restored else disk
    wanted = frontmatter.read(now).metadata
    wanted = replace(wanted, usage_stats=frontmatter.read(disk).metadata.usage_stats)
    for item in taken:
        if item.value is not None:
            wanted = _with(wanted, item.what, item.value)
    head = "" if restored else with_values(disk, wanted)
    if frontmatter.read(head).metadata != wanted:
        # The layout as it was saved can hold what was saved.
        head = merge_layout(layouts[0], layouts[1], now, wanted, keep_mine)
    found = frontmatter.read(head).metadata
    # Counters that a layout cannot take, and nobody asked for, are no reason to refuse the rest.
    if not any(item.what.startswith("usageStats.") for item in taken):
        found = replace(found, usage_stats=wanted.usage_stats)
    if found != wanted:
        raise CannotPatch("these values cannot be put into the layout that stands there", 1)
    return head


def _with(metadata: Metadata, key: str, value: Value) -> Metadata:
    """Return a frontmatter in which one key has another value."""
    top, _, counter = key.partition(".")
    name = _LETTER.sub(lambda letter: f"_{letter.group().lower()}", counter or top)
    new: dict[str, Any] = {name: value}
    if counter:
        new = {"usage_stats": replace(metadata.usage_stats, **new)}
    return replace(metadata, **new)


def _phase(item: TakenBack) -> int:
    """Return when a change is made: new pieces are put behind others as they stand on the disk."""
    if item.kind == "order":
        return 0
    return 1 if not item.now else 2


class _Body:
    """The pieces of a body while it is changed; only what becomes neighbours gets a blank line."""

    def __init__(self, body: str) -> None:
        self.newline = dominant(body)
        self.parts = list(pieces(body))

    def put_back(self, item: TakenBack) -> None:
        """Make one change; a piece that is no longer there is left out."""
        if item.kind == "order":
            self._order(item.near)
        elif not item.now:
            self._add(item)
        elif (place := self._place(item.now)) >= 0:
            if item.saved:
                self.parts[place] = replace(self.parts[place], core=item.saved)
            else:
                self._remove(place)

    def _place(self, core: str) -> int:
        """Return where a text stands, -1 when it does not."""
        return next((i for i, piece in enumerate(self.parts) if piece.core == core), -1)

    def _order(self, cores: Sequence[str]) -> None:
        wanted = [place for core in cores if (place := self._place(core)) >= 0]
        order = woven(list(dict.fromkeys((0, *wanted))), range(len(self.parts)))
        end, parts = self.parts[-1].tail, self.parts
        for place, following in pairwise(order):
            if following != place + 1:
                parts[place] = parts[place].apart(self.newline)
        self.parts = [parts[place] for place in order]
        if order[-1] != len(order) - 1:
            self.parts[-1] = replace(self.parts[-1], tail=end)

    def _add(self, item: TakenBack) -> None:
        places = (self._place(core) for core in item.near)
        at = next((place for place in places if place >= 0), len(self.parts) - 1) + 1
        before = self.parts[at - 1]
        kind: Literal["entry", "text"] = "entry" if item.kind == "entry" else "text"
        piece = Piece(kind, item.what, item.saved, "")
        if at < len(self.parts):
            piece = piece.apart(self.newline)
        else:
            piece = replace(piece, tail=before.tail or self.newline)
        if before.core:
            self.parts[at - 1] = before.apart(self.newline)
        self.parts.insert(at, piece)

    def _remove(self, place: int) -> None:
        gone = self.parts[place]
        # The first piece stays, so that there is always one that others can follow.
        self.parts[place : place + 1] = [] if place else [replace(gone, core="", tail="")]
        if place and place == len(self.parts):
            self.parts[-1] = replace(self.parts[-1], tail=gone.tail)

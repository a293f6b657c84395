"""Changing the entries of one file: leaving some out, putting them in another order, editing one.

Moving them to another file is a split with one target.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from memtui.core.entries import entries
from memtui.core.memory import Memory
from memtui.core.merging.head import glued, split_head
from memtui.core.newlines import dominant
from memtui.core.reorganize.carry import Part, content, joined, numbered, parts, with_carried
from memtui.core.reorganize.change import (
    Files,
    NewTexts,
    PathOf,
    Reorganized,
    counted,
    numbers_shown,
    reorganized,
    sound,
)
from memtui.core.reorganize.conservation import Asked, Place
from memtui.core.reorganize.definitions import definitions
from memtui.core.reorganize.references import with_definitions
from memtui.errors import BadValue


@dataclass(frozen=True, slots=True)
class Drop:
    """Entries that are to go.

    Attributes:
        file: Name of their file with its ending.
        numbers: Which.
    """

    file: str
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reorder:
    """Entries that are to stand elsewhere in their file.

    Attributes:
        file: Name of their file with its ending.
        numbers: Which, in the order in which they are to stand.
        before: The entry that comes behind them; None for the end of the file.
    """

    file: str
    numbers: tuple[int, ...]
    before: int | None = None


@dataclass(frozen=True, slots=True)
class Edit:
    """An entry that gets another text.

    Attributes:
        file: Name of its file with its ending.
        number: Which.
        text: The whole new entry, its heading included, in the line ends it is to have.
    """

    file: str
    number: int
    text: str


def drop(files: Files, choice: Drop, path_of: PathOf) -> Reorganized:
    """Return the change that leaves entries out; definitions that others use stay.

    Raises:
        BadValue: When there is no such entry.
        NoSuchFile: When there is no such file.
        NotConserved: When that would change another entry.
        NotWritable: When the file is never written.
    """
    memory, body = _opened(files, choice.file)
    chosen = numbered(body, choice.numbers)
    stays = tuple(part for part in body if part not in chosen)
    notes: list[str] = []
    known = definitions("".join(part.text for part in chosen))
    stays = with_definitions(memory.name, stays, (), known, notes)
    asked = Asked(tuple(Place(memory.name, part.number) for part in chosen))
    if any(part.loose for part in chosen):
        asked = Asked(gone={memory.name: tuple(part.text for part in chosen)})
    what = f"delete {counted(len(chosen))} of {memory.name}"
    return _written(files, memory, what, stays, asked, path_of, tuple(notes))


def reorder(files: Files, choice: Reorder, path_of: PathOf) -> Reorganized:
    """Return the change that puts entries elsewhere in their file; section lines stay in place.

    Raises:
        BadValue: When there is no such entry, or `before` is one of those that move.
        MemtuiError: As `drop`.
    """
    memory, body = _opened(files, choice.file)
    chosen = numbered(body, choice.numbers)
    rest = tuple(part for part in body if part not in chosen)
    if choice.before is None:
        ordered = with_carried(rest, chosen)
    else:
        if choice.before in choice.numbers:
            raise BadValue(f"{memory.name}: entry {choice.before} cannot stand before itself")
        (following,) = numbered(body, (choice.before,))
        at = rest.index(following)
        ordered = (*rest[:at], *chosen, *rest[at:])
    what = f"move {numbers_shown(choice.numbers)} within {memory.name}"
    return _written(files, memory, what, ordered, Asked(), path_of)


def edit(files: Files, choice: Edit, path_of: PathOf) -> Reorganized:
    """Return the change that gives an entry another text; it may become several.

    Raises:
        BadValue: When there is no such entry, or the text is none.
        MemtuiError: As `drop`.
    """
    memory, body = _opened(files, choice.file)
    (old,) = numbered(body, (choice.number,))
    if not choice.text.strip():
        raise BadValue(f"{memory.name}: entry {old.number} would be empty; delete it instead")
    new = replace(old, text=content(choice.text) + old.text[len(old.content) :])
    follows = body[old.place + 1 :][:1]
    if follows and not follows[0].text.lstrip(" ").startswith("#"):
        # An underlined heading would go on with the paragraph that the text may end in.
        new = new.alone()
    now = _text(memory, tuple(new if part is old else part for part in body))
    asked = Asked(gone={memory.name: (old.text,)})
    if not old.loose:
        others = Counter(part.content for part in body if part.number and part is not old)
        after = split_head(now)[1]
        made = Counter(content(after[e.start : e.end]) for e in entries(after)) - others
        if not made:
            raise BadValue(f"{memory.name}: entry {old.number} would have no heading of its own")
        asked = Asked(replaced=(Place(memory.name, old.number),), made=tuple(made.elements()))
    what = f"edit entry {old.number} of {memory.name}"
    new_texts = NewTexts(what, {memory.name: now}, {memory.name: (old.number,)}, asked=asked)
    return reorganized(files, new_texts, path_of)


def _opened(files: Files, name: str) -> tuple[Memory, tuple[Part, ...]]:
    memory = sound(files, name)
    return memory, parts(name, memory.reading.body)


def _text(memory: Memory, body: Sequence[Part]) -> str:
    head = split_head(memory.text)[0]
    return glued(head, joined(memory.name, body, dominant(memory.text)))


def _written(
    files: Files,
    memory: Memory,
    what: str,
    body: Sequence[Part],
    asked: Asked,
    path_of: PathOf,
    notes: tuple[str, ...] = (),
) -> Reorganized:
    numbers = tuple(part.number for part in body if part.number)
    text = _text(memory, body)
    new_texts = NewTexts(
        what, {memory.name: text}, {memory.name: numbers}, asked=asked, notes=notes
    )
    return reorganized(files, new_texts, path_of)

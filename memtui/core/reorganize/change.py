"""What a reorganisation of memory files comes to: a plan, and what a preview shows of it.

Each operation (`split`, `merge_files`, `rearrange`, `renaming`, `retagging`) makes the new texts
and hands them to `reorganized`, which accepts them only when nothing would be lost.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from memtui.core.documents import is_document
from memtui.core.entries import entries
from memtui.core.memory import Memory
from memtui.core.merging.extras import extras
from memtui.core.merging.head import split_head
from memtui.core.names import INDEX
from memtui.core.plan import Action, Change, Plan
from memtui.core.reorganize import conservation, mentions
from memtui.core.reorganize.conservation import Asked, Counts, Place
from memtui.core.reorganize.mentions import Named
from memtui.core.scoring import GOTCHAS, IMPORTANT
from memtui.core.selection import PLACES
from memtui.errors import NoSuchFile, NotWritable

Files = Mapping[str, Memory]
"""The files of a project by name, as `workspace.Snapshot.by_name` has them."""

PathOf = Callable[[str], str]
"""What gives the path of a file as plans spell it, from its name (`Project.path_of`)."""

_MOST_NUMBERS: Final = 6
_ENDS: Final = {"\n": "LF", "\r\n": "CRLF", "\r": "CR"}


@dataclass(frozen=True, slots=True)
class Effect:
    """What becomes of one file.

    Attributes:
        name: Its name.
        action: What happens to it.
        entries: Numbers of the entries it is about: those of the split file that it gets or
            keeps; for a merge or a rename those that it has afterwards; else none.
        entries_before: How many entries it has now.
        entries_after: How many it has afterwards.
        tokens_before: Estimated tokens of its body now.
        tokens_after: The same afterwards.
    """

    name: str
    action: Action
    entries: tuple[int, ...]
    entries_before: int
    entries_after: int
    tokens_before: int
    tokens_after: int


@dataclass(frozen=True, slots=True)
class Dropped:
    """An entry that goes because the person said so.

    Attributes:
        file: Name of its file.
        number: Its number there.
        heading: Its heading.
    """

    file: str
    number: int
    heading: str


@dataclass(frozen=True)
class Reorganized:
    """A change of several files, ready to be shown and carried out.

    Attributes:
        plan: What the journal carries out.
        effects: What becomes of each file, in the order of the plan.
        texts: The new text of each file that is created or written, by name.
        deleted: Names of the files that go.
        entries_before: How many entries these files have now.
        entries_after: How many of them there are afterwards: all but the dropped ones.
        dropped: The entries that go.
        notes: What a person should know before accepting, one line each.
    """

    plan: Plan
    effects: tuple[Effect, ...]
    texts: Mapping[str, str]
    deleted: tuple[str, ...]
    entries_before: int
    entries_after: int
    dropped: tuple[Dropped, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NewTexts:
    """The new texts of a reorganisation, before they are checked.

    Attributes:
        what: The change in a few words, for the history.
        texts: The new text of each file, None for one that goes.
        numbers: What `Effect.entries` says, by name.
        asked: What the person wants to go or to come.
        expected: What is compared with the new texts instead of the present ones: the same in
            other words.
        notes: What a person should know.
    """

    what: str
    texts: Mapping[str, str | None]
    numbers: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    expected: Mapping[str, str] = field(default_factory=dict)
    asked: Asked = field(default_factory=Asked)
    notes: tuple[str, ...] = ()


def reorganized(files: Files, new_texts: NewTexts, path_of: PathOf) -> Reorganized:
    """Return the change that new texts come to.

    Args:
        files: The files as they are.
        new_texts: What they become; what stays the same is left out.
        path_of: The paths of the plan.

    Raises:
        NotConserved: When an entry or other text would be lost or doubled.
    """
    changed = {
        name: text
        for name, text in new_texts.texts.items()
        if name not in files or files[name].text != text
    }
    after = {name: text for name, text in changed.items() if text is not None}
    before = {
        name: new_texts.expected.get(name, files[name].text) for name in changed if name in files
    }
    counts = conservation.check(_memories(before), _memories(after), new_texts.asked)
    effects = [
        _effect(files, name, text, counts, new_texts.numbers) for name, text in changed.items()
    ]
    effects.sort(key=lambda effect: ("create", "write", "delete").index(effect.action))
    entries_before = sum(effect.entries_before for effect in effects)
    asked = new_texts.asked
    gone = len(asked.dropped) + len(asked.replaced)
    return Reorganized(
        plan=Plan(
            new_texts.what, tuple(_change(files, effect, after, path_of) for effect in effects)
        ),
        effects=tuple(effects),
        texts=after,
        deleted=tuple(effect.name for effect in effects if effect.action == "delete"),
        entries_before=entries_before,
        entries_after=entries_before - gone + conservation.count(asked.made),
        dropped=tuple(_dropped(files, place) for place in sorted(asked.dropped)),
        notes=(*new_texts.notes, *map(_section_note, counts.sections)),
    )


def sound(files: Files, name: str) -> Memory:
    """Return a file that can be changed.

    Raises:
        NoSuchFile: When there is none.
        NotWritable: When it is never written.
    """
    memory = files.get(name)
    if memory is None:
        raise NoSuchFile(f"{name}: no such memory file")
    if memory.fault:
        raise NotWritable(f"{name}: {memory.fault.reason}; memtui never writes such a file")
    return memory


def places_note(files: Files, texts: Mapping[str, str], deleted: Collection[str] = ()) -> str:
    """Return how many of the places that an agent has are taken by importance, or ``""``.

    Nothing is said when no file gets such an importance.

    Args:
        files: The files as they are.
        texts: Those that are created or written, by name.
        deleted: Names of those that go.
    """
    after = {**files, **{name: Memory(name, text) for name, text in texts.items()}}
    taking = [
        name
        for name, memory in after.items()
        if name not in deleted and not is_document(name) and _takes_place(memory)
    ]
    new = [name for name in taking if name in texts and not _takes_place(files.get(name))]
    if not new:
        return ""
    return (
        f"importance {IMPORTANT} or more: {', '.join(new)} would be loaded for every task; then "
        f"{len(taking)} of the {PLACES} places that an agent has are taken before any word counts"
    )


def farewell_notes(memory: Memory) -> Iterator[str]:
    """Say what goes with a file whose entries go elsewhere: keys, comments, being always loaded."""
    for extra in extras(split_head(memory.text)[0]):
        yield f"{memory.name}: “{' '.join(extra.split())}” of its frontmatter goes"
    if memory.name == GOTCHAS:
        yield f"{memory.name}: goes, and with it what is loaded for every task by its name"


def mention_notes(files: Files, gone: Collection[str], path_of: PathOf) -> Iterator[str]:
    """Say where files that go are mentioned by path.

    Args:
        files: The files as they are.
        gone: Names of those that go; what they mention themselves goes with them.
        path_of: Their paths.
    """
    for name in gone:
        named = Named(name, path_of(name))
        for memory in files.values():
            for line in mentions.lines(memory, named) if memory.name not in gone else ():
                yield f"{memory.name}: line {line} mentions {name}, which goes"


def line_ends_note(into: str, file: str, numbers: Sequence[int], newline: str) -> tuple[str, ...]:
    """Return what is to be said of entries whose lines end otherwise than those around them.

    Args:
        into: Where they go.
        file: Where they come from.
        numbers: Their numbers there.
        newline: The line end of the target.
    """
    if not any(numbers):
        return ()
    found = [number for number in numbers if number]
    keep = "keeps its" if len(found) == 1 else "keep their"
    shown = f"{numbers_shown(found)} of {file} {keep} own line ends"
    return (f"{into}: {shown}; here they are {_ENDS[newline]}",)


def numbers_shown(numbers: Sequence[int]) -> str:
    """Return numbers for a person: ``entry 4``, ``entries 1, 2, 5``."""
    shown = ", ".join(map(str, numbers[:_MOST_NUMBERS]))
    more = "" if len(numbers) <= _MOST_NUMBERS else f" and {len(numbers) - _MOST_NUMBERS} more"
    return f"{'entry' if len(numbers) == 1 else 'entries'} {shown}{more}"


def counted(number: int) -> str:
    """Return a number of entries for a person."""
    return f"{number:,} {'entry' if number == 1 else 'entries'}"


def _takes_place(memory: Memory | None) -> bool:
    if memory is None or memory.name == GOTCHAS or memory.stem.casefold() == INDEX:
        return False
    return memory.reading.metadata.importance >= IMPORTANT


def _section_note(section: tuple[str, str]) -> str:
    file, line = section
    return f"{file}: “{line}” has no entries below it any more, and counts as one itself"


def _effect(
    files: Files,
    name: str,
    text: str | None,
    counts: Counts,
    numbers: Mapping[str, tuple[int, ...]],
) -> Effect:
    old, new = files.get(name), None if text is None else Memory(name, text)
    return Effect(
        name=name,
        action="create" if old is None else "delete" if new is None else "write",
        entries=numbers.get(name, ()),
        entries_before=counts.before.get(name, 0),
        entries_after=counts.after.get(name, 0),
        tokens_before=old.tokens if old else 0,
        tokens_after=new.tokens if new else 0,
    )


def _change(files: Files, effect: Effect, after: Mapping[str, str], path_of: PathOf) -> Change:
    name = effect.name
    before = files[name].text.encode() if name in files else None
    return Change(path_of(name), before, after[name].encode() if name in after else None)


def _memories(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the texts of memories: documents have no entries."""
    return {name: text for name, text in texts.items() if not is_document(name)}


def _dropped(files: Files, place: Place) -> Dropped:
    found = entries(files[place.file].reading.body)
    return Dropped(place.file, place.number, found[place.number - 1].heading)

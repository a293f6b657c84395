"""Splitting a file: entries go to new or existing categories, with their exact bytes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from memtui.core import categories
from memtui.core.memory import Memory
from memtui.core.merging.head import glued, split_head
from memtui.core.metadata import KEYS, Metadata
from memtui.core.names import stem, target
from memtui.core.newlines import dominant
from memtui.core.patch import check, plain_block
from memtui.core.plan import files_named
from memtui.core.reorganize import derived
from memtui.core.reorganize.carry import Part, joined, mixed_ends, numbered, parts, with_carried
from memtui.core.reorganize.change import (
    Files,
    NewTexts,
    PathOf,
    Reorganized,
    counted,
    farewell_notes,
    line_ends_note,
    mention_notes,
    numbers_shown,
    places_note,
    reorganized,
    sound,
)
from memtui.core.reorganize.conservation import Asked
from memtui.core.reorganize.definitions import Definition, definitions
from memtui.core.reorganize.derived import Counters
from memtui.core.reorganize.overview import with_overview
from memtui.core.reorganize.references import with_definitions
from memtui.core.scoring import GOTCHAS, IMPORTANT
from memtui.core.terms import never, terms
from memtui.errors import BadValue

Original = Literal["keep", "overview", "delete"]
ORIGINAL: Final[dict[Original, str]] = {
    "keep": "keeps its other entries and its own text",
    "overview": "keeps them and says where the others are",
    "delete": "goes, which every entry must have left",
}
"""What can become of the file that is split."""


@dataclass(frozen=True, slots=True)
class Target:
    """A category and what goes there.

    Attributes:
        name: Its name, with or without its ending; new or existing.
        numbers: The entries that go there, in the order in which they are to stand.
        metadata: The frontmatter of a new file, instead of the proposed one.
    """

    name: str
    numbers: tuple[int, ...]
    metadata: Metadata | None = None


@dataclass(frozen=True, slots=True)
class Split:
    """What a person wants of a split.

    Attributes:
        file: Name of the file with its ending.
        targets: Where its entries go; what is in none of them stays.
        counters: Whether the counters of new files start anew.
        importance: That of new files, instead of the proposed one.
        original: What becomes of the file itself.
    """

    file: str
    targets: tuple[Target, ...]
    counters: Counters = "new"
    importance: float | None = None
    original: Original = "keep"


@dataclass(frozen=True, slots=True)
class _Bound:
    """A target with what goes there.

    Attributes:
        name: The file's name with its ending.
        memory: The file, None for a new one.
        carried: The parts that go there.
        metadata: The frontmatter that the person gave a new file, if any.
    """

    name: str
    memory: Memory | None
    carried: tuple[Part, ...]
    metadata: Metadata | None

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(part.number for part in self.carried)


def split(files: Files, choice: Split, path_of: PathOf) -> Reorganized:
    """Return the change that moves entries of a file to other categories.

    Args:
        files: The files of the project by name.
        choice: What goes where.
        path_of: The paths of the plan.

    Raises:
        BadValue: When a number, a name or a value cannot be, or the file is to go and entries of
            it have no target.
        NoSuchFile: When there is no such file.
        NotConserved: When an entry cannot stand in its target whole and by itself.
        NotWritable: When a file is never written.
    """
    source = sound(files, choice.file)
    body = parts(source.name, source.reading.body)
    bound = _bound(files, choice, body)
    moved = {number for each in bound for number in each.numbers}
    stays = tuple(part for part in body if part.number not in moved)
    known = definitions(source.reading.body)
    notes: list[str] = []
    texts: dict[str, str | None] = {}
    for each in bound:
        texts[each.name] = _target_text(source, each, choice, body, known, notes)
    texts[source.name] = _original_text(source, bound, choice, stays, known, notes)
    asked = Asked()
    if texts[source.name] is None:
        asked = Asked(gone={source.name: tuple(part.text for part in stays)})
        notes += _farewell(source, stays)
        notes += mention_notes(files, (source.name,), path_of)
    written = {name: text for name, text in texts.items() if text is not None}
    notes += filter(None, [places_note(files, written)])
    numbers = {each.name: each.numbers for each in bound}
    numbers[source.name] = tuple(part.number for part in stays if part.number)
    into = files_named([each.name for each in bound])
    what = f"split {counted(len(moved))} of {source.name} into {into}"
    new_texts = NewTexts(what, texts, numbers, asked=asked, notes=tuple(notes))
    return reorganized(files, new_texts, path_of)


def proposals(files: Files, choice: Split) -> dict[str, Metadata]:
    """Return the frontmatter of each new file of a split, by its name with the ending.

    Raises:
        MemtuiError: As `split`.
    """
    source = sound(files, choice.file)
    body = parts(source.name, source.reading.body)
    bound = _bound(files, choice, body)
    return {e.name: _metadata(source, e, choice, body) for e in bound if e.memory is None}


def _bound(files: Files, choice: Split, body: Sequence[Part]) -> tuple[_Bound, ...]:
    """Return the targets as files and parts."""
    taken: dict[int, str] = {}
    found: dict[str, _Bound] = {}
    for wanted in choice.targets:
        name, exists = target(wanted.name, [*files, *found])
        if name == choice.file:
            raise BadValue(f"{wanted.name}: the entries are there already; choose another target")
        carried = numbered(body, wanted.numbers)
        for number in wanted.numbers:
            if number in taken:
                both = f"{taken[number]} and {wanted.name}"
                raise BadValue(f"{choice.file}: entry {number} is to go twice: to {both}")
            taken[number] = wanted.name
        metadata = wanted.metadata
        if name in found:
            carried = (*found[name].carried, *carried)
            metadata = metadata or found[name].metadata
        memory = sound(files, name) if exists and name in files else None
        found[name] = _Bound(name, memory, carried, metadata)
    if not found:
        raise BadValue(f"{choice.file}: no target was named")
    return tuple(found.values())


def _target_text(
    source: Memory,
    each: _Bound,
    choice: Split,
    body: Sequence[Part],
    known: Sequence[Definition],
    notes: list[str],
) -> str:
    """Return the whole text of a target with what goes there."""
    if each.memory:
        head, own_body = split_head(each.memory.text)
        own = parts(each.name, own_body)
        newline = dominant(each.memory.text)
        notes += _notes_of_existing(each)
    else:
        newline = dominant(source.text)
        metadata = _metadata(source, each, choice, body)
        head = plain_block(metadata, newline)
        own = parts(each.name, f"# {categories.title(stem(each.name))}{newline}")
        notes += _notes_of_new(source, each, choice, metadata)
    if any(part.text for part in own):
        odd = mixed_ends(each.carried, newline)
        notes += line_ends_note(each.name, source.name, odd, newline)
    own = with_definitions(each.name, own, each.carried, known, notes)
    return glued(head, joined(each.name, with_carried(own, each.carried), newline))


def _original_text(
    source: Memory,
    bound: Sequence[_Bound],
    choice: Split,
    stays: tuple[Part, ...],
    known: Sequence[Definition],
    notes: list[str],
) -> str | None:
    """Return what is left of the file that is split, None when it goes."""
    left = tuple(part.number for part in stays if part.number)
    if choice.original == "delete":
        if left:
            raise BadValue(
                f"{source.name}: {numbers_shown(left)} would go with it: name a target for each, "
                "or keep the file"
            )
        return None
    if not left:
        notes.append(f"{source.name}: no entry stays, only its own text")
    head, _ = split_head(source.text)
    newline = dominant(source.text)
    stays = with_definitions(source.name, stays, (), known, notes)
    if choice.original == "overview":
        carried = {each.name: [part.text for part in each.carried] for each in bound}
        stays = (with_overview(stays[0], carried, newline), *stays[1:])
    return glued(head, joined(source.name, stays, newline))


def _metadata(source: Memory, each: _Bound, choice: Split, body: Sequence[Part]) -> Metadata:
    """Return the frontmatter of a new file: the person's, or the proposed one."""
    metadata = each.metadata
    if metadata is None:
        here = set(each.numbers)
        others = [part.text for part in body if part.number and part.number not in here]
        metadata = derived.metadata(
            stem(each.name),
            source.reading.metadata,
            [part.text for part in each.carried],
            others,
            choice.counters,
        )
        if choice.importance is not None:
            metadata = replace(metadata, importance=choice.importance)
    for key in KEYS:
        try:
            check(key, metadata.value(key))
        except BadValue as error:
            raise BadValue(f"{each.name}: {error}", error.key) from error
    return metadata


def _notes_of_existing(each: _Bound) -> Iterator[str]:
    if each.memory is None:
        return
    if each.name == GOTCHAS:
        yield f"{each.name}: is loaded for every task, so each of them pays for what comes there"
    elif each.memory.reading.metadata.importance >= IMPORTANT:
        yield f"{each.name}: its importance of 0.9 or more loads it for every task"
    if each.carried[0].loose and any(p.number and not p.loose for p in _own(each.memory)):
        yield f"{each.name}: what has no heading stands before its first entry"


def _own(memory: Memory) -> tuple[Part, ...]:
    return parts(memory.name, memory.reading.body)


def _notes_of_new(source: Memory, each: _Bound, choice: Split, metadata: Metadata) -> Iterator[str]:
    old = source.reading.metadata.importance
    if each.metadata is None and choice.importance is None and old >= IMPORTANT:
        yield (
            f"{each.name}: importance {metadata.importance}, not {old}: from {IMPORTANT} on a "
            "file takes one of the five places in every task"
        )
    if each.name == GOTCHAS:
        yield f"{each.name}: is loaded for every task by its name, so each pays for it"
    items = (*metadata.tags, *metadata.relevant_to)
    if not any(never(item) is None for item in items) and not terms(metadata.summary):
        yield f"{each.name}: none of its words can match a feature; give it tags"


def _farewell(source: Memory, stays: Sequence[Part]) -> Iterator[str]:
    """Say what goes with the file, apart from its title."""
    yield from farewell_notes(source)
    lines = [line for part in stays for line in part.content.splitlines() if line.strip()]
    others = len(lines) - (1 if lines and lines[0].startswith("# ") else 0)
    if others:
        shown = f"{others} {'line' if others == 1 else 'lines'}"
        yield f"{source.name}: {shown} of its own text {'goes' if others == 1 else 'go'} with it"

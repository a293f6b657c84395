"""Renaming a category, and what mentions it by path."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from memtui.core.entries import entries
from memtui.core.memory import Memory
from memtui.core.names import INDEX, target
from memtui.core.reorganize import mentions
from memtui.core.reorganize.change import Files, NewTexts, PathOf, Reorganized, reorganized, sound
from memtui.core.reorganize.mentions import Named
from memtui.core.scoring import GOTCHAS
from memtui.errors import BadValue


@dataclass(frozen=True, slots=True)
class Rename:
    """A category that gets another name.

    Attributes:
        file: Name of the file with its ending.
        name: The new name, with or without an ending.
    """

    file: str
    name: str


def rename(files: Files, choice: Rename, path_of: PathOf) -> Reorganized:
    """Return the change that gives a category another name.

    Related files, rows of the routing table, links and other mentions by path follow.

    Args:
        files: The files of the project by name.
        choice: Which, and its new name.
        path_of: The paths of the plan.

    Raises:
        BadValue: When it cannot have that name, or a mention cannot.
        CannotPatch: When a mention stands in a frontmatter that cannot be changed.
        NoSuchFile: When there is no such file.
        NotWritable: When a file is never written.
    """
    memory = sound(files, choice.file)
    if memory.stem.casefold() == INDEX:
        raise BadValue(f"{memory.name}: is for people, and keeps its name")
    name, exists = target(choice.name, [other for other in files if other != memory.name])
    if exists:
        raise BadValue(f"{choice.name}: {name} exists; merge puts the two together")
    if name == memory.name:
        raise BadValue(f"{memory.name}: has that name already")
    old, new = Named(memory.name, path_of(memory.name)), Named(name, path_of(name))
    texts: dict[str, str | None] = {}
    for other in files.values():
        if other.fault is None and (changed := mentions.renamed(other, old, new)) != other.text:
            texts[other.name] = changed
    text = texts.get(memory.name) or memory.text
    # Mentions are all that differs: the new texts are compared with what they make of the old.
    expected = {other: changed for other, changed in texts.items() if changed is not None}
    expected[memory.name] = text
    texts |= {name: text, memory.name: None}
    numbers = (entry.number for entry in entries(memory.reading.body))
    new_texts = NewTexts(
        what=f"rename {memory.name} to {name}",
        texts=texts,
        numbers={name: tuple(numbers)},
        expected=expected,
        notes=tuple(_notes(files, texts, old, name)),
    )
    return reorganized(files, new_texts, path_of)


def _notes(files: Files, texts: Mapping[str, str | None], old: Named, name: str) -> Iterator[str]:
    """Say what the new name does, and where the old one is left."""
    if old.name == GOTCHAS:
        yield f"{old.name}: is loaded for every task by its name; under another it is not"
    if name == GOTCHAS:
        yield f"{name}: is loaded for every task by its name, so each pays for it"
    for memory in files.values():
        other = name if memory.name == old.name else memory.name
        text = texts.get(other, memory.text)
        if memory.fault is None and text is not None:
            for line in mentions.left(Memory(other, text), old):
                yield f"{other}: line {line} names {old.name}, and keeps that"

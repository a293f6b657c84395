"""A tag renamed, merged into another one or removed, across the store."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memtui.core import patch
from memtui.core.documents import is_document
from memtui.core.memory import Memory
from memtui.core.reorganize.change import Files, NewTexts, PathOf, Reorganized, reorganized
from memtui.core.terms import warning
from memtui.errors import BadValue, CannotPatch


@dataclass(frozen=True, slots=True)
class Retag:
    """A tag that becomes another one, or goes.

    Attributes:
        old: The tag; upper and lower case are one, as they are for an agent.
        new: What it becomes; a file that has both keeps one. ``""`` removes it.
        relevant_to: Whether the same is done to `relevantTo`.
    """

    old: str
    new: str = ""
    relevant_to: bool = False


def retag(files: Files, choice: Retag, path_of: PathOf) -> Reorganized:
    """Return the change of a tag in every file that has it; no other byte changes.

    Args:
        files: The files of the project by name.
        choice: Which tag, and what becomes of it.
        path_of: The paths of the plan.

    Raises:
        BadValue: When no file has the tag, or a list cannot hold the new one.
        CannotPatch: When the frontmatter of files cannot be changed; each is named with its line.
    """
    if choice.new:
        patch.check("tags", (choice.new,))
    if choice.old == choice.new:
        raise BadValue(f"{choice.old}: is that tag already")
    keys = ("tags", "relevantTo") if choice.relevant_to else ("tags",)
    texts: dict[str, str | None] = {}
    refused: list[CannotPatch] = []
    for name, memory in files.items():
        if is_document(name) or memory.fault:
            continue
        try:
            text = _retagged(memory, choice, keys)
        except CannotPatch as error:
            refused.append(CannotPatch(error.reason, error.line, name))
        else:
            if text != memory.text:
                texts[name] = text
    if refused:
        raise _all_of(refused)
    if not texts:
        raise BadValue(f"{choice.old}: no file has that tag")
    if choice.new:
        what = f"change the tag {choice.old} to {choice.new}"
    else:
        what = f"remove the tag {choice.old}"
    notes = tuple(_notes(files, choice, keys))
    return reorganized(files, NewTexts(what, texts, notes=notes), path_of)


def _retagged(memory: Memory, choice: Retag, keys: Sequence[str]) -> str:
    text = memory.text
    for key in keys:
        held = memory.reading.metadata.value(key)
        assert isinstance(held, tuple)
        items = _changed(held, choice)
        if items != held:
            text = patch.replace(text, key, items, name=memory.stem)
    return text


def _changed(held: Sequence[str], choice: Retag) -> tuple[str, ...]:
    """Return the items with the tag changed; of several that are the new one then, the first."""
    old, new = choice.old.lower(), choice.new.lower()
    if not any(item.lower() == old for item in held):
        return tuple(held)
    items: list[str] = []
    for item in held:
        if item.lower() == old:
            item = choice.new
        if item and not (item.lower() == new and any(i.lower() == new for i in items)):
            items.append(item)
    return tuple(items)


def _all_of(refused: Sequence[CannotPatch]) -> CannotPatch:
    """Return one error that names every file and line."""
    first, *others = refused
    more = "".join(f"; {other}" for other in others)
    return CannotPatch(f"{first.reason}{more}", first.line, first.file)


def _notes(files: Files, choice: Retag, keys: Sequence[str]) -> Iterator[str]:
    """Say where the tag stays, and whether the new one can match."""
    if choice.new and (line := warning(choice.new)):
        yield line
    old = choice.old.lower()
    for name, memory in files.items():
        if is_document(name):
            continue
        reading = memory.reading
        tagged = any(item.lower() == old for item in reading.metadata.tags)
        if reading.bad:
            yield f"{name}: line {reading.bad.line}: its tags cannot be read: {reading.bad.reason}"
        elif memory.fault and tagged:
            yield f"{name}: keeps the tag: {memory.fault.reason}"
        elif "relevantTo" not in keys and any(
            item.lower() == old for item in reading.metadata.relevant_to
        ):
            yield f"{name}: relevantTo has {choice.old} too, and keeps it"

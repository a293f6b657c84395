"""Merging files: all their entries in one, their frontmatter united."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from memtui.core import categories, markdown, patch
from memtui.core.language.topics import topic_words
from memtui.core.memory import Memory
from memtui.core.merging.head import glued, split_head
from memtui.core.metadata import KEYS, LISTS, Metadata, UsageStats
from memtui.core.names import INDEX, stem, target
from memtui.core.newlines import dominant
from memtui.core.plan import files_named
from memtui.core.reorganize.carry import Part, content, joined, mixed_ends, parts, with_carried
from memtui.core.reorganize.change import (
    Files,
    NewTexts,
    PathOf,
    Reorganized,
    farewell_notes,
    line_ends_note,
    mention_notes,
    places_note,
    reorganized,
    sound,
)
from memtui.core.reorganize.conservation import Asked, Place
from memtui.core.reorganize.definitions import definitions
from memtui.core.reorganize.references import with_definitions
from memtui.core.replay import BOILERPLATE
from memtui.core.scoring import GOTCHAS
from memtui.core.terms import terms
from memtui.errors import BadValue, CannotPatch

if TYPE_CHECKING:
    from memtui.core.reorganize.twins import EntryRef, Twins

Counters = Literal["sum", "new"]
COUNTERS: Final[dict[Counters, str]] = {
    "sum": "are added up, so that the file is preferred as much as all of them were",
    "new": "start at 0, so that the file is neither preferred nor held back by earlier loads",
}
"""What can become of the counters, with what it does."""

Duplicates = Literal["both", "one", "newer"]
DUPLICATES: Final[dict[Duplicates, str]] = {
    "both": "all are kept",
    "one": "the one that stands first is kept",
    "newer": "the one with the later date is kept, and both where none is later",
}
"""What can become of two entries that say nearly the same."""

_SUMMARY: Final = 8
_TITLE_LINES: Final = 2
"""Lines of a title with the signs below it."""


@dataclass(frozen=True, slots=True)
class Merge:
    """What a person wants of a merge.

    Attributes:
        files: Names of the files with their ending, in order.
        into: The category that holds all of them, with or without its ending; new or existing.
        dropped: Entries that are left out.
        counters: What becomes of the counters.
        metadata: The frontmatter, instead of the proposed one.
    """

    files: tuple[str, ...]
    into: str
    dropped: tuple[Place, ...] = ()
    counters: Counters = "sum"
    metadata: Metadata | None = None


def merge(files: Files, choice: Merge, path_of: PathOf) -> Reorganized:
    """Return the change that puts all entries of several files into one.

    The target's own text and entries come first, each byte as it is, then those of the others in
    their order. Their text that is in no entry comes before the first entry, without their title.

    Args:
        files: The files of the project by name.
        choice: What goes where.
        path_of: The paths of the plan.

    Raises:
        BadValue: When a name or a value cannot be, or there is nothing to merge.
        CannotPatch: When the frontmatter of a file cannot be read or changed.
        NoSuchFile: When there is no such file.
        NotConserved: When an entry cannot stand in the target whole and by itself.
        NotWritable: When a file is never written.
    """
    into, own, others = _chosen(files, choice)
    metadata = joint(files, choice)
    newline = dominant((own or others[0]).text)
    if own:
        head, body = split_head(_with_metadata(own, metadata))
    else:
        head = patch.plain_block(metadata, newline)
        body = f"# {categories.title(stem(into))}{newline}"
    notes: list[str] = []
    bodies = {memory.name: parts(memory.name, memory.reading.body) for memory in others}
    titles = {name: _title(body[0].text) for name, body in bodies.items()}
    merged = parts(into, body)
    for memory in others:
        title = titles[memory.name]
        notes += _notes_of(memory, title)
        notes += _notes_of_coming(merged, memory, bodies[memory.name], newline)
        merged = _with_body(merged, bodies[memory.name], title, newline)
    kept = _without(merged, choice.dropped, notes)
    text = glued(head, joined(into, kept, newline))
    notes += _notes_of_target(files, into, text, others)
    notes += mention_notes(files, titles, path_of)
    count = sum(part.number > 0 and not part.loose for part in kept)
    gone = {name: (title,) for name, title in titles.items() if title}
    new_texts = NewTexts(
        what=f"merge {files_named([memory.name for memory in others])} into {into}",
        texts={into: text, **dict.fromkeys(titles)},
        numbers={into: tuple(range(1, count + 1))},
        asked=Asked(choice.dropped, gone=gone),
        notes=tuple(notes),
    )
    return reorganized(files, new_texts, path_of)


def joint(files: Files, choice: Merge) -> Metadata:
    """Return the frontmatter of the merged file: the person's, or the proposed one.

    Lists are united in order, the target's first; an item that differs only in case is one. The
    importance is the highest, the summary that of the target, or the first that says something.

    Raises:
        MemtuiError: As `merge`.
    """
    into, own, others = _chosen(files, choice)
    if choice.metadata:
        _check(into, choice.metadata, own)
        return choice.metadata
    every = [memory for memory in (own, *others) if memory]
    for memory in others:
        _check(memory.name, memory.reading.metadata, own, LISTS)
    metadata = [memory.reading.metadata for memory in every]
    stats = [each.usage_stats for each in metadata]
    summed = UsageStats(
        sum(each.loaded for each in stats),
        sum(each.referenced for each in stats),
        sum(each.successful_features for each in stats),
    )
    return Metadata(
        tags=_united(each.tags for each in metadata),
        relevant_to=_united(each.relevant_to for each in metadata),
        summary=_summary(own, every) or categories.title(stem(into)),
        importance=max(each.importance for each in metadata),
        related_files=_united((each.related_files for each in metadata), same_case=True),
        usage_stats=summed if choice.counters == "sum" else UsageStats(),
    )


def leave_out(
    files: Files, choice: Merge, pairs: "Iterable[Twins]", duplicates: Duplicates
) -> tuple[Place, ...]:
    """Return the entries that are left out when near-equal ones are kept once.

    Args:
        files: The files of the project by name.
        choice: What is merged, and in which order.
        pairs: Entries that say nearly the same, the most similar first.
        duplicates: Which of a pair is kept. Of two that say exactly the same one is kept also
            where neither is newer.
    """
    if duplicates == "both":
        return ()
    order = {name: place for place, name in enumerate(among(files, choice))}
    out: set[EntryRef] = set()
    for pair in pairs:
        if {pair.one, pair.other} & out or not {pair.one.file, pair.other.file} <= order.keys():
            continue
        first, second = sorted((pair.one, pair.other), key=lambda r: (order[r.file], r.number))
        if duplicates == "one" or (pair.newer is None and pair.similarity == 1):
            out.add(second)
        elif pair.newer is not None:
            out.add(first if pair.newer == second else second)
    return tuple(sorted(Place(ref.file, ref.number) for ref in out))


def among(files: Files, choice: Merge) -> tuple[str, ...]:
    """Return the names of the files whose entries come together, the target's first.

    Raises:
        MemtuiError: As `merge`.
    """
    into, own, others = _chosen(files, choice)
    return (*((into,) if own else ()), *(memory.name for memory in others))


def _chosen(files: Files, choice: Merge) -> tuple[str, Memory | None, tuple[Memory, ...]]:
    """Return the target's name, the file of that name if there is one, and the others."""
    into, exists = target(choice.into, files)
    own = sound(files, into) if exists else None
    others = tuple(sound(files, name) for name in dict.fromkeys(choice.files) if name != into)
    if not others:
        raise BadValue(f"{into}: there is nothing to merge into it; name another file")
    if own is None and len(others) == 1:
        raise BadValue(f"{into}: only {others[0].name} would go there; rename does that")
    for memory in (own, *others):
        if memory and memory.stem.casefold() == INDEX:
            raise BadValue(f"{memory.name}: is for people, and stays by itself")
        if memory and (bad := memory.reading.bad):
            raise CannotPatch(f"{bad.reason}; mend that first", bad.line, memory.name)
    return into, own, others


def _with_body(
    merged: Sequence[Part], coming: Sequence[Part], title: str, newline: str
) -> tuple[Part, ...]:
    """Return the parts of a body with those of another one, but for its title."""
    first, *rest = coming
    intro = content(first.text.replace(title, "", 1).lstrip("\ufeff\r\n"))
    if intro:
        merged = (merged[0].with_more(intro + newline, newline), *merged[1:])
    return with_carried(merged, rest)


def _without(merged: Sequence[Part], dropped: Collection[Place], notes: list[str]) -> list[Part]:
    """Return the parts without the entries that are left out, but with what others use of them."""
    out = [part for part in merged if Place(part.file, part.number) in dropped]
    kept = tuple(part for part in merged if Place(part.file, part.number) not in dropped)
    known = definitions("".join(part.text for part in out))
    return list(with_definitions(merged[0].file, kept, (), known, notes))


def _with_metadata(memory: Memory, metadata: Metadata) -> str:
    text = memory.text
    for key in KEYS:
        value = metadata.value(key)
        if value == memory.reading.metadata.value(key):
            continue
        try:
            text = patch.replace(text, key, value, name=memory.stem)
        except CannotPatch as error:
            raise CannotPatch(error.reason, error.line, memory.name) from error
    return text


def _check(file: str, metadata: Metadata, own: Memory | None, keys: Collection[str] = KEYS) -> None:
    """Refuse values that Automaker would tear apart, naming the file they are from."""
    for key in keys:
        held = own.reading.metadata.value(key) if own else ()
        try:
            patch.check(key, metadata.value(key), known=held if isinstance(held, tuple) else ())
        except BadValue as error:
            raise BadValue(f"{file}: {error}", error.key) from error


def _title(text: str) -> str:
    """Return the level-1 heading that a text begins with, or ``""``.

    What is several lines long is no title: so a conflict's first side looks, and a paragraph
    above a line of equals signs.
    """
    token = next(iter(markdown.blocks().parse(text)), None)
    if token is None or token.type != "heading_open" or token.tag != "h1" or not token.map:
        return ""
    first, behind = token.map
    if behind - first > _TITLE_LINES:
        return ""
    offset = markdown.offsets(text)
    return text[offset(first) : offset(behind)]


def _united(lists: Iterable[Sequence[str]], *, same_case: bool = False) -> tuple[str, ...]:
    """Return the items of lists in order, each once; those of the first list as they stand."""
    first, *others = lists
    united = list(first)
    seen = {item if same_case else item.lower() for item in first}
    for item in (item for each in others for item in each):
        key = item if same_case else item.lower()
        if key not in seen:
            seen.add(key)
            united.append(item)
    return tuple(united)


def _summary(own: Memory | None, every: Sequence[Memory]) -> str:
    if own and own.reading.metadata.summary.strip():
        return own.reading.metadata.summary
    for memory in every:
        summary = memory.reading.metadata.summary
        if summary.strip() and not set(terms(summary)) <= {*terms(memory.stem), *BOILERPLATE}:
            return " ".join(summary.split())
    entries = [p.text for m in every for p in parts(m.name, m.reading.body) if p.number]
    return " ".join(topic_words(entries, (), _SUMMARY))


def _notes_of(memory: Memory, title: str) -> Iterator[str]:
    """Say what goes with a file that is merged into another."""
    shown = title.strip().lstrip("#").strip().splitlines()[:1]
    if shown and shown[0].casefold() not in (
        memory.stem.casefold(),
        categories.title(memory.stem).casefold(),
    ):
        yield f"{memory.name}: its title “{shown[0]}” goes"
    yield from farewell_notes(memory)


def _notes_of_coming(
    merged: Sequence[Part], memory: Memory, coming: Sequence[Part], newline: str
) -> Iterator[str]:
    """Say what of a file is otherwise than what stands in the target."""
    into = merged[0].file
    yield from line_ends_note(into, memory.name, mixed_ends(coming, newline), newline)
    defined = definitions(memory.reading.body)
    there = definitions("".join(part.text for part in merged)) if defined else ()
    says = {each.label: each.says for each in there}
    for each in defined:
        if says.get(each.label, each.says) != each.says:
            yield f"{into}: {each.shown} of {memory.name} means something else there"


def _notes_of_target(files: Files, into: str, text: str, others: Sequence[Memory]) -> Iterator[str]:
    if into == GOTCHAS:
        size = sum(memory.tokens for memory in others)
        yield f"{into}: is loaded for every task; each pays about {size:,} tokens more"
    if places := places_note(files, {into: text}, [memory.name for memory in others]):
        yield places

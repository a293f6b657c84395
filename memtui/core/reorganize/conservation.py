"""The check that a reorganisation loses nothing, by reading both sides anew.

It knows nothing of how the new texts were made: it compares what `entries` and the text around
them hold before and after.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from memtui.core import frontmatter
from memtui.core.entries import Entry, entries
from memtui.core.markdown import LINE_END
from memtui.core.plain import harmless
from memtui.core.reorganize.carry import content
from memtui.errors import NotConserved

_NONE: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({})
_LONGEST: Final = 60
"""Letters of a heading that an error shows."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """An entry of a file.

    Attributes:
        file: The file's name.
        number: The entry's number there, from 1.
    """

    file: str
    number: int


@dataclass(frozen=True, slots=True)
class Asked:
    """What the person wants to go or to come.

    Attributes:
        dropped: Entries that are to be in no file.
        replaced: Entries that have another text afterwards.
        gone: By file, text outside entries that is to be in no file (a second title, the text of
            a file that is deleted).
        made: Texts of entries that are new, those of replaced ones included.
    """

    dropped: Collection[Place] = ()
    replaced: Collection[Place] = ()
    gone: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: _NONE)
    made: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Counts:
    """How many entries each file holds.

    Attributes:
        before: Before the change, by name.
        after: After it; section lines are not counted.
        sections: Section lines that count as entries afterwards, each as file and line.
    """

    before: Mapping[str, int]
    after: Mapping[str, int]
    sections: tuple[tuple[str, str], ...] = ()


def check(
    before: Mapping[str, str], after: Mapping[str, str], asked: Asked | None = None
) -> Counts:
    """Make sure that every entry is in exactly one file afterwards, and no other text is lost.

    Entries are the same byte for byte, apart from the blank lines and the line end behind them.
    Other text is compared by lines. A section line that has lost its entries may count as one.

    Args:
        before: The text of every file that is changed, by name.
        after: The same files that exist afterwards, and new ones.
        asked: What the person wants to go or to come.

    Raises:
        NotConserved: Naming the file and the entry.
    """
    asked = asked or Asked()
    counts: dict[str, int] = {}
    going = {*asked.dropped, *asked.replaced}
    expected: dict[str, list[tuple[Place, Entry]]] = defaultdict(list)
    outside: dict[str, Counter[str]] = {}
    for name, text in before.items():
        body = frontmatter.split(text).body
        found = entries(body)
        counts[name] = len(found)
        for entry in found:
            place = Place(name, entry.number)
            if place in going:
                going.remove(place)
            else:
                expected[content(body[entry.start : entry.end])].append((place, entry))
        outside[name] = _lines(_around(body, found)) - _lines(asked.gone.get(name, ()))
    for place in going:
        raise NotConserved(f"{place.file}: there is no entry {place.number}", *_of(place))
    there, around = _held(after)
    made = Counter(content(text) for text in asked.made)
    for text, entries_of in expected.items():
        if len(there.get(text, ())) - made[text] < len(entries_of):
            raise _lost(*entries_of[-1], text)
    sections: list[tuple[str, str]] = []
    for text, places in there.items():
        while len(places) > len(expected.get(text, ())) + made[text]:
            if not _is_section(text):
                raise _double(expected.get(text, []), places[-1])
            around += _lines([text])
            sections.append((places.pop().file, text))
    for name, lines in outside.items():
        for line in lines - around:
            raise NotConserved(f"{name}: “{_short(line)}” would be lost", name)
        around -= lines
    held = Counter(place.file for places in there.values() for place in places)
    return Counts(counts, held, tuple(sections))


def count(texts: Iterable[str]) -> int:
    """Return how many entries texts hold."""
    return sum(len(entries(frontmatter.split(text).body)) for text in texts)


def _held(after: Mapping[str, str]) -> tuple[dict[str, list[Place]], Counter[str]]:
    """Return where each text is an entry, and the lines that are in none."""
    there: dict[str, list[Place]] = defaultdict(list)
    around: Counter[str] = Counter()
    for name, text in after.items():
        body = frontmatter.split(text).body
        found = entries(body)
        for entry in found:
            there[content(body[entry.start : entry.end])].append(Place(name, entry.number))
        around += _lines(_around(body, found))
    return there, around


def _around(body: str, found: Iterable[Entry]) -> list[str]:
    """Return what stands outside entries."""
    stretches, at = [], 0
    for entry in found:
        stretches.append(body[at : entry.start])
        at = entry.end
    return [*stretches, body[at:]]


def _lines(texts: Iterable[str]) -> Counter[str]:
    """Return the lines of texts that are not blank, without their ends."""
    lines = (line for text in texts for line in LINE_END.split(text.removeprefix("\ufeff")))
    return Counter(line for line in lines if line.strip())


def _is_section(text: str) -> bool:
    """Whether an entry is a heading of level 2 with nothing of its own."""
    found = entries(f"{text}\n\n### .\n")
    return len(found) == 1 and found[0].heading == "."


def _of(place: Place) -> tuple[str, int]:
    return place.file, place.number


def _lost(place: Place, entry: Entry, text: str) -> NotConserved:
    if _is_section(text):
        why = (
            "it has nothing but its heading, which beside deeper headings is a section line; "
            "write a line below it first"
        )
    else:
        why = (
            "a list, code block or comment above it would take it in, or it would take in what "
            "follows; close or move that first"
        )
    entry_shown = f"entry {place.number} “{_short(entry.heading)}”"
    message = f"{place.file}: {entry_shown} would not stand whole and by itself anywhere: {why}"
    return NotConserved(message, *_of(place))


def _double(originals: list[tuple[Place, Entry]], where: Place) -> NotConserved:
    if not originals:
        return NotConserved(
            f"{where.file}: entry {where.number} would be one that was nowhere before: text above "
            "or in it would count otherwise than now",
            *_of(where),
        )
    place, entry = originals[0]
    message = f"{place.file}: entry {place.number} “{_short(entry.heading)}” would stand twice"
    return NotConserved(message, *_of(place))


def _short(text: str) -> str:
    shown = harmless(text.strip())
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"

"""Memory files that two sides edited: a base and two versions of it, with what each side did."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from hypothesis import strategies as st

from memtui.core.metadata import Metadata, UsageStats

ITEMS = ("jetty", "rope", "tide", "moor", "404", "buoy", "winch")
SUMMARIES = ("How ropes are tied", "Tides: when to leave", "Lines # and knots", "Buoys")
INTROS = ((), ("# Ropes",), ("First.", "# Ropes"), ("# Ropes", "", "Intro.", "More."))
LINES = (
    "- **Why:** the tide turns",
    "- **Context:** at low water",
    "Text of its own.",
    "```\n### no heading\n```",
    "",
    "- a\n\n  - b",
)
HEADINGS = tuple(
    f"{word} {what} (2026-0{n}-01)" for n, word in enumerate(ITEMS, 1) for what in "ab"
)


@dataclass(frozen=True)
class Item:
    """An entry or a section line; `heading` tells it from the others."""

    heading: str
    lines: tuple[str, ...]
    mark: str = "###"

    @property
    def text(self) -> str:
        return "\n".join((f"{self.mark} {self.heading}", *self.lines)).rstrip()


@dataclass(frozen=True)
class File:
    """A memory file as values and layout.

    Attributes:
        metadata: Its values.
        items: Entries and section lines.
        shape: Name of the layout, one of `SHAPES`.
        comments: Comments of the block.
        keys: Unknown keys of the block.
        intro: What stands before the first entry.
        newline: The line end.
    """

    metadata: Metadata
    items: tuple[Item, ...]
    shape: str = "plain"
    comments: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    intro: tuple[str, ...] = ()
    newline: str = "\n"

    @property
    def text(self) -> str:
        """The text of the file."""
        blocks = ["\n".join(self.intro), *(item.text for item in self.items)]
        body = "\n\n".join(block for block in blocks if block)
        text = f"{self.head}{body}\n" if body else self.head
        mark = "\ufeff" if self.shape == "marked" else ""
        return mark + text.replace("\n", self.newline)

    @property
    def distinct(self) -> bool:
        """Whether no entry holds a line twice, blank ones aside."""
        of_items = ([line for line in item.text.split("\n") if line] for item in self.items)
        return all(len(set(lines)) == len(lines) for lines in of_items)

    @property
    def head(self) -> str:
        """The block, with LF."""
        if self.shape == "none":
            return ""
        m, s = self.metadata, self.metadata.usage_stats
        lists = {"tags": m.tags, "relevantTo": m.relevant_to, "relatedFiles": m.related_files}
        one = {key: f"{key}: {_items(self.shape, items)}" for key, items in lists.items()}
        lines = [
            *self.comments[:1],
            one["tags"],
            f"summary: {_summary(self.shape, m.summary)}",
            one["relevantTo"],
            *self.comments[1:],
            f"importance: {m.importance}",
            one["relatedFiles"],
            *self.keys,
            "usageStats:",
            f"  loaded: {s.loaded}",
            f"  referenced: {s.referenced}",
            f"  successfulFeatures: {s.successful_features}",
        ]
        return "\n".join(("---", *lines, "---", ""))


SHAPES = ("plain", "quoted", "lines", "long", "folded", "marked", "none")


def _items(shape: str, items: Sequence[str]) -> str:
    quoted = [f"'{item}'" for item in items]
    if shape == "lines" and items:
        return "".join(f"\n  - {item}" for item in quoted)
    if shape == "long" and items:
        return "[\n    " + ",\n    ".join(quoted) + "\n  ]"
    return f"[{', '.join(quoted)}]"


def _summary(shape: str, summary: str) -> str:
    if shape == "folded":
        first, _, rest = summary.partition(" ")
        return f">-\n  {first}\n  {rest}" if rest else f">-\n  {first}"
    return f'"{summary}"' if shape == "quoted" or set(summary) & set("#:") else summary


lists = st.lists(st.sampled_from(ITEMS), max_size=4, unique=True).map(tuple)
lines = st.lists(st.sampled_from(LINES), max_size=3).map(tuple)
stats = st.builds(UsageStats, st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
values = st.builds(
    Metadata,
    tags=lists,
    relevant_to=lists,
    summary=st.sampled_from(SUMMARIES),
    importance=st.sampled_from([0.3, 0.5, 0.9]),
    related_files=lists,
    usage_stats=stats,
)
comments = st.lists(
    st.sampled_from(["# keep", "# in step", "# tags: [old]"]), max_size=2, unique=True
).map(tuple)
keys = st.lists(
    st.sampled_from(["owner: ann", "team: x", "note: |\n  a\n"]), max_size=2, unique=True
)


@st.composite
def files(draw: st.DrawFn) -> File:
    """Return a file that any hand may have written."""
    headings = draw(st.lists(st.sampled_from(HEADINGS), max_size=5, unique=True))
    items = [Item(heading, draw(lines)) for heading in headings]
    sections = draw(st.booleans())
    if items and sections:
        items.insert(draw(st.integers(0, len(items))), Item("Section", (), "##"))
    return File(
        metadata=draw(values),
        items=tuple(items),
        shape=draw(st.sampled_from(SHAPES)),
        comments=draw(comments),
        keys=tuple(draw(keys)),
        intro=draw(st.sampled_from(INTROS)),
        newline=draw(st.sampled_from(["\n", "\n", "\r\n"])),
    )


@dataclass
class Version:
    """A version of a file and what was done to it."""

    file: File
    deleted: set[str] = field(default_factory=set)
    edited: set[str] = field(default_factory=set)
    added: set[str] = field(default_factory=set)
    moved: bool = False


@st.composite
def versions(draw: st.DrawFn, base: File, side: str) -> Version:
    """Return a base after a few changes; `side` keeps the new headings of two sides apart."""
    version = Version(base)
    for _ in range(draw(st.integers(0, 4))):
        change = draw(st.sampled_from(CHANGES))
        change(draw, version, side)
    return version


def _field(draw: st.DrawFn, version: Version, side: str) -> None:
    del side
    name = draw(st.sampled_from(["tags", "relevant_to", "summary", "importance", "usage_stats"]))
    new = draw(values)
    metadata = replace(version.file.metadata, **{name: getattr(new, name)})
    version.file = replace(version.file, metadata=metadata)


def _count(draw: st.DrawFn, version: Version, side: str) -> None:
    del side
    metadata = version.file.metadata
    stats = replace(
        metadata.usage_stats, loaded=metadata.usage_stats.loaded + draw(st.integers(1, 3))
    )
    version.file = replace(version.file, metadata=replace(metadata, usage_stats=stats))


def _layout(draw: st.DrawFn, version: Version, side: str) -> None:
    del side
    new = draw(files())
    name = draw(st.sampled_from(["shape", "comments", "keys", "intro", "newline"]))
    version.file = replace(version.file, **{name: getattr(new, name)})


def _append(draw: st.DrawFn, version: Version, side: str) -> None:
    heading = f"{side} {len(version.added)} {draw(st.sampled_from(HEADINGS))}"
    items = list(version.file.items)
    place = draw(st.sampled_from([len(items), len(items), draw(st.integers(0, len(items)))]))
    items.insert(place, Item(heading, draw(lines)))
    version.added.add(heading)
    version.file = replace(version.file, items=tuple(items))


def _edit(draw: st.DrawFn, version: Version, side: str) -> None:
    items = list(version.file.items)
    if not items:
        return
    place = draw(st.integers(0, len(items) - 1))
    changed = list(items[place].lines)
    changed.insert(draw(st.integers(0, len(changed))), f"- {side} {draw(st.sampled_from(ITEMS))}")
    if len(changed) > 1 and draw(st.booleans()):
        del changed[draw(st.integers(0, len(changed) - 1))]
    items[place] = replace(items[place], lines=tuple(changed))
    version.edited.add(items[place].heading)
    version.file = replace(version.file, items=tuple(items))


def _delete(draw: st.DrawFn, version: Version, side: str) -> None:
    del side
    items = list(version.file.items)
    if not items:
        return
    gone = items.pop(draw(st.integers(0, len(items) - 1)))
    version.deleted.add(gone.heading)
    version.added.discard(gone.heading)
    version.file = replace(version.file, items=tuple(items))


def _move(draw: st.DrawFn, version: Version, side: str) -> None:
    del side
    items = list(version.file.items)
    if len(items) < 2:
        return
    item = items.pop(draw(st.integers(0, len(items) - 1)))
    items.insert(draw(st.integers(0, len(items))), item)
    version.moved = True
    version.file = replace(version.file, items=tuple(items))


CHANGES = (_field, _count, _count, _layout, _append, _append, _edit, _edit, _delete, _move)


@st.composite
def triples(draw: st.DrawFn) -> tuple[File, Version, Version]:
    """Return a base and two versions of it."""
    base = draw(files())
    return base, draw(versions(base, "draft")), draw(versions(base, "disk"))

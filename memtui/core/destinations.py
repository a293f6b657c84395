"""Where a learning belongs, and what is written there: values in, texts out."""

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from memtui.core import learning as learnings
from memtui.core import names, passages, routing
from memtui.core.documents import FOLDERS, LESSONS, TABLE
from memtui.core.entries import line_number
from memtui.core.language import words
from memtui.core.learning import Learning, behind, one_line
from memtui.core.newlines import dominant
from memtui.core.routing import targets
from memtui.core.routing.look import Leads
from memtui.core.routing.new_rows import NewRow, has_a_cell, with_rows
from memtui.errors import BadValue

NOTHING: Final[Mapping[str, str]] = MappingProxyType({})

JOURNALED: Final = (
    ("context", "Problem"),
    ("why", "Cause"),
    ("content", "Lesson"),
    ("tradeoffs", "Next time"),
)
"""Fields of a learning as the journal's entries name them, in their order."""


@dataclass(frozen=True, slots=True)
class Document:
    """A document of the project that owns the topic.

    Attributes:
        path: Relative to the project's root.
        line: The line of its section's heading, from 1; 0 for the document's end.
        heading: The heading's text, by which the section is found again; ``""`` for none.
    """

    path: str
    line: int = 0
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Owned:
    """A document that owns the topic of a learning.

    Attributes:
        document: It, and the section.
        why: What speaks for it, on one line for a person.
        text: Its text, as the person sees it.
    """

    document: Document
    why: str
    text: str


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic file (``memory/<name>.md``), and the row that leads to it.

    Attributes:
        name: Its stem, as the person typed it.
        task_type: Of the row that is added when none leads to the file.
        keywords: Of that row.
    """

    name: str
    task_type: str = ""
    keywords: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Journal:
    """The journal (``tasks/lessons.md``).

    Attributes:
        task: What was being done, or ``""``.
    """

    task: str = ""


@dataclass(frozen=True, slots=True)
class Category:
    """A memory file of the store.

    Attributes:
        name: The category, as the person typed it.
    """

    name: str


@dataclass(frozen=True, slots=True)
class Own:
    """The agent's own memory, outside the project, for what holds for all projects.

    Attributes:
        path: The file, absolute.
    """

    path: str


Destination = Document | Topic | Journal | Category | Own


@dataclass(frozen=True, slots=True)
class Filing:
    """A learning and where it goes.

    Attributes:
        learning: What was learned.
        destination: Where it belongs.
    """

    learning: Learning
    destination: Destination


@dataclass(frozen=True)
class Ground:
    """What stands where a learning can go.

    Attributes:
        texts: Texts of files as the person sees them, unsaved work counted, by path.
        locked: Why files are never written, by path.
        store: The memory folder's path in the project.
    """

    texts: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    locked: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    store: str = ".automaker/memory"

    def found(self, path: str) -> str:
        """Return a path as it is spelled on disk, whatever its case; the path itself if new."""
        if path in self.texts or path in self.locked:
            return path
        folded = path.casefold()
        known = (*self.texts, *self.locked)
        return next((other for other in known if other.casefold() == folded), path)

    def text(self, path: str) -> str | None:
        """Return the text of a file, or None when it is to be made.

        Raises:
            BadValue: The file is never written.
        """
        if path in self.locked:
            raise BadValue(f"{path}: {self.locked[path]}; memtui never writes such a file")
        return self.texts.get(path)

    def with_texts(self, texts: Mapping[str, str]) -> "Ground":
        """Return this with further texts; those that it has stay."""
        return replace(self, texts={**texts, **self.texts})

    @property
    def categories(self) -> tuple[str, ...]:
        """The names of the memory files, without their ending."""
        return self._stems(self.store)

    @property
    def topics(self) -> tuple[str, ...]:
        """The names of the topic files, without their ending."""
        return self._stems(FOLDERS[0])

    def _stems(self, folder: str) -> tuple[str, ...]:
        parted = (path.rpartition("/") for path in self.texts if path != TABLE)
        return tuple(sorted(names.stem(name) for inside, _, name in parted if inside == folder))


@dataclass(frozen=True, slots=True)
class Edit:
    """One file that a filing makes or adds to.

    Attributes:
        path: Relative to the project's root; of the agent's own memory absolute.
        before: Its text, or None when it is made.
        after: Its text afterwards.
        line: The first line that comes, from 1.
    """

    path: str
    before: str | None
    after: str
    line: int


def edits(filing: Filing, ground: Ground, now: dt.datetime) -> tuple[Edit, ...]:
    """Return what a filing does to files; every character that stands there stays.

    Args:
        filing: The learning and where it goes.
        ground: What stands there.
        now: The time, with the person's zone: journals are dated by the person's day, entries of
            memory files and topic files by that of UTC.

    Raises:
        BadValue: Something is missing or cannot be; the key names the field.
    """
    learning, destination = filing.learning, filing.destination
    if not one_line(learning.content):
        raise BadValue("say in one sentence what was learned", "content")
    match destination:
        case Document():
            return (_in_document(learning, destination, ground),)
        case Topic():
            return _in_topic(learning, destination, ground, now)
        case Journal():
            return (_in_journal(learning, destination, ground, now),)
        case Category():
            return (_in_category(learning, destination, ground, now),)
        case Own():
            text = ground.text(destination.path)
            return (_behind(destination.path, text, "", _entry(learning, text, now)),)


# -- documents


def _in_document(learning: Learning, place: Document, ground: Ground) -> Edit:
    text = ground.text(place.path)
    if text is None:
        raise BadValue(f"{place.path}: no such document any more")
    try:
        at = passages.end_of_section(text, place.line, place.heading)
    except BadValue as error:
        raise BadValue(f"{place.path}: {error}") from error
    newline = dominant(text)
    block = "".join(line + newline for line in passages.passage(learning))
    head, rest = behind(text[:at], block), text[at:]
    gap = newline if rest.strip() and not passages.begins_blank(rest) else ""
    return Edit(place.path, text, head + gap + rest, line_number(head, len(head) - len(block)))


# -- the routing table's system


def _in_topic(
    learning: Learning, topic: Topic, ground: Ground, now: dt.datetime
) -> tuple[Edit, ...]:
    path = topic_path(topic.name, ground)
    text = ground.text(path)
    title = f"# {titled(topic.name)}\n"
    written = _behind(path, text, title, _entry(learning, text, now))
    return (written,) if routed(path, ground) else (written, _row(topic, path, ground))


def topic_path(name: str, ground: Ground) -> str:
    """Return the path of a topic file; one that exists keeps its spelling.

    Raises:
        BadValue: No topic file can have that name.
    """
    stem = re.sub(r"\s+", "-", names.stem(name))
    path = ground.found(f"{FOLDERS[0]}/{stem}{names.ENDING}")
    why = names.refusal(stem, ())
    if not why and path == TABLE:
        why = "INDEX.md is the routing table itself"
    if not why and not has_a_cell(path):
        why = "a table's cell names it: only letters, digits, - and _"
    if why:
        raise BadValue(why, "topic")
    return path


def likely_topic(said: str, ground: Ground) -> str:
    """Return the topic file that a text is about, or ``""``.

    That is one that a row leads to which the text fires, else one whose name's words it holds.

    Args:
        said: What was learned, in any language.
        ground: What stands there.
    """
    topics = {f"{FOLDERS[0]}/{name}{names.ENDING}": name for name in ground.topics}
    for match in routing.match(routing.read(ground.texts.get(TABLE, "")), said):
        for file in match.files:
            for path in targets.target(file).paths:
                if path in topics:
                    return topics[path]
    held = {word.key for word in words.telling(said)}
    for name in topics.values():
        wanted = {word.key for word in words.telling(name.replace("-", " "))}
        if wanted and wanted <= held:
            return name
    return ""


def titled(name: str) -> str:
    """Return the name of a topic file as a title: ``token-rotation`` becomes ``Token rotation``."""
    title = " ".join(names.stem(name).replace("-", " ").split())
    return title[:1].upper() + title[1:]


def routed(path: str, ground: Ground) -> bool:
    """Whether a row of the routing table leads to a file."""
    return bool(Leads(routing.read(ground.texts.get(TABLE, ""))).to(path))


def _row(topic: Topic, path: str, ground: Ground) -> Edit:
    if not one_line(topic.task_type):
        raise BadValue("name the task: the hint to the agent does", "task_type")
    if not topic.keywords:
        raise BadValue("without keywords nothing fires the row", "keywords")
    return adding([NewRow(one_line(topic.task_type), topic.keywords, (path,))], ground)


def adding(rows: Sequence[NewRow], ground: Ground) -> Edit:
    """Return the edit that adds rows to the routing table, which is made if need be.

    Raises:
        BadValue: A cell cannot hold its value, or the page is never written.
    """
    before = ground.text(TABLE)
    after = with_rows(before, rows)
    known = frozenset(row.line for row in routing.read(before or "").rows)
    line = next((row.line for row in routing.read(after).rows if row.line not in known), 1)
    return Edit(TABLE, before, after, line)


def _in_journal(learning: Learning, journal: Journal, ground: Ground, now: dt.datetime) -> Edit:
    text = ground.text(LESSONS)
    head = f"## {now.date().isoformat()} {one_line(journal.task)}".rstrip()
    newline = dominant(text or "")
    lines = (head, "", *learnings.listed(learning, JOURNALED))
    return _behind(LESSONS, text, "# Lessons\n", "".join(line + newline for line in lines))


# -- memory files


def _in_category(learning: Learning, category: Category, ground: Ground, now: dt.datetime) -> Edit:
    if not names.stem(category.name):
        raise BadValue("name the category", "category")
    path = category_path(category.name, ground)
    text = ground.text(path)
    if text is None:
        stem = names.stem(path.rpartition("/")[2])
        return Edit(path, None, learnings.new_file(stem, learning, _utc(now)), 1)
    return _behind(path, text, "", _entry(learning, text, now))


def category_path(name: str, ground: Ground) -> str:
    """Return the path of a category's file; one that exists keeps its spelling."""
    stem = names.stem(name)
    path = f"{ground.store}/{learnings.category_name(stem)}{names.ENDING}"
    for wanted in (f"{ground.store}/{stem}{names.ENDING}", path):
        found = ground.found(wanted)
        if found in ground.texts or found in ground.locked:
            return found
    return path


def _entry(learning: Learning, text: str | None, now: dt.datetime) -> str:
    return learnings.entry(learning, _utc(now), dominant(text or ""))


def _utc(now: dt.datetime) -> dt.date:
    return now.astimezone(dt.UTC).date()


def _behind(path: str, text: str | None, title: str, block: str) -> Edit:
    """Return the edit that puts a block at a file's end, below a title where it is new."""
    after = behind(title if text is None else text, block)
    return Edit(path, text, after, line_number(after, len(after) - len(block)))

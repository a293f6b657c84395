"""The public Python functions; the commands do their work through them.

Every change is a plan that the journal carries out: compared with the disk, kept in the history,
written whole or not at all. When another program changed a file between reading and writing, it
is read again and the change is made anew, so nothing is lost.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from memtui.core.learning import Learning
from memtui.core.metadata import COUNTERS, Metadata, Value
from memtui.errors import BadValue, CannotPatch, NoProject, NoSuchFile, NotWritable
from memtui.store.project import Project, at, resolve_file

# Each function imports what it works with, for start-up: a command calls one of them.
if TYPE_CHECKING:
    from memtui.core.plan import Plan
    from memtui.core.scoring import FileScore, Profile
    from memtui.core.workspace import Workspace

__all__ = [
    "Learning",
    "MemoryFile",
    "RelevantMemory",
    "append_learning",
    "increment_usage_stat",
    "load_relevant_memory",
]

Counter = Literal["loaded", "referenced", "successfulFeatures"]
AnyPath = str | os.PathLike[str]


@dataclass(frozen=True, slots=True)
class MemoryFile:
    """A memory that was loaded.

    Attributes:
        name: File name with its ending.
        content: Its body, as it stands in the prompt but for white space at its ends.
        metadata: What the profile reads in its frontmatter.
    """

    name: str
    content: str
    metadata: Metadata


@dataclass(frozen=True, slots=True)
class RelevantMemory:
    """What an agent gets for a feature.

    Attributes:
        files: The loaded files, in prompt order.
        prompt: The text, or ``""`` when nothing loads.
        scores: What the profile makes of each candidate, by name.
    """

    files: list[MemoryFile]
    prompt: str
    scores: Mapping[str, "FileScore"]


@dataclass(frozen=True, slots=True)
class Written:
    """What became of a change to one file.

    Attributes:
        path: The file.
        created: Whether it is new.
        before: The value before, for a change of one value; else None.
        after: The value afterwards; else None.
        kept: Whether another program rewrote the file at the same moment; its version lies in
            the journal.
        recovered: What became of interrupted changes that were found before, one line each.
    """

    path: Path
    created: bool = False
    before: Value | None = None
    after: Value | None = None
    kept: bool = False
    recovered: tuple[str, ...] = ()


def load_relevant_memory(
    project: AnyPath, title: str, description: str = "", profile: "Profile" = "documented"
) -> RelevantMemory:
    """Return the memories that an agent loads for a feature, and why.

    Args:
        project: The project's folder, or its memory folder. Without a store the result is empty.
        title: The feature's title.
        description: The feature's description.
        profile: ``documented``, ``automaker-utils`` or ``automaker-app``.

    Raises:
        BadValue: When there is no such profile.
        NoProject: When there is no such folder.
        StoreError: When the store cannot be read.
    """
    from memtui.core.scoring import reading_of

    workspace = preview(at(Path(project)), title, description, profile)
    selection = workspace.selection
    loaded = []
    for name in selection.selected:
        metadata, body = reading_of(workspace.snapshot.by_name[name], profile)
        loaded.append(MemoryFile(name, body, metadata))
    barred = ("index-file", "unreadable", "empty-body")
    scores = {name: each for name, each in selection.scores.items() if each.reason not in barred}
    return RelevantMemory(loaded, workspace.prompt_text, scores)


def preview(project: Project, title: str, description: str, profile: "Profile") -> "Workspace":
    """Return a project's store as a workspace with a feature typed in.

    Raises:
        BadValue: When there is no such profile.
        StoreError: When the store cannot be read.
    """
    from memtui.core.memory import Feature
    from memtui.core.scoring import PROFILES
    from memtui.core.workspace import Workspace
    from memtui.store import files

    if profile not in PROFILES:
        raise BadValue(f"profile {profile!r}: there are {', '.join(PROFILES)}")
    feature = Feature(title, description)
    return Workspace(files.read_snapshot(project), feature=feature, profile=profile)


def append_learning(project: AnyPath, category: str, learning: Learning) -> Path:
    """Append a learning to a category of a project, and return the category's file.

    The file is made when it is missing, and so is the folder.

    Args:
        project: The project's folder, or its memory folder.
        category: Its name; `memtui.core.learning.category_name` says which file that is.
        learning: What was learned.

    Raises:
        BadValue: When the learning has no content, or its type is none.
        NoProject: When there is no such folder.
        NotWritable: When the category's file is never written.
        StoreError: When the disk refuses.
    """
    return learn(at(Path(project)), category, learning).path


def learn(project: Project, category: str, learning: Learning) -> Written:
    """Append a learning to a category, as `append_learning` does, and say what became of it."""
    from memtui.core import learning as learnings
    from memtui.core.plan import creating, writing
    from memtui.store import journal, recovering

    if learning.type not in learnings.KINDS:
        raise BadValue(f"type {learning.type!r}: there are {', '.join(learnings.KINDS)}")
    if not learnings.one_line(learning.content):
        raise BadValue("content: empty; say in one sentence what was learned")
    stem = learnings.category_name(category)
    name, created = "", False

    def plan() -> "Plan":
        nonlocal name, created
        today = datetime.now(UTC).date()
        name = _existing(project, stem)
        created = not name
        if created:
            name = f"{stem}.md"
            text = learnings.new_file(stem, learning, today)
            return creating(f"make {name} with a learning", project.memory_path(name), text)
        text = _writable_text(project, name)
        after = learnings.appended(text, learning, today)
        return writing(f"add a learning to {name}", project.memory_path(name), text, after)

    recovered = tuple(found.line for found in recovering.finish(project))
    applied = journal.update(project, plan)
    kept = bool(applied and applied.late.kept)
    return Written(project.memory / name, created, kept=kept, recovered=recovered)


def increment_usage_stat(path: AnyPath, counter: Counter) -> None:
    """Add one to a counter of a memory file; processes that do so at once lose nothing.

    Args:
        path: The file.
        counter: ``loaded``, ``referenced`` or ``successfulFeatures``.

    Raises:
        BadValue: When there is no such counter.
        CannotPatch: When the frontmatter's shape cannot be changed safely.
        NoProject: When the path lies in no store.
        NoSuchFile: When there is no such file.
        NotWritable: When the file is never written.
        StoreError: When the disk refuses.
    """
    count(*resolve_file(os.path.abspath(path)), counter)  # noqa: PTH100 (a link stays a link)


def count(project: Project, name: str, counter: Counter) -> Written:
    """Add one to a counter of a memory file, and say what it is now."""
    if counter not in COUNTERS:
        raise BadValue(f"counter {counter!r}: there are {', '.join(COUNTERS)}", str(counter))

    def more(value: Value) -> Value:
        assert isinstance(value, int)
        return value + 1

    return _change_value(project, name, f"usageStats.{counter}", more, counting=True)


def set_value(project: Project, name: str, key: str, value: Value) -> Written:
    """Replace one frontmatter value of a memory file and no other byte.

    Raises:
        BadValue: When the key cannot take the value.
        CannotPatch: When the frontmatter's shape cannot be changed safely.
        NoSuchFile: When there is no such file.
        NotWritable: When the file is never written.
        StoreError: When the disk refuses.
    """
    return _change_value(project, name, key, lambda _: value)


def _change_value(
    project: Project,
    name: str,
    key: str,
    change: Callable[[Value], Value],
    *,
    counting: bool = False,
) -> Written:
    from memtui.core import frontmatter, patch
    from memtui.core.plan import writing
    from memtui.store import journal, recovering

    written = Written(project.memory / name)

    def plan() -> "Plan":
        nonlocal written
        text = _writable_text(project, name)
        before = frontmatter.read(text).metadata.value(key)
        value = change(before)
        try:
            after = patch.replace(text, key, value)
        except BadValue as error:
            raise BadValue(f"{name}: {error}", error.key) from error
        except CannotPatch as error:
            raise CannotPatch(error.reason, error.line, name) from error
        written = Written(written.path, before=before, after=value)
        what = f"count {key} of {name}" if counting else f"set {key} of {name}"
        return writing(what, project.memory_path(name), text, after, counting=counting)

    recovered = tuple(found.line for found in recovering.finish(project))
    applied = journal.update(project, plan)
    return replace(written, kept=bool(applied and applied.late.kept), recovered=recovered)


def _writable_text(project: Project, name: str) -> str:
    from memtui.store import files

    memory = files.read_memory(project, name)
    if memory.fault:
        raise NotWritable(f"{name}: {memory.fault.reason}; memtui never writes such a file")
    return memory.text


def _existing(project: Project, stem: str) -> str:
    """Return the category's file as it is spelled on disk, or ``""`` when there is none."""
    try:
        return resolve_file(f"{stem}.md", project.root)[1]
    except (NoProject, NoSuchFile):
        return ""

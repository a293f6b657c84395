"""The documents of a project by the kind of task that they are read for."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from memtui.core.language import words
from memtui.core.surveying import task_types
from memtui.core.surveying.keywords import ProjectDocument
from memtui.core.surveying.task_types import by_id, told_by

OVERVIEW: Final = "overview"
"""The task of a group that is about the whole project."""

_BY_KIND: Final = {
    "overview": OVERVIEW,
    "ci": "ci",
    "deployment": "deploy",
    "manifest": "dependencies",
    "changelog": "release",
}
_PROSE: Final = frozenset(("document", "section"))
"""Kinds that are read for themselves; of the others, an agent reads what it needs."""
_MOST_FILES: Final = 3
"""So many documents make one row; an agent reads them all."""
_MOST_GROUPS: Final = 80
"""Of more groups, those of one folder are put together: the table is read at each start."""
_FEWEST_FOLDED: Final = 3
_NEARLY_ALL: Final = 0.9
_FAR_TOO_MANY: Final = 320
"""Up to so many groups, a folder with nearly all of them stays apart: its row would say nothing."""
_LONGEST_LABEL: Final = 48
_NUMBERED: Final = re.compile(r"\d{3,}[-_.]")
_IN_SUBJECT: Final = 3.0
_IN_FOLDER: Final = 1.5


@dataclass(frozen=True, slots=True)
class Group:
    """Documents that one row leads to.

    Attributes:
        documents: The documents, in the order in which they are read; at least one.
        task: The id of their `task_types.TaskType`, `OVERVIEW`, or ``""``.
        folder: The folder that stands for them all, with a ``/``; ``""`` when each is named.
    """

    documents: tuple[ProjectDocument, ...]
    task: str = ""
    folder: str = ""

    @property
    def files(self) -> tuple[str, ...]:
        """What the row names."""
        return (self.folder,) if self.folder else tuple(each.path for each in self.documents)

    def label(self, language: str) -> str:
        """Return what the task is called.

        Args:
            language: For what has no name of its own.
        """
        (first, *more) = self.documents
        if self.task == OVERVIEW:
            return task_types.label(task_types.OVERVIEW, first.language or language)
        if not more and not self.folder and first.kind in ("document", "section"):
            if first.title and len(first.title) <= _LONGEST_LABEL:
                return first.title
            return first.subject.capitalize() or first.title[:_LONGEST_LABEL]
        if self.task:
            spoken = next((each.language for each in self.documents if each.language), language)
            return task_types.label(by_id()[self.task].labels, spoken)
        return words.of_path(self.folder.rstrip("/").rpartition("/")[2]).capitalize()


def groups(documents: Sequence[ProjectDocument]) -> list[Group]:
    """Return the groups of documents, in the order of a table.

    Args:
        documents: In order of their paths, no samples among them.
    """
    series, rest = _series(documents)
    by_task: defaultdict[str, list[ProjectDocument]] = defaultdict(list)
    for document in rest:
        by_task[task_of(document)].append(document)
    found = [*series]
    for task, members in by_task.items():
        found += _of_task(task, members)
    return sorted(_folded(found), key=_place)


def task_of(document: ProjectDocument) -> str:
    """Return the id of the task that a document is read for, or ``""``."""
    if document.kind in _BY_KIND:
        return _BY_KIND[document.kind]
    score: defaultdict[str, float] = defaultdict(float)
    for text, weight in (
        (document.title, _IN_SUBJECT),
        (document.subject, _IN_SUBJECT),
        (words.of_path(document.folder.replace("/", " ")), _IN_FOLDER),
    ):
        for task in {told_by(word.form) for word in words.words(text)} - {""}:
            score[task] += weight
    return max(sorted(score), key=lambda task: score[task], default="")


def _is_about(document: ProjectDocument, task: str) -> bool:
    """Whether its own title or name tells the task, not only the folder it lies in."""
    found = words.words(f"{document.title} {document.subject}")
    return any(told_by(word.form) == task for word in found)


def _series(
    documents: Sequence[ProjectDocument],
) -> tuple[list[Group], list[ProjectDocument]]:
    """Return the folders of numbered documents, such as records of decisions, and the others."""
    by_folder: defaultdict[str, list[ProjectDocument]] = defaultdict(list)
    for document in documents:
        if document.folder and _NUMBERED.match(document.path.rpartition("/")[2]):
            by_folder[document.folder].append(document)
    found = {folder for folder, members in by_folder.items() if len(members) > _MOST_FILES}
    series = [
        Group(tuple(by_folder[folder]), _task_of_all(by_folder[folder]), folder)
        for folder in sorted(found)
    ]
    rest = [
        document
        for document in documents
        if document.folder not in found or document not in by_folder[document.folder]
    ]
    return series, rest


def _task_of_all(documents: Iterable[ProjectDocument]) -> str:
    tasks = Counter(map(task_of, documents))
    task, number = max(sorted(tasks.items()), key=lambda pair: pair[1])
    return task if 2 * number > tasks.total() else ""


def _of_task(task: str, members: list[ProjectDocument]) -> list[Group]:
    prose = [each for each in members if each.kind in _PROSE]
    others = [each for each in members if each.kind not in _PROSE]
    if not task:
        return [Group((each,)) for each in members]
    if task == OVERVIEW:
        return [Group(tuple(members[:_MOST_FILES]), task)]
    if len(members) <= _MOST_FILES:
        return [Group((*prose, *others), task)]
    if len(prose) > _MOST_FILES:
        found = [Group((each,), task if _is_about(each, task) else "") for each in prose]
    else:
        found = [Group(tuple(prose), task)] if prose else []
    by_folder: defaultdict[str, list[ProjectDocument]] = defaultdict(list)
    for each in others:
        by_folder[each.folder].append(each)
    for folder, inside in by_folder.items():
        found.append(Group(tuple(inside), task, folder if len(inside) > _MOST_FILES else ""))
    return found


def _folded(found: list[Group]) -> list[Group]:
    """Put groups of one folder together until the table is short enough.

    The deepest folders first, the largest of them: what lies near the root is about more.
    """
    deepest = max((_common_folder(group).count("/") for group in found), default=0)
    for depth in range(deepest, 0, -1):
        if len(found) <= _MOST_GROUPS:
            break
        below: defaultdict[str, list[Group]] = defaultdict(list)
        for group in found:
            parts = _common_folder(group).split("/")
            if len(parts) > depth:
                below["/".join(parts[:depth]) + "/"].append(group)
        left = len(found)
        folded: dict[str, str] = {}
        for folder in sorted(below, key=lambda each: (-len(below[each]), each)):
            inside = len(below[folder])
            is_most = inside > _NEARLY_ALL * len(found) and len(found) <= _FAR_TOO_MANY
            if left > _MOST_GROUPS and inside >= _FEWEST_FOLDED and not is_most:
                left -= inside - 1
                folded |= dict.fromkeys((group.files[0] for group in below[folder]), folder)
        found = [group for group in found if group.files[0] not in folded]
        for folder in dict.fromkeys(folded.values()):
            documents = tuple(each for group in below[folder] for each in group.documents)
            found.append(Group(documents, _task_of_all(documents), folder))
    return found


def _common_folder(group: Group) -> str:
    """Return the folder that holds all documents of a group, if it can be folded, or ``""``."""
    if group.folder:
        return group.folder
    folders = {each.folder for each in group.documents}
    is_foldable = group.documents[0].kind == "document"
    return folders.pop() if len(folders) == 1 and is_foldable else ""


_ORDER: Final = {task.id: place for place, task in enumerate(task_types.TASK_TYPES)}


def _place(group: Group) -> tuple[int, str]:
    """Return where a group's row stands: the project's own topics behind the usual ones."""
    last = len(_ORDER)
    place = last + 1 if group.task == OVERVIEW else _ORDER.get(group.task, last)
    return place, group.files[0]

"""`memtui split`, `merge`, `rename` and `retag`: changes of several files that lose nothing."""

from argparse import Namespace
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from memtui.cli.arguments_reorganize import ToHeading
from memtui.cli.output import say, say_json, table, warn
from memtui.cli.projects import project_of
from memtui.core.documents import is_document
from memtui.core.memory import Memory
from memtui.core.names import stem
from memtui.core.plan import Action, Plan
from memtui.core.reorganize import merge_files, renaming, retagging
from memtui.core.reorganize import split as splitting
from memtui.core.reorganize.change import Effect, Files, Reorganized, counted, numbers_shown
from memtui.core.reorganize.merge_files import Duplicates, Merge
from memtui.core.reorganize.renaming import Rename
from memtui.core.reorganize.retagging import Retag
from memtui.core.reorganize.split import Split, Target
from memtui.core.reorganize.units import units
from memtui.errors import BadValue, NoProject
from memtui.store import journal, recovering, steps
from memtui.store.files import read_snapshot
from memtui.store.project import Project, resolve_file

_DONE: Final[dict[Action, str]] = {"create": "made", "write": "changed", "delete": "deleted"}
_PLANNED: Final[dict[Action, str]] = {
    "create": "would make",
    "write": "would change",
    "delete": "would delete",
}


def split(options: Namespace) -> int:
    """Move entries of a file to other categories and say what became of each file."""
    if not (options.to or options.heading):
        warn("split: no target is named; --to NAME=NUMBERS or --heading NAME=TEXT does that")
        return 2
    project, name = resolve_file(options.file, options.project)

    def make(files: Files) -> Reorganized:
        choice = Split(
            name,
            tuple(_targets(options, files[name])),
            counters=options.counters,
            importance=options.importance,
            original=options.original,
        )
        return splitting.split(files, choice, project.path_of)

    return _carried_out(options, project, make, describe=True)


def merge(options: Namespace) -> int:
    """Put all entries of several files into one and say what became of each file."""
    resolved = [resolve_file(file, options.project) for file in options.files]
    project = resolved[0][0]
    for (other, _), file in zip(resolved, options.files, strict=True):
        if other.root != project.root:
            raise NoProject(f"{file}: lies in another project than {options.files[0]}")

    def make(files: Files) -> Reorganized:
        names = tuple(name for _, name in resolved)
        choice = Merge(names, options.into, counters=options.counters)
        return _merged(files, choice, options.duplicates, project)

    return _carried_out(options, project, make, describe=True)


def rename(options: Namespace) -> int:
    """Give a category another name and say what followed."""
    project, name = resolve_file(options.file, options.project)
    choice = Rename(name, options.name)
    return _carried_out(options, project, lambda f: renaming.rename(f, choice, project.path_of))


def retag(options: Namespace) -> int:
    """Change a tag across the store and say which files had it."""
    project = project_of(options.project)
    choice = Retag(options.old, options.new or "", options.relevant_to)
    return _carried_out(options, project, lambda f: retagging.retag(f, choice, project.path_of))


COMMANDS: Final[dict[str, Callable[[Namespace], int]]] = {
    "split": split,
    "merge": merge,
    "rename": rename,
    "retag": retag,
}
"""The commands of this module by name."""


def _targets(options: Namespace, memory: Memory) -> Iterator[Target]:
    """Yield the targets that the options name, with the numbers in file order."""
    found = units(memory.reading.body)
    numbers: dict[str, set[int]] = defaultdict(set)
    for name, ranges in options.to:
        for first, last in ranges:
            # A number behind the last is enough to be refused.
            numbers[stem(name)].update(range(first, min(last, len(found) + 1) + 1))
            numbers[stem(name)].add(first)
    for wanted in options.heading:
        here = [unit.number for unit in found if unit.heading == wanted.heading]
        numbers[stem(wanted.name)].add(_only(memory.name, wanted, here))
    for name, chosen in numbers.items():
        yield Target(name, tuple(sorted(chosen)))


def _only(file: str, wanted: ToHeading, numbers: list[int]) -> int:
    if not numbers:
        raise BadValue(f"{file}: no entry has the heading {wanted.heading!r}")
    if len(numbers) > 1:
        choose = f"choose by number, as in --to {wanted.name}={numbers[0]}"
        raise BadValue(f"{file}: {numbers_shown(numbers)} have that heading; {choose}")
    return numbers[0]


def _merged(files: Files, choice: Merge, duplicates: Duplicates, project: Project) -> Reorganized:
    # Function-local for start-up: only a merge compares entries.
    from memtui.core.reorganize.twins import SURE, near_equal

    among = merge_files.among(files, choice)
    memories = [memory for name, memory in files.items() if not is_document(name)]
    pairs = [pair for pair in near_equal(memories, among, SURE) if pair.similarity >= SURE]
    dropped = merge_files.leave_out(files, choice, pairs, duplicates)
    result = merge_files.merge(files, replace(choice, dropped=dropped), project.path_of)
    if pairs and duplicates == "both":
        count = f"{len(pairs)} pairs of entries say" if len(pairs) > 1 else "2 entries say"
        note = f"{count} nearly the same: --duplicates one or newer keeps one of each"
        return replace(result, notes=(*result.notes, note))
    return result


def _carried_out(
    options: Namespace,
    project: Project,
    make: Callable[[Files], Reorganized],
    *,
    describe: bool = False,
) -> int:
    """Make the change from what is on the disk, carry it out unless it is a trial, and say it."""
    result: Reorganized | None = None
    kept: tuple[str, ...] = ()

    def plan() -> Plan:
        nonlocal result
        result = make(read_snapshot(project).by_name)
        return result.plan

    if options.dry_run:
        # A trial says no wherever the change itself would.
        steps.prepare(project, plan().changes)
    else:
        for found in recovering.finish(project):
            warn(found.line)
        applied = journal.update(project, plan)
        kept = applied.late.kept if applied else ()
    assert result is not None
    for note in result.notes:
        warn(note)
    for path in kept:
        warn(f"{path}: another program rewrote it meanwhile; memtui's journal keeps its version")
    if options.json:
        say_json(_document(result))
    else:
        _say(result, _PLANNED if options.dry_run else _DONE, describe=describe)
    return 0


def _document(result: Reorganized) -> dict[str, Any]:
    effects = zip(result.plan.changes, result.effects, strict=True)
    return {
        "changes": [
            {"action": effect.action, "path": change.path, "entries": list(effect.entries)}
            for change, effect in effects
        ],
        "entries_before": result.entries_before,
        "entries_after": result.entries_after,
        "dropped": [
            {"file": each.file, "number": each.number, "heading": each.heading}
            for each in result.dropped
        ],
    }


def _say(result: Reorganized, verbs: dict[Action, str], *, describe: bool) -> None:
    rows = []
    for change, effect in zip(result.plan.changes, result.effects, strict=True):
        rows.append([verbs[effect.action], change.path, _size(effect)])
    say(*table(rows))
    new = [effect.name for effect in result.effects if effect.action == "create" and describe]
    for name in new:
        say(*_frontmatter(Memory(name, result.texts[name])))
    for each in result.dropped:
        say(f"left out  {each.file} {each.number}  {each.heading}")


def _size(effect: Effect) -> str:
    """Return the size of a file before and after, as far as it exists."""
    if is_document(effect.name):
        return ""
    if effect.action == "create":
        return f"{counted(effect.entries_after)}, {effect.tokens_after:,} tokens"
    if effect.action == "delete":
        return f"had {counted(effect.entries_before)}, {effect.tokens_before:,} tokens"
    return (
        f"{effect.entries_before:,} → {counted(effect.entries_after)}, "
        f"{effect.tokens_before:,} → {effect.tokens_after:,} tokens"
    )


def _frontmatter(memory: Memory) -> Iterator[str]:
    """Yield what the frontmatter of a new file says."""
    metadata = memory.reading.metadata
    lists = (("tags", metadata.tags), ("relevantTo", metadata.relevant_to))
    said = "; ".join(f"{key} {', '.join(items)}" for key, items in lists if items)
    yield f"{memory.name}: {said}{'; ' if said else ''}importance {metadata.importance}"
    yield f"  {metadata.summary}"

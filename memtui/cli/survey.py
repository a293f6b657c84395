"""`memtui survey`: proposes a routing table from the project's documents, and adds its rows."""

from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from memtui.cli.output import say, say_json, warn
from memtui.cli.projects import project_or_here, project_to_make
from memtui.core import routing
from memtui.core.documents import TABLE
from memtui.core.plan import Change, Plan
from memtui.core.routing.new_rows import with_rows
from memtui.core.surveying import proposing
from memtui.core.surveying.proposing import Proposal
from memtui.errors import NotWritable
from memtui.store import journal, recovering, steps
from memtui.store import survey as documents
from memtui.store.project import Project


def survey(options: Namespace) -> int:
    """Print the rows that the project's documents suggest; with ``--write`` add those it lacks."""
    adds = options.write or options.dry_run
    if adds:
        project = project_to_make(options.project, "table", here=options.here)
    else:
        project = project_or_here(options.project)
    if project is None:
        return 1
    if options.write and not options.dry_run:
        for recovered in recovering.finish(project):
            warn(recovered.line)
    found = documents.read(project)
    for trouble in found.troubles:
        warn(trouble)
    before = _table(project)
    page = routing.read(before or "")
    proposals = proposing.propose(found.documents)
    new = proposing.missing_from(page, proposals)
    after = with_rows(before, (proposal.row for proposal in new)) if adds and new else before
    if options.write and not options.dry_run and after is not None and after != before:
        change = Change(TABLE, None if before is None else before.encode(), after.encode())
        journal.apply(project, Plan(f"add {_rows(len(new))} to {TABLE}", (change,)))
    unrouted = proposing.unrouted(found.documents, routing.read(after or ""))
    if options.json:
        say_json(_document(proposals, unrouted))
        return 0
    number = len(found.documents)
    read = f"{number} document{'' if number == 1 else 's'}"
    say(f"{project.root}: {_rows(len(proposals))} proposed from {read}")
    say(*_lines(proposals, new), *_unrouted_lines(unrouted))
    say(*_outcome(options, before is None, new))
    return 0


def _table(project: Project) -> str | None:
    """Return the text of the routing table's page, or None when there is none."""
    data = steps.current(project, TABLE)
    try:
        return None if data is None else data.decode()
    except UnicodeDecodeError as error:
        raise NotWritable(
            f"{TABLE}: byte {error.start} is not UTF-8; convert the file first"
        ) from error


def _document(proposals: Sequence[Proposal], unrouted: Sequence[str]) -> dict[str, Any]:
    return {
        "rows": [
            {
                "task_type": proposal.row.task_type,
                "keywords": list(proposal.row.keywords),
                "files": list(proposal.row.files),
                "why": proposal.why,
            }
            for proposal in proposals
        ],
        "unrouted": list(unrouted),
    }


def _lines(proposals: Sequence[Proposal], new: Sequence[Proposal]) -> list[str]:
    lacking = {(proposal.row.task_type, proposal.row.keywords) for proposal in new}
    lines = []
    for proposal in proposals:
        row = proposal.row
        mark = "+" if (row.task_type, row.keywords) in lacking else " "
        lines += [
            "",
            f"{mark} {row.task_type} → {', '.join(row.files)}",
            f"    keywords: {', '.join(row.keywords)}",
            f"    why: {proposal.why}",
        ]
    return lines


def _unrouted_lines(unrouted: Sequence[str]) -> list[str]:
    if not unrouted:
        return []
    return ["", "documents without a route:", *(f"  {path}" for path in unrouted)]


def _outcome(options: Namespace, is_new: bool, new: Sequence[Proposal]) -> list[str]:
    if not new:
        why = "no document says what it is about"
        if not is_new:
            why = f"{TABLE} has a row for each document that says what it is about"
        return ["", f"nothing to add: {why}"]
    rows = _rows(len(new))
    if options.dry_run:
        return ["", f"would {'make' if is_new else 'change'}  {TABLE}  (+ {rows})"]
    if options.write:
        return ["", f"{'made' if is_new else 'changed'}  {TABLE}  (+ {rows})"]
    return ["", f"`memtui survey --write` adds {rows} (marked +) to {TABLE}"]


def _rows(number: int) -> str:
    return f"{number} row{'' if number == 1 else 's'}"

"""`memtui route`: the rows of the routing table that a prompt matches, and the hint."""

from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from memtui.cli.output import say, say_json, table, warn
from memtui.cli.projects import project_of
from memtui.core import routing
from memtui.core.documents import TABLE
from memtui.core.routing import RouteMatch
from memtui.core.routing.near import Nearest, nearest
from memtui.errors import StoreError
from memtui.store.files import read_document
from memtui.store.project import Project
from memtui.store.routes import state_of


def route(options: Namespace) -> int:
    """Print the rows that match, or the nearest ones; return 1 when none matches."""
    project = project_of(options.project)
    prompt = " ".join(options.prompt)
    page = routing.read(_text(project))
    if not page.tables:
        warn(f"{TABLE}: no routing table in it; `memtui survey --write` adds one")
    matches = routing.match(page, prompt)
    near = () if matches else nearest(page, prompt)
    if options.json:
        say_json(_document(project, matches, near))
    elif matches:
        say(*_match_lines(project, matches), "", *map(routing.hint, matches))
    elif page.tables:
        say("no row matches, so the agent gets no hint", *_near_lines(near))
    return 0 if matches else 1


def _text(project: Project) -> str:
    page = read_document(project, TABLE)
    if page.fault and page.fault.hides:
        raise StoreError(f"{TABLE}: {page.fault.reason}")
    if page.fault:
        warn(f"{TABLE}: {page.fault.reason}")
    return page.text


def _document(
    project: Project, matches: Sequence[RouteMatch], near: Sequence[Nearest]
) -> dict[str, Any]:
    return {
        "matches": [
            {
                "row": found.row,
                "task_type": found.task_type,
                "keyword": found.keyword,
                "files": list(found.files),
                "files_cell": found.files_cell,
                "missing": _in_state(project, found, "missing"),
            }
            for found in matches
        ],
        "hint": routing.hints(list(matches)),
        "nearest": [row._asdict() for row in near],
    }


def _match_lines(project: Project, matches: Sequence[RouteMatch]) -> list[str]:
    rows = [["row", "task type", "keyword", "files"]]
    for found in matches:
        files = found.files_cell or "none"
        for state, what in (("missing", "missing"), ("outside", "outside the project")):
            if listed := _in_state(project, found, state):
                files += f"  ({what}: {', '.join(listed)})"
        rows.append([str(found.row), found.task_type, found.keyword, files])
    return table(rows, right=frozenset({0}))


def _in_state(project: Project, found: RouteMatch, state: str) -> list[str]:
    return [file for file in found.files if state_of(project, file) == state]


def _near_lines(near: Sequence[Nearest]) -> list[str]:
    if not near:
        return []
    rows = [["row", "nearest", "because"]]
    rows += [[str(row.row), row.task_type, row.why] for row in near]
    return ["", *table(rows, right=frozenset({0}))]

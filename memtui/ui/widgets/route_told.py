"""What stands beside the routing table, line by line."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from textual.content import Content

from memtui.core import routing
from memtui.core.documents import CONTEXT, LESSONS, TABLE
from memtui.core.memory import Memory
from memtui.core.plain import harmless
from memtui.core.routing import Row
from memtui.core.routing.look import Leads, Place, RouteLook
from memtui.core.routing.near import Nearest
from memtui.core.routing.original import RouteWarning
from memtui.core.workspace import Workspace
from memtui.ui.widgets.figures import size
from memtui.ui.widgets.route_cells import head_cut
from memtui.ui.widgets.route_shape import CARE, MISSING, QUIET

_PREFIX: Final = "[auto-memory]"
_READ_ANYWAY: Final = {
    TABLE: "the table's page, as text",
    CONTEXT: "read at each start",
    LESSONS: "its end is read at each start",
}
"""What no row need lead to."""
_MOST_WARNINGS: Final = 5


class Line(NamedTuple):
    """One line.

    Attributes:
        content: What stands in it.
        kind: What enter does on it; ``""`` for nothing.
        name: Path of the document, or number of the row.
    """

    content: Content
    kind: Literal["", "row", "document", "unrouted"] = ""
    name: str = ""


def _title(text: str, count: int = -1) -> Line:
    number = f" {count}" if count >= 0 else ""
    return Line(Content.assemble((text, "bold"), (number, QUIET)))


def _wrapped(content: Content, width: int, indent: int = 0) -> Iterator[Line]:
    for line in content.wrap(max(8, width - indent)):
        yield Line(Content(" " * indent) + line)


def hint_lines(workspace: Workspace, near: Sequence[Nearest], width: int) -> Iterator[Line]:
    """Yield what the agent is told, as the hook prints it; else the rows that are near."""
    yield _title("What the agent is told")
    if workspace.matches:
        for match in workspace.matches:
            hint = Content(harmless(routing.hint(match)))
            yield from _wrapped(hint.stylize("$text-success", 0, len(_PREFIX)), width)
        return
    if not workspace.asked.strip():
        yield from _wrapped(
            Content.styled("Type a task above: its hint stands here.", QUIET), width
        )
        return
    why = "no row fires" if workspace.routes.tables else "there is no routing table"
    yield from _wrapped(Content.styled(f"nothing: {why}", QUIET), width)
    if near:
        yield Line(Content(""))
        yield _title("Nearest rows")
    for each in near:
        name = Content(harmless(each.task_type)).truncate(width, ellipsis=True)
        yield Line(name, "row", str(each.row))
        yield from _wrapped(Content.styled(harmless(each.why), QUIET), width, 2)


def row_lines(row: Row, look: RouteLook, width: int) -> Iterator[Line]:
    """Yield the files of a row that are missing or outside, with the places where they may be."""
    if not any(file in look.missing or file in look.outside for file in row.files):
        return
    label = Content(harmless(f"Row {row.number} · {row.task_type}"))
    yield Line(label.truncate(width, ellipsis=True).stylize("bold"))
    for file in row.files:
        if file in look.outside:
            path = head_cut(Content.styled(harmless(file), CARE), width - 10)
            yield Line(path + Content.styled(" ▲ outside", CARE))
        elif file in look.missing:
            path = head_cut(Content.styled(harmless(file), f"strike {MISSING}"), width - 2)
            yield Line(path + Content.styled(" ✗", MISSING))
            offers = look.missing[file]
            for place in offers:
                yield from _place_lines(place, width)
            if not offers:
                yield from _wrapped(
                    Content.styled("nothing like it in the project", QUIET), width, 2
                )
        else:
            yield Line(head_cut(Content(harmless(file)), width))
    yield Line(Content(""))


def _place_lines(place: Place, width: int) -> Iterator[Line]:
    """Yield a place where a missing file may be, and why, on one line if both fit."""
    path = Content(f"  → {harmless(place.path)}")
    reason = Content.styled(f"  {harmless(place.reason)}", QUIET)
    if path.cell_length + reason.cell_length <= width:
        yield Line(path + reason)
        return
    yield Line(Content("  → ") + head_cut(path[4:], width - 4))
    yield Line(Content("  ") + reason.truncate(width - 2, ellipsis=True))


def warning_lines(warnings: Sequence[RouteWarning], width: int) -> Iterator[Line]:
    """Yield what there is to say about the page as a whole; what is about a row stands there."""
    of_page = [warning for warning in warnings if not warning.row]
    if of_page:
        yield _title("About the page")
    for warning in of_page[:_MOST_WARNINGS]:
        text = f"line {warning.line}: {warning.text}" if warning.line else warning.text
        sign = Content.styled("▲ ", CARE)
        for line in Content.styled(harmless(text), QUIET).wrap(max(8, width - 2)):
            yield Line(sign + line)
            sign = Content("  ")
    if of_page[_MOST_WARNINGS:]:
        yield Line(Content.styled(f"  … {len(of_page) - _MOST_WARNINGS} more", QUIET))


def unrouted_lines(paths: Sequence[str], width: int) -> Iterator[Line]:
    """Yield the documents that no row leads to."""
    if paths:
        yield _title("Without a route", len(paths))
    for path in paths:
        yield Line(head_cut(Content(harmless(path)), width), "unrouted", path)
    if paths:
        yield Line(Content(""))


def document_lines(workspace: Workspace, leads: Leads, width: int) -> Iterator[Line]:
    """Yield the topic files and the tasks' files, with their size and what leads to them."""
    found = {file.name: file for file in workspace.snapshot.documents}
    found |= {
        name: file for name in workspace.drafts if "/" in name and (file := workspace.memory(name))
    }
    names = sorted(found, key=lambda name: (name == TABLE, name))
    if names:
        yield _title("Documents", len(names))
    for name in names:
        memory = workspace.memory(name) or found[name]
        yield Line(_document(memory, width, unsaved=name in workspace.drafts), "document", name)
        rows = leads.to(name)
        if rows:
            text = Content("← " + harmless(", ".join(row.task_type for row in rows)))
        else:
            text = Content(_READ_ANYWAY.get(name, "no row leads here"))
        yield Line(Content("  ") + text.truncate(width - 2, ellipsis=True).stylize(QUIET))
    if names:
        yield Line(Content(""))


def _document(memory: Memory, width: int, *, unsaved: bool) -> Content:
    right = Content.assemble(("● ", CARE) if unsaved else "", (size(memory.text), QUIET))
    room = width - right.cell_length - 1
    path = head_cut(Content(harmless(memory.name)), room)
    return Content.assemble(path, " " * (room - path.cell_length + 1), right)

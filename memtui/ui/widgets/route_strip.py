"""One line below the feature bar: the rows of the routing table that the feature fires."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from memtui.core.documents import TABLE
from memtui.core.plain import harmless
from memtui.core.workspace import Workspace

if TYPE_CHECKING:
    from memtui.core.routing import RouteMatch
    from memtui.core.routing.near import Nearest


class RouteStrip(Static):
    """The rows that fire, each with the keyword that fires it; without a table it is not there."""

    DEFAULT_CSS = """
    RouteStrip {
        height: 1;
        padding: 0 1;
        text-wrap: nowrap;
        text-overflow: ellipsis;
        display: none;
    }
    """

    workspace: reactive[Workspace] = reactive(Workspace, repaint=False)
    nearest: "reactive[Sequence[Nearest]]" = reactive(tuple, repaint=False)
    """Rows that are close to the feature when none fires."""

    class Clicked(Message):
        """The person clicked the line."""

    def __init__(self) -> None:
        super().__init__()
        self._begun = False
        self._line = Content()

    def on_mount(self) -> None:
        """Leave the first frame to the ranking."""
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self._begun = True
        self._show()

    def watch_workspace(self, old: Workspace, new: Workspace) -> None:
        """Follow the feature and the table."""
        same_table = old.memory(TABLE) is new.memory(TABLE)
        if self._begun and not (same_table and old.feature is new.feature):
            self._show()

    def watch_nearest(self) -> None:
        """Say which rows are close."""
        if self._begun:
            self._show()

    def _show(self) -> None:
        line = route_line(self.workspace, self.nearest)
        if line.is_same(self._line):
            return
        self._line = line
        self.display = bool(line)
        self.update(line)

    def on_click(self) -> None:
        """Pass the click on."""
        self.post_message(self.Clicked())


def route_line(workspace: Workspace, nearest: "Sequence[Nearest]" = ()) -> Content:
    """Return the rows that fire, or what to know when none does; nothing without a table.

    Args:
        workspace: Holds the feature and the table.
        nearest: The rows that are close to the feature.
    """
    if workspace.memory(TABLE) is None:
        return Content()
    label = Content.styled("route  ", "dim")
    rows = len(workspace.routes.rows)
    if not rows:
        return label + Content.styled("memory/INDEX.md has no routing table", "$text-warning")
    if workspace.matches:
        return label + Content("  ·  ").join(_fired(match) for match in workspace.matches)
    if not workspace.asked.strip():
        count = "1 row" if rows == 1 else f"{rows} rows"
        return label + Content.styled(f"{count}: those that a task fires stand here", "dim")
    near = "".join(f"  ·  near: {harmless(row.task_type)} ({harmless(row.why)})" for row in nearest)
    return label + Content.styled(f"no row fires{near}", "dim")


def _fired(match: "RouteMatch") -> Content:
    return Content.assemble(
        (harmless(match.task_type), "bold"),
        " ← ",
        (harmless(match.keyword), "bold $text-success"),
        "  ",
        harmless(match.files_cell),
    )

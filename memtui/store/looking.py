"""Looks at the disk for all that the Routing page says about the files of the table."""

from memtui.core.route_look import RouteLook
from memtui.core.routing import Page
from memtui.store import routes
from memtui.store.project import Project


def look(project: Project, page: Page) -> RouteLook:
    """Return which files of a table are missing or outside.

    Args:
        project: The project.
        page: The table, with unsaved edits.
    """
    files = dict.fromkeys(file for row in page.rows for file in row.files)
    states = {file: routes.state_of(project, file) for file in files}
    missing = [file for file, state in states.items() if state == "missing"]
    outside = frozenset(file for file, state in states.items() if state == "outside")
    return RouteLook(dict.fromkeys(missing, ()), outside)

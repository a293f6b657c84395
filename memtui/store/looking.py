"""Looks at the disk for what the Routing page says about the files of the table."""

from dataclasses import replace

from memtui.core.routing import Page
from memtui.core.routing.look import RouteLook
from memtui.store import moved, routes
from memtui.store.project import Project


def look(project: Project, page: Page, earlier: RouteLook) -> RouteLook:
    """Return which files of a table are missing or outside.

    Args:
        project: The project.
        page: The table, with unsaved edits.
        earlier: What was found before; the rest of it is kept, as far as it is still of use.
    """
    files = dict.fromkeys(file for row in page.rows for file in row.files)
    states = {file: routes.state_of(project, file) for file in files}
    missing = {
        file: earlier.missing.get(file, ()) for file, state in states.items() if state == "missing"
    }
    outside = frozenset(file for file, state in states.items() if state == "outside")
    return replace(earlier, missing=missing, outside=outside)


def with_places(project: Project, found: RouteLook) -> RouteLook:
    """Return what was found with the places where missing files may be now; git is asked."""
    places = moved.places(project, tuple(found.missing))
    return replace(found, missing={file: places.get(file, ()) for file in found.missing})

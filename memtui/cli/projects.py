"""Which project a command is about."""

from pathlib import Path

from memtui.cli.output import warn
from memtui.errors import NoProject
from memtui.store.project import Project, at, find


def project_of(directory: Path | None) -> Project:
    """Return the project that ``--project`` names, or the nearest one upwards.

    Raises:
        NoProject: When there is no such folder, or no store from here upwards.
    """
    return find(Path.cwd()) if directory is None else at(directory)


def project_or_here(directory: Path | None) -> Project:
    """Return the project that ``--project`` names, else the nearest one, else this folder.

    Raises:
        NoProject: When there is no such folder.
    """
    try:
        return project_of(directory)
    except NoProject:
        if directory is not None:
            raise
        return at(Path.cwd())


def project_to_make(directory: Path | None, what: str, *, here: bool) -> Project | None:
    """Return the project in which a command makes files, or None, after a warning, if it must not.

    Args:
        directory: The folder that ``--project`` names; None for the working directory.
        what: What is made, in a word.
        here: Whether that may be inside another project.

    Raises:
        NoProject: When there is no such folder.
    """
    project = at(directory or Path.cwd())
    around = None if here or project.has_store else _around(project)
    if around is None:
        return project
    warn(f"{project.root}: inside the project {around.root}; --here makes a {what} all the same")
    return None


def _around(project: Project) -> Project | None:
    """Return the project that a folder without a store lies in, if any."""
    try:
        return find(project.root)
    except NoProject:
        return None

"""Which project a command is about."""

from pathlib import Path

from memtui.store.project import Project, at, find


def project_of(directory: Path | None) -> Project:
    """Return the project that ``--project`` names, or the nearest one upwards.

    Raises:
        NoProject: When there is no such folder, or no store from here upwards.
    """
    return find(Path.cwd()) if directory is None else at(directory)

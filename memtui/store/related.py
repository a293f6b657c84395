"""Which of the files that a memory names exist."""

from collections.abc import Iterable

from memtui.store.project import Project


def missing_files(project: Project, paths: Iterable[str]) -> frozenset[str]:
    """Return those of the related paths at which there is nothing.

    Args:
        project: Paths are resolved against its root; absolute ones stand for themselves.
        paths: As a memory's `relatedFiles` spells them, with or without ``#section``.
    """
    return frozenset(path for path in paths if not _exists(project, path))


def _exists(project: Project, path: str) -> bool:
    try:
        return any((project.root / p).exists() for p in (path, path.partition("#")[0]) if p)
    except (OSError, ValueError):
        return False

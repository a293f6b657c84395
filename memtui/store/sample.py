"""Copies the sample project, which is there to be edited."""

import shutil
from pathlib import Path

from memtui import demo
from memtui.demo.compose import decisions

_HERE = Path(demo.__file__).parent


def copy(folder: Path) -> Path:
    """Write the sample project into a folder and return the project's root.

    Args:
        folder: An existing folder; the project becomes its sub-folder ``leaf-and-kettle``.

    Raises:
        OSError: The disk refused.
    """
    project = folder / "leaf-and-kettle"
    # Contents only: an installation may be read-only, and the copy is there to be edited.
    for source, target in (
        (_HERE / "shop", project),
        (_HERE / "automaker", project / ".automaker"),
    ):
        for path in source.rglob("*"):
            if path.is_file():
                copied = target / path.relative_to(source)
                copied.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, copied)
    with (project / ".automaker/memory/architecture.md").open("ab") as large:
        large.write(decisions(_HERE / "decisions.toml").encode())
    return project

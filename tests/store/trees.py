"""What lies below a folder as a value, for comparison."""

import os
from pathlib import Path

Tree = dict[str, tuple[str, int, bytes]]


def tree(folder: Path) -> Tree:
    """Return everything below a folder by its path: what it is, its mode, its bytes."""
    found: Tree = {}
    for path in folder.rglob("*"):
        name, mode = str(path.relative_to(folder)), path.lstat().st_mode & 0o7777
        if path.is_symlink():
            found[name] = ("link", 0, os.fsencode(path.readlink()))
        elif path.is_dir():
            found[name] = ("folder", mode, b"")
        else:
            found[name] = ("file", mode, path.read_bytes())
    return found


def contents(folder: Path) -> dict[str, bytes]:
    """Return the bytes of the files below a folder by their path."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}

"""Another path in place of a file that a routing table names."""

from memtui.core.routing.cell import files


def mended(cell: str, file: str, path: str) -> str:
    """Return a cell of files with another path for one of them.

    The dress around it (backticks, a link), its ``#section`` and all else in the cell stay.

    Args:
        cell: The files as written.
        file: The file as `routing.Row.files` gives it.
        path: The path that comes in its place.
    """
    old, sign, section = file.partition("#")
    expected = list(files(cell))
    place = expected.index(file)
    expected[place] = path + sign + section
    at = cell.find(old)
    while at >= 0:
        new = cell[:at] + path + cell[at + len(old) :]
        if list(files(new)) == expected:
            return new
        at = cell.find(old, at + 1)
    return ", ".join(expected)

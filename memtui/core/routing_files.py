"""What a file of a routing table means: its path, and where in the project it leads.

No module that the hook does not have already: it splits dressed cells of rows that match.
"""

import posixpath
import re
from collections import namedtuple

# A link or an alternative of a glob, within which nothing is split, or what splits.
_SPLIT = re.compile(
    r"\[[^\[\]]*\]\((?:[^()]|\([^()]*\))*\)|\{[^{}\s]*\}|([,;，、；]|<br\s*/?>|\s\+\s)",
    re.IGNORECASE,
)
_LINK = re.compile(r"\[([^\[\]]*)\]\(((?:[^()]|\([^()]*\))*)\)")
_TITLE = re.compile(r"""\s+(?:"[^"]*"|'[^']*')$""")
_CODE = re.compile(r"(`+)([^`]+)\1")
_REMARK = re.compile(r"(\S+)\s+[(（].*[)）]")
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*://|mailto:|[a-z]:[\\/]|[/~\\]", re.IGNORECASE)
_QUOTES = "`'\"“”„‘’‚«»‹›「」『』"


class Target(namedtuple("Target", ("paths", "section", "is_folder", "is_glob"))):
    """Where a file of the table leads.

    Attributes:
        paths: Paths from the project's root, with ``/``, in the order in which they are tried:
            taken from the root, then from the page's folder. None, where the file leads out of
            the project.
        section: What follows ``#``, or ``""``.
        is_folder: Whether it is written as a folder.
        is_glob: Whether it holds signs of a glob; a file may be named like that all the same.
    """

    __slots__ = ()
    paths: "tuple[str, ...]"
    section: str
    is_folder: bool
    is_glob: bool

    @property
    def leads_out(self) -> bool:
        """Whether the file lies outside the project."""
        return not self.paths


def split(cell: str) -> "tuple[str, ...]":
    """Return the files of a cell, without backticks, quotes and links; a ``#section`` stays.

    Files are parted by commas, semicolons, ``<br>`` and a plus between blanks.
    """
    files: list[str] = []
    start = 0
    for part in _SPLIT.finditer(cell):
        if part[1]:
            files.append(undressed(cell[start : part.start()]))
            start = part.end()
    files.append(undressed(cell[start:]))
    return tuple(file for file in files if file)


def undressed(file: str) -> str:
    """Return a file without the backticks, the quotes, the link or the remark around its path."""
    link = _LINK.search(file)
    if link:
        target = _TITLE.sub("", link[2].strip()).removeprefix("<").removesuffix(">")
        return target or undressed(link[1])
    code = _CODE.search(file)
    if code:
        return code[2].strip()
    plain = file.strip().strip(_QUOTES).strip()
    remark = _REMARK.fullmatch(plain)
    if remark:
        plain = remark[1]
    bold = plain[2:-2]
    if plain == f"**{bold}**" and bold.strip("*/") == bold:
        return bold
    return plain


def target(file: str, page: str = "memory/INDEX.md") -> Target:
    """Return where a file leads; whether it is there, only the disk knows.

    Args:
        file: A file as `split` gives it.
        page: The page's path from the project's root.
    """
    path, _, section = file.partition("#")
    path = path.strip()
    if _ELSEWHERE.match(path):
        return Target((), section, is_folder=path.endswith("/"), is_glob=False)
    if "/" not in path:
        path = path.replace("\\", "/")
    if not path:
        # A section alone is one of the page itself.
        return Target((page,), section, is_folder=False, is_glob=False)
    beside = posixpath.join(posixpath.dirname(page), path)
    tried = (posixpath.normpath(path), posixpath.normpath(beside))
    inside = tuple(dict.fromkeys(way for way in tried if way.split("/", 1)[0] != ".."))
    return Target(
        inside,
        section,
        is_folder=path.endswith("/") or posixpath.basename(path) in (".", ".."),
        is_glob=any(sign in path for sign in "*?[{"),
    )

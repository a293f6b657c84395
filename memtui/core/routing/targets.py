"""What a file of a routing table means: its path, and where in the project it leads.

No module that the hook does not have already: it splits dressed cells of rows that match.
"""

import posixpath
import re
from collections import namedtuple

# Type checkers take this name for true; the hook need not import what only they use.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# A link, an alternative of a glob or a remark, within which nothing is split, or what splits.
_SPLIT = re.compile(
    r"\[[^\[\]]*\]\((?:[^()]|\([^()]*\))*\)|\{[^{}\s]*\}|[(（][^()（）]*[)）]"
    r"|([,;，、；]|<br\s*/?>|\s\+\s)",
    re.IGNORECASE,
)
_LINK = re.compile(r"\[([^\[\]]*)\]\(((?:[^()]|\([^()]*\))*)\)")
_TITLE = re.compile(r"""\s+(?:"[^"]*"|'[^']*')$""")
_CODE = re.compile(r"(?<!`)(`++)([^`]+)\1")
_REMARK = re.compile(r"(\S+)\s+[(（].*[)）]")
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*://|mailto:|[a-z]:[\\/]|[/~\\]", re.IGNORECASE)
_BRACES = re.compile(r"\{([^{}]*,[^{}]*)\}")
_MOST_ALTERNATIVES = 64
_QUOTES = "`'\"“”„‘’‚«»‹›「」『』"


class Target(namedtuple("Target", ("paths", "section", "is_folder", "is_glob", "leads_out"))):
    """Where a file of the table leads.

    Attributes:
        paths: Paths from the project's root, with ``/``, in the order in which they are tried:
            taken from the root, then from the page's folder. None where both lead out.
        section: What follows ``#``, or ``""``.
        is_folder: Whether it is written as a folder.
        is_glob: Whether it holds signs of a glob; a file may be named like that all the same.
        leads_out: Whether it is outside the project when it is taken from the root, in one of the
            ways in which it may be spelled.
    """

    __slots__ = ()
    paths: "tuple[str, ...]"
    section: str
    is_folder: bool
    is_glob: bool
    leads_out: bool


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
    is_folder = path.endswith("/") or posixpath.basename(path) in (".", "..")
    if _ELSEWHERE.match(path):
        return Target((), section, is_folder, is_glob=False, leads_out=True)
    if not path.strip():
        # A section alone is one of the page itself.
        return Target((page,), section, is_folder=False, is_glob=False, leads_out=False)
    spellings = list(_spellings(file, path))
    ways = [
        posixpath.normpath(posixpath.join(folder, written))
        for written in spellings
        for folder in ("", posixpath.dirname(page))
    ]
    return Target(
        tuple(dict.fromkeys(way for way in ways if not _leads_out(way))),
        section,
        is_folder,
        is_glob=any(sign in path for sign in "*?[{"),
        leads_out=any(map(_leads_out, ways[::2])) or any(map(_ELSEWHERE.match, spellings)),
    )


def alternatives(pattern: str) -> "tuple[str, ...]":
    """Return the globs that a glob with braces stands for.

    Args:
        pattern: A glob; ``{a,b}`` is either. Braces within braces stay as they are, and so do
            all but the first few of many.
    """
    found = [""]
    for place, piece in enumerate(_BRACES.split(pattern)):
        ways = piece.split(",") if place % 2 else [piece]
        if len(found) * len(ways) > _MOST_ALTERNATIVES:
            ways = [piece]
        found = [start + way for start in found for way in ways]
    return tuple(found)


def _leads_out(way: str) -> bool:
    return way == ".." or way.startswith(("../", "/"))


def _spellings(file: str, path: str) -> "Iterator[str]":
    """Yield how a path may be spelled on disk, the likeliest first."""
    yield path.strip()
    if "%" in path:
        # Imported here: only links are written like this.
        from urllib.parse import unquote

        yield unquote(path.strip())
    if path != file:
        # A name may hold the sign of a section.
        yield file.strip()
    if "\\" in path and "/" not in path:
        yield path.strip().replace("\\", "/")

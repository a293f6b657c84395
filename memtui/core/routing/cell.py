"""The cells of one line of a table, and what stands in them.

Standard library only, without `typing` or regular expressions that are compiled when the module
is imported: the hook reads a table before each prompt.
"""

from itertools import pairwise

_PAIRS = {
    "`": "`",
    '"': '"',
    "'": "'",
    "“": "”",
    "„": "“",
    "‘": "’",
    "«": "»",
    "「": "」",
    "『": "』",
}
_QUOTES = frozenset("`\"'“„‘«「『")
# What a cell of files may hold besides plain paths and commas.
_MORE = frozenset("`'\"“”„‘’‚«»‹›「」『』[<{+;；，、(")


def cells(line: str) -> list[str]:
    r"""Return the cells of a line, trimmed; ``\|`` is a bar within one.

    Args:
        line: A line of a table, with or without outer bars.
    """
    parts = line.split("|")
    if "\\" in line or "`" in line:
        parts = _parts(line, parts)
    found = list(map(str.strip, parts))
    if not found[0]:
        del found[0]
    if found and not found[-1]:
        found.pop()
    return found


def bars(line: str) -> list[int]:
    r"""Return where the bars stand that part the cells of a line.

    A bar behind a backslash and one inside a code span part nothing. (GFM parts at a bar inside
    a code span; people do not mean it, and agents read the source.)
    """
    closing = _backticks(line) if "`" in line else {}
    found: list[int] = []
    at = 0
    while at < len(line):
        sign = line[at]
        if sign == "`":
            end = _run_end(line, at)
            starts = closing.get(end - at, [])
            while starts and starts[-1] < end:
                starts.pop()
            at = starts.pop() + end - at if starts else end
            continue
        # GFM asks only for the sign before a bar, so that of two backslashes the second counts.
        if sign == "|" and line[at - 1 : at] != "\\":
            found.append(at)
        at += 2 if sign == "\\" and line[at + 1 : at + 2] != "|" else 1
    return found


def keywords(cell: str) -> list[str]:
    """Return the keywords of a cell, without the quotes and backticks around them."""
    plain = cell.isascii()
    if not plain:
        cell = cell.replace("，", ",").replace("、", ",")
    words = list(map(str.strip, cell.split(",")))
    if "`" in cell or '"' in cell or "'" in cell or not (plain or _QUOTES.isdisjoint(cell)):
        return list(map(_undressed, words))
    return words


def files(cell: str) -> "tuple[str, ...]":
    """Return the files of a cell, without backticks, quotes and links; a ``#section`` stays."""
    if _MORE.isdisjoint(cell) and "**" not in cell:
        return tuple(file for file in map(str.strip, cell.split(",")) if file)
    # Imported here: most cells name plain paths, and the hook has a few milliseconds.
    from memtui.core.routing.targets import split

    return split(cell)


def _undressed(word: str) -> str:
    while word[:1] in _QUOTES:
        # A code span may begin with any number of backticks.
        inner = word.strip("`") if word[0] == "`" else word[1:-1]
        if len(word) < 2 or _PAIRS[word[0]] != word[-1] or word[0] in inner or word[-1] in inner:
            break
        word = inner.strip()
    # One around several keywords leaves each of its backticks at another one.
    return word.strip("` ") if "`" in word and word.count("`") == 1 else word


def _parts(line: str, parts: list[str]) -> list[str]:
    """Return the parts between the bars of a line that has backslashes or backticks."""
    if "\\" not in line and "``" not in line:
        for part in parts:
            if part.count("`") & 1:
                break
        else:
            return parts
    places = [-1, *bars(line), len(line)]
    return [line[a + 1 : b].replace("\\|", "|") for a, b in pairwise(places)]


def _backticks(line: str) -> dict[int, list[int]]:
    """Return where the runs of backticks start, last first, by their length."""
    runs: dict[int, list[int]] = {}
    at = line.find("`")
    while at >= 0:
        end = _run_end(line, at)
        runs.setdefault(end - at, []).append(at)
        at = line.find("`", end)
    for starts in runs.values():
        starts.reverse()
    return runs


def _run_end(line: str, at: int) -> int:
    while line[at : at + 1] == "`":
        at += 1
    return at

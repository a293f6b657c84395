"""An edited text keeps the line ends of every line nobody touched.

A text area splits a text at everything that Python takes for a line end and joins it with one
kind: line separators and form feeds become line feeds, mixed line ends become one.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

_ENDS: Final = ("\n", "\r\n", "\r")
# Above this many pairs of lines difflib may take seconds: it is quadratic when lines repeat.
_FEW_PAIRS: Final = 200_000


def dominant(text: str) -> str:
    """Return the line end that most lines of a text have; LF when there is none."""
    crlf = text.count("\r\n")
    counts = {"\n": text.count("\n") - crlf, "\r\n": crlf, "\r": text.count("\r") - crlf}
    return max(counts, key=counts.__getitem__)


def restore(original: str, lines: Sequence[str]) -> str:
    """Return the text that an editor's lines stand for.

    Args:
        original: The text that was put into the editor.
        lines: Its lines: as `str.splitlines` makes them, and an empty one at the end if the text
            ends in a line end. (A text area leaves that one out behind a line end other than LF,
            CR and CRLF; both are understood.)

    Returns:
        The lines joined. A line that the original has too keeps its own line end; edited and new
        lines take the one that most lines of the original have. Lines that nobody edited give
        the original itself.
    """
    contents = original.splitlines()
    wholes = original.splitlines(keepends=True)
    ends = [whole[len(line) :] for whole, line in zip(wholes, contents, strict=True)]
    if not contents or (ends[-1] and _has_last_line(contents, ends, lines)):
        contents.append("")
        ends.append("")
    newline = dominant(original)
    if set(ends[:-1]) <= {newline} and not ends[-1]:
        return newline.join(lines)
    pieces: list[str] = []
    origins = _origins(contents, lines)
    edited = False
    for line, origin in zip(lines, origins, strict=True):
        end = (ends[origin] if origin >= 0 else "") or newline
        if not line and end == "\n" and pieces and pieces[-1] == "\r":
            # The two would be read as one line end; a line that was edited gives way.
            if edited:
                pieces[-1] = "\n"
            else:
                end = "\r\n"
        edited = origin < 0
        pieces += (line, end)
    # The last line has no line end, unless it is one that a text area takes for none.
    if pieces and not (origins[-1] == len(ends) - 1 and ends[-1]):
        pieces.pop()
    return "".join(pieces)


def _has_last_line(contents: list[str], ends: list[str], lines: Sequence[str]) -> bool:
    """Return whether the editor shows an empty line behind the last line end."""
    if ends[-1] in _ENDS:
        return True
    return bool(lines) and not lines[-1] and (contents[-1] != "" or len(lines) > len(contents))


def _origins(old: Sequence[str], new: Sequence[str]) -> list[int]:
    """Return for each new line the place of the old line that it is, or -1 where it is none."""
    origins = [-1] * len(new)
    for i, j, size in _runs(old, new):
        origins[j : j + size] = range(i, i + size)
    return origins


def _runs(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Return runs of equal lines: place in the old lines, in the new lines, length."""
    shorter = min(len(old), len(new))
    head = 0
    while head < shorter and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < shorter - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    yield 0, 0, head
    yield len(old) - tail, len(new) - tail, tail
    old, new = old[head : len(old) - tail], new[head : len(new) - tail]
    if not old or not new:
        return
    if len(old) * len(new) <= _FEW_PAIRS:
        # Imported here for start-up: only files with mixed line ends need it.
        import difflib

        blocks = difflib.SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
        yield from ((head + i, head + j, size) for i, j, size in blocks)
        return
    landmarks = _landmarks(old, new)
    if not landmarks:
        # Only lines that kept their place can be told apart.
        both = enumerate(zip(old, new, strict=False))
        yield from ((head + k, head + k, 1) for k, (one, other) in both if one == other)
        return
    i = j = 0
    for next_i, next_j in (*landmarks, (len(old), len(new))):
        for a, b, size in _runs(old[i:next_i], new[j:next_j]):
            yield head + i + a, head + j + b, size
        i, j = next_i, next_j


def _landmarks(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Return lines that stand once on each side and in the same order, as pairs of places."""
    there = _once(old)
    pairs = sorted((there[line], j) for line, j in _once(new).items() if line in there)
    # The longest run of pairs in which both places rise (patience sorting).
    tops: list[int] = []
    ends: list[int] = []
    before = [-1] * len(pairs)
    for k, (_, j) in enumerate(pairs):
        pile = bisect_left(tops, j)
        before[k] = ends[pile - 1] if pile else -1
        tops[pile : pile + 1] = [j]
        ends[pile : pile + 1] = [k]
    kept: list[tuple[int, int]] = []
    k = ends[-1] if ends else -1
    while k >= 0:
        kept.append(pairs[k])
        k = before[k]
    return kept[::-1]


def _once(lines: Sequence[str]) -> dict[str, int]:
    """Return the lines that stand only once, with their places."""
    places: dict[str, int] = {}
    for place, line in enumerate(lines):
        places[line] = -1 if line in places else place
    return {line: place for line, place in places.items() if place >= 0}

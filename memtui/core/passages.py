"""A learning as a passage of a document, and the section that it belongs into."""

import math
import re
from collections import Counter
from itertools import pairwise
from typing import Final

from memtui.core import learning as learnings
from memtui.core import markdown
from memtui.core.language import words
from memtui.core.learning import Learning, one_line
from memtui.errors import BadValue

_BLANK: Final = re.compile(r"[ \t]*(?:\r\n?|\n)")


def passage(learning: Learning) -> list[str]:
    """Return a learning as the lines of a document: a paragraph, and a list of its reasons.

    A document tells what holds: it needs no date, and its headings are its writer's.
    """
    listed = list(learnings.listed(learning, learnings.bullets(learning.type)))
    return [one_line(learning.content), *([""] if listed else []), *listed]


def begins_blank(text: str) -> bool:
    """Whether the first line of a text is a blank one."""
    return _BLANK.match(text) is not None


def section_of(text: str, said: str) -> tuple[int, str]:
    """Return the section of a document in markdown that is about a text: line and heading.

    A section counts for each word that it shares with the text, thrice when its heading has it,
    by how few sections have the word (the inverse document frequency of Spärck Jones, 1972).

    Args:
        text: The document.
        said: What the topic is read from, in any language.

    Returns:
        The line of its heading, from 1, and the heading's text; ``(0, "")`` for none.
    """
    found = _headings(text)
    offset = markdown.offsets(text)
    wanted = {word.key for word in words.telling(said)}
    held: list[Counter[str]] = []
    for (line, heading), (following, _) in pairwise([*found, (len(text) + 2, "")]):
        body = text[offset(line - 1) : offset(following - 1)]
        keys = Counter({word.key: 1 for word in words.telling(body) if word.key in wanted})
        # The title stands above all of them: its words tell none from another.
        if held:
            keys.update({word.key: 2 for word in words.telling(heading) if word.key in keys})
        held.append(keys)
    holders = Counter(key for keys in held for key in keys)
    scores = [
        sum(number * math.log(1 + len(held) / holders[key]) for key, number in keys.items())
        for keys in held
    ]
    return found[scores.index(max(scores))] if any(scores) else (0, "")


def end_of_section(text: str, line: int, heading: str) -> int:
    """Return the offset behind the last line of a section that is not blank.

    A section ends where the next heading begins, of whatever level.

    Args:
        text: The document.
        line: Where its heading stood, from 1; 0 for the document's end.
        heading: The heading's text; of several alike, the one nearest to the line counts.

    Raises:
        BadValue: When there is no such heading.
    """
    end = len(text)
    if line:
        found = _headings(text)
        lines = [at for at, other in found if other == heading]
        if not lines:
            raise BadValue(f"the section “{heading}” is gone")
        begin = min(lines, key=lambda at: abs(at - line))
        following = next((at for at, _ in found if at > begin), None)
        if following:
            end = markdown.offsets(text)(following - 1)
    held = len(text[:end].rstrip())
    line_end = _BLANK.match(text, held, end)
    return line_end.end() if line_end else end


def _headings(text: str) -> list[tuple[int, str]]:
    """Return line, from 1, and text of each heading."""
    return [
        (token.map[0] + 1, inline.content.replace("\n", " "))
        for token, inline in pairwise(markdown.blocks().parse(text))
        if token.type == "heading_open" and token.level == 0 and token.map
    ]

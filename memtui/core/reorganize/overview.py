"""The list in a file's own text that says where its entries went."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from memtui.core.language.topics import topic_words
from memtui.core.reorganize.carry import Part
from memtui.core.reorganize.change import counted

_SAYS: Final = "Where its entries are now:"
_END: Final = r"(?:\r\n?|\n)"
_LIST: Final = re.compile(rf"(?<![^\r\n]){_SAYS}{_END}{{2}}(?:- `[^\r\n]*(?:{_END}|\Z))+")
_WORDS: Final = 5


def with_overview(own: Part, carried: Mapping[str, Sequence[str]], newline: str) -> Part:
    """Return a file's own text with a list of where entries went, or a longer one if it has it.

    Args:
        own: What stands before any entry.
        carried: The texts of the entries that went, by the name of the file that they went to.
        newline: The line end of the file.
    """
    lines = "".join(f"{line}{newline}" for line in _lines(carried))
    there = _LIST.search(own.text)
    if there is None:
        return own.with_more(f"{_SAYS}{newline}{newline}{lines}", newline)
    above, below = own.text[: there.end()], own.text[there.end() :]
    end = "" if above.endswith(("\n", "\r")) else newline
    return replace(own, text=f"{above}{end}{lines}{below}").alone()


def _lines(carried: Mapping[str, Sequence[str]]) -> Iterator[str]:
    every = [text for texts in carried.values() for text in texts]
    for name, here in carried.items():
        others = [text for text in every if text not in here]
        words = ", ".join(topic_words(here, others, _WORDS))
        yield f"- `{name}`: {counted(len(here))}{words and f': {words}'}"

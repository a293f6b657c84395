"""What an agent is given, and its size in tokens."""

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from memtui.core.memory import ContextFile

_RULE: Final = "\n\n---\n\n"
_MEMORY: Final = (
    "# Project Memory\n\n"
    "What earlier work on this project has taught. Keep to it where it touches your task, and "
    "say so when you find that something in it no longer holds."
)
_CONTEXT: Final = "# Project Context\n\nRules of this project that hold for every task."
# Scripts whose characters are about one token each: Han, kana, bopomofo and Hangul, with the
# punctuation and the full-width forms that go with them.
_DENSE: Final = re.compile(
    "[\u1100-\u11ff\u2e80-\u31ff\u3200-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f"
    "\uff00-\uffef\U00020000-\U0003ffff]+"
)


def tokens(text: str) -> int:
    """Return about how many tokens a model makes of a text.

    An estimate without a vocabulary: four ASCII characters are one token, two characters of
    other alphabets (accented Latin, Cyrillic, symbols) are one, and each Chinese, Japanese or
    Korean character is one; rounded up. For English prose and code the true number of common
    vocabularies lies within about a quarter of it.
    """
    if text.isascii():
        return -(-len(text) // 4)
    plain = len(text.encode("ascii", "ignore"))
    dense = sum(map(len, _DENSE.findall(text)))
    others = len(text) - plain - dense
    return -(-(plain + 2 * others + 4 * dense) // 4)


def prompt(
    names: Iterable[str], bodies: Mapping[str, str], context: Iterable["ContextFile"] = ()
) -> str:
    """Return what is put before a task.

    Args:
        names: The files that are loaded, in prompt order.
        bodies: Their bodies by name, as the profile's reader takes them.
        context: What ``automaker-app`` puts before the memory; empty for the other profiles.

    Returns:
        The prompt, ending with a line end; empty when there is nothing to put in it.
    """
    sections = [f"## {file.name}\n\n{file.text.strip()}" for file in context]
    if sections:
        sections.insert(0, _CONTEXT)
    memories = [f"## {_heading(name)}\n\n{bodies[name].strip()}" for name in names]
    if memories:
        sections += [_MEMORY, *memories]
    return _RULE.join(sections) + "\n" if sections else ""


def _heading(name: str) -> str:
    return (name[:-3] if name.lower().endswith(".md") else name).upper()

"""What an agent is given."""

from collections.abc import Iterable, Mapping
from typing import Final

from memtui.core.memory import ContextFile

_RULE: Final = "\n\n---\n\n"
_MEMORY: Final = (
    "# Project Memory\n\n"
    "What earlier work on this project has taught. Keep to it where it touches your task, and "
    "say so when you find that something in it no longer holds."
)
_CONTEXT: Final = "# Project Context\n\nRules of this project that hold for every task."


def prompt(
    names: Iterable[str], bodies: Mapping[str, str], context: Iterable[ContextFile] = ()
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

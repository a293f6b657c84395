"""What an agent is given."""

from collections.abc import Iterable, Mapping
from typing import Final

from memtui.core.memory import ContextFile, Memory
from memtui.core.scoring import Profile
from memtui.core.tokens import quarters, rounded

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


def prompt_tokens(
    memories: Iterable[Memory], profile: Profile, context: Iterable[ContextFile] = ()
) -> int:
    """Return the estimated tokens of a prompt without putting its text together.

    Args:
        memories: The files that are loaded.
        profile: Whose reader takes their bodies.
        context: As for `prompt`.
    """
    bodies = {memory.name: memory for memory in memories}
    before = tuple(context)
    empty = [ContextFile(file.name, "") for file in before]
    total = quarters(prompt(bodies, dict.fromkeys(bodies, ""), empty))
    total += sum(file.quarters for file in before)
    total += sum(_quarters(memory, profile) for memory in bodies.values())
    return rounded(total)


def _quarters(memory: Memory, profile: Profile) -> int:
    return memory.quarters if profile == "documented" else memory.automaker_quarters


def _heading(name: str) -> str:
    return (name[:-3] if name.lower().endswith(".md") else name).upper()

"""The state of a long piece of work, as a page that each session of the agent begins with."""

from collections.abc import Mapping
from typing import Final

from memtui.core.learning import one_line
from memtui.errors import BadValue

SECTIONS: Final = (
    ("goal", "Goal"),
    ("decisions", "Key decisions"),
    ("done", "Done"),
    ("next", "Next"),
    ("files", "Key files"),
)
"""Key and heading of each section, in order."""


def new_page(items: Mapping[str, tuple[str, ...]]) -> str:
    """Return the text of a page; a section without items keeps its heading, to be filled.

    Args:
        items: What stands in the sections, by key; the goal as paragraphs, all else as a list.

    Raises:
        BadValue: The goal is missing: without one there is nothing to keep.
    """
    lines = ["# Context"]
    for key, heading in SECTIONS:
        held = [line for item in items.get(key, ()) if (line := one_line(item))]
        if key == "goal" and not held:
            raise BadValue("say in one sentence what the work is to achieve", "goal")
        lines += ["", f"## {heading}"]
        if held:
            lines += ["", *(item if key == "goal" else f"- {item}" for item in held)]
    return "\n".join(lines) + "\n"

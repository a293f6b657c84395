"""The files of a new store, from what the project's own files say."""

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final, Literal

from memtui.core import categories
from memtui.core.learning import Learning, entry, one_line
from memtui.core.metadata import Metadata
from memtui.core.plan import Change, Plan

ProjectType = Literal["web", "cli", "library"]
TYPES: Final[dict[ProjectType, tuple[str, ...]]] = {
    "web": ("patterns", "api-conventions", "testing"),
    "cli": ("patterns", "dependencies", "debugging"),
    "library": ("patterns", "api-conventions", "dependencies"),
}
"""Per type of project: its categories, beside ``gotchas``."""

INDEX_NAME: Final = "_index.md"


@dataclass(frozen=True)
class Facts:
    """What the project's own files say about it; every text is one line.

    Attributes:
        name: The project's name.
        purpose: One or two sentences, or ``""``.
        type: The guessed type.
        guessed_from: Why that type, for a person.
        stack: Languages, frameworks and databases, most telling first.
        folders: Top folders with what they hold; ``""`` where that is not known.
        conventions: What holds everywhere: commands, linters, formatters.
        test_command: How the tests are run, or ``""``.
        source: The folder of the code with a ``/``, or ``""``.
        manifest: The file that lists the dependencies, or ``""``.
        unread: Manifests that could not be read, each with the reason.
    """

    name: str
    purpose: str = ""
    type: ProjectType = "library"
    guessed_from: str = "no manifest was found"
    stack: tuple[str, ...] = ()
    folders: tuple[tuple[str, str], ...] = ()
    conventions: tuple[str, ...] = ()
    test_command: str = ""
    source: str = ""
    manifest: str = ""
    unread: tuple[str, ...] = ()


def plan(
    facts: Facts, project_type: ProjectType, folder: str, existing: Collection[str], date: dt.date
) -> Plan:
    """Return the plan that makes the files which a store lacks.

    Args:
        facts: What the project says about itself.
        project_type: Decides the categories.
        folder: The memory folder, as plans spell paths.
        existing: Names that are taken in that folder; none of them is touched.
        date: The UTC date.
    """
    taken = {name.casefold() for name in existing}
    texts = {INDEX_NAME: index_page(facts)}
    for category in ("gotchas", *TYPES[project_type]):
        texts[f"{category}.md"] = first_file(category, facts, date)
    changes = tuple(
        Change(f"{folder}/{name}", None, text.encode())
        for name, text in texts.items()
        if name.casefold() not in taken
    )
    return Plan("make a memory store", changes)


def index_page(facts: Facts) -> str:
    """Return ``_index.md``: the page that tells people what the project is."""
    lines = [
        f"# {facts.name}: what agents remember",
        "",
        "This page is for people. It is never scored and never loaded into a prompt; the other",
        "files of this folder are. `gotchas.md` is always loaded: keep it short.",
        "",
        "## Project",
        "",
        f"- **Name:** {facts.name}",
        f"- **Purpose:** {facts.purpose or 'say here in one sentence what it is for'}",
        f"- **Stack:** {', '.join(facts.stack) or 'name languages, frameworks and databases'}",
        "",
        "## Key folders",
        "",
        *(f"- `{name}/`{f': {holds}' if holds else ''}" for name, holds in facts.folders),
    ]
    if not facts.folders:
        lines.append("- none yet")
    lines += ["", "## Critical conventions", ""]
    lines += [f"- {convention}" for convention in facts.conventions]
    if not facts.conventions:
        lines.append("- say here what every change has to respect")
    lines += [
        "",
        "## Where a learning goes",
        "",
        "- What must never happen again: `gotchas.md`.",
        "- Anything else: the file whose tags are words that a feature's title would use.",
        "- Write in the imperative, one learning each, with the paths that it applies to.",
        "",
    ]
    return "\n".join(lines)


def first_file(category: str, facts: Facts, date: dt.date) -> str:
    """Return a category's file with its first entries.

    Args:
        category: ``gotchas`` or one of the categories of `TYPES`.
        facts: What the project says about itself; lends commands and paths to the entries.
        date: The UTC date.
    """
    # Imported here for start-up: the types of projects are needed without it.
    from memtui.core.patch import plain_block

    tags, relevant_to, summary = _TOPICS[category]
    metadata = Metadata(
        tags=tags,
        relevant_to=relevant_to,
        summary=summary,
        importance=categories.importance(category),
    )
    title = category.replace("-", " ").capitalize()
    entries = [entry(learning, date) for learning in _first_entries(category, facts)]
    return plain_block(metadata) + "\n".join([f"# {title}\n", *entries])


_TOPICS: Final[dict[str, tuple[tuple[str, ...], tuple[str, ...], str]]] = {
    "gotchas": (
        ("bug", "error", "pitfall"),
        ("crash", "regression"),
        "Mistakes that must not happen twice",
    ),
    "patterns": (
        ("pattern", "component", "module", "service"),
        ("refactor", "refactoring", "structure"),
        "Proven solutions and module structure",
    ),
    "api-conventions": (
        ("api", "endpoint", "route", "interface"),
        ("request", "response", "validation", "signature"),
        "Naming, errors and versions of interfaces",
    ),
    "testing": (
        ("test", "tests", "testing"),
        ("coverage", "fixture", "regression"),
        "Running tests and writing fixtures",
    ),
    "dependencies": (
        ("dependency", "dependencies", "package", "version"),
        ("upgrade", "install", "lockfile"),
        "Choosing, pinning and upgrading packages",
    ),
    "debugging": (
        ("debug", "debugging", "log", "logging"),
        ("crash", "failure", "trace"),
        "Finding causes from logs and traces",
    ),
}
"""Per category: tags, topics and summary; each word can match a feature, none matches them all."""


_FIRST: Final[dict[str, tuple[Learning, ...]]] = {
    "gotchas": (
        Learning(
            "gotcha",
            "Keep secrets out of the repository",
            context="Keys, passwords and tokens that were committed once stay in the history.",
            tradeoffs="Read them from the environment; put only names and examples in files.",
        ),
        Learning(
            "gotcha",
            "Run {run} before you call a change done",
            context="Applies to {where}.",
            tradeoffs="Read the output to its end; fix what fails, do not skip it.",
        ),
    ),
    "patterns": (
        Learning(
            "pattern",
            "Look for a solution that exists before you write a second one",
            context="Two ways of doing one thing in {where} drift apart.",
            why="A search for the words of the task finds the code to extend.",
        ),
        Learning(
            "pattern",
            "Keep what changes together in one place",
            why="A change then touches one folder, and its review one page.",
        ),
    ),
    "api-conventions": (
        Learning(
            "decision",
            "Report every error with what happened, where, and what to do",
            why="Callers can act on it; a bare failure can only be logged.",
        ),
        Learning(
            "decision",
            "Add to an interface, remove from it only with a new version",
            why="Callers that nobody knows of depend on what was there.",
            breaking="Renaming a field breaks clients that are not in this repository.",
        ),
    ),
    "testing": (
        Learning(
            "decision",
            "Run {run} for every change",
            why="It is the command that has to pass before a merge.",
        ),
        Learning(
            "pattern",
            "Write the test that fails first when you mend a fault",
            why="It proves that the cause was found and keeps the fault from returning.",
        ),
    ),
    "dependencies": (
        Learning(
            "decision",
            "Ask before you add a dependency",
            context="Applies to {manifest}.",
            why="Each one has to be upgraded, audited and understood by everybody.",
        ),
        Learning(
            "decision",
            "Upgrade one dependency in one change",
            why="When something breaks, the cause is known and can be taken back alone.",
        ),
    ),
    "debugging": (
        Learning(
            "pattern",
            "Reproduce a fault with the smallest input before you change code",
            why="A change that was not seen to fail cannot be seen to help.",
        ),
        Learning(
            "pattern",
            "Log the identity of what is being worked on with every failure",
            context="Applies to {where}.",
            why="The line can then be followed through the whole run.",
        ),
    ),
}
"""Per category: its first entries, with gaps for what the project says about itself."""


def _first_entries(category: str, facts: Facts) -> tuple[Learning, ...]:
    words = {
        "where": f"`{facts.source}`" if facts.source else "the whole project",
        "manifest": f"`{facts.manifest}`" if facts.manifest else "the list of dependencies",
        "run": f"`{facts.test_command}`" if facts.test_command else "the tests",
    }
    return tuple(
        replace(
            learning,
            content=learning.content.format(**words),
            context=learning.context.format(**words),
        )
        for learning in _FIRST[category]
    )


def cut(text: str, width: int) -> str:
    """Return a text as one line of at most so many characters, cut at a word with ``…``."""
    line = " ".join(one_line(text).split())
    if len(line) <= width:
        return line
    return line[: width - 1].rsplit(" ", 1)[0].rstrip(",;:") + "…"

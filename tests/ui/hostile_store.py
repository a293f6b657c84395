"""A store in which every text is markup to a terminal library, or an order to a terminal."""

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from memtui.store.project import Project

MARKUP: Final = (
    "[/]",
    "[@click=app.quit]x[/]",
    "[Gotcha] x",
    "[bold",
    "[link=http://e/]x[/link]",
    "[[note]]",
    "[$primary]x[/]",
    '[a="b]',
)
"""Shown as they stand."""

CONTROL: Final = (
    "\x1b]0;title\x07",
    "\x1b[6n",
    "\x1bP$q\x1b\\",
    "\x9b31m",
    "\u202eexe.txt\u202c",
    "\u200frtl\u2066i",
    "two\u2028lines\x85",
    "nul\0del\x7f",
    "form\x0cfeed\x0b\x08",
)
"""Shown with a sign for each character that a terminal would act on."""

EVERYTHING: Final = (*MARKUP, *CONTROL)
LONG_LINE: Final = "long [bold] \x1b[6n line " * 500
LONG_WORD: Final = "[@click=app.quit]" * 600
PROJECT: Final = "[@click=app.quit]x[] \x1b]0;p\x07 \u202e[bold"

NAMES: Final = (
    "a[b]c.md",
    "x[@click=app.quit].md",
    "[bold.md",
    "[[note]].md",
    "[$primary]x.md",
    "rtl\u200f\u202e.md",
    "esc\x1b]0;title\x07.md",
    "c1\x9b31m.md",
    "two\nlines.md",
    "sep\u2028arated.md",
    " .md",
    "w" * 197 + ".md",
    "한" * 60 + ".md",
)
"""Names of files; none holds ``/`` or NUL, which no file system takes."""


def _quoted(items: tuple[str, ...]) -> str:
    """Return a YAML list in one line whose characters are all written as escapes."""
    return f"[{', '.join(map(json.dumps, items))}]"


def everything() -> str:
    """Return a memory that holds every hostile text in every field, heading and line."""
    one_line = " ".join(text.replace("\0", "") for text in EVERYTHING)
    body = [f"# {EVERYTHING[0]}", ""]
    for text in EVERYTHING:
        body += [f"#### [Gotcha] {text} (2026-01-02)", f"- **{text}** `{text}`", text, ""]
    body += [
        "[shown](javascript:quit) ![image](app.quit) <http://e/\x1b[6n> &#x202e;&#27;[6n",
        "",
        "| [@click=app.quit]a[/] | \x1b]0;b\x07 |",
        "|---|---|",
        "| [link](x) | [/] |",
        "",
        "```\x1b[6n",
        "[@click=app.quit]code[/] \x1b]0;c\x07",
        "```",
        LONG_LINE,
        "",
        LONG_WORD,
        "",
    ]
    return (
        "---\n"
        f"tags: {_quoted(EVERYTHING)}\n"
        f"relevantTo: {_quoted(EVERYTHING)}\n"
        f"summary: {json.dumps(one_line)}\n"
        "importance: 0.95\n"
        f"relatedFiles: {_quoted(EVERYTHING)}\n"
        "usageStats:\n  loaded: 1\n  referenced: 0\n  successfulFeatures: 0\n"
        "---\n" + "\n".join(body)
    )


ODD: Final = (
    "---\n"
    "# comment [@click=app.quit]x[/] \u202e\n"
    "tags:\n"
    "  - '[@click=app.quit]x[/]' # [/] \u202e\n"
    '  - "\\e]0;t\\a"\n'
    'importance: "[/] \\e[6n"\n'
    'summary: {"[@click=app.quit]": "\\e[6n"}\n'
    '"[bold \\e[6n": "[/]"\n'
    "relevantTo: &a [x, '[/]']\n"
    "relatedFiles: *a\n"
    "usageStats: '[/]'\n"
    "---\nbody\n"
)
"""Values of the wrong kind, comments and keys that the next load erases."""

BROKEN: Final = (
    "---\ntags: [a\x1b]0;title\x07, [/]\n\x1b[6n: [@click=app.quit]x[/]\n---\n# [/]\n\x9b31m\n"
)
"""A block that YAML cannot read, with raw control characters."""

TWICE: Final = '---\n"[/] \\e[6n": 1\n"[/] \\e[6n": 2\ntags: [x]\ntags: [y]\n---\nbody\n'
"""Keys that stand twice."""


def build(folder: Path) -> Project:
    """Make the project in a folder and return it; names that the system refuses are left out."""
    project = Project((folder / PROJECT).resolve())
    project.memory.mkdir(parents=True)
    texts = [everything(), ODD, BROKEN, TWICE]
    for index, name in enumerate(NAMES):
        text = texts[index] if index < len(texts) else f"---\ntags: [quit]\n---\n# {name}\n"
        with suppress(OSError):
            (project.memory / name).write_bytes(text.encode())
    (project.memory / "gotchas.md").write_bytes(everything().encode())
    with suppress(OSError):
        (project.memory / os.fsdecode(b"half\xff[bold.md")).write_bytes(b"# x\n")
    (project.memory / "bytes[bold.md").write_bytes(b"---\ntags: [a]\n---\n# \xff\x1b[6n\n")
    (project.memory / "folder[bold.md").mkdir()
    outside = folder / "out [@click=app.quit]x[] \x1b[6n"
    outside.mkdir()
    (outside / "away.md").write_text("# away \x1b[6n\n")
    (project.memory / "link[bold.md").symlink_to(outside / "away.md")
    project.context.mkdir()
    for text in ("ctx[@click=app.quit]x[].md", "ctx\x1b]0;title\x07.md", "ctx\u202e.txt"):
        (project.context / text).write_text("\n".join(EVERYTHING))
    for index, text in enumerate(EVERYTHING):
        place = project.features / f"{index:02} {text.replace('/', '|').replace(chr(0), '')}"
        place.mkdir(parents=True)
        feature = {"title": text, "description": LONG_LINE + text, "status": text}
        (place / "feature.json").write_text(json.dumps(feature))
    return project

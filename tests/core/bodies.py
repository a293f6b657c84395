"""Bodies that fight: everything that could be taken for a heading, or takes one in."""

import re
from collections import Counter
from collections.abc import Iterable

from hypothesis import strategies as st

from memtui.core import frontmatter
from memtui.core.entries import entries
from memtui.core.memory import Memory

TAME = (
    "### Keep totals in cents (2026-03-01)\n- **Context:** floats\n- **Why:** they drift\n\n",
    "#### [Gotcha] The sandbox rounds (2026-03-02)\n- **Situation:** three decimals\n",
    "#### [Gotcha] The sandbox rounds (2026-03-02)\n- **Situation:** three decimals\n",
    "### [/] [@click=app.quit] **b** `c`\n\ntext with two blanks at its end  \n\n\n",
    "### Fence\n\n```md\n### no heading\n---\ntags: [x]\n---\n```\n",
    "#### Tildes\n\n  ~~~~\n  ### none\n  ~~~\n  ### none either\n  ~~~~\n\n",
    "### Comment\n<!--\n### hidden\n\n## hidden too\n-->\n",
    "## Two\n\nits own text\n\n| k | v |\n|---|---|\n| a | b |\n\n",
    "Setext two\n----------\n\nbelow it\n\n",
    "### Conflict\n<<<<<<< ours\n### mine\n=======\n- theirs\n>>>>>>> theirs\n",
    "### Quoted\n> ### quoted\n> text\n\n- item\n\n  ### in the item\n",
    "##### Five\n\n###### Six\n\n",
    "### 한글 제목 🚀 (2026-01-01)\n- 값\n\x0c\u2028\n",
    "### Links\nsee [the page][x] and [y], note[^1]\n\n",
    "### Defines\n\n[x]: https://example.org/x 'X'\n[y]: <y z>\n\n[^1]: a note\n    goes on\n\n",
    "### Code\n\n    ### indented\n\n\ttabbed\n\n",
    "text of nobody\n\n",
    "- a bullet\n- another one\n\n  with more\n",
)
"""Blocks that any others can stand before and behind."""

WILD = (
    "## Section\n\n",
    "## Another section\n",
    "### Open\n```\n### swallowed\n",
    "### Open comment\n<!-- never closed\n\n",
    "   ### indented\n\ntext\n",
    "- item\n",
    "### \n",
    "text without a line end",
    "===\n",
    "---\n",
    "<div>\n",
    "[x]: elsewhere\n",
    "> quote\n",
    "\t",
    "\n",
)
"""Blocks that change what stands near them."""

HEADS = (
    "",
    "---\ntags: [a, edge-case]\nsummary: Words\nimportance: 0.95\nrelatedFiles: [src/a.ts]\n---\n",
    "---\ntags:\n  - a\n# a comment\nowner: me\n---\n",
    "---\nsummary: Use X: then Y\n---\n",
    "\ufeff---\nsummary: s\nusageStats:\n  loaded: 3\n---",
    "\ufeff",
)
TITLES = ("", "# Title\n\n", "\n# Title\n", "Title\n=====\n\nIntro.\n\n", "<!-- note -->\n# T\n")


def texts(
    blocks: tuple[str, ...] = TAME + WILD, heads: tuple[str, ...] = HEADS
) -> st.SearchStrategy[str]:
    """Return whole files made of blocks, with any line ends, the last one maybe missing."""

    def made(head: str, title: str, body: list[str], ends: list[str], cut: bool) -> str:
        text = "".join((title, *body))
        if head.endswith("---"):
            head += "\n" if text else ""
        lines = (head + text).split("\n")
        joined = "".join(
            line + (ends[i % len(ends)] if i < len(lines) - 1 else "")
            for i, line in enumerate(lines)
        )
        return joined.rstrip("\r\n") if cut else joined

    ends = st.one_of(
        st.sampled_from([["\n"], ["\r\n"], ["\r"]]),
        st.lists(st.sampled_from(["\n", "\r\n"]), min_size=2, max_size=5),
    )
    return st.builds(
        made,
        st.sampled_from(heads),
        st.sampled_from(TITLES),
        st.lists(st.sampled_from(blocks), max_size=8),
        ends,
        st.booleans(),
    )


def entry_texts(text: str) -> list[str]:
    """Return the entries of a file, without the blank lines and the line end behind each."""
    body = frontmatter.split(text).body
    return [_unended(body[entry.start : entry.end]) for entry in entries(body)]


def _unended(text: str) -> str:
    lines = re.split(r"(\r\n|\r|\n)", text)
    while len(lines) > 1 and not lines[-1].strip():
        del lines[-2:]
    return "".join(lines)


def own_lines(text: str) -> Counter[str]:
    """Return the lines outside entries that are not blank."""
    body = frontmatter.split(text).body
    at, lines = 0, Counter[str]()
    for start, end in [*((e.start, e.end) for e in entries(body)), (len(body), len(body))]:
        lines.update(" ".join(line.split()) for line in _split(body[at:start]))
        at = end
    return lines


def _split(text: str) -> Iterable[str]:
    return (
        line
        for line in text.replace("\r\n", "\n").replace("\r", "\n").replace("\ufeff", "").split("\n")
        if line.strip()
    )


def memories(**named: str) -> dict[str, Memory]:
    """Return files by name, each given by its category."""
    return {f"{name}.md": Memory(f"{name}.md", text) for name, text in named.items()}

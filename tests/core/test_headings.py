"""Titles and headings of documents in several formats."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.core.surveying.headings import outline, sections

MARKDOWN = """\
# Deploying *the* [server](x.md) with `make`

Text with a # sign.

```
# no heading
```

## Roll back {#back}

Staging
-------

- # in a list
"""


@pytest.mark.parametrize(
    ("name", "text", "title", "headings"),
    [
        ("a.md", MARKDOWN, "Deploying the server with make", ("Roll back", "Staging")),
        ("a.md", '---\ntitle: "Own title"\n---\n# First\n', "Own title", ("First",)),
        ("a.md", '<h1 align="center"><b>Logo</b> Name</h1>\n\n## Use\n', "Logo Name", ("Use",)),
        ("a.md", "## Only second\r\n\r\n### Third\r\n", "Only second", ("Third",)),
        ("a.md", "# Twice\n## Same\n## Same\n", "Twice", ("Same",)),
        ("a.md", "no heading at all\n", "", ()),
        ("a.rst", "=====\nTitle\n=====\n\nOne ``two``\n---------\n", "Title", ("One two",)),
        ("a.rst", "Use :class:`Thing`\n==================\n", "Use Thing", ()),
        (
            "a.rst",
            "Locks\n=====\n\n.. autoclass:: shop.Gate\n\n.. py:function:: shut(a)\n\nMore\n----\n",
            "Locks",
            ("More", "Gate", "shut"),
        ),
        ("a.rst", "====  ====\nA     B\n====  ====\n", "", ()),
        ("a.adoc", "= Title\n\n== Part one\n", "Title", ("Part one",)),
        ("a.org", "#+TITLE: Notes\n* First\n** Second\n", "Notes", ("First", "Second")),
        ("a.txt", "\nHow to ship\n\nText.\n", "How to ship", ()),
        ("README", "Name\n====\n\nUse\n---\n", "Name", ("Use",)),
        (
            "ci.yml",
            "name: Checks\non: push\njobs:\n  lint: {}\n  unit:\n    name: Unit tests\n",
            "Checks",
            ("lint", "unit", "Unit tests"),
        ),
        ("compose.yaml", "services:\n  db: {}\n  web: {}\n", "", ("db", "web")),
        (
            "openapi.yaml",
            "openapi: 3.1.0\ninfo:\n  title: Bookings\ntags:\n  - name: visits\n",
            "Bookings",
            ("visits",),
        ),
        (".gitlab-ci.yml", "image: x\nstages: [a]\nunit: {}\n.hidden: {}\n", "", ("unit",)),
        ("broken.yml", "a: [\n", "", ()),
        ("list.yml", "- a\n", "", ()),
        ("pyproject.toml", "[project]\n[tool.ruff.lint]\n[tool.mypy]\n", "", ("ruff", "mypy")),
        ("broken.toml", "[", "", ()),
        ("odd.toml", "tool = 1\n", "", ()),
        ("package.json", '{"scripts": {"dev": "x", "lint": "y"}}', "", ("dev", "lint")),
        ("broken.json", "{", "", ()),
        ("list.json", "[1]", "", ()),
        ("run", "#!/bin/sh\n# All checks.\nset -e\n", "All checks.", ()),
        ("Dockerfile.prod", "# The server's image\nFROM x\n", "The server's image", ()),
        ("main.rs", "# x\n", "", ()),
        ("empty.md", "", "", ()),
    ],
)
def test_outlines(name: str, text: str, title: str, headings: tuple[str, ...]) -> None:
    assert outline(name, text) == (title, headings)


def test_a_heading_is_one_harmless_line_that_a_cell_can_hold() -> None:
    title = outline("a.md", "# A `x` \x1b[31mred\u202e `b\n").title
    assert title.isprintable()
    assert "`" not in title
    assert len(outline("a.md", f"# {'long ' * 200}\n").title) <= 120


def test_only_so_many_headings_are_taken() -> None:
    text = "# T\n" + "".join(f"## H{number}\n" for number in range(500))
    assert len(outline("a.md", text).headings) == 60


def test_sections_are_the_parts_below_headings_of_the_second_level() -> None:
    text = "# T\nintro\n## One & only\na\n### Inner\nb\n## Zwei Größen\nc\n# Next\nd\n"
    found = sections(text)
    assert [(each.heading, each.anchor, each.headings) for each in found] == [
        ("One & only", "one--only", ("Inner",)),
        ("Zwei Größen", "zwei-größen", ()),
    ]
    assert [each.text for each in found] == ["a\n### Inner\nb\n", "c\n"]


@given(
    st.sampled_from(("a.md", "a.rst", "a.adoc", "a.org", "a.txt", "a.yml", "a.toml", "a.json")),
    st.text(alphabet=st.sampled_from("# =-*[]{}:\"'`\n\ra<h1>\\|"), max_size=80),
)
def test_any_text_has_an_outline(name: str, text: str) -> None:
    title, headings = outline(name, text)
    for heading in (title, *headings):
        assert "\n" not in heading
        assert heading == heading.strip()

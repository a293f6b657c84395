"""What a document is about: its title and headings, in markdown, reStructuredText and others."""

import json
import re
import tomllib
from collections.abc import Callable, Iterable
from itertools import islice, pairwise, takewhile
from typing import Final, NamedTuple

from memtui.core import frontmatter, markdown
from memtui.core.yaml_nodes import Mapping, Node, Scalar, Sequence, UnreadableError

_MOST: Final = 60
"""So many headings are taken."""
_LONGEST: Final = 120
"""So many characters of a heading are taken."""


class Section(NamedTuple):
    """A part of a document in markdown, below a heading of the second level.

    Attributes:
        heading: Its heading, one line without markup.
        anchor: What follows ``#`` in a link to it, as GitHub makes it.
        headings: The headings within it.
        text: Its text, without its own heading.
    """

    heading: str
    anchor: str
    headings: tuple[str, ...]
    text: str


class Outline(NamedTuple):
    """A document's title and headings, each one line without markup.

    Attributes:
        title: The title, or ``""``.
        headings: The headings below it, in order.
    """

    title: str = ""
    headings: tuple[str, ...] = ()


def outline(name: str, text: str) -> Outline:
    """Return a document's title and headings.

    Args:
        name: The file's name; its ending says how the text is written. A text whose format is
            not known has none.
        text: The text, or its beginning.
    """
    read = _script if text.startswith("#!") else _FORMATS.get(_format(name))
    if read is None:
        return Outline()
    title, headings = read(text.replace("\r\n", "\n").replace("\r", "\n"))
    found = dict.fromkeys(filter(None, map(_line, headings)))
    return Outline(_line(title), tuple(found)[:_MOST])


def _format(name: str) -> str:
    lowered = name.lower()
    return "dockerfile" if lowered.startswith("dockerfile") else lowered.rpartition(".")[2]


def _line(text: str) -> str:
    """Return a heading as one line that no terminal acts on and any cell of a table can hold."""
    shown = "".join(sign for sign in " ".join(text.split()) if sign.isprintable())
    return shown.replace("`", "'")[:_LONGEST].strip()


def _first_is_title(found: Iterable[str]) -> tuple[str, list[str]]:
    headings = list(found)
    return (headings[0], headings[1:]) if headings else ("", [])


# --- markdown -------------------------------------------------------------------------------

# Each expression takes a time that grows with the text alone, whatever the text is.
_TITLE: Final = re.compile(r"^title:(.*)$", re.MULTILINE)
_HTML_HEADING: Final = re.compile(
    r"<h([1-4])\b[^<>]*>((?:(?!<h[1-4]\b).)*?)</h\1>", re.IGNORECASE | re.DOTALL
)
_TAG: Final = re.compile(r"<[^<>]*>")
_ATTRIBUTES: Final = re.compile(r"\{[#.:][^{}]*\}$")
_LONGEST_MARKUP: Final = 500
"""Characters of a heading with its markup that are looked at."""


def _markdown(text: str) -> tuple[str, list[str]]:
    parts = frontmatter.split(text)
    named = _TITLE.search(parts.block)
    found: list[tuple[int, str]] = []
    tokens = markdown.blocks().parse(parts.body)
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and token.level == 0:
            found.append((int(token.tag[1]), _shown(tokens[place + 1].content)))
        elif token.type == "html_block":
            hits = _HTML_HEADING.findall(token.content)
            found += [(int(level), _TAG.sub(" ", inner)) for level, inner in hits]
    headings = [heading for level, heading in found if level <= 4]
    # Where no heading of the first level stands at the top, the first one is still the title.
    return (named[1].strip(" \t\"'"), headings) if named else _first_is_title(headings)


def sections(text: str) -> tuple[Section, ...]:
    """Return the parts of a document in markdown.

    Args:
        text: The text; line ends of any kind.
    """
    body = frontmatter.split(text).body
    offset = markdown.offsets(body)
    found: list[tuple[int, int, int, str]] = []
    tokens = markdown.blocks().parse(body)
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and token.level == 0 and token.map:
            line, below = token.map
            shown = _line(_shown(tokens[place + 1].content))
            found.append((int(token.tag[1]), offset(line), offset(below), shown))
    starts = [at for at, (level, *_) in enumerate(found) if level == 2][:_MOST]
    result = []
    for at in starts:
        _, _, start, heading = found[at]
        inner = list(takewhile(lambda each: each[0] > 2, islice(found, at + 1, None)))
        after = at + 1 + len(inner)
        end = found[after][1] if after < len(found) else len(body)
        if heading:
            headings = tuple(dict.fromkeys(each[3] for each in inner if each[3]))[:_MOST]
            result.append(Section(heading, _anchor(heading), headings, body[start:end]))
    return tuple(result)


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def _shown(heading: str) -> str:
    """Return the text that a heading shows."""
    written = heading[:_LONGEST_MARKUP].rstrip()
    (inline,) = markdown.inlines().parseInline(_ATTRIBUTES.sub("", written))
    return "".join(child.content for child in inline.children or () if child.type in _SHOWN)


_SHOWN: Final = ("text", "code_inline", "softbreak", "text_special")


# --- reStructuredText, AsciiDoc, Org, plain text --------------------------------------------

_ADORNMENT: Final = re.compile(r"^([=\-~^\"'`*+#<>_:.])\1{2,}[ \t]*$")
_ROLE: Final = re.compile(r":[\w:+.-]+:`([^`<]*)[^`]*`|``([^`]+)``|`([^`<]+)[^`]*`_{0,2}")


# What Sphinx documents: classes, functions, options.
_DOCUMENTED: Final = re.compile(
    r"^[ ]*\.\.[ ](?:[a-z]+:)?(?:auto)?(?:class|exception|function|decorator|method|attribute|data"
    r"|module|option|confval|setting|envvar)::[ ]+(?:[\w.]*\.)?(\w+)",
    re.MULTILINE,
)


def _restructured(text: str) -> tuple[str, list[str]]:
    title, headings = _first_is_title(_underlined(text.split("\n")))
    return title, [*headings, *_DOCUMENTED.findall(text)]


def _underlined(lines: list[str]) -> Iterable[str]:
    for heading, below in pairwise(lines):
        if (
            heading.strip()
            and heading[:1] not in " \t"
            and _ADORNMENT.match(below)
            and not _ADORNMENT.match(heading)
            and len(below.rstrip()) >= min(len(heading.rstrip()), 4)
        ):
            written = heading[:_LONGEST_MARKUP]
            yield _ROLE.sub(lambda match: match[1] or match[2] or match[3] or "", written)


def _plain_text(text: str) -> tuple[str, list[str]]:
    lines = text.split("\n")
    found = list(_underlined(lines))
    first = next((line.strip() for line in lines if line.strip()), "")
    if not found and len(first) <= _LONGEST and not _ADORNMENT.match(first):
        found = [first]
    return _first_is_title(found)


def _marked(expression: str) -> Callable[[str], tuple[str, list[str]]]:
    """Return a reader of headings that stand behind signs at the margin."""
    pattern = re.compile(expression, re.MULTILINE)
    return lambda text: _first_is_title(pattern.findall(text))


# --- manifests, pipelines, interfaces -------------------------------------------------------

_NO_JOBS: Final = frozenset(
    (
        *("default", "image", "include", "services", "stages", "variables", "workflow", "cache"),
        *("before_script", "after_script", "version", "name", "networks", "volumes", "on", "env"),
    )
)
"""Keys at the margin of pipelines that are no jobs."""


def _yaml(text: str) -> tuple[str, list[str]]:
    """Return the name of a pipeline, composition or interface and what its parts are called."""
    try:
        root = frontmatter.tree(f"{text}\n")
    except UnreadableError:
        return "", []
    if root is None:
        return "", []
    info = _mapping(root, "info")
    title = _text(root, "name") or (_text(info, "title") if info else "")
    parts: list[str] = []
    for key in ("jobs", "services"):
        inner = _mapping(root, key)
        for pair in inner.pairs if inner else ():
            parts += [pair.name, _text(pair.value, "name")]
    tags = root.find("tags")
    if tags and isinstance(tags.value, Sequence):
        parts += [_text(item, "name") for item in tags.value.items]
    if not parts and not info:
        parts = [pair.name for pair in root.pairs if pair.name not in _NO_JOBS]
    return title, [part for part in parts if part[:1] != "."]


def _mapping(node: Mapping, key: str) -> Mapping | None:
    pair = node.find(key)
    return pair.value if pair and isinstance(pair.value, Mapping) else None


def _text(node: Node, key: str) -> str:
    pair = node.find(key) if isinstance(node, Mapping) else None
    return pair.value.text if pair and isinstance(pair.value, Scalar) else ""


def _toml(text: str) -> tuple[str, list[str]]:
    """Return the tools that a manifest configures."""
    try:
        tools = tomllib.loads(text).get("tool", {})
    except (tomllib.TOMLDecodeError, RecursionError):
        return "", []
    return "", list(tools) if isinstance(tools, dict) else []


def _package_json(text: str) -> tuple[str, list[str]]:
    """Return the names of the scripts of a manifest."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return "", []
    scripts = content.get("scripts") if isinstance(content, dict) else None
    return "", list(scripts) if isinstance(scripts, dict) else []


def _script(text: str) -> tuple[str, list[str]]:
    """Return the first comment of a script as its title."""
    comments = re.findall(r"^#(?!!)[ \t]*(\S.*)$", text, re.MULTILINE)
    return (comments[0] if comments else ""), []


_FORMATS: Final[dict[str, Callable[[str], tuple[str, list[str]]]]] = {
    **dict.fromkeys(("md", "mdx", "markdown", "mdown", "mkd"), _markdown),
    "rst": _restructured,
    **dict.fromkeys(("adoc", "asciidoc"), _marked(r"^={1,4}[ \t]+(\S.*)$")),
    "org": _marked(r"^(?:\*{1,3}|#\+(?:TITLE|title):)[ \t]+(\S.*)$"),
    **dict.fromkeys(("txt", "readme", "changelog", "changes", "contributing"), _plain_text),
    **dict.fromkeys(("yml", "yaml"), _yaml),
    "toml": _toml,
    "json": _package_json,
    **dict.fromkeys(("sh", "dockerfile", "jenkinsfile"), _script),
}

"""Frontmatter in many shapes, and what another YAML reader says about a patched text."""

import json
import re
import warnings
from dataclasses import dataclass
from pathlib import Path

from hypothesis import strategies as st
from ruamel.yaml import YAML

from memtui.core import frontmatter
from memtui.core.metadata import Value
from memtui.errors import CannotPatch

DATA = Path(__file__).parent.parent / "data" / "frontmatter-shapes.json"

EDITS: tuple[tuple[str, Value], ...] = (
    ("tags", ()),
    ("tags", ("anchor",)),
    ("tags", ("chain", "anchor")),
    ("tags", ("anchor", "chain", "new words", "404")),
    ("tags", ("first", "anchor", "chain")),
    ("relevantTo", ("mooring", "berth")),
    ("relatedFiles", ("deck/bow.md", "c#/@scope/a.b")),
    ("summary", "Plain words"),
    ("summary", "Use chain: then rope # not a comment"),
    ("summary", "It's “한글” and 🚀"),
    ("importance", 0.25),
    ("importance", 1),
    ("usageStats.loaded", 1234),
    ("usageStats.referenced", 7),
    ("usageStats.successfulFeatures", 9),
)
"""What is done to every shape."""


@dataclass(frozen=True)
class Shape:
    """A memory file; `refuses` holds the keys that cannot be patched, ``*`` for all."""

    name: str
    text: str
    refuses: tuple[str, ...]


def shapes() -> list[Shape]:
    """Return the named shapes."""
    found = json.loads(DATA.read_text(encoding="utf-8"))
    return [Shape(s["name"], "".join(s["lines"]), tuple(s["refuses"])) for s in found]


def loaded(text: str) -> dict[str, object]:
    """Return what ruamel.yaml itself loads from a text's block, a tab taken for a space."""
    block = frontmatter.split(text).block.replace("\t", " ")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return YAML(typ="safe", pure=True).load(block) or {}


def without(values: dict[str, object], key: str) -> dict[str, object]:
    """Return loaded values without one key; counters that are 0 or missing count as the same."""
    top, _, counter = key.partition(".")
    rest = {name: value for name, value in values.items() if name != top}
    stats = values.get("usageStats")
    if counter and isinstance(stats, dict):
        rest["usageStats"] = {k: v for k, v in stats.items() if k != counter and v != 0}
    if not rest.get("usageStats"):
        rest.pop("usageStats", None)
    return rest


def region(text: str, key: str) -> tuple[int, int] | None:
    """Return where a key's value stands, from behind the colon on; None when it is missing."""
    parts = frontmatter.split(text)
    base = len(parts.opening)
    node = YAML(typ="safe", pure=True).compose(parts.block.replace("\t", " "))
    start = end = 0
    for name in key.split("."):
        pairs = node.value if node is not None and node.id == "mapping" else []
        found = [(k, v) for k, v in pairs if k.value == name]
        if not found:
            return None
        start, node = found[0][0].end_mark.index, found[0][1]
        end = node.end_mark.index
    # The end of a block list, and the place of an empty value, lie in front of the next key:
    # what stands between is no part of it.
    rest = re.compile(r"(?:[ \t]*(?:#[^\r\n]*)?(?:\r\n?|\n))*\Z")
    if node.id != "scalar" or not node.value:
        tail = rest.search(parts.block, start, end)
        end = tail.start() if tail and tail.start() > start else end
        end = parts.block.find("\n", end) + 1 or len(parts.block)
    return base + start, base + end


def assert_only_value_changed(old: str, new: str, key: str, value: Value) -> None:
    """Assert that a patched text says the value, and nothing else differs in it."""
    reading, before = frontmatter.read(new), frontmatter.read(old)
    assert reading.bad is None
    assert reading.metadata.value(key) == value
    assert reading.body == before.body
    assert without(loaded(new), key) == without(loaded(old), key)
    where = region(old, key)
    if where is None:
        # A missing key is only added.
        start = next(
            (i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), len(old)
        )
        assert new.endswith(old[start:])
    else:
        assert new.startswith(old[: where[0]])
        assert new.endswith(old[where[1] :])
        assert len(new) >= where[0] + len(old) - where[1]


def assert_says_why(error: CannotPatch, text: str) -> None:
    """Assert that a refusal names a line of the block and a reason."""
    assert error.reason
    assert 1 <= error.line <= 1 + len(re.findall(r"\r\n?|\n", text))
    assert str(error) == f"line {error.line}: {error.reason}"


PLAIN = """---
tags: [tide, moon phase]
summary: When the harbour falls dry
relevantTo: [mooring]
importance: 0.8
relatedFiles: [docs/tides.md]
usageStats:
  loaded: 3
  referenced: 2
  successfulFeatures: 1
---
# Tides
"""
"""A frontmatter in the shape in which memtui and Automaker write it."""

# Pieces of blocks, from well-formed lines down to single indicators.
PIECES = """tags: [a, 'b c', "d"]
summary: words here # note
importance: 0.5
importance:
usageStats:
  loaded: 3
  referenced:
owner: x y
tags:
  - a
  - 'b'
- c
# note
relevantTo: [a,]
relatedFiles: [ ]
summary: "q: #"
true: x
"""
SCRAPS = (
    *("a", "b c", "0.5", "404", "yes", "~", "null", "1e3", "+5", "http://a", "c#", "it's", "a:b"),
    *("[", "]", "{", "}", ",", ", ", "- ", "  - ", "-", "#", " #x", "'", '"', "\\", ": ", ":", "|"),
    *("> ", "&x ", "*x", "!t ", "<<: ", "? ", "%", "@", "`", "...", "한", "😀"),
    *("\n", "\r\n", "\r", "\t", "\x0c", "\u2028", "\x85", "\ufeff", "\u00a0", " ", "  "),
)
LINES = st.sampled_from(PIECES.splitlines(keepends=True))
BLOCKS = st.lists(
    LINES | LINES.map(lambda line: line.replace("\n", "\r\n")) | st.sampled_from(SCRAPS), max_size=9
)
"""Blocks that may be sound, made of those."""

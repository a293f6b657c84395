"""The quick parser of frontmatter: where it answers, the complete one says the same."""

import subprocess
import sys
from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memtui.core import frontmatter, yaml_block, yaml_plain
from memtui.core.metadata import Metadata
from memtui.core.yaml_nodes import Mapping, UnreadableError
from tests.core.shapes import BLOCKS, PLAIN


def said(parse: Callable[[str], object], block: str) -> object:
    """Return what a parser makes of a block: a tree, or its reason and place to refuse it."""
    try:
        return parse(block)
    except UnreadableError as error:
        return (error.reason, error.at)


class TestQuickParser:
    @settings(max_examples=1500, deadline=None)
    @given(BLOCKS)
    @example(["tags: [a, ,]\n"])
    @example(["tags: [,]\n"])
    @example(["tags: ['a'b]\n"])
    @example(["summary: x\n", "  more\n"])
    @example(["summary: x: y\n", "=======\n"])
    @example(["tags: [\n", "summary: x: y\n"])
    @example(["usageStats:\n", "summary: x: y # z: w\n", "'\n"])
    @example(["tags:\n", "  - a\n", "   - b\n"])
    def test_where_it_answers_the_complete_parser_says_the_same(self, pieces: list[str]) -> None:
        text = "".join(pieces)
        quick = said(yaml_plain.parse, text)
        assert quick is None or quick == said(yaml_block.parse, text)

    @pytest.mark.parametrize(
        ("line", "at"),
        [
            ("summary: Ranking: names\n", 16),
            ("owner: a b: c: d\r\n", 10),
            ("owner: a:\n", 8),
            ("x: a : b # c\n", 5),
        ],
    )
    def test_a_second_colon_needs_no_other_parser(self, line: str, at: int) -> None:
        block = f"tags:\n  - a\n{line}importance: 0.5\n"
        quick = said(yaml_plain.parse, block)
        assert quick == said(yaml_block.parse, block)
        assert quick == (yaml_plain.SECOND_COLON, block.index(line) + at)

    @settings(max_examples=300, deadline=None)
    @given(BLOCKS)
    def test_no_text_raises(self, pieces: list[str]) -> None:
        text = "".join(("---\n", *pieces, "\n---\nbody\n"))
        reading = frontmatter.read(text)
        assert reading.bad is None or reading.metadata == Metadata()
        assert text.endswith(reading.body)

    @settings(max_examples=400, deadline=None)
    @given(
        tags=st.lists(
            st.sampled_from(["a", "b c", "x-y", "true", "Null", "a.b/c", "no"]), max_size=3
        ),
        summary=st.sampled_from(
            ["Words", "true", "It's so – here", "a, b; (c)", "a  b", "x.", "한 글"]
        ),
        importance=st.sampled_from(["0", "1", "0.85", "0.", "00", "1.0"]),
        counter=st.sampled_from(["0", "12", "007", "999999999999999"]),
        ending=st.sampled_from(["\n", "\r\n"]),
    )
    def test_plain_shape_read_at_once_says_what_the_tree_says(
        self, tags: list[str], summary: str, importance: str, counter: str, ending: str
    ) -> None:
        words = ", ".join(tags)
        text = (
            f"---\ntags: [{words}]\nsummary: {summary}\nrelevantTo: []\nimportance: {importance}\n"
            f"relatedFiles: [{words}]\nusageStats:\n  loaded: {counter}\n  referenced: {counter}\n"
            f"  successfulFeatures: 1\n---\nbody\n"
        ).replace("\n", ending)
        assert frontmatter.read(text) == frontmatter.read_parts(frontmatter.split(text))[0]

    @pytest.mark.parametrize(
        "lines",
        [
            PLAIN[4:-12],
            "tags:\n  - a\n  - 'b c' # note\nsummary: \"q: #\"\n# note\n\nowner: x\n",
            "tags:\n- a\nusageStats:\n    loaded: 1\n",
            "tags: [a, 'b, c',]\r\nsummary: x # y\r\n",
        ],
    )
    def test_common_shapes_need_no_other_parser(self, lines: str) -> None:
        assert isinstance(yaml_plain.parse(lines), Mapping)

    def test_reading_and_counting_plain_files_imports_no_yaml_library(self) -> None:
        program = (
            "import sys\nfrom memtui.core import frontmatter, marks, patch\n"
            f"text = {PLAIN!r}\nfrontmatter.read(text)\nmarks.marks(text)\n"
            "text = patch.replace(text, 'usageStats.loaded', 4)\n"
            "text = patch.replace(text.replace('\\n', '\\r\\n'), 'tags', ('tide', 'new'))\n"
            "assert not [name for name in sys.modules if name.startswith('ruamel')]\n"
        )
        subprocess.run([sys.executable, "-c", program], check=True)

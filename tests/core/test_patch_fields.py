import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.core import automaker, frontmatter, patch
from memtui.core.metadata import KEYS, Metadata, UsageStats, Value
from memtui.core.patch.values import spell
from memtui.errors import BadValue, CannotPatch
from tests.core.shapes import Shape, assert_says_why, shapes

BODY = "# Ground tackle\n\ntags: [body]\n---\nend"


def mended(lines: str, key: str) -> str:
    """Return the lines of a block after a field was written on one line."""
    text = f"---\n{lines}\n---\n{BODY}"
    new = patch.one_line(text, key)
    assert automaker.read(new)[0].value(key) == frontmatter.read(new).metadata.value(key)
    return new[4 : -len(BODY) - 5]


class TestValues:
    @pytest.mark.parametrize(
        ("key", "words", "value"),
        [
            ("tags", ["a", "b c"], ("a", "b c")),
            ("tags", [], ()),
            ("relatedFiles", ["src/a.ts"], ("src/a.ts",)),
            ("summary", ["Two", "words"], "Two words"),
            ("importance", ["0.8"], 0.8),
            ("importance", [".5"], 0.5),
            ("importance", ["1"], 1.0),
            ("importance", [], 0.5),
            ("usageStats.loaded", ["12"], 12),
            ("usageStats.referenced", [], 0),
        ],
    )
    def test_words_become_a_value(self, key: str, words: list[str], value: Value) -> None:
        parsed = patch.parse(key, words)
        assert parsed == value
        assert type(parsed) is type(value)

    @pytest.mark.parametrize(
        ("key", "words", "reason"),
        [
            ("tags", ["a, b"], "a comma"),
            ("tags", ["it's"], "a quote mark"),
            ("tags", ['"a"'], "a quote mark"),
            ("tags", ["[a]"], "a square bracket"),
            ("tags", ["a]"], "a square bracket"),
            ("tags", [""], "empty"),
            ("tags", [" "], "empty"),
            ("tags", ["a\nb"], "line end or control"),
            ("tags", ["a\u2028b"], "line end or control"),
            ("tags", ["a\x1bb"], "line end or control"),
            ("summary", [], "next line"),
            ("summary", ["  "], "next line"),
            ("summary", ["a\r\nb"], "line end or control"),
            ("summary", ["a\ud800"], "line end or control"),
            ("importance", ["1.1"], "0 to 1"),
            ("importance", ["-0.1"], "0 to 1"),
            ("importance", ["nan"], "no number"),
            ("importance", ["high"], "no number"),
            ("importance", ["0.5", "0.6"], "one number"),
            ("usageStats.loaded", ["-1"], "whole number"),
            ("usageStats.loaded", ["1.5"], "whole number"),
            ("usageStats.loaded", ["1_0"], "whole number"),
            ("usageStats.loaded", ["9" * 5000], "whole number"),
            ("usageStats", ["1"], "no such key"),
            ("owner", ["x"], "no such key"),
        ],
    )
    def test_what_a_key_cannot_take_is_refused(
        self, key: str, words: list[str], reason: str
    ) -> None:
        with pytest.raises(BadValue, match=reason) as caught:
            patch.parse(key, words)
        assert caught.value.key == key
        assert str(caught.value).startswith(f"{key}: ")

    @pytest.mark.parametrize(
        ("key", "value"),
        [
            ("tags", "a"),
            ("tags", ("a", "b,")),
            ("summary", 4),
            ("summary", ()),
            ("importance", "0.5"),
            ("importance", True),
            ("importance", float("nan")),
            ("usageStats.loaded", 1.0),
            ("usageStats.loaded", -1),
            ("usageStats.loaded", False),
            ("other", 1),
        ],
    )
    def test_a_value_of_the_wrong_kind_is_refused_before_anything_else(
        self, key: str, value: Value
    ) -> None:
        with pytest.raises(BadValue):
            patch.check(key, value)
        with pytest.raises(BadValue):
            patch.replace("---\n- broken\n---\n", key, value)

    @settings(max_examples=300, deadline=None)
    @given(
        st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=12)
    )
    def test_every_text_is_spelled_so_that_yaml_reads_it(self, text: str) -> None:
        if "\ufffe" in text or "\uffff" in text:
            return
        for place, lines in (
            ("value", "summary: {}"),
            ("flow", "tags: [{}]"),
            ("item", "tags:\n- {}"),
        ):
            for style in ("", "'", '"'):
                spelled = spell(text, place, style)  # type: ignore[arg-type]
                metadata = frontmatter.read(f"---\n{lines.format(spelled)}\n---\n").metadata
                assert (metadata.summary or metadata.tags[0]) == text


class TestPlainBlock:
    def test_every_value_on_its_line(self) -> None:
        metadata = Metadata(("a", "b c"), ("d",), "Use X: y", 0.75, ("e.ts",), UsageStats(1, 2, 3))
        assert patch.plain_block(metadata, "\r\n").split("\r\n") == [
            "---",
            "tags: [a, b c]",
            'summary: "Use X: y"',
            "relevantTo: [d]",
            "importance: 0.75",
            "relatedFiles: [e.ts]",
            "usageStats:",
            "  loaded: 1",
            "  referenced: 2",
            "  successfulFeatures: 3",
            "---",
            "",
        ]

    def test_no_number_is_written_as_the_default(self) -> None:
        assert "importance: 0.5\n" in patch.plain_block(Metadata(importance=float("nan")))

    @settings(max_examples=150, deadline=None)
    @given(
        items=st.lists(st.text("ab 0-.#:&*!é한🚀\\{}|%@", min_size=1, max_size=6), max_size=3),
        summary=st.text("ab 0-.#:&*!é한🚀{}|%@,[]", min_size=1, max_size=9).map(lambda s: f"x{s}x"),
        importance=st.floats(0, 1),
        counter=st.integers(0, 2**53),
    )
    def test_both_readers_read_back_what_is_written(
        self, items: list[str], summary: str, importance: float, counter: int
    ) -> None:
        tags = tuple(item for item in items if item.strip())
        stats = UsageStats(counter, 0, counter)
        metadata = Metadata(tags, tags, summary, importance, tags, stats)
        text = patch.plain_block(metadata) + "body\n"
        assert frontmatter.read(text).metadata == metadata
        assert automaker.read(text) == (metadata, "body\n")


class TestOneLine:
    @pytest.mark.parametrize(
        ("lines", "key", "expected"),
        [
            ("tags:\n  - a\n  # one\n  - b # two\nx: 1", "tags", "tags: [a, b]\nx: 1"),
            ("tags: # all\n- a # one\nx: 1", "tags", "tags: [a] # all\nx: 1"),
            ("tags: [\n  a,\n  b\n] # all", "tags", "tags: [a, b] # all"),
            ("tags: word", "tags", "tags: [word]"),
            ("tags: [404]", "tags", 'tags: ["404"]'),
            ('"tags": [a]', "tags", "tags: [a]"),
            ("tags : [a]", "tags", "tags: [a]"),
            ("a: &a [b]\ntags: *a # x", "tags", "a: &a [b]\ntags: [b] # x"),
            ("my_tags: [x]\nsummary: s", "tags", "tags: []\nmy_tags: [x]\nsummary: s"),
            ("summary: Words # note", "summary", "summary: Words"),
            ("summary: >\n  One\n  two\nx: 1", "summary", "summary: One two\nx: 1"),
            ("summary: |\n  One\n\n  two\nx: 1", "summary", "summary: One two\nx: 1"),
            ("summary: One\n  two", "summary", "summary: One two"),
            ('summary: "say \\"x\\""', "summary", "summary: 'say \"x\"'"),
            ("summary:\ntags: [a]", "summary", "summary: Ground tackle\ntags: [a]"),
            ("tags: [a]", "summary", "tags: [a]\nsummary: Ground tackle"),
            ("importance: '0.9' # n", "importance", "importance: 0.9 # n"),
            ("importance: 9e-1", "importance", "importance: 0.9"),
            ("importance: -3", "importance", "importance: 0"),
            ("importance: .", "importance", "importance: 0.5"),
            ("usageStats:\n  loaded: '3'", "usageStats.loaded", "usageStats:\n  loaded: 3"),
            ("usageStats: {loaded: '3'}", "usageStats.loaded", "usageStats: {loaded: 3}"),
            ("{tags: word, summary: s}", "tags", "{tags: [word], summary: s}"),
        ],
    )
    def test_field_becomes_one_line(self, lines: str, key: str, expected: str) -> None:
        assert mended(lines, key) == expected

    @pytest.mark.parametrize(
        ("lines", "key", "reason"),
        [
            ("tags: ['a, b']", "tags", "a comma"),
            ('tags: ["it\'s"]', "tags", "a quote mark"),
            ("tags: ['[a]']", "tags", "a square bracket"),
            ("tags: [a, ~]", "tags", "an empty item"),
            ("# old tags: [dead]\ntags: [a]", "tags", "earlier"),
            ("x_importance: 0.2\nimportance: 0.4", "importance", "earlier"),
            ('summary: "it\'s \\"X: y\\""', "summary", "no way"),
            ("tags: [a]\ntags: [b]", "tags", "stands twice"),
            ("? tags\n: [a]", "tags", "“?”"),
        ],
    )
    def test_what_automaker_would_not_read_either_way_is_refused(
        self, lines: str, key: str, reason: str
    ) -> None:
        with pytest.raises(CannotPatch, match=re.escape(reason)) as caught:
            mended(lines, key)
        assert_says_why(caught.value, f"---\n{lines}\n---\n{BODY}")

    @pytest.mark.parametrize("text", ["\ufeff---\ntags: [a]\n---\n", "---\ntags: [a]\n---"])
    def test_a_block_that_automaker_does_not_see_is_refused(self, text: str) -> None:
        with pytest.raises(CannotPatch, match="sees no block"):
            patch.one_line(text, "tags")

    def test_an_empty_summary_takes_the_title_or_the_name_or_is_refused(self) -> None:
        assert "summary: Title\n" in patch.one_line("---\nsummary:\n---\n# Title\n", "summary")
        assert "summary: name\n" in patch.one_line("---\nsummary:\n---\n", "summary", name="name")
        with pytest.raises(CannotPatch, match="no title"):
            patch.one_line("---\nsummary:\n---\nbody", "summary")

    @pytest.mark.parametrize("shape", shapes(), ids=lambda shape: shape.name)
    def test_both_readers_agree_afterwards_or_the_refusal_says_why(self, shape: Shape) -> None:
        before = frontmatter.read(shape.text)
        for key in KEYS:
            try:
                new = patch.one_line(shape.text, key, name="name")
            except CannotPatch as error:
                assert_says_why(error, shape.text)
                continue
            reading = frontmatter.read(new)
            assert automaker.read(new)[0].value(key) == reading.metadata.value(key)
            assert reading.body == before.body.removeprefix("\ufeff")
            for other in set(KEYS) - {key, "summary"}:
                assert reading.metadata.value(other) == before.metadata.value(other)


class TestAddedBlocks:
    BODIES = (
        "",
        "end",
        "# Ground tackle\r\n\r\nend\r\n",
        "\ufeff# A\n",
        "---\nopen\n",
        "a: 1\n---\n",
    )

    @pytest.mark.parametrize("body", BODIES)
    @pytest.mark.parametrize(
        ("key", "value"), [("tags", ("a",)), ("importance", 0.7), ("usageStats.loaded", 3)]
    )
    def test_a_value_that_goes_again_takes_the_block_that_came_with_it(
        self, body: str, key: str, value: Value
    ) -> None:
        added = patch.replace(body, key, value, name="name")
        assert patch.without_added(added, body, name="name") == added
        again = patch.replace(added, key, Metadata().value(key), name="name")
        assert patch.without_added(again, body, name="name") == body

    def test_the_body_is_the_one_that_stands_there(self) -> None:
        text = patch.replace("# A\n", "tags", ("a",)).replace("# A", "# B").replace("[a]", "[]")
        assert patch.without_added(text, "# A\n") == "# B\n"

    def test_what_the_file_or_a_person_put_there_stays(self) -> None:
        added = patch.plain_block(Metadata(summary="A")) + "# A\n"
        assert patch.without_added(added, "# A\n") == "# A\n"
        assert patch.without_added(added, added) == added
        for typed in (
            added.replace("summary: A", "summary: typed"),
            added.replace("tags: []", "tags: []  # mine"),
            added.replace("tags: []", "owner: me\ntags: []"),
        ):
            assert patch.without_added(typed, "# A\n") == typed
        hidden = patch.plain_block(Metadata(summary="name")) + "---\n---\n"
        assert patch.without_added(hidden, "end", name="name") == hidden

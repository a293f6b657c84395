import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.core import frontmatter
from memtui.core.metadata import Metadata, UsageStats, Value
from tests.core.shapes import PLAIN, Shape, loaded, shapes


def block(lines: str) -> frontmatter.Reading:
    return frontmatter.read(f"---\n{lines}\n---\n# Body\n")


def value(lines: str, key: str) -> Value:
    reading = block(lines)
    assert reading.bad is None
    return reading.metadata.value(key)


class TestSplit:
    @pytest.mark.parametrize(
        ("text", "pieces"),
        [
            ("---\na: 1\n---\nbody", ("---\n", "a: 1\n", "---\n", "body")),
            ("\ufeff---\r\na: 1\r\n---\r\n", ("\ufeff---\r\n", "a: 1\r\n", "---\r\n", "")),
            ("---\na: 1\n---", ("---\n", "a: 1\n", "---", "")),
            ("--- \t\na: 1\n---  \n\n\nx", ("--- \t\n", "a: 1\n", "---  \n", "\n\nx")),
            ("---\n---\nbody", ("---\n", "", "---\n", "body")),
            ("---\ra: 1\r---\rx", ("---\r", "a: 1\r", "---\r", "x")),
            ("---\na: 1\n...\nb: 2\n---\n", ("---\n", "a: 1\n...\nb: 2\n", "---\n", "")),
            (
                "---\na: x\n --- \n----\n---x\n---\n",
                ("---\n", "a: x\n --- \n----\n---x\n", "---\n", ""),
            ),
            ("---\na: 1\n", ("", "", "", "---\na: 1\n")),
            ("---\na: 1\n...\n", ("", "", "", "---\na: 1\n...\n")),
            ("\n---\na: 1\n---\n", ("", "", "", "\n---\na: 1\n---\n")),
            ("----\na: 1\n---\n", ("", "", "", "----\na: 1\n---\n")),
            ("---", ("", "", "", "---")),
            ("", ("", "", "", "")),
        ],
    )
    def test_block_ends_at_the_first_closing_line(
        self, text: str, pieces: tuple[str, str, str, str]
    ) -> None:
        parts = frontmatter.split(text)
        assert (parts.opening, parts.block, parts.closing, parts.body) == pieces
        assert parts.has_block == bool(parts.closing)

    @given(
        st.lists(st.sampled_from(["---", "-", "\n", "\r", "\r\n", "a: b", " ", "\ufeff", "\u2028"]))
    )
    def test_pieces_concatenate_to_the_text(self, pieces: list[str]) -> None:
        text = "".join(pieces)
        parts = frontmatter.split(text)
        assert parts.opening + parts.block + parts.closing + parts.body == text

    @pytest.mark.parametrize(("offset", "line"), [(0, 2), (5, 3), (12, 4), (17, 5)])
    def test_line_counts_every_kind_of_line_end(self, offset: int, line: int) -> None:
        parts = frontmatter.split("---\na: 1\nbb: 2\r\nc: 3\rd: 4\n---\n")
        assert parts.line(offset) == line


class TestValues:
    def test_plain_shape_gives_every_value(self) -> None:
        reading = frontmatter.read(PLAIN)
        assert reading.metadata == Metadata(
            tags=("tide", "moon phase"),
            relevant_to=("mooring",),
            summary="When the harbour falls dry",
            importance=0.8,
            related_files=("docs/tides.md",),
            usage_stats=UsageStats(3, 2, 1),
        )
        assert reading.body == "# Tides\n"
        assert reading.oddities == ()

    @pytest.mark.parametrize(
        "text", ["", "# Body\n", "---\n---\nx", "---\n# note\n\n---\nx", "---\nx"]
    )
    def test_no_or_empty_block_gives_the_defaults(self, text: str) -> None:
        reading = frontmatter.read(text)
        assert reading.metadata == Metadata()
        assert reading.bad is None
        assert reading.oddities == ()

    @pytest.mark.parametrize(
        ("lines", "items"),
        [
            ("tags: [a, b c]", ("a", "b c")),
            ("tags: [a, b,]", ("a", "b")),
            ("tags: []", ()),
            ("tags: [ ]", ()),
            ("tags: ['a, b', \"c]\", it's]", ("a, b", "c]", "it's")),
            ("tags:\n  - a\n  - b c", ("a", "b c")),
            ("tags:\n- a # one\n\n# two\n- 'b'", ("a", "b")),
            ("tags: [\n  a, # one\n  b\n]", ("a", "b")),
            ("tags: &t [a]\nrelevantTo: *t", ("a",)),
            ("relevantTo: &t [a]\ntags: *t", ("a",)),
            ("tags: !!seq [a]", ("a",)),
            ('tags: ["\\u00e9", "\\ud83d\\ude00", "\\ud83d"]', ("é", "😀", "\ufffd")),
            ("tags: [인증, 🚀]", ("인증", "🚀")),
            ("base: &b {tags: [a]}\n<<: *b", ("a",)),
            ("base: &b {tags: [a]}\n<<: [*b]\ntags: [c]", ("c",)),
            ("tags:\t[a]\t# one\nsummary:\tx\ty\t\n\t\n\t# two", ("a",)),
            ("tags\t:\n-\ta\n-\t'b'\t\nusageStats:\t\n  loaded: 1\t", ("a", "b")),
            ("tags: [a\u2028b, 'c\x85'] # \u2029 one", ("a\u2028b", "c\x85")),
            ("# one \U000f2028\ntags: ['\U000f2028', b] # \x7e", ("\U000f2028", "b")),
        ],
    )
    def test_lists_of_every_shape(self, lines: str, items: tuple[str, ...]) -> None:
        assert value(lines, "tags") == items
        assert block(lines).oddities == ()

    @pytest.mark.parametrize(
        ("lines", "summary"),
        [
            ("summary: Plain # note", "Plain"),
            ("summary: c# and a:b", "c# and a:b"),
            ("summary: 'it''s'", "it's"),
            ('summary: "Use X: then \\"Y\\""', 'Use X: then "Y"'),
            ("summary: one\n  two", "one two"),
            ("summary: one\ttwo \u2028 three\t# note", "one\ttwo \u2028 three"),
            ("summary: 'one\ttwo'\t", "one\ttwo"),
            ("summary: >-\n  one\n  two", "one two"),
            ("summary: |\n  one\n", "one\n"),
            ('summary: ""', ""),
            ("summary: 'null'", "null"),
            ("summary: !!str 404", "404"),
        ],
    )
    def test_summaries_of_every_shape(self, lines: str, summary: str) -> None:
        assert value(lines, "summary") == summary
        assert block(lines).oddities == ()

    @pytest.mark.parametrize(
        ("text", "number"),
        [("0.8", 0.8), ("1", 1.0), ("0", 0.0), (".5", 0.5), ("9e-1", 0.9), ("0x1", 1.0)],
    )
    def test_numbers_of_every_shape(self, text: str, number: float) -> None:
        assert value(f"importance: {text}", "importance") == number
        assert block(f"importance: {text}").oddities == ()

    def test_counters_in_braces_and_below_the_key(self) -> None:
        stats = UsageStats(4, 0, 2)
        for lines in (
            "usageStats: {loaded: 4, successfulFeatures: 2}",
            "usageStats:\n      loaded: 4\n      successfulFeatures: +2",
        ):
            assert block(lines).metadata.usage_stats == stats

    @pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
    def test_line_ends_and_a_byte_order_mark_do_not_matter(self, ending: str) -> None:
        expected = frontmatter.read(PLAIN).metadata
        text = PLAIN.replace("\n", ending)
        assert frontmatter.read(text).metadata == expected
        assert frontmatter.read(f"\ufeff{text}").metadata == expected

    def test_closing_line_may_have_no_line_end(self) -> None:
        reading = frontmatter.read("---\ntags: [a]\n---")
        assert reading.metadata.tags == ("a",)
        assert reading.body == ""

    @pytest.mark.parametrize(
        "body",
        ["a\u2028b\u2029c\x85d\x0be\x0cf\x1cg\r\nh\ri", "\n\n# x\n", "---\nx\n---\n", "\ufeff"],
    )
    def test_body_is_never_altered(self, body: str) -> None:
        assert frontmatter.read(f"---\ntags: [a]\n---\n{body}").body == body
        assert frontmatter.read(f"---\ntags: [\n---\n{body}").body == body


class TestOddities:
    @pytest.mark.parametrize(
        ("lines", "key", "expected", "line"),
        [
            ("tags: word", "tags", ("word",), 2),
            ("tags: 'two words'", "tags", ("two words",), 2),
            ("tags: 404", "tags", (), 2),
            ("tags: true", "tags", (), 2),
            ("tags: ~", "tags", (), 2),
            ("summary: x\ntags:", "tags", (), 3),
            ("tags: {a: b}", "tags", (), 2),
            ("tags: [404, yes, 1.5]", "tags", ("404", "yes", "1.5"), 2),
            ("tags: [~, a]", "tags", ("", "a"), 2),
            ("tags:\n  - a\n  -\n", "tags", ("a", ""), 4),
            ("tags:\n  - a\n  - [b]\n  - c: d\n", "tags", ("a",), 4),
            ("summary: 404", "summary", "404", 2),
            ("summary: true", "summary", "true", 2),
            ("summary:", "summary", "", 2),
            ("summary: ~", "summary", "", 2),
            ("summary: [a]", "summary", "", 2),
            ("importance: '0.8'", "importance", 0.8, 2),
            ("importance: 7", "importance", 1.0, 2),
            ("importance: -0.4", "importance", 0.0, 2),
            ("importance: .inf", "importance", 1.0, 2),
            ("importance: .nan", "importance", 0.5, 2),
            ("importance: high", "importance", 0.5, 2),
            ("importance: true", "importance", 0.5, 2),
            ("importance:", "importance", 0.5, 2),
            ("importance: [1]", "importance", 0.5, 2),
            ("usageStats:\n  loaded: -1", "usageStats.loaded", 0, 3),
            ("usageStats:\n  loaded: 1.5", "usageStats.loaded", 0, 3),
            ("usageStats:\n  loaded: '3'", "usageStats.loaded", 3, 3),
            ("usageStats:\n  loaded: 3.0", "usageStats.loaded", 3, 3),
            ("usageStats:\n  loaded: many", "usageStats.loaded", 0, 3),
            ("usageStats:\n  loaded: .inf", "usageStats.loaded", 0, 3),
            (f"usageStats:\n  loaded: {'9' * 5000}", "usageStats.loaded", 0, 3),
            ("usageStats:\n  loaded:", "usageStats.loaded", 0, 3),
        ],
    )
    def test_odd_value_is_taken_as_the_specification_says_and_reported(
        self, lines: str, key: str, expected: Value, line: int
    ) -> None:
        reading = block(lines)
        assert reading.metadata.value(key) == expected
        assert [(oddity.key, oddity.line) for oddity in reading.oddities][:1] == [(key, line)]
        assert all(oddity.message for oddity in reading.oddities)

    @pytest.mark.parametrize("lines", ["usageStats: often", "usageStats: [1]", "usageStats:"])
    def test_counters_that_are_no_map_are_zero_and_reported(self, lines: str) -> None:
        reading = block(lines)
        assert reading.metadata.usage_stats == UsageStats()
        assert [oddity.key for oddity in reading.oddities] == ["usageStats"]

    def test_each_odd_item_is_reported(self) -> None:
        assert len(block("tags: [404, a, yes, {b: c}]").oddities) == 2
        assert len(block("tags: [404, a, true, {b: c}]").oddities) == 3


class TestBadBlocks:
    @pytest.mark.parametrize(
        ("lines", "line", "reason"),
        [
            ("Just text", 2, "no list of keys"),
            ("\n- a\n- b", 3, "no list of keys"),
            ("tags: [a]\nsummary: Use X: then Y", 3, "must stand in quotes"),
            ("tags: [a]\n\ntags: [b]", 4, "“tags” stands twice"),
            ("x:\n  y: 1\n  y: 2", 4, "“y” stands twice"),
            ("tags: [a]\n<<<<<<< ours\nsummary: x\n=======\n>>>>>>> theirs", 3, "conflict markers"),
            ("\ttags: [a]", 2, "a tab"),
            ("tags: [a]\nusageStats:\n\tloaded: 1", 4, "a tab"),
            ("x:\n" + "- a\t\n" * 500, 82, "a tab"),
            ("tags: @a", 2, "begins with “@”"),
            ("summary: x\ntags: [a\n", 4, "not closed"),
            ("summary: 'x\n", 2, "not closed"),
            ("tags: [a]\nsummary: 'x' y", 3, "does not belong to the value"),
            ("tags: [a]\n- b", 3, "does not belong to the value"),
            ("  tags: [a]\nsummary: x", 3, "indented less"),
            ("tags: [a,, b]", 2, "a comma"),
            ("tags: - a", 2, "a list item"),
            ("tags: *nowhere", 2, "undefined alias"),
            ("a: 1\nsummary: x\x0cy", 3, "U+000C"),
            ("a: 1\n...\nb: 2", 4, "..."),
            ('summary: "\\UFFFFFFFF"', 2, "stands for no character"),
            (f"tags: {'[' * 60}{']' * 60}", 2, "too deeply"),
            (f"tags: {'[' * 5000}{']' * 5000}", 2, "too deeply"),
            ("summary:words\nmore words", 2, "no list of keys"),
        ],
    )
    def test_bad_block_gives_defaults_line_and_reason(
        self, lines: str, line: int, reason: str
    ) -> None:
        reading = block(lines)
        assert reading.metadata == Metadata()
        assert reading.body == "# Body\n"
        assert reading.bad is not None
        assert reason in reading.bad.reason
        if reason != "not closed":
            # Where YAML notices that nothing closes is its own affair.
            assert reading.bad.line == line

    def test_an_anchor_given_twice_and_a_recursive_one_are_no_error(self) -> None:
        assert block("a: &x 1\nb: &x 2\ntags: [*x]").metadata.tags == ("2",)
        assert block("tags: &t [a, *t]").metadata.tags[0] == "a"


@pytest.mark.parametrize("shape", shapes(), ids=lambda shape: shape.name)
def test_named_shapes_read_as_another_library_loads_them(shape: Shape) -> None:
    reading = frontmatter.read(shape.text)
    if "*" in shape.refuses:
        assert reading.bad is not None
        return
    assert reading.bad is None
    values = loaded(shape.text)
    odd = {oddity.key for oddity in reading.oddities}
    for key in ("tags", "relevantTo", "relatedFiles", "summary", "importance"):
        if key in values and key not in odd:
            held = values[key]
            assert reading.metadata.value(key) == (tuple(held) if isinstance(held, list) else held)

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memtui.core import frontmatter, patch
from memtui.core.metadata import KEYS, LISTS, Metadata, UsageStats, Value
from memtui.errors import CannotPatch
from tests.core.shapes import EDITS, Shape, assert_only_value_changed, assert_says_why, shapes

BODY = "# Ground tackle\n\ntags: [body]\n\x0c\u2028\x85\n---\nend"


def patched(lines: str, key: str, value: Value) -> str:
    """Return the lines of a block after a value was replaced."""
    new = patch.replace(f"---\n{lines}\n---\n{BODY}", key, value)
    assert new.startswith("---\n")
    assert new.endswith(f"\n---\n{BODY}")
    return new[4 : -len(BODY) - 5]


class TestNamedShapes:
    @pytest.mark.parametrize("shape", shapes(), ids=lambda shape: shape.name)
    def test_only_the_bytes_of_the_value_differ_or_the_refusal_says_why(self, shape: Shape) -> None:
        refused = set()
        for key, value in EDITS:
            try:
                new = patch.replace(shape.text, key, value)
            except CannotPatch as error:
                assert_says_why(error, shape.text)
                refused.add(key)
                continue
            if frontmatter.read_parts(frontmatter.split(shape.text))[1] is not None:
                assert_only_value_changed(shape.text, new, key, value)
            else:
                assert frontmatter.read(new).metadata.value(key) == value
                assert new.endswith(shape.text.removeprefix("\ufeff").removeprefix("---\n"))
        assert refused == (
            {key for key, _ in EDITS} if "*" in shape.refuses else set(shape.refuses)
        )

    @pytest.mark.parametrize("shape", shapes(), ids=lambda shape: shape.name)
    def test_the_value_that_is_there_changes_nothing(self, shape: Shape) -> None:
        reading = frontmatter.read(shape.text)
        odd = {oddity.key for oddity in reading.oddities}
        for key in KEYS:
            value = reading.metadata.value(key)
            if (
                not reading.bad
                and odd.isdisjoint((key, key.partition(".")[0]))
                and value != ""
                and "\n" not in str(value)
            ):
                assert patch.replace(shape.text, key, value) == shape.text


class TestLists:
    @pytest.mark.parametrize(
        ("lines", "items", "expected"),
        [
            ("tags: []", ("a",), "tags: [a]"),
            ("tags: [a]", ("a", "b"), "tags: [a, b]"),
            ("tags: [a, b]", ("b",), "tags: [b]"),
            ("tags: [a, b]", ("a",), "tags: [a]"),
            ("tags: [a, b]", (), "tags: []"),
            ("tags: [a, b] # note", ("a", "c"), "tags: [a, c] # note"),
            ("tags: [ a, b ]", ("a", "b", "c"), "tags: [ a, b, c ]"),
            ("tags: [a,b]", ("a", "b", "c"), "tags: [a,b,c]"),
            ("tags: [a, b,]", ("a", "b", "c"), "tags: [a, b, c,]"),
            ("tags: [a, b,]", ("a",), "tags: [a,]"),
            ("tags: [a, b]", ("x", "a", "b"), "tags: [x, a, b]"),
            ("tags: ['a', 'b']", ("a", "b", "c"), "tags: ['a', 'b', 'c']"),
            ('tags: ["a", b]', ("z", "b"), 'tags: ["z", b]'),
            ("tags: [a]", ("a", "404"), 'tags: [a, "404"]'),
            ("tags: [a]", ("a", "yes"), 'tags: [a, "yes"]'),
            ("tags: [a]", ("a", "x: y"), 'tags: [a, "x: y"]'),
            ("tags: [a]", ("a", "back\\slash: x"), "tags: [a, 'back\\slash: x']"),
            ("tags: [404, [deep], a]", ("404", "b"), "tags: [404, [deep], b]"),
            ("tags: word", ("word", "b"), "tags: [word, b]"),
            ("tags:", ("a",), "tags: [a]"),
            ("tags: # note", ("a",), "tags: [a] # note"),
            ("tags: ~ # note", ("a",), "tags: [a] # note"),
            ("tags:\n  [a, b]", ("b",), "tags:\n  [b]"),
            ("tags: [a,\n  b]", ("a",), "tags: [a]"),
            ("tags: [a,\n  b]", ("b",), "tags: [\n  b]"),
            (
                "tags: [\n  a, # one\n  b # two\n]",
                ("a", "b", "c"),
                "tags: [\n  a, # one\n  b, # two\n  c\n]",
            ),
            (
                "tags: [\n  a, # one\n  b, # two\n]",
                ("a", "b", "c"),
                "tags: [\n  a, # one\n  b, # two\n  c,\n]",
            ),
            ("tags: [\n  a, # one\n  b # two\n]", ("a",), "tags: [\n  a # one\n]"),
            ("tags: [\n  a, # one\n  b # two\n]", ("b",), "tags: [\n  b # two\n]"),
            ("tags: [\n  a,\n  b\n]", ("a", "x", "b"), "tags: [\n  a,\n  x,\n  b\n]"),
            ("tags: [\n  a,\n  b\n]", ("x", "a", "b"), "tags: [\n  x,\n  a,\n  b\n]"),
            ("tags: [\n  a,\n  b\n]", (), "tags: []"),
            ("tags: [\n  a # one\n]", (), "tags: [\n]"),
            ("tags:\n  - a\n  - b", ("a", "b", "c"), "tags:\n  - a\n  - b\n  - c"),
            ("tags:\n- a\n- b", ("a", "b", "c"), "tags:\n- a\n- b\n- c"),
            ("tags:\n  - a # one\n  # more\n  - b", ("b",), "tags:\n  # more\n  - b"),
            ("tags:\n  - a # one\n  - b", ("x", "b"), "tags:\n  - x # one\n  - b"),
            ("tags:\n  - a # one\n  - b", ("x", "a", "b"), "tags:\n  - x\n  - a # one\n  - b"),
            ("tags:\n    -   a", ("a", "b"), "tags:\n    -   a\n    -   b"),
            ("tags: # note\n  - a\nsummary: x", (), "tags: [] # note\nsummary: x"),
            ("tags:\n  -\n  - b", ("c", "b"), "tags:\n  - c\n  - b"),
            ("tags:\n  - k: v\n  - a", ("a", "b"), "tags:\n  - k: v\n  - a\n  - b"),
            (
                "tags:\n  - a\n\n# next\nsummary: x",
                ("a", "b"),
                "tags:\n  - a\n  - b\n\n# next\nsummary: x",
            ),
        ],
    )
    def test_items_change_where_they_stand(
        self, lines: str, items: tuple[str, ...], expected: str
    ) -> None:
        assert patched(lines, "tags", items) == expected

    def test_a_new_line_takes_the_line_end_of_its_neighbour(self) -> None:
        text = "---\r\ntags:\n  - a\r\n  - b\nsummary: x\r\n---\r\n"
        assert patch.replace(text, "tags", ("a", "n", "b", "z")) == (
            "---\r\ntags:\n  - a\r\n  - n\r\n  - b\n  - z\nsummary: x\r\n---\r\n"
        )

    def test_an_item_that_could_not_be_added_may_stay(self) -> None:
        assert patched("tags: ['a, b', c]", "tags", ("a, b", "d")) == "tags: ['a, b', d]"

    @pytest.mark.parametrize(
        ("lines", "reason", "line"),
        [
            ("tags: &t [a]\nrelevantTo: *t", "an anchor", 2),
            ("relevantTo: &t [a]\ntags: *t", "an alias", 3),
            ("tags: !!seq [a]", "a tag", 2),
            ("? tags\n: [a]", "“?”", 2),
            ("tags: {a: b}", "a map", 2),
            ("x: &x a\ntags:\n  - *x", "an alias", 4),
            ("tags:\n  - |\n    a", "literal", 3),
            ("tags: |\n  a", "literal", 2),
        ],
    )
    def test_shapes_that_are_refused(self, lines: str, reason: str, line: int) -> None:
        with pytest.raises(CannotPatch, match=re.escape(reason)) as caught:
            patched(lines, "tags", ("z",))
        assert caught.value.line == line


class TestScalars:
    @pytest.mark.parametrize(
        ("lines", "key", "value", "expected"),
        [
            ("summary: Old", "summary", "New words", "summary: New words"),
            ("summary:   Old   # note", "summary", "New", "summary:   New   # note"),
            ("summary: 'Old'", "summary", "It's new", "summary: It's new"),
            ('summary: "Old"', "summary", "New", 'summary: "New"'),
            ('summary: "Old"', "summary", 'Say "x"', "summary: 'Say \"x\"'"),
            ("summary: Old", "summary", "Use X: then Y", 'summary: "Use X: then Y"'),
            ("summary: Old", "summary", 'X: "Y"', "summary: 'X: \"Y\"'"),
            ("summary: Old", "summary", "# x", 'summary: "# x"'),
            ("summary: Old", "summary", "404", 'summary: "404"'),
            ("summary: Old", "summary", "no", 'summary: "no"'),
            ("summary: Old", "summary", "2026-01-01", 'summary: "2026-01-01"'),
            ("summary: Old", "summary", "ends '", 'summary: "ends \'"'),
            ("summary: Old", "summary", "🚀 한글 – …", "summary: 🚀 한글 – …"),
            ("summary: Old", "summary", " x ", 'summary: " x "'),
            ("summary: Old\n  folded", "summary", "New", "summary: New"),
            ("summary:", "summary", "New", "summary: New"),
            ("summary: # note", "summary", "New", "summary: New # note"),
            ("summary: ~", "summary", "New", "summary: New"),
            ("summary: 404", "summary", "New", "summary: New"),
            ("importance: 0.50 # note", "importance", 0.9, "importance: 0.9 # note"),
            ("importance: 0.5", "importance", 1.0, "importance: 1"),
            ("importance: 0.5", "importance", 1e-7, "importance: 0.0000001"),
            ("importance: '0.5'", "importance", 0.9, "importance: 0.9"),
            ("importance: 7", "importance", 1.0, "importance: 1"),
            ("importance:", "importance", 0.9, "importance: 0.9"),
            (
                "usageStats:\n   loaded: 9 # n",
                "usageStats.loaded",
                10,
                "usageStats:\n   loaded: 10 # n",
            ),
            ("usageStats: {loaded: 9}", "usageStats.loaded", 10, "usageStats: {loaded: 10}"),
            ("{summary: Old, tags: [a]}", "summary", "a, b", '{summary: "a, b", tags: [a]}'),
        ],
    )
    def test_value_is_replaced_in_its_own_style(
        self, lines: str, key: str, value: Value, expected: str
    ) -> None:
        assert patched(lines, key, value) == expected

    @pytest.mark.parametrize(
        ("lines", "key", "value"),
        [
            ("summary: >\n  Old", "summary", "New"),
            ("summary: &s Old\nx: *s", "summary", "New"),
            ("summary: [a]", "summary", "New"),
            ("usageStats: often", "usageStats.loaded", 1),
            ("usageStats: &u\n  loaded: 1\nx: *u", "usageStats.loaded", 2),
            ("summary: Use X: then Y", "usageStats.loaded", 2),
            ("{tags: [a]}", "usageStats.loaded", 2),
        ],
    )
    def test_shapes_that_are_refused(self, lines: str, key: str, value: Value) -> None:
        with pytest.raises(CannotPatch) as caught:
            patched(lines, key, value)
        assert_says_why(caught.value, f"---\n{lines}\n---\n")


class TestMissing:
    @pytest.mark.parametrize(
        ("lines", "key", "value", "expected"),
        [
            ("tags: [a]\nimportance: 1", "summary", "S", "tags: [a]\nsummary: S\nimportance: 1"),
            (
                "tags:\n  - a # x\n# c\nx: 1",
                "summary",
                "S",
                "tags:\n  - a # x\nsummary: S\n# c\nx: 1",
            ),
            ("importance: 1", "tags", ("a",), "tags: [a]\nimportance: 1"),
            ("x: 1", "importance", 0.3, "x: 1\nimportance: 0.3"),
            ("summary: |\n  x\n\n", "importance", 0.3, "summary: |\n  x\nimportance: 0.3\n\n"),
            ("summary: |+\n  x\n\n", "importance", 0.3, None),
            ("  tags: [a]", "summary", "S", "  tags: [a]\n  summary: S"),
            ("{tags: [a]}", "importance", 0.3, "{tags: [a], importance: 0.3}"),
            ("{}", "importance", 0.3, "{importance: 0.3}"),
            (
                "tags: [a]",
                "usageStats.referenced",
                2,
                "tags: [a]\nusageStats:\n  loaded: 0\n  referenced: 2\n  successfulFeatures: 0",
            ),
            (
                "tags:\n    - a",
                "usageStats.loaded",
                1,
                (
                    "tags:\n    - a\n"
                    "usageStats:\n    loaded: 1\n    referenced: 0\n    successfulFeatures: 0"
                ),
            ),
            (
                "usageStats:\n   loaded: 1",
                "usageStats.referenced",
                2,
                "usageStats:\n   loaded: 1\n   referenced: 2",
            ),
            (
                "usageStats:\n   referenced: 1",
                "usageStats.loaded",
                2,
                "usageStats:\n   loaded: 2\n   referenced: 1",
            ),
            (
                "usageStats: {referenced: 1}",
                "usageStats.loaded",
                2,
                "usageStats: {referenced: 1, loaded: 2}",
            ),
            ("usageStats: {}", "usageStats.loaded", 2, "usageStats: {loaded: 2}"),
            ("usageStats: # n\nx: 1", "usageStats.loaded", 2, "usageStats: # n\n  loaded: 2\nx: 1"),
            ("usageStats: ~", "usageStats.loaded", 2, "usageStats: {loaded: 2}"),
            (
                "b: &b {importance: 0.9}\n<<: *b",
                "importance",
                0.3,
                "b: &b {importance: 0.9}\n<<: *b\nimportance: 0.3",
            ),
        ],
    )
    def test_key_is_added_where_the_plain_shape_has_it(
        self, lines: str, key: str, value: Value, expected: str | None
    ) -> None:
        new = patched(lines, key, value)
        if expected is not None:
            assert new == expected
        else:
            # Lines at the end would belong to the literal text: any other place will do.
            assert "\n  x\n\n" in new

    def test_added_lines_end_like_the_line_before(self) -> None:
        text = "---\r\ntags: [a]\r\n---\nbody\n"
        assert (
            patch.replace(text, "summary", "S") == "---\r\ntags: [a]\r\nsummary: S\r\n---\nbody\n"
        )

    @pytest.mark.parametrize("mark", ["", "\ufeff"])
    @pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
    def test_a_file_without_a_block_gets_a_whole_one(self, mark: str, newline: str) -> None:
        body = newline.join(("intro", "```", "# no title", "```", "# The title #", "", "end\u2028"))
        new = patch.replace(mark + body, "usageStats.loaded", 1)
        metadata = Metadata(summary="The title", usage_stats=UsageStats(loaded=1))
        assert new == mark + patch.plain_block(metadata, newline) + body

    @pytest.mark.parametrize(("name", "summary"), [("", ""), ("anchors", "anchors")])
    def test_without_a_title_the_name_is_the_summary(self, name: str, summary: str) -> None:
        for text in ("", "no title\n", "---\nnever closed\n"):
            new = patch.replace(text, "importance", 0.9, name=name)
            assert new.endswith(text)
            assert frontmatter.read(new).metadata == Metadata(summary=summary, importance=0.9)

    def test_an_empty_block_is_filled(self) -> None:
        new = patch.replace("---\r\n# note\r\n---\nbody", "tags", ("a",), name="n")
        lines = patch.plain_block(Metadata(tags=("a",), summary="n"), "\r\n")
        assert new == lines.replace("---\r\n", "", 2).join(("---\r\n", "# note\r\n---\nbody"))

    def test_a_default_that_is_asked_for_adds_nothing(self) -> None:
        for text in ("", "body", "---\nsummary: x\n---\n"):
            assert patch.replace(text, "importance", 0.5) == text


# Fields in many styles; a file is one of each in any order, or none.
STYLES = (
    (
        *("", "tags:", "tags: tide", "tags: [tide, 'moon']", "tags: [tide,]", "tags: &t [tide]"),
        "tags:\n  - tide # one\n  - moon",
        "tags: [\n  tide, # one\n  moon\n  ]",
        "tags:\n- tide\n\n# c\n- '404'\n- 404",
    ),
    (
        *("", "summary:", "summary: Words", "summary: 'Wo''rds' # c", 'summary: "W: \\"o\\""'),
        *("summary: >-\n  Wo\n  rds", "summary: Wo\n  rds", "summary: |+\n  Words\n"),
    ),
    ("", "importance: 0.5", "importance: '0.5' # c", "importance:   1.0", "importance: high"),
    (
        *("", "usageStats:", "usageStats: {loaded: 3}"),
        "usageStats:\n  loaded: 3\n  referenced: 1",
        "usageStats:\n    # c\n    loaded: 3 # c\n    other: x",
    ),
    ("", "\n", "# comment: x", "owner: [a, {b: c}]", "note: |\n  tags: [x]\n\n  y", "한글: '🚀'"),
)
FIELDS = st.tuples(*(st.sampled_from(styles) for styles in STYLES)).flatmap(st.permutations)
ITEM = st.text("ab 0-.#:é한🚀&*!{}|%@", min_size=1, max_size=5).filter(str.strip)
CHANGES = (
    st.tuples(
        st.sampled_from(LISTS),
        st.lists(ITEM | st.sampled_from(["tide", "moon", "404"]), max_size=4).map(tuple),
    )
    | st.tuples(
        st.just("summary"),
        st.text("ab 0-.#:'\"é한🚀,[]{}\\", min_size=1, max_size=8).filter(str.strip),
    )
    | st.tuples(st.just("importance"), st.floats(0, 1) | st.sampled_from([0, 1, 0.5]))
    | st.tuples(st.sampled_from(KEYS[-3:]), st.integers(0, 10**12))
)


@settings(max_examples=400, deadline=None)
@given(
    fields=FIELDS,
    newline=st.sampled_from(["\n", "\r\n"]),
    mark=st.sampled_from(["", "\ufeff"]),
    body=st.sampled_from(["", "# T\n", BODY, "\n\n---\n"]),
    change=CHANGES,
)
@example(["tags:\n  - tide", "", "", "", ""], "\r\n", "\ufeff", "", ("tags", ("tide", "moon")))
def test_any_change_of_any_file_touches_one_value_or_is_refused(
    fields: list[str], newline: str, mark: str, body: str, change: tuple[str, Value]
) -> None:
    lines = "".join(f"{field}\n" for field in fields if field).replace("\n", newline)
    text = f"{mark}---{newline}{lines}---{newline}{body}"
    if frontmatter.read_parts(frontmatter.split(text))[1] is None:
        return
    key, value = change
    try:
        new = patch.replace(text, key, value)
    except CannotPatch as error:
        assert_says_why(error, text)
        return
    assert_only_value_changed(text, new, key, value)
    assert patch.replace(new, key, value) == new
    if newline == "\r\n":
        assert not re.search(r"(?<!\r)\n", new.removesuffix(body))

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.core import automaker, frontmatter, patch
from memtui.core.marks import Mark, marks
from memtui.core.metadata import KEYS, Metadata
from tests.core.shapes import BLOCKS, PLAIN, Shape, loaded, shapes

REST = "relevantTo: [mooring]\nimportance: 0.5\nrelatedFiles: []\n"


def found(lines: str, body: str = "# Body\n") -> tuple[Mark, ...]:
    """Return the marks of a block that says a summary unless the lines do."""
    summary = "" if "summary" in lines else "summary: Words\n"
    return marks(f"---\n{lines}\n{summary}---\n{body}")


def told(found: tuple[Mark, ...]) -> list[tuple[str, str, int, bool]]:
    return [(mark.kind, mark.key, mark.line, mark.fixable) for mark in found]


class TestNothingToSay:
    @pytest.mark.parametrize(
        "text",
        [
            PLAIN,
            "---\nsummary: Words\n---\n",
            '---\ntags:  [ a , b c ]\nsummary: "Use X: then Y"\nimportance: .5\n---\nbody',
            "---\nsummary: Words\nusageStats: {loaded: 4}\n---\n\tbody\n",
            "---\ntags:\n  [a, b]\nsummary: 'Words'\n---\n---\n",
        ],
    )
    def test_what_survives_automaker_has_no_mark(self, text: str) -> None:
        assert marks(text) == ()

    def test_a_body_alone_is_marked_only_for_its_summary(self) -> None:
        assert told(marks("# Title\n\nBody\n")) == [("erased", "summary", 1, True)]
        assert told(marks("Body\n")) == [("erased", "summary", 1, False)]
        assert told(marks("Body\n", name="file")) == [("erased", "summary", 1, True)]


class TestUnreadFields:
    @pytest.mark.parametrize(
        ("lines", "key", "line", "words", "fixable"),
        [
            ("tags:\n  - a\n  - b", "tags", 2, ("no items for tags", "“a”, “b”", "one line"), True),
            ("tags: [\n  a\n]", "tags", 2, ("no items", "one line"), True),
            ("tags: word", "tags", 2, ("no items", "“word”", "one line"), True),
            ("'tags': [a]", "tags", 2, ("no items", "looks for “tags:”"), True),
            ("x: 1\ntags: ['a, b']", "tags", 3, ("“a”, “b”", "“a, b”", "every comma"), False),
            ("tags: ['[a]', b]", "tags", 2, ("“[a”", "first “]”"), False),
            ('tags: ["it\'s"]', "tags", 2, ("“its”", "drops quote marks"), False),
            (
                "# old tags: [dead]\ntags: [live]",
                "tags",
                3,
                ("“dead”", "line 2", "stands first"),
                False,
            ),
            ("my_tags: [x]", "tags", 1, ("“x” for tags", "line 2"), True),
            ("importance: '0.9'", "importance", 2, ("0.5 for importance, not 0.9",), True),
            ("importance: -0.4", "importance", 2, ("0.5 for importance, not 0",), True),
            ("importance: 9e-1", "importance", 2, ("1 for importance, not 0.9", "exponent"), True),
            ("importance: .", "importance", 2, ("no number for importance", "not 0.5"), True),
            ("x_importance: 0.2\nimportance: 0.8", "importance", 3, ("0.2", "line 2"), False),
            ("preloaded: 9", "usageStats.loaded", 1, ("9 for loaded, not 0", "line 2"), True),
            ("usageStats:\n  loaded: '3'", "usageStats.loaded", 3, ("0 for loaded, not 3",), True),
            ("summary: Not loaded:9", "usageStats.loaded", 1, ("9 for loaded", "line 2"), True),
            ("summary: Words # note", "summary", 2, ("“Words # note”", "no comments"), True),
            ("summary: Words\t# note", "summary", 2, ("“Words\t# note”", "no comments"), True),
            (
                "summary: >\n  Words\n",
                "summary",
                2,
                ("“>” for summary", "not “Words”", "folded"),
                True,
            ),
            ("summary: Words\n  more", "summary", 2, ("“Words”", "one line only"), True),
            ("summary:\ntags: [a]", "summary", 2, ("“tags: [a]”", "nothing", "next line"), True),
            ('summary: "say \\"x\\""', "summary", 2, ('“say \\"x\\"”', "no escapes"), True),
            ("summary: &s Words", "summary", 2, ("“&s Words”", "no anchors"), True),
        ],
    )
    def test_field_that_automaker_reads_otherwise(
        self, lines: str, key: str, line: int, words: tuple[str, ...], fixable: bool
    ) -> None:
        text = f"---\n{lines}\n{'' if 'summary' in lines else 'summary: Words'}\n---\n# Body\n"
        mark = next(mark for mark in marks(text) if (mark.kind, mark.key) == ("unread", key))
        assert (mark.line, mark.fixable) == (line, fixable)
        for word in words:
            assert word in mark.message
        assert "\n" not in mark.message

    def test_long_values_are_cut_in_the_message(self) -> None:
        (mark,) = found("tags:\n" + "".join(f"  - word{i}\n" for i in range(99)))
        assert len(mark.message) < 220
        (mark,) = found(f"tags: ['{'a' * 99}, b']")
        assert len(mark.message) < 300
        assert "…" in mark.message


class TestErasedLater:
    @pytest.mark.parametrize("lines", ['summary: ""', "tags: [a]", "importance: 0.5"])
    def test_an_empty_summary_takes_a_line_after_the_next_load(self, lines: str) -> None:
        mark = marks(f"---\n{lines}\n---\n# Body\n")[0]
        assert (mark.kind, mark.key, mark.fixable) == ("erased", "summary", True)
        assert "next line" in mark.message

    def test_double_quotes_grow_a_backslash_at_each_load(self) -> None:
        (mark,) = found('summary: Say "x" twice')
        assert (mark.kind, mark.key, mark.line, mark.fixable) == ("erased", "summary", 2, False)
        assert "one more backslash" in mark.message

    def test_a_backslash_that_gets_quotes_breaks_the_block_for_yaml(self) -> None:
        (mark,) = found("summary: 'In C:\\dir, first'")
        assert (mark.kind, mark.key) == ("erased", "summary")
        assert "YAML cannot read the block" in mark.message

    def test_a_tiny_importance_becomes_the_highest(self) -> None:
        (mark,) = found("importance: 0.0000001")
        assert (mark.kind, mark.key, mark.line) == ("erased", "importance", 2)
        assert "reads 1 for importance" in mark.message


class TestBlock:
    def test_bad_block_says_why_and_what_is_lost(self) -> None:
        bad, erased = marks("---\n# x\nJust text.\n\n---\nsecond part\n")
        assert (bad.kind, bad.key, bad.line, bad.fixable) == ("bad", "", 3, False)
        assert (erased.kind, erased.line) == ("erased", 1)
        assert "up to line 5" in erased.message

    def test_an_empty_block_takes_the_text_up_to_the_next_rule(self) -> None:
        found = marks("---\n---\n# Notes\n\nfirst\n\n---\nsecond\n")
        assert ("erased", "", 1, False) in told(found)
        assert any("up to line 7" in mark.message for mark in found)

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            (f"\ufeff{PLAIN}", "byte-order mark"),
            ("---\ntags: [a]\n---", "no line feed behind it"),
            (PLAIN.replace("\n", "\r"), "do not end in line feeds"),
            ("---\ntags: [a]\n\n# Body\n", "no “---” line closes"),
        ],
    )
    def test_a_block_that_automaker_does_not_see_gets_a_second_one(
        self, text: str, why: str
    ) -> None:
        (mark,) = marks(text)
        assert told((mark,)) == [("unread", "", 1, False)]
        assert why in mark.message
        assert "second block" in mark.message
        assert automaker.forecast(text).endswith(text)

    def test_blank_lines_behind_the_block_go(self) -> None:
        (mark,) = found("tags: [a]", "\n\n# Body\n")
        assert told((mark,)) == [("erased", "", 6, False)]

    def test_blank_lines_at_the_top_of_a_body_alone_go_later(self) -> None:
        found = marks("\n\n# Title\n")
        assert told(found)[0] == ("erased", "", 1, False)
        assert "second load" in found[0].message

    def test_a_block_with_crlf_becomes_lf(self) -> None:
        (mark,) = marks(PLAIN.replace("\n", "\r\n"))
        assert told((mark,)) == [("erased", "", 1, False)]
        assert "LF, above a body with CRLF" in mark.message

    def test_automaker_may_end_the_block_earlier(self) -> None:
        found = marks("---\nsummary: Words\n---\u00a0\ntags: [a]\n---\n")
        assert any("takes line 3 for the end" in mark.message for mark in found)


class TestLeftovers:
    def test_comments_and_unknown_keys_go(self) -> None:
        found = marks(
            "---\n# one\ntags: [a] # two\nowner: x\nsummary: c# and d#e\n"
            "links: [{a: '# no'}, &x b, *x]\nusageStats:\n  loaded: 1\n  last: today\n---\n"
        )
        assert [(mark.line, mark.message.split(" at ")[0]) for mark in found] == [
            (2, "2 comments go"),
            (4, "the key “owner” goes"),
            (6, "the key “links” goes"),
            (9, "the key “last” goes"),
        ]
        assert {mark.kind for mark in found} == {"erased"}

    def test_one_comment_and_a_block_of_comments(self) -> None:
        assert "the comment goes" in found("tags: [a] # one")[0].message
        assert any("2 comments go" in mark.message for mark in marks("---\n# a\n# b\n---\nx\n"))

    def test_a_comment_that_becomes_part_of_the_summary_does_not_go(self) -> None:
        assert [mark.kind for mark in found("summary: Words # note")] == ["unread"]


class TestOddities:
    def test_an_odd_value_that_automaker_reads_alike_is_odd(self) -> None:
        (mark,) = found("tags: [404]")
        assert told((mark,)) == [("odd", "tags", 2, True)]
        assert "“404”" in mark.message

    def test_an_odd_value_that_automaker_reads_otherwise_is_told_once(self) -> None:
        assert told(found("tags: word")) == [("unread", "tags", 2, True)]

    def test_counters_that_are_no_map_are_told_for_the_block(self) -> None:
        assert ("odd", "", 2, False) in told(found("usageStats: often"))


def test_vectors_whose_values_change_in_two_loads_all_have_a_mark() -> None:
    data = Path(__file__).parent.parent / "data" / "automaker_reader.json"
    for case in json.loads(data.read_text(encoding="utf-8")):
        text = case["text"]
        before = frontmatter.read(text)
        after = frontmatter.read(case["after_two_loads"])
        kept = before.bad is None and before.body == after.body
        for key in set(KEYS) - {"usageStats.loaded"}:
            kept = kept and before.metadata.value(key) == after.metadata.value(key)
        assert kept or marks(text), case["id"]


@pytest.mark.parametrize("shape", shapes(), ids=lambda shape: shape.name)
def test_what_is_called_fixable_is_mended_by_one_line(shape: Shape) -> None:
    for mark in marks(shape.text, name="file"):
        assert mark.line >= 1
        assert mark.message
        if mark.fixable:
            mended = marks(patch.one_line(shape.text, mark.key, name="file"), name="file")
            assert (mark.key, mark.kind) not in {(other.key, other.kind) for other in mended}


@settings(max_examples=400, deadline=None)
@given(BLOCKS, st.sampled_from(["", "# Body\n", "\nBody", "---\n"]))
def test_a_text_without_marks_loses_nothing_in_three_loads(pieces: list[str], body: str) -> None:
    text = "".join(("---\nsummary: Words\n", *pieces, "\n---\n", body))
    if marks(text):
        return
    before, values = frontmatter.read(text), loaded(text)
    assert set(values) <= {key.partition(".")[0] for key in KEYS}
    assert "#" not in "".join(line for line in frontmatter.split(text).block if line[:1] == "#")
    after = frontmatter.read(automaker.forecast(text, 3))
    assert after.body == before.body
    for key in KEYS:
        loads = 3 if key == "usageStats.loaded" else 0
        was = before.metadata.value(key)
        assert after.metadata.value(key) == (was + loads if isinstance(was, int) else was)


@settings(max_examples=300, deadline=None)
@given(
    tags=st.lists(st.text("ab-\\:#", min_size=1, max_size=3), max_size=2),
    summary=st.text("ab \"'\\:#[],", max_size=6),
    importance=st.floats(0, 1),
    body=st.sampled_from(["", "# Body\n", "\nBody", "---\n"]),
)
def test_a_block_as_automaker_writes_it_has_marks_exactly_where_it_changes(
    tags: list[str], summary: str, importance: float, body: str
) -> None:
    text = automaker.write(Metadata(tuple(tags), (), summary, importance), body)
    values = [frontmatter.read(text), frontmatter.read(automaker.forecast(text, 2))]
    seen = [automaker.read(text), automaker.read(automaker.forecast(text, 2))]
    changed = values[0].bad is not None or bool(values[0].oddities) or values[0].body != seen[0][1]
    changed = changed or values[1].bad is not None or values[0].body != values[1].body
    for key in set(KEYS) - {"usageStats.loaded"}:
        taken = {str(reading.metadata.value(key)) for reading in values}
        taken |= {str(metadata.value(key)) for metadata, _ in seen}
        changed = changed or len(taken) > 1
    assert bool(marks(text)) == changed

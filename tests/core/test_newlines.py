import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memtui.core.newlines import dominant, restore

ENDS = ("\n", "\r\n", "\r", "\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e")


def editor_lines(text: str) -> list[str]:
    """Return a text's lines as an editor shows them, an empty one at the end included."""
    lines = text.splitlines()
    return lines if text and not text.endswith(ENDS) else [*lines, ""]


def text_area_lines(text: str) -> list[str]:
    """Return a text's lines as a text area holds them: it knows three line ends at the end."""
    lines = text.splitlines()
    return lines if text and not text.endswith(ENDS[:3]) else [*lines, ""]


LINE = st.sampled_from(["", "", "a", "b", "two words", "한글", "\t"])
TEXTS = st.tuples(
    st.lists(st.tuples(LINE, st.sampled_from(ENDS)).map("".join), max_size=12).map("".join), LINE
).map("".join)


class TestIdentity:
    @settings(max_examples=600)
    @given(TEXTS)
    @example("")
    @example("\r\n")
    @example("a\r\n\r\nb\nc")
    @example("a\x0b")
    @example("a\n\x0b")
    def test_lines_that_nobody_edited_give_the_text_itself(self, text: str) -> None:
        assert restore(text, editor_lines(text)) == text
        assert restore(text, text_area_lines(text)) == text


class TestUntouchedLines:
    @settings(max_examples=600)
    @given(TEXTS, st.data())
    def test_an_edited_line_changes_no_other_byte(self, text: str, data: st.DataObject) -> None:
        lines = editor_lines(text)
        at = data.draw(st.integers(0, len(lines) - 1))
        lines[at] = "edited"
        wholes = [*text.splitlines(keepends=True), ""]
        before, after = "".join(wholes[:at]), "".join(wholes[at + 1 :])
        end = dominant(text) if at < len(lines) - 1 else ""
        expected = f"{before}edited{end}{after}"
        if editor_lines(expected) == lines:  # a lone CR before an LF would join with it
            assert restore(text, lines) == expected

    @settings(max_examples=600)
    @given(TEXTS, st.lists(st.sampled_from(["new", "newer"]), max_size=3), st.data())
    def test_new_lines_change_no_other_byte(
        self, text: str, new: list[str], data: st.DataObject
    ) -> None:
        lines = editor_lines(text)
        at = data.draw(st.integers(0, len(lines) - 1))
        wholes = [*text.splitlines(keepends=True), ""]
        added = "".join(f"{line}{dominant(text)}" for line in new)
        expected = "".join((*wholes[:at], added, *wholes[at:]))
        edited = [*lines[:at], *new, *lines[at:]]
        if editor_lines(expected) == edited:  # a lone CR before an LF would join with it
            assert restore(text, edited) == expected

    @settings(max_examples=600)
    @given(TEXTS, st.lists(LINE | st.sampled_from(["new"]), min_size=1, max_size=12))
    def test_any_edit_gives_exactly_the_lines_of_the_editor(
        self, text: str, lines: list[str]
    ) -> None:
        restored = restore(text, lines)
        assert lines in (editor_lines(restored), text_area_lines(restored))

    @pytest.mark.parametrize(
        ("text", "lines", "expected"),
        [
            ("a\r\nb\nc\r\n", ["a", "b", "X", ""], "a\r\nb\nX\r\n"),
            ("a\u2028b\nc\n", ["a", "b", "c", "d", ""], "a\u2028b\nc\nd\n"),
            ("a\x0cb\x85c", ["b", "c"], "b\x85c"),
            ("a\nb", ["a", "b", ""], "a\nb\n"),
            ("a\r\nb\r\n", ["a", "b"], "a\r\nb"),
            ("a\rb", ["x", "y", "z"], "x\ry\rz"),
            ("a\nb\x0b", ["c", "b"], "c\nb\x0b"),
            ("one line", ["one", "line"], "one\nline"),
            ("a\r\nb", [""], ""),
            ("", ["a", "b"], "a\nb"),
            ("a\rb\nc\n", ["a", "", "c", ""], "a\r\r\nc\n"),
            ("a\rb\rc\n\n", ["a", "b", "x", "", ""], "a\rb\rx\n\n"),
        ],
    )
    def test_examples(self, text: str, lines: list[str], expected: str) -> None:
        assert restore(text, lines) == expected


class TestLargeTexts:
    @staticmethod
    def mixed(count: int) -> list[str]:
        return [
            f"line {i} with a few words in it\n" if i % 3 else ("\r\n" if i % 2 else "- same\u2028")
            for i in range(count)
        ]

    def test_edits_far_apart_keep_every_other_line(self) -> None:
        wholes = self.mixed(3000)
        text = "".join(wholes)
        lines = editor_lines(text)
        lines[10], lines[-10] = "edited", "edited too"
        del lines[1499:1502]
        restored = restore(text, lines).splitlines(keepends=True)
        kept = [*wholes[:1499], *wholes[1502:]]
        assert [new for new, old in zip(restored, kept, strict=True) if new != old] == [
            "edited\n",
            "edited too\n",
        ]

    def test_a_text_of_equal_lines_keeps_what_stayed_in_place(self) -> None:
        text = "-\r\n" * 600 + "-\n" * 600
        lines = editor_lines(text)
        lines[0], lines[-2] = "x", "y"
        restored = restore(text, lines)
        assert restored == "x\n" + "-\r\n" * 599 + "-\n" * 599 + "y\n"

    @pytest.mark.parametrize("kind", ["ends", "reversed", "all", "every other"])
    def test_700_kilobytes_take_no_noticeable_time(self, kind: str) -> None:
        wholes = self.mixed(28_000)
        text = "".join(wholes)
        lines = editor_lines(text)
        edited = {
            "ends": ["x", *lines[1:-2], "y"],
            "reversed": lines[::-1],
            "all": [f"{line}!" for line in lines],
            "every other": lines[::2],
        }[kind]
        start = time.process_time()
        restored = restore(text, edited)
        assert time.process_time() - start < 1.5
        assert restored.splitlines() == edited[: len(restored.splitlines())]


@pytest.mark.parametrize(
    ("text", "newline"),
    [("", "\n"), ("a\u2028b", "\n"), ("a\r\nb\nc\r\n", "\r\n"), ("a\rb", "\r"), ("a\nb\r\n", "\n")],
)
def test_dominant_line_end(text: str, newline: str) -> None:
    assert dominant(text) == newline

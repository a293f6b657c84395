"""What reaches the terminal can do nothing there."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.core.plain import harmless


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain [/] text", "plain [/] text"),
        ("\x1b[31mred", "␛[31mred"),
        ("a\tb\r\nc", "a␉b␍␊c"),
        ("\x00\x7f", "␀␡"),
        ("a\x9b31m\x85b", "a\ufffd31m␤b"),
        ("one\u2028two\u2029three", "one␤two␤three"),
        ("abc\u202egnp.exe\u2066\u200f", "abc\ufffdgnp.exe\ufffd\ufffd"),
        ("name\udcff.md", "name\ufffd.md"),
        ("한국어 👩\u200d👧", "한국어 👩\u200d👧"),
    ],
)
def test_characters_that_a_terminal_acts_on_become_signs(text: str, shown: str) -> None:
    assert harmless(text) == shown


@given(st.text(st.characters()))
def test_any_text_keeps_its_length_and_loses_every_control_character(text: str) -> None:
    shown = harmless(text)
    assert len(shown) == len(text)
    assert not [c for c in shown if unicodedata.category(c) in {"Cc", "Cs", "Zl", "Zp"}]
    assert harmless(shown) == shown
    shown.encode()


@given(st.text(st.characters(exclude_categories=("C", "Z"))))
def test_a_text_without_control_characters_is_unchanged(text: str) -> None:
    assert harmless(text) == text

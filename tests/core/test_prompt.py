import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.core.memory import ContextFile
from memtui.core.prompt import prompt
from memtui.core.tokens import tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 0),
        ("a", 1),
        ("four", 1),
        ("fiver", 2),
        ("한국어", 3),
        ("漢字かなカナ", 6),
        ("über", 2),
        ("привет", 3),
        ("login 세션", 4),
        ("\U00020000", 1),
    ],
)
def test_tokens_are_a_quarter_of_ascii_a_half_of_other_letters_and_each_cjk_character(
    text: str, expected: int
) -> None:
    assert tokens(text) == expected


@given(st.text(max_size=60), st.text(max_size=60))
def test_a_longer_text_never_has_fewer_tokens(text: str, more: str) -> None:
    assert tokens(text) <= tokens(text + more) <= tokens(text) + tokens(more)


@given(st.text(max_size=60))
def test_tokens_lie_between_a_quarter_of_the_characters_and_all_of_them(text: str) -> None:
    assert len(text) <= 4 * tokens(text)
    assert tokens(text) <= len(text)


def test_a_megabyte_is_estimated_at_once() -> None:
    begin = time.perf_counter()
    assert tokens("plain " * 170_000) == 255_000
    assert tokens("한국어 é " * 170_000) == 170_000 * 4
    assert time.perf_counter() - begin < 1


def test_the_prompt_has_the_files_in_order_under_their_names_in_capitals() -> None:
    text = prompt(
        ["gotchas.md", "api-limits.md"],
        {"api-limits.md": "# Limits\n\n- 5 a second\n", "gotchas.md": "\n- beware [/x]\n\n"},
    )
    assert text.startswith("# Project Memory\n\n")
    sections = text.split("\n\n---\n\n")
    assert sections[1:] == [
        "## GOTCHAS\n\n- beware [/x]",
        "## API-LIMITS\n\n# Limits\n\n- 5 a second\n",
    ]


def test_context_files_stand_before_the_memory() -> None:
    text = prompt(["a.md"], {"a.md": "memory"}, [ContextFile("rules.txt", "Be brief.\n")])
    assert text.index("# Project Context") < text.index("## rules.txt\n\nBe brief.")
    assert text.index("Be brief.") < text.index("# Project Memory") < text.index("## A\n\nmemory")


def test_context_alone_makes_a_prompt_without_a_memory_section() -> None:
    text = prompt([], {}, [ContextFile("rules.md", "Be brief.")])
    assert "Be brief." in text
    assert "# Project Memory" not in text


def test_nothing_to_load_is_an_empty_prompt() -> None:
    assert prompt([], {}) == ""


def test_a_name_ends_in_capitals_whatever_the_case_of_its_ending() -> None:
    assert "## AUTH\n\nx" in prompt(["Auth.MD"], {"Auth.MD": "x"})

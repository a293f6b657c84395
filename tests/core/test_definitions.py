"""Definitions of links and footnotes, and who uses them."""

import pytest

from memtui.core.reorganize.definitions import definitions, used

BODY = """# T

> - [Quoted  x]:
>   <http://q>

### a
text

[x]: http://x 'T'
[X]: http://later

### b
[^1]: text of one
    goes on
[^Big]: first
lazy

    second paragraph

```
[code]: none
```

[^w]: word
"""


def test_definitions_are_found_wherever_they_stand() -> None:
    found = {each.shown: each for each in definitions(BODY)}
    assert list(found) == ["[Quoted  x]", "[x]", "[^1]", "[^Big]", "[^w]"]
    assert found["[Quoted  x]"].text == "[Quoted  x]:\n<http://q>"
    assert found["[x]"].text == "[x]: http://x 'T'"
    assert found["[x]"].says == ("http://x", "T")
    assert found["[^1]"].text == "[^1]: text of one\n    goes on"
    assert found["[^Big]"].text == "[^Big]: first\nlazy\n\n    second paragraph"
    assert BODY[found["[x]"].start :].startswith("[x]:")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("see [x]", {"[x]"}),
        ("see [the page][X] and [quoted X][]", {"[x]", "[Quoted  x]"}),
        ("![an image][x]", {"[x]"}),
        ("- a\n  - b[^1]\n\n| t |\n|---|\n| [^big] |", {"[^1]", "[^Big]"}),
        ("`[x]` \\[x] [x](inline) [^2]", set()),
        ("    [x]\n\n```\n[^1]\n```", set()),
        ("a word[^W]", {"[^w]"}),
        ("nothing", set()),
    ],
)
def test_uses_are_those_of_markdown(text: str, shown: set[str]) -> None:
    known = definitions(BODY)
    assert {each.shown for each in known if each.label in used(text, known)} == shown


def test_the_same_place_is_the_same_whatever_the_layout() -> None:
    (one,), (other,) = definitions("[a]: <b>  'c'\n"), definitions("[A]:\r\n  b\r\n  'c'\r\n")
    assert (one.label, one.says) == (other.label, other.says)

"""The names of categories: refused with the reason, and never a way out of the store."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.core.names import refusal, stem, target
from memtui.errors import BadValue


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", "missing"),
        ("   ", "missing"),
        (".md", "missing"),
        ("a/b", "no path"),
        ("a\\b", "no path"),
        ("../x", "no path"),
        ("..", "folder above"),
        (".hidden", "hidden"),
        ("a\x1bb", "not seen"),
        ("a\u202eb", "not seen"),
        ("a\u200bb", "not seen"),
        ("\ufeff", "not seen"),
        ("a:b", 'any of " * : < > ? |'),
        ("why?", "Windows has no file"),
        ("con", "for a device"),
        ("Aux.md", "for a device"),
        ("lpt9.notes", "for a device"),
        ("auth.md.md", "cannot stand twice"),
        ("_index", "agents never load"),
        ("_INDEX.md", "agents never load"),
        ("auth", "auth exists"),
        ("Auth", "auth exists and differs only in case"),
        ("gotchas.md", "gotchas exists"),
        ("x" * 253, "too long: 256 of 255"),
        ("한" * 85, "too long: 258 of 255"),
        ("x" * 252, ""),
        ("my notes", ""),
        ("설계", ""),
        ("a..b", ""),
        ("dot.", ""),
        ("console", ""),
        ("com10", ""),
        ("authentication", ""),
    ],
)
def test_a_name_is_refused_with_the_reason(typed: str, why: str) -> None:
    said = refusal(stem(typed), frozenset({"auth", "gotchas.md"}))
    assert why in said
    assert bool(said) == bool(why)


def test_the_same_name_composed_otherwise_exists() -> None:
    composed, decomposed = "\uac00", "\u1100\u1161"
    assert "exists" in refusal(stem(decomposed), frozenset({composed}))


@given(st.text(max_size=40), st.frozensets(st.text(min_size=1, max_size=8), max_size=4))
def test_an_accepted_name_is_one_visible_file_of_its_own(typed: str, taken: frozenset[str]) -> None:
    name = stem(typed)
    if refusal(name, taken) == "":
        file = f"{name}.md"
        assert "/" not in file
        assert "\x00" not in file
        assert not file.startswith(".")
        assert len(file.encode()) <= 255
        assert file.casefold() not in {f"{stem(other)}.md".casefold() for other in taken}
        assert stem(file) == name


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("auth", ("auth.md", True)),
        (" auth.md ", ("auth.md", True)),
        ("gotchas", ("gotchas.md", True)),
        ("odd", ("odd.MD", True)),
        ("\uac00", ("\u1100\u1161.md", True)),
        ("my notes", ("my notes.md", False)),
        ("설계", ("설계.md", False)),
        ("a..b", ("a..b.md", False)),
    ],
)
def test_a_target_is_a_file_that_exists_or_a_new_one(typed: str, found: tuple[str, bool]) -> None:
    taken = ("auth.md", "gotchas.md", "odd.MD", "\u1100\u1161.md", "_index.md")
    assert target(typed, taken) == found


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("Auth", "auth exists and differs only in case"),
        ("_index", "agents never load"),
        ("_Index.md", "agents never load"),
        ("../auth", "no path"),
        ("/etc/passwd", "no path"),
        (".md", "a name is missing"),
        ("auth.md.md", "cannot stand twice"),
        ("memory/INDEX", "no path"),
        ("memory/INDEX.md", "no path"),
    ],
)
def test_a_target_that_no_file_can_have_is_refused(typed: str, why: str) -> None:
    with pytest.raises(BadValue, match=why):
        target(typed, ("auth.md", "_index.md", "memory/INDEX.md"))

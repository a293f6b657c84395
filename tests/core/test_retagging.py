"""A tag changed across the store."""

import pytest

from memtui.core.memory import Fault, Memory
from memtui.core.reorganize.change import Reorganized
from memtui.core.reorganize.retagging import Retag, retag
from memtui.errors import BadValue, CannotPatch
from tests.core.bodies import memories

FILES = memories(
    a="---\ntags: [login, 'Auth', session] # mine\nsummary: s\n---\n### a\nauth\n",
    b="---\r\ntags:\r\n  - auth\r\n  - authentication\r\nrelevantTo: [auth]\r\n---\r\nx\r\n",
    c="---\ntags: auth\n---\n",
    d="---\ntags: [other]\nrelevantTo: [auth]\n---\n### d\n1\n",
    e="no frontmatter: auth\n",
)


def done(choice: Retag, files: dict[str, Memory] = FILES) -> Reorganized:
    return retag(files, choice, lambda name: f".automaker/memory/{name}")


def test_a_tag_is_renamed_and_merged_where_both_are() -> None:
    result = done(Retag("auth", "authentication"))
    assert result.texts == {
        "a.md": FILES["a.md"].text.replace("'Auth'", "'authentication'"),
        "b.md": FILES["b.md"].text.replace("  - auth\r\n", "", 1),
        "c.md": "---\ntags: [authentication]\n---\n",
    }
    assert result.notes == (
        "b.md: relevantTo has auth too, and keeps it",
        "d.md: relevantTo has auth too, and keeps it",
    )
    assert result.plan.what == "change the tag auth to authentication"
    assert result.entries_before == result.entries_after == 1


def test_a_tag_is_removed() -> None:
    result = done(Retag("AUTH"))
    assert result.texts == {
        "a.md": FILES["a.md"].text.replace("'Auth', ", ""),
        "b.md": FILES["b.md"].text.replace("  - auth\r\n", "", 1),
        "c.md": "---\ntags: []\n---\n",
    }
    assert result.plan.what == "remove the tag AUTH"


def test_the_same_can_be_done_to_broader_topics() -> None:
    result = done(Retag("auth", "login", relevant_to=True))
    assert result.texts["d.md"] == FILES["d.md"].text.replace("[auth]", "[login]")
    assert result.texts["a.md"] == FILES["a.md"].text.replace(", 'Auth'", "")
    assert result.notes == ()


def test_another_case_is_a_change() -> None:
    assert done(Retag("auth", "AUTH"), memories(a="---\ntags: [auth]\n---\n")).texts == {
        "a.md": "---\ntags: [AUTH]\n---\n"
    }


def test_a_tag_that_can_never_match_is_told() -> None:
    notes = done(Retag("auth", "edge-case", relevant_to=True)).notes
    assert notes == ("edge-case: no feature can match it (hyphen); edge and case can",)


@pytest.mark.parametrize(
    ("choice", "says"),
    [
        (Retag("nobody", "x"), "nobody: no file has that tag"),
        (Retag("auth", "auth"), "is that tag already"),
        (Retag("auth", "a, b"), "tags: .* comma"),
        (Retag("auth", "it's"), "tags: .* quote mark"),
        (Retag("auth", " "), "tags: an empty item"),
    ],
)
def test_what_cannot_be_is_refused(choice: Retag, says: str) -> None:
    with pytest.raises(BadValue, match=says):
        done(choice)


def test_every_frontmatter_that_cannot_be_changed_is_named_with_its_line() -> None:
    files = {
        **FILES,
        **memories(
            y="---\nsummary: s\ntags: &t [auth]\nrelevantTo: *t\n---\n",
            z="---\ntags:\n- !x auth\n---\n",
        ),
    }
    with pytest.raises(CannotPatch, match=r"^y\.md: line 3: .*; z\.md: line 3: "):
        done(Retag("auth", "login"), files)


def test_files_whose_tags_are_unknown_or_never_written_are_told() -> None:
    files = {
        **FILES,
        **memories(bad="---\nsummary: Use X: then Y\n---\n"),
        "link.md": Memory("link.md", "---\ntags: [auth]\n---\n", Fault("outside", "a link")),
        "memory/doc.md": Memory("memory/doc.md", "---\ntags: [auth]\n---\n"),
    }
    result = done(Retag("auth", "login", relevant_to=True), files)
    assert sorted(result.texts) == ["a.md", "b.md", "c.md", "d.md"]
    assert result.notes[0].startswith("bad.md: line 2: its tags cannot be read: ")
    assert result.notes[1:] == ("link.md: keeps the tag: a link",)

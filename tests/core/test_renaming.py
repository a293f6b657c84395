"""Renaming a category, and what follows."""

import pytest
from hypothesis import given

from memtui.core.memory import Fault, Memory
from memtui.core.reorganize.change import Reorganized
from memtui.core.reorganize.merge_files import Merge, merge
from memtui.core.reorganize.renaming import Rename, rename
from memtui.core.reorganize.split import Split, Target, split
from memtui.errors import BadValue, CannotPatch, NotWritable
from tests.core.bodies import memories, texts

AUTH = (
    "---\ntags: [auth]\nrelatedFiles: [.automaker/memory/auth.md#tokens]\n---\n# Auth\n\n### a\n1\n"
)
TABLE = (
    "# Index\n\nSee `.automaker/memory/auth.md`.\n\n| Task | Keywords | Files |\n|---|---|---|\n"
    "| Login | login | `../.automaker/memory/auth.md#a`, docs/auth.md |\n"
    "| Other | x | memory/auth.md |\n"
)


def path_of(name: str) -> str:
    return name if "/" in name else f".automaker/memory/{name}"


def done(files: dict[str, Memory], new: str, old: str = "auth.md") -> Reorganized:
    return rename(files, Rename(old, new), path_of)


def test_the_file_moves_and_mentions_by_path_follow() -> None:
    files = memories(
        auth=AUTH,
        api=(
            "---\nrelatedFiles:\n- 'src/a.ts'\n- '.automaker/memory/auth.md'\n---\n### a\n"
            "[t](auth.md#a) [u](./auth.md) [r] <.automaker/memory/auth.md>\n"
            "docs/auth.md oauth.md auth.md.bak /x/.automaker/memory/auth.md\n\n[r]: auth.md 'T'\n"
        ),
        _index="# Index\n\n- **auth.md** - tokens\n- oauth.md\n",
        other="# Other\n\n### x\nas auth.md says\n",
    )
    files |= {"memory/INDEX.md": Memory("memory/INDEX.md", TABLE)}
    result = done(files, "oauth-login")
    assert result.texts["oauth-login.md"] == AUTH.replace("auth.md", "oauth-login.md")
    assert result.texts["api.md"] == (
        "---\nrelatedFiles:\n- 'src/a.ts'\n- '.automaker/memory/oauth-login.md'\n---\n### a\n"
        "[t](oauth-login.md#a) [u](./oauth-login.md) [r] <.automaker/memory/oauth-login.md>\n"
        "docs/auth.md oauth.md auth.md.bak /x/.automaker/memory/auth.md\n\n"
        "[r]: oauth-login.md 'T'\n"
    )
    assert result.texts["_index.md"] == "# Index\n\n- **oauth-login.md** - tokens\n- oauth.md\n"
    assert result.texts["memory/INDEX.md"] == (
        TABLE.replace("memory/auth.md`", "memory/oauth-login.md`").replace(
            "memory/auth.md#a", "memory/oauth-login.md#a"
        )
    )
    assert "other.md" not in result.texts
    assert result.notes == ("other.md: line 4 names auth.md, and keeps that",)
    assert result.deleted == ("auth.md",)
    assert [change.action for change in result.plan.changes] == [
        "create",
        "write",
        "write",
        "write",
        "delete",
    ]
    assert result.effects[0].entries == (1,)
    assert result.entries_before == result.entries_after == 2


def test_a_new_name_that_holds_the_old_one_is_put_once() -> None:
    files = memories(auth="[a](auth.md) .automaker/memory/auth.md\n")
    assert done(files, "auth.md-auth").texts["auth.md-auth.md"] == (
        "[a](auth.md-auth.md) .automaker/memory/auth.md-auth.md\n"
    )


def test_names_that_links_and_cells_write_otherwise() -> None:
    files = memories(auth="x\n", b="[a](auth.md) [b](<auth.md>)\n")
    files |= {"memory/INDEX.md": Memory("memory/INDEX.md", TABLE)}
    result = done(files, "my notes")
    assert result.texts["b.md"] == "[a](my%20notes.md) [b](<my notes.md>)\n"
    assert "`../.automaker/memory/my notes.md#a`" in result.texts["memory/INDEX.md"]
    # A file that is there may have a name that a new one cannot have.
    table = TABLE.replace("memory/auth.md#a", r"memory/my notes\|x.md#a")
    odd = memories(**{"my notes|x": "x\n", "b": "[a](my%20notes%7Cx.md) [b](<my notes|x.md>)\n"})
    odd |= {"memory/INDEX.md": Memory("memory/INDEX.md", table)}
    back = done(odd, "auth", "my notes|x.md").texts
    assert (back["b.md"], back["memory/INDEX.md"]) == (files["b.md"].text, TABLE)
    with pytest.raises(BadValue, match=r"memory/INDEX\.md: row 1: .* for several files"):
        done(files, "a, b")


@pytest.mark.parametrize(
    ("new", "says"),
    [
        ("api", r"api\.md exists; merge"),
        ("API", "api exists and differs only in case"),
        ("auth", "has that name already"),
        ("../auth", "no path"),
        ("_index", "never load"),
        ("", "a name is missing"),
    ],
)
def test_names_that_cannot_be_are_refused(new: str, says: str) -> None:
    with pytest.raises(BadValue, match=says):
        done(memories(auth=AUTH, api="x"), new)


def test_another_case_is_another_name() -> None:
    assert done(memories(auth="x\n"), "Auth").texts == {"Auth.md": "x\n"}


def test_the_page_for_people_and_files_that_are_never_written_keep_their_name() -> None:
    with pytest.raises(BadValue, match="keeps its name"):
        done(memories(_index="x"), "new", "_index.md")
    with pytest.raises(NotWritable, match="a link"):
        done({"auth.md": Memory("auth.md", "", Fault("outside", "a link"))}, "new")


def test_gotchas_are_loaded_by_their_name() -> None:
    assert "under another it is not" in done(memories(gotchas="x"), "new", "gotchas.md").notes[0]
    assert "so each pays for it" in done(memories(auth="x"), "gotchas").notes[0]


def test_a_mention_that_cannot_be_replaced_is_named_with_its_line() -> None:
    shape = "---\na: &p .automaker/memory/auth.md\nrelatedFiles:\n- *p\n---\n"
    with pytest.raises(CannotPatch, match=r"api\.md: line 4"):
        done(memories(auth="x", api=shape), "new")
    item = memories(auth="x", api="---\nrelatedFiles: [.automaker/memory/auth.md]\n---\n")
    with pytest.raises(BadValue, match=r"api\.md: relatedFiles: .* comma"):
        done(item, "a, b")


def test_mentions_in_a_frontmatter_that_cannot_be_read_are_told() -> None:
    bad = "---\nsummary: Use: .automaker/memory/auth.md: then\n---\n"
    notes = done(memories(auth="x", api=bad), "new").notes
    assert notes == ("api.md: line 2 names auth.md, and keeps that",)
    own = memories(auth="---\nrelatedFiles: [auth.md]\n---\n")
    assert done(own, "login").notes == ("login.md: line 2 names auth.md, and keeps that",)


def test_merging_and_deleting_tell_who_mentions_what_goes() -> None:
    files = memories(auth="### a\n1\n", b="### b\n2\n", c="x\n[a](auth.md)\n")
    merged = merge(files, Merge(("auth.md",), "b"), path_of)
    assert merged.notes == ("c.md: line 2 mentions auth.md, which goes",)
    gone = split(files, Split("auth.md", (Target("b", (1,)),), original="delete"), path_of)
    assert "c.md: line 2 mentions auth.md, which goes" in gone.notes


@given(texts())
def test_a_file_that_mentions_nothing_stays_as_it_is(text: str) -> None:
    result = done(memories(auth=text, other=text), "new")
    assert result.texts == {"new.md": text}

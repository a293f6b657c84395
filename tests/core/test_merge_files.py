"""Merging files into one."""

import re
from collections import Counter
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.core import frontmatter
from memtui.core.memory import Memory
from memtui.core.merging.head import split_head
from memtui.core.metadata import Metadata, UsageStats
from memtui.core.reorganize.change import Reorganized
from memtui.core.reorganize.conservation import Place
from memtui.core.reorganize.merge_files import Merge, joint, leave_out, merge
from memtui.core.reorganize.twins import EntryRef, Twins
from memtui.errors import BadValue, CannotPatch, NoSuchFile, NotConserved
from tests.core.bodies import TAME, entry_texts, memories, own_lines, texts

GOTCHAS = (
    "---\n# ours\ntags: ['bug', Trap]\nsummary: Traps of the shop\nrelevantTo:\n  - crash\n"
    "importance: 0.9\nrelatedFiles: [a.ts]\nusageStats: {loaded: 10, referenced: 3}\nowner: me\n"
    "---\n"
    "# Gotchas\n\nRead this.\n\n#### [Gotcha] one (2026-01-01)\n- x\n"
)
GOTCHA = (
    "---\ntags: [trap, gotcha]\nsummary: gotcha implementation decisions and patterns\n"
    "relevantTo: [crash, error]\nimportance: 0.7\nrelatedFiles: [a.ts, A.ts]\nusageStats:\n"
    "  loaded: 5\n  referenced: 1\n  successfulFeatures: 1\n---\n"
    "# gotcha\n\nAn introduction.\n\n## Section\n\n#### [Gotcha] one (2026-02-01)\n- y\n\n"
    "#### [Gotcha] two (2026-01-01)\n- z"
)
FILES = memories(gotchas=GOTCHAS, gotcha=GOTCHA, other="### free\ntext\n")


def done(choice: Merge, files: dict[str, Memory] = FILES) -> Reorganized:
    return merge(files, choice, lambda name: f".automaker/memory/{name}")


def test_all_entries_are_in_one_file_and_its_own_bytes_stay() -> None:
    result = done(Merge(("gotcha.md",), "gotchas"))
    head, body = split_head(result.texts["gotchas.md"])
    assert head == (
        GOTCHAS[: GOTCHAS.index("# Gotchas")]
        .replace("['bug', Trap]", "['bug', Trap, gotcha]")
        .replace("  - crash\n", "  - crash\n  - error\n")
        .replace("[a.ts]", "[a.ts, A.ts]")
        .replace("loaded: 10, referenced: 3", "loaded: 15, referenced: 4, successfulFeatures: 1")
    )
    assert body == (
        "# Gotchas\n\nRead this.\n\nAn introduction.\n\n#### [Gotcha] one (2026-01-01)\n- x\n\n"
        "## Section\n\n#### [Gotcha] one (2026-02-01)\n- y\n\n#### [Gotcha] two (2026-01-01)\n- z\n"
    )
    assert [(e.name, e.action, e.entries) for e in result.effects] == [
        ("gotchas.md", "write", (1, 2, 3)),
        ("gotcha.md", "delete", ()),
    ]
    assert (result.entries_before, result.entries_after, result.dropped) == (3, 3, ())
    assert result.plan.what == "merge gotcha.md into gotchas.md"
    assert result.notes[0].startswith("gotchas.md: is loaded for every task; each pays about")


def test_a_merge_of_more_than_three_files_says_how_many() -> None:
    files = memories(**dict.fromkeys("abcd", "### One\n- a\n"), into="### Two\n- b\n")
    for names, said in (("abc", "a.md, b.md, c.md"), ("abcd", "4 files")):
        choice = Merge(tuple(f"{name}.md" for name in names), "into")
        assert done(choice, files).plan.what == f"merge {said} into into.md"


def test_the_target_may_be_new_and_takes_the_first_summary_that_says_something() -> None:
    result = done(Merge(("gotcha.md", "gotchas.md", "other.md"), "traps"))
    metadata = frontmatter.read(result.texts["traps.md"]).metadata
    assert metadata == Metadata(
        ("trap", "gotcha", "bug"),
        ("crash", "error"),
        "Traps of the shop",
        0.9,
        ("a.ts", "A.ts"),
        UsageStats(15, 4, 1),
    )
    assert split_head(result.texts["traps.md"])[1].startswith(
        "# Traps\n\nAn introduction.\n\nRead this.\n\n## Section\n\n####"
    )
    assert set(result.deleted) == {"gotcha.md", "gotchas.md", "other.md"}
    assert "gotchas.md: “owner: me” of its frontmatter goes" in result.notes
    assert "gotchas.md: “# ours” of its frontmatter goes" in result.notes
    assert any("what is loaded for every task by its name" in note for note in result.notes)
    assert any("traps.md would be loaded for every task" in note for note in result.notes)


def test_the_target_among_the_files_comes_first() -> None:
    result = done(Merge(("other.md", "gotchas.md"), "gotchas.md"))
    assert [text.splitlines()[0] for text in entry_texts(result.texts["gotchas.md"])] == [
        "#### [Gotcha] one (2026-01-01)",
        "### free",
    ]


def test_a_title_that_says_something_is_told() -> None:
    files = memories(a="# How we pay\n\n### x\n1\n", b="Setext\n======\n### y\n2\n")
    result = done(Merge(("a.md", "b.md"), "c"), files)
    assert result.notes == (
        "a.md: its title “How we pay” goes",
        "b.md: its title “Setext” goes",
    )


def test_a_title_behind_a_byte_order_mark_goes_too() -> None:
    files = memories(a="# A\n\n### x\n1\n", b="\ufeff# B\n\n### y\n2\n")
    assert (
        "\n---\n# A\n\n### x\n1\n\n### y\n2\n" in done(Merge(("b.md",), "a"), files).texts["a.md"]
    )


def test_what_is_several_lines_long_is_no_title_and_stays() -> None:
    conflict = "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> main\n"
    files = memories(a="# A\n\n### x\n1\n", b=f"{conflict}\n### y\n2\n")
    assert f"# A\n\n{conflict}\n### x\n" in done(Merge(("b.md",), "a"), files).texts["a.md"]


def test_counters_start_anew_and_the_frontmatter_can_be_another() -> None:
    new = done(Merge(("gotcha.md",), "gotchas", counters="new"))
    assert frontmatter.read(new.texts["gotchas.md"]).metadata.usage_stats == UsageStats()
    own = replace(joint(FILES, Merge(("gotcha.md",), "gotchas")), summary="Mine", importance=0.4)
    result = done(Merge(("gotcha.md",), "gotchas", metadata=own))
    assert frontmatter.read(result.texts["gotchas.md"]).metadata == own


# -- near-equal entries


def refs() -> tuple[EntryRef, EntryRef, EntryRef]:
    return (
        EntryRef("gotcha.md", 1, "one", "2026-02-01"),
        EntryRef("gotcha.md", 2, "two", "2026-01-01"),
        EntryRef("gotchas.md", 1, "one", "2026-01-01"),
    )


def test_of_near_equal_entries_one_is_left_out_only_when_asked_for() -> None:
    one, two, own = refs()
    pairs = [Twins(one, own, 0.8), Twins(two, own, 0.7), Twins(one, two, 0.6)]
    choice = Merge(("gotcha.md",), "gotchas")
    assert leave_out(FILES, choice, pairs, "both") == ()
    assert leave_out(FILES, choice, pairs, "one") == (Place("gotcha.md", 1), Place("gotcha.md", 2))
    assert leave_out(FILES, choice, pairs, "newer") == (
        Place("gotcha.md", 2),
        Place("gotchas.md", 1),
    )
    elsewhere = [Twins(one, EntryRef("z.md", 1, "one", ""), 1)]
    assert leave_out(FILES, choice, elsewhere, "one") == ()


def test_which_is_newer_may_be_unknown() -> None:
    _, two, own = refs()
    choice = Merge(("gotcha.md",), "gotchas")
    assert leave_out(FILES, choice, [Twins(two, own, 0.9)], "newer") == ()
    assert leave_out(FILES, choice, [Twins(two, own, 1)], "newer") == (Place("gotcha.md", 2),)


def test_what_is_left_out_is_listed() -> None:
    dropped = (Place("gotcha.md", 2), Place("gotchas.md", 1))
    result = done(Merge(("gotcha.md",), "gotchas", dropped))
    assert entry_texts(result.texts["gotchas.md"]) == ["#### [Gotcha] one (2026-02-01)\n- y"]
    assert [(d.file, d.number, d.heading) for d in result.dropped] == [
        ("gotcha.md", 2, "[Gotcha] two (2026-01-01)"),
        ("gotchas.md", 1, "[Gotcha] one (2026-01-01)"),
    ]
    assert (result.entries_before, result.entries_after) == (3, 1)
    with pytest.raises(NotConserved, match=r"gotcha\.md: there is no entry 9"):
        done(Merge(("gotcha.md",), "gotchas", (Place("gotcha.md", 9),)))


def test_a_definition_of_an_entry_that_is_left_out_stays_where_it_is_used() -> None:
    files = memories(a="### a\nsee [x]\n", b="### b\n\n[x]: https://x\n")
    result = done(Merge(("b.md",), "a", (Place("b.md", 1),)), files)
    assert result.texts["a.md"].endswith("[x]: https://x\n\n### a\nsee [x]\n")


def test_labels_that_mean_two_things_are_told() -> None:
    files = memories(a="### a\n[x]\n\n[x]: https://one\n", b="### b\n[x]\n\n[x]: https://two\n")
    assert done(Merge(("b.md",), "a"), files).notes == (
        "a.md: [x] of b.md means something else there",
    )


# -- refusals


@pytest.mark.parametrize(
    ("choice", "error", "says"),
    [
        (Merge(("gotchas.md",), "gotchas"), BadValue, "nothing to merge"),
        (Merge((), "new"), BadValue, "nothing to merge"),
        (Merge(("gotcha.md",), "new"), BadValue, r"only gotcha\.md would go there; rename"),
        (Merge(("gotcha.md",), "../x"), BadValue, "no path"),
        (Merge(("gotcha.md",), "GOTCHAS"), BadValue, "differs only in case"),
        (Merge(("gotcha.md",), "_index"), BadValue, "never load"),
        (Merge(("_index.md",), "gotchas"), BadValue, "for people"),
        (Merge(("nope.md",), "gotchas"), NoSuchFile, r"nope\.md"),
        (Merge(("bad.md",), "gotchas"), CannotPatch, r"bad\.md: line 2: .*mend that first"),
        (Merge(("gotcha.md",), "bad"), CannotPatch, r"bad\.md: line 2"),
        (Merge(("tied.md", "gotcha.md"), "tied"), CannotPatch, r"tied\.md: line 2"),
        (Merge(("torn.md",), "gotchas"), BadValue, r"torn\.md: tags: .* comma"),
        (Merge(("gotcha.md",), "gotchas", metadata=Metadata()), BadValue, r"gotchas\.md: summary"),
    ],
)
def test_what_cannot_be_is_refused(choice: Merge, error: type[Exception], says: str) -> None:
    files = {
        **FILES,
        **memories(
            _index="# Index\n",
            bad="---\nsummary: Use X: then Y\n---\n### x\n",
            tied="---\ntags: &t [a]\nrelevantTo: *t\n---\n### x\n",
            torn='---\ntags: ["a, b"]\n---\n### x\n',
        ),
    }
    with pytest.raises(error, match=says):
        done(choice, files)


# -- bodies that fight


def test_bodies_without_headings_and_bodies_that_are_never_closed() -> None:
    files = memories(
        a="# A\n\n### a\n```\nnever closed\n", b="# B\n\n- one\n- two\n", c="# C\n\n### c\n3\n"
    )
    result = done(Merge(("b.md", "c.md"), "a"), files)
    assert result.texts["a.md"].endswith(
        "# A\n\n- one\n- two\n\n### c\n3\n\n### a\n```\nnever closed\n"
    )


def test_every_line_end_stays() -> None:
    files = memories(a="### a\r\n1\r\n", b="### b\n2\n\n### c\r3\r")
    result = done(Merge(("b.md",), "a"), files)
    assert split_head(result.texts["a.md"])[1] == "### a\r\n1\r\n\r\n### b\n2\n\n### c\r3\r"
    assert "a.md: entries 1, 2 of b.md keep their own line ends; here they are CRLF" in result.notes


HEADS_TO_MERGE = (
    "",
    "---\ntags: [a, edge-case]\nsummary: Words\nimportance: 0.95\nrelatedFiles: [src/a.ts]\n---\n",
    "---\ntags:\n  - a\n# a comment\nowner: me\n---\n",
)


def _title(text: str) -> Counter[str]:
    """Return the lines of the title that a body begins with, if it does."""
    body = split_head(text)[1].lstrip("\ufeff\r\n")
    lines = [" ".join(line.split()) for line in re.split(r"\r\n?|\n", body)]
    if lines[0].startswith("# "):
        return Counter(lines[:1])
    return Counter(lines[:2] if lines[1:] and lines[1] and not lines[1].strip("=") else ())


def assert_merged(files: dict[str, Memory], result: Reorganized) -> bool:
    before = Counter(text for memory in files.values() for text in entry_texts(memory.text))
    name = next(iter(result.texts), "a.md")
    # Nothing is written where nothing comes.
    merged = result.texts[name] if result.texts else files[name].text
    assert Counter(entry_texts(merged)) == before
    untouched = 0 if result.texts else len(entry_texts(merged))
    assert result.entries_before == result.entries_after == sum(before.values()) - untouched
    lines = own_lines(merged)
    for memory in files.values():
        lines.subtract(own_lines(memory.text))
    assert -lines <= sum((_title(memory.text) for memory in files.values()), Counter())
    assert set(result.deleted) == files.keys() - {name}
    return True


@given(st.lists(texts(TAME, HEADS_TO_MERGE), min_size=2, max_size=4), st.sampled_from(["a", "n"]))
def test_every_merge_of_tame_bodies_conserves_all(bodies: list[str], into: str) -> None:
    files = memories(**dict(zip("abcd", bodies, strict=False)))
    assert assert_merged(files, done(Merge(tuple(files), into), files))


@given(st.lists(texts(heads=HEADS_TO_MERGE), min_size=2, max_size=3), st.sampled_from(["a", "n"]))
def test_a_merge_conserves_all_or_is_refused(bodies: list[str], into: str) -> None:
    files = memories(**dict(zip("abcd", bodies, strict=False)))
    result = None
    with suppress(NotConserved, CannotPatch):
        result = done(Merge(tuple(files), into), files)
    assert result is None or assert_merged(files, result)

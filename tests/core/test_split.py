"""Splitting a file, and moving its entries."""

from collections import Counter
from contextlib import suppress
from typing import get_args

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from memtui.core import frontmatter
from memtui.core.memory import Fault, Memory
from memtui.core.merging.head import split_head
from memtui.core.metadata import Metadata, UsageStats
from memtui.core.reorganize.carry import parts
from memtui.core.reorganize.change import Reorganized
from memtui.core.reorganize.split import Original, Split, Target, proposals, split
from memtui.errors import BadValue, NoSuchFile, NotConserved, NotWritable
from tests.core.bodies import TAME, entry_texts, memories, own_lines, texts

HEAD = (
    "---\ntags: [cart, edge-case, unused]\nsummary: cart decisions\nrelevantTo: [checkout]\n"
    "importance: 0.7\nrelatedFiles: [src/cart.ts, src/other.ts]\nusageStats:\n  loaded: 12\n"
    "  referenced: 4\n  successfulFeatures: 3\n---\n"
)
ONE = "### Keep cart totals in cents (2026-03-01)\n- **Why:** floats drift in src/cart.ts\n\n"
TWO = "#### [Gotcha] The sandbox rounds (2026-03-02)\n- **Situation:** an edge case of checkout\n\n"
THREE = "### Queue jobs in redis (2026-03-03)\n- **Why:** workers restart\n"
CART = f"{HEAD}# Cart\n\nIntro.\n\n{ONE}{TWO}{THREE}"
AUTH = "---\ntags: [login]\nimportance: 0.6\n---\n# Auth\n\n### Tokens last an hour\n- x"


def done(files: dict[str, Memory], choice: Split) -> Reorganized:
    return split(files, choice, lambda name: f".automaker/memory/{name}")


def cart(*targets: Target, **more: str) -> Reorganized:
    return done(memories(cart=CART, auth=AUTH, **more), Split("cart.md", targets))


def test_entries_go_to_a_new_file_and_the_original_keeps_the_rest() -> None:
    result = cart(Target("queues", (3,)))
    assert result.texts["cart.md"] == f"{HEAD}# Cart\n\nIntro.\n\n{ONE}{TWO.rstrip()}\n"
    head, body = split_head(result.texts["queues.md"])
    assert body == f"# Queues\n\n{THREE}"
    assert frontmatter.read(head).metadata.tags[0] == "queues"
    assert [(e.name, e.action, e.entries) for e in result.effects] == [
        ("queues.md", "create", (3,)),
        ("cart.md", "write", (1, 2)),
    ]
    assert [change.path for change in result.plan.changes] == [
        ".automaker/memory/queues.md",
        ".automaker/memory/cart.md",
    ]
    assert result.plan.what == "split 1 entry of cart.md into queues.md"
    assert (result.entries_before, result.entries_after, result.dropped) == (3, 3, ())


def test_a_split_into_more_than_three_files_says_how_many() -> None:
    files = memories(cart=CART + THREE.replace("redis", "a file"))
    for names, said in ((("a", "b", "c"), "a.md, b.md, c.md"), (("a", "b", "c", "d"), "4 files")):
        targets = tuple(Target(name, (n,)) for n, name in enumerate(names, 1))
        what = done(files, Split("cart.md", targets)).plan.what
        assert what == f"split {len(names)} entries of cart.md into {said}"


def test_entries_go_to_an_existing_file_whose_own_bytes_stay() -> None:
    result = cart(Target("auth", (3, 1)))
    assert result.texts["auth.md"] == f"{AUTH}\n\n{THREE}\n{ONE.rstrip()}\n"
    assert result.effects[0].entries == (3, 1)
    assert (result.effects[0].entries_before, result.effects[0].entries_after) == (1, 3)
    assert result.entries_before == result.entries_after == 4


def test_several_targets_at_once_and_one_named_twice() -> None:
    result = cart(Target("auth", (1,)), Target("jobs", (3,)), Target("auth.md", (2,)))
    assert list(result.texts) == ["auth.md", "jobs.md", "cart.md"]
    assert entry_texts(result.texts["auth.md"])[1:] == [ONE.rstrip(), TWO.rstrip()]
    assert result.notes == ("cart.md: no entry stays, only its own text",)


def test_equal_headings_are_two_entries() -> None:
    body = "# T\n\n### a\n1\n### a\n2\n"
    result = done(memories(x=body), Split("x.md", (Target("y", (2,)),)))
    assert entry_texts(result.texts["x.md"]) == ["### a\n1"]
    assert entry_texts(result.texts["y.md"]) == ["### a\n2"]


def test_the_original_may_go_when_nothing_of_it_is_left() -> None:
    choice = Split("cart.md", (Target("jobs", (1, 2, 3)),), original="delete")
    result = done(memories(cart=CART), choice)
    assert result.deleted == ("cart.md",)
    assert "cart.md" not in result.texts
    assert result.notes == ("cart.md: 1 line of its own text goes with it",)
    gotchas = memories(gotchas="---\nowner: me\ntags: [a]\n---\n# Gotchas\n\n### x\n1\n")
    choice = Split("gotchas.md", (Target("jobs", (1,)),), original="delete")
    assert done(gotchas, choice).notes == (
        "gotchas.md: “owner: me” of its frontmatter goes",
        "gotchas.md: goes, and with it what is loaded for every task by its name",
    )
    with pytest.raises(BadValue, match=r"cart\.md: entries 2, 3 would go with it"):
        done(memories(cart=CART), Split("cart.md", (Target("jobs", (1,)),), original="delete"))


def test_the_original_may_say_where_its_entries_are() -> None:
    choice = Split("cart.md", (Target("jobs", (1, 3)),), original="overview")
    text = done(memories(cart=CART), choice).texts["cart.md"]
    assert text.startswith(
        f"{HEAD}# Cart\n\nIntro.\n\nWhere its entries are now:\n\n- `jobs.md`: 2 entries"
    )
    assert entry_texts(text) == [TWO.rstrip()]


def test_a_byte_order_mark_stays_at_the_start_of_its_file() -> None:
    files = memories(marked="\ufeff### a\n1\n\n### b\n2\n", plain="# P\n\n### c\n3\n")
    texts = done(files, Split("marked.md", (Target("plain", (1,)),))).texts
    assert texts["marked.md"] == "\ufeff### b\n2\n"
    assert texts["plain.md"] == "# P\n\n### c\n3\n\n### a\n1\n"


def test_a_second_split_makes_the_list_of_where_entries_are_longer() -> None:
    for text in (CART, CART.replace("\n", "\r\n")):
        first = Split("cart.md", (Target("jobs", (1, 3)),), original="overview")
        once = done(memories(cart=text), first).texts["cart.md"]
        second = Split("cart.md", (Target("more", (1,)),), original="overview")
        twice = done(memories(cart=once), second).texts["cart.md"]
        own = split_head(twice)[1].splitlines()
        assert ("\r\n" in text) == (twice.count("\r\n") == twice.count("\n"))
        assert own[:4] == ["# Cart", "", "Intro.", ""]
        assert own[4:6] == ["Where its entries are now:", ""]
        assert [line.partition(":")[0] for line in own[6:]] == ["- `jobs.md`", "- `more.md`"]


# -- the frontmatter of a new file


def test_the_proposal_keeps_what_the_entries_bear_out() -> None:
    targets = (Target("totals", (1,)), Target("sandbox", (2,)))
    made = proposals(memories(cart=CART), Split("cart.md", targets))
    totals, sandbox = made["totals.md"], made["sandbox.md"]
    assert {"totals", "cart"} <= set(totals.tags)
    assert {"edge", "case"} <= set(sandbox.tags)
    assert not {"unused", "edge-case"} & {*totals.tags, *sandbox.tags}
    assert "checkout" in sandbox.relevant_to
    assert "checkout" not in totals.relevant_to
    assert totals.related_files == ("src/cart.ts",)
    assert sandbox.related_files == ()
    assert totals.importance == 0.7
    assert totals.usage_stats == UsageStats()
    assert "drift" in totals.summary
    assert "decisions" not in totals.summary


def test_counters_can_be_copied_and_any_value_replaced() -> None:
    choice = Split("cart.md", (Target("totals", (1,)),), counters="copy")
    (made,) = proposals(memories(cart=CART), choice).values()
    assert made.usage_stats == UsageStats(12, 4, 3)
    own = Metadata(("mine",), (), "My summary", 0.3)
    result = cart(Target("totals", (1,), own))
    assert frontmatter.read(result.texts["totals.md"]).metadata == own


@pytest.mark.parametrize(
    ("metadata", "says"),
    [
        (Metadata(tags=("a, b",), summary="s"), r"totals\.md: tags: .* comma"),
        (Metadata(summary=""), r"totals\.md: summary"),
        (Metadata(summary="s", importance=2), r"totals\.md: importance"),
    ],
)
def test_values_that_cannot_be_written_are_refused(metadata: Metadata, says: str) -> None:
    with pytest.raises(BadValue, match=says):
        cart(Target("totals", (1,), metadata))


def test_an_importance_that_takes_a_place_is_lowered_unless_asked_for() -> None:
    files = memories(cart=CART.replace("importance: 0.7", "importance: 0.95"))
    targets = (Target("totals", (1,)), Target("jobs", (3,)))
    lowered = done(files, Split("cart.md", targets))
    assert frontmatter.read(lowered.texts["jobs.md"]).metadata.importance == 0.8
    assert lowered.notes == tuple(
        f"{name}.md: importance 0.8, not 0.95: from 0.9 on a file takes one of the five places "
        "in every task"
        for name in ("totals", "jobs")
    )
    kept = done(files, Split("cart.md", targets, importance=0.95))
    assert frontmatter.read(kept.texts["jobs.md"]).metadata.importance == 0.95
    assert "totals.md, jobs.md would be loaded for every task; then 3 of the 5" in kept.notes[0]


def test_a_file_that_nothing_can_match_is_told() -> None:
    files = memories(x="# T\n\n### 값\n- 하나\n")
    notes = done(files, Split("x.md", (Target("설계", (1,)),))).notes
    assert any("none of its words can match" in note for note in notes)


# -- names and numbers


@pytest.mark.parametrize(
    ("targets", "says"),
    [
        ((Target("../evil", (1,)),), "no path"),
        ((Target("/tmp/evil", (1,)),), "no path"),
        ((Target("a\\b", (1,)),), "no path"),
        ((Target("..", (1,)),), "the folder above"),
        ((Target("_index", (1,)),), "never load"),
        ((Target("Auth", (1,)),), "auth exists and differs only in case"),
        ((Target("", (1,)),), "a name is missing"),
        ((Target("cart", (1,)),), "are there already"),
        ((Target("new", ()),), r"cart\.md: no entry was chosen"),
        ((Target("new", (4,)),), r"cart\.md: there is no entry 4; it has 3"),
        ((Target("new", (0,)),), "there is no entry 0"),
        ((Target("a", (1, 1)),), "entry 1 is to go twice"),
        ((Target("a", (1,)), Target("b", (1,))), "entry 1 is to go twice: to a and b"),
        ((), "no target was named"),
        ((Target("New", (1,)), Target("new", (2,))), "differs only in case"),
    ],
)
def test_what_cannot_be_is_refused(targets: tuple[Target, ...], says: str) -> None:
    with pytest.raises(BadValue, match=says):
        cart(*targets)


@pytest.mark.parametrize("name", ["my notes", "설계", "a..b", "gotchas", "ünïcode"])
def test_names_that_a_file_can_have_are_taken_as_they_are(name: str) -> None:
    assert entry_texts(cart(Target(name, (1,))).texts[f"{name}.md"]) == [ONE.rstrip()]


def test_files_that_are_not_there_or_never_written_are_refused() -> None:
    files = memories(cart=CART)
    with pytest.raises(NoSuchFile):
        done(files, Split("nope.md", (Target("a", (1,)),)))
    bad = {**files, "link.md": Memory("link.md", "", Fault("outside", "a link that leads out"))}
    with pytest.raises(NotWritable, match=r"link\.md: a link that leads out"):
        done(bad, Split("cart.md", (Target("link", (1,)),)))


# -- bodies that fight


def test_definitions_are_copied_where_they_are_used() -> None:
    body = (
        "# T\n\n[home]: https://h\n\n### a\nsee [x] and [home] and note[^1]\n\n### b\n[x]\n\n"
        "[x]: https://x\n\n[^1]: a note\n    of two lines\n"
    )
    files = memories(t=body, there="# There\n\n[home]: https://other\n\n### z\n[home]\n")
    result = done(files, Split("t.md", (Target("new", (1,)),)))
    assert split_head(result.texts["new.md"])[1] == (
        "# New\n\n[home]: https://h\n[x]: https://x\n[^1]: a note\n    of two lines\n\n"
        "### a\nsee [x] and [home] and note[^1]\n"
    )
    assert result.notes == (
        "new.md: the definition of [home], [x], [^1] is copied to it, where it is used too",
    )
    back = done(files, Split("t.md", (Target("new", (2,)),)))
    assert back.texts["t.md"].startswith(
        "# T\n\n[home]: https://h\n\n[x]: https://x\n[^1]: a note\n"
    )
    other = done(files, Split("t.md", (Target("there", (1,)),)))
    assert "there.md: [home] is defined there too, and means something else" in other.notes
    assert other.texts["there.md"].count("[home]: ") == 1


def test_line_ends_are_kept_and_told() -> None:
    files = memories(cart=CART.replace("\n", "\r\n"), auth=AUTH)
    result = done(files, Split("cart.md", (Target("auth", (1, 3)), Target("new", (2,)))))
    assert ONE.replace("\n", "\r\n") in result.texts["auth.md"]
    assert result.texts["auth.md"].startswith(AUTH)
    assert result.texts["new.md"].count("\n") == result.texts["new.md"].count("\r\n")
    assert result.notes[:1] == (
        "auth.md: entries 1, 3 of cart.md keep their own line ends; here they are LF",
    )


def test_other_line_ends_than_those_of_a_new_file_are_told_too() -> None:
    files = memories(x="### a\n1\n\n### b\r\n2\r\n\r\n### c\n3\n", empty="")
    notes = done(files, Split("x.md", (Target("new", (1, 2)), Target("empty", (3,))))).notes
    assert notes[0] == "new.md: entry 2 of x.md keeps its own line ends; here they are LF"


def test_paragraphs_and_bullets_are_split_where_there_are_no_headings() -> None:
    files = memories(flat="# Flat\n\n- one\n- two\n- three\n\nA paragraph.\n", auth=AUTH)
    targets = (Target("new", (1, 3)), Target("auth", (4,)))
    result = done(files, Split("flat.md", targets))
    assert result.texts["flat.md"] == "# Flat\n\n- two\n"
    assert split_head(result.texts["new.md"])[1] == "# New\n\n- one\n- three\n"
    assert split_head(result.texts["auth.md"])[1] == (
        "# Auth\n\nA paragraph.\n\n### Tokens last an hour\n- x"
    )
    assert "auth.md: what has no heading stands before its first entry" in result.notes
    assert result.entries_before == result.entries_after == 1


def test_an_empty_target_and_a_block_without_a_line_end() -> None:
    files = memories(cart=CART, empty="", head="---\ntags: [a]\n---")
    result = done(files, Split("cart.md", (Target("empty", (1,)), Target("head", (2,)))))
    assert result.texts["empty.md"] == f"{ONE.rstrip()}\n"
    assert result.texts["head.md"] == f"---\ntags: [a]\n---\n{TWO.rstrip()}\n"


def test_two_entries_that_are_never_closed_cannot_share_a_file() -> None:
    files = memories(a="### a\n```\n", b="### b\n<!-- x\n")
    with pytest.raises(NotConserved, match=r"entry 1 “.”"):
        done(files, Split("a.md", (Target("b", (1,)),)))


def test_large_entries_and_many() -> None:
    large = f"### large\n{'word ' * 60_000}\n\n"
    many = "".join(f"### entry {i}\n- **Why:** {i}\n\n" for i in range(2_000))
    files = memories(big=f"# Big\n\n{large}{many}")
    odd = tuple(range(1, 2_002, 2))
    result = done(files, Split("big.md", (Target("odd", odd),)))
    assert result.entries_before == result.entries_after == 2_001
    assert large in result.texts["odd.md"]
    assert result.texts["big.md"].startswith("# Big\n\n### entry 0\n")


# -- the law


@st.composite
def splits(draw: st.DrawFn, one: str, other: str) -> tuple[dict[str, Memory], Split]:
    """Return two files, and a split of the first into the second and new ones."""
    files = memories(a=one, b=other)
    numbers = [p.number for p in parts("a.md", files["a.md"].reading.body) if p.number]
    assume(numbers)
    places = st.sampled_from(["", "b", "new", "other"])
    chosen = draw(st.lists(places, min_size=len(numbers), max_size=len(numbers)))
    targets = tuple(
        Target(name, tuple(n for n, place in zip(numbers, chosen, strict=True) if place == name))
        for name in ("b", "new", "other")
        if name in chosen
    )
    assume(targets)
    originals = [each for each in get_args(Original) if each != "delete" or "" not in chosen]
    return files, Split("a.md", targets, original=draw(st.sampled_from(originals)))


def assert_conserved(files: dict[str, Memory], result: Reorganized) -> bool:
    """Assert that every entry is in exactly one file, and no other line is lost."""
    changed = [effect.name for effect in result.effects if effect.name in files]
    before = Counter(text for name in changed for text in entry_texts(files[name].text))
    after = Counter(text for new in result.texts.values() for text in entry_texts(new))
    surplus = after - before
    assert not before - after
    # A section line that lost its entries counts as one.
    assert all(memories(x=f"{text}\n\n### x\n") and not _own_text(text) for text in surplus)
    assert sum(surplus.values()) == sum("counts as one itself" in note for note in result.notes)
    assert result.entries_before == result.entries_after == sum(before.values())
    lines: Counter[str] = Counter()
    for text in surplus.elements():
        lines += own_lines(f"{text}\n\n### x\n")
    for new in result.texts.values():
        lines += own_lines(new)
    kept = (files[name].text for name in changed if name not in result.deleted)
    for text in kept:
        lines.subtract(own_lines(text))
    assert min(lines.values(), default=0) >= 0
    for name in changed:
        if name in result.texts:
            assert result.texts[name].startswith(split_head(files[name].text)[0])
    return True


def _own_text(text: str) -> list[str]:
    return entry_texts(f"{text}\n\n### x\n")[:-1]


@given(st.data(), texts(TAME), texts(TAME))
def test_every_split_of_tame_bodies_conserves_all(
    data: st.DataObject, one: str, other: str
) -> None:
    files, choice = data.draw(splits(one, other))
    assert_conserved(files, done(files, choice))


@given(st.data(), texts(), texts())
def test_a_split_conserves_all_or_is_refused(data: st.DataObject, one: str, other: str) -> None:
    files, choice = data.draw(splits(one, other))
    result = None
    with suppress(NotConserved):
        result = done(files, choice)
    assert result is None or assert_conserved(files, result)

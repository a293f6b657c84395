import random
from itertools import combinations
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.core.language.subject_words import subject_words
from memtui.core.memory import Memory
from memtui.core.reorganize.twin_categories import TwinCategories, twin_categories
from memtui.core.reorganize.twins import LEAST, SURE, Twins, near_equal

OVENS = """### Preheat the brick oven for ninety minutes before the first loaf (2026-02-01)
- **Context:** The bakery fires its brick oven with beech wood.
- **Why:** The dome stores too little heat before ninety minutes, and loaves stay pale.
"""
OVENS_AGAIN = """#### [Gotcha] The brick oven needs ninety minutes, or loaves are pale (2026-03-05)
- **Situation:** Loaves were pale although the thermometer in the brick oven was right.
- **Root cause:** The dome of the oven stores heat slowly when it is fired with beech wood.
"""
FERRY = """### Book the ferry to the island with the trailer's length (2026-02-02)
- **Context:** The harbour office charges vehicles by their length.
- **Why:** A trailer that was not booked waits for the evening crossing.
"""
BEES = """### Move beehives only after dusk (2026-02-03)
- **Context:** Foragers return to the place of the hive, not to the hive.
- **Why:** A hive that is moved at noon loses half its foragers.
"""
CLOCKS = """### Oil the tower clock with synthetic oil in winter (2026-02-04)
- **Context:** The tower is not heated, and the pendulum slows below zero.
- **Why:** Mineral oil thickens in the bearings of the escapement.
"""
OTHERS = (FERRY, BEES, CLOCKS)

ENTRIES = (OVENS, OVENS_AGAIN, *OTHERS)


def words_of(number: int, count: int = 14) -> str:
    """Return words that no other entry has."""
    chosen = random.Random(number)
    return " ".join("".join(chosen.choices("bcdfghklmnprtvw", k=6)) for _ in range(count))


# So many different words that most words are rare.
NOISE = [f"### {words_of(n, 5)}\n- **Why:** {words_of(n + 99)}.\n" for n in range(30)]


def memory(name: str, *parts: str) -> Memory:
    return Memory(f"{name}.md", "---\ntags: [x]\n---\n# Title\n\n" + "\n".join(parts))


def places(pairs: tuple[Twins, ...]) -> set[tuple[str, int, str, int]]:
    return {(p.one.file, p.one.number, p.other.file, p.other.number) for p in pairs}


def linked(pairs: tuple[Twins, ...], file: str) -> set[str]:
    """Return the files whose entries sure pairs link to those of a file."""
    found, before = {file}, set[str]()
    while found != before:
        before = set(found)
        for pair in pairs:
            ends = {pair.one.file, pair.other.file}
            if pair.similarity >= SURE and ends & found:
                found |= ends
    return found


STORE = [memory("farm", BEES, *NOISE[:15], OVENS), memory("home", OVENS_AGAIN, *NOISE[15:], FERRY)]


def test_the_same_learning_in_other_words_is_found_across_files() -> None:
    (pair,) = near_equal(STORE)
    assert places((pair,)) == {("farm.md", 17, "home.md", 1)}
    assert pair.one.heading.startswith("Preheat the brick oven")
    assert LEAST <= pair.similarity < 1
    assert pair.newer == pair.other
    assert pair.newer.date == "2026-03-05"


def test_within_a_file_too() -> None:
    pairs = near_equal([memory("all", OVENS, *NOISE, OVENS_AGAIN, CLOCKS)])
    assert places(pairs) == {("all.md", 1, "all.md", 32)}


def test_a_copy_is_as_similar_as_can_be_whatever_its_date_kind_and_labels() -> None:
    copy = BEES.replace("### ", "#### [Learned] ").replace("02-03", "01-01")
    copy = copy.replace("Context:", "Problem solved:").replace("only", "only,")
    (pair,) = near_equal([memory("a", BEES, FERRY), memory("b", copy, CLOCKS)])
    assert pair.similarity == 1
    assert pair.newer == pair.one


def test_what_says_the_same_under_another_heading_is_worth_a_look_and_not_sure() -> None:
    crumbs = "### Crumbs of a chamber that nobody ever timed\n" + OVENS.partition("\n")[2]
    (pair,) = near_equal([memory("farm", *NOISE[:15], OVENS_AGAIN), memory("home", crumbs)])
    assert pair.similarity == LEAST


def test_entries_of_the_same_form_about_other_things_are_none() -> None:
    assert near_equal([memory("all", *OTHERS)]) == ()
    same_heading = [f"### Summary\n- {' '.join(text.split()[5:])}\n" for text in OTHERS]
    assert near_equal([memory("all", *same_heading)]) == ()


def test_no_date_or_the_same_date_is_not_newer() -> None:
    undated = BEES.replace(" (2026-02-03)", "")
    for other in (undated, BEES):
        (pair,) = near_equal([memory("a", BEES), memory("b", other)])
        assert pair.newer is None


def test_only_some_files_can_be_compared_with_the_words_of_all() -> None:
    third = memory("zoo", OVENS)
    everywhere = near_equal([*STORE, third])
    assert len(everywhere) == 3
    found = near_equal([*STORE, third], among={"farm.md", "zoo.md"})
    assert found == tuple(
        pair for pair in everywhere if {pair.one.file, pair.other.file} == {"farm.md", "zoo.md"}
    )
    assert near_equal(STORE, among={"farm.md"}) == ()


def test_the_index_page_has_no_entries_to_compare() -> None:
    assert near_equal([memory("_index", BEES), memory("a", BEES)]) == ()


def test_entries_of_which_there_are_hundreds_of_copies_are_found() -> None:
    copies = [memory(f"f{n:03}", BEES) for n in range(300)]
    pairs = near_equal([*copies, memory("other", *NOISE)])
    assert len(linked(pairs, copies[0].name)) == 300


def test_how_much_is_done_is_told_and_the_search_can_be_ended() -> None:
    text = "".join(f"### The gateway number {n}\n- forwards requests\n\n" for n in range(300))
    memories = [Memory("a.md", text), Memory("b.md", text)]
    shares: list[float] = []
    near_equal(memories, told=shares.append)
    assert shares == sorted(shares)
    assert shares[0] == 0
    assert 0.7 < shares[-1] < 1
    with pytest.raises(KeyboardInterrupt):
        near_equal(memories, told=Mock(side_effect=[None, KeyboardInterrupt]))


def test_an_entry_without_words_or_of_great_length_is_compared_in_no_time() -> None:
    empty = "### …\n\n***\n"
    long = f"### Long\n{' '.join(f'w{n}' for n in range(60_000))}\n"
    (pair, *_) = near_equal([memory("a", long, empty), memory("b", long)])
    assert pair.similarity == 1


def test_what_both_resemble_brings_two_entries_together() -> None:
    # Two that have little in common, and others that say what both of them do.
    ferry, clocks = (" ".join(text.splitlines()[1:]) for text in (FERRY, CLOCKS))
    left, right = f"{OVENS}{ferry}\n", f"{OVENS_AGAIN}{clocks}\n"
    between = [f"{OVENS}{ferry}\n{clocks}\n{number}\n" for number in ("first", "second")]
    apart = near_equal([memory("all", left, right, *NOISE)], least=0.3)[0].similarity
    for count in (1, 2):
        store = [memory("all", left, right, *NOISE), memory("more", *between[:count])]
        found = near_equal(store, least=apart + 0.05)
        assert (("all.md", 1, "all.md", 2) in places(found)) == (count == 2)


@given(st.lists(st.sampled_from([*ENTRIES, *NOISE]), max_size=14), st.randoms())
def test_the_order_of_the_files_does_not_matter(parts: list[str], shuffle: random.Random) -> None:
    store = [memory(f"f{number % 4}-{number}", part) for number, part in enumerate(parts)]
    found = near_equal(store)
    shuffled = list(store)
    shuffle.shuffle(shuffled)
    assert near_equal(shuffled) == found
    assert near_equal(iter(store)) == found
    similarities = [pair.similarity for pair in found]
    assert similarities == sorted(similarities, reverse=True)
    for pair in found:
        assert pair.one < pair.other
        assert 0 < pair.similarity <= 1
    assert len(places(found)) == len(found)
    for one, other in combinations(store, 2):
        if one.text == other.text:
            assert other.name in linked(found, one.name)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Loads HTTPClient and serverUrls", "load http client and server url"),
        ("policies, buses & glasses_of", "policy bus glass of"),
        ("세션 토큰을 v2", "세션 토큰을 v2"),
        ("Redis는 東京v2", "redis 는 東京 v2"),
        ("URLs of PRs in baseURLs", "url of prs in base url"),
        ("TypeScript, GitHubClient, WebSockets", "typescript github client websocket"),
        ("", ""),
    ],
)
def test_words_are_compared_in_the_singular_and_names_by_their_parts(
    text: str, expected: str
) -> None:
    assert subject_words(text) == expected.split()


def alike(*names: str) -> dict[tuple[str, str], str]:
    found = twin_categories(Memory(f"{name}.md", "") for name in names)
    return {(pair.one[:-3], pair.other[:-3]): pair.kind for pair in found}


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("gotcha", "gotchas", "plural"),
        ("api-convention", "api-conventions", "plural"),
        ("policies", "policy", "plural"),
        ("API", "api", "spelling"),
        ("State_Management", "state-management", "spelling"),
        ("errors-api", "api-errors", "spelling"),
        ("depedencies", "dependencies", "spelling"),
        ("auth", "authentication", "prefix"),
        ("auth-flow", "authentication-flows", "prefix"),
    ],
)
def test_names_that_mean_the_same(one: str, other: str, kind: str) -> None:
    assert alike(one, other) == {tuple(sorted((one, other))): kind}
    assert alike(other, one) == alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("api", "ui"),
        ("cost", "cost-optimization"),
        ("phase-1", "phase-2"),
        ("docs", "docker"),
        ("log", "login"),
        ("form", "farm"),
        ("세션", "토큰"),
        ("_index", "_Index"),
    ],
)
def test_names_that_mean_something_else(one: str, other: str) -> None:
    assert alike(one, other) == {}


def test_categories_that_share_their_entries_are_twins_and_say_how_many() -> None:
    store = [
        memory("baking", OVENS, CLOCKS, BEES),
        memory("kitchen", OVENS_AGAIN, *NOISE, CLOCKS),
        memory("sea", FERRY, *NOISE[:3]),
    ]
    found = twin_categories(store, near_equal(store))
    assert found == (
        TwinCategories(
            "baking.md",
            "kitchen.md",
            "entries",
            "2 of the 3 entries of baking.md stand in kitchen.md too",
        ),
        TwinCategories(
            "kitchen.md",
            "sea.md",
            "entries",
            "3 of the 4 entries of sea.md stand in kitchen.md too",
        ),
    )


def test_every_way_in_which_categories_are_alike_is_said() -> None:
    store = [memory("bee", BEES, FERRY, CLOCKS), memory("bees", BEES, FERRY, OVENS, *NOISE)]
    (pair,) = twin_categories(store, near_equal(store))
    assert pair.kind == "plural"
    assert pair.why == (
        "“bee” and “bees” are the same name, singular and plural; "
        "2 of the 3 entries of bee.md stand in bees.md too"
    )

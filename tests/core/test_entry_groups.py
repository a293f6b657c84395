import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.core.automaker import write
from memtui.core.entries import entries
from memtui.core.memory import Fault, Feature, Memory
from memtui.core.metadata import Metadata
from memtui.core.reorganize import derived
from memtui.core.reorganize.critical import critical
from memtui.core.reorganize.entry_groups import Group, proposed_groups, proposed_metadata
from memtui.core.reorganize.split import Split, Target, proposals, split
from memtui.core.replay import effect, median_tokens, replay
from memtui.core.terms import never
from memtui.core.tokens import tokens

SUBJECTS = ("oven", "ferry", "beehive", "clock", "violin")
# Words that no two entries share, so that only the subjects join entries.
FILLERS = [f"{a}{b}{c}" for a in "bdfgk" for b in "aeou" for c in ("lm", "nt", "rk", "sp", "zz")]


def entry(subject: str, number: int, *, kind: str = "", often: int = 3) -> str:
    """Return an entry that names its subject in the heading and some times more."""
    own = random.Random(f"{subject}{number}").sample(FILLERS, 8)
    mark = f"[{kind}] " if kind else ""
    says = "".join(f"The {subject} {word}. " for word in own[:often])
    return f"### {mark}{own[6].title()} the {subject} {number}\n- **Why:** {says}{own[7]}\n"


def file(name: str, parts: Sequence[str], *tags: str, importance: float = 0.7) -> Memory:
    body = "# Title\n\n" + "\n".join(parts)
    return Memory(f"{name}.md", write(Metadata(tags, (), "zz", importance), body))


def of_subjects(count: int, subjects: Sequence[str] = SUBJECTS) -> list[str]:
    return [entry(subject, number) for number in range(count) for subject in subjects]


def named(groups: Sequence[Group]) -> dict[str, tuple[str, int]]:
    return {group.name: (group.origin, len(group.numbers)) for group in groups}


def numbers(groups: Sequence[Group]) -> list[int]:
    return sorted(number for group in groups for number in group.numbers)


LARGE = file("large", of_subjects(8))


def test_entries_go_by_the_word_that_they_share() -> None:
    groups = proposed_groups(LARGE)
    assert named(groups) == dict.fromkeys(SUBJECTS, ("topic", 8))
    oven = next(group for group in groups if group.name == "oven")
    assert not oven.exists
    assert oven.numbers == tuple(range(1, 41, 5))
    assert oven.words == ("oven",)
    assert oven.why == "“oven” stands in all 8 headings"


def test_what_nothing_joins_is_the_rest_and_stays() -> None:
    odd = ["### Polish the brass\n- Once.\n", "### Whistle\n- Twice.\n"]
    groups = proposed_groups(file("large", [*of_subjects(8), *odd]))
    assert groups[-1].origin == "rest"
    assert groups[-1].name == "large"
    assert groups[-1].exists
    assert groups[-1].numbers == (41, 42)
    assert groups[-1].words == ()


@pytest.mark.parametrize("body", ["", "Only text.\n", "# Title\n\n### One\n- a\n"])
def test_a_file_with_next_to_nothing_has_no_groups_but_the_rest(body: str) -> None:
    groups = proposed_groups(Memory("a.md", body))
    assert {group.origin for group in groups} <= {"rest"}


def test_a_body_without_headings_is_grouped_by_its_bullets() -> None:
    words = iter(FILLERS)
    bullets = "\n".join(f"- The {s} {next(words)}" for s in SUBJECTS for _ in range(4))
    groups = proposed_groups(Memory("a.md", f"# Title\n\n{bullets}\n"))
    assert named(groups) == dict.fromkeys(SUBJECTS, ("topic", 4))


texts = st.lists(
    st.builds(
        entry,
        st.sampled_from([*SUBJECTS, "cellar", "the", "가마"]),
        st.integers(0, 40),
        kind=st.sampled_from(["", "Gotcha", "Pattern", "Learned"]),
        often=st.integers(0, 5),
    ),
    max_size=40,
)
names = st.sampled_from(["large", "gotchas", "patterns", "oven", "Ferry"])
tasks = st.lists(
    st.builds(Feature, st.sampled_from(["oven fire", "a clock", "ferry"])), max_size=30
)


@st.composite
def other_files(draw: st.DrawFn) -> list[Memory]:
    stems = draw(
        st.lists(st.sampled_from(["oven", "clock", "gotchas", "pattern", "b"]), unique=True)
    )
    return [file(stem, draw(texts)[:8], *draw(st.permutations(SUBJECTS))[:1]) for stem in stems]


@given(names, texts, other_files(), tasks, st.integers(4, 12), st.randoms())
def test_each_entry_is_in_one_group_and_the_order_of_files_does_not_matter(
    name: str,
    parts: list[str],
    others: list[Memory],
    features: list[Feature],
    most: int,
    shuffle: random.Random,
) -> None:
    memory = file(name, parts)
    groups = proposed_groups(memory, others, features, most)
    assert numbers(groups) == list(range(1, len(entries(memory.reading.body)) + 1))
    shuffled = [*others, memory]
    shuffle.shuffle(shuffled)
    assert proposed_groups(memory, shuffled, features, most) == groups
    stems = Counter(group.name for group in groups if group.origin not in ("stays", "rest"))
    assert all(count == 1 for count in stems.values())
    kept = {other.stem for other in others if other.name != memory.name}
    sizes = {other.stem: len(entries(other.reading.body)) for other in others}
    for group in groups:
        assert list(group.numbers) == sorted(group.numbers)
        assert all(never(word) is None for word in group.words)
        assert group.why
        if group.origin in ("stays", "rest"):
            assert group.name == memory.stem
            continue
        assert 3 <= len(group.numbers) <= most
        assert group.exists == (group.name in kept)
        assert group.name != "gotchas"
        if group.exists:
            assert sizes[group.name] + len(group.numbers) <= most


def test_no_group_has_more_than_the_most_and_the_nearest_come_first() -> None:
    # The last entries name the oven once, the others again and again.
    parts = [*of_subjects(6), *(entry("oven", 60 + n, often=0) for n in range(2))]
    groups = proposed_groups(file("large", parts), most=8)
    assert named(groups)["oven"] == ("topic", 8)
    parts += [entry("oven", 70 + n, often=0) for n in range(3)]
    assert "oven" not in named(proposed_groups(file("large", parts), most=8))
    there = file("baking", [], "oven")
    groups = proposed_groups(file("large", parts), [there], most=8)
    (oven,) = [group for group in groups if group.name == "baking"]
    assert oven.numbers[:6] == tuple(range(1, 31, 5))
    assert len(oven.numbers) == 8


def test_a_category_that_fits_and_has_room_takes_its_entries() -> None:
    baking = file("baking", [entry("oven", 90)], "oven")
    groups = proposed_groups(LARGE, [baking])
    assert named(groups)["baking"] == ("category", 8)
    assert "oven" not in named(groups)
    (group,) = [group for group in groups if group.name == "baking"]
    assert group.exists
    assert group.why == "baking is about “oven”, which stands in all 8 headings"


def test_why_says_that_each_entry_holds_one_of_several_words() -> None:
    large = file("large", of_subjects(8))
    goods = file("goods", [], "oven", "ferry")
    (group, *_) = proposed_groups(large, [goods])
    told = "goods is about “oven”, “ferry”"
    assert group.why == f"{told}; each of 16 headings has one"
    # The last entry names the oven in its text alone, and a category may have more words.
    unnamed = "### Polish\n- The oven. The oven. The oven.\n"
    goods = file("goods", [], *SUBJECTS[:2], *FILLERS[:6])
    (group, *_) = proposed_groups(file("large", [*of_subjects(8), unnamed]), [goods])
    shown = "”, “".join((*SUBJECTS[:2], *FILLERS[:4]))
    have = "16 of 17 headings have one, the text of the others too"
    assert group.why == f"goods is about “{shown}” and 2 more; {have}"


def test_words_that_a_categorys_own_headings_share_tell_it_too() -> None:
    island = file("island", [entry("ferry", 80 + n) for n in range(4)], "harbour")
    large = file("large", of_subjects(30, SUBJECTS[2:]) + of_subjects(4, ["ferry"]))
    groups = proposed_groups(large, [island])
    assert named(groups)["island"] == ("category", 4)


@pytest.mark.parametrize(
    "other",
    [
        file("baking", [entry("oven", n) for n in range(58)], "oven"),  # no room
        file("baking", [], "oven-care"),  # no feature can match it
        file("baking", [], "oven", importance=0.0),  # no feature loads it
        file("baking", [], "oven", importance=-1.0),
        file("gotchas", [], "oven"),  # every task would pay
        file("_index", [], "oven"),
        Memory("baking.md", file("baking", [], "oven").text, Fault("outside", "a link")),
    ],
    ids=lambda other: other.name,
)
def test_a_category_that_cannot_take_them_does_not(other: Memory) -> None:
    assert named(proposed_groups(LARGE, [other]))["oven"] == ("topic", 8)


@pytest.mark.parametrize("tags", [(), ("design-patterns",), ("pattern",)])
@pytest.mark.parametrize("importance", [0.0, 0.5, 0.9])
def test_a_category_of_a_kind_takes_entries_only_when_it_can_load(
    tags: tuple[str, ...], importance: float
) -> None:
    parts = [f"### [Pattern] {word}\n- {word}\n" for word in FILLERS[:6]]
    there = file("patterns", [], *tags, importance=importance)
    loads = importance >= 0.9 or (importance > 0 and tags == ("pattern",))
    groups = proposed_groups(file("large", [*parts, "### Odd\n- a\n"]), [there])
    taken = {"patterns": ("kind", 6)} if loads else {}
    assert named(groups) == {**taken, "large": ("rest", 1 if loads else 7)}


def test_a_new_name_is_free_and_the_most_usual_form_of_the_word() -> None:
    parts = [*of_subjects(6, SUBJECTS[1:]), *(entry("ovens", n) for n in range(6))]
    assert "ovens" in named(proposed_groups(file("large", parts)))
    full = file("ovens", [entry("oven", n) for n in range(59)], "oven")
    assert "ovens-large" in named(proposed_groups(file("large", parts), [full]))
    taken = [full, file("OVENS-LARGE", [])]
    assert "ovens-2" in named(proposed_groups(file("large", parts), taken))
    unread = Memory("ovens.md", "", Fault("unreadable", "permission"))
    assert "ovens-large" in named(proposed_groups(file("large", parts), [unread]))


def test_words_that_many_tasks_say_are_no_topics() -> None:
    features = [Feature(f"oven number {n}") for n in range(5)] + [Feature("a ferry")] * 45
    assert "oven" in named(proposed_groups(LARGE, (), features[:19]))
    groups = named(proposed_groups(LARGE, (), features[4:]))
    assert "oven" in groups
    assert "ferry" not in groups
    assert groups["large"] == ("rest", 8)


def test_what_every_program_has_is_no_topic() -> None:
    parts = [entry(part, n) for part in ("json", "const", "functions") for n in range(6)]
    groups = proposed_groups(file("large", [*parts, *of_subjects(6)]))
    assert named(groups) == {"large": ("rest", 18), **dict.fromkeys(SUBJECTS, ("topic", 6))}


def test_entries_in_another_script_go_by_the_words_that_a_feature_can_say() -> None:
    korean = [f"### {word} oven은 천천히 식는다\n- oven을 {word}\n" for word in FILLERS[:4]]
    groups = proposed_groups(file("large", [*korean, *of_subjects(6, SUBJECTS[1:])]))
    (oven,) = [group for group in groups if group.name == "oven"]
    assert (oven.numbers, oven.words) == ((1, 2, 3, 4), ("oven",))


def test_how_often_a_word_is_said_is_compared_with_words_of_any_language() -> None:
    says = ("오븐을 켠다", "시계를 본다", "벌통을 연다")
    parts = [
        f"### {word}은 {says[n]} {n}\n- {word}을 {says[n]} {FILLERS[n]}\n{word} {word}\n"
        for word in ("oven", "clock")
        for n in range(3)
    ]
    parts += [part.replace("oven", "ferry").replace("\nferry ferry", "") for part in parts[:3]]
    found = named(proposed_groups(file("large", parts)))
    assert found == dict.fromkeys(("oven", "clock", "ferry"), ("topic", 3))


def test_a_group_has_further_words_that_mostly_its_entries_say() -> None:
    parts = of_subjects(8, SUBJECTS[1:])
    parts += [entry("oven", n).replace("the oven", "the brick oven at dawn") for n in range(8)]
    parts.append(entry("clock", 99).replace("the clock", "the clock at dawn"))
    (oven,) = [g for g in proposed_groups(file("large", parts)) if "oven" in g.words]
    assert set(oven.words) == {"oven", "brick", "dawn"}
    named_in_code = [part.replace("brick oven", "brick oven of bakeBread") for part in parts]
    (same,) = [g for g in proposed_groups(file("large", named_in_code)) if "oven" in g.words]
    assert set(same.words) == set(oven.words)
    many = [Feature("at dawn")] * 30
    said = proposed_groups(file("large", parts), (), many)
    assert not any("dawn" in group.words for group in said)


WARNINGS = (
    "#### [Gotcha] A second writer overwrites the ledger (2026-01-0{n})\n- It is lost.\n",
    "#### [Gotcha] The import silently drops rows (2026-01-0{n})\n- Nobody sees it.\n",
    "#### [Gotcha] Tabs are wider in the ledger (2026-01-0{n})\n- Use blanks.\n",
    "#### [Pattern] Delete and lose what is corrupt (2026-01-0{n})\n- Always.\n",
)


def warnings(count: int) -> list[str]:
    return [text.format(n=n) for n in range(1, count + 1) for text in WARNINGS]


def test_in_gotchas_the_critical_entries_stay_for_every_task() -> None:
    gotchas = file("gotchas", [*WARNINGS[:2], *of_subjects(8)])
    stays = proposed_groups(gotchas)[0]
    assert stays.origin == "stays"
    assert stays.name == "gotchas"
    assert stays.numbers == (1, 2)
    assert "overwrites" in stays.why
    assert proposed_groups(file("other", [*WARNINGS[:2], *of_subjects(8)]))[0].origin == "topic"
    important = file("rules", [*WARNINGS[:2], *of_subjects(8)], importance=0.95)
    assert proposed_groups(important)[0].origin == "stays"


@given(st.integers(1, 9))
def test_what_is_critical_is_a_third_of_the_file_at_most_gravest_and_newest_first(
    count: int,
) -> None:
    body = "\n".join(warnings(count))
    found = critical(entries(body), body)
    every = entries(body)
    assert set(found.numbers) <= {
        e.number for e in every if "over" in e.heading or "sil" in e.heading
    }
    sizes = {entry.number: tokens(body[entry.start : entry.end]) for entry in every}
    assert 3 * sum(sizes[number] for number in found.numbers) <= sum(sizes.values())
    assert found.numbers == tuple(sorted(found.numbers))
    # Three words of harm weigh more than two; of equal ones the later date wins.
    grave = [e.number for e in every if "overwrites" in e.heading]
    kept = [number for number in grave if number in found.numbers]
    assert kept == grave[len(grave) - len(kept) :]
    if any("silently" in every[number - 1].heading for number in found.numbers):
        assert kept == grave


def test_in_a_file_for_one_kind_the_others_go_by_their_kind() -> None:
    odd = [
        f"#### [Pattern] {a.title()} {b}\n- {c}\n"
        for a, b, c in zip(FILLERS[::3], FILLERS[1::3], FILLERS[2::3], strict=False)
    ][:4]
    gotchas = file("gotchas", [*(entry("oven", n, kind="Gotcha") for n in range(5)), *odd])
    assert named(proposed_groups(gotchas))["patterns"] == ("kind", 4)
    there = file("pattern", [entry("clock", 1, kind="Pattern")], "pattern")
    groups = proposed_groups(gotchas, [there])
    assert named(groups)["pattern"] == ("kind", 4)
    assert next(group for group in groups if group.origin == "kind").exists
    assert "patterns" not in named(proposed_groups(file("large", odd + of_subjects(5))))
    # A category for the kind takes nothing by its tags, and there are never two for one kind.
    tagged = file("pattern", [entry("clock", 1, kind="Pattern")], "oven")
    assert named(proposed_groups(gotchas, [tagged]))["pattern"] == ("kind", 4)
    full = file("pattern", [entry("clock", n, kind="Pattern") for n in range(58)], "pattern")
    assert named(proposed_groups(gotchas, [full]))["gotchas"] == ("rest", 4)


def test_a_category_of_learnings_is_called_so() -> None:
    odd = [
        f"#### [Learned] {a.title()} {b}\n- {c}\n"
        for a, b, c in zip(FILLERS[::3], FILLERS[1::3], FILLERS[2::3], strict=False)
    ][:4]
    gotchas = file("gotchas", [*(entry("oven", n, kind="Gotcha") for n in range(5)), *odd])
    assert named(proposed_groups(gotchas))["learnings"] == ("kind", 4)
    for name in ("learned", "learnings"):
        assert named(proposed_groups(gotchas, [file(name, [], "learned")]))[name] == ("kind", 4)


def test_a_further_entry_moves_few_others() -> None:
    store = of_subjects(12)
    before = {
        n: group.name for group in proposed_groups(file("large", store)) for n in group.numbers
    }
    for subject in (*SUBJECTS, "lantern"):
        more = file("large", [*store, entry(subject, 77)])
        after = {n: group.name for group in proposed_groups(more) for n in group.numbers}
        assert all(after[number] == name for number, name in before.items())


def test_the_words_of_a_group_are_all_that_its_file_matches_by() -> None:
    old = Metadata(("large",), ("everything",), "large things", 0.95, ("a.py",))
    proposed = derived.metadata("oven", old, of_subjects(2), of_subjects(4))
    (oven,) = [group for group in proposed_groups(LARGE) if group.name == "oven"]
    found = proposed_metadata(oven, proposed)
    assert (found.tags, found.relevant_to, found.summary) == (("oven",), (), "oven")
    assert (found.importance, found.usage_stats) == (0.8, proposed.usage_stats)
    rest = Group("large", exists=True, numbers=(1,), origin="rest", why="none")
    assert proposed_metadata(rest, proposed) == proposed


def test_splitting_by_the_groups_makes_prompts_smaller() -> None:
    large = file("large", of_subjects(8), "oven", "ferry", "beehive", "clock")
    files = {large.name: large, "gotchas.md": file("gotchas", [WARNINGS[0]], importance=0.9)}
    features = [Feature(f"paint the {subject}") for subject in SUBJECTS]
    targets = [Target(group.name, group.numbers) for group in proposed_groups(large)]
    choice = Split(large.name, tuple(targets))
    first = proposals(files, choice)
    for place, group in enumerate(proposed_groups(large)):
        metadata = proposed_metadata(group, first[f"{group.name}.md"])
        targets[place] = Target(group.name, group.numbers, metadata)
    change = split(files, Split(large.name, tuple(targets)), "memory/{}".format)
    after = {**files, **{name: Memory(name, text) for name, text in change.texts.items()}}
    found = effect(
        replay(files.values(), features, "documented"),
        replay(after.values(), features, "documented"),
    )
    for shift in found.shifts[:4]:
        assert len(shift.gained) == 1
    medians = median_tokens(found.loading(["large.md"]))
    assert medians is not None
    assert medians[1] < medians[0] / 2

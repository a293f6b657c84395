from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.core.automaker import write
from memtui.core.memory import ContextFile, Feature, Memory
from memtui.core.metadata import Metadata
from memtui.core.prompt import prompt
from memtui.core.replay import Effect, effect, median_tokens, replay
from memtui.core.scoring import PROFILES, Profile, reading_of
from memtui.core.tokens import quarters, tokens
from tests.core import reference, stores

BOILERPLATE = ("implementation", "decisions", "patterns")

profiles = st.sampled_from(PROFILES)
tasks = st.lists(st.builds(Feature, stores.texts, stores.texts), max_size=5)
contexts = st.lists(
    st.builds(ContextFile, st.sampled_from(["rules.md", "é.txt"]), st.text("a 세é\n", max_size=9)),
    max_size=2,
)


def memory(name: str, *tags: str, body: str = "body", **more: object) -> Memory:
    values: dict[str, object] = {"summary": "zz", "importance": 0.5, **more}
    return Memory(name, write(Metadata(tags, **values), body))  # type: ignore[arg-type]


def naive_near(files: list[reference.File], text: str, profile: Profile) -> list[str]:
    """Return the files that a matching tag more would load, by putting that score in."""
    store = reference.Store(files, text, profile)
    found = []
    for name in store.by_score(store.candidates):
        parts = store.parts[name]
        if name in store.loaded() or not parts.matched or not store.scores[name] > 0:
            continue
        step = 3 * parts.importance * parts.usage + 2e-9
        raised = {name: store.scores[name] + step}
        if name in reference.Store(files, text, profile, raised).loaded():
            found.append(name)
    return found


def naive_idle(store: reference.Store) -> list[str]:
    found = []
    for name in store.loaded():
        metadata, parts = store.files[name].metadata, store.parts[name]
        words = [w for w in reference.terms(metadata.summary) if w in store.words]
        by_score = store.reason(name) == "score"
        alone = not parts.tags + parts.relevant_to + parts.category
        if by_score and alone and all(word in BOILERPLATE for word in words):
            found.append(name)
    return found


@given(stores.stores, tasks, profiles, contexts)
def test_agrees_with_the_naive_reference(
    store: list[Memory], features: list[Feature], profile: Profile, context: list[ContextFile]
) -> None:
    found = replay(store, features, profile, context)
    files = [stores.as_file(each, profile) for each in store]
    bodies = {each.name: reading_of(each, profile)[1] for each in store}
    before = context if profile == "automaker-app" else []
    assert [task.feature for task in found.tasks] == features
    loads: list[str] = []
    idle: list[str] = []
    for task in found.tasks:
        text = f"{task.feature.title} {task.feature.description}"
        naive = reference.Store(files, text, profile)
        assert list(task.selected) == naive.loaded()
        assert task.tokens == tokens(prompt(naive.loaded(), bodies, before))
        assert list(task.near) == naive_near(files, text, profile)
        assert list(task.boilerplate) == naive_idle(naive)
        loads += naive.loaded()
        idle += task.boilerplate
    listed = [f for f in files if reference.listed(f, profile)]
    names = sorted(
        file.name for file in listed if reference.no_candidate(file, profile) != "index-file"
    )
    assert [file.name for file in found.files] == names
    for file in found.files:
        assert file.loads == loads.count(file.name)
        assert file.boilerplate_loads == idle.count(file.name)
        assert file.share == (file.loads / len(features) if features else 0)
    assert list(found.never) == [name for name in names if features and name not in loads]
    assert list(found.always) == [
        name for name in names if features and loads.count(name) == len(features)
    ]
    floor = reference.Store(files, "nowhere", profile).loaded()
    assert list(found.floor) == floor
    assert found.floor_tokens == tokens(prompt(floor, bodies, before))


@given(stores.stores, stores.stores, tasks, profiles)
def test_the_effect_is_what_two_replays_differ_in(
    old: list[Memory], new: list[Memory], features: list[Feature], profile: Profile
) -> None:
    before, after = replay(old, features, profile), replay(new, features, profile)
    found = effect(before, after)
    assert [shift.feature for shift in found.shifts] == features
    for shift in found.shifts:
        assert set(shift.after.selected) == (
            set(shift.before.selected) - set(shift.lost) | set(shift.gained)
        )
        assert (shift in found.changed) == (set(shift.before.selected) != set(shift.after.selected))
        assert (shift in found.heavier) == (shift.after.tokens > shift.before.tokens)
    growths = [shift.growth for shift in found.heavier]
    assert growths == sorted(growths, reverse=True)
    for shift in found.shifts:
        assert (shift in found.lighter) == (shift.after.tokens < shift.before.tokens)
    losses = [shift.growth for shift in found.lighter]
    assert losses == sorted(losses)
    used = {name for task in before.tasks for name in task.selected}
    for name in found.unused:
        assert name in after.never
        assert name in used or name not in before.names
    medians = median_tokens(found.shifts)
    if not features:
        assert medians is None
    else:
        assert medians == tuple(
            median(task.tokens for task in each.tasks) for each in (before, after)
        )


@given(st.permutations([memory(f"{n}.md", n, "login") for n in "abcdefgh"]), tasks, profiles)
def test_the_order_of_the_files_does_not_matter(
    store: list[Memory], features: list[Feature], profile: Profile
) -> None:
    assert replay(store, features, profile) == replay(sorted(store, key=str), features, profile)


GOTCHAS = memory("gotchas.md", body="beware " * 40, importance=0.9)
BIG = memory("big.md", "login", "cache", body="much " * 800, summary="implementation decisions")
FEATURES = [Feature("login page", id="a"), Feature("cache it", id="b"), Feature("colours", id="c")]


def split() -> Effect:
    """Return the effect of a large file cut in two."""
    login = memory("login.md", "login", body="much " * 300)
    lost = memory("lost.md", "unheard", body="much " * 500)
    before = replay([GOTCHAS, BIG], FEATURES, "documented")
    return effect(before, replay([login, GOTCHAS, lost], FEATURES, "documented"))


def test_a_split_names_what_changes_for_whom() -> None:
    found = split()
    login, cache, colours = found.shifts
    assert found.changed == (login, cache)
    assert (login.gained, login.lost) == (("login.md",), ("big.md",))
    assert (cache.gained, cache.lost) == ((), ("big.md",))
    assert colours.growth == 0
    assert found.heavier == ()
    assert found.loading(["big.md"]) == (login, cache)
    assert found.loading(["gotchas.md"]) == found.shifts
    assert found.unused == ("lost.md",)
    assert found.before.never == ()
    assert found.before.always == found.after.always == ("gotchas.md",)
    medians = median_tokens(found.loading({"big.md"}))
    assert medians is not None
    assert medians[1] < medians[0] / 2
    assert median_tokens(found.loading([])) is None


def test_features_that_load_more_are_listed_heaviest_first() -> None:
    before = replay([GOTCHAS], FEATURES, "documented")
    small = memory("small.md", "login", body="some " * 20)
    after = replay(
        [GOTCHAS, small, memory("other.md", "cache", body="x " * 99)], FEATURES, "documented"
    )
    found = effect(before, after)
    assert [shift.feature.id for shift in found.heavier] == ["b", "a"]
    assert all(shift.growth > 0 for shift in found.heavier)


def test_loads_by_the_boilerplate_summary_alone_are_counted() -> None:
    found = replay([BIG], [Feature("an implementation"), Feature("login decisions")], "documented")
    (file,) = found.files
    assert (file.loads, file.boilerplate_loads) == (2, 1)
    tagged = memory("gotchas.md", summary="implementation patterns")
    assert (
        replay([tagged], [Feature("an implementation")], "documented").files[0].boilerplate_loads
        == 0
    )


def test_the_index_page_is_no_file_that_never_loads() -> None:
    found = replay([memory("_index.md", "login"), BIG], [Feature("nothing")], "documented")
    assert found.names == ("big.md",)
    assert found.never == ("big.md",)


def test_only_replays_of_the_same_features_and_profile_are_compared() -> None:
    before = replay([BIG], FEATURES, "documented")
    for features, profile in ((FEATURES[:2], "documented"), (FEATURES, "automaker-app")):
        with pytest.raises(ValueError, match=r"differ|longer|shorter"):
            effect(before, replay([BIG], features, profile))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="differ in their features"):
        effect(before, replay([BIG], FEATURES[::-1], "documented"))


@given(st.lists(st.text("ab é세\ud800", max_size=9)))
def test_quarters_add_up(texts: list[str]) -> None:
    assert quarters("".join(texts)) == sum(map(quarters, texts))

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.core.automaker import INFINITE
from memtui.core.index import Index
from memtui.core.memory import Feature, Memory
from memtui.core.metadata import UsageStats
from memtui.core.scoring import PROFILES, FileScore, Matched, Parts, Profile, usage
from memtui.core.selection import select
from tests.core import stores

profiles = st.sampled_from(PROFILES)


def outcome(index: Index, text: str) -> tuple[object, ...]:
    """Return everything that can be seen of a selection."""
    chosen = select(index, Feature(text))
    rows = [chosen.order[row] for row in range(len(chosen.order))]
    scores = {name: chosen.score_of(name) for name in rows}
    assert list(chosen.order) == rows
    known = [index.knows(term) for term in ("login", "session", "key", "edge", "api")]
    return chosen.selected, chosen.kept, chosen.floor, scores, list(scores), known


def score_of(text: str, name: str, feature: str, profile: Profile = "documented") -> FileScore:
    return select(Index.build([Memory(name, text)], profile), Feature(feature)).score_of(name)


AUTH = """---
tags: [session, edge-case, JWT, session]
summary: Session handling in the API, session by session
relevantTo: [login, ui, jwt]
importance: 0.8
usageStats:
  loaded: 12
  referenced: 4
  successfulFeatures: 4
---
# Auth
"""


def test_the_parts_are_weighted_and_the_words_behind_them_are_kept() -> None:
    score = score_of(AUTH, "auth.md", "Refresh the JWT session", "documented")
    assert score.parts == Parts(9, 2, 3, 0, 0.8, 0.5 + 4 / 12 * 0.3 + 0.2)
    assert score.score == pytest.approx(14 * 0.8 * 0.8)
    assert score.matched == Matched(
        tags=("session", "jwt", "session"),
        relevant_to=("jwt",),
        summary=("session", "session", "session"),
    )
    assert score.never == ("edge-case", "ui")


def test_words_of_the_file_name_count_in_the_application_alone() -> None:
    for profile in PROFILES:
        score = score_of("body", "api-rate_login.md", "login to an api, rated", profile)
        expected = ("api", "login") if profile == "automaker-app" else ()
        assert score.matched.category == expected
        assert score.parts.category == 4 * len(expected)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("AUTH-Login.md", ("auth", "login")),
        ("to-login.md", ("login",)),
        ("cache.md.md", ()),  # only the first ".md" is cut out
        ("auth.md-login.md", ("auth", "login.md")),
        ("AUTH.MD", ()),  # a name in capitals keeps its ending
    ],
)
def test_the_name_loses_its_first_ending_only(name: str, words: tuple[str, ...]) -> None:
    score = score_of("body", name, "auth login cache", "automaker-app")
    assert score.matched.category == tuple(word for word in words if "." not in word)


@pytest.mark.parametrize(
    ("counters", "expected"),
    [
        ((0, 5, 5), 1.0),
        ((10, 0, 3), 0.5),
        ((10, 5, 5), 0.5 + 0.5 * 0.3 + 0.2),
        ((1, 4, 8), 0.5 + 4 * 0.3 + 2 * 0.2),
        ((INFINITE, 4, 4), 0.7),
        ((4, INFINITE, 4), math.inf),
        ((INFINITE, INFINITE, 4), math.nan),
    ],
)
def test_usage_follows_the_counters_without_a_cap(
    counters: tuple[int, int, int], expected: float
) -> None:
    assert usage(UsageStats(*counters)) == pytest.approx(expected, nan_ok=True)


def test_endless_counters_leave_a_store_that_can_be_shown() -> None:
    text = "---\ntags: [login]\nsummary: s\nloaded: {0}\nreferenced: {0}\n---\nbody"
    memory = Memory("auth.md", text.format("9" * 400))
    index = Index.build([memory, Memory("zeta.md", "---\ntags: [login]\n---\nx")], "automaker-app")
    chosen = select(index, Feature("login"))
    assert chosen.selected == ("zeta.md",)
    assert chosen.score_of("auth.md").reason == "zero-importance"
    assert list(chosen.order) == ["zeta.md", "auth.md"]


def test_an_index_knows_the_terms_that_candidates_hold() -> None:
    index = Index.build([Memory("auth.md", AUTH), Memory("_index.md", AUTH + "x")], "documented")
    assert [index.knows(word) for word in ("jwt", "api", "login", "auth", "edge")] == [
        True,
        True,
        True,
        False,
        False,
    ]
    changed = index.with_memory(Memory("auth.md", "---\ntags: [edge]\n---\n"))
    assert changed.knows("edge")
    assert not changed.knows("jwt")
    assert not index.without("auth.md").knows("jwt")
    assert index.knows("jwt")


@given(stores.stores, st.lists(stores.memories(), max_size=4), stores.texts, profiles)
def test_an_overlay_shows_what_a_fresh_index_shows(
    store: list[Memory], drafts: list[Memory], text: str, profile: Profile
) -> None:
    index = Index.build(store, profile)
    before = outcome(index, text)
    overlay = index
    result = {memory.name: memory for memory in store}
    for draft in drafts:
        overlay = overlay.with_memory(draft)
        result[draft.name] = draft
        assert outcome(overlay, text) == outcome(Index.build(result.values(), profile), text)
    assert outcome(index, text) == before


@given(stores.stores, st.data(), stores.texts, profiles)
def test_removing_and_adding_again_in_any_order_is_a_fresh_index(
    store: list[Memory], data: st.DataObject, text: str, profile: Profile
) -> None:
    index = Index.build(store, profile)
    result = {memory.name: memory for memory in store}
    for name in data.draw(st.lists(stores.names, max_size=6)):
        if name in result and data.draw(st.booleans()):
            index = index.without(name)
            del result[name]
        else:
            result[name] = Memory(name, AUTH)
            index = index.with_memory(result[name])
        assert outcome(index, text) == outcome(Index.build(result.values(), profile), text)


@given(stores.stores, st.randoms(use_true_random=False), stores.texts, profiles)
def test_the_order_in_which_files_are_given_does_not_matter(
    store: list[Memory], random: Random, text: str, profile: Profile
) -> None:
    shuffled = list(store)
    random.shuffle(shuffled)
    assert outcome(Index.build(store, profile), text) == outcome(
        Index.build(shuffled, profile), text
    )

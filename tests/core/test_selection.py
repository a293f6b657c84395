import json
import math
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from memtui.core.automaker import write
from memtui.core.index import Index
from memtui.core.memory import Fault, Feature, Memory
from memtui.core.metadata import Metadata
from memtui.core.scoring import PROFILES, FileScore, Profile, reading_of
from memtui.core.selection import Selection, select
from tests.core import reference, stores

DATA = Path(__file__).parent.parent / "data"

# Expected values computed by the original programs.
VECTORS: list[dict[str, Any]] = json.loads((DATA / "selection_vectors.json").read_text("utf-8"))

profiles = st.sampled_from(PROFILES)


def chosen_from(memories: list[Memory], text: str, profile: Profile = "documented") -> Selection:
    return select(Index.build(memories, profile), Feature(text))


def memory(name: str, *tags: str, importance: float = 0.5, body: str = "body") -> Memory:
    # The name is no word of the summary: in the application it counts already.
    return Memory(name, write(Metadata(tags, (), "zz", importance), body))


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("case", VECTORS, ids=lambda case: case["id"])
def test_selects_and_scores_as_the_original_does(case: dict[str, Any], profile: Profile) -> None:
    memories = [Memory(name, text) for name, text in case["files"].items()]
    selection = select(Index.build(memories, profile), Feature(case["title"], case["description"]))
    expected = case["expect"][profile]
    assert list(selection.selected) == expected["selected"]
    if profile == "documented":
        assert list(selection.terms) == expected["terms"]
    for name, parts in expected["scores"].items():
        score = selection.score_of(name)
        found = {
            "tag": score.parts.tags,
            "relevantTo": score.parts.relevant_to,
            "summary": score.parts.summary,
            "category": score.parts.category,
            "importance": score.parts.importance,
            "usage": score.parts.usage,
            "score": score.score,
        }
        assert {key: found[key] for key in parts} == pytest.approx(parts, abs=1e-9)


@given(stores.stores, stores.texts, profiles)
def test_agrees_with_the_naive_reference(store: list[Memory], text: str, profile: Profile) -> None:
    selection = chosen_from(store, text, profile)
    naive = reference.Store([stores.as_file(m, profile) for m in store], text, profile)
    assert list(selection.terms) == naive.words
    assert list(selection.selected) == naive.loaded()
    assert list(selection.order) == naive.order()
    assert selection.kept == len(naive.kept())
    assert list(selection.scores) == naive.order()
    for name, score in selection.scores.items():
        parts = naive.parts[name]
        assert score.name == name
        assert score.loaded == (name in naive.loaded())
        assert score.reason == naive.reason(name)
        assert score.rank == naive.rank(name)
        assert score.score == pytest.approx(parts.score, abs=1e-9, nan_ok=True)
        assert score.parts.usage == pytest.approx(parts.usage)
        assert score.parts.importance == pytest.approx(parts.importance, nan_ok=True)
        assert (score.parts.tags, score.parts.relevant_to) == (parts.tags, parts.relevant_to)
        assert (score.parts.summary, score.parts.category) == (parts.summary, parts.category)
        assert len(score.matched.tags) * 3 == parts.tags
        assert len(score.matched.relevant_to) * 2 == parts.relevant_to
        assert len(score.matched.summary) == parts.summary
        assert len(score.matched.category) * 4 == parts.category


@given(stores.stores, stores.texts, profiles)
def test_the_gap_is_what_a_score_lacks_to_load(
    store: list[Memory], text: str, profile: Profile
) -> None:
    selection = chosen_from(store, text, profile)
    assume(selection.terms)
    files = [stores.as_file(m, profile) for m in store]
    for name, score in selection.scores.items():
        barred = reference.no_candidate(stores.as_file(by_name(store, name), profile), profile)
        if score.loaded or barred:
            assert score.gap is None
            continue
        if math.isnan(score.score):
            assert score.gap in (None, 0)
            continue

        def loads(value: float, name: str = name) -> bool:
            return name in reference.Store(files, text, profile, {name: value}).loaded()

        if score.gap is None:
            assert not loads(1e9)
            continue
        assert score.gap >= 0
        assert loads(score.score + score.gap + 1e-9)
        if score.gap > 1e-9:
            assert not loads(score.score + score.gap - 1e-9)


@given(stores.stores, stores.texts)
def test_crowded_out_files_load_once_no_other_file_is_important(
    store: list[Memory], text: str
) -> None:
    selection = chosen_from(store, text, "automaker-app")
    files = [stores.as_file(m, "automaker-app") for m in store]
    naive = reference.Store(files, text, "automaker-app")
    for name, score in selection.scores.items():
        if score.reason in ("crowded-out", "rank"):
            alone = naive.loaded(lambda other, name=name: other == name)  # type: ignore[misc]
            assert (name in alone) == (score.reason == "crowded-out")


@given(stores.memories(), profiles)
def test_a_file_is_unreachable_that_loads_for_no_feature_though_it_is_alone(
    single: Memory, profile: Profile
) -> None:
    taken, _ = reading_of(single, profile)
    # The feature that uses every word of the file is the best chance it can have.
    words = " ".join((*taken.tags, *taken.relevant_to, taken.summary, single.name))
    for score in chosen_from([single], words, profile).scores.values():
        assert score.unreachable != score.loaded


@given(stores.stores, profiles)
def test_the_floor_is_what_a_feature_without_a_known_word_loads(
    store: list[Memory], profile: Profile
) -> None:
    selection = chosen_from(store, "login token cache", profile)
    assert selection.floor == chosen_from(store, "unheard", profile).selected


def by_name(store: list[Memory], name: str) -> Memory:
    return next(m for m in store if m.name == name)


def reasons(selection: Selection) -> dict[str, str]:
    return {name: score.reason for name, score in selection.scores.items()}


def test_without_files_nothing_loads() -> None:
    for profile in PROFILES:
        selection = chosen_from([], "login", profile)
        assert (selection.selected, selection.kept, selection.floor) == ((), 0, ())
        assert list(selection.order) == []
        assert not selection.scores


def test_at_most_five_load_and_gotchas_stands_before_them() -> None:
    store = [memory(f"m{n}.md", "login", importance=0.1 * n) for n in range(1, 8)]
    selection = chosen_from([*store, memory("gotchas.md")], "login")
    assert selection.selected == ("gotchas.md", "m7.md", "m6.md", "m5.md", "m4.md", "m3.md")
    assert selection.order[6:] == ("m2.md", "m1.md")
    assert selection.score_of("gotchas.md").rank is None
    second = selection.score_of("m2.md")
    assert (second.reason, second.rank) == ("rank", 6)
    assert second.gap == pytest.approx(0.3)
    assert selection.kept == 7


def test_gotchas_takes_one_of_the_five_places_when_it_is_among_them() -> None:
    store = [memory(f"m{n}.md", "login", importance=0.1 * n) for n in range(1, 8)]
    selection = chosen_from([*store, memory("gotchas.md", "login", importance=0.45)], "login")
    assert selection.selected == ("gotchas.md", "m7.md", "m6.md", "m5.md", "m4.md")
    assert selection.score_of("gotchas.md").rank == 4
    assert selection.score_of("m3.md").gap == pytest.approx(0.3)


def test_equal_scores_stand_in_byte_order_of_the_names() -> None:
    names = ["é.md", "zeta.md", "Zeta.md", "\U0001f600.md", "\uff21.md", "_a.md"]
    selection = chosen_from([memory(name, "login") for name in names], "login")
    assert list(selection.order) == sorted(names, key=str.encode)


def test_importance_alone_loads_and_says_so() -> None:
    store = [memory("a.md", importance=0.9), memory("b.md", importance=0.899)]
    for profile in PROFILES:
        selection = chosen_from(store, "login", profile)
        assert reasons(selection) == {"a.md": "importance", "b.md": "no-match"}
        assert selection.score_of("b.md").gap == 0


def test_an_important_file_that_matches_loads_by_its_score() -> None:
    store = [memory("a.md", "login", importance=0.9), memory("b.md", importance=1.0)]
    for profile in PROFILES:
        assert reasons(chosen_from(store, "login", profile)) == {
            "a.md": "score",
            "b.md": "importance",
        }


def test_five_important_files_leave_no_place_in_the_application() -> None:
    store = [memory(f"i{n}.md", importance=0.9) for n in range(5)]
    store.append(memory("login.md", "login", importance=0.8))
    selection = chosen_from(store, "login", "automaker-app")
    assert "login.md" not in selection.selected
    score = selection.score_of("login.md")
    # No score would load it: no place is left for scores.
    assert (score.reason, score.rank, score.gap) == ("crowded-out", 1, None)
    assert chosen_from(store, "login").selected[0] == "login.md"


def test_a_sixth_important_file_is_crowded_out_by_the_others_in_the_application() -> None:
    store = [memory(f"i{n}.md", "login", importance=0.9 + n / 100) for n in range(6)]
    score = chosen_from(store, "login", "automaker-app").score_of("i0.md")
    assert score.reason == "crowded-out"
    assert score.gap == pytest.approx(3 * 0.01)
    assert chosen_from(store, "login").score_of("i0.md").reason == "rank"


def test_in_the_application_gotchas_stands_where_its_score_puts_it() -> None:
    store = [memory("auth.md", "login"), memory("gotchas.md", "login", importance=0.3)]
    assert chosen_from(store, "login", "automaker-app").selected == ("auth.md", "gotchas.md")
    assert chosen_from(store, "login").selected == ("gotchas.md", "auth.md")


def test_without_terms_the_application_sorts_by_importance_and_loads_the_important() -> None:
    store = [memory("a.md", importance=0.9), memory("b.md", importance=1.0)]
    store += [memory("c.md", "login"), memory("gotchas.md", importance=0.4)]
    selection = chosen_from(store, "add the", "automaker-app")
    assert selection.selected == ("b.md", "a.md", "gotchas.md")
    assert selection.score_of("b.md").score == 1.0
    assert selection.score_of("b.md").reason == "importance"
    assert selection.score_of("c.md").reason == "no-terms"
    assert selection.floor == ("a.md", "b.md", "gotchas.md")


def test_without_terms_only_important_files_load_as_documented() -> None:
    store = [memory("a.md", importance=0.9), memory("b.md", importance=1.0), memory("c.md")]
    selection = chosen_from(store, "")
    assert reasons(selection) == {"a.md": "importance", "b.md": "importance", "c.md": "no-terms"}


def test_matching_words_of_no_importance_keep_no_file() -> None:
    for profile in PROFILES:
        selection = chosen_from([memory("a.md", "login", importance=0.0)], "login", profile)
        score = selection.score_of("a.md")
        assert (score.reason, score.rank, score.score) == ("zero-importance", None, 0)
        assert score.parts.tags == 3


@pytest.mark.parametrize("profile", ["automaker-utils", "automaker-app"])
def test_an_importance_without_a_number_is_never_kept_and_stands_last(profile: Profile) -> None:
    text = "---\ntags: [login]\nsummary: s\nimportance: .\n---\nbody"
    store = [Memory("a.md", text), memory("z.md", importance=0.0), Memory("gotchas.md", text)]
    for feature in ("login", "unheard", ""):
        selection = chosen_from(store, feature, profile)
        assert selection.selected == ("gotchas.md",)
        assert list(selection.order) == ["gotchas.md", "z.md", "a.md"]
        score = selection.score_of("a.md")
        assert math.isnan(score.score)
        assert score.rank is None
        assert selection.score_of("gotchas.md").rank is None
    assert chosen_from(store, "login", profile).score_of("a.md").reason == "zero-importance"


def candidates(name: str, body: str = "body", fault: Fault | None = None) -> dict[Profile, str]:
    """Return the reason of an important file in each profile that lists it."""
    text = write(Metadata(("login",), (), "zz", 1.0), body)
    found: dict[Profile, str] = {}
    for profile in PROFILES:
        for score in chosen_from([Memory(name, text, fault)], "login", profile).scores.values():
            found[profile] = score.reason
    return found


def each(documented: str, utils: str, app: str) -> dict[Profile, str]:
    return dict(zip(PROFILES, (documented, utils, app), strict=True))


def test_the_index_file_is_known_by_its_name_in_each_profiles_sense_of_case() -> None:
    assert candidates("_index.md") == each("index-file", "index-file", "index-file")
    assert candidates("_INDEX.md") == each("score", "score", "index-file")
    assert candidates("_Index.MD") == {"automaker-app": "index-file"}


def test_an_ending_in_capitals_is_listed_by_the_application_alone() -> None:
    assert candidates("AUTH.MD") == {"automaker-app": "score"}
    assert candidates("auth.txt") == {}
    with pytest.raises(KeyError, match=r"AUTH\.MD"):
        chosen_from([memory("AUTH.MD")], "login").score_of("AUTH.MD")


@pytest.mark.parametrize("body", ["", " \n\t", "\u3000\ufeff"])
def test_an_empty_body_is_skipped_by_the_application_alone(body: str) -> None:
    assert candidates("auth.md", body) == each("score", "score", "empty-body")
    assert candidates("gotchas.md", body) == each("always", "always", "empty-body")


def test_bad_bytes_and_links_to_elsewhere_are_left_out_as_documented_alone() -> None:
    for fault in (Fault("not-utf8", "bad bytes"), Fault("outside", "a link")):
        found = candidates("gotchas.md", fault=fault)
        assert found == each("unreadable", "always", "always")
    for fault in (Fault("unreadable", "permission"), Fault("not-a-file", "a folder")):
        found = candidates("gotchas.md", fault=fault)
        assert found == each("unreadable", "unreadable", "unreadable")


def test_what_is_no_candidate_has_no_rank_gap_or_matches() -> None:
    text = "---\ntags: [login, edge-case]\nimportance: 1\nsummary: s\n---\nbody"
    score = chosen_from([Memory("_index.md", text)], "login").score_of("_index.md")
    assert score == FileScore(
        "_index.md", loaded=False, reason="index-file", parts=score.parts, unreachable=True
    )
    assert (score.parts.matched, score.parts.importance) == (0, 1)


def test_a_key_press_on_ten_thousand_files_costs_little() -> None:
    store = [memory(f"m{n:05}.md", f"word{n % 300}", f"term{n % 9}") for n in range(10_000)]
    index = Index.build(store, "automaker-utils")
    begin = time.perf_counter()
    for n in range(20):
        selection = select(index, Feature(f"word{n} word{n + 1} term3"))
        assert len([selection.score_of(name) for name in selection.order[:60]]) == 60
        assert selection.order[-1] == "m09999.md"
    # Twenty key presses: about 20 × 2 ms here; scanning every file takes twenty times as long.
    assert time.perf_counter() - begin < 1

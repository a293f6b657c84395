import math
import re
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from memtui.core.automaker import write
from memtui.core.explain import LISTED, NEVER, REASONS, headline, obstacles, remedies
from memtui.core.index import Index
from memtui.core.memory import Feature, Memory
from memtui.core.metadata import Metadata
from memtui.core.scoring import PROFILES, FileScore, Parts, Profile, reading_of
from memtui.core.selection import Selection, select
from tests.core import stores

EXTRA = tuple(f"extra{number}" for number in range(60))
"""Words that no file of the random stores has."""


def chosen(memories: list[Memory], title: str, profile: Profile = "documented") -> Selection:
    return select(Index.build(memories, profile), Feature(title))


def memory(name: str, *tags: str, importance: float = 0.5) -> Memory:
    return Memory(name, write(Metadata(tags, (), "zz", importance), "body"))


@given(
    stores.stores,
    stores.texts,
    st.sampled_from(PROFILES),
    st.integers(0, 19),
    st.sampled_from(["tags", "relevant_to"]),
)
def test_what_is_said_to_make_a_file_load_makes_it_load(
    store: list[Memory], text: str, profile: Profile, at: int, field: str
) -> None:
    title = f"{text} {' '.join(EXTRA)}"
    scores = chosen(store, title, profile).scores
    waiting = [m for m in store if m.name in scores and remedies(scores[m.name])]
    assume(waiting)
    file = waiting[at % len(waiting)]
    ways = remedies(chosen(store, title, profile).score_of(file.name))
    words = "tag" if field == "tags" else "relevantTo"
    numbers = [int(way.split()[0]) for way in ways if re.match(rf"\d+ more matching {words}", way)]
    assume(numbers and numbers[0] <= len(EXTRA))
    taken, body = reading_of(file, profile)
    # An empty summary takes the line below it: Automaker would not read what is added there.
    assume(taken.summary and ":" not in taken.summary)
    for missing, loads in ((0, True), (1, False)):
        added = EXTRA[: numbers[0] - missing]
        if field == "tags":
            richer = replace(taken, tags=(*taken.tags, *added))
        else:
            richer = replace(taken, relevant_to=(*taken.relevant_to, *added))
        changed = Memory(file.name, write(richer, body), file.fault)
        others = [changed if m is file else m for m in store]
        score = chosen(others, title, profile).score_of(file.name)
        # One fewer may do as well, when the file wins a tie by its name.
        assert score.loaded or not loads, (ways, score)


def test_the_ways_are_counted_and_one_is_singular() -> None:
    best = [memory(f"a{number}.md", "auth", "token", "login") for number in range(5)]
    score = chosen([*best, memory("z.md", "auth")], "auth token login").score_of("z.md")
    assert remedies(score) == ["3 more matching tags", "4 more matching relevantTo words"]
    score = chosen([memory("z.md", "auth")], "token").score_of("z.md")
    assert remedies(score) == ["1 more matching tag", "1 more matching relevantTo word"]


@pytest.mark.parametrize("importance", [5e-324, 1e-300, 0.5])
@pytest.mark.parametrize("loaded", ["1", "9" * 350])
def test_figures_beyond_every_number_end_in_no_error(importance: float, loaded: str) -> None:
    def counted(name: str, importance: float, referenced: str) -> Memory:
        stats = f"usageStats: {{loaded: {loaded}, referenced: {referenced}}}"
        head = f"tags: [auth]\nsummary: s\nimportance: {importance:.330f}\n{stats}"
        return Memory(name, f"---\n{head}\n---\nbody\n")

    best = [counted(f"a{number}.md", 0.9, "9" * 350) for number in range(5)]
    for profile in PROFILES:
        for last in (counted("z.md", importance, "1"), counted("z.md", importance, "9" * 350)):
            score = chosen([*best, last], "auth token", profile).score_of("z.md")
            assert score.gap is None or math.isfinite(score.gap)
            for way in remedies(score):
                assert not way.startswith("0 ")


def test_nothing_is_promised_where_no_word_would_help() -> None:
    important = [memory(f"a{number}.md", "x", importance=0.9) for number in range(5)]
    score = chosen([*important, memory("z.md", "auth")], "auth", "automaker-app").score_of("z.md")
    assert score.reason == "crowded-out"
    assert not any("tag" in way for way in remedies(score))
    loaded = chosen([memory("z.md", "auth")], "auth").score_of("z.md")
    assert remedies(loaded) == ()
    assert remedies(chosen([memory("z.md", "auth")], "the").score_of("z.md")) == ()
    assert remedies(chosen([memory("_index.md", "auth")], "auth").score_of("_index.md")) == ()


@pytest.mark.parametrize("title", ["auth token", "the"])
def test_a_file_that_nothing_can_match_says_so_and_what_would(title: str) -> None:
    score = chosen([memory("ui.md", "ui", "edge-case", "fix", "año")], title).score_of("ui.md")
    assert headline(score) == NEVER
    rule = (
        "what can match is one word of 3 or more letters a-z or digits, no stop word such as “add”"
    )
    assert obstacles(score) == (
        "ui: no feature can match it (too short)",
        "edge-case: no feature can match it (hyphen); edge and case can",
        "fix: no feature can match it (stop word)",
        "año: no feature can match it (not in a-z or 0-9)",
        "it has no word in the summary that counts",
        rule,
    )
    bare = chosen([Memory("ui.md", "# UI\n")], title).score_of("ui.md")
    none = "it has no tag and no relevantTo, and no word in the summary that counts"
    assert (headline(bare), obstacles(bare)) == (NEVER, (none, rule))
    many = [f"u{number}" for number in range(8)]
    lines = obstacles(chosen([memory("ui.md", *many)], title).score_of("ui.md"))
    assert lines[LISTED] == "and 3 more"


@given(stores.stores, stores.texts, st.sampled_from(PROFILES))
def test_only_a_file_that_no_words_reach_is_said_to_be_out_of_reach(
    store: list[Memory], text: str, profile: Profile
) -> None:
    for score in chosen(store, text, profile).scores.values():
        assert bool(obstacles(score)) is (headline(score) == NEVER)
        if obstacles(score):
            assert score.unreachable
            assert not score.loaded


@pytest.mark.parametrize("importance", [0.0, math.nan])
def test_without_importance_no_word_helps(importance: float) -> None:
    score = FileScore(
        "z.md", loaded=False, reason="zero-importance", parts=Parts(3, importance=importance)
    )
    assert remedies(score) == ("an importance above 0",)
    assert ("no number" in headline(score)) is math.isnan(importance)


@given(stores.stores, stores.texts, st.sampled_from(PROFILES))
def test_every_reason_has_words(store: list[Memory], text: str, profile: Profile) -> None:
    for score in chosen(store, text, profile).scores.values():
        assert headline(score)
    assert len(set(REASONS.values())) == len(REASONS)

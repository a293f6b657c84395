"""Finding a feature by a few letters."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.core.memory import Feature, SkippedFeature
from memtui.ui.screens.dialog import Field
from memtui.ui.screens.feature_picker import FeaturePicker
from memtui.ui.screens.picker import search, searchable
from tests.ui.holding import CONTROL, CONTROL_SHOWN, HOSTILE, Holder, click_text, lines, shown

FEATURES = (
    Feature("Catalog of parts", "Lists parts.", "feature-001", "done"),
    Feature("Add login with OAuth", "Refresh the session.\nTwice.", "feature-002", "backlog"),
    Feature("Login page", "", "feature-003", "in_progress"),
    Feature("Logging for the API", "", "feature-012", "verified"),
    Feature("로그인 화면", "", "feature-120", "strange"),
)
TEXTS = searchable(f"{feature.title} {feature.id}" for feature in FEATURES)


def found(query: str) -> list[str]:
    return [FEATURES[at].title for at in search(query, TEXTS)]


def test_nothing_typed_lists_everything_in_order() -> None:
    assert found("") == found("  ") == [feature.title for feature in FEATURES]


@pytest.mark.parametrize(
    ("query", "titles"),
    [
        ("log", ["Add login with OAuth", "Login page", "Logging for the API", "Catalog of parts"]),
        ("login", ["Add login with OAuth", "Login page", "Logging for the API"]),
        ("LOGIN page", ["Login page"]),
        ("page login", ["Login page"]),
        ("logni", ["Add login with OAuth", "Login page", "Logging for the API"]),
        ("oatuh", ["Add login with OAuth"]),
        ("feature-012", ["Logging for the API"]),
        ("12", ["Logging for the API", "로그인 화면"]),
        ("로그인", ["로그인 화면"]),
        ("\u1105\u1169\u1100\u1173", ["로그인 화면"]),
        ("zzzz", []),
        ("login zzzz", []),
        ("lo" * 60, []),
    ],
)
def test_a_few_letters_find_titles_and_ids_best_first(query: str, titles: list[str]) -> None:
    assert found(query) == titles


@given(st.lists(st.text(max_size=20), max_size=8), st.integers(0, 7), st.data())
def test_a_title_is_found_by_any_part_of_its_own(
    titles: list[str], at: int, data: st.DataObject
) -> None:
    words = [word for title in titles for word in title.split()]
    if not words:
        return
    word = words[at % len(words)]
    end = data.draw(st.integers(1, len(word)))
    texts = searchable(titles)
    hits = search(word[:end], texts)
    assert all(
        titles.index(title) in hits or titles.count(title) > 1
        for title in titles
        if title.split() and word in title.split()
    )
    assert len(hits) == len(set(hits))


def test_ten_thousand_features_are_searched_within_a_key_press() -> None:
    texts = searchable(f"{f.title} number {i} feature-{i}" for i in range(2000) for f in FEATURES)
    search("warm", texts)
    start = time.perf_counter()
    search("authentcation", texts)
    search("a", texts)
    assert time.perf_counter() - start < 0.5


async def test_typing_narrows_the_list_and_enter_picks() -> None:
    app = Holder(FeaturePicker(FEATURES))
    async with app.run_test(size=(80, 24)) as pilot:
        assert "Features · 5" in shown(app)
        await pilot.press(*"oaut")
        text = shown(app)
        assert "Features · 1 of 5" in text
        assert "Catalog" not in text
        assert "Refresh the session. Twice." in text
        await pilot.press("enter")
        assert app.answers == [FEATURES[1]]


async def test_arrows_move_while_the_field_keeps_the_focus() -> None:
    app = Holder(FeaturePicker(FEATURES))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "down", "up", "down")
        assert app.screen.query_one(Field).has_focus
        assert "in_progress  feature-003" in shown(app)
        await pilot.press("pagedown")
        assert "strange  feature-120" in shown(app)
        await pilot.press("enter")
        assert app.answers == [FEATURES[4]]


async def test_the_mouse_picks_with_two_clicks() -> None:
    app = Holder(FeaturePicker(FEATURES))
    async with app.run_test(size=(80, 24)) as pilot:
        await click_text(pilot, "Login page")
        assert "in_progress  feature-003" in shown(app)
        assert app.answers == []
        await pilot.press("l")
        assert app.screen.query_one(Field).value == "l"
        await click_text(pilot, "Logging for", times=2)
        assert app.answers == [FEATURES[3]]


async def test_enter_without_a_match_and_escape_return_nothing() -> None:
    app = Holder(FeaturePicker(FEATURES))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*"zzzz", "enter")
        assert "no feature has these letters" in shown(app)
        assert app.answers == []
        await pilot.press("escape")
        assert app.answers == [None]


async def test_a_project_without_features_says_so() -> None:
    app = Holder(FeaturePicker(()))
    async with app.run_test(size=(40, 15)):
        assert "the project has no features" in shown(app)


async def test_a_feature_that_cannot_be_used_is_named_with_the_reason() -> None:
    path = ".automaker/features/odd/feature.json"
    skipped = [SkippedFeature(path, "line 2: no JSON: [/]"), SkippedFeature("other", "x")]
    app = Holder(FeaturePicker(FEATURES, skipped))
    async with app.run_test(size=(120, 32)):
        assert f"▲ cannot be used: {path} and 1 more: line 2: no JSON: [/]" in shown(app)
        assert FEATURES[0].title in shown(app)


async def test_a_state_has_a_sign_and_a_word() -> None:
    app = Holder(FeaturePicker(FEATURES))
    async with app.run_test(size=(80, 24)):
        rows = {line.split()[1]: line for line in lines(app) if "feature-" in line}
        assert set("●○◐·") <= set(rows)
        assert "done  feature-001" in shown(app)


async def test_hostile_features_are_shown_literally_and_cut() -> None:
    texts = [*HOSTILE, CONTROL, "x" * 10_000]
    features = [Feature(text, f"about\n{text}", text, text) for text in texts]
    for width, height in ((120, 32), (40, 15)):
        app = Holder(FeaturePicker(features))
        async with app.run_test(size=(width, height)) as pilot:
            for text in (*HOSTILE, CONTROL_SHOWN, "x" * 12 + "…"):
                wanted = text[:12] if width < 80 else text
                assert wanted in shown(app)
                assert all(len(line) <= width for line in lines(app))
                await pilot.press("down")
            await pilot.press(*["up"] * len(texts), "enter")
            assert app.answers == [features[0]]
            assert app.quits == 0

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.core.terms import STOP_WORDS, FeatureWord, feature_words, never, terms


def test_terms_keep_order_and_duplicates_and_drop_what_does_not_count() -> None:
    text = "Add the OAuth login, then the login's UI to Next.js (v2) in cache_key/edge-case"
    assert " ".join(terms(text)) == "oauth login then login next cache key edge case"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ()),
        ("naïve café", ("caf",)),
        ("\u212aey", ("key",)),  # the Kelvin sign becomes k in both languages
        ("\u0130stanbul", ("stanbul",)),  # i with a combining dot: the dot splits
        ("Straße", ("stra",)),
        ("캐시 세션", ()),
        ("two\u00a0words\u2028three", ("two", "words", "three")),
        ("a1b 2fa 404 x2", ("a1b", "2fa", "404")),
    ],
)
def test_terms_of_other_scripts_and_digits(text: str, expected: tuple[str, ...]) -> None:
    assert terms(text) == expected


@pytest.mark.parametrize("word", ["the", "Implement", "OUGHT", "modify", "used", "need", "have"])
def test_stop_words_are_no_terms_in_any_case(word: str) -> None:
    assert word.lower() in STOP_WORDS
    assert terms(f"login {word} logout") == ("login", "logout")


def test_feature_words_say_once_for_each_word_whether_it_counts() -> None:
    assert feature_words("Add UI login", "the login of UI") == (
        FeatureWord("add", "stop word"),
        FeatureWord("ui", "too short"),
        FeatureWord("login", "counts"),
        FeatureWord("the", "stop word"),
        FeatureWord("of", "stop word"),
    )


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ("login", None),
        ("JWT", None),
        ("\u212aey", None),
        ("edge-case", ("hyphen", ("edge", "case"))),
        ("rate limit", ("space", ("rate", "limit"))),
        ("state_management", ("underscore", ("state", "management"))),
        ("re-use re_use", ("hyphen", ("use",))),
        ("ui", ("too short", ())),
        ("Fix", ("stop word", ())),
        ("is", ("stop word", ())),
        ("C++", ("punctuation", ())),
        ("Node.js", ("punctuation", ("node",))),
        ("캐시", ("not in a-z or 0-9", ())),
        ("\u0130zmir", ("not in a-z or 0-9", ("zmir",))),
        ("Straße", ("not in a-z or 0-9", ("stra",))),
        (" login ", ("space at an end", ("login",))),
        ("login-login", ("hyphen", ("login",))),
        ("", ("empty", ())),
        ("  ", ("empty", ())),
    ],
)
def test_never_names_the_reason_and_what_would_match(
    item: str, expected: tuple[str, tuple[str, ...]] | None
) -> None:
    assert never(item) == expected


ITEMS = st.one_of(
    st.sampled_from(["login", "fix", "ui", "edge-case", "JWT"]),
    st.text(max_size=12),
    st.text(alphabet="abcXYZ019 -_.é\u0130\u212a", max_size=12),
)


@given(ITEMS)
def test_never_is_said_exactly_of_items_that_are_no_term_of_any_feature(item: str) -> None:
    # A feature made of the item itself is the best chance it can have.
    assert (never(item) is None) == (item.lower() in terms(item))


@given(ITEMS)
def test_what_is_offered_in_its_place_can_match(item: str) -> None:
    reason, offered = never(item) or ("", ())
    assert all(never(word) is None for word in offered)
    assert len(set(offered)) == len(offered)
    assert bool(reason) == (never(item) is not None)


@given(st.text(max_size=40), st.text(max_size=40))
def test_the_words_that_count_are_the_terms_of_title_and_description(
    title: str, description: str
) -> None:
    counting = [word.text for word in feature_words(title, description) if word.state == "counts"]
    assert counting == list(dict.fromkeys(terms(f"{title} {description}")))

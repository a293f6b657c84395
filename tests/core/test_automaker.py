import json
import math
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.core.automaker import INFINITE, WS, double, forecast, number, read, write
from memtui.core.metadata import Metadata, UsageStats

DATA = Path(__file__).parent.parent / "data"

# Expected values computed by the original program.
READER: list[dict[str, Any]] = json.loads((DATA / "automaker_reader.json").read_text("utf-8"))
# Expected values computed by a JavaScript engine from the expressions of the format's description.
ENGINE: list[dict[str, Any]] = json.loads((DATA / "automaker_engine.json").read_text("utf-8"))

PIECES = st.one_of(
    st.sampled_from(
        ["---", "\n---\n", "\r\n", "\n", " ", "\u2028", "]", '"', "\ufeff", "\x85", "é"]
    ),
    st.sampled_from(
        ["tags: [a, 'b']", "tags: [", "relevantTo:\n [c]", "summary:", "summary: x: y"]
    ),
    st.sampled_from(["importance: 0.3", "importance: .", "loaded: 7", "loaded: ", "# note", "- i"]),
)
TEXTS = st.lists(PIECES, max_size=14).map("".join).map(lambda text: f"---\n{text}\n---\nbody")


def plain(metadata: Metadata) -> dict[str, Any]:
    stats = metadata.usage_stats
    return {
        "tags": list(metadata.tags),
        "summary": metadata.summary,
        "relevantTo": list(metadata.relevant_to),
        "importance": None if math.isnan(metadata.importance) else metadata.importance,
        "relatedFiles": list(metadata.related_files),
        "usageStats": {
            "loaded": stats.loaded,
            "referenced": stats.referenced,
            "successfulFeatures": stats.successful_features,
        },
    }


def printed(metadata: Metadata) -> dict[str, Any]:
    """Return the values as a JavaScript program prints them."""
    values = plain(metadata)
    counters = {key: number(value) for key, value in values.pop("usageStats").items()}
    return {**values, **counters, "importance": number(metadata.importance)}


@pytest.mark.parametrize("case", READER, ids=lambda case: case["id"])
def test_reads_and_rewrites_as_the_original_does(case: dict[str, Any]) -> None:
    metadata, body = read(case["text"])
    assert plain(metadata) == case["read"]
    assert body == case["body"]
    assert forecast(case["text"]) == case["after_one_load"]
    assert forecast(case["text"], loads=2) == case["after_two_loads"]


@pytest.mark.parametrize("case", ENGINE, ids=range(len(ENGINE)))
def test_takes_odd_text_as_a_javascript_engine_does(case: dict[str, Any]) -> None:
    metadata, body = read(case["text"])
    assert body == case["body"]
    assert printed(metadata) == {key: case[key] for key in printed(metadata)}
    assert forecast(case["text"], loads=2) == case["after_two_loads"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (0.1 + 0.2, "0.30000000000000004"),
        (1e-6, "0.000001"),
        (1e-7, "1e-7"),
        (1.25e-7, "1.25e-7"),
        (5e-324, "5e-324"),
        (123456.75, "123456.75"),
        (1e20, "100000000000000000000"),
        (1e21, "1e+21"),
        (1.5e300, "1.5e+300"),
        (-2.5, "-2.5"),
        (2**53 + 1, "9007199254740992"),
        (123456789012345678901, "123456789012345680000"),
        (math.nan, "NaN"),
        (math.inf, "Infinity"),
        (-math.inf, "-Infinity"),
        (10**400, "Infinity"),
        (-(10**400), "-Infinity"),
    ],
)
def test_prints_numbers_as_javascript(value: float, expected: str) -> None:
    assert number(value) == expected


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_printed_number_reads_back_as_the_same_double(value: float) -> None:
    assert float(number(value)) == value


def test_counters_beyond_doubles_are_endless_and_lost_at_the_second_load() -> None:
    text = f"---\ntags: [a]\nsummary: s\nloaded: {'9' * 400}\n---\nbody"
    assert read(text)[0].usage_stats.loaded == INFINITE
    assert "loaded: Infinity" in forecast(text)
    assert "  loaded: 1\n" in forecast(text, loads=2)
    assert double(INFINITE) == math.inf


def test_a_counter_stops_growing_where_doubles_have_no_next_integer() -> None:
    text = forecast("---\nsummary: s\nloaded: 9007199254740993\n---\n", loads=3)
    assert "loaded: 9007199254740992\n" in text


def test_no_load_changes_nothing() -> None:
    assert forecast("---\ntags:\n- a\n---\n", loads=0) == "---\ntags:\n- a\n---\n"


def test_writes_strings_bare_or_quoted_with_only_double_quotes_escaped() -> None:
    metadata = Metadata(
        tags=("bare", "a: b", "back\\slash", "x`y"),
        summary='say "no"\\',
        relevant_to=(" padded", "\ufeff", "two\nlines"),
        importance=0.25,
        related_files=("app/[id].ts",),
        usage_stats=UsageStats(3, 2, 1),
    )
    assert write(metadata, "# Body\r\n") == (
        "---\n"
        'tags: [bare, "a: b", back\\slash, "x`y"]\n'
        'summary: "say \\"no\\"\\"\n'
        'relevantTo: [" padded", "\ufeff", "two\nlines"]\n'
        "importance: 0.25\n"
        'relatedFiles: ["app/[id].ts"]\n'
        "usageStats:\n"
        "  loaded: 3\n"
        "  referenced: 2\n"
        "  successfulFeatures: 1\n"
        "---\n"
        "# Body\r\n"
    )


@given(TEXTS, st.integers(0, 3), st.integers(0, 3))
def test_loads_add_up(text: str, first: int, second: int) -> None:
    assert forecast(forecast(text, first), second) == forecast(text, first + second)


@given(TEXTS)
def test_a_load_keeps_the_body_and_adds_one_to_the_counter(text: str) -> None:
    metadata, body = read(text)
    rewritten, same_body = read(forecast(text))
    # Only a text that held no block keeps blank lines at its start for one load more.
    assert same_body == body or text == body
    assert rewritten.usage_stats.loaded == metadata.usage_stats.loaded + 1 or (
        # The counters are looked up anywhere: also in a summary or an item.
        "loaded: " in metadata.summary or any("loaded: " in item for item in metadata.tags)
    )


@given(st.text(alphabet=WS + "-ab[]:,\"'", max_size=30))
def test_whatever_is_read_holds_no_quotes_or_line_ends_in_items(text: str) -> None:
    metadata, _ = read(f"---\ntags: [{text}]\n---\n")
    for item in metadata.tags:
        assert item
        assert not set(item) & set("'\",\n\r\u2028\u2029")


@pytest.mark.parametrize(
    "block",
    [
        "\n" * 700_000,
        "\n---" + " " * 700_000,
        "\n---x" * 140_000,
        "tags:[" * 115_000,
        "tags: " * 115_000,
        "tags:[\n" * 100_000,
        "summary:" + "\n" * 700_000,
        "importance:" * 60_000,
        "importance: 0." + "1" * 700_000,
        "loaded: " + "9" * 700_000,
    ],
    ids=lambda block: block[:14].strip() or "blank",
)
def test_a_large_file_is_read_in_one_pass(block: str) -> None:
    begin = time.perf_counter()
    read(f"---{block}")
    read(f"---\n{block}\n---\nbody")
    # A search that begins anew at every hit takes minutes here; one pass takes a tenth of a second.
    assert time.perf_counter() - begin < 5

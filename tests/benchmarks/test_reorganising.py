"""How long the rooms of reorganising take on a large store, as ratios to what they stand on.

Run with ``pytest -s tests/benchmarks``; each figure is a median, and both sides alternate.
"""

import random
import time
from collections.abc import Callable
from statistics import median

from memtui.core.automaker import write
from memtui.core.entries import entries
from memtui.core.index import Index
from memtui.core.memory import Feature, Memory
from memtui.core.metadata import Metadata
from memtui.core.reorganize.entry_groups import proposed_groups
from memtui.core.reorganize.twins import near_equal
from memtui.core.replay import effect, replay
from memtui.core.selection import select

ROUNDS = 5
SIZES = [820, 200, 140, 120, 110, 100, 50, 30, *range(1, 17)]
"""Entries of each file: one is far larger than the others."""


def _vocabulary(source: random.Random) -> tuple[list[str], list[float]]:
    """Return made-up words and how often each is said, as words of a language are (Zipf)."""
    words = {
        "".join(source.choice("bdfgklmnprst") + source.choice("aeiou") for _ in range(length))
        for length in (2, 3, 3, 4)
        for _ in range(1_100)
    }
    ordered = sorted(words)
    source.shuffle(ordered)
    return ordered, [1 / rank for rank in range(8, len(ordered) + 8)]


def _store() -> tuple[list[Memory], list[Feature]]:
    """Return 24 files with 1,700 entries, 1.4 MB, and 170 features."""
    source = random.Random(7)
    words, weights = _vocabulary(source)

    def said(count: int, subject: str = "") -> str:
        chosen = source.choices(words, weights, k=count)
        if subject:
            for place in source.sample(range(count), max(1, count // 8)):
                chosen[place] = subject
        return " ".join(chosen)

    def entry(number: int) -> str:
        subject = source.choice(words[100:180])
        lines = "".join(
            f"- **{label}:** {said(26, subject)}\n" for label in ("Context", "Why", "Rejected")
        )
        return f"### {said(11, subject)} (2026-01-{number % 28 + 1:02})\n{lines}\n"

    memories = []
    for place, size in enumerate(SIZES):
        body = f"# File {place}\n\n{''.join(map(entry, range(size)))}"
        metadata = Metadata((words[100 + place],), (), said(4), 0.7)
        memories.append(Memory(f"file-{place:02}.md", write(metadata, body)))
    features = [Feature(said(6), said(120)) for _ in range(170)]
    return memories, features


MEMORIES, FEATURES = _store()


def _fresh() -> list[Memory]:
    """Return the store as it is right after reading: nothing of it is worked out yet."""
    return [Memory(memory.name, memory.text) for memory in MEMORIES]


def _ratio(what: str, ours: Callable[[], object], floor: Callable[[], object], most: float) -> None:
    times: dict[Callable[[], object], list[float]] = {ours: [], floor: []}
    for _ in range(ROUNDS):
        for run, taken in times.items():
            begin = time.perf_counter()
            run()
            taken.append(time.perf_counter() - begin)
    mine, base = median(times[ours]), median(times[floor])
    print(
        f"\n{what}: {mine * 1000:.0f} ms, floor {base * 1000:.0f} ms, "
        f"ratio {mine / base:.1f} (at most {most})"
    )
    assert mine / base <= most


def _parsed() -> list[object]:
    return [entries(memory.reading.body) for memory in _fresh()]


def test_near_equal_entries_of_all_files_against_parsing_them() -> None:
    _ratio("near-equal entries", lambda: near_equal(_fresh()), _parsed, 8)


def test_groups_of_the_largest_file_against_parsing_all() -> None:
    def groups() -> object:
        large, *others = _fresh()
        return proposed_groups(large, others, FEATURES)

    _ratio("proposed groups", groups, _parsed, 5)


def test_replaying_a_change_against_selecting_twice() -> None:
    index = Index.build(MEMORIES, "documented")

    def replayed() -> object:
        before = replay(MEMORIES, FEATURES, "documented")
        return effect(before, replay(MEMORIES[1:], FEATURES, "documented")).heavier

    def selected() -> object:
        return [select(index, feature).selected for feature in (*FEATURES, *FEATURES)]

    _ratio("effect of a change", replayed, selected, 4)

"""Pairs follow their entries after a change of the files."""

from memtui.core.memory import Memory
from memtui.core.reorganize.moved_pairs import moved_pairs
from memtui.core.reorganize.twins import EntryRef, Twins


def store(**bodies: str) -> dict[str, Memory]:
    return {f"{name}.md": Memory(f"{name}.md", body) for name, body in bodies.items()}


def ref(file: str, number: int, heading: str) -> EntryRef:
    return EntryRef(f"{file}.md", number, heading, "")


BEFORE = store(a="### One\n\n### Two\n\n### Three\n", b="### Four\n")
PAIR = Twins(ref("a", 2, "Two"), ref("a", 3, "Three"), 0.9)
ACROSS = Twins(ref("a", 3, "Three"), ref("b", 1, "Four"), 0.8)


def test_what_did_not_change_is_as_it_was() -> None:
    after = {**BEFORE, "c.md": Memory("c.md", "### New\n")}
    assert list(moved_pairs([PAIR, ACROSS], BEFORE, after)) == [(PAIR, PAIR), (ACROSS, ACROSS)]


def test_numbers_follow_and_both_ends_stay_in_order() -> None:
    after = {**BEFORE, **store(a="### Three\n\n### Two\nedited\n")}
    now = Twins(ref("a", 1, "Three"), ref("a", 2, "Two"), 0.9)
    across = Twins(ref("a", 1, "Three"), ref("b", 1, "Four"), 0.8)
    assert list(moved_pairs([PAIR, ACROSS], BEFORE, after)) == [(PAIR, now), (ACROSS, across)]


def test_a_pair_of_which_an_entry_or_a_file_is_gone_is_none() -> None:
    assert list(moved_pairs([PAIR, ACROSS], BEFORE, store(b="### Four\n"))) == []
    after = {**BEFORE, **store(a="### One\n\n### Three\n")}
    assert [pair for pair, _ in moved_pairs([PAIR, ACROSS], BEFORE, after)] == [ACROSS]

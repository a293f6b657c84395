"""What of near-equal pairs goes: decided in order, never both of two, one plan for all files."""

from hypothesis import given
from hypothesis import strategies as st

from memtui.core.memory import Memory
from memtui.core.reorganize.pairing import Keep, drop_all, going, newer
from memtui.core.reorganize.twins import EntryRef, Twins

A, B, C = (EntryRef("a.md", number, f"h{number}", "") for number in (1, 2, 3))
AB, BC, AC = Twins(A, B, 0.9), Twins(B, C, 0.8), Twins(A, C, 0.7)


def test_what_resembles_one_that_is_gone_stays() -> None:
    assert going([AB, BC], {AB: "one", BC: "one"}) == {B: AB}
    assert going([AB, BC], {BC: "one"}) == {C: BC}
    assert going([AB, BC], {AB: "other", BC: "other"}) == {A: AB, B: BC}
    assert going([AB], {AB: "both"}) == {}


PAIRS = st.lists(st.sampled_from([AB, BC, AC]), max_size=3, unique=True)
KEEPS = st.dictionaries(st.sampled_from([AB, BC, AC]), st.sampled_from(["both", "one", "other"]))


@given(PAIRS, KEEPS)
def test_something_always_stays_and_only_what_was_decided_goes(
    pairs: list[Twins], keeps: dict[Twins, Keep]
) -> None:
    gone = going(pairs, keeps)
    assert len(gone) < 3
    for ref, pair in gone.items():
        assert ref == (pair.other if keeps[pair] == "one" else pair.one)


def test_the_newer_one_is_kept_where_that_is_known() -> None:
    old, new = EntryRef("a.md", 1, "h", "2026-01-01"), EntryRef("b.md", 1, "h", "2026-02-01")
    assert newer(Twins(old, new, 0.9)) == "other"
    assert newer(Twins(EntryRef("a.md", 1, "h", "2026-03-01"), new, 0.9)) == "one"
    assert newer(Twins(old, EntryRef("b.md", 1, "h", ""), 0.9)) == "both"


def test_entries_of_several_files_go_in_one_plan() -> None:
    text = "# T\n\n### One\n\n### Two\n\n### Three\n"
    files = {name: Memory(name, text) for name in ("a.md", "b.md", "c.md")}
    refs = [EntryRef("b.md", 2, "Two", ""), EntryRef("a.md", 3, "Three", ""), A]
    change = drop_all(files, refs, lambda name: f"m/{name}")
    assert change.plan.what == "delete 3 entries of a.md, b.md"
    many = {f"{n}.md": Memory(f"{n}.md", text) for n in range(4)}
    one_each = [EntryRef(name, 1, "One", "") for name in many]
    assert drop_all(many, one_each, str).plan.what == "delete 4 entries of 4 files"
    assert change.texts == {
        "a.md": "# T\n\n### Two\n",
        "b.md": "# T\n\n### One\n\n### Three\n",
    }
    assert [(c.path, c.before, c.after) for c in change.plan.changes] == [
        (f"m/{name}", text.encode(), change.texts[name].encode()) for name in ("a.md", "b.md")
    ]
    assert [(d.file, d.number) for d in change.dropped] == [("a.md", 1), ("a.md", 3), ("b.md", 2)]
    assert (change.entries_before, change.entries_after) == (6, 3)

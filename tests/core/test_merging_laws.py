"""Laws of merging, on files of many shapes that two sides edited."""

import re
from collections import Counter
from dataclasses import astuple, replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from memtui.core import automaker, frontmatter
from memtui.core.entries import entries
from memtui.core.merging.lines import lines3, text_of
from memtui.core.merging.merge import merge, resolve
from memtui.core.merging.pieces import joined, match, pieces, pieces_of
from memtui.core.merging.rewritten import undo_rewrite
from memtui.core.metadata import LISTS
from tests.core.edited import INTROS, File, Version, files, triples, versions

Triple = tuple[File, Version, Version]

few = settings(max_examples=60, deadline=None)


def texts(triple: Triple) -> tuple[str, str, str]:
    """Return the base and both versions as texts."""
    return triple[0].text, triple[1].file.text, triple[2].file.text


def uncounted(text: str) -> str:
    """Return a text without its counters."""
    return re.sub(r"(?<=loaded: |renced: |atures: )\d+", "", text)


def counters(text: str) -> tuple[int, ...]:
    return astuple(frontmatter.read(text).metadata.usage_stats)


def contents(text: str) -> Counter[str]:
    """Return the entries of a text, without the white space and the line ends."""
    body = frontmatter.read(text).body
    found = (body[entry.start : entry.end] for entry in entries(body))
    return Counter("\n".join(entry.split("\n")).replace("\r", "").rstrip() for entry in found)


def lines_of(text: str) -> set[str]:
    return set(frontmatter.read(text).body.splitlines())


def headings(text: str) -> Counter[str]:
    return Counter(piece.heading or "" for piece in pieces(frontmatter.read(text).body)[1:])


def values(text: str) -> tuple[object, ...]:
    """Return what the frontmatter says, lists as sets."""
    metadata = frontmatter.read(text).metadata
    lists = tuple(frozenset(metadata.value(key)) for key in LISTS)  # type: ignore[arg-type]
    return (*lists, metadata.summary, metadata.importance, metadata.usage_stats)


def only_counted(base: str, one: str, other: str) -> bool:
    """Return whether a side did no more to the block than Automaker does, so that rules differ."""
    return undo_rewrite(base, one) is not None or undo_rewrite(base, other) is not None


@few
@given(triples())
def test_what_one_side_left_alone_is_as_the_other_left_it(triple: Triple) -> None:
    base, draft, disk = texts(triple)
    assert merge(base, draft, base).text == draft
    assert merge(base, base, disk).text == disk


@few
@given(triples())
def test_the_same_change_on_both_sides_is_one_but_for_counters_which_add(triple: Triple) -> None:
    base, both, _ = texts(triple)
    merged = merge(base, both, both)
    assert merged.conflicts == ()
    if frontmatter.split(both).has_block:
        assert uncounted(merged.text) == uncounted(both)
    else:
        assert merged.text.endswith(both.removeprefix("\ufeff"))
    if both != base:
        added = zip(counters(both), counters(base), strict=True)
        assert counters(merged.text) == tuple(max(0, 2 * new - old) for new, old in added)


@few
@given(triples())
def test_without_a_conflict_the_sides_can_change_places(triple: Triple) -> None:
    base, draft, disk = texts(triple)
    assume(draft.strip() and disk.strip() and not only_counted(base, draft, disk))
    one, other = merge(base, draft, disk), merge(base, disk, draft)
    assert len(one.conflicts) == len(other.conflicts)
    if not one.conflicts:
        assert values(one.text) == values(other.text)
        assert contents(one.text) == contents(other.text)


@few
@given(triples())
def test_fields_are_merged_three_ways(triple: Triple) -> None:
    base, draft, disk = texts(triple)
    merged = merge(base, draft, disk)
    assume(draft != disk and base not in (draft, disk) and disk.strip())
    assume(undo_rewrite(base, disk) is None)
    blocks = [frontmatter.split(text).has_block for text in (base, draft, disk)]
    assume(all(blocks) or not blocks[0])
    old, mine, theirs = (frontmatter.read(text).metadata for text in (base, draft, disk))
    conflicts = {conflict.what for conflict in merged.conflicts}
    assume(not any(conflict.kind == "frontmatter" for conflict in merged.conflicts))
    result = frontmatter.read(merged.text).metadata
    added = zip(counters(disk), counters(draft), counters(base), strict=True)
    assert counters(merged.text) == tuple(max(0, t + m - b) for t, m, b in added)
    for b, m, t, found in (
        (old.tags, mine.tags, theirs.tags, result.tags),
        (old.relevant_to, mine.relevant_to, theirs.relevant_to, result.relevant_to),
        (old.related_files, mine.related_files, theirs.related_files, result.related_files),
    ):
        assert set(found) == (set(m) & set(t)) | (set(m) ^ set(t)) - set(b)
        if t != b:
            assert [item for item in t if item in found] == [item for item in found if item in t]
    for key in ("summary", "importance"):
        here, there, before = mine.value(key), theirs.value(key), old.value(key)
        assert (key in conflicts) == (here != there and before not in (here, there))
        assert result.value(key) == (there if here == before else here)


@few
@given(triples())
def test_an_entry_is_there_unless_one_side_deleted_it(triple: Triple) -> None:
    base, draft, disk = texts(triple)
    assume(disk.strip())
    _, mine, theirs = triple
    merged = merge(base, draft, disk)
    found, asked = headings(merged.text), {conflict.what for conflict in merged.conflicts}
    here, there = ({item.heading for item in v.file.items} for v in (mine, theirs))
    for item in triple[0].items:
        name = item.heading
        if name in here and name in there:
            assert found[name] == 1
        elif name not in here and name not in there:
            assert found[name] == 0
        elif name not in mine.edited | theirs.edited:
            assert found[name] == 0
            assert name not in asked
        elif name in asked:
            assert found[name] == (name in here)
    for name in (mine.added & here) | (theirs.added & there):
        assert found[name] == 1
    assert not any("hides" in note for note in merged.notes)


@few
@given(triples())
def test_entries_that_one_side_alone_touched_are_as_it_left_them(triple: Triple) -> None:
    base, draft, disk = texts(triple)
    assume(disk.strip())
    _, mine, theirs = triple
    found = contents(merge(base, draft, disk).text)
    for version, other in ((mine, theirs), (theirs, mine)):
        others = {item.heading for item in other.file.items}
        for item in version.file.items:
            kept = item.heading in version.added or item.heading in others
            if item.mark == "###" and kept and item.heading not in other.edited | other.deleted:
                assert found[item.text] == 1


@settings(max_examples=200, deadline=None)
@given(triples(), st.sampled_from(INTROS), st.sampled_from(INTROS))
def test_every_line_of_the_result_is_a_line_of_a_side(
    triple: Triple, mine: tuple[str, ...], theirs: tuple[str, ...]
) -> None:
    base, *sides = triple
    draft, disk = (
        replace(version.file, intro=intro).text
        for version, intro in zip(sides, (mine, theirs), strict=True)
    )
    known = lines_of(base.text) | lines_of(draft) | lines_of(disk)
    merged = merge(base.text, draft, disk)
    assert lines_of(merged.text) <= known
    assert lines_of(resolve(merged, ["theirs"] * len(merged.conflicts))) <= known


@few
@given(triples())
def test_new_entries_at_the_end_are_the_disks_then_the_drafts(triple: Triple) -> None:
    base = triple[0].text
    draft, disk = (f"{base}\n### {side} {n}\n" for side, n in (("draft", 1), ("disk", 2)))
    merged = merge(base, draft, disk)
    assert [piece.heading for piece in pieces(frontmatter.read(merged.text).body)][-2:] == [
        "disk 2",
        "draft 1",
    ]
    assert merged.text.startswith(base)


@few
@given(triples())
def test_merging_once_more_changes_nothing_but_counters(triple: Triple) -> None:
    base, draft, disk = texts(triple)
    merged = merge(base, draft, disk)
    assume(not merged.conflicts and merged.text != base and not only_counted(base, draft, disk))
    # A block that one side removed comes back with the other side's counts, and a new summary.
    blocks = [frontmatter.split(text).has_block for text in (base, draft, disk)]
    assume(all(blocks) or not blocks[0])
    # Of equal lines nobody can tell which one was edited.
    assume(all(file.distinct for file in (triple[0], triple[1].file, triple[2].file)))
    again = merge(base, merged.text, disk)
    assert again.conflicts == ()
    assert uncounted(again.text) == uncounted(merged.text)
    assert merge(disk, merged.text, disk).text == merged.text


@few
@given(triples(), st.randoms(use_true_random=False))
def test_a_decision_gives_the_version_that_was_chosen(triple: Triple, random) -> None:  # type: ignore[no-untyped-def]
    merged = merge(*texts(triple))
    assert resolve(merged, ["mine"] * len(merged.conflicts)) == merged.text
    choices = [random.choice(conflict.choices) for conflict in merged.conflicts]
    text = resolve(merged, choices)
    whole = any(conflict.kind in ("frontmatter", "file") for conflict in merged.conflicts)
    for conflict, choice in zip(merged.conflicts, choices, strict=True):
        wanted = {"mine": conflict.mine, "theirs": conflict.theirs}.get(choice, "")
        if conflict.kind in ("entry", "text"):
            assert wanted.replace("\r", "") in text.replace("\r", "")
        elif conflict.kind == "field" and not whole:
            value = frontmatter.read(text).metadata.value(conflict.what)
            assert str(value) == wanted


@few
@given(st.data(), files(), st.integers(1, 5))
def test_what_only_a_count_erased_stays_in_the_draft(
    data: st.DataObject, base: File, loads: int
) -> None:
    draft = data.draw(versions(base, "draft")).file.text
    old = base.text
    disk = automaker.forecast(old, loads) + "\n### disk\n- new\n"
    assume(draft.strip() and draft not in (old, disk) and frontmatter.split(old).has_block)
    merged = merge(old, draft, disk)
    assert not [conflict for conflict in merged.conflicts if conflict.kind != "entry"]
    if frontmatter.split(draft).has_block:
        same = frontmatter.split(merged.text).block
        assert uncounted(same) == uncounted(frontmatter.split(draft).block)
    added = zip(counters(disk), counters(draft), counters(old), strict=True)
    assert counters(merged.text) == tuple(max(0, t + m - b) for t, m, b in added)
    assert headings(merged.text)["disk"] == 1


@few
@given(triples())
def test_the_pieces_of_a_version_are_found_without_parsing_all_of_it(triple: Triple) -> None:
    base, draft, disk = (frontmatter.read(text).body for text in texts(triple))
    known = pieces(base)
    assert joined(known) == base
    for body in (draft, disk, draft + base, base[: len(base) // 2]):
        found = pieces_of(body, known)
        assert joined(found) == body
        assert [piece.heading for piece in found] == [piece.heading for piece in pieces(body)]
        pairs = match(known, found)
        assert pairs[0] == 0
        assert len(set(pairs.values())) == len(pairs)


def test_pieces_below_an_open_fence_are_none() -> None:
    base = "### A\n- a\n\n### B\n- b\n\n### C\n- c\n"
    text = base.replace("- a", "```")
    assert pieces_of(text, pieces(base)) == pieces(text)
    assert pieces_of(base, pieces(text)) == pieces(base)
    assert [piece.heading for piece in pieces(text)] == [None, "A"]


ODD = ("### A", "## S", "Name", "-----", "---", "| a | b |", "```", "<!--", "-->", "- x", "", "")
odd = st.lists(st.sampled_from(ODD), max_size=10).map("\n".join)


@settings(max_examples=300, deadline=None)
@given(odd, odd, st.integers(0, 60), st.integers(0, 60))
def test_pieces_hold_every_character_whatever_became_of_a_text(
    old: str, new: str, start: int, end: int
) -> None:
    for text in (new, old + new, new + old, old[:start] + new + old[end:]):
        assert joined(pieces_of(text, pieces(old))) == text


@pytest.mark.parametrize("added", ["\n### New\n- x\n", " of it\n"])
def test_an_underlined_heading_that_becomes_something_else_keeps_its_text(added: str) -> None:
    base = "## First\n- a\n\nSecond\n------"
    assert pieces_of(base + added, pieces(base)) == pieces(base + added)
    draft = base.replace("- a", "- b")
    for one, other in ((draft, base + added), (base + added, draft)):
        assert merge(base, one, other).text == draft + added


@settings(max_examples=400, deadline=None)
@given(st.tuples(*[st.lists(st.sampled_from("abc"), max_size=6)] * 3), st.booleans())
def test_lines_of_one_side_only_are_taken_and_the_sides_can_change_places(
    lines: tuple[list[str], list[str], list[str]], strict: bool
) -> None:
    base, mine, theirs = lines
    assert text_of(lines3(base, mine, base, strict=strict), "theirs") == "".join(mine)
    assert text_of(lines3(base, base, theirs, strict=strict), "mine") == "".join(theirs)
    assert text_of(lines3(base, mine, mine, strict=strict), "mine") == "".join(mine)
    one = lines3(base, mine, theirs, strict=strict)
    other = lines3(base, theirs, mine, strict=strict)
    assert text_of(one, "mine") == text_of(other, "theirs")
    assert text_of(one, "theirs") == text_of(other, "mine")
    assert [region.settled for region in one] == [region.settled for region in other]

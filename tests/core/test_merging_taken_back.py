"""What a rewrite erased, what a stale write took back, and how both are offered."""

from collections import Counter

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from memtui.core import automaker, frontmatter
from memtui.core.merging.offers import TakenBack, offer
from memtui.core.merging.pieces import pieces
from memtui.core.merging.rewritten import erased
from memtui.core.merging.taken_back import taken_back
from memtui.core.metadata import KEYS
from memtui.errors import CannotPatch
from tests.core.edited import File, files, versions
from tests.core.merging_texts import BODY, TEXT, changed

NEW = "\n### New\n- x\n"


def kinds(taken: tuple[TakenBack, ...]) -> list[tuple[str, str]]:
    return [(item.kind, item.what) for item in taken]


class TestErased:
    def test_what_a_count_erased_is_offered_with_the_new_counters_and_body(self) -> None:
        found = erased(TEXT, automaker.forecast(TEXT, 2) + NEW)
        assert found is not None
        assert found.what == ("the key “owner”", "the comment “# keep in step with the wiki”")
        assert found.text == changed(TEXT, ("loaded: 3", "loaded: 5")) + NEW

    def test_values_that_automaker_misread_are_offered(self) -> None:
        old = changed(TEXT, ("[anchor, chain]", "\n  - anchor # iron\n  - chain # steel"))
        found = erased(old, automaker.forecast(old))
        assert found is not None
        assert found.what == ("tags", "the key “owner”", "3 comments")
        assert found.text == changed(old, ("loaded: 3", "loaded: 4"))

    def test_layout_alone_is_nothing(self) -> None:
        old = changed(
            TEXT,
            ("# keep in step with the wiki\n", ""),
            ("owner: ann\n", ""),
            ("[anchor, chain]", "['anchor', chain]"),
        )
        assert erased(old, automaker.forecast(old)) is None

    @pytest.mark.parametrize(
        "new",
        [
            TEXT,
            BODY,
            changed(TEXT, ("owner: ann\n", "")),
            changed(automaker.forecast(TEXT), ("0.5", "0.6")),
            changed(automaker.forecast(TEXT), ("loaded: 4", "loaded: 3")),
        ],
    )
    def test_other_changes_are_followed(self, new: str) -> None:
        assert erased(TEXT, new) is None

    def test_a_block_that_yaml_cannot_read_is_offered_as_it_was(self) -> None:
        old = changed(TEXT, ("summary: Ground", "summary: Use: Ground"))
        found = erased(old, automaker.forecast(old) + NEW)
        assert found is not None
        assert found.text == old + NEW
        assert "the text between the “---” lines" in found.what


class TestTakenBack:
    SAVED = changed(
        TEXT,
        ("[anchor, chain]", "[anchor, rope]"),
        ("Ground tackle", "Anchors"),
        ("it sags", "it hangs"),
        ("### Buoy the anchor\n- text\n", "### Mine\n- m\n\n### More\n- n\n"),
        ("owner: ann", "owner: bob"),
    )

    def test_a_stale_write_takes_all_of_a_save_back_and_all_is_offered(self) -> None:
        disk = automaker.forecast(TEXT) + NEW
        taken = taken_back(TEXT, self.SAVED, disk)
        assert kinds(taken) == [
            ("frontmatter", "the key “owner”, the comment “# keep in step with the wiki”"),
            ("field", "tags"),
            ("field", "summary"),
            ("entry", "Mine"),
            ("entry", "More"),
            ("entry", "Let out chain (2026-01-01)"),
            ("entry", "Buoy the anchor"),
        ]
        assert offer(disk, taken) == changed(self.SAVED, ("loaded: 3", "loaded: 4")) + NEW

    def test_each_can_be_taken_by_itself(self) -> None:
        disk = automaker.forecast(TEXT) + NEW
        by_what = {item.what: item for item in taken_back(TEXT, self.SAVED, disk)}
        assert offer(disk, ()) == disk
        tags = ("[anchor, chain]", "[anchor, rope]")
        assert offer(disk, [by_what["tags"]]) == changed(disk, tags)
        assert offer(disk, [by_what["More"]]) == changed(
            disk, ("### Buoy the anchor", "### More\n- n\n\n### Buoy the anchor")
        )
        assert offer(disk, [by_what["Buoy the anchor"]]) == changed(
            disk, ("### Buoy the anchor\n- text\n\n", "")
        )

    def test_the_items_tell_how_things_stand_and_what_is_offered(self) -> None:
        item = next(i for i in taken_back(TEXT, self.SAVED, TEXT) if i.what == "tags")
        assert (item.now, item.saved, item.value) == (
            "anchor, chain",
            "anchor, rope",
            ("anchor", "rope"),
        )

    def test_what_stands_as_it_was_saved_is_not_taken_back(self) -> None:
        for disk in (
            self.SAVED,
            self.SAVED + NEW,
            automaker.forecast(self.SAVED, 3) + NEW,
            changed(self.SAVED, ("Anchors", "Other"), ("it hangs", "it bends")),
        ):
            assert taken_back(TEXT, self.SAVED, disk) == ()
        assert taken_back(TEXT, TEXT, self.SAVED) == ()

    def test_later_changes_of_a_list_stay_when_its_items_are_offered(self) -> None:
        saved = changed(TEXT, ("[anchor, chain]", "[anchor, rope]"))
        disk = changed(TEXT, ("[anchor, chain]", "[anchor, chain, buoy]"))
        (item,) = taken_back(TEXT, saved, disk)
        assert item.value == ("anchor", "buoy", "rope")

    def test_a_counter_that_was_set(self) -> None:
        saved = changed(TEXT, ("loaded: 3", "loaded: 0"), ("referenced: 1", "referenced: 9"))
        disk = changed(TEXT, ("loaded: 3", "loaded: 5"), ("referenced: 1", "referenced: 2"))
        taken = taken_back(TEXT, saved, disk)
        assert kinds(taken) == [("field", "usageStats.loaded"), ("field", "usageStats.referenced")]
        assert offer(disk, taken) == changed(
            TEXT, ("loaded: 3", "loaded: 2"), ("referenced: 1", "referenced: 10")
        )

    def test_an_order_that_was_changed(self) -> None:
        before = "# T\n\n### A\n- a\n\n### B\n- b\n\n### C\n- c\n"
        saved = "# T\n\n### C\n- c\n\n### A\n- a\n\n### B\n- b\n"
        disk = before + NEW
        (item,) = taken_back(before, saved, disk)
        assert (item.kind, item.now, item.saved) == ("order", "A\nB\nC", "C\nA\nB")
        moved = changed(saved, ("- c\n", "- c\n\n### New\n- x\n"))
        assert offer(disk, [item]) == moved

    def test_an_entry_at_the_end(self) -> None:
        one, two = "### A\n- a\n", "### A\n- a\n\n### B\n- b\n"
        assert offer(one, taken_back(one, two, one)) == two
        assert offer(two, taken_back(two, one, two)) == one

    def test_what_the_other_side_added_at_the_same_place_comes_first(self) -> None:
        before = "### A\n- a\n\n### B\n- b\n"
        saved = changed(before, ("### B", "### Mine\n\n### B"))
        disk = changed(before, ("### B", "### Theirs\n\n### B"))
        assert offer(disk, taken_back(before, saved, disk)) == changed(
            before, ("### B", "### Theirs\n\n### Mine\n\n### B")
        )

    def test_an_edit_that_stands_beside_the_older_version(self) -> None:
        before, saved = "### A\n- a\n", "### A\n- b\n"
        assert taken_back(before, saved, f"{before}\n{saved}") == ()

    def test_an_edit_beside_which_the_other_side_edited(self) -> None:
        saved = changed(TEXT, ("it sags", "it hangs"))
        disk = changed(TEXT, ("- **Where:** in mud", "- **Where:** in mud\n- deeper"))
        (item,) = taken_back(TEXT, saved, disk)
        assert offer(disk, [item]) == changed(disk, ("it sags", "it hangs"))

    def test_text_before_the_first_entry(self) -> None:
        saved = changed(TEXT, ("Intro.", "Preface."))
        assert offer(TEXT, taken_back(TEXT, saved, TEXT)) == saved
        bare = "### A\n- a\n"
        titled = "# T\n\n" + bare
        assert offer(bare, taken_back(bare, titled, bare)) == titled
        assert offer(titled, taken_back(titled, bare, titled)) == bare

    def test_a_comment_that_was_saved(self) -> None:
        saved = changed(TEXT, ("0.5", "0.5 # low"))
        (item,) = taken_back(TEXT, saved, TEXT)
        assert (item.kind, item.what) == ("frontmatter", "the comment “# low”")
        assert offer(TEXT, [item]) == saved

    def test_a_block_that_was_mended(self) -> None:
        bad = changed(TEXT, ("summary: Ground", "summary: Use: Ground"))
        saved = changed(bad, ("Use: Ground", "Use Ground"))
        (item,) = taken_back(bad, saved, bad + NEW)
        assert offer(bad + NEW, [item]) == saved + NEW

    def test_a_block_that_was_added_or_removed(self) -> None:
        assert offer(BODY, taken_back(BODY, TEXT, BODY)) == TEXT
        assert offer(TEXT, taken_back(TEXT, BODY, TEXT)) == BODY
        stale = automaker.forecast(BODY)
        again = offer(stale, taken_back(BODY, TEXT, stale))
        assert frontmatter.read(again).metadata.tags == ("anchor", "chain")
        assert again.endswith(BODY)

    def test_text_that_the_rewrite_deleted_too(self) -> None:
        before = "---\n---\nFirst rule.\n---\n\n### Entry\n- x\n"
        saved = changed(before, ("- x", "- y"))
        disk = automaker.forecast(before)
        found = erased(saved, disk)
        assert found is not None
        assert "First rule.\n---\n" in found.text
        again = offer(found.text, taken_back(before, saved, disk))
        assert frontmatter.split(again).body == frontmatter.split(saved).body

    def test_a_folded_summary(self) -> None:
        before = changed(TEXT, ("Ground tackle", ">-\n  Ground\n  tackle"))
        saved = changed(before, ("  Ground\n", "  Heavy\n"), ("chain]", "rope]"))
        disk = automaker.forecast(before)
        taken = taken_back(before, saved, disk)
        assert kinds(taken)[1:] == [("field", "tags"), ("field", "summary")]
        assert offer(disk, taken) == changed(saved, ("loaded: 3", "loaded: 4"))
        assert offer(disk, taken[2:]) == changed(disk, ('">-"', '"Heavy tackle"'))
        assert offer(before, taken_back(before, saved, before)) == saved

    def test_a_counter_that_the_layout_cannot_take_is_no_reason_to_refuse_the_rest(self) -> None:
        before = "---\ntags: anchor\nsummary: Old\nusageStats: often\n---\n# T\n"
        saved = changed(before, ("Old", "New"))
        disk = automaker.forecast(before)
        assert offer(disk, taken_back(before, saved, disk)) == saved

    def test_what_does_not_fit_the_layout_is_refused(self) -> None:
        before = "---\ntags: !!seq [a]\n---\n# T\n"
        saved = changed(before, ("[a]\n", "[a]\nrelevantTo: [berth]\n"))
        disk = changed(before, ("!!seq [a]\n", "{a: b}\nrelevantTo: {c: d}\n"))
        with pytest.raises(CannotPatch):
            offer(disk, taken_back(before, saved, disk))

    def test_line_ends_of_the_rest_stay(self) -> None:
        before = "### A\r\n- a\r\n\r\n### B\n- b\n"
        saved = changed(before, ("- a", "- A"))
        assert offer(before, taken_back(before, saved, before)) == saved


def contents(text: str) -> Counter[str]:
    """Return entries and section lines."""
    return Counter(
        piece.core for piece in pieces(frontmatter.read(text).body.replace("\r", ""))[1:]
    )


@settings(max_examples=60, deadline=None)
@given(st.data(), files(), st.integers(0, 4))
def test_whatever_a_stale_write_took_back_is_offered_and_gives_the_save_again(
    data: st.DataObject, base: File, loads: int
) -> None:
    saved = data.draw(versions(base, "draft")).file.text
    before = base.text
    stale = automaker.forecast(before, loads)
    glue = "" if stale.endswith("\n") else "\n"
    disk = stale + glue + NEW
    assume(frontmatter.split(before).has_block and frontmatter.split(saved).has_block)
    assume(erased(saved, disk) is None)
    again = offer(disk, taken_back(before, saved, disk))
    wanted, found = frontmatter.read(saved).metadata, frontmatter.read(again).metadata
    for key in KEYS:
        if "." not in key:
            one, other = wanted.value(key), found.value(key)
            assert one == other or (isinstance(one, tuple) and set(one) == set(other))  # type: ignore[arg-type]
    assert contents(again) == contents(saved) + Counter(["### New\n- x"])


@settings(max_examples=40, deadline=None)
@given(st.data(), files(), st.integers(1, 3))
def test_loads_of_what_was_saved_take_nothing_back(
    data: st.DataObject, base: File, loads: int
) -> None:
    version = data.draw(versions(base, "draft"))
    before, saved = base.text, version.file.text
    disk = automaker.forecast(saved, loads) + NEW
    assume(frontmatter.split(saved).has_block and not saved.startswith("\ufeff"))
    found = taken_back(before, saved, disk)
    assert not [item for item in found if not item.what.startswith("usageStats.")]

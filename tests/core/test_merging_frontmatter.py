"""What becomes of a draft's frontmatter when its file was changed by somebody else."""

import pytest

from memtui.core import automaker, frontmatter
from memtui.core.merging.conflicts import Conflict
from memtui.core.merging.merge import merge, resolve
from tests.core.merging_texts import BODY, HEAD, TEXT, changed, clean, questions


class TestCounters:
    def test_what_the_draft_added_is_added_to_the_disks(self) -> None:
        draft = changed(TEXT, ("loaded: 3", "loaded: 5"), ("referenced: 1", "referenced: 2"))
        disk = changed(TEXT, ("loaded: 3", "loaded: 10"), ("owner", "boss"))
        text = clean(TEXT, draft, disk)
        assert text == changed(
            disk, ("loaded: 10", "loaded: 12"), ("referenced: 1", "referenced: 2")
        )

    def test_a_reset_keeps_what_was_counted_since(self) -> None:
        draft = changed(TEXT, ("loaded: 3", "loaded: 0"))
        disk = changed(TEXT, ("loaded: 3", "loaded: 4"))
        assert clean(TEXT, draft, disk) == changed(TEXT, ("loaded: 3", "loaded: 1"))

    def test_two_resets_do_not_go_below_zero(self) -> None:
        both = changed(TEXT, ("loaded: 3", "loaded: 0"))
        assert clean(TEXT, both, both) == both

    def test_the_same_change_on_both_sides_adds_up(self) -> None:
        both = changed(TEXT, ("loaded: 3", "loaded: 4"), ("Ground", "Heavy"))
        assert clean(TEXT, both, both) == changed(both, ("loaded: 4", "loaded: 5"))

    def test_a_file_that_was_counted_without_a_block_keeps_the_block(self) -> None:
        counted = automaker.forecast(BODY)
        draft = changed(BODY, ("- text", "- words"))
        assert clean(BODY, draft, counted) == changed(counted, ("- text", "- words"))

    def test_counters_that_cannot_be_written_are_told(self) -> None:
        base = "---\n{tags: [a]}\n---\nText\n"
        disk = automaker.forecast(base, 2)
        merged = merge(base, changed(base, ("Text", "Words")), disk)
        assert merged.text == changed(base, ("Text", "Words"))
        assert merged.notes[-1].startswith("the counters cannot be written (loaded 2,")


class TestFields:
    def test_fields_that_one_side_changed_are_as_that_side_left_them(self) -> None:
        draft = changed(TEXT, ("importance: 0.5", "importance: 0.9"))
        disk = changed(TEXT, ("Ground tackle", "Anchors"))
        assert clean(TEXT, draft, disk) == changed(
            TEXT, ("importance: 0.5", "importance: 0.9"), ("Ground tackle", "Anchors")
        )

    def test_lists_are_merged_by_items_the_disks_first(self) -> None:
        draft = changed(TEXT, ("[anchor, chain]", "[rode, chain, rope]"))
        disk = changed(TEXT, ("[anchor, chain]", "[anchor, chain, shackle, rope]"))
        assert "tags: [chain, shackle, rope, rode]\n" in clean(TEXT, draft, disk)

    def test_what_either_side_removed_is_gone(self) -> None:
        draft = changed(TEXT, ("[anchor, chain]", "[anchor]"))
        disk = changed(TEXT, ("[anchor, chain]", "[chain, rope]"))
        assert "tags: [rope]\n" in clean(TEXT, draft, disk)

    def test_two_summaries_are_a_conflict_with_the_drafts_kept(self) -> None:
        draft = changed(TEXT, ("Ground tackle", "Mine"), ("[mooring]", "[berth]"))
        disk = changed(TEXT, ("Ground tackle", "Theirs"), ("0.5", "0.7"))
        merged = merge(TEXT, draft, disk)
        assert merged.conflicts == (
            Conflict("field", "summary", "Ground tackle", "Mine", "Theirs"),
        )
        assert merged.text == changed(draft, ("0.5", "0.7"))
        assert resolve(merged, ["mine"]) == merged.text
        assert resolve(merged, ["theirs"]) == changed(merged.text, ("Mine", "Theirs"))

    def test_two_importances_are_shown_as_they_are_written(self) -> None:
        draft = changed(TEXT, ("0.5", "0.9"))
        disk = changed(TEXT, ("0.5", "1.0"))
        assert questions(TEXT, draft, disk) == [Conflict("field", "importance", "0.5", "0.9", "1")]

    def test_a_folded_summary_that_both_changed_is_asked_for_once(self) -> None:
        base = changed(TEXT, ("Ground tackle", ">-\n  Ground\n  tackle"))
        draft = changed(base, ("  Ground\n", "  My\n"), ("0.5", "0.6"))
        disk = changed(base, ("  Ground\n", "  Their\n"), ("chain]", "chain, rope]"))
        merged = merge(base, draft, disk)
        assert [conflict.what for conflict in merged.conflicts] == ["summary"]
        theirs = frontmatter.read(resolve(merged, ["theirs"])).metadata
        assert theirs.summary == "Their tackle"
        assert (theirs.importance, theirs.tags) == (0.6, ("anchor", "chain", "rope"))


class TestLayout:
    def test_comments_and_unknown_keys_of_both_sides_stay(self) -> None:
        draft = changed(TEXT, ("# keep", "# please keep"), ("owner: ann", "owner: ann\nteam: a"))
        disk = changed(TEXT, ("0.5", "0.5 # low"), ("owner: ann", "owner: ann\nroom: b"))
        assert clean(TEXT, draft, disk) == changed(
            TEXT,
            ("# keep", "# please keep"),
            ("0.5", "0.5 # low"),
            ("owner: ann", "owner: ann\nroom: b\nteam: a"),
        )

    @pytest.mark.parametrize("added", ["team: deck", "# who: ann", "note: |\n  a\n  b"])
    def test_what_one_side_adds_to_a_block_stays_when_the_other_reorders_it(
        self, added: str
    ) -> None:
        base = "---\ntags: [a]\nsummary: S\nrelevantTo: []\nimportance: 0.5\n---\n# T\n"
        more = changed(base, ("relevantTo", f"{added}\nrelevantTo"))
        turned = "---\nimportance: 0.5\nrelevantTo: []\nsummary: S\ntags: [b]\n---\n# T\n"
        for one, other in ((more, turned), (turned, more)):
            assert clean(base, one, other) == changed(turned, ("[b]\n", f"[b]\n{added}\n"))

    def test_a_key_that_both_changed_is_asked_also_where_one_reorders_the_block(self) -> None:
        base = "---\ntags: [a]\nowner: ann\nsummary: S\nimportance: 0.5\n---\n# T\n"
        more = changed(base, ("ann", "bob"))
        turned = "---\nimportance: 0.5\nsummary: S\nowner: eve\ntags: [b]\n---\n# T\n"
        for one, other in ((more, turned), (turned, more)):
            (conflict,) = questions(base, one, other)
            assert {"bob" in conflict.mine, "bob" in conflict.theirs} == {True, False}

    def test_a_comment_that_one_side_removed_does_not_come_back(self) -> None:
        draft = changed(TEXT, ("# keep in step with the wiki\n", ""))
        disk = changed(TEXT, ("tags: [anchor,", "tags:   [buoy,"))
        assert clean(TEXT, draft, disk) == changed(draft, ("tags: [anchor,", "tags:   [buoy,"))

    def test_an_unknown_key_that_both_changed_is_a_conflict(self) -> None:
        draft = changed(TEXT, ("ann", "bob"), ("Ground", "Heavy"))
        disk = changed(TEXT, ("ann", "eve"), ("anchor,", "anchors,"))
        merged = merge(TEXT, draft, disk)
        assert merged.conflicts == (
            Conflict("frontmatter", "", "owner: ann\n", "owner: bob\n", "owner: eve\n"),
        )
        assert resolve(merged, ["theirs"]) == changed(merged.text, ("bob", "eve"))

    def test_a_key_that_both_added_is_a_conflict(self) -> None:
        draft = changed(TEXT, ("owner: ann\n", "owner: ann\nteam: a\n"))
        disk = changed(TEXT, ("owner: ann\n", "owner: ann\nteam: b\n"))
        (conflict,) = questions(TEXT, draft, disk)
        assert (conflict.mine, conflict.theirs) == ("team: a\n", "team: b\n")
        assert conflict.choices == ("mine", "theirs")

    def test_values_move_into_a_layout_that_the_other_side_changed(self) -> None:
        draft = changed(TEXT, ("[anchor, chain]", "[anchor, chain, rope]"))
        disk = changed(TEXT, ("tags: [anchor, chain]", "tags:\n  - anchor\n  - chain # iron"))
        assert clean(TEXT, draft, disk) == changed(disk, ("# iron", "# iron\n  - rope"))

    def test_two_layouts_of_the_same_values_are_no_conflict(self) -> None:
        draft = changed(TEXT, ("[anchor, chain]", "['anchor', 'chain']"))
        disk = changed(TEXT, ("[anchor, chain]", "[ anchor, chain ]"))
        assert clean(TEXT, draft, disk) == draft

    def test_a_block_that_both_added_is_one(self) -> None:
        draft = HEAD + BODY
        disk = automaker.forecast(BODY + "\n### New\n")
        text = clean(BODY, draft, changed(disk, ("tags: []", "tags: [rope]")))
        values = frontmatter.read(text).metadata
        assert values.tags == ("rope", "anchor", "chain")
        assert values.usage_stats.loaded == 4
        assert text.endswith(BODY + "\n### New\n")
        assert "# keep in step" in text
        assert "owner: ann" in text

    def test_a_block_that_one_side_removed_and_the_other_changed_is_a_conflict(self) -> None:
        disk = changed(TEXT, ("anchor,", "rope,"))
        assert questions(TEXT, BODY, disk) == [
            Conflict("frontmatter", "", HEAD, "", changed(HEAD, ("anchor,", "rope,")))
        ]
        assert questions(TEXT, disk, BODY + "x\n")[0].mine == changed(HEAD, ("anchor,", "rope,"))

    def test_a_block_that_was_removed_while_the_other_side_only_counted_is_gone(self) -> None:
        text = clean(TEXT, BODY, changed(TEXT, ("loaded: 3", "loaded: 4")))
        assert frontmatter.read(text).metadata.usage_stats.loaded == 1
        assert frontmatter.read(text).metadata.tags == ()
        assert text.endswith(BODY)

    def test_a_bad_block_is_merged_as_text(self) -> None:
        bad = changed(TEXT, ("summary: Ground", "summary: Use: Ground"))
        draft = changed(bad, ("Use: Ground", "Use Ground"))
        disk = changed(bad, ("0.5", "0.9"), ("- text", "- words"))
        assert clean(bad, draft, disk) == changed(
            TEXT, ("Ground", "Use Ground"), ("0.5", "0.9"), ("- text", "- words")
        )
        (conflict,) = questions(bad, draft, changed(bad, ("Use: Ground", "Used: Ground")))
        assert conflict.kind == "frontmatter"
        assert conflict.mine == "summary: Use Ground tackle\n"

    @pytest.mark.parametrize("side", ["draft", "disk"])
    def test_a_byte_order_mark_goes_with_the_side_that_changed_it(self, side: str) -> None:
        edited = changed(TEXT, ("0.5", "0.6"))
        marked = "\ufeff" + changed(TEXT, ("- text", "- words"))
        draft, disk = (marked, edited) if side == "draft" else (edited, marked)
        assert clean(TEXT, draft, disk) == "\ufeff" + changed(edited, ("- text", "- words"))


class TestAutomakersRewrite:
    DRAFT = changed(TEXT, ("- text", "- words"), ("0.5", "0.8"))

    def test_the_draft_keeps_what_a_count_erased_and_the_person_is_told(self) -> None:
        disk = automaker.forecast(TEXT, 3) + "\n### New\n- x\n"
        merged = merge(TEXT, self.DRAFT, disk)
        assert merged.text == changed(self.DRAFT, ("loaded: 3", "loaded: 6")) + "\n### New\n- x\n"
        assert merged.conflicts == ()
        what = "the key “owner” and the comment “# keep in step with the wiki”"
        assert merged.notes == (
            f"Automaker counted 3 loads and erased {what}: the draft keeps that",
        )

    def test_values_that_automaker_does_not_read_are_kept(self) -> None:
        base = changed(TEXT, ("[anchor, chain]", "\n  - anchor"), ("Ground tackle", ""))
        draft = changed(base, ("- anchor", "- anchor\n  - rope"))
        merged = merge(base, draft, automaker.forecast(base, 2))
        assert merged.text == changed(draft, ("loaded: 3", "loaded: 5"))
        assert merged.notes[0].startswith("Automaker counted 2 loads and erased tags, summary,")

    def test_counts_of_other_kinds_are_rewrites_too(self) -> None:
        disk = changed(automaker.forecast(TEXT), ("loaded: 4", "loaded: 3"), ("nced: 1", "nced: 2"))
        merged = merge(TEXT, self.DRAFT, disk)
        assert merged.text == changed(self.DRAFT, ("referenced: 1", "referenced: 2"))
        assert merged.notes[0].startswith("Automaker counted and erased")

    def test_a_count_that_automaker_reads_from_another_line(self) -> None:
        base = changed(TEXT, ("Ground tackle", '"Not loaded: 9 times"'))
        disk = automaker.forecast(base)
        assert "  loaded: 10\n" in disk
        merged = merge(base, changed(base, ("- text", "- words")), disk)
        assert merged.text == changed(base, ("- text", "- words"), ("loaded: 3", "loaded: 10"))

    def test_what_the_draft_itself_removed_is_not_brought_back(self) -> None:
        draft = changed(TEXT, ("owner: ann\n", ""), ("# keep in step with the wiki\n", ""))
        assert clean(TEXT, draft, automaker.forecast(TEXT)) == changed(
            draft, ("loaded: 3", "loaded: 4")
        )

    def test_more_than_twenty_loads_are_no_rewrite(self) -> None:
        base = changed(TEXT, ("summary: Ground tackle", 'summary: "a \\"b\\" c"'))
        draft = changed(base, ("- text", "- words"))
        kept = merge(base, draft, automaker.forecast(base, 20)).text
        assert kept == changed(draft, ("loaded: 3", "loaded: 23"))
        assert "# keep" not in merge(base, draft, automaker.forecast(base, 21)).text

    def test_another_change_of_the_block_is_no_rewrite(self) -> None:
        disk = changed(automaker.forecast(TEXT), ("0.5", "0.6"))
        text = clean(TEXT, changed(TEXT, ("- text", "- words")), disk)
        assert text == changed(disk, ("- text", "- words"))

    def test_a_block_put_on_top_of_one_that_automaker_did_not_see(self) -> None:
        base = "\ufeff" + TEXT
        draft = changed(base, ("- text", "- words"))
        merged = merge(base, draft, automaker.forecast(base, 2) + "\n### New\n")
        counts = (("loaded: 3", "loaded: 2"), ("referenced: 1", "referenced: 0"))
        kept = changed(draft, *counts, ("successfulFeatures: 1", "successfulFeatures: 0"))
        assert merged.text == kept + "\n### New\n"
        assert "tags" in merged.notes[0]

    def test_text_that_it_took_for_a_block_and_deleted(self) -> None:
        base = "---\n---\nFirst rule.\n---\n\n### Entry\n- x\n"
        disk = automaker.forecast(base)
        assert "First rule" not in disk
        merged = merge(base, changed(base, ("- x", "- y")), disk)
        assert merged.text.endswith("---\nFirst rule.\n---\n\n### Entry\n- y\n")
        assert frontmatter.read(merged.text).metadata.usage_stats.loaded == 1
        assert "of the body" in merged.notes[0]

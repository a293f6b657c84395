"""What becomes of a draft whose file was changed by somebody else."""

import time

import pytest

from memtui.core import automaker, frontmatter
from memtui.core.conflicts import Conflict
from memtui.core.merging import merge, resolve

HEAD = """---
# keep in step with the wiki
tags: [anchor, chain]
summary: Ground tackle
relevantTo: [mooring]
importance: 0.5
relatedFiles: []
owner: ann
usageStats:
  loaded: 3
  referenced: 1
  successfulFeatures: 1
---
"""
BODY = """# Tackle

Intro.

### Let out chain (2026-01-01)
- **Why:** it sags
- **Where:** in mud

### Buoy the anchor
- text
"""
TEXT = HEAD + BODY


def changed(text: str, *changes: tuple[str, str]) -> str:
    """Return a text with pieces replaced, each of which it must hold."""
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def clean(base: str, draft: str, disk: str) -> str:
    """Return the merged text of versions that do not overlap."""
    merged = merge(base, draft, disk)
    assert merged.conflicts == ()
    assert merged.notes == ()
    return merged.text


def questions(base: str, draft: str, disk: str) -> list[Conflict]:
    """Return the conflicts of versions that overlap."""
    return list(merge(base, draft, disk).conflicts)


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


class TestEntries:
    def test_entries_appended_on_both_sides_stay_the_disks_first(self) -> None:
        draft, disk = TEXT + "\n### Mine\n- m\n", TEXT + "\n### Theirs\n- t\n"
        assert clean(TEXT, draft, disk) == TEXT + "\n### Theirs\n- t\n\n### Mine\n- m\n"

    def test_the_same_entry_appended_on_both_sides_is_there_once(self) -> None:
        draft, disk = TEXT + "\n### Same\n- m\n", TEXT + "\n### Same\n- m\n\n### Theirs\n"
        assert clean(TEXT, draft, disk) == disk

    def test_two_new_entries_of_one_heading_stay_both(self) -> None:
        draft, disk = TEXT + "\n### Same\n- m\n", TEXT + "\n### Same\n- t\n"
        assert clean(TEXT, draft, disk) == TEXT + "\n### Same\n- t\n\n### Same\n- m\n"

    def test_a_file_that_does_not_end_in_a_line_end(self) -> None:
        base = "### A\n- a"
        assert clean(base, base + "\n\n### M", base + "\n\n### T") == "### A\n- a\n\n### T\n\n### M"

    def test_a_line_end_that_one_side_put_at_the_end(self) -> None:
        base = "### A\n- a\n\n### B\n- b"
        draft = changed(base, ("- a", "- c"))
        assert clean(base, draft, base + "\n") == draft + "\n"
        assert clean(base, base + "\n", draft) == draft + "\n"

    def test_entries_that_one_side_edited_or_deleted(self) -> None:
        draft = changed(TEXT, ("### Buoy the anchor\n- text\n", ""))
        disk = changed(TEXT, ("it sags", "it hangs")) + "\n### New\n"
        assert clean(TEXT, draft, disk) == HEAD + changed(
            BODY, ("it sags", "it hangs"), ("### Buoy the anchor\n- text\n", "### New\n")
        )

    def test_the_entry_before_a_new_one_is_not_edited_by_it(self) -> None:
        draft = changed(TEXT, ("- text", "- words"))
        assert clean(TEXT, draft, TEXT + "\n### New\n") == draft + "\n### New\n"

    def test_lines_of_one_entry_edited_on_both_sides(self) -> None:
        draft = changed(TEXT, ("it sags", "it hangs"))
        disk = changed(TEXT, ("in mud", "in sand"))
        assert clean(TEXT, draft, disk) == changed(TEXT, ("it sags", "it hangs"), ("mud", "sand"))

    def test_a_line_put_beside_one_that_the_other_side_edited(self) -> None:
        base = "### A\n- one\n- two\n"
        draft = changed(base, ("- one", "- 1"))
        disk = changed(base, ("- one", "- zero\n- one\n- half"))
        assert clean(base, draft, disk) == "### A\n- zero\n- 1\n- half\n- two\n"
        assert clean(base, disk, draft) == "### A\n- zero\n- 1\n- half\n- two\n"

    @pytest.mark.parametrize("lines", ["- new\n- 1", "- 1\n- new", "- new\n- 1\n- new"])
    def test_a_line_that_both_put_in_is_there_once_whatever_else_one_edited(
        self, lines: str
    ) -> None:
        base = "### A\n- one\n- two\n"
        draft, disk = changed(base, ("- one", lines)), changed(base, ("- one", "- new\n- one"))
        if lines.startswith("- new"):
            assert clean(base, draft, disk) == draft
            assert clean(base, disk, draft) == draft
        else:
            assert clean(base, draft, disk) == changed(draft, ("- 1", "- new\n- 1"))

    def test_an_edit_that_one_side_also_added_to(self) -> None:
        base = "### A\n- one\n- two\n"
        draft, disk = changed(base, ("- one", "- 1")), changed(base, ("- one", "- x\n- 1"))
        assert clean(base, draft, disk) == disk
        assert clean(base, disk, draft) == disk

    def test_the_same_line_edited_on_both_sides_is_a_conflict(self) -> None:
        draft = changed(TEXT, ("it sags", "it hangs"), ("Intro", "Preface"))
        disk = changed(TEXT, ("it sags", "it bends"), ("in mud", "in sand"))
        merged = merge(TEXT, draft, disk)
        heading = "### Let out chain (2026-01-01)\n"
        assert merged.conflicts == (
            Conflict(
                "entry",
                "Let out chain (2026-01-01)",
                f"{heading}- **Why:** it sags\n- **Where:** in mud",
                f"{heading}- **Why:** it hangs\n- **Where:** in sand",
                f"{heading}- **Why:** it bends\n- **Where:** in sand",
                ("mine", "theirs", "both"),
            ),
        )
        assert merged.text == changed(draft, ("in mud", "in sand"))
        assert resolve(merged, ["theirs"]) == changed(merged.text, ("it hangs", "it bends"))
        both = changed(merged.text, ("- **Why:** it h", "- **Why:** it bends\n- **Why:** it h"))
        assert resolve(merged, ["both"]) == both

    def test_two_versions_of_a_heading_line_are_two_entries(self) -> None:
        draft = changed(TEXT, ("### Buoy the anchor", "#### Buoy the anchor"), ("- text", "- mine"))
        disk = changed(TEXT, ("### Buoy the anchor", "## Buoy the anchor"), ("- text", "- its"))
        merged = merge(TEXT, draft, disk)
        assert resolve(merged, ["both"]) == changed(
            TEXT,
            (
                "### Buoy the anchor\n- text",
                "## Buoy the anchor\n- its\n\n#### Buoy the anchor\n- mine",
            ),
        )

    @pytest.mark.parametrize("deleting", ["draft", "disk"])
    def test_an_entry_edited_and_deleted_is_a_conflict(self, deleting: str) -> None:
        gone = changed(TEXT, ("\n### Buoy the anchor\n- text\n", ""))
        kept = changed(TEXT, ("- text", "- words"))
        draft, disk = (gone, kept) if deleting == "draft" else (kept, gone)
        merged = merge(TEXT, draft, disk)
        (conflict,) = merged.conflicts
        assert (conflict.kind, conflict.what) == ("entry", "Buoy the anchor")
        assert {conflict.mine, conflict.theirs} == {"", "### Buoy the anchor\n- words"}
        assert merged.text == draft
        assert resolve(merged, ["theirs"]) == disk
        assert resolve(merged, ["both"]) == kept

    def test_an_entry_moved_on_one_side_and_edited_on_the_other(self) -> None:
        first, second = BODY.split("### ")[1:]
        moved = changed(BODY, (f"### {first}### {second}", f"### {second}\n### {first.rstrip()}\n"))
        draft, disk = HEAD + moved, changed(TEXT, ("- text", "- words")) + "\n### New\n"
        assert clean(TEXT, draft, disk) == HEAD + changed(
            moved, ("- text\n", "- words\n\n### New\n")
        )
        assert clean(TEXT, disk, draft) == HEAD + changed(
            moved, ("- text\n", "- words\n\n### New\n")
        )

    def test_an_entry_that_one_side_moved_and_edited(self) -> None:
        a, b = "### A\n- a\n", "### B\n- one\n- two\n- three\n"
        draft = changed(b, ("one", "1")) + "\n" + a
        disk = a + "\n" + changed(b, ("three", "3"))
        assert clean(a + "\n" + b, draft, disk) == changed(draft, ("three", "3"))

    def test_entries_that_both_moved_stand_as_on_the_disk(self) -> None:
        a, b, c = "### A\n\n", "### B\n\n", "### C\n\n"
        merged = merge(a + b + c, b + "### M\n\n" + a + c, c + a + b)
        assert merged.text == c + a + b + "### M\n\n"
        assert merged.notes == ("both sides moved entries: they stand in the order of the disk",)

    def test_a_heading_put_into_an_entry_that_the_other_side_edits(self) -> None:
        draft = changed(TEXT, ("- **Where:**", "### Where\n- place:"))
        disk = changed(TEXT, ("it sags", "it hangs"))
        assert "it hangs\n### Where" in clean(TEXT, draft, disk)
        base = "### A\none\ntwo\nthree\nfour\nfive\n"
        draft, disk = changed(base, ("two", "two\n\n### B")), changed(base, ("five", "six"))
        assert clean(base, draft, disk) == changed(draft, ("five", "six"))

    def test_new_entries_go_into_their_section(self) -> None:
        base = "# T\n\n## One\n\n### A\n\n## Two\n\n### B\n"
        draft = changed(base, ("### A\n", "### A\n\n### Mine\n"))
        disk = changed(base, ("## Two", "## Two, renamed")) + "\n### Theirs\n"
        assert clean(base, draft, disk) == (
            "# T\n\n## One\n\n### A\n\n### Mine\n\n## Two, renamed\n\n### B\n\n### Theirs\n"
        )

    def test_an_open_fence_that_hides_entries_is_told(self) -> None:
        draft = changed(TEXT, ("- text", "```"))
        merged = merge(TEXT, draft, TEXT + "\n### New\n")
        assert merged.text == draft + "\n### New\n"
        assert "hides the entries below" in merged.notes[0]


class TestText:
    def test_text_outside_entries_is_merged_by_lines(self) -> None:
        draft = changed(TEXT, ("Intro.", "Preface."))
        disk = changed(TEXT, ("# Tackle", "# Ground tackle"))
        assert clean(TEXT, draft, disk) == changed(
            TEXT, ("Intro.", "Preface."), ("# Tackle", "# Ground tackle")
        )

    def test_neighbouring_lines_do_not_overlap(self) -> None:
        assert clean("a\nb\nc\n", "A\nb\nc\n", "a\nB\nc\n") == "A\nB\nc\n"

    def test_the_same_line_of_text_is_a_conflict(self) -> None:
        merged = merge("a\nb\nc\n", "a\nmine\nc\n", "a\ntheirs\nc\n")
        assert merged.conflicts == (
            Conflict(
                "text", "", "a\nb\nc", "a\nmine\nc", "a\ntheirs\nc", ("mine", "theirs", "both")
            ),
        )
        assert resolve(merged, ["both"]) == "a\ntheirs\nmine\nc\n"

    def test_different_lines_at_the_same_place_are_a_conflict(self) -> None:
        merged = merge("a\n", "a\nsame\nmine\n", "a\nsame\ntheirs\n")
        assert resolve(merged, ["theirs"]) == "a\nsame\ntheirs\n"
        assert resolve(merged, ["both"]) == "a\nsame\ntheirs\nmine\n"

    def test_line_ends_of_untouched_lines_stay(self) -> None:
        base = "### A\r\n- one\r- two\n- three\r\n\r\n### B\n- b\n"
        draft, disk = changed(base, ("- two", "- 2")), changed(base, ("- b", "- 3"))
        assert clean(base, draft, disk) == changed(base, ("- two", "- 2"), ("- b", "- 3"))

    def test_a_side_that_changed_all_line_ends_changed_no_line(self) -> None:
        crlf = TEXT.replace("\n", "\r\n")
        edited = changed(TEXT, ("- text", "- words"), ("0.5", "0.6"))
        assert clean(crlf, edited.replace("\n", "\r\n"), TEXT) == edited
        assert clean(TEXT, edited, crlf) == edited.replace("\n", "\r\n")
        assert clean(crlf, TEXT, edited.replace("\n", "\r\n")) == edited


class TestResolve:
    def test_an_emptied_file_is_a_conflict_as_a_whole(self) -> None:
        draft = changed(TEXT, ("- text", "- words"))
        for emptied in ("", "\n", "\ufeff"):
            merged = merge(TEXT, draft, emptied)
            assert merged.conflicts == (Conflict("file", "", TEXT, draft, emptied),)
            assert merged.text == draft
            assert resolve(merged, ["theirs"]) == emptied

    def test_each_conflict_is_decided_by_itself(self) -> None:
        draft = changed(TEXT, ("Ground", "My"), ("it sags", "mine"), ("- text", "- mine"))
        disk = changed(TEXT, ("Ground", "Their"), ("it sags", "theirs"), ("- text", "- theirs"))
        merged = merge(TEXT, draft, disk)
        assert [conflict.kind for conflict in merged.conflicts] == ["field", "entry", "entry"]
        text = resolve(merged, ["theirs", "mine", "theirs"])
        assert text == changed(
            TEXT, ("Ground", "Their"), ("it sags", "mine"), ("- text", "- theirs")
        )

    def test_wrong_choices_are_refused(self) -> None:
        draft, disk = changed(TEXT, ("0.5", "0.6")), changed(TEXT, ("0.5", "0.7"))
        merged = merge(TEXT, draft, disk)
        with pytest.raises(ValueError, match="importance"):
            resolve(merged, ["both"])
        with pytest.raises(ValueError, match="shorter"):
            resolve(merged, [])


def large(count: int = 823) -> str:
    """Return a memory of 700 KB."""
    entries = (
        f"\n#### [Gotcha] Mind the {i}th shackle (2026-01-01)\n"
        f"- **Situation:** {'the pin works loose in a swell ' * 12}\n"
        f"- **Root cause:** pin {i} has no wire {'round its eye ' * 20}\n"
        f"- **How to avoid:** {'seize it ' * 20}\n"
        for i in range(count)
    )
    return HEAD + "# Shackles\n" + "".join(entries)


def test_a_large_file_is_merged_in_well_under_a_second() -> None:
    base = large()
    assert len(base) > 700_000
    draft = changed(base, ("pin 7 has", "pin 7 had"), ("pin 700 has", "pin 700 had"))
    disk = automaker.forecast(base, 5) + "\n### New\n- x\n"
    merge(TEXT, changed(TEXT, ("0.5", "0.6")), automaker.forecast(TEXT))  # imports
    times = []
    for _ in range(3):
        start = time.process_time()
        merged = merge(base, draft, disk)
        times.append(time.process_time() - start)
    assert merged.text == changed(draft, ("loaded: 3", "loaded: 8")) + "\n### New\n- x\n"
    assert min(times) < 0.8

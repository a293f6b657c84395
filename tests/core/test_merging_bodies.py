"""What becomes of a draft's entries and text when its file was changed by somebody else."""

import time

import pytest

from memtui.core import automaker
from memtui.core.merging.conflicts import Conflict
from memtui.core.merging.merge import merge, resolve
from tests.core.merging_texts import BODY, HEAD, TEXT, changed, clean


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

    @pytest.mark.parametrize("first", ["# Title\n", "# Title\n\n", "\n# Title\n\n"])
    def test_a_line_before_a_text_that_the_other_side_removed_stays_a_line(
        self, first: str
    ) -> None:
        base, disk = f"{first}### A\n- a\n", "### A\n- b\n"
        for merged in (clean(base, f"Intro\n{base}", disk), clean(base, disk, f"Intro\n{base}")):
            assert [line for line in merged.split("\n") if line] == ["Intro", "### A", "- b"]

    def test_a_text_kept_that_the_other_side_removed_stays_apart_from_the_first_entry(self) -> None:
        base = "# Title\n\n### A\n- a\n"
        draft, disk = changed(base, ("# Title", "# Better")), "### A\n- b\n"
        mine, theirs = merge(base, draft, disk), merge(base, disk, draft)
        assert (mine.notes, theirs.notes) == ((), ())
        assert resolve(mine, ["mine"]) == "# Better\n\n### A\n- b\n"
        assert resolve(theirs, ["theirs"]) == "# Better\n\n### A\n- b\n"

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

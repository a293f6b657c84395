"""What a file lost by others' writes, and the text that has it again."""

from itertools import pairwise

from memtui.core.automaker import forecast
from memtui.core.merging.losses import back_in, look, with_save

OLD = """---
tags: [oauth]
summary: Token handling
relevantTo: []
importance: 0.8
relatedFiles: []
usageStats:
  loaded: 12
  referenced: 4
  successfulFeatures: 3
---
# Auth

It expires.
"""
SAVED = OLD.replace("Token handling", "Tokens and sessions").replace("0.8", "0.9")
OWNED = OLD.replace("importance", "owner: ada\nimportance")


def test_fields_that_stand_as_before_a_save_are_lost_and_counts_stay() -> None:
    lost = look(None, SAVED, forecast(OLD), (OLD, SAVED), clean=True)
    assert lost is not None
    assert lost.what == ("summary", "importance")
    assert lost.text == forecast(SAVED)
    assert back_in(lost, forecast(OLD, 3) + "More.\n") == forecast(SAVED, 3) + "More.\n"


def test_nothing_is_lost_by_counting_by_ones_own_save_or_without_one() -> None:
    assert look(None, SAVED, forecast(SAVED) + "x\n", (OLD, SAVED), clean=True) is None
    assert look(None, OLD, SAVED, (OLD, SAVED), clean=True) is None
    assert look(None, SAVED, OLD, None, clean=True) is None


def test_what_a_count_erased_is_lost_only_where_no_draft_keeps_it() -> None:
    lost = look(None, OWNED, forecast(OWNED), None, clean=True)
    assert lost is not None
    assert lost.what == ("the key “owner”",)
    assert "owner: ada" in lost.text
    assert "loaded: 13" in lost.text
    assert look(None, OWNED, forecast(OWNED), None, clean=False) is None


def test_a_loss_stands_until_it_is_back() -> None:
    first = look(None, OWNED, forecast(OWNED), None, clean=True)
    assert first is not None
    later = look(first, forecast(OWNED), forecast(OWNED, 2) + "x\n", None, clean=True)
    assert later is not None
    assert later.what == first.what
    assert "owner: ada" in later.text
    assert later.text.endswith("It expires.\nx\n")
    assert look(later, later.disk, later.text, None, clean=True) is None


def test_saves_add_up_and_what_others_did_between_them_is_in_both() -> None:
    first = with_save(None, OLD, SAVED)
    assert first == (OLD, SAVED)
    learned = forecast(SAVED) + "\n### Learned\n"
    second = with_save(first, learned, learned.replace("It expires.", "It expires at night."))
    assert second[0] == forecast(OLD) + "\n### Learned\n"
    # A write from before both saves takes both back.
    stale = forecast(OLD, 2)
    lost = look(None, second[-1], stale, second, clean=True)
    assert lost is not None
    assert lost.what == ("summary", "importance", "text")
    assert "It expires at night." in lost.text
    assert "### Learned" not in lost.text


def test_what_a_person_took_back_by_another_save_is_not_lost() -> None:
    first = with_save(None, OLD, SAVED)
    assert look(None, OLD, forecast(OLD), with_save(first, SAVED, OLD), clean=True) is None


def test_a_write_from_between_two_saves_takes_the_second_one_back() -> None:
    first = OLD + "\n### Session (2026-03-01)\n- lasts an hour\n"
    second = first.replace("lasts an hour", "lasts a day")
    saves = with_save(with_save(None, OLD, first), first, second)
    lost = look(None, second, forecast(first) + "\n### Learned\n", saves, clean=True)
    assert lost is not None
    assert lost.what == ("“Session (2026-03-01)”",)
    assert lost.text == forecast(second) + "\n### Learned\n"
    # One from before both takes both back.
    stale = look(None, second, forecast(OLD), saves, clean=True)
    assert stale is not None
    assert stale.text == forecast(second)


def test_what_a_later_save_removed_is_not_brought_back_by_a_write_from_before_it() -> None:
    first = OLD + "\n### Wrong\n- x\n\n### Right\n- y\n"
    second = first.replace("### Wrong\n- x\n\n", "")
    saves = with_save(with_save(None, OLD, first), first, second)
    lost = look(None, second, forecast(first), saves, clean=True)
    assert lost is not None
    assert lost.text == forecast(second)


def test_of_many_saves_the_first_and_the_last_ones_are_told_apart() -> None:
    texts = [OLD + "".join(f"\n### Note {n}\n- x\n" for n in range(count)) for count in range(30)]
    saves = None
    for before, saved in pairwise(texts):
        saves = with_save(saves, before, saved)
    assert saves == (texts[0], *texts[-8:])


def test_a_line_added_where_the_other_program_added_another_one() -> None:
    before = "# Lessons\n\n- one\n- two\n"
    saved = before + "- three is ours\n"
    lost = look(None, saved, before + "- their own lesson\n", (before, saved), clean=True)
    assert lost is not None
    assert lost.text == before + "- their own lesson\n- three is ours\n"
    # That both begin like any other line makes them no versions of each other.
    short = (before, before + "- 3\n")
    assert look(None, short[1], before + "- x\n", short, clean=True) is not None
    # One that the other program edited is not gone.
    longer = before + "- three is ours, and so is all that comes after it\n"
    for disk in (longer, before + "- three is yours\n", before + "- their own\n- three is ours\n"):
        assert look(None, saved, disk, (before, saved), clean=True) is None

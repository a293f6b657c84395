"""What a file lost by others' writes, and the text that has it again."""

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
    lost = look(None, second[1], stale, second, clean=True)
    assert lost is not None
    assert lost.what == ("summary", "importance", "text")
    assert "It expires at night." in lost.text
    assert "### Learned" not in lost.text


def test_what_a_person_took_back_by_another_save_is_not_lost() -> None:
    first = with_save(None, OLD, SAVED)
    assert look(None, OLD, forecast(OLD), with_save(first, SAVED, OLD), clean=True) is None

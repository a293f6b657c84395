"""The dialogs: one look, one way to answer, nothing cut off, nothing taken for markup."""

from collections.abc import Callable
from typing import Any

import pytest
from textual.screen import Screen
from textual.widgets import Button

from memtui.ui.screens.confirm import Choice, Confirm, deleting, quitting
from memtui.ui.screens.dialog import Dialog, Field
from memtui.ui.screens.differences import LARGEST
from memtui.ui.screens.gone import Gone
from memtui.ui.screens.name import NameDialog, counting_words
from tests.ui.holding import CONTROL, CONTROL_SHOWN, HOSTILE, Holder, click_text, lines, shown

COPY = "A copy of each is kept."
BASE = "---\ntags: [a]\nsummary: x\n---\n" + "".join(f"line {i}\n" for i in range(40))
MINE = BASE.replace("line 5\n", "my line\n")


def three() -> Confirm[str]:
    return Confirm(
        "Which?",
        ["One of these."],
        (Choice("Apple", "a"), Choice("Burn", "b", "error"), Choice("Avocado", "c")),
    )


@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        (["enter"], "a"),
        (["escape"], None),
        (["a"], "a"),
        (["A"], "a"),
        (["v"], "c"),
        (["right", "right", "enter"], "c"),
        (["left", "space"], "c"),
        (["down", "enter"], "b"),
        (["tab", "enter"], "b"),
        (["shift+tab", "enter"], "c"),
    ],
)
async def test_a_question_is_answered_by_keys(keys: list[str], answer: str | None) -> None:
    app = Holder(three())
    async with app.run_test(size=(60, 16)) as pilot:
        await pilot.press(*keys)
        assert app.answers == [answer]


async def test_the_letter_of_what_destroys_only_brings_the_focus() -> None:
    app = Holder(three())
    async with app.run_test(size=(60, 16)) as pilot:
        await pilot.press("b", "b")
        assert app.answers == []
        await pilot.press("enter")
        assert app.answers == ["b"]


async def test_a_question_is_answered_by_the_mouse() -> None:
    app = Holder(three())
    async with app.run_test(size=(60, 16)) as pilot:
        await click_text(pilot, "Burn")
        assert app.answers == ["b"]


async def test_a_click_beside_the_box_or_on_the_key_at_its_foot_leaves() -> None:
    for beside in (True, False):
        app = Holder(three())
        async with app.run_test(size=(90, 16)) as pilot:
            if beside:
                await click_text(pilot, "One of these.")
                assert app.answers == []
                await pilot.click(offset=(1, 1))
            else:
                await click_text(pilot, "esc Leave")
            await pilot.pause()
            assert app.answers == [None]


async def test_enter_takes_the_primary_choice_wherever_it_stands() -> None:
    app = Holder(Confirm("T", [], (Choice("One", 1), Choice("Two", 2, "primary"))))
    async with app.run_test(size=(60, 16)) as pilot:
        await pilot.press("enter")
        assert app.answers == [2]


async def test_the_foot_shows_keys_as_they_are_mapped_and_always_how_to_leave() -> None:
    app = Holder(three())
    async with app.run_test(size=(60, 16)) as pilot:
        assert "⏎ Choose  esc Leave" in shown(app)
        app.set_keymap({"dialog.leave": "f10", "choice.take": "f9"})
        await pilot.pause()
        assert "f9 Choose  f10 Leave" in shown(app)
        await pilot.press("f10")
        assert app.answers == [None]


async def test_deleting_lists_the_marked_files_first_and_says_what_is_lost() -> None:
    files = {"auth.md": 1200, "ui.md": 5}
    app = Holder(deleting(files, way_back=COPY, marked={"ui.md"}, unsaved={"auth.md"}))
    async with app.run_test(size=(80, 24)) as pilot:
        text = shown(app)
        assert "Delete 2 files?" in text
        assert text.index("ui.md        5 bytes  marked") < text.index(
            "auth.md  1,200 bytes  unsaved"
        )
        assert COPY in text
        assert "Unsaved changes are lost for good." in text
        await pilot.press("enter")
        assert app.answers == [None]


async def test_deleting_what_is_saved_takes_two_keys_and_is_named() -> None:
    app = Holder(deleting({"auth.md": 7}, way_back=COPY))
    async with app.run_test(size=(80, 24)) as pilot:
        assert "Delete auth.md?" in shown(app)
        assert "lost for good" not in shown(app)
        await pilot.press("d", "d")
        assert app.answers == []
        await pilot.press("enter")
        assert app.answers == ["delete"]


@pytest.mark.parametrize(
    ("keys", "answer"), [(["enter"], "save"), (["d", "enter"], "discard"), (["t"], None)]
)
async def test_quitting_names_the_unsaved_files(keys: list[str], answer: str | None) -> None:
    app = Holder(quitting(["auth.md", "ui.md"]))
    async with app.run_test(size=(80, 24)) as pilot:
        assert "2 files have unsaved changes" in shown(app)
        assert "auth.md" in shown(app)
        await pilot.press(*keys)
        assert app.answers == [answer]


def preview(name: str) -> str:
    return "".join(f"line {i} of {name}\n" for i in range(14))


SMALL: tuple[tuple[Callable[[], Screen[Any]], tuple[str, ...]], ...] = (
    (lambda: deleting({f"{i}.md": i for i in range(30)}, way_back=COPY), ("Delete", "esc Keep")),
    (lambda: quitting([f"{i}.md" for i in range(30)]), ("Save all", "Discard", "esc Stay")),
    (
        lambda: NameDialog("New", "ui", hint="One file each.", preview=preview),
        ("Create", "ui.md", "esc Leave"),
    ),
    (lambda: NameDialog("Rename", "x" * 300, verb="Rename"), ("Rename", "too long", "esc Leave")),
    (lambda: Gone("auth.md", BASE, MINE), ("Keep mine", "Drop mine", "esc Later")),
)


@pytest.mark.parametrize("size", [(40, 15), (80, 24)])
@pytest.mark.parametrize(("make", "needed"), SMALL)
async def test_nothing_that_is_needed_is_cut_off(
    make: Callable[[], Screen[Any]], needed: tuple[str, ...], size: tuple[int, int]
) -> None:
    app = Holder(make())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        text = shown(app)
        for word in needed:
            assert word in text, text
        assert lines(app)[-1] == "" or lines(app)[-1].endswith("╯")
        for button in app.screen.query(Button):
            assert button.region.bottom < size[1], text


async def test_a_long_text_is_scrolled_by_the_page_keys() -> None:
    app = Holder(quitting([f"file-{i}.md" for i in range(60)]))
    async with app.run_test(size=(60, 15)) as pilot:
        assert "lost for good" not in shown(app)
        await pilot.press(*["pagedown"] * 9)
        assert "lost for good" in shown(app)
        await pilot.press(*["pageup"] * 9)
        assert "60 files have" in shown(app)


async def test_file_names_are_shown_literally_in_every_dialog() -> None:
    names = [*HOSTILE, CONTROL]
    for screen in (
        deleting(dict.fromkeys(names, 1), way_back=COPY),
        quitting(names),
        Gone("x.md", "", "\n".join(names)),
        NameDialog("New", preview=lambda _: "\n".join(names), initial="x"),
    ):
        app = Holder(screen)
        async with app.run_test(size=(80, 40)) as pilot:
            await pilot.pause()
            text = shown(app)
            for name in [*HOSTILE, CONTROL_SHOWN]:
                assert name in text
            await click_text(pilot, "[@click=app.quit]x[/]")
            assert app.quits == 0
    for name in names:
        app = Holder(Gone(name, "a", "b"))
        async with app.run_test(size=(80, 24)) as pilot:
            assert f"{CONTROL_SHOWN if name == CONTROL else name} is gone" in shown(app)


# -- a name


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("api-conventions", ("api", "conventions")),
        ("State_Management", ("state", "management")),
        ("ui", ()),
        ("my notes", ()),
        ("설계", ()),
        ("fix-login", ("login",)),
    ],
)
def test_the_words_of_a_name_that_count(name: str, words: tuple[str, ...]) -> None:
    assert counting_words(name) == words


async def test_a_name_is_checked_at_each_key_and_returned_without_its_ending() -> None:
    app = Holder(NameDialog("New category", taken=frozenset({"api"}), preview=preview))
    async with app.run_test(size=(80, 24)) as pilot:
        assert "without .md" in shown(app)
        await pilot.press(*"api")
        assert "✗ api exists" in shown(app)
        assert "line 0" not in shown(app)
        await pilot.press("enter")
        assert app.answers == []
        await pilot.press(*"-rules")
        assert "✓ api-rules.md" in shown(app)
        assert "counts its words: api, rules" in shown(app)
        assert "line 0 of api-rules" in shown(app)
        await pilot.press(*".md", "enter")
        assert app.answers == ["api-rules"]


async def test_a_name_of_no_counting_word_is_said_and_accepted() -> None:
    app = Holder(NameDialog("Rename", "my notes", verb="Rename"))
    async with app.run_test(size=(80, 24)) as pilot:
        assert "counts no word of it" in shown(app)
        await pilot.click("Answer.-first")
        await pilot.pause()
        assert app.answers == ["my notes"]


async def test_letters_go_to_the_field_and_answer_only_from_the_buttons() -> None:
    app = Holder(NameDialog("New category"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*"lc")
        assert app.screen.query_one(Field).value == "lc"
        await pilot.press("tab", "l")
        assert app.answers == [None]


# -- a file that is gone


async def test_a_file_that_is_gone_is_said_to_be_gone_with_what_would_be_lost() -> None:
    app = Holder(Gone("auth.md", BASE, MINE))
    async with app.run_test(size=(80, 40)) as pilot:
        text = shown(app)
        for words in ("auth.md is gone", "no longer on the disk", "saving makes the file anew"):
            assert words in text
        assert "Yours, unsaved  +1 −1" in text
        assert "- line 5" in text
        assert "+ my line" in text
        assert "line 30" not in text
        await pilot.press("enter")
        assert app.answers == ["later"]


@pytest.mark.parametrize(
    ("keys", "answer"),
    [(["k"], "keep"), (["d"], None), (["d", "enter"], "drop"), (["l"], "later")],
)
async def test_dropping_the_last_copy_needs_a_second_key(
    keys: list[str], answer: str | None
) -> None:
    app = Holder(Gone("auth.md", BASE, MINE))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys)
        assert app.answers == ([answer] if answer else [])


async def test_what_would_be_lost_can_be_copied_first() -> None:
    app = Holder(Gone("auth.md", BASE, MINE))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("c")
        assert app.clipboard == MINE
        assert app.answers == []


async def test_of_a_difference_of_thousands_of_lines_the_rest_is_counted() -> None:
    long = "".join(f"new {i}\n" for i in range(5000))
    app = Holder(Gone("auth.md", BASE, BASE + long))
    async with app.run_test(size=(80, 2 * LARGEST)):
        text = shown(app)
        assert "+ new 300" in text
        assert "+ new 500" not in text
        assert "… 4,602 more lines; decide later to see all" in text


def test_every_key_of_every_dialog_has_an_id_a_description_and_a_tooltip() -> None:
    for kind in (Dialog, Gone, NameDialog, Field):
        for binding in kind.BINDINGS:
            assert not isinstance(binding, tuple)
            assert binding.id, binding
            assert binding.description, binding
            assert binding.tooltip, binding

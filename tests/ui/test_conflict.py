"""Drafts whose files change on disk: put together, and only a true overlap asks."""

from pathlib import Path

import pytest

from memtui.core.automaker import forecast
from memtui.core.merging.conflicts import Conflict
from memtui.ui.screens.conflict import ConflictScreen
from tests.ui.both_sides import LEARNED, MINE, THEIRS, edit, edit_mine, file, reread
from tests.ui.conftest import MakeApp
from tests.ui.editing import (
    AUTH,
    FILES,
    Editor,
    draft,
    editing,
    heard,
    said,
    saved,
    screen,
    seen,
    typed,
    until,
    written,
)
from tests.ui.holding import CONTROL, CONTROL_SHOWN, HOSTILE, Holder, click_text, shown

FIELD = Conflict("field", "importance", "0.8", "0.9", "0.7")
ENTRY = Conflict(
    "entry",
    "Renew the token",
    "### Renew the token\nIt expires.\n",
    "### Renew the token\nIt expires at night.\n",
    "### Renew the token\nIt never expires.\n",
    ("mine", "theirs", "both"),
)


async def asked(pilot: Editor) -> ConflictScreen:
    """Wait until the conflicts are shown."""
    await until(pilot, lambda: isinstance(pilot.app.screen, ConflictScreen))
    await until(pilot, lambda: "changed on both sides" in shown(pilot.app))
    assert isinstance(pilot.app.screen, ConflictScreen)
    return pilot.app.screen


# -- the dialog alone


async def test_every_place_is_decided_and_enter_takes_the_decisions() -> None:
    app = Holder(ConflictScreen("auth.md", (FIELD, ENTRY)))
    async with app.run_test(size=(120, 30), notifications=True) as pilot:
        await pilot.pause()
        text = shown(app)
        assert "auth.md was changed on both sides" in text
        assert "You and another program changed 2 places differently; all else is merged." in text
        assert "○ undecided    importance" in text
        assert "○ undecided    entry Renew the token" in text
        for words in ("Before", "Mine", "On disk", "0.8", "0.9", "0.7", "m Keep mine"):
            assert words in text
        assert "b Both" not in text
        await pilot.press("b", "enter")
        assert any("2 still to decide" in note.message for note in app._notifications)
        await pilot.press("m")
        await pilot.pause()
        text = shown(app)
        assert "● keep mine    importance" in text
        assert "+ It expires at night." in text
        assert "+ It never expires." in text
        assert "- It expires." in text
        assert "b Both" in text
        await pilot.press("enter", "b", "up", "t", "enter")
        await pilot.pause()
        assert app.answers == [("theirs", "both")]


async def test_what_was_decided_before_stands_and_leaving_decides_nothing() -> None:
    app = Holder(ConflictScreen("auth.md", (FIELD, ENTRY), {FIELD: "mine"}, ("a note",)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        text = shown(app)
        assert "● keep mine    importance" in text
        assert "a note" in text
        assert "+ It expires at night." in text
        await click_text(pilot, "importance")
        assert "0.7" in shown(app)
        await pilot.press("escape")
        await pilot.pause()
        assert app.answers == [None]


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (50, 20)])
async def test_a_long_version_scrolls_in_a_box_that_stands_still(size: tuple[int, int]) -> None:
    long = "".join(f"line {number}\n" for number in range(60))
    text = Conflict("text", "Auth", "", long, "theirs\n")
    app = Holder(ConflictScreen("auth.md", (FIELD, text)))
    async with app.run_test(size=size) as pilot:
        for key in ("down", "up"):
            await pilot.press(key)
            await pilot.pause()
        box = app.screen.query_one("#dialog")
        region = box.region
        assert region.height <= size[1]
        assert box.max_scroll_y == 0
        assert "0.7" in shown(app)
        await pilot.press("down")
        await pilot.pause()
        assert "line 59" not in shown(app)
        await pilot.press(*["pagedown"] * 10)
        await pilot.pause()
        assert "theirs" in shown(app) or "line 59" in shown(app)
        assert box.region == region


async def test_hostile_text_is_shown_as_it_is_on_a_narrow_screen_too() -> None:
    bad = "\n".join((*HOSTILE, CONTROL)) + "\n"
    conflicts = (
        Conflict("entry", CONTROL, "", bad, "", ("mine", "theirs", "both")),
        Conflict("text", "[Gotcha] x", bad, "", "x\n"),
        Conflict("frontmatter", "", "a\n", "b\n", "c\n"),
        Conflict("file", "", "a\n", "b\n", ""),
    )
    app = Holder(ConflictScreen("[bold].md", conflicts))
    async with app.run_test(size=(50, 40)) as pilot:
        await pilot.pause()
        text = shown(app)
        for words in (*HOSTILE, CONTROL_SHOWN, "[bold].md", "the frontmatter's lines"):
            assert words in text
        assert "text below [Gotcha] x" in text
        assert "whole file" in text
        await pilot.press("end", "t", "home", "m", "m", "m", "enter")
        await pilot.pause()
        assert app.answers == [("mine", "mine", "mine", "theirs")]


# -- in the editor


async def test_what_does_not_overlap_is_put_together_at_once_and_saved_with_one_key(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await edit_mine(pilot)
        theirs = AUTH.replace("summary: Token", "summary: Their token") + LEARNED
        file(tmp_path).write_text(theirs)
        await reread(pilot)
        assert draft(pilot, "auth.md") == theirs.replace("# Auth", "mine # Auth")
        assert screen(pilot).workspace.outdated == ()
        assert "auth.md changed on disk: that and your changes are put together" in said(pilot)
        assert "Tokens rotate" in shown(pilot.app)
        await typed(pilot, "more ")
        await saved(pilot)
        assert file(tmp_path).read_text() == theirs.replace("# Auth", "mine more # Auth")


async def test_counting_beside_a_draft_adds_up_without_a_word(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await edit_mine(pilot)
        file(tmp_path).write_text(AUTH.replace("loaded: 12", "loaded: 15"))
        await reread(pilot)
        assert said(pilot) == ""
        await saved(pilot)
        assert file(tmp_path).read_text() == MINE.replace("loaded: 12", "loaded: 15")


async def test_what_automaker_erased_while_it_counted_stays_in_the_draft_and_is_told(
    make_app: MakeApp, tmp_path: Path
) -> None:
    owned = AUTH.replace("importance: 0.8\n", "importance: 0.8\nowner: ada\n")
    async with editing(make_app({**FILES, "auth.md": owned})) as pilot:
        await edit(pilot, "auth.md", "mine ")
        await until(pilot, lambda: draft(pilot, "auth.md"))
        file(tmp_path).write_text(forecast(owned))
        await reread(pilot)
        assert "erased the key “owner”: the draft keeps that" in said(pilot)
        await saved(pilot)
        expected = owned.replace("# Auth", "mine # Auth").replace("loaded: 12", "loaded: 13")
        assert file(tmp_path).read_text() == expected


@pytest.mark.parametrize(
    ("answer", "disk", "left"),
    [
        (("m", "enter"), MINE, None),
        (("t", "enter"), THEIRS, None),
        (("b", "enter"), AUTH.replace("# Auth", "# Sign in\nmine # Auth"), None),
        (("escape",), THEIRS, MINE),
    ],
    ids=["mine", "theirs", "both", "left"],
)
async def test_an_overlap_is_marked_and_the_person_decides_when_saving(
    make_app: MakeApp, tmp_path: Path, answer: tuple[str, ...], disk: str, left: str | None
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await edit_mine(pilot)
        file(tmp_path).write_text(THEIRS)
        await reread(pilot)
        assert "auth.md changed on disk while you edit it: ^s compares both" in said(pilot)
        assert "▲ changed on disk" in shown(pilot.app)
        await reread(pilot)
        assert said(pilot).count("^s compares both") == 1
        await pilot.press("ctrl+s")
        await asked(pilot)
        await seen(pilot, "# Sign in")
        # What was said before makes room for it.
        assert "compares both" not in shown(pilot.app)
        await pilot.press(*answer)
        await until(pilot, lambda: len(pilot.app.screen_stack) == 1)
        await written(pilot)
        assert file(tmp_path).read_text() == disk
        assert draft(pilot, "auth.md") == left


async def test_a_save_that_meets_an_unseen_change_is_put_together_with_it(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await edit_mine(pilot)
        file(tmp_path).write_text(AUTH + LEARNED)
        # The watcher has not told yet: the writing itself finds out.
        await saved(pilot)
        assert file(tmp_path).read_text() == MINE + LEARNED
        assert "nothing was written" not in said(pilot)
        await typed(pilot, "x ")
        file(tmp_path).write_text((MINE + LEARNED).replace("mine # Auth", "# Sign in"))
        await pilot.press("ctrl+s")
        await asked(pilot)
        assert "mine x # Auth" in shown(pilot.app)
        assert "# Sign in" in file(tmp_path).read_text()


async def test_a_change_during_the_question_is_merged_and_nothing_is_asked_twice(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await edit_mine(pilot)
        file(tmp_path).write_text(THEIRS)
        await reread(pilot)
        await pilot.press("ctrl+s")
        await asked(pilot)
        file(tmp_path).write_text(THEIRS + LEARNED)
        await reread(pilot)
        await pilot.press("m", "enter")
        await until(pilot, lambda: len(pilot.app.screen_stack) == 1)
        await written(pilot)
        assert file(tmp_path).read_text() == MINE + LEARNED
        assert draft(pilot, "auth.md") is None


async def test_taking_back_a_change_over_which_somebody_wrote_asks(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await edit_mine(pilot)
        await saved(pilot)
        file(tmp_path).write_text(THEIRS + LEARNED)
        await reread(pilot)
        await pilot.press("escape", "u")
        await seen(pilot, "Take back?")
        await pilot.press("enter")
        await asked(pilot)
        assert file(tmp_path).read_text() == THEIRS + LEARNED
        await pilot.press("m", "enter")
        await heard(pilot, "taken back: save auth.md")
        assert file(tmp_path).read_text() == AUTH + LEARNED

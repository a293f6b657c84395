"""What others took back of a save, or erased, is told and offered again, never put back unasked."""

from pathlib import Path

from textual.widgets._toast import Toast

from memtui.core.automaker import forecast
from memtui.core.documents import TABLE
from tests.ui.both_sides import LEARNED, MINE, file, reread, save_typed
from tests.ui.conftest import MakeApp
from tests.ui.editing import (
    AUTH,
    FILES,
    Editor,
    draft,
    editing,
    heard,
    open_file,
    said,
    saved,
    screen,
    seen,
    typed,
    until,
)
from tests.ui.holding import shown
from tests.ui.previews import taken_back
from tests.ui.routing_holding import PAGE

OWNED = AUTH.replace("importance: 0.8\n", "importance: 0.8\nowner: ada\n")


async def save_at_the_end(pilot: Editor, words: str) -> None:
    await open_file(pilot, "auth.md")
    await pilot.press("f3", "ctrl+end")
    await typed(pilot, words)
    await saved(pilot)
    await pilot.press("escape")
    await until(pilot, lambda: screen(pilot).page.files.rows.has_focus)


async def test_a_stale_write_that_takes_a_save_back_is_told_and_offered_again(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await save_typed(pilot, "mine ")
        assert "f7" not in shown(pilot.app)
        stale = forecast(AUTH) + LEARNED
        file(tmp_path).write_text(stale)
        await reread(pilot)
        assert "auth.md: another program undid text: f7 brings it back" in said(pilot)
        assert draft(pilot, "auth.md") is None
        assert file(tmp_path).read_text() == stale
        await seen(pilot, "▲ 1 undone: f7")
        # Another load and another file in hand: what is offered stays, and is not told twice.
        stale = forecast(stale)
        file(tmp_path).write_text(stale)
        await reread(pilot)
        assert said(pilot).count("undid") == 1
        await open_file(pilot, "ui.md")
        await pilot.press("f7")
        await seen(pilot, "Bring back in auth.md?")
        assert "+ mine # Auth" in shown(pilot.app)
        await pilot.press("enter")
        await until(pilot, lambda: draft(pilot, "auth.md"))
        assert draft(pilot, "auth.md") == stale.replace("# Auth", "mine # Auth")
        assert screen(pilot).chosen == "auth.md"
        assert file(tmp_path).read_text() == stale
        await until(pilot, lambda: "undone: f7" not in shown(pilot.app))
        await saved(pilot)
        assert file(tmp_path).read_text() == stale.replace("# Auth", "mine # Auth")


async def test_a_write_from_before_several_saves_takes_back_all_of_them(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await save_typed(pilot, "mine ")
        file(tmp_path).write_text(MINE + LEARNED)
        await reread(pilot)
        await save_at_the_end(pilot, "last words")
        both = MINE + LEARNED + "last words"
        assert file(tmp_path).read_text() == both
        # The other side had read the file before the first of them.
        file(tmp_path).write_text(forecast(AUTH) + LEARNED)
        await reread(pilot)
        await pilot.press("f7")
        await seen(pilot, "+ mine # Auth")
        assert "+ last words" in shown(pilot.app)
        await pilot.press("enter")
        await until(pilot, lambda: draft(pilot, "auth.md"))
        back = both.replace("loaded: 12", "loaded: 13") + "\n"
        assert draft(pilot, "auth.md") == back


async def test_a_save_that_is_taken_back_before_the_next_one_is_noticed_all_the_same(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await save_typed(pilot, "mine ")
        file(tmp_path).write_text(forecast(AUTH))
        # Nobody has looked yet; the next save finds it.
        await save_at_the_end(pilot, "last words")
        await reread(pilot)
        await heard(pilot, "another program undid text")
        await pilot.press("f7")
        await seen(pilot, "+ mine # Auth")


async def test_a_row_that_a_stale_write_takes_out_of_the_table_is_offered_again(
    make_app: MakeApp, tmp_path: Path
) -> None:
    app = make_app(FILES)
    path = tmp_path / "shop" / TABLE
    path.parent.mkdir()
    path.write_text(PAGE)
    mine, theirs = "| Mine | own words | a.md |\n", "| Other task | theirs | b.md |\n"
    async with editing(app) as pilot:
        main = screen(pilot)
        main.workspace = main.workspace.with_draft(TABLE, PAGE + mine)
        await main.save((TABLE,)).wait()
        await until(pilot, lambda: draft(pilot, TABLE) is None)
        path.write_text(PAGE + theirs)
        await reread(pilot)
        await heard(pilot, f"{TABLE}: another program undid text")
        await pilot.press("f7")
        await seen(pilot, f"Bring back in {TABLE}?")
        await pilot.press("enter")
        await until(pilot, lambda: draft(pilot, TABLE) == PAGE + theirs + mine)
        await until(pilot, lambda: main.in_hand == TABLE)
        assert path.read_text() == PAGE + theirs


async def test_what_was_let_be_is_not_offered_again(make_app: MakeApp, tmp_path: Path) -> None:
    async with editing(make_app(FILES)) as pilot:
        await save_typed(pilot, "mine ")
        file(tmp_path).write_text(forecast(AUTH))
        await reread(pilot)
        await pilot.press("f7")
        await seen(pilot, "+ mine # Auth")
        await pilot.press("l")
        await until(pilot, lambda: "undone: f7" not in shown(pilot.app))
        file(tmp_path).write_text(forecast(AUTH, 2))
        await reread(pilot)
        assert said(pilot).count("undid") == 1
        assert "undone: f7" not in shown(pilot.app)


async def test_what_automaker_erases_in_a_clean_file_is_told_and_can_be_left(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app({**FILES, "auth.md": OWNED})) as pilot:
        await open_file(pilot, "auth.md")
        file(tmp_path).write_text(forecast(OWNED))
        await reread(pilot)
        assert "auth.md: another program undid the key “owner”" in said(pilot)
        await pilot.press("f7")
        await seen(pilot, "+ owner: ada")
        await pilot.press("escape")
        await until(pilot, lambda: len(pilot.app.screen_stack) == 1)
        await pilot.press("f7")
        await seen(pilot, "+ owner: ada")
        await pilot.press("l")
        await until(pilot, lambda: len(pilot.app.screen_stack) == 1)
        await until(pilot, lambda: "undone: f7" not in shown(pilot.app))
        assert draft(pilot, "auth.md") is None
        assert file(tmp_path).read_text() == forecast(OWNED)


async def test_loads_and_learnings_of_others_and_ones_own_undo_are_followed_silently(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await save_typed(pilot, "mine ")
        file(tmp_path).write_text(forecast(MINE) + LEARNED)
        file(tmp_path, "ui.md").write_text(forecast(FILES["ui.md"], 3))
        await reread(pilot)
        await taken_back(pilot, "save auth.md")
        await reread(pilot)
        assert file(tmp_path).read_text() == forecast(AUTH) + LEARNED
        assert "undid" not in said(pilot)


async def test_a_notice_of_one_line_hides_nothing_that_works(make_app: MakeApp) -> None:
    async with editing(make_app(FILES)) as pilot:
        pilot.app.notify("a word", timeout=60)
        await until(pilot, lambda: bool(pilot.app.screen.query(Toast)))
        await pilot.pause()
        # The row above the keys holds the foot of the frames, or a note.
        bottom = pilot.app.size.height - 2
        assert pilot.app.screen.query_one(Toast).region.line_span == (bottom, bottom + 1)
        await pilot.press("escape", "n")
        await until(pilot, lambda: bool(pilot.app.screen.query("NameDialog Toast")))
        await pilot.pause()
        # The keys of a dialog stand at its foot.
        assert pilot.app.screen.query_one(Toast).region.line_span == (0, 1)

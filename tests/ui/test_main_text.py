"""Body, entries and raw text in the editor: what nobody touched keeps its bytes."""

from pathlib import Path

from memtui.ui.widgets.body import BodyView
from memtui.ui.widgets.disk import DiskView
from memtui.ui.widgets.text_editor import TextEditor
from tests.ui.both_sides import edit, memory
from tests.ui.conftest import MakeApp
from tests.ui.editing import (
    AUTH,
    FILES,
    draft,
    editing,
    focus,
    open_file,
    saved,
    screen,
    seen,
    typed,
    until,
    viewing,
)
from tests.ui.holding import click_text, shown

HEAD = AUTH[: AUTH.index("# Auth")]

BODIES = {
    "separators": ("# A\u2028b\n\none\u2029two\x85\nthree\x0cfour\x0bfive\n", "\n"),
    "mixed endings": ("# A\r\none\ntwo\rthree\r\n\r\nfour", "\r\n"),
    "no final newline": ("# A\n\nend\x1c\x1d\x1ex", "\n"),
    "old macintosh": ("# A\r\rone\rtwo\r", "\r"),
}


async def test_an_edited_body_keeps_the_bytes_of_every_line_nobody_touched(
    make_app: MakeApp, tmp_path: Path
) -> None:
    head = HEAD.replace("\n", "\r\n")
    files = {f"{name}.md": head + body for name, (body, _) in BODIES.items()}
    async with editing(make_app(files)) as pilot:
        for name, (body, newline) in BODIES.items():
            await edit(pilot, f"{name}.md", "Ü")
            await pilot.press("enter", "ctrl+end")
            await typed(pilot, "!")
            await saved(pilot)
            assert memory(tmp_path, f"{name}.md") == f"{head}Ü{newline}{body}!"


async def test_text_that_comes_back_to_what_was_is_no_change(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await edit(pilot, "auth.md", "x")
        await until(pilot, lambda: draft(pilot, "auth.md"))
        await pilot.press("ctrl+z")
        await until(pilot, lambda: draft(pilot, "auth.md") is None)
        await pilot.press("ctrl+s")
        assert "1 unsaved" not in shown(pilot.app)
        assert memory(tmp_path, "auth.md") == AUTH


async def test_what_was_typed_last_is_saved_and_shown_in_every_view(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await edit(pilot, "auth.md", "one ")
        await pilot.press("f5")
        disk = screen(pilot).query_one(DiskView).query_one(TextEditor)
        assert disk.text == AUTH.replace("# Auth", "one # Auth")
        await pilot.press("ctrl+home", "down", "down", "end")
        await typed(pilot, " two")
        await pilot.press("f2")
        await seen(pilot, "in the API two")
        await pilot.press("f3")
        await typed(pilot, "three ")
        await saved(pilot)
        expected = AUTH.replace("# Auth", "one three # Auth").replace("the API", "the API two")
        assert memory(tmp_path, "auth.md") == expected


async def test_what_was_typed_stays_with_its_file_when_another_is_chosen(
    make_app: MakeApp,
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await edit(pilot, "api.md", "x")
        await pilot.press("escape", "down")
        assert screen(pilot).chosen == "auth.md"
        assert draft(pilot, "api.md") == FILES["api.md"].replace("# Auth", "x# Auth")
        assert draft(pilot, "auth.md") is None
        await pilot.press("up", "f3")
        assert focus(pilot) is screen(pilot).query_one(BodyView).editor
        await typed(pilot, "y")
        await pilot.press("escape")
        await until(pilot, lambda: "xy# Auth" in (draft(pilot, "api.md") or ""))


async def test_views_open_by_keys_and_mouse_and_the_body_key_shows_its_preview(
    make_app: MakeApp,
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await open_file(pilot, "auth.md")
        for key, name in (("f2", "form"), ("f3", "body"), ("f4", "entries"), ("f5", "disk")):
            await pilot.press(key)
            await viewing(pilot, name)
            assert screen(pilot).page.editor.has_focus_within
        await pilot.press("f4", "enter")
        await viewing(pilot, "body")
        editor = screen(pilot).query_one(BodyView).editor
        await until(pilot, lambda: editor.has_focus)
        assert editor.cursor_location == (2, 0)
        await pilot.press("f3")
        await until(pilot, lambda: bool(screen(pilot).query("Preview")))
        await until(pilot, lambda: "### Renew" not in shown(pilot.app))
        await pilot.press("f3")
        await seen(pilot, "### Renew")
        await click_text(pilot, "Entries 1")
        await viewing(pilot, "entries")
        await click_text(pilot, "Form")
        await viewing(pilot, "form")


async def test_words_are_found_and_replaced_in_the_body(make_app: MakeApp, tmp_path: Path) -> None:
    async with editing(make_app(FILES)) as pilot:
        await open_file(pilot, "auth.md")
        await pilot.press("f3", "ctrl+f")
        await typed(pilot, "expires")
        await seen(pilot, "1 of 1")
        await pilot.press("tab")
        await typed(pilot, "ends")
        await pilot.press("enter")
        await seen(pilot, "It ends.")
        await pilot.press("escape")
        await saved(pilot)
        assert memory(tmp_path, "auth.md") == AUTH.replace("expires", "ends")

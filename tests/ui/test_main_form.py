"""The form in the editor: a score before saving, bytes after it, refusals that lose nothing."""

from pathlib import Path

from memtui.core.marks import marks
from memtui.ui.widgets.disk import DiskView
from memtui.ui.widgets.text_editor import TextEditor
from tests.ui.both_sides import edit, memory
from tests.ui.conftest import MakeApp
from tests.ui.editing import (
    AUTH,
    FILES,
    Editor,
    draft,
    editing,
    focus,
    heard,
    open_file,
    order,
    said,
    saved,
    screen,
    seen,
    typed,
    until,
    viewing,
)
from tests.ui.holding import click_text, shown

BODIES = {
    "line separators": "# Auth\u2028one\u2029two\x85three\x0cfour\x0bfive\n",
    "mixed endings": "# Auth\r\none\ntwo\rthree\r\n\r\n",
    "no final newline": "# Auth\n\nend",
    "NUL and marks": "# A\x00uth\u200f\x1b[31m\n",
    "only line ends": "\r\n\r\r\n\n",
    "empty": "",
}


async def add_tag(pilot: Editor, tag: str) -> None:
    """Type a tag into the first field of the form."""
    await pilot.press("f2")
    await until(pilot, lambda: screen(pilot).page.editor.has_focus_within)
    await typed(pilot, tag)
    await pilot.press("enter")


async def test_a_tag_raises_the_score_before_it_is_saved_and_then_is_the_only_change(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(FILES)) as pilot:
        await typed(pilot, "refund form with oauth")
        assert order(pilot) == ["gotchas", "auth", "ui", "—", "api"]
        before = screen(pilot).workspace.selection.score_of("ui.md").score
        await open_file(pilot, "ui.md")
        await add_tag(pilot, "refund")
        assert order(pilot) == ["gotchas", "ui", "auth", "—", "api"]
        assert screen(pilot).workspace.selection.score_of("ui.md").score > before
        assert "1 unsaved" in shown(pilot.app)
        assert memory(tmp_path, "ui.md") == FILES["ui.md"]
        await saved(pilot)
        expected = FILES["ui.md"].replace("[edge-case]", "[edge-case, refund]")
        assert memory(tmp_path, "ui.md") == expected
        assert "unsaved" not in shown(pilot.app)
        for name in ("api.md", "auth.md", "gotchas.md"):
            assert memory(tmp_path, name) == FILES[name]


async def test_a_change_in_the_form_never_touches_the_body(
    make_app: MakeApp, tmp_path: Path
) -> None:
    head = AUTH[: AUTH.index("# Auth")]
    files = {f"{name}.md": head + body for name, body in BODIES.items()}
    async with editing(make_app(files)) as pilot:
        for name, text in files.items():
            await open_file(pilot, name)
            # The body was looked at, and its editor knows other line ends.
            await pilot.press("f3")
            await add_tag(pilot, "token")
            await saved(pilot)
            expected = text.replace("[oauth, session]", "[oauth, session, token]")
            assert memory(tmp_path, name) == expected


async def test_the_first_value_taken_back_leaves_a_file_without_a_block_as_it_is_on_disk(
    make_app: MakeApp, tmp_path: Path
) -> None:
    files = {f"{name}.md": body for name, body in BODIES.items()}
    async with editing(make_app(files)) as pilot:
        for name, text in files.items():
            await open_file(pilot, name)
            await add_tag(pilot, "token")
            await seen(pilot, "1 unsaved")
            await pilot.press("ctrl+z")
            await until(pilot, lambda: "unsaved" not in shown(pilot.app))
            assert not screen(pilot).workspace.drafts
            await pilot.press("ctrl+y")
            await seen(pilot, "1 unsaved")
            assert "[token]" in (draft(pilot, name) or "")
            await pilot.press("ctrl+z")
            await until(pilot, lambda: not screen(pilot).workspace.drafts)
            assert memory(tmp_path, name) == text


async def test_every_field_is_saved_as_it_was_typed_and_nothing_else(
    make_app: MakeApp, tmp_path: Path
) -> None:
    text = AUTH.replace("summary:", "owner: me  # keep\nsummary:").replace("\n", "\r\n")
    async with editing(make_app({"auth.md": text})) as pilot:
        await open_file(pilot, "auth.md")
        await pilot.press("f2", "tab")
        await typed(pilot, "token, refresh")
        await pilot.press("enter", "tab", "end")
        await typed(pilot, ": it’s [new]")
        await pilot.press("tab", "end", "backspace", "backspace", "6")
        await pilot.press("tab", "tab", "tab")
        await typed(pilot, "src/a.ts")
        await pilot.press("enter")
        await saved(pilot)
        expected = (
            text.replace("[login]", "[login, token, refresh]")
            .replace("in the API", "in the API: it’s [new]")
            .replace("0.8", "0.6")
            .replace("relatedFiles: []", "relatedFiles: [src/a.ts]")
        )
        written = memory(tmp_path, "auth.md")
        summary = next(line for line in written.splitlines() if line.startswith("summary"))
        assert "in the API: it’s [new]" in summary
        expected = expected.replace("summary: Token handling in the API: it’s [new]", summary)
        assert written == expected


async def test_a_value_that_cannot_be_replaced_opens_the_raw_text_at_its_line(
    make_app: MakeApp, tmp_path: Path
) -> None:
    text = AUTH.replace("tags: [oauth, session]", "tags: &all [oauth]")
    async with editing(make_app({"auth.md": text})) as pilot:
        await edit(pilot, "auth.md", "x")
        await add_tag(pilot, "token")
        await viewing(pilot, "disk")
        await seen(pilot, "line 2: not changed")
        assert "has an anchor" in " ".join(shown(pilot.app).split())
        editor = screen(pilot).query_one(DiskView).query_one(TextEditor)
        assert editor.cursor_location == (1, 0)
        assert focus(pilot) is editor
        assert draft(pilot, "auth.md") == text.replace("# Auth", "x# Auth")
        await pilot.press("f2")
        await seen(pilot, " oauth ")
        assert "token " not in shown(pilot.app)
        await saved(pilot)
        assert memory(tmp_path, "auth.md") == text.replace("# Auth", "x# Auth")


async def test_a_block_that_cannot_be_read_locks_the_form_and_leads_to_its_line(
    make_app: MakeApp,
) -> None:
    text = AUTH.replace("tags: [oauth, session]", "tags: [oauth]\ntags: [session]")
    async with editing(make_app({"auth.md": text})) as pilot:
        await open_file(pilot, "auth.md")
        await pilot.press("f2", "enter")
        await viewing(pilot, "disk")
        editor = screen(pilot).query_one(DiskView).query_one(TextEditor)
        await until(pilot, lambda: editor.has_focus)
        assert editor.cursor_location == (2, 0)
        await pilot.press("ctrl+k")
        await pilot.press("delete", "f2")
        mended = AUTH.replace("tags: [oauth, session]", "tags: [oauth]")
        await until(pilot, lambda: draft(pilot, "auth.md") == mended)
        await until(pilot, lambda: "all values are the defaults" not in shown(pilot.app))


async def test_a_block_list_becomes_one_line_by_one_key_and_no_other_byte_changes(
    make_app: MakeApp, tmp_path: Path
) -> None:
    text = AUTH.replace("[oauth, session]", "\n  - oauth\n  - session").replace("# A", "\x0c# A")
    async with editing(make_app({"auth.md": text})) as pilot:
        await open_file(pilot, "auth.md")
        assert [mark.key for mark in marks(text)] == ["tags"]
        await seen(pilot, "f7")
        await pilot.press("f2", "f7")
        one_line = text.replace("\n  - oauth\n  - session", "[oauth, session]")
        assert draft(pilot, "auth.md") in (one_line, one_line.replace(":[", ": ["))
        await seen(pilot, "Automaker reads this file as you see it")
        await saved(pilot)
        written = memory(tmp_path, "auth.md")
        assert written == one_line.replace(":[", ": [")
        assert not marks(written)


async def test_saving_with_a_mark_left_says_what_the_next_load_does(make_app: MakeApp) -> None:
    text = AUTH.replace("[oauth, session]", "\n  - oauth\n  - session")
    async with editing(make_app({"auth.md": text})) as pilot:
        await edit(pilot, "auth.md", "x")
        await saved(pilot)
        await heard(pilot, "auth.md: Automaker reads no items for tags, not")
        assert "writes that at its next load" in said(pilot)


async def test_counters_are_set_in_their_dialog_only(make_app: MakeApp, tmp_path: Path) -> None:
    async with editing(make_app(FILES)) as pilot:
        await open_file(pilot, "auth.md")
        await pilot.press("f2", "tab", "tab", "tab", "tab", "tab", "enter")
        await seen(pilot, "Counters of auth.md")
        await pilot.press("end", "backspace", "9", "enter")
        await until(pilot, lambda: draft(pilot, "auth.md"))
        assert draft(pilot, "auth.md") == AUTH.replace("loaded: 12", "loaded: 19")
        await click_text(pilot, "loaded 19")
        await seen(pilot, "Counters of auth.md")
        await pilot.press("escape")
        await saved(pilot)
        expected = AUTH.replace("loaded: 12", "loaded: 19")
        assert memory(tmp_path, "auth.md") == expected


async def test_words_and_missing_files_follow_what_is_saved_and_typed(
    make_app: MakeApp, tmp_path: Path
) -> None:
    files = {**FILES, "auth.md": AUTH.replace("relatedFiles: []", "relatedFiles: [a.ts, b.ts]")}
    app = make_app(files)
    (tmp_path / "shop" / "a.ts").touch()
    async with editing(app) as pilot:
        await open_file(pilot, "auth.md")
        await until(pilot, lambda: screen(pilot).page.missing == {"b.ts"})
        await pilot.press("f2", *["tab"] * 6)
        await typed(pilot, "c.ts")
        await pilot.press("enter")
        await until(pilot, lambda: screen(pilot).page.missing == {"b.ts", "c.ts"})
        await pilot.press("shift+tab", "shift+tab", "shift+tab", "shift+tab", "shift+tab")
        await pilot.press("shift+tab")
        await typed(pilot, "quarantine")
        await pilot.press("enter")
        await saved(pilot)
        await until(pilot, lambda: "quarantine" in screen(pilot).page.words)
        await open_file(pilot, "ui.md")
        await pilot.press("f2")
        await typed(pilot, "quar")
        await pilot.press("right", "enter")
        assert "quarantine" in (draft(pilot, "ui.md") or "")


async def test_chips_and_slider_follow_the_mouse(make_app: MakeApp) -> None:
    async with editing(make_app(FILES)) as pilot:
        await click_text(pilot, "○ ui")
        assert screen(pilot).chosen == "ui.md"
        await click_text(pilot, "━━━━━")
        await until(pilot, lambda: draft(pilot, "ui.md"))
        assert "importance: 0.8" not in (draft(pilot, "ui.md") or "")
        assert screen(pilot).page.editor.has_focus_within
        assert focus(pilot).has_focus

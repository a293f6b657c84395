"""The body is edited without loss: told after a pause, followed from outside, bytes kept."""

from pathlib import Path

import pytest
from textual.widgets import Markdown
from textual.widgets.text_area import Selection

from memtui.core.memory import Memory
from memtui.ui.messages import BodyEdited
from memtui.ui.widgets import text_view
from memtui.ui.widgets.body import BodyView
from memtui.ui.widgets.notes import Notes
from memtui.ui.widgets.preview import LIMIT, Preview
from memtui.ui.widgets.text_editor import EDIT_LIMIT
from tests.ui.text_apps import BLOCK, HOSTILE, Holder, running, seen, settle

ODD = "# One\r\ntwo\nthree\u2028four\x0cfive\x85six\rseven\n\nno end"


@pytest.fixture(autouse=True)
def short_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_view, "PAUSE_SECONDS", 0.01)


def holder(body: str, *, name: str = "auth.md", echo: bool = True) -> Holder:
    return Holder(BodyView(), Memory(name, BLOCK + body), echo=echo)


def view_of(app: Holder) -> BodyView:
    assert isinstance(app.view, BodyView)
    return app.view


async def test_keys_are_told_once_after_the_pause_and_the_echo_disturbs_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(text_view, "PAUSE_SECONDS", 0.2)
    app = holder("# One\n\nTwo\n")
    async with running(app) as pilot:
        editor = view_of(app).editor
        await pilot.press("a", "b", "c")
        assert app.bodies == []
        await pilot.pause(0.3)
        assert app.bodies == ["abc# One\n\nTwo\n"]
        assert editor.cursor_location == (0, 3)
        await pilot.press("ctrl+z")
        await pilot.pause(0.3)
        assert app.bodies[1:] == ["# One\n\nTwo\n"]


async def test_lines_that_nobody_touched_keep_their_bytes() -> None:
    app = holder(ODD)
    async with running(app) as pilot:
        await pilot.press("down", "end", "x")
        await settle(pilot)
        assert app.bodies == [ODD.replace("two", "twox")]
        await pilot.press("f7", "ctrl+x", "ctrl+z")
        await settle(pilot)
        assert view_of(app).text == ODD.replace("two", "twox")
        await pilot.press("ctrl+z")
        await settle(pilot)
        assert app.bodies[-1] == ODD


async def test_nothing_is_told_when_nothing_was_edited() -> None:
    app = holder(ODD)
    async with running(app) as pilot:
        await pilot.press("down", "end", "pagedown", "f7", "ctrl+y", "ctrl+z", "ctrl+c")
        await settle(pilot)
        assert app.bodies == []
        assert view_of(app).flush() is None


async def test_flush_returns_what_the_screen_does_not_have_until_it_has_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(text_view, "PAUSE_SECONDS", 60)
    app = holder("one\n", echo=False)
    async with running(app) as pilot:
        view = view_of(app)
        await pilot.press("x")
        message = view.flush()
        assert isinstance(message, BodyEdited)
        assert (message.file, message.body) == ("auth.md", "xone\n")
        again = view.flush()
        assert isinstance(again, BodyEdited)
        assert again.body == "xone\n"
        app.give_body("xone\n")
        assert view.flush() is None
        await settle(pilot)
        assert app.bodies == []


async def test_a_message_under_way_carries_the_newest_text() -> None:
    app = holder("one\n", echo=False)
    async with running(app) as pilot:
        await pilot.press("x")
        await settle(pilot)
        (first,) = app.posted
        await pilot.press("y")
        flushed = view_of(app).flush()
        assert isinstance(first, BodyEdited)
        assert isinstance(flushed, BodyEdited)
        assert first.body == flushed.body == "xyone\n"


async def test_an_echo_of_an_older_text_leaves_newer_keys_alone() -> None:
    app = holder("one\n", echo=False)
    async with running(app) as pilot:
        await pilot.press("x")
        await settle(pilot)
        await pilot.press("y")
        app.give_body("xone\n")
        await settle(pilot)
        assert view_of(app).text == "xyone\n"
        assert app.bodies[-1] == "xyone\n"
        app.give_body("xyone\n")
        app.give_body("xone\n")
        assert view_of(app).text == "xone\n"


async def test_a_change_from_outside_keeps_cursor_view_and_undo() -> None:
    lines = [f"line {i}" for i in range(80)]
    app = holder("\n".join(lines))
    async with running(app, (50, 16)) as pilot:
        editor = view_of(app).editor
        await pilot.press("x")
        await settle(pilot)
        editor.selection = Selection((50, 2), (50, 4))
        editor.scroll_to(y=45, animate=False)
        await settle(pilot)
        app.give_body("xline 0\nnew\n" + "\n".join(lines[1:]))
        await settle(pilot)
        assert editor.selection == Selection((51, 2), (51, 4))
        assert editor.scroll_offset.y == 46
        assert len(app.bodies) == 1
        await pilot.press("ctrl+z", "ctrl+z")
        await settle(pilot)
        assert app.bodies[-1] == "\n".join(lines)


async def test_a_change_of_line_ends_from_outside_is_kept_at_the_next_edit() -> None:
    app = holder("one\ntwo\n")
    async with running(app) as pilot:
        app.give_body("one\r\ntwo\r\n")
        await settle(pilot)
        assert app.bodies == []
        await pilot.press("x")
        await settle(pilot)
        assert app.bodies == ["xone\r\ntwo\r\n"]


async def test_another_file_tells_the_last_keys_and_its_return_finds_the_place() -> None:
    app = holder("".join(f"line {i}\n" for i in range(80)))
    async with running(app, (50, 16)) as pilot:
        editor = view_of(app).editor
        first = app.memory
        editor.move_cursor((60, 3))
        editor.scroll_to(y=55, animate=False)
        await pilot.press("x")
        app.give(Memory("ui.md", "# Other\n"))
        await settle(pilot)
        assert view_of(app).text == "# Other\n"
        assert [m.file for m in app.posted if isinstance(m, BodyEdited)] == ["auth.md"]
        assert "linxe 60\n" in app.bodies[0]
        app.give(first)
        await settle(pilot)
        assert editor.cursor_location == (60, 4)
        assert editor.scroll_offset.y == 55
        app.view.memory = None
        await settle(pilot)
        assert editor.text == ""
        assert editor.read_only


async def test_a_locked_file_says_why_and_takes_no_keys() -> None:
    app = holder("one\n")
    async with running(app) as pilot:
        app.view.locked = "it lies outside [/] the project"
        await pilot.press("x", "enter", "delete")
        await settle(pilot)
        assert app.bodies == []
        assert view_of(app).text == "one\n"
        assert "read-only: it lies outside [/] the project" in seen(app)
        app.view.locked = ""
        await pilot.press("x")
        await settle(pilot)
        assert app.bodies == ["xone\n"]


async def test_a_text_above_the_limit_is_only_read() -> None:
    app = holder(("é" * 499 + "\n") * (EDIT_LIMIT // 999 + 1))
    async with running(app) as pilot:
        await pilot.press("x")
        await settle(pilot)
        assert app.bodies == []
        assert "too large to edit here" in seen(app)
        assert "f9" in seen(app)


async def test_a_line_of_markdown_is_found_behind_separators_that_end_no_line() -> None:
    app = holder("a\u2028b\nc\n" + "d\n" * 60)
    async with running(app) as pilot:
        view_of(app).goto(1)
        await settle(pilot)
        assert view_of(app).editor.cursor_location == (2, 0)
        view_of(app).goto(40)
        await settle(pilot)
        assert view_of(app).editor.cursor_location == (41, 0)
        assert view_of(app).editor.scroll_offset.y in range(25, 42)


async def test_the_preview_draws_hostile_markdown_and_follows_no_link(tmp_path: Path) -> None:
    target = tmp_path / "x.md"
    target.write_text("secret")
    links = f"[open]({target}) ![drawn](app.quit) <http://e/x> &#x202e;"
    app = holder(f"{links}\n\n" + "\n\n".join(HOSTILE))
    async with running(app, (60, 40)) as pilot:
        view_of(app).toggle_preview()
        await settle(pilot)
        drawn = seen(app)
        assert "\x1b" not in drawn
        assert "[@click=app.quit]x[/]" in drawn
        assert "␛[31mred" in drawn
        assert "".join(f"open ({target}) drawn (app.quit) http://e/x \ufffd".split()) in "".join(
            drawn.split()
        )
        strips = app.screen._compositor.render_strips()
        assert not any(s.style and s.style.meta.get("@click") for strip in strips for s in strip)
        await pilot.click(Markdown, offset=(2, 0))
        await settle(pilot)
        assert app.is_running
        assert "secret" not in seen(app)
        await pilot.press("x")
        view_of(app).toggle_preview()
        await settle(pilot)
        assert not view_of(app).query(Preview)
        assert app.focused is view_of(app).editor
        assert app.bodies == []


async def test_a_large_body_is_drawn_from_the_entry_at_the_cursor_on() -> None:
    entries = [f"### entry {i}\n\n" + "word " * 40 + "\n\n" for i in range(LIMIT // 100)]
    app = holder("".join(entries))
    async with running(app, (80, 30)) as pilot:
        view_of(app).goto(4 * 40 + 2)
        view_of(app).toggle_preview()
        await settle(pilot)
        drawn = seen(app)
        assert "entry 40" in drawn
        assert "entry 39" not in drawn
        assert "Drawn: lines 161 to" in drawn
        assert view_of(app).query_one(Preview).query_one(Notes).notes
        app.give_body("# Now\n")
        await settle(pilot)
        assert not view_of(app).query(Preview)


async def test_the_preview_of_a_small_body_shows_the_entry_at_the_cursor() -> None:
    app = holder("".join(f"### entry {i}\n\ntext\n\n" for i in range(50)))
    async with running(app, (60, 20)) as pilot:
        view_of(app).goto(4 * 20 + 2)
        view_of(app).toggle_preview()
        await settle(pilot)
        assert "entry 20" in "".join(seen(app).splitlines()[:3])


async def test_lines_are_numbered_only_where_there_is_room() -> None:
    for width, numbered in ((40, False), (120, True)):
        app = holder("one\n")
        async with running(app, (width, 20)):
            assert view_of(app).editor.show_line_numbers is numbered

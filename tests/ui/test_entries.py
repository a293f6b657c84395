"""Entries are listed without blocking, filtered, and opened in the body."""

import pytest
from textual.widgets import Input

from memtui.core.memory import Memory
from memtui.ui.messages import EntryRequested
from memtui.ui.widgets import entries as entries_module
from memtui.ui.widgets.entries import EntriesView
from tests.ui.text_apps import BLOCK, HOSTILE, Holder, running, seen, settle

BODY = """# Auth

### Use short tokens (2024-05-01)
- **Why:** so

#### [Gotcha] Clear the cache (2024-06-02)
- **Situation:** a longer text, so that the size is another one

#### [Pattern] Retry with a pause
"""


@pytest.fixture(autouse=True)
def short_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries_module, "PAUSE_SECONDS", 0.01)


class Counting(Holder):
    """Remembers the counts."""

    def __init__(self, body: str) -> None:
        super().__init__(EntriesView(), Memory("auth.md", BLOCK + body))
        self.counts: list[tuple[str, int]] = []

    def on_entries_view_counted(self, message: EntriesView.Counted) -> None:
        self.counts.append((message.file, message.count))


def view_of(app: Holder) -> EntriesView:
    assert isinstance(app.view, EntriesView)
    return app.view


async def test_each_entry_is_a_row_and_enter_asks_for_its_line() -> None:
    app = Counting(BODY)
    async with running(app, (80, 12)) as pilot:
        rows = seen(app).splitlines()
        assert rows[0].split() == ["1", "decision", "Use", "short", "tokens", "2024-05-01", "13"]
        assert rows[1].split()[:5] == ["2", "gotcha", "Clear", "the", "cache"]
        assert rows[2].split()[:3] == ["3", "pattern", "Retry"]
        assert len({len(row) for row in rows[:3]}) == 1
        assert app.counts == [("auth.md", 3)]
        assert view_of(app).count == 3
        await pilot.press("down", "enter")
        await settle(pilot)
        (asked,) = app.posted
        assert isinstance(asked, EntryRequested)
        assert (asked.file, asked.line) == ("auth.md", 5)
        await pilot.click(view_of(app).rows, offset=(20, 2), times=2)
        await settle(pilot)
        assert isinstance(app.posted[-1], EntryRequested)
        assert app.posted[-1].line == 8


async def test_the_list_follows_the_body_and_keeps_its_entry_in_hand() -> None:
    app = Counting(BODY)
    async with running(app, (80, 12)) as pilot:
        await pilot.press("down", "down")
        app.give_body(BODY + "\n### More (2024-07-01)\n")
        await settle(pilot)
        assert app.counts[-1] == ("auth.md", 4)
        entry = view_of(app).rows.entry_at(view_of(app).rows.cursor)
        assert entry
        assert entry.heading == "[Pattern] Retry with a pause"
        app.give(Memory("ui.md", "# Nothing\n"))
        await settle(pilot)
        assert app.counts[-1] == ("ui.md", 0)
        assert "No entries yet" in seen(app)
        app.view.memory = None
        await settle(pilot)
        assert view_of(app).count == -1
        assert "No entries" not in seen(app)


async def test_the_filter_takes_words_kinds_and_dates_in_any_form_and_escape_ends_it() -> None:
    app = Counting(BODY + "\n#### [Learned] 한국어 [/]\n")
    async with running(app, (80, 12)) as pilot:
        await pilot.press("slash", *"CAC")
        await settle(pilot)
        assert [r.split()[0] for r in seen(app).splitlines()[1:] if r.strip()] == ["2"]
        field = view_of(app).query_one(Input)
        for words, numbers in (
            ("decision", ["1"]),
            ("2024", ["1", "2"]),
            ("\u1112\u1161\u11ab", ["4"]),
            ("[/]", ["4"]),
        ):
            field.value = words
            await settle(pilot)
            rows = [r.split()[0] for r in seen(app).splitlines()[1:] if r.strip()]
            assert rows == numbers, words
        await pilot.press("enter")
        assert app.focused is view_of(app).rows
        await pilot.press("escape")
        await settle(pilot)
        assert view_of(app).rows.count == 4
        assert not field.display


async def test_hostile_headings_stay_in_their_row_at_any_width() -> None:
    hostile = [text for text in HOSTILE if "\t" not in text]
    body = "".join(f"### {text}\n" for text in hostile) + "### " + "long " * 2000 + "\n"
    for width in (24, 40, 100):
        app = Counting(body)
        async with running(app, (width, 20)):
            rows = seen(app).splitlines()
            assert app.is_running
            assert "\x1b" not in "".join(rows)
            assert max(map(len, rows)) <= width
            assert "[/]" in rows[0]
            assert "…" in rows[len(hostile)]


async def test_a_list_that_scrolls_shows_its_sizes_whole() -> None:
    app = Counting("".join(f"### entry {i}\n{'word ' * 100}\n" for i in range(40)))
    async with running(app, (50, 10)):
        rows = view_of(app).rows
        width = rows.scrollable_content_region.width
        assert width == 49
        assert rows.render_line(3).text == f"   4           {'entry 3':<27}{rows.sized[3][1]:>7}"


async def test_a_locked_file_says_why_and_is_listed() -> None:
    app = Counting(BODY)
    async with running(app, (80, 12)) as pilot:
        app.view.locked = "not UTF-8"
        await settle(pilot)
        assert "read-only: not UTF-8" in seen(app)
        assert "Clear the cache" in seen(app)

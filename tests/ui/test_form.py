"""The form: what each key posts, what it says, and what it leaves alone."""

import pytest

from memtui.core.memory import Memory
from memtui.core.metadata import UsageStats
from memtui.ui.messages import (
    UsageRequested,
    ValueEdited,
)
from memtui.ui.widgets.chips import ChipEntry
from memtui.ui.widgets.form_fields import Counters, SummaryField, written
from memtui.ui.widgets.line_input import LineInput
from memtui.ui.widgets.slider import Slider
from memtui.ui.widgets.wrap_input import WrapInput
from tests.ui.form_holding import AUTH, Heard, Holder
from tests.ui.holding import CONTROL, CONTROL_SHOWN, HOSTILE, lines, shown


async def test_every_value_stands_in_its_row_and_tab_goes_through_the_fields() -> None:
    app = Holder()
    async with app.run_test(size=(60, 16)) as pilot:
        app.form.terms = frozenset({"oauth", "login"})
        app.form.missing = frozenset({"src/auth/token.ts"})
        await pilot.pause()
        assert lines(app)[:9] == [
            "Tags        ✓oauth   session  +",
            "Relevant to ✓login  +",
            "Summary     Token handling in the API",
            "Importance  0.80   ━━━━━━━━━━━━━━━━●────",
            "Usage       loaded 12 · used 4 · ok 3",
            "Related     src/auth/token.ts   ✗ missing",
            "            src/auth/session.ts   +",
            "",
            "✓ Automaker reads this file as you see it.",
        ]
        stops = []
        for _ in range(7):
            await pilot.press("tab")
            assert app.focused is not None
            stops.append(type(app.focused))
        assert stops == [ChipEntry, ChipEntry, WrapInput, LineInput, Slider, Counters, ChipEntry]
        assert app.heard == Heard()


async def test_each_key_in_the_summary_posts_it_and_nothing_moves() -> None:
    app = Holder()
    async with app.run_test(size=(60, 16)) as pilot:
        app.summary.focus()
        await pilot.press("home", "N", "o", "space", "ctrl+z", "ctrl+y")
        token = "Token handling in the API"
        assert app.values("summary") == [
            f"N{token}",
            f"No{token}",
            f"No {token}",
            token,
            f"No {token}",
        ]
        assert app.summary.cursor_position == 3
        app.heard.edits.clear()
        await pilot.press("ctrl+k", "ctrl+u")
        assert app.values("summary") == ["No"]
        assert "✗ one line is due" in shown(app)
        await pilot.press("x")
        assert app.values("summary")[1:] == ["x"]
        assert "✗" not in shown(app)


async def test_what_is_replaced_from_outside_is_typed_on_at_its_end() -> None:
    app = Holder()
    async with app.run_test(size=(60, 16)) as pilot:
        app.summary.focus()
        await pilot.press("home", "tab", "home", "tab")
        text = AUTH.replace("Token handling", "Tokens and all").replace("0.8", "0.75")
        app.form.memory = Memory("auth.md", text)
        await pilot.pause()
        await pilot.press("shift+tab", "1", "shift+tab", "s")
        assert app.summary.value == "Tokens and all in the APIs"
        assert app.values("importance") == [0.751]


async def test_an_answer_that_is_behind_does_not_touch_what_is_typed() -> None:
    app = Holder()
    async with app.run_test(size=(60, 16)) as pilot:
        app.summary.focus()
        field_ = app.query_one(SummaryField)
        await pilot.press("end")
        with app.prevent(ValueEdited):
            for text in ("a", "b", "c"):
                app.summary.insert_text_at_cursor(text)
        for late in ("a", "ab"):
            field_.show("auth.md", f"Token handling in the API{late}")
            assert app.summary.value == "Token handling in the APIabc"
        field_.show("auth.md", "from outside")
        assert app.summary.value == "from outside"
        await pilot.press("ctrl+z")
        assert app.summary.value == "from outside"


async def test_a_key_typed_just_before_another_file_is_shown_belongs_to_the_first() -> None:
    app = Holder()
    async with app.run_test(size=(60, 16)) as pilot:
        app.summary.focus()
        app.summary.insert_text_at_cursor("!")
        app.form.memory = Memory("other.md", AUTH.replace("Token", "Key"))
        await pilot.pause()
        assert app.heard.edits == [("auth.md", "summary", "Token handling in the API!")]
        assert app.summary.value == "Key handling in the API"


async def test_a_refused_change_is_forgotten_when_the_form_is_hidden() -> None:
    app = Holder()
    async with app.run_test(size=(60, 16)) as pilot:
        app.summary.focus()
        with app.form.prevent(ValueEdited):
            await pilot.press("!")
        app.form.memory = Memory("auth.md", AUTH)
        await pilot.press("x")
        app.form.display = False
        await pilot.pause()
        assert app.form.memory is not None
        assert app.summary.value == app.form.memory.reading.metadata.summary


async def test_the_importance_follows_number_and_slider() -> None:
    app = Holder(AUTH.replace("0.8", "0.899"))
    async with app.run_test(size=(60, 16)) as pilot:
        assert app.number.value == "0.899"
        app.number.focus()
        await pilot.press("backspace", "backspace", "backspace", "backspace")
        assert app.values("importance") == [0.89, 0.8, 0.0]
        await pilot.press("backspace", "tab")
        assert "the file keeps 0.00" in shown(app)
        await pilot.press("right", "right")
        assert app.values("importance")[3:] == [0.05, 0.1]
        assert app.number.value == "0.10"
        assert "keeps" not in shown(app)
        await pilot.press("end")
        assert "always" in lines(app)[3]
        await pilot.press("shift+tab", "end", "x")
        assert "✗ not a number such as 0.8" in shown(app)
        await pilot.press("ctrl+u", *"1.5")
        assert "✗ 1.5 is not within 0 to 1" in shown(app)
        assert "the file keeps 1.00" in shown(app)
        await pilot.press("ctrl+u", *"0.7", "tab")
        assert app.number.value == "0.70"
        assert app.values("importance")[-3:] == [1.0, 0.0, 0.7]
        await pilot.click(Slider, offset=(10, 0))
        assert app.values("importance")[-1] == 0.5


async def test_an_importance_far_from_what_its_category_has_is_said() -> None:
    app = Holder(AUTH, "gotchas.md")
    async with app.run_test(size=(60, 16)) as pilot:
        assert "usually" not in shown(app)
        app.query_one(Slider).focus()
        await pilot.press("left")
        assert "gotchas usually has 0.9 and more" in shown(app)
        app.form.memory = Memory("testing.md", AUTH)
        await pilot.press("right", "right", "right")
        assert "testing usually has 0.6 to 0.7" in shown(app)
        app.form.memory = Memory("auth.md", AUTH)
        await pilot.pause()
        assert "usually" not in shown(app)


@pytest.mark.parametrize(
    ("value", "text"), [(0.8, "0.80"), (1, "1.00"), (0.899, "0.899"), (1e-7, "0.0000001")]
)
def test_an_importance_is_written_with_two_decimals_but_never_rounded(
    value: float, text: str
) -> None:
    assert written(value) == text


async def test_chips_of_each_list_post_their_key() -> None:
    app = Holder()
    async with app.run_test(size=(60, 16)) as pilot:
        await pilot.press("tab", *"jwt", "enter", "tab", "left", "backspace", "shift+tab")
        await pilot.click("#related ChipEntry")
        await pilot.press(*"a.ts", "enter")
        assert app.heard.edits == [
            ("auth.md", "tags", ("oauth", "session", "jwt")),
            ("auth.md", "relevantTo", ()),
            ("auth.md", "relatedFiles", ("src/auth/token.ts", "src/auth/session.ts", "a.ts")),
        ]


async def test_the_counters_are_set_only_in_a_dialog() -> None:
    app = Holder()
    async with app.run_test(size=(60, 16)) as pilot:
        app.query_one(Counters).focus()
        await pilot.press("1", "delete", "enter")
        await pilot.click(Counters, offset=(3, 0))
        first, second = app.heard.other
        assert isinstance(first, UsageRequested)
        assert isinstance(second, UsageRequested)
        assert (first.file, first.stats) == ("auth.md", UsageStats(12, 4, 3))
        assert app.heard.edits == []


async def test_another_file_forgets_what_was_not_added_and_errors() -> None:
    app = Holder()
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("tab", *"half[")
        app.number.focus()
        await pilot.press("x")
        assert shown(app).count("✗") == 2
        app.form.memory = Memory("b.md", AUTH)
        await pilot.pause()
        assert "✗" not in shown(app)
        assert app.query_one("#tags ChipEntry", ChipEntry).value == ""
        assert app.number.value == "0.80"
        app.form.memory = None
        await pilot.pause()
        assert shown(app).strip() == ""


async def test_the_same_values_again_disturb_nothing() -> None:
    app = Holder()
    async with app.run_test(size=(60, 16)) as pilot:
        await pilot.press("tab", *"ha")
        app.form.memory = Memory("auth.md", AUTH + "another line\n")
        await pilot.press(*"lf")
        assert app.query_one("#tags ChipEntry", ChipEntry).value == "half"
        app.summary.focus()
        app.summary.selection = app.summary.selection._replace(start=2, end=5)
        app.form.memory = Memory("auth.md", AUTH + "and another\n")
        await pilot.pause()
        assert app.summary.selected_text == "ken"


@pytest.mark.parametrize("size", [(40, 24), (120, 24)])
async def test_text_from_files_is_shown_literally(size: tuple[int, int]) -> None:
    app = Holder()
    async with app.run_test(size=size) as pilot:
        for text in HOSTILE:
            quoted = text.replace("'", "''")
            app.form.memory = Memory(
                f"{text}.md", f"---\nsummary: '{quoted}'\n'{quoted}': 1\n---\n"
            )
            await pilot.pause()
            assert f"Summary     {text}" in lines(app)[2]
            assert f"“{text}”" in shown(app).replace("\n  ", "")
        app.form.locked = CONTROL
        await pilot.pause()
        assert CONTROL_SHOWN in lines(app)[0]


async def test_ten_kilobytes_of_summary_stay_usable() -> None:
    text = "word " * 2048
    app = Holder(AUTH.replace("Token handling in the API", text.strip()))
    async with app.run_test(size=(60, 20)) as pilot:
        assert lines(app)[2].endswith("wo…")
        app.summary.focus()
        await pilot.press("end", "!")
        await pilot.pause()
        assert app.summary.size.height == 10
        assert any(line.rstrip().endswith("word!") for line in lines(app))
        await pilot.press("home", "down", "x")
        value = app.values("summary")[-1]
        assert isinstance(value, str)
        assert value.index("x") == app.summary.size.width - 3
        assert len(value) == len(text.strip()) + 2

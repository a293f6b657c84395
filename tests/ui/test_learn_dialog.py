"""What was learned and where it belongs: typed, ranked, previewed, returned; nothing is written."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from textual.pilot import Pilot
from textual.widget import Widget

from memtui.core.destinations import (
    Category,
    Document,
    Filing,
    Ground,
    Journal,
    Own,
    Owned,
    Topic,
)
from memtui.core.learning import Learning
from memtui.ui.screens import learn
from memtui.ui.screens.dialog import Dialog
from memtui.ui.screens.learn import Learn
from memtui.ui.screens.learn_form import LearnForm, Name, Text
from memtui.ui.screens.learn_places import PlaceRows, Setting
from memtui.ui.widgets.one_of import OneOf
from tests.ui.holding import CONTROL, CONTROL_SHOWN, HOSTILE, Holder, click_text, lines, shown

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
INDEX = (
    "# Index\n\n| Task type | Keywords | Files |\n|---|---|---|\n"
    "| Deploy/CI | deploy,docker | memory/deploying.md |\n"
)
AUTH = "# Auth\n\n## Sessions\n\nAn hour.\n\n## Tokens\n\nThey rotate.\n"
MEMORIES = {".automaker/memory/auth.md": "# Auth\n", ".automaker/memory/ui.md": "# UI\n"}
TABLE = {"memory/INDEX.md": INDEX, "memory/deploying.md": "# Deploying\n"}
OWN = "/home/kim/.claude/projects/-shop/memory/MEMORY.md"

SIZES = [(120, 40), (80, 24), (50, 20)]


def rank(said: str) -> Sequence[Owned]:
    if "token" not in said:
        return ()
    tokens = Owned(Document("docs/auth.md", 7, "Tokens"), "headings: token", AUTH)
    return (tokens, Owned(Document("docs/api.md"), "text: token", "# API\n"))


SETTING = Setting(
    Ground({**MEMORIES, **TABLE}), NOW, rank, task="Add login", category="auth", own=OWN
)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn, "PAUSE_SECONDS", 0.001)


async def settled(pilot: Pilot[None]) -> str:
    """Wait until the documents are ranked and the preview is made; return what is seen."""
    await pilot.pause(0.02)
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
    return shown(pilot.app)


def places(pilot: Pilot[None]) -> list[str]:
    return [place.kind for place in pilot.app.screen.query_one(PlaceRows).places]


async def go(pilot: Pilot[None], kind: str) -> str:
    """Choose a place with the keys."""
    rows = pilot.app.screen.query_one(PlaceRows)
    rows.focus()
    await pilot.press("home", *["down"] * places(pilot).index(kind))
    assert rows.in_hand.kind == kind
    return await settled(pilot)


def focused(pilot: Pilot[None]) -> str:
    widget: Widget | None = pilot.app.focused
    assert widget
    return widget.id or ""


# -- places


async def test_the_owners_come_first_with_their_why_then_topic_journal_memory_and_agent() -> None:
    app = Holder(Learn(SETTING))
    async with app.run_test(size=(120, 40)) as pilot:
        assert places(pilot) == ["topic", "journal", "category", "own"]
        assert "say in one sentence what was learned" in await settled(pilot)
        await pilot.press(*"Old tokens")
        text = await settled(pilot)
        assert places(pilot) == ["document", "document", "topic", "journal", "category", "own"]
        assert "docs/auth.md › Tokens" in text
        assert "headings: token" in text
        assert "line 11 · your editor opens with it there; leaving that writes it," in text
        assert "u takes it back" in text
        assert "+ Old tokens" in text
        await pilot.press("ctrl+s")
        learning = Learning("learning", "Old tokens")
        assert app.answers == [Filing(learning, Document("docs/auth.md", 7, "Tokens"))]


@pytest.mark.parametrize(
    ("setting", "kinds"),
    [
        (replace(SETTING, own=""), ["topic", "journal", "category"]),
        (Setting(Ground(TABLE), NOW, store=False), ["topic", "journal", "category"]),
        (Setting(Ground(MEMORIES), NOW), ["category", "topic", "journal"]),
        (Setting(Ground(), NOW, store=False), ["topic", "journal", "category"]),
    ],
)
async def test_what_the_project_has_comes_first(setting: Setting, kinds: list[str]) -> None:
    app = Holder(Learn(setting))
    async with app.run_test(size=(120, 40)) as pilot:
        assert places(pilot) == kinds
        text = " ".join(place.why for place in pilot.app.screen.query_one(PlaceRows).places)
        assert ("makes memory/INDEX.md" in text) is ("memory/INDEX.md" not in setting.ground.texts)
        assert ("makes the folder" in text) is not setting.store


async def test_a_chosen_place_stays_chosen_while_typing_ranks_others_above_it() -> None:
    app = Holder(Learn(SETTING))
    async with app.run_test(size=(80, 24)) as pilot:
        await go(pilot, "journal")
        pilot.app.screen.query_one("#content").focus()
        await pilot.press(*"tokens")
        await settled(pilot)
        assert places(pilot)[0] == "document"
        assert pilot.app.screen.query_one(PlaceRows).in_hand.kind == "journal"
        await pilot.press("ctrl+s")
        assert app.answers == [Filing(Learning("learning", "tokens"), Journal("Add login"))]


# -- each place


async def test_a_topic_file_takes_a_row_that_is_proposed_from_its_name() -> None:
    app = Holder(Learn(SETTING))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*"Rotate", *["enter"] * 4)
        assert focused(pilot) == "topic"
        await pilot.press(*"token-rotation")
        text = await settled(pilot)
        assert "memory/token-rotation.md and a row" in text
        assert "new file" in text
        assert "+ # Token rotation" in text
        form = pilot.app.screen.query_one(LearnForm)
        assert form.value("task_type") == "Token rotation"
        assert form.value("keywords") == "token, rotation"
        await pilot.press("enter", "ctrl+u", *"Auth", "enter", *", jwt")
        await pilot.press("shift+tab", "shift+tab", "end", "x")
        assert (form.value("task_type"), form.value("keywords")) == ("Auth", "token, rotation, jwt")
        await pilot.press("backspace", "ctrl+s")
        topic = Topic("token-rotation", "Auth", ("token", "rotation", "jwt"))
        assert app.answers == [Filing(Learning("learning", "Rotate"), topic)]


async def test_a_topic_file_that_fits_is_proposed_until_the_person_types_another() -> None:
    app = Holder(Learn(SETTING))
    async with app.run_test(size=(80, 24)) as pilot:
        form = pilot.app.screen.query_one(LearnForm)
        await pilot.press(*"Docker")
        await settled(pilot)
        assert form.value("topic") == "deploying"
        await pilot.press(*"s")
        await settled(pilot)
        assert form.value("topic") == ""
        await pilot.press("backspace", *["enter"] * 4, "ctrl+u", *"x")
        await settled(pilot)
        pilot.app.screen.query_one("#content").focus()
        await pilot.press(*", too")
        await settled(pilot)
        assert form.value("topic") == "x"


async def test_a_topic_file_that_a_row_leads_to_needs_none() -> None:
    app = Holder(Learn(SETTING))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press(*"Rollbacks", *["enter"] * 4, *"Deploying")
        text = await settled(pilot)
        assert "Row: keywords" not in text
        assert "memory/deploying.md  line 3" in text
        assert "INDEX.md" not in text
        await pilot.press("ctrl+s")
        assert isinstance(app.answers[0], Filing)
        assert isinstance(app.answers[0].destination, Topic)


async def test_the_journal_asks_for_task_problem_cause_lesson_and_next_time() -> None:
    app = Holder(Learn(SETTING))
    async with app.run_test(size=(120, 40)) as pilot:
        text = await go(pilot, "journal")
        for label in ("Lesson", "Problem", "Cause", "Next time", "Task"):
            assert any(label in line for line in lines(app))
        assert "● learning" not in text
        assert "Add login" in text
        pilot.app.screen.query_one("#content").focus()
        await pilot.press(*"Ask", "tab", *"p", "tab", *"c", "tab", *"n", "tab", "ctrl+u", *"T")
        text = await settled(pilot)
        assert "tasks/lessons.md  new file" in text
        assert "+ ## 2026-03-01 T" in text
        await pilot.press("ctrl+s")
        learning = Learning("learning", "Ask", "p", "c", "", "n")
        assert app.answers == [Filing(learning, Journal("T"))]


async def test_a_memory_file_is_the_one_in_hand_or_another() -> None:
    app = Holder(Learn(SETTING))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press(*"Rotate")
        text = await go(pilot, "category")
        assert ".automaker/memory/auth.md  line 3" in text
        assert "+ #### [Learned] Rotate (2026-03-01)" in text
        pilot.app.screen.query_one("#category").focus()
        await pilot.press("ctrl+u", *"결제")
        assert ".automaker/memory/general.md  new file" in await settled(pilot)
        await pilot.press("ctrl+u", *"u")
        await settled(pilot)
        await pilot.press("right")
        assert ".automaker/memory/ui.md" in await settled(pilot)
        await pilot.press("ctrl+s")
        assert app.answers == [Filing(Learning("learning", "Rotate"), Category("ui"))]


async def test_the_agents_own_memory_is_said_to_lie_outside() -> None:
    app = Holder(Learn(SETTING))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press(*"Rotate")
        assert "outside the project, asked again" in await go(pilot, "own")
        await pilot.press("enter")
        assert app.answers == [Filing(Learning("learning", "Rotate"), Own(OWN))]


async def test_files_with_unsaved_work_are_told() -> None:
    setting = replace(SETTING, unsaved=frozenset({".automaker/memory/auth.md"}))
    app = Holder(Learn(setting))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press(*"Rotate")
        assert "▲ joins the unsaved changes there" in await go(pilot, "category")
        assert "joins" not in await go(pilot, "journal")


# -- fields


async def test_each_kind_has_its_own_fields_and_what_was_typed_stays() -> None:
    app = Holder(Learn(SETTING))
    async with app.run_test(size=(120, 40)) as pilot:
        await go(pilot, "category")
        pilot.app.screen.query_one("#content").focus()
        await pilot.press(*"Rotate", "tab", *"ctx", "shift+tab", "shift+tab")
        assert focused(pilot) == "kind"
        seen = {}
        for kind in ("pattern", "gotcha", "decision"):
            await pilot.press("right")
            seen[kind] = await settled(pilot)
            assert f"● {kind}" in seen[kind]
        assert "Problem solved" in seen["pattern"]
        assert "+ - **Situation:** ctx" in seen["gotcha"]
        for label in ("Context", "Rejected", "Trade-offs", "Breaking if changed"):
            assert label in seen["decision"]
            assert label not in seen["gotcha"]
        assert "+ ### Rotate (2026-03-01)" in seen["decision"]
        await pilot.press("space", "left", "ctrl+s")
        assert app.answers == [
            Filing(Learning("decision", "Rotate", "ctx"), Category("auth")),
        ]


@pytest.mark.parametrize(
    ("kind", "keys", "field", "said"),
    [
        ("category", "", "content", "✗ Learning: say in one sentence"),
        ("topic", "Rotate", "topic", "✗ Topic: a name is missing"),
        ("journal", "", "content", "✗ Lesson: say in one sentence"),
    ],
)
async def test_what_is_missing_is_said_and_its_field_gets_the_focus(
    kind: str, keys: str, field: str, said: str
) -> None:
    app = Holder(Learn(SETTING))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys, "tab", "x")
        await go(pilot, kind)
        assert said not in shown(app)
        assert said.removeprefix("✗ ") in shown(app)
        await pilot.press("enter")
        assert app.answers == []
        assert said in await settled(pilot)
        assert focused(pilot) == field


async def test_what_was_typed_is_there_again_after_leaving() -> None:
    dialog = Learn(SETTING)
    app = Holder(dialog)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*"Rotate", "shift+tab", "right", "escape")
        assert app.answers == [None]
    again = Holder(Learn(SETTING, dialog.typed))
    async with again.run_test(size=(80, 24)) as pilot:
        assert "● pattern" in await settled(pilot)
        await go(pilot, "category")
        await pilot.press("enter")
        assert again.answers == [Filing(Learning("pattern", "Rotate"), Category("auth"))]


async def test_arrows_go_from_field_to_field_and_a_long_text_unfolds() -> None:
    app = Holder(Learn(SETTING))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*"word " * 30)
        assert "".join(lines(app)).count("word") >= 30
        await pilot.press("down")
        assert focused(pilot) == "context"
        await pilot.press("up", "up")
        assert focused(pilot) in ("content", "kind")


@pytest.mark.parametrize("size", SIZES)
async def test_the_mouse_does_all_of_it(size: tuple[int, int]) -> None:
    app = Holder(Learn(SETTING))
    async with app.run_test(size=size) as pilot:
        await pilot.press(*"Rotate")
        await click_text(pilot, "○ gotcha" if size[0] > 50 else "○ pattern")
        await click_text(pilot, "Journal")
        assert pilot.app.screen.query_one(PlaceRows).in_hand.kind == "journal"
        await click_text(pilot, "Memory")
        await click_text(pilot, "Append")
        assert isinstance(app.answers[0], Filing)
        assert app.answers[0].destination == Category("auth")
        assert app.answers[0].learning.type == ("gotcha" if size[0] > 50 else "pattern")


async def test_the_preview_can_be_scrolled_from_every_field() -> None:
    app = Holder(Learn(SETTING))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*"Rotate", "enter", *"context", "enter", *"why", "enter", *"t", "enter")
        await pilot.press(*"tokens")
        assert "tokens.md |" not in await settled(pilot)
        for _ in range(4):
            await pilot.press("pagedown")
        assert "memory/tokens.md |" in await settled(pilot)
        await go(pilot, "topic")
        await pilot.press(*["pageup"] * 4)
        assert "memory/tokens.md  new file" in await settled(pilot)


async def test_hostile_texts_are_shown_literally() -> None:
    for text in (*HOSTILE, CONTROL):
        owned = Owned(Document(f"docs/{text}", 1, text), text, f"# {text}\n\n{text}\n")
        ground = Ground({f".automaker/memory/{text}.md": text, "memory/INDEX.md": text})
        setting = Setting(ground, NOW, lambda _, o=owned: (o,), text, text)  # type: ignore[misc]
        for size in SIZES:
            app = Holder(Learn(setting, {"kind": "gotcha", "content": text, "why": text}))
            async with app.run_test(size=size) as pilot:
                seen = await settled(pilot)
                seen += await go(pilot, "category")
                seen += await go(pilot, "journal")
                wanted = CONTROL_SHOWN if text == CONTROL else text
                assert wanted[:12] in seen
                assert all(len(line) <= size[0] for line in lines(app))
                await pilot.press("ctrl+s")
                assert len(app.answers) == 1
                assert app.quits == 0


async def test_korean_is_taken_and_shown() -> None:
    app = Holder(Learn(SETTING))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*"토큰은 세션보다 오래 산다", *["enter"] * 4, *"토큰 회전")
        text = await settled(pilot)
        assert "memory/토큰-회전.md" in text
        assert "+ # 토큰 회전" in text
        await pilot.press("ctrl+s")
        topic = Topic("토큰 회전", "토큰 회전", ("토큰", "회전"))
        assert app.answers == [Filing(Learning("learning", "토큰은 세션보다 오래 산다"), topic)]


def test_every_key_has_an_id_a_description_and_a_tooltip() -> None:
    for kind in (Learn, LearnForm, Text, Name, OneOf):
        for binding in kind.BINDINGS:
            assert not isinstance(binding, tuple)
            assert binding.id
            assert binding.description
            assert binding.tooltip
    assert issubclass(Learn, Dialog)

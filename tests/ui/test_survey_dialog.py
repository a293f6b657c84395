"""Proposed rows: ticked, filtered, edited, and returned as they then read."""

from collections.abc import Sequence

import pytest
from textual.pilot import Pilot

from memtui.core import routing
from memtui.core.routing.new_rows import NewRow
from memtui.core.surveying.proposing import Proposal
from memtui.ui.screens.dialog import LongField
from memtui.ui.screens.survey import Survey
from memtui.ui.screens.survey_rows import SurveyRows
from tests.ui.holding import CONTROL, CONTROL_SHOWN, HOSTILE, Holder, click_text, lines, shown

PAGE = routing.read(
    "| Task type | Keywords | Files to load |\n|---|---|---|\n"
    "| Deploy/CI | deploy,docker | docs/ops/cicd.md, DEPLOY.md |\n"
    "| API work | api,endpoint | docs/api/ |\n"
)
BILLING = NewRow("Billing", ("invoice", "refund"), ("docs/billing.md",))
KUBERNETES = NewRow("Kubernetes", ("deploy", "helm"), ("docs/k8s.md", "DEPLOY.md"))
PAYMENT = NewRow("결제 오류", ("결제", "환불"), ("docs/결제.md",))
NOTES = NewRow("Notes", ("notes",), ("docs/misc/notes.md",))
PROPOSED = (BILLING, KUBERNETES, PAYMENT)

SIZES = [(120, 40), (80, 24), (50, 20)]


def dialog(proposed: Sequence[NewRow] = PROPOSED, lone: Sequence[NewRow] = (NOTES,)) -> Survey:
    offers = [Proposal(row, f"why {row.task_type}") for row in proposed]
    return Survey(offers, [Proposal(row, "named after the file") for row in lone], PAGE)


def value(pilot: Pilot[None], name: str) -> str:
    return pilot.app.screen.query_one(f"#{name}", LongField).value


@pytest.mark.parametrize("size", SIZES)
async def test_the_ticked_rows_are_returned(size: tuple[int, int]) -> None:
    app = Holder(dialog())
    async with app.run_test(size=size) as pilot:
        assert "Survey · 0 of 4 ticked" in shown(app)
        assert "why Billing" in shown(app)
        await pilot.press("space", "down", "space")
        assert "Survey · 2 of 4 ticked" in shown(app)
        await pilot.press("enter")
        assert app.answers == [(BILLING, PAYMENT)]


async def test_enter_without_a_tick_stays_and_says_what_to_do() -> None:
    app = Holder(dialog())
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.press("enter")
        assert app.answers == []
        assert "space, or a for all" in next(note.message for note in app._notifications)
        await pilot.press("escape")
        assert app.answers == [None]


async def test_all_proposals_are_ticked_at_once_and_lone_documents_one_by_one() -> None:
    app = Holder(dialog())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("space", "a")
        assert "3 of 4 ticked" in shown(app)
        await pilot.press("a")
        assert "0 of 4 ticked" in shown(app)
        assert "documents without a row · 1" in shown(app)
        await pilot.press("end")
        assert "named after the file" in shown(app)
        await pilot.press("space", "enter")
        assert app.answers == [(NOTES,)]


async def test_a_row_that_overlaps_has_a_sign_and_says_with_which() -> None:
    app = Holder(dialog())
    async with app.run_test(size=(120, 40)) as pilot:
        (marked,) = [line for line in lines(app) if "□ ▲" in line]
        assert "□ ▲ Kubernetes" in marked
        assert "no row overlaps with it" in shown(app)
        await pilot.press("down")
        text = "▲ row 1, Deploy/CI: fires on deploy, too; leads to DEPLOY.md already"
        assert text in shown(app)


async def test_an_edited_row_is_taken_as_the_table_reads_it_and_its_overlaps_follow() -> None:
    app = Holder(dialog())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("down", "e", *"/prod", "tab", "ctrl+u")
        assert "✗ keywords are missing" in shown(app)
        await pilot.press(*"`helm`, rollout,helm,", "tab", "ctrl+u", *"docs/k8s.md")
        assert "✓ no row overlaps" in shown(app)
        assert "Kubernetes/prod" in shown(app)
        assert "helm, rollout" in shown(app)
        await pilot.press("enter", "space", "enter")
        new = NewRow("Kubernetes/prod", ("helm", "rollout"), ("docs/k8s.md",))
        assert app.answers == [(new,)]


async def test_arrows_go_from_field_to_field_and_a_long_one_unfolds() -> None:
    words = tuple(f"keyword{number}" for number in range(12))
    app = Holder(dialog([BILLING._replace(keywords=words)]))
    async with app.run_test(size=(80, 24)) as pilot:
        assert "keyword11" not in shown(app)
        await pilot.press("e", "down")
        assert app.focused
        assert app.focused.id == "keywords"
        await pilot.pause()
        assert "keyword11" in shown(app)
        await pilot.press("down")
        assert app.focused.id == "files"
        await pilot.pause()
        assert "keyword11" not in shown(app)


async def test_escape_goes_from_a_field_to_the_rows_and_what_was_typed_stays() -> None:
    app = Holder(dialog())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("e", "x", "escape")
        assert app.answers == []
        assert app.screen.query_one(SurveyRows).has_focus
        assert value(pilot, "task_type") == "Billingx"
        await pilot.press("escape")
        assert app.answers == [None]


@pytest.mark.parametrize(
    ("field", "said"),
    [("task_type", "a task type"), ("keywords", "keywords are"), ("files", "files are")],
)
async def test_a_ticked_row_that_cannot_be_added_is_shown_first(field: str, said: str) -> None:
    app = Holder(dialog())
    async with app.run_test(size=(80, 24)) as pilot:
        app.screen.query_one(f"#{field}", LongField).focus()
        await pilot.press("ctrl+u", "enter", "space", "space", "end", "ctrl+s")
        assert app.answers == []
        assert f"✗ {said}" in shown(app)
        assert any("■ ✗" in line for line in lines(app))
        await pilot.press("space", "enter")
        assert app.answers == [(KUBERNETES,)]


async def test_the_filter_narrows_and_ticks_what_is_seen() -> None:
    app = Holder(dialog())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("slash", *"docs/k")
        assert "Billing" not in "\n".join(line for line in lines(app) if "□" in line)
        assert value(pilot, "task_type") == "Kubernetes"
        await pilot.press("enter", "a", "escape")
        assert app.answers == []
        assert "1 of 4 ticked" in shown(app)
        assert "Billing" in shown(app)
        assert value(pilot, "task_type") == "Kubernetes"
        await pilot.press("slash", *"zzzz")
        assert "no row has these letters" in shown(app)
        await pilot.press("enter", "e", "space")
        assert "1 of 4 ticked" in shown(app)
        await pilot.press("escape", "enter")
        assert app.answers == [(KUBERNETES,)]


async def test_a_wrong_row_that_the_filter_hides_is_shown() -> None:
    app = Holder(dialog())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("e", "tab", "ctrl+u", "enter", "space", "slash", *"결제")
        assert "1 of 4 ticked" in shown(app)
        await pilot.press("ctrl+s")
        assert app.answers == []
        assert "✗ keywords are missing" in shown(app)


async def test_the_mouse_ticks_moves_edits_and_adds() -> None:
    app = Holder(dialog())
    async with app.run_test(size=(120, 40)) as pilot:
        await click_text(pilot, "Kubernetes")
        assert "0 of 4 ticked" in shown(app)
        assert value(pilot, "task_type") == "Kubernetes"
        y = next(y for y, line in enumerate(lines(app)) if "결제 오류" in line)
        at = lines(app)[y].index("□")
        await pilot.click(offset=(at, y))
        assert "1 of 4 ticked" in shown(app)
        await click_text(pilot, "Billing", times=2)
        assert "2 of 4 ticked" in shown(app)
        assert app.answers == []
        await pilot.click("#keywords")
        await pilot.press("end", *", tax", "enter")
        await click_text(pilot, "Add ticked")
        assert app.answers == [(BILLING._replace(keywords=("invoice", "refund", "tax")), PAYMENT)]


async def test_nothing_to_propose_is_said() -> None:
    app = Holder(dialog((), ()))
    async with app.run_test(size=(80, 24)) as pilot:
        assert "every document has a route" in shown(app)
        await pilot.press("space", "a", "e", "enter", "escape")
        assert app.answers == [None]


async def test_hostile_rows_are_shown_literally_and_cut() -> None:
    texts = [*HOSTILE, CONTROL, "x" * 3000]
    rows = [NewRow(text, (text,), (text,)) for text in texts]
    for size in SIZES:
        app = Holder(Survey([Proposal(row, row.task_type) for row in rows], (), PAGE))
        async with app.run_test(size=size) as pilot:
            for text in (*HOSTILE, CONTROL_SHOWN, "x" * 10):
                assert text[:10] in shown(app)
                assert all(len(line) <= size[0] for line in lines(app))
                await pilot.press("down")
            await pilot.press("a", "ctrl+s")
            assert app.answers == [tuple(rows)]
            assert app.quits == 0


def test_every_key_has_an_id_a_description_and_a_tooltip() -> None:
    for kind in (Survey, SurveyRows):
        for binding in kind.BINDINGS:
            assert not isinstance(binding, tuple)
            assert binding.id
            assert binding.description
            assert binding.tooltip

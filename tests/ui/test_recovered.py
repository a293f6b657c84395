"""Drafts that survive: kept soon after an edit, and offered at the next start."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from memtui.core.workspace import Draft
from memtui.errors import StoreError
from memtui.store import disk, external, processes, state
from memtui.store.processes import Process
from memtui.store.project import Project
from memtui.store.recovery import Recovery
from memtui.ui.app import MemtuiApp
from memtui.ui.screens import keeping, recovered
from memtui.ui.screens.differences import LARGEST
from memtui.ui.screens.gone import Gone
from memtui.ui.screens.keeping import KEEP_AFTER, KEEP_APART
from memtui.ui.screens.recovered import Offered, Recovered
from memtui.ui.widgets import text_view
from tests.ui.conftest import MakeApp, idle
from tests.ui.editing import (
    AUTH,
    FILES,
    Editor,
    draft,
    editing,
    open_file,
    said,
    saved,
    screen,
    typed,
    until,
)
from tests.ui.holding import HOSTILE, Holder, lines, shown
from tests.ui.own_editor import lent

GONE = Process(2**22 + 1, "long ago")
LONG_GONE = Process(2**22 + 2, "longer ago")
TODAY = datetime(2026, 2, 3, 15, tzinfo=timezone(timedelta(hours=9)))
EARLIER = AUTH.replace("Token handling", "Lost words")


def files_of(project: Project) -> list[Path]:
    return list((state.project_folder(project) / "recovery").glob("*.json"))


def kept(project: Project) -> dict[str, Any]:
    """Return what stands in the recovery files, by path."""
    contents = [json.loads(file.read_bytes()) for file in files_of(project)]
    return {content["path"].rpartition("/")[2]: content for content in contents}


def leave(
    project: Project,
    drafts: Mapping[str, Draft],
    owner: Process = GONE,
    when: datetime = TODAY,
) -> None:
    """Leave drafts as an editor does that was killed."""
    recovery = Recovery(project, owner=owner, clock=lambda: when)
    recovery.want({project.memory_path(name): draft for name, draft in drafts.items()})
    recovery.keep()


def project_of(app: MemtuiApp) -> Project:
    return app.session.project


def memory(app: MemtuiApp, name: str) -> str:
    return (project_of(app).memory / name).read_bytes().decode()


# -- kept


async def test_an_edit_is_kept_soon_and_goes_when_it_is_saved_or_taken_back(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert KEEP_AFTER + text_view.LONGEST_SECONDS < KEEP_APART < 0.8
    app = make_app(FILES)
    project = project_of(app)
    async with editing(app) as pilot:
        assert not (state.project_folder(project) / "recovery").exists()
        await open_file(pilot, "auth.md")
        await pilot.press("f2")
        await typed(pilot, "x")
        await pilot.press("enter")
        await until(pilot, lambda: kept(project))
        content = kept(project)["auth.md"]
        assert content["base"] == AUTH
        assert content["text"] == draft(pilot, "auth.md") == AUTH.replace("session]", "session, x]")
        assert Process(content["process"], content["started"]) == processes.this()
        await pilot.press("backspace", "backspace")
        await until(pilot, lambda: draft(pilot, "auth.md") is None)
        await until(pilot, lambda: not kept(project))
        await typed(pilot, "y")
        await pilot.press("enter")
        await until(pilot, lambda: kept(project))
        await saved(pilot)
        await until(pilot, lambda: not kept(project))


async def test_what_is_typed_without_a_pause_is_kept_too(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The pause never comes.
    monkeypatch.setattr(text_view, "PAUSE_SECONDS", 3600.0)
    app = make_app(FILES)
    async with editing(app) as pilot:
        await open_file(pilot, "auth.md")
        await pilot.press("f3")
        end = monotonic() + 10
        while "auth.md" not in kept(project_of(app)):
            assert monotonic() < end
            await typed(pilot, "a")
        text = kept(project_of(app))["auth.md"]["text"]
        assert text.startswith(AUTH[: AUTH.index("# Auth")] + "a")


async def test_everything_is_kept_before_another_editor_has_the_terminal(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(FILES)
    seen: list[str] = []

    def edit(_: str, text: str) -> str:
        seen.append(kept(project_of(app))["auth.md"]["text"])
        return text + "more\n"

    monkeypatch.setattr(external, "edit", edit)
    async with editing(app) as pilot:
        with lent(app, monkeypatch):
            await open_file(pilot, "auth.md")
            await pilot.press("f3")
            await typed(pilot, "a")
            await pilot.press("f9")
            typed_text = AUTH.replace("# Auth", "a# Auth")
            await until(pilot, lambda: draft(pilot, "auth.md") == typed_text + "more\n")
    assert seen == [typed_text]


async def test_only_the_drafts_that_changed_are_written(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(FILES)
    async with editing(app) as pilot:
        for name in ("auth.md", "api.md"):
            await open_file(pilot, name)
            await pilot.press("f2")
            await typed(pilot, "x")
            await pilot.press("enter")
        await until(pilot, lambda: len(kept(project_of(app))) == 2)
        first = kept(project_of(app))
        await typed(pilot, "y")
        await pilot.press("enter")
        await until(pilot, lambda: ", y]" in kept(project_of(app))["api.md"]["text"])
        assert kept(project_of(app))["auth.md"] == first["auth.md"]


async def test_a_full_disk_is_said_once(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "KEEP_APART", 0.01)
    monkeypatch.setattr(keeping, "KEEP_AFTER", 0.01)
    tries = []

    def refuse(path: Path, data: bytes) -> None:
        tries.append(path)
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(disk, "write_whole", refuse)
    app = make_app(FILES)
    async with editing(app) as pilot:
        await open_file(pilot, "auth.md")
        await pilot.press("f2")
        for count in (1, 2):
            await typed(pilot, "xy"[count - 1])
            await pilot.press("enter")
            await until(pilot, lambda count=count: len(tries) >= count)  # type: ignore[misc]
            await idle(pilot)
        assert said(pilot).count("unsaved work is not kept against a crash") == 1
        assert "the disk is full" in said(pilot)
        assert draft(pilot, "auth.md") == AUTH.replace("session]", "session, x, y]")


async def test_what_is_discarded_at_the_end_is_kept_no_more(make_app: MakeApp) -> None:
    app = make_app(FILES)
    async with editing(app) as pilot:
        await open_file(pilot, "auth.md")
        await pilot.press("f3")
        await typed(pilot, "a")
        assert app.keep_now(pending=True) == 1
        assert kept(project_of(app))["auth.md"]["text"] == AUTH.replace("# Auth", "a# Auth")
        await pilot.press("ctrl+q")
        await until(pilot, lambda: "unsaved changes" in shown(app))
        await pilot.press("d", "enter")
    assert app.keep_now(pending=False) == 0
    assert kept(project_of(app)) == {}


# -- offered


async def offered(pilot: Editor) -> None:
    """Wait until the offer is shown."""
    await until(pilot, lambda: isinstance(pilot.app.screen, Recovered))
    await until(pilot, lambda: "unsaved work of an earlier run" in shown(pilot.app))


async def test_two_files_are_offered_and_taken_as_drafts_on_their_own_base(
    make_app: MakeApp,
) -> None:
    app = make_app(FILES)
    project = project_of(app)
    base = FILES["ui.md"].replace("loaded: 12", "loaded: 11")
    drafts = {"auth.md": Draft(AUTH, EARLIER), "ui.md": Draft(base, base + "More\n")}
    leave(project, drafts)
    leave(project, {"auth.md": Draft(AUTH, AUTH + "older\n")}, LONG_GONE, TODAY - timedelta(1))
    async with editing(app) as pilot:
        await offered(pilot)
        text = shown(app)
        assert "2 files have unsaved work of an earlier run, from 2026-02-03" in text
        assert "auth.md  +1 −1    " in text
        assert "- summary: Token handling in the API" in text
        assert "+ summary: Lost words in the API" in text
        assert "ui.md  +2 −1  ▲ changed on disk meanwhile" in text
        await pilot.press("enter")
        await until(pilot, lambda: draft(pilot, "auth.md") == EARLIER)
        assert screen(pilot).workspace.drafts.keys() == drafts.keys()
        assert screen(pilot).chosen == "auth.md"
        # What others wrote meanwhile is put together with it, as with every draft.
        await until(pilot, lambda: not screen(pilot).workspace.outdated)
        merged = FILES["ui.md"] + "More\n"
        assert draft(pilot, "ui.md") == merged
        mine = processes.this().number
        # The older draft waits for its turn; the others are this editor's.
        await until(pilot, lambda: len(files_of(project)) == 3)
        await until(pilot, lambda: kept(project)["ui.md"]["text"] == merged)
        contents = [json.loads(file.read_bytes()) for file in files_of(project)]
        assert sorted((c["process"] == mine, c["text"]) for c in contents) == sorted(
            [(True, EARLIER), (True, merged), (False, AUTH + "older\n")]
        )
        assert memory(app, "auth.md") == AUTH
        await idle(pilot)
        await saved(pilot)
        assert memory(app, "auth.md") == EARLIER
        await open_file(pilot, "ui.md")
        await saved(pilot)
        assert memory(app, "ui.md") == merged


@pytest.mark.parametrize("keys", [("d", "enter"), ("escape",), ("l",)])
async def test_dropped_drafts_are_put_aside_and_undecided_ones_come_again(
    make_app: MakeApp, keys: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recovered, "UNASKED_SECONDS", 0.0)
    app = make_app(FILES)
    project = project_of(app)
    leave(project, {"auth.md": Draft(AUTH, EARLIER)}, when=datetime.now(UTC))
    async with editing(app) as pilot:
        await offered(pilot)
        assert "1 file has unsaved work of an earlier run, from " in shown(app)
        await pilot.press(*keys)
        await until(pilot, lambda: app.screen is app.main)
        await idle(pilot)
        assert not screen(pilot).workspace.drafts
        assert memory(app, "auth.md") == AUTH
        dropped = list((state.project_folder(project) / "recovery" / "dropped").glob("*"))
        if keys[0] == "d":
            assert kept(project) == {}
            assert json.loads(dropped[0].read_bytes())["text"] == EARLIER
            assert str(dropped[0].parent) in said(pilot)
        else:
            assert kept(project)["auth.md"]["text"] == EARLIER
            assert dropped == []


async def test_nothing_is_offered_that_the_disk_has_or_that_another_editor_edits(
    make_app: MakeApp,
) -> None:
    app = make_app(FILES)
    project = project_of(app)
    leave(project, {"auth.md": Draft("old", AUTH)})
    leave(project, {"api.md": Draft(FILES["api.md"], "theirs")}, Process(1))
    async with editing(app) as pilot:
        await until(pilot, lambda: "auth.md" not in kept(project))
        await idle(pilot)
        assert app.screen is app.main
        assert kept(project)["api.md"]["text"] == "theirs"
        assert said(pilot) == ""


async def test_work_is_offered_when_tidying_up_fails(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(FILES)
    leave(project_of(app), {"auth.md": Draft(AUTH, EARLIER)})

    def refuse() -> None:
        raise StoreError("no way")

    monkeypatch.setattr(app.session, "tidy", refuse)
    async with editing(app) as pilot:
        await offered(pilot)
        assert "tidy: no way" in said(pilot)


async def test_a_damaged_file_is_named_and_stays(make_app: MakeApp) -> None:
    app = make_app(FILES)
    leave(project_of(app), {"auth.md": Draft(AUTH, EARLIER)})
    (file,) = files_of(project_of(app))
    file.write_text("{")
    async with editing(app) as pilot:
        await until(
            pilot, lambda: f"{file.name}: kept unsaved work that cannot be read" in said(pilot)
        )
        assert app.screen is app.main
    assert file.read_text() == "{"


async def test_work_in_a_store_that_is_gone_is_offered_before_a_new_store(
    make_app: MakeApp,
) -> None:
    app = make_app()
    leave(project_of(app), {"auth.md": Draft(AUTH, EARLIER)})
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        await offered(pilot)
        assert "auth.md  +15 −0  ▲ no longer on disk" in shown(app)
        await pilot.press("enter")
        await until(pilot, lambda: "No memory store yet" in shown(app))
        await pilot.press("n")
        await until(pilot, lambda: app.screen is app.main)
        assert draft(pilot, "auth.md") == EARLIER
        assert screen(pilot).chosen == "auth.md"
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(app.screen, Gone))
        await pilot.press("k")
        await until(pilot, lambda: draft(pilot, "auth.md") is None)
    assert memory(app, "auth.md") == EARLIER


# -- the dialog alone


def dialog(*texts: str, hours: int = 1) -> Recovered:
    return Recovered(
        [Offered(f"{text[:20]}.md", Draft("", text), "") for text in texts],
        (TODAY - timedelta(hours=hours)).astimezone(UTC),
        TODAY,
    )


@pytest.mark.parametrize("size", [(40, 30), (120, 30)])
async def test_text_is_shown_as_it_is(size: tuple[int, int]) -> None:
    app = Holder(dialog("\n".join((*HOSTILE, "\x1b]0;title\x07", ""))))
    async with app.run_test(size=size):
        text = shown(app)
        for line in HOSTILE:
            assert f"+ {line}" in text
        assert "␛]0;title␇" in text


async def test_nothing_is_dropped_by_keys_that_were_meant_for_the_screen_below(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(recovered, "UNASKED_SECONDS", 3600.0)
    app = Holder(dialog("x"))
    async with app.run_test() as pilot:
        await pilot.press(*"Add", "space")
        assert app.answers == []
        monkeypatch.setattr(recovered, "UNASKED_SECONDS", 0.0)
        await pilot.press("enter")
        assert app.answers == ["drop"]


async def test_the_time_stands_without_a_date_on_the_same_day() -> None:
    app = Holder(dialog("x"))
    async with app.run_test(size=(100, 30)):
        assert "from 14:00." in shown(app)
    app = Holder(dialog("x", hours=16))
    async with app.run_test(size=(100, 30)):
        assert "from 2026-02-02 23:00." in shown(app)


async def test_many_long_texts_are_counted_where_they_are_not_shown() -> None:
    app = Holder(dialog(*(f"{place}\n" * 300 for place in range(4))))
    async with app.run_test(size=(80, 2000)):
        text = shown(app)
        assert len([line for line in lines(app) if "│ + " in line]) == LARGEST // 300 * 300 + 300
        assert text.count("+300 −0") == 4

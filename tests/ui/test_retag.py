"""A tag changed across the store from the editor: said at each key, previewed, taken back."""

from pathlib import Path

import pytest
from textual.widgets import Input

from memtui.core.frontmatter import read
from memtui.core.memory import Memory
from memtui.ui.screens import retag
from memtui.ui.screens.plan_preview import PlanPreview
from memtui.ui.screens.retag import RetagScreen, used
from tests.ui.both_sides import edit, store
from tests.ui.conftest import MakeApp
from tests.ui.editing import (
    AUTH,
    FILES,
    Editor,
    closed,
    draft,
    editing,
    heard,
    screen,
    seen,
    typed,
    until,
    written,
)
from tests.ui.holding import CONTROL, CONTROL_SHOWN, HOSTILE, click_text, shown
from tests.ui.previews import accepted, previewed, taken_back

FEATURE = '{"title": "Add oauth", "description": "", "status": "backlog"}'
STORE = {
    **FILES,
    "login.md": AUTH.replace("oauth, session", "OAuth, sign-in").replace("\n", "\r\n"),
    "topic.md": AUTH.replace("oauth, session", "x").replace("[login]", "[oauth, login]"),
}


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch, quick: None) -> None:
    monkeypatch.setattr(retag, "PAUSE", 0.02)


async def asking(pilot: Editor, old: str, new: str) -> RetagScreen:
    """Open the dialog and type both tags."""
    await pilot.press("escape", "T")
    await until(pilot, lambda: isinstance(pilot.app.screen, RetagScreen))
    await typed(pilot, old)
    await pilot.press("enter")
    await typed(pilot, new)
    await looked(pilot)
    dialog = pilot.app.screen
    assert isinstance(dialog, RetagScreen)
    return dialog


async def looked(pilot: Editor) -> None:
    await pilot.pause(0.06)
    await until(
        pilot, lambda: not any(w.group == "look" and not w.is_finished for w in pilot.app.workers)
    )
    await pilot.pause()


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (50, 20)])
async def test_a_tag_gets_another_name_in_every_file_and_undo_brings_every_byte(
    make_app: MakeApp, tmp_path: Path, size: tuple[int, int]
) -> None:
    async with editing(make_app(STORE, features={"f1": FEATURE}), size) as pilot:
        await asking(pilot, "oauth", "인증")
        if size[0] > 50:
            text = shown(pilot.app)
            assert "2 files" in text
            assert "− oauth  + 인증" in text
            assert "− OAuth  + 인증" in text
            assert "topic.md: relevantTo has oauth too, and keeps it" in text
        text = await previewed(pilot)
        assert "Change the tag oauth to 인증?" in text
        if size == (120, 40):
            assert "Scores of the files that change" in text
            assert "auth.md" in text
            assert "for Add oauth" in text
        assert store(tmp_path) == STORE
        await accepted(pilot)
        changed = store(tmp_path)
        assert changed == {
            **STORE,
            "auth.md": STORE["auth.md"].replace("[oauth, ", "[인증, "),
            "login.md": STORE["login.md"].replace("[OAuth, ", "[인증, "),
        }
        await taken_back(pilot, "change the tag")
        assert store(tmp_path) == STORE


async def test_the_scores_before_and_after_are_those_of_the_feature(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(STORE, features={"f1": FEATURE})) as pilot:
        await until(pilot, lambda: len(screen(pilot).workspace.snapshot.features) == 1)
        workspace = screen(pilot).workspace
        feature = workspace.snapshot.features[0]
        before = workspace.with_feature(feature).selection.score_of("auth.md").score
        await asking(pilot, "oauth", "")
        text = await previewed(pilot)
        row = next(line for line in text.splitlines() if "auth.md" in line and "↓" in line)
        await accepted(pilot)
        workspace = screen(pilot).workspace
        after = workspace.with_feature(feature).selection.score_of("auth.md").score
        assert f"{before:.2f} → {after:.2f}" in row
        assert before > after
        assert read(store(tmp_path)["auth.md"]).metadata.tags == ("session",)


async def test_relevant_to_follows_when_asked_and_a_merged_tag_stands_once(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app(STORE)) as pilot:
        await asking(pilot, "oauth", "session")
        await click_text(pilot, "tags and relevantTo")
        await looked(pilot)
        assert "topic.md" in shown(pilot.app)
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlanPreview))
        await pilot.pause()
        await click_text(pilot, "Accept")
        await closed(pilot)
        await written(pilot)
        made = {name: read(text).metadata for name, text in store(tmp_path).items()}
        assert made["auth.md"].tags == ("session",)
        assert made["login.md"].tags == ("session", "sign-in")
        assert made["topic.md"].relevant_to == ("session", "login")


async def test_the_stores_words_are_completed_and_listed(make_app: MakeApp) -> None:
    async with editing(make_app(STORE)) as pilot:
        await pilot.press("escape", "T")
        await until(pilot, lambda: isinstance(pilot.app.screen, RetagScreen))
        await seen(pilot, "oauth 2")
        await typed(pilot, "sess")
        field = pilot.app.screen.query_one("#old", Input)
        await until(pilot, lambda: field._suggestion == "session")
        await pilot.press("right")
        assert field.value == "session"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("nowhere", "x", "no file has that tag"),
        ("oauth", "oauth", "is that tag already"),
        ("oauth", "a, b", "tags:"),
    ],
)
async def test_what_cannot_be_is_said_at_once_and_not_previewed(
    make_app: MakeApp, tmp_path: Path, old: str, new: str, why: str
) -> None:
    async with editing(make_app(STORE)) as pilot:
        dialog = await asking(pilot, old, new)
        await seen(pilot, why)
        await pilot.press("enter")
        await looked(pilot)
        assert pilot.app.screen is dialog
        await pilot.press("escape")
        await closed(pilot)
        assert store(tmp_path) == STORE


async def test_back_from_the_preview_keeps_what_was_typed(make_app: MakeApp) -> None:
    async with editing(make_app(STORE)) as pilot:
        await asking(pilot, "oauth", "other")
        await previewed(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, RetagScreen))
        values = [field.value for field in pilot.app.screen.query(Input)]
        assert values == ["oauth", "other"]


async def test_unsaved_work_is_not_written_over(make_app: MakeApp, tmp_path: Path) -> None:
    async with editing(make_app(STORE)) as pilot:
        await edit(pilot, "auth.md", "mine ")
        await until(pilot, lambda: draft(pilot, "auth.md"))
        await asking(pilot, "oauth", "other")
        await pilot.press("enter")
        await heard(pilot, "auth.md has unsaved changes: save them first")
        assert store(tmp_path) == STORE


async def test_hostile_tags_are_listed_as_they_stand(make_app: MakeApp) -> None:
    tags = [each for each in (*HOSTILE, CONTROL) if '"' not in each]
    quoted = ", ".join(f'"{each}"'.encode("unicode_escape").decode() for each in tags)
    hostile = AUTH.replace("oauth, session", quoted)
    async with editing(make_app({"[bold].md": hostile})) as pilot:
        await pilot.press("escape", "T")
        await until(pilot, lambda: isinstance(pilot.app.screen, RetagScreen))
        await looked(pilot)
        text = shown(pilot.app)
        assert "[@click=app.quit]x[/] 1" in text
        assert CONTROL_SHOWN in text
        await typed(pilot, "[[note]]")
        await looked(pilot)
        assert "[bold].md" in shown(pilot.app)
        await pilot.press("enter", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, PlanPreview))
        await seen(pilot, "Remove the tag [[note]]?")


@pytest.mark.parametrize(
    ("tags", "said"),
    [
        ("a", "1 tag, by how many files have it"),
        ("a, b", "2 tags, by how many files have them"),
    ],
)
def test_the_tags_are_counted(tags: str, said: str) -> None:
    memory = Memory("a.md", f"---\ntags: [{tags}]\n---\n")
    assert str(next(retag._listed((memory,)))) == said


def test_tags_are_counted_once_a_file_in_the_case_they_have_first() -> None:
    head = "---\ntags: [{}]\nrelevantTo: [{}]\n---\n"
    memories = (
        Memory("a.md", head.format("OAuth, oauth, b", "c")),
        Memory("b.md", head.format("oauth", "")),
    )
    assert used(memories) == {"OAuth": 2, "b": 1}
    assert list(used(memories)) == ["OAuth", "b"]

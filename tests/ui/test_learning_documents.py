"""What is learned goes into a document, through the person's own editor."""

from pathlib import Path

import pytest

from memtui.ui.app import MemtuiApp
from tests.ui.editing import editing, heard, said, seen
from tests.ui.holding import shown
from tests.ui.learning import CICD, app, append, ask, finished, history, home, root
from tests.ui.own_editor import lent, person

__all__ = ["app", "home", "root"]

LEARNED = CICD.replace("last image.\n", "last image.\n\nA rollback keeps the image\n")


async def test_a_document_opens_in_the_persons_editor_at_the_place(
    app: MemtuiApp, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = f"pathlib.Path({str(tmp_path / 'seen')!r}).write_text(sys.argv[1] + p.read_text())"
    code += "; p.write_text(p.read_text().replace('keeps', 'always keeps'))"
    person(tmp_path, monkeypatch, code)
    async with editing(app) as pilot:
        await ask(pilot, "A rollback keeps the image", "document")
        await seen(pilot, "docs/cicd.md › Rollback")
        await seen(pilot, "+ A rollback keeps the image")
        with lent(app, monkeypatch):
            await append(pilot)
        assert (tmp_path / "seen").read_text() == "+9" + LEARNED
        assert (root / "docs/cicd.md").read_text() == LEARNED.replace("keeps", "always keeps")
        assert history(root) == ["add a learning to docs/cicd.md"]
        await pilot.press("escape", "u")
        await seen(pilot, "docs/cicd.md")
        await pilot.press("enter")
        await heard(pilot, "taken back")
        assert (root / "docs/cicd.md").read_text() == CICD
    assert list((tmp_path / "copies").iterdir()) == []


async def test_without_a_terminal_to_lend_it_is_written_as_it_was_shown(
    app: MemtuiApp, root: Path
) -> None:
    async with editing(app) as pilot:
        await ask(pilot, "A rollback keeps the image", "document")
        await append(pilot)
        assert "written as it was shown" in said(pilot)
        assert (root / "docs/cicd.md").read_text() == LEARNED


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("p.write_text(p.read_text().replace('A rollback keeps the image\\n\\n', ''))", "left as"),
        ("sys.exit(3)", "status 3"),
    ],
)
async def test_what_is_thrown_away_in_the_editor_is_not_written_and_asked_again(
    app: MemtuiApp,
    root: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    code: str,
    told: str,
) -> None:
    person(tmp_path, monkeypatch, code)
    async with editing(app) as pilot:
        await ask(pilot, "A rollback keeps the image", "document")
        with lent(app, monkeypatch):
            await append(pilot)
        assert told in said(pilot)
        assert (root / "docs/cicd.md").read_text() == CICD
        assert history(root) == []
        await ask(pilot, "", "document")
        assert "A rollback keeps the image" in shown(pilot.app)


@pytest.mark.parametrize("theirs", ["end", "same"])
async def test_a_document_that_changes_under_the_editor_is_merged_or_asked_about(
    theirs: str,
    app: MemtuiApp,
    root: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = root / "docs/cicd.md"
    other = CICD + "\nTheirs.\n" if theirs == "end" else CICD.replace("last", "very last")
    code = f"pathlib.Path({str(path)!r}).write_text({other!r})"
    code += "; p.write_text(p.read_text().replace('last image', 'newest image'))"
    person(tmp_path, monkeypatch, code)
    mine = LEARNED.replace("last image", "newest image")
    async with editing(app) as pilot:
        await ask(pilot, "A rollback keeps the image", "document")
        with lent(app, monkeypatch):
            await pilot.press("ctrl+s")
            if theirs == "same":
                await seen(pilot, "docs/cicd.md was changed on both sides")
                await pilot.press("escape")
            await finished(pilot)
        if theirs == "end":
            assert path.read_text() == mine + "\nTheirs.\n"
            return
        assert path.read_text() == other
        (copy,) = (tmp_path / "copies").rglob("cicd.md")
        assert copy.read_text() == mine
        assert "is kept" in said(pilot)


async def test_a_document_that_went_meanwhile_is_told(app: MemtuiApp, root: Path) -> None:
    async with editing(app) as pilot:
        await ask(pilot, "A rollback keeps the image", "document")
        (root / "docs/cicd.md").unlink()
        await append(pilot)
        assert "docs/cicd.md: can no longer be read" in said(pilot)
        assert history(root) == []

"""One entry, edited in the person's own editor."""

from pathlib import Path

import pytest

from tests.ui.both_sides import file, memory
from tests.ui.conftest import MakeApp
from tests.ui.editing import Editor, editing, heard, in_hand, said, viewing
from tests.ui.entry_listing import ENTRIES, TEXT, listing, soon
from tests.ui.own_editor import editor_that, lent
from tests.ui.previews import taken_back

__all__ = ["soon"]


def kept_copy(pilot: Editor) -> bytes:
    """Return the copy that the last message names."""
    return Path(said(pilot).rpartition("kept: ")[2].splitlines()[0]).read_bytes()


async def test_one_entry_is_edited_in_the_persons_editor(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor_that(tmp_path, monkeypatch, 'cat "$1" > "$1.was"; printf "### New\\n- text\\n" > "$1"')
    app = make_app({"auth.md": TEXT})
    async with editing(app) as pilot:
        with lent(app, monkeypatch):
            await listing(pilot)
            await pilot.press("down", "down", "e")
            await heard(pilot, "done: edit entry 3 of auth.md")
            assert memory(tmp_path) == TEXT.replace(ENTRIES[2], "### New\n- text\n\n")
            await taken_back(pilot, "")
            assert memory(tmp_path) == TEXT


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("true", "entry 1 of auth.md: left as it was"),
        ("exit 3", "ended with status 3"),
        ('printf "" > "$1"', "would be empty; delete it instead; what you left"),
        ('printf "no heading" > "$1"', "would have no heading of its own; what you left"),
    ],
)
async def test_an_edit_that_is_none_or_cannot_be_writes_nothing_and_keeps_the_text(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, told: str
) -> None:
    editor_that(tmp_path, monkeypatch, script)
    app = make_app({"auth.md": TEXT})
    async with editing(app) as pilot:
        with lent(app, monkeypatch):
            await listing(pilot)
            await pilot.press("e")
            await heard(pilot, told)
            assert memory(tmp_path) == TEXT


async def test_an_entry_that_others_change_while_it_is_edited_is_not_overwritten(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = TEXT.replace("- **Why:** so", "- **Why:** theirs")
    other = tmp_path / "theirs"
    other.write_bytes(theirs.encode())
    editor_that(
        tmp_path, monkeypatch, f'cp "{other}" "{file(tmp_path)}"; printf "### Mine\\n" > "$1"'
    )
    app = make_app({"auth.md": TEXT})
    async with editing(app) as pilot:
        with lent(app, monkeypatch):
            await listing(pilot)
            await pilot.press("e")
            await heard(pilot, "changed by others meanwhile; what you left in the editor is kept")
            assert memory(tmp_path) == theirs
            assert kept_copy(pilot) == b"### Mine\n"


async def test_an_edit_goes_beside_what_others_wrote_meanwhile(
    make_app: MakeApp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor_that(
        tmp_path,
        monkeypatch,
        f'printf "\\n\\n### Theirs\\n" >> "{file(tmp_path)}"; printf "### Mine\\n" > "$1"',
    )
    app = make_app({"auth.md": TEXT})
    async with editing(app) as pilot:
        with lent(app, monkeypatch):
            await listing(pilot)
            await pilot.press("e")
            await heard(pilot, "done: edit entry 1 of auth.md")
            assert memory(tmp_path) == (TEXT + "\n\n### Theirs\n").replace(
                ENTRIES[0], "### Mine\n\n"
            )


async def test_a_terminal_that_cannot_be_lent_says_what_else_there_is(
    make_app: MakeApp, tmp_path: Path
) -> None:
    async with editing(make_app({"auth.md": TEXT})) as pilot:
        await listing(pilot)
        await pilot.press("e")
        await heard(pilot, "enter opens the body")
        await pilot.press("down", "enter")
        await viewing(pilot, "body")
        assert in_hand(pilot) == "auth.md"

"""The file in hand and the same file on the disk: what is typed here, what others write there."""

from pathlib import Path

from tests.ui.editing import AUTH, Editor, draft, open_file, saved, screen, typed, until

MINE = AUTH.replace("# Auth", "mine # Auth")
"""What is typed here."""
THEIRS = AUTH.replace("# Auth", "# Sign in")
"""What others write: it overlaps with `MINE`."""
LEARNED = "\n### Tokens rotate (2026-03-01)\n- **Pattern:** Twice a day.\n"
"""What others append."""


def file(tmp_path: Path, name: str = "auth.md") -> Path:
    """Return where a memory file of the editor's store lies."""
    return tmp_path / "shop" / ".automaker" / "memory" / name


def memory(tmp_path: Path, name: str = "auth.md") -> str:
    """Return the text of a memory file, its line ends as they are."""
    return file(tmp_path, name).read_bytes().decode()


def store(tmp_path: Path) -> dict[str, str]:
    """Return the text of every memory file by its name, line ends as they are."""
    return {path.name: memory(tmp_path, path.name) for path in file(tmp_path).parent.iterdir()}


async def edit(pilot: Editor, name: str, text: str) -> None:
    """Type something at the start of a body."""
    await open_file(pilot, name)
    await pilot.press("f3", "ctrl+home")
    await typed(pilot, text)


async def edit_mine(pilot: Editor) -> None:
    """Make `MINE` the draft of auth.md."""
    await edit(pilot, "auth.md", "mine ")
    await until(pilot, lambda: draft(pilot, "auth.md") == MINE)


async def save_typed(pilot: Editor, text: str, name: str = "auth.md") -> None:
    """Type something at the start of a body, save it, and return to the list."""
    await edit(pilot, name, text)
    await saved(pilot)
    await pilot.press("escape")
    await until(pilot, lambda: screen(pilot).page.files.rows.has_focus)


async def reread(pilot: Editor) -> None:
    """Look at the disk, as the watcher asks for, and wait for what is made of it."""
    await screen(pilot).read_disk().wait()
    await pilot.pause()
    groups = ("merge", "notice")
    await until(pilot, lambda: not any(w.group in groups for w in pilot.app.workers))

"""What reaches a real terminal while a hostile store is looked through, byte for byte."""

import re
from pathlib import Path

from tests.benchmarks.terminal import Terminal, bare, memtui
from tests.ui.hostile_store import build

ORDER = re.compile(
    rb"\x1b\[[0-?]*[ -/]*[@-~]"  # CSI
    rb"|\x1b[\]P_^X][^\x07\x1b]*(?:\x07|\x1b\\)?"  # OSC, DCS and the like
    rb"|\x1b."
    rb"|\xc2[\x80-\x9f]"  # C1 as UTF-8
    rb"|[\x00-\x09\x0b-\x1a\x1c-\x1f\x7f]"
)
"""Whatever a terminal acts on; a line feed only ends a line."""

TURNS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]")

KEYS = (
    "\x1b",  # escape: to the list
    "\x1b[B",  # down
    "\x1b[F",  # end
    "\x1b[H",  # home
    "\x1bOQ",  # f2: form
    "\x1b[Z",  # shift+tab
    "\x1bOR",  # f3: body
    "\x1b[6~",  # page down
    "\x1bOR",  # f3: preview
    "\x1b[6~",
    "\x1bOS",  # f4: entries
    "\x1b[15~",  # f5: on disk
    "\x1b[6~",
    "\x1b",
    "\x1b[19~",  # f8: agent
    "p",
    "\x1b[6~",
    "\x1b",
    "\x0f",  # ctrl+o: features
    "\x1b[6~",
    "\r",
    "t",
    "t",
    "  d",  # mark two, delete
    "\x1b",
    "r",
    "\x1b",
    "\x10",  # ctrl+p: palette
    "\x1b",
)


def orders(output: bytes) -> set[bytes]:
    """Return the orders in an output; colours and places of the cursor count as one each."""
    found = {match.group() for match in ORDER.finditer(output)}
    return {re.sub(rb"(\x1b\[)[\d;]*([mH])", rb"\1\2", order) for order in found}


def painted(terminal: Terminal, marker: str, keys: tuple[str, ...]) -> bytes:
    with terminal:
        terminal.wait_for(marker)
        for key in keys:
            terminal.press(key.encode())
        return terminal.seen


def test_no_order_of_a_file_reaches_the_terminal(tmp_path: Path) -> None:
    project = build(tmp_path / "store")
    usual = orders(painted(bare((100, 30)), "ready to type", ("a", "\t", "\x1b[Z")))
    terminal = memtui(str(project.root), str(tmp_path / "state"), size=(100, 30))
    output = painted(terminal, "gotchas", KEYS)
    text = ORDER.sub(b"", output).decode()
    assert "[@click=app.quit]x[/]" in text
    assert "␛]0;title␇" in text
    assert "GOTCHAS" in text
    assert "Delete 2 files?" in text
    assert not TURNS.search(text)
    assert orders(output) - usual == set()

"""What reaches a real terminal while a hostile store is looked through, byte for byte."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

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

F2, F3, F4, F5, F8 = "\x1bOQ", "\x1bOR", "\x1bOS", "\x1b[15~", "\x1b[19~"
ESCAPE, DOWN, HOME, END, PAGE_DOWN = "\x1b", "\x1b[B", "\x1b[H", "\x1b[F", "\x1b[6~"
FEATURES, PALETTE = "\x0f", "\x10"

# What depends on a screen or on a place waits until that is painted; an escape is never followed
# by a key at once, with which a busy program would read it as one.
STEPS = (
    ((ESCAPE,), "Mark"),
    ((DOWN, END, HOME, F2, F3, PAGE_DOWN, F3, PAGE_DOWN, F4, F5), "Next load"),
    ((PAGE_DOWN, F8), "Agent loads"),
    ((ESCAPE,), "Mark"),
    (("p",), "Prompt ·"),
    ((PAGE_DOWN, ESCAPE), "Files ·"),
    ((FEATURES,), "Features ·"),
    ((PAGE_DOWN, "\r"), "Files ·"),
    (("t", "t", "r"), "Rename "),
    ((ESCAPE,), "Files ·"),
    (("  d",), "Delete 2 files?"),
    ((ESCAPE,), "Files ·"),
    ((PALETTE,), "Search for"),
    (("[", ESCAPE), "Files ·"),
    (("n",), "New category"),
    (("zq",), "zq.md"),
)
"""What is pressed, and what is painted when it was answered."""


def orders(output: bytes) -> set[bytes]:
    """Return the orders in an output; colours and places of the cursor count as one each."""
    found = {match.group() for match in ORDER.finditer(output)}
    return {re.sub(rb"(\x1b\[)[\d;]*([mH])", rb"\1\2", order) for order in found}


def painted(terminal: Terminal, first: str, steps: Iterable[tuple[Iterable[str], str]]) -> bytes:
    with terminal:
        terminal.wait_for(first)
        for keys, answer in steps:
            before = len(terminal.seen)
            for key in keys:
                terminal.press(key.encode())
            terminal.wait_for(answer, 30, since=before)
        return terminal.seen


@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_no_order_of_a_file_reaches_the_terminal(tmp_path: Path) -> None:
    project = build(tmp_path / "store")
    usual = orders(painted(bare((100, 30)), "ready to type", [("a", "typed a")]))
    terminal = memtui(str(project.root), str(tmp_path / "state"), size=(100, 30))
    output = painted(terminal, "gotchas", STEPS)
    text = ORDER.sub(b"", output).decode()
    assert "[@click=app.quit]x[/]" in text
    assert "␛]0;title␇" in text
    assert "GOTCHAS" in text
    assert "Delete 2 files?" in text
    assert not TURNS.search(text)
    assert orders(output) - usual == set()

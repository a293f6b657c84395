"""An application that holds one dialog, and what its screen shows."""

from typing import Any

from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

HOSTILE = (
    "[/]",
    "[@click=app.quit]x[/]",
    "[Gotcha] x",
    "[bold",
    "[[note]]",
    "[$primary]x[/]",
)
"""Texts that are markup to a terminal library and mean nothing here."""

CONTROL = "a\x1b]0;title\x07b\x9b31mc\u200fd"
"""A text that would retitle a terminal, colour it and turn its direction."""

CONTROL_SHOWN = "a␛]0;title␇b\ufffd31mc\ufffdd"


class Holder(App[None]):
    """Shows one dialog and keeps what it returns."""

    def __init__(self, screen: Screen[Any]) -> None:
        super().__init__()
        self.held = screen
        self.answers: list[object] = []
        self.quits = 0

    def on_mount(self) -> None:
        self.push_screen(self.held, self.answers.append)

    async def action_quit(self) -> None:
        self.quits += 1


def lines(app: App[Any]) -> list[str]:
    """Return what the screen shows, line by line."""
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip).rstrip() for strip in strips]


def shown(app: App[Any]) -> str:
    """Return what the screen shows."""
    return "\n".join(lines(app))


async def click_text(pilot: Pilot[Any], text: str, *, times: int = 1) -> None:
    """Click in the middle of a text on the screen."""
    for y, line in enumerate(lines(pilot.app)):
        at = line.find(text)
        if at >= 0:
            await pilot.click(offset=(at + len(text) // 2, y), times=times)
            await pilot.pause()
            return
    raise AssertionError(f"{text!r} is not on the screen:\n{shown(pilot.app)}")

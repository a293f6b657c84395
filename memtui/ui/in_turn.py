"""Keys act one after the other: each finds what the one before it has done.

Textual gives a key to the widget that has the focus when the key arrives. Of keys that arrive at
once, or while the machine is busy, `tab` has not moved the focus yet when the letters behind it
are given away: they would stand in the field before.
"""

import asyncio
from collections import deque
from typing import Final

from textual import events
from textual.app import App
from textual.message import Message

ROUNDS: Final = 3
"""How often a key is followed: what a handler posts is handled a round later."""
PATIENCE_SECONDS: Final = 2.0
"""How long a key holds up the next at most: what follows it is lost with a widget that goes."""
START_SECONDS: Final = 10.0
"""The same for the start, of which nothing is lost: a busy machine may take as long."""
PAUSE_SECONDS: Final = 1.0
"""How long nobody has typed when a dialog may open that no key asked for."""


class Acted(Message):
    """Follows a key from widget to widget; when it has arrived, so has the key.

    Attributes:
        rounds: How often a key is followed after this, if others wait.
    """

    def __init__(self, rounds: int) -> None:
        super().__init__()
        self.rounds = rounds


class InTurnApp(App[None]):
    """An application that hands out a key once the one before it has acted."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: deque[events.Key | events.Paste] = deque()
        # What is typed before there is a field to type in waits for it.
        self._acting: Acted | None = Acted(0)
        self._patience: asyncio.TimerHandle | None = None
        self._typed_at = -PAUSE_SECONDS

    def on_ready(self) -> None:
        """Hand out what was typed before the first frame, once the first field has the focus."""
        self._follow(ROUNDS, START_SECONDS)

    async def on_event(self, event: events.Event) -> None:
        """Let a key wait while another one acts."""
        if not isinstance(event, events.Key | events.Paste) or event.is_forwarded:
            await super().on_event(event)
        else:
            self._typed_at = asyncio.get_running_loop().time()
            self._waiting += self._apart(event)
            await self._hand_out_all()

    async def typing_paused(self) -> None:
        """Wait until nobody is typing: a letter meant for a field must not answer a question."""
        loop = asyncio.get_running_loop()
        # Each key moves the end of the wait.
        while (rest := self._typed_at + PAUSE_SECONDS - loop.time()) > 0:  # noqa: ASYNC110
            await asyncio.sleep(rest)

    def _apart(self, event: events.Key | events.Paste) -> tuple[events.Key | events.Paste, ...]:
        """Return the two keys that a letter right behind `escape` was taken for one of.

        Most terminals send the same for both. A letter with `alt` means nothing here, unless a
        person has mapped it; and a terminal that tells the two apart sends no character with it.
        """
        if not isinstance(event, events.Key):
            return (event,)
        letter = event.character
        if letter and event.key.startswith("alt+") and event.key not in self.active_bindings:
            return events.Key("escape", "\x1b"), events.Key(letter, letter)
        return (event,)

    async def _hand_out_all(self) -> None:
        while self._waiting and not self._acting:
            await self._hand_out(self._waiting.popleft())

    async def _hand_out(self, event: events.Key | events.Paste) -> None:
        focused = self.focused
        await super().on_event(event)
        # A letter changes the text that it goes to, and nothing of where the next one goes.
        typed = isinstance(event, events.Paste) or (
            focused is not None and focused.check_consume_key(event.key, event.character)
        )
        if not typed:
            self._follow(ROUNDS, PATIENCE_SECONDS)

    def _follow(self, rounds: int, patience: float) -> None:
        acting = self._acting = Acted(rounds - 1)
        target = self.focused or self.screen
        # A message goes no further than to its sender, which would not be the application itself.
        target.post_message(acting.set_sender(target))
        loop = asyncio.get_running_loop()
        self._patience = loop.call_later(patience, self.post_message, acting)

    async def on_acted(self, event: Acted) -> None:
        """Hand out the keys that came meanwhile."""
        if event is not self._acting:
            return
        self._acting = None
        if self._patience:
            self._patience.cancel()
        if self._waiting and event.rounds:
            self._follow(event.rounds, PATIENCE_SECONDS)
        await self._hand_out_all()

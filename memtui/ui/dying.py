"""How the editor ends when it is killed or fails: nothing unsaved is lost, no text is shown.

Textual handles no signal but SIGINT, and shows the traceback of an internal error with the
values of all variables. Here both lead to the same: what is unsaved is written, the terminal is
restored, and one line says what happened. A terminal that was lent to another program comes back,
whatever that program does.
"""

import asyncio
import io
import os
import signal
import sys
import threading
from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Final

from rich.console import RenderableType
from textual.app import App
from textual.driver import Driver
from textual.worker import WorkerFailed

from memtui.errors import MemtuiError

SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
GRACE_SECONDS: Final = 0.1
"""How long keys that came before a signal have to be taken in."""
LONGEST_SECONDS: Final = 3.0
"""How long the end may take, for example with a terminal that takes nothing any more."""


class Outlet:
    """A terminal to write to; once it is gone, what is written goes nowhere.

    Textual's thread that writes would end, and whoever waits for it would wait for ever.

    Args:
        file: The terminal's.
        gone: Called when the terminal is found to be gone.
    """

    def __init__(self, file: io.TextIOBase, gone: Callable[[], object]) -> None:
        self._file = file
        self._gone = gone

    def fileno(self) -> int:
        """Return the descriptor."""
        return self._file.fileno()

    def write(self, text: str) -> None:
        """Write, or lose the terminal."""
        try:
            self._file.write(text)
        except OSError:
            self._lose()

    def flush(self) -> None:
        """Write what waits, or lose the terminal."""
        try:
            self._file.flush()
        except OSError:
            self._lose()

    def _lose(self) -> None:
        nowhere = os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC)
        # What waits in the file is written at the end of the process, which must not fail.
        os.dup2(nowhere, self.fileno())
        os.close(nowhere)
        with suppress(RuntimeError):
            # Unless the loop is closed: then nothing is to be told any more.
            self._gone()


class MortalApp(App[None]):
    """An application that keeps what is unsaved when it is killed or fails.

    Attributes:
        last_words: What to print once the terminal is restored.
        dying: Whether it was killed or has failed.
    """

    def __init__(self) -> None:
        super().__init__()
        self.last_words: tuple[str, ...] = ()
        self.dying = False
        self._force: Callable[[int], None] | None = None

    @abstractmethod
    def keep_now(self, *, pending: bool) -> int:
        """Write what is unsaved, and return how many files have unsaved work.

        Args:
            pending: Write what was just typed, too; that may fail where the widgets have failed.

        Raises:
            MemtuiError: When it cannot be written.
        """

    @abstractmethod
    def report(self, error: BaseException) -> str:
        """Write the log of an internal error, and return the one line that says so.

        Neither may hold the text of a file.
        """

    async def run_until_killed(self, force: Callable[[int], None]) -> None:
        """Run; a signal ends the application in order.

        Args:
            force: Ends the process soon with an exit code, whatever hangs.
        """
        self._force = force
        loop = asyncio.get_running_loop()
        for number in SIGNALS:
            # Not every platform's loop can do that.
            with suppress(NotImplementedError):
                loop.add_signal_handler(number, self.die, number)
        await self.run_async()

    def die(self, number: int) -> None:
        """End because of a signal, with the exit code 128 + its number.

        Args:
            number: The signal's.
        """
        if self.dying:
            return
        self._begin_to_die(128 + number)
        self.last_words = self._kept()
        asyncio.get_running_loop().call_later(GRACE_SECONDS, self._part, number)

    def _part(self, number: int) -> None:
        self.last_words = self._kept()
        self.exit(return_code=128 + number)

    def _begin_to_die(self, code: int) -> None:
        if not self.dying and self._force:
            self._force(code)
        self.dying = True

    def _kept(self) -> tuple[str, ...]:
        """Keep what is unsaved, and return what is to be said of it."""
        failed: Exception | None = None
        for pending in (True, False):
            try:
                # A signal comes from outside of every message.
                with self._context():
                    count = self.keep_now(pending=pending)
            except MemtuiError as error:
                return (f"unsaved work could not be kept: {error}",)
            except Exception as error:  # noqa: BLE001 (the widgets may have failed: without them)
                failed = error
            else:
                files = "1 file" if count == 1 else f"{count} files"
                said = f"unsaved work in {files} is kept; the next start offers it"
                return (said,) if count else ()
        return (f"unsaved work could not be kept: {self.report(failed)}",) if failed else ()

    @contextmanager
    def suspend(self) -> Iterator[None]:
        """Lend the terminal to another program, and take it back also when that fails.

        Textual's own leaves a terminal that was lent as it is when something is raised meanwhile.
        """
        failed: Exception | None = None
        with super().suspend():
            try:
                yield
            except Exception as error:  # noqa: BLE001 (it is raised again below)
                failed = error
        if failed:
            raise failed

    # -- internal errors; these four are Textual's own, of the version that is pinned

    def _handle_exception(self, error: Exception) -> None:
        leaving, code = self._exit, self._return_code
        if self._exception is None:
            said = self.report(error.error if isinstance(error, WorkerFailed) else error)
            if not leaving:
                self._fail(said)
        super()._handle_exception(error)
        if leaving:
            # What fails while all is taken down says nothing of the work that was done.
            self._return_code = code

    def _fatal_error(self) -> None:
        self._close_messages_no_wait()

    def panic(self, *renderables: RenderableType) -> None:
        """End because of an internal error; what would be shown may hold texts of files."""
        if self._exception:
            self._close_messages_no_wait()
        else:
            # The thread that reads the keys has failed, and nothing else: the terminal is gone.
            self.die(signal.SIGHUP)

    def _build_driver(self, *arguments: Any, **named: Any) -> Driver:
        driver = super()._build_driver(*arguments, **named)
        loop = asyncio.get_running_loop()
        if isinstance(file := getattr(driver, "_file", None), io.TextIOBase):
            gone = partial(loop.call_soon_threadsafe, self.die, signal.SIGHUP)
            driver._file = Outlet(file, gone)  # type: ignore[attr-defined]
        return driver

    def _fail(self, what: str) -> None:
        self._begin_to_die(1)
        self.last_words = (what, *self._kept())

    # -- the end

    def say_last_words(self) -> None:
        """Print what is to be said, unless the terminal is gone."""
        with suppress(OSError):
            for line in self.last_words:
                print(f"memtui: {line}", file=sys.stderr, flush=True)


def run(app: MortalApp) -> int:
    """Run an application to its end and return the exit code of the process."""
    timers: list[threading.Timer] = []

    def force(code: int) -> None:
        # All that can be kept is kept by then.
        timer = threading.Timer(LONGEST_SECONDS, os._exit, (code,))
        timer.daemon = True
        timer.start()
        timers.append(timer)

    asyncio.run(app.run_until_killed(force))
    app.say_last_words()
    for timer in timers:
        timer.cancel()
    return app.return_code or 0

"""What widgets tell the screen. Attributes go down, these go up."""

from typing import Literal

from textual.message import Message

from memtui.core.memory import Feature, Memory
from memtui.core.metadata import UsageStats, Value


class FeatureEdited(Message):
    """The person typed in the feature bar or picked a feature."""

    def __init__(self, feature: Feature) -> None:
        super().__init__()
        self.feature = feature


class FileChosen(Message):
    """The cursor of the file list stands on another file."""

    def __init__(self, file: str) -> None:
        super().__init__()
        self.file = file


class ValueEdited(Message):
    """A field of the form holds another value, already checked by `core.patch.check`."""

    def __init__(self, file: str, key: str, value: Value) -> None:
        super().__init__()
        self.file = file
        self.key = key
        self.value = value


class RewriteRequested(Message):
    """The person wants one field rewritten as one line that Automaker reads."""

    def __init__(self, file: str, key: str) -> None:
        super().__init__()
        self.file = file
        self.key = key


class BodyEdited(Message):
    """The body of a file was edited; every untouched line keeps its bytes."""

    def __init__(self, file: str, body: str) -> None:
        super().__init__()
        self.file = file
        self.body = body


class RawEdited(Message):
    """The whole text of a file was edited in the on-disk view."""

    def __init__(self, file: str, text: str) -> None:
        super().__init__()
        self.file = file
        self.text = text


class LineRequested(Message):
    """The person wants to see a line of the raw text.

    Attributes:
        line: From 1, in the whole text.
        reason: Why, shown beside it; may be empty.
    """

    def __init__(self, file: str, line: int, reason: str = "") -> None:
        super().__init__()
        self.file = file
        self.line = line
        self.reason = reason


class EntryRequested(Message):
    """The person wants to edit the body at an entry.

    Attributes:
        line: Line of the body, from 0.
    """

    def __init__(self, file: str, line: int) -> None:
        super().__init__()
        self.file = file
        self.line = line


Wanted = Literal["delete", "split", "edit"]
"""What can be done with entries."""


class EntriesRequested(Message):
    """The person wants to do something with entries of a file.

    Attributes:
        memory: The file as it was shown, which says what the numbers mean.
        numbers: Which entries.
    """

    def __init__(self, memory: Memory, numbers: tuple[int, ...], wanted: Wanted) -> None:
        super().__init__()
        self.memory = memory
        self.numbers = numbers
        self.wanted = wanted


class EntriesMoved(Message):
    """The person moved entries within their file.

    Attributes:
        memory: The file as it was shown, which says what the numbers mean.
        numbers: Which entries, in the order in which they are to stand.
        before: The entry that comes behind them; None for the end of the file.
    """

    def __init__(self, memory: Memory, numbers: tuple[int, ...], before: int | None) -> None:
        super().__init__()
        self.memory = memory
        self.numbers = numbers
        self.before = before


class UsageRequested(Message):
    """The person wants to set the counters of a file, which happens only in a dialog.

    Attributes:
        stats: What the file holds.
    """

    def __init__(self, file: str, stats: UsageStats) -> None:
        super().__init__()
        self.file = file
        self.stats = stats


class DocumentChosen(Message):
    """The person wants to see a document of the Routing page.

    Attributes:
        path: Its path in the project; ``""`` for the table.
    """

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path


class CellTyped(Message):
    """Something was typed in a cell that is not taken into the table yet."""

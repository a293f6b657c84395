"""What dialogs about entries share: the texts of entries, and the search for near-equal ones."""

from collections.abc import Collection

from textual.message import Message
from textual.message_pump import MessagePump
from textual.worker import Worker

from memtui.core.reorganize.carry import parts
from memtui.core.reorganize.change import Files
from memtui.core.reorganize.twins import EntryRef, Twins, near_equal
from memtui.core.workspace import Workspace


class Progress(Message):
    """A search goes on.

    Attributes:
        share: How much of it is done, 0 to 1.
    """

    def __init__(self, share: float) -> None:
        super().__init__()
        self.share = share


class Found(Message):
    """The near-equal entries of some files are known.

    Attributes:
        workspace: The store in which they were looked for.
        among: Names of the files whose entries were compared; None for all.
        pairs: What was found.
    """

    def __init__(
        self, workspace: Workspace, among: Collection[str] | None, pairs: tuple[Twins, ...]
    ) -> None:
        super().__init__()
        self.workspace = workspace
        self.among = among
        self.pairs = pairs


class _Stopped(Exception):
    """The person does not wait for it any more."""


def near_equal_in(
    told: MessagePump,
    worker: "Worker[None]",
    workspace: Workspace,
    among: Collection[str] | None = None,
) -> tuple[Twins, ...] | None:
    """Return the near-equal entries of the files on disk that may be written; in a thread.

    Args:
        told: Who gets the messages about the progress.
        worker: Whose cancelling ends the search.
        workspace: The store.
        among: Names of the files whose entries are compared; None for all.

    Returns:
        The pairs, or None when the search was ended.
    """

    def tell(share: float) -> None:
        if worker.is_cancelled:
            raise _Stopped
        told.post_message(Progress(share))

    files = [memory for memory in workspace.snapshot.memories if not memory.fault]
    try:
        return near_equal(files, among, told=tell)
    except _Stopped:
        return None


class EntryTexts:
    """The texts of entries; a file is read when one of its entries is first asked for."""

    def __init__(self, files: Files) -> None:
        self.take(files)

    def take(self, files: Files) -> None:
        """Take other files."""
        self._files = files
        self._read: dict[str, dict[int, str]] = {}

    def of(self, ref: EntryRef) -> str:
        """Return the text of an entry, without blank lines at its end; ``""`` if it is gone."""
        memory = self._files.get(ref.file)
        if memory is None:
            return ""
        if ref.file not in self._read:
            found = parts(ref.file, memory.reading.body)
            self._read[ref.file] = {part.number: part.content for part in found if part.number}
        return self._read[ref.file].get(ref.number, "")

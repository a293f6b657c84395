"""Finishes plans that were interrupted, or takes them back, whichever the files allow.

The files of a plan come to the disk one after the other, so an interrupted one has left its first
files new and the others old. Where somebody counted since, the counts stay. A file that is neither
was changed by somebody else: it is never touched, and both versions are kept in the journal.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from memtui.core.plan import Change
from memtui.errors import MemtuiError, StoreError
from memtui.store import disk, journal, records, state, steps
from memtui.store.carrying import Carrying
from memtui.store.files import clean_store
from memtui.store.journal import COMMAND, Writer
from memtui.store.linger import COMMAND_SECONDS, Lingering
from memtui.store.own import digest
from memtui.store.project import Project
from memtui.store.versions import Versions, combine

Outcome = Literal["finished", "taken back", "unreconciled", "waiting"]
Side = Literal["new", "old"]

_SHOWN = 3
"""File names in a message; of more, the number is said."""


@dataclass(frozen=True, slots=True)
class Recovered:
    """What became of a plan that had been interrupted.

    Attributes:
        id: Its number in the journal; ``""`` when its record cannot be read.
        what: The plan in a few words.
        outcome: ``finished``: all of it is on the disk; ``taken back``: nothing of it is;
            ``unreconciled``: some of it is, and was left so because of files that were changed
            since; ``waiting``: the disk refuses, and the next start tries again.
        paths: The files that were put right.
        changed: Those that somebody else changed since; they were not touched.
        line: All that in one line, for a person.
    """

    id: str
    what: str
    outcome: Outcome
    paths: tuple[str, ...]
    changed: tuple[Versions, ...]
    line: str


@dataclass(frozen=True, slots=True)
class _File:
    """A file of an interrupted plan.

    Attributes:
        change: What the plan was to do with it.
        stands: How it stands there; ``unknown`` is neither as before nor as the plan makes it.
        data: Its bytes; None when nothing stands there or it cannot be read.
        readable: Whether None means that nothing stands there.
        later: Whether a later change of memtui has touched it, so that it is no matter of this
            plan; `stands` tells how it stood then.
    """

    change: records.RecordedChange
    stands: Literal["new", "old", "unknown"]
    data: bytes | None = None
    readable: bool = True
    later: bool = False

    @property
    def is_foreign(self) -> bool:
        """Whether somebody else changed it."""
        return self.stands == "unknown" and not self.later


def finish(project: Project, writer: Writer = COMMAND) -> tuple[Recovered, ...]:
    """Put right what processes that are gone have left half done; to be called at each start.

    Their temporary files go too, from the folders of their plans and from the store's own.

    Args:
        project: Where.
        writer: How files are written.

    Returns:
        What was found, newest first; mostly nothing, which costs a look into some folders. A
        record that cannot be read is told as one that waits, and keeps nobody from working.

    Raises:
        StoreError: When the lock cannot be had.
    """
    clean_store(project)
    try:
        if not _abandoned(project):
            return ()
    except StoreError as error:
        return (Recovered("", "", "waiting", (), (), str(error)),)
    lingering = Lingering(COMMAND_SECONDS)
    with state.locked(project):
        found = tuple(
            _Recovery(project, record, writer, lingering).run() for record in _abandoned(project)
        )
    journal.settle(project, lingering, writer)
    return found


def _abandoned(project: Project) -> tuple[records.Record, ...]:
    begun = records.newest(project, "begun")
    return tuple(record for record in begun if record.is_abandoned)


class _Recovery:
    """One interrupted plan; the lock is held."""

    def __init__(
        self, project: Project, record: records.Record, writer: Writer, lingering: Lingering
    ) -> None:
        self._project = project
        self._record = record
        self._writer = writer
        self._lingering = lingering

    def run(self) -> Recovered:
        for folder in self._folders():
            # Another process that has the number does not hold the lock, so it writes nothing.
            disk.clean(folder, self._record.process.number)
        later = self._later()
        files = tuple(self._files(later))
        foreign = tuple(file for file in files if file.is_foreign)
        refused = ""
        for forwards in self._directions(files):
            try:
                paths = self._move(tuple(self._files(later)), forwards=forwards)
            except records.DamagedError:
                continue
            except MemtuiError as error:
                refused = refused or str(error)
                continue
            complete = forwards and not paths and not foreign
            self._keep_foreign(foreign)
            self._mark("done" if complete else "finished" if forwards else "rolled-back")
            return self._told("finished" if forwards else "taken back", paths, foreign)
        if refused:
            return self._told("waiting", (), foreign, refused)
        self._keep_foreign(foreign)
        self._mark("unreconciled")
        return self._told("unreconciled", (), foreign)

    def _folders(self) -> set[Path]:
        """Return the folders of the project in which temporary files may lie."""
        paths = [self._project.root / change.path for change in self._record.changes]
        # A link is written where it leads, and so is the temporary file.
        folders = {path.parent.resolve() for path in paths}
        folders |= {path.resolve().parent for path in paths}
        return {folder for folder in folders if folder.is_relative_to(self._project.root)}

    def _later(self) -> dict[str, str | None]:
        """Return the files that memtui changed afterwards, each with what it found there then."""
        found: dict[str, str | None] = {}
        for record in records.newest(self._project):
            if record.id == self._record.id:
                break
            if record.state in (*records.ON_DISK, "begun") and record.by == "memtui":
                found.update((change.path, change.before) for change in record.changes)
        return found

    def _files(self, later: Mapping[str, str | None]) -> Iterator[_File]:
        for change in self._record.changes:
            if change.path in later:
                yield _File(change, _stands(change, later[change.path]), later=True)
                continue
            try:
                data = steps.current(self._project, change.path)
            except MemtuiError:
                yield _File(change, "unknown", readable=False)
            else:
                file = _File(change, _stands(change, _digest(data)), data)
                yield self._counted(file) if file.is_foreign else file

    def _counted(self, file: _File) -> _File:
        """Return a file that was counted since as the old or the new one that it is."""
        found = self._versions(file)
        if found is None or found.base is None or found.mine is None:
            return file
        is_old = combine(found, texts=False) is not None
        is_new = combine(_turned(found), texts=False) is not None
        if is_old == is_new:
            return file
        return replace(file, stands="old" if is_old else "new")

    def _directions(self, files: Sequence[_File]) -> tuple[bool, ...]:
        """Return which ways are open, the better one first: True to finish, False to take back."""
        foreign = [number for number, file in enumerate(files) if file.is_foreign]
        if not foreign:
            # What is all old had hardly begun; the rest was wanted, and most of it may be there.
            return (True, False) if any(file.stands == "new" for file in files) else (False,)
        sides = {self._side(files, number) for number in foreign}
        if sides == {"new"}:
            return (True,)
        return (False,) if sides == {"old"} else ()

    def _side(self, files: Sequence[_File], number: int) -> Side | None:
        """Return which version of a foreign file the other program found, or None.

        What was carried out before a new file was new, what comes after an old one was old; where
        that does not decide, the lines of the file may.
        """
        order = [file.stands for file in files if file.stands != "unknown"]
        if order == sorted(order):  # first what is new, then what is old
            if any(file.stands == "new" for file in files[number + 1 :]):
                return "new"
            if any(file.stands == "old" for file in files[:number]):
                return "old"
        versions = self._versions(files[number])
        return _side_by_lines(versions) if versions else None

    def _versions(self, file: _File) -> Versions | None:
        """Return all versions of a file; None when the journal's are damaged, or it is no file."""
        try:
            base = self._blob(file.change.before)
            mine = self._blob(file.change.after)
        except records.DamagedError:
            return None
        return Versions(file.change.path, base, mine, file.data) if file.readable else None

    def _blob(self, name: str | None) -> bytes | None:
        return None if name is None else records.blob(self._project, name)

    def _move(self, files: Sequence[_File], *, forwards: bool) -> tuple[str, ...]:
        """Bring the files that stand on the other side over, whole or not at all."""
        side = "old" if forwards else "new"
        wanted = [file for file in files if file.stands == side and not file.later]
        if not forwards:
            wanted.reverse()
        changes = [self._change(file, forwards=forwards) for file in wanted]
        kept = {file.change.path: file.change.kept for file in wanted}
        leaves = self._record.leaves if forwards else self._record.folders
        prepared = steps.prepare(self._project, changes, kept)
        folders = [self._project.root / folder for folder in leaves]
        Carrying(prepared, self._lingering, self._writer.own, folders).carry_out()
        return tuple(change.path for change in changes)

    def _change(self, file: _File, *, forwards: bool) -> Change:
        base, mine = self._blob(file.change.before), self._blob(file.change.after)
        found = Versions(file.change.path, base, mine, file.data)
        if not forwards:
            found = _turned(found)
        if found.disk == found.base:
            return Change(found.path, found.base, found.mine)
        combined = combine(found, texts=False)
        assert combined is not None
        return Change(found.path, found.disk, combined.data)

    def _keep_foreign(self, foreign: Sequence[_File]) -> None:
        """Keep what somebody else wrote beside what this plan was to write."""
        read = [file for file in foreign if file.readable]
        if not read:
            return
        changes = tuple(
            records.RecordedChange(file.change.path, file.change.after, _digest(file.data))
            for file in read
        )
        what = f"changed while “{self._record.what}” was interrupted"
        record = replace(
            self._record,
            when=self._writer.clock(),
            what=what,
            by="outside",
            changes=changes,
            folders=(),
            leaves=(),
            undoes="",
            redoes="",
            state="done",
        )
        records.write(self._project, record, [f.data for f in read if f.data is not None])

    def _mark(self, new: records.State) -> None:
        records.mark(self._project, self._record, new)

    def _told(
        self, outcome: Outcome, paths: tuple[str, ...], foreign: Sequence[_File], why: str = ""
    ) -> Recovered:
        versions = tuple(found for file in foreign if (found := self._versions(file)))
        line = self._line(outcome, paths, foreign, why)
        return Recovered(self._record.id, self._record.what, outcome, paths, versions, line)

    def _line(
        self, outcome: Outcome, paths: Sequence[str], foreign: Sequence[_File], why: str
    ) -> str:
        others = names([file.change.path for file in foreign])
        kept = "memtui's journal keeps both versions"
        begin = f"“{self._record.what}” was interrupted"
        if outcome == "waiting":
            return f"{begin} and cannot be put right yet: {why}"
        if outcome == "unreconciled":
            cause = f"{others} changed since" if others else "its journal is damaged"
            return f"{begin}; {cause}, so it was left as it is: {kept}"
        if outcome == "finished":
            end = f"finished: {names(paths)}" if paths else "complete all the same"
        else:
            end = "taken back: every file is as before" if paths else "nothing of it was written"
        return f"{begin}; {end}" + (f"; {others} changed since and stays: {kept}" if others else "")


def names(paths: Sequence[str]) -> str:
    """Return the names of some files for a message, or how many there are."""
    shown = [path.rpartition("/")[2] for path in paths[:_SHOWN]]
    more = len(paths) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def _digest(data: bytes | None) -> str | None:
    return None if data is None else digest(data)


def _stands(change: records.RecordedChange, found: str | None) -> Literal["new", "old", "unknown"]:
    if found == change.after:
        return "new"
    return "old" if found == change.before else "unknown"


def _side_by_lines(file: Versions) -> Side | None:
    """Return which version of a file shows in what stands there, by the lines they differ in."""
    base, mine, here = _lines(file.base), _lines(file.mine), _lines(file.disk)
    added, removed = mine - base, base - mine
    is_new, is_old = bool(here & added), bool(here & removed)
    if is_new != is_old:
        return "new" if is_new else "old"
    common = base & mine
    if is_new or not common or not common <= here:
        return None
    # Its common lines are there. Of what was only added, or only removed, nothing is.
    if added and removed:
        return None
    return "old" if added else "new"


def _turned(file: Versions) -> Versions:
    """Return the versions of the same change, taken back."""
    return replace(file, base=file.mine, mine=file.base)


def _lines(data: bytes | None) -> set[bytes]:
    return {line.strip() for line in (data or b"").splitlines()} - {b""}

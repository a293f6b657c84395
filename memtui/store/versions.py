"""A file that memtui and somebody else changed: its versions, and what is to be made of them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Versions:
    """A file of a change that somebody else changed as well.

    Attributes:
        path: Relative to the project's root.
        base: What the change starts from; None when there was no file.
        mine: What the change makes of it; None when it deletes it.
        disk: What stands there; None when nothing does.
    """

    path: str
    base: bytes | None
    mine: bytes | None
    disk: bytes | None


@dataclass(frozen=True, slots=True)
class Combined:
    """What holds both changes of a file.

    Attributes:
        data: Its bytes, or None when it goes.
        counted: Whether the other side only counted.
        notes: What the bytes do not show, one line each, for a person.
    """

    data: bytes | None
    counted: bool
    notes: tuple[str, ...] = ()


def combine(file: Versions, *, texts: bool) -> Combined | None:
    """Return what holds both changes of a file, or None when a person has to decide.

    Where the other side only counted, the counts stay; a file that is to go does so.

    Args:
        file: The file.
        texts: Whether more than counts is merged, as long as the sides do not overlap.
    """
    # Imported here for start-up: it is seldom needed.
    from memtui.core.counting import only_counted
    from memtui.core.merging.merge import merge

    if file.base is None or file.disk is None:
        return None
    try:
        base, disk = file.base.decode(), file.disk.decode()
    except UnicodeDecodeError:
        return None
    counted = only_counted(base, disk)
    if file.mine is None:
        return Combined(None, counted) if counted else None
    if not counted and not texts:
        return None
    merged = merge(base, file.mine.decode(), disk)
    return None if merged.conflicts else Combined(merged.text.encode(), counted, merged.notes)

"""The errors that memtui raises on purpose.

::

    MemtuiError                 base: one line that says what, where and what to do
    ├── NoProject               no store from this folder upwards, or a path in no store
    ├── NoSuchFile              a category or path that does not exist
    ├── BadValue                a value out of range or of the wrong kind, for a key
    ├── CannotPatch             a frontmatter shape whose bytes cannot be replaced safely
    ├── Changed                 a file is not what the plan expected; nothing was written
    ├── Undecided               both sides changed a file in the same place; nothing was written
    ├── NotWritable             a file that memtui never writes (outside, not UTF-8, …)
    ├── NotConserved            a plan that would lose or double an entry, or lose other text
    ├── StoreError              the disk refused: full, read-only, permission, …
    └── BadSettings             the settings file cannot be read

``exit_code`` is what the commands end with: 1 when the answer is no and nothing was
written, 2 when the command could not run.
"""


class MemtuiError(Exception):
    """Base of every error that memtui raises on purpose; its text is one line for a person."""

    exit_code = 2


class NoProject(MemtuiError):
    """No memory store was found."""


class NoSuchFile(MemtuiError):
    """The named category or path does not exist."""


class BadValue(MemtuiError):
    """A value that the field cannot take.

    Attributes:
        key: The frontmatter key, dotted (``usageStats.loaded``), or ``""``.
    """

    exit_code = 1

    def __init__(self, message: str, key: str = "") -> None:
        super().__init__(message)
        self.key = key


class CannotPatch(MemtuiError):
    """A frontmatter shape whose bytes cannot be replaced safely.

    Attributes:
        line: Line of the text where it is mended by hand, from 1.
        reason: Why, without the line.
        file: Name of the file, or ``""`` where the caller knows it.
    """

    exit_code = 1

    def __init__(self, reason: str, line: int, file: str = "") -> None:
        super().__init__(f"{file and f'{file}: '}line {line}: {reason}")
        self.file = file
        self.reason = reason
        self.line = line


class Changed(MemtuiError):
    """Files differ from what the plan expects; nothing was written.

    Attributes:
        paths: Those files, relative to the project.
    """

    exit_code = 1

    def __init__(self, paths: tuple[str, ...]) -> None:
        names = ", ".join(paths)
        super().__init__(f"{names}: changed on disk since it was read; nothing was written")
        self.paths = paths


class Undecided(MemtuiError):
    """Files were changed on disk in a way that only a person can put together with a draft.

    Attributes:
        paths: Those files, relative to the project.
    """

    exit_code = 1

    def __init__(self, paths: tuple[str, ...]) -> None:
        super().__init__(f"{', '.join(paths)}: changed on both sides; nothing was written")
        self.paths = paths


class NotWritable(MemtuiError):
    """A file that is shown and never written."""

    exit_code = 1


class NotConserved(MemtuiError):
    """A reorganisation that would lose or double an entry, or lose other text; nothing was written.

    Attributes:
        file: Name of the file in which that stands now.
        number: Number of the entry there, 0 when it is no entry.
    """

    exit_code = 1

    def __init__(self, message: str, file: str, number: int = 0) -> None:
        super().__init__(message)
        self.file = file
        self.number = number


class StoreError(MemtuiError):
    """The disk refused a read or a write; the old file is whole."""


class BadSettings(MemtuiError):
    """The settings file cannot be read."""

"""A memory file and a feature, as values."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from memtui.core import automaker, frontmatter
from memtui.core.metadata import Metadata
from memtui.core.tokens import quarters, tokens

if TYPE_CHECKING:
    from memtui.core.routing import Page

FaultKind = Literal["not-utf8", "outside", "unreadable", "not-a-file"]


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a file is listed and never written.

    Attributes:
        kind: ``not-utf8`` and ``outside`` (a link that leads out of the project) can still be
            read by Automaker; ``unreadable`` and ``not-a-file`` by nobody.
        reason: For a person, without the file's name.
    """

    kind: FaultKind
    reason: str

    @property
    def hides(self) -> bool:
        """Whether nobody can read the file, so that it is no candidate in any profile."""
        return self.kind in ("unreadable", "not-a-file")


@dataclass(frozen=True)
class Memory:
    """One file of the store or one document, as it stands on disk or in a draft.

    Attributes:
        name: File name with its ending (``auth.md``); of a document its path in the project.
        text: The whole text, with byte-order mark and line ends as they are; bytes that are no
            UTF-8 became U+FFFD (then `fault` says so). Empty when nobody can read the file.
        fault: Why the file is never written, or None for a sound file.
    """

    name: str
    text: str
    fault: Fault | None = None

    @cached_property
    def reading(self) -> frontmatter.Reading:
        """The file as a YAML parser takes it (profile ``documented``)."""
        return frontmatter.read(self.text)

    @cached_property
    def automaker(self) -> tuple[Metadata, str]:
        """Metadata and body as Automaker's own reader takes them."""
        return automaker.read(self.text)

    @cached_property
    def routes(self) -> "Page":
        """The routing tables in the text; it is a document then, not a memory."""
        # Function-local for start-up: a ranking needs no table.
        from memtui.core.routing.kept import read

        return read(self.text)

    @cached_property
    def tokens(self) -> int:
        """Estimated tokens of the body."""
        return tokens(self.reading.body)

    @cached_property
    def quarters(self) -> int:
        """Size of the body as it stands in a prompt, in quarters of a token."""
        return quarters(self.reading.body.strip())

    @cached_property
    def automaker_tokens(self) -> int:
        """Estimated tokens of the body as Automaker's own reader takes it."""
        body = self.automaker[1]
        return self.tokens if body == self.reading.body else tokens(body)

    @cached_property
    def automaker_quarters(self) -> int:
        """Size in a prompt, in quarters of a token, as Automaker's own reader takes the body."""
        body = self.automaker[1]
        return self.quarters if body == self.reading.body else quarters(body.strip())

    @property
    def stem(self) -> str:
        """The category's name: the file name without its ending."""
        return self.name[:-3] if self.name[-3:].lower() == ".md" else self.name


@dataclass(frozen=True, slots=True)
class Feature:
    """What an agent is asked to do.

    Attributes:
        title: One line.
        description: Any length; may be empty.
        id: The name of its folder in ``.automaker/features``, or ``""`` when it was typed.
        status: What its file says (``backlog``, ``done`` …), or ``""``.
    """

    title: str = ""
    description: str = ""
    id: str = ""
    status: str = ""


@dataclass(frozen=True, slots=True)
class SkippedFeature:
    """A feature that cannot be used.

    Attributes:
        path: Its file, relative to the project.
        reason: For a person, without the path.
    """

    path: str
    reason: str


@dataclass(frozen=True)
class ContextFile:
    """A file of ``.automaker/context``, put before the memory by Automaker's application.

    Attributes:
        name: File name.
        text: Its text.
    """

    name: str
    text: str

    @cached_property
    def quarters(self) -> int:
        """Size of the text as it stands in a prompt, in quarters of a token."""
        return quarters(self.text.strip())

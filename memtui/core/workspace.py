"""The one value that the screen shows: the disk, the drafts, the feature and the profile.

Everything else is computed from it. Each `with_…` method returns a new workspace that shares
what did not change, so a key press costs one selection and no second reading of the store.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from memtui.core.documents import TABLE, is_document
from memtui.core.index import Index
from memtui.core.memory import ContextFile, Feature, Memory, SkippedFeature
from memtui.core.prompt import prompt, prompt_tokens
from memtui.core.scoring import PROFILES, Profile, reading_of, tokens_of
from memtui.core.selection import Selection, select
from memtui.core.terms import terms
from memtui.core.tokens import tokens

if TYPE_CHECKING:
    from memtui.core.routing import Page, RouteMatch

NO_DRAFTS: Mapping[str, "Draft"] = MappingProxyType({})
NO_TABLE: Final = Memory(TABLE, "")


@dataclass(frozen=True)
class Snapshot:
    """The store as it stood on disk at one moment.

    Attributes:
        memories: Every file of the memory folder, in byte order of the name.
        context: The files of ``.automaker/context`` that Automaker puts before the memory.
        features: The features of ``.automaker/features``, in order of their folder's name.
        skipped_features: Those that cannot be used, in the same order.
        documents: The markdown files of ``memory`` and ``tasks``, the routing table among them,
            in byte order; each is named by its path in the project (``memory/INDEX.md``).
        exists: Whether the memory folder is there.
    """

    memories: tuple[Memory, ...] = ()
    context: tuple[ContextFile, ...] = ()
    features: tuple[Feature, ...] = ()
    skipped_features: tuple[SkippedFeature, ...] = ()
    documents: tuple[Memory, ...] = ()
    exists: bool = True

    @cached_property
    def by_name(self) -> Mapping[str, Memory]:
        """The memories by file name, and the documents by path; a path holds a ``/``."""
        return {file.name: file for file in (*self.memories, *self.documents)}

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words of the store and of its features' titles, for completion."""
        words = {word for feature in self.features for word in terms(feature.title)}
        for memory in self.memories:
            metadata = memory.reading.metadata
            words.update(metadata.tags, metadata.relevant_to)
        return tuple(sorted(words))

    @cached_property
    def _indexes(self) -> dict[Profile, Index]:
        return {}

    def index(self, profile: Profile) -> Index:
        """Return the scoring index of this snapshot, built at its first use."""
        if profile not in self._indexes:
            self._indexes[profile] = Index.build(self.memories, profile)
        return self._indexes[profile]


UNREAD: Final = Snapshot()
"""What is known of the store before it is read for the first time."""


@dataclass(frozen=True)
class Draft:
    """An unsaved text.

    Attributes:
        base: The text of the file that the draft was made from.
        text: What it is to become.
    """

    base: str
    text: str

    @cached_property
    def _made(self) -> dict[str, Memory]:
        return {}

    def memory(self, name: str) -> Memory:
        """Return the unsaved text as a file of this name; it is read but once."""
        if name not in self._made:
            self._made[name] = Memory(name, self.text)
        return self._made[name]


@dataclass(frozen=True, eq=False)
class Workspace:
    """What a person works on; each is another one, even where both hold the same.

    A store that was read and has no files must not pass for one that was not read yet.

    Attributes:
        snapshot: The disk.
        drafts: Unsaved texts by file name; a draft equal to its base is dropped.
        feature: What the agent is asked to do.
        profile: The rules by which files are chosen.
    """

    snapshot: Snapshot = UNREAD
    drafts: Mapping[str, Draft] = field(default_factory=lambda: NO_DRAFTS)
    feature: Feature = field(default_factory=Feature)
    profile: Profile = "documented"

    def memory(self, name: str) -> Memory | None:
        """Return a file as the person sees it, with its unsaved values; None when it is gone."""
        return self._drafted.get(name) or self.snapshot.by_name.get(name)

    @cached_property
    def _drafted(self) -> Mapping[str, Memory]:
        return {name: draft.memory(name) for name, draft in self.drafts.items()}

    @cached_property
    def selection(self) -> Selection:
        """What an agent loads for the feature, unsaved values counted."""
        return self.selection_by(self.profile)

    def selection_by(self, profile: Profile) -> Selection:
        """Return what an agent loads under another profile."""
        index = self.snapshot.index(profile)
        for memory in self._drafted.values():
            if not is_document(memory.name):
                index = index.with_memory(memory)
        return select(index, self.feature)

    @cached_property
    def disagreeing(self) -> tuple[str, ...]:
        """Names of the files that not all profiles load for this feature, in byte order."""
        loaded = [frozenset(self.selection_by(profile).selected) for profile in PROFILES]
        everywhere, anywhere = loaded[0].intersection(*loaded), loaded[0].union(*loaded)
        return tuple(sorted(anywhere - everywhere))

    @property
    def asked(self) -> str:
        """The feature as a person would type it to the agent."""
        return f"{self.feature.title}\n{self.feature.description}"

    @property
    def routes(self) -> "Page":
        """The routing tables of the project, unsaved edits counted."""
        return (self.memory(TABLE) or NO_TABLE).routes

    @cached_property
    def matches(self) -> "tuple[RouteMatch, ...]":
        """The rows of the routing table that the typed feature fires, in their order."""
        # Function-local for start-up: the first ranking needs no table.
        from memtui.core import routing

        return tuple(routing.match(self.routes, self.asked))

    @cached_property
    def prompt_sizes(self) -> tuple[tuple[str, int], ...]:
        """Name and estimated tokens of each part of the prompt, context files first."""
        context = [(file.name, tokens(file.text)) for file in self._context]
        loaded = self._memories(self.selection.selected)
        return (*context, *((memory.name, tokens_of(memory, self.profile)) for memory in loaded))

    @cached_property
    def prompt_text(self) -> str:
        """The text that an agent would get."""
        loaded = self._memories(self.selection.selected)
        bodies = {memory.name: reading_of(memory, self.profile)[1] for memory in loaded}
        return prompt(bodies, bodies, self._context)

    @cached_property
    def prompt_tokens(self) -> int:
        """Estimated tokens of the whole prompt: its parts, their headings and the introduction."""
        loaded = self._memories(self.selection.selected)
        return prompt_tokens(loaded, self.profile, self._context)

    @cached_property
    def floor_tokens(self) -> int:
        """Estimated tokens of the prompt that every feature gets, whatever its words."""
        return prompt_tokens(self._memories(self.selection.floor), self.profile, self._context)

    @property
    def _context(self) -> tuple[ContextFile, ...]:
        return self.snapshot.context if self.profile == "automaker-app" else ()

    def _memories(self, names: Iterable[str]) -> list[Memory]:
        return [memory for name in names if (memory := self.memory(name))]

    def saved(
        self,
        texts: Mapping[str, str],
        deleted: Collection[str] = (),
        drafts: Mapping[str, str] | None = None,
    ) -> "Workspace":
        """Return the workspace after a plan was carried out; later typing stays a draft.

        Args:
            texts: The new text of each file that was written.
            deleted: Names of the files that were deleted; their drafts go as well.
            drafts: The unsaved texts that went into them, where others had changed the file too.
        """
        handed = drafts or {}
        by_name = dict(self.snapshot.by_name)
        by_name.update((name, Memory(name, text)) for name, text in texts.items())
        kept = (memory for memory in by_name.values() if memory.name not in deleted)
        ordered = sorted(kept, key=lambda m: m.name.encode(errors="surrogateescape"))
        memories = tuple(file for file in ordered if not is_document(file.name))
        documents = tuple(file for file in ordered if is_document(file.name))
        left = {name: draft for name, draft in self.drafts.items() if name not in deleted}
        for name, text in texts.items():
            saved = handed.get(name, text)
            if (draft := left.pop(name, None)) and draft.text != saved:
                left[name] = Draft(saved, draft.text)
        snapshot = replace(self.snapshot, memories=memories, documents=documents)
        return replace(self, snapshot=snapshot, drafts=left)

    def with_feature(self, feature: Feature) -> "Workspace":
        """Return the workspace for another feature."""
        return replace(self, feature=feature)

    def with_profile(self, profile: Profile) -> "Workspace":
        """Return the workspace under another profile."""
        return replace(self, profile=profile)

    def with_snapshot(self, snapshot: Snapshot) -> "Workspace":
        """Return the workspace on a newer state of the disk.

        A draft stays, unless the disk holds the same text by itself.
        """
        drafts = {
            name: draft
            for name, draft in self.drafts.items()
            if name not in snapshot.by_name or snapshot.by_name[name].text != draft.text
        }
        return replace(self, snapshot=snapshot, drafts=drafts)

    def with_draft(self, name: str, text: str) -> "Workspace":
        """Return the workspace with this unsaved text; the base of an earlier draft stays."""
        earlier = self.drafts.get(name)
        saved = self.snapshot.by_name.get(name)
        base = earlier.base if earlier else saved.text if saved else ""
        if text == base:
            return self.without_draft(name)
        return replace(self, drafts={**self.drafts, name: Draft(base, text)})

    def with_drafts(self, drafts: Mapping[str, Draft]) -> "Workspace":
        """Return the workspace with these unsaved texts beside its own, each on its own base."""
        return replace(self, drafts={**self.drafts, **drafts})

    def without_draft(self, name: str) -> "Workspace":
        """Return the workspace without the unsaved text of a file."""
        return replace(self, drafts={key: d for key, d in self.drafts.items() if key != name})

    def rebased(self, name: str, base: str, text: str) -> "Workspace":
        """Return the workspace with this unsaved text, made from what the disk held last."""
        if text == base:
            return self.without_draft(name)
        return replace(self, drafts={**self.drafts, name: Draft(base, text)})

    @property
    def outdated(self) -> tuple[str, ...]:
        """Names of drafts whose file has changed on disk since the draft was begun.

        A draft that was made from nothing is of a file that is still to be made.
        """
        saved = self.snapshot.by_name
        return tuple(
            name
            for name, draft in self.drafts.items()
            if (saved[name].text if name in saved else "") != draft.base
        )

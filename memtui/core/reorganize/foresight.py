"""What a reorganisation does to the features at hand, before it is carried out."""

from memtui.core.documents import is_document
from memtui.core.memory import Feature, Memory
from memtui.core.reorganize.change import Reorganized
from memtui.core.replay import Effect, effect, replay
from memtui.core.workspace import Workspace


def features_at_hand(workspace: Workspace) -> tuple[Feature, ...]:
    """Return the features of the project, before them the one that is typed, if it is another."""
    listed = workspace.snapshot.features
    typed = workspace.feature
    if not workspace.asked.strip() or any(
        (each.title, each.description) == (typed.title, typed.description) for each in listed
    ):
        return listed
    return (typed, *listed)


def foreseen(workspace: Workspace, change: Reorganized) -> Effect:
    """Return what the features at hand load before and after a change.

    Args:
        workspace: The store as it is, its profile and its features.
        change: What would be done to it.
    """
    features = features_at_hand(workspace)
    snapshot, profile = workspace.snapshot, workspace.profile
    before = replay(snapshot.memories, features, profile, snapshot.context)
    after = replay(changed(snapshot.memories, change), features, profile, snapshot.context)
    return effect(before, after)


def changed(memories: tuple[Memory, ...], change: Reorganized) -> tuple[Memory, ...]:
    """Return the memories as they would be after a change, in no certain order."""
    texts = {name: text for name, text in change.texts.items() if not is_document(name)}
    gone = texts.keys() | set(change.deleted)
    kept = (memory for memory in memories if memory.name not in gone)
    return (*kept, *(Memory(name, text) for name, text in texts.items()))

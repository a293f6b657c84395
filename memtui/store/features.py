"""Reads the features and the context files that lie beside the memory; memtui writes neither."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from memtui.core.memory import ContextFile, Feature
from memtui.store.project import Project
from memtui.store.reading import Look, Place, Shelf

_FILE = "feature.json"


@dataclass(frozen=True, slots=True)
class Skipped:
    """A feature that cannot be used.

    Attributes:
        path: Its file, relative to the project.
        reason: For a person, without the path.
    """

    path: str
    reason: str


def read_features(project: Project) -> tuple[Feature, ...]:
    """Return the usable features, in order of their folders' names."""
    return sound(Shelf(feature).read(feature_places(project)))


def skipped_features(project: Project) -> tuple[Skipped, ...]:
    """Return the features that cannot be used, each with its reason."""
    read = Shelf(feature).read(feature_places(project))
    return tuple(value for value in read.values() if isinstance(value, Skipped))


def sound(read: Mapping[str, Feature | Skipped]) -> tuple[Feature, ...]:
    """Return the features among what was read, in the same order."""
    return tuple(value for value in read.values() if isinstance(value, Feature))


def feature_places(project: Project) -> dict[str, Place]:
    """Return where each feature's file would be, by folder name, in order of the names."""
    names = sorted(_listed(project.features), key=os.fsencode)
    folder = os.fspath(project.features)
    return {name: Place(f"{folder}/{name}/{_FILE}") for name in names}


def context_places(project: Project) -> dict[str, Place]:
    """Return the files that Automaker puts before the memory, by name, in order of the names."""
    names = sorted(n for n in _listed(project.context) if n.lower().endswith((".md", ".txt")))
    return {name: Place(os.path.join(project.context, name)) for name in names}  # noqa: PTH118


def _listed(folder: Path) -> list[str]:
    """Return the names in a folder; none when it is missing or cannot be read."""
    try:
        return [path.name for path in folder.iterdir()]
    except OSError:
        return []


def context_file(name: str, look: Look) -> ContextFile | None:
    """Return a context file from what was read, or None when nobody can read it."""
    if look.trouble:
        return None
    return ContextFile(clean(name), look.data.decode(errors="replace"))


def feature(name: str, look: Look) -> Feature | Skipped:
    """Return a feature from what was read of its file.

    Args:
        name: The name of its folder.
        look: What was read.
    """
    path = f".automaker/features/{clean(name)}/{_FILE}"
    if look.trouble:
        return Skipped(path, look.trouble)
    try:
        content = json.loads(look.data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        return Skipped(path, f"byte {error.start} is not UTF-8")
    except json.JSONDecodeError as error:
        return Skipped(path, f"line {error.lineno}: no JSON: {error.msg}")
    except (ValueError, RecursionError) as error:
        return Skipped(path, f"no usable JSON: {error}")
    if not isinstance(content, dict):
        return Skipped(path, "no JSON object")
    description = _text(content, "description")
    lines = (" ".join(line.split()) for line in description.splitlines())
    title = " ".join(_text(content, "title").split()) or next(filter(None, lines), "")
    if not title:
        return Skipped(path, "neither a title nor a description")
    return Feature(title, description, clean(name), _text(content, "status"))


def _text(content: dict[str, object], key: str) -> str:
    value = content.get(key)
    return clean(value) if isinstance(value, str) else ""


def clean(text: str) -> str:
    """Return a text without half characters (surrogates), which no file and no screen takes."""
    return text.encode(errors="surrogatepass").decode(errors="replace")

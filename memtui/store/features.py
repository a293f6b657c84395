"""Reads the features and the context files that lie beside the memory; memtui writes neither."""

import json
import os
from pathlib import Path

from memtui.core.memory import ContextFile, Feature, SkippedFeature
from memtui.store.project import Project
from memtui.store.reading import Look, Place

_FILE = "feature.json"


def feature_places(project: Project) -> dict[str, Place]:
    """Return where each feature's file would be, by folder name, in order of the names."""
    names = sorted(_listed(project.features, folders=True), key=os.fsencode)
    folder = os.fspath(project.features)
    return {name: Place(f"{folder}/{name}/{_FILE}") for name in names}


def context_places(project: Project) -> dict[str, Place]:
    """Return the files that Automaker puts before the memory, by name, in order of the names."""
    names = sorted(n for n in _listed(project.context) if n.lower().endswith((".md", ".txt")))
    return {name: Place(os.path.join(project.context, name)) for name in names}  # noqa: PTH118


def _listed(folder: Path, *, folders: bool = False) -> list[str]:
    """Return the names in a folder, of all or of its folders; none when it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return [entry.name for entry in entries if not folders or entry.is_dir()]
    except OSError:
        return []


def context_file(name: str, look: Look) -> ContextFile | None:
    """Return a context file from what was read, or None when nobody can read it."""
    if look.trouble:
        return None
    return ContextFile(clean(name), look.data.decode(errors="replace"))


def feature(name: str, look: Look) -> Feature | SkippedFeature:
    """Return a feature from what was read of its file.

    Args:
        name: The name of its folder.
        look: What was read.
    """
    path = f".automaker/features/{clean(name)}/{_FILE}"
    if look.trouble:
        return SkippedFeature(path, look.trouble)
    try:
        content = json.loads(look.data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        return SkippedFeature(path, f"byte {error.start} is not UTF-8")
    except json.JSONDecodeError as error:
        return SkippedFeature(path, f"line {error.lineno}: no JSON: {error.msg}")
    except (ValueError, RecursionError) as error:
        return SkippedFeature(path, f"no usable JSON: {error}")
    if not isinstance(content, dict):
        return SkippedFeature(path, "no JSON object")
    description = _text(content, "description")
    lines = (" ".join(line.split()) for line in description.splitlines())
    title = " ".join(_text(content, "title").split()) or next(filter(None, lines), "")
    if not title:
        return SkippedFeature(path, "neither a title nor a description")
    return Feature(title, description, clean(name), _text(content, "status"))


def _text(content: dict[str, object], key: str) -> str:
    value = content.get(key)
    return clean(value) if isinstance(value, str) else ""


def clean(text: str) -> str:
    """Return a text without half characters (surrogates), which no file and no screen takes."""
    return text.encode(errors="surrogatepass").decode(errors="replace")

"""Where files that a routing table names may have gone: by git's history, else by their names."""

import os
import subprocess
import tempfile
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from memtui.core.routing.look import Place
from memtui.core.routing.targets import target
from memtui.store.project import Project
from memtui.store.walk import walk

_SECONDS: Final = 3.0
"""So long git may look for renames; what it has told by then counts."""
_MOST_OUTPUT: Final = 1 << 22
"""Bytes of git's answer that are read."""
_MOST_COMMITS: Final = 2_000
_MOST_PLACES: Final = 3
_MOST_MISSING: Final = 500
_LEAST_ALIKE: Final = 72.0
"""Percent from which two names are taken for alike; in between stands chance."""


def places(project: Project, missing: Collection[str]) -> dict[str, tuple[Place, ...]]:
    """Return for each missing file where it may be now, best first.

    Renames of git's history come first, where the file stands at its new place, then files of
    the same name, then those of a similar path.

    Args:
        project: Where; it need be no repository, and git need not be there.
        missing: Files as `routing.Row.files` gives them; a glob has gone nowhere.
    """
    if not missing:
        return {}
    existing = _Existing(walk(project.root, lambda _: True).files)
    renames = _renames(project.root)
    return {file: existing.places(file, renames) for file in list(missing)[:_MOST_MISSING]}


class _Existing:
    """The files and folders of a project."""

    def __init__(self, files: Iterable[str]) -> None:
        self.files = tuple(files)
        folders: dict[str, None] = {}
        for file in self.files:
            folder = file.rpartition("/")[0]
            while folder and folder not in folders:
                folders[folder] = None
                folder = folder.rpartition("/")[0]
        self.folders = tuple(sorted(folders))
        self._known = frozenset((*self.files, *self.folders))

    def places(self, file: str, renames: Mapping[str, str]) -> tuple[Place, ...]:
        """Return where a missing file may be now, best first."""
        wanted = target(file)
        if not wanted.paths or wanted.is_glob:
            return ()
        (path, *_) = wanted.paths
        found: dict[str, str] = {}
        for way in wanted.paths:
            if new := self._renamed(way, renames):
                found.setdefault(new, "renamed in git")
        is_folder = wanted.is_folder or "." not in path.rpartition("/")[2]
        stem = path.rpartition(".")[0]
        if not is_folder and stem in self.folders:
            found.setdefault(stem, "now a folder")
        for new, reason in self._alike(path, self.folders if is_folder else self.files):
            found.setdefault(new, reason)
        folders = frozenset(self.folders)
        return tuple(
            Place(f"{new}/" if new in folders else new, reason)
            for new, reason in list(found.items())[:_MOST_PLACES]
        )

    def _renamed(self, path: str, renames: Mapping[str, str]) -> str:
        """Return where the renames lead from a file or a folder, if that is there, or ``""``."""
        if new := self._followed(path, renames):
            return new
        inside: Counter[str] = Counter()
        for old in renames:
            if old.startswith(f"{path}/") and (new := self._followed(old, renames)):
                rest = old.removeprefix(path)
                folder = new.removesuffix(rest) if new.endswith(rest) else new.rpartition("/")[0]
                inside[folder] += 1
        (best, _) = max(sorted(inside.items()), key=lambda pair: pair[1], default=("", 0))
        return best if best in self._known and best != path else ""

    def _followed(self, path: str, renames: Mapping[str, str]) -> str:
        seen = {path}
        while (new := renames.get(path)) and new not in seen:
            path = new
            seen.add(path)
        return path if len(seen) > 1 and path in self._known else ""

    @staticmethod
    def _alike(path: str, among: Collection[str]) -> list[tuple[str, str]]:
        """Return the paths of the same name, then those that are alike, with the reason."""
        # Imported here for start-up: most tables lack no file.
        from rapidfuzz import fuzz, process

        name = path.rpartition("/")[2].casefold()
        stem = name.partition(".")[0] or name
        by_path = {
            other: score
            for other, score, _ in process.extract(path, among, scorer=fuzz.ratio, limit=None)
        }
        found = []
        for other, score in by_path.items():
            other_name = other.rpartition("/")[2].casefold()
            if other_name == name:
                found.append((1, score, other, "same name"))
                continue
            # A name says more than the folders before it, which many files share.
            other_stem = other_name.partition(".")[0] or other_name
            alike = 0.6 * fuzz.ratio(stem, other_stem) + 0.4 * score
            if alike >= _LEAST_ALIKE:
                found.append((0, alike, other, f"{alike:.0f} % alike"))
        found.sort(key=lambda each: (-each[0], -each[1], each[2]))
        return [(other, reason) for _, _, other, reason in found]


def _renames(root: Path) -> Mapping[str, str]:
    """Return the renames of the history, old paths to new ones, the newest of each old path."""
    head = _git(root, "rev-parse", "HEAD").strip()
    return _renames_up_to(root, head) if head else {}


@lru_cache(maxsize=4)
def _renames_up_to(root: Path, head: bytes) -> Mapping[str, str]:
    answer = _git(
        root,
        *("log", "--no-show-signature", "--no-ext-diff", "--no-textconv", "--no-color"),
        *("--diff-filter=R", "--find-renames", "--name-status", "-z", "--format=", "--relative"),
        *(f"--max-count={_MOST_COMMITS}", head.decode(), "--"),
    )
    parts = [part.lstrip(b"\n") for part in answer.split(b"\0")]
    found: dict[str, str] = {}
    # What the time or the size cut off is no whole rename.
    for at in range(0, len(parts) - 3, 3):
        state, old, new = (os.fsdecode(part) for part in parts[at : at + 3])
        if state.startswith("R"):
            found.setdefault(old, new)
    return found


def _git(root: Path, *arguments: str) -> bytes:
    """Return what a command of git prints in a bounded time; nothing when it fails."""
    # Not the repository of a hook that runs this; nothing is fetched, locked or asked.
    env = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    env |= {"GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0"}
    with tempfile.TemporaryFile() as answer:
        try:
            subprocess.run(
                ["git", "--no-pager", "-c", "core.fsmonitor=false", "-C", str(root), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=answer,
                stderr=subprocess.DEVNULL,
                env=env,
                timeout=_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            pass
        except OSError:
            return b""
        answer.seek(0)
        return answer.read(_MOST_OUTPUT)

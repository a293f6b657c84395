"""What all tests share: a private home, and stores made from a few lines."""

import json
import os
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import settings

from memtui.store.project import Project

MakeStore = Callable[..., Project]

# The same examples in each default run, so that a failure says something about the change that was
# made; `MEMTUI_NEW_EXAMPLES=1 pytest` looks for new ones.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("new", deadline=None)
settings.load_profile("new" if os.environ.get("MEMTUI_NEW_EXAMPLES") else "same")


@pytest.fixture(autouse=True)
def _private_home(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keep every test, and every process that it starts, out of the person's home."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "cache"))


@pytest.fixture
def store(tmp_path: Path) -> MakeStore:
    """Make a project with a memory folder."""

    def make(
        files: Mapping[str, str | bytes] | None = None,
        *,
        features: Mapping[str, Mapping[str, object]] | None = None,
        context: Mapping[str, str] | None = None,
        name: str = "project",
    ) -> Project:
        project = Project((tmp_path / name).resolve())
        project.memory.mkdir(parents=True)
        for file, text in (files or {}).items():
            data = text if isinstance(text, bytes) else text.encode()
            (project.memory / file).write_bytes(data)
        for folder, content in (features or {}).items():
            (project.features / folder).mkdir(parents=True)
            (project.features / folder / "feature.json").write_text(json.dumps(content))
        for file, text in (context or {}).items():
            project.context.mkdir(exist_ok=True)
            (project.context / file).write_text(text)
        return project

    return make


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of a quarter of a megabyte, where the machine lets us have one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "none", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("mounting a small disk is not permitted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)

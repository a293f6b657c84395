"""The agent's own memory of a project: found where the agent keeps it, written by a plan."""

from pathlib import Path

import pytest

from memtui.errors import Changed, NotWritable
from memtui.store import agent_memory, records, undo
from memtui.store.project import Project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    root = tmp_path / "my.shop 1"
    root.mkdir()
    return Project(root.resolve())


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "agent"))
    return tmp_path / "agent"


def folder(project: Project, home: Path) -> Path:
    name = "".join(c if c.isascii() and c.isalnum() else "-" for c in str(project.root))
    path = home / "projects" / name
    path.mkdir(parents=True)
    return path.resolve()


def test_there_is_none_where_the_agent_never_worked(project: Project, home: Path) -> None:
    assert agent_memory.folder_of(project) is None
    assert not home.exists()


def test_it_lies_in_the_home_folder_when_nothing_else_is_said(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "kim"))
    made = folder(project, tmp_path / "kim" / ".claude")
    assert made.name.endswith("-my-shop-1")
    assert agent_memory.folder_of(project) == made


def test_it_is_read_and_written_and_undo_takes_it_back(project: Project, home: Path) -> None:
    made = folder(project, home)
    assert agent_memory.folder_of(project) == made
    assert agent_memory.read(made) is None
    agent_memory.write(made, None, "# Notes\n")
    assert (made / "memory" / "MEMORY.md").read_text() == "# Notes\n"
    agent_memory.write(made, "# Notes\n", "# Notes\n\n한\n")
    assert agent_memory.read(made) == "# Notes\n\n한\n"
    with pytest.raises(Changed):
        agent_memory.write(made, "# Notes\n", "other")
    undo.last(Project(made))
    assert agent_memory.read(made) == "# Notes\n"
    assert list(records.read(project)) == []


def test_what_is_no_text_is_told(project: Project, home: Path) -> None:
    made = folder(project, home)
    (made / "memory").mkdir()
    (made / "memory" / "MEMORY.md").write_bytes(b"ab\xff")
    with pytest.raises(NotWritable, match="byte 2 is not UTF-8"):
        agent_memory.read(made)

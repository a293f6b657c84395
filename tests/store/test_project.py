from pathlib import Path

import pytest

from memtui.errors import NoProject, NoSuchFile
from memtui.store.project import Project, at, find, resolve_file
from tests.conftest import MakeStore


def test_the_nearest_folder_upwards_with_a_store_is_the_project(store: MakeStore) -> None:
    project = store({"auth.md": "x"})
    deep = project.root / "src" / "api"
    deep.mkdir(parents=True)
    assert find(deep) == project


def test_an_inner_project_comes_before_the_outer_one(store: MakeStore) -> None:
    outer = store()
    inner = Project(outer.root / "packages" / "web")
    inner.memory.mkdir(parents=True)
    assert find(inner.root / ".automaker" / "memory") == inner


def test_a_routing_table_alone_makes_a_project(tmp_path: Path) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "INDEX.md").write_text("| a |")
    assert find(tmp_path / "memory").root == tmp_path.resolve()


def test_a_category_named_index_makes_no_project_of_the_hidden_folder(store: MakeStore) -> None:
    project = store({"INDEX.md": "x"})
    assert find(project.memory) == project
    assert find(project.root / ".automaker") == project


def test_no_store_upwards_is_said_with_the_way_out(tmp_path: Path) -> None:
    with pytest.raises(NoProject, match="memtui init"):
        find(tmp_path)


def test_a_missing_folder_is_no_project(tmp_path: Path) -> None:
    with pytest.raises(NoProject, match="no such folder"):
        at(tmp_path / "gone")


def test_a_memory_folder_stands_for_its_project(store: MakeStore) -> None:
    project = store()
    assert at(project.memory) == project


def test_a_linked_memory_folder_stands_for_the_project_that_links_it(store: MakeStore) -> None:
    project = store()
    real = project.root / "docs"
    project.memory.rename(real)
    project.memory.symlink_to(real)
    assert at(project.memory) == project


def test_the_same_project_by_a_link_has_the_same_key(store: MakeStore, tmp_path: Path) -> None:
    project = store()
    (tmp_path / "other").symlink_to(project.root)
    assert at(tmp_path / "other").key == project.key


@pytest.mark.parametrize("name", ["auth", "auth.md", "AUTH", "Auth.MD"])
def test_a_category_is_found_by_name(store: MakeStore, name: str) -> None:
    project = store({"auth.md": "x", "gotchas.md": "y"})
    assert resolve_file(name, project.root) == (project, "auth.md")


def test_the_exact_name_goes_before_other_cases(store: MakeStore) -> None:
    project = store({"auth.md": "x", "Auth.md": "y"})
    assert resolve_file("Auth", project.root)[1] == "Auth.md"
    with pytest.raises(NoSuchFile, match=r"Auth\.md, auth\.md"):
        resolve_file("AUTH", project.root)


def test_a_name_in_decomposed_letters_means_the_file_in_composed_ones(store: MakeStore) -> None:
    project = store({"인증.md": "x"})
    decomposed = "\u110b\u1175\u11ab\u110c\u1173\u11bc"
    assert resolve_file(decomposed, project.root) == (project, "인증.md")


def test_a_path_decides_the_project(store: MakeStore, monkeypatch: pytest.MonkeyPatch) -> None:
    here = store({"auth.md": "x"})
    there = store({"auth.md": "x"}, name="there")
    monkeypatch.chdir(here.root)
    assert resolve_file(str(there.memory / "auth.md"), here.root) == (there, "auth.md")
    assert resolve_file("../there/.automaker/memory/auth.md", None) == (there, "auth.md")
    assert resolve_file("auth", None) == (here, "auth.md")


def test_a_link_in_the_store_is_its_own_file(store: MakeStore) -> None:
    project = store({"auth.md": "x"})
    (project.memory / "login.md").symlink_to("auth.md")
    assert resolve_file(str(project.memory / "login.md"))[1] == "login.md"


@pytest.mark.parametrize(
    "path", ["README.md", "./README.md", ".automaker/memory/../secret.md", "/etc/passwd", "..", "."]
)
def test_a_path_in_no_store_is_refused(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    project = store({"auth.md": "x"})
    (project.root / "README.md").write_text("x")
    (project.root / ".automaker" / "secret.md").write_text("x")
    monkeypatch.chdir(project.root)
    with pytest.raises((NoProject, NoSuchFile)):
        resolve_file(path, project.root)


def test_only_files_directly_in_the_store_are_memories(store: MakeStore) -> None:
    project = store()
    (project.memory / "sub").mkdir()
    (project.memory / "sub" / "auth.md").write_text("x")
    with pytest.raises(NoProject, match="lies in no store"):
        resolve_file(str(project.memory / "sub" / "auth.md"))


@pytest.mark.parametrize("name", ["", "a\0b", "gone", "notes.txt"])
def test_a_name_without_a_file_is_refused(store: MakeStore, name: str) -> None:
    project = store({"auth.md": "x"})
    (project.memory / "notes.txt").write_text("x")
    with pytest.raises(NoSuchFile):
        resolve_file(name, project.root)


def test_a_name_in_a_project_without_a_store_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoProject, match="memtui init"):
        resolve_file("auth", tmp_path)

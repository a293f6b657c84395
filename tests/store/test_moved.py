"""Where missing files may have gone."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from memtui.core.routing.look import Place
from memtui.store import moved
from memtui.store.moved import places
from memtui.store.project import at
from tests.store.test_walk import make


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    root = (tmp_path / "repository").resolve()
    root.mkdir()
    git(root, "init", "-q")
    return root


def git(root: Path, *arguments: str) -> None:
    who = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, "-C", str(root), *arguments], check=True, capture_output=True)


def commit(root: Path) -> None:
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "x")


def page(title: str) -> str:
    return f"# {title}\n" + "".join(f"{title} line {number}\n" for number in range(30))


def rename(root: Path, old: str, new: str) -> None:
    (root / new).parent.mkdir(parents=True, exist_ok=True)
    git(root, "mv", old, new)


def offers(root: Path, file: str) -> list[tuple[str, str]]:
    return [(place.path, place.reason) for place in places(at(root), [file])[file]]


def test_a_rename_in_git_comes_first_whatever_the_new_name(repository: Path) -> None:
    make(repository, {"docs/pay.md": page("pay"), "docs/pays.md": page("other")})
    commit(repository)
    rename(repository, "docs/pay.md", "handbook/money.md")
    commit(repository)
    assert offers(repository, "docs/pay.md") == [
        ("handbook/money.md", "renamed in git"),
        ("docs/pays.md", "90 % alike"),
    ]


def test_renames_are_followed_to_the_last_place(repository: Path) -> None:
    make(repository, {"a.md": page("a")})
    commit(repository)
    for old, new in (("a.md", "b.md"), ("b.md", "docs/zebra.md"), ("docs/zebra.md", "c/quilt.md")):
        rename(repository, old, new)
        commit(repository)
    for old in ("a.md", "b.md", "docs/zebra.md"):
        assert offers(repository, old)[0] == ("c/quilt.md", "renamed in git")


def test_a_rename_to_what_is_gone_again_is_no_offer(repository: Path) -> None:
    make(repository, {"a.md": page("a")})
    commit(repository)
    rename(repository, "a.md", "zebra.md")
    commit(repository)
    git(repository, "rm", "-q", "zebra.md")
    commit(repository)
    assert offers(repository, "a.md") == []


def test_a_folder_that_was_renamed_is_offered_as_a_folder(repository: Path) -> None:
    make(repository, {f"docs/api/{name}.md": page(name) for name in ("one", "two", "three")})
    commit(repository)
    rename(repository, "docs/api", "handbook/interface")
    commit(repository)
    assert offers(repository, "docs/api/") == [("handbook/interface/", "renamed in git")]
    assert offers(repository, "docs/api") == [("handbook/interface/", "renamed in git")]


def test_a_section_and_backticks_lead_to_the_file(repository: Path) -> None:
    make(repository, {"a.md": page("a")})
    commit(repository)
    rename(repository, "a.md", "zebra.md")
    commit(repository)
    assert offers(repository, "a.md#use") == [("zebra.md", "renamed in git")]


def test_paths_are_those_of_a_project_within_the_repository(repository: Path) -> None:
    make(repository, {"app/docs/a.md": page("a"), "outside.md": page("outside")})
    commit(repository)
    rename(repository, "app/docs/a.md", "app/docs/zebra.md")
    rename(repository, "outside.md", "else.md")
    commit(repository)
    assert offers(repository / "app", "docs/a.md") == [("docs/zebra.md", "renamed in git")]
    assert offers(repository / "app", "outside.md") == []


def test_a_new_commit_is_seen(repository: Path) -> None:
    make(repository, {"a.md": page("a")})
    commit(repository)
    rename(repository, "a.md", "zebra.md")
    assert offers(repository, "a.md") == []
    commit(repository)
    assert offers(repository, "a.md") == [("zebra.md", "renamed in git")]


def test_the_repository_of_a_surrounding_hook_is_not_asked(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(repository, {"a.md": page("a")})
    commit(repository)
    rename(repository, "a.md", "zebra.md")
    commit(repository)
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
    assert offers(repository, "a.md") == [("zebra.md", "renamed in git")]


def test_without_a_repository_names_decide(tmp_path: Path) -> None:
    make(tmp_path, {"handbook/deploy.md": "", "docs/deploying.md": "", "docs/billing.md": ""})
    assert offers(tmp_path, "docs/deploy.md") == [
        ("handbook/deploy.md", "same name"),
        ("docs/deploying.md", "84 % alike"),
    ]


def test_without_git_names_decide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path, {"handbook/deploy.md": ""})
    monkeypatch.setenv("PATH", str(tmp_path))
    assert offers(tmp_path, "docs/deploy.md") == [("handbook/deploy.md", "same name")]


def test_a_git_that_never_ends_is_stopped_and_what_it_told_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "bin" / "git"
    program.parent.mkdir()
    program.write_text(
        '#!/bin/sh\ncase "$*" in *rev-parse*) echo abc; exit;; esac\n'
        "printf 'R100\\000old.md\\000zebra.md\\000R100\\000cut'\nexec sleep 60\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(moved, "_SECONDS", 0.5)
    make(tmp_path, {"project/zebra.md": ""})
    assert offers(tmp_path / "project", "old.md") == [("zebra.md", "renamed in git")]


def test_a_file_that_became_a_folder(tmp_path: Path) -> None:
    make(tmp_path, {"docs/api/index.md": ""})
    assert offers(tmp_path, "docs/api.md") == [("docs/api/", "now a folder")]


def test_folders_are_offered_for_folders_and_files_for_files(tmp_path: Path) -> None:
    make(tmp_path, {"docs/guides/a.md": "", "docs/guide.md": ""})
    assert offers(tmp_path, "docs/guide/") == [("docs/guides/", "93 % alike")]


@pytest.mark.parametrize("file", ["docs/*.md", "/etc/passwd", "https://x.org/a.md", "", "~/a.md"])
def test_what_leads_to_no_one_place_has_gone_nowhere(tmp_path: Path, file: str) -> None:
    make(tmp_path, {"docs/a.md": "", "etc/passwd": "", "a.md": ""})
    assert offers(tmp_path, file) == []


def test_at_most_three_places_and_the_most_alike_folder_first(tmp_path: Path) -> None:
    make(tmp_path, {f"{folder}/x.md": "" for folder in ("zoo", "docs/api/v2", "lib", "old")})
    found = offers(tmp_path, "docs/api/x.md")
    assert found[0] == ("docs/api/v2/x.md", "same name")
    assert len(found) == 3


def test_ignored_files_are_no_place(tmp_path: Path) -> None:
    make(tmp_path, {".gitignore": "built/\n", "built/a.md": "", "node_modules/a.md": ""})
    assert offers(tmp_path, "docs/a.md") == []


def test_nothing_missing_costs_nothing(tmp_path: Path) -> None:
    assert places(at(tmp_path), []) == {}
    assert isinstance(places(at(tmp_path), ["a.md"])["a.md"], tuple)
    assert Place("a", "b") == ("a", "b")

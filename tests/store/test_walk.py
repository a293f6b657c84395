"""The files of a project that people write."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from memtui.store.walk import Bounds, walk


def make(root: Path, files: Mapping[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)


def files(root: Path) -> list[str]:
    found = walk(root, lambda _: True)
    assert found.troubles == ()
    return [file for file in found.files if not file.endswith(".gitignore")]


def git(root: Path, *arguments: str) -> str:
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    done = subprocess.run(
        ["git", "-C", str(root), *arguments], check=True, capture_output=True, text=True
    )
    return done.stdout


def test_files_come_in_order_and_only_wanted_ones(tmp_path: Path) -> None:
    make(tmp_path, {"b.md": "", "a/c.md": "", "a/b.txt": "", "Z.md": ""})
    found = walk(tmp_path, lambda path: path.endswith(".md"))
    assert found.files == ("Z.md", "a/c.md", "b.md")


IGNORED = {
    ".gitignore": "*.log\n/top.md\nbuilt/\n!keep.log\n# comment\ndocs/**/draft-*.md\n\\!odd.md\n",
    "docs/.gitignore": "!wanted.log\nlocal.md\n/only-here.md\n*.tmp\n",
    "docs/deep/.gitignore": "!local.md\r\n",
    "a.log": "",
    "keep.log": "",
    "top.md": "",
    "!odd.md": "",
    "sub/top.md": "",
    "built/page.md": "",
    "sub/built/page.md": "",
    "docs/wanted.log": "",
    "docs/other.log": "",
    "docs/local.md": "",
    "docs/only-here.md": "",
    "docs/deep/only-here.md": "",
    "docs/deep/local.md": "",
    "docs/deep/draft-1.md": "",
    "docs/x.tmp": "",
    "x.tmp": "",
    "excluded.md": "",
    "plain.md": "",
}


def test_what_git_ignores_is_left_out_as_git_says(tmp_path: Path) -> None:
    make(tmp_path, IGNORED)
    git(tmp_path, "init", "-q")
    (tmp_path / ".git" / "info").mkdir(exist_ok=True)
    (tmp_path / ".git" / "info" / "exclude").write_text("excluded.md\n")
    listed = git(tmp_path, "ls-files", "--others", "--exclude-standard", "-z").split("\0")
    expected = sorted(path for path in listed if path and not path.endswith(".gitignore"))
    assert "plain.md" in expected
    assert "excluded.md" not in expected
    assert files(tmp_path) == expected


def test_ignore_files_hold_without_git(tmp_path: Path) -> None:
    make(tmp_path, {".gitignore": "*.tmp\n", "a.tmp": "", "a.md": ""})
    assert files(tmp_path) == ["a.md"]


def test_patterns_that_are_none_are_passed_over(tmp_path: Path) -> None:
    make(tmp_path, {".gitignore": "!\n[z-a]\n\\\n*.tmp\n", "a.tmp": "", "a.md": ""})
    assert files(tmp_path) == ["a.md"]


def test_the_repository_around_the_project_counts(tmp_path: Path) -> None:
    make(
        tmp_path,
        {
            ".git/info/exclude": "secret.md\n",
            ".gitignore": "/app/web/gone.md\n",
            "app/.gitignore": "*.tmp\n!/web/kept.tmp\n",
            "app/web/gone.md": "",
            "app/web/secret.md": "",
            "app/web/a.tmp": "",
            "app/web/kept.tmp": "",
            "app/web/a.md": "",
        },
    )
    assert files(tmp_path / "app" / "web") == ["a.md", "kept.tmp"]


def test_a_project_that_its_surroundings_ignore_is_walked_all_the_same(tmp_path: Path) -> None:
    make(tmp_path, {".git/HEAD": "", ".gitignore": "/app/\n", "app/a.md": ""})
    assert files(tmp_path / "app") == ["a.md"]


def test_a_worktree_shares_what_its_repository_excludes(tmp_path: Path) -> None:
    make(
        tmp_path,
        {
            "main/.git/info/exclude": "secret.md\n",
            "main/.git/worktrees/w/commondir": "../..\n",
            "w/.git": "gitdir: ../main/.git/worktrees/w\n",
            "w/secret.md": "",
            "w/a.md": "",
        },
    )
    assert files(tmp_path / "w") == [".git", "a.md"]


@pytest.mark.parametrize(
    "path",
    [
        ".hidden/a.md",
        ".git/a.md",
        ".automaker/memory/a.md",
        "node_modules/x/README.md",
        "vendor/x.md",
        "third_party/x.md",
        "lib/_vendor/x.md",
        "docs/_build/x.md",
        "x.egg-info/a.md",
        "build/a.md",
        "__pycache__/a.md",
    ],
)
def test_hidden_vendored_and_generated_folders_are_not_entered(tmp_path: Path, path: str) -> None:
    make(tmp_path, {path: "", "a.md": ""})
    assert files(tmp_path) == ["a.md"]


@pytest.mark.parametrize("sign", [".git", "pyvenv.cfg", "CACHEDIR.TAG"])
def test_other_repositories_environments_and_caches_are_not_entered(
    tmp_path: Path, sign: str
) -> None:
    make(tmp_path, {f"sub/{sign}": "", "sub/a.md": "", "sub/deep/b.md": "", "a.md": ""})
    assert files(tmp_path) == ["a.md"]


def test_folders_of_pipelines_are_entered(tmp_path: Path) -> None:
    make(tmp_path, {".github/workflows/ci.yml": "", ".ci/run": ""})
    assert files(tmp_path) == [".ci/run", ".github/workflows/ci.yml"]


def test_links_are_not_followed(tmp_path: Path) -> None:
    root = tmp_path / "project"
    make(tmp_path, {"project/docs/a.md": "", "outside/b.md": "", "outside/.gitignore": "a.md\n"})
    (root / "out").symlink_to(tmp_path / "outside")
    (root / "out.md").symlink_to(tmp_path / "outside" / "b.md")
    (root / "loop").symlink_to(root)
    (root / "again.md").symlink_to(root / "docs" / "a.md")
    (root / "docs" / ".gitignore").symlink_to(tmp_path / "outside" / ".gitignore")
    assert files(root) == ["docs/a.md"]


def test_names_that_no_table_can_hold_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "two\nlines.md").write_text("")
    (tmp_path / "esc\x1b.md").write_text("")
    (tmp_path / os.fsdecode(b"\xff.md")).write_text("")
    (tmp_path / "가나.md").write_text("")
    assert files(tmp_path) == ["가나.md"]


def test_pipes_and_sockets_are_no_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    assert files(tmp_path) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable for the superuser")
def test_a_folder_that_cannot_be_listed_is_told(tmp_path: Path) -> None:
    make(tmp_path, {"shut/a.md": "", "b.md": ""})
    (tmp_path / "shut").chmod(0)
    try:
        found = walk(tmp_path, lambda _: True)
    finally:
        (tmp_path / "shut").chmod(0o700)
    assert found.files == ("b.md",)
    assert found.troubles == ("shut/: cannot be listed: Permission denied",)


def test_a_folder_that_went_is_told(tmp_path: Path) -> None:
    found = walk(tmp_path / "gone", lambda _: True)
    assert found.files == ()
    assert found.troubles == (f"{tmp_path / 'gone'}: cannot be listed: No such file or directory",)


def test_the_walk_is_bounded_and_says_so(tmp_path: Path) -> None:
    make(tmp_path, {f"{folder}/{at}.md": "" for folder in "ab" for at in range(5)})
    make(tmp_path, {"a/deep/x.md": "", "top.md": ""})
    found = walk(tmp_path, lambda _: True, Bounds(entries=10))
    assert found.files == ("a/0.md", "a/1.md", "a/2.md", "a/3.md", "a/4.md", "top.md")
    assert found.troubles == (
        "b/: more than 10 files; this folder and the deeper ones were left out",
    )
    shallow = walk(tmp_path, lambda _: True, Bounds(depth=1))
    assert "a/deep/x.md" not in shallow.files
    assert shallow.troubles == ("a/deep/: too deep; it was left out",)

"""Which files of a row are there, missing, or outside the project."""

from pathlib import Path

import pytest

from memtui.store import routes
from memtui.store.project import Project
from memtui.store.routes import state_of


@pytest.fixture
def project(tmp_path: Path) -> Project:
    root = tmp_path / "project"
    for path in (
        "docs/ops/cicd.md",
        "docs/a b.md",
        "docs/C#.md",
        "app/[id]/page.tsx",
        "app/x/.hidden/deep.ts",
        "memory/INDEX.md",
        "memory/notes.md",
    ):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("x")
    (tmp_path / "secret.md").write_text("x")
    return Project(root)


@pytest.mark.parametrize(
    ("file", "state"),
    [
        ("docs/ops/cicd.md", "there"),
        ("docs/ops/cicd.md#deploying", "there"),
        ("docs/a%20b.md", "there"),
        ("docs/C#.md", "there"),
        ("docs/ops", "there"),
        ("docs/ops/", "there"),
        ("docs\\ops\\cicd.md", "there"),
        ("docs/ops/cicd.md/", "missing"),
        ("docs/none.md", "missing"),
        ("docs/none.md#part", "missing"),
        ("none/", "missing"),
        # against the page's folder, too
        ("notes.md", "there"),
        ("../docs/ops/", "there"),
        ("#part", "there"),
        # globs
        ("docs/**", "there"),
        ("docs/**/*.md", "there"),
        ("**/cicd.md", "there"),
        ("docs/*/c[a-i]cd.md", "there"),
        ("app/x/**/deep.{js,ts}", "there"),
        ("*.md", "there"),
        ("docs/*.txt", "missing"),
        ("docs/**/none.md", "missing"),
        ("{one,two}.md", "missing"),
        ("none/**", "missing"),
        # signs of a glob in a name
        ("app/[id]/page.tsx", "there"),
        ("app/[id]/none.tsx", "missing"),
        # out of the project
        ("../secret.md", "outside"),
        ("../../secret.md", "outside"),
        ("/etc/hostname", "outside"),
        ("~/notes.md", "outside"),
        ("https://example.org/", "outside"),
        ("docs/../../secret.md", "outside"),
        ("%2e%2e/secret.md", "outside"),
        ("docs/..%2F..%2fsecret.md", "outside"),
        ("%2Fetc%2Fhostname", "outside"),
        ("%7E/notes.md", "outside"),
        ("C%3A%5Cnotes.md", "outside"),
        ("..\\secret.md", "outside"),
        # names that no file has
        ("x" * 5_000, "missing"),
        ("a\0b", "missing"),
        ("*/" * 5_000, "missing"),
    ],
)
def test_the_state_of_a_file(project: Project, file: str, state: str) -> None:
    assert state_of(project, file) == state


def test_an_absolute_path_into_the_project_is_inside(project: Project) -> None:
    assert state_of(project, f"{project.root}/docs/ops/cicd.md") == "there"
    assert state_of(project, f"{project.root}/docs/none.md") == "missing"
    assert state_of(project, f"{project.root}-other/docs/ops/cicd.md") == "outside"


def test_links_that_lead_out_are_outside(project: Project, tmp_path: Path) -> None:
    (project.root / "out.md").symlink_to(tmp_path / "secret.md")
    (project.root / "in.md").symlink_to("docs/ops/cicd.md")
    (project.root / "nothing.md").symlink_to("gone.md")
    (project.root / "self.md").symlink_to("self.md")
    assert state_of(project, "out.md") == "outside"
    assert state_of(project, "in.md") == "there"
    assert state_of(project, "nothing.md") == "missing"
    assert state_of(project, "self.md") == "missing"


def test_a_glob_follows_no_link_and_ends(project: Project, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (project.root / name).symlink_to(".")
    (project.root / "out").symlink_to(tmp_path)
    assert state_of(project, "**/secret.md") == "missing"
    assert state_of(project, "**/**/**/**/none.md") == "missing"


def test_a_glob_that_would_take_long_counts_as_matched(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "_BUDGET", 3)
    assert state_of(project, "**/none.md") == "there"

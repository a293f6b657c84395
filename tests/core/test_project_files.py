"""Which files of a project hold knowledge."""

import pytest

from memtui.core.surveying.project_files import kind_of, without_memories


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("README.md", "overview"),
        ("README.ko.md", "overview"),
        ("README", "overview"),
        ("docs/index.rst", "overview"),
        ("docs/api/index.md", "document"),
        ("packages/cart/README.md", "document"),
        ("docs/deploy.md", "document"),
        ("docs/notes.txt", "document"),
        ("CONTRIBUTING.md", "document"),
        ("openapi.yaml", "document"),
        ("CHANGELOG.md", "changelog"),
        ("changelogs/CHANGELOG_V8.md", "changelog"),
        ("docs/version-history.rst", "changelog"),
        ("docs/2019-news.md", "changelog"),
        ("docs/announce/release-2.0.1.rst", "changelog"),
        ("docs/v1.2.md", "changelog"),
        ("docs/releases.md", "document"),
        (".github/workflows/ci.yml", "ci"),
        (".gitlab-ci.yml", "ci"),
        (".ci/run", "ci"),
        ("Dockerfile", "deployment"),
        ("tests/e2e/Dockerfile", None),
        ("deploy/docker-compose.prod.yml", "deployment"),
        ("package.json", "manifest"),
        ("requirements-dev.txt", "manifest"),
        ("examples/a/README.md", "sample"),
        ("packages/cart/package.json", None),
        ("examples/a/package.json", None),
        ("LICENSE.md", None),
        ("CODE_OF_CONDUCT.md", None),
        ("CLAUDE.md", None),
        (".github/ISSUE_TEMPLATE/bug.md", None),
        (".github/PULL_REQUEST_TEMPLATE.md", None),
        ("memory/auth.md", None),
        ("memory/INDEX.md", None),
        ("tasks/lessons.md", None),
        ("tests/data/page.md", None),
        ("tests/README.md", "document"),
        ("fixtures/page.md", None),
        ("docs/_template.md", None),
        ("docs/requirements.txt", None),
        ("robots.txt", None),
        ("src/main.py", None),
        ("image.png", None),
        (".md", None),
    ],
)
def test_kinds_of_files(path: str, kind: str | None) -> None:
    assert kind_of(path) == kind


def test_memories_of_projects_within_the_project_are_no_documents() -> None:
    paths = ["app/memory/INDEX.md", "app/memory/auth.md", "app/docs/x.md", "lib/memory/pool.md"]
    assert without_memories(paths) == ["app/docs/x.md", "lib/memory/pool.md"]

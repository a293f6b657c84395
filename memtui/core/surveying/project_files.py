"""Which files of a project hold knowledge, by their path: documents, pipelines, manifests."""

import re
from collections.abc import Iterable
from typing import Final

from memtui.core import documents
from memtui.core.surveying.keywords import INDEX_STEMS, Kind

_PROSE: Final = frozenset(
    ("md", "mdx", "markdown", "mdown", "mkd", "rst", "adoc", "asciidoc", "org")
)
_DOCUMENT_FOLDERS: Final = frozenset(("doc", "docs", "documentation", "wiki"))

# Knowledge for people or tools, not for a task; what an agent is told at each start anyway.
_NO_KNOWLEDGE: Final = re.compile(
    r"(licen[cs]e|copying|notice|authors|maintainers|codeowners|funding|credits|sponsors|backers"
    r"|code[-_]of[-_]conduct|pull_request_template|issue_template|claude|agents|gemini"
    r"|copilot-instructions|requirements|tidelift)([-_. ].*)?",
    re.IGNORECASE,
)
_CHANGELOG: Final = re.compile(
    r"(changelog|changes|history|([0-9]{4}[-_.])?news|(release|version)[-_]?(notes|history)"
    r"|(release|version|v)[-_]?[0-9][0-9.]*[0-9]|whatsnew)([-_. ].*)?",
    re.IGNORECASE,
)
_README: Final = re.compile(r"(readme|contributing|security|install)([-_.].*)?", re.IGNORECASE)

_PIPELINE: Final = re.compile(
    r"(.*/)?(\.github/workflows/[^/]+\.ya?ml|\.(gitlab-ci|travis|drone|woodpecker|cirrus)\.ya?ml"
    r"|\.circleci/config\.yml|\.(forgejo|gitea)/workflows/[^/]+\.ya?ml|\.buildkite/[^/]+\.ya?ml"
    r"|\.ci/[^/]+|\.gitlab/ci/[^/]+|azure-pipelines\.ya?ml|bitbucket-pipelines\.yml"
    r"|cloudbuild\.ya?ml|appveyor\.yml|Jenkinsfile)"
)
_DEPLOYMENT: Final = re.compile(
    r"(.*/)?((docker-)?compose[^/]*\.ya?ml|Dockerfile[^/]*|[^/]*\.dockerfile|fly\.toml|Procfile"
    r"|vercel\.json|netlify\.toml|render\.ya?ml|railway\.(json|toml)|serverless\.ya?ml"
    r"|wrangler\.toml|Chart\.ya?ml)"
)
_MANIFEST: Final = re.compile(
    r"package\.json|pyproject\.toml|setup\.(py|cfg)|requirements[^/]*\.txt|Pipfile|Cargo\.toml"
    r"|go\.mod|Gemfile|composer\.json|pom\.xml|build\.gradle(\.kts)?|mix\.exs|Package\.swift"
    r"|pubspec\.ya?ml|deno\.jsonc?|CMakeLists\.txt"
)
_INTERFACE: Final = re.compile(r"(.*/)?(openapi|swagger)\.(ya?ml|json)", re.IGNORECASE)

_SAMPLES: Final = frozenset(("demo", "demos", "example", "examples", "sample", "samples"))
_DATA: Final = frozenset(
    ("fixtures", "fixture", "__fixtures__", "testdata", "snapshots", "__snapshots__", "mocks")
)
_TESTS: Final = frozenset(("test", "tests", "__tests__", "spec", "specs", "testing"))


def kind_of(path: str) -> Kind | None:
    """Return what a file is to a person who looks for knowledge; None when it holds none.

    Args:
        path: Relative to the project, with ``/``.
    """
    *folders, name = path.split("/")
    if path.startswith(tuple(f"{folder}/" for folder in documents.FOLDERS)):
        return None
    if sample_folder(path):
        return "sample" if _is_prose(folders, name) else None
    if not _DATA.isdisjoint(folders) or "ISSUE_TEMPLATE" in folders:
        return None
    is_tests = not _TESTS.isdisjoint(folders)
    for kind, pattern in _KINDS:
        if pattern.fullmatch(path):
            return None if is_tests else kind
    if not _is_prose(folders, name) or _NO_KNOWLEDGE.fullmatch(name):
        return None
    if name[:1] == "_" and not name.startswith("_index."):
        return None
    stem = name.split(".")[0].lower()
    if is_tests and stem not in INDEX_STEMS:
        return None
    if _CHANGELOG.fullmatch(name):
        return "changelog"
    first = not folders or (len(folders) == 1 and folders[0].lower() in _DOCUMENT_FOLDERS)
    is_index = stem in INDEX_STEMS or re.match(r"readme[-_.]", name, re.IGNORECASE)
    return "overview" if first and is_index else "document"


_KINDS: Final[tuple[tuple[Kind, re.Pattern[str]], ...]] = (
    ("ci", _PIPELINE),
    ("deployment", _DEPLOYMENT),
    # Of manifests those in the root count: a repository of many packages has one for each.
    ("manifest", _MANIFEST),
    ("document", _INTERFACE),
)


def sample_folder(path: str) -> str:
    """Return the outermost folder with samples that a file lies in, with a ``/``, or ``""``."""
    folders = path.split("/")[:-1]
    for depth, folder in enumerate(folders, 1):
        if folder.lower() in _TESTS or folder.lower() in _DATA:
            return ""
        if folder.lower() in _SAMPLES:
            return "/".join(folders[:depth]) + "/"
    return ""


def without_memories(paths: Iterable[str]) -> list[str]:
    """Return the paths that lie in no agent's memory of a project within the project."""
    listed = list(paths)
    tables = (path for path in listed if path.endswith(f"/{documents.TABLE}"))
    memories = tuple(table.removesuffix("INDEX.md") for table in tables)
    return [path for path in listed if not path.startswith(memories)]


def _is_prose(folders: list[str], name: str) -> bool:
    stem, dot, ending = name.rpartition(".")
    if not dot:
        return bool(_README.fullmatch(name) or _CHANGELOG.fullmatch(name))
    if ending.lower() == "txt":
        in_documents = not _DOCUMENT_FOLDERS.isdisjoint(folder.lower() for folder in folders)
        return in_documents or bool(_README.fullmatch(name) or _CHANGELOG.fullmatch(name))
    return bool(stem) and ending.lower() in _PROSE

"""What `init` reads in a project's own files."""

from pathlib import Path

import pytest

from memtui.store.manifests import read_facts

PYPROJECT = """\
[project]
name = "kettle"
description = "Boils"
dependencies = ["{dependency}>=1", "rich"]
{scripts}
[project.optional-dependencies]
test = ["pytest>=8"]
[tool.ruff]
line-length = 100
"""


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


@pytest.mark.parametrize(
    ("files", "kind", "why"),
    [
        ({"package.json": '{"dependencies": {"vue": "3"}}'}, "web", "package.json lists vue"),
        ({"package.json": '{"devDependencies": {"next": "3"}}'}, "web", "package.json lists next"),
        ({"package.json": '{"bin": {"x": "x.js"}}'}, "cli", "package.json"),
        ({"package.json": "{}"}, "library", "package.json"),
        (
            {"pyproject.toml": PYPROJECT.format(dependency="FastAPI", scripts="")},
            "web",
            "pyproject.toml lists fastapi",
        ),
        (
            {
                "pyproject.toml": PYPROJECT.format(
                    dependency="click", scripts='[project.scripts]\nkettle = "kettle:main"'
                )
            },
            "cli",
            "pyproject.toml",
        ),
        (
            {"pyproject.toml": PYPROJECT.format(dependency="numpy", scripts="")},
            "library",
            "pyproject.toml",
        ),
        (
            {"pyproject.toml": '[tool.poetry]\nname = "p"\n[tool.poetry.dependencies]\ndjango="5"'},
            "web",
            "pyproject.toml lists django",
        ),
        ({"Cargo.toml": '[package]\nname="k"\n[dependencies]\naxum="1"'}, "web", "axum"),
        ({"Cargo.toml": '[package]\nname="k"', "src/main.rs": ""}, "cli", "Cargo.toml"),
        ({"Cargo.toml": '[package]\nname="k"', "src/lib.rs": ""}, "library", "Cargo.toml"),
        (
            {"go.mod": "module x/k\nrequire (\n\tgithub.com/gin-gonic/gin v1.10.0\n)\n"},
            "web",
            "go.mod lists github.com/gin-gonic/gin",
        ),
        ({"go.mod": "module x/k\n", "main.go": ""}, "cli", "go.mod"),
        ({"index.html": ""}, "web", "no manifest"),
        ({}, "library", "no manifest"),
        (
            {"package.json": '{"devDependencies": {"prettier": "3"}}', "go.mod": "module k\n",
             "cmd/k/main.go": ""},
            "cli",
            "go.mod",
        ),
    ],
)  # fmt: skip
def test_the_type(tmp_path: Path, files: dict[str, str], kind: str, why: str) -> None:
    facts = read_facts(write(tmp_path, files))
    assert facts.type == kind
    assert why in facts.guessed_from


def test_a_python_project(tmp_path: Path) -> None:
    facts = read_facts(
        write(
            tmp_path,
            {
                "pyproject.toml": PYPROJECT.format(dependency="flask", scripts=""),
                "src/kettle/__init__.py": "",
                "docs/index.md": "",
                "node_modules/x/y": "",
                ".git/config": "",
                "odd[name]/x": "",
                "Makefile": "test:\n\tpytest\nlint: x\nNAME := y\n",
                "Dockerfile": "",
                ".github/workflows/ci.yml": "",
                "AGENTS.md": "",
            },
        )
    )
    assert (facts.name, facts.purpose, facts.manifest) == ("kettle", "Boils", "pyproject.toml")
    assert facts.stack == ("Python", "Flask", "Docker")
    assert facts.folders == (
        ("docs", "documentation"),
        ("odd[name]", ""),
        ("src", "source code"),
    )
    assert (facts.test_command, facts.source) == ("make test", "src/")
    assert facts.conventions == (
        "Tests: `make test`",
        "Linter: `make lint`",
        "Style is checked by ruff; do not argue with it",
        "The same checks run in GitHub Actions (`.github/workflows/`)",
        "Read `AGENTS.md` before the first change",
    )


@pytest.mark.parametrize(
    ("lockfile", "command"),
    [("pnpm-lock.yaml", "pnpm test"), ("yarn.lock", "yarn test"), ("x.lock", "npm test")],
)
def test_the_package_manager_is_that_of_the_lock_file(
    tmp_path: Path, lockfile: str, command: str
) -> None:
    write(tmp_path, {"package.json": '{"scripts": {"test": "x", "lint": "y"}}', lockfile: ""})
    facts = read_facts(tmp_path)
    assert facts.test_command == command
    assert f"Linter: `{command.removesuffix('test')}run lint`" in facts.conventions


@pytest.mark.parametrize(
    ("readme", "name", "purpose"),
    [
        ("# Tea\n\nSells tea\nonline.\n\nMore.\n", "Tea", "Sells tea online."),
        (
            "Tea\n===\n\n[![ci](a)](b)\n![x](y)\n\n**Tea** for [you](z).\n",
            "Tea",
            "**Tea** for you.",
        ),
        ("<h1>Tea</h1>\n\n> quote\n\n- list\n\n```\ncode\n```\n\nText.\n", None, "Text."),
        ("# Tea ##\r\n\r\nSells\r\ntea.\r\n", "Tea", "Sells tea."),
        ("# \x1b[31mTea\n\nred\x07 \u2028text\n", "[31mTea", "red text"),
        ("", None, ""),
    ],
)
def test_the_readme_gives_what_the_manifest_does_not(
    tmp_path: Path, readme: str, name: str | None, purpose: str
) -> None:
    (tmp_path / "README.md").write_bytes(readme.encode())
    facts = read_facts(tmp_path)
    assert (facts.name, facts.purpose) == (name or tmp_path.name, purpose)


def test_long_texts_are_cut_at_a_word(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("tea and kettle " * 100)
    purpose = read_facts(tmp_path).purpose
    assert len(purpose) <= 240
    assert purpose.endswith(("tea…", "and…", "kettle…"))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("package.json", "[1]"),
        ("package.json", '{"dependencies": 3}'),
        ("package.json", '{"scripts": ["test"]}'),
        ("pyproject.toml", "[project"),
        ("pyproject.toml", "project = 3"),
        ("pyproject.toml", "[project]\ndependencies = 3"),
        ("Cargo.toml", "package = []\nx"),
    ],
)
def test_a_manifest_of_a_strange_shape_never_stops_init(
    tmp_path: Path, name: str, text: str
) -> None:
    facts = read_facts(write(tmp_path, {name: text, "go.mod": "module k\n"}))
    assert facts.name in {"k", tmp_path.name}
    assert len(facts.unread) <= 1
    assert all(each.startswith(f"{name}: ") for each in facts.unread)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[1, 2]", "of another kind"),
        ('{"dependencies": ["react"]}', "of another kind"),
        ('{"a":' * 100_000, "recursion"),
    ],
)
def test_a_manifest_that_is_none_is_named_and_left_out(
    tmp_path: Path, text: str, said: str
) -> None:
    facts = read_facts(write(tmp_path, {"package.json": text}))
    (unread,) = facts.unread
    assert said in unread
    assert facts.guessed_from == "no manifest could be read"

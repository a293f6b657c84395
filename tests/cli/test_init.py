"""`memtui init`."""

from pathlib import Path

import pytest

from memtui import load_relevant_memory
from memtui.core.automaker import read as automaker_read
from memtui.core.entries import entries
from memtui.core.frontmatter import read
from memtui.core.terms import never
from tests.cli.conftest import Run

CATEGORIES = {
    "web": {"patterns", "api-conventions", "testing"},
    "cli": {"patterns", "dependencies", "debugging"},
    "library": {"patterns", "api-conventions", "dependencies"},
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project without a store, as the working directory."""
    root = (tmp_path / "Tea shop").resolve()
    (root / "src").mkdir(parents=True)
    (root / "package.json").write_text(
        '{"name": "tea", "description": "Sells tea", "dependencies": {"react": "1"},'
        ' "scripts": {"test": "vitest"}}'
    )
    monkeypatch.chdir(root)
    return root


def made(root: Path) -> dict[str, str]:
    memory = root / ".automaker" / "memory"
    return {path.name: path.read_bytes().decode() for path in memory.iterdir()}


@pytest.mark.parametrize("kind", sorted(CATEGORIES))
def test_each_type_gets_its_categories(memtui: Run, folder: Path, kind: str) -> None:
    result = memtui("init", "--type", kind)
    assert result.code == 0
    expected = {"_index.md", "gotchas.md", *(f"{name}.md" for name in CATEGORIES[kind])}
    assert set(made(folder)) == expected
    assert result.out.splitlines()[0] == f"{folder}: a {kind} project"


@pytest.mark.parametrize("kind", sorted(CATEGORIES))
def test_every_new_file_reads_alike_for_both_readers_and_can_be_matched(
    memtui: Run, folder: Path, kind: str
) -> None:
    memtui("init", "--type", kind)
    for name, text in made(folder).items():
        if name == "_index.md":
            continue
        reading = read(text)
        assert automaker_read(text) == (reading.metadata, reading.body)
        assert (reading.bad, reading.oddities) == (None, ())
        assert not any(map(never, reading.metadata.tags + reading.metadata.relevant_to))
        assert reading.metadata.importance == (0.9 if name == "gotchas.md" else 0.7)
        found = entries(reading.body)
        assert len(found) >= 2
        assert all(entry.date and entry.kind for entry in found)


def test_the_type_is_guessed_and_the_guess_is_explained(memtui: Run, folder: Path) -> None:
    result = memtui("init")
    assert result.out.splitlines()[0] == (
        f"{folder}: a web project (package.json lists react; --type decides otherwise)"
    )
    assert set(made(folder)) >= {"testing.md"}


def test_the_page_for_people_comes_from_the_project_and_never_loads(
    memtui: Run, folder: Path
) -> None:
    memtui("init")
    page = made(folder)["_index.md"]
    for line in (
        "- **Name:** tea",
        "- **Purpose:** Sells tea",
        "- **Stack:** JavaScript, React",
        "- `src/`: source code",
        "- Tests: `npm test`",
    ):
        assert line in page.splitlines()
    assert "never loaded" in page
    result = load_relevant_memory(folder, "tea name purpose stack")
    assert [file.name for file in result.files] == ["gotchas.md"]


def test_entries_name_the_projects_own_command(memtui: Run, folder: Path) -> None:
    memtui("init")
    assert "### Run `npm test` for every change (" in made(folder)["testing.md"]


def test_what_exists_is_never_overwritten(memtui: Run, folder: Path) -> None:
    memory = folder / ".automaker" / "memory"
    memory.mkdir(parents=True)
    (memory / "Patterns.md").write_text("mine")
    (memory / "_index.md").write_text("")
    result = memtui("init", "--json")
    assert [change["path"] for change in result.json["changes"]] == [
        ".automaker/memory/gotchas.md",
        ".automaker/memory/api-conventions.md",
        ".automaker/memory/testing.md",
    ]
    assert (made(folder)["Patterns.md"], made(folder)["_index.md"]) == ("mine", "")
    again = memtui("init", "--json")
    assert (again.code, again.json["changes"]) == (0, [])
    assert "nothing to make" in memtui("init").out


def test_the_json_document(memtui: Run, folder: Path) -> None:
    document = memtui("init", "--type", "library", "--json").json
    assert list(document) == ["project", "type", "why", "changes"]
    assert (document["project"], document["type"]) == (str(folder), "library")
    assert {tuple(change) for change in document["changes"]} == {("action", "path")}
    assert {change["action"] for change in document["changes"]} == {"create"}


def test_a_dry_run_changes_nothing_and_says_the_same(memtui: Run, folder: Path) -> None:
    dry = memtui("init", "--dry-run", "--json")
    assert not (folder / ".automaker").exists()
    assert "would make" in memtui("init", "--dry-run").out
    assert memtui("init", "--json").json == dry.json


def test_inside_another_project_only_with_here(
    memtui: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memtui("init")
    inner = folder / "packages" / "inner"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)
    for arguments in ((), ("--project", inner), ("--dry-run",)):
        result = memtui("init", *arguments)
        assert (result.code, result.out) == (1, "")
        assert str(folder) in result.err
        assert "--here" in result.err
        assert not (inner / ".automaker").exists()
    assert memtui("init", "--here").code == 0
    assert "gotchas.md" in made(inner)
    assert memtui("init").code == 0


def test_a_table_alone_is_a_project_that_lacks_a_store(memtui: Run, folder: Path) -> None:
    (folder / "memory").mkdir()
    (folder / "memory" / "INDEX.md").write_text("# Index\n")
    assert memtui("init").code == 0
    assert "gotchas.md" in made(folder)


def test_a_manifest_that_cannot_be_read_is_named_and_left_out(memtui: Run, folder: Path) -> None:
    (folder / "package.json").write_text("{")
    (folder / "go.mod").write_text("module example.org/tea/v2\n\ngo 1.24\n")
    result = memtui("init")
    assert result.code == 0
    assert result.err.startswith("memtui: package.json: ")
    assert result.out.splitlines()[0].startswith(f"{folder}: a library project (go.mod ")
    assert "- **Name:** tea" in made(folder)["_index.md"]


def test_a_missing_folder_is_an_error(memtui: Run, tmp_path: Path) -> None:
    result = memtui("init", "--project", tmp_path / "nope")
    assert (result.code, result.out) == (2, "")
    assert "no such folder" in result.err

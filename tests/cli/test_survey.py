"""`memtui survey`."""

from pathlib import Path

import pytest

from memtui.core import routing
from tests import clinic
from tests.cli.conftest import Run
from tests.store.test_walk import make
from tests.store.trees import tree


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The clinic's project without a table, as the working directory."""
    root = (tmp_path / "clinic").resolve()
    root.mkdir()
    make(root, clinic.DOCUMENTS)
    monkeypatch.chdir(root)
    return root


def table(root: Path) -> str:
    return (root / "memory" / "INDEX.md").read_bytes().decode()


def test_the_json_document(memtui: Run, folder: Path) -> None:
    result = memtui("survey", "--json")
    assert (result.code, result.err) == (0, "")
    document = result.json
    assert list(document) == ["rows", "unrouted"]
    assert {tuple(row) for row in document["rows"]} == {("task_type", "keywords", "files", "why")}
    assert document["unrouted"] == sorted(clinic.DOCUMENTS)
    payments = next(row for row in document["rows"] if row["files"] == ["docs/payments.md"])
    assert payments["task_type"] == "결제와 환불"
    assert payments["keywords"][:2] == ["환불", "결제"]
    assert payments["why"].startswith("title: 환불, 결제; ")


def test_rows_are_explained_one_by_one_and_nothing_is_written(memtui: Run, folder: Path) -> None:
    before = tree(folder)
    result = memtui("survey")
    assert tree(folder) == before
    lines = result.out.splitlines()
    at = lines.index("+ 결제와 환불 → docs/payments.md")
    assert lines[at + 1].startswith("    keywords: 환불, 결제, ")
    assert lines[at + 2].startswith("    why: title: 환불, 결제; ")
    assert lines[0].startswith(f"{folder}: ")
    assert "  docs/payments.md" in lines
    assert "`memtui survey --write` adds" in lines[-1]


def test_write_makes_the_table_and_names_it(memtui: Run, folder: Path) -> None:
    rows = memtui("survey", "--json").json["rows"]
    result = memtui("survey", "--write")
    assert result.code == 0
    assert result.out.splitlines()[-1] == f"made  memory/INDEX.md  (+ {len(rows)} rows)"
    page = routing.read(table(folder))
    assert [(row.task_type, list(row.keywords), list(row.files)) for row in page.rows] == [
        (row["task_type"], row["keywords"], row["files"]) for row in rows
    ]
    for prompt, path in clinic.PROMPTS[:5]:
        assert path in memtui("route", prompt).out


def test_a_second_time_there_is_nothing_to_add(memtui: Run, folder: Path) -> None:
    memtui("survey", "--write")
    before = tree(folder)
    result = memtui("survey", "--write")
    assert tree(folder) == before
    assert result.out.splitlines()[-1] == (
        "nothing to add: memory/INDEX.md has a row for each document that says what it is about"
    )
    assert memtui("survey", "--json").json["unrouted"] == []
    assert "+ " not in memtui("survey").out


def test_only_rows_whose_files_no_row_routes_are_added(memtui: Run, folder: Path) -> None:
    text = (
        "# Mine\r\n\r\nKeep.\r\n\r\n| Files | Notes | Keywords | Type |\r\n|--|--|--|--|\r\n"
        "| docs/api/, docs/auth.md | n | api | A |\r\n\r\nThe end.\r\n"
    )
    make(folder, {"memory/INDEX.md": ""})
    (folder / "memory" / "INDEX.md").write_bytes(text.encode())
    result = memtui("survey", "--write", "--json")
    assert result.code == 0
    after = table(folder)
    head, tail = text.split("\r\n\r\nThe end.\r\n")[0], "\r\n\r\nThe end.\r\n"
    assert after.startswith(head)
    assert after.endswith(tail)
    page = routing.read(after)
    routed = [file for row in page.rows for file in row.files]
    assert len(routed) == len(set(routed))
    assert "docs/auth.md" in routed
    assert "docs/api/errors.md" not in routed
    assert "docs/payments.md" in routed
    assert result.json["unrouted"] == []


def test_a_dry_run_changes_nothing_and_says_the_same(memtui: Run, folder: Path) -> None:
    before = tree(folder)
    dry = memtui("survey", "--dry-run", "--json")
    told = memtui("survey", "--write", "--dry-run")
    assert tree(folder) == before
    assert "would make  memory/INDEX.md" in told.out
    assert memtui("survey", "--write", "--json").json == dry.json


def test_undo_takes_it_back(memtui: Run, folder: Path) -> None:
    make(folder, {"memory/INDEX.md": "# Mine\n"})
    before = tree(folder)
    memtui("survey", "--write")
    assert table(folder) != "# Mine\n"
    result = memtui("undo")
    assert result.code == 0
    assert result.out.startswith("taken back: add ")
    assert tree(folder) == before


def test_undo_of_a_new_table_leaves_nothing(memtui: Run, folder: Path) -> None:
    before = tree(folder)
    memtui("survey", "--write")
    assert memtui("undo").code == 0
    assert tree(folder) == before


def test_inside_another_project_only_with_here(
    memtui: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memtui("survey", "--write")
    inner = folder / "packages" / "inner"
    make(inner, {"docs/billing.md": "# Billing\n"})
    monkeypatch.chdir(inner)
    for arguments in (("--write",), ("--dry-run",), ("--write", "--project", inner)):
        result = memtui("survey", *arguments)
        assert (result.code, result.out) == (1, "")
        assert str(folder) in result.err
        assert "--here makes a table" in result.err
        assert not (inner / "memory").exists()
    assert memtui("survey", "--write", "--here").code == 0
    assert "docs/billing.md" in table(inner)


def test_without_writing_the_nearest_project_is_surveyed(
    memtui: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memtui("survey", "--write")
    monkeypatch.chdir(folder / "docs" / "api")
    assert memtui("survey").out.startswith(f"{folder}: ")
    assert memtui("survey", "--project", folder / "docs").out.startswith(f"{folder / 'docs'}: ")


def test_a_project_without_documents(
    memtui: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = memtui("survey", "--write")
    assert result.code == 0
    assert result.out.splitlines()[-1] == "nothing to add: no document says what it is about"
    assert not (tmp_path / "memory").exists()
    assert memtui("survey", "--json").json == {"rows": [], "unrouted": []}


def test_a_table_that_is_no_utf_8_is_refused_and_stays(memtui: Run, folder: Path) -> None:
    make(folder, {"memory/INDEX.md": ""})
    (folder / "memory" / "INDEX.md").write_bytes(b"# B\xfccher\n")
    for arguments in ((), ("--write",)):
        result = memtui("survey", *arguments)
        assert (result.code, result.out) == (1, "")
        assert (
            result.err == "memtui: memory/INDEX.md: byte 3 is not UTF-8; convert the file first\n"
        )
    assert (folder / "memory" / "INDEX.md").read_bytes() == b"# B\xfccher\n"


def test_what_could_not_be_read_is_told(
    memtui: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memtui.store.survey._MOST", 3)
    result = memtui("survey")
    assert result.code == 0
    assert result.err.startswith("memtui: more than 3 documents: ")


def test_hostile_documents_reach_neither_the_terminal_nor_the_table_raw(
    memtui: Run, folder: Path
) -> None:
    make(folder, {"docs/x|y.md": "# [@click=app.quit]x[/] \x1b]0;own\x07 | `a\u202e b\n"})
    result = memtui("survey", "--write")
    assert result.code == 0
    for text in (result.out, table(folder)):
        assert not {"\x1b", "\x07", "\u202e"} & set(text)
    assert routing.read(table(folder)).rows[0].files


def test_one_document_is_one(memtui: Run, tmp_path: Path) -> None:
    make(tmp_path, {"docs/refunds.md": "# Refunds\n\nHow refunds are paid back.\n"})
    said = memtui("survey", "--project", tmp_path).out.splitlines()[0]
    assert said == f"{tmp_path}: 1 row proposed from 1 document"
    make(tmp_path, {"docs/kiln.md": "# Kiln\n\nHow the kiln is fired.\n"})
    said = memtui("survey", "--project", tmp_path).out.splitlines()[0]
    assert said == f"{tmp_path}: 2 rows proposed from 2 documents"


def test_a_missing_folder_is_an_error(memtui: Run, tmp_path: Path) -> None:
    result = memtui("survey", "--project", tmp_path / "nope")
    assert (result.code, result.out) == (2, "")
    assert "no such folder" in result.err

"""`memtui entries`."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.samples import AUTH, HOSTILE, STORE
from tests.cli.test_preview import assert_harmless
from tests.conftest import MakeStore


def test_the_json_document(memtui: Run, store: MakeStore) -> None:
    project = store(STORE)
    result = memtui("entries", "auth", "--json", "--project", project.root)
    assert (result.code, result.err) == (0, "")
    lines = AUTH.splitlines()
    first, second = AUTH[AUTH.index("### Keep") :].split("#### ")
    second = f"#### {second}"
    assert result.json == {
        "file": "auth.md",
        "entries": [
            {
                "number": 1,
                "heading": "Keep one token (2026-01-05)",
                "kind": "decision",
                "level": 3,
                "date": "2026-01-05",
                "line": 1 + lines.index("### Keep one token (2026-01-05)"),
                "bytes": len(first),
                "tokens": -(-len(first) // 4),
            },
            {
                "number": 2,
                "heading": "[Gotcha] The cookie is lax (2026-02-07)",
                "kind": "gotcha",
                "level": 4,
                "date": "2026-02-07",
                "line": 1 + lines.index("#### [Gotcha] The cookie is lax (2026-02-07)"),
                "bytes": len(second),
                "tokens": -(-len(second) // 4),
            },
        ],
    }


def test_bytes_are_utf_8_and_lines_are_those_of_the_file(memtui: Run, store: MakeStore) -> None:
    text = "\ufeff---\r\ntags: []\r\n---\r\n# T\r\n\r\n### 한국\r\n- x\r\n"
    project = store({"k.md": text})
    (entry,) = memtui("entries", "k", "--json", "--project", project.root).json["entries"]
    assert (entry["line"], entry["bytes"]) == (6, len("### 한국\r\n- x\r\n".encode()))


def test_the_text_is_a_numbered_list(memtui: Run, store: MakeStore) -> None:
    project = store(STORE)
    lines = memtui("entries", project.memory / "auth.md").out.splitlines()
    assert lines[0].split() == ["kind", "tokens", "entry"]
    assert lines[1].split()[:3] == ["1", "decision", "17"]
    assert lines[2].endswith("[Gotcha] The cookie is lax (2026-02-07)")
    assert memtui("entries", "ui", "--project", project.root).out == "ui.md: no entries\n"


def test_a_path_decides_the_project(
    memtui: Run, store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = store(STORE, name="here"), store({"auth.md": "## Only\n"}, name="there")
    monkeypatch.chdir(here.root)
    result = memtui("entries", there.memory / "auth.md", "--json", "--project", here.root)
    assert [entry["heading"] for entry in result.json["entries"]] == ["Only"]


def test_hostile_names_and_headings_are_printed_harmless(memtui: Run, store: MakeStore) -> None:
    project = store(HOSTILE)
    for name in HOSTILE:
        for shape in ((), ("--json",)):
            result = memtui("entries", name, *shape, "--project", project.root)
            assert result.code == 0
            assert_harmless(result.out)


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ("nope", "nope: no such memory file"),
        ("", "no name of a memory file"),
        ("./README.md", "lies in no store"),
        ("folder", "a folder, no file"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_line_on_standard_error(
    memtui: Run, store: MakeStore, monkeypatch: pytest.MonkeyPatch, file: str, says: str
) -> None:
    project = store(STORE)
    (project.memory / "folder.md").mkdir()
    (project.root / "README.md").write_text("x")
    monkeypatch.chdir(project.root)
    result = memtui("entries", file)
    assert (result.code, result.out) == (2, "")
    assert says in result.err
    assert result.err.count("\n") == 1


def test_a_file_name_in_a_project_without_a_store(memtui: Run, tmp_path: Path) -> None:
    result = memtui("entries", "auth", "--project", tmp_path)
    assert result.code == 2
    assert "memtui init" in result.err


def test_a_body_without_headings_lists_what_split_takes(memtui: Run, store: MakeStore) -> None:
    project = store({"flat.md": "---\ntags: []\n---\n# Flat\n\n- one\n- two\n\nA paragraph.\n"})
    lines = memtui("entries", "flat", "--project", project.root).out.splitlines()
    assert lines[0] == "flat.md: no entries; split takes its paragraphs and bullets"
    assert [line.split()[:2] for line in lines[2:]] == [
        ["1", "bullet"],
        ["2", "bullet"],
        ["3", "paragraph"],
    ]
    document = memtui("entries", "flat", "--json", "--project", project.root).json
    assert document["entries"] == []
    assert [(unit["heading"], unit["line"]) for unit in document["units"]] == [
        ("one", 6),
        ("two", 7),
        ("A paragraph.", 9),
    ]

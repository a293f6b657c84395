"""The documents of a project on disk."""

import os
from pathlib import Path

import pytest

from memtui.core.surveying import proposing
from memtui.core.surveying.proposing import propose
from memtui.store import survey
from memtui.store.project import Project, at
from tests import clinic
from tests.store.test_walk import make


def paths(project: Project) -> list[str]:
    return [document.path for document in survey.read(project).documents]


def test_documents_are_read_as_they_stand(tmp_path: Path) -> None:
    make(tmp_path, clinic.DOCUMENTS)
    found = survey.read(at(tmp_path))
    assert found.troubles == ()
    expected = [proposing.document(path, text) for path, text in clinic.DOCUMENTS.items()]
    assert sorted(found.documents, key=lambda each: each.path) == sorted(
        filter(None, expected), key=lambda each: each.path
    )


def test_what_is_no_document_of_the_project_is_left_out(tmp_path: Path) -> None:
    make(
        tmp_path,
        {
            "docs/a.md": "# Refunds\n",
            ".gitignore": "docs/private.md\n",
            "docs/private.md": "# Salaries\n",
            "memory/INDEX.md": "# Table\n",
            "memory/auth.md": "# Auth\n",
            ".automaker/memory/b.md": "# B\n",
            "tasks/lessons.md": "# Lessons\n",
            "app/memory/INDEX.md": "# Table\n",
            "app/memory/x.md": "# X\n",
            "node_modules/x/README.md": "# X\n",
            "src/a.py": "x = 1\n",
        },
    )
    assert paths(at(tmp_path)) == ["docs/a.md"]


def test_binary_files_are_left_out_silently(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_bytes(b"# A\x00B")
    (tmp_path / "docs" / "b.md").write_bytes("# Bücher\n".encode("latin-1"))
    found = survey.read(at(tmp_path))
    assert [document.path for document in found.documents] == ["docs/b.md"]
    assert found.troubles == ()


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable for the superuser")
def test_what_cannot_be_read_is_told_and_left_out(tmp_path: Path) -> None:
    make(tmp_path, {"docs/a.md": "# A\n", "docs/b.md": "# B\n"})
    (tmp_path / "docs" / "a.md").chmod(0)
    found = survey.read(at(tmp_path))
    assert [document.path for document in found.documents] == ["docs/b.md"]
    assert found.troubles == ("docs/a.md: cannot be read: Permission denied; it was left out",)


def test_a_file_that_fails_while_it_is_read_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path, {"docs/a.md": "# A\n", "docs/b.md": "# B\n"})
    real = Path.open

    def fail(path: Path, *args: object, **kwargs: object) -> object:
        if path.name == "a.md":
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, *args, **kwargs)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", fail)
    found = survey.read(at(tmp_path))
    assert [document.path for document in found.documents] == ["docs/b.md"]
    assert found.troubles == ("docs/a.md: cannot be read: Permission denied; it was left out",)


def test_only_the_beginning_of_a_large_document_is_read(tmp_path: Path) -> None:
    make(tmp_path, {f"docs/{name}.md": f"# {name}\n" for name in "abcde"})
    (tmp_path / "docs" / "big.md").write_text("# Big\n" + "x\n" * 100_000 + "## Last\n")
    big = next(each for each in survey.read(at(tmp_path)).documents if each.path == "docs/big.md")
    assert (big.title, big.headings) == ("Big", ())


def test_of_very_many_documents_the_first_are_read_and_that_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(survey, "_MOST", 3)
    make(tmp_path, {f"docs/{name}.md": f"# {name}\n" for name in "abcde"})
    make(tmp_path, {"demo/x.md": ""})
    found = survey.read(at(tmp_path))
    assert {document.path for document in found.documents} == {
        "demo/x.md",
        *(f"docs/{name}.md" for name in "abc"),
    }
    assert found.troubles == ("more than 3 documents: what follows docs/c.md was not read",)


def test_a_project_without_documents_has_nothing_to_propose(tmp_path: Path) -> None:
    found = survey.read(at(tmp_path))
    assert found == survey.Survey()
    assert propose(found.documents) == ()

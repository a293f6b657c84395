"""The documents that own a topic, read from the disk and ranked with their sections."""

from pathlib import Path

from memtui.core import routing
from memtui.core.destinations import Document
from memtui.store.owning import ranking, text_of
from memtui.store.project import Project

CICD = "# Deploying\n\nHow.\n\n## Rollback\n\nThe last image.\n\n## Secrets\n\nThe vault.\n"
PAGE = routing.read("| Task | Keywords | Files |\n|---|---|---|\n| UI | colour | docs/ui.md |\n")


def project(tmp_path: Path) -> Project:
    files = {
        "docs/cicd.md": CICD,
        "docs/ui.md": "# Screens\n\nText.\n",
        "docs/guide.rst": "Rollback of the guide\n=====================\n\nPigeons with parcels.\n",
        ".github/workflows/rollback.yml": "name: Rollback\n",
        "memory/rollback.md": "# Rollback\n",
    }
    for name, text in files.items():
        path = tmp_path / "shop" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Project((tmp_path / "shop").resolve())


def test_documents_that_share_words_are_ranked_with_section_and_text(tmp_path: Path) -> None:
    rank = ranking(project(tmp_path), PAGE)
    found = rank("A rollback keeps the secrets of the vault")
    assert {each.document.path for each in found} == {"docs/cicd.md", "docs/guide.rst"}
    by_path = {each.document.path: each for each in found}
    assert by_path["docs/cicd.md"].document == Document("docs/cicd.md", 9, "Secrets")
    assert by_path["docs/cicd.md"].text == CICD
    assert "rollback" in by_path["docs/cicd.md"].why
    assert by_path["docs/guide.rst"].document == Document("docs/guide.rst")
    assert [each.document.path for each in rank("Every colour has a name")] == ["docs/ui.md"]
    assert [each.document.path for each in rank("Pigeons lose parcels")] == ["docs/guide.rst"]
    assert rank("Nothing of this") == []


def test_a_document_that_goes_meanwhile_or_is_no_text_is_left_out(tmp_path: Path) -> None:
    place = project(tmp_path)
    rank = ranking(place, PAGE)
    assert rank("rollback")
    (place.root / "docs" / "cicd.md").write_bytes(b"# Rollback \xff\n")
    (place.root / "docs" / "guide.rst").unlink()
    assert rank("rollback") == []


def test_a_document_outside_of_the_project_has_no_text(tmp_path: Path) -> None:
    place = project(tmp_path)
    (tmp_path / "away.md").write_text("# Away\n")
    (place.root / "docs" / "link.md").symlink_to(tmp_path / "away.md")
    assert text_of(place, "docs/link.md") is None
    assert text_of(place, "docs/none.md") is None
    assert text_of(place, "docs/ui.md") == "# Screens\n\nText.\n"

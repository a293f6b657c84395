import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from memtui.core.memory import ContextFile, Feature
from memtui.errors import NoSuchFile, StoreError
from memtui.store import disk, reading
from memtui.store.files import SnapshotReader, clean, read_memory, read_snapshot
from memtui.store.project import Project
from tests.conftest import MakeStore


def test_a_snapshot_holds_every_memory_in_byte_order(store: MakeStore) -> None:
    project = store({"b.md": "2", "a.md": "1", "Z.MD": "3", "_index.md": "4", ".x.md": "5"})
    (project.memory / "notes.txt").write_text("x")
    (project.memory / ".memtui-1-ab.tmp").write_text("x")
    names = [memory.name for memory in read_snapshot(project).memories]
    assert names == [".x.md", "Z.MD", "_index.md", "a.md", "b.md"]


def test_every_character_of_a_file_is_kept(store: MakeStore) -> None:
    text = "\ufeff---\r\ntags: [a]\r---\n\x0b\x0c\u2028\x85no end"
    project = store({"a.md": text})
    assert read_memory(project, "a.md").text == text


def test_a_project_without_a_store_reads_as_empty(tmp_path: Path) -> None:
    snapshot = read_snapshot(Project(tmp_path))
    assert snapshot.memories == ()
    assert not snapshot.exists


def test_features_and_context_belong_to_the_snapshot(store: MakeStore) -> None:
    project = store(
        {"a.md": "x"},
        features={"f2": {"title": "Two"}, "f1": {"title": "One", "status": "done"}},
        context={"rules.md": "r", "more.TXT": "m", "other.json": "{}"},
    )
    snapshot = read_snapshot(project)
    assert snapshot.features == (Feature("One", "", "f1", "done"), Feature("Two", "", "f2", ""))
    assert snapshot.context == (ContextFile("more.TXT", "m"), ContextFile("rules.md", "r"))


def test_documents_belong_to_the_snapshot_by_their_path(store: MakeStore, tmp_path: Path) -> None:
    project = store({"a.md": "x"})
    for path, text in {
        "memory/INDEX.md": "table",
        "memory/deploy.md": "topic",
        "memory/notes.txt": "no markdown",
        "memory/deep/more.md": "not read",
        "tasks/lessons.md": "journal",
    }.items():
        (project.root / path).parent.mkdir(parents=True, exist_ok=True)
        (project.root / path).write_text(text)
    (tmp_path / "foreign.md").write_text("foreign")
    (project.root / "tasks" / "link.md").symlink_to(tmp_path / "foreign.md")
    reader = SnapshotReader(project)
    first = reader.read()
    assert {file.name: file.text for file in first.documents} == {
        "memory/INDEX.md": "table",
        "memory/deploy.md": "topic",
        "tasks/lessons.md": "journal",
        "tasks/link.md": "foreign",
    }
    assert [file.name for file in first.documents if file.fault] == ["tasks/link.md"]
    assert first.by_name["memory/deploy.md"] is first.documents[1]
    assert [file.name for file in first.memories] == ["a.md"]
    (project.root / "memory" / "INDEX.md").write_text("another table")
    second = reader.read()
    assert second.documents[0].text == "another table"
    assert second.documents[1] is first.documents[1]


def _folder(path: Path) -> None:
    path.mkdir()


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _dangling(path: Path) -> None:
    path.symlink_to("gone.md")


def _circle(path: Path) -> None:
    path.symlink_to(path.name)


@pytest.mark.parametrize(
    ("make", "kind", "reason"),
    [
        (_folder, "not-a-file", "a folder"),
        (_pipe, "not-a-file", "a pipe"),
        (_dangling, "unreadable", r"a link to nothing \(gone.md\)"),
        (_circle, "unreadable", "cannot be read"),
    ],
)
def test_what_nobody_can_read_is_listed_with_its_reason(
    store: MakeStore, make: Callable[[Path], None], kind: str, reason: str
) -> None:
    project = store({"a.md": "x"})
    make(project.memory / "bad.md")
    (_, bad) = read_snapshot(project).memories
    assert bad.fault is not None
    assert (bad.text, bad.fault.kind) == ("", kind)
    assert bad.fault.hides
    assert re.match(reason, bad.fault.reason)


def test_a_file_without_permission_is_listed_as_unreadable(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store({"a.md": "x"})
    refusing = PermissionError(13, "Permission denied")

    def refuse(path: object) -> tuple[int, os.stat_result]:
        raise refusing

    monkeypatch.setattr(disk, "open_regular", refuse)
    fault = read_memory(project, "a.md").fault
    assert fault is not None
    assert (fault.kind, fault.reason) == ("unreadable", "cannot be read: Permission denied")


def test_bytes_that_are_no_utf8_are_shown_and_marked(store: MakeStore) -> None:
    memory = read_memory(store({"a.md": b"caf\xe9 \xff"}), "a.md")
    assert memory.text == "caf\ufffd \ufffd"
    assert memory.fault is not None
    assert memory.fault.kind == "not-utf8"
    assert "byte 3" in memory.fault.reason


def test_a_link_out_of_the_project_is_read_and_marked(store: MakeStore, tmp_path: Path) -> None:
    project = store()
    (tmp_path / "shared.md").write_text("text")
    (project.memory / "a.md").symlink_to(tmp_path / "shared.md")
    (memory,) = read_snapshot(project).memories
    assert memory == read_memory(project, "a.md")
    assert memory.fault is not None
    assert (memory.text, memory.fault.kind, memory.fault.hides) == ("text", "outside", False)


def test_a_link_inside_the_project_is_a_sound_file(store: MakeStore) -> None:
    project = store()
    (project.root / "docs.md").write_text("text")
    (project.memory / "a.md").symlink_to("../../docs.md")
    (memory,) = read_snapshot(project).memories
    assert (memory.text, memory.fault) == ("text", None)


def test_a_memory_folder_outside_marks_every_file(store: MakeStore, tmp_path: Path) -> None:
    project = store({"a.md": "1", "b.md": "2"})
    project.memory.rename(tmp_path / "elsewhere")
    project.memory.symlink_to(tmp_path / "elsewhere")
    kinds = {m.name: m.fault and m.fault.kind for m in read_snapshot(project).memories}
    assert kinds == {"a.md": "outside", "b.md": "outside"}


def test_a_name_that_is_no_utf8_is_listed_in_a_readable_form(store: MakeStore) -> None:
    project = store()
    with open(os.fsencode(project.memory) + b"/caf\xe9.md", "w") as file:  # noqa: PTH123
        file.write("x")
    (memory,) = read_snapshot(project).memories
    assert memory.name == "caf\\xe9.md"
    assert memory.fault is not None


@pytest.mark.parametrize("name", ["gone.md", "../a.md", "sub/a.md", "a.txt", "a\0.md", ""])
def test_reading_what_is_no_memory_is_refused(store: MakeStore, name: str) -> None:
    project = store({"a.md": "x"})
    with pytest.raises(NoSuchFile):
        read_memory(project, name)


def test_a_folder_that_cannot_be_listed_is_an_error(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store({"a.md": "x"})

    def refuse(path: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(StoreError, match="cannot be listed: Permission denied"):
        read_snapshot(project)


def test_memories_that_did_not_change_stay_the_same_objects(store: MakeStore) -> None:
    project = store({"a.md": "1", "b.md": "2", "c.md": "3"})
    reader = SnapshotReader(project)
    before = reader.read()
    (project.memory / "b.md").write_text("22")
    (project.memory / "c.md").touch()
    after = reader.read()
    assert [m.text for m in after.memories] == ["1", "22", "3"]
    assert after.memories[0] is before.memories[0]
    assert after.memories[2] is before.memories[2]


def test_nothing_changed_gives_the_same_snapshot(store: MakeStore) -> None:
    project = store({"a.md": "1"}, features={"f": {"title": "T"}}, context={"r.md": "x"})
    reader = SnapshotReader(project)
    assert reader.read() is reader.read()


def test_an_earlier_snapshot_lends_its_memories(store: MakeStore) -> None:
    project = store({"a.md": "1", "b.md": "2"})
    before = read_snapshot(project)
    (project.memory / "b.md").write_text("22")
    after = read_snapshot(project, before)
    assert after.memories[0] is before.memories[0]
    assert after.memories[1].text == "22"


def test_a_change_of_the_same_size_within_one_tick_is_seen(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store({"a.md": "1"})
    monkeypatch.setattr(reading, "_signature_of", lambda info: (info.st_size, 0, 0, 0, 0))
    reader = SnapshotReader(project)
    assert reader.read().memories[0].text == "1"
    (project.memory / "a.md").write_text("2")
    assert reader.read().memories[0].text == "2"


def test_a_file_that_loses_its_fault_is_sound(store: MakeStore, tmp_path: Path) -> None:
    project = store()
    link = project.memory / "a.md"
    (tmp_path / "outside.md").write_text("x")
    link.symlink_to(tmp_path / "outside.md")
    reader = SnapshotReader(project)
    assert reader.read().memories[0].fault is not None
    (project.root / "inside.md").hardlink_to(tmp_path / "outside.md")
    link.unlink()
    link.symlink_to(project.root / "inside.md")
    assert reader.read().memories[0].fault is None


def test_leftovers_of_dead_processes_are_removed_and_nothing_else(store: MakeStore) -> None:
    project = store({"a.md": "x"})
    linked = project.root / "docs"
    linked.mkdir()
    (linked / "b.md").write_text("y")
    (project.memory / "b.md").symlink_to(linked / "b.md")
    dead = ".memtui-999999999-ab.tmp"
    keep = [f".memtui-{os.getpid()}-ab.tmp", ".memtui-999999999-ab.md", ".memtui-x-ab.tmp", ".tmp"]
    for folder in (project.memory, linked, project.root):
        for name in (dead, *keep):
            (folder / name).write_text("x")
    clean(project)
    for folder in (project.memory, linked, project.root):
        names = {path.name for path in folder.iterdir()}
        assert dead not in names
        assert names >= set(keep)
    assert (project.memory / "a.md").read_text() == "x"

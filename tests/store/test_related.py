from pathlib import Path

from memtui.store.project import Project
from memtui.store.related import missing_files


def test_paths_are_looked_up_from_the_root_with_or_without_a_section(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.ts").touch()
    (tmp_path / "odd#name.ts").touch()
    (tmp_path / "away").symlink_to(tmp_path / "nowhere")
    there = ("src/a.ts", "src", "src/a.ts#part", "odd#name.ts", str(tmp_path / "src"), "./src/a.ts")
    gone = ("src/b.ts", "src/b.ts#part", "away", "/no/such/file", "src/a.ts/x")
    assert missing_files(Project(tmp_path), (*there, *gone)) == frozenset(gone)


def test_what_is_no_path_is_missing_and_raises_nothing(tmp_path: Path) -> None:
    odd = ("", "#", "a\x00b", "x" * 5000, "\udcff", "[/]", "*")
    assert missing_files(Project(tmp_path), odd) >= {"a\x00b", "x" * 5000, "[/]", "*"}
    assert missing_files(Project(tmp_path), ()) == frozenset()

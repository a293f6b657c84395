"""What the commands that change something print about hostile names and values."""

from pathlib import Path

import pytest

from memtui.core.plain import harmless
from memtui.store.project import Project
from tests.cli.conftest import Run
from tests.ui.hostile_store import EVERYTHING, build

ORDER = "\x1b]0;title\x07\x9b31m\u202e"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return build(tmp_path)


def assert_harmless(result: str) -> None:
    for line in result.splitlines():
        assert harmless(line) == line


def test_a_change_of_any_file_is_told_in_harmless_lines(memtui: Run, project: Project) -> None:
    codes = set()
    for path in project.memory.iterdir():
        for words in (
            ("set", path, "tags", "[@click=app.quit]x[/]", "b\u202e"),
            ("set", path, "summary", " ".join(EVERYTHING)),
            ("count", path, "loaded"),
            ("entries", path),
        ):
            result = memtui(*words)
            codes.add(result.code)
            assert_harmless(result.out)
            assert_harmless(result.err)
            assert "Traceback" not in result.err
    assert codes == {0, 1, 2}


@pytest.mark.parametrize(
    "words",
    [
        ("set", f"no{ORDER}", "tags", "x"),
        ("set", "gotchas", f"key{ORDER}", "x"),
        ("set", "gotchas", "importance", ORDER),
        ("count", "gotchas", f"counter{ORDER}"),
        ("entries", f"no{ORDER}.md"),
        ("learn", "--category", f"c{ORDER}", "--type", f"t{ORDER}", "--content", "x"),
        ("preview", "--title", "x", "--profile", ORDER),
        ("preview", f"--option{ORDER}"),
        ("preview", "--title", "x", "--project", f"/nowhere{ORDER}"),
        ("init", f"/nowhere{ORDER}"),
        ("demo", f"/nowhere{ORDER}"),
        (f"/nowhere{ORDER}",),
    ],
)
def test_an_error_names_a_hostile_word_harmlessly(
    memtui: Run, project: Project, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(project.root)
    result = memtui(*words)
    assert result.code in (1, 2)
    assert result.err.startswith("memtui: ")
    assert_harmless(result.out + result.err)

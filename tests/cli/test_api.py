"""The public Python functions."""

import itertools
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import memtui
from memtui import Learning, append_learning, increment_usage_stat, load_relevant_memory
from memtui.errors import (
    BadValue,
    CannotPatch,
    Changed,
    MemtuiError,
    NoProject,
    NoSuchFile,
    NotWritable,
)
from memtui.store import files, history, journal
from tests.cli.samples import AUTH, STORE
from tests.conftest import MakeStore


def test_the_result_has_files_prompt_and_scores(store: MakeStore) -> None:
    project = store({**STORE, "empty.md": "---\ntags: [login]\n---\n \n"})
    result = load_relevant_memory(str(project.root), "Add login", "with a token")
    assert [file.name for file in result.files] == ["gotchas.md", "auth.md", "empty.md"]
    auth = result.files[1]
    assert auth.content == AUTH[AUTH.index("# Auth") :]
    assert auth.metadata.tags == ("login", "session")
    assert auth.metadata.usage_stats.successful_features == 4
    assert auth.content.strip() in result.prompt
    assert set(result.scores) == {"gotchas.md", "auth.md", "ui.md", "empty.md"}
    score = result.scores["auth.md"]
    assert score.score == pytest.approx(4 * 0.8 * 0.8)
    assert (score.reason, score.rank) == ("score", 1)
    app = load_relevant_memory(project.root, "Add login", profile="automaker-app")
    assert set(app.scores) == {"gotchas.md", "auth.md", "ui.md"}


def test_metadata_and_content_are_those_of_the_profiles_reader(store: MakeStore) -> None:
    project = store({"gotchas.md": "---\ntags:\n  - a\n---\n\n\nbody\n"})
    documented = load_relevant_memory(project.root, "x").files[0]
    automaker = load_relevant_memory(project.root, "x", profile="automaker-utils").files[0]
    assert (documented.metadata.tags, documented.content) == (("a",), "\n\nbody\n")
    assert (automaker.metadata.tags, automaker.content) == ((), "body\n")


def test_without_a_store_the_result_is_empty(tmp_path: Path) -> None:
    result = load_relevant_memory(tmp_path, "Add login")
    assert (result.files, result.prompt, result.scores) == ([], "", {})
    (tmp_path / ".automaker" / "memory").mkdir(parents=True)
    result = load_relevant_memory(tmp_path / ".automaker" / "memory", "Add login")
    assert (result.files, result.prompt, result.scores) == ([], "", {})


def test_wrong_arguments_raise(store: MakeStore, tmp_path: Path) -> None:
    project = store(STORE)
    wrong: Any = "other"
    with pytest.raises(BadValue, match="documented, automaker-utils, automaker-app"):
        load_relevant_memory(project.root, "x", profile=wrong)
    with pytest.raises(BadValue, match="decision, learning, pattern, gotcha"):
        append_learning(project.root, "auth", Learning(wrong, "x"))
    with pytest.raises(BadValue, match="content"):
        append_learning(project.root, "auth", Learning("gotcha", "\n"))
    with pytest.raises(BadValue, match="loaded, referenced, successfulFeatures"):
        increment_usage_stat(project.memory / "auth.md", wrong)
    for call in (
        lambda: load_relevant_memory(tmp_path / "nope", "x"),
        lambda: append_learning(tmp_path / "nope", "auth", Learning("gotcha", "x")),
        lambda: increment_usage_stat(tmp_path / "auth.md", "loaded"),
    ):
        with pytest.raises(NoProject):
            call()
    with pytest.raises(NoSuchFile):
        increment_usage_stat(project.memory / "nope.md", "loaded")
    assert (project.memory / "auth.md").read_text() == AUTH


def test_append_learning_returns_the_path(store: MakeStore) -> None:
    project = store(STORE)
    path = append_learning(project.memory, "Auth", Learning("gotcha", "Lock it"))
    assert path == project.memory / "auth.md"
    assert path.read_text().startswith(AUTH + "\n#### [Gotcha] Lock it (")


def test_a_path_may_be_relative_to_the_working_directory(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store(STORE)
    monkeypatch.chdir(project.memory)
    increment_usage_stat("auth.md", "referenced")
    assert (project.memory / "auth.md").read_text() == AUTH.replace("ced: 4", "ced: 5")
    monkeypatch.chdir(project.root)
    with pytest.raises(NoProject):
        increment_usage_stat("auth.md", "referenced")


def test_errors_name_the_file_and_the_line(store: MakeStore) -> None:
    project = store({"bad.md": "---\na: b: c\n---\n", "latin.md": b"\xe9"})
    with pytest.raises(CannotPatch, match=r"^bad\.md: line 2: "):
        increment_usage_stat(project.memory / "bad.md", "loaded")
    with pytest.raises(NotWritable, match=r"^latin\.md: byte 0 is not UTF-8"):
        increment_usage_stat(project.memory / "latin.md", "loaded")


@pytest.mark.parametrize("others", [1, 3])
def test_what_another_program_appends_meanwhile_stays(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch, others: int
) -> None:
    """Another program writes between memtui's reading and its comparison."""
    project = store(STORE)
    path = project.memory / "auth.md"
    read, pending = files.read_memory, list(range(others))

    def interrupted(*arguments: Any) -> Any:
        memory = read(*arguments)
        if pending:
            with path.open("a") as file:
                file.write(f"foreign {pending.pop()}\n")
        return memory

    monkeypatch.setattr(files, "read_memory", interrupted)
    append_learning(project.root, "auth", Learning("gotcha", "Ours"))
    increment_usage_stat(path, "loaded")
    text = path.read_text()
    assert text.count("foreign") == others
    assert text.startswith(AUTH.replace("loaded: 12", "loaded: 13"))
    assert text.count("Ours") == 1


def test_a_file_that_never_comes_to_rest_is_given_up_with_1(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = store(STORE)
    path = project.memory / "auth.md"
    read = files.read_memory

    def interrupted(*arguments: Any) -> Any:
        memory = read(*arguments)
        with path.open("a") as file:
            file.write("again\n")
        return memory

    monkeypatch.setattr(files, "read_memory", interrupted)
    # Two seconds pass at each look at the clock.
    clock = SimpleNamespace(monotonic=itertools.count(step=2).__next__)
    monkeypatch.setattr(journal, "time", clock)
    with pytest.raises(Changed) as caught:
        increment_usage_stat(path, "loaded")
    assert caught.value.exit_code == 1
    assert path.read_text().startswith(AUTH)
    assert "loaded: 12" in path.read_text()


def test_learning_is_in_the_history_and_counting_is_not(store: MakeStore) -> None:
    project = store(STORE)
    append_learning(project.root, "auth", Learning("gotcha", "x"))
    increment_usage_stat(project.memory / "auth.md", "loaded")
    assert [step.what for step in history.read(project)] == ["add a learning to auth.md"]


def test_every_public_name_is_there() -> None:
    for name in memtui.__all__:
        assert getattr(memtui, name)
    with pytest.raises(AttributeError, match="no attribute 'nope'"):
        _ = memtui.nope  # type: ignore[attr-defined, unused-ignore]
    assert issubclass(BadValue, MemtuiError)

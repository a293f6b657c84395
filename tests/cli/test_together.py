"""Many processes that count and learn at once lose nothing."""

import subprocess
import sys
from pathlib import Path

from memtui.core.entries import entries
from memtui.store.project import Project
from tests.cli.samples import AUTH, STORE
from tests.conftest import MakeStore

COUNT = """
import sys
from memtui import increment_usage_stat
for _ in range(int(sys.argv[2])):
    increment_usage_stat(sys.argv[1], "loaded")
"""

LEARN = """
import sys
from memtui import Learning, append_learning
for number in range(20):
    learning = Learning("decision", f"{sys.argv[3]} {number}", why="two write at once")
    append_learning(sys.argv[1], sys.argv[2], learning)
"""


def together(commands: list[list[str]]) -> None:
    """Run commands at the same time; each has to succeed."""
    started = [
        subprocess.Popen([sys.executable, *command], stderr=subprocess.PIPE, stdout=subprocess.PIPE)
        for command in commands
    ]
    for process in started:
        _, trouble = process.communicate(timeout=100)
        assert (process.returncode, trouble.decode()) == (0, "")


def names(project: Project) -> set[str]:
    return {path.name for path in project.memory.iterdir()}


def test_eight_processes_count_forty_times_each(store: MakeStore) -> None:
    body = "# T\r\n\u2028\x0c\x85 mixed\rends" + "\n### x\n- y" * 500
    before = AUTH.replace("\n", "\r\n") + body
    project = store({"auth.md": before, "gotchas.md": AUTH})
    together([["-c", COUNT, str(project.memory / "auth.md"), "40"] for _ in range(8)])
    after = (project.memory / "auth.md").read_bytes().decode()
    assert after == before.replace("loaded: 12", f"loaded: {12 + 8 * 40}")
    assert (project.memory / "gotchas.md").read_text() == AUTH
    assert names(project) == {"auth.md", "gotchas.md"}


def test_counting_three_counters_at_once(store: MakeStore) -> None:
    project = store(STORE)
    counters = ("loaded", "referenced", "successfulFeatures")
    command = ["-m", "memtui", "count", str(project.memory / "auth.md")]
    together([[*command, counter] for counter in counters for _ in range(3)])
    after = (project.memory / "auth.md").read_text()
    assert after == (
        AUTH.replace("loaded: 12", "loaded: 15")
        .replace("referenced: 4", "referenced: 7")
        .replace("Features: 4", "Features: 7")
    )


def check_learned(project: Project, name: str, first: str, tellers: tuple[str, ...]) -> None:
    text = (project.memory / name).read_bytes().decode()
    assert text.startswith(first)
    learned = [entry.heading[:-13] for entry in entries(text[len(first) :])]
    for teller in tellers:
        told = [heading for heading in learned if heading.startswith(teller)]
        assert told == [f"{teller} {number}" for number in range(20)]
    assert len(learned) == 20 * len(tellers)


def test_two_processes_learn_twenty_times_each(store: MakeStore) -> None:
    project = store(STORE)
    together([["-c", LEARN, str(project.root), "auth", teller] for teller in ("one", "two")])
    check_learned(project, "auth.md", AUTH, ("one", "two"))
    assert names(project) == set(STORE)


def test_two_processes_learn_into_a_category_that_neither_finds(tmp_path: Path) -> None:
    project = Project(tmp_path.resolve())
    together([["-c", LEARN, str(tmp_path), "new things", teller] for teller in ("one", "two")])
    text = (project.memory / "new-things.md").read_text()
    head = text[: text.index("###")]
    assert head.count("---\n") == 2
    check_learned(project, "new-things.md", head, ("one", "two"))
    assert names(project) == {"new-things.md"}


def test_counting_and_learning_at_once(store: MakeStore) -> None:
    project = store(STORE)
    path = str(project.memory / "auth.md")
    learn = ["-m", "memtui", "learn", "auth", "--type", "pattern", "--project", str(project.root)]
    together([["-c", COUNT, path, "20"], *([*learn, f"learning {number}"] for number in range(6))])
    text = (project.memory / "auth.md").read_text()
    assert text.startswith(AUTH.replace("loaded: 12", "loaded: 32"))
    learned = {entry.heading[10:-13] for entry in entries(text) if "learning" in entry.heading}
    assert learned == {f"learning {number}" for number in range(6)}

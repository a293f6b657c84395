"""`memtui preview` against a second, straightforward computation."""

import os
import random
from pathlib import Path

import pytest

from memtui import load_relevant_memory
from memtui.core.scoring import PROFILES, Profile
from memtui.store import sample
from memtui.store.files import read_snapshot
from memtui.store.project import Project
from tests.cli import independent_preview
from tests.conftest import MakeStore

WORDS = ("login", "session", "token", "cart", "checkout", "price", "stock", "refund", "search")


def block(chance: random.Random) -> str:
    """Return a frontmatter block of one of the shapes that people and programs write."""

    def some(most: int) -> list[str]:
        return chance.choices([*WORDS, "edge-case", "UI", "fix", "결제", "LOGIN"], k=most)

    def items(values: list[str]) -> str:
        if values and chance.random() < 0.3:
            return "".join(f"\n  - {value}" for value in values)
        return " [" + ", ".join(values) + "]"

    newline = chance.choice(["\n", "\r\n"])
    loaded = chance.choice([0, 1, 7, 100])
    lines = [
        "---",
        f"tags:{items(some(chance.randrange(5)))}",
        f"summary: {' '.join(some(chance.randrange(1, 6)))}",
        f"relevantTo:{items(some(chance.randrange(4)))}",
        f"importance: {chance.choice(['0', '0.5', '0.7', '0.9', '1.5'])}",
        "usageStats:",
        f"  loaded: {loaded}",
        f"  referenced: {loaded // 2}",
        f"  successfulFeatures: {loaded // 3}",
        "---",
        chance.choice(["# Title", "", "text"]),
        "",
    ]
    return newline.join("\n".join(lines).split("\n"))


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("seed", range(20))
def test_both_agree_on_stores_of_many_shapes(store: MakeStore, profile: Profile, seed: int) -> None:
    chance = random.Random(seed)
    names = ["_index", "gotchas", "cart-price", "stock_mail", "UI", "login", "a", "b", "c", "d"]
    files = {f"{name}.md": block(chance) for name in names if chance.random() < 0.9}
    project = store({**files, "bare.md": "# No block\n", "notes.txt": "x"})
    for path in project.memory.iterdir():
        # As old files: young ones are read twice.
        os.utime(path, (0, 0))
    for size in (0, 1, 3, 8):
        title = " ".join(chance.choices([*WORDS, "the", "Fix", "ui"], k=size))
        found = load_relevant_memory(project.root, title, "", profile)
        ours = {
            "selected": [file.name for file in found.files],
            "scores": {name: each.score for name, each in found.scores.items()},
        }
        theirs = independent_preview.preview(project.root, title, "", profile)
        assert theirs["scores"]
        assert independent_preview.differences(theirs, ours) == []


def test_both_agree_on_the_sample_project(tmp_path: Path) -> None:
    project = Project(sample.copy(tmp_path).resolve())
    for feature in read_snapshot(project).features:
        for profile in PROFILES:
            text = (feature.title, feature.description)
            found = load_relevant_memory(project.root, *text, profile)
            ours = {
                "selected": [file.name for file in found.files],
                "scores": {name: each.score for name, each in found.scores.items()},
            }
            theirs = independent_preview.preview(project.root, *text, profile)
            assert independent_preview.differences(theirs, ours) == []


def test_the_script_runs_the_command_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = sample.copy(tmp_path)
    assert independent_preview.main(project, 2) == 0
    assert capsys.readouterr().out.count("agree on") == 6

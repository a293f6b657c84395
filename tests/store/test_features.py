import json
import os

import pytest

from memtui.core.memory import Feature, SkippedFeature
from memtui.store.files import read_snapshot
from memtui.store.project import Project
from tests.conftest import MakeStore


def _write(project: Project, name: str, data: bytes) -> None:
    folder = project.features / name
    folder.mkdir(parents=True)
    (folder / "feature.json").write_bytes(data)
    # Long ago: a file that has just been emptied would be waited for.
    os.utime(folder / "feature.json", (1, 1))


def test_features_stand_in_byte_order_of_their_folders(store: MakeStore) -> None:
    names = ["feature-10", "feature-9", "Zeta", "인증"]
    project = store(features={name: {"title": name, "status": "backlog"} for name in names})
    assert [feature.id for feature in read_snapshot(project).features] == sorted(names)
    assert read_snapshot(project).features[0] == Feature("Zeta", "", "Zeta", "backlog")


def test_a_project_without_features_has_none(store: MakeStore) -> None:
    assert read_snapshot(store()).features == ()


@pytest.mark.parametrize(
    ("content", "title"),
    [
        ({"title": "  A title\nin two lines "}, "A title in two lines"),
        ({"description": "\n  \nFirst line\nsecond"}, "First line"),
        ({"title": "", "description": "Only this"}, "Only this"),
        ({"title": 7, "description": "Only this"}, "Only this"),
        ({"title": "\ud800half"}, "\ufffd" * 3 + "half"),
    ],
)
def test_the_title_is_one_line(store: MakeStore, content: dict[str, object], title: str) -> None:
    project = store(features={"f": content})
    assert [feature.title for feature in read_snapshot(project).features] == [title]


def test_values_of_the_wrong_kind_are_empty(store: MakeStore) -> None:
    project = store(features={"f": {"title": "T", "description": ["x"], "status": None, "id": 3}})
    assert read_snapshot(project).features == (Feature("T", "", "f", ""),)


def test_a_byte_order_mark_is_no_fault(store: MakeStore) -> None:
    project = store()
    _write(project, "f", b'\xef\xbb\xbf{"title": "T"}')
    assert read_snapshot(project).features == (Feature("T", "", "f"),)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b'{"title": "T",\n', "line 2: no JSON"),
        (b"", "line 1: no JSON"),
        (b"[1]", "no JSON object"),
        (b'{"title": " ", "description": ""}', "neither a title nor a description"),
        (b'{"title": "caf\xe9"}', "byte 14 is not UTF-8"),
        (b"[" * 100_000, "no usable JSON"),
        (b'{"title": "T", "n": ' + b"1" * 10_000 + b"}", "no usable JSON"),
    ],
)
def test_odd_features_are_skipped_with_a_reason(store: MakeStore, data: bytes, reason: str) -> None:
    project = store(features={"good": {"title": "Good"}})
    _write(project, "odd", data)
    assert [feature.id for feature in read_snapshot(project).features] == ["good"]
    (skipped,) = read_snapshot(project).skipped_features
    assert skipped.path == ".automaker/features/odd/feature.json"
    assert skipped.reason.startswith(reason)


def test_a_pipe_in_place_of_a_feature_blocks_nobody(store: MakeStore) -> None:
    project = store(features={"good": {"title": "Good"}})
    (project.features / "odd").mkdir()
    os.mkfifo(project.features / "odd" / "feature.json")
    (project.features / "empty").mkdir()
    (project.features / "file").write_text("x")
    assert [feature.id for feature in read_snapshot(project).features] == ["good"]
    expected = SkippedFeature(".automaker/features/odd/feature.json", "a pipe or a device, no file")
    assert read_snapshot(project).skipped_features == (expected,)


def test_every_feature_of_a_large_project_is_read(store: MakeStore) -> None:
    features = {f"f{number:03}": {"title": f"Title {number}"} for number in range(300)}
    project = store(features=features)
    assert len(read_snapshot(project).features) == 300
    assert (
        json.loads((project.features / "f007" / "feature.json").read_text())["title"] == "Title 7"
    )

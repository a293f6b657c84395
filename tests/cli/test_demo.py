"""The sample project shows each state of a memory."""

from pathlib import Path

import pytest

from memtui.core.automaker import forecast, write
from memtui.core.automaker import read as automaker_read
from memtui.core.documents import CONTEXT, LESSONS, TABLE
from memtui.core.entries import entries
from memtui.core.memory import Feature
from memtui.core.scoring import PROFILES, Profile
from memtui.core.selection import Selection, select
from memtui.core.terms import never, terms
from memtui.core.workspace import Snapshot
from memtui.store import routes, sample
from memtui.store.files import read_snapshot
from memtui.store.project import Project

FIRST = "01-oauth-login"
CROWDED = "02-faster-checkout"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return Project(sample.copy(tmp_path_factory.mktemp("demo")).resolve())


@pytest.fixture(scope="module")
def snapshot(project: Project) -> Snapshot:
    return read_snapshot(project)


def feature(snapshot: Snapshot, id_: str) -> Feature:
    return next(each for each in snapshot.features if each.id == id_)


def selection(snapshot: Snapshot, id_: str, profile: Profile = "documented") -> Selection:
    return select(snapshot.index(profile), feature(snapshot, id_))


def reasons(chosen: Selection) -> dict[str, str]:
    return {name: score.reason for name, score in chosen.scores.items()}


def test_there_are_twelve_features_and_the_first_loads_in_three_ways(snapshot: Snapshot) -> None:
    assert len(snapshot.features) == 12
    assert snapshot.features[0].id == FIRST
    chosen = selection(snapshot, FIRST)
    found = reasons(chosen)
    assert {name: found[name] for name in chosen.selected} == {
        "gotchas.md": "always",
        "auth.md": "score",
        "api-conventions.md": "score",
        "patterns.md": "score",
        "security.md": "importance",
    }


def test_more_than_five_files_match_the_second_feature(snapshot: Snapshot) -> None:
    documented = selection(snapshot, CROWDED)
    assert documented.kept > 5
    assert "rank" in reasons(documented).values()
    assert "crowded-out" in reasons(selection(snapshot, CROWDED, "automaker-app")).values()


def test_every_reason_but_unreadable_occurs(snapshot: Snapshot) -> None:
    found = {
        reason
        for profile in PROFILES
        for each in snapshot.features
        for reason in reasons(select(snapshot.index(profile), each)).values()
    }
    assert found == {
        "always",
        "score",
        "importance",
        "index-file",
        "empty-body",
        "no-terms",
        "no-match",
        "zero-importance",
        "crowded-out",
        "rank",
    }


def test_one_file_has_only_dead_tags_and_loads_for_no_feature(snapshot: Snapshot) -> None:
    metadata = snapshot.by_name["ui.md"].reading.metadata
    items = metadata.tags + metadata.relevant_to
    assert {"ui", "edge-case"} <= set(items)
    assert all(map(never, items))
    assert terms(metadata.summary) == ()
    for profile in PROFILES:
        for each in snapshot.features:
            assert "ui.md" not in select(snapshot.index(profile), each).selected


def test_the_profiles_differ_for_some_features(snapshot: Snapshot) -> None:
    def loaded(each: Feature) -> set[frozenset[str]]:
        return {frozenset(select(snapshot.index(p), each).selected) for p in PROFILES}

    differing = [each.id for each in snapshot.features if len(loaded(each)) > 1]
    assert FIRST not in differing
    assert "05-race-test" in differing


def test_automaker_would_lose_a_block_list_a_comment_and_a_key(snapshot: Snapshot) -> None:
    testing = snapshot.by_name["testing.md"]
    assert testing.reading.metadata.tags
    assert testing.automaker[0].tags == ()
    database = snapshot.by_name["database.md"]
    after = forecast(database.text)
    for lost in ("# reviewed by", "# was 0.9", "owner:"):
        assert lost in database.text
        assert lost not in after


def test_one_block_cannot_be_read(snapshot: Snapshot) -> None:
    bad = {memory.name for memory in snapshot.memories if memory.reading.bad}
    assert bad == {"search.md"}
    assert snapshot.by_name["search.md"].automaker[0].tags


def test_every_other_file_survives_automaker_but_for_its_counter(snapshot: Snapshot) -> None:
    special = {"testing.md", "database.md", "search.md", "_index.md"}
    for memory in snapshot.memories:
        if memory.name not in special:
            metadata, body = automaker_read(memory.text)
            assert automaker_read(write(metadata, body)) == (metadata, body)
            assert memory.reading.metadata == metadata
            assert memory.reading.oddities == ()


def test_one_related_file_is_missing(project: Project, snapshot: Snapshot) -> None:
    missing = {
        path
        for memory in snapshot.memories
        for path in memory.reading.metadata.related_files
        if not (project.root / path).exists()
    }
    assert missing == {"src/payments/refunds.ts"}


def test_there_are_twins_a_large_file_and_korean_text(snapshot: Snapshot) -> None:
    assert {"pattern.md", "patterns.md"} <= set(snapshot.by_name)
    large = snapshot.by_name["architecture.md"]
    assert 140_000 < len(large.text.encode()) < 170_000
    found = entries(large.reading.body)
    headings = [entry.heading for entry in found]
    assert len(headings) == len(set(headings)) == 180
    assert {entry.kind for entry in found} == {"decision"}
    assert "{" not in "".join(headings)
    korean = snapshot.by_name["korean-market.md"]
    assert "결제" in korean.reading.metadata.tags
    assert any("원화" in entry.heading for entry in entries(korean.reading.body))


def test_the_neighbours_of_the_memory_are_there(project: Project, snapshot: Snapshot) -> None:
    assert [file.name for file in snapshot.context] == ["rules.md"]
    rows = snapshot.by_name[TABLE].routes.rows
    assert [row.task_type for row in rows] == [
        "Deploy",
        "API",
        "Checkout",
        "Money",
        "Reviews",
        "Wholesale",
    ]
    named = [file for row in rows for file in row.files]
    lost = [file for file in named if routes.state_of(project, file) != "there"]
    assert lost == ["docs/payments.md"]
    assert {file.name for file in snapshot.documents} >= {CONTEXT, LESSONS, "memory/wholesale.md"}
    assert (project.root / "docs/checkout.md").is_file()


def test_a_copy_can_be_made_again_and_is_the_same(tmp_path: Path) -> None:
    def contents(folder: Path) -> dict[str, bytes]:
        return {
            str(path.relative_to(folder)): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file()
        }

    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    other.mkdir()
    sample.copy(one)
    sample.copy(other)
    first = contents(one)
    sample.copy(one)
    assert contents(one) == first == contents(other)

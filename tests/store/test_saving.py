"""Saving over what others wrote meanwhile: put together on the disk, or a person is asked."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from memtui.core.automaker import forecast
from memtui.core.plan import Change, Plan, creating, writing
from memtui.errors import Changed, StoreError, Undecided
from memtui.store import history, reading, saving
from memtui.store.journal import Writer
from memtui.store.project import Project
from memtui.store.steps import Step
from tests.conftest import MakeStore

AUTH = ".automaker/memory/auth.md"
UI = ".automaker/memory/ui.md"
QUICK = Writer(pause=lambda _: None, patience=60)
TEXT = """---
tags: [oauth]
summary: Tokens
relevantTo: [login]
importance: 0.8
relatedFiles: []
usageStats:
  loaded: 12
  referenced: 4
  successfulFeatures: 3
---
# Auth

### One
- **Pattern:** Once.
"""
MINE = TEXT.replace("0.8", "0.7")
LEARNED = "\n### Two\n- **Pattern:** Twice.\n"


@pytest.fixture
def project(store: MakeStore) -> Project:
    return store({"auth.md": TEXT, "ui.md": TEXT})


def text(project: Project, name: str = "auth.md") -> str:
    return (project.memory / name).read_text()


def write(project: Project, content: str, name: str = "auth.md") -> None:
    """Write as another program does."""
    (project.memory / name).write_text(content)


def before_commit(monkeypatch: pytest.MonkeyPatch, *actions: Callable[[], None]) -> list[int]:
    """Let others act after each reading and before the file is replaced; return the tries."""
    rest = list(actions)
    tries: list[int] = []
    stage = Step.stage

    def late(step: Step) -> None:
        tries.append(len(tries))
        if rest:
            rest.pop(0)()
        stage(step)

    monkeypatch.setattr(Step, "stage", late)
    return tries


def test_a_file_that_nobody_changed_is_written_as_it_is(project: Project) -> None:
    plan = writing("save auth.md", AUTH, TEXT, MINE)
    assert saving.save(project, plan, QUICK) == saving.Saved(plan)
    assert text(project) == MINE


def test_what_others_wrote_since_is_put_together_with_it(project: Project) -> None:
    write(project, TEXT + LEARNED)
    saved = saving.save(project, writing("save auth.md", AUTH, TEXT, MINE), QUICK)
    both = MINE + LEARNED
    assert text(project) == both
    assert saved.merged == (AUTH,)
    change = Change(AUTH, (TEXT + LEARNED).encode(), both.encode())
    assert saved.plan == Plan("save auth.md", (change,))
    assert [step.what for step in history.read(project)] == ["save auth.md"]


def test_counting_is_put_together_and_not_worth_a_word(project: Project) -> None:
    write(project, forecast(TEXT, 2))
    saved = saving.save(project, writing("save auth.md", AUTH, TEXT, MINE), QUICK)
    assert text(project) == MINE.replace("loaded: 12", "loaded: 14")
    assert (saved.merged, saved.notes) == ((), ())


def test_what_automaker_erased_is_told(project: Project) -> None:
    owned = TEXT.replace("importance", "owner: ada\nimportance")
    write(project, forecast(owned))
    mine = owned.replace("# Auth", "# Sign in")
    saved = saving.save(project, writing("save auth.md", AUTH, owned, mine), QUICK)
    assert text(project) == mine.replace("loaded: 12", "loaded: 13")
    ((path, note),) = saved.notes
    assert path == AUTH
    assert "erased the key “owner”" in note


def test_others_who_write_at_that_moment_are_merged_at_the_next_try(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = before_commit(
        monkeypatch, lambda: write(project, TEXT + LEARNED), lambda: write(project, TEXT)
    )
    saving.save(project, writing("save auth.md", AUTH, TEXT, MINE), QUICK)
    assert len(tries) == 3
    assert text(project) == MINE


def test_others_who_write_all_the_time_are_left_alone_in_the_end(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [TEXT + f"\n### Two {number}\n" for number in range(10_000)]
    tries = before_commit(monkeypatch, *(lambda new=new: write(project, new) for new in texts))
    with pytest.raises(Changed):
        saving.save(
            project, writing("save auth.md", AUTH, TEXT, MINE), replace(QUICK, patience=0.2)
        )
    assert text(project) == texts[len(tries) - 1]
    assert not [step for step in history.read(project) if step.by == "memtui"]


def test_of_several_files_none_is_written_when_one_needs_a_person(project: Project) -> None:
    write(project, TEXT.replace("0.8", "0.9"))
    changes = [Change(path, TEXT.encode(), MINE.encode()) for path in (AUTH, UI)]
    with pytest.raises(Undecided) as error:
        saving.save(project, Plan("save all", tuple(changes)), QUICK)
    assert error.value.paths == (AUTH,)
    assert text(project, "ui.md") == TEXT


@pytest.mark.parametrize("content", [None, b"caf\xe9", b""])
def test_a_file_that_is_gone_or_no_text_any_more_needs_a_person(
    project: Project, content: bytes | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "PATIENCE", 0.1)
    path = project.memory / "auth.md"
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(Undecided):
        saving.save(project, writing("save auth.md", AUTH, TEXT, MINE), QUICK)
    assert (path.read_bytes() if path.exists() else None) == content


def test_a_new_file_that_somebody_else_has_made_needs_a_person(project: Project) -> None:
    write(project, "theirs", "new.md")
    with pytest.raises(Undecided):
        saving.save(project, creating("new", project.memory_path("new.md"), "mine"), QUICK)


def test_a_file_that_cannot_be_read_says_why(project: Project) -> None:
    path = project.memory / "auth.md"
    path.unlink()
    path.mkdir()
    with pytest.raises(StoreError, match="a folder or something else stands in its place"):
        saving.save(project, writing("save auth.md", AUTH, TEXT, MINE), QUICK)


def test_a_half_written_file_is_waited_for(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = TEXT + LEARNED
    steps = [whole[:100], whole[:150], whole]
    write(project, "")

    def sleep(_: float) -> None:
        if steps:
            write(project, steps.pop(0))

    shelf = reading.Shelf
    monkeypatch.setattr(reading, "Shelf", lambda make: shelf(make, sleep=sleep))
    saving.save(project, writing("save auth.md", AUTH, TEXT, MINE), QUICK)
    assert text(project) == MINE + LEARNED

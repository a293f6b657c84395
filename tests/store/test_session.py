import threading
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path

import pytest

from memtui.core.plan import Plan, creating, deleting, writing
from memtui.errors import Changed, NotWritable, StoreError
from memtui.store import records
from memtui.store.project import Project
from memtui.store.session import Session
from tests.conftest import MakeStore

AUTH = ".automaker/memory/auth.md"


@pytest.fixture
def session(store: MakeStore) -> Iterator[Session]:
    """A session on a store of two files; what it holds open is closed."""
    opened = Session(store({"auth.md": "one", "ui.md": "two"}))
    yield opened
    opened.settle(close=True)


def text(project: Project, name: str) -> str:
    return (project.memory / name).read_text()


def test_what_has_not_changed_is_the_same_object(session: Session) -> None:
    first = session.read()
    assert session.read() is first
    session.apply(writing("edit", AUTH, "one", "1"))
    second = session.read()
    assert second.by_name["auth.md"].text == "1"
    assert second.by_name["ui.md"] is first.by_name["ui.md"]


def test_plans_are_carried_out_through_the_journal(session: Session) -> None:
    session.apply(creating("new", ".automaker/memory/b.md", "b"))
    session.apply(deleting("away", ((AUTH, b"one"),)))
    assert [memory.name for memory in session.read().memories] == ["b.md", "ui.md"]
    assert [record.what for record in records.read(session.project)] == ["new", "away"]
    with pytest.raises(Changed):
        session.apply(writing("edit", AUTH, "one", "1"))


def test_what_others_append_while_a_file_is_replaced_is_merged(session: Session) -> None:
    path = session.project.memory / "auth.md"
    with path.open("a") as other:
        session.apply(writing("edit", AUTH, "one", "1\n"))
        assert session.replaced
        assert text(session.project, "auth.md") == "1\n"
        other.write("\nappended\n")
        other.flush()
        merged = session.settle()
    assert merged.paths == (AUTH,)
    assert text(session.project, "auth.md") == "1\n\nappended\n"
    session.settle(close=True)
    assert not session.replaced


def test_readings_in_several_threads_take_turns(session: Session) -> None:
    seen: list[object] = []
    threads = [threading.Thread(target=lambda: seen.append(session.read())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 8
    assert all(snapshot is seen[0] for snapshot in seen)


def test_tidying_removes_what_a_killed_process_left(session: Session, tmp_path: Path) -> None:
    session.tidy()
    assert {path.name for path in session.project.memory.iterdir()} == {"auth.md", "ui.md"}


def steps(session: Session) -> list[tuple[str, str]]:
    return [(step.by, step.what) for step in reversed(session.history())]


def test_what_others_changed_comes_into_the_history_at_the_next_reading(session: Session) -> None:
    memory = session.project.memory
    session.read()
    session.apply(writing("edit", AUTH, "one", "1"))
    session.read()
    (memory / "ui.md").write_text("theirs")
    (memory / "new.md").write_text("new")
    session.read()
    (memory / "new.md").unlink()
    session.read()
    session.read()
    assert steps(session) == [
        ("memtui", "edit"),
        ("outside", "2 files changed"),
        ("outside", "new.md deleted"),
    ]


def test_what_another_memtui_wrote_is_not_taken_for_the_change_of_others(
    session: Session,
) -> None:
    session.read()
    other = Session(session.project)
    other.apply(writing("edit there", AUTH, "one", "1"))
    session.read()
    assert steps(session) == [("memtui", "edit there")]
    other.settle(close=True)


def test_what_changed_before_the_start_comes_into_the_history_when_it_is_tidied(
    session: Session,
) -> None:
    session.apply(writing("edit", AUTH, "one", "1"))
    (session.project.memory / "auth.md").write_text("theirs")
    later = Session(session.project)
    later.read()
    later.tidy()
    assert steps(later) == [("memtui", "edit"), ("outside", "auth.md changed")]


def test_a_history_that_cannot_be_written_keeps_nobody_from_reading(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.read()
    with monkeypatch.context() as patch:
        patch.setattr(records, "write", refuse)
        (session.project.memory / "auth.md").write_text("theirs")
        assert session.read().by_name["auth.md"].text == "theirs"
        assert session.untold == "no room"
    (session.project.memory / "auth.md").write_text("theirs again")
    session.read()
    assert session.untold == ""


def refuse(*_: object) -> None:
    raise StoreError("no room")


async def test_its_own_writing_is_no_event_and_that_of_others_is(store: MakeStore) -> None:
    session = Session(store({"auth.md": "one"}), polling=True)
    async with aclosing(session.events()) as events:
        first = await anext(events)
        assert first.state == "polling"
        session.apply(writing("edit", AUTH, "one", "1"))
        (session.project.memory / "other.md").write_text("new")
        event = await anext(events)
        assert event.paths == {".automaker/memory/other.md"}
    session.settle(close=True)


def test_a_plan_is_made_anew_from_what_others_wrote(session: Session) -> None:
    path = session.project.memory_path("auth.md")
    tries: list[str] = []

    def appended() -> Plan:
        text = session.there({path: "stale"})[path] or ""
        tries.append(text)
        if len(tries) == 1:
            (session.project.memory / "auth.md").write_text("theirs\n")
        return writing("append", path, text, f"{text}mine\n")

    plan = session.update(appended)
    assert len(tries) == 2
    assert plan.changes[0].after == b"theirs\nmine\n"
    assert (session.project.memory / "auth.md").read_text() == "theirs\nmine\n"
    (session.project.memory / "auth.md").write_bytes(b"\xff")
    with pytest.raises(NotWritable, match="byte 0 is not UTF-8"):
        session.there({path: "x"})
    assert session.there({"memory/none.md": None}) == {"memory/none.md": None}

"""Taking back and doing again: which change comes next, and what has changed since stays."""

import pytest

from memtui.core.plan import Change, Plan, creating, deleting, writing
from memtui.errors import BadValue, StoreError
from memtui.store import history, journal, outside, records, undo
from memtui.store.undo import ChangedSince, Merging, TakenBack
from tests.conftest import MakeStore
from tests.store.quick import AUTH, NOON, no_waiting
from tests.store.trees import tree
from tests.store.undoing import LOGIN, QUICK, auth_text, do_again, steps_of, take_back, write

__all__ = ["no_waiting"]


# -- which change comes next


def test_the_last_changes_are_taken_back_one_by_one_and_done_again(store: MakeStore) -> None:
    project = store({"auth.md": "1", "login.md": "x"})
    write(project, AUTH, "1", "2")
    write(project, LOGIN, "x", "y")
    write(project, AUTH, "2", "3")
    path = project.memory / "auth.md"
    assert take_back(project).what == "write 3"
    assert take_back(project).what == "write y"
    assert path.read_text() == "2"
    assert do_again(project).what == "write y"
    assert steps_of(project) == [("write 3", True), ("write y", False), ("write 2", False)]
    assert take_back(project).what == "write y"
    assert take_back(project).what == "write 2"
    assert undo.last(project, QUICK) is None
    assert [do_again(project).what for _ in range(3)] == ["write 2", "write y", "write 3"]
    assert undo.redo(project, QUICK) is None
    assert path.read_text() == "3"
    assert [undone for _, undone in steps_of(project)] == [False] * 3


def test_what_comes_next_is_known_before(store: MakeStore) -> None:
    project = store({"auth.md": "1"})
    assert undo.standing(project) == undo.Standing()
    write(project, AUTH, "1", "2")
    write(project, AUTH, "2", "3")
    standing = undo.standing(project)
    assert (standing.depth, standing.again) == (2, None)
    assert standing.back == undo.Next("000002", NOON, "write 3", (AUTH,))
    take_back(project)
    take_back(project)
    do_again(project)
    standing = undo.standing(project)
    assert standing.depth == 1
    assert standing.back == undo.Next("000001", NOON, "write 2", (AUTH,))
    assert standing.again == undo.Next("000002", NOON, "write 3", (AUTH,))


def test_so_many_changes_are_counted_and_no_more(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(undo, "MOST_COUNTED", 2)
    project = store({"auth.md": "1"})
    for number in range(1, 5):
        write(project, AUTH, str(number), str(number + 1))
    assert undo.standing(project).depth == 2


def test_after_a_new_change_nothing_is_done_again(store: MakeStore) -> None:
    project = store({"auth.md": "1", "login.md": "x"})
    write(project, AUTH, "1", "2")
    take_back(project)
    write(project, LOGIN, "x", "y")
    assert undo.redo(project, QUICK) is None
    assert take_back(project).what == "write y"
    assert do_again(project).what == "write y"
    assert undo.redo(project, QUICK) is None


def test_a_certain_change_is_taken_back_and_done_again(store: MakeStore) -> None:
    project = store({"auth.md": "1", "login.md": "x"})
    write(project, AUTH, "1", "2")
    write(project, LOGIN, "x", "y")
    first = history.read(project)[1]
    assert isinstance(undo.take_back(project, first.id, QUICK), TakenBack)
    assert steps_of(project) == [("write y", False), ("write 2", True)]
    with pytest.raises(BadValue, match="taken back already"):
        undo.take_back(project, first.id, QUICK)
    with pytest.raises(BadValue, match="not in the history"):
        undo.take_back(project, "000099", QUICK)
    assert do_again(project).what == "write 2"
    # What was done last is taken back first.
    assert [take_back(project).what, take_back(project).what] == ["write 2", "write y"]


def test_counting_is_not_taken_back_and_stays(store: MakeStore) -> None:
    project = store({"auth.md": auth_text()})
    write(project, AUTH, auth_text(), auth_text(tags="oauth"))
    counted = writing(
        "c", AUTH, auth_text(tags="oauth"), auth_text(tags="oauth", loaded=1), counting=True
    )
    journal.apply(project, counted, QUICK)
    taken = take_back(project)
    assert taken.merged == ()
    assert (project.memory / "auth.md").read_text() == auth_text(loaded=1)
    do_again(project)
    assert (project.memory / "auth.md").read_text() == auth_text(tags="oauth", loaded=1)


def test_a_new_file_that_only_counted_goes_and_comes_again_with_its_counts(
    store: MakeStore,
) -> None:
    project = store()
    journal.apply(project, creating("new", AUTH, auth_text()), QUICK)
    (project.memory / "auth.md").write_text(auth_text(loaded=3))
    take_back(project)
    assert not (project.memory / "auth.md").exists()
    do_again(project)
    assert (project.memory / "auth.md").read_text() == auth_text(loaded=3)


def test_what_others_changed_and_what_failed_is_not_taken_back(store: MakeStore) -> None:
    project = store({"auth.md": "1", "login.md": "x"})
    write(project, AUTH, "1", "2")
    (project.memory / "login.md").write_text("y")
    outside.note(project, [Change(LOGIN, b"x", b"y")], NOON)
    failed = records.write(project, records.read(project)[0], ())
    records.mark(project, failed, "rolled-back")
    assert take_back(project).what == "write 2"
    assert undo.last(project, QUICK) is None
    assert (project.memory / "login.md").read_text() == "y"


def test_the_files_of_a_change_are_handed_out_as_they_are_and_would_be(store: MakeStore) -> None:
    project = store({"auth.md": "1", "login.md": "x"})
    changes = (Change(LOGIN, b"x", None), Change(AUTH, b"1", b"2"))
    journal.apply(project, Plan("both", changes), QUICK)
    (project.memory / "auth.md").write_text("3")
    found = {
        file.path: (file.base, file.mine, file.disk) for file in undo.versions(project, "000001")
    }
    assert found == {LOGIN: (None, b"x", None), AUTH: (b"2", b"1", b"3")}
    (project.memory / "auth.md").write_text("2")
    undo.last(project, QUICK)
    again = {file.path: file.mine for file in undo.versions(project, "000001")}
    assert again == {LOGIN: None, AUTH: b"2"}
    with pytest.raises(BadValue):
        undo.versions(project, "000007")


# -- files that have changed since


def test_a_file_that_changed_since_is_left_and_all_its_versions_are_handed_out(
    store: MakeStore,
) -> None:
    project = store({"auth.md": "1", "login.md": "x"})
    changes = (Change(LOGIN, b"x", b"y"), Change(AUTH, b"1", b"2"))
    journal.apply(project, Plan("both", changes), QUICK)
    (project.memory / "auth.md").write_text("outside")
    before, steps = tree(project.root), history.read(project)
    result = undo.last(project, QUICK)
    assert isinstance(result, ChangedSince)
    assert [(f.path, f.base, f.mine, f.disk) for f in result.files] == [
        (AUTH, b"2", b"1", b"outside")
    ]
    assert (
        result.line == "auth.md: changed since “both”, which cannot be taken back without a merge"
    )
    assert tree(project.root) == before
    assert history.read(project) == steps


def test_a_merged_file_is_written_and_doing_it_again_starts_from_there(store: MakeStore) -> None:
    project = store({"auth.md": "1", "login.md": "x"})
    changes = (Change(LOGIN, b"x", b"y"), Change(AUTH, b"1", b"2"))
    journal.apply(project, Plan("both", changes), QUICK)
    (project.memory / "auth.md").write_text("outside")
    take_back(project, Merging([Change(AUTH, b"outside", b"outside, 1")]))
    assert (project.memory / "auth.md").read_text() == "outside, 1"
    assert (project.memory / "login.md").read_text() == "x"
    do_again(project)
    assert (project.memory / "auth.md").read_text() == "outside"
    assert (project.memory / "login.md").read_text() == "y"


def test_a_merged_file_that_changed_once_more_is_not_written(store: MakeStore) -> None:
    project = store({"auth.md": "1"})
    write(project, AUTH, "1", "2")
    (project.memory / "auth.md").write_text("outside")
    (project.memory / "auth.md").write_text("outside again")
    result = undo.last(project, QUICK, Merging([Change(AUTH, b"outside", b"merged")]))
    assert isinstance(result, ChangedSince)
    assert (project.memory / "auth.md").read_text() == "outside again"


def test_texts_are_merged_when_asked_for_and_no_question_is_open(store: MakeStore) -> None:
    project = store({"auth.md": auth_text()})
    write(project, AUTH, auth_text(), auth_text(tags="oauth"))
    (project.memory / "auth.md").write_text(auth_text("# Auth\n\n- a line\n", tags="oauth"))
    assert isinstance(undo.last(project, QUICK), ChangedSince)
    assert take_back(project, Merging(texts=True)).merged == (AUTH,)
    assert (project.memory / "auth.md").read_text() == auth_text("# Auth\n\n- a line\n")


def test_texts_that_overlap_are_not_merged(store: MakeStore) -> None:
    project = store({"auth.md": auth_text("# Auth\n\none\n")})
    write(project, AUTH, auth_text("# Auth\n\none\n"), auth_text("# Auth\n\ntwo\n"))
    (project.memory / "auth.md").write_text(auth_text("# Auth\n\nthree\n"))
    assert isinstance(undo.last(project, QUICK, Merging(texts=True)), ChangedSince)
    assert (project.memory / "auth.md").read_text() == auth_text("# Auth\n\nthree\n")


@pytest.mark.parametrize("texts", [False, True])
def test_a_deleted_file_that_somebody_made_anew_is_not_overwritten(
    store: MakeStore, *, texts: bool
) -> None:
    project = store({"auth.md": "1"})
    journal.apply(project, deleting("delete", ((AUTH, b"1"),)), QUICK)
    (project.memory / "auth.md").write_text("another")
    result = undo.last(project, QUICK, Merging(texts=texts))
    assert isinstance(result, ChangedSince)
    assert [(f.base, f.mine, f.disk) for f in result.files] == [(None, b"1", b"another")]


@pytest.mark.parametrize("texts", [False, True])
def test_a_new_file_that_somebody_wrote_to_is_not_deleted(store: MakeStore, *, texts: bool) -> None:
    project = store()
    journal.apply(project, creating("new", AUTH, auth_text()), QUICK)
    (project.memory / "auth.md").write_text(auth_text("# Auth\n\nmore\n"))
    assert isinstance(undo.last(project, QUICK, Merging(texts=texts)), ChangedSince)
    assert (project.memory / "auth.md").exists()


def test_what_somebody_took_back_already_counts_as_taken_back(store: MakeStore) -> None:
    project = store({"auth.md": "1"})
    write(project, AUTH, "1", "2")
    (project.memory / "auth.md").write_text("1")
    assert take_back(project).paths == ()
    assert steps_of(project) == [("write 2", True)]
    assert do_again(project).paths == (AUTH,)
    assert (project.memory / "auth.md").read_text() == "2"


def test_a_file_that_is_deleted_since_is_not_made_again_unasked(store: MakeStore) -> None:
    project = store({"auth.md": "1"})
    write(project, AUTH, "1", "2")
    (project.memory / "auth.md").unlink()
    result = undo.last(project, QUICK, Merging(texts=True))
    assert isinstance(result, ChangedSince)
    assert [f.disk for f in result.files] == [None]


def test_a_file_that_is_no_text_any_more_is_not_merged(store: MakeStore) -> None:
    project = store({"auth.md": "1"})
    write(project, AUTH, "1", "2")
    (project.memory / "auth.md").write_bytes(b"caf\xe9")
    assert isinstance(undo.last(project, QUICK, Merging(texts=True)), ChangedSince)


def test_bytes_that_the_journal_lost_are_named_and_nothing_is_written(store: MakeStore) -> None:
    project = store({"auth.md": "1"})
    write(project, AUTH, "1", "2")
    (change,) = records.read(project)[0].changes
    (records.folders(project)[1] / str(change.before)).unlink()
    with pytest.raises(StoreError, match="are lost"):
        undo.last(project, QUICK)
    assert (project.memory / "auth.md").read_text() == "2"

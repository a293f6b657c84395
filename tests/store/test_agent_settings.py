"""The coding agent's settings files: registered, taken out, and byte for byte as they were."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memtui.core import agent_hooks
from memtui.core.agent_hooks import DEFAULT, REGISTRATIONS, local_command, shared_command
from memtui.core.plan import writing
from memtui.errors import CannotPatch, Changed, NotWritable, StoreError
from memtui.store import agent_settings, journal, records, undo
from memtui.store.agent_settings import LOCAL, SHARED
from memtui.store.project import Project
from tests.conftest import MakeStore
from tests.core.settings_texts import is_encodable, texts
from tests.store.trees import tree

COMMANDS = {event: local_command("/opt/memtui", event) for event in REGISTRATIONS}
SOME = {event: COMMANDS[event] for event in DEFAULT}


@pytest.fixture
def project(store: MakeStore) -> Project:
    return store()


def _put(project: Project, text: str | bytes, name: str = LOCAL) -> Path:
    path = project.root / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def _install(project: Project, commands: dict[str, str] = SOME, name: str = LOCAL) -> bool:
    change = agent_settings.installing(project, name, commands)
    if change:
        agent_settings.carry_out(project, change)
    return bool(change)


def _remove(project: Project, *events: str, name: str = LOCAL) -> bool:
    change = agent_settings.removing(project, name, events or REGISTRATIONS)
    if change:
        agent_settings.carry_out(project, change)
    return bool(change)


# -- the laws


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(
    text=st.none() | st.sampled_from(["", "\n", "{}", "{ }\n", '{"hooks":{}}']) | texts(),
    events=st.lists(st.sampled_from(list(REGISTRATIONS)), unique=True, min_size=1),
    name=st.sampled_from([LOCAL, SHARED]),
    steps=st.booleans(),
)
def test_what_is_registered_and_taken_out_leaves_the_bytes_that_were_there(
    project: Project, text: str | None, events: list[str], name: str, steps: bool
) -> None:
    path = project.root / name
    path.unlink(missing_ok=True)
    if text is not None and is_encodable(text):
        _put(project, text, name)
    before = tree(project.root)
    commands = {event: COMMANDS[event] for event in events}
    try:
        if steps:
            # One by one, and from another place first.
            for event in events:
                _install(project, {event: local_command("/old/memtui", event)}, name)
        _install(project, commands, name)
    except CannotPatch:
        assert tree(project.root) == before
        return
    after = tree(project.root)
    assert not _install(project, commands, name)
    assert _remove(project, name=name)
    assert tree(project.root) == before
    assert undo.last(project)
    assert tree(project.root) == after
    path.unlink()


def test_a_file_and_a_folder_that_were_made_go_again(project: Project) -> None:
    before = tree(project.root)
    _install(project)
    assert _remove(project, "prompt")
    assert _remove(project)
    assert tree(project.root) == before
    assert not _remove(project)


def test_a_folder_that_was_made_for_one_file_goes_with_the_other(project: Project) -> None:
    before = tree(project.root)
    _install(project)
    _install(project, name=SHARED)
    assert _remove(project)
    assert (project.root / ".claude").is_dir()
    assert _remove(project, name=SHARED)
    assert tree(project.root) == before


def test_an_empty_list_that_was_there_stays(project: Project) -> None:
    path = _put(project, '{"hooks": { "Stop": [ ] }}')
    _install(project, COMMANDS)
    _remove(project)
    assert path.read_text() == '{"hooks": { "Stop": [ ] }}'


def test_what_others_changed_meanwhile_stays(project: Project) -> None:
    path = _put(project, '{\n  "hooks": {}\n}\n')
    _install(project)
    text = path.read_text().replace("{\n", '{\n  "model": "opus",\n', 1)
    path.write_text(text)
    assert _remove(project)
    assert path.read_text() == '{\n  "model": "opus"\n}\n'


def test_bytes_that_said_something_else_do_not_come_back(project: Project) -> None:
    path = _put(project, '{"model": "opus"}')
    text = agent_hooks.installed('{"model": "haiku"}', SOME)
    journal.apply(project, writing("both", LOCAL, '{"model": "opus"}', text))
    assert _remove(project)
    assert path.read_text() == '{"model": "haiku"}'


def test_entries_of_a_colleague_are_taken_out_without_a_journal(project: Project) -> None:
    path = _put(project, '{"a": 1}', SHARED)
    _install(project, {event: shared_command(event) for event in DEFAULT}, SHARED)
    for record in records.read(project):
        records.file(project, record).unlink()
    assert _remove(project, name=SHARED)
    assert path.read_text() == '{"a": 1}'


def test_lost_bytes_of_the_journal_are_no_hindrance(project: Project) -> None:
    path = _put(project, '{"hooks": {}}')
    _install(project)
    (record,) = records.read(project)
    before = record.changes[0].before
    assert before
    (records.folders(project)[1] / before).unlink()
    assert _remove(project)
    assert path.read_text() == "{}"


def test_undo_takes_the_registration_back(project: Project) -> None:
    before = tree(project.root)
    _install(project)
    assert undo.last(project)
    assert tree(project.root) == before


def test_a_file_that_changed_after_it_was_shown_is_not_written(project: Project) -> None:
    path = _put(project, "{}")
    change = agent_settings.installing(project, LOCAL, SOME)
    assert change
    path.write_text('{"model": "opus"}')
    with pytest.raises(Changed):
        agent_settings.carry_out(project, change)
    assert path.read_text() == '{"model": "opus"}'


def test_the_mode_of_a_file_stays(project: Project) -> None:
    path = _put(project, "{}")
    path.chmod(0o640)
    _install(project)
    _remove(project)
    assert path.stat().st_mode & 0o777 == 0o640


# -- what is read


def test_what_a_file_says(project: Project, tmp_path: Path) -> None:
    assert agent_settings.read(project, LOCAL) == agent_settings.Settings(LOCAL)
    _put(project, b"")
    empty = agent_settings.read(project, LOCAL)
    assert (empty.exists, empty.handlers, empty.disabled) == (True, (), False)
    _install(project, COMMANDS)
    text = (project.root / LOCAL).read_text()
    (project.root / LOCAL).write_text(text.replace("{", '{"disableAllHooks": true,', 1))
    found = agent_settings.read(project, LOCAL)
    assert [handler.event for handler in found.handlers] == [
        *("prompt", "session-start", "post-compact", "edited", "stop")
    ]
    assert found.disabled
    elsewhere = tmp_path / "elsewhere.json"
    elsewhere.write_text(json.dumps({"hooks": {"Stop": [{"hooks": [{"type": "http"}]}]}}))
    (handler,) = agent_settings.read(project, str(elsewhere)).handlers
    assert (handler.agent_event, handler.command, handler.event) == ("Stop", "(http)", "")


def test_the_persons_own_settings_are_where_the_agent_has_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert agent_settings.user_path() == tmp_path / ".claude" / "settings.json"
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", "/elsewhere")
    assert agent_settings.user_path() == Path("/elsewhere/settings.json")


# -- refused


@pytest.mark.parametrize(
    ("data", "kind", "words"),
    [
        (b'{\n  "a": 1,\n}\n', CannotPatch, f"{LOCAL}: line 2: a comma before a closing bracket"),
        (b"{\n\n// x\n}", CannotPatch, f"{LOCAL}: line 3: a comment"),
        (b'{"a": "\xff"}', NotWritable, f"{LOCAL}: byte 7 is not UTF-8"),
        (b"\xff\xfe{\x00}\x00", NotWritable, f"{LOCAL}: byte 0 is not UTF-8"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_and_stays(
    project: Project, data: bytes, kind: type[Exception], words: str
) -> None:
    path = _put(project, data)
    for refused in (
        lambda: _install(project),
        lambda: _remove(project),
        lambda: agent_settings.read(project, LOCAL),
    ):
        with pytest.raises(kind) as found:
            refused()
        assert str(found.value).startswith(words)
    assert path.read_bytes() == data


def test_a_folder_or_a_pipe_in_its_place_is_refused(project: Project) -> None:
    (project.root / LOCAL).mkdir(parents=True)
    (project.root / SHARED).parent.mkdir(exist_ok=True)
    os.mkfifo(project.root / SHARED)
    for name in (LOCAL, SHARED):
        with pytest.raises(StoreError, match="stands in its place"):
            _install(project, name=name)


def test_a_link_out_of_the_project_is_not_followed(project: Project, tmp_path: Path) -> None:
    outside = tmp_path / "dotfiles"
    outside.mkdir()
    (project.root / ".claude").symlink_to(outside)
    with pytest.raises(NotWritable):
        _install(project)
    assert not list(outside.iterdir())

import json
from pathlib import Path

import pytest

from memtui.errors import BadSettings, StoreError
from memtui.store import state
from memtui.store.settings import (
    Choices,
    Settings,
    read_choices,
    read_settings,
    settings_path,
)
from tests.conftest import MakeStore


def _write(text: str | bytes) -> Path:
    path = settings_path()
    path.parent.mkdir(parents=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_without_a_file_the_defaults_hold() -> None:
    assert read_settings() == Settings()


def test_every_setting_is_read() -> None:
    _write(
        'theme = "nord"\nprofile = "automaker-app"\npolling = true\n'
        '[keys]\nsave = "ctrl+w"\n"file.delete" = ["delete", " d "]\n'
    )
    settings = read_settings()
    assert (settings.theme, settings.profile, settings.polling) == ("nord", "automaker-app", True)
    assert settings.keys == {"save": "ctrl+w", "file.delete": "delete,d"}
    assert settings.unknown == ()


def test_unknown_keys_are_reported_and_the_rest_holds() -> None:
    path = _write('theme = "nord"\ncolour = "red"\n[more]\nx = 1\n')
    settings = read_settings()
    assert settings.theme == "nord"
    assert settings.unknown == tuple(
        f"{path}: {key}: no such setting" for key in ("colour", "more")
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('theme = "nord"\nprofile = \n', "line 2"),
        ("theme = 1", "theme: a theme's name"),
        ('profile = "best"', "profile: one of documented, "),
        ('polling = "yes"', "polling: true or false"),
        ("keys = 1", "keys: a table"),
        ("[keys]\nsave = 1", "keys.save: a key"),
        ("[keys]\nsave = [1]", "keys.save: a key"),
        ('[keys]\nsave = ""', "keys.save: a key"),
        (b'theme = "caf\xe9"', "byte 12 is not UTF-8"),
    ],
)
def test_what_cannot_be_used_is_named_by_file_and_place(text: str | bytes, message: str) -> None:
    path = _write(text)
    with pytest.raises(BadSettings) as caught:
        read_settings()
    assert str(caught.value).startswith(f"{path}: ")
    assert message in str(caught.value)


def test_a_folder_in_place_of_the_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="stands in its place"):
        read_settings(tmp_path)


def test_choices_are_remembered(store: MakeStore) -> None:
    one, other = store(name="one"), store(name="other")
    assert read_choices(one) == Choices()
    chosen = Choices().remember_theme("nord").remember_profile(one, "automaker-app")
    assert chosen == Choices("nord", "automaker-app")
    assert read_choices(one) == chosen
    assert read_choices(other) == Choices("nord", None)


@pytest.mark.parametrize("content", ["{", "[]", '{"profile": "best", "theme": 1}', ""])
def test_damaged_choices_are_none(store: MakeStore, content: str) -> None:
    project = store()
    for folder in (state.home(), state.project_folder(project)):
        (state.private_folder(folder) / "choices.json").write_text(content)
    assert read_choices(project) == Choices()


def test_choices_that_cannot_be_kept_are_said(
    store: MakeStore, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("x")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    with pytest.raises(StoreError):
        Choices().remember_profile(store(), "documented")


def test_choices_lie_in_the_state_folder_as_json(store: MakeStore) -> None:
    project = store()
    Choices().remember_profile(project, "documented")
    path = state.project_folder(project) / "choices.json"
    assert json.loads(path.read_text()) == {"profile": "documented"}
    assert not any(project.memory.iterdir())

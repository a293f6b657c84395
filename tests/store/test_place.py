"""Where the state folder is: told quickly, and as platformdirs tells it."""

import sys
from pathlib import Path

import platformdirs
import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

from memtui.store import place, state

VARIABLES = ("XDG_STATE_HOME", "HOME", "ANDROID_DATA")


@pytest.mark.parametrize("home", ["/home/me", "/home/me/", "/", "", "relative", None])
@pytest.mark.parametrize("xdg", ["/state", "/state/", "/st ate", "", " ", "relative", "~/x", None])
@pytest.mark.parametrize("android", [None, "/data"])
def test_it_is_where_platformdirs_has_it(
    monkeypatch: pytest.MonkeyPatch, xdg: str | None, home: str | None, android: str | None
) -> None:
    for name, value in zip(VARIABLES, (xdg, home, android), strict=True):
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value)
    expected = platformdirs.user_state_dir("memtui", appauthor=False)
    assert place.home() == expected
    assert state.home() == Path(expected)


def test_on_another_system_platformdirs_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setattr(sys, "platform", "darwin")
    for system in (MacOS, Unix):
        monkeypatch.setattr(platformdirs, "PlatformDirs", system)
        assert place.home() == system("memtui", appauthor=False).user_state_dir

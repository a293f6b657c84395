"""The settings file, which a person writes, and the choices that memtui remembers."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, get_args

from memtui.core.scoring import Profile
from memtui.errors import BadSettings
from memtui.store import disk, state
from memtui.store.project import Project

_CHOICES = "choices.json"


@dataclass(frozen=True, slots=True)
class Settings:
    """What the settings file says.

    Attributes:
        theme: Name of a theme, or ``""``.
        profile: The profile where none was chosen for a project, or None.
        polling: Whether files are looked at instead of waiting for the system's notifications.
        keys: The keys of a binding by its id, separated by commas, as Textual's keymap has them.
        unknown: One line for each key of the file that means nothing.
    """

    theme: str = ""
    profile: Profile | None = None
    polling: bool = False
    keys: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    unknown: tuple[str, ...] = ()


def settings_path() -> Path:
    """Return where the settings file is; it need not exist."""
    # Function-local for start-up: commands that need no settings never pay for it.
    import platformdirs

    return platformdirs.user_config_path("memtui", appauthor=False) / "settings.toml"


def read_settings(path: Path | None = None) -> Settings:
    """Read the settings file; without one, the defaults hold.

    Args:
        path: The file; None for the person's own.

    Raises:
        BadSettings: When it cannot be read, is no TOML (with the line), or a value is of the
            wrong kind (with the key).
    """
    path = path or settings_path()
    try:
        content = tomllib.loads(disk.read_bytes(path).decode())
    except FileNotFoundError:
        return Settings()
    except tomllib.TOMLDecodeError as error:
        raise BadSettings(f"{path}: {error}") from error
    except UnicodeDecodeError as error:
        raise BadSettings(f"{path}: byte {error.start} is not UTF-8; save it as UTF-8") from error
    except OSError as error:
        raise BadSettings(f"{path}: {disk.advice(error)}") from error
    return _Reader(path, content).settings()


class _Reader:
    """Takes the known keys out of a table; what is left is unknown."""

    def __init__(self, path: Path, content: dict[str, Any]) -> None:
        self._path = path
        self._content = content

    def settings(self) -> Settings:
        keys = self._take("keys", dict, {}, "a table of binding = key")
        profile = self._take("profile", str, "", "a profile's name")
        if profile and profile not in get_args(Profile):
            raise self._bad("profile", f"one of {', '.join(get_args(Profile))}")
        return Settings(
            self._take("theme", str, "", "a theme's name"),
            profile or None,
            self._take("polling", bool, False, "true or false"),  # noqa: FBT003 (a default value)
            MappingProxyType({name: self._keys(name, value) for name, value in keys.items()}),
            tuple(f"{self._path}: {key}: no such setting" for key in self._content),
        )

    def _take(self, key: str, kind: type, default: Any, expected: str) -> Any:
        value = self._content.pop(key, default)
        if not isinstance(value, kind):
            raise self._bad(key, expected)
        return value

    def _keys(self, name: str, value: Any) -> str:
        keys = [value] if isinstance(value, str) else value
        if not isinstance(keys, list) or not all(isinstance(k, str) and k.strip() for k in keys):
            raise self._bad(f"keys.{name}", 'a key or a list of keys, such as "ctrl+s"')
        return ",".join(key.strip() for key in keys)

    def _bad(self, key: str, expected: str) -> BadSettings:
        return BadSettings(f"{self._path}: {key}: {expected} is expected there")


@dataclass(frozen=True, slots=True)
class Choices:
    """What a person chose in the editor; it goes before the settings.

    Attributes:
        theme: The theme for all projects, or ``""`` before the first choice.
        profile: The profile for this project, or None before the first choice.
    """

    theme: str = ""
    profile: Profile | None = None

    def remember_theme(self, theme: str) -> "Choices":
        """Keep the theme for all projects; return the choices with it.

        Raises:
            StoreError: When the state folder refuses.
        """
        _write(state.home(), {"theme": theme})
        return replace(self, theme=theme)

    def remember_profile(self, project: Project, profile: Profile) -> "Choices":
        """Keep the profile for a project; return the choices with it.

        Raises:
            StoreError: When the state folder refuses.
        """
        _write(state.project_folder(project), {"profile": profile})
        return replace(self, profile=profile)


def read_choices(project: Project) -> Choices:
    """Return what was chosen before, as far as it can be read."""
    theme = _read(state.home()).get("theme")
    profile = _read(state.project_folder(project)).get("profile")
    return Choices(
        theme if isinstance(theme, str) else "",
        profile if profile in get_args(Profile) else None,
    )


def _write(folder: Path, content: dict[str, str]) -> None:
    path = state.private_folder(folder) / _CHOICES
    try:
        disk.write_whole(path, json.dumps(content).encode())
    except OSError as error:
        raise disk.state_error(path, error) from error


def _read(folder: Path) -> dict[str, Any]:
    try:
        content = json.loads(disk.read_bytes(folder / _CHOICES))
    except (OSError, ValueError):
        # Choices are a convenience: without a usable file the defaults hold.
        return {}
    return content if isinstance(content, dict) else {}

"""A command that fails for a reason that nobody foresaw."""

from pathlib import Path

import pytest

from memtui.cli import changes
from tests.cli.conftest import Run
from tests.cli.samples import STORE
from tests.conftest import MakeStore

SECRET = "sesame"


def test_an_internal_error_is_one_line_a_log_and_2(
    memtui: Run, store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> int:
        raise KeyError(SECRET)

    monkeypatch.setitem(changes.COMMANDS, "count", fail)
    project = store(STORE)
    result = memtui("count", project.memory / "auth.md", "loaded")
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert result.err.startswith("memtui: internal error (KeyError in memtui/cli/__init__.py:")
    log = Path(result.err.rpartition(": ")[2].strip()).read_text()
    assert "in fail" in log
    assert SECRET not in log + result.err

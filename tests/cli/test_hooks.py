"""`memtui hooks`: shown, registered and taken out."""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memtui.core.agent_hooks import shared_command
from memtui.core.plain import harmless
from memtui.store.agent_settings import LOCAL, SHARED
from tests.cli.conftest import Run
from tests.cli.hooking import TABLE, environment, page
from tests.store.trees import tree

Called = Callable[[str], Path]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a table, as the working directory."""
    root = (tmp_path / "shop").resolve()
    page(root, "memory/INDEX.md", TABLE)
    monkeypatch.chdir(root)
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    return root


@pytest.fixture
def called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Called:
    """Pretend that memtui was called as a command of some folder."""

    def made(folder: str) -> Path:
        program = tmp_path / folder / "memtui"
        program.parent.mkdir(parents=True)
        program.write_text(
            f"#!{sys.executable}\nfrom memtui.__main__ import main\nraise SystemExit(main())\n"
        )
        program.chmod(0o755)
        monkeypatch.setattr(sys, "argv", [str(program)])
        return program

    return made


def _commands(root: Path, name: str = LOCAL) -> list[str]:
    content = json.loads((root / name).read_text())
    return [
        handler["command"]
        for groups in content["hooks"].values()
        for group in groups
        for handler in group["hooks"]
    ]


# -- install


def test_the_usual_events_are_registered_after_the_change_was_shown(
    memtui: Run, root: Path, called: Called
) -> None:
    program = called("bin")
    result = memtui("hooks", "install")
    assert result.code == 0
    lines = result.out.splitlines()
    assert lines[0] == f"{LOCAL} (create)"
    assert f'+            "command": "{program} hook prompt",' in lines
    assert lines[-1] == f"{LOCAL}: prompt, session-start, post-compact registered"
    assert result.err == (
        f"memtui: {LOCAL} holds a path of this machine: keep it out of version control\n"
    )
    events = ("prompt", "session-start", "post-compact")
    assert _commands(root) == [f"{program} hook {event}" for event in events]


def test_only_the_lines_that_change_are_shown(memtui: Run, root: Path, called: Called) -> None:
    program = called("bin")
    lines = "".join(f'  "setting{n}": "{n}",\n' for n in range(50))
    page(root, LOCAL, f'{{\n{lines}  "last": "x"\n}}\n')
    result = memtui("hooks", "install", "stop")
    shown = [line for line in result.out.splitlines() if '"setting' in line]
    assert len(shown) < 4
    assert '-  "last": "x"' in result.out
    assert '+  "last": "x",' in result.out
    assert _commands(root) == [f"{program} hook stop"]


def test_a_dry_run_changes_nothing(memtui: Run, root: Path, called: Called) -> None:
    called("bin")
    before = tree(root)
    result = memtui("hooks", "install", "--dry-run")
    assert "would be registered" in result.out
    assert tree(root) == before
    memtui("hooks", "install")
    registered = tree(root)
    assert "would be taken out" in memtui("hooks", "remove", "--dry-run").out
    assert tree(root) == registered


def test_once_more_changes_nothing_and_another_place_is_renewed(
    memtui: Run, root: Path, called: Called
) -> None:
    old = called("old")
    memtui("hooks", "install")
    before = (root / LOCAL).read_text()
    assert memtui("hooks", "install").out == (
        f"{LOCAL}: prompt, session-start, post-compact registered already\n"
    )
    assert (root / LOCAL).read_text() == before
    new = called("new place")
    assert "renews it" in memtui("hooks", "show").err
    assert memtui("hooks", "install").code == 0
    expected = before.replace(f"{old} hook", f"{shlex.quote(str(new))} hook")
    assert (root / LOCAL).read_text() == expected


@pytest.mark.parametrize("folder", ["bin", "a place", "it's", "$HOME;`x`", 'say "x"', "배포"])
def test_the_command_runs_from_any_folder_in_a_shell(
    memtui: Run, root: Path, called: Called, folder: str
) -> None:
    called(folder)
    memtui("hooks", "install", "prompt")
    (command,) = _commands(root)
    told = json.dumps({"prompt": "deploy", "cwd": str(root)}).encode()
    done = subprocess.run(
        ["/bin/sh", "-c", command], input=told, env=environment(), capture_output=True, cwd="/"
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"DEPLOY.md" in done.stdout


def test_without_a_command_the_interpreter_runs_it(
    memtui: Run, root: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "argv", ["/x/memtui/__main__.py"])
    monkeypatch.setattr(sys, "executable", str(tmp_path / "a b" / "python"))
    memtui("hooks", "install", "prompt")
    assert _commands(root) == [f"'{tmp_path}/a b/python' -m memtui hook prompt"]
    beside = tmp_path / "a b" / "memtui"
    beside.parent.mkdir()
    beside.write_text("")
    beside.chmod(0o755)
    memtui("hooks", "install", "prompt")
    assert _commands(root) == [f"'{beside}' hook prompt"]


def test_a_link_to_the_command_stays_a_link(
    memtui: Run, root: Path, called: Called, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = tmp_path / "memtui"
    link.symlink_to(called("versions/1"))
    monkeypatch.setattr(sys, "argv", [str(link)])
    memtui("hooks", "install", "prompt")
    assert _commands(root) == [f"{link} hook prompt"]


def test_a_command_in_a_cache_is_warned_of(memtui: Run, root: Path, called: Called) -> None:
    called(".cache/uv/archive-v0/x/bin")
    assert "may vanish" in memtui("hooks", "install").err
    assert "may vanish" not in memtui("hooks", "install", "--shared").err


def test_shared_settings_name_no_path(memtui: Run, root: Path, called: Called) -> None:
    called("bin")
    result = memtui("hooks", "install", "--shared", "prompt", "prompt")
    assert (result.code, result.err) == (0, "")
    assert _commands(root, SHARED) == [shared_command("prompt")]
    assert not (root / LOCAL).exists()


def test_events_that_run_twice_and_hooks_that_do_not_run_are_warned_of(
    memtui: Run, root: Path, called: Called
) -> None:
    called("bin")
    memtui("hooks", "install", "--shared")
    result = memtui("hooks", "install", "prompt", "stop")
    assert f"prompt: registered 2 times ({LOCAL}, {SHARED}): the agent runs each" in result.err
    assert "stop: registered" not in result.err
    page(root, LOCAL, '{"disableAllHooks": true}')
    assert f"{LOCAL}: disableAllHooks is true" in memtui("hooks", "install").err


def test_without_a_table_that_is_said(memtui: Run, root: Path, called: Called) -> None:
    called("bin")
    page(root, "memory/INDEX.md", "# Index\n")
    assert (
        "no routing table that can be read; no prompt gets a hint"
        in memtui(*("hooks", "install")).err
    )
    assert "no routing table that can be read" in memtui("hooks", "show").out


def test_undo_and_history_know_of_it(memtui: Run, root: Path, called: Called) -> None:
    called("bin")
    before = tree(root)
    memtui("hooks", "install")
    assert f"register hooks in {LOCAL}" in memtui("history").out
    assert memtui("undo").code == 0
    assert tree(root) == before


# -- remove


def test_only_memtuis_own_entries_are_taken_out(memtui: Run, root: Path, called: Called) -> None:
    called("bin")
    text = '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]}}\n'
    page(root, LOCAL, text)
    memtui("hooks", "install", "prompt", "stop")
    assert memtui("hooks", "remove", "prompt").code == 0
    assert [command.rpartition(" ")[2] for command in _commands(root)] == ["done", "stop"]
    result = memtui("hooks", "remove")
    assert result.out.splitlines()[-1] == f"{LOCAL}: taken out"
    assert (root / LOCAL).read_text() == text
    assert memtui("hooks", "remove").out == f"{LOCAL}: none of memtui's hooks to take out\n"


def test_each_file_is_changed_for_itself(memtui: Run, root: Path, called: Called) -> None:
    called("bin")
    memtui("hooks", "install", "--shared")
    memtui("hooks", "install")
    memtui("hooks", "remove")
    assert not (root / LOCAL).exists()
    assert len(_commands(root, SHARED)) == 3
    memtui("hooks", "remove", "--shared")
    assert not (root / ".claude").exists()


# -- show


def test_each_event_is_shown_with_who_is_registered_for_it(
    memtui: Run, root: Path, called: Called
) -> None:
    program = called("bin")
    memtui("hooks", "install", "prompt")
    other = {"matcher": "Bash", "hooks": [{"type": "command", "command": "say\tdone"}]}
    page(root, SHARED, json.dumps({"hooks": {"PreToolUse": [other]}}))
    user = page(Path(os.environ["HOME"]), ".claude/settings.json", "{}")
    mine = {"hooks": {"UserPromptSubmit": [{"hooks": [{"type": "http", "url": "x"}]}]}}
    user.write_text(json.dumps(mine))
    rows = [line.split("  ") for line in memtui("hooks", "show").out.splitlines()]
    cells = [[cell.strip() for cell in row if cell.strip()] for row in rows]
    assert cells[0] == ["hook", "agent's event", "file", "command"]
    assert cells[1:8] == [
        ["prompt", "UserPromptSubmit", LOCAL, f"{program} hook prompt"],
        ["session-start", "SessionStart (startup|resume|clear)", "—", "not registered"],
        ["post-compact", "SessionStart (compact)", "—", "not registered"],
        ["edited", "PostToolUse (Write|Edit|NotebookEdit)", "—", "not registered"],
        ["stop", "Stop", "—", "not registered"],
        ["other", "PreToolUse (Bash)", SHARED, "say done"],
        ["other", "UserPromptSubmit", str(user), "(http)"],
    ]
    (row,) = [row for row in memtui("hooks", "show", "stop").out.splitlines() if "Stop" in row]
    assert row.startswith("stop ")
    assert "other" not in memtui("hooks", "show", "stop").out
    shared = memtui("hooks", "show", "--shared").out
    assert "PreToolUse" in shared
    assert "(http)" not in shared
    assert LOCAL not in shared


def test_what_a_start_costs_is_shown_and_warned_of(memtui: Run, root: Path, called: Called) -> None:
    called("bin")
    result = memtui("hooks", "show")
    assert f"memory/INDEX.md: {len(TABLE)} characters, about" in result.out
    assert "a session's start in all: " in result.out
    assert result.err == ""
    page(root, "tasks/lessons.md", "x" * 10_000)
    result = memtui("hooks", "show")
    assert "of more than 10,000 characters the agent gets a preview alone" in result.err


def test_a_file_that_cannot_be_read_is_told_and_the_others_are_shown(
    memtui: Run, root: Path, called: Called
) -> None:
    called("bin")
    memtui("hooks", "install", "--shared", "prompt")
    page(root, LOCAL, '{\n  "a": 1,\n}\n')
    result = memtui("hooks", "show")
    assert result.code == 0
    assert f"memtui: {LOCAL}: line 2: a comma before a closing bracket" in result.err
    assert shared_command("prompt") in result.out


def test_a_call_in_other_words_is_said(memtui: Run, root: Path, called: Called) -> None:
    called("bin")
    own = {"type": "command", "command": "cd / && memtui hook prompt"}
    page(root, LOCAL, json.dumps({"hooks": {"UserPromptSubmit": [{"hooks": [own]}]}}))
    before = tree(root)
    result = memtui("hooks", "install", "prompt")
    assert f"{LOCAL}: prompt is registered in words of its own; left as it is" in result.err
    assert tree(root) == before
    assert "cd / && memtui hook prompt" in memtui("hooks", "show").out


# -- refused


def test_a_file_that_is_no_json_is_refused_with_its_line(
    memtui: Run, root: Path, called: Called
) -> None:
    called("bin")
    path = page(root, LOCAL, '{\n  // mine\n  "a": 1\n}\n')
    for action in ("install", "remove"):
        result = memtui("hooks", action)
        assert (result.code, result.out) == (1, "")
        assert result.err == (
            f"memtui: {LOCAL}: line 2: a comment, which the agent refuses as well; take it out\n"
        )
    assert path.read_text() == '{\n  // mine\n  "a": 1\n}\n'


@pytest.mark.parametrize("words", [(), ("instal",), ("install", "promt"), ("show", "x\x1b[31m")])
def test_a_wrong_word_is_an_error(memtui: Run, root: Path, words: tuple[str, ...]) -> None:
    result = memtui("hooks", *words)
    assert (result.code, result.out) == (2, "")
    assert result.err.count("\n") == 1
    assert "\x1b" not in result.err


def test_outside_of_a_project_the_command_cannot_run(
    memtui: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for action in ("show", "install", "remove"):
        result = memtui("hooks", action)
        assert (result.code, result.out) == (2, "")


def test_hostile_settings_are_shown_harmlessly(memtui: Run, root: Path, called: Called) -> None:
    called("bin")
    order = "\x1b]0;title\x07\x9b31m\u202e[/x]"
    handler = {"type": "command", "command": f"{order}\n memtui hook stop"}
    text = json.dumps({"a": order, "hooks": {order: [{"matcher": order, "hooks": [handler]}]}})
    page(root, LOCAL, text)
    for words in (("show",), ("install",), ("remove",)):
        result = memtui("hooks", *words)
        assert result.code == 0
        for line in (result.out + result.err).splitlines():
            assert harmless(line) == line

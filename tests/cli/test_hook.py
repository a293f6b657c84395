"""`memtui hook`: what each event of the agent is answered."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from memtui import hook
from memtui.core.agent_hooks import REGISTRATIONS
from memtui.store import state
from tests.cli.hooking import HOOK, Answer, answer, environment, page, project, run, silent

__all__ = ["answer", "project"]

DEPLOY = '[auto-memory] Looks like a "Deploy/CI" task → Read first: docs/ops/cicd.md, DEPLOY.md\n'
API = '[auto-memory] Looks like a "API work" task → Read first: docs/api/\n'


# -- prompt


@pytest.mark.parametrize(
    ("prompt", "hints"),
    [
        ("Please DEPLOY it", DEPLOY),
        ("deploy the api", DEPLOY + API),
        ("api를 고쳐", API),
        ("엔드포인트", API),
        ("apis and deployment", ""),
        ("", ""),
    ],
)
def test_a_prompt_gets_a_line_for_each_row_that_matches(
    answer: Answer, prompt: str, hints: str
) -> None:
    assert answer("prompt", {"prompt": prompt}) == hints


def test_the_project_is_what_the_agent_says_then_its_folder_then_the_own_one(
    project: Path, tmp_path: Path, answer: Answer
) -> None:
    other = page(tmp_path / "other", "memory/INDEX.md", TABLE_OF_ANOTHER).parents[1]
    said = {"prompt": "deploy", "cwd": str(other)}
    assert answer("prompt", said, CLAUDE_PROJECT_DIR=str(project)) == DEPLOY
    assert "elsewhere" in answer("prompt", said, CLAUDE_PROJECT_DIR="")
    command = [sys.executable, "-c", HOOK, "hook", "prompt"]
    told = json.dumps({"prompt": "deploy"})
    for cwd, words in ((project, "cicd.md"), (other, "elsewhere.md"), (tmp_path, "")):
        done = subprocess.run(
            command, input=told, text=True, cwd=cwd, env=environment(), capture_output=True
        )
        assert words in done.stdout
        assert bool(words) == bool(done.stdout)
    named = run("prompt", "--project", str(project), said=json.dumps(said).encode())
    assert named.stdout.decode() == DEPLOY


TABLE_OF_ANOTHER = "| Keywords | Files |\n|--|--|\n| deploy | docs/elsewhere.md |\n"


def test_the_files_that_rows_name_are_not_opened(project: Path) -> None:
    opened = (
        "import sys; sys.addaudithook(lambda name, args:"
        " print(args[0], file=sys.stderr) if name == 'open' else None);"
    )
    page(project, "DEPLOY.md", "not to be read")
    page(project, "docs/ops/cicd.md", "not to be read")
    told = json.dumps({"prompt": "deploy", "cwd": str(project)}).encode()
    command = [sys.executable, "-c", opened + HOOK, "hook", "prompt"]
    done = subprocess.run(command, input=told, env=environment(), capture_output=True)
    assert done.stdout.decode() == DEPLOY
    read = [path for path in done.stderr.decode().splitlines() if str(project) in path]
    assert read == [str(project / "memory" / "INDEX.md")]


# -- the start of a session


def test_a_session_starts_with_the_work_the_table_and_the_last_lessons(
    project: Path, answer: Answer
) -> None:
    page(project, "tasks/context.md", "\ufeffGoal: sell tea\r\n\r\n- next: milk\n\n")
    page(project, "tasks/lessons.md", "".join(f"lesson {n}\n" for n in range(100)))
    lessons = "\n".join(f"lesson {n}" for n in range(40, 100))
    assert answer("session-start") == (
        "# tasks/context.md\n\nGoal: sell tea\n\n- next: milk\n\n"
        f"# memory/INDEX.md\n\n{TABLE_SHOWN}\n\n"
        f"# tasks/lessons.md, the last 60 lines\n\n{lessons}\n"
    )


TABLE_SHOWN = (
    "# Memory Index (routing table)\n\n| Task type | Keywords | Files to load |\n"
    "|------|------|------|\n"
    "| Deploy/CI | deploy,docker,release,ci | docs/ops/cicd.md, DEPLOY.md |\n"
    "| API work | api,엔드포인트,c++ | docs/api/ |"
)


def test_each_page_stands_only_where_it_exists(project: Path, answer: Answer) -> None:
    (project / "memory" / "INDEX.md").unlink()
    assert answer("session-start") == ""
    page(project, "tasks/context.md", "\n \n")
    page(project, "tasks/lessons.md", "one\n" * 60)
    assert answer("session-start") == "# tasks/lessons.md\n\n" + "one\n" * 60


def test_no_control_character_of_a_page_reaches_the_terminal(project: Path, answer: Answer) -> None:
    hostile = "\x1b]0;title\x07\tred \x9b31m \u202e\u2028 end"
    page(project, "tasks/context.md", hostile)
    page(project, "memory/INDEX.md", f"| Keywords | Files |\n|--|--|\n| x | {hostile} |\n")
    for shown in (answer("session-start"), answer("prompt", {"prompt": "x"})):
        assert "title" in shown
        assert not set(shown) & set("\x1b\x07\x9b\u202e\u2028")
    assert "\tred" in answer("session-start")


def test_a_page_behind_a_link_out_of_the_project_is_not_read(
    project: Path, tmp_path: Path, answer: Answer
) -> None:
    page(tmp_path, "secret.md", "a key\n")
    (project / "tasks").mkdir()
    (project / "tasks" / "context.md").symlink_to(tmp_path / "secret.md")
    (project / "tasks" / "lessons.md").symlink_to("../memory/INDEX.md")
    shown = answer("session-start")
    assert "a key" not in shown
    assert shown.count("# Memory Index") == 2


# -- after a compaction


def test_after_a_compaction_the_agent_gets_json(project: Path, answer: Answer) -> None:
    page(project, "tasks/lessons.md", "one\n")
    page(project, "tasks/context.md", "Ziel: \x1b[31mTee\n")
    said = json.loads(answer("post-compact", {"hook_event_name": "SessionStart"}))
    context = said["hookSpecificOutput"].pop("additionalContext")
    assert said == {"hookSpecificOutput": {"hookEventName": "SessionStart"}}
    assert context == (
        f"# tasks/context.md\n\nZiel: ␛[31mTee\n\n# memory/INDEX.md\n\n{TABLE_SHOWN}\n"
    )


def test_the_event_that_was_received_is_named(project: Path, answer: Answer) -> None:
    for name, shown in ((None, "SessionStart"), (7, "SessionStart"), ("Later", "Later")):
        said = json.loads(answer("post-compact", {"hook_event_name": name}))
        assert said["hookSpecificOutput"]["hookEventName"] == shown


def test_after_a_compaction_without_pages_nothing_is_said(project: Path, answer: Answer) -> None:
    (project / "memory" / "INDEX.md").unlink()
    page(project, "tasks/lessons.md", "one\n")
    assert answer("post-compact", {"hook_event_name": "SessionStart"}) == ""


# -- edits and the end of a turn


def _edit(answer: Answer, path: Path | str, session: str = "s1", key: str = "file_path") -> None:
    told: dict[str, Any] = {"session_id": session, "tool_input": {key: str(path)}}
    assert answer("edited", told) == ""


def test_a_session_that_changed_files_is_held_up_once(project: Path, answer: Answer) -> None:
    assert answer("stop") == ""
    _edit(answer, project / "src" / "app.py")
    _edit(answer, project / "src" / "app.py")
    assert answer("stop", {"session_id": "s2"}) == ""
    said = json.loads(answer("stop", {"stop_hook_active": False}))
    assert said["decision"] == "block"
    for words in ("tasks/lessons.md", time.strftime("%Y-"), "task", "cause", "lesson", "one line"):
        assert words in said["reason"]
    assert answer("stop") == ""


def test_one_that_goes_on_because_of_it_passes_always(project: Path, answer: Answer) -> None:
    _edit(answer, project / "app.py")
    assert answer("stop", {"stop_hook_active": True}) == ""
    assert answer("stop") == ""


@pytest.mark.parametrize("spelled", ["absolute", "relative", "dotted"])
def test_a_lesson_clears_the_note(project: Path, answer: Answer, spelled: str) -> None:
    _edit(answer, project / "notebook.ipynb", key="notebook_path")
    lessons = {
        "absolute": str(project / "tasks/lessons.md"),
        "relative": "tasks/lessons.md",
        "dotted": str(project / "src" / ".." / "tasks" / "lessons.md"),
    }
    _edit(answer, lessons[spelled])
    assert answer("stop") == ""


@pytest.mark.parametrize(
    "path",
    [
        "tasks/todo.md",
        "tasks/context.md",
        "tasks/lessons.md",
        "memory/INDEX.md",
        "memory/deep/topic.md",
        ".claude/settings.json",
        "~/.claude/projects/shop/memory/MEMORY.md",
    ],
)
def test_what_is_no_work_sets_no_note(project: Path, answer: Answer, path: str) -> None:
    _edit(answer, project / Path(path).expanduser())
    assert answer("stop") == ""


@pytest.mark.parametrize("path", ["tasks/other.md", "docs/memory/x.md", "memory.md", "/elsewhere"])
def test_everything_else_is_work(project: Path, answer: Answer, path: str) -> None:
    _edit(answer, project / path)
    assert "block" in answer("stop")


def test_the_agents_folder_may_lie_elsewhere(project: Path, answer: Answer, tmp_path: Path) -> None:
    told = {"tool_input": {"file_path": str(tmp_path / "agent" / "MEMORY.md")}}
    assert answer("edited", told, CLAUDE_CONFIG_DIR=str(tmp_path / "agent")) == ""
    assert answer("stop") == ""
    answer("edited", told, CLAUDE_CONFIG_DIR=str(tmp_path / "age"))
    assert "block" in answer("stop")


def test_notes_are_kept_by_session_and_project_in_the_state_folder(
    project: Path, answer: Answer, tmp_path: Path
) -> None:
    before = sorted(project.rglob("*"))
    sessions = ("s1", "../../../escape", "x" * 5000, "a\0b", "\ud800", "/abs")
    for session in sessions:
        _edit(answer, "app.py", session)
    notes = state.home() / "notes"
    assert len(list(notes.iterdir())) == len(sessions)
    assert {path.stat().st_mode & 0o777 for path in (state.home(), notes)} == {0o700}
    assert sorted(project.rglob("*")) == before
    assert not (tmp_path / "escape").exists()
    elsewhere = {"cwd": str(tmp_path)}
    assert answer("stop", elsewhere) == ""
    for session in sessions:
        assert "block" in answer("stop", {"session_id": session})
    assert not list(notes.iterdir())


def test_old_notes_are_removed_when_a_new_one_is_made(project: Path, answer: Answer) -> None:
    for session in ("old", "young"):
        _edit(answer, "app.py", session)
    notes = state.home() / "notes"
    (old,) = (note for note in notes.iterdir() if _note("old", project) == note)
    long_ago = time.time() - 15 * 86400
    os.utime(old, (long_ago, long_ago))
    _edit(answer, "app.py", "new")
    assert set(notes.iterdir()) == {_note(s, project) for s in ("young", "new")}


def _note(session: str, root: Path) -> Path:
    return Path(hook._note({"session_id": session}, str(root)))


def test_without_a_session_or_a_file_nothing_is_noted(project: Path, answer: Answer) -> None:
    said: tuple[dict[str, Any], ...] = (
        {"session_id": None, "tool_input": {"file_path": "app.py"}},
        {"session_id": "", "tool_input": {"file_path": "app.py"}},
        {"tool_input": {}},
        {"tool_input": {"file_path": 7}},
        {"tool_input": "app.py"},
    )
    for told in said:
        assert answer("edited", told) == ""
    assert not state.home().exists()
    assert answer("stop") == ""


# -- the command


def test_an_event_that_is_none_does_not_throw_a_prompt_away() -> None:
    for words in ((), ("promt",)):
        done = run(*words, said=b"x" * 200_000)
        assert (done.returncode, done.stdout) == (1, b"")
        assert done.stderr.decode() == (
            "memtui: hook: the event is one of prompt, session-start, post-compact, edited, stop"
            " (see `memtui hooks`)\n"
        )


def test_every_event_can_be_registered() -> None:
    assert tuple(REGISTRATIONS) == hook.EVENTS


@pytest.mark.parametrize("event", hook.EVENTS)
def test_an_event_loads_little(project: Path, event: str) -> None:
    told = {"prompt": "deploy", "cwd": str(project), "session_id": "s"}
    told["tool_input"] = {"file_path": "app.py"}  # type: ignore[assignment]
    loaded = _loaded(HOOK, json.dumps(told), "hook", event)
    heavy = {
        "re",
        "json",
        "typing",
        "dataclasses",
        "pathlib",
        "argparse",
        "contextlib",
        "hashlib",
        "shutil",
    }
    if event == "post-compact":
        heavy -= {"re", "json"}
    assert not loaded & {*heavy, "platformdirs", "filelock", "inspect", "datetime", "memtui.cli"}
    assert "memtui.hook" in loaded


def _loaded(code: str, said: str, *arguments: str) -> set[str]:
    """Return the modules that code loads, without those that the interpreter starts with."""

    def imported(program: str) -> set[str]:
        command = [sys.executable, "-X", "importtime", "-c", program, *arguments]
        done = subprocess.run(
            command, input=said, text=True, env=environment(), capture_output=True, check=True
        )
        return {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}

    return imported(code) - imported("pass")


def test_the_command_itself_works_within_the_other_commands(
    project: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from memtui.cli import main

    monkeypatch.delenv("CLAUDE_PROJECT_DIR", raising=False)
    assert main(["hook", "session-start", "--project", str(project)]) == 0
    assert capfd.readouterr().out == f"# memory/INDEX.md\n\n{TABLE_SHOWN}\n"


def test_help_is_shown(capfd: pytest.CaptureFixture[str]) -> None:
    done = run("--help")
    assert done.returncode == 0
    assert b"session-start" in done.stdout


def test_a_silent_hook_is_silent(project: Path) -> None:
    silent(run("prompt", said=b"{}", CLAUDE_PROJECT_DIR=str(project)))

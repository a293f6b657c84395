"""`memtui hook` and input that nobody expects: it exits 0 and says nothing else than its answer."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memtui import hook
from tests.cli.hooking import HOOK, Answer, answer, environment, page, project, run, silent

__all__ = ["answer", "project"]

SAID = [
    b"",
    b"\n",
    b"no JSON",
    b"{",
    b"[1, 2]",
    b"null",
    b'"prompt"',
    b"NaN",
    b"[" * 1_000_000,
    b'{"a":' * 100_000,
    b"\xff\xfe\x00{\x00",
    b"\xef\xbb\xbf{}",
    b'{"prompt": 7, "cwd": [], "session_id": {}, "tool_input": []}',
    b'{"prompt": null, "cwd": "\\u0000", "session_id": "\\ud800"}',
    b'{"prompt": "\\ud800 deploy", "cwd": "/no/such/folder"}',
    b"9" * 5000,
]


@pytest.mark.parametrize("said", SAID, ids=range(len(SAID)))
@pytest.mark.parametrize("event", hook.EVENTS)
def test_whatever_the_agent_says(tmp_path: Path, event: str, said: bytes) -> None:
    silent(run(event, said=said, CLAUDE_PROJECT_DIR=str(tmp_path)))


def test_a_prompt_of_a_megabyte(answer: Answer) -> None:
    words = "word " * 200_000
    assert answer("prompt", {"prompt": words}) == ""
    assert answer("prompt", {"prompt": words + "deploy"}).startswith("[auto-memory]")


def test_invalid_utf_8_in_a_prompt_and_in_a_table(project: Path) -> None:
    table = project / "memory" / "INDEX.md"
    table.write_bytes(b"| Keywords | Files |\n|--|--|\n| deploy | a\xff.md |\n")
    said = b'{"prompt": "\xff deploy", "cwd": "' + os.fsencode(project) + b'"}'
    done = run("prompt", said=said)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == (
        '[auto-memory] Looks like a "deploy" task → Read first: a\ufffd.md\n'
    )


def _no_table(root: Path) -> None:
    (root / "memory" / "INDEX.md").unlink()


def _folder(root: Path) -> None:
    _no_table(root)
    (root / "memory" / "INDEX.md").mkdir()


def _pipe(root: Path) -> None:
    _no_table(root)
    os.mkfifo(root / "memory" / "INDEX.md")


def _circle(root: Path) -> None:
    _no_table(root)
    (root / "memory" / "INDEX.md").symlink_to("INDEX.md")


def _file_for_folder(root: Path) -> None:
    _no_table(root)
    (root / "memory").rmdir()
    (root / "memory").write_text("x")


def _empty(root: Path) -> None:
    (root / "memory" / "INDEX.md").write_bytes(b"")


def _no_text(root: Path) -> None:
    (root / "memory" / "INDEX.md").write_bytes(bytes(range(256)) * 100)


@pytest.mark.parametrize(
    "spoil", [_no_table, _folder, _pipe, _circle, _file_for_folder, _empty, _no_text]
)
def test_no_table_to_read(project: Path, answer: Answer, spoil: Callable[[Path], None]) -> None:
    spoil(project)
    assert answer("prompt", {"prompt": "deploy"}) == ""
    shown = answer("session-start")
    assert ("# memory/INDEX.md" in shown) == (spoil is _no_text)


def test_a_table_of_a_hundred_thousand_lines(project: Path, answer: Answer) -> None:
    rows = "".join(f"| Task {n} | word{n}, deploy{n} | docs/{n}.md |\n" for n in range(100_000))
    page(project, "memory/INDEX.md", "| Task | Keywords | Files |\n|--|--|--|\n" + rows)
    assert answer("prompt", {"prompt": "word7 word99999"}).count("\n") == 2
    page(project, "memory/INDEX.md", "|" * 100_000 + "\n|" * 100_000)
    assert answer("prompt", {"prompt": "deploy"}) == ""


def test_a_closed_standard_input(project: Path) -> None:
    command = f"exec {sys.executable} -c '{HOOK}' hook session-start <&-"
    done = subprocess.run(
        ["sh", "-c", command],
        capture_output=True,
        env=environment(CLAUDE_PROJECT_DIR=str(project)),
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"# memory/INDEX.md")


@pytest.mark.parametrize("end", ["broken", "closed"])
def test_nobody_reads_the_answer(project: Path, end: str) -> None:
    page(project, "tasks/lessons.md", "x" * 1_000_000)
    command = [sys.executable, "-c", HOOK, "hook", "session-start"]
    if end == "closed":
        command = ["sh", "-c", f"exec {sys.executable} -c '{HOOK}' hook session-start >&-"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(CLAUDE_PROJECT_DIR=str(project)),
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.close()
        assert process.wait() == 0
        assert process.stderr.read() == b""


@pytest.mark.parametrize("words", [("prompt",), ("stop",), ("nonsense",)])
def test_standard_input_is_read_to_its_end_in_any_case(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    command = [sys.executable, "-c", HOOK, "hook", *words]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), cwd=tmp_path
    ) as process:
        assert process.stdin
        rest = memoryview(b"x" * 1_000_000)
        # A hook that ends before that is reported by agents as one that failed.
        while rest:
            rest = rest[os.write(process.stdin.fileno(), rest[:65536]) :]


def test_the_state_folder_refuses(project: Path, answer: Answer, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("x")
    told = {"tool_input": {"file_path": "app.py"}}
    for event in ("edited", "stop"):
        assert answer(event, told, XDG_STATE_HOME=str(blocked)) == ""


@given(
    st.binary()
    | st.sampled_from(SAID)
    | st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=8,
    ).map(lambda value: f" \n{json.dumps(value)}\t".encode())
)
def test_it_is_read_as_json_is_read_elsewhere(said: bytes) -> None:
    try:
        expected = json.loads(said.decode(errors="replace"))
    except (ValueError, RecursionError):
        expected = {}
    # Compared as text, in which what is no number is like itself.
    assert repr(hook._parsed(said)) == repr(expected if isinstance(expected, dict) else {})


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
KEYS = ("prompt", "cwd", "session_id", "tool_input", "stop_hook_active", "hook_event_name")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
@given(
    said=st.binary()
    | st.fixed_dictionaries({}, optional=dict.fromkeys(KEYS, VALUES)).map(
        lambda said: json.dumps(said).encode()
    ),
    event=st.sampled_from(hook.EVENTS),
)
def test_no_input_at_all_ends_a_hook_otherwise(
    project: Path, monkeypatch: pytest.MonkeyPatch, said: bytes, event: str
) -> None:
    written: list[str] = []
    monkeypatch.setattr(hook, "_read_input", lambda: said)
    monkeypatch.setattr(hook, "_write", written.append)
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(project))
    assert hook.main([event]) == 0
    assert len(written) <= 1

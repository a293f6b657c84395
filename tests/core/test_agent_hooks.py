"""memtui's entries in a coding agent's settings."""

import json
import subprocess
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.core import agent_hooks
from memtui.core.agent_hooks import (
    DEFAULT,
    REGISTRATIONS,
    handlers,
    installed,
    local_command,
    removed,
    shared_command,
)
from memtui.errors import CannotPatch
from tests.core.settings_texts import texts

LOCAL = {event: local_command("/opt/memtui", event) for event in REGISTRATIONS}
SHARED = {event: shared_command(event) for event in REGISTRATIONS}
SPACED = '{"type": "command", "command": "x hook stop", "timeout": 10}'
DENSE = SPACED.replace(": ", ":").replace(", ", ",")
SOME = {event: LOCAL[event] for event in DEFAULT}


def _own(text: str) -> list[tuple[str, str, str]]:
    return [(each.agent_event, each.matcher, each.command) for each in handlers(text) if each.own]


# -- what is registered


def test_an_empty_file_gets_the_events_as_the_agent_writes_settings() -> None:
    text = installed("", SOME)
    assert json.loads(text) == {
        "hooks": {
            "UserPromptSubmit": [
                {"hooks": [{"type": "command", "command": LOCAL["prompt"], "timeout": 10}]}
            ],
            "SessionStart": [
                {
                    "matcher": "startup|resume|clear",
                    "hooks": [
                        {"type": "command", "command": LOCAL["session-start"], "timeout": 10}
                    ],
                },
                {
                    "matcher": "compact",
                    "hooks": [{"type": "command", "command": LOCAL["post-compact"], "timeout": 10}],
                },
            ],
        }
    }
    assert text == json.dumps(json.loads(text), indent=2) + "\n"


def test_every_event_is_registered_where_the_agent_has_it() -> None:
    assert _own(installed("{}", LOCAL)) == [
        ("UserPromptSubmit", "", "/opt/memtui hook prompt"),
        ("SessionStart", "startup|resume|clear", "/opt/memtui hook session-start"),
        ("SessionStart", "compact", "/opt/memtui hook post-compact"),
        ("PostToolUse", "Write|Edit|NotebookEdit", "/opt/memtui hook edited"),
        ("Stop", "", "/opt/memtui hook stop"),
    ]


def test_the_habits_of_a_file_are_kept() -> None:
    before = '\ufeff{\r\n\t"permissions": {"allow": ["x"]},\r\n\t"hooks": {}\r\n}'
    after = installed(before, {"stop": LOCAL["stop"]})
    assert after == (
        '\ufeff{\r\n\t"permissions": {"allow": ["x"]},\r\n\t"hooks": {\r\n\t\t"Stop": [\r\n\t\t\t{'
        '\r\n\t\t\t\t"hooks": [\r\n\t\t\t\t\t{\r\n\t\t\t\t\t\t"type": "command",\r\n\t\t\t\t\t\t'
        '"command": "/opt/memtui hook stop",\r\n\t\t\t\t\t\t"timeout": 10\r\n\t\t\t\t\t}\r\n'
        "\t\t\t\t]\r\n\t\t\t}\r\n\t\t]\r\n\t}\r\n}"
    )


@pytest.mark.parametrize(
    ("before", "after", "handler"),
    [
        ('{"a":1}\n', '{"a":1,"hooks":{"Stop":[{"hooks":[X]}]}}\n', DENSE),
        ('{ "hooks": { "Stop": [ ] } }', '{ "hooks": { "Stop": [{"hooks": [X]}] } }', SPACED),
        (
            '{\n  "hooks": {"Stop": [{"hooks": []}], "Other": []}\n}\n',
            '{\n  "hooks": {"Stop": [{"hooks": []}, {"hooks": [X]}], "Other": []}\n}\n',
            SPACED,
        ),
    ],
)
def test_what_stands_on_one_line_stays_on_one(before: str, after: str, handler: str) -> None:
    assert installed(before, {"stop": "x hook stop"}) == after.replace("X", handler)


def test_of_two_members_with_one_key_the_last_counts_as_it_does_for_the_agent() -> None:
    text = installed('{"hooks": {"Stop": 1}, "hooks": {}}', {"stop": LOCAL["stop"]})
    assert text.startswith('{"hooks": {"Stop": 1}, "hooks": {"Stop": [{')


def test_line_ends_are_those_of_the_file() -> None:
    text = installed('{\r\n  "a": 1\r\n}\r\n', LOCAL)
    assert text.count("\n") == text.count("\r\n") > 30


# -- once more, and in another place


def test_an_outdated_command_is_renewed_and_nothing_else() -> None:
    text = installed('{"a": [1]}', {"prompt": local_command("'/old place/memtui'", "prompt")})
    text = text.replace('"timeout": 10', '"timeout": 99,  "statusMessage": "…"')
    expected = text.replace("'/old place/memtui' hook", "/opt/memtui hook")
    assert installed(text, {"prompt": LOCAL["prompt"]}) == expected
    assert installed(text, {"prompt": SHARED["prompt"]}) == text.replace(
        json.dumps("'/old place/memtui' hook prompt"), json.dumps(SHARED["prompt"])
    )


def test_each_of_several_entries_is_renewed() -> None:
    old = [{"type": "command", "command": f"/{'x' * n}/memtui hook stop"} for n in (1, 30)]
    text = json.dumps({"hooks": {"Stop": [{"hooks": old}, {"hooks": old}]}, "a": 1})
    assert _own(installed(text, LOCAL))[:4] == [("Stop", "", LOCAL["stop"])] * 4


@pytest.mark.parametrize(
    "command",
    [
        "memtui hook stop",
        "/a/memtui hook stop",
        "'/a b/memtui' hook stop",
        '"C:\\\\Tools\\\\memtui.exe" hook stop',
        "/usr/bin/python3 -m memtui hook stop",
        "'/a b/python' -m memtui hook stop",
        shared_command("stop"),
    ],
)
def test_what_memtui_may_have_written_is_its_own(command: str) -> None:
    text = installed("{}", {"stop": "placeholder"}).replace('"placeholder"', json.dumps(command))
    assert [(each.event, each.own) for each in handlers(text)] == [("stop", True)]
    assert removed(text, ["stop"]) == "{}"
    assert _own(installed(text, {"stop": LOCAL["stop"]})) == [("Stop", "", LOCAL["stop"])]


@pytest.mark.parametrize(
    "handler",
    [
        {"type": "command", "command": "cd x && memtui hook stop"},
        {"type": "command", "command": "/a/memtui hook stop --project /p"},
        {"type": "command", "command": "memtui hook stop | tee log"},
        {"type": "command", "command": "/a/memtui", "args": ["hook", "stop"]},
        {"type": "command", "command": "memtui hook stop", "args": []},
        {"type": "command", "command": "'memtui' hook stop 'open"},
    ],
)
def test_a_call_in_other_words_is_left_alone_and_not_doubled(handler: Mapping[str, Any]) -> None:
    text = json.dumps({"hooks": {"Stop": [{"hooks": [handler]}]}})
    assert [(each.event, each.own) for each in handlers(text)] == [("stop", False)]
    assert installed(text, {"stop": LOCAL["stop"]}) == text
    assert removed(text, ["stop"]) == text


@pytest.mark.parametrize(
    "handler",
    [
        {"type": "command", "command": "memtui check"},
        {"type": "command", "command": "notmemtui hook stop"},
        {"type": "command", "command": "memtui hook stopping"},
        {"type": "http", "url": "http://x", "command": "memtui hook stop"},
        {"type": "command", "command": ["memtui", "hook", "stop"]},
        "memtui hook stop",
        None,
    ],
)
def test_other_programs_are_not_memtui(handler: object) -> None:
    text = json.dumps({"hooks": {"Stop": [{"hooks": [handler]}]}})
    assert [each.event for each in handlers(text)] == [""]
    both = installed(text, {"stop": LOCAL["stop"]})
    assert [each.event for each in handlers(both)] == ["", "stop"]
    assert removed(both, REGISTRATIONS) == text


def test_an_entry_under_another_event_does_not_count_and_is_taken_out() -> None:
    text = '{"hooks": {"PostCompact": [{"hooks": [{"type": "command", "command": "X"}]}]}}'
    text = text.replace("X", LOCAL["post-compact"])
    both = installed(text, SOME)
    assert [each.agent_event for each in handlers(both)][:1] == ["PostCompact"]
    assert len(_own(both)) == 4
    assert removed(both, REGISTRATIONS) == "{}"


# -- taken out


def test_only_the_named_events_are_taken_out() -> None:
    text = installed('{\n  "a": 1\n}\n', LOCAL)
    left = removed(text, ["prompt", "post-compact", "stop"])
    assert [each[0] for each in _own(left)] == ["SessionStart", "PostToolUse"]
    assert json.loads(left)["a"] == 1


def test_a_group_goes_with_its_last_handler_and_other_handlers_stay() -> None:
    own = {"type": "command", "command": LOCAL["stop"]}
    other = {"type": "command", "command": "say done"}
    content = {"hooks": {"Stop": [{"hooks": [own, other]}, {"hooks": [own]}, {"hooks": []}]}}
    left = json.loads(removed(json.dumps(content), ["stop"]))
    assert left == {"hooks": {"Stop": [{"hooks": [other]}, {"hooks": []}]}}


# -- refused


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("[]", 1, "an object at its top"),
        ("\n\n7", 3, "an object at its top"),
        ('{\n "hooks": []}', 2, "an object behind `hooks`"),
        ('{"hooks": {\n\n"Stop": {}}}', 3, "a list behind `Stop`"),
        ('{\n  // mine\n  "a": 1\n}', 2, "a comment"),
        ('{"a": 1,\n /* mine */ "b": 2}', 2, "a comment"),
        ('{"a": 1} # mine', 1, "a comment"),
        ('{\n  "a": 1,\n}', 2, "a comma before a closing bracket"),
        ('{"a": [1,\n2,\n]}', 2, "a comma before a closing bracket"),
        ('{\n"a": NaN}', 2, "NaN is no number"),
        ('{"NaN": "Infinity",\n"a": -Infinity}', 2, "-Infinity is no number"),
        ('{"a": "x\n"}', 1, "no JSON (invalid control character"),
        ('{"a": 1}\n}', 2, "no JSON (extra data)"),
        ("{'a': 1}", 1, "no JSON (expecting property name"),
        ("\ufeff\ufeff{}", 1, "no JSON"),
        ("[" * 100_000, 1, "too many brackets"),
    ],
)
def test_a_text_that_cannot_be_changed_safely_is_refused_with_its_line(
    text: str, line: int, reason: str
) -> None:
    changes: list[Callable[[], str]] = [
        lambda: installed(text, SOME),
        lambda: removed(text, REGISTRATIONS),
    ]
    for change in changes:
        with pytest.raises(CannotPatch) as found:
            change()
        assert found.value.line == line
        assert reason in found.value.reason


def test_numbers_of_any_length_are_no_hindrance() -> None:
    text = '{"a": ' + "9" * 5000 + ', "b": 1E400}'
    assert removed(installed(text, SOME), DEFAULT) == text


# -- the laws


@given(texts(), st.sets(st.sampled_from(list(REGISTRATIONS))), st.booleans())
def test_what_comes_in_goes_out_again(text: str, events: set[str], shared: bool) -> None:
    commands = {event: (SHARED if shared else LOCAL)[event] for event in sorted(events)}
    try:
        with_own = installed(text, commands)
    except CannotPatch:
        assert not _is_readable(text)
        return
    assert {each.event for each in handlers(with_own) if each.own} == events
    # Once is as good as twice.
    assert installed(with_own, commands) == with_own
    # Nothing of the text is lost, or in another order.
    rest = iter(with_own)
    assert all(sign in rest for sign in text if not sign.isspace())
    # The agent reads the same but for the entries.
    assert agent_hooks.same_without_own(text, with_own)
    without = removed(with_own, REGISTRATIONS)
    assert not _own(without)
    if _has_no_empty_hooks(text):
        assert without == text


def _is_readable(text: str) -> bool:
    hooks = json.loads(text.removeprefix("\ufeff")).get("hooks", {})
    return isinstance(hooks, dict) and all(isinstance(each, list) for each in hooks.values())


def _has_no_empty_hooks(text: str) -> bool:
    hooks = json.loads(text.removeprefix("\ufeff")).get("hooks")
    content = json.loads(text.removeprefix("\ufeff"))
    return bool(content) and hooks != {} and all((hooks or {"": [1]}).values())


@given(texts())
def test_texts_without_entries_of_memtui_stay_as_they_are(text: str) -> None:
    assert removed(text, REGISTRATIONS) == text


# -- the shared command, on machines with and without memtui


def _shell(command: str, path: str, said: bytes = b"x" * 300_000) -> tuple[int, bytes, bytes]:
    done = subprocess.run(
        ["/bin/sh", "-c", command], input=said, capture_output=True, env={"PATH": path}, check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("event", REGISTRATIONS)
def test_the_shared_command_is_silent_without_memtui(tmp_path: Any, event: str) -> None:
    assert _shell(shared_command(event), "/usr/bin:/bin") == (0, b"", b"")
    # Not even `cat` is there.
    assert _shell(shared_command(event), str(tmp_path), b"") == (0, b"", b"")


@pytest.mark.parametrize("code", [0, 1, 2, 127])
def test_the_shared_command_ends_well_however_memtui_ends(tmp_path: Any, code: int) -> None:
    program = tmp_path / "memtui"
    program.write_text(f'#!/bin/sh\necho "$1 $2"\nexit {code}\n')
    program.chmod(0o755)
    result = _shell(shared_command("prompt"), f"{tmp_path}:/usr/bin:/bin")
    assert result == (0, b"hook prompt\n", b"")


def test_the_shared_command_reads_what_the_agent_says_without_memtui() -> None:
    with subprocess.Popen(
        ["/bin/sh", "-c", shared_command("prompt")],
        stdin=subprocess.PIPE,
        env={"PATH": "/usr/bin:/bin"},
    ) as process:
        assert process.stdin
        # Were it not read, writing would fail.
        process.stdin.write(b"x" * 1_000_000)
        process.stdin.close()
        assert process.wait() == 0

"""The coding agent's events: read what it says, print the answer, and never hold it up.

The agent runs `memtui hook EVENT` before every prompt and waits for it, so this module imports
little and opens no file that a row names. Whatever happens to an event, the exit code is 0: the
agent takes a 2 as an order to throw the prompt away. Standard input is always read to its end,
since an agent that writes into a closed pipe reports a failed hook.
"""

import os
import stat
import sys
import time

# Not from collections.abc and typing: only type checkers need them, and they take their time.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, Final

TABLE: "Final" = "memory/INDEX.md"
CONTEXT: "Final" = "tasks/context.md"
LESSONS: "Final" = "tasks/lessons.md"
SHOWN_LESSONS: "Final" = 60
"""Lines of the journal that a session starts with."""

_UNNOTED: "Final" = ("tasks/todo.md", CONTEXT)
_LARGEST: "Final" = 1 << 25
"""Bytes of a file that are read; it bounds the time, since no such page is of use to an agent."""
_NOTE_DAYS: "Final" = 14

_REASON: "Final" = (
    "This session changed files, and {lessons} has no entry about it. Append one at its end, dated "
    "{today}: the task, the problem and its cause, the lesson, what to do next time. If there is "
    "nothing to learn, say in one line why, and write nothing."
)


def main(arguments: "list[str]") -> int:
    """Answer one event of the agent on standard output.

    Args:
        arguments: The event, then perhaps ``--project DIR``.

    Returns:
        0, and 1 when there is no such event.
    """
    said = _read_input()
    answer = _EVENTS.get(arguments[0]) if arguments else None
    if answer is None:
        # Not 2, with which an event that is spelled wrong would throw every prompt away.
        named = ", ".join(_EVENTS)
        print(f"memtui: hook: the event is one of {named} (see `memtui hooks`)", file=sys.stderr)
        return 1
    try:
        event = _parsed(said)
        _write(answer(event, _project(event, arguments[1:])))
    except Exception:  # noqa: BLE001 (whatever is wrong, the prompt goes on and the screen stays)
        return 0
    return 0


def prompt(event: "dict[str, Any]", root: str) -> str:
    """Return the hints for a prompt, one line for each row of the table that matches."""
    asked = event.get("prompt")
    text = page(root, TABLE)
    if not isinstance(asked, str) or not asked or not text:
        return ""
    # Imported here: a project without a table pays nothing for it, nor do the other events.
    from memtui.core import routing

    hints = routing.hints(routing.match(routing.read(text), asked))
    return _harmless(hints) + "\n" if hints else ""


def session_start(event: "dict[str, Any]", root: str) -> str:
    """Return what a session starts with: the state of the work, the table, the last lessons."""
    return "\n".join(_sections(root, lessons=True))


def post_compact(event: "dict[str, Any]", root: str) -> str:
    """Return what an agent gets back after its context was compacted, as the JSON it expects."""
    sections = list(_sections(root, lessons=False))
    if not sections:
        return ""
    name = event.get("hook_event_name")
    # Imported here, as below: there is time after a compaction, and none before a prompt.
    import json

    answer = {
        "hookEventName": name if isinstance(name, str) and name else "SessionStart",
        "additionalContext": "\n".join(sections),
    }
    return json.dumps({"hookSpecificOutput": answer}) + "\n"


def edited(event: "dict[str, Any]", root: str) -> str:
    """Note that a session changed a file, or that it wrote down what it learned; print nothing."""
    tool = event.get("tool_input")
    path = tool.get("file_path") or tool.get("notebook_path") if isinstance(tool, dict) else None
    note = _note(event, root)
    if note and isinstance(path, str) and path:
        real = os.path.realpath(os.path.join(_folder(event), path))
        inside = _relative(real, root)
        if inside == LESSONS:
            _clear(note)
        elif not (inside in _UNNOTED or inside.startswith("memory/") or _is_agents(real, root)):
            _set(note)
    return ""


def stop(event: "dict[str, Any]", root: str) -> str:
    """Hold the agent up once, when a session changed files and has written down no lesson."""
    note = _note(event, root)
    if not (note and _clear(note)) or event.get("stop_hook_active"):
        return ""
    import json

    reason = _REASON.format(lessons=LESSONS, today=time.strftime("%Y-%m-%d"))
    return json.dumps({"decision": "block", "reason": reason}) + "\n"


_EVENTS: "Final[dict[str, Callable[[dict[str, Any], str], str]]]" = {
    "prompt": prompt,
    "session-start": session_start,
    "post-compact": post_compact,
    "edited": edited,
    "stop": stop,
}

EVENTS: "Final" = tuple(_EVENTS)
"""The events, as the command names them."""


# --- in and out -----------------------------------------------------------------------------


def _read_input() -> bytes:
    pieces: list[bytes] = []
    try:
        # A person at a terminal has nothing to say to it, and would wait for it.
        while not os.isatty(0) and (piece := os.read(0, 1 << 16)):
            pieces.append(piece)
    except OSError:  # closed, or not to be read
        return b""
    return b"".join(pieces)


class _AsJson:
    """What the reader behind `json.loads` asks for, with the answers of `json.loads`."""

    strict = True
    object_hook = object_pairs_hook = None
    parse_float = parse_constant = float
    parse_int = int


def _parsed(said: bytes) -> "dict[str, Any]":
    """Return what the agent said; nothing when it is no JSON object."""
    text = said.decode(errors="replace").strip(" \t\n\r")
    # `json` loads regular expressions, which take as long as all the rest of the hook. The reader
    # behind it does without, and whatever it does not read is left to `json`.
    try:
        from _json import make_scanner

        event, end = make_scanner(_AsJson)(text, 0)  # type: ignore[arg-type]
    except Exception:  # noqa: BLE001 (on some versions it has no other way to say no)
        end = -1
    if end != len(text):
        import json

        try:
            event = json.loads(text)
        except (ValueError, RecursionError):
            return {}
    return event if isinstance(event, dict) else {}


def _write(answer: str) -> None:
    rest = answer.encode(errors="replace")
    while rest:
        rest = rest[os.write(1, rest) :]


def _folder(event: "dict[str, Any]") -> str:
    """Return the agent's working directory."""
    folder = event.get("cwd")
    return folder if isinstance(folder, str) and folder else os.getcwd()


def _project(event: "dict[str, Any]", options: "list[str]") -> str:
    """Return the project's folder, absolute and free of links."""
    for place, option in enumerate(options):
        name, _, value = option.partition("=")
        if name == "--project":
            return os.path.realpath(value or options[place + 1])
    return os.path.realpath(os.environ.get("CLAUDE_PROJECT_DIR") or _folder(event))


# --- pages ----------------------------------------------------------------------------------


def _sections(root: str, *, lessons: bool) -> "Iterator[str]":
    """Yield the pages that exist, each under a heading that names its file."""
    for name in (CONTEXT, TABLE):
        if text := page(root, name).strip():
            yield f"# {name}\n\n{_harmless(text)}\n"
    if lessons and (text := page(root, LESSONS).strip()):
        lines = text.split("\n")
        last = f", the last {SHOWN_LESSONS} lines" if len(lines) > SHOWN_LESSONS else ""
        shown = "\n".join(lines[-SHOWN_LESSONS:])
        yield f"# {LESSONS}{last}\n\n{_harmless(shown)}\n"


def page(root: str, name: str) -> str:
    """Return a page of the project, or ``""`` when there is none to be read.

    A link that leads out of the project is not followed: what a foreign project hands to the agent
    must come from that project.
    """
    path = os.path.realpath(os.path.join(root, name))
    if not _relative(path, root):
        return ""
    try:
        # Asked before it is opened: a pipe would wait for a writer.
        if not stat.S_ISREG(os.stat(path).st_mode):
            return ""
        with open(path, "rb") as file:
            return file.read(_LARGEST).decode(errors="replace").removeprefix("\ufeff")
    except OSError:
        return ""


def _relative(path: str, root: str) -> str:
    """Return a real path as it stands in the project, with ``/``, or ``""`` when it is outside."""
    start = os.path.join(root, "")
    return path[len(start) :].replace(os.sep, "/") if path.startswith(start) else ""


def _harmless(text: str) -> str:
    """Return a text whose control characters, line ends and tabs aside, are visible signs."""
    return "\n".join(map(_harmless_line, text.replace("\r\n", "\n").split("\n")))


def _harmless_line(line: str) -> str:
    if line.isprintable():
        return line
    # Imported here: few pages need it.
    from memtui.core.plain import harmless

    return "\t".join(map(harmless, line.split("\t")))


# --- notes ----------------------------------------------------------------------------------


def _is_agents(path: str, root: str) -> bool:
    """Whether a file is the agent's own: its settings and what it remembers."""
    home = os.environ.get("CLAUDE_CONFIG_DIR") or os.path.join(os.path.expanduser("~"), ".claude")
    own = (os.path.realpath(home), os.path.join(root, ".claude"))
    return any(path.startswith(os.path.join(folder, "")) for folder in own)


def _note(event: "dict[str, Any]", root: str) -> str:
    """Return the path of a session's note, or ``""`` when the agent names no session."""
    session = event.get("session_id")
    if not isinstance(session, str) or not session:
        return ""
    # hashlib would take its time to load what it has besides.
    try:
        from _blake2 import blake2b
    except ImportError:
        from hashlib import blake2b

    from memtui.store import place

    # The session's name is foreign text, and no part of the path.
    key = f"{root}\0{session}".encode(errors="surrogatepass")
    return os.path.join(place.home(), "notes", blake2b(key, digest_size=16).hexdigest())


def _set(note: str) -> None:
    notes = os.path.dirname(note)
    home = os.path.dirname(notes)
    os.makedirs(os.path.dirname(home), exist_ok=True)
    for folder in (home, notes):
        os.makedirs(folder, 0o700, exist_ok=True)
    try:
        handle = os.open(note, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    except FileExistsError:
        return
    os.close(handle)
    _forget_old(notes)


def _clear(note: str) -> bool:
    """Remove a note; return whether there was one."""
    try:
        os.unlink(note)
    except FileNotFoundError:
        return False
    return True


def _forget_old(notes: str) -> None:
    """Remove the notes of sessions that never came back."""
    limit = time.time() - _NOTE_DAYS * 86400
    with os.scandir(notes) as entries:
        for entry in entries:
            if entry.stat(follow_symlinks=False).st_mtime < limit:
                _clear(entry.path)

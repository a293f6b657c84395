"""memtui's entries among the hooks in a coding agent's settings: found, added, taken out.

The agent is Claude Code; its public reference of hooks names the events, their matchers and what
they read and print (https://code.claude.com/docs/en/hooks).
"""

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from memtui.core import json_text
from memtui.core.json_text import Child, Container
from memtui.errors import CannotPatch

TIMEOUT: Final = 10
"""Seconds after which the agent gives the hook up; its own defaults are 30 and 600."""

OUTPUT_LIMIT: Final = 10_000
"""Characters that a hook may say; what is longer the agent gets as a preview and a file's path."""


@dataclass(frozen=True, slots=True)
class Registration:
    """Where the agent is told of one of memtui's events.

    Attributes:
        agent_event: The agent's name of the event.
        matcher: Which of these events call the hook; ``""`` for all.
    """

    agent_event: str
    matcher: str = ""


REGISTRATIONS: Final[Mapping[str, Registration]] = {
    "prompt": Registration("UserPromptSubmit"),
    "session-start": Registration("SessionStart", "startup|resume|clear"),
    "post-compact": Registration("SessionStart", "compact"),
    "edited": Registration("PostToolUse", "Write|Edit|NotebookEdit"),
    "stop": Registration("Stop"),
}
"""memtui's events in the order in which they are listed."""

DEFAULT: Final = ("prompt", "session-start", "post-compact")
"""The events that are registered when none is named; the others can hold an agent up."""

_EVENTS: Final = "|".join(REGISTRATIONS)
_CALL: Final = re.compile(rf"(?<![\w-])memtui(?:\.exe)?['\"]?\s+hook\s+({_EVENTS})(?![\w-])")
_SHARED: Final = (
    # Standard input is read to its end even where there is no memtui: an agent that writes into a
    # closed pipe reports a failed hook. Nothing is said, and the exit code is 0 in any case.
    "command -v memtui >/dev/null 2>&1 && memtui hook {event} || cat >/dev/null 2>&1 || :"
)


@dataclass(frozen=True, slots=True)
class Handler:
    """A hook that is registered with the agent.

    Attributes:
        agent_event: The agent's name of the event.
        matcher: Which of these events call it; ``""`` for all.
        command: What is run; for a hook that runs no command, its kind.
        event: The event of memtui that it answers, or ``""`` when it does not call memtui.
        own: Whether it is spelled as memtui spells it; only then it is renewed and taken out.
    """

    agent_event: str
    matcher: str
    command: str
    event: str = ""
    own: bool = False


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a handler stands: itself, its group, and the containers around them."""

    handler: Handler
    group: Child
    groups: Container
    siblings: Container
    child: Child


def local_command(program: str, event: str) -> str:
    """Return the command of an event for this machine alone.

    Args:
        program: What runs memtui, quoted for a shell.
        event: One of `REGISTRATIONS`.
    """
    return f"{program} hook {event}"


def shared_command(event: str) -> str:
    """Return the command of an event for everyone's machine, with or without memtui."""
    return _SHARED.format(event=event)


def handlers(text: str) -> tuple[Handler, ...]:
    """Return the hooks that a settings text registers, in its order.

    Raises:
        CannotPatch: When it cannot be read, with the line.
    """
    return tuple(place.handler for place in _places(_filled(text)))


def installed(text: str, commands: Mapping[str, str]) -> str:
    """Return settings in which events of memtui are registered.

    An entry that is there already gets the command, should it have another one; its matcher and
    whatever else it says stay. One that calls memtui in words of its own stays as it is.

    Args:
        text: The settings; ``""`` for none yet.
        commands: The command of each event.

    Raises:
        CannotPatch: When the text cannot be read or changed, with the line.
    """
    text = _filled(text)
    for event, command in commands.items():
        there = [place for place in _places(text) if _answers(place.handler, event)]
        if not there:
            text = _registered(text, event, command)
        for place in reversed(there):
            if place.handler.own and place.handler.command != command:
                old = json_text.container(text, place.child.value).member("command")
                assert old is not None
                text = text[: old.value] + json_text.dumped(text, command) + text[old.end :]
    return text


def removed(text: str, events: Iterable[str]) -> str:
    """Return settings without the entries that memtui wrote for some events.

    A group, a list or the whole of `hooks` goes when nothing is left in it.

    Raises:
        CannotPatch: When the text cannot be read, with the line.
    """
    wanted = frozenset(events)
    while text.strip() and (place := next(_own(text, wanted), None)):
        text = _taken_out(text, place)
    return text


def same_without_own(one: str, other: str) -> bool:
    """Whether two settings texts say the same but for memtui's own entries.

    Raises:
        CannotPatch: When one of them cannot be read, with the line.
    """
    first, second = (
        _without_empty(json_text.check(_filled(removed(text, REGISTRATIONS))))
        for text in (one, other)
    )
    return bool(first == second)


def disabled(text: str) -> bool:
    """Whether settings turn all hooks off.

    Raises:
        CannotPatch: When the text cannot be read, with the line.
    """
    content = json_text.check(_filled(text))
    return isinstance(content, dict) and content.get("disableAllHooks") is True


def _filled(text: str) -> str:
    """Return a text that holds settings: an empty file says what an empty object says."""
    return text if text.strip() else "{}\n"


def _answers(handler: Handler, event: str) -> bool:
    return handler.event == event and handler.agent_event == REGISTRATIONS[event].agent_event


def _own(text: str, events: frozenset[str]) -> Iterator[_Place]:
    return (each for each in _places(text) if each.handler.own and each.handler.event in events)


def _registered(text: str, event: str, command: str) -> str:
    """Return the text with a group of its own for an event."""
    where = REGISTRATIONS[event]
    handler = {"type": "command", "command": command, "timeout": TIMEOUT}
    group: dict[str, Any] = {"matcher": where.matcher} if where.matcher else {}
    group["hooks"] = [handler]
    top = json_text.container(text, json_text.root(text))
    hooks = top.member("hooks")
    if hooks is None:
        return json_text.added(text, top, {where.agent_event: [group]}, "hooks")
    inner = json_text.container(text, hooks.value)
    groups = inner.member(where.agent_event)
    if groups is None:
        return json_text.added(text, inner, [group], where.agent_event)
    return json_text.added(text, json_text.container(text, groups.value), group)


def _taken_out(text: str, place: _Place) -> str:
    """Return the text without a handler and what it leaves empty."""
    top = json_text.container(text, json_text.root(text))
    hooks = top.member("hooks")
    assert hooks is not None
    inner = json_text.container(text, hooks.value)
    groups = inner.member(place.handler.agent_event)
    assert groups is not None
    for parent, child in (
        (place.siblings, place.child),
        (place.groups, place.group),
        (inner, groups),
        (top, hooks),
    ):
        if len(parent.children) > 1 or parent is top:
            return json_text.without(text, parent, child)
    raise AssertionError("unreachable: the top is always among them")


def _places(text: str) -> Iterator[_Place]:
    """Yield the hooks of a settings text and where they stand.

    Raises:
        CannotPatch: When it cannot be read, with the line.
    """
    json_text.check(text)
    start = json_text.root(text)
    hooks = _container(text, start, "{", "an object at its top").member("hooks")
    if hooks is None:
        return
    inner = _container(text, hooks.value, "{", "an object behind `hooks`")
    for agent_event in {child.key: None for child in inner.children}:
        found = inner.member(agent_event)
        assert found is not None
        groups = _container(text, found.value, "[", f"a list behind `{agent_event}`")
        for group in groups.children:
            yield from _in_group(text, agent_event, groups, group)


def _in_group(text: str, agent_event: str, groups: Container, group: Child) -> Iterator[_Place]:
    content = json_text.value(text, group)
    if not isinstance(content, dict) or not isinstance(content.get("hooks"), list):
        # No group as the agent knows them: somebody else's, and left alone.
        return
    listed = json_text.container(text, group.value).member("hooks")
    assert listed is not None
    siblings = json_text.container(text, listed.value)
    matcher = str(content.get("matcher") or "")
    for child in siblings.children:
        handler = _handler(agent_event, matcher, json_text.value(text, child))
        yield _Place(handler, group, groups, siblings, child)


def _container(text: str, at: int, bracket: str, what: str) -> Container:
    if text[at] != bracket:
        line = json_text.line(text, at)
        raise CannotPatch(f"{what} is expected; the agent reads nothing else there", line)
    return json_text.container(text, at)


def _handler(agent_event: str, matcher: str, content: Any) -> Handler:
    said = content if isinstance(content, dict) else {}
    kind, command = said.get("type"), said.get("command")
    if kind != "command" or not isinstance(command, str):
        return Handler(agent_event, matcher, f"({kind if isinstance(kind, str) else 'no kind'})")
    words = said.get("args")
    listed = [str(word) for word in words] if isinstance(words, list) else None
    shown = " ".join([command, *listed]) if listed else command
    call = _CALL.search(shown)
    event = call[1] if call else ""
    own = bool(event) and listed is None and _is_own(command, event)
    return Handler(agent_event, matcher, shown, event, own)


def _is_own(command: str, event: str) -> bool:
    """Whether a command is spelled as memtui spells it, now or in another place."""
    if command == shared_command(event):
        return True
    try:
        words = shlex.split(command)
    except ValueError:
        return False
    if words[1:] == ["-m", "memtui", "hook", event]:
        return True
    return words[1:] == ["hook", event] and re.split(r"[\\/]", words[0])[-1] in (
        "memtui",
        "memtui.exe",
    )


def _without_empty(content: Any) -> Any:
    """Return settings without a list or object of hooks that holds nothing."""
    if isinstance(content, dict) and isinstance(content.get("hooks"), dict):
        hooks = {event: groups for event, groups in content["hooks"].items() if groups}
        content = {key: item for key, item in content.items() if key != "hooks"}
        if hooks:
            content["hooks"] = hooks
    return content

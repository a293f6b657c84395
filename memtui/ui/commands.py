"""The command palette, made from the key bindings and from what has no key."""

from collections.abc import Coroutine, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from textual import actions
from textual.binding import Binding, BindingsMap
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.dom import DOMNode

from memtui.core.scoring import PROFILES
from memtui.ui.widgets.rows import RowList


@dataclass(frozen=True, slots=True)
class Extra:
    """A command without a key.

    Attributes:
        title: What the palette lists; never text from a file.
        help: One sentence.
        action: The action of the screen or, with ``app.`` before it, of the application; it is
            listed only where that has it.
    """

    title: str
    help: str
    action: str


EXTRA: Final = (
    Extra("Save all", "Save every file that has unsaved changes", "save_all"),
    Extra("Discard changes", "Let the unsaved changes of the file in hand go; asks", "discard"),
    *(
        Extra(f"Profile {profile}", "Choose files by these rules", f"choose_profile({profile!r})")
        for profile in PROFILES
    ),
    Extra("Make a store", "Make the memory files that are usual for this project", "offer_store"),
    Extra("Survey the documents", "Find documents and propose rows of the table", "survey"),
    Extra("Context of the work", "Open the page about a long piece of work, or make it", "context"),
    Extra("Theme", "Change the colours", "app.change_theme"),
    Extra("Screenshot", "Save a picture of the screen as SVG", "app.screenshot"),
    Extra("Quit", "Leave memtui; unsaved work asks first", "app.quit"),
)
"""Every command that no key stands for, in the order of the list."""

IN_SENTENCE: Final = 0.1
"""Score of a command whose sentence holds what was typed; a match in a title has 1 or more."""

_MOVING: Final = frozenset(binding.id for _, binding in BindingsMap(RowList.BINDINGS))
"""Moving a cursor is nothing that anybody looks for in a list of commands."""


@dataclass(frozen=True, slots=True)
class _Command:
    title: str
    help: str
    keys: str
    action: str
    node: DOMNode


class MemtuiCommands(Provider):
    """Every action that works where the person is, and the ones without a key.

    It takes the place of Textual's own commands: an application sets
    ``COMMANDS = {MemtuiCommands}``.
    """

    async def discover(self) -> Hits:
        """List everything."""
        for command in self._commands():
            yield DiscoveryHit(
                self._display(command, Content(command.title)), self._run(command), command.title
            )

    async def search(self, query: str) -> Hits:
        """List what has a title like the words typed, and what holds them in its sentence."""
        matcher = self.matcher(query)
        for command in self._commands():
            score = matcher.match(command.title)
            if not score and query.lower() in command.help.lower():
                score = IN_SENTENCE
            if score:
                title = matcher.highlight(command.title)
                yield Hit(score, self._display(command, title), self._run(command), command.title)

    @staticmethod
    def _display(command: _Command, title: Content) -> Content:
        # The sentence is part of the title because the palette reads its help texts as markup.
        keys = Content.styled(f"  {command.keys}", "$text-accent") if command.keys else Content()
        return Content.assemble(title, keys, "\n", (command.help, "dim not bold"))

    def _run(self, command: _Command) -> partial[Coroutine[object, object, bool]]:
        return partial(self.app.run_action, command.action, command.node)

    def _commands(self) -> Iterator[_Command]:
        # Two keys are one command when they do the same, or say in a sentence that they do.
        listed: set[object] = set()
        extra = {_method(self._of(extra), extra.action) for extra in EXTRA}
        for node, binding in self._bindings():
            method = _method(node, binding.action)
            same = {binding.id or binding.action, method, binding.tooltip or method}
            if same & listed or method in extra:
                continue
            listed |= same
            keys = self.app.get_key_display(binding)
            yield _Command(binding.description, binding.tooltip, keys, binding.action, node)
        for item in EXTRA:
            node = self._of(item)
            if _works(node, item.action):
                yield _Command(item.title, item.help, self._key_of(item), item.action, node)

    def _of(self, extra: Extra) -> DOMNode:
        return self.app if extra.action.startswith("app.") else self.screen

    def _key_of(self, extra: Extra) -> str:
        """Return the key that does the same, if there is one."""
        method = _method(self._of(extra), extra.action)
        for active in self.screen.active_bindings.values():
            if _method(active.node, active.binding.action) == method:
                return self.app.get_key_display(active.binding)
        return ""

    def _bindings(self) -> Iterator[tuple[DOMNode, Binding]]:
        """Yield what acts here: first by key, then what a text field keeps the key from.

        Last comes what other panes have a key for and the screen itself does.
        """
        for active in self.screen.active_bindings.values():
            if _is_command(active.binding) and _works(active.node, active.binding.action):
                yield active.node, active.binding
        start = self.screen.focused or self.screen
        for node in start.ancestors_with_self:
            for binding in self._declared(node):
                yield node, binding
            if node.is_modal:
                return
        for node in self.screen.walk_children():
            for binding in self._declared(node):
                if _method(node, binding.action)[0] is self.screen:
                    yield node, binding

    def _declared(self, node: DOMNode) -> Iterator[Binding]:
        """Yield the commands that a node has keys for, with the keys of the person's own."""
        bindings = node._bindings.copy()
        bindings.apply_keymap(self.app._keymap)
        for _, binding in bindings:
            if _is_command(binding) and _works(node, binding.action):
                yield binding


def _is_command(binding: Binding) -> bool:
    """Whether a binding is one of memtui's and more than a move of the cursor or the palette."""
    if binding.id is None or binding.id in _MOVING or "command_palette" in binding.action:
        return False
    return bool(binding.description)


def _method(node: DOMNode, action: str) -> tuple[DOMNode, str, tuple[object, ...]]:
    """Return what an action comes to: where it is looked for, its name, its arguments."""
    namespace, name, arguments = actions.parse(action)
    if namespace == "app":
        return node.app, name, arguments
    return (node.screen if namespace == "screen" else node), name, arguments


def _works(node: DOMNode, action: str) -> bool:
    target, name, arguments = _method(node, action)
    has = hasattr(target, f"action_{name}") or hasattr(target, f"_action_{name}")
    return has and target.check_action(name, arguments) is True

"""The ids of the key bindings, which the settings file may name."""

import pkgutil
from collections.abc import Iterable, Iterator
from importlib import import_module

from textual.binding import BindingsMap
from textual.dom import DOMNode

import memtui.ui


def unknown(ids: Iterable[str]) -> tuple[str, ...]:
    """Return the ids that no key has, in order.

    The bindings stand at their widgets and nowhere else, so every module of the editor is loaded:
    meant for a thread, once the editor is in use.
    """
    for module in pkgutil.walk_packages(memtui.ui.__path__, "memtui.ui."):
        import_module(module.name)
    known = {binding.id for kind in _kinds(DOMNode) for _, binding in BindingsMap(kind.BINDINGS)}
    return tuple(each for each in ids if each not in known)


def _kinds(kind: type[DOMNode]) -> Iterator[type[DOMNode]]:
    yield kind
    for below in kind.__subclasses__():
        yield from _kinds(below)

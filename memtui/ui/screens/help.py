"""Help, made from the key bindings themselves."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from textual import actions, events
from textual.app import App, ComposeResult
from textual.binding import ActiveBinding, Binding, BindingsMap, BindingType
from textual.containers import ScrollableContainer, VerticalScroll
from textual.content import Content
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Static

from memtui.ui.screens.dialog import Dialog, literal, paragraphs

Pane = tuple[str, Sequence[BindingType]]
"""A pane's title and its bindings, as they are declared."""

EVERYWHERE: Final = "Everywhere"
"""Title of the group for keys of the screen and the application."""

HERE: Final = "In the field in hand"
"""Title of the group for keys of the focused widget that belong to no pane."""

KEY_CELLS: Final = 14
"""Cells of the column of keys."""

ABOUT: Final = {
    "How files are chosen": """
        An agent does not read the whole store. The words of a feature's title and description are
        compared with the tags, topics and summary of each file; each word in common adds to the
        file's score, and importance and past use multiply it. The best few files go into the
        prompt, and with them the ones that always load. The list shows them above the line, in the
        order of the prompt; the agent pane shows the sum behind each place.
        """,
    "How your files are kept safe": """
        What you type is written when you save, not before. Until then memtui's state folder,
        outside the project, holds a copy; after a crash or a closed terminal the next start offers
        it. Saving replaces only the bytes you changed, and only if the file still holds what you
        saw: when somebody else has changed it, you see both changes and choose. Before a file is
        replaced or deleted, its old text is kept in the state folder, too. A file that is not UTF-8
        text, or that lies outside the project, is shown and never written.
        """,
}
"""Heading and text of what help says besides the keys."""


_SCROLLING = {binding.action for _, binding in BindingsMap(ScrollableContainer.BINDINGS)}
"""Whatever can scroll has these; they would hide the keys that matter."""


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that keys do.

    Attributes:
        keys: The keys as they are shown, as they are mapped at this moment.
        description: What they do, in a word or two.
        tooltip: The same in a sentence, then the binding's id, by which settings remap it.
        active: Whether they act at the place where help was opened.
    """

    keys: tuple[str, ...]
    description: str
    tooltip: str
    active: bool


def _rows(bindings: Iterable[Binding], active: frozenset[str], app: App[Any]) -> list[Row]:
    """Return one row for each action, with all its keys, in the order of declaration."""
    keys: dict[tuple[str, str], list[Binding]] = {}
    for binding in bindings:
        if binding.description and not binding.system:
            keys.setdefault((binding.id or "", binding.action), []).append(binding)
    return [
        Row(
            tuple(app.get_key_display(binding) for binding in same),
            same[0].description,
            _sentence(same[0]),
            (same[0].id or same[0].action) in active,
        )
        for same in keys.values()
    ]


def _sentence(binding: Binding) -> str:
    tooltip = binding.tooltip if binding.tooltip != binding.description else ""
    return " · ".join(filter(None, (tooltip, binding.id)))


def _mapped(declared: Sequence[BindingType], keymap: Mapping[str, str]) -> list[Binding]:
    """Return bindings with the keys of a keymap, in the order of their declaration."""
    order = [binding.id for _, binding in BindingsMap(declared)]
    bindings = BindingsMap(declared)
    bindings.apply_keymap(keymap)
    return sorted((binding for _, binding in bindings), key=lambda binding: order.index(binding.id))


def _is_allowed(node: DOMNode, binding: Binding) -> bool:
    _, name, arguments = actions.parse(binding.action)
    return node.check_action(name, arguments) is True


def panes_of(screen: Screen[Any]) -> list[Pane]:
    """Return the panes of a screen, hidden ones too, and the bindings of all that is in them.

    A pane is a widget with a ``BINDING_GROUP_TITLE`` that is in no other such widget. What screen
    and application declare comes first, as `EVERYWHERE`.
    """
    wide = [
        binding
        for node in (screen, screen.app)
        for _, binding in node._bindings
        if binding.id and _is_allowed(node, binding)
    ]
    found = {EVERYWHERE: {(binding.id or "", binding.key): binding for binding in wide}}
    for widget in screen.walk_children(Widget):
        # Textual calls each of its fields "Input", which is no pane.
        around = [node for node in widget.ancestors_with_self if not isinstance(node, Input)]
        titles = [node.BINDING_GROUP_TITLE for node in around if node.BINDING_GROUP_TITLE]
        title = titles[-1] if titles else ""
        if title:
            pane = found.setdefault(title, {})
            for key, binding in widget._bindings:
                if binding.id:
                    pane.setdefault((binding.id, key), binding)
    return [(title, list(bindings.values())) for title, bindings in found.items()]


def groups(
    here: Iterable[ActiveBinding],
    panes: Sequence[Pane],
    keymap: Mapping[str, str],
    app: App[Any],
) -> list[tuple[str, list[Row]]]:
    """Return the keys by pane; a pane with keys that act here stands before the others.

    Args:
        here: The bindings that were active where help was opened.
        panes: Every pane of the screen.
        keymap: Keys of the person's own, by binding id.
        app: Knows how a key is shown.
    """
    known = [a for a in here if a.enabled and a.binding.action not in _SCROLLING]
    marked = frozenset(active.binding.id or active.binding.action for active in known)
    found: list[tuple[str, list[Row]]] = []
    listed: set[str] = set()
    for title, declared in panes:
        bindings = _mapped(declared, keymap)
        listed.update(binding.id for binding in bindings if binding.id)
        found.append((title, _rows(bindings, marked, app)))
    rest = [active for active in known if active.binding.id not in listed]
    wide = [active.binding for active in rest if isinstance(active.node, App | Screen)]
    near = [active.binding for active in rest if not isinstance(active.node, App | Screen)]
    everywhere = [row for title, rows in found if title == EVERYWHERE for row in rows]
    found = [group for group in found if group[0] != EVERYWHERE]
    found.sort(key=lambda group: not any(row.active for row in group[1]))
    found.insert(0, (EVERYWHERE, [*everywhere, *_rows(wide, marked, app)]))
    found.append((HERE, _rows(near, marked, app)))
    return [group for group in found if group[1]]


def _row(row: Row, width: int) -> Content:
    """Return a row; what it says in a sentence stands below where the line is too narrow."""
    keys = literal(" ".join(row.keys), "bold $text-accent")
    sign = ("● ", "$text-success") if row.active else "  "
    gap = " " * max(1, KEY_CELLS - keys.cell_length)
    head = Content.assemble(sign, keys, gap, row.description)
    if not row.tooltip:
        return head
    column = KEY_CELLS + 20
    room = width - column
    if room >= len(row.tooltip) and head.cell_length < column:
        return Content.assemble(head, " " * (column - head.cell_length), (row.tooltip, "dim"))
    indent = " " * (KEY_CELLS + 2)
    wrapped = Content(row.tooltip).wrap(max(10, width - len(indent)))
    return paragraphs([head, *(Content.assemble(indent, line.stylize("dim")) for line in wrapped)])


class HelpScreen(Dialog[None]):
    """Shows what each key does, pane by pane, and how memtui works.

    Args:
        here: The active bindings of the screen on which help was opened.
        panes: Each pane, in the order of the screen.
        keymap: Keys of the person's own, by binding id.
        about: What the place is where help was opened.
    """

    DEFAULT_CSS = """
    HelpScreen {
        & VerticalScroll { height: 1fr; scrollbar-size-vertical: 1; }
        & Static { height: auto; }
    }
    """

    WIDE = True
    AUTO_FOCUS = "VerticalScroll"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,question_mark", "leave", "Leave", show=False, id="help", tooltip="Close help"),
    ]

    def __init__(
        self,
        here: Iterable[ActiveBinding],
        panes: Sequence[Pane],
        keymap: Mapping[str, str] | None = None,
        about: str = "",
    ) -> None:
        super().__init__("Help")
        self._about = about
        self._here = tuple(here)
        self._panes = panes
        self._keymap = keymap or {}

    @classmethod
    def of(cls, screen: Screen[Any]) -> "HelpScreen":
        """Return the help for a screen, at the place where its focus is."""
        here = screen.active_bindings.values()
        around = (screen.focused or screen).ancestors_with_self
        about = next((node.HELP for node in around if node.HELP), "")
        return cls(here, panes_of(screen), screen.app._keymap, " ".join(about.split()))

    def body(self) -> ComposeResult:
        """Yield one long text."""
        with VerticalScroll():
            yield Static(id="help")

    def on_resize(self, event: events.Resize) -> None:
        """Lay the text out for the width."""
        self.query_one("#help", Static).update(self._text(max(20, event.size.width - 6)))

    def _text(self, width: int) -> Content:
        lines: list[str | Content] = [self._about, ""] if self._about else []
        lines.append(Content.assemble(("●", "$text-success"), " acts where you are"))
        for title, rows in groups(self._here, self._panes, self._keymap, self.app):
            lines += ["", literal(title, "bold underline")]
            lines += [_row(row, width) for row in rows]
        for title, text in ABOUT.items():
            lines += ["", literal(title, "bold underline"), " ".join(text.split())]
        return paragraphs(lines)

"""The name of a category: for a new file, or instead of an old name."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Input, Static

from memtui.core.names import ENDING, refusal, stem
from memtui.core.terms import never
from memtui.ui.screens.asking import Asking
from memtui.ui.screens.dialog import Field, Passage, literal, paragraphs


def counting_words(name: str) -> tuple[str, ...]:
    """Return the words of a category's name that count in the profile ``automaker-app``."""
    words = name.lower().replace("_", "-").split("-")
    return tuple(word for word in words if len(word) > 2 and never(word) is None)


class NameDialog(Asking[str]):
    """Asks for the name of a category and checks it at each key; returns it without its ending.

    Args:
        title: What the name is for (``New category``, ``Rename auth``).
        initial: What stands in the field at first.
        taken: Names of the categories that exist, without the one that is renamed.
        hint: One line above the field, or ``""``.
        verb: What the button says (``Create``, ``Rename``).
        preview: Given the name, the text that the new file begins with; None shows nothing.
    """

    DEFAULT_CSS = """
    NameDialog {
        & #hint { color: $text-muted; margin-bottom: 1; }
        & #hint.-empty { display: none; }
        & Passage { margin-top: 1; max-height: 50vh; color: $text-muted; }
        &.-short #hint { margin-bottom: 0; }
        &.-short Passage { max-height: 20vh; margin-top: 0; }
    }
    """

    def __init__(
        self,
        title: str,
        initial: str = "",
        taken: frozenset[str] = frozenset(),
        hint: str = "",
        *,
        verb: str = "Create",
        preview: Callable[[str], str] | None = None,
    ) -> None:
        super().__init__(title)
        self._initial = initial
        self._taken = taken
        self._hint = hint
        self._verb = verb
        self._preview = preview

    def body(self) -> ComposeResult:
        """Yield the field, what is said about it, and the file that would be made."""
        yield Static(literal(self._hint), id="hint", classes="" if self._hint else "-empty")
        yield Field(self._initial, placeholder="name", id="name")
        yield Static(id="verdict")
        if self._preview:
            with Passage():
                yield Static(id="preview")
        yield self.answers(self._verb)

    def on_mount(self) -> None:
        """Say whether the first name will do."""
        self._check()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Say at each key whether the name will do."""
        event.stop()
        self._check()

    def _check(self) -> None:
        name = stem(self.query_one(Field).value)
        why = refusal(name, self._taken)
        self.query_one("#verdict", Static).update(self._verdict(name, why))
        if self._preview:
            text = "" if why else self._preview(name)
            self.query_one("#preview", Static).update(paragraphs(text.splitlines()))

    def _verdict(self, name: str, why: str) -> Content:
        if not name:
            return literal("the name of the file, without .md", "dim")
        if why:
            return Content.assemble(("✗ ", "$text-error"), literal(why, "$text-error"))
        words = counting_words(name)
        if words:
            said = f"automaker-app counts its words: {', '.join(words)}"
        else:
            said = "automaker-app counts no word of it: only a-z and 0-9, three letters or more"
        return Content.assemble(
            ("✓ ", "$text-success"), literal(name + ENDING), "\n", literal(said, "dim")
        )

    def take(self) -> None:
        """Return the name if it will do."""
        name = stem(self.query_one(Field).value)
        if refusal(name, self._taken):
            self.app.bell()
            self.query_one(Field).focus()
        else:
            self.dismiss(name)

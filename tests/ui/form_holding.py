"""An application that holds the form and answers it as the screen does."""

from dataclasses import dataclass, field

from textual.app import App, ComposeResult
from textual.message import Message

from memtui.core import patch
from memtui.core.memory import Memory
from memtui.core.metadata import Value
from memtui.ui.messages import (
    LineRequested,
    RewriteRequested,
    UsageRequested,
    ValueEdited,
)
from memtui.ui.widgets.form import FormView
from memtui.ui.widgets.form_fields import ImportanceField
from memtui.ui.widgets.line_input import LineInput
from memtui.ui.widgets.wrap_input import WrapInput

AUTH = """---
tags: [oauth, session]
summary: Token handling in the API
relevantTo: [login]
importance: 0.8
relatedFiles: [src/auth/token.ts, src/auth/session.ts]
usageStats:
  loaded: 12
  referenced: 4
  successfulFeatures: 3
---
# Auth
"""


@dataclass
class Heard:
    """What the form told, in order."""

    edits: list[tuple[str, str, Value]] = field(default_factory=list)
    other: list[Message] = field(default_factory=list)


class Holder(App[None]):
    """An app with a form that gets its changes back, as from the screen above it."""

    CSS = "FormView { height: 1fr; }"
    AUTO_FOCUS = None

    def __init__(self, text: str = AUTH, name: str = "auth.md") -> None:
        super().__init__()
        self.first = Memory(name, text)
        self.heard = Heard()

    def compose(self) -> ComposeResult:
        yield FormView(id="form")

    def on_mount(self) -> None:
        self.form.memory = self.first

    def on_value_edited(self, event: ValueEdited) -> None:
        self.heard.edits.append((event.file, event.key, event.value))
        memory = self.form.memory
        if memory and memory.name == event.file:
            text = patch.replace(memory.text, event.key, event.value)
            self.form.memory = Memory(event.file, text)

    def on_rewrite_requested(self, event: RewriteRequested) -> None:
        self.heard.other.append(event)
        memory = self.form.memory
        assert memory is not None
        self.form.memory = Memory(event.file, patch.one_line(memory.text, event.key))

    def on_line_requested(self, event: LineRequested) -> None:
        self.heard.other.append(event)

    def on_usage_requested(self, event: UsageRequested) -> None:
        self.heard.other.append(event)

    @property
    def form(self) -> FormView:
        return self.query_one(FormView)

    @property
    def summary(self) -> WrapInput:
        return self.query_one(WrapInput)

    @property
    def number(self) -> LineInput:
        return self.query_one(ImportanceField).query_one(LineInput)

    def values(self, key: str) -> list[Value]:
        return [value for _, edited, value in self.heard.edits if edited == key]

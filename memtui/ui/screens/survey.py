"""Rows proposed for the routing table: which of them the person wants, and how they read."""

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalGroup
from textual.content import Content
from textual.widgets import Input, Static

from memtui.core.routing import Page, cell
from memtui.core.routing.new_rows import NewRow, Overlap
from memtui.core.surveying.proposing import Proposal
from memtui.ui.screens.asking import STEPS
from memtui.ui.screens.dialog import Dialog, Field, LongField, literal, paragraphs
from memtui.ui.screens.survey_rows import MARK, SurveyRows, fault
from memtui.ui.widgets.line_input import LineInput

MOST_OVERLAPS: Final = 2
"""Rows of the table that are named; of more, the number is said."""

LABELS: Final = (("task_type", "Task type"), ("keywords", "Keywords"), ("files", "Files"))
"""What can be edited of a row, with its label."""


class Survey(Dialog[tuple[NewRow, ...]]):
    """Shows the proposed rows; returns those that are ticked, as the person edited them.

    Args:
        proposed: The proposals, best first.
        lone: A row for each document that no row and no proposal leads to.
        page: The routing table as it is, unsaved edits counted.
    """

    HELP = """
    Each row comes from the documents that it names. Tick those that are worth a line in the table,
    which an agent reads at each start; a row can be edited first. Nothing is written before the
    rows are added, and the text around the table stays.
    """

    DEFAULT_CSS = """
    Survey {
        & #filter { display: none; }
        & #filter.-shown { display: block; }
        & #about { height: auto; border-top: solid $foreground 25%; }
        & #about Horizontal { height: auto; }
        & .label { width: 11; color: $text-muted; }
        & #about LongField { width: 1fr; }
        & #why, & #verdict { width: 1fr; height: auto; max-height: 3; padding: 0 1; }
        & #heads { height: 1; color: $text-muted; }
    }
    """

    WIDE = True
    AUTO_FOCUS = "SurveyRows"

    BINDINGS: ClassVar[list[BindingType]] = [
        *STEPS,
        Binding(
            "ctrl+s",
            "accept",
            "Add ticked",
            show=False,
            id="survey.accept-anywhere",
            tooltip="Add the ticked rows",
        ),
    ]

    def __init__(self, proposed: Sequence[Proposal], lone: Sequence[Proposal], page: Page) -> None:
        super().__init__("Survey")
        self._whys = [each.why for each in (*proposed, *lone)]
        rows = [[each.row for each in proposals] for proposals in (proposed, lone)]
        self._rows = SurveyRows(rows[0], rows[1], page)

    def body(self) -> ComposeResult:
        """Yield the filter, the rows, and the row in hand as fields."""
        yield Field(placeholder="letters of a task type, a keyword or a file", id="filter")
        yield Static(id="heads")
        yield self._rows
        with VerticalGroup(id="about"):
            with Horizontal():
                yield Static("Why", classes="label")
                yield Static(id="why")
            for name, label in LABELS:
                with Horizontal():
                    yield Static(label, classes="label")
                    yield LongField(id=name)
            with Horizontal():
                yield Static(classes="label")
                yield Static(id="verdict")

    def on_mount(self) -> None:
        """Say how many there are."""
        self._count()

    def on_resize(self, event: events.Resize) -> None:
        """Name the columns that are seen."""
        self.call_after_refresh(self._name_columns)

    def _name_columns(self) -> None:
        labels = [literal(label) for _, label in LABELS]
        heads = self._rows.columns(labels, self._rows.room.width - 1)
        self.query_one("#heads", Static).update(Content.assemble(" " * MARK, heads))

    # -- the list

    def on_row_list_moved(self) -> None:
        """Show the row in hand."""
        at = self._rows.in_hand
        for name, _ in LABELS:
            field = self.query_one(f"#{name}", LongField)
            field.load(_cell(self._rows.rows[at], name) if at >= 0 else "")
            field.cursor_position = len(field.value)
            field.disabled = at < 0
        self._say()

    def on_survey_rows_ticked(self) -> None:
        """Count the ticks."""
        self._count()
        self._say()

    def on_survey_rows_edited(self) -> None:
        """Go to the first field."""
        self.query_one("#task_type", LongField).focus()

    def on_row_list_chosen(self) -> None:
        """Add the ticked rows."""
        self.action_accept()

    def _count(self) -> None:
        rows = self._rows
        total = len(rows.rows)
        title = f"Survey · {len(rows.ticked)} of {total} ticked" if total else "Survey"
        self.query_one("#dialog").border_title = literal(title)

    def _say(self) -> None:
        """Say where the row in hand comes from, and what is against it."""
        at = self._rows.in_hand
        why: Content | str = self._whys[at] if at >= 0 else _nothing(bool(self._rows.rows))
        self.query_one("#why", Static).update(paragraphs([why]))
        self.query_one("#verdict", Static).update(self._verdict(at))

    def _verdict(self, at: int) -> Content:
        if at < 0:
            return Content()
        if why := fault(self._rows.rows[at]):
            return Content.assemble(("✗ ", "$text-error"), literal(why, "$text-error"))
        found = self._rows.overlaps(at)
        if not found:
            return Content.assemble(("✓ ", "$text-success"), ("no row overlaps with it", "dim"))
        lines = [
            Content.assemble(("▲ ", "$text-warning"), literal(_common(overlap)))
            for overlap in found[:MOST_OVERLAPS]
        ]
        if (more := len(found) - MOST_OVERLAPS) > 0:
            lines.append(literal(f"  and {more} more rows overlap", "$text-warning"))
        return Content("\n").join(lines)

    # -- the filter

    def action_filter(self) -> None:
        """Ask for letters of a row."""
        field = self.query_one("#filter", Field)
        field.add_class("-shown")
        field.focus()

    def action_leave(self) -> None:
        """Return from a field to the rows, from a filter to all rows; else close."""
        field = self.query_one("#filter", LineInput)
        if self._rows.has_focus and not field.has_class("-shown"):
            self.dismiss(None)
            return
        if field.has_focus or self._rows.has_focus:
            field.load("")
            field.remove_class("-shown")
            self._rows.find("")
        self._rows.focus()

    # -- the fields

    def on_input_changed(self, event: Input.Changed) -> None:
        """Filter, or take what the row in hand becomes, at each key."""
        event.stop()
        if event.input.id == "filter":
            self._rows.find(event.value)
        elif self._rows.in_hand >= 0:
            row = self._rows.rows[self._rows.in_hand]
            self._rows.change(_with(row, event.input.id or "", event.value))
            self._say()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return to the rows."""
        event.stop()
        self._rows.focus()

    def action_accept(self) -> None:
        """Return the ticked rows; one that cannot be added is shown first."""
        rows = self._rows
        wrong = next((at for at in sorted(rows.ticked) if fault(rows.rows[at])), None)
        if wrong is not None:
            self.app.bell()
            rows.go_to(wrong)
            rows.focus()
        elif rows.ticked:
            self.dismiss(rows.taken)
        else:
            self.notify("tick the rows that are to be added: space, or a for all")


def _cell(row: NewRow, name: str) -> str:
    return row.task_type if name == "task_type" else ", ".join(getattr(row, name))


def _with(row: NewRow, name: str, value: str) -> NewRow:
    """Return a row with another cell, as the table would read it."""
    if name == "task_type":
        return row._replace(task_type=value.strip())
    if name == "keywords":
        words = dict.fromkeys(filter(None, cell.keywords(value)))
        return row._replace(keywords=tuple(words))
    return row._replace(files=cell.files(value))


def _common(overlap: Overlap) -> str:
    """Return what a row of the table has in common with a new one."""
    parts = [f"fires on {overlap.keyword}, too"] if overlap.keyword else []
    parts += [f"leads to {', '.join(overlap.files)} already"] if overlap.files else []
    return f"row {overlap.row.number}, {overlap.row.task_type}: {'; '.join(parts)}"


def _nothing(any_: bool) -> Content:
    said = "no row has these letters" if any_ else "every document has a route: nothing to propose"
    return literal(said, "dim")

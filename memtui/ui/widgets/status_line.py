"""The line at the top: project, pages, profile, watcher, unsaved files, undo depth."""

from collections.abc import Sequence

from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.style import Style
from textual.widgets import Static

from memtui.core.plain import harmless
from memtui.core.workspace import Workspace
from memtui.ui.widgets.key_line import key_name
from memtui.ui.widgets.page_keys import BRING_BACK

SIGNS = {"watching": ("●", "$text-success"), "polling": ("○", "$text-warning")}

MOST = 99
"""Largest undo depth that is shown as a number."""

NAME_CELLS = 8
"""Cells without which a long name says nothing."""

_RULE = " │ "


class StatusLine(Static):
    """One line; the profile in it can be clicked."""

    DEFAULT_CSS = """
    StatusLine {
        height: 1;
        background: $panel;
        padding: 0 1;
        text-wrap: nowrap;
        text-overflow: ellipsis;
        link-style: none;
        link-color: $foreground;
    }
    """

    project: reactive[str] = reactive("")
    """Name of the project's folder."""
    pages: reactive[tuple[tuple[str, str], ...]] = reactive(())
    """Identifier and title of the pages, in the order of their keys."""
    page: reactive[str] = reactive("memory")
    """Identifier of the page that is shown."""
    workspace: reactive[Workspace] = reactive(Workspace, repaint=False)
    watching: reactive[str] = reactive("")
    """State of the watcher: ``watching``, ``polling``, or ``not watching: why``."""

    depth: reactive[int] = reactive(0)
    """How many changes on disk can be taken back; above `MOST` only that it is more."""

    undone: reactive[int] = reactive(0)
    """How many files lost something by others' writes that can be brought back."""

    class ProfileClicked(Message):
        """The person clicked the profile."""

    class PageClicked(Message):
        """The person clicked the title of a page.

        Attributes:
            page: Its identifier.
        """

        def __init__(self, page: str) -> None:
            super().__init__()
            self.page = page

    def render(self) -> Content:
        """Return the parts, separated by rules; where they do not fit, without what is known."""
        room = self.app.size.width - 2
        project = Content(harmless(self.project))
        name = Content.assemble(("memtui", "bold"), "  ", project)
        whole = _ruled([name, *self._parts()])
        if whole.cell_length <= room:
            return whole
        brief = _ruled(self._parts(brief=True))
        left = room - brief.cell_length - len(_RULE)
        if left >= min(NAME_CELLS, project.cell_length):
            return _ruled([project.truncate(left, ellipsis=True), brief])
        return _ruled(self._parts(brief=True, titled=False))

    def _parts(self, *, brief: bool = False, titled: bool = True) -> list[Content]:
        pages = [
            Content.styled(f"{number} {title}", "bold $text-accent")
            if name == self.page
            else Content.assemble(
                (
                    f"{number} {title}" if titled else str(number),
                    Style(dim=True) + _click(f"page_clicked({name!r})"),
                )
            )
            for number, (name, title) in enumerate(self.pages, 1)
        ]
        profile = Content.assemble((self.workspace.profile, _click("profile_clicked")))
        parts = [Content("  ").join(pages), profile]
        if self.watching:
            sign, colour = SIGNS.get(self.watching, ("✗", "$text-error"))
            state = sign if brief else f"{sign} {harmless(self.watching)}"
            parts.append(Content.styled(state, colour))
        if unsaved := len(self.workspace.drafts):
            parts.append(Content.styled(f"{unsaved} unsaved", "$text-warning"))
        if self.depth:
            parts.append(Content(f"↶ {self.depth}" if self.depth <= MOST else f"↶ {MOST}+"))
        if self.undone:
            parts.append(
                Content.styled(
                    f"▲ {self.undone} undone: {key_name(self.app, BRING_BACK)}", "$text-warning"
                )
            )
        return parts

    def watch_workspace(self, old: Workspace, new: Workspace) -> None:
        """Draw anew only when something in the line is another."""
        if (old.profile, len(old.drafts)) != (new.profile, len(new.drafts)):
            self.refresh()

    def action_profile_clicked(self) -> None:
        """Pass the click on."""
        self.post_message(self.ProfileClicked())

    def action_page_clicked(self, page: str) -> None:
        """Pass the click on."""
        self.post_message(self.PageClicked(page))


def _click(action: str) -> Style:
    return Style.from_meta({"@click": action})


def _ruled(parts: Sequence[Content]) -> Content:
    # A separator of its own for each line: one whose width is known is counted once too often.
    return Content.styled(_RULE, "dim").join(parts)

"""The line at the top: project, pages, profile, watcher, unsaved files, undo depth."""

from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.style import Style
from textual.widgets import Static

from memtui.core.plain import harmless
from memtui.core.workspace import Workspace

SIGNS = {"watching": ("●", "$text-success"), "polling": ("○", "$text-warning")}

MOST = 99
"""Largest undo depth that is shown as a number."""


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
    pages: reactive[tuple[str, ...]] = reactive(())
    """Titles of the pages, in the order of their keys."""
    page: reactive[str] = reactive("")
    """Title of the page that is shown."""
    workspace: reactive[Workspace] = reactive(Workspace, repaint=False)
    watching: reactive[str] = reactive("")
    """State of the watcher: ``watching``, ``polling``, or ``not watching: why``."""

    depth: reactive[int] = reactive(0)
    """How many changes on disk can be taken back; above `MOST` only that it is more."""

    undone: reactive[int] = reactive(0)
    """How many files lost something by others' writes that can be brought back."""

    class ProfileClicked(Message):
        """The person clicked the profile."""

    def render(self) -> Content:
        """Return the parts, separated by rules."""
        rule = Content.styled(" │ ", "dim")
        names = [Content.styled("memtui", "bold"), Content(" " + harmless(self.project))]
        pages = [
            Content.styled(f"{number} {title}", "bold $text-accent")
            if title == self.page
            else Content.styled(f"{number} {title}", "dim")
            for number, title in enumerate(self.pages, 1)
        ]
        profile = Content.assemble(
            (self.workspace.profile, Style.from_meta({"@click": "profile_clicked"}))
        )
        parts = [Content(" ").join(names), Content("  ").join(pages), profile]
        if self.watching:
            sign, colour = SIGNS.get(self.watching, ("✗", "$text-error"))
            parts.append(Content.styled(f"{sign} {harmless(self.watching)}", colour))
        if unsaved := len(self.workspace.drafts):
            parts.append(Content.styled(f"{unsaved} unsaved", "$text-warning"))
        if self.depth:
            parts.append(Content(f"↶ {self.depth}" if self.depth <= MOST else f"↶ {MOST}+"))
        if self.undone:
            parts.append(Content.styled(f"▲ {self.undone} undone: f7", "$text-warning"))
        return rule.join(parts)

    def watch_workspace(self, old: Workspace, new: Workspace) -> None:
        """Draw anew only when something in the line is another."""
        if (old.profile, len(old.drafts)) != (new.profile, len(new.drafts)):
            self.refresh()

    def action_profile_clicked(self) -> None:
        """Pass the click on."""
        self.post_message(self.ProfileClicked())

"""The main screen: one workspace above, the pages below.

What only an edit or a dialog needs is imported where it is used, after the first ranking.
"""

from typing import ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import ContentSwitcher, Static

from memtui.core.documents import TABLE
from memtui.core.plain import harmless
from memtui.core.scoring import PROFILES, Profile
from memtui.core.workspace import Snapshot, Workspace
from memtui.errors import Changed
from memtui.ui.in_turn import InTurnApp
from memtui.ui.messages import (
    BodyEdited,
    FeatureEdited,
    FileChosen,
    RawEdited,
    RewriteRequested,
    ValueEdited,
)
from memtui.ui.pages.memory import MemoryPage
from memtui.ui.pages.panes import MEDIUM, WIDE
from memtui.ui.screens.entry_actions import EntryActions
from memtui.ui.screens.routing import MEMORY, ROUTING
from memtui.ui.screens.work import (
    Agreed,
    Differing,
    Refused,
    RelatedLooked,
    SnapshotRead,
    Tidied,
    WatcherState,
    Written,
)
from memtui.ui.widgets.feature_bar import PICK, FeatureBar
from memtui.ui.widgets.key_line import KeyLine, key_name
from memtui.ui.widgets.page_keys import (
    BODY,
    BRING_BACK,
    DISK,
    EXTERNAL,
    PROFILE,
    PROMPT,
    SAVE,
    leads,
)
from memtui.ui.widgets.route_strip import RouteStrip
from memtui.ui.widgets.status_line import StatusLine

PAGES: Final = ((MEMORY, "Memory"), (ROUTING, "Routing"))
"""Identifier and title of each page, in the order of their keys."""


class MainScreen(EntryActions):
    """Status line, feature bar, pages, keys; every change of the workspace happens here."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (MEDIUM, "-medium"), (WIDE, "-wide")]
    _seen = False
    AUTO_FOCUS = "#title"

    BINDINGS: ClassVar[list[BindingType]] = [
        leads("f2", "view('form')", "Form", "memory.form", "The frontmatter"),
        BODY,
        leads("f4", "view('entries')", "Entries", "memory.entries", "The entries of the body"),
        DISK,
        leads("f8", "agent", "Agent", "memory.agent", "What the agent loads"),
        leads("f8", "hint", "Hint", "routing.hint", "What the agent is told; the documents"),
        Binding("f6", "pane(1)", "Next pane", show=False, id="memory.pane", tooltip="Pane to pane"),
        Binding(
            "shift+f6",
            "pane(-1)",
            "Previous pane",
            show=False,
            id="memory.pane-back",
            tooltip="Pane to pane, backwards",
        ),
        SAVE,
        PICK,
        *(
            Binding(
                str(number),
                f"page({page!r})",
                title,
                show=False,
                id=f"page.{page}",
                tooltip=f"The {title} page",
            )
            for number, (page, title) in enumerate(PAGES, 1)
        ),
        BRING_BACK,
        PROFILE,
        PROMPT,
        EXTERNAL,
        Binding("escape", "leave", "Files", show=False, id="focus.files", tooltip="To the list"),
    ]

    def compose(self) -> ComposeResult:
        """Lay out the frame."""
        yield StatusLine().data_bind(
            MainScreen.workspace, MainScreen.watching, MainScreen.depth, MainScreen.undone
        )
        yield FeatureBar().data_bind(MainScreen.workspace)
        yield RouteStrip().data_bind(MainScreen.workspace, MainScreen.nearest)
        with ContentSwitcher(initial=MEMORY, id="pages"):
            yield MemoryPage(id=MEMORY).data_bind(
                MainScreen.workspace, MainScreen.chosen, MainScreen.disagreeing
            )
        yield Static(id="note", markup=False)
        yield KeyLine()

    async def on_mount(self) -> None:
        """Fill the frame and read the store."""
        status = self.query_one(StatusLine)
        status.project = self.project.root.name
        status.pages = PAGES
        await self.begin()

    def watch_workspace(self, old: Workspace, new: Workspace) -> None:
        """Whatever is not needed at each key follows when the person pauses."""
        if new is old:
            return
        self.idle_soon()
        if new.snapshot is not old.snapshot:
            self.look_for_losses(old.snapshot, new.snapshot)
        self.routes_changed(old, new)
        if new.drafts != old.drafts:
            self.keep_soon()
        if (related := _related(new, self.chosen)) != _related(old, self.chosen):
            self.look_for_related(self.chosen, related)

    def watch_chosen(self, name: str) -> None:
        """Look for the related files of the file in hand."""
        self.look_for_related(name, _related(self.workspace, name))

    # -- from the widgets

    def on_feature_edited(self, event: FeatureEdited) -> None:
        """Rank the files for what was typed."""
        self.workspace = self.workspace.with_feature(event.feature)

    def on_file_chosen(self, event: FileChosen) -> None:
        """Show another file; what was typed in the last one is kept first."""
        self.take_pending()
        self.chosen = event.file

    async def on_value_edited(self, event: ValueEdited) -> None:
        """Replace one value in the draft, no other byte."""
        await self.patch_draft(
            event.file, lambda text: self.with_value(text, event.file, event.key, event.value)
        )

    async def on_rewrite_requested(self, event: RewriteRequested) -> None:
        """Rewrite one field as one line that Automaker reads."""
        from memtui.core import patch

        stem = event.file.removesuffix(".md")
        await self.patch_draft(event.file, lambda text: patch.one_line(text, event.key, name=stem))

    def on_body_edited(self, event: BodyEdited) -> None:
        """Keep an edited body as a draft."""
        self.workspace = self.with_body(event.file, event.body)

    def on_raw_edited(self, event: RawEdited) -> None:
        """Keep an edited text as a draft."""
        self.workspace = self.workspace.with_draft(event.file, event.text)

    def on_status_line_profile_clicked(self) -> None:
        """Take the next profile."""
        self.action_profile()

    async def on_status_line_page_clicked(self, event: StatusLine.PageClicked) -> None:
        """Show another page."""
        await self.action_page(event.page)

    async def on_route_strip_clicked(self) -> None:
        """Show the routing table."""
        await self.action_page(ROUTING)

    # -- from the workers

    def on_snapshot_read(self, event: SnapshotRead) -> None:
        """Follow the disk."""
        if event.snapshot is not self.workspace.snapshot:
            if self._seen:
                # What another editor saved can be taken back here, too.
                self.look_back()
            self.follow(event.snapshot)

    def follow(self, snapshot: Snapshot) -> None:
        """Show the store as it is on disk now; drafts are put together with their files."""
        self.take_pending()
        self.workspace = self.workspace.with_snapshot(snapshot)
        self._follow_store()

    @work(exit_on_error=False)
    async def make_offers(self) -> None:
        """Offer what an earlier run left unsaved, then the store that a project lacks."""
        await self.settled_in.wait()
        assert isinstance(self.app, InTurnApp)
        await self.app.typing_paused()
        await self.offer_left()
        snapshot = self.workspace.snapshot
        if not (snapshot.exists or TABLE in snapshot.by_name):
            self.action_offer_store()

    def taken_again(self, names: tuple[str, ...]) -> None:
        """Show one of the files whose unsaved work was taken; merge what others wrote since."""
        if names:
            self.choose(names[0])
        if self.workspace.outdated:
            self.merge_outdated()

    def on_written(self, event: Written) -> None:
        """Show what is on disk now; what was typed meanwhile stays a draft."""
        before = {c.path: c.before for c in event.plan.changes}
        for name, text in event.texts.items():
            old = before[self.project.path_of(name)]
            self.note_saved(name, text if old is None else old.decode(), text)
        workspace = self.workspace.saved(event.texts, event.deleted, event.drafts)
        self.workspace = workspace.with_snapshot(event.snapshot or workspace.snapshot)
        if event.choose:
            self.choose(event.choose)
        self._follow_store()
        self.look_back()
        self.tell(f"done: {event.plan.what}")
        self.warn_of_next_load(event.texts)

    def on_refused(self, event: Refused) -> None:
        """Say why nothing was written; drafts stay."""
        self.tell(str(event.error), "error")
        if isinstance(event.error, Changed):
            self.read_disk()

    def on_tidied(self, event: Tidied) -> None:
        """Say what was put right, and show what can be taken back."""
        for line in event.lines:
            self.tell(line, "warning")
        self.look_back()

    def on_watcher_state(self, event: WatcherState) -> None:
        """Show how changes from outside are noticed."""
        self.watching = event.state

    def on_agreed(self, event: Agreed) -> None:
        """Show on which files the profiles differ, if that is still the question."""
        if event.workspace is self.workspace:
            self.disagreeing = event.names

    def on_related_looked(self, event: RelatedLooked) -> None:
        """Mark related files that are missing."""
        if event.file == self.chosen:
            self.page.missing = event.missing

    def on_differing(self, event: Differing) -> None:
        """Say once for a project that its choice of profile matters."""
        if event.differing:
            self.note(
                f"▲ the profiles differ on {event.differing} of {event.total} features"
                f" · {key_name(self.app, PROFILE)} chooses · {self.workspace.profile} applies"
            )

    # -- keys

    async def action_save(self) -> None:
        """Save the file in hand."""
        await self.take_form()
        if self.in_hand in self.workspace.drafts:
            self.save((self.in_hand,))
        else:
            self.tell("nothing to save in this file")

    async def action_save_all(self) -> None:
        """Save every file with unsaved work."""
        await self.take_form()
        if self.workspace.drafts:
            self.save(tuple(self.workspace.drafts))
        else:
            self.tell("nothing to save")

    def action_profile(self) -> None:
        """Take the next profile and remember it for this project."""
        place = (PROFILES.index(self.workspace.profile) + 1) % len(PROFILES)
        self.action_choose_profile(PROFILES[place])

    def action_choose_profile(self, profile: Profile) -> None:
        """Choose files by other rules, and remember it for this project."""
        self.workspace = self.workspace.with_profile(profile)
        self.note("")
        self.remember_profile(profile)

    async def action_view(self, view: str) -> None:
        """Show a view of the file in hand."""
        await self.page.open_view(view)

    def action_pane(self, step: int) -> None:
        """Go from pane to pane, the feature bar among them."""
        bar, page = self.query_one(FeatureBar), self.current
        stops = ("feature", *page.PANES)
        here = "feature" if bar.has_focus_within else page.pane
        target = stops[(stops.index(here) + step) % len(stops)]
        if target == "feature":
            self.set_focus(bar.query_one("#title"))
        else:
            page.open_pane(target)

    def action_agent(self) -> None:
        """Show what the agent loads, or what was there before."""
        self.current.toggle_agent()

    def action_hint(self) -> None:
        """Show what the agent is told, or what was there before."""
        self.current.toggle_agent()

    def action_leave(self) -> None:
        """Return to the list of files, or to the table."""
        self.current.open_pane(self.current.PANES[0])

    @work(exit_on_error=False)
    async def action_pick_feature(self) -> None:
        """Pick a feature of the project."""
        from memtui.ui.screens.feature_picker import FeaturePicker

        snapshot = self.workspace.snapshot
        features, skipped = snapshot.features, snapshot.skipped_features
        if not features and not skipped:
            self.tell("this project has no features in .automaker/features")
            return
        feature = await self.app.push_screen_wait(FeaturePicker(features, skipped))
        if feature:
            self.workspace = self.workspace.with_feature(feature)

    def action_prompt(self) -> None:
        """Show the prompt itself."""
        from memtui.ui.screens.prompt_view import PromptView

        self.take_pending()
        text, parts = self.workspace.prompt_text, self.workspace.prompt_sizes
        title = f"Prompt · {self.workspace.profile}"
        self.app.push_screen(PromptView(text, self.workspace.prompt_tokens, title, parts))

    # -- helpers

    def note(self, text: str) -> None:
        """Show one line below the panes; an empty one takes it away."""
        line = self.query_one("#note", Static)
        line.update(Content(harmless(text)))
        line.set_class(bool(text), "-said")

    def _follow_store(self) -> None:
        """Show what depends on the store as a whole; at its first sight, offer what it lacks."""
        snapshot = self.workspace.snapshot
        self.page.words = snapshot.words
        if not (self.chosen in snapshot.by_name or self.chosen in self.workspace.drafts):
            self.chosen = self.page.files.rows.nearest
        if not self._seen:
            if not snapshot.exists and TABLE in snapshot.by_name:
                # No store, but a table: that is what the project has.
                self.call_later(self.show_page, ROUTING)
            self.make_offers()
        if not self.choices.profile and snapshot.features:
            self.count_differing()
        self._seen = True
        if self.workspace.outdated:
            self.merge_outdated()


def _related(workspace: Workspace, name: str) -> tuple[str, ...]:
    memory = workspace.memory(name)
    return memory.reading.metadata.related_files if memory else ()

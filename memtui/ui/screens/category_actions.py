"""What a person does with whole categories: merge, rename, retag, work through twins.

What only a dialog needs is imported where it is used, after the first ranking.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from textual import work
from textual.content import Content

from memtui.ui.screens.reorganizing import ReorganizeActions
from memtui.ui.screens.routing import MEMORY

if TYPE_CHECKING:
    from memtui.core.reorganize.change import Reorganized
    from memtui.core.reorganize.retagging import Retag
    from memtui.core.replay import Effect


class CategoryActions(ReorganizeActions):
    """Merges, renames and retags, each change shown before it is carried out."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer what changes categories where they are seen."""
        if action in ("split", "merge", "retag", "twins") and self.shown_page != MEMORY:
            return False
        return super().check_action(action, parameters)

    # -- merging

    @work(exit_on_error=False)
    async def action_merge(self) -> None:
        """Merge the marked files, or the one in hand with another that is picked."""
        from memtui.ui.screens.file_picker import FilePicker
        from memtui.ui.screens.merge_lists import mergeable

        marked = self.page.files.rows.marked
        names = [each.name for each in mergeable(self.workspace, ()) if each.name in marked]
        if len(names) < 2:
            memory = self._sound()
            others = mergeable(self.workspace, (self.chosen,))
            if memory is None or not others:
                return
            picker = FilePicker(f"Merge {memory.stem} with", others)
            picked = await self.app.push_screen_wait(picker)
            if not picked:
                return
            names = [memory.name, picked.name]
        if await self.merge_files(names):
            self.page.files.rows.marked -= frozenset(names)

    async def merge_files(self, names: Sequence[str]) -> bool:
        """Show the merge of some files, carry it out when accepted; return whether it is done."""
        from memtui.ui.screens.merge_files import MergeScreen

        if self._unsaved(names):
            return False
        screen = MergeScreen(lambda: self.workspace, names, self.project.path_of, self.accepted)
        done: bool | None = await self.app.push_screen_wait(screen)
        return bool(done)

    # -- renaming

    @work(exit_on_error=False)
    async def action_rename(self) -> None:
        """Give the category in hand another name; what names it by its path follows."""
        from memtui.ui.screens.name import NameDialog

        memory = self._sound()
        if memory is None or self._unsaved((memory.name,)):
            return
        taken = frozenset(self.workspace.snapshot.by_name) - {memory.name}
        hint = "Rows of the routing table, related files and mentions by path follow."
        name = memory.stem
        while True:
            title = f"Rename {memory.name}"
            dialog = NameDialog(title, name, taken, hint, verb="Rename")
            name = await self.app.push_screen_wait(dialog)
            if not name or f"{name}.md" == memory.name:
                return
            make = partial(self._renamed, memory.name, name)
            if await self.accepted(make, f"{name}.md", self._followers):
                return

    def _renamed(self, file: str, name: str) -> "Reorganized":
        from memtui.core.reorganize.renaming import Rename, rename

        return rename(self.workspace.snapshot.by_name, Rename(file, name), self.project.path_of)

    def _followers(self, change: "Reorganized", _: "Effect") -> "Iterable[str | Content]":
        from memtui.ui.screens.change_said import follow_lines

        return follow_lines(self.workspace.snapshot.by_name, change)

    # -- tags

    @work(exit_on_error=False)
    async def action_retag(self) -> None:
        """Change a tag in all files that have it."""
        from memtui.ui.screens.change_said import score_lines
        from memtui.ui.screens.retag import RetagScreen

        choice = None
        while True:
            dialog = RetagScreen(self.workspace, self.project.path_of, choice)
            choice = await self.app.push_screen_wait(dialog)
            if not choice:
                return
            if await self.accepted(partial(self._retagged, choice), self.chosen, score_lines):
                return

    def _retagged(self, choice: "Retag") -> "Reorganized":
        from memtui.core.reorganize.retagging import retag

        return retag(self.workspace.snapshot.by_name, choice, self.project.path_of)

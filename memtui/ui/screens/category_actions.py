"""What a person does with whole categories: merge, rename, retag, work through twins.

What only a dialog needs is imported where it is used, after the first ranking.
"""

from collections.abc import Sequence

from textual import work

from memtui.ui.screens.reorganizing import ReorganizeActions


class CategoryActions(ReorganizeActions):
    """Merges, renames and retags, each change shown before it is carried out."""

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
            names = [memory.name, picked]
        await self.merge_files(names)

    async def merge_files(self, names: Sequence[str]) -> None:
        """Show the merge of some files, and carry it out when it is accepted."""
        from memtui.ui.screens.merge_files import MergeScreen

        if not self._unsaved(names):
            screen = MergeScreen(lambda: self.workspace, names, self.project.path_of, self.accepted)
            await self.app.push_screen_wait(screen)

"""What a person does with whole categories: merge, rename, retag, work through twins.

What only a dialog needs is imported where it is used, after the first ranking.
"""

from memtui.ui.screens.reorganizing import ReorganizeActions


class CategoryActions(ReorganizeActions):
    """Merges, renames and retags, each change shown before it is carried out."""

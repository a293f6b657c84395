"""Splitting, merging, moving, renaming, retagging: changes of several files that lose nothing."""

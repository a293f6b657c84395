"""Three-way merging of a draft, its base and the disk, and what others took back."""

"""Where the rows of a table stand when each takes as many lines as it needs."""

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate


class Blocks:
    """Blocks of lines under each other, one of which may be taller than it is at rest.

    Args:
        heights: Lines of each block at rest, at least one.
    """

    def __init__(self, heights: Iterable[int] = ()) -> None:
        self._ends = list(accumulate(heights, initial=0))
        self._grown = -1
        self._extra = 0

    def __len__(self) -> int:
        """Return the number of blocks."""
        return len(self._ends) - 1

    @property
    def lines(self) -> int:
        """Lines of all blocks together."""
        return self._ends[-1] + self._extra

    def grow(self, block: int, height: int) -> None:
        """Give one block another height; all others are at rest."""
        self._grown, self._extra = block, 0
        if 0 <= block < len(self):
            self._extra = height - self.height(block)

    def top(self, block: int) -> int:
        """Return the first line of a block."""
        return self._ends[block] + (self._extra if block > self._grown else 0)

    def height(self, block: int) -> int:
        """Return the lines of a block."""
        at_rest = self._ends[block + 1] - self._ends[block]
        return at_rest + (self._extra if block == self._grown else 0)

    def at(self, line: int) -> tuple[int, int]:
        """Return the block that a line belongs to, and the line's place in it.

        Args:
            line: From 0, less than `lines`.
        """
        if self._grown >= 0 and line >= self.top(self._grown) + self.height(self._grown):
            line -= self._extra
        elif self._grown >= 0 and line >= self.top(self._grown):
            return self._grown, line - self.top(self._grown)
        block = bisect_right(self._ends, line) - 1
        return block, line - self._ends[block]

"""The pages that were read last: an edit, its check, the screen and the matches read the same."""

from functools import lru_cache
from typing import Final

from memtui.core import routing

_LAST: Final = 4

read = lru_cache(maxsize=_LAST)(routing.read)
"""Return the routing tables of a page, as `routing.read` does."""

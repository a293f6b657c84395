"""memtui: a terminal editor for the memories of coding agents.

The public functions are imported on first use, so that ``import memtui`` costs nothing
and draws in neither textual nor rich.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memtui.api import (
        Learning,
        MemoryFile,
        append_learning,
        increment_usage_stat,
        load_relevant_memory,
    )

__version__ = "0.1.0"

__all__ = [
    "Learning",
    "MemoryFile",
    "__version__",
    "append_learning",
    "increment_usage_stat",
    "load_relevant_memory",
]


def __getattr__(name: str) -> Any:
    if name in __all__:
        # Imported here so that `import memtui` itself stays free of cost.
        from memtui import api

        return getattr(api, name)
    raise AttributeError(f"module 'memtui' has no attribute {name!r}")

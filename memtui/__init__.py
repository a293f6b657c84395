"""memtui: a terminal editor for the memories of coding agents.

The public functions are imported on first use, so that ``import memtui`` costs nothing
and draws in neither textual nor rich.
"""

# Type checkers take this name for true. Importing `typing` for it would cost the hook a seventh of
# its time, before every prompt.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from memtui.api import (
        Learning,
        MemoryFile,
        append_learning,
        increment_usage_stat,
        load_relevant_memory,
    )
    from memtui.core.routing import route

__version__ = "0.1.0"

__all__ = [
    "Learning",
    "MemoryFile",
    "__version__",
    "append_learning",
    "increment_usage_stat",
    "load_relevant_memory",
    "route",
]


def __getattr__(name: str) -> object:
    if name == "route":
        # From its own room: a script that routes a prompt needs nothing of the store.
        from memtui.core import routing

        return routing.route
    if name in __all__:
        # Imported here so that `import memtui` itself stays free of cost.
        from memtui import api

        found: object = getattr(api, name)
        return found
    raise AttributeError(f"module 'memtui' has no attribute {name!r}")

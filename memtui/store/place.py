"""Where memtui's folder in the user's state folder is, for those who have no time to lose."""

import os
import sys


def home() -> str:
    """Return memtui's folder in the user's state folder, as platformdirs names it.

    On Linux with a plain environment that is told without platformdirs, which takes as long to
    import as the interpreter takes to start.
    """
    state = os.environ.get("XDG_STATE_HOME", "")
    if sys.platform == "linux" and "ANDROID_DATA" not in os.environ:
        if os.path.isabs(state):
            return os.path.join(state, "memtui")
        user = os.environ.get("HOME", "")
        if not state and os.path.isabs(user):
            return os.path.join(user.rstrip("/") or "/", ".local/state", "memtui")
    import platformdirs

    return platformdirs.user_state_dir("memtui", appauthor=False)

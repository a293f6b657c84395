"""Entry of `memtui` and `python -m memtui`."""

import sys


def main() -> int:
    """Run a command or the editor and return the exit code."""
    # Imported here: it takes the time of a command, and nothing else needs it.
    from memtui import cli

    return cli.main()


if __name__ == "__main__":
    sys.exit(main())

"""Entry of `memtui` and `python -m memtui`."""

import os
import sys


def main() -> int:
    """Run a command or the editor and return the exit code."""
    if sys.argv[1:2] == ["hook"] and not {"-h", "--help"}.intersection(sys.argv):
        # Imported here, and nothing of the commands: it runs before every prompt.
        import gc

        from memtui import hook

        # Looking for cycles in a table of many rows takes as long as reading it, and finds none.
        gc.disable()
        code = hook.main(sys.argv[2:])
        # Nothing is left to be written, and the interpreter's tidying up takes a tenth of the time.
        os._exit(code)
    # Imported here: it takes the time of a command, and nothing else needs it.
    from memtui import cli

    return cli.main()


if __name__ == "__main__":
    sys.exit(main())

"""The command ``evocube``: ``python -m evocube`` does the same."""

import signal
import sys

from . import _evocube


def main() -> int:
    """Runs the command with the arguments of the process, and returns its exit code."""
    # The command has a handler of its own.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _evocube.command(sys.argv)


if __name__ == "__main__":
    sys.exit(main())

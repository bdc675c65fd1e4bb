"""A process of ``executor="processes"``: calls functions that it reads from standard input, and writes their results to standard output.
``_processes`` starts it.
"""

import os
import pickle
import signal
import sys

from ._processes import read_message, write_message


def main() -> None:
    # The run hears Ctrl-C and ends its processes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    calls, results = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # What a component prints is no result.
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    while (call := read_message(calls)) is not None:
        function, args = pickle.loads(call)
        result = pickle.dumps(function(*args))
        try:
            write_message(results, result)
        except BrokenPipeError:
            # The process that has called it is lost.
            os._exit(1)


if __name__ == "__main__":
    sys.exit(main())

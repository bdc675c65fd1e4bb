"""Processes of ``executor="processes"``: an executor of this Python, each of whose processes runs ``_worker``. Calls and results go through
its standard streams as messages.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from typing import Any, BinaryIO


def environment() -> dict[str, str]:
    """Returns the environment of a process that imports what this one can."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)}


class Processes(Executor):
    """Processes of this Python, one for each call at a time. A process that ends is replaced, and its call raises ``BrokenExecutor``.

    Those of ``concurrent.futures`` import the script again that starts them, and none of them outlives the loss of one.
    """

    def __init__(self, count: int) -> None:
        self._max_workers = count
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="evocube-process")
        self._local = threading.local()
        self._lock = threading.Lock()
        self._processes: list[subprocess.Popen] | None = []

    def submit(self, function: Callable[..., Any], /, *args: Any) -> Future:
        """Calls a function of a module with arguments that pickle."""
        return self._threads.submit(self._call, function, args)

    def _call(self, function: Callable[..., Any], args: tuple) -> Any:
        process = getattr(self._local, "process", None)
        if process is None or process.poll() is not None:
            process = self._local.process = self._start()
        try:
            write_message(process.stdin, pickle.dumps((function, args)))
            result = read_message(process.stdout)
        except OSError:
            result = None
        if result is None:
            process.kill()
            raise BrokenExecutor(f"a process of a trial ended with exit code {process.wait()}")
        return pickle.loads(result)

    def _start(self) -> subprocess.Popen:
        with self._lock:
            if self._processes is None:
                raise BrokenExecutor("the run is over")
            process = subprocess.Popen(
                [sys.executable, "-m", "evocube._worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment(),
            )
            self._processes = [other for other in self._processes if other.poll() is None] + [process]
            return process

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """Kills the processes: a trial has no effect but its rows."""
        with self._lock:
            processes, self._processes = self._processes or [], None
        for process in processes:
            process.kill()
        # Their calls have ended now.
        self._threads.shutdown(cancel_futures=cancel_futures)
        for process in processes:
            process.wait()
            process.stdin.close()
            process.stdout.close()


def write_message(stream: BinaryIO, message: bytes) -> None:
    """Writes bytes, preceded by their number."""
    stream.write(len(message).to_bytes(8, "little") + message)
    stream.flush()


def read_message(stream: BinaryIO) -> bytes | None:
    """Reads bytes that :func:`write_message` wrote; ``None`` at the end of the stream."""
    head = stream.read(8)
    count = int.from_bytes(head, "little")
    message = stream.read(count) if len(head) == 8 else None
    return message if message is not None and len(message) == count else None

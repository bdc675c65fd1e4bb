"""A worker's part of an executor: :func:`answer` runs a trial, :func:`called` a function for another measurement. ``_executor`` submits
both; it has :data:`TRIALS`, its default number of trials at once, from here. The components that come along are registered in
``_received``."""

from __future__ import annotations

import functools
import os
import pickle
import threading
import traceback
from collections.abc import Callable
from typing import Any

from . import _evocube, _movers
from ._errors import Error, guarded
from ._processes import Processes
from ._received import register

TRIALS = 64
"""Number of trials that are given at once to an executor which does not tell the number of its workers."""

caller: int | None = None
"""The process of the latest run, in which workers may be threads. These take turns."""


def answer(components: bytes, request: bytes) -> tuple[bool, bytes, list[tuple[str, str]]]:
    """Runs a trial in a worker. Returns true and its rows, or false and the pickled exception of a component, and the components that
    move the generators which all share."""
    if components and threading.active_count() > 1 and caller != os.getpid():
        # Other threads of this process, such as those of a Dask worker, may draw from the generators of components.
        return _own_processes().submit(answer, components, request).result()
    _movers.is_worker = caller != os.getpid()
    try:
        if _movers.is_worker:
            register(components)
        return True, guarded(_evocube.answer)(request), list(_movers.NAMED)
    except Exception as error:
        return False, _dumps(error), []


def called(components: bytes, request: Callable[..., Any]) -> tuple[bool, Any, list[tuple[str, str]]]:
    """Calls a function in a worker. Returns what :func:`answer` does."""
    try:
        return True, request(components=components), []
    except Exception as error:
        return False, _dumps(error), []


def _dumps(error: Exception) -> bytes:
    """Returns an exception as bytes, with the place in the worker where it was raised."""
    place = "".join(traceback.format_exception(error))
    if hasattr(error, "add_note"):
        error.add_note(f"in a worker:\n{place}")
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        error = Error(f"{type(error).__name__} in a worker: {error}\n{place}")
    return pickle.dumps(error)


@functools.cache
def _own_processes() -> Processes:
    """Returns the processes of a worker that has other threads: one for each trial at a time."""
    return Processes(TRIALS)

"""The progress of a run as a line of text."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from ._errors import InvalidType

Progress = Callable[[dict[str, Any]], object]

INTERVAL = 0.1
"""Seconds between two lines."""


def function_of(progress: Progress | bool | None) -> Progress | None:
    """Returns the function that receives the events of a run; ``True`` is a line on standard error."""
    if progress is True:
        return _Line()
    if progress and not callable(progress):
        raise InvalidType("progress: expected a function, or True")
    return progress or None


class _Line:
    """A line that is written over again, for a terminal and for a notebook."""

    def __init__(self) -> None:
        self._stage, self._next = "", 0.0

    def __call__(self, event: dict[str, Any]) -> None:
        stage, trials, done, solved = event["stage"], event["trials"], event["done"], event["solved"]
        is_last = done == trials
        if stage == self._stage and not is_last and time.monotonic() < self._next:
            return
        self._stage, self._next = stage, time.monotonic() + INTERVAL
        line = f"stage {stage}: {done} of {trials} trials, {solved} solved"
        print(f"\r{line}", end="\n" if is_last else "", file=sys.stderr, flush=True)

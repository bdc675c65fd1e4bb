"""The progress of a run: nothing, a line of text on standard error, or what a function of the user makes of it. The events come from
Rust.
"""

from __future__ import annotations

import sys
import time

from ._errors import InvalidType
from ._types import Event, Report

INTERVAL = 0.1
"""Seconds between two lines."""


def function_of(progress: Report | bool | None) -> Report | None:
    """Returns the function that receives the events of a run; ``True`` is a line on standard error."""
    if progress is True:
        return _Line()
    if progress and not callable(progress):
        raise InvalidType("progress: expected a function, or True")
    return progress or None


class _Line:
    """A line that is written over again, for a terminal and for a notebook."""

    def __init__(self) -> None:
        self._stage, self._begin, self._first, self._next = "", 0.0, 0, 0.0

    def __call__(self, event: Event) -> None:
        stage, trials, done, solved = event["stage"], event["trials"], event["done"], event["solved"]
        now, is_last = time.monotonic(), done == trials
        if stage != self._stage:
            self._stage, self._begin, self._first = stage, now, done
        elif not is_last and now < self._next:
            return
        self._next = now + INTERVAL
        line = f"stage {stage}: {done} of {trials} trials, {solved} solved"
        if self._first < done < trials:
            line += f", {_duration((now - self._begin) / (done - self._first) * (trials - done))} left"
        # The end of a longer line is overwritten.
        print(f"\r{line:<79}", end="\n" if is_last else "", file=sys.stderr, flush=True)


def _duration(seconds: float) -> str:
    """Returns a time in the words of the command."""
    if seconds < 99.5:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes / 60:.1f} h"

"""Types of arguments that several functions have: paths, sweeps, modes, costs, reports of progress,
executors. Those of sweeps as dictionaries are in ``_sweep.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypedDict, Union

if TYPE_CHECKING:
    from ._sweep import SweepDict

Path = str | PathLike[str]
Sweep = Union["SweepDict", Mapping[str, Any], Path]
Mode = Literal["resume", "new", "fresh", "extend"]
Cost = Literal["penalty", "evaluations"]


class Event(TypedDict):
    """The progress of a stage."""

    stage: str
    trials: int
    """Number of all its trials."""
    done: int
    solved: int
    """Number of trials that reached their target."""


Report = Callable[[Event], object]
"""A function that receives the progress of a run."""


class Submitter(Protocol):
    """An executor, such as those of :mod:`concurrent.futures`, Dask and loky."""

    def submit(self, function: Callable[..., Any], /, *args: Any) -> Any:
        """Calls a function elsewhere, and returns its future."""


Executor = Submitter | Callable[[], Submitter] | Literal["processes"]
"""An executor, a function that makes one, or processes of this machine."""

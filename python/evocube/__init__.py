"""Genetic-algorithm experiments on the Rubik's cube: the public names of the package, whose functions and classes are guarded here,
so that wrong arguments raise exceptions of evocube. They are defined in the modules beside this one; sweeps, solvers and kernels
are those of the Rust program, in the module ``_evocube``.

* :func:`run` runs a sweep and returns its :class:`Results`: tables as data frames, figures, a report. :func:`race` tunes,
  :func:`trial` runs a single trial, :func:`shard` and :func:`merge` divide a sweep.
* :func:`plan` shows a sweep before it runs; :func:`verify` runs trials of its folder again. :func:`export`, :func:`plot` and :func:`report`
  write files of it. :func:`landscape` and :func:`stats` need no sweep.
* :class:`Evaluator` evaluates arrays of genomes with the kernels.
* :class:`Cube` reads, turns and solves states.
* :func:`objective`, :func:`crossover`, :func:`mutation`, :func:`selection`, :func:`survivor_selection`, :func:`stop_rule`,
  :func:`observer` and :func:`algorithm` register functions as components of sweeps.
"""

from typing import TYPE_CHECKING, Any

from ._arguments import Layout, Orbit, Population, Problem, Progress
from ._calls import Trial, export, landscape, merge, plan, plot, race, report, run, shard, stats, trial, verify
from ._errors import (
    Diagnostic,
    Error,
    InvalidIndex,
    InvalidType,
    InvalidValue,
    NotationError,
    SweepError,
    TooDeep,
    Unsolved,
    guard,
)
from ._evocube import Alphabet, Cube, Draws, Evaluator, Figure, Solution, __version__, invert, length, simplify
from ._extension import (
    algorithm,
    crossover,
    mutation,
    objective,
    observer,
    selection,
    stop_rule,
    survivor_selection,
)
from ._results import Difference, Results, Stage, Verification

if TYPE_CHECKING:
    from ._sweep import BaseDict, SweepDict

__all__ = [
    "Alphabet",
    "BaseDict",
    "Cube",
    "Diagnostic",
    "Difference",
    "Draws",
    "Error",
    "Evaluator",
    "Figure",
    "InvalidIndex",
    "InvalidType",
    "InvalidValue",
    "Layout",
    "NotationError",
    "Orbit",
    "Population",
    "Problem",
    "Progress",
    "Results",
    "Solution",
    "Stage",
    "SweepDict",
    "SweepError",
    "TooDeep",
    "Trial",
    "Unsolved",
    "Verification",
    "__version__",
    "algorithm",
    "crossover",
    "export",
    "invert",
    "landscape",
    "length",
    "merge",
    "mutation",
    "objective",
    "observer",
    "plan",
    "plot",
    "race",
    "report",
    "run",
    "selection",
    "shard",
    "simplify",
    "stats",
    "stop_rule",
    "survivor_selection",
    "trial",
    "verify",
]


def __getattr__(name: str) -> Any:
    """Returns the types of sweeps, which take some time to make."""
    if name not in ("BaseDict", "SweepDict"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import _sweep

    return getattr(_sweep, name)


GUARDED = ("evocube", "evocube._evocube", "evocube._extension", "evocube._arguments", "evocube._results", "evocube._calls")
"""The modules of functions and classes whose exceptions are those of evocube."""

for _name in __all__:
    if getattr(globals().get(_name), "__module__", None) in GUARDED:
        globals()[_name] = guard(_name, globals()[_name])

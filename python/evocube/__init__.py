"""Genetic-algorithm experiments on the Rubik's cube.

* :func:`run` runs a sweep and returns its :class:`Results`: tables as data frames, figures, a report. :func:`race` tunes,
  :func:`trial` runs a single trial, :func:`shard` and :func:`merge` divide a sweep.
* :class:`Evaluator` evaluates arrays of genomes with the kernels.
* :class:`Cube` reads, turns and solves states.
* :func:`objective`, :func:`crossover`, :func:`mutation`, :func:`selection`, :func:`survivor_selection`, :func:`stop_rule`,
  :func:`observer` and :func:`algorithm` register functions as components of sweeps.
"""

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
    Layout,
    Orbit,
    Population,
    Problem,
    Progress,
    algorithm,
    crossover,
    mutation,
    objective,
    observer,
    selection,
    stop_rule,
    survivor_selection,
)
from ._results import (
    Difference,
    Results,
    Stage,
    Trial,
    Verification,
    export,
    landscape,
    merge,
    plan,
    plot,
    race,
    report,
    run,
    shard,
    stats,
    trial,
    verify,
)

__all__ = [
    "Alphabet",
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

for _name in __all__:
    if getattr(globals()[_name], "__module__", None) in ("evocube", "evocube._evocube", "evocube._extension", "evocube._results"):
        globals()[_name] = guard(_name, globals()[_name])

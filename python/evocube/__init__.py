"""Genetic-algorithm experiments on the Rubik's cube.

* :func:`run` runs a sweep and returns its :class:`Results`: tables as data frames, figures, a report.
* :class:`Evaluator` evaluates arrays of genomes with the kernels.
* :class:`Cube` reads, turns and solves states.
* :func:`objective`, :func:`crossover`, :func:`mutation`, :func:`selection`, :func:`survivor_selection`, :func:`stop_rule`,
  :func:`observer` and :func:`algorithm` register functions as components of sweeps.
"""

from ._errors import Diagnostic, Error, NotationError, SweepError, Unsolved
from ._evocube import Alphabet, Cube, Draws, Figure, Solution, __version__, invert, length, simplify
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
from ._problem import Evaluator
from ._results import Difference, Results, Stage, Verification, plot, race, report, run, verify

__all__ = [
    "Alphabet",
    "Cube",
    "Diagnostic",
    "Difference",
    "Draws",
    "Error",
    "Evaluator",
    "Figure",
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
    "Unsolved",
    "Verification",
    "__version__",
    "algorithm",
    "crossover",
    "invert",
    "length",
    "mutation",
    "objective",
    "observer",
    "plot",
    "race",
    "report",
    "run",
    "selection",
    "simplify",
    "stop_rule",
    "survivor_selection",
    "verify",
]

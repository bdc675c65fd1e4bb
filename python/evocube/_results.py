"""Results of sweeps and races as data frames and figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from . import _evocube
from ._evocube import Figure

Sweep = Mapping[str, Any] | str | PathLike[str]


def _frame(columns: dict[str, Any]) -> pd.DataFrame:
    """Returns a data frame over arrays, without copies."""

    def column(values):
        if isinstance(values, tuple):
            return pd.arrays.IntegerArray(*values)
        return values

    return pd.DataFrame({name: column(values) for name, values in columns.items()}, copy=False)


def _number(values: pd.Series) -> pd.Series:
    """Returns numbers if all texts are numbers; empty texts are missing."""
    numbers = pd.to_numeric(values.replace("", None), errors="coerce")
    is_number = numbers.notna() | (values == "")
    return numbers if is_number.all() and numbers.notna().any() else values


class Difference(NamedTuple):
    """The first row that differs when it is computed again."""

    file: str
    trial: int | None
    recorded: str
    found: str


class Verification(NamedTuple):
    """Result of a verification."""

    identical: bool
    """Whether all rows have the recorded bytes, and all files their recorded digests."""
    trials: int
    """Number of trials that were run again."""
    changed_files: list[str]
    """Files whose digests differ from the recorded ones."""
    difference: Difference | None
    """The first row that differs."""

    def __bool__(self) -> bool:
        return self.identical


class Stage(NamedTuple):
    """A stage of a sweep."""

    name: str
    selected: int | None
    """Number of the selected design point; ``None`` until all its trials are on disk."""
    levels: dict[str, str] | None
    """The level of each factor at the selected design point."""


class Results:
    """A results folder: ``Results("results/population")``, or what :func:`run` returns.

    The tables are those of the folder's CSV files (``docs/results.md``). They are read once, when the object is made; the
    digests of all rows are checked.
    """

    def __init__(self, folder: str | PathLike | _evocube.ResultsFolder) -> None:
        self._folder = folder if isinstance(folder, _evocube.ResultsFolder) else _evocube.ResultsFolder(Path(folder))

    @property
    def folder(self) -> Path:
        """The folder."""
        return Path(self._folder.folder)

    @property
    def name(self) -> str:
        """The name of the sweep."""
        return self._folder.name

    @property
    def complete(self) -> bool:
        """Whether all trials are on disk."""
        return self._folder.complete

    @property
    def factors(self) -> list[str]:
        """The keys of all factors, which are columns of :attr:`trials`."""
        return self._folder.factors

    @property
    def stages(self) -> list[Stage]:
        """The stages with their selected design points."""
        return [
            Stage(name, selected, None if levels is None else dict(levels))
            for name, selected, levels in self._folder.stages
        ]

    @property
    def best_configuration(self) -> str | None:
        """The configuration that leads the last stage with trials, as the ``[base]`` of a sweep file."""
        return self._folder.best_configuration

    def _table(self, name: str) -> pd.DataFrame:
        return _frame(self._folder.columns(name))

    @cached_property
    def trials(self) -> pd.DataFrame:
        """A row for each trial. The levels of a factor are numbers where all are; values of failed trials are missing."""
        trials = self._table("trials")
        for factor in self.factors:
            trials[factor] = _number(trials[factor])
        return trials

    @cached_property
    def convergence(self) -> pd.DataFrame:
        """A row for each logged generation of each trial."""
        return self._table("convergence")

    @cached_property
    def curves(self) -> pd.DataFrame:
        """:attr:`convergence` with the stage, the factors, the instance and the repetition of each trial."""
        keys = ["trial", "stage", "point", *self.factors, "instance", "repetition"]
        return self.convergence.merge(self.trials[keys], on="trial")

    @cached_property
    def solutions(self) -> pd.DataFrame:
        """The moves of the best individual of each trial."""
        return self._table("solutions")

    @cached_property
    def fronts(self) -> pd.DataFrame:
        """The individuals that no other of their trial dominates in penalty and length; empty without ``nsga-ii``."""
        return self._table("fronts")

    @cached_property
    def operators(self) -> pd.DataFrame:
        """The states of adaptive operators; empty without them."""
        return self._table("operators")

    @cached_property
    def elites(self) -> pd.DataFrame:
        """The elites of a race on held-out instances, best first: mean cost, solved instances, difference to ``[base]``.

        ``low`` and ``high`` are the ends of the 95 % interval of the difference, ``p`` is corrected by Holm's method. Empty
        without a race.
        """
        return self._table("elites")

    @cached_property
    def baselines(self) -> pd.DataFrame:
        """The deterministic solvers on each instance."""
        return self._table("baselines")

    @cached_property
    def failures(self) -> pd.DataFrame:
        """The failed trials with their reasons."""
        return self._table("failures")

    @cached_property
    def timing(self) -> pd.DataFrame:
        """Wall-clock seconds of the trials, the only table that is not the same in every run."""
        return self._table("timing")

    def plot(
        self,
        kind: str = "convergence",
        *,
        stage: str | None = None,
        only: list[str] | tuple[str, ...] = (),
        labels: Mapping[str, str] | None = None,
        x: str | None = None,
        log: str | None = None,
        center: str | None = None,
        band: str | None = None,
        facet: str | None = None,
        color: str | None = None,
        by_instance: bool = False,
        xlim: tuple[float, float] | None = None,
        ylim: tuple[float, float] | None = None,
        width: float = 170.0,
        height: float | None = None,
        font_size: float = 8.0,
        title: bool = True,
        theme: str = "light",
    ) -> Figure:
        """Draws a figure as ``evocube plot`` does (``docs/figures.md``); a notebook shows it.

        ``kind`` is one of convergence, ecdf, box, effects, interaction, heat-map, diversity, survival and profile,
        and of a race held-out, ablation, elites and eliminations.
        ``width`` and ``height`` are in millimeters, ``font_size`` in points. Which other options shape which kind is said by the
        error for one that does not.
        """
        options = {
            "stage": stage,
            "only": list(only),
            "labels": list((labels or {}).items()),
            "x": x,
            "log": log,
            "center": center,
            "band": band,
            "facet": facet,
            "color": color,
            "by_instance": by_instance,
            "xlim": xlim,
            "ylim": ylim,
            "width": float(width),
            "height": None if height is None else float(height),
            "font_size": float(font_size),
            "title": title,
            "theme": theme,
        }
        return self._folder.plot(kind, options)

    def report(self, out: str | PathLike | None = None) -> Path:
        """Draws the report, into the folder itself or into ``out``, and returns its page."""
        return Path(self._folder.report(None if out is None else Path(out)))

    def verify(self, trial: int | None = None, *, threads: int | None = None) -> Verification:
        """Runs the recorded trials again, or one of them, and compares every row byte by byte."""
        identical, trials, changed_files, difference = self._folder.verify(trial, threads)
        return Verification(identical, trials, changed_files, difference and Difference(*difference))

    def __repr__(self) -> str:
        state = "" if self.complete else ", unfinished"
        return f"Results('{self.folder}'): {len(self.trials)} trials{state}"


def run(
    sweep: Sweep,
    out: str | PathLike | None = None,
    *,
    mode: str = "resume",
    threads: int | None = None,
    accept_program: bool = False,
    report: bool = True,
    progress: Callable[[dict[str, Any]], object] | None = None,
) -> Results:
    """Runs a sweep on all cores and returns its results. Every file has the bytes of the same sweep run by the command line.

    ``sweep`` is a dictionary with the keys of a sweep file (dots in keys lead into tables), the text of one, its path, or the
    name of a shipped sweep. ``out`` is the results folder, by default ``results/NAME``.

    ``mode`` says what happens to a folder that has files: ``resume`` continues an unfinished run of this sweep and reads a
    finished one, ``new`` refuses it, ``fresh`` starts over, ``extend`` keeps the trials of a smaller sweep. A folder of another
    sweep is refused. A folder of other code, too, unless ``accept_program`` is true and a sample of its trials, run again, has
    identical rows.

    ``progress`` is called when a stage begins and after each trial, with a dictionary of ``stage``, ``trials``, ``done`` and
    ``solved``. Ctrl-C ends the run; long trials save a checkpoint, and the same call continues.
    """
    return Results(
        _evocube.run(
            sweep,
            None if out is None else Path(out),
            mode=mode,
            threads=threads,
            accept_program=accept_program,
            report=report,
            progress=progress,
        )
    )


def race(
    sweep: Sweep,
    out: str | PathLike | None = None,
    *,
    budget: int | None = None,
    cost: str | None = None,
    holdout: int | None = None,
    mode: str = "resume",
    threads: int | None = None,
    report: bool = True,
    progress: Callable[[dict[str, Any]], object] | None = None,
) -> Results:
    """Races the configurations of a sweep (``docs/tuning.md``): clearly worse ones are eliminated early, and new ones are
    sampled around the best. :attr:`Results.elites` has the survivors.

    ``budget`` is the maximum number of trials, ``cost`` the minimized quantity: ``penalty`` or ``evaluations``; by default those
    of ``design.race``, or 1000 and ``penalty``. The elites are compared with ``[base]`` on ``holdout`` random instances, by
    default those of the sweep, or 50. ``out`` is by default ``results/NAME-race``; the other arguments are those of :func:`run`.
    """
    return Results(
        _evocube.race(
            sweep,
            None if out is None else Path(out),
            budget=budget,
            cost=cost,
            holdout=holdout,
            mode=mode,
            threads=threads,
            report=report,
            progress=progress,
        )
    )


def report(folder: str | PathLike, out: str | PathLike | None = None) -> Path:
    """Draws the report of a results folder and returns its page."""
    return Results(folder).report(out)


def verify(folder: str | PathLike, trial: int | None = None, *, threads: int | None = None) -> Verification:
    """Runs the recorded trials of a results folder again, and compares every row byte by byte."""
    return Results(folder).verify(trial, threads=threads)


def plot(folder: str | PathLike, kind: str = "convergence", **options: Any) -> Figure:
    """Draws a figure of a results folder: see :meth:`Results.plot`."""
    return Results(folder).plot(kind, **options)

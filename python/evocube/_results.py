"""Results of sweeps and races as data frames and figures."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from functools import cached_property
from html import escape
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

import numpy as np

from . import _evocube
from ._errors import InvalidType
from ._evocube import Figure
from ._progress import Progress, function_of

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

Sweep = Mapping[str, Any] | str | PathLike[str]
Mode = Literal["resume", "new", "fresh", "extend"]
Cost = Literal["penalty", "evaluations"]
Kind = Literal[
    "convergence", "ecdf", "box", "effects", "response", "contours", "importance", "interaction", "heat-map", "diversity", "survival",
    "profile", "held-out", "ablation", "elites", "eliminations"
]
Table = Literal[
    "trials", "convergence", "curves", "solutions", "fronts", "operators", "elites", "baselines", "failures", "timing", "effects",
    "comparisons"
]
TABLES: tuple[Table, ...] = get_args(Table)


def frame_of(columns: dict[str, Any]) -> pd.DataFrame:
    """Returns a data frame over arrays, without copies."""
    import pandas as pd

    def column(values: Any) -> Any:
        if isinstance(values, tuple):
            return pd.arrays.IntegerArray(*values)
        return values

    return pd.DataFrame({name: column(values) for name, values in columns.items()}, copy=False)


WHOLE, REAL = ("configuration", "other", "n", "in_set"), ("estimate", "low", "high", "p", "p_corrected", "p_instances", "a12")
"""The columns of statistics that are numbers; the others are texts."""


def reals_of(texts: Sequence[str]) -> np.ndarray:
    """Returns texts as numbers; empty ones are missing."""
    return np.array([float(text) if text else math.nan for text in texts])


def wholes_of(texts: Sequence[str]) -> np.ndarray | tuple[np.ndarray, np.ndarray]:
    """Returns texts as whole numbers; if some are empty, with a mask."""
    values, mask = np.array([int(text or 0) for text in texts]), np.array([not text for text in texts])
    return (values, mask) if mask.any() else values


def levels_of(texts: Sequence[str], levels: Sequence[str]) -> Any:
    """Returns the column of a factor: numbers if all its levels in the sweep are, whole ones if all are."""
    for read, numbers in ((int, wholes_of), (float, reals_of)):
        try:
            if [read(level) for level in levels]:
                return numbers(texts)
        except ValueError:
            continue
    return texts


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
    complete: bool
    """Whether the run is complete, so that all trials of the sweep are recorded."""
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


class Results(_evocube.ResultsFolder):
    """A results folder: ``Results("results/population")``, or what :func:`run` returns.

    The tables are those of the folder's CSV files (``docs/results.md``). They are read once, when the object is made; the
    digests of all rows are checked.
    """

    def __new__(cls, folder: str | PathLike[str]) -> Results:
        return super().__new__(cls, folder)

    @property
    def stages(self) -> list[Stage]:
        """The stages with their selected design points."""
        return [
            Stage(name, selected, None if levels is None else dict(levels)) for name, selected, levels in self._stages
        ]

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """The manifest of the folder: the resolved sweep, the programs, the selected configurations and the digests."""
        return self._manifest()

    @property
    def sweep(self) -> dict[str, Any]:
        """The resolved sweep, with every default: :func:`run` takes it."""
        return self.manifest["sweep"]

    def _table(self, name: Table) -> pd.DataFrame:
        return frame_of(self._typed(name))

    def _typed(self, name: Table) -> dict[str, Any]:
        """Returns the columns of a table, each with the type that it has for pandas and for Arrow."""
        if name in ("effects", "comparisons"):
            text = io.StringIO(self._statistics()[f"{name}.csv"].decode())
            header, *rows = csv.reader(text)
            texts = {column: [row[place] for row in rows] for place, column in enumerate(header)}
            kinds = {**dict.fromkeys(WHOLE, wholes_of), **dict.fromkeys(REAL, reals_of)}
            return {column: kinds.get(column, list)(values) for column, values in texts.items()}
        if name == "curves":
            trials, rows = self._typed("trials"), self._typed("convergence")
            place = {trial: number for number, trial in enumerate(trials["trial"].tolist())}
            places = np.array([place[trial] for trial in rows["trial"].tolist()], dtype=np.int64)
            keys = ("stage", "point", *self.factors, "instance", "repetition")
            return rows | {key: _at(trials[key], places) for key in keys}
        columns = self._columns(name)
        if name == "trials":
            columns |= {factor: levels_of(columns[factor], levels) for factor, levels in self._levels.items()}
        return columns

    @cached_property
    def trials(self) -> pd.DataFrame:
        """A row for each trial. The levels of a factor are numbers where all of the sweep are; values of failed trials are missing."""
        return self._table("trials")

    @cached_property
    def convergence(self) -> pd.DataFrame:
        """A row for each logged generation of each trial."""
        return self._table("convergence")

    @cached_property
    def curves(self) -> pd.DataFrame:
        """:attr:`convergence` with the stage, the factors, the instance and the repetition of each trial."""
        return self._table("curves")

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
        """The elites of a race on held-out instances, in the order of the race: mean cost, solved instances, difference to ``[base]``.

        ``low`` and ``high`` are the ends of the 95 % interval of the difference, ``p`` is corrected by Holm's method. Empty
        without a race.
        """
        return self._table("elites")

    @cached_property
    def effects(self) -> pd.DataFrame:
        """The tests of the factors, as in ``effects.csv`` of the report."""
        return self._table("effects")

    @cached_property
    def comparisons(self) -> pd.DataFrame:
        """The configurations against the selected ones, as in ``comparisons.csv`` of the report."""
        return self._table("comparisons")

    @cached_property
    def claims(self) -> list[dict[str, Any]]:
        """The claims of the report, in its order.

        Each has its kind in ``claim``, the ``stage``, its ``words`` in Markdown, and the factors, levels, estimates and intervals that it is
        made of.
        """
        return json.loads(self._claims())

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

    def arrow(self, table: Table = "trials") -> pa.Table:
        """Returns a table for Arrow, which needs the package ``pyarrow``, with the types of the data frame."""
        import pyarrow as pa

        def column(values: Any) -> Any:
            return pa.array(values[0], mask=values[1]) if isinstance(values, tuple) else pa.array(values)

        columns = self._typed(table)
        return pa.table({name: column(values) for name, values in columns.items()})

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The trials for every library that reads Arrow's C stream: ``polars.DataFrame(results)``."""
        return self.arrow("trials").__arrow_c_stream__(requested_schema)

    def to_parquet(self, folder: str | PathLike[str], tables: Sequence[Table] = TABLES) -> list[Path]:
        """Writes the tables that have rows as ``TABLE.parquet`` into a folder, and returns the files. It needs ``pyarrow``."""
        from pyarrow import parquet

        written, folder = [], Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        for name in tables:
            table = self.arrow(name)
            if table.num_rows:
                written.append(folder / f"{name}.parquet")
                parquet.write_table(table, written[-1])
        return written

    def export(
        self,
        out: str | PathLike[str] | None = None,
    ) -> Path:
        """Writes the results in the format of IOHprofiler, as ``evocube export --to ioh`` does, and returns the new folder."""
        from ._command import call

        return Path(call("export", self.folder, to="ioh", out=out)["folder"])

    def plot(
        self,
        kind: Kind = "convergence",
        *,
        stage: str | None = None,
        only: Sequence[str] = (),
        labels: Mapping[str, str] | None = None,
        x: Literal["generation", "evaluations", "moves"] | None = None,
        log: Literal["x", "y", "xy"] | None = None,
        center: Literal["median", "mean"] | None = None,
        band: Literal["iqr", "ci", "minmax", "none"] | None = None,
        facet: str | None = None,
        color: str | None = None,
        by_instance: bool = False,
        xlim: tuple[float, float] | None = None,
        ylim: tuple[float, float] | None = None,
        width: float = 170.0,
        height: float | None = None,
        font_size: float = 8.0,
        title: bool = True,
        theme: Literal["light", "dark", "print"] = "light",
    ) -> Figure:
        """Draws a figure as ``evocube plot`` does (``docs/figures.md``); a notebook shows it.

        ``kind`` is one of convergence, ecdf, box, effects, interaction, heat-map, diversity, survival and profile,
        and of a race held-out, ablation, elites and eliminations.
        ``width`` and ``height`` are in millimeters, ``font_size`` in points. Which other options shape which kind is said by the
        error for one that does not.
        """
        options = {name: value for name, value in locals().items() if name not in ("self", "kind")}
        return self._plot(kind, {**options, "labels": dict(labels or {})})

    def verify(
        self,
        trial: int | None = None,
        *,
        threads: int | None = None,
        executor: Executor | Literal["processes"] | Any | None = None,
    ) -> Verification:
        """Runs the recorded trials again, or one of them, and compares every row byte by byte.

        ``threads`` and ``executor`` are those of :func:`run`. Python and libraries that had other versions are named in a warning.
        """
        identical, trials, complete, changed_files, difference = self._verify(trial, threads, executor)
        return Verification(identical, trials, complete, changed_files, difference and Difference(*difference))

    def __reduce__(self) -> tuple[Any, ...]:
        return Results, (self.folder.absolute(),)

    def _repr_html_(self) -> str:
        """The claims of the report on the last stage, its first figure and its best trials, which notebooks show."""
        finished = self.trials[self.trials["best"].notna()]
        if finished.empty:
            return f"<p>{escape(repr(self))}</p>"
        stage = finished["stage"].iloc[-1]
        words = [claim["words"] for claim in self.claims if claim["stage"] == stage]
        answer = "".join(f"<p>{_without_marks(text)}</p>" for text in words)
        best = finished[finished["stage"] == stage].sort_values(["best", "evaluations"], kind="stable").head()
        return f"{answer}{self.plot('convergence', stage=stage).svg}{best.to_html(index=False)}"

    def __repr__(self) -> str:
        state = "" if self.complete else ", unfinished"
        return f"Results('{self.folder}'): {self._count} trials{state}"


def _at(column: Any, places: np.ndarray) -> Any:
    """Returns the values of a column at these places."""
    if isinstance(column, tuple):
        return column[0][places], column[1][places]
    return column[places] if isinstance(column, np.ndarray) else [column[place] for place in places]


def _without_marks(text: str) -> str:
    """Returns Markdown of a sentence as HTML, in which code and emphasis are the only marks."""
    marked = re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(text, quote=False))
    return re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", marked)


def figure_of(folder: Path, kind: str, options: dict[str, Any]) -> Figure:
    """Returns a figure that was pickled: it is drawn again from its results folder."""
    return _evocube.ResultsFolder(folder)._plot(kind, options)


def run(
    sweep: Sweep,
    out: str | PathLike[str] | None = None,
    *,
    mode: Mode = "resume",
    threads: int | None = None,
    accept_program: bool = False,
    report: bool = True,
    progress: Progress | bool | None = None,
    executor: Executor | Literal["processes"] | Any | None = None,
) -> Results:
    """Runs a sweep on all cores and returns its results. Every file has the bytes of the same sweep run by the command line.

    Trials with a component in Python run in processes, one at a time in each, because all threads share the generators of ``random``
    and ``numpy.random``, which are seeded for each trial. What they change in variables stays there. With ``threads=1``, or where a
    process cannot import the components, they run here, one after the other.

    ``sweep`` is a dictionary with the keys of a sweep file (dots in keys lead into tables), the text of one, its path, or the
    name of a shipped sweep. ``out`` is the results folder, by default ``results/NAME``.

    ``mode`` says what happens to a folder that has files: ``resume`` continues an unfinished run of this sweep and reads a
    finished one, ``new`` refuses an unfinished one, ``fresh`` starts over, ``extend`` keeps the trials of a smaller sweep. A
    folder of another sweep is refused. A folder of other code, too, unless ``accept_program`` is true and a sample of its trials,
    run again, has identical rows.

    ``progress`` is called when a stage begins and after each trial, with a dictionary of ``stage``, ``trials``, ``done`` and
    ``solved``; ``True`` writes them on standard error. Ctrl-C ends the run; long trials save a checkpoint, and the same call
    continues.

    ``executor`` runs the trials in other processes, with the same bytes: ``"processes"``, or an object with the method
    ``submit`` of :class:`concurrent.futures.Executor`. Registered components go along. ``threads`` is then the number of
    processes, or of the trials that are given to the executor at once. A trial whose worker is lost runs again; it saves no
    checkpoint. Trials of deterministic solvers run here.
    """
    options = {
        "out": out, "mode": mode, "threads": threads, "accept_program": accept_program, "report": report,
        "progress": function_of(progress), "executor": executor,
    }
    return Results(_evocube.run(sweep, None, None, options))


def shard(
    sweep: Sweep,
    part: str,
    out: str | PathLike[str] | None = None,
    *,
    selected: str | PathLike[str] | None = None,
    mode: Mode = "resume",
    threads: int | None = None,
    accept_program: bool = False,
    progress: Progress | bool | None = None,
    executor: Executor | Literal["processes"] | Any | None = None,
) -> Results:
    """Runs a part of a sweep, such as ``"2/8"`` for the second of eight, and returns its results, which have no report.

    ``out`` is by default ``results/NAME-shards/2-of-8``. A sweep of several stages continues with the configurations that
    :func:`merge` has selected, in the folder ``selected``, by default ``results/NAME``. The other arguments are those of
    :func:`run`.
    """
    options = {
        "out": out, "mode": mode, "threads": threads, "accept_program": accept_program, "report": False,
        "progress": function_of(progress), "executor": executor,
    }
    return Results(_evocube.run(sweep, part, selected, options))


def merge(
    folders: Sequence[str | PathLike[str]],
    out: str | PathLike[str],
    *,
    accept_program: bool = False,
    report: bool = True,
) -> Results:
    """Joins all shards of a sweep into the folder that a single run would have written (``docs/cluster.md``).

    In a sweep of several stages, the stages that all shards have run are joined, and the shards continue from there.
    """
    if isinstance(folders, str):
        raise InvalidType(f"folders: expected the folders of shards, not {folders!r}")
    return Results(_evocube.merge(list(folders), out, accept_program, report))


def race(
    sweep: Sweep,
    out: str | PathLike[str] | None = None,
    *,
    budget: int | None = None,
    cost: Cost | None = None,
    holdout: int | None = None,
    mode: Mode = "resume",
    threads: int | None = None,
    report: bool = True,
    progress: Progress | bool | None = None,
    executor: Executor | Literal["processes"] | Any | None = None,
) -> Results:
    """Races the configurations of a sweep (``docs/tuning.md``): clearly worse ones are eliminated early, and new ones are
    sampled around the best. :attr:`Results.elites` has the survivors.

    ``budget`` is the maximum number of trials, ``cost`` the minimized quantity: ``penalty`` or ``evaluations``; by default those
    of ``design.race``, or 1000 and ``penalty``. The elites are compared with ``[base]`` on ``holdout`` random instances, by
    default those of the sweep, or 50. ``out`` is by default ``results/NAME-race``; the other arguments are those of :func:`run`.
    """
    options = {
        "out": out, "mode": mode, "threads": threads, "accept_program": False, "report": report,
        "progress": function_of(progress), "executor": executor,
    }
    return Results(_evocube.race(sweep, budget, cost, holdout, options))


class Trial(NamedTuple):
    """The result of a single trial."""

    cost: int
    """The minimized quantity."""
    instance: str
    seed: int
    best: int
    """The lowest penalty; 0 is solved."""
    solved: bool
    reached: bool
    """Whether the lowest penalty is at most ``stop.target``, or 0 without a target."""
    stop: str
    """Why it ended."""
    evaluations: int | None
    """Genomes evaluated; ``None`` for a deterministic solver."""
    htm: int
    """Length of the moves in the half-turn metric."""
    qtm: int
    """Length in the quarter-turn metric."""
    evaluations_to_reach: int | None
    """Genomes evaluated until the target was reached; ``None`` if it was not, and for a deterministic solver."""
    moves: str
    seconds: float


def trial(
    sweep: Sweep,
    settings: Mapping[str, Any] | None = None,
    *,
    seed: int,
    instance: str | None = None,
    cost: Cost = "penalty",
    threads: int = 1,
) -> Trial:
    """Runs one trial of a sweep's ``[base]`` with some keys changed, in this process: for tuners such as Optuna.

    ``settings`` has keys of ``[base]`` with dots, and their values. ``instance`` is the name of one, by default the first. The
    trial of a sweep with the same configuration, instance and seed has the same result.
    """
    return Trial(**_evocube.trial(sweep, dict(settings or {}), seed, instance, cost, threads))


def plan(sweep: Sweep) -> pd.DataFrame:
    """Returns the trials that a sweep plans, with their levels and seeds. ``plan(sweep).attrs["is_bound"]`` is true if they are
    the most that there can be, because some depend on selections or on a race."""
    columns, is_bound = _evocube.plan(sweep)
    frame = frame_of(columns)
    frame.attrs["is_bound"] = is_bound
    return frame


def landscape(
    sweep: Sweep | None = None,
    out: str | PathLike[str] | None = None,
    *,
    seed: int = 1,
    walks: int = 200,
    steps: int = 1000,
    states: int = 300,
    distance: int = 9,
    threads: int | None = None,
) -> dict[str, Any]:
    """Measures the fitness landscape of a sweep's ``[base]`` as ``evocube landscape`` does, and returns its JSON document.

    ``out`` is the folder of figures and tables. Components that are registered in Python are unknown to it.
    """
    from ._command import call

    options = {"seed": seed, "walks": walks, "steps": steps, "states": states, "distance": distance}
    return call("landscape", sweep=sweep, out=out, threads=threads, **options)


def stats(
    solver: str | None = None,
    *,
    count: int = 1000,
    seed: int = 1,
    puzzle: Literal["cube3", "cube2"] | None = None,
    metric: Literal["htm", "qtm"] | None = None,
    tables: str | None = None,
    time: float | None = None,
    threads: int | None = None,
    out: str | PathLike[str] | None = None,
) -> dict[str, Any]:
    """Solves random states and returns the distribution of lengths: the JSON document of ``evocube stats``."""
    from ._command import call

    limits = {} if time is None else {"time": f"{time}s"}
    options = {"solver": solver, "count": count, "seed": seed, "puzzle": puzzle, "metric": metric, "tables": tables}
    return call("stats", threads=threads, out=out, **options, **limits)


def report(folder: str | PathLike[str], out: str | PathLike[str] | None = None) -> Path:
    """Draws the report of a results folder and returns its page."""
    return Results(folder).report(out)


def verify(
    folder: str | PathLike[str],
    trial: int | None = None,
    *,
    threads: int | None = None,
    executor: Executor | Literal["processes"] | Any | None = None,
) -> Verification:
    """Runs the recorded trials of a results folder again: see :meth:`Results.verify`."""
    return Results(folder).verify(trial, threads=threads, executor=executor)


def export(
    folder: str | PathLike[str],
    out: str | PathLike[str] | None = None,
) -> Path:
    """Writes a results folder in the format of IOHprofiler: see :meth:`Results.export`."""
    return Results(folder).export(out)


def plot(folder: str | PathLike[str], kind: Kind = "convergence", **options: Any) -> Figure:
    """Draws a figure of a results folder: see :meth:`Results.plot`."""
    return Results(folder).plot(kind, **options)

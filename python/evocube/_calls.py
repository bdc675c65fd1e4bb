"""The functions of the package that run sweeps, shards, races, single trials and measurements, that plan and merge, and that do what a
method of results does. Components are registered in ``_extension.py``; cubes and evaluators are classes of ``_evocube``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, Concatenate, Literal, NamedTuple, ParamSpec, TypeVar

from . import _evocube
from ._columns import frame_of
from ._command import call
from ._components import settle
from ._errors import InvalidType
from ._executor import Dispatcher, components_of
from ._progress import function_of
from ._results import Results
from ._types import Cost, Executor, Mode, Path, Report, Sweep

if TYPE_CHECKING:
    import pandas as pd

def run(
    sweep: Sweep,
    out: Path | None = None,
    *,
    mode: Mode = "resume",
    threads: int | None = None,
    accept_program: bool = False,
    report: bool = True,
    progress: Report | bool | None = None,
    executor: Executor | None = None,
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

    ``executor`` runs the trials in other processes, with the same bytes: ``"processes"``, an object with the method ``submit`` of
    :class:`concurrent.futures.Executor`, or a function that makes one and is called again if a lost worker has broken it. Registered
    components go along. ``threads`` is then the number of processes, or of the trials that are given to the executor at once. A trial
    whose worker is lost runs again; it saves no checkpoint. Trials of deterministic solvers run here.
    """
    options = {
        "out": out, "mode": mode, "threads": threads, "accept_program": accept_program, "report": report,
        "progress": function_of(progress), "executor": executor,
    }
    return Results(_evocube.run(sweep, None, None, options))


def shard(
    sweep: Sweep,
    part: str,
    out: Path | None = None,
    *,
    selected: Path | None = None,
    mode: Mode = "resume",
    threads: int | None = None,
    accept_program: bool = False,
    progress: Report | bool | None = None,
    executor: Executor | None = None,
) -> Results:
    """Runs a part of a sweep, such as ``"2/8"`` for the second of eight, and returns its results, which have no report. ``"env"`` is the
    part that a scheduler numbers, such as Slurm a task of an array, ``"env/8"`` that of eight.

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
    folders: Sequence[Path],
    out: Path,
    *,
    accept_program: bool = False,
    report: bool = True,
    threads: int | None = None,
    executor: Executor | None = None,
) -> Results:
    """Joins all shards of a sweep into the folder that a single run would have written (``docs/cluster.md``).

    In a sweep of several stages, the stages that all shards have run are joined, and the shards continue from there. Trials run only
    for ``accept_program``; it, ``threads`` and ``executor`` are those of :func:`run`.
    """
    if isinstance(folders, str):
        raise InvalidType(f"folders: expected the folders of shards, not {folders!r}")
    return Results(_evocube.merge(list(folders), out, accept_program, report, threads, executor))


def race(
    sweep: Sweep,
    out: Path | None = None,
    *,
    budget: int | None = None,
    cost: Cost | None = None,
    holdout: int | None = None,
    mode: Mode = "resume",
    threads: int | None = None,
    report: bool = True,
    progress: Report | bool | None = None,
    executor: Executor | None = None,
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
    logged: dict[str, Any]
    """The logged generations: an array for each column of ``convergence.csv``."""

    @property
    def curve(self) -> pd.DataFrame:
        """The logged generations as a data frame, as in :attr:`Results.convergence`."""
        return frame_of(self.logged)


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
    out: Path | None = None,
    *,
    seed: int = 1,
    walks: int = 200,
    steps: int = 1000,
    states: int = 300,
    distance: int = 9,
    threads: int | None = None,
    executor: Executor | None = None,
) -> dict[str, Any]:
    """Measures the fitness landscape of a sweep's ``[base]`` as ``evocube landscape`` does, and returns its JSON document.

    ``out`` is the folder of figures and tables, which is written where ``executor`` runs it, by default in a process of this machine.
    Registered components go along; with them ``threads`` is 1. An exception of theirs is an :class:`Error` with its traceback.
    """
    options = {"seed": seed, "walks": walks, "steps": steps, "states": states, "distance": distance}
    text, names = (None, []) if sweep is None else _evocube.sweep_text(sweep)
    settle(names)
    request = partial(call, "landscape", sweep=text, out=out, threads=threads, **options)
    # The command is a process already.
    if executor is None or executor == "processes":
        return request(components=components_of(names, False))
    dispatcher = Dispatcher(executor, names, None)
    try:
        return dispatcher.call(request)
    finally:
        dispatcher.close()


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
    out: Path | None = None,
) -> dict[str, Any]:
    """Solves random states and returns the distribution of lengths: the JSON document of ``evocube stats``."""
    limits = {} if time is None else {"time": f"{time}s"}
    options = {"solver": solver, "count": count, "seed": seed, "puzzle": puzzle, "metric": metric, "tables": tables}
    return call("stats", threads=threads, out=out, **options, **limits)


P = ParamSpec("P")
R = TypeVar("R")


def _of_folder(method: Callable[Concatenate[Results, P], R]) -> Callable[Concatenate[Path, P], R]:
    """Returns a method of results as a function of their folder."""

    @wraps(method)
    def function(folder: Path, *args: P.args, **kwargs: P.kwargs) -> R:
        return method(Results(folder), *args, **kwargs)

    function.__module__, function.__qualname__ = __name__, method.__name__
    return function


export = _of_folder(Results.export)
plot = _of_folder(Results.plot)
report = _of_folder(Results.report)
verify = _of_folder(Results.verify)

"""Results of sweeps and races as data frames, Arrow tables, Parquet files and figures. :class:`Results` extends ``ResultsFolder`` of
``python/src/results.rs``, which reads and verifies a folder and draws its figures and report. Folders are written by
`evocube.run`; copies are exported here."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

import numpy as np

from . import _evocube
from ._columns import at, claims_of, frame_of, levels_of, statistics_of
from ._evocube import Figure
from ._types import Executor
from ._types import Path as PathText

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

Kind = Literal[
    "convergence", "ecdf", "box", "effects", "response", "contours", "importance", "interaction", "heat-map", "diversity", "survival",
    "profile", "held-out", "ablation", "elites", "eliminations"
]
Table = Literal[
    "trials", "convergence", "curves", "solutions", "fronts", "operators", "elites", "baselines", "failures", "timing", "effects",
    "comparisons", "claims"
]
TABLES: tuple[Table, ...] = get_args(Table)


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

    def __new__(cls, folder: PathText) -> Results:
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
            return statistics_of(self._statistics()[f"{name}.csv"].decode())
        if name == "claims":
            return claims_of(self._claims())
        if name == "curves":
            trials, rows = self._typed("trials"), self._typed("convergence")
            place = {trial: number for number, trial in enumerate(trials["trial"].tolist())}
            places = np.array([place[trial] for trial in rows["trial"].tolist()], dtype=np.int64)
            keys = ("stage", "point", *self.factors, "instance", "repetition")
            return rows | {key: at(trials[key], places) for key in keys}
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
    def claims(self) -> pd.DataFrame:
        """The claims of the report, in its order: the stage, the kind, the factor and the comparison of levels that a claim states first,
        its ``words`` in Markdown, and as ``json`` all factors, levels, estimates and intervals that it is made of."""
        return self._table("claims")

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
            return pa.array(values[0], mask=values[1]) if isinstance(values, tuple) else pa.array(values, from_pandas=True)

        columns = self._typed(table)
        return pa.table({name: column(values) for name, values in columns.items()})

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The trials for every library that reads Arrow's C stream: ``polars.DataFrame(results)``."""
        return self.arrow("trials").__arrow_c_stream__(requested_schema)

    def to_parquet(self, folder: PathText, tables: Sequence[Table] = TABLES) -> list[Path]:
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

    def export(self, out: PathText | None = None) -> Path:
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

        ``kind`` is one of convergence, ecdf, box, effects, response, contours, importance, interaction, heat-map, diversity, survival
        and profile, and of a race held-out, ablation, elites and eliminations.
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
        executor: Executor | None = None,
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
        words = self.claims.loc[self.claims["stage"] == stage, "words"]
        answer = "".join(f"<p>{_without_marks(text)}</p>" for text in words)
        best = finished[finished["stage"] == stage].sort_values(["best", "evaluations"], kind="stable").head()
        return f"{answer}{self.plot('convergence', stage=stage).svg}{best.to_html(index=False)}"

    def __repr__(self) -> str:
        state = "" if self.complete else ", unfinished"
        return f"Results('{self.folder}'): {self._count} trials{state}"


def _without_marks(text: str) -> str:
    """Returns Markdown of a sentence as HTML, in which code and emphasis are the only marks."""
    marked = re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(text, quote=False))
    return re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", marked)


def figure_of(folder: Path, kind: str, options: dict[str, Any]) -> Figure:
    """Returns a figure that was pickled: it is drawn again from its results folder."""
    return _evocube.ResultsFolder(folder)._plot(kind, options)

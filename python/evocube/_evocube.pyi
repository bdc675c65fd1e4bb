"""The compiled part of the package."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

__version__: str

_Puzzle = Literal["cube3", "cube2"]
_Metric = Literal["htm", "qtm"]
_Dialect = Literal["wca", "sousa", "contest"]
_Format = Literal["facelets", "faces", "pieces", "json"]
_Solver = Literal["layers", "macros", "thistlethwaite", "kociemba", "korf", "pocket", "evolution"]

class Cube:
    """A state of the 3×3×3 or of the 2×2×2, as it lies in the hand.

    ``Cube("R U2 F'")`` is the solved state after some moves; facelets, faces, pieces and JSON are recognized, or named by
    ``format``. ``dialect`` is the meaning of a bare digit 1 in moves: ``sousa`` or ``contest``. Moves name positions of the cube as it
    lies: after a rotation, a wide move or a slice as ``turned_back`` says. Cubes that differ by a rotation of the whole cube are equal.
    Raises :class:`NotationError` with the place in the text, or with all reasons why a state is unreachable.
    """

    def __init__(
        self,
        text: str = "",
        *,
        format: _Format | Literal["moves"] | None = None,
        puzzle: _Puzzle | None = None,
        dialect: _Dialect = "wca",
    ) -> None: ...
    @staticmethod
    def random(seed: int, *, puzzle: _Puzzle = "cube3", index: int = 0) -> Cube:
        """Returns a uniformly random state: that of line ``index`` (from 0) of ``evocube scramble --seed SEED --to facelets``."""

    def apply(self, moves: str, *, dialect: _Dialect = "wca") -> Cube:
        """Returns the state after some moves."""

    def to(self, format: _Format) -> str:
        """Writes the state in a format: facelets, faces, pieces (of the cube turned home) or json."""

    def solve(
        self,
        solver: _Solver | None = None,
        *,
        goal: Cube | None = None,
        metric: _Metric = "htm",
        tables: Literal["source", "small", "large"] | None = None,
        seed: int = 1,
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        target: int | None = None,
        threads: int = 1,
    ) -> Solution:
        """Finds moves of the cube as it lies to the solved state, or to ``goal``, in any rotation of the whole cube.

        ``solver`` is layers, macros, thistlethwaite, kociemba, korf (optimal), pocket (2×2×2, optimal) or evolution; without it
        kociemba runs with its small tables, and always ends with a solution, or pocket. ``tables`` are those of kociemba (small, large) and korf (source, small,
        large). ``time`` is in seconds; the other limits are those of ``evocube solve``. A
        solver is built once and keeps its tables. Raises :class:`Unsolved` if a limit is reached. Ctrl-C ends the search: the best
        solution so far is returned, and without one ``KeyboardInterrupt`` is raised.
        """

    @property
    def facelets(self) -> str:
        """The colors of all facelets as the cube lies, faces in the order U R F D L B."""

    @property
    def turned_back(self) -> str | None:
        """The rotation in which the cube lies, as ``x`` or ``y2 z``; its inverse turns the cube home. None if it lies at home."""

    @property
    def is_solved(self) -> bool:
        """Whether every face has one color."""

    @property
    def puzzle(self) -> str:
        """``cube3`` or ``cube2``."""

    def __mul__(self, other: Cube) -> Cube:
        """Returns the state after the moves of this one, and then those of the other."""

    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def _repr_svg_(self) -> str:
        """The net of the cube as it lies, which notebooks show."""


class Solution:
    """Moves that lead to the goal, replayed by a check: ``for move in solution``."""

    def __init__(
        self,
        solver: str,
        moves: str,
        state: str,
        htm: int,
        qtm: int,
        nodes: int,
        optimal: str | None,
        parts: list[tuple[str, int]],
    ) -> None: ...
    @property
    def solver(self) -> str:
        """The solver's name."""

    @property
    def moves(self) -> str:
        """The moves, separated by spaces."""

    @property
    def state(self) -> str:
        """The facelets before the first move, of the cube as it lies."""

    @property
    def link(self) -> str | None:
        """The address of the viewer of cubing.net that shows the moves. None if they lead to another goal than the solved cube."""

    def end(self) -> Cube:
        """The cube after the moves."""

    def _repr_html_(self) -> str:
        """A viewer of the moves, which notebooks show: that of pages, in a frame of its own."""

    @property
    def htm(self) -> int:
        """Length in the half-turn metric."""

    @property
    def qtm(self) -> int:
        """Length in the quarter-turn metric."""

    @property
    def nodes(self) -> int:
        """Search nodes, or evaluations."""

    @property
    def optimal(self) -> str | None:
        """The metric in which no shorter solution exists, if that is proved."""

    @property
    def parts(self) -> list[tuple[str, int]]:
        """The steps of the solver, each with its number of moves before simplification."""

    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...

def simplify(moves: str, *, dialect: _Dialect = "wca") -> str:
    """Merges moves of one face, also across moves that commute with them. A rotation that the moves leave stands at the end."""

def invert(moves: str, *, dialect: _Dialect = "wca") -> str:
    """Returns the moves that undo others, from the rotation that these leave."""

def length(moves: str, metric: _Metric = "htm", *, dialect: _Dialect = "wca") -> int:
    """Returns the number of moves in a metric, htm or qtm. Rotations of the whole cube do not count."""

class Alphabet:
    """The symbols that a gene can take: the keys of ``[base.alphabet]``.

    >>> len(Alphabet({"expand": "symmetries"}))
    """

    def __init__(self, alphabet: Mapping[str, Any] | None = None, *, puzzle: Any = None) -> None: ...
    def moves(self, genome: NDArray[np.uint16]) -> str:
        """Returns the simplified moves of a genome."""

    @property
    def names(self) -> list[str]:
        """The names of the symbols."""

    @property
    def puzzle(self) -> str:
        """The puzzle's name."""

    def __len__(self) -> int: ...
    def __getitem__(self, gene: int) -> tuple[str, str]:
        """Returns the name and the moves of a symbol."""

class Evaluator:
    """The penalties of genomes on an instance, computed by the kernels of evocube.

    ``instance`` is a state in any notation, or a :class:`Cube`. ``base`` has the keys of the ``[base]`` of a sweep file, of
    which ``puzzle``, ``alphabet``, ``objective`` and ``genome`` matter here; omitted ones take their defaults. ``goal`` is
    another state than the solved one.

    >>> evaluator = Evaluator("R U F", {"genome.length": 30, "alphabet.expand": "symmetries"})
    >>> genomes = numpy.random.default_rng(1).integers(evaluator.symbols, size=(1000, 30), dtype=numpy.uint16)
    >>> evaluator.penalties(genomes).min()
    """

    def __init__(
        self, instance: str | Cube, base: Mapping[str, Any] | None = None, *, goal: str | Cube | None = None
    ) -> None: ...
    def penalties(self, genomes: Any) -> NDArray[np.uint32]:
        """Returns the penalty of each row of an array of genes, as ``uint32``.

        Arrays of ``uint16`` in C order are read where they are, without the lock of the interpreter, so that threads evaluate
        side by side.
        """

    def fitness(self, genomes: Any) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """Returns the penalty of each genome, and the number of its genes that count: all of them, or those of its best prefix
        if ``genome.evaluate`` is ``best-prefix``."""

    def moves(self, genome: Sequence[int] | NDArray[Any]) -> str:
        """Returns the simplified moves of a genome; those of its best prefix, if that is evaluated."""

    def replay(self, moves: str) -> int:
        """Returns the penalty of the state after some moves."""

    def state_after(self, moves: str) -> str:
        """Returns the state after some moves, as facelets; that of a file-defined puzzle as pieces."""

    @property
    def alphabet(self) -> Alphabet:
        """The symbols that a gene can take."""

    @property
    def symbols(self) -> int:
        """The number of symbols: genes are from 0 to ``symbols - 1``."""

    @property
    def length(self) -> int:
        """The key ``genome.length``. Genomes of other lengths are evaluated, too."""

    @property
    def no_op(self) -> int | None:
        """The symbol without moves, if the alphabet has it."""

    @property
    def kernel(self) -> str:
        """The instructions of the machine that are used; they change no result."""

    @property
    def state(self) -> str:
        """The start state."""

    @property
    def base(self) -> dict[str, Any]:
        """The configuration with every default."""

class Draws:
    """Random numbers of an operator: each row draws from a stream of its own, so that a result depends on no other row."""

    def random(self, count: int | None = None) -> NDArray[np.float64]:
        """Returns numbers from 0 (included) to 1 (excluded): one for each row, or ``count`` in each row."""

    def integers(self, high: int, count: int | None = None) -> NDArray[np.int64]:
        """Returns whole numbers from 0 to ``high`` (excluded): one for each row, or ``count`` in each row."""

    def __len__(self) -> int:
        """The number of rows."""

class Figure:
    """A figure, which notebooks show."""

    @property
    def title(self) -> str:
        """The title, also of a figure that does not show it."""

    @property
    def caption(self) -> str:
        """The explanation of the figure."""

    @property
    def stage(self) -> str:
        """The stage of the sweep that it shows."""

    @property
    def svg(self) -> str:
        """The figure as an SVG document."""

    def save(self, path: str | PathLike[str]) -> tuple[Path, Path]:
        """Writes the figure as svg, pdf or png, and its numbers beside it as CSV. Returns both paths."""

    def _repr_mimebundle_(self, **options: Any) -> dict[str, str | bytes]:
        """The figure as a notebook takes it: SVG for its page, PNG and PDF for what it is converted to."""

class ResultsFolder:
    """The rows of a results folder."""

    def __init__(self, folder: str | PathLike[str]) -> None: ...
    @property
    def folder(self) -> Path:
        """The folder."""

    @property
    def name(self) -> str:
        """The name of the sweep."""

    @property
    def complete(self) -> bool:
        """Whether all trials are on disk."""

    @property
    def factors(self) -> list[str]:
        """The keys of all factors, which are columns of :attr:`trials`."""

    @property
    def best_configuration(self) -> str | None:
        """The configuration that leads the last stage with trials, as the ``[base]`` of a sweep file."""

    def report(self, out: str | PathLike[str] | None = None) -> Path:
        """Draws the report, into the folder itself, as it is then, or into ``out``, and returns its page."""

    @property
    def _count(self) -> int: ...
    @property
    def _stages(self) -> list[tuple[str, int | None, list[tuple[str, str]] | None]]: ...
    @property
    def _levels(self) -> dict[str, list[str]]: ...
    def _manifest(self) -> dict[str, Any]: ...
    def _columns(self, table: str) -> dict[str, Any]: ...
    def _statistics(self) -> dict[str, bytes]: ...
    def _claims(self) -> str: ...
    def _plot(self, kind: str, options: dict[str, Any]) -> Figure: ...
    def _verify(
        self, trial: int | None, threads: int | None, executor: object | None
    ) -> tuple[bool, int, bool, list[str], tuple[str, int | None, str, str] | None]: ...

_Sweep = Mapping[str, Any] | str | PathLike[str]
_Path = str | PathLike[str]

def run(sweep: _Sweep, shard: str | None, selected: _Path | None, options: dict[str, Any]) -> Path: ...
def race(
    sweep: _Sweep, budget: int | None, cost: str | None, holdout: int | None, options: dict[str, Any]
) -> Path: ...
def merge(
    folders: Sequence[_Path], out: _Path, accept_program: bool, report: bool, threads: int | None, executor: _Executor | None
) -> Path: ...
def trial(
    sweep: _Sweep, settings: dict[str, Any], seed: int, instance: str | None, cost: str, threads: int
) -> dict[str, Any]: ...
def plan(sweep: _Sweep) -> tuple[dict[str, Any], bool]: ...
def sweep_text(sweep: _Sweep) -> tuple[str, list[str]]: ...
def answer(request: bytes) -> bytes: ...
def command(program: list[str], options: list[str], arguments: list[str], dispatcher: object | None) -> int: ...
def check_component(kind: str, name: str, version: str, columns: list[str]) -> None: ...
